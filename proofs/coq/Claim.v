(* What an exported audit claims: the first section of the files of `assay audit --coq` and `assay decide --coq`. *)
Require Import Reals ZArith List Lra Lia Bool.
Import ListNotations.
Open Scope R_scope.

(* 1. What is claimed. A mechanism gives for the input number x a distribution over the outputs 0, ..., n-1. *)

(* f 0 + f 1 + ... + f (n-1) *)
Fixpoint total (n : nat) (f : nat -> R) : R :=
  match n with O => 0 | S k => f O + total k (fun o => f (S o)) end.

Definition distribution (n : nat) (p : nat -> R) : Prop :=
  (forall o, (o < n)%nat -> 0 <= p o) /\ total n p = 1.

(* The probability of an event: any set of outputs. *)
Definition Pr (n : nat) (p : nat -> R) (event : nat -> bool) : R :=
  total n (fun o => if event o then p o else 0).

(* (eps, delta)-differential privacy. *)
Definition dp (n : nat) (M : nat -> nat -> R) (adjacent : nat -> nat -> Prop) (eps delta : R) : Prop :=
  forall x y, adjacent x y -> forall event, Pr n (M x) event <= exp eps * Pr n (M y) event + delta.

(* Each of m inputs has a distribution; neighbours are among the inputs, and there is at least one pair of them. *)
Definition well_posed (m n : nat) (M : nat -> nat -> R) (adjacent : nat -> nat -> Prop) : Prop :=
  (forall x, (x < m)%nat -> distribution n (M x)) /\
  (forall x y, adjacent x y -> (x < m)%nat /\ (y < m)%nat) /\
  exists x y, adjacent x y.
