(* Random differential privacy does not compose adaptively: a uniform number, and then whether the row is that number. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals.
From Assay Require Import Real Distribution HockeyStick Mechanism Composition Parallel RandomDP Divergences Notions.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
From mathcomp Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition three := [finType of 'I_3].
Definition rows : dist three := uniform (ord0 : three).
Notation two_rows := {ffun 'I_2 -> three}.

(* The chance of an event about two rows: the number of pairs, of nine. *)
Lemma Pr_two_rows (E : three -> three -> bool) :
  Pr (drawn rows 0) [set r : two_rows | E (r ord0) (r ord_max)]
  = (\sum_(a : three) \sum_(b : three) E a b)%:R * 9%:R^-1.
Proof.
pose pair (o : three * three) : two_rows := [ffun i => if i == ord0 then o.1 else o.2].
rewrite -Ex_event /Ex (reindex pair) /=; last first.
  exists (fun r : two_rows => (r ord0, r ord_max)) => [[a b] _ | r _]; first by rewrite !ffunE.
  apply/ffunP => i; rewrite ffunE; case: eqP => [-> // | i0]; congr (r _).
  by apply: val_inj; case: i i0 => -[|[|i]] //= h i0; case: i0; apply: val_inj.
rewrite natr_sum mulr_suml -(pair_bigA _ (fun a b => drawn rows 0 (pair (a, b)) * (pair (a, b) \in [set r : two_rows | E (r ord0) (r ord_max)])%:R)) /=.
apply: eq_bigr => a _; rewrite natr_sum mulr_suml; apply: eq_bigr => b _.
rewrite inE !ffunE /= mulrC; congr (_ * _).
by rewrite !big_ord_recl big_ord0 !ffunE !card_ord mulr1 -invfM -natrM.
Qed.

Definition guess : mechanism (data three 0) three := fun _ => rows.
Definition is_it (t : three) : mechanism (data three 0) [finType of bool] := fun x => point (x ord0 == t).

Lemma first_row (r : two_rows) : first (n := 0) r ord0 = r ord0.
Proof. by rewrite ffunE; congr (r _); apply: val_inj. Qed.
Lemma last_row (r : two_rows) : replaced (n := 0) r ord0 = r ord_max.
Proof. by rewrite ffunE; case: eqP => // h; case: h; apply: val_inj. Qed.

Lemma is_it_private t : random_dp rows (is_it t) 0 (4%:R * 9%:R^-1).
Proof.
apply: (@le_trans _ _ (Pr (drawn rows 0) [set r : two_rows | (r ord0 == t) != (r ord_max == t)])).
  apply: Pr_mono; apply/subsetP => r; rewrite !inE /is_it first_row last_row; apply: contraNneq => ->.
  by apply/near_indist; rewrite exp0; split; apply: indist_refl; exact: lexx.
rewrite (Pr_two_rows (fun a b => (a == t) != (b == t))).
apply: ler_wpmul2r; rewrite ?invr_ge0 ?ler0n // ler_nat !big_ord_recl !big_ord0.
by case: t => -[|[|[|t]]].
Qed.

Lemma both_mass x a : joint (guess x) (fun t => is_it t x) (a, true) = 3%:R^-1 * (x ord0 == a)%:R.
Proof.
rewrite ffunE /= /guess /is_it; congr (_ * _); first by rewrite ffunE card_ord.
by rewrite ffunE; case: (x ord0 == a).
Qed.

Lemma both_not_private : ~ random_dp rows (fun x => joint (guess x) (fun t => is_it t x)) 0 (4%:R * 9%:R^-1).
Proof.
move=> h; suff : 6%:R * 9%:R^-1 <= 4%:R * 9%:R^-1 :> R by rewrite ler_pmul2r ?invr_gt0 ?ltr0n // ler_nat.
apply: le_trans h; have -> : 6%:R * 9%:R^-1 = Pr (drawn rows 0) [set r : two_rows | r ord0 != r ord_max].
  by rewrite (Pr_two_rows (fun a b => a != b)); congr (_%:R * _); rewrite !big_ord_recl !big_ord0.
apply: Pr_mono; apply/subsetP => r; rewrite !inE => ne; apply/forallP => /(_ (r ord0, true)) /andP [le _].
move: le; rewrite exp0 mul1r !both_mass first_row last_row eqxx eq_sym (negbTE ne) mulr1 mulr0.
by rewrite leNgt invr_gt0 ltr0n.
Qed.

Theorem random_not_adaptive : ~ adaptive (random rows 0).
Proof.
move=> ad; apply: both_not_private; have := ad _ _ guess is_it (0, 0) (0, 4%:R * 9%:R^-1).
rewrite /= !add0r; apply; last exact: is_it_private.
exact: (constant_law (random_laws rows 0)).
Qed.
