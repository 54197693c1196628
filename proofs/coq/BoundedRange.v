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

(* L(s) - L(t) <= eps for any two outputs, where e^L = P/Q. *)
Definition losses_span (T : finType) (eps : R) (P Q : dist T) :=
  forall s t, P s * Q t <= exp eps * (P t * Q s).

Section Pair.
Variables (T : finType) (P Q : dist T) (eps : R).
Hypotheses (eps_ge0 : 0 <= eps) (span : losses_span eps P Q).

Let A : R := exp eps.

Lemma some_output (R' : dist T) : exists t, R' t != 0.
Proof.
apply/existsP; apply: contraT; rewrite negb_exists => /forallP none.
have := mass_sum R'; rewrite big1 => [/esym /eqP | t _]; first by rewrite oner_eq0.
by apply/eqP; have := none t; rewrite negbK.
Qed.

(* So the two have the same support. *)
Lemma span_support t : (P t == 0) = (Q t == 0).
Proof.
have [s ps] := some_output P; have [s' qs] := some_output Q.
have zero (x y : R) : 0 <= x -> 0 <= y -> x != 0 -> x * y <= 0 -> y = 0.
  move=> x0 y0 xn le; apply/eqP; have : x * y == 0 by rewrite eq_le le mulr_ge0.
  by rewrite mulf_eq0 (negbTE xn).
apply/eqP/eqP => e.
  by apply: (zero _ _ (mass_ge0 P s) (mass_ge0 Q t) ps); have := span s t; rewrite e mul0r mulr0.
by apply: (zero _ _ (mass_ge0 Q s') (mass_ge0 P t) qs); have := span t s'; rewrite e !mulr0 mulrC.
Qed.

Let positive t : Q t != 0 -> 0 < P t /\ 0 < Q t.
Proof. by move=> qn; rewrite !lt_def span_support qn !mass_ge0. Qed.

(* The smallest ratio P/Q. *)
Lemma least_ratio : exists2 r, 0 < r & forall t, r * Q t <= P t <= r * A * Q t.
Proof.
have [t0 q0] := some_output Q.
have [b qb least] := @Order.TotalTheory.arg_minP _ _ T t0 (fun t => Q t != 0) (fun t => P t / Q t) q0.
have [pb qb'] := positive qb.
exists (P b / Q b); first by rewrite divr_gt0.
move=> t; have [q_ | qn] := eqVneq (Q t) 0.
  have /eqP -> : P t == 0 by rewrite span_support q_.
  by rewrite q_ !mulr0 lexx.
have [pt qt] := positive qn.
rewrite -ler_pdivl_mulr // least // andTb.
have -> : P b / Q b * A * Q t = A * (P b * Q t) / Q b by field; rewrite gt_eqF.
by rewrite ler_pdivl_mulr //; exact: span.
Qed.

(* X^a lies below its chord between the two ends of the range. *)
Lemma span_moment a : 0 < eps -> 1 < a -> moment a P Q <= exp ((a - 1) * (eps ^+ 2 / 8%:R * a)).
Proof.
move=> eps_gt0 a1; have A1 : 1 < A by rewrite -exp0 ltr_exp.
have D0 : 0 < A - 1 by rewrite subr_gt0.
have [r r0 near] := least_ratio; have rn : r != 0 by rewrite gt_eqF.
have Dn : A - 1 != 0 by rewrite gt_eqF.
pose q := (r^-1 - 1) / (A - 1).
have mean : 1 - q + q * A = r^-1.
  have -> : 1 - q + q * A = 1 + q * (A - 1) by ring.
  by rewrite /q mulfVK // addrC subrK.
have total : r <= 1 <= r * A.
  have low : \sum_t r * Q t <= \sum_t P t by apply: ler_sum => t _; case/andP: (near t).
  have high : \sum_t P t <= \sum_t r * A * Q t by apply: ler_sum => t _; case/andP: (near t).
  by move: low high; rewrite -!mulr_sumr !mass_sum !mulr1 => -> ->.
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
    have /eqP p_ : P t == 0 by rewrite span_support q_.
    by rewrite /power_term /z p_ q_ eqxx !(mul0r, subrr, addr0, mulr0).
  have [pt qt] := positive qn; have /andP [low high] := near t.
  pose y := z t / Q t.
  have y01 : 0 <= y <= 1.
    rewrite /y /z; apply/andP; split.
      by apply: divr_ge0; last exact: ltW; apply: divr_ge0; last exact: ltW; rewrite subr_ge0 ler_pdivl_mulr // mulrC.
    rewrite ler_pdivr_mulr // mul1r ler_pdivr_mulr // mulrBr mulr1 ler_add2r ler_pdivr_mulr //.
    by have -> : Q t * A * r = r * A * Q t by ring.
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
rewrite lr mulrN addrC => h; have -> : (a - 1) * (eps ^+ 2 / 8%:R * a) = a * (a - 1) * eps ^+ 2 / 8%:R by field.
by apply/RleP; apply: h; toR => //; exact: ltW.
Qed.

Theorem bounded_range_renyi a : 1 < a -> renyi_at_most a (eps ^+ 2 / 8%:R * a) P Q.
Proof.
move=> a1; split=> [t /eqP | ]; first by rewrite -span_support => /eqP.
have [e0 | en] := eqVneq eps 0; last by apply: span_moment => //; rewrite lt_def en.
have le s t : P s * Q t <= P t * Q s by have := span s t; rewrite e0 exp0 mul1r.
have same s : P s = Q s.
  rewrite -[LHS]mulr1 -(mass_sum Q) mulr_sumr -[RHS]mul1r -(mass_sum P) mulr_suml.
  by apply: eq_bigr => t _; apply/eqP; rewrite eq_le !le.
rewrite e0 expr0n !mul0r mulr0 exp0 -[X in _ <= X](mass_sum Q); apply: ler_sum => t _.
by rewrite /power_term same subrr mulr0 exp0 mulr1; case: eqP => // ->.
Qed.

End Pair.

(* The losses of all pairs of neighbours span at most eps. *)
Definition bounded_range (X : Type) (T : finType) (M : mechanism X T) (adj : relation_on X) (eps : R) :=
  forall x y, adj x y -> losses_span eps (M x) (M y).

Section Mechanisms.
Variables (X : Type) (T : finType) (adj : relation_on X) (eps : R).
Hypothesis eps_ge0 : 0 <= eps.

Theorem zcdp_of_bounded_range (M : mechanism X T) : bounded_range M adj eps -> zcdp adj M (eps ^+ 2 / 8%:R).
Proof. by move=> h a a1 x y xy; apply: bounded_range_renyi => //; exact: h. Qed.

(* k rounds, each chosen by the answers so far. *)
Theorem zcdp_of_rounds_of_bounded_range (M : seq T -> mechanism X T) k :
  (forall h, bounded_range (M h) adj eps) -> zcdp adj (rounds M [::] k) (k%:R * (eps ^+ 2 / 8%:R)).
Proof.
move=> h; have := @zcdp_composition_of_rounds X adj T M (fun _ => eps ^+ 2 / 8%:R) k.
rewrite sumr_const card_ord mulr_natl; apply=> g; exact: zcdp_of_bounded_range.
Qed.

(* Losses of the exponential mechanism span eps. *)
Theorem bounded_range_of_exponential_mechanism (t0 : T) (u : X -> T -> R) D : 0 < D ->
  sensitivity_at_most adj u D -> bounded_range (exponential_mechanism t0 u eps D) adj eps.
Proof. by move=> D0 h x y xy s t; apply: (exponential_mechanism_range t0 D0 eps_ge0 h xy). Qed.

End Mechanisms.
