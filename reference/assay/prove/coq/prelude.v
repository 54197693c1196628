Require Export Reals Lra Psatz ZArith Lia.
From Coquelicot Require Export Coquelicot.
From Interval Require Export Tactic.
Open Scope R_scope.

(* Mean value theorem: the sign of a derivative, and concavity. *)

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
  (forall y, a < y < b -> is_derive f' y (f2 y)) ->
  (forall y, a < y < b -> 0 <= - f2 y) -> 0 <= f a -> 0 <= f b -> 0 <= f x.
Proof.
  intros f f' f2 a b x Hx D DD S A B.
  destruct (Req_dec a x) as [E0|N]; [subst; exact A|].
  destruct (Req_dec x b) as [E0|N']; [subst; exact B|].
  destruct (MVT_cor2 f f' a x) as [c [E Hc]]; [lra | intros; apply is_derive_Reals; apply D; lra |].
  destruct (MVT_cor2 f f' x b) as [d [E' Hd]]; [lra | intros; apply is_derive_Reals; apply D; lra |].
  destruct (MVT_cor2 f' f2 c d) as [e [E2 He]]; [lra | intros; apply is_derive_Reals; apply DD; lra |].
  assert (0 <= - f2 e * (d - c)) by (apply Rmult_le_pos; [apply S; lra | lra]).
  destruct (Rle_or_lt 0 (f x)) as [|L]; [assumption|].
  assert (f' c < 0) by nra. assert (0 < f' d) by nra. lra.
Qed.

Lemma assay_concave_strict : forall (f f' f2 : R -> R) (a b x : R), a < x < b ->
  (forall y, a <= y <= b -> is_derive f y (f' y)) ->
  (forall y, a < y < b -> is_derive f' y (f2 y)) ->
  (forall y, a < y < b -> 0 <= - f2 y) -> 0 <= f a -> 0 <= f b ->
  (0 < f a \/ 0 < f b \/ (forall y, a < y < b -> 0 < - f2 y)) -> 0 < f x.
Proof.
  intros f f' f2 a b x Hx D DD S A B T.
  destruct (MVT_cor2 f f' a x) as [c [E Hc]]; [lra | intros; apply is_derive_Reals; apply D; lra |].
  destruct (MVT_cor2 f f' x b) as [d [E' Hd]]; [lra | intros; apply is_derive_Reals; apply D; lra |].
  destruct (MVT_cor2 f' f2 c d) as [e [E2 He]]; [lra | intros; apply is_derive_Reals; apply DD; lra |].
  assert (0 <= - f2 e * (d - c)) by (apply Rmult_le_pos; [apply S; lra | lra]).
  destruct (Rle_or_lt (f x) 0) as [L|]; [exfalso|assumption].
  destruct T as [T|[T|T]].
  - assert (f' c < 0) by nra. assert (0 <= f' d) by nra. lra.
  - assert (f' c <= 0) by nra. assert (0 < f' d) by nra. lra.
  - assert (0 < - f2 e * (d - c)) by (apply Rmult_lt_0_compat; [apply T; lra | lra]).
    assert (f' c <= 0) by nra. assert (0 <= f' d) by nra. lra.
Qed.

(* Derivatives, one constructor each. *)

Lemma assay_d_const : forall (c x : R), is_derive (fun _ : R => c) x 0.
Proof. intros. apply @is_derive_const. Qed.

Lemma assay_d_id : forall (x : R), is_derive (fun y : R => y) x 1.
Proof. intros. apply @is_derive_id. Qed.

Lemma assay_d_opp : forall (f : R -> R) (x d : R), is_derive f x d -> is_derive (fun y : R => - f y) x (- d).
Proof. intros f x d H. apply (is_derive_opp f x d H). Qed.

Lemma assay_d_plus : forall (f g : R -> R) (x d e : R), is_derive f x d -> is_derive g x e ->
  is_derive (fun y : R => f y + g y) x (d + e).
Proof. intros f g x d e H K. apply (is_derive_plus f g x d e H K). Qed.

Lemma assay_d_minus : forall (f g : R -> R) (x d e : R), is_derive f x d -> is_derive g x e ->
  is_derive (fun y : R => f y - g y) x (d - e).
Proof. intros f g x d e H K. apply (is_derive_minus f g x d e H K). Qed.

Lemma assay_d_mult : forall (f g : R -> R) (x d e : R), is_derive f x d -> is_derive g x e ->
  is_derive (fun y : R => f y * g y) x (d * g x + f x * e).
Proof. intros f g x d e H K. apply (is_derive_mult f g x d e H K). intros. apply Rmult_comm. Qed.

Lemma assay_d_div : forall (f g : R -> R) (x d e : R), is_derive f x d -> is_derive g x e -> g x <> 0 ->
  is_derive (fun y : R => f y / g y) x ((d * g x - f x * e) / (g x) ^ 2).
Proof. intros f g x d e H K N. apply (is_derive_div f g x d e H K N). Qed.

Lemma assay_d_outer : forall (F f : R -> R) (x d e : R), is_derive F (f x) e -> is_derive f x d ->
  is_derive (fun y : R => F (f y)) x (e * d).
Proof.
  intros F f x d e H K. replace (e * d) with (d * e) by ring. apply (is_derive_comp F f x e d H K).
Qed.

Lemma assay_d_pow : forall (f : R -> R) (n : nat) (x d : R), is_derive f x d ->
  is_derive (fun y : R => f y ^ n) x (INR n * f x ^ pred n * d).
Proof.
  intros f n x d H. replace (INR n * f x ^ pred n * d) with (INR n * d * f x ^ pred n) by ring.
  apply (is_derive_pow f n x d H).
Qed.

Lemma assay_d_exp : forall (f : R -> R) (x d : R), is_derive f x d ->
  is_derive (fun y : R => exp (f y)) x (exp (f x) * d).
Proof. intros f x d H. apply (assay_d_outer exp f x d (exp (f x))); [apply is_derive_exp | exact H]. Qed.

Lemma assay_d_ln : forall (f : R -> R) (x d : R), is_derive f x d -> 0 < f x ->
  is_derive (fun y : R => ln (f y)) x (d / f x).
Proof.
  intros f x d H P. replace (d / f x) with (/ f x * d) by (field; lra).
  apply (assay_d_outer ln f x d (/ f x)); [apply is_derive_ln; exact P | exact H].
Qed.

Lemma assay_d_sqrt : forall (f : R -> R) (x d : R), is_derive f x d -> 0 < f x ->
  is_derive (fun y : R => sqrt (f y)) x (d / (2 * sqrt (f x))).
Proof.
  intros f x d H P.
  replace (d / (2 * sqrt (f x))) with (/ (2 * sqrt (f x)) * d)
    by (field; apply Rgt_not_eq; apply sqrt_lt_R0; exact P).
  apply (assay_d_outer sqrt f x d); [apply is_derive_Reals; apply derivable_pt_lim_sqrt; exact P | exact H].
Qed.

(* Signs of products, and cancelling a positive factor. *)

Lemma assay_le_cancel : forall m e, 0 < m -> 0 <= m * e -> 0 <= e.
Proof. intros. apply (Rmult_le_reg_l m); lra. Qed.

Lemma assay_lt_cancel : forall m e, 0 < m -> 0 < m * e -> 0 < e.
Proof. intros. apply (Rmult_lt_reg_l m); lra. Qed.

Lemma assay_eq_cancel : forall m e, 0 < m -> m * e = 0 -> e = 0.
Proof. intros m e M E. destruct (Rmult_integral m e E); lra. Qed.

Lemma assay_div_low : forall q a b, 0 < b -> q * b <= a -> q <= a / b.
Proof.
  intros q a b B H. replace q with (q * b / b) by (field; lra).
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; exact B | exact H].
Qed.

Lemma assay_div_low_strict : forall q a b, 0 < b -> q * b < a -> q < a / b.
Proof.
  intros q a b B H. replace q with (q * b / b) by (field; lra).
  apply Rmult_lt_compat_r; [apply Rinv_0_lt_compat; exact B | exact H].
Qed.

Lemma assay_div_high : forall q a b, 0 < b -> a <= q * b -> a / b <= q.
Proof.
  intros q a b B H. replace q with (q * b / b) by (field; lra).
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; exact B | exact H].
Qed.

Lemma assay_div_high_strict : forall q a b, 0 < b -> a < q * b -> a / b < q.
Proof.
  intros q a b B H. replace q with (q * b / b) by (field; lra).
  apply Rmult_lt_compat_r; [apply Rinv_0_lt_compat; exact B | exact H].
Qed.

Lemma assay_sq : forall x, 0 <= x * x.
Proof. intros. nra. Qed.

Lemma assay_square : forall w s, 0 <= w -> 0 <= w * s ^ 2.
Proof. intros. apply Rmult_le_pos; [assumption | apply pow2_ge_0]. Qed.

(* Exponentials, logarithms, roots. *)

Lemma assay_exp_power : forall (n : nat) x, exp x ^ n = exp (INR n * x).
Proof.
  induction n; intros x.
  - simpl. rewrite Rmult_0_l, exp_0. reflexivity.
  - rewrite S_INR. simpl pow. rewrite IHn, <- exp_plus. f_equal. ring.
Qed.

Lemma assay_exp_le : forall x y, x <= y -> exp x <= exp y.
Proof. intros x y [H| ->]; [left; apply exp_increasing; exact H | apply Rle_refl]. Qed.

Lemma assay_ln_le : forall x y, 0 < x -> x <= y -> ln x <= ln y.
Proof. intros x y P [H| ->]; [left; apply ln_increasing; assumption | apply Rle_refl]. Qed.

Lemma assay_exp_low : forall x y q, y <= x -> q <= exp y -> q <= exp x.
Proof. intros. apply Rle_trans with (exp y); [assumption | apply assay_exp_le; assumption]. Qed.

Lemma assay_exp_low_strict : forall x y q, y < x -> q <= exp y -> q < exp x.
Proof. intros. apply Rle_lt_trans with (exp y); [assumption | apply exp_increasing; assumption]. Qed.

Lemma assay_exp_high : forall x y q, x <= y -> exp y <= q -> exp x <= q.
Proof. intros. apply Rle_trans with (exp y); [apply assay_exp_le; assumption | assumption]. Qed.

Lemma assay_exp_high_strict : forall x y q, x < y -> exp y <= q -> exp x < q.
Proof. intros. apply Rlt_le_trans with (exp y); [apply exp_increasing; assumption | assumption]. Qed.

Lemma assay_ln_low : forall x y q, 0 < y -> y <= x -> q <= ln y -> q <= ln x.
Proof. intros. apply Rle_trans with (ln y); [assumption | apply assay_ln_le; assumption]. Qed.

Lemma assay_ln_low_strict : forall x y q, 0 < y -> y < x -> q <= ln y -> q < ln x.
Proof. intros. apply Rle_lt_trans with (ln y); [assumption | apply ln_increasing; assumption]. Qed.

Lemma assay_ln_high : forall x y q, 0 < x -> x <= y -> ln y <= q -> ln x <= q.
Proof. intros. apply Rle_trans with (ln y); [apply assay_ln_le; assumption | assumption]. Qed.

Lemma assay_ln_high_strict : forall x y q, 0 < x -> x < y -> ln y <= q -> ln x < q.
Proof. intros. apply Rlt_le_trans with (ln y); [apply ln_increasing; assumption | assumption]. Qed.

Lemma assay_ln_is : forall x y, exp y = x -> ln x = y.
Proof. intros x y H. rewrite <- H. apply ln_exp. Qed.

Lemma assay_sqrt_lt : forall x y, 0 <= x -> x < y -> sqrt x < sqrt y.
Proof. intros. apply sqrt_lt_1; lra. Qed.

(* Powers with a whole exponent; 0 ^ 0 = 1. *)

Lemma assay_power_nat : forall x (n : nat), powerRZ x (Z.of_nat n) = x ^ n.
Proof. intros. symmetry. apply pow_powerRZ. Qed.

Lemma assay_power_add : forall x m n, (0 <= m)%Z -> (0 <= n)%Z ->
  powerRZ x (m + n) = powerRZ x m * powerRZ x n.
Proof.
  intros x m n M N. rewrite <- (Z2Nat.id m M), <- (Z2Nat.id n N), <- Nat2Z.inj_add, !assay_power_nat.
  apply pow_add.
Qed.

Lemma assay_power_mult : forall x m (k : nat), (0 <= m)%Z ->
  powerRZ x (Z.of_nat k * m) = powerRZ x m ^ k.
Proof.
  intros x m k M. rewrite <- (Z2Nat.id m M), <- Nat2Z.inj_mul, !assay_power_nat.
  rewrite <- pow_mult. f_equal. lia.
Qed.

Lemma assay_power_pos : forall x n, 0 < x -> 0 < powerRZ x n.
Proof. intros. apply powerRZ_lt. assumption. Qed.

Lemma assay_power_nonneg : forall x n, 0 <= x -> (0 <= n)%Z -> 0 <= powerRZ x n.
Proof. intros x n X N. rewrite <- (Z2Nat.id n N), assay_power_nat. apply pow_le. assumption. Qed.

Lemma assay_power_ge_1 : forall x n, 1 <= x -> (0 <= n)%Z -> 1 <= powerRZ x n.
Proof. intros x n X N. rewrite <- (Z2Nat.id n N), assay_power_nat. apply pow_R1_Rle. assumption. Qed.

Lemma assay_power_le_1 : forall x n, 0 <= x -> x <= 1 -> (0 <= n)%Z -> powerRZ x n <= 1.
Proof.
  intros x n X Y N. rewrite <- (Z2Nat.id n N), assay_power_nat. rewrite <- (pow1 (Z.to_nat n)).
  apply pow_incr. split; assumption.
Qed.

Lemma assay_power_exp : forall x n, powerRZ (exp x) n = exp (IZR n * x).
Proof.
  intros x n. rewrite powerRZ_Rpower by apply exp_pos. unfold Rpower. rewrite ln_exp. reflexivity.
Qed.

Lemma assay_power_base : forall x n, 0 < x -> powerRZ x n = exp (IZR n * ln x).
Proof. intros x n X. rewrite powerRZ_Rpower by assumption. reflexivity. Qed.

Lemma assay_power_le : forall x y n, 0 <= x -> x <= y -> (0 <= n)%Z -> powerRZ x n <= powerRZ y n.
Proof.
  intros x y n X Y N. rewrite <- (Z2Nat.id n N), !assay_power_nat. apply pow_incr. split; assumption.
Qed.

Lemma assay_pow_lt : forall x y (n : nat), 0 <= x -> x < y -> (0 < n)%nat -> x ^ n < y ^ n.
Proof.
  intros x y n X Y N. destruct n; [lia|]. clear N. induction n; [lra|].
  change (x * x ^ S n < y * y ^ S n). apply Rmult_le_0_lt_compat; try assumption. apply pow_le. assumption.
Qed.

Lemma assay_d_power : forall (f : R -> R) (n : Z) (x d : R), is_derive f x d -> (f x <> 0 \/ (0 <= n)%Z) ->
  is_derive (fun y : R => powerRZ (f y) n) x (IZR n * powerRZ (f x) (n - 1) * d).
Proof.
  intros f n x d H C. destruct (Z.eq_dec n 0) as [E|E].
  { subst n. apply (is_derive_ext (fun _ => 1)). { reflexivity. }
    replace (0 * powerRZ (f x) (0 - 1) * d) with 0 by ring. apply assay_d_const. }
  apply (assay_d_outer (fun z => powerRZ z n) f x d); [|exact H].
  destruct (Z_le_gt_dec 1 n) as [P|M].
  - apply (is_derive_ext (fun z => z ^ Z.to_nat n)).
    { intros t. rewrite <- assay_power_nat, Z2Nat.id by lia. reflexivity. }
    replace (IZR n * powerRZ (f x) (n - 1)) with (INR (Z.to_nat n) * f x ^ pred (Z.to_nat n) * 1).
    { apply (assay_d_pow (fun z => z) _ (f x) 1). apply assay_d_id. }
    rewrite INR_IZR_INZ, Z2Nat.id by lia. rewrite <- (assay_power_nat (f x)).
    replace (Z.of_nat (Init.Nat.pred (Z.to_nat n))) with (n - 1)%Z by lia. ring.
  - destruct C as [N|B]; [|lia].
    apply (is_derive_ext (fun z => / z ^ Z.to_nat (- n))).
    { intros t. rewrite <- assay_power_nat, Z2Nat.id by lia. rewrite <- powerRZ_neg', Z.opp_involutive. reflexivity. }
    remember (Z.to_nat (- n)) as k eqn:K. assert (n = - Z.of_nat k)%Z by lia. subst n.
    replace (IZR (- Z.of_nat k) * powerRZ (f x) (- Z.of_nat k - 1))
      with ((0 * f x ^ k - 1 * (INR k * f x ^ pred k * 1)) / (f x ^ k) ^ 2).
    + apply (is_derive_ext (fun z => 1 / z ^ k)). { intros t. apply Rmult_1_l. }
      apply (assay_d_div (fun _ => 1) (fun z => z ^ k)); [apply assay_d_const | apply (assay_d_pow (fun z => z) k (f x) 1); apply assay_d_id |].
      apply pow_nonzero. exact N.
    + rewrite opp_IZR, <- INR_IZR_INZ.
      replace (- Z.of_nat k - 1)%Z with (- Z.of_nat (S k))%Z by lia.
      rewrite powerRZ_neg', assay_power_nat. destruct k; [simpl; field; exact N|].
      simpl pred. simpl pow. field. split; [apply pow_nonzero; exact N | exact N].
Qed.

Lemma assay_powers : forall x m n, (x <> 0 \/ (0 <= m /\ 0 <= n)%Z) -> powerRZ x m * powerRZ x n = powerRZ x (m + n).
Proof.
  intros x m n [N|[M P]]; symmetry.
  - apply powerRZ_add. assumption.
  - apply assay_power_add; assumption.
Qed.

Lemma assay_even : forall x (n : nat), 0 <= x ^ (n + n).
Proof. intros. rewrite pow_add. apply assay_sq. Qed.

(* Finite sums: assay_sum lo hi f = f lo + ... + f hi, and 0 if there is no term. *)

Fixpoint assay_run (n : nat) (lo : Z) (f : Z -> R) : R :=
  match n with O => 0 | S m => f lo + assay_run m (lo + 1)%Z f end.

Definition assay_sum (lo hi : Z) (f : Z -> R) : R := assay_run (Z.to_nat (hi + 1 - lo)) lo f.

Lemma assay_sum_empty : forall lo hi f, (hi < lo)%Z -> assay_sum lo hi f = 0.
Proof. intros lo hi f H. unfold assay_sum. replace (Z.to_nat (hi + 1 - lo)) with O by lia. reflexivity. Qed.

Lemma assay_sum_first : forall lo hi f, (lo <= hi)%Z -> assay_sum lo hi f = f lo + assay_sum (lo + 1) hi f.
Proof.
  intros lo hi f H. unfold assay_sum.
  replace (Z.to_nat (hi + 1 - lo)) with (S (Z.to_nat (hi + 1 - (lo + 1)))) by lia. reflexivity.
Qed.

Lemma assay_run_last : forall n lo f, assay_run (S n) lo f = assay_run n lo f + f (lo + Z.of_nat n)%Z.
Proof.
  induction n; intros lo f.
  - simpl. replace (lo + 0)%Z with lo by lia. ring.
  - change (f lo + assay_run (S n) (lo + 1) f = f lo + assay_run n (lo + 1) f + f (lo + Z.of_nat (S n))%Z).
    rewrite IHn. replace (lo + 1 + Z.of_nat n)%Z with (lo + Z.of_nat (S n))%Z by lia. ring.
Qed.

Lemma assay_sum_last : forall lo hi f, (lo <= hi)%Z -> assay_sum lo hi f = assay_sum lo (hi - 1) f + f hi.
Proof.
  intros lo hi f H. unfold assay_sum.
  replace (Z.to_nat (hi + 1 - lo)) with (S (Z.to_nat (hi - 1 + 1 - lo))) by lia.
  rewrite assay_run_last. do 2 f_equal. lia.
Qed.

Lemma assay_run_ind : forall (P : R -> R -> Prop) (f g : Z -> R), P 0 0 ->
  (forall a b c d, P a b -> P c d -> P (a + c) (b + d)) ->
  forall n lo, (forall i, (lo <= i < lo + Z.of_nat n)%Z -> P (f i) (g i)) -> P (assay_run n lo f) (assay_run n lo g).
Proof.
  intros P f g Z0 A. induction n; intros lo H; [exact Z0|].
  simpl. apply A; [apply H; lia | apply IHn; intros i I; apply H; lia].
Qed.

Lemma assay_sum_le : forall lo hi f g, (forall i, (lo <= i)%Z -> (i <= hi)%Z -> f i <= g i) ->
  assay_sum lo hi f <= assay_sum lo hi g.
Proof.
  intros lo hi f g H. apply (assay_run_ind Rle); [lra | intros; lra |]. intros i I. apply H; lia.
Qed.

Lemma assay_sum_ext : forall lo hi f g, (forall i, (lo <= i)%Z -> (i <= hi)%Z -> f i = g i) ->
  assay_sum lo hi f = assay_sum lo hi g.
Proof.
  intros lo hi f g H. apply (assay_run_ind eq); [lra | intros; lra |]. intros i I. apply H; lia.
Qed.

Lemma assay_sum_plus : forall lo hi f g,
  assay_sum lo hi (fun i => f i + g i) = assay_sum lo hi f + assay_sum lo hi g.
Proof.
  intros. unfold assay_sum. generalize (Z.to_nat (hi + 1 - lo)). intros n. revert lo.
  induction n; intros lo; simpl; [ring | rewrite IHn; ring].
Qed.

Lemma assay_sum_scale : forall lo hi c f,
  assay_sum lo hi (fun i => c * f i) = c * assay_sum lo hi f.
Proof.
  intros. unfold assay_sum. generalize (Z.to_nat (hi + 1 - lo)). intros n. revert lo.
  induction n; intros lo; simpl; [ring | rewrite IHn; ring].
Qed.

Lemma assay_sum_zero : forall lo hi, assay_sum lo hi (fun _ => 0) = 0.
Proof.
  intros. unfold assay_sum. generalize (Z.to_nat (hi + 1 - lo)). intros n. revert lo.
  induction n; intros lo; simpl; [ring | rewrite IHn; ring].
Qed.

Lemma assay_sum_nonneg : forall lo hi f, (forall i, (lo <= i)%Z -> (i <= hi)%Z -> 0 <= f i) ->
  0 <= assay_sum lo hi f.
Proof. intros lo hi f H. rewrite <- (assay_sum_zero lo hi). apply assay_sum_le. exact H. Qed.

Lemma assay_sum_nonpos : forall lo hi f, (forall i, (lo <= i)%Z -> (i <= hi)%Z -> f i <= 0) ->
  assay_sum lo hi f <= 0.
Proof. intros lo hi f H. rewrite <- (assay_sum_zero lo hi). apply assay_sum_le. exact H. Qed.

Lemma assay_telescope : forall lo hi g, (lo <= hi + 1)%Z ->
  assay_sum lo hi (fun i => g (i + 1)%Z - g i) = g (hi + 1)%Z - g lo.
Proof.
  intros lo hi g H. unfold assay_sum. remember (Z.to_nat (hi + 1 - lo)) as n eqn:E.
  replace (hi + 1)%Z with (lo + Z.of_nat n)%Z by lia. clear. revert lo.
  induction n; intros lo.
  - simpl. replace (lo + 0)%Z with lo by lia. ring.
  - change (g (lo + 1)%Z - g lo + assay_run n (lo + 1) (fun i => g (i + 1)%Z - g i) = g (lo + Z.of_nat (S n))%Z - g lo).
    rewrite IHn. replace (lo + 1 + Z.of_nat n)%Z with (lo + Z.of_nat (S n))%Z by lia. ring.
Qed.

Lemma assay_induction : forall (P : Z -> Prop) a, P a ->
  (forall n, (a <= n)%Z -> P n -> P (n + 1)%Z) -> forall n, (a <= n)%Z -> P n.
Proof. intros P a B S n H. apply (Zlt_lower_bound_ind P a); [|exact H].
  intros x IH X. destruct (Z.eq_dec x a) as [->|N]; [exact B|].
  replace x with (x - 1 + 1)%Z by lia. apply S; [lia|]. apply IH; lia.
Qed.

(* Tactics. *)

Ltac assay_casts :=
  repeat first [rewrite plus_IZR | rewrite minus_IZR | rewrite mult_IZR | rewrite opp_IZR].
Ltac assay_casts_in H :=
  repeat first [rewrite plus_IZR in H | rewrite minus_IZR in H | rewrite mult_IZR in H | rewrite opp_IZR in H].
Ltac assay_whole :=
  first [ lia | apply le_IZR; assay_casts; lra | apply lt_IZR; assay_casts; lra
        | apply le_IZR; assay_casts; nra | apply lt_IZR; assay_casts; nra ].
Ltac assay_integers := (* n > 0 of an integer gives n >= 1 *)
  repeat match goal with
    | H : Rgt (IZR _) (IZR _) |- _ => apply Rgt_lt, lt_IZR in H
    | H : Rlt (IZR _) (IZR _) |- _ => apply lt_IZR in H
    | H : Rge (IZR _) (IZR _) |- _ => apply Rge_le, le_IZR in H
    | H : Rle (IZR _) (IZR _) |- _ => apply le_IZR in H
  end;
  first [ apply Rle_ge, IZR_le; lia | apply IZR_le; lia | apply Rlt_gt, IZR_lt; lia | apply IZR_lt; lia ].
Ltac assay_powers := rewrite ?assay_exp_power; rewrite <- ?exp_Ropp; rewrite <- ?exp_plus.
Ltac assay_atom := repeat split; first
  [ apply Rgt_not_eq; apply exp_pos | apply pow_nonzero; apply Rgt_not_eq; apply exp_pos | assumption ].
Ltac assay_nonzero :=
  cbv beta;
  first
  [ assumption
  | apply Rgt_not_eq; apply exp_pos
  | apply pow_nonzero; assay_nonzero
  | apply Rmult_integral_contrapositive_currified; assay_nonzero
  | lra
  | match goal with N : ?b <> 0 |- ?g <> 0 =>
      let E := fresh in intro E; apply N;
      first [ lra | (replace b with g by (timeout 20 (first [ring | field; assay_atom])); exact E) ] end
  | match goal with N : ?b ^ _ <> 0 |- ?g <> 0 =>
      let E := fresh in intro E; apply N;
      (replace b with g by (timeout 20 (first [ring | field; assay_atom]))); rewrite E; apply pow_i; lia end
  | match goal with N : ?b * ?c <> 0 |- ?g <> 0 =>
      let E := fresh in intro E; apply N; first
      [ (replace b with g by (timeout 20 (first [ring | field; assay_atom]))); rewrite E; ring
      | (replace c with g by (timeout 20 (first [ring | field; assay_atom]))); rewrite E; ring ] end
  | match goal with N : 0 < ?b |- ?g <> 0 =>
      let E := fresh in intro E; apply (Rlt_not_eq 0 b N); symmetry; lra end
  | let E := fresh in intro E; (timeout 20 nra) ].
Ltac assay_field := cbv beta; first [ ring | field; repeat split; assay_nonzero ].
