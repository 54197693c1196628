(* Composition of Random DP over k mechanisms that are given in advance, in both of its definitions. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals.
From Assay Require Import Real Distribution HockeyStick Mechanism Composition Parallel RandomDP.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Some event of k has at most the sum of their probabilities. *)
Lemma Pr_any_le (T : finType) (P : dist T) k (S : 'I_k -> {set T}) :
  Pr P [set t | [exists i, t \in S i]] <= \sum_i Pr P (S i).
Proof.
rewrite /Pr (exchange_big_dep xpredT) //= big_mkcond /=; apply: ler_sum => t _; rewrite inE.
case: existsP => [[i ti] | _]; last by apply: sumr_ge0 => i _; exact: mass_ge0.
by rewrite (bigD1 i) //= ler_addl; apply: sumr_ge0 => j _; exact: mass_ge0.
Qed.

Section RandomDP.
Variables (D : finType) (rows : dist D) (n : nat) (T : finType).

(* The second definition: P(B) <= e^alpha Q(B) + eta for all events B at once, except with probability gamma. *)
Definition random_approximate_dp (U : finType) (M : mechanism (data D n) U) (alpha eta gamma : R) :=
  Pr (drawn rows n) [set r | ~~ (hockey_stick (exp alpha) (M (first r)) (M (replaced r)) <= eta)] <= gamma.

(* k mechanisms that are given in advance, each with fresh randomness. *)
Definition in_advance (M : nat -> mechanism (data D n) T) (k : nat) : mechanism (data D n) (answers T k) :=
  rounds (fun h => M (size h)) [::] k.

Variables (M : nat -> mechanism (data D n) T) (k : nat).

Lemma rounds_on_pair (x y : data D n) (alpha eta : nat -> R) :
  (forall i : 'I_k, indist (exp (alpha i)) (eta i) (M i x) (M i y)) ->
  indist (exp (\sum_(i < k) alpha i)) (\sum_(i < k) eta i) (in_advance M k x) (in_advance M k y).
Proof.
move=> each; rewrite /in_advance.
have general m (h : seq T) : (size h + m = k)%nat ->
    indist (exp (\sum_(i < m) alpha (size h + i)%nat)) (\sum_(i < m) eta (size h + i)%nat)
      (rounds (fun h => M (size h)) h m x) (rounds (fun h => M (size h)) h m y).
  elim: m h => [|m IH] h e; first by rewrite !big_ord0 exp0; apply: indist_refl; exact: lexx.
  rewrite !big_ord_recl !addn0.
  have shift (f : nat -> R) : \sum_(i < m) f (size h + lift ord0 i)%nat = \sum_(i < m) f ((size h).+1 + i)%nat.
    by apply: eq_bigr => i _; rewrite lift0 addSnnS.
  rewrite !shift expD; have lt : (size h < k)%nat by rewrite -e addnS ltnS leq_addr.
  apply: (@indist_composition T (answers T m)); rewrite ?exp_ge0 //; first exact: (each (Ordinal lt)).
  by move=> t; apply: (IH (t :: h)); rewrite /= addSnnS.
exact: (general k [::] (erefl _)).
Qed.

Theorem random_dp_composition_of_rounds (alpha gamma : nat -> R) :
  (forall i : 'I_k, random_dp rows (M i) (alpha i) (gamma i)) ->
  random_dp rows (in_advance M k) (\sum_(i < k) alpha i) (\sum_(i < k) gamma i).
Proof.
move=> each; apply: (@le_trans _ _ (\sum_(i < k) Pr (drawn rows n)
    [set r | ~~ near (alpha i) (M i (first r)) (M i (replaced r))])); last by apply: ler_sum => i _; exact: each.
apply: le_trans (Pr_any_le _ _); apply: Pr_mono; apply/subsetP => r; rewrite !inE; apply: contraR.
rewrite negb_exists => /forallP lucky; apply/near_indist.
have zero : \sum_(i < k) (0 : R) = 0 by rewrite big1.
have both (i : 'I_k) : near (alpha i) (M i (first r)) (M i (replaced r)) by have := lucky i; rewrite inE negbK.
have run (x y : data D n) : (forall i : 'I_k, indist (exp (alpha i)) 0 (M i x) (M i y)) ->
    indist (exp (\sum_(i < k) alpha i)) 0 (in_advance M k x) (in_advance M k y).
  by move=> h; have := @rounds_on_pair x y alpha (fun _ => 0) h; rewrite zero.
by split; apply: run => i; case/near_indist: (both i).
Qed.

Theorem random_approximate_dp_composition_of_rounds (alpha eta gamma : nat -> R) :
  (forall i : 'I_k, random_approximate_dp (M i) (alpha i) (eta i) (gamma i)) ->
  random_approximate_dp (in_advance M k) (\sum_(i < k) alpha i) (\sum_(i < k) eta i) (\sum_(i < k) gamma i).
Proof.
move=> each; apply: (@le_trans _ _ (\sum_(i < k) Pr (drawn rows n)
    [set r | ~~ (hockey_stick (exp (alpha i)) (M i (first r)) (M i (replaced r)) <= eta i)])).
  apply: le_trans (Pr_any_le _ _); apply: Pr_mono; apply/subsetP => r; rewrite !inE; apply: contraR.
  rewrite negb_exists => /forallP lucky; apply/hockey_stick_sum; apply: rounds_on_pair => i.
  by apply/hockey_stick_sum; have := lucky i; rewrite inE negbK.
by apply: ler_sum => i _; exact: each.
Qed.

(* k equal ones. *)
Theorem random_dp_composition_of_equals alpha eta gamma :
  ((forall i : 'I_k, random_dp rows (M i) alpha gamma) -> random_dp rows (in_advance M k) (k%:R * alpha) (k%:R * gamma))
  /\ ((forall i : 'I_k, random_approximate_dp (M i) alpha eta gamma) ->
      random_approximate_dp (in_advance M k) (k%:R * alpha) (k%:R * eta) (k%:R * gamma)).
Proof.
have c (a : R) : \sum_(i < k) a = k%:R * a by rewrite sumr_const card_ord mulr_natl.
split=> each.
  by have := @random_dp_composition_of_rounds (fun _ => alpha) (fun _ => gamma) each; rewrite !c.
by have := @random_approximate_dp_composition_of_rounds (fun _ => alpha) (fun _ => eta) (fun _ => gamma) each; rewrite !c.
Qed.

End RandomDP.
