(* Parallel composition where every part has its own epsilon and delta; where a change of one individual changes two
   parts, the two largest ones add up. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals.
From Assay Require Import Real Distribution HockeyStick Mechanism Composition Parallel.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Product.
Variables (I T : finType).

(* The part i first, then the others. *)
Definition fixed (P : I -> dist T) i t : I -> dist T := fun j => if j == i then point t else P j.

Lemma product_part (P : I -> dist T) i : product_of P =1 bind (P i) (fun t => product_of (fixed P i t)).
Proof.
move=> o; rewrite !ffunE (bigD1 i) //=.
rewrite (eq_bigr (fun t => (t == o i)%:R * (P i t * \prod_(j | j != i) P j (o j)))); last first.
  move=> t _; rewrite ffunE (bigD1 i) //= {1}/fixed eqxx ffunE eq_sym mulrCA; congr (_ * (_ * _)).
  by apply: eq_bigr => j /negbTE ji; rewrite /fixed ji.
by rewrite [RHS](bigD1 (o i)) //= eqxx mul1r [X in _ = _ + X]big1 ?addr0 // => t /negbTE ->; rewrite mul0r.
Qed.

(* Where all but two of the parts agree. *)
Theorem indist_product_two A1 d1 A2 d2 (P Q : I -> dist T) i j : 0 <= A1 -> 0 <= A2 -> i != j ->
  (forall k, k != i -> k != j -> P k =1 Q k) -> indist A1 d1 (P i) (Q i) -> indist A2 d2 (P j) (Q j) ->
  indist (A1 * A2) (d1 + d2) (product_of P) (product_of Q).
Proof.
move=> A10 A20 ij same hi hj.
have inner t : indist A2 d2 (product_of (fixed P i t)) (product_of (fixed Q i t)).
  apply/hockey_stick_sum; rewrite (@hockey_stick_product _ _ _ _ _ j).
    by apply/hockey_stick_sum; rewrite /fixed eq_sym (negbTE ij).
  by move=> k kj; rewrite /fixed; case: eqP => // /eqP ki; exact: same.
have both := indist_composition A10 A20 hi inner; set L := joint _ _ in both; set L' := joint _ _ in both.
have part (R : I -> dist T) S :
    Pr (product_of R) S = Pr (joint (R i) (fun t => product_of (fixed R i t))) [set o | o.2 \in S].
  rewrite Pr_joint /Pr (eq_bigr _ (fun o _ => product_part R i o)) -/(Pr _ S) Pr_bind.
  by apply: eq_bigr => t _; congr (_ * Pr _ _); apply/setP => o; rewrite !inE.
by move=> S; rewrite !part; exact: both.
Qed.

Variables (D : Type) (adj : relation_on D).

(* Neighbours differ in two of the parts. *)
Definition in_two_parts : relation_on (I -> D) :=
  fun x y => exists i j, [/\ i != j, adj (x i) (y i), adj (x j) (y j) & forall k, k != i -> k != j -> x k = y k].

Variables (M : I -> mechanism D T) (eps delta : I -> R).
Hypothesis each : forall i, dp (M i) adj (eps i) (delta i).

Definition largest (f : I -> R) : R := \big[Num.max/0]_i f i.
Definition two_largest (f : I -> R) : R := \big[Num.max/0]_(ij : I * I | ij.1 != ij.2) (f ij.1 + f ij.2).

Lemma le_largest (J : finType) (S : pred J) (f : J -> R) j : S j -> f j <= \big[Num.max/0]_(k | S k) f k.
Proof.
move=> Sj; have := mem_index_enum j; elim: (index_enum J) => // k r IH; rewrite inE big_cons.
case/orP => [/eqP <- | /IH le]; first by rewrite Sj le_maxr lexx.
by case: ifP => // _; rewrite le_maxr le orbT.
Qed.

Lemma two_largest_ge f i j : i != j -> f i + f j <= two_largest f.
Proof. by move=> ij; exact: (@le_largest _ (fun k => k.1 != k.2) (fun k => f k.1 + f k.2) (i, j)). Qed.

Theorem parallel_composition_of_one :
  dp (fun x => product_of (fun i => M i (x i))) (in_one_part adj) (largest eps) (largest delta).
Proof.
apply: parallel_composition => i.
by apply: dp_weaken (each i); exact: le_largest.
Qed.

Theorem parallel_composition_of_two :
  dp (fun x => product_of (fun i => M i (x i))) in_two_parts (two_largest eps) (two_largest delta).
Proof.
move=> x y [i [j [ij xi xj same]]] S.
apply: (@indist_weaken _ (exp (eps i) * exp (eps j)) _ (delta i + delta j)).
- by rewrite -expD ler_exp; exact: two_largest_ge.
- exact: two_largest_ge.
have hi : indist (exp (eps i)) (delta i) (M i (x i)) (M i (y i))  by apply: each.
have hj : indist (exp (eps j)) (delta j) (M j (x j)) (M j (y j))  by apply: each.
apply: (@indist_product_two _ _ _ _ (fun k => M k (x k)) (fun k => M k (y k)) i j (exp_ge0 _) (exp_ge0 _) ij _ hi hj).
by move=> k ki kj t; rewrite same.
Qed.

End Product.
