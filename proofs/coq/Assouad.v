(* Assouad's bound: an estimate of d values, each a_j or a_j + t, errs for some choice of all of them by a total of
   d t (1 - V)/2 on average, where a change of one value moves the distribution by at most V; under eps-DP by
   d t/(e^(k eps) + 1). *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals.
From Assay Require Import Real Distribution HockeyStick Mechanism Composition Group Conversions TwoPoint.
From Assay Require lemma_Assouad_s_bound.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
From mathcomp Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Assouad.
Variables (d : nat) (T : finType).

(* For each value which of the two it is: all 2^d choices. *)
Definition choices := [finType of {ffun 'I_d -> bool}].

(* The choice that differs from s in the value j alone. *)
Definition other (j : 'I_d) (s : choices) : choices := [ffun i => if i == j then ~~ s i else s i].

Lemma otherK j : involutive (other j).
Proof. by move=> s; apply/ffunP => i; rewrite !ffunE; case: eqP => // _; rewrite negbK. Qed.

Lemma other_at j s : other j s j = ~~ s j. Proof. by rewrite ffunE eqxx. Qed.

Variables (a : 'I_d -> R) (t : R) (estimate : 'I_d -> T -> R).
Hypothesis t_ge0 : 0 <= t.

Definition value (s : choices) j : R := a j + (s j)%:R * t.

(* The mean of the sum over all values of |estimate - value|, where the choice is s. *)
Definition total_error (P : choices -> dist T) (s : choices) : R :=
  \sum_j mean_error (estimate j) (P s) (value s j).

Theorem assouad (P : choices -> dist T) V :
  (forall j s, total_variation (P s) (P (other j s)) <= V) ->
  exists s, d%:R * t * (1 - V) / 2%:R <= total_error P s.
Proof.
move=> near; have [s _ most] := @Order.TotalTheory.arg_maxP _ _ choices [ffun=> false] xpredT (total_error P) isT.
exists s; have two0 : 0 < 2%:R :> R by rewrite ltr0n.
have N0 : 0 < #|choices|%:R :> R by rewrite ltr0n; apply/card_gt0P; exists s.
rewrite ler_pdivr_mulr // -(ler_pmul2l N0).
have each j : #|choices|%:R * (t * (1 - V)) <= 2%:R * \sum_s mean_error (estimate j) (P s) (value s j).
  rewrite [X in _ <= X]mulr_natl mulr2n [X in _ <= _ + X](reindex_inj (inv_inj (otherK j))) /= -big_split /=.
  rewrite mulr_natl -sumr_const; apply: ler_sum => u _.
  have gap : `|value u j - value (other j u) j| = t.
    rewrite /value other_at opprD addrACA subrr add0r -mulrBl normrM (ger0_norm t_ge0).
    by case: (u j); rewrite /= ?subr0 ?sub0r ?normrN normr1 mul1r.
  apply: le_trans (two_point_sum (P u) (P (other j u)) (estimate j) (value u j) (value (other j u) j)).
  by rewrite gap ler_wpmul2l // ler_add2l ler_opp2.
apply: (@le_trans _ _ (\sum_(j < d) #|choices|%:R * (t * (1 - V)))).
  by rewrite sumr_const card_ord -[X in _ <= X]mulr_natl le_eqVlt; apply/orP; left; apply/eqP; ring.
apply: le_trans (ler_sum _ (fun j _ => each j)) _; rewrite -mulr_sumr exchange_big /=.
rewrite [X in _ <= X]mulrA [X in _ <= X]mulrC ler_pmul2l // mulr_natl -sumr_const.
by apply: ler_sum => u _; exact: most.
Qed.

(* For an eps-DP mechanism, where k individuals differ for each value. *)
Theorem assouad_private (X : Type) (M : mechanism X T) (adj : relation_on X) (x : choices -> X) eps k :
  0 <= eps -> dp M adj eps 0 -> (forall j s, steps adj k (x s) (x (other j s))) ->
  exists s, d%:R * t / (exp (k%:R * eps) + 1) <= total_error (fun s => M (x s)) s.
Proof.
move=> e0 h apart; set A := exp (k%:R * eps); have ke0 : 0 <= k%:R * eps by rewrite mulr_ge0 ?ler0n.
pose neighbours : relation_on choices := fun s s' => exists j, s' = other j s.
have sym : symmetric_relation neighbours by move=> s s' [j ->]; exists j; rewrite otherK.
have private : dp (fun s => M (x s)) neighbours (k%:R * eps) 0.
  by move=> s s' [j ->]; apply: (@pure_group_privacy _ _ _ _ _ k h); exact: apart.
have near j s : total_variation (M (x s)) (M (x (other j s))) <= (A - 1) / (A + 1).
  have := total_variation_of_dp ke0 sym private (x := s) (y := other j s).
  by rewrite mulr0 addr0; apply; exists j.
have [s le] := assouad near; exists s; apply: le_trans le.
have B0 : A + 1 != 0 by rewrite gt_eqF // ltr_paddl ?ltr01 // exp_ge0.
have key : 1 - (A - 1) / (A + 1) = 2%:R / (A + 1).
  by rewrite -!RdivE //; apply: lemma_Assouad_s_bound.claim5; toR.
by rewrite key le_eqVlt; apply/orP; left; apply/eqP; field.
Qed.

End Assouad.
