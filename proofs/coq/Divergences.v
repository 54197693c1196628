(* Divergences of every order above 0: post-processing, mixtures, and joint convexity. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals ZArith.
From Assay Require Import Real Distribution HockeyStick Mechanism Renyi KullbackLeibler.
From Assay Require lemma_Bretagnolle_Huber_inequality.
From Assay Require lemma_group_privacy_of_zCDP.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
From mathcomp Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Module Tangents := lemma_Bretagnolle_Huber_inequality.
Module Hoelder := lemma_group_privacy_of_zCDP.

(* p^a q^(1-a) for p, q > 0, and 0 where one of them is 0: the summand for orders below 1. *)
Definition affinity_term (a p q : R) : R :=
  if (p == 0) || (q == 0) then 0 else exp (a * ln p + (1 - a) * ln q).

(* The sum of P^a Q^(1-a), which is e^(-(1-a) D_a(P || Q)) for a < 1; 0 where the divergence is infinite. *)
Definition affinity (T : finType) (a : R) (P Q : dist T) : R := \sum_t affinity_term a (P t) (Q t).

(* D_a(P || Q) <= r, at any order a > 0. *)
Definition divergence_at_most (T : finType) (a r : R) (P Q : dist T) : Prop :=
  if a < 1 then is_true (exp ((a - 1) * r) <= affinity a P Q)
  else if a == 1 then kl_at_most r P Q else renyi_at_most a r P Q.

Section Terms.
Variable a : R.

Lemma power_term_scale (k p q : R) : 0 <= k -> 0 <= p -> 0 <= q -> (q = 0 -> p = 0) ->
  power_term a (k * p) (k * q) = k * power_term a p q.
Proof.
move=> k0 p0 q0 d; rewrite /power_term mulf_eq0; have [-> | kn] := eqVneq k 0; first by rewrite /= mul0r.
case: (eqVneq p 0) => [_ | pn] /=; first by rewrite mulr0.
have qn : q != 0 by apply: contraNneq pn => /d ->.
have gt (x : R) : 0 <= x -> x != 0 -> 0 < x by move=> x0 xn; rewrite lt_def xn.
rewrite !lnM ?gt // -mulrA; congr (_ * (_ * exp (_ * _))).
by rewrite opprD addrACA subrr add0r.
Qed.

Lemma affinity_term_ge0 p q : 0 <= affinity_term a p q.
Proof. by rewrite /affinity_term; case: ifP => // _; exact: exp_ge0. Qed.

Lemma affinity_term_scale (k p q : R) : 0 <= k -> 0 <= p -> 0 <= q ->
  affinity_term a (k * p) (k * q) = k * affinity_term a p q.
Proof.
move=> k0 p0 q0; rewrite /affinity_term !mulf_eq0; have [-> | kn] := eqVneq k 0; first by rewrite /= mul0r.
rewrite /=; case: ifP => [_ | /negbT]; first by rewrite mulr0.
rewrite negb_or => /andP [pn qn].
have gt (x : R) : 0 <= x -> x != 0 -> 0 < x by move=> x0 xn; rewrite lt_def xn.
rewrite !lnM ?gt // -[X in _ = X * _](lnK (gt _ k0 kn)) -expD; congr exp; ring.
Qed.

Variables (I : finType) (S : pred I) (p q : I -> R).
Hypotheses (p0 : forall i, S i -> 0 <= p i) (q0 : forall i, S i -> 0 <= q i).

(* Adding up makes the sum of p^a q^(1-a) no larger for a >= 1. *)
Lemma power_sum : 1 <= a -> (forall i, S i -> q i = 0 -> p i = 0) ->
  power_term a (\sum_(i | S i) p i) (\sum_(i | S i) q i) <= \sum_(i | S i) power_term a (p i) (q i).
Proof.
move=> a1 d; set u := \sum_(i | S i) p i; set v := \sum_(i | S i) q i.
have [u_ | un] := eqVneq u 0.
  by rewrite /power_term u_ eqxx; apply: sumr_ge0 => i Si; apply: power_term_ge0; exact: p0.
have uu : 0 < u by rewrite lt_def un sumr_ge0.
have vv : 0 < v.
  rewrite lt_def sumr_ge0 // andbT; apply: contraNneq un => v_.
  by rewrite /u big1 // => i Si; apply: d => //; exact: (psumr_eq0P q0 v_ Si).
set w := ln u - ln v; have ew : exp w = u / v by rewrite expD expN !lnK.
have term x : 0 < x -> 0 < v -> forall y, 0 < y -> x * exp ((a - 1) * (ln x - ln y)) = y * exp (a * (ln x - ln y)).
  by move=> x0 _ y y0; rewrite -{1}(lnK x0) -[X in _ = X * _](lnK y0) -!expD; congr exp; ring.
have -> : power_term a u v = \sum_(i | S i) (q i * exp (a * w) + a * exp ((a - 1) * w) * (p i - q i * exp w)).
  rewrite big_split /= -mulr_suml -mulr_sumr sumrB -mulr_suml -/u -/v ew mulrCA mulfV ?gt_eqF // mulr1 subrr.
  by rewrite mulr0 addr0 /power_term (negbTE un) term.
apply: ler_sum => i Si; have pi0 := p0 Si; have qi0 := q0 Si.
have [q_ | qn] := eqVneq (q i) 0.
  by rewrite q_ d // !mul0r subr0 mulr0 addr0 /power_term eqxx.
have qq : 0 < q i by rewrite lt_def qn.
have [p_ | pn] := eqVneq (p i) 0.
  rewrite p_ sub0r /power_term eqxx.
  have e : exp (a * w) = exp ((a - 1) * w) * exp w by rewrite -expD; congr exp; ring.
  have -> : q i * exp (a * w) + a * exp ((a - 1) * w) * - (q i * exp w) = q i * exp (a * w) * (1 - a).
    by rewrite e; ring.
  by rewrite mulr_ge0_le0 ?subr_le0 // mulr_ge0 // exp_ge0.
have pp : 0 < p i by rewrite lt_def pn.
rewrite /power_term (negbTE pn) term //; set l := ln (p i) - ln (q i).
have el : p i = q i * exp l by rewrite expD expN !lnK // mulrCA mulfV ?mulr1.
rewrite {1}el -mulrBr mulrCA -mulrDr; apply: ler_wpmul2l => //.
by apply/RleP; apply: Rge_le; apply: Tangents.claim6; toR.
Qed.

(* Below 1 it makes the sum no smaller. *)
Lemma affinity_sum : 0 <= a <= 1 ->
  \sum_(i | S i) affinity_term a (p i) (q i) <= affinity_term a (\sum_(i | S i) p i) (\sum_(i | S i) q i).
Proof.
move=> /andP [a0 a1]; set u := \sum_(i | S i) p i; set v := \sum_(i | S i) q i.
rewrite {2}/affinity_term; case: eqP => [u_ | /eqP un].
  by rewrite /= big1 // => i Si; rewrite /affinity_term (psumr_eq0P p0 u_ Si) eqxx.
case: eqP => [v_ | /eqP vn] /=.
  by rewrite big1 // => i Si; rewrite /affinity_term (psumr_eq0P q0 v_ Si) eqxx orbT.
have uu : 0 < u by rewrite lt_def un sumr_ge0. have vv : 0 < v by rewrite lt_def vn sumr_ge0.
set E := exp _; have E0 : 0 < E := exp_gt0 _.
have -> : E = \sum_(i | S i) E * (a * (p i / u) + (1 - a) * (q i / v)).
  rewrite -mulr_sumr big_split /= -!mulr_sumr -!mulr_suml -/u -/v !mulfV // !mulr1 addrC subrK.
  by rewrite mulr1.
apply: ler_sum => i Si; have pi0 := p0 Si; have qi0 := q0 Si; rewrite /affinity_term.
case: ifP => [_ | /negbT].
  by rewrite mulr_ge0 ?(ltW E0) // addr_ge0 // mulr_ge0 ?subr_ge0 // divr_ge0 // ltW.
rewrite negb_or => /andP [pn qn].
have pp : 0 < p i by rewrite lt_def pn. have qq : 0 < q i by rewrite lt_def qn.
rewrite -[p i / u](lnK (divr_gt0 pp uu)) -[q i / v](lnK (divr_gt0 qq vv)) !ln_div //.
have -> : a * ln (p i) + (1 - a) * ln (q i)
  = (a * ln u + (1 - a) * ln v) + (a * (ln (p i) - ln u) + (1 - a) * (ln (q i) - ln v)) by ring.
rewrite [X in X <= _]expD -/E; apply: ler_wpmul2l; first exact: ltW.
by apply/RleP; apply: Hoelder.claim1; toR.
Qed.

End Terms.

(* Mixtures of pairs, with the same weights. *)
Section Mixtures.
Variables (I T : finType).
Variables (W : dist I) (P Q : I -> dist T).

Let mixed (R : I -> dist T) t : bind W R t = \sum_i W i * R i t. Proof. by rewrite ffunE. Qed.

Lemma dominated_mixture : (forall i, 0 < W i -> dominated (P i) (Q i)) -> dominated (bind W P) (bind W Q).
Proof.
move=> d t; rewrite !mixed => q_; apply: big1 => i _.
have [-> | wn] := eqVneq (W i) 0; first by rewrite mul0r.
rewrite (d i) ?mulr0 //; first by rewrite lt_def wn mass_ge0.
have all0 j : true -> 0 <= W j * Q j t by move=> _; rewrite mulr_ge0 ?mass_ge0.
have /eqP := @psumr_eq0P _ _ xpredT _ all0 q_ i isT.
by rewrite mulf_eq0 (negbTE wn) => /eqP.
Qed.

Let weighted t i : (forall i, 0 < W i -> dominated (P i) (Q i)) -> W i * Q i t = 0 -> W i * P i t = 0.
Proof.
move=> d /eqP; rewrite mulf_eq0; have [-> | wn] := eqVneq (W i) 0; first by rewrite mul0r.
by move=> /eqP /(d i) ->; rewrite ?mulr0 // lt_def wn mass_ge0.
Qed.

Let term_of_part (f : R -> R -> R) t i : (forall i, 0 < W i -> dominated (P i) (Q i)) -> f 0 0 = 0 ->
  (forall k p q, 0 <= k -> 0 <= p -> 0 <= q -> (q = 0 -> p = 0) -> f (k * p) (k * q) = k * f p q) ->
  f (W i * P i t) (W i * Q i t) = W i * f (P i t) (Q i t).
Proof.
move=> d f0 scale; have [-> | wn] := eqVneq (W i) 0; first by rewrite !mul0r f0.
by apply: scale; rewrite ?mass_ge0 //; apply: d; rewrite lt_def wn mass_ge0.
Qed.

Lemma moment_of_mixture a : 1 <= a -> (forall i, 0 < W i -> dominated (P i) (Q i)) ->
  moment a (bind W P) (bind W Q) <= \sum_i W i * moment a (P i) (Q i).
Proof.
move=> a1 d; rewrite /moment; under [X in _ <= X]eq_bigr do rewrite mulr_sumr.
rewrite exchange_big /=; apply: ler_sum => t _; rewrite !mixed.
apply: (@le_trans _ _ (\sum_i power_term a (W i * P i t) (W i * Q i t))).
  by apply: power_sum => // i _; rewrite ?mulr_ge0 ?mass_ge0 //; exact: weighted.
apply: ler_sum => i _; rewrite (@term_of_part (power_term a)) //; first by rewrite /power_term eqxx.
by move=> k p q *; exact: power_term_scale.
Qed.

Lemma affinity_of_mixture a : 0 <= a <= 1 ->
  \sum_i W i * affinity a (P i) (Q i) <= affinity a (bind W P) (bind W Q).
Proof.
move=> a01; rewrite /affinity; under [X in X <= _]eq_bigr do rewrite mulr_sumr.
rewrite exchange_big /=; apply: ler_sum => t _; rewrite !mixed.
apply: le_trans (affinity_sum _ _ a01) => [|i _|i _]; rewrite ?mulr_ge0 ?mass_ge0 //.
by apply: ler_sum => i _; rewrite affinity_term_scale ?mass_ge0.
Qed.

Lemma loss_term_scale (k p q : R) : 0 <= k -> 0 <= p -> 0 <= q -> (q = 0 -> p = 0) ->
  loss_term (k * p) (k * q) = k * loss_term p q.
Proof.
move=> k0 p0 q0 d; rewrite /loss_term mulf_eq0; have [-> | kn] := eqVneq k 0; first by rewrite /= mul0r.
case: (eqVneq p 0) => [_ | pn] /=; first by rewrite mulr0.
have qn : q != 0 by apply: contraNneq pn => /d ->.
have gt (x : R) : 0 <= x -> x != 0 -> 0 < x by move=> x0 xn; rewrite lt_def xn.
rewrite !lnM ?gt // -mulrA; congr (_ * (_ * _)).
by rewrite opprD addrACA subrr add0r.
Qed.

Lemma kl_of_mixture : (forall i, 0 < W i -> dominated (P i) (Q i)) ->
  kl (bind W P) (bind W Q) <= \sum_i W i * kl (P i) (Q i).
Proof.
move=> d; rewrite /kl; under [X in _ <= X]eq_bigr do rewrite mulr_sumr.
rewrite exchange_big /=; apply: ler_sum => t _; rewrite !mixed.
apply: (@le_trans _ _ (\sum_i loss_term (W i * P i t) (W i * Q i t))).
  by apply: log_sum => // i _; rewrite ?mulr_ge0 ?mass_ge0 //; exact: weighted.
apply: ler_sum => i _; rewrite (@term_of_part loss_term) //; first by rewrite /loss_term eqxx.
by move=> k p q *; exact: loss_term_scale.
Qed.

(* Where a part has no weight nothing is asked of it. *)
Lemma weighted_le (f g : I -> R) : (forall i, 0 < W i -> f i <= g i) -> \sum_i W i * f i <= \sum_i W i * g i.
Proof.
move=> le; apply: ler_sum => i _; have [-> | wn] := eqVneq (W i) 0; first by rewrite !mul0r.
by apply: ler_wpmul2l; rewrite ?mass_ge0 // le // lt_def wn mass_ge0.
Qed.

(* e^((a-1) D_a) is jointly convex for a > 1. *)
Theorem moment_joint_convexity a (r : I -> R) : 1 < a ->
  (forall i, 0 < W i -> renyi_at_most a (r i) (P i) (Q i)) ->
  dominated (bind W P) (bind W Q) /\ moment a (bind W P) (bind W Q) <= \sum_i W i * exp ((a - 1) * r i).
Proof.
move=> a1 h; have d i w := proj1 (h i w); split; first exact: dominated_mixture.
by apply: le_trans (moment_of_mixture (ltW a1) d) _; apply: weighted_le => i w; exact: (proj2 (h i w)).
Qed.

(* It is jointly concave below. *)
Theorem moment_joint_concavity a : 0 < a < 1 ->
  \sum_i W i * affinity a (P i) (Q i) <= affinity a (bind W P) (bind W Q).
Proof. by move=> /andP [a0 a1]; apply: affinity_of_mixture; rewrite !ltW. Qed.

(* A mixture is no further apart than the furthest of its parts. *)
Theorem divergence_of_mixture a r : 0 < a -> (forall i, 0 < W i -> divergence_at_most a r (P i) (Q i)) ->
  divergence_at_most a r (bind W P) (bind W Q).
Proof.
rewrite /divergence_at_most => a0.
have mean (c : R) : \sum_i W i * c = c by rewrite -mulr_suml mass_sum mul1r.
case: ltP => [a1 h | a1].
  apply: le_trans (moment_joint_concavity _); last by rewrite a0.
  by rewrite -[X in X <= _]mean; exact: weighted_le.
case: eqP => [_ h | /eqP an h].
  split; first by apply: dominated_mixture => i w; exact: (proj1 (h i w)).
  apply: le_trans (kl_of_mixture (fun i w => proj1 (h i w))) _.
  by rewrite -[X in _ <= X]mean; apply: weighted_le => i w; exact: (proj2 (h i w)).
have a1' : 1 < a by rewrite lt_def an.
by have := @moment_joint_convexity a (fun _ => r) a1' h; rewrite mean.
Qed.

(* D_a itself is jointly convex for a <= 1. *)
Theorem divergence_joint_convexity a (r : I -> R) : 0 < a -> a <= 1 ->
  (forall i, 0 < W i -> divergence_at_most a (r i) (P i) (Q i)) ->
  divergence_at_most a (\sum_i W i * r i) (bind W P) (bind W Q).
Proof.
rewrite /divergence_at_most => a0 a1; case: ltP => [al h | ag].
  apply: le_trans (moment_joint_concavity _); last by rewrite a0.
  apply: (@le_trans _ _ (\sum_i W i * exp ((a - 1) * r i))); last exact: weighted_le.
  set m := (a - 1) * _.
  have -> : exp m = \sum_i W i * (exp m * (1 + ((a - 1) * r i - m))).
    under eq_bigr do rewrite mulrCA; rewrite -mulr_sumr; under eq_bigr do rewrite mulrDr mulr1 mulrBr.
    rewrite big_split /= sumrB -mulr_suml !mass_sum mul1r.
    have -> : \sum_i W i * ((a - 1) * r i) = m by rewrite /m mulr_sumr; apply: eq_bigr => i _; rewrite mulrCA.
    by rewrite subrr addr0 mulr1.
  apply: weighted_le => i _; rewrite -[X in _ <= exp X](subrK m) [X in _ <= exp X]addrC expD.
  apply: ler_wpmul2l; first exact: exp_ge0.
  have := Tangents.claim1 (exp ((a - 1) * r i - m)); rewrite ln_exp => le.
  rewrite addrC -ler_subr_addr; apply/RleP; apply: le; toR; exact: exp_gt0.
have -> : a = 1 by apply/eqP; rewrite eq_le a1.
rewrite eqxx => h; split; first by apply: dominated_mixture => i w; exact: (proj1 (h i w)).
apply: le_trans (kl_of_mixture (fun i w => proj1 (h i w))) _.
by apply: weighted_le => i w; exact: (proj2 (h i w)).
Qed.

End Mixtures.

(* A randomised map that does not see the input: the outputs of one input are a mixture of its images. *)
Section PostProcessing.
Variables (T U : finType) (K : T -> dist U).

Lemma affinity_of_image a (P Q : dist T) : 0 <= a <= 1 ->
  affinity a P Q <= affinity a (bind P K) (bind Q K).
Proof.
move=> a01.
have -> : affinity a P Q = \sum_u \sum_t affinity_term a (P t * K t u) (Q t * K t u).
  rewrite exchange_big /=; apply: eq_bigr => t _.
  rewrite (eq_bigr (fun u => K t u * affinity_term a (P t) (Q t))); last first.
    by move=> u _; rewrite -affinity_term_scale ?mass_ge0 // ![K t u * _]mulrC.
  by rewrite -mulr_suml mass_sum mul1r.
apply: ler_sum => u _; rewrite !ffunE.
by apply: affinity_sum => // t _; rewrite mulr_ge0 ?mass_ge0.
Qed.

Let image (f : R -> R -> R) (P Q : dist T) : dominated P Q ->
  (forall k p q, 0 <= k -> 0 <= p -> 0 <= q -> (q = 0 -> p = 0) -> f (k * p) (k * q) = k * f p q) ->
  \sum_t f (P t) (Q t) = \sum_u \sum_t f (P t * K t u) (Q t * K t u).
Proof.
move=> d scale; rewrite exchange_big /=; apply: eq_bigr => t _.
rewrite [RHS](eq_bigr (fun u => K t u * f (P t) (Q t))); last first.
  by move=> u _; rewrite ![_ * K t u]mulrC scale ?mass_ge0 //; exact: d.
by rewrite -mulr_suml mass_sum mul1r.
Qed.

Let dominated_image (P Q : dist T) : dominated P Q -> forall u t, Q t * K t u = 0 -> P t * K t u = 0.
Proof. by move=> d u t /eqP; rewrite mulf_eq0 => /orP [/eqP /d -> | /eqP ->]; rewrite ?mul0r ?mulr0. Qed.

Lemma dominated_post_processing (P Q : dist T) : dominated P Q -> dominated (bind P K) (bind Q K).
Proof.
move=> d u; rewrite !ffunE => q_; apply: big1 => t _; apply: (dominated_image d).
have all0 s : true -> 0 <= Q s * K s u by move=> _; rewrite mulr_ge0 ?mass_ge0.
exact: (@psumr_eq0P _ _ xpredT _ all0 q_ t isT).
Qed.

Theorem divergence_post_processing a r (P Q : dist T) : 0 < a ->
  divergence_at_most a r P Q -> divergence_at_most a r (bind P K) (bind Q K).
Proof.
rewrite /divergence_at_most => a0; case: ltP => [a1 h | a1].
  by apply: le_trans h _; apply: affinity_of_image; rewrite !ltW.
case: eqP => [_ | _] [d m]; split; try exact: dominated_post_processing; apply: le_trans m.
  rewrite /kl (image d loss_term_scale); apply: ler_sum => u _; rewrite !ffunE.
  by apply: log_sum => t _; rewrite ?mulr_ge0 ?mass_ge0 //; exact: dominated_image.
rewrite /moment (image d (@power_term_scale a)); apply: ler_sum => u _; rewrite !ffunE.
by apply: power_sum => // t _; rewrite ?mulr_ge0 ?mass_ge0 //; exact: dominated_image.
Qed.

End PostProcessing.
