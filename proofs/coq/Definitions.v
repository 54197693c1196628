(* Other forms of the definition: logarithms, the limit form, the best delta, the bias of randomised response,
   and what follows from epsilon = 0. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct ring.
Require Import Reals ZArith.
From Assay Require Import Real Distribution HockeyStick Mechanism Group RandomisedResponse.
From Assay Require lemma_the_limit_form_of_pure_DP.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Module Limit := lemma_the_limit_form_of_pure_DP.

Section Logarithms.
Variables (T : finType) (P Q : dist T) (eps delta : R) (S : {set T}).

Lemma ln_le (x : R) : 0 < x -> (ln x <= eps) = (x <= exp eps).
Proof. by move=> x0; rewrite -{2}(lnK x0) ler_exp. Qed.

Lemma le_ln (x : R) : 0 < x -> (- eps <= ln x) = (exp (- eps) <= x).
Proof. by move=> x0; rewrite -{2}(lnK x0) ler_exp. Qed.

Theorem log_form : delta < Pr P S -> 0 < Pr Q S ->
  (Pr P S <= exp eps * Pr Q S + delta) <-> (ln ((Pr P S - delta) / Pr Q S) <= eps).
Proof.
move=> d Q0; rewrite ln_le ?divr_gt0 ?subr_gt0 //.
by rewrite ler_pdivr_mulr // ler_subl_addr.
Qed.

Theorem log_form_reversed : 0 <= delta -> 0 < Pr Q S ->
  (Pr Q S <= exp eps * (Pr P S + delta)) <-> (0 < Pr P S + delta /\ - eps <= ln ((Pr P S + delta) / Pr Q S)).
Proof.
move=> d Q0; split=> [h | [p0]].
  have p0 : 0 < Pr P S + delta by rewrite -(pmulr_rgt0 _ (exp_gt0 eps)); apply: lt_le_trans Q0 h.
  split=> //; rewrite le_ln ?divr_gt0 // expN ler_pdivl_mulr //.
  by rewrite ler_pdivr_mull ?exp_gt0.
rewrite le_ln ?divr_gt0 // expN ler_pdivl_mulr //.
by rewrite ler_pdivr_mull ?exp_gt0.
Qed.

Theorem log_form_implied : 0 <= eps -> 0 <= delta -> 0 < Pr Q S ->
  Pr Q S <= exp eps * Pr P S + delta -> - eps <= ln ((Pr P S + delta) / Pr Q S).
Proof.
move=> e0 d Q0 h; have [] // := (log_form_reversed d Q0).1 _; apply: le_trans h _.
rewrite mulrDr ler_add2l -{1}[delta]mul1r ler_wpmul2r //.
by rewrite exp_ge1.
Qed.

End Logarithms.

Section Limit.
Variables (T : finType) (P Q : dist T) (t : R).
Hypothesis t_ge0 : 0 <= t.

Theorem limit_form : (forall S : {set T}, Pr P S <= (1 + t) * Pr Q S) -> (forall S : {set T}, Pr Q S <= (1 + t) * Pr P S) ->
  [/\ indist (exp (ln (1 + t))) 0 P Q, indist (exp (ln (1 + t))) 0 Q P,
      indist (exp t) 0 P Q & indist (exp t) 0 Q P].
Proof.
move=> PQ QP; have t1 : 0 < 1 + t by rewrite ltr_paddr ?ltr01.
have le : 1 + t <= exp t.
  by rewrite -{1}(lnK t1) ler_exp; apply/RleP; apply: Limit.claim1; apply: Rle_ge; apply/RleP.
have wider (A B : R) : A <= (1 + t) * B -> 0 <= B -> A <= exp t * B.
  by move=> h B0; apply: le_trans h _; apply: ler_wpmul2r.
split=> S; rewrite addr0 ?lnK //; by apply: wider; rewrite ?Pr_ge0.
Qed.

Theorem limit_form_converse : t <= 5%:R / 4%:R -> indist (exp t) 0 P Q -> indist (exp t) 0 Q P ->
  forall S : {set T}, (1 - t) * Pr Q S <= Pr P S /\ Pr P S <= (1 + 2%:R * t) * Pr Q S.
Proof.
move=> t54 PQ QP S; have := PQ S; have := QP S; rewrite !addr0 => qp pq; split.
  apply: (@le_trans _ _ (exp (- t) * Pr Q S)); last by rewrite expN ler_pdivr_mull ?exp_gt0.
  by apply: ler_wpmul2r; [exact: Pr_ge0 | apply/RleP; apply: Rge_le; apply: Limit.claim3; toR].
apply: le_trans pq _; apply: ler_wpmul2r; first exact: Pr_ge0.
apply/RleP; apply: Limit.claim4; toR => //.
have nat (n : nat) : IZR (Z.of_nat n) = n%:R by rewrite -INR_IZR_INZ INRE.
rewrite RdivE; last by rewrite -[X in IZR X]/(Z.of_nat 4) nat pnatr_eq0.
by rewrite -[X in _ <= IZR X / _]/(Z.of_nat 5) -[X in _ <= _ / IZR X]/(Z.of_nat 4) !nat.
Qed.

End Limit.

(* The best delta is at most k times the largest of its k terms. *)
Theorem best_delta_at_most (T : finType) (P Q : dist T) (A m : R) :
  (forall t, Num.max (P t - A * Q t) 0 <= m) -> hockey_stick A P Q <= #|T|%:R * m.
Proof.
move=> h; apply: (@le_trans _ _ (\sum_(t : T) m)); first by apply: ler_sum => t _; exact: h.
by rewrite sumr_const mulr_natl.
Qed.

Section NothingLearned.
Variables (X : Type) (T : finType) (M : mechanism X T) (adj : relation_on X).

(* No change of one individual changes the distribution: then none of many does. *)
Theorem nothing_learned : dp M adj 0 0 ->
  (forall x y, exists k, steps adj k x y) -> forall x y t, M x t = M y t.
Proof.
move=> h joined x y t; apply/eqP; rewrite eq_le.
suff le x' y' : M x' t <= M y' t by rewrite !le.
have [k xy] := joined x' y'.
have := @pure_group_privacy _ _ _ _ _ k h _ _ xy [set t].
by rewrite mulr0 exp0 mul1r addr0 !Pr_set1.
Qed.

Theorem little_learned eps k : dp M adj eps 0 ->
  forall x y, steps adj k x y -> indist (exp (k%:R * eps)) 0 (M x) (M y).
Proof. by move=> h x y xy; exact: (@pure_group_privacy _ _ _ _ _ k h). Qed.

End NothingLearned.
