(* Probabilistic privacy is not closed under functions of the output: two outputs that are merged, of losses above and
   below epsilon. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals.
From Assay Require Import Real Distribution HockeyStick Mechanism Conversions.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition output := [finType of 'I_3].

(* Chances in hundredths. *)
Section Hundredths.
Variable c : seq nat.
Hypothesis all_of_them : (\sum_(i < 3) nth 0 c i)%nat = 100%nat.

Program Definition hundredths : dist output := @Dist output [ffun i : output => (nth 0%nat c i)%:R / 100%:R] _ _.
Next Obligation. by move=> i; rewrite ffunE divr_ge0 ?ler0n. Qed.
Next Obligation. by under eq_bigr do rewrite ffunE; rewrite -mulr_suml -natr_sum all_of_them mulfV // pnatr_eq0. Qed.
End Hundredths.

Lemma sum_p : (\sum_(i < 3) nth 0 [:: 10; 50; 40] i)%nat = 100%nat. Proof. by rewrite !big_ord_recl big_ord0. Qed.
Lemma sum_q : (\sum_(i < 3) nth 0 [:: 0; 26; 74] i)%nat = 100%nat. Proof. by rewrite !big_ord_recl big_ord0. Qed.

Definition losses (x : bool) : dist output := if x then hundredths sum_p else hundredths sum_q.
Definition true_to_false : relation_on bool := fun x y => x && ~~ y.
Definition merge (i : output) : output := if i == ord0 then inord 1 else i.

Theorem losses_private : probabilistic_dp losses true_to_false (ln 2%:R) (10%:R / 100%:R).
Proof.
move=> [] [] // _; rewrite lnK ?ltr0n //; apply: (@le_trans _ _ (Pr (losses true) [set ord0])).
  apply: Pr_mono; apply/subsetP => t; rewrite !inE /= !ffunE mulrA ltr_pmul2r ?invr_gt0 ?ltr0n // -natrM ltr_nat.
  by case: t => -[|[|[|t]]].
by rewrite Pr_set1 ffunE.
Qed.

Theorem merged_not_private :
  ~ probabilistic_dp (fun x => dmap merge (losses x)) true_to_false (ln 2%:R) (10%:R / 100%:R).
Proof.
move=> /(_ true false isT); rewrite lnK ?ltr0n // => h.
have n0 : (inord 1 : output) != ord0 by rewrite -val_eqE /= inordK.
have at_one x : dmap merge (losses x) (inord 1) = losses x ord0 + losses x (inord 1).
  rewrite -Pr_set1 Pr_dmap /Pr (bigD1 ord0) /=; last by rewrite !inE /merge eqxx.
  rewrite (bigD1 (inord 1)) /=; last by rewrite !inE /merge (negbTE n0) eqxx.
  rewrite big1 ?addr0 // => i; rewrite !inE /merge => /andP [/andP [m i0] i1].
  by move: m; rewrite (negbTE i0) (negbTE i1).
have : 60%:R / 100%:R <= 10%:R / 100%:R :> R.
  apply: le_trans h; have -> : 60%:R / 100%:R = Pr (dmap merge (losses true)) [set inord 1].
    by rewrite Pr_set1 at_one !ffunE /= inordK // -mulrDl -natrD.
  apply: Pr_mono; apply/subsetP => t; rewrite !inE => /eqP ->; rewrite !at_one !ffunE /= inordK //.
  by rewrite -!mulrDl mulrA ltr_pmul2r ?invr_gt0 ?ltr0n // -!natrD -natrM ltr_nat.
by rewrite ler_pmul2r ?invr_gt0 ?ltr0n // ler_nat.
Qed.
