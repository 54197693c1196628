(* Group privacy: k steps of the adjacency relation, with the exact constant. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct ring.
Require Import Reals.
From Assay Require Import Real Distribution HockeyStick Mechanism.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Group.
Variables (X : Type) (T : finType) (M : mechanism X T) (adj : relation_on X).

(* x and y are k steps of the relation apart. *)
Fixpoint steps (k : nat) (x y : X) : Prop :=
  if k is k'.+1 then exists z, adj x z /\ steps k' z y else x = y.

Theorem group_privacy_sum eps delta k :
  dp M adj eps delta -> dp M (steps k) (k%:R * eps) (delta * \sum_(i < k) exp eps ^+ i).
Proof.
move=> h; elim: k => [|k IH] x y /=; first by move=> -> S; rewrite mul0r exp0 mul1r big_ord0 mulr0 addr0.
move=> [z [xz zy]] S; apply: le_trans (h _ _ xz S) _.
have -> : exp (k.+1%:R * eps) * Pr (M y) S + delta * (\sum_(i < k.+1) exp eps ^+ i)
        = exp eps * (exp (k%:R * eps) * Pr (M y) S + delta * \sum_(i < k) exp eps ^+ i) + delta.
  rewrite big_ord_recl expr0 !exp_mul_nat exprS.
  have -> : \sum_(i < k) exp eps ^+ lift ord0 i = exp eps * \sum_(i < k) exp eps ^+ i.
    by rewrite mulr_sumr; apply: eq_bigr => i _; rewrite -exprS.
  by rewrite mulrDr mulr1 [in RHS]mulrDr !mulrA (mulrC delta (exp eps)) addrA addrAC.
by rewrite ler_add2r ler_wpmul2l ?exp_ge0 // IH.
Qed.

(* (k eps, delta (e^(k eps) - 1)/(e^eps - 1)) *)
Theorem group_privacy eps delta k : eps != 0 ->
  dp M adj eps delta ->
  dp M (steps k) (k%:R * eps) (delta * ((exp (k%:R * eps) - 1) / (exp eps - 1))).
Proof.
move=> eps0 /group_privacy_sum h.
have n0 : exp eps - 1 != 0.
  rewrite subr_eq0; apply: contra_neq eps0 => e.
  by apply: exp_inj; rewrite e exp0.
suff -> : (exp (k%:R * eps) - 1) / (exp eps - 1) = \sum_(i < k) exp eps ^+ i by exact: h.
by apply: (mulfI n0); rewrite -subrX1 mulrCA mulfV // mulr1 exp_mul_nat.
Qed.

Corollary pure_group_privacy eps k : dp M adj eps 0 -> dp M (steps k) (k%:R * eps) 0.
Proof. by move=> /group_privacy_sum h; have := h k; rewrite mul0r. Qed.

Lemma geometric_sum_le eps k : 0 <= eps -> \sum_(i < k.+1) exp eps ^+ i <= k.+1%:R * exp (k%:R * eps).
Proof.
move=> e0; apply: (@le_trans _ _ (\sum_(i < k.+1) exp (k%:R * eps))); last by rewrite sumr_const card_ord [X in _ <= X]mulr_natl.
apply: ler_sum => i _; rewrite -exp_mul_nat ler_exp ler_wpmul2r // ler_nat.
by rewrite -ltnS.
Qed.

(* k e^((k-1) eps) delta, for k >= 1. *)
Corollary group_privacy_simple eps delta k : 0 <= eps -> dp M adj eps delta -> 0 <= delta ->
  dp M (steps k.+1) (k.+1%:R * eps) (k.+1%:R * exp (k%:R * eps) * delta).
Proof.
move=> e0 /group_privacy_sum h d0; apply: dp_weaken (h k.+1) => //.
by rewrite mulrC; apply: ler_wpmul2r => //; exact: geometric_sum_le.
Qed.

(* e^(k eps) delta, where e^eps >= 2. *)
Corollary group_privacy_large eps delta k : 2%:R <= exp eps -> dp M adj eps delta -> 0 <= delta ->
  dp M (steps k) (k%:R * eps) (exp (k%:R * eps) * delta).
Proof.
move=> e2 /group_privacy_sum h d0; apply: dp_weaken (h k) => //.
rewrite mulrC; apply: ler_wpmul2r => //; rewrite exp_mul_nat.
elim: k {h} => [|k IH]; first by rewrite big_ord0 expr0 ler01.
rewrite big_ord_recr /= exprS; apply: (@le_trans _ _ (2%:R * exp eps ^+ k)).
  by rewrite mulr_natl mulr2n ler_add2r.
by apply: ler_wpmul2r; rewrite ?exprn_ge0 ?exp_ge0.
Qed.

End Group.
