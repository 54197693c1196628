(* No smaller parameter will do: composition of Renyi DP, of zCDP and of Random DP, the constants of the Bretagnolle-Huber
   inequality and of a bounded range of losses. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals.
From Assay Require Import Real Distribution HockeyStick Mechanism Composition Parallel RandomisedResponse RandomDP.
From Assay Require Import Renyi Divergences KullbackLeibler Concentrated BoundedRange RandomRounds Adaptive Attained.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
From mathcomp Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Independent draws: the divergences add up. *)
Section Products.
Variables (T U : finType) (P Q : dist T) (P' Q' : dist U).
Hypotheses (PQ : dominated P Q) (PQ' : dominated P' Q').

Theorem moment_of_product a : moment a (product P P') (product Q Q') = moment a P Q * moment a P' Q'.
Proof.
rewrite /moment big_distrl /= [RHS](eq_bigr (fun t => \sum_u power_term a (P t) (Q t) * power_term a (P' u) (Q' u))).
  rewrite (pair_bigA _ (fun t u => power_term a (P t) (Q t) * power_term a (P' u) (Q' u))) /=.
  by apply: eq_bigr => -[t u] _; rewrite !ffunE /= power_term_mul ?mass_ge0 //; [exact: PQ | exact: PQ'].
by move=> t _; rewrite big_distrr.
Qed.

Theorem renyi_composition_attained a : 1 < a ->
  renyi a (product P P') (product Q Q') = renyi a P Q + renyi a P' Q'.
Proof. by move=> a1; rewrite /renyi moment_of_product lnM ?moment_gt0 // mulrDl. Qed.

Theorem kl_of_product : kl (product P P') (product Q Q') = kl P Q + kl P' Q'.
Proof.
have each t u : weighted_loss (fun l => l) (P t * P' u) (Q t * Q' u)
    = P' u * weighted_loss (fun l => l) (P t) (Q t) + P t * weighted_loss (fun l => l) (P' u) (Q' u).
  rewrite /weighted_loss mulf_eq0; case: eqP => [-> | /eqP pn] /=; first by rewrite mulr0 mul0r addr0.
  case: eqP => [-> | /eqP pn']; first by rewrite mul0r mulr0 addr0.
  have gt (x : R) : 0 <= x -> x != 0 -> 0 < x by move=> x0 xn; rewrite lt_def xn.
  have q0 : 0 < Q t by apply: gt; rewrite ?mass_ge0 //; apply: contraNneq pn => /PQ ->.
  have q0' : 0 < Q' u by apply: gt; rewrite ?mass_ge0 //; apply: contraNneq pn' => /PQ' ->.
  have p0 : 0 < P t by apply: gt; rewrite ?mass_ge0.
  have p0' : 0 < P' u by apply: gt; rewrite ?mass_ge0.
  by rewrite !lnM //; ring.
rewrite {1}/kl (eq_bigr (fun o => P' o.2 * weighted_loss (fun l => l) (P o.1) (Q o.1)
  + P o.1 * weighted_loss (fun l => l) (P' o.2) (Q' o.2))); last by move=> [t u] _; rewrite !ffunE each.
rewrite big_split /= -(pair_bigA _ (fun t u => P' u * weighted_loss (fun l => l) (P t) (Q t))) /=.
rewrite -(pair_bigA _ (fun t u => P t * weighted_loss (fun l => l) (P' u) (Q' u))) /=; congr (_ + _).
  by apply: eq_bigr => t _; rewrite -mulr_suml mass_sum mul1r.
by rewrite exchange_big; apply: eq_bigr => u _; rewrite -mulr_suml mass_sum mul1r.
Qed.

End Products.

(* Randomised response twice: no smaller rho than the sum. *)
Theorem zcdp_composition_attained (eps rho : R) : 0 <= eps ->
  zcdp (@all_pairs [eqType of bool]) (fun x => product (told_bit eps x) (told_bit eps x)) rho ->
  eps * tanh (eps / 2%:R) + eps * tanh (eps / 2%:R) <= rho.
Proof.
move=> e0 h; have dom : dominated (told_bit eps true) (told_bit eps false).
  move=> t /eqP; rewrite told_bit_mass gt_eqF // divr_gt0 ?weight_gt0 //.
  by case: ifP => _; rewrite ?exp_gt0 ?ltr01.
rewrite tanh_half mulrA -kl_of_randomised_response -kl_of_product //.
by apply: kl_of_zcdp => a a1; exact: (h a a1 true false isT).
Qed.

(* e^(-c KL) for c < 1 in the place of e^(-KL): a point against a distribution that has a small chance of it. *)
Theorem bretagnolle_huber_exponent (c : R) : c < 1 -> exists P Q : dist [finType of bool],
  dominated P Q /\ 1 - exp (- (c * kl P Q)) < total_variation P Q ^+ 2.
Proof.
move=> c1; pose L : R := (1 - c)^-1; have d0 : 0 < 1 - c by rewrite subr_gt0.
have L0 : 0 < L by rewrite invr_gt0.
have q01 : 0 <= exp (- L) <= 1 by rewrite exp_ge0 -exp0 ler_exp oppr_le0 ltW.
exists (point true), (mixture q01 (point true) (point false)).
have qE b : mixture q01 (point true) (point false) b = if b then exp (- L) else 1 - exp (- L).
  by case: b; rewrite !ffunE /= ?mulr1 ?mulr0 ?addr0 ?add0r.
have qlt : exp (- L) < 1 by rewrite -exp0 ltr_exp oppr_lt0.
split=> [[] |]; rewrite ?qE; first by move/eqP; rewrite (negbTE (exp_neq0 _)).
  by rewrite ffunE.
have -> : kl (point true) (mixture q01 (point true) (point false)) = L.
  by rewrite /kl big_bool /weighted_loss !qE !ffunE /= eqxx oner_eq0 addr0 mul1r expK ln1 sub0r opprK.
have -> : total_variation (point true) (mixture q01 (point true) (point false)) = 1 - exp (- L).
  rewrite /total_variation /hockey_stick big_bool /= !qE !ffunE /= !mul1r max_l ?max_r ?addr0 //.
    by rewrite sub0r oppr_le0 subr_ge0 ltW.
  by rewrite subr_ge0 ltW.
have two : 2%:R <= exp 1 by rewrite mulr2n; apply/RleP; exact: exp_ineq1_le.
have -> : - (c * L) = 1 + - L by rewrite /L; field; rewrite gt_eqF.
rewrite expD; set q := exp (- L) in qlt *; have q0 : 0 < q := exp_gt0 _.
rewrite -subr_gt0 (_ : _ - _ = q * (exp 1 - 2%:R + q)); last by ring.
by rewrite mulr_gt0 // ltr_paddl // subr_ge0.
Qed.

(* 1/9 in the place of 1/8 of the square of the range: a fair coin and losses that span ln(11/10), at order 2. *)
Section Range.

Program Definition loaded : dist [finType of bool] :=
  @Dist _ [ffun b : bool => if b then 11%:R / 21%:R else 10%:R / 21%:R] _ _.
Next Obligation. by move=> b; rewrite ffunE; case: b; rewrite divr_ge0 ?ler0n. Qed.
Next Obligation. by rewrite big_bool /= !ffunE; field. Qed.

Definition fair : dist [finType of bool] := uniform true.

Theorem bounded_range_eighth :
  losses_span (ln (11%:R / 10%:R)) loaded fair
  /\ ~ renyi_at_most 2%:R (ln (11%:R / 10%:R) ^+ 2 / 9%:R * 2%:R) loaded fair.
Proof.
have r0 : 0 < 11%:R / 10%:R :> R by rewrite divr_gt0 ?ltr0n.
split=> [s t | [_]].
  have e : 10%:R / 21%:R <= 11%:R / 21%:R :> R by rewrite ler_pmul2r ?invr_gt0 ?ltr0n // ler_nat.
  have ge1 : 1 <= 11%:R / 10%:R :> R by rewrite ler_pdivl_mulr ?ltr0n // mul1r ler_nat.
  rewrite lnK // !ffunE card_bool mulrA ler_pmul2r ?invr_gt0 ?ltr0n //.
  case: s; case: t; rewrite ?(mulrC (11%:R / 10%:R)).
  - by rewrite -[X in X <= _]mulr1 ler_wpmul2l // divr_ge0 ?ler0n.
  - by rewrite le_eqVlt; apply/orP; left; apply/eqP; field.
  - by apply: le_trans e _; rewrite -[X in X <= _]mulr1 ler_wpmul2l // divr_ge0 ?ler0n.
  - by rewrite -[X in X <= _]mulr1 ler_wpmul2l // divr_ge0 ?ler0n.
have term (p : R) : 0 < p -> power_term 2%:R p (1 / 2%:R) = 2%:R * p ^+ 2.
  move=> p0; rewrite /power_term gt_eqF // -ln_div ?divr_gt0 ?ltr01 ?ltr0n //.
  have -> : (2%:R - 1) * ln (p / (1 / 2%:R)) = ln (p / (1 / 2%:R)) by rewrite (_ : 2%:R - 1 = 1 :> R) ?mul1r //; ring.
  by rewrite lnK ?divr_gt0 ?ltr01 ?ltr0n //; field.
rewrite /moment big_bool /= !ffunE card_bool -[2%:R^-1]div1r !term ?divr_gt0 ?ltr0n //.
have ln_le : ln (11%:R / 10%:R) <= 1 / 10%:R :> R.
  have -> : 11%:R / 10%:R = 1 + 1 / 10%:R :> R by field.
  by rewrite -ler_exp lnK; [apply/RleP; exact: exp_ineq1_le | rewrite addr_gt0 ?ltr01 ?divr_gt0 ?ltr01 ?ltr0n].
have ln_ge : 0 <= ln (11%:R / 10%:R) :> R.
  by rewrite -ler_exp exp0 lnK // ler_pdivl_mulr ?ltr0n // mul1r ler_nat.
set l := ln _ in ln_le ln_ge *; apply/negP; rewrite -ltNge.
have small : (2%:R - 1) * (l ^+ 2 / 9%:R * 2%:R) <= 1 / 450%:R.
  have sq : l ^+ 2 <= (1 / 10%:R) ^+ 2 by rewrite ler_expn2r // nnegrE divr_ge0 ?ler01 ?ler0n.
  have -> : 1 / 450%:R = (2%:R - 1) * ((1 / 10%:R) ^+ 2 / 9%:R * 2%:R) :> R by field.
  by rewrite ler_wpmul2l ?ler_wpmul2r ?invr_ge0 ?ler0n // subr_ge0 ler1n.
apply: (@le_lt_trans _ _ (exp (1 / 450%:R))); first by rewrite ler_exp.
have inv : 1 - 1 / 450%:R <= exp (- (1 / 450%:R)) by apply/RleP; exact: exp_ineq1_le.
have pos : 0 < 1 - 1 / 450%:R :> R by rewrite subr_gt0 ltr_pdivr_mulr ?ltr0n // mul1r ltr1n.
apply: (@le_lt_trans _ _ (1 - 1 / 450%:R)^-1).
  by rewrite -[X in X <= _]invrK -expN lef_pinv ?posrE ?exp_gt0.
have -> : (1 - 1 / 450%:R)^-1 = 450%:R / 449%:R :> R by field.
have -> : 2%:R * (11%:R / 21%:R) ^+ 2 + 2%:R * (10%:R / 21%:R) ^+ 2 = 442%:R / 441%:R :> R by field.
have -> : 450%:R / 449%:R = 1 + 449%:R^-1 :> R by field.
have -> : 442%:R / 441%:R = 1 + 441%:R^-1 :> R by field.
by rewrite ltr_add2l ltf_pinv ?posrE ?ltr0n // ltr_nat.
Qed.

End Range.

(* Random DP: two mechanisms on one row of three, each with one pair of rows that it tells too well apart; for both
   together these are two pairs, and no smaller gamma will do. *)
Section RandomDP.
Variables (eps : R) (eps_gt0 : 0 < eps).

Let a : R := exp (- eps).
Let a0 : 0 < a. Proof. exact: exp_gt0. Qed.
Let a1 : a < 1. Proof. by rewrite -exp0 ltr_exp oppr_lt0. Qed.

Lemma place_chance01 k : 0 <= a ^+ k / 2%:R <= 1.
Proof.
rewrite divr_ge0 ?ler0n ?exprn_ge0 ?(ltW a0) //= ler_pdivr_mulr ?ltr0n // mul1r.
by apply: (@le_trans _ _ 1); rewrite ?ler1n // exprn_ile1 ?ltW.
Qed.

(* The row has a place in a chain of three; a step of it multiplies the chance of true by e^-eps. *)
Definition in_place (f : three -> nat) : mechanism (data three 0) [finType of bool] :=
  fun x => mixture (place_chance01 (f (x ord0))) (point true) (point false).

Lemma in_place_mass f (x : data three 0) b : in_place f x b = if b then a ^+ f (x ord0) / 2%:R else 1 - a ^+ f (x ord0) / 2%:R.
Proof. by case: b; rewrite !ffunE /= ?mulr1 ?mulr0 ?addr0 ?add0r. Qed.

Definition one_step (f : three -> nat) (i j : three) := (f i <= (f j).+1)%nat && (f j <= (f i).+1)%nat.

Lemma in_place_le f (x y : data three 0) b : one_step f (x ord0) (y ord0) -> in_place f x b <= exp eps * in_place f y b.
Proof.
move=> /andP [xy yx]; rewrite !in_place_mass; set k := f (x ord0) in xy yx *; set m := f (y ord0) in xy yx *.
have -> : exp eps = a^-1 by rewrite /a expN invrK.
have up : a ^+ k.+1 <= a ^+ m by apply: ler_wiexpn2l; rewrite ?ltW.
have down : a ^+ m.+2 <= a ^+ k.+1 by apply: ler_wiexpn2l; rewrite ?ltW.
rewrite [X in _ <= X]mulrC ler_pdivl_mulr //; case: b.
  by rewrite mulrAC ler_pmul2r ?invr_gt0 ?ltr0n // -exprSr.
have top : a ^+ m <= 1 by rewrite exprn_ile1 ?ltW.
have gap : a ^+ m - a ^+ k.+1 <= 2%:R * (1 - a).
  apply: (@le_trans _ _ (a ^+ m - a ^+ m.+2)); first by rewrite ler_add2l ler_opp2.
  have -> : a ^+ m - a ^+ m.+2 = a ^+ m * ((1 + a) * (1 - a)) by rewrite !exprS; ring.
  rewrite mulrA; apply: ler_wpmul2r; first by rewrite subr_ge0 ltW.
  rewrite -[X in _ <= X]mul1r; apply: ler_pmul; rewrite ?exprn_ge0 ?(ltW a0) // ?addr_ge0 ?ler01 ?(ltW a0) //.
  by rewrite -[2%:R]/(1 + 1) ler_add2l ltW.
rewrite -subr_ge0; rewrite -subr_ge0 in gap.
have -> : 1 - a ^+ m / 2%:R - (1 - a ^+ k / 2%:R) * a = (2%:R * (1 - a) - (a ^+ m - a ^+ k.+1)) / 2%:R.
  by rewrite exprS; field.
by rewrite divr_ge0 ?ler0n.
Qed.

Lemma in_place_private f : random_dp rows (in_place f) eps
  ((\sum_(i : three) \sum_(j : three) ~~ one_step f i j)%:R * 9%:R^-1).
Proof.
rewrite -(Pr_two_rows (fun i j => ~~ one_step f i j)); apply: Pr_mono; apply/subsetP => r; rewrite !inE.
apply: contra => near1; apply/forallP => b; rewrite !in_place_le ?first_row ?last_row //.
by rewrite /one_step andbC.
Qed.

Definition as_it_is (i : three) : nat := i.
Definition last_two_swapped (i : three) : nat := nth 0%nat [:: 0; 2; 1]%nat i.
Definition each_place (i : nat) : mechanism (data three 0) [finType of bool] :=
  in_place (if i == 0%nat then as_it_is else last_two_swapped).

Theorem random_dp_composition_attained :
  (forall i : 'I_2, random_dp rows (each_place i) eps (2%:R / 9%:R))
  /\ forall gamma, random_dp rows (in_advance each_place 2) (\sum_(i < 2) eps) gamma -> \sum_(i < 2) (2%:R / 9%:R) <= gamma.
Proof.
split=> [[[|[|i]] //= lt] | gamma].
- have := in_place_private as_it_is; suff -> : (\sum_(i : three) \sum_(j : three) ~~ one_step as_it_is i j)%nat = 2%nat by [].
  by rewrite !big_ord_recl !big_ord0.
- have := in_place_private last_two_swapped.
  suff -> : (\sum_(i : three) \sum_(j : three) ~~ one_step last_two_swapped i j)%nat = 2%nat by [].
  by rewrite !big_ord_recl !big_ord0.
have count : (\sum_(i : three) \sum_(j : three) ((i == ord0) != (j == ord0)))%nat = 4%nat.
  by rewrite !big_ord_recl !big_ord0.
apply: le_trans; rewrite !big_ord_recl big_ord0 addr0 -mulrDl -natrD -[(2 + 2)%nat]count.
rewrite -(Pr_two_rows (fun i j => (i == ord0) != (j == ord0))); apply: Pr_mono; apply/subsetP => r; rewrite !inE => ne.
apply/forallP => /(_ (true, (true, tt))).
have both (x : data three 0) : in_advance each_place 2 x (true, (true, tt)) = a ^+ (if x ord0 == ord0 then 0 else 3)%nat / 4%:R.
  have -> : in_advance each_place 2 x (true, (true, tt))
      = in_place as_it_is x true * (in_place last_two_swapped x true * point tt tt).
    by rewrite ffunE; congr (_ * _); rewrite ffunE.
  rewrite !in_place_mass ffunE eqxx mulr1.
  rewrite (_ : (if x ord0 == ord0 then 0 else 3)%nat = (as_it_is (x ord0) + last_two_swapped (x ord0))%nat).
    by rewrite exprD; field.
  by case: (x ord0) => -[|[|[|k]]].
rewrite !both !first_row !last_row big_ord0 addr0 expD.
have -> : exp eps = a^-1 by rewrite /a expN invrK.
have small : ~~ (1 / 4%:R <= a^-1 * a^-1 * (a ^+ 3 / 4%:R)).
  rewrite -ltNge mulrA ltr_pmul2r ?invr_gt0 ?ltr0n // !exprS expr0 mulr1 -mulrA mulKf ?gt_eqF //.
  by rewrite mulKf ?gt_eqF.
by case: (r ord0 == ord0) ne; case: (r ord_max == ord0) => // _; rewrite expr0 (negbTE small) ?andbF.
Qed.

End RandomDP.
