(* Randomised response is the worst pure mechanism: k rounds have at most the privacy profile of k randomised responses. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals ZArith.
From Assay Require Import Real Distribution HockeyStick Mechanism Parallel RandomisedResponse.
From Assay Require lemma_optimal_composition_of_pure_DP.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
From mathcomp Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Module Worst := lemma_optimal_composition_of_pure_DP.

(* Randomised response on a bit. *)
Definition response (eps : R) (b : bool) : dist [finType of bool] := @randomised_response [finType of bool] eps b.

Lemma mass_response eps b c : response eps b c = (if c == b then exp eps else 1) / (exp eps + 1).
Proof. by rewrite ffunE /total_weight card_bool. Qed.

Section Pair.
Variables (T : finType) (P Q : dist T) (eps : R).
Hypotheses (eps_ge0 : 0 <= eps) (PQ : indist (exp eps) 0 P Q) (QP : indist (exp eps) 0 Q P).

(* A pair that is private in both orders is a post-processing of randomised response. *)
Theorem pure_pair_from_response :
  exists K : bool -> dist T, P =1 bind (response eps true) K /\ Q =1 bind (response eps false) K.
Proof.
have S0 : 0 < exp eps + 1 by rewrite ltr_paddr ?ler01 ?exp_gt0. have Sn : exp eps + 1 != 0 by rewrite gt_eqF.
have le1 t : P t <= exp eps * Q t by move: t; apply/events_and_outcomes.
have le2 t : Q t <= exp eps * P t by move: t; apply/events_and_outcomes.
have [e0 | en] := eqVneq eps 0.
  have same t : P t = Q t.
    by apply/eqP; rewrite eq_le; have := le1 t; have := le2 t; rewrite e0 exp0 !mul1r => -> ->.
  exists (fun _ => P); split=> t; rewrite ffunE -mulr_suml mass_sum mul1r //.
have A1 : 1 < exp eps by rewrite -exp0 ltr_exp lt_def en.
have D0 : 0 < exp eps - 1 by rewrite subr_gt0. have Dn : exp eps - 1 != 0 by rewrite gt_eqF.
pose part (p q : dist T) := [ffun t => (exp eps * p t - q t) / (exp eps - 1)].
have part_ge0 (p q : dist T) : (forall t, p t <= exp eps * q t) -> (forall t, q t <= exp eps * p t) ->
    forall t, 0 <= part p q t.
  move=> pq qp t; rewrite ffunE.
  have := Worst.claim1 (p t) (q t) (exp eps); rewrite RdivE // => h.
  by apply/RleP; apply: Rge_le; apply: h; toR; rewrite ?mass_ge0.
have part_sum (p q : dist T) : \sum_t part p q t = 1.
  under eq_bigr do rewrite ffunE.
  rewrite -mulr_suml sumrB -mulr_sumr !mass_sum.
  have := Worst.claim5 (exp eps); rewrite RdivE // => h; apply: h; toR; exact: A1.
pose K (b : bool) := if b then Dist (part_ge0 P Q le1 le2) (part_sum P Q) else Dist (part_ge0 Q P le2 le1) (part_sum Q P).
have a1' : Rgt (exp eps) 1 by apply: Rlt_gt; apply/RltP.
exists K; split=> t; rewrite ffunE big_bool !mass_response /K /= !ffunE.
  have := Worst.claim3 (P t) (Q t) (exp eps) a1'; rewrite !RdivE // => e.
  transitivity ((exp eps * ((exp eps * P t - Q t) / (exp eps - 1)) + (exp eps * Q t - P t) / (exp eps - 1))
                / (exp eps + 1)); first by rewrite -[LHS]e.
  by field; rewrite Sn Dn.
have := Worst.claim4 (P t) (Q t) (exp eps) a1'; rewrite !RdivE // => e.
transitivity (((exp eps * P t - Q t) / (exp eps - 1) + exp eps * ((exp eps * Q t - P t) / (exp eps - 1)))
              / (exp eps + 1)); first by rewrite -[LHS]e.
by field; rewrite Sn Dn.
Qed.

End Pair.

Section Product.
Variables (I T U : finType).

(* Independent maps of independent draws. *)
Lemma product_of_maps (P : I -> dist T) (K : I -> T -> dist U) :
  product_of (fun i => bind (P i) (K i)) =1 bind (product_of P) (fun o => product_of (fun i => K i (o i))).
Proof.
move=> u; rewrite !ffunE; under eq_bigr do rewrite ffunE.
rewrite (bigA_distr_bigA (fun i t => P i t * K i t (u i))) /=; apply: eq_bigr => o _.
by rewrite !ffunE big_split.
Qed.

End Product.

Section Composition.
Variables (X : Type) (I T : finType) (adj : relation_on X) (M : I -> mechanism X T) (eps : R).
Hypothesis eps_ge0 : 0 <= eps.

(* One independent draw for each round. *)
Theorem optimal_composition : symmetric_relation adj -> (forall i, dp (M i) adj eps 0) ->
  forall x y, adj x y -> forall A,
  hockey_stick A (product_of (fun i => M i x)) (product_of (fun i => M i y))
  <= hockey_stick A (product_of (fun _ : I => response eps true)) (product_of (fun _ : I => response eps false)).
Proof.
move=> sym each x y xy A.
have pair i : exists K : bool -> dist T, M i x =1 bind (response eps true) K /\ M i y =1 bind (response eps false) K.
  by apply: pure_pair_from_response => //; [apply: each | apply: each; exact: sym].
have [K from] := fin_all_exists pair.
have law (z : X) b : (forall i, M i z =1 bind (response eps b) (K i)) ->
    product_of (fun i => M i z)
      =1 bind (product_of (fun _ : I => response eps b)) (fun o => product_of (fun i => K i (o i))).
  move=> e o; rewrite -(product_of_maps (fun _ => response eps b) K) !ffunE.
  by apply: eq_bigr => i _; rewrite e.
have lawx := law x true (fun i => proj1 (from i)); have lawy := law y false (fun i => proj2 (from i)).
have := hockey_stick_post_processing A (product_of (fun _ : I => response eps true))
  (product_of (fun _ : I => response eps false)) (fun o => product_of (fun i => K i (o i))).
apply: le_trans.
by rewrite /hockey_stick le_eqVlt; apply/orP; left; apply/eqP; apply: eq_bigr => o _; rewrite lawx lawy.
Qed.

End Composition.
