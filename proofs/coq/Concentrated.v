(* Pure privacy gives zCDP: rho = eps tanh(eps/2), which is tight, and so eps^2/2. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals ZArith.
From Assay Require Import Real Distribution HockeyStick Mechanism RandomisedResponse Renyi Divergences KullbackLeibler.
From Assay Require lemma_zCDP_from_pure_DP_tight_form.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
From mathcomp Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Module Tight := lemma_zCDP_from_pure_DP_tight_form.

Lemma tanh_half (eps : R) : tanh (eps / 2%:R) = (exp eps - 1) / (exp eps + 1).
Proof.
have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
have e : exp eps = exp (eps / 2%:R) * exp (eps / 2%:R) by rewrite -expD; congr exp; field.
set h := eps / 2%:R in e *.
have h0 := exp_gt0 h; have hn : exp h != 0 by rewrite gt_eqF.
have si : sinh h = (exp h - (exp h)^-1) / 2%:R by rewrite /sinh RdivE // -expN.
have co : cosh h = (exp h + (exp h)^-1) / 2%:R by rewrite /cosh RdivE // -expN.
have d' : exp h + (exp h)^-1 != 0 by rewrite gt_eqF // ltr_paddr ?invr_ge0 ?ltW.
rewrite /tanh RdivE ?co ?si; last by rewrite mulf_neq0 ?invr_eq0.
rewrite e; set x := exp h in h0 hn d' *.
have d : x * x + 1 != 0 by rewrite gt_eqF // ltr_paddl ?ltr01 // mulr_ge0 // ltW.
by apply: (mulIf d); rewrite mulfVK //; field; rewrite hn d.
Qed.

Section PurePair.
Variables (T : finType) (P Q : dist T) (eps : R).
Hypotheses (eps_gt0 : 0 < eps) (PQ : indist (exp eps) 0 P Q) (QP : indist (exp eps) 0 Q P).

(* Randomised response is worst at every order. *)
Lemma pure_moment a : 1 < a ->
  moment a P Q <= (exp ((2%:R * a - 1) * (eps / 2%:R)) + exp (- (2%:R * a - 1) * (eps / 2%:R)))
                  / (exp (eps / 2%:R) + exp (- eps / 2%:R)).
Proof.
move=> a1; have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
have A0 := exp_gt0 eps; have S0 : 0 < exp eps + 1 by rewrite ltr_paddr ?ler01.
suff : moment a P Q <= exp (- a * eps) + (exp (a * eps) - exp (- a * eps)) / (exp eps + 1).
  move/le_trans; apply; rewrite le_eqVlt; apply/orP; left; apply/eqP.
  have H0 := exp_gt0 (eps / 2%:R); have Hn : exp (eps / 2%:R) != 0 by rewrite gt_eqF.
  have -> : exp (- eps / 2%:R) = (exp (eps / 2%:R))^-1 by rewrite mulNr expN.
  have -> : (2%:R * a - 1) * (eps / 2%:R) = a * eps + - (eps / 2%:R) by field.
  have -> : - (2%:R * a - 1) * (eps / 2%:R) = - (a * eps) + eps / 2%:R by field.
  have e : exp eps = exp (eps / 2%:R) * exp (eps / 2%:R) by rewrite -expD; congr exp; field.
  rewrite mulNr !expD !expN; rewrite e in S0 *; set x := exp (eps / 2%:R) in H0 Hn S0 *.
  have Yn := exp_neq0 (a * eps); set y := exp (a * eps) in Yn *.
  by field; rewrite Hn Yn gt_eqF.
apply: pure_mean => //; first by rewrite /power_term eqxx.
move=> q z q0 /andP [z0 z1]; set t := exp (- eps) + z * (exp eps - exp (- eps)).
have BA : exp (- eps) < exp eps by rewrite ltr_exp -subr_gt0 opprK addr_gt0.
have t0 : 0 < t by rewrite ltr_paddr ?exp_gt0 // mulr_ge0 // subr_ge0 ltW.
have -> : power_term a (q * t) q = q * exp (a * ln t).
  rewrite /power_term mulf_eq0 !gt_eqF //= lnM // [ln q + _]addrC addrK -mulrA; congr (_ * _).
  by rewrite -{1}(lnK t0) -expD; congr exp; ring.
apply: ler_wpmul2l; first exact: ltW.
by apply/RleP; apply: Tight.claim1; toR => //; exact: ltW.
Qed.

Lemma pure_renyi a : 1 < a -> renyi_at_most a (eps * tanh (eps / 2%:R) * a) P Q.
Proof.
move=> a1; split; first exact: pure_dominated PQ.
apply: le_trans (pure_moment a1) _; have e0 : 0 <= eps by exact: ltW.
have n0 x y : 0 < exp x + exp y by rewrite addr_gt0 ?exp_gt0.
rewrite -[X in X / _](lnK (n0 _ _)) -[X in _ / X](lnK (n0 _ _)) -expN -expD ler_exp.
have := Tight.claim3 eps a; rewrite tanh_half !RdivE ?gt_eqF ?ltr_paddr ?ler01 ?exp_gt0 //; try exact: ltr01.
have -> : (a - 1) * (eps * ((exp eps - 1) / (exp eps + 1)) * a)
  = a * (a - 1) * eps * (exp eps - 1) / (exp eps + 1) by ring.
by move=> h; apply/RleP; apply: h; toR => //; exact: ltW.
Qed.

End PurePair.

Section PureMechanism.
Variables (X : Type) (T : finType) (M : mechanism X T) (adj : relation_on X) (eps : R).
Hypothesis eps_ge0 : 0 <= eps.

Theorem zcdp_of_pure_dp : symmetric_relation adj -> dp M adj eps 0 -> zcdp adj M (eps * tanh (eps / 2%:R)).
Proof.
move=> sym h a a1 x y xy; have PQ : indist (exp eps) 0 (M x) (M y) := h _ _ xy.
have QP : indist (exp eps) 0 (M y) (M x) := h _ _ (sym _ _ xy).
have [e0 | en] := eqVneq eps 0; last by apply: pure_renyi => //; rewrite lt_def en.
rewrite e0 in PQ QP *; have same := indist_same PQ QP; split=> [t | ]; first by rewrite same.
rewrite !mul0r mulr0 exp0 -[X in _ <= X](mass_sum (M y)); apply: ler_sum => t _.
by rewrite /power_term same subrr mulr0 exp0 mulr1; case: eqP => // ->.
Qed.

Theorem zcdp_of_pure_dp_quadratic : symmetric_relation adj -> dp M adj eps 0 -> zcdp adj M (eps ^+ 2 / 2%:R).
Proof.
move=> sym h a a1 x y xy; have [d m] := zcdp_of_pure_dp sym h a1 xy; split=> //; apply: le_trans m _.
rewrite ler_exp; apply: ler_wpmul2l; first by rewrite subr_ge0 ltW.
apply: ler_wpmul2r; first by apply: ltW; apply: lt_trans a1.
rewrite expr2 -mulrA; apply: ler_wpmul2l => //; rewrite tanh_half.
have := Tight.claim4 eps; rewrite !RdivE ?gt_eqF ?ltr_paddr ?ler01 ?exp_gt0 //; last exact: ltr01.
by move=> le; apply/RleP; apply: le; toR.
Qed.

End PureMechanism.

(* Randomised response on a bit has this Kullback-Leibler divergence. *)
Theorem kl_of_randomised_response (eps : R) :
  let told := @randomised_response [finType of bool] eps in
  kl (told true) (told false) = eps * (exp eps - 1) / (exp eps + 1).
Proof.
rewrite /kl big_bool /weighted_loss !ffunE /= /total_weight card_bool /=.
have A0 := exp_gt0 eps; have S0 : 0 < exp eps + 1 by rewrite ltr_paddr ?ler01.
rewrite !mulf_eq0 invr_eq0 oner_eq0 !gt_eqF //= !ln_div ?ltr01 // expK ln1.
by field; rewrite gt_eqF.
Qed.

(* In the limit of the orders, as they fall to 1. *)
Theorem kl_of_zcdp (T : finType) (P Q : dist T) rho :
  (forall a, 1 < a -> renyi_at_most a (rho * a) P Q) -> kl P Q <= rho.
Proof.
move=> h; set x := kl P Q.
have each a : 1 < a -> x <= rho * a by move=> a1; apply: (proj2 (kl_le_renyi a1 (h a a1))).
rewrite leNgt; apply/negP => less.
have rho0 : 0 < rho.
  rewrite ltNge; apply/negP => le0; move: less; rewrite ltNge => /negP; apply.
  by apply: le_trans (each 2%:R _) _; rewrite ?ltr1n // mulr_natr mulr2n ger_addl.
have a1 : 1 < (x / rho + 1) / 2%:R.
  by rewrite ltr_pdivl_mulr ?ltr0n // mul1r mulr2n ltr_add2r ltr_pdivl_mulr // mul1r.
have := each _ a1; rewrite leNgt => /negP; apply.
have -> : rho * ((x / rho + 1) / 2%:R) = (x + rho) / 2%:R by field; rewrite gt_eqF.
by rewrite ltr_pdivr_mulr ?ltr0n // mulr_natr mulr2n ltr_add2l.
Qed.

(* No smaller rho will do for randomised response on a bit. *)
Theorem zcdp_of_pure_dp_tight (eps rho : R) : 0 <= eps ->
  zcdp (@all_pairs [eqType of bool]) (@randomised_response [finType of bool] eps) rho ->
  eps * tanh (eps / 2%:R) <= rho.
Proof.
move=> e0 h; rewrite tanh_half mulrA -kl_of_randomised_response.
by apply: kl_of_zcdp => a a1; exact: (h a a1 true false isT).
Qed.
