(* Finite distributions with real weights, events, and what a randomised map does to them
   (spec/definitions.md, section 1). *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals.
From Assay Require Import Real.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* A distribution on a finite set T: weights that are not negative and sum to 1. *)
Record dist (T : finType) := Dist {
  mass :> {ffun T -> R};
  mass_ge0 : forall t, 0 <= mass t;
  mass_sum : \sum_t mass t = 1 }.

(* P(S), the probability of an event: any set of outputs. *)
Definition Pr (T : finType) (P : dist T) (S : {set T}) : R := \sum_(t in S) P t.

Section Events.
Variables (T : finType) (P : dist T).

Lemma Pr_ge0 S : 0 <= Pr P S.
Proof. by apply: sumr_ge0 => t _; exact: mass_ge0. Qed.

Lemma Pr_setT : Pr P setT = 1.
Proof. by rewrite /Pr -(mass_sum P); apply: eq_bigl => t; rewrite inE. Qed.

Lemma Pr_set0 : Pr P set0 = 0.
Proof. by rewrite /Pr big1 // => t; rewrite inE. Qed.

Lemma Pr_set1 t : Pr P [set t] = P t.
Proof. by rewrite /Pr big_set1. Qed.

Lemma Pr_setC S : Pr P (~: S) = 1 - Pr P S.
Proof.
rewrite -Pr_setT /Pr [X in X - _](bigID (mem S)) /=.
have -> : \sum_(i in [set: T] | i \in S) P i = \sum_(t in S) P t by apply: eq_bigl => t; rewrite inE.
by rewrite addrAC subrr add0r; apply: eq_bigl => t; rewrite !inE.
Qed.

Lemma Pr_le1 S : Pr P S <= 1.
Proof. by rewrite -subr_ge0 -Pr_setC Pr_ge0. Qed.

Lemma mass_le1 t : P t <= 1.
Proof. by rewrite -Pr_set1 Pr_le1. Qed.

