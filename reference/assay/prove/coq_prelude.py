"""The lemmas and tactics that every exported Coq file starts with."""

PRELUDE = """Require Import Reals Lra Psatz ZArith.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Tactic.
Open Scope R_scope.

Lemma assay_exp_power : forall (n : nat) x, exp x ^ n = exp (INR n * x).
Proof.
  induction n; intros x.
  - simpl. rewrite Rmult_0_l, exp_0. reflexivity.
  - rewrite S_INR. simpl pow. rewrite IHn, <- exp_plus. f_equal. ring.
Qed.

Lemma assay_low : forall (f f' : R -> R) (a x : R), a <= x ->
  (forall y, a <= y <= x -> is_derive f y (f' y)) ->
  (forall y, a < y < x -> 0 <= f' y) -> f a <= f x.
Proof.
  intros f f' a x Hax D S. destruct (Req_dec a x) as [E0|N]; [subst; apply Rle_refl|].
  destruct (MVT_cor2 f f' a x) as [c [E Hc]]; [lra | |].
  - intros y Hy. apply is_derive_Reals. apply D. lra.
  - assert (0 <= f' c * (x - a)) by (apply Rmult_le_pos; [apply S; lra | lra]). lra.
Qed.

Lemma assay_low_strict : forall (f f' : R -> R) (a x : R), a < x ->
  (forall y, a <= y <= x -> is_derive f y (f' y)) ->
  (forall y, a < y < x -> 0 < f' y) -> f a < f x.
Proof.
  intros f f' a x Hax D S.
  destruct (MVT_cor2 f f' a x) as [c [E Hc]]; [lra | |].
  - intros y Hy. apply is_derive_Reals. apply D. lra.
  - assert (0 < f' c * (x - a)) by (apply Rmult_lt_0_compat; [apply S; lra | lra]). lra.
Qed.

Lemma assay_high : forall (f f' : R -> R) (b x : R), x <= b ->
  (forall y, x <= y <= b -> is_derive f y (f' y)) ->
  (forall y, x < y < b -> 0 <= - f' y) -> f b <= f x.
Proof.
  intros f f' b x Hxb D S. destruct (Req_dec x b) as [E0|N]; [subst; apply Rle_refl|].
  destruct (MVT_cor2 f f' x b) as [c [E Hc]]; [lra | |].
  - intros y Hy. apply is_derive_Reals. apply D. lra.
  - assert (0 <= - f' c * (b - x)) by (apply Rmult_le_pos; [apply S; lra | lra]). lra.
Qed.

Lemma assay_high_strict : forall (f f' : R -> R) (b x : R), x < b ->
  (forall y, x <= y <= b -> is_derive f y (f' y)) ->
  (forall y, x < y < b -> 0 < - f' y) -> f b < f x.
Proof.
  intros f f' b x Hxb D S.
  destruct (MVT_cor2 f f' x b) as [c [E Hc]]; [lra | |].
  - intros y Hy. apply is_derive_Reals. apply D. lra.
  - assert (0 < - f' c * (b - x)) by (apply Rmult_lt_0_compat; [apply S; lra | lra]). lra.
Qed.

Lemma assay_concave : forall (f f' f2 : R -> R) (a b x : R), a <= x <= b ->
  (forall y, a <= y <= b -> is_derive f y (f' y)) ->
  (forall y, a <= y <= b -> is_derive f' y (f2 y)) ->
  (forall y, a < y < b -> f2 y <= 0) -> 0 <= f a -> 0 <= f b -> 0 <= f x.
Proof.
  intros f f' f2 a b x Hx D DD S A B.
  destruct (Req_dec a x) as [E0|N]; [subst; exact A|].
  destruct (Req_dec x b) as [E0|N']; [subst; exact B|].
  destruct (MVT_cor2 f f' a x) as [c [E Hc]]; [lra | intros; apply is_derive_Reals; apply D; lra |].
  destruct (MVT_cor2 f f' x b) as [d [E' Hd]]; [lra | intros; apply is_derive_Reals; apply D; lra |].
  destruct (MVT_cor2 f' f2 c d) as [e [E2 He]]; [lra | intros; apply is_derive_Reals; apply DD; lra |].
  assert (f2 e * (d - c) <= 0) by (pose proof (S e ltac:(lra)); nra).
  destruct (Rle_or_lt 0 (f x)) as [|L]; [assumption|].
  assert (f' c < 0) by nra. assert (0 < f' d) by nra. lra.
Qed.

Lemma assay_le_cancel : forall m e, 0 < m -> 0 <= m * e -> 0 <= e.
Proof. intros. apply (Rmult_le_reg_l m); lra. Qed.

Lemma assay_lt_cancel : forall m e, 0 < m -> 0 < m * e -> 0 < e.
Proof. intros. apply (Rmult_lt_reg_l m); lra. Qed.

Lemma assay_exp_le : forall x y, x <= y -> exp x <= exp y.
Proof. intros x y [H| ->]; [left; apply exp_increasing; exact H | apply Rle_refl]. Qed.

Lemma assay_ln_le : forall x y, 0 < x -> x <= y -> ln x <= ln y.
Proof. intros x y P [H| ->]; [left; apply ln_increasing; assumption | apply Rle_refl]. Qed.

Lemma assay_exp_small : forall x, x <= 0 -> exp x <= 1.
Proof. intros. rewrite <- exp_0. apply assay_exp_le. assumption. Qed.

Ltac assay_side := first [assumption | lra | (timeout 2 nra)].

Ltac assay_note :=
  repeat match goal with
  | |- context [exp ?t] =>
    match goal with H : 0 < exp t |- _ => fail 1 | _ =>
      pose proof (exp_pos t); pose proof (exp_ineq1_le t); try (pose proof (assay_exp_small t ltac:(first
      [lra | (timeout 2 nra)]))) end
  end.

Ltac assay_ln := rewrite <- ?ln_mult by lra; apply f_equal; lra.

Ltac assay_positive :=
  timeout 5 (repeat first [ lra | apply exp_pos | apply Rlt_le; apply exp_pos | apply pow_lt | apply
  Rdiv_lt_0_compat
    | apply Rinv_0_lt_compat | apply Rmult_lt_0_compat | apply Rplus_lt_0_compat | apply Rmult_le_pos
    | apply Rplus_le_le_0_compat | apply Rlt_le; apply Rinv_0_lt_compat | apply Rgt_not_eq | apply pow2_ge_0
    ]).

Ltac assay_fact :=
  cbv beta in *;
  solve [ exact I | assumption | lra | apply Rlt_le; apply exp_pos | apply exp_pos | assay_ln | assay_note;
  lra | assay_positive | solve [assay_note; timeout 2 nra]
        | timeout 5 interval | apply Rgt_not_eq; assay_note; first [lra | timeout 2 nra] | apply Rlt_not_eq;
        assay_note; first [lra | timeout 2 nra]
        | solve [field; assay_side] | solve [assay_note; field; assay_side]
        | rewrite ?Rmult_0_r, ?Rmult_0_l, ?Ropp_0, ?exp_0; lra ].

Ltac assay_product :=
  repeat first [ assumption | lra | apply exp_pos | left; apply exp_pos | apply pow2_ge_0
               | apply Rmult_le_pos | apply Rmult_lt_0_compat | apply pow_lt | apply pow_le | assay_fact ].

Ltac assay_exp lhs rhs :=
  let E := fresh "E" in
  assert (E : lhs = rhs) by
    (rewrite ?assay_exp_power; rewrite <- ?exp_Ropp; rewrite <- ?exp_plus; try rewrite <- exp_0;
     f_equal; simpl INR; field; assay_side);
  rewrite ?E.

Ltac assay_nonzero :=
  first [ assumption | lra | timeout 2 nra | apply Rgt_not_eq; apply exp_pos
        | apply Rgt_not_eq; solve [assay_note; timeout 2 nra]
        | apply Rgt_not_eq; apply pow_lt; apply exp_pos | solve [assay_positive] ].

Ltac assay_zero := rewrite ?Rmult_0_r, ?Rmult_0_l, ?Rmult_1_r, ?Rmult_1_l, ?Ropp_0, ?exp_0, ?Rplus_0_r,
  ?Rplus_0_l, ?ln_1, ?sqrt_1, ?sqrt_0.

Ltac assay_end :=
  first [ lra | solve [assay_zero; lra] | solve [timeout 5 interval]
        | solve [apply Req_le; rewrite ?exp_Ropp; field; repeat split; assay_nonzero]
        | solve [apply Req_le; assay_zero; field; repeat split; assay_nonzero]
        | solve [assay_zero; timeout 2 nra] ].

Ltac assay_identity :=
  cbv beta in *; first [ ring | field; repeat split; assay_nonzero ].
"""
