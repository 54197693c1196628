(* Losses that span at most eps: eps^2/8 of zCDP, a quarter of what pure privacy gives; the exponential mechanism. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals ZArith.
From Assay Require Import Real Distribution HockeyStick Mechanism Composition Exponential Renyi.
From Assay Require lemma_zCDP_from_a_bounded_range_of_losses.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
From mathcomp Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Module Span := lemma_zCDP_from_a_bounded_range_of_losses.

(* L(s) - L(t) <= eps for any two outputs, where e^L = P/Q, and both have the same support. *)
Definition losses_span (T : finType) (eps : R) (P Q : dist T) :=
  (forall t, P t = 0 <-> Q t = 0) /\ forall s t, P s * Q t <= exp eps * (P t * Q s).

Section Pair.
Variables (T : finType) (P Q : dist T) (eps : R).
Hypotheses (eps_gt0 : 0 < eps) (span : losses_span eps P Q).

Let A : R := exp eps.
Let A1 : 1 < A. Proof. by rewrite -exp0 ltr_exp. Qed.
Let D0 : 0 < A - 1. Proof. by rewrite subr_gt0. Qed.

Let positive t : Q t != 0 -> 0 < P t /\ 0 < Q t.
Proof.
move=> qn; have pn : P t != 0 by apply: contraNneq qn => /(proj1 span t) ->.
by rewrite !lt_def qn pn !mass_ge0.
Qed.

(* The smallest ratio P/Q. *)
Lemma least_ratio : exists2 r, 0 < r & forall t, r * Q t <= P t <= r * A * Q t.
Proof.
have [t0 q0] : exists t, Q t != 0.
  apply/existsP; apply: contraT; rewrite negb_exists => /forallP none.
  have := mass_sum Q; rewrite big1 => [/esym /eqP | t _]; first by rewrite oner_eq0.
  by apply/eqP; have := none t; rewrite negbK.
have [b qb least] := @Order.TotalTheory.arg_minP _ _ T t0 (fun t => Q t != 0) (fun t => P t / Q t) q0.
have [pb qb'] := positive qb.
exists (P b / Q b); first by rewrite divr_gt0.
move=> t; have [q_ | qn] := eqVneq (Q t) 0.
  by rewrite q_ (proj2 (proj1 span t) q_) !mulr0 lexx.
have [pt qt] := positive qn.
rewrite -ler_pdivl_mulr // least // andTb mulrAC -mulrA mulrAC ler_pdivl_mulr //.
by have := proj2 span t b; rewrite -/A mulrC mulrA [A * _]mulrC mulrAC.
Qed.

(* X^a lies below its chord between the two ends of the range. *)
Lemma span_moment a : 1 < a -> moment a P Q <= exp ((a - 1) * (eps ^+ 2 / 8%:R * a)).
Proof.
move=> a1; have [r r0 near] := least_ratio; have rn : r != 0 by rewrite gt_eqF.
have Dn : A - 1 != 0 by rewrite gt_eqF.
pose q := (r^-1 - 1) / (A - 1).
have mean : 1 - q + q * A = r^-1.
  have -> : 1 - q + q * A = 1 + q * (A - 1) by ring.
  by rewrite /q mulfVK // addrC subrK.
have total : r <= 1 <= r * A.
  rewrite -(mass_sum P) -{1}(mulr1 r) -{2}(mulr1 (r * A)) -(mass_sum Q) !mulr_sumr.
  by apply/andP; split; apply: ler_sum => t _; case/andP: (near t).
have q01 : 0 <= q <= 1.
  case/andP: total => t1 t2; apply/andP; split.
    by rewrite /q divr_ge0 ?(ltW D0) // subr_ge0 -[1]invr1 lef_pinv ?posrE ?ltr01.
  by rewrite ler_pdivr_mulr // mul1r ler_add2r -[X in X <= _]mulr1 ler_pdivr_mull.
have /andP [q0 q1] := q01.
pose z t := (P t / r - Q t) / (A - 1).
have sum_z : \sum_t z t = q.
  by rewrite /z -mulr_suml sumrB -mulr_suml !mass_sum mul1r.
have bound t : power_term a (P t) (Q t) <= exp (a * ln r) * (Q t + z t * (exp (a * eps) - 1)).
  have [q_ | qn] := eqVneq (Q t) 0.
    by rewrite /power_term /z (proj2 (proj1 span t) q_) q_ eqxx !(mul0r, subrr, addr0, mulr0).
  have [pt qt] := positive qn; have /andP [low high] := near t.
  pose y := z t / Q t.
  have y01 : 0 <= y <= 1.
    rewrite /y /z; apply/andP; split.
      by apply: divr_ge0; last exact: ltW; apply: divr_ge0; last exact: ltW; rewrite subr_ge0 ler_pdivl_mulr // mulrC.
    rewrite ler_pdivr_mulr // mul1r ler_pdivr_mulr // mulrBr mulr1 ler_add2r ler_pdivr_mulr //.
    by rewrite mulrAC mulrC mulrA.
  have ratio : P t = Q t * r * (1 - y + y * A) by rewrite /y /z; field; rewrite Dn rn gt_eqF.
  have m0 : 0 < 1 - y + y * A.
    have -> : 1 - y + y * A = 1 + y * (A - 1) by ring.
    by rewrite ltr_paddr ?ltr01 // mulr_ge0 // ?(ltW D0) //; case/andP: y01.
  have -> : power_term a (P t) (Q t) = Q t * (exp (a * ln r) * exp (a * ln (1 - y + y * A))).
    rewrite /power_term gt_eqF // -{1}(lnK pt) -expD -[X in _ = X * _](lnK qt) -!expD; congr exp.
    by rewrite ratio !lnM ?mulr_gt0 //; ring.
  have -> : exp (a * ln r) * (Q t + z t * (exp (a * eps) - 1))
    = Q t * (exp (a * ln r) * (1 - y + y * exp (a * eps))) by rewrite /y; field; rewrite gt_eqF.
  apply: ler_wpmul2l; first exact: ltW.
  apply: ler_wpmul2l; first exact: exp_ge0.
  by case/andP: y01 => y0 y1; apply/RleP; apply: Span.claim1; toR.
apply: (@le_trans _ _ (exp (a * ln r) * (1 - q + q * exp (a * eps)))).
  have -> : exp (a * ln r) * (1 - q + q * exp (a * eps))
    = \sum_t exp (a * ln r) * (Q t + z t * (exp (a * eps) - 1)).
    by rewrite -mulr_sumr big_split /= -mulr_suml sum_z mass_sum; ring.
  by apply: ler_sum => t _; exact: bound.
have m0 : 0 < 1 - q + q * exp (a * eps).
  have -> : 1 - q + q * exp (a * eps) = 1 + q * (exp (a * eps) - 1) by ring.
  rewrite ltr_paddr ?ltr01 // mulr_ge0 // subr_ge0 exp_ge1 mulr_ge0 ?(ltW eps_gt0) //.
  exact: ltW (lt_trans ltr01 a1).
rewrite -[X in _ * X](lnK m0) -expD ler_exp.
have lr : ln r = - ln (1 - q + q * A).
  rewrite mean; apply: exp_inj; rewrite expN !lnK ?invrK //; first by rewrite invr_gt0.
have := Span.claim3 q eps a; rewrite RpowE !RdivE ?gt_eqF //; last by apply/RltP; exact: IZR_lt.
have -> : IZR 8 = 8%:R :> R by transitivity ((1 + 1) * ((1 + 1) * (1 + 1)) : R); [by [] | ring].
rewrite lr mulrN addrC => h; have -> : (a - 1) * (eps ^+ 2 / 8%:R * a) = a * (a - 1) * eps ^+ 2 / 8%:R by ring.
by apply/RleP; apply: h; toR => //; exact: ltW.
Qed.

Theorem span_renyi a : 1 < a -> renyi_at_most a (eps ^+ 2 / 8%:R * a) P Q.
Proof. by move=> a1; split; [move=> t; case: (proj1 span t) | exact: span_moment]. Qed.

End Pair.
