(* What is counted: rows of a bootstrap sample, and the databases that answers about subsets leave open. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals ZArith.
From Assay Require Import Real Distribution HockeyStick Mechanism Parallel.
From Assay Require lemma_a_row_of_a_bootstrap_sample.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
From mathcomp Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Bootstrap.
Variables (I D : finType) (r : D).

(* A row for each of the draws I, every row equally likely each time. *)
Definition bootstrap : dist [finType of {ffun I -> D}] := product_of (fun _ => uniform r).

Definition shows_up : {set {ffun I -> D}} := [set o : {ffun I -> D} | [exists i, o i == r]].

Theorem row_shows_up : Pr bootstrap shows_up = 1 - (1 - #|D|%:R^-1) ^+ #|I|.
Proof.
have -> : Pr bootstrap shows_up = 1 - Pr bootstrap (~: shows_up) by rewrite Pr_setC opprB addrCA subrr addr0.
congr (_ - _).
have miss t : Pr (uniform r) [set u | u != t] = 1 - #|D|%:R^-1.
  have -> : [set u : D | u != t] = ~: [set t] by apply/setP => u; rewrite !inE.
  by rewrite Pr_setC Pr_set1 ffunE.
rewrite /Pr; transitivity (\sum_(o : {ffun I -> D}) \prod_i (if o i != r then uniform r (o i) else 0)).
  rewrite big_mkcond; apply: eq_bigr => o _; rewrite !inE ffunE negb_exists.
  case: ifP => [/forallP all | /negbT]; first by apply: eq_bigr => i _; rewrite all.
  by rewrite negb_forall => /existsP [i]; rewrite negbK => hit; rewrite (bigD1 i) //= hit mul0r.
rewrite -(bigA_distr_bigA (fun _ u => if u != r then uniform r u else 0)) /=.
rewrite (eq_bigr (fun _ => 1 - #|D|%:R^-1)); first by rewrite prodr_const.
by move=> i _; rewrite -(miss r) /Pr [in RHS]big_mkcond; apply: eq_bigr => u _; rewrite inE.
Qed.

Theorem row_shows_up_at_most : Pr bootstrap shows_up <= #|I|%:R / #|D|%:R.
Proof.
rewrite row_shows_up.
have n0 : (0 < #|D|)%nat by apply/card_gt0P; exists r.
have t0 : 0 <= #|D|%:R^-1 :> R by rewrite invr_ge0 ler0n.
have t1 : #|D|%:R^-1 <= 1 :> R by rewrite invf_le1 ?ltr0n // ler1n.
have := @lemma_a_row_of_a_bootstrap_sample.claim1 (Z.of_nat #|I|) (#|D|%:R^-1).
rewrite -INR_IZR_INZ INRE -pow_powerRZ RpowE => h; apply/RleP; apply: h; toR => //.
exact: ler0n.
Qed.

End Bootstrap.

Section Reconstruction.
Variables (I : finType) (E : R) (answer : {set I} -> R).

(* A database, as the set of its ones, that is consistent with the answers on all subsets. *)
Definition consistent (X : {set I}) := forall S : {set I}, `|answer S - #|S :&: X|%:R| <= E.

Theorem reconstruction_from_all_subsets (X Y : {set I}) : consistent X -> consistent Y ->
  #|(X :\: Y) :|: (Y :\: X)|%:R <= 4%:R * E.
Proof.
have half (A B : {set I}) : consistent A -> consistent B -> #|A :\: B|%:R <= 2%:R * E.
  move=> hA hB; have := hA (A :\: B); have := hB (A :\: B).
  have -> : (A :\: B) :&: B = set0 by apply/setP => i; rewrite !inE; case: (i \in B); rewrite ?andbF.
  rewrite cards0 subr0 (setIidPl (subsetDl A B)) => hb ha.
  have -> : #|A :\: B|%:R = answer (A :\: B) - (answer (A :\: B) - #|A :\: B|%:R) by ring.
  apply: le_trans (ler_norm _) _; apply: le_trans (ler_norm_sub _ _) _.
  by rewrite mulr_natl mulr2n ler_add.
move=> hX hY; apply: (@le_trans _ _ (#|X :\: Y|%:R + #|Y :\: X|%:R)).
  by rewrite -natrD ler_nat cardsU leq_subr.
have -> : 4%:R * E = 2%:R * E + 2%:R * E by ring.
by apply: ler_add; apply: half.
Qed.

End Reconstruction.
