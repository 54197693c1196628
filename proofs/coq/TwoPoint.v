(* Le Cam's two-point bound: an estimate of a value that is a or b errs, at one of the two, by half of
   |a - b| (1 - TV(P, Q)) on average; under eps-DP by |a - b|/(e^eps + 1). *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals.
From Assay Require Import Real Distribution HockeyStick Mechanism Group.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section TwoPoint.
Variables (T : finType) (P Q : dist T).

Lemma total_variation_overlap : total_variation P Q = 1 - \sum_t Num.min (P t) (Q t).
Proof.
rewrite /total_variation /hockey_stick -[X in _ = X - _](mass_sum P) -sumrB; apply: eq_bigr => t _.
by rewrite mul1r; case: (leP (P t) (Q t)) => h; rewrite ?subrr; [rewrite max_r // subr_le0 | rewrite max_l // subr_ge0 ltW].
Qed.

Variables (estimate : T -> R) (a b : R).

(* The mean error of the estimate where the truth is a, and the output comes from P. *)
Definition mean_error (D : dist T) (truth : R) : R := Ex D (fun t => `|estimate t - truth|).

Theorem two_point_sum : `|a - b| * (1 - total_variation P Q) <= mean_error P a + mean_error Q b.
Proof.
rewrite total_variation_overlap opprB addrCA subrr addr0.
rewrite mulr_sumr /mean_error /Ex -big_split /=; apply: ler_sum => t _.
have tri : `|a - b| <= `|estimate t - a| + `|estimate t - b|.
  by rewrite -(distrC a) -[a - b](subrKA (estimate t)) ler_norm_add.
have m0 : 0 <= Num.min (P t) (Q t) by rewrite le_minr !mass_ge0.
rewrite mulrC; apply: le_trans (ler_wpmul2l m0 tri) _; rewrite mulrDr.
by apply: ler_add; apply: ler_wpmul2r; rewrite ?normr_ge0 // le_minl lexx ?orbT.
Qed.

Corollary two_point : `|a - b| * (1 - total_variation P Q) / 2%:R <= Num.max (mean_error P a) (mean_error Q b).
Proof.
rewrite ler_pdivr_mulr ?ltr0n // mulr_natr mulr2n; apply: le_trans two_point_sum _.
by apply: ler_add; rewrite le_maxr lexx ?orbT.
Qed.

(* Where P is eps-indistinguishable from Q. *)
Theorem two_point_private eps : 0 <= eps ->
  indist (exp eps) 0 P Q ->
  `|a - b| / (exp eps + 1) <= Num.max (mean_error P a) (mean_error Q b).
Proof.
move=> e0 /events_and_outcomes PQ.
have e1 : 0 < exp eps + 1 by rewrite ltr_paddl ?ltr01 // exp_ge0.
rewrite ler_pdivr_mulr //; set m := Num.max _ _.
have tri t : `|a - b| <= `|estimate t - a| + `|estimate t - b|.
  by rewrite -(distrC a) -[a - b](subrKA (estimate t)) ler_norm_add.
have P_le : Ex P (fun t => `|a - b|) <= mean_error P a + exp eps * mean_error Q b.
  rewrite /mean_error /Ex mulr_sumr -big_split /=; apply: ler_sum => t _.
  apply: le_trans (ler_wpmul2l (mass_ge0 P t) (tri t)) _; rewrite mulrDr ler_add2l mulrA.
  by apply: ler_wpmul2r; rewrite ?normr_ge0.
rewrite -[`|a - b|](Ex_const P); apply: le_trans P_le _.
rewrite mulrDr mulr1 addrC [m * _]mulrC; apply: ler_add; last by rewrite /m le_maxr lexx.
by apply: ler_wpmul2l; rewrite ?exp_ge0 // /m le_maxr lexx orbT.
Qed.

End TwoPoint.

(* Inputs that are k steps apart, for an eps-DP mechanism. *)
Theorem two_point_mechanism (X : Type) (T : finType) (M : mechanism X T) (adj : relation_on X) eps k
  (estimate : T -> R) (a b : R) x y : 0 <= eps -> dp M adj eps 0 -> steps adj k x y ->
  `|a - b| / (exp (k%:R * eps) + 1) <= Num.max (mean_error estimate (M x) a) (mean_error estimate (M y) b).
Proof.
move=> e0 h xy; apply: two_point_private; first by rewrite mulr_ge0 ?ler0n.
exact: (@pure_group_privacy _ _ _ _ _ k h).
Qed.
