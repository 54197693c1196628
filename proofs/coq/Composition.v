(* Sequential composition, adaptively: the second mechanism is chosen by the output of the first; k rounds. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct ring.
Require Import Reals.
From Assay Require Import Real Distribution HockeyStick Mechanism.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma indist_slack_ge0 (T : finType) A d (P Q : dist T) : indist A d P Q -> 0 <= d.
Proof. by move=> /(_ set0); rewrite !Pr_set0 mulr0 add0r. Qed.

Section Pair.
Variables T U : finType.

Theorem indist_composition A1 d1 A2 d2 (P Q : dist T) (K L : T -> dist U) : 0 <= A1 -> 0 <= A2 ->
  indist A1 d1 P Q -> (forall t, indist A2 d2 (K t) (L t)) ->
  indist (A1 * A2) (d1 + d2) (joint P K) (joint Q L).
Proof.
move=> A10 A20 h1 h2 S; rewrite !Pr_joint.
have [t0] : exists t : T, true.
  case: (pickP (@predT T)) => [t _|none]; first by exists t.
  by have /eqP := mass_sum P; rewrite big_pred0 // eq_sym oner_eq0.
move=> _; have d20 := indist_slack_ge0 (h2 t0).
pose f t := Num.min 1 (A2 * Pr (L t) (slice S t)).
have f01 t : 0 <= f t <= 1.
  by rewrite /f le_minr ler01 le_minl lexx /= mulr_ge0 ?Pr_ge0.
have step t : Pr (K t) (slice S t) <= f t + d2.
  rewrite /f addr_minl le_minr h2 andbT; apply: le_trans (Pr_le1 _ _) _.
  by rewrite ler_addl.
apply: (@le_trans _ _ (Ex P f + d2)).
  by rewrite -[d2](Ex_const P) /Ex -big_split /=; apply: ler_sum => t _; rewrite -mulrDr ler_wpmul2l ?mass_ge0.
rewrite addrA ler_add2r; apply: le_trans (indist_tests h1 f01) _.
rewrite ler_add2r -mulrA; apply: ler_wpmul2l => //.
rewrite /Ex mulr_sumr; apply: ler_sum => t _; rewrite mulrCA; apply: ler_wpmul2l; first exact: mass_ge0.
by rewrite le_minl lexx orbT.
Qed.

Variables (X : Type) (adj : relation_on X).

(* An (eps1, delta1)-DP mechanism, followed by one that is (eps2, delta2)-DP whatever the first answered. *)
Theorem basic_composition (M1 : mechanism X T) (M2 : T -> mechanism X U) eps1 delta1 eps2 delta2 :
  dp M1 adj eps1 delta1 -> (forall t, dp (M2 t) adj eps2 delta2) ->
  dp (fun x => joint (M1 x) (fun t => M2 t x)) adj (eps1 + eps2) (delta1 + delta2).
Proof.
move=> h1 h2 x y xy; rewrite expD; apply: indist_composition; rewrite ?exp_ge0 //.
  by move=> S; exact: h1.
by move=> t S; exact: h2.
Qed.

End Pair.

(* k rounds of a mechanism that is chosen by the answers so far. *)
Section Rounds.
Variables (X : Type) (T : finType) (adj : relation_on X).

Fixpoint answers (k : nat) : finType :=
  if k is k'.+1 then [finType of T * answers k'] else [finType of unit].

(* M h is the mechanism of the round after the answers h, the last one first. *)
Fixpoint rounds (M : seq T -> mechanism X T) (h : seq T) (k : nat) (x : X) : dist (answers k) :=
  if k is k'.+1 then joint (M h x) (fun t => rounds M (t :: h) k' x) else point tt.

Theorem composition_of_rounds (M : seq T -> mechanism X T) (eps delta : nat -> R) k :
  (forall h, dp (M h) adj (eps (size h)) (delta (size h))) ->
  forall h, dp (rounds M h k) adj (\sum_(i < k) eps (size h + i)%nat) (\sum_(i < k) delta (size h + i)%nat).
Proof.
move=> each; elim: k => [|k IH] h x y xy.
  by rewrite !big_ord0 exp0; apply: indist_refl; exact: lexx.
rewrite !big_ord_recl !addn0.
have shift (f : nat -> R) : \sum_(i < k) f (size h + lift ord0 i)%nat = \sum_(i < k) f ((size h).+1 + i)%nat.
  by apply: eq_bigr => i _; rewrite lift0 addSnnS.
rewrite !shift expD.
apply: (@indist_composition T (answers k)); rewrite ?exp_ge0 //; first by move=> S; exact: each.
by move=> t S; exact: (IH (t :: h)).
Qed.

Theorem composition_of_k_rounds (M : seq T -> mechanism X T) eps delta k :
  (forall h, dp (M h) adj eps delta) -> dp (rounds M [::] k) adj (k%:R * eps) (k%:R * delta).
Proof.
move=> each; have c (a : R) : \sum_(i < k) a = k%:R * a by rewrite sumr_const card_ord mulr_natl.
by have := @composition_of_rounds M (fun _ => eps) (fun _ => delta) k each [::]; rewrite !c.
Qed.

End Rounds.
