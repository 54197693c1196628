(* A private channel brings distributions of its input together: contraction of total variation. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals.
From Assay Require Import Real Distribution HockeyStick Mechanism RandomisedResponse.
From Assay Require lemma_contraction_of_total_variation_by_a_local_channel.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
From mathcomp Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Module Channel := lemma_contraction_of_total_variation_by_a_local_channel.

Theorem contraction_of_total_variation (T U : finType) (K : mechanism T U) (P Q : dist T) eps : 0 <= eps ->
  dp K (@all_pairs T) eps 0 ->
  total_variation (bind P K) (bind Q K) <= (exp eps - 1) / (exp eps + 1) * total_variation P Q.
Proof.
move=> e0 h; rewrite {1}/total_variation hockey_stick_attained mul1r; set S := optimal_event _ _ _.
have e1 : 1 <= exp eps by rewrite exp_ge1.
have s0 : 0 < exp eps + 1 by rewrite ltr_paddl ?ltr01 // exp_ge0.
have [t0 _] : exists t : T, true.
  case: (pickP (@predT T)) => [t _|none]; first by exists t.
  by have /eqP := mass_sum P; rewrite big_pred0 // eq_sym oner_eq0.
pose k t := Pr (K t) S.
have [b _ least] := @Order.TotalTheory.arg_minP _ _ T t0 xpredT k isT.
have spread t : k t - k b <= (exp eps - 1) / (exp eps + 1).
  have [-> | tb] := eqVneq t b; first by rewrite subrr divr_ge0 ?subr_ge0 // ltW.
  have pq : k t <= exp eps * k b by have := h t b tb S; rewrite addr0.
  have qp : 1 - k b <= exp eps * (1 - k t).
    by have := h b t; rewrite /all_pairs eq_sym => /(_ tb (~: S)); rewrite !Pr_setC addr0.
  rewrite -RdivE ?gt_eqF //; apply/RleP; apply: Channel.claim2; toR; rewrite ?Pr_ge0 ?Pr_le1 //.
rewrite !Pr_bind /Ex.
have -> : \sum_t P t * Pr (K t) S - \sum_t Q t * Pr (K t) S = \sum_t (P t - Q t) * (k t - k b).
  transitivity (\sum_t (P t * k t - Q t * k t)); first by rewrite sumrB.
  have zero : \sum_t (P t - Q t) * k b = 0 by rewrite -mulr_suml sumrB !mass_sum subrr mul0r.
  transitivity (\sum_t (P t - Q t) * k t - \sum_t (P t - Q t) * k b).
    by rewrite zero subr0; apply: eq_bigr => t _; rewrite mulrBl.
  by rewrite -sumrB; apply: eq_bigr => t _; rewrite mulrBr.
rewrite /total_variation /hockey_stick mulr_sumr; apply: ler_sum => t _.
have g0 : 0 <= k t - k b by rewrite subr_ge0; exact: least.
rewrite mul1r mulrC; apply: (@le_trans _ _ ((k t - k b) * Num.max (P t - Q t) 0)).
  by apply: ler_wpmul2l => //; rewrite le_maxr lexx.
by apply: ler_wpmul2r; rewrite ?spread // le_maxr lexx orbT.
Qed.
