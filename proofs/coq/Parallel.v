(* Parallel composition: mechanisms on disjoint parts of the data, with independent randomness. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals.
From Assay Require Import Real Distribution HockeyStick Mechanism.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Product.
Variables (I T : finType).

(* One independent draw for each i. *)
Program Definition product_of (P : I -> dist T) : dist [finType of {ffun I -> T}] :=
  @Dist _ [ffun o : {ffun I -> T} => \prod_i P i (o i)] _ _.
Next Obligation. by move=> P o; rewrite ffunE; apply: prodr_ge0 => i _; exact: mass_ge0. Qed.
Next Obligation.
move=> P; under eq_bigr do rewrite ffunE.
rewrite -(bigA_distr_bigA (fun i t => P i t)) /= big1 // => i _; exact: mass_sum.
Qed.

(* Where all but one of the parts agree, only that one counts. *)
Theorem hockey_stick_product A (P Q : I -> dist T) i :
  (forall j, j != i -> P j =1 Q j) ->
  hockey_stick A (product_of P) (product_of Q) = hockey_stick A (P i) (Q i).
Proof.
move=> same.
pose F j t := if j == i then Num.max (P i t - A * Q i t) 0 else P j t.
transitivity (\sum_(o : {ffun I -> T}) \prod_j F j (o j)).
  apply: eq_bigr => o _; rewrite !ffunE (bigD1 i) //= [X in A * X](bigD1 i) //= [RHS](bigD1 i) //=.
  rewrite {1}/F eqxx.
  have eQ : \prod_(j | j != i) Q j (o j) = \prod_(j | j != i) P j (o j).
    by apply: eq_bigr => j ji; rewrite same.
  have eF : \prod_(j | j != i) F j (o j) = \prod_(j | j != i) P j (o j).
    by apply: eq_bigr => j /negbTE ji; rewrite /F ji.
  rewrite eQ eF mulrA -mulrBl -{1}(mul0r (\prod_(j | j != i) P j (o j))) maxr_pmull //.
  by apply: prodr_ge0 => j _; exact: mass_ge0.
rewrite -(bigA_distr_bigA F) /= (bigD1 i) //= [X in _ * X]big1 ?mulr1.
  by apply: eq_bigr => t _; rewrite /F eqxx.
by move=> j /negbTE ji; rewrite -[RHS](mass_sum (P j)); apply: eq_bigr => t _; rewrite /F ji.
Qed.

Variables (D : Type) (adj : relation_on D).

(* Data in parts; neighbours differ in one of them, where they are neighbours. *)
Definition in_one_part : relation_on (I -> D) :=
  fun x y => exists i, adj (x i) (y i) /\ forall j, j != i -> x j = y j.

Theorem parallel_composition (M : I -> mechanism D T) eps delta :
  (forall i, dp (M i) adj eps delta) ->
  dp (fun x => product_of (fun i => M i (x i))) in_one_part eps delta.
Proof.
move=> h x y [i [xy same]]; apply/hockey_stick_sum.
rewrite (@hockey_stick_product _ _ _ i); first by apply/hockey_stick_sum; exact: h.
by move=> j ji; rewrite same.
Qed.

End Product.
