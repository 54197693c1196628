(* The Bretagnolle-Huber inequality, and the total variation that a divergence of an order from 1/2 on allows. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals ZArith.
From Assay Require Import Real Distribution HockeyStick Mechanism Renyi Divergences KullbackLeibler.
From Assay Require lemma_Bretagnolle_Huber_inequality.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
From mathcomp Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Module BH := lemma_Bretagnolle_Huber_inequality.

Section Pair.
Variables (T : finType) (P Q : dist T).

(* The sum of sqrt(P Q). *)
Definition fidelity : R := \sum_t Num.sqrt (P t * Q t).

Let B := fidelity.
Let v := total_variation P Q.

Lemma fidelity_ge0 : 0 <= B. Proof. by apply: sumr_ge0 => t _; exact: sqrtr_ge0. Qed.

Lemma sum_of_minima : \sum_t Num.min (P t) (Q t) = 1 - v.
Proof.
have -> : v = \sum_t Num.max (P t - Q t) 0 by apply: eq_bigr => t _; rewrite mul1r.
rewrite -(mass_sum P) -sumrB; apply: eq_bigr => t _.
by case: (leP (P t) (Q t)) => h; [rewrite max_r ?subr0 // subr_le0 | rewrite max_l ?subr_ge0 ?(ltW h) //; ring].
Qed.

Lemma total_variation_01 : 0 <= v <= 1.
Proof.
rewrite hockey_stick_ge0 -subr_ge0 -sum_of_minima; apply: sumr_ge0 => t _.
by rewrite le_minr !mass_ge0.
Qed.

(* Cauchy and Schwarz, outcome by outcome, with the best weight. *)
Theorem fidelity_total_variation : B ^+ 2 <= 1 - v ^+ 2.
Proof.
have /andP [v0 v1] := total_variation_01.
have split (p q : R) : 0 <= p -> 0 <= q -> p * q = Num.min p q * (p + q - Num.min p q).
  by move=> p0 q0; rewrite -RminE; apply/esym; apply: BH.claim3; toR.
have rest (p q : R) : 0 <= p -> 0 <= q -> 0 <= p + q - Num.min p q.
  by move=> p0 q0; case: (leP p q) => h; [rewrite addrAC subrr add0r | rewrite addrK].
have least (p q : R) : 0 <= p -> 0 <= q -> 0 <= Num.min p q by move=> p0 q0; rewrite le_minr p0.
have [v_ | vn] := eqVneq v 1.
  rewrite v_ expr1n subrr; have -> : B = 0; last by rewrite expr0n.
  apply: big1 => t _; rewrite split ?mass_ge0 //; have := sum_of_minima; rewrite v_ subrr => m.
  have -> : Num.min (P t) (Q t) = 0; last by rewrite mul0r sqrtr0.
  have all0 u : true -> 0 <= Num.min (P u) (Q u) by move=> _; rewrite least ?mass_ge0.
  exact: (@psumr_eq0P _ _ xpredT _ all0 m t isT).
have v1' : v < 1 by rewrite lt_neqAle vn.
have r0 : 0 < 1 - v by rewrite subr_gt0. have s0 : 0 < 1 + v by rewrite ltr_paddr ?ltr01.
pose c := Num.sqrt ((1 + v) / (1 - v)); have cc : c ^+ 2 = (1 + v) / (1 - v) by rewrite sqr_sqrtr // divr_ge0 // ltW.
have c0 : 0 < c by rewrite sqrtr_gt0 divr_gt0.
have cn : c != 0 by rewrite gt_eqF.
have le : B <= (c * (1 - v) + (1 + v) / c) / 2%:R.
  have -> : (c * (1 - v) + (1 + v) / c) / 2%:R
      = \sum_t (c * Num.min (P t) (Q t) + (P t + Q t - Num.min (P t) (Q t)) / c) / 2%:R.
    rewrite -mulr_suml big_split /= -mulr_sumr -mulr_suml sumrB big_split /= !mass_sum sum_of_minima.
    by rewrite opprB addrACA [1 + v]addrC addrA addrK addrC.
  apply: ler_sum => t _; have P0 := mass_ge0 P t; have Q0 := mass_ge0 Q t.
  rewrite split //; have m0 := least _ _ P0 Q0; have M0 := rest _ _ P0 Q0.
  set m := Num.min _ _ in m0 M0 *; set m' := P t + Q t - m in M0 *.
  have := BH.claim2 (Num.sqrt m) (Num.sqrt m') c; rewrite !RpowE !RdivE ?gt_eqF //; last by apply/RltP; exact: Rlt_0_2.
  by rewrite sqrtrM // !sqr_sqrtr // => h; apply/RleP; apply: h; toR.
have <- : (c * (1 - v) + (1 + v) / c) ^+ 2 / 4%:R = 1 - v ^+ 2.
  have := BH.claim4 v c; rewrite !RpowE !RdivE ?gt_eqF //; last by apply/RltP; exact: IZR_lt.
  have <- : IZR 4 = 4%:R :> R by transitivity ((1 + 1) * (1 + 1) : R); [by [] | ring].
  apply; [toR | toR | toR |] => //.
  by transitivity ((1 + v) / (1 - v) * (1 - v)); [rewrite -cc | rewrite mulfVK // gt_eqF].
have -> : (c * (1 - v) + (1 + v) / c) ^+ 2 / 4%:R = ((c * (1 - v) + (1 + v) / c) / 2%:R) ^+ 2 by field; rewrite cn.
by rewrite ler_expn2r // nnegrE ?fidelity_ge0 //; apply: le_trans le; exact: fidelity_ge0.
Qed.

(* The mean under P of e^(-loss/2). *)
Lemma sqrt_exp (p q : R) : 0 < p -> 0 < q -> Num.sqrt (p * q) = p * exp (- ((ln p - ln q) / 2%:R)).
Proof.
move=> p0 q0; have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
have e0 : 0 <= p * exp (- ((ln p - ln q) / 2%:R)) by rewrite mulr_ge0 ?exp_ge0 // ltW.
rewrite -[RHS](ger0_norm e0) -sqrtr_sqr; congr Num.sqrt; rewrite exprMn.
have -> : exp (- ((ln p - ln q) / 2%:R)) ^+ 2 = q / p.
  by rewrite expr2 -expD -[RHS](lnK (divr_gt0 q0 p0)) ln_div //; congr exp; field.
by field; rewrite gt_eqF.
Qed.

Hypothesis PQ : dominated P Q.

(* A tangent of the logarithm. *)
Theorem kl_fidelity : exp (- kl P Q) <= B ^+ 2.
Proof.
have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
have B0 : 0 < B.
  rewrite lt_def fidelity_ge0 andbT; apply/negP => /eqP B_.
  have none t : P t = 0.
    apply/eqP; apply/negPn/negP => pn; have pp : 0 < P t by rewrite lt_def pn mass_ge0.
    have qn : Q t != 0 by apply: contraNneq pn => /PQ ->.
    have qq : 0 < Q t by rewrite lt_def qn mass_ge0.
    have all0 u : true -> 0 <= Num.sqrt (P u * Q u) by move=> _; exact: sqrtr_ge0.
    have /eqP := @psumr_eq0P _ _ xpredT _ all0 B_ t isT.
    by rewrite sqrtr_eq0 leNgt mulr_gt0.
  have := mass_sum P; rewrite big1 // => /esym /eqP; by rewrite oner_eq0.
suff le : - (kl P Q / 2%:R) <= ln B.
  have -> : - kl P Q = - (kl P Q / 2%:R) + - (kl P Q / 2%:R) by field.
  by rewrite expD expr2 ler_pmul ?exp_ge0 // -(lnK B0) ler_exp.
rewrite -subr_ge0; have -> :
    ln B - - (kl P Q / 2%:R) = \sum_t (P t * ln B + weighted_loss (fun l => l) (P t) (Q t) / 2%:R).
  by rewrite big_split /= -!mulr_suml mass_sum mul1r opprK.
apply: (@le_trans _ _ (\sum_t (P t - Num.sqrt (P t * Q t) / B))).
  by rewrite sumrB mass_sum -mulr_suml mulfV ?subrr // gt_eqF.
apply: ler_sum => t _; rewrite /weighted_loss; case: eqP => [-> | /eqP pn].
  by rewrite !mul0r sqrtr0 !mul0r subrr addr0.
have pp : 0 < P t by rewrite lt_def pn mass_ge0.
have qn : Q t != 0 by apply: contraNneq pn => /PQ ->.
have qq : 0 < Q t by rewrite lt_def qn mass_ge0.
rewrite sqrt_exp //; set x := (ln (P t) - ln (Q t)) / 2%:R.
have y0 : 0 < exp (- x) / B by rewrite divr_gt0 ?exp_gt0.
have := BH.claim1 _ (Rlt_gt _ _ (elimT (RltP _ _) y0)); rewrite -[ln _]/(ln (exp (- x) / B)) ln_div ?exp_gt0 // expK.
move=> /RleP; rewrite -[Rminus (exp (- x) / B) _]/(exp (- x) / B - 1) => le.
rewrite -mulrA -/x -!mulrA -[X in X - _]mulr1 -mulrBr -mulrDr; apply: ler_wpmul2l; first exact: ltW.
rewrite -subr_ge0; have -> : ln B + x - (1 - exp (- x) / B) = exp (- x) / B - 1 - (- x - ln B) by ring.
by rewrite subr_ge0.
Qed.

End Pair.

(* TV^2 <= 1 - e^(-KL). *)
Theorem bretagnolle_huber (T : finType) (P Q : dist T) (r : R) :
  kl_at_most r P Q -> total_variation P Q ^+ 2 <= 1 - exp (- r).
Proof.
move=> [d k]; rewrite ler_subr_addl -ler_subr_addr; apply: le_trans (fidelity_total_variation P Q).
by apply: le_trans (kl_fidelity d); rewrite ler_exp ler_opp2.
Qed.

(* Orders from 1/2 to 1: a tangent of a power. *)
Lemma fidelity_below (T : finType) (P Q : dist T) (a r : R) : 1 / 2%:R <= a < 1 ->
  exp ((a - 1) * r) <= affinity a P Q -> exp (- r) <= fidelity P Q ^+ 2.
Proof.
move=> /andP [half a1] h; have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
have b0 : 0 < 1 - a by rewrite subr_gt0. have bn : 1 - a != 0 by rewrite gt_eqF.
pose s := (2%:R * (1 - a))^-1.
have s1 : 1 <= s.
  rewrite /s invr_ge1 ?posrE ?mulr_gt0 ?ltr0n // ?unitfE ?mulf_neq0 //.
  rewrite mulrC -ler_pdivl_mulr ?ltr0n // -subr_ge0.
  have -> : 1 / 2%:R - (1 - a) = a - 1 / 2%:R by field.
  by rewrite subr_ge0.
have m0 : 0 < affinity a P Q := lt_le_trans (exp_gt0 _) h.
set w := ln (affinity a P Q); have em : exp w = affinity a P Q by rewrite lnK.
have tangent : exp (s * w) <= fidelity P Q.
  have -> : exp (s * w) = \sum_t (P t * (exp (s * w) - s * exp ((s - 1) * w) * exp w)
                                  + s * exp ((s - 1) * w) * small_term a (P t) (Q t)).
    rewrite big_split /= -mulr_suml -mulr_sumr mass_sum -/(affinity a P Q) mul1r.
    by rewrite -em subrK.
  apply: ler_sum => t _; rewrite /small_term /power_term.
  have [p_ | pn] := eqVneq (P t) 0; first by rewrite p_ !mul0r if_same mulr0 addr0 sqrtr0.
  have pp : 0 < P t by rewrite lt_def pn mass_ge0.
  have [q_ | qn] := eqVneq (Q t) 0.
    rewrite q_ mulr0 addr0 mulr0 sqrtr0; apply: mulr_ge0_le0; first exact: ltW.
    have -> : exp (s * w) = exp ((s - 1) * w) * exp w by rewrite -expD; congr exp; ring.
    by rewrite -mulrA -{1}[exp _ * _]mul1r -mulrBl mulr_le0_ge0 // ?subr_le0 // mulr_ge0 ?exp_ge0.
  have qq : 0 < Q t by rewrite lt_def qn mass_ge0.
  rewrite sqrt_exp //; set l := ln (P t) - ln (Q t).
  have -> : - (l / 2%:R) = s * ((a - 1) * l) by rewrite /s; field; rewrite bn.
  have le : exp (s * w) + s * exp ((s - 1) * w) * (exp ((a - 1) * l) - exp w) <= exp (s * ((a - 1) * l)).
    by apply/RleP; apply: Rge_le; apply: BH.claim6; toR.
  rewrite mulrCA -mulrDr; apply: ler_wpmul2l; first exact: ltW.
  by apply: le_trans le; rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
have -> : exp (- r) = exp (s * ((a - 1) * r)) ^+ 2.
  by rewrite expr2 -expD; congr exp; rewrite /s; field; rewrite bn.
have le : exp (s * ((a - 1) * r)) <= exp (s * w).
  rewrite ler_exp; apply: ler_wpmul2l; first exact: le_trans ler01 s1.
  by rewrite -ler_exp lnK.
by rewrite ler_expn2r ?nnegrE ?exp_ge0 ?fidelity_ge0 //; apply: le_trans tangent.
Qed.

(* D_a <= r gives (0, delta) where delta^2 >= 1 - e^(-r). *)
Theorem divergence_to_approximate (T : finType) (P Q : dist T) (a r delta : R) : 0 <= delta -> 1 / 2%:R <= a ->
  divergence_at_most a r P Q -> 1 - exp (- r) <= delta ^+ 2 -> indist (exp 0) delta P Q.
Proof.
move=> d0 half h large; rewrite exp0; apply/hockey_stick_sum; rewrite -/(total_variation P Q).
suff le : exp (- r) <= fidelity P Q ^+ 2.
  have v0 : 0 <= total_variation P Q := hockey_stick_ge0 _ _ _.
  rewrite -(@ler_pexpn2r _ 2) ?nnegrE //; apply: le_trans large.
  rewrite ler_subr_addl -ler_subr_addr; exact: le_trans le (fidelity_total_variation P Q).
move: h; rewrite /divergence_at_most; case: ltP => [a1 h | a1].
  by apply: fidelity_below h; rewrite half.
have kl_enough : kl_at_most r P Q -> exp (- r) <= fidelity P Q ^+ 2.
  by move=> [d k]; apply: le_trans (kl_fidelity d); rewrite ler_exp ler_opp2.
case: eqP => [_ | /eqP an] h; apply: kl_enough => //.
by apply: kl_le_renyi h; rewrite lt_def an.
Qed.
