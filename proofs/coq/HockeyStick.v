(* Indistinguishability of two distributions, hockey-stick divergence, privacy profile, total variation
   (spec/definitions.md, section 3). *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals.
From Assay Require Import Real Distribution.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
From mathcomp Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Pair.
Variable T : finType.
Implicit Types (P Q : dist T) (A d : R).

(* P(S) <= A Q(S) + d for every event S; A stands for e^eps. *)
Definition indist A d P Q := forall S : {set T}, Pr P S <= A * Pr Q S + d.

(* H_A(P || Q) = sum over the outputs of max(P - A Q, 0). *)
Definition hockey_stick A P Q : R := \sum_t Num.max (P t - A * Q t) 0.

(* The event at which it is attained. *)
Definition optimal_event A P Q : {set T} := [set t | A * Q t < P t].

Lemma hockey_stick_ge0 A P Q : 0 <= hockey_stick A P Q.
Proof. by apply: sumr_ge0 => t _; rewrite le_maxr lexx orbT. Qed.

Lemma hockey_stick_attained A P Q :
  hockey_stick A P Q = Pr P (optimal_event A P Q) - A * Pr Q (optimal_event A P Q).
Proof.
rewrite /Pr mulr_sumr -sumrB [in RHS]big_mkcond /=; apply: eq_bigr => t _; rewrite inE.
by case: ltP => h; [rewrite max_l // subr_ge0 ltW | rewrite max_r // subr_le0].
Qed.

Lemma hockey_stick_event A P Q S : Pr P S - A * Pr Q S <= hockey_stick A P Q.
Proof.
rewrite /Pr mulr_sumr -sumrB big_mkcond /=; apply: ler_sum => t _.
by case: (t \in S); rewrite le_maxr lexx ?orbT.
Qed.

(* The definition by events and the sum over outputs are the same number: delta(eps) = H_{e^eps}(P || Q). *)
Theorem hockey_stick_sum A d P Q : indist A d P Q <-> hockey_stick A P Q <= d.
Proof.
split=> [h | h S].
  by rewrite hockey_stick_attained ler_subl_addl; exact: h.
by rewrite -ler_subl_addl; apply: le_trans (hockey_stick_event _ _ _ _) h.
Qed.

(* For d = 0 single outputs say as much as events. *)
Theorem events_and_outcomes A P Q : (forall t, P t <= A * Q t) <-> indist A 0 P Q.
Proof.
split=> [h S | h t]; last by have := h [set t]; rewrite !Pr_set1 addr0.
by rewrite addr0 /Pr mulr_sumr; apply: ler_sum.
Qed.

Lemma indist_refl A P : 1 <= A -> indist A 0 P P.
Proof.
by move=> A1; apply/events_and_outcomes => t; rewrite -{1}(mul1r (P t)) ler_wpmul2r ?mass_ge0.
Qed.

Lemma indist_weaken A A' d d' P Q : A <= A' -> d <= d' -> indist A d P Q -> indist A' d' P Q.
Proof.
move=> hA hd h S; apply: le_trans (h S) _.
by apply: ler_add => //; apply: ler_wpmul2r => //; exact: Pr_ge0.
Qed.

(* The inequality for events is the inequality for randomised tests. *)
Theorem indist_tests A d P Q (f : T -> R) :
  indist A d P Q -> (forall t, 0 <= f t <= 1) -> Ex P f <= A * Ex Q f + d.
Proof.
move=> /hockey_stick_sum h f01; rewrite -ler_subl_addl; apply: le_trans h.
rewrite /Ex mulr_sumr -sumrB; apply: ler_sum => t _.
have /andP [f0 f1] := f01 t.
rewrite mulrA -mulrBl; case: (lerP 0 (P t - A * Q t)) => s.
  by rewrite -[X in _ <= X]mulr1 ler_wpmul2l.
by rewrite -oppr_ge0 -mulNr mulr_ge0 // oppr_ge0 ltW.
Qed.

(* Total variation distance: the largest difference of the probabilities of an event. *)
Definition total_variation P Q := hockey_stick 1 P Q.

Theorem total_variation_sym P Q : total_variation P Q = total_variation Q P.
Proof.
suff le P' Q' : total_variation P' Q' <= total_variation Q' P'.
  by apply/eqP; rewrite eq_le !le.
rewrite /total_variation hockey_stick_attained mul1r.
set S := optimal_event _ _ _.
have -> : Pr P' S - Pr Q' S = Pr Q' (~: S) - 1 * Pr P' (~: S).
  by rewrite !Pr_setC; ring.
exact: hockey_stick_event.
Qed.

(* As a function of A the profile is not increasing, is 1-Lipschitz, and convex. *)
Theorem profile_decreasing A A' P Q : A <= A' -> hockey_stick A' P Q <= hockey_stick A P Q.
Proof.
move=> h; apply: ler_sum => t _; rewrite le_maxl !le_maxr lexx orbT andbT.
by rewrite ler_add2l ler_opp2 ler_wpmul2r ?mass_ge0.
Qed.

Theorem profile_convex q A A' P Q : 0 <= q <= 1 ->
  hockey_stick (q * A + (1 - q) * A') P Q <= q * hockey_stick A P Q + (1 - q) * hockey_stick A' P Q.
Proof.
move=> /andP [q0 q1]; rewrite hockey_stick_attained; set S := optimal_event _ _ _.
have p0 : 0 <= 1 - q by rewrite subr_ge0.
have -> : Pr P S - (q * A + (1 - q) * A') * Pr Q S
        = q * (Pr P S - A * Pr Q S) + (1 - q) * (Pr P S - A' * Pr Q S).
  by ring.
by apply: ler_add; apply: ler_wpmul2l => //; exact: hockey_stick_event.
Qed.

(* The profile of the reversed pair is the mirror image. *)
Theorem profile_reversed A P Q : 0 < A ->
  hockey_stick A P Q = 1 - A + A * hockey_stick A^-1 Q P.
Proof.
move=> A0; have An : A != 0 by rewrite gt_eqF.
rewrite /hockey_stick mulr_sumr.
rewrite -{1}(mass_sum P) -[in - A](mulr1 A) -(mass_sum Q) mulr_sumr -sumrB -big_split /=.
apply: eq_bigr => t _; rewrite [in RHS]maxr_pmulr ?ltW // mulr0 mulrBr mulrA mulfV // mul1r.
rewrite -[A * Q t - P t]opprB; case: (lerP 0 (P t - A * Q t)) => s.
  by rewrite max_r ?addr0 // oppr_le0.
by rewrite max_l ?subrr // oppr_ge0 ltW.
Qed.

End Pair.
