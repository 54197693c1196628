(* The (eps, delta)-differential privacy of an exported audit (Claim.v) is the one of Mechanism.v. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct ring.
Require Import Reals.
From Assay Require Claim.
From Assay Require Import Real Distribution HockeyStick Mechanism.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.

Local Open Scope ring_scope.

Local Notation numbers n := [finType of 'I_n].

Lemma total_sum n (f : nat -> R) : Claim.total n f = \sum_(o < n) f o.
Proof. by elim: n f => [|n IH] f; rewrite ?big_ord0 // big_ord_recl /= IH. Qed.

(* A distribution over 0, ..., n-1 as one of the finite type of these numbers. *)
Section Row.
Variables (n : nat) (p : nat -> R).
Hypothesis p_is_a_distribution : Claim.distribution n p.

Program Definition row : dist (numbers n) := @Dist _ [ffun o : 'I_n => p o] _ _.
Next Obligation.
move=> o; rewrite ffunE; apply/RleP; case: p_is_a_distribution => h _; apply: h; apply/ssrnat.ltP; exact: ltn_ord.
Qed.
Next Obligation.
case: p_is_a_distribution => _ h; transitivity (Claim.total n p); last exact: h.
by rewrite total_sum; apply: eq_bigr => o _; exact: ffunE.
Qed.

Lemma row_mass (o : 'I_n) : row o = p o. Proof. exact: ffunE. Qed.

End Row.

(* M, a function of two numbers, is this mechanism on m inputs with n outputs. *)
Definition is_mechanism m n (M : nat -> nat -> R) (K : mechanism (numbers m) (numbers n)) :=
  forall (x : 'I_m) (o : 'I_n), K x o = M x o.
Definition adjacency_on m (adjacent : nat -> nat -> Prop) : relation_on (numbers m) := fun x y => adjacent x y.

(* What is well posed is a mechanism, and only one. *)
Theorem well_posed_is_a_mechanism m n (M : nat -> nat -> R) (adjacent : nat -> nat -> Prop) :
  Claim.well_posed m n M adjacent -> exists K : mechanism (numbers m) (numbers n), is_mechanism M K.
Proof.
case=> h _.
have h' (x : 'I_m) : Claim.distribution n (M x) by apply: h; apply/ssrnat.ltP; exact: ltn_ord.
by exists (fun x => row (h' x)) => x o; exact: row_mass.
Qed.

Lemma exported_Pr m n (M : nat -> nat -> R) (K : mechanism (numbers m) (numbers n)) (x : 'I_m) (event : nat -> bool) :
  is_mechanism M K -> Claim.Pr n (M x) event = Pr (K x) [set o : 'I_n | event o].
Proof.
move=> MK; rewrite /Claim.Pr total_sum /Pr [RHS]big_mkcond /=.
by apply: eq_bigr => o _; rewrite inE MK.
Qed.

(* Both definitions of privacy are one. *)
Theorem exported_dp_is_dp m n (M : nat -> nat -> R) (K : mechanism (numbers m) (numbers n))
    (adjacent : nat -> nat -> Prop) (eps delta : R) :
  Claim.well_posed m n M adjacent -> is_mechanism M K ->
  Claim.dp n M adjacent eps delta <-> dp K (adjacency_on (m := m) adjacent) eps delta.
Proof.
move=> [_ [inside _]] MK; split=> [h x y xy S | h x y xy event].
- move: (h x y xy (fun o => if insub o is Some t then t \in S else false)) => /RleP.
  rewrite !(exported_Pr _ _ MK).
  have -> : [set o : 'I_n | if insub (val o) is Some t then t \in S else false] = S.
    by apply/setP => o; rewrite inE valK.
  by [].
- have [/ssrnat.ltP xm /ssrnat.ltP ym] := inside x y xy.
  rewrite -[x]/(val (Ordinal xm)) -[y]/(val (Ordinal ym)) !(exported_Pr _ _ MK).
  by apply/RleP; exact: (h (Ordinal xm) (Ordinal ym) xy).
Qed.

(* So an exported file, true or false, says so of a mechanism of the theory. *)
Corollary exported_claim m n (M : nat -> nat -> R) (adjacent : nat -> nat -> Prop) (eps delta : R) :
  Claim.well_posed m n M adjacent -> exists K : mechanism (numbers m) (numbers n), is_mechanism M K /\
  (Claim.dp n M adjacent eps delta <-> dp K (adjacency_on (m := m) adjacent) eps delta).
Proof.
by move=> w; have [K MK] := well_posed_is_a_mechanism w; exists K; split=> //; exact: exported_dp_is_dp.
Qed.
