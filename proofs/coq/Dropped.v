(* Without a hypothesis the conclusion fails: fresh randomness, a symmetric adjacency. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals.
From Assay Require Import Real Distribution HockeyStick Mechanism RandomisedResponse.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
From mathcomp Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* A fair coin, and the bit masked with it: each is 0-DP, and both together publish the bit. *)
Section OneCoin.

Definition mask (x c : bool) : bool * bool := (c, c (+) x).
Definition coin : dist [finType of bool] := uniform true.
Definition masked (x : bool) : dist [finType of bool * bool] := dmap (mask x) coin.

Lemma Pr_coin (S : {set bool}) : Pr coin S = #|S|%:R * 2%:R^-1.
Proof.
rewrite /Pr (eq_bigr (fun _ => 2%:R^-1)); first by rewrite sumr_const mulr_natl.
by move=> c _; rewrite ffunE card_bool.
Qed.

Theorem the_coin_is_private : dp (fun x => dmap fst (masked x)) (@all_pairs [eqType of bool]) 0 0.
Proof.
move=> x y _ S; rewrite !Pr_dmap exp0 mul1r addr0 (_ : mask x @^-1: _ = mask y @^-1: (fst @^-1: S)) //.
by apply/setP => c; rewrite !inE.
Qed.

Theorem the_masked_bit_is_private : dp (fun x => dmap snd (masked x)) (@all_pairs [eqType of bool]) 0 0.
Proof.
move=> x y _ S; rewrite !Pr_dmap exp0 mul1r addr0 !Pr_coin.
have same (z : bool) : mask z @^-1: (snd @^-1: S) = (addb^~ z) @^-1: S by apply/setP => c; rewrite !inE.
by rewrite !same !card_preimset // => c d /=; case: c; case: d; case: x; case: y.
Qed.

Theorem one_coin_for_both eps delta : dp masked (@all_pairs [eqType of bool]) eps delta -> 1 <= delta.
Proof.
move=> /(_ true false isT [set o | o.1 (+) o.2]); rewrite !Pr_dmap.
have -> : mask true @^-1: [set o | o.1 (+) o.2] = setT by apply/setP => c; rewrite !inE; case: c.
have -> : mask false @^-1: [set o | o.1 (+) o.2] = set0 by apply/setP => c; rewrite !inE; case: c.
by rewrite Pr_setT Pr_set0 mulr0 add0r.
Qed.

End OneCoin.

(* One order alone: P <= e^eps Q for a point P that has a chance of e^-eps under Q. *)
Section OneOrder.
Variable eps : R.
Hypothesis eps_gt0 : 0 < eps.

Lemma chance01 : 0 <= exp (- eps) <= 1.
Proof. by rewrite exp_ge0 -exp0 ler_exp oppr_le0 ltW. Qed.

Definition certain (x : bool) : dist [finType of bool] :=
  if x then point true else mixture chance01 (point true) (point false).
Definition true_to_false : relation_on bool := fun x y => x && ~~ y.

Theorem certain_dp : dp certain true_to_false eps 0.
Proof.
apply/dp_outcomes => -[] [] // _ t; rewrite /certain !ffunE.
case: t; rewrite /= ?mulr1 ?mulr0 ?addr0 ?add0r; last first.
  by rewrite mulr_ge0 ?exp_ge0 // subr_ge0; case/andP: chance01.
by rewrite expN mulfV ?exp_neq0.
Qed.

Theorem total_variation_of_one_order :
  (exp eps - 1) / (exp eps + 1) < total_variation (certain true) (certain false).
Proof.
have A1 : 1 < exp eps by rewrite -exp0 ltr_exp.
have A0 : 0 < exp eps := exp_gt0 eps.
apply: (@lt_le_trans _ _ (1 - exp (- eps))).
  rewrite expN ltr_pdivr_mulr; last by rewrite addr_gt0 ?ltr01.
  have -> : (1 - (exp eps)^-1) * (exp eps + 1) = exp eps - (exp eps)^-1 by field; rewrite gt_eqF.
  by rewrite ltr_add2l ltr_opp2 invf_lt1.
rewrite /total_variation; apply: le_trans (hockey_stick_event _ _ _ [set true]).
by rewrite !Pr_set1 /certain !ffunE /= mulr1 mulr0 addr0 mul1r.
Qed.

End OneOrder.
