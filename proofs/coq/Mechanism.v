(* Mechanisms, adjacency, differential privacy (spec/definitions.md, section 1); post-processing and joint convexity. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct ring.
Require Import Reals.
From Assay Require Import Real Distribution HockeyStick.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Inputs, the relation "adjacent" between them, and a distribution of the output for every input. *)
Definition relation_on (X : Type) := X -> X -> Prop.
Definition mechanism (X : Type) (T : finType) := X -> dist T.

Definition symmetric_relation (X : Type) (adj : relation_on X) := forall x y, adj x y -> adj y x.

(* (eps, delta)-differential privacy. *)
Definition dp (X : Type) (T : finType) (M : mechanism X T) (adj : relation_on X) (eps delta : R) :=
  forall x y, adj x y -> forall S : {set T}, Pr (M x) S <= exp eps * Pr (M y) S + delta.

Section Mechanism.
Variables (X : Type) (T : finType) (M : mechanism X T) (adj : relation_on X).

Theorem dp_hockey_stick eps delta :
  dp M adj eps delta <-> forall x y, adj x y -> hockey_stick (exp eps) (M x) (M y) <= delta.
Proof.
by split=> h x y xy; [apply/hockey_stick_sum => S; exact: h | move=> S; move/hockey_stick_sum: (h x y xy); exact].
Qed.

(* Pure privacy: the inequality for single outputs. *)
Theorem dp_outcomes eps :
  dp M adj eps 0 <-> forall x y, adj x y -> forall t, M x t <= exp eps * M y t.
Proof.
split=> h x y xy; first by apply/events_and_outcomes => S; exact: h.
by move=> S; apply/events_and_outcomes: S; exact: h.
Qed.

Theorem dp_weaken eps eps' delta delta' :
  eps <= eps' -> delta <= delta' -> dp M adj eps delta -> dp M adj eps' delta'.
Proof.
move=> he hd h x y xy; apply: (indist_weaken (A := exp eps) (d := delta)); rewrite ?ler_exp //.
exact: h.
Qed.

Theorem dp_subrelation (adj' : relation_on X) eps delta :
  (forall x y, adj' x y -> adj x y) -> dp M adj eps delta -> dp M adj' eps delta.
Proof. by move=> sub h x y /sub; exact: h. Qed.

End Mechanism.

(* Post-processing: a randomised map that does not see the input keeps every (eps, delta). *)
Section PostProcessing.
Variables (T U : finType).

Theorem indist_post_processing A d (P Q : dist T) (K : T -> dist U) :
  indist A d P Q -> indist A d (bind P K) (bind Q K).
Proof.
by move=> h S; rewrite !Pr_bind; apply: indist_tests h _ => t; rewrite Pr_ge0 Pr_le1.
Qed.

Theorem hockey_stick_post_processing A (P Q : dist T) (K : T -> dist U) :
  hockey_stick A (bind P K) (bind Q K) <= hockey_stick A P Q.
Proof. by apply/hockey_stick_sum; apply: indist_post_processing; apply/hockey_stick_sum. Qed.

Variables (X : Type) (M : mechanism X T) (adj : relation_on X).

Theorem dp_post_processing (K : T -> dist U) eps delta :
  dp M adj eps delta -> dp (fun x => bind (M x) K) adj eps delta.
Proof. by move=> h x y xy; apply: indist_post_processing => S; exact: h. Qed.

Theorem dp_function_of_the_output (f : T -> U) eps delta :
  dp M adj eps delta -> dp (fun x => dmap f (M x)) adj eps delta.
Proof. exact: dp_post_processing. Qed.

End PostProcessing.

(* Joint convexity: a mixture of pairs is no further apart than the pairs on average. *)
Section Convexity.
Variables (I T : finType).

Theorem hockey_stick_joint_convexity A (W : dist I) (P Q : I -> dist T) :
  hockey_stick A (bind W P) (bind W Q) <= \sum_i W i * hockey_stick A (P i) (Q i).
Proof.
rewrite hockey_stick_attained; set S := optimal_event _ _ _.
rewrite !Pr_bind /Ex mulr_sumr -sumrB; apply: ler_sum => i _.
rewrite mulrCA -mulrBr; apply: ler_wpmul2l; [exact: mass_ge0 | exact: hockey_stick_event].
Qed.

Theorem total_variation_joint_convexity (W : dist I) (P Q : I -> dist T) :
  total_variation (bind W P) (bind W Q) <= \sum_i W i * total_variation (P i) (Q i).
Proof. exact: hockey_stick_joint_convexity. Qed.

(* Two mixtures with the same weights: as far apart as the worst of their parts. *)
Theorem indist_mixture A d (W : dist I) (P Q : I -> dist T) :
  (forall i, indist A d (P i) (Q i)) -> indist A d (bind W P) (bind W Q).
Proof.
move=> h; apply/hockey_stick_sum; apply: le_trans (hockey_stick_joint_convexity _ _ _ _) _.
rewrite -[X in _ <= X]mul1r -(mass_sum W) mulr_suml; apply: ler_sum => i _.
by apply: ler_wpmul2l; [exact: mass_ge0 | apply/hockey_stick_sum; exact: h].
Qed.

End Convexity.
