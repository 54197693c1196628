(* From one notion of privacy to another: total variation, and losses that are large with a small probability. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals.
From Assay Require Import Real Distribution HockeyStick Mechanism Composition.
From Assay Require lemma_total_variation_of_pure_and_approximate_DP.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Module TV := lemma_total_variation_of_pure_and_approximate_DP.

Section Conversions.
Variables (X : Type) (T : finType) (M : mechanism X T) (adj : relation_on X) (eps delta : R).

Theorem total_variation_of_dp : 0 <= eps -> symmetric_relation adj -> dp M adj eps delta ->
  forall x y, adj x y -> total_variation (M x) (M y) <= (exp eps - 1 + 2%:R * delta) / (exp eps + 1).
Proof.
move=> e0 sym h x y xy; rewrite /total_variation hockey_stick_attained mul1r.
set S := optimal_event _ _ _; have e1 : 1 <= exp eps by rewrite exp_ge1.
have d0 : 0 <= delta by apply: (@indist_slack_ge0 T (exp eps) delta (M x) (M y)) => S'; exact: h.
have forwards := h x y xy S; have := h y x (sym _ _ xy) (~: S); rewrite !Pr_setC => backwards.
rewrite ler_pdivl_mulr; last by rewrite ltr_paddl ?ltr01 // exp_ge0.
by apply/RleP; apply: TV.claim1; toR.
Qed.

(* The loss of x against y exceeds eps with a probability of at most delta. *)
Definition probabilistic_dp := forall x y, adj x y ->
  Pr (M x) [set t | exp eps * M y t < M x t] <= delta.

Theorem dp_of_probabilistic_dp : probabilistic_dp -> dp M adj eps delta.
Proof.
move=> h; apply/dp_hockey_stick => x y xy; apply: le_trans (h x y xy).
by rewrite hockey_stick_attained ler_subl_addr ler_addl mulr_ge0 ?exp_ge0 ?Pr_ge0.
Qed.

End Conversions.
