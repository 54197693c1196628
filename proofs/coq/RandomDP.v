(* Random differential privacy: over n + 1 independent rows, of which the last replaces the one before it, the two
   distributions of the output are near each other except with probability gamma; composition. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals.
From Assay Require Import Real Distribution HockeyStick Mechanism Composition Parallel.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Union.
Variables (T : finType) (P : dist T).

Lemma Pr_union_le (S S' : {set T}) : Pr P (S :|: S') <= Pr P S + Pr P S'.
Proof.
rewrite /Pr big_mkcond [X in _ <= X + _]big_mkcond [X in _ <= _ + X]big_mkcond -big_split /=.
apply: ler_sum => t _; rewrite inE.
by case: (t \in S); case: (t \in S'); rewrite ?addr0 ?add0r // ler_addl mass_ge0.
Qed.

End Union.

Section RandomDP.
Variables (D : finType) (rows : dist D) (n : nat).

(* A data set of n + 1 rows; the rows that are drawn are one more. *)
Definition data := [finType of {ffun 'I_n.+1 -> D}].
Definition drawn : dist [finType of {ffun 'I_n.+2 -> D}] := product_of (fun _ => rows).

Definition first (r : {ffun 'I_n.+2 -> D}) : data := [ffun i => r (widen_ord (leqnSn _) i)].

Definition replaced (r : {ffun 'I_n.+2 -> D}) : data :=
  [ffun i => if i == ord_max then r ord_max else r (widen_ord (leqnSn _) i)].

(* e^-a <= P(B)/Q(B) <= e^a for all events B at once. *)
Definition near (T : finType) (a : R) (P Q : dist T) : bool :=
  [forall t, (P t <= exp a * Q t) && (Q t <= exp a * P t)].

Definition random_dp (T : finType) (M : mechanism data T) (alpha gamma : R) :=
  Pr drawn [set r | ~~ near alpha (M (first r)) (M (replaced r))] <= gamma.

Lemma near_indist (T : finType) a (P Q : dist T) : near a P Q <-> indist (exp a) 0 P Q /\ indist (exp a) 0 Q P.
Proof.
split=> [/forallP h | [/events_and_outcomes PQ /events_and_outcomes QP]].
  by split; apply/events_and_outcomes => t; case/andP: (h t).
by apply/forallP => t; rewrite PQ QP.
Qed.

Lemma near_product (T U : finType) a b (P Q : dist T) (P' Q' : dist U) :
  near a P Q -> near b P' Q' -> near (a + b) (product P P') (product Q Q').
Proof.
move=> /forallP h /forallP h'; apply/forallP => -[t u]; rewrite !ffunE /= expD.
case/andP: (h t) => h1 h2; case/andP: (h' u) => h3 h4.
by apply/andP; split; rewrite mulrACA; apply: ler_pmul; rewrite ?mass_ge0.
Qed.

(* Mechanisms that are given in advance, with fresh randomness: the alphas add up, and the gammas do. *)
Theorem random_dp_composition (T U : finType) (M1 : mechanism data T) (M2 : mechanism data U)
  alpha1 gamma1 alpha2 gamma2 :
  random_dp M1 alpha1 gamma1 -> random_dp M2 alpha2 gamma2 ->
  random_dp (fun x => product (M1 x) (M2 x)) (alpha1 + alpha2) (gamma1 + gamma2).
Proof.
move=> h1 h2; apply: le_trans (ler_add h1 h2); apply: le_trans (Pr_union_le _ _ _).
apply: Pr_mono; apply/subsetP => r; rewrite !inE -negb_and; apply: contra => /andP [n1 n2].
exact: near_product.
Qed.

(* Neighbours: all rows but one are the same. *)
Definition replace_one : relation_on data := fun x y => exists i, forall j, j != i -> x j = y j.

(* What is private for all neighbours is private for random ones, without exception. *)
Theorem random_dp_of_dp (T : finType) (M : mechanism data T) eps :
  dp M replace_one eps 0 -> random_dp M eps 0.
Proof.
move=> h; rewrite /random_dp /Pr big1 // => r; rewrite inE; case/negP; apply/near_indist.
have one : forall j, j != ord_max -> first r j = replaced r j by move=> j /negbTE jm; rewrite !ffunE jm.
by split=> S; apply: h; exists ord_max => j jm; rewrite one.
Qed.

End RandomDP.