Lemma Pr_mono (S S' : {set T}) : S \subset S' -> Pr P S <= Pr P S'.
Proof.
move=> /subsetP sub; rewrite /Pr [X in _ <= X](bigID (mem S)) /=.
have -> : \sum_(t in S' | t \in S) P t = \sum_(t in S) P t.
  by apply: eq_bigl => t; case: (boolP (t \in S)) => [/sub ->|]; rewrite ?andbF.
by rewrite ler_addl; apply: sumr_ge0 => t _; exact: mass_ge0.
Qed.

(* The expectation of a function of the output. *)
Definition Ex (f : T -> R) : R := \sum_t P t * f t.

Lemma Ex_event (S : {set T}) : Ex (fun t => (t \in S)%:R) = Pr P S.
Proof.
by rewrite /Ex /Pr [in RHS]big_mkcond; apply: eq_bigr => t _; case: (t \in S); rewrite ?mulr1 ?mulr0.
Qed.

Lemma Ex_const c : Ex (fun _ => c) = c.
Proof. by rewrite /Ex -mulr_suml mass_sum mul1r. Qed.

Lemma Ex_affine (a b : R) (f : T -> R) : Ex (fun t => a * f t + b) = a * Ex f + b.
Proof.
rewrite /Ex; under eq_bigr do rewrite mulrDr mulrCA.
by rewrite big_split /= -mulr_sumr -mulr_suml mass_sum mul1r.
Qed.

Lemma Ex_mono (f g : T -> R) : (forall t, f t <= g t) -> Ex f <= Ex g.
Proof. by move=> h; apply: ler_sum => t _; apply: ler_wpmul2l; rewrite ?mass_ge0. Qed.

End Events.

(* The distribution that is certain of one output. *)
Program Definition point (T : finType) (t : T) : dist T := @Dist T [ffun u => (u == t)%:R] _ _.
Next Obligation. by move=> T t u; rewrite ffunE ler0n. Qed.
Next Obligation.
by move=> T t; rewrite (bigD1 t) //= ffunE eqxx big1 ?addr0 // => u /negbTE h; rewrite ffunE h.
Qed.

(* K(t), an output drawn by a randomised map whose input is drawn from P: the law of total probability. *)
Section Bind.
Variables (T U : finType) (P : dist T) (K : T -> dist U).

Program Definition bind : dist U := @Dist U [ffun u => \sum_t P t * K t u] _ _.
Next Obligation.
by move=> u; rewrite ffunE; apply: sumr_ge0 => t _; apply: mulr_ge0; exact: mass_ge0.
Qed.
Next Obligation.
under eq_bigr do rewrite ffunE.
rewrite exchange_big /= -[RHS](mass_sum P); apply: eq_bigr => t _.
by rewrite -mulr_sumr mass_sum mulr1.
Qed.

Lemma Pr_bind (S : {set U}) : Pr bind S = Ex P (fun t => Pr (K t) S).
Proof.
rewrite /Pr /Ex; under eq_bigr do rewrite ffunE.
by rewrite exchange_big /=; apply: eq_bigr => t _; rewrite mulr_sumr.
Qed.

End Bind.

(* The image of a distribution under a function. *)
Definition dmap (T U : finType) (f : T -> U) (P : dist T) : dist U := bind P (fun t => point (f t)).

Lemma Pr_point (T : finType) (t : T) (S : {set T}) : Pr (point t) S = (t \in S)%:R.
Proof.
rewrite /Pr big_mkcond /= (bigD1 t) //= ffunE eqxx big1 ?addr0; first by case: (t \in S).
by move=> u /negbTE h; rewrite ffunE h; case: (u \in S).
Qed.

Lemma Pr_dmap (T U : finType) (f : T -> U) (P : dist T) (S : {set U}) : Pr (dmap f P) S = Pr P (f @^-1: S).
Proof.
by rewrite Pr_bind -Ex_event; apply: eq_bigr => t _; rewrite Pr_point inE.
Qed.

(* Independent draws from P and then, knowing the first, from K. *)
Section Joint.
Variables (T U : finType) (P : dist T) (K : T -> dist U).

Program Definition joint : dist [finType of T * U] := @Dist _ [ffun o => P o.1 * K o.1 o.2] _ _.
Next Obligation. by move=> o; rewrite ffunE; apply: mulr_ge0; exact: mass_ge0. Qed.
Next Obligation.
under eq_bigr do rewrite ffunE.
rewrite -(pair_bigA _ (fun t u => P t * K t u)) /= -[RHS](mass_sum P); apply: eq_bigr => t _.
by rewrite -mulr_sumr mass_sum mulr1.
Qed.

(* The part of an event that is left when the first output is known. *)
Definition slice (S : {set T * U}) (t : T) : {set U} := [set u | (t, u) \in S].

Lemma Pr_joint (S : {set T * U}) : Pr joint S = Ex P (fun t => Pr (K t) (slice S t)).
Proof.
rewrite /Pr /Ex big_mkcond /=.
transitivity (\sum_(o : T * U) (if (o.1, o.2) \in S then P o.1 * K o.1 o.2 else 0)).
  by apply: eq_bigr => -[t u] _; rewrite ffunE.
rewrite -(pair_bigA _ (fun t u => if (t, u) \in S then P t * K t u else 0)) /=.
apply: eq_bigr => t _; rewrite big_distrr /= [in RHS]big_mkcond; apply: eq_bigr => u _.
by rewrite inE.
Qed.

End Joint.

(* Independent draws from P and from Q. *)
Definition product (T U : finType) (P : dist T) (Q : dist U) := joint P (fun _ => Q).

(* The mixture: with probability q a draw from P, otherwise from Q. *)
Section Mixture.
Variables (T : finType) (q : R).
Hypothesis q01 : 0 <= q <= 1.

Program Definition mixture (P Q : dist T) : dist T := @Dist T [ffun t => q * P t + (1 - q) * Q t] _ _.
Next Obligation.
move=> P Q t; rewrite ffunE; case/andP: q01 => q0 q1.
by apply: addr_ge0; apply: mulr_ge0; rewrite ?mass_ge0 ?subr_ge0.
Qed.
Next Obligation.
move=> P Q; under eq_bigr do rewrite ffunE.
by rewrite big_split /= -!mulr_sumr !mass_sum !mulr1 addrC subrK.
Qed.

Lemma Pr_mixture P Q S : Pr (mixture P Q) S = q * Pr P S + (1 - q) * Pr Q S.
Proof.
by rewrite /Pr; under eq_bigr do rewrite ffunE; rewrite big_split /= -!mulr_sumr.
Qed.

End Mixture.

(* Every outcome equally likely. *)
Section Uniform.
Variables (T : finType) (t0 : T).

Program Definition uniform : dist T := @Dist T [ffun _ => #|T|%:R^-1] _ _.
Next Obligation. by move=> t; rewrite ffunE invr_ge0 ler0n. Qed.
Next Obligation.
under eq_bigr do rewrite ffunE.
have n0 : #|T|%:R != 0 :> R by rewrite pnatr_eq0 -lt0n; apply/card_gt0P; exists t0.
by rewrite sumr_const -[LHS]mulr_natr mulVf.
Qed.

End Uniform.
