(* Hoeffding's lemma: the moment generating function of a variable on [0, 1]. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals ZArith.
From Assay Require Import Real Distribution.
From Assay Require lemma_Hoeffding_s_lemma.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
From mathcomp Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Module Chord := lemma_Hoeffding_s_lemma.

Section Moments.
Variables (T : finType) (P : dist T) (f : T -> R).
Hypothesis f01 : forall t, 0 <= f t <= 1.

Let p : R := Ex P f.

Lemma mean_01 : 0 <= p <= 1.
Proof.
rewrite /p -{1}(Ex_const P 0) -(Ex_const P 1).
by apply/andP; split; apply: Ex_mono => t; case/andP: (f01 t).
Qed.

(* e^(s x) lies below its chord between 0 and 1. *)
Lemma chord_01 (s x : R) : 0 <= x <= 1 -> exp (s * x) <= 1 - x + x * exp s.
Proof.
move=> /andP [x0 x1]; case: (lerP 0 s) => s0; first by apply/RleP; apply: Chord.claim1; toR.
have y0 : 0 <= 1 - x by rewrite subr_ge0.
have le : exp (- s * (1 - x)) <= 1 - (1 - x) + (1 - x) * exp (- s).
  apply/RleP; apply: Chord.claim1; toR => //; first by rewrite oppr_ge0 ltW.
  by rewrite ler_subl_addl ler_addr.
have -> : exp (s * x) = exp s * exp (- s * (1 - x)) by rewrite -expD; congr exp; ring.
apply: le_trans (ler_wpmul2l (exp_ge0 s) le) _; rewrite expN.
have sn := exp_neq0 s; set y := exp s in sn *.
by rewrite le_eqVlt; apply/orP; left; apply/eqP; field.
Qed.

Theorem hoeffding_lemma s : Ex P (fun t => exp (s * f t)) <= exp (Ex P f * s + s ^+ 2 / 8%:R).
Proof.
have eight : IZR 8 = 8%:R :> R by transitivity ((1 + 1) * ((1 + 1) * (1 + 1)) : R); [by [] | ring].
have eight0 : 0 < IZR 8 by apply/RltP; exact: IZR_lt.
have [p0 p1] := andP mean_01; rewrite -/p.
apply: (@le_trans _ _ (1 - p + p * exp s)).
  have -> : 1 - p + p * exp s = Ex P (fun t => (exp s - 1) * f t + 1) by rewrite Ex_affine -/p; ring.
  by apply: Ex_mono => t; apply: le_trans (chord_01 s (f01 t)) _; rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
case: (lerP 0 s) => s0.
  have := Chord.claim2 p s; rewrite RpowE RdivE ?gt_eqF // eight => h; apply/RleP; apply: h; toR => //.
have := Chord.claim3 p (- s); rewrite RpowE RdivE ?gt_eqF // eight => h.
have -> : p * s + s ^+ 2 / 8%:R = - p * - s + (- s) ^+ 2 / 8%:R by rewrite sqrrN mulrNN.
by rewrite -{1}[s]opprK; apply/RleP; apply: h; toR => //; rewrite oppr_ge0 ltW.
Qed.

End Moments.
