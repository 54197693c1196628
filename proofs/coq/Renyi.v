(* Renyi divergence of orders above 1 (spec/definitions.md, section 3), its composition, what it gives in
   (eps, delta), and zCDP. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals ZArith.
From Assay Require Import Real Distribution HockeyStick Mechanism Composition.
From Assay Require lemma_composition_of_Renyi_DP.
From Assay Require lemma_Renyi_DP_to_approximate_DP.
From Assay Require lemma_zCDP_composition_and_conversion.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
From mathcomp Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Module Compose := lemma_composition_of_Renyi_DP.
Module Convert := lemma_Renyi_DP_to_approximate_DP.
Module ZCDP := lemma_zCDP_composition_and_conversion.

Section Pair.
Variable T : finType.
Implicit Types (P Q : dist T) (a r : R).

(* P is possible only where Q is: otherwise the divergence is infinite. *)
Definition dominated P Q := forall t, Q t = 0 -> P t = 0.

(* p^a q^(1-a) for p > 0, and 0 for p = 0. *)
Definition power_term a (p q : R) : R := if p == 0 then 0 else p * exp ((a - 1) * (ln p - ln q)).

(* The sum of P^a Q^(1-a), which is e^((a-1) D_a(P || Q)). *)
Definition moment a P Q : R := \sum_t power_term a (P t) (Q t).

(* D_a(P || Q) <= r, where D_a(P || Q) = ln(moment)/(a - 1). *)
Definition renyi_at_most a r P Q := dominated P Q /\ moment a P Q <= exp ((a - 1) * r).

Lemma power_term_ge0 a p q : 0 <= p -> 0 <= power_term a p q.
Proof. by move=> p0; rewrite /power_term; case: ifP => // _; rewrite mulr_ge0 ?exp_ge0. Qed.

Lemma moment_ge0 a P Q : 0 <= moment a P Q.
Proof. by apply: sumr_ge0 => t _; apply: power_term_ge0; exact: mass_ge0. Qed.

(* The divergence itself, as the field writes it. *)
Definition renyi a P Q : R := ln (moment a P Q) / (a - 1).

Lemma moment_gt0 a P Q : 0 < moment a P Q.
Proof.
have [t Pt] : exists t, P t != 0.
  apply/existsP; apply: contraT; rewrite negb_exists => /forallP none.
  have := mass_sum P; rewrite big1 => [/esym /eqP | t _]; first by rewrite oner_eq0.
  by apply/eqP; have := none t; rewrite negbK.
rewrite /moment (bigD1 t) //=; apply: ltr_paddr; first by apply: sumr_ge0 => u _; apply: power_term_ge0; exact: mass_ge0.
by rewrite /power_term (negbTE Pt) mulr_gt0 ?exp_gt0 // lt_def Pt mass_ge0.
Qed.

Theorem renyi_at_most_divergence a r P Q : 1 < a ->
  renyi_at_most a r P Q <-> dominated P Q /\ renyi a P Q <= r.
Proof.
move=> a1; have a0 : 0 < a - 1 by rewrite subr_gt0.
rewrite /renyi_at_most /renyi ler_pdivr_mulr // (mulrC r).
suff -> : (moment a P Q <= exp ((a - 1) * r)) = (ln (moment a P Q) <= (a - 1) * r) by [].
by rewrite -{1}(lnK (moment_gt0 a P Q)) ler_exp.
Qed.

End Pair.

Section Composition.
Variables T U : finType.

Lemma power_term_mul a (p q p' q' : R) : 0 <= p -> 0 <= p' -> (q = 0 -> p = 0) -> (q' = 0 -> p' = 0) ->
  0 <= q -> 0 <= q' -> power_term a (p * p') (q * q') = power_term a p q * power_term a p' q'.
Proof.
move=> p0 p0' d d' q0 q0'; rewrite /power_term mulf_eq0.
case: eqP => [_ | pn] /=; first by rewrite mul0r.
case: eqP => [_ | pn']; first by rewrite mulr0.
have gt (x : R) : 0 <= x -> x <> 0 -> 0 < x by move=> x0 /eqP xn; rewrite lt_def xn.
have qn : q <> 0 by move=> /d. have qn' : q' <> 0 by move=> /d'.
rewrite !lnM ?gt //; set x := ln p; set y := ln q; set x' := ln p'; set y' := ln q'.
have -> : (a - 1) * (x + x' - (y + y')) = (a - 1) * (x - y) + (a - 1) * (x' - y') by ring.
by rewrite expD; ring.
Qed.

(* One order for all rounds; the second mechanism is chosen by the answer of the first. *)
Theorem renyi_composition a r s (P Q : dist T) (K L : T -> dist U) : 1 < a ->
  renyi_at_most a r P Q -> (forall t, renyi_at_most a s (K t) (L t)) ->
  renyi_at_most a (r + s) (joint P K) (joint Q L).
Proof.
move=> a1 [dPQ mPQ] each; split=> [[t u] | ].
  rewrite !ffunE /= => /eqP; rewrite mulf_eq0 => /orP [/eqP /dPQ -> | /eqP]; first by rewrite mul0r.
  by move=> /(proj1 (each t)) ->; rewrite mulr0.
rewrite /moment (eq_bigr (fun o => power_term a (P o.1) (Q o.1) * power_term a (K o.1 o.2) (L o.1 o.2))); last first.
  move=> [t u] _; rewrite !ffunE /=; apply: power_term_mul; rewrite ?mass_ge0 //; first exact: dPQ.
  exact: (proj1 (each t)).
rewrite -(pair_bigA _ (fun t u => power_term a (P t) (Q t) * power_term a (K t u) (L t u))) /=.
rewrite (eq_bigr (fun t => power_term a (P t) (Q t) * moment a (K t) (L t))); last by move=> t _; rewrite mulr_sumr.
have a1' : Rgt a 1 by apply: Rlt_gt; apply/RltP.
have <- : exp ((a - 1) * r) * exp ((a - 1) * s) = exp ((a - 1) * (r + s)) by exact: Compose.claim2.
apply: (@le_trans _ _ (moment a P Q * exp ((a - 1) * s))); last by rewrite ler_wpmul2r ?exp_ge0.
rewrite /moment mulr_suml; apply: ler_sum => t _; apply: ler_wpmul2l; first by apply: power_term_ge0; exact: mass_ge0.
exact: (proj2 (each t)).
Qed.

End Composition.

Section Mechanisms.
Variables (X : Type) (adj : relation_on X).

(* (a, r)-Renyi differential privacy. *)
Definition renyi_dp (T : finType) (M : mechanism X T) a r := forall x y, adj x y -> renyi_at_most a r (M x) (M y).

(* rho-zCDP: D_a <= rho a for every a > 1. *)
Definition zcdp (T : finType) (M : mechanism X T) rho := forall a, 1 < a -> renyi_dp M a (rho * a).

Theorem renyi_dp_composition (T U : finType) (M1 : mechanism X T) (M2 : T -> mechanism X U) a r s : 1 < a ->
  renyi_dp M1 a r -> (forall t, renyi_dp (M2 t) a s) ->
  renyi_dp (fun x => joint (M1 x) (fun t => M2 t x)) a (r + s).
Proof. by move=> a1 h1 h2 x y xy; apply: renyi_composition => // [|t]; [exact: h1 | exact: h2]. Qed.

Theorem zcdp_composition (T U : finType) (M1 : mechanism X T) (M2 : T -> mechanism X U) rho sigma :
  zcdp M1 rho -> (forall t, zcdp (M2 t) sigma) ->
  zcdp (fun x => joint (M1 x) (fun t => M2 t x)) (rho + sigma).
Proof.
move=> h1 h2 a a1; rewrite mulrDl; apply: renyi_dp_composition => // [|t]; [exact: h1 | exact: h2].
Qed.

(* k rounds, each chosen by the answers so far. *)
Lemma moment_point a : moment a (point tt) (point tt) = 1.
Proof.
rewrite /moment (bigD1 tt) //= big1 ?addr0; last by case.
have -> : point tt tt = 1 :> R by rewrite ffunE.
by rewrite /power_term oner_eq0 subrr mulr0 exp0 mul1r.
Qed.

Theorem renyi_composition_of_rounds (T : finType) (M : seq T -> mechanism X T) a (r : nat -> R) k : 1 < a ->
  (forall h, renyi_dp (M h) a (r (size h))) ->
  forall h, renyi_dp (rounds M h k) a (\sum_(i < k) r (size h + i)%nat).
Proof.
move=> a1 each; elim: k => [|k IH] h x y xy.
  by rewrite big_ord0 /renyi_at_most mulr0 exp0; split=> //; rewrite /= moment_point.
rewrite big_ord_recl addn0.
have shift : \sum_(i < k) r (size h + lift ord0 i)%nat = \sum_(i < k) r ((size h).+1 + i)%nat.
  by apply: eq_bigr => i _; rewrite lift0 addSnnS.
rewrite shift; apply: (@renyi_composition T (answers T k)) => // [|t]; first exact: each.
exact: (IH (t :: h)).
Qed.

Theorem zcdp_composition_of_rounds (T : finType) (M : seq T -> mechanism X T) (rho : nat -> R) k :
  (forall h, zcdp (M h) (rho (size h))) ->
  forall h, zcdp (rounds M h k) (\sum_(i < k) rho (size h + i)%nat).
Proof.
move=> each h a a1; rewrite mulr_suml.
exact: (@renyi_composition_of_rounds _ M a (fun i => rho i * a) k a1 (fun h => each h a a1) h).
Qed.

End Mechanisms.

Section Conversion.
Variables (T : finType) (P Q : dist T) (a r : R).
Hypotheses (a1 : 1 < a) (divergence : renyi_at_most a r P Q).

Let a1' : Rgt a 1. Proof. by apply: Rlt_gt; apply/RltP. Qed.
Let a0 : 0 < a. Proof. exact: lt_trans ltr01 a1. Qed.
Let am : 0 < a - 1. Proof. by rewrite subr_gt0. Qed.
Let an : a != 0. Proof. by rewrite gt_eqF. Qed.
Let inv : Rdiv 1 a = 1 / a. Proof. exact: RdivE. Qed.

(* (1 - 1/a)^a/(a - 1) *)
Definition constant : R := exp (a * ln (1 - 1 / a)) / (a - 1).

Lemma renyi_term eps (p q : R) : 0 <= p -> 0 <= q -> (q = 0 -> p = 0) ->
  Num.max (p - exp eps * q) 0 <= power_term a p q * exp (- ((a - 1) * eps)) * constant.
Proof.
move=> p0 q0 d; rewrite le_maxl.
have c0 : 0 <= constant by rewrite divr_ge0 ?exp_ge0 // ltW.
have right0 : 0 <= power_term a p q * exp (- ((a - 1) * eps)) * constant.
  by apply: mulr_ge0 => //; apply: mulr_ge0; [exact: power_term_ge0 | exact: exp_ge0].
rewrite right0 andbT; have [p_ | pn] := eqVneq p 0.
  by apply: le_trans right0; rewrite p_ sub0r oppr_le0 mulr_ge0 ?exp_ge0.
have qn : q != 0 by apply: contraNneq pn => /d ->.
have pp : 0 < p by rewrite lt_def pn. have qp : 0 < q by rewrite lt_def qn.
have := Convert.claim1 (ln p) (eps + ln q) _ a1'; rewrite inv => /RleP.
rewrite expD !lnK // /power_term (negbTE pn) => h; apply: le_trans h _.
rewrite RdivE; last by rewrite gt_eqF.
rewrite -[X in X <= _]mulrA; apply: ler_wpmul2r => //.
rewrite -[X in _ <= X * _ * _](lnK pp) -!expD ler_exp; set x := ln p; set y := ln q.
rewrite le_eqVlt; apply/orP; left; apply/eqP.
transitivity (a * x - (a - 1) * (eps + y)); [by [] | by ring].
Qed.

Theorem renyi_to_approximate eps :
  indist (exp eps) (exp ((a - 1) * (r - eps)) * constant) P Q.
Proof.
apply/hockey_stick_sum; case: divergence => dPQ mPQ.
have c0 : 0 <= constant by rewrite divr_ge0 ?exp_ge0 // ltW.
apply: (@le_trans _ _ (moment a P Q * exp (- ((a - 1) * eps)) * constant)).
  rewrite /moment !mulr_suml; apply: ler_sum => t _.
  by apply: renyi_term; rewrite ?mass_ge0 //; exact: dPQ.
have -> : exp ((a - 1) * (r - eps)) = exp ((a - 1) * r) * exp (- ((a - 1) * eps)).
  by rewrite -expD; congr (exp _); ring.
by apply: ler_wpmul2r => //; apply: ler_wpmul2r; rewrite ?exp_ge0.
Qed.

Let L : R := ln (1 - 1 / a).

Let exp_L : exp L * a = a - 1.
Proof.
have pos : 0 < 1 - 1 / a by rewrite subr_gt0 ltr_pdivr_mulr // mul1r.
by rewrite /L lnK // mulrBl !mul1r mulVf.
Qed.

Lemma constant_le1 : constant <= 1.
Proof.
rewrite /constant -/L ler_pdivr_mulr // mul1r -exp_L.
have := Convert.claim3 _ a1'; rewrite inv RdivE ?gt_eqF // => /RleP; rewrite -[Rminus _ _]/(L - _) subr_le0.
rewrite ler_pdivl_mulr // => h; have -> : exp L * a = exp (L + ln a) by rewrite expD lnK.
rewrite ler_exp.
by rewrite -ler_subl_addl -[X in _ - X](mul1r L) -mulrBl mulrC.
Qed.

(* At a given delta. *)
Theorem renyi_at_delta delta : 0 < delta -> indist (exp (r + ln (1 / delta) / (a - 1))) delta P Q.
Proof.
move=> d0; have := renyi_to_approximate (r + ln (1 / delta) / (a - 1)); apply: indist_weaken => //.
have -> : (a - 1) * (r - (r + ln (1 / delta) / (a - 1))) = - ln (1 / delta) by field; rewrite gt_eqF.
rewrite expN lnK ?divr_gt0 ?ltr01 // div1r invrK -[X in _ <= X]mulr1; apply: ler_wpmul2l constant_le1.
exact: ltW.
Qed.

Theorem renyi_at_delta_sharp delta : 0 < delta ->
  indist (exp (r + ln (1 - 1 / a) - ln (delta * a) / (a - 1))) delta P Q.
Proof.
move=> d0; have := renyi_to_approximate (r + ln (1 - 1 / a) - ln (delta * a) / (a - 1)); apply: indist_weaken => //.
rewrite /constant mulrA -expD -/L; set u := ln (delta * a).
have -> : (a - 1) * (r - (r + L - u / (a - 1))) + a * L = L + u by field; rewrite gt_eqF.
rewrite expD /u lnK ?mulr_gt0 // (mulrC delta) mulrA exp_L mulrAC mulfV ?mul1r //.
by rewrite gt_eqF.
Qed.

End Conversion.

(* rho-zCDP gives (rho + 2 sqrt(rho ln(1/delta)), delta). *)
Theorem zcdp_to_approximate (T : finType) (P Q : dist T) (rho delta : R) : 0 < rho -> 0 < delta < 1 ->
  (forall a, 1 < a -> renyi_at_most a (rho * a) P Q) ->
  indist (exp (rho + 2%:R * sqrt (rho * ln (1 / delta)))) delta P Q.
Proof.
move=> rho0 /andP [d0 d1] h; set l := ln (1 / delta).
have l0 : 0 < l.
  rewrite -ltr_exp exp0 lnK ?divr_gt0 ?ltr01 // ltr_pdivl_mulr // mul1r //.
have root (x : R) : 0 < x -> 0 < sqrt x /\ sqrt x * sqrt x = x.
  move=> x0; split; first by apply/RltP; apply: sqrt_lt_R0; apply/RltP.
  by apply: sqrt_sqrt; apply/RleP; exact: ltW.
have [u0 uu] := root _ rho0; have [w0 ww] := root _ l0.
set u := sqrt rho in u0 uu; set w := sqrt l in w0 ww.
have un : u != 0 by rewrite gt_eqF. have wn : w != 0 by rewrite gt_eqF.
have a1 : 1 < 1 + w / u by rewrite ltr_addl divr_gt0.
have := @renyi_at_delta T P Q (1 + w / u) (rho * (1 + w / u)) a1 (h _ a1) delta d0.
have -> : rho * (1 + w / u) + ln (1 / delta) / (1 + w / u - 1) = rho + 2%:R * (u * w).
  have e1 : rho = u * u by []. have e2 : l = w * w by [].
  rewrite -/l e2 e1; field; rewrite un /=.
  by have -> : u + w + -1 * u = w by ring.
suff -> : sqrt (rho * l) = u * w by [].
by apply: sqrt_mult; apply/RleP; exact: ltW.
Qed.
