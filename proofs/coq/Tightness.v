(* No smaller parameter will do, and no hypothesis can be left out: composition, post-processing. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals.
From Assay Require Import Real Distribution HockeyStick Mechanism Composition Group RandomisedResponse.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Composition.
Variables (T : finType) (eps : R).
Hypothesis two : (1 < #|T|)%nat.

(* Randomised response, twice: 2 eps, and nothing less. *)
Theorem basic_composition_tight eps' :
  dp (fun x => product (randomised_response eps x) (randomised_response eps x)) (@all_pairs T) eps' 0 ->
  eps + eps <= eps'.
Proof.
move=> /dp_outcomes h; have /card_gt1P [x [y [_ _ xy]]] := two.
have W0 : 0 < (total_weight T eps)^-1 * (total_weight T eps)^-1.
  by rewrite mulr_gt0 ?invr_gt0 ?total_weight_gt0.
have := h x y xy (x, x); rewrite !ffunE /= eqxx (negbTE xy).
rewrite mulrACA !mul1r -[X in _ <= X]mulrC [X in _ <= X]mulrC ler_pmul2r //.
by rewrite -expD ler_exp.
Qed.

(* k times: k eps, and nothing less. *)
Fixpoint always (k : nat) (t : T) : answers T k :=
  if k is k'.+1 return answers T k then (t, always k' t) else tt.

Lemma mass_always (M : seq T -> mechanism T T) (p : R) (x t : T) k h :
  (forall h, M h x t = p) -> rounds M h k x (always k t) = p ^+ k.
Proof.
move=> each; elim: k h => [|k IH] h; first by rewrite ffunE.
by rewrite ffunE /= each IH exprS.
Qed.

Theorem composition_of_k_rounds_tight k eps' :
  dp (rounds (fun _ => randomised_response eps) [::] k) (@all_pairs T) eps' 0 -> k%:R * eps <= eps'.
Proof.
move=> /dp_outcomes h; have /card_gt1P [x [y [_ _ xy]]] := two.
have W0 : 0 < (total_weight T eps)^-1 ^+ k by rewrite exprn_gt0 // invr_gt0 total_weight_gt0.
have := h x y xy (always k x).
rewrite (@mass_always _ (exp eps / total_weight T eps)); last by move=> _; rewrite ffunE eqxx.
rewrite (@mass_always _ (1 / total_weight T eps)); last by move=> _; rewrite ffunE (negbTE xy).
by rewrite mul1r exprMn ler_pmul2r // -exp_mul_nat ler_exp.
Qed.

End Composition.

(* A map that sees the input again undoes everything: 0-DP before, not (eps, delta)-DP after, for any delta < 1. *)
Section PostProcessing.
Variables (eps delta : R).

Definition constant : mechanism bool [finType of unit] := fun _ => point tt.

Theorem constant_is_private : dp constant (@all_pairs [eqType of bool]) 0 0.
Proof. by move=> x y _ S; rewrite exp0 mul1r addr0. Qed.

Theorem post_processing_that_sees_the_input :
  dp (fun x => bind (constant x) (fun _ => point x)) (@all_pairs [eqType of bool]) eps delta -> 1 <= delta.
Proof.
have one (f : unit -> R) : Ex (point tt) f = f tt.
  rewrite /Ex (bigD1 tt) //= big1 ?addr0; last by case.
  by rewrite ffunE mul1r.
move=> /(_ true false isT [set true]); rewrite !Pr_bind !one !Pr_point !inE.
by rewrite mulr0 add0r.
Qed.

End PostProcessing.
