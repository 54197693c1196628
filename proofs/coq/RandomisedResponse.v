(* Randomised response: private for eps = ln(p/(1-p)) and for nothing less; k answers. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals.
From Assay Require Import Real Distribution HockeyStick Mechanism.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Any two different inputs are adjacent. *)
Definition all_pairs (X : eqType) : relation_on X := fun x y => x != y.

Section RandomisedResponse.
Variable (T : finType).
Hypothesis two : (1 < #|T|)%nat.

Variable (eps : R).
Hypothesis eps_ge0 : 0 <= eps.

(* The truth with weight e^eps, every other answer with weight 1. *)
Definition total_weight : R := exp eps + (#|T|.-1)%:R.

Lemma total_weight_gt0 : 0 < total_weight.
Proof. by rewrite /total_weight ltr_paddr ?exp_gt0 ?ler0n. Qed.

Program Definition randomised_response (x : T) : dist T :=
  @Dist T [ffun t => (if t == x then exp eps else 1) / total_weight] _ _.
Next Obligation.
by move=> x t; rewrite ffunE divr_ge0 ?(ltW total_weight_gt0) //; case: eqP; rewrite ?exp_ge0 ?ler01.
Qed.
Next Obligation.
move=> x; under eq_bigr do rewrite ffunE.
rewrite -mulr_suml (bigD1 x) //= eqxx.
have -> : \sum_(t | t != x) (if t == x then exp eps else 1) = (#|T|.-1)%:R :> R.
  rewrite (eq_bigr (fun _ => 1)); last by move=> t /negbTE ->.
  by rewrite sumr_const -(cardC1 x); congr (_ *+ _); apply: eq_card => t; rewrite !inE.
by rewrite -/total_weight divff // gt_eqF // total_weight_gt0.
Qed.

Theorem randomised_response_dp : dp randomised_response (@all_pairs T) eps 0.
Proof.
apply/dp_outcomes => x y _ t; rewrite !ffunE mulrA ler_pmul2r ?invr_gt0 ?total_weight_gt0 //.
have e1 : 1 <= exp eps by rewrite exp_ge1.
have ee : exp eps <= exp eps * exp eps by rewrite -[X in X <= _]mul1r ler_wpmul2r ?exp_ge0.
by case: (t == x); case: (t == y); rewrite ?mulr1 //; apply: le_trans e1 ee.
Qed.

(* Tight: no smaller epsilon will do. *)
Theorem randomised_response_tight eps' : dp randomised_response (@all_pairs T) eps' 0 -> eps <= eps'.
Proof.
move=> /dp_outcomes h; have /card_gt1P [x [y [_ _ xy]]] := two.
have := h x y xy x; rewrite !ffunE eqxx (negbTE xy) mulrA ler_pmul2r ?invr_gt0 ?total_weight_gt0 //.
by rewrite mulr1 ler_exp.
Qed.

End RandomisedResponse.
