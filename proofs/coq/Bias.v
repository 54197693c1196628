(* Randomised response by its bias: the truth with probability p on both inputs. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals ZArith.
From Assay Require Import Real Distribution HockeyStick Mechanism RandomisedResponse.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
From mathcomp Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Bias.
Variable p : R.
Hypothesis half : 1 / 2%:R <= p < 1.

Lemma bias_01 : 0 <= p <= 1.
Proof. by case/andP: half => h /ltW ->; rewrite andbT; apply: le_trans h; rewrite divr_ge0 ?ler01 ?ler0n. Qed.

(* The truth with probability p, and the other answer with probability 1 - p. *)
Definition told (x : bool) : dist [finType of bool] := mixture bias_01 (point x) (point (~~ x)).

Lemma mass_told x t : told x t = if t == x then p else 1 - p.
Proof. by rewrite !ffunE; case: x; case: t => /=; rewrite ?mulr1 ?mulr0 ?addr0 ?add0r. Qed.

Let p0 : 0 < p. Proof. by case/andP: half => h _; apply: lt_le_trans h; rewrite divr_gt0 ?ltr01 ?ltr0n. Qed.
Let r0 : 0 < 1 - p. Proof. by case/andP: half => _; rewrite subr_gt0. Qed.
Let rp : 1 - p <= p.
Proof. by case/andP: half => h _; move: h; rewrite ler_pdivr_mulr ?ltr0n // mulr_natr mulr2n ler_subl_addr. Qed.

Theorem told_dp : dp told (@all_pairs [eqType of bool]) (ln (p / (1 - p))) 0.
Proof.
apply/dp_outcomes => x y _ t; rewrite lnK ?divr_gt0 // !mass_told.
have one : 1 <= p / (1 - p) by rewrite ler_pdivl_mulr // mul1r.
case: eqP => _; case: eqP => _.
- by rewrite -{1}[p]mul1r ler_wpmul2r // ltW.
- by rewrite mulfVK // gt_eqF.
- by apply: le_trans rp _; rewrite -{1}[p]mul1r ler_wpmul2r // ltW.
by rewrite -{1}[1 - p]mul1r ler_wpmul2r // ltW.
Qed.

Theorem told_tight eps : dp told (@all_pairs [eqType of bool]) eps 0 -> ln (p / (1 - p)) <= eps.
Proof.
move=> /dp_outcomes h; have := h true false isT true; rewrite !mass_told /= => le.
by rewrite -ler_exp lnK ?divr_gt0 // ler_pdivr_mulr.
Qed.

End Bias.

(* For eps >= 0 the bias is e^eps/(1 + e^eps). *)
Theorem bias_of_epsilon (eps : R) : 0 <= eps ->
  let p := exp eps / (1 + exp eps) in 1 / 2%:R <= p < 1 /\ ln (p / (1 - p)) = eps.
Proof.
move=> e0 p; have A0 := exp_gt0 eps; have A1 : 1 <= exp eps by rewrite exp_ge1.
have B0 : 0 < 1 + exp eps by rewrite ltr_paddl ?ler01.
have e : p / (1 - p) = exp eps.
  by rewrite /p; field; rewrite !gt_eqF // (_ : _ + _ = 1) ?ltr01 //; ring.
split; last by rewrite e expK.
rewrite /p ler_pdivr_mulr ?ltr0n // ltr_pdivr_mulr // mul1r ltr_addr ltr01 andbT.
rewrite mulrAC ler_pdivl_mulr // mul1r mulr_natr mulr2n.
by rewrite ler_add2r.
Qed.
