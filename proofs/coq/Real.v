(* The exponential and the logarithm of Coq's real numbers, in the notation of mathcomp. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* What is said of real numbers is read in the notation of mathcomp. *)
Bind Scope ring_scope with R.
Arguments exp _%ring_scope.
Arguments ln _%ring_scope.

(* e^x *)
Lemma exp_gt0 (x : R) : 0 < exp x. Proof. by apply/RltP; exact: exp_pos. Qed.
Lemma exp_ge0 (x : R) : 0 <= exp x. Proof. exact: ltW (exp_gt0 x). Qed.
Lemma exp_neq0 (x : R) : exp x != 0. Proof. by rewrite gt_eqF // exp_gt0. Qed.
Lemma expD (x y : R) : exp (x + y) = exp x * exp y. Proof. by rewrite expRD. Qed.
Lemma expN (x : R) : exp (- x) = (exp x)^-1.
Proof. by apply: (mulIf (exp_neq0 x)); rewrite -expD addNr mulVf ?exp_neq0 //; exact: expR0. Qed.
Lemma ltr_exp (x y : R) : (exp x < exp y) = (x < y).
Proof. by apply/RltP/RltP => [/exp_lt_inv | /exp_increasing]. Qed.
Lemma ler_exp (x y : R) : (exp x <= exp y) = (x <= y).
Proof. by rewrite !leNgt ltr_exp. Qed.
Lemma exp_inj : injective exp.
Proof. by move=> x y e; rewrite -(ln_exp x) e ln_exp. Qed.
Lemma exp0 : exp 0 = 1. Proof. exact: expR0. Qed.
Lemma exp_ge1 (x : R) : (1 <= exp x) = (0 <= x). Proof. by rewrite -[1]exp0 ler_exp. Qed.
Lemma exp_mul_nat (n : nat) (x : R) : exp (n%:R * x) = exp x ^+ n.
Proof. by elim: n => [|n IH]; rewrite ?mul0r ?exp0 // exprS -IH -expD mulrSr mulrDl mul1r addrC. Qed.

(* ln x, for x > 0 *)
Lemma expK (x : R) : ln (exp x) = x. Proof. exact: ln_exp. Qed.
Lemma lnK (x : R) : 0 < x -> exp (ln x) = x. Proof. by move=> /RltP; exact: exp_ln. Qed.
Lemma ler_ln (x y : R) : 0 < x -> 0 < y -> (ln x <= ln y) = (x <= y).
Proof. by move=> x0 y0; rewrite -ler_exp !lnK. Qed.
Lemma lnM (x y : R) : 0 < x -> 0 < y -> ln (x * y) = ln x + ln y.
Proof. by move=> /RltP x0 /RltP y0; exact: ln_mult. Qed.

(* The hypotheses of an inequality of `proofs/`, which speaks of Coq's own order. *)
Ltac toR :=
  first [apply: Rle_ge; apply/RleP | apply/RleP | apply: Rlt_gt; apply/RltP | apply/RltP].
