(* Randomised response names its input as often as any private mechanism can. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals ZArith.
From Assay Require Import Real Distribution HockeyStick Mechanism RandomisedResponse.
From Assay Require lemma_optimality_of_randomised_response.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Optimality.
Variables (T : finType) (eps : R).
Hypotheses (two : (1 < #|T|)%nat) (eps_ge0 : 0 <= eps).

(* The sum over all inputs of the chance that the output is the input. *)
Definition named (M : mechanism T T) : R := \sum_x M x x.

Lemma IZR_nat (n : nat) : IZR (Z.of_nat n) = n%:R.
Proof. by rewrite -INR_IZR_INZ INRE. Qed.

Theorem named_at_most (M : mechanism T T) :
  dp M (@all_pairs T) eps 0 -> named M <= #|T|%:R * exp eps / (#|T|%:R - 1 + exp eps).
Proof.
move=> /dp_outcomes h; rewrite -IZR_nat.
have each x y : y != x -> M x x <= exp eps * M y x by move=> yx; apply: h; rewrite /all_pairs eq_sym.
have all_columns : \sum_x \sum_y M y x = #|T|%:R.
  rewrite exchange_big /= (eq_bigr (fun _ => 1)); last by move=> y _; exact: mass_sum.
  by rewrite sumr_const.
have key : (#|T|%:R - 1) * named M <= exp eps * (#|T|%:R - named M).
  have -> : (#|T|%:R - 1) * named M = \sum_x \sum_(y | y != x) M x x.
    rewrite /named mulr_sumr; apply: eq_bigr => x _; rewrite sumr_const -[RHS]mulr_natl.
    congr (_ * _); have -> : #|[pred y | y != x]| = #|T|.-1 by rewrite -(cardC1 x).
    by rewrite -subn1 natrB // (leq_trans _ two).
  have -> : exp eps * (#|T|%:R - named M) = \sum_x \sum_(y | y != x) exp eps * M y x.
    rewrite -all_columns /named -sumrB mulr_sumr; apply: eq_bigr => x _.
    by rewrite (bigD1 x) //= addrAC subrr add0r mulr_sumr.
  by apply: ler_sum => x _; apply: ler_sum => y; exact: each.
have k1 : 0 <= #|T|%:R - 1 :> R by rewrite subr_ge0 ler1n (leq_trans _ two).
have pos : #|T|%:R - 1 + exp eps != 0 by rewrite gt_eqF // ltr_paddl ?exp_gt0.
rewrite -IZR_nat in key pos; rewrite -RdivE //.
apply/RleP; apply: lemma_optimality_of_randomised_response.claim2.
- by apply: Rle_ge; move/ssrnat.leP: two => /Nat2Z.inj_le /IZR_le.
- by toR; rewrite exp_ge1.
- by apply/RleP.
Qed.

Theorem randomised_response_names_as_often :
  named (randomised_response eps) = #|T|%:R * exp eps / (#|T|%:R - 1 + exp eps).
Proof.
rewrite /named (eq_bigr (fun _ => exp eps / total_weight T eps)); last by move=> x _; rewrite ffunE eqxx.
rewrite sumr_const -[LHS]mulr_natl mulrA /total_weight; congr (_ / _).
by rewrite addrC -subn1 natrB // (leq_trans _ two).
Qed.

End Optimality.
