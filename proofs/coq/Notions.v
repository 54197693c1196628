(* What the notions of privacy have in common (spec/definitions.md, section 8): the laws that each of them satisfies,
   and the two that one of them does not. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals FunctionalExtensionality.
From Assay Require Import Real Distribution HockeyStick Mechanism Composition Parallel RandomisedResponse Conversions.
From Assay Require Import Renyi RandomDP Divergences.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
From mathcomp Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Two distributions with the same weights are the same. *)
Lemma dist_eq (T : finType) (P Q : dist T) : P =1 Q -> P = Q.
Proof.
case: P Q => [p p0 p1] [q q0 q1] /= /ffunP e; subst q; congr Dist; last exact: eq_irrelevance.
by apply: functional_extensionality_dep => t; exact: eq_irrelevance.
Qed.

(* A notion of privacy for mechanisms on X: which parameters a mechanism has, which parameters are weaker than others,
   what two of them are together, and the one of a mechanism that ignores its input. *)
Record notion (parameter X : Type) := Notion {
  private : forall T : finType, mechanism X T -> parameter -> Prop;
  weaker : parameter -> parameter -> Prop;
  together : parameter -> parameter -> parameter;
  nothing : parameter }.

Section Laws.
Variables (parameter X : Type) (N : notion parameter X).

Record laws : Prop := Laws {
  monotone : forall (T : finType) (M : mechanism X T) p p', weaker N p p' -> private N M p -> private N M p';
  constant_law : forall (T : finType) (P : dist T), private N (fun _ => P) (nothing N);
  post_processing : forall (T U : finType) (M : mechanism X T) (K : T -> dist U) p,
    private N M p -> private N (fun x => bind (M x) K) p;
  composition : forall (T U : finType) (M1 : mechanism X T) (M2 : mechanism X U) p1 p2,
    private N M1 p1 -> private N M2 p2 -> private N (fun x => product (M1 x) (M2 x)) (together N p1 p2) }.

(* The second mechanism may be chosen by the output of the first. *)
Definition adaptive := forall (T U : finType) (M1 : mechanism X T) (M2 : T -> mechanism X U) p1 p2,
  private N M1 p1 -> (forall t, private N (M2 t) p2) ->
  private N (fun x => joint (M1 x) (fun t => M2 t x)) (together N p1 p2).

Hypothesis L : laws.

(* k rounds, each chosen by the answers so far, of a notion that composes adaptively. *)
Theorem rounds_private (T : finType) (M : seq T -> mechanism X T) p k : adaptive ->
  (forall h, private N (M h) p) -> forall h, private N (rounds M h k) (ssrnat.iter k (together N p) (nothing N)).
Proof.
move=> ad each; elim: k => [|k IH] h /=; first exact: (constant_law L).
by apply: (ad T (answers T k)) => // t.
Qed.

(* What is computed from two private answers, with more randomness. *)
Theorem computed_from_both (T U V : finType) (M1 : mechanism X T) (M2 : mechanism X U) p1 p2
  (K : T * U -> dist V) : private N M1 p1 -> private N M2 p2 ->
  private N (fun x => bind (product (M1 x) (M2 x)) K) (together N p1 p2).
Proof. by move=> h1 h2; apply: (post_processing L); exact: (composition L). Qed.

End Laws.

(* A notion of pairs of distributions, for every pair of neighbours. *)
Section Pairwise.
Variables (parameter : Type) (near : parameter -> forall T : finType, dist T -> dist T -> Prop).
Variables (weaker : parameter -> parameter -> Prop) (together : parameter -> parameter -> parameter).
Variable nothing : parameter.

Definition pairwise (X : Type) (adj : relation_on X) : notion parameter X :=
  @Notion _ _ (fun T M p => forall x y, adj x y -> near p (M x) (M y)) weaker together nothing.

Hypothesis monotone : forall p p' (T : finType) (P Q : dist T), weaker p p' -> near p P Q -> near p' P Q.
Hypothesis constant : forall (T : finType) (P : dist T), near nothing P P.
Hypothesis processed : forall p (T U : finType) (P Q : dist T) (K : T -> dist U),
  near p P Q -> near p (bind P K) (bind Q K).
Hypothesis composed : forall p1 p2 (T U : finType) (P Q : dist T) (K L : T -> dist U),
  near p1 P Q -> (forall t, near p2 (K t) (L t)) -> near (together p1 p2) (joint P K) (joint Q L).

Lemma pairwise_laws (X : Type) (adj : relation_on X) : laws (pairwise adj).
Proof.
split=> [T M p p' w h x y xy | T P x y _ | T U M K p h x y xy | T U M1 M2 p1 p2 h1 h2 x y xy] /=.
- exact: monotone w (h x y xy).
- exact: constant.
- exact: processed (h x y xy).
- by apply: composed => [|t]; [exact: h1 | exact: h2].
Qed.

Lemma pairwise_adaptive (X : Type) (adj : relation_on X) : adaptive (pairwise adj).
Proof. by move=> T U M1 M2 p1 p2 h1 h2 x y xy; apply: composed => [|t]; [exact: h1 | exact: h2]. Qed.

(* Independent draws on all parts: a draw on one of them, and the others drawn afterwards. *)
Lemma product_of_one (I T : finType) (P : I -> dist T) i :
  product_of P = bind (P i) (fun t => product_of (fun j => if j == i then point t else P j)).
Proof.
have inner o t : product_of (fun j => if j == i then point t else P j) o
    = (o i == t)%:R * \prod_(j | j != i) P j (o j).
  by rewrite ffunE (bigD1 i) //= eqxx ffunE; congr (_ * _); apply: eq_bigr => j /negbTE ->.
apply: dist_eq => o; rewrite !ffunE [LHS](bigD1 i) //=; under [RHS]eq_bigr do rewrite inner.
rewrite [RHS](bigD1 (o i)) //= eqxx mul1r [X in _ = _ + X]big1 ?addr0 // => t; rewrite eq_sym => /negbTE ->.
by rewrite mul0r mulr0.
Qed.

(* Parallel composition follows from post-processing. *)
Theorem pairwise_parallel (D : Type) (adj : relation_on D) (I T : finType) (M : I -> mechanism D T) p :
  (forall i, private (pairwise adj) (M i) p) ->
  private (pairwise (@in_one_part I D adj)) (fun x => product_of (fun i => M i (x i))) p.
Proof.
move=> h x y [i [xy same]] /=; rewrite (product_of_one (fun j => M j (x j)) i) (product_of_one (fun j => M j (y j)) i).
rewrite (_ : (fun t => product_of (fun j => if j == i then point t else M j (y j)))
  = (fun t => product_of (fun j => if j == i then point t else M j (x j)))); first by apply: processed; exact: h.
apply: functional_extensionality_dep => t; congr product_of; apply: functional_extensionality_dep => j.
by case: (eqVneq j i) => // ji; rewrite same.
Qed.

End Pairwise.

(* Pure privacy: epsilon. *)
Definition pure_near (eps : R) (T : finType) (P Q : dist T) := indist (exp eps) 0 P Q.
Definition pure (X : Type) (adj : relation_on X) : notion R X :=
  pairwise pure_near (fun e e' => e <= e') (fun e e' => e + e') 0 adj.

Lemma pure_is_dp (X : Type) (adj : relation_on X) (T : finType) (M : mechanism X T) eps :
  private (pure adj) M eps <-> dp M adj eps 0.
Proof. by []. Qed.

(* Approximate privacy: (epsilon, delta). *)
Definition approximate_near (p : R * R) (T : finType) (P Q : dist T) := indist (exp p.1) p.2 P Q.
Definition approximate (X : Type) (adj : relation_on X) : notion (R * R) X :=
  pairwise approximate_near (fun p p' => p.1 <= p'.1 /\ p.2 <= p'.2)
    (fun p p' => (p.1 + p'.1, p.2 + p'.2)) (0, 0) adj.

Lemma approximate_is_dp (X : Type) (adj : relation_on X) (T : finType) (M : mechanism X T) eps delta :
  private (approximate adj) M (eps, delta) <-> dp M adj eps delta.
Proof. by []. Qed.

Section ApproximateLaws.

Lemma approximate_monotone p p' (T : finType) (P Q : dist T) :
  p.1 <= p'.1 /\ p.2 <= p'.2 -> approximate_near p P Q -> approximate_near p' P Q.
Proof. by move=> [e d]; apply: indist_weaken; rewrite ?ler_exp. Qed.

Lemma approximate_constant (T : finType) (P : dist T) : approximate_near (0, 0) P P.
Proof. by rewrite /approximate_near exp0; exact: indist_refl. Qed.

Lemma approximate_composed p1 p2 (T U : finType) (P Q : dist T) (K L : T -> dist U) :
  approximate_near p1 P Q -> (forall t, approximate_near p2 (K t) (L t)) ->
  approximate_near (p1.1 + p2.1, p1.2 + p2.2) (joint P K) (joint Q L).
Proof. by rewrite /approximate_near expD; apply: indist_composition; exact: exp_ge0. Qed.

Variables (X : Type) (adj : relation_on X).

Theorem approximate_laws : laws (approximate adj).
Proof.
apply: pairwise_laws; [exact: approximate_monotone | exact: approximate_constant | | exact: approximate_composed].
by move=> p T U P Q K; exact: indist_post_processing.
Qed.

Theorem approximate_adaptive : adaptive (approximate adj).
Proof. by apply: pairwise_adaptive; exact: approximate_composed. Qed.

Theorem approximate_parallel (I T : finType) (M : I -> mechanism X T) p :
  (forall i, private (approximate adj) (M i) p) ->
  private (approximate (@in_one_part I X adj)) (fun x => product_of (fun i => M i (x i))) p.
Proof. by apply: pairwise_parallel => p' T' U P Q K; exact: indist_post_processing. Qed.

Lemma pure_composed p1 p2 (T U : finType) (P Q : dist T) (K L : T -> dist U) :
  pure_near p1 P Q -> (forall t, pure_near p2 (K t) (L t)) -> pure_near (p1 + p2) (joint P K) (joint Q L).
Proof.
move=> h1 h2; have := @approximate_composed (p1, 0) (p2, 0) _ _ P Q K L h1 h2.
by rewrite /approximate_near addr0.
Qed.

Theorem pure_laws : laws (pure adj).
Proof.
apply: pairwise_laws; [ | exact: approximate_constant | | exact: pure_composed].
  by move=> p p' T P Q w; apply: indist_weaken; rewrite ?ler_exp.
by move=> p T U P Q K; exact: indist_post_processing.
Qed.

Theorem pure_adaptive : adaptive (pure adj).
Proof. by apply: pairwise_adaptive; exact: pure_composed. Qed.

Theorem pure_parallel (I T : finType) (M : I -> mechanism X T) p :
  (forall i, private (pure adj) (M i) p) ->
  private (pure (@in_one_part I X adj)) (fun x => product_of (fun i => M i (x i))) p.
Proof. by apply: pairwise_parallel => p' T' U P Q K; exact: indist_post_processing. Qed.

End ApproximateLaws.

(* Total variation: the delta of epsilon 0. *)
Definition total_variation_near (delta : R) (T : finType) (P Q : dist T) := total_variation P Q <= delta.
Definition total_variation_notion (X : Type) (adj : relation_on X) : notion R X :=
  pairwise total_variation_near (fun d d' => d <= d') (fun d d' => d + d') 0 adj.

Section TotalVariationLaws.

Lemma total_variation_nearE d (T : finType) (P Q : dist T) :
  total_variation_near d P Q <-> approximate_near (0, d) P Q.
Proof. by rewrite /approximate_near exp0; split=> /hockey_stick_sum. Qed.

Lemma total_variation_processed d (T U : finType) (P Q : dist T) (K : T -> dist U) :
  total_variation_near d P Q -> total_variation_near d (bind P K) (bind Q K).
Proof. by move=> /total_variation_nearE h; apply/total_variation_nearE; exact: indist_post_processing. Qed.

Lemma total_variation_composed d1 d2 (T U : finType) (P Q : dist T) (K L : T -> dist U) :
  total_variation_near d1 P Q -> (forall t, total_variation_near d2 (K t) (L t)) ->
  total_variation_near (d1 + d2) (joint P K) (joint Q L).
Proof.
move=> /total_variation_nearE h1 h2; apply/total_variation_nearE; rewrite -[0]addr0.
by apply: (approximate_composed (p1 := (0, d1)) (p2 := (0, d2))) => // t; exact/total_variation_nearE.
Qed.

Variables (X : Type) (adj : relation_on X).

Lemma total_variation_is_dp_at_zero (T : finType) (M : mechanism X T) d :
  private (total_variation_notion adj) M d <-> dp M adj 0 d.
Proof. by split=> h x y xy; apply/total_variation_nearE; exact: h. Qed.

Theorem total_variation_laws : laws (total_variation_notion adj).
Proof.
apply: pairwise_laws => [d d' T P Q w h | T P | | ]; last exact: total_variation_composed.
- exact: le_trans h w.
- by apply/total_variation_nearE; exact: approximate_constant.
- exact: total_variation_processed.
Qed.

Theorem total_variation_adaptive : adaptive (total_variation_notion adj).
Proof. by apply: pairwise_adaptive; exact: total_variation_composed. Qed.

Theorem total_variation_parallel (I T : finType) (M : I -> mechanism X T) d :
  (forall i, private (total_variation_notion adj) (M i) d) ->
  private (total_variation_notion (@in_one_part I X adj)) (fun x => product_of (fun i => M i (x i))) d.
Proof. by apply: pairwise_parallel; exact: total_variation_processed. Qed.

End TotalVariationLaws.

(* Renyi privacy of one order above 1: a bound of the divergence. *)
Section RenyiLaws.
Variables (a : R) (X : Type) (adj : relation_on X).
Hypothesis a1 : 1 < a.

Definition renyi_notion (Y : Type) (adj : relation_on Y) : notion R Y :=
  pairwise (fun r T P Q => @renyi_at_most T a r P Q) (fun r r' => r <= r') (fun r r' => r + r') 0 adj.

Lemma renyi_is_renyi_dp (T : finType) (M : mechanism X T) r : private (renyi_notion adj) M r <-> renyi_dp adj M a r.
Proof. by []. Qed.

Lemma renyi_weaken r r' (T : finType) (P Q : dist T) : r <= r' -> renyi_at_most a r P Q -> renyi_at_most a r' P Q.
Proof. by move=> rr [d h]; split=> //; apply: le_trans h _; rewrite ler_exp ler_wpmul2l // subr_ge0 ltW. Qed.

Lemma renyi_refl (T : finType) (P : dist T) : renyi_at_most a 0 P P.
Proof.
split=> // ; rewrite mulr0 exp0 -(mass_sum P); apply: ler_sum => t _.
by rewrite /power_term; case: eqP => [->|_]; rewrite ?subrr ?mulr0 ?exp0 ?mulr1.
Qed.

Theorem renyi_laws : laws (renyi_notion adj).
Proof.
apply: pairwise_laws => [r r' T P Q | T P | r T U P Q K | r s T U P Q K L].
- exact: renyi_weaken.
- exact: renyi_refl.
- exact: renyi_post_processing.
- exact: renyi_composition.
Qed.

Theorem renyi_adaptive : adaptive (renyi_notion adj).
Proof. by apply: pairwise_adaptive => r s T U P Q K L; exact: renyi_composition. Qed.

Theorem renyi_parallel (I T : finType) (M : I -> mechanism X T) r :
  (forall i, private (renyi_notion adj) (M i) r) ->
  private (renyi_notion (@in_one_part I X adj)) (fun x => product_of (fun i => M i (x i))) r.
Proof. by apply: pairwise_parallel => r' T' U P Q K; exact: renyi_post_processing. Qed.

End RenyiLaws.

(* Zero-concentrated privacy: rho. *)
Section ConcentratedLaws.
Variables (X : Type) (adj : relation_on X).

Definition concentrated_near (rho : R) (T : finType) (P Q : dist T) :=
  forall a : R, 1 < a -> renyi_at_most a (rho * a) P Q.
Definition concentrated (Y : Type) (adj : relation_on Y) : notion R Y :=
  pairwise concentrated_near (fun r r' => r <= r') (fun r r' => r + r') 0 adj.

Lemma concentrated_is_zcdp (T : finType) (M : mechanism X T) rho :
  private (concentrated adj) M rho <-> zcdp adj M rho.
Proof. by split=> h; [move=> a a1 x y xy; exact: h | move=> x y xy a a1; exact: h]. Qed.

Lemma concentrated_processed p (T U : finType) (P Q : dist T) (K : T -> dist U) :
  concentrated_near p P Q -> concentrated_near p (bind P K) (bind Q K).
Proof. by move=> h a a1; apply: renyi_post_processing => //; exact: h. Qed.

Lemma concentrated_composed p1 p2 (T U : finType) (P Q : dist T) (K L : T -> dist U) :
  concentrated_near p1 P Q -> (forall t, concentrated_near p2 (K t) (L t)) ->
  concentrated_near (p1 + p2) (joint P K) (joint Q L).
Proof.
by move=> h1 h2 a a1; rewrite mulrDl; apply: renyi_composition => // [|t]; [exact: h1 | exact: h2].
Qed.

Theorem concentrated_laws : laws (concentrated adj).
Proof.
apply: pairwise_laws => [p p' T P Q w h a a1 | T P a a1 | |]; last exact: concentrated_composed.
- by apply: renyi_weaken (h a a1) => //; rewrite ler_wpmul2r // ltW // (lt_trans ltr01).
- by rewrite mul0r; exact: renyi_refl.
- exact: concentrated_processed.
Qed.

Theorem concentrated_adaptive : adaptive (concentrated adj).
Proof. by apply: pairwise_adaptive; exact: concentrated_composed. Qed.

Theorem concentrated_parallel (I T : finType) (M : I -> mechanism X T) rho :
  (forall i, private (concentrated adj) (M i) rho) ->
  private (concentrated (@in_one_part I X adj)) (fun x => product_of (fun i => M i (x i))) rho.
Proof. by apply: pairwise_parallel; exact: concentrated_processed. Qed.

End ConcentratedLaws.

(* Random differential privacy: (alpha, gamma), for rows from one distribution. *)
Section RandomLaws.
Variables (D : finType) (rows : dist D) (n : nat).

Definition random : notion (R * R) (data D n) :=
  @Notion _ _ (fun T M p => @random_dp D rows n T M p.1 p.2) (fun p p' => p.1 <= p'.1 /\ p.2 <= p'.2)
    (fun p p' => (p.1 + p'.1, p.2 + p'.2)) (0, 0).

Lemma near_weaken (T : finType) a a' (P Q : dist T) : a <= a' -> near a P Q -> near a' P Q.
Proof.
move=> aa /near_indist [h h']; apply/near_indist.
by split; apply: (indist_weaken (A := exp a) (d := 0)); rewrite ?ler_exp.
Qed.

Lemma random_dp_mono (T U : finType) (M : mechanism (data D n) T) (M' : mechanism (data D n) U) a a' g g' :
  (forall x y, near a (M x) (M y) -> near a' (M' x) (M' y)) -> g <= g' ->
  random_dp rows M a g -> random_dp rows M' a' g'.
Proof.
move=> h gg r; apply: le_trans gg; apply: le_trans r; apply: Pr_mono; apply/subsetP => o.
by rewrite !inE; apply: contra; exact: h.
Qed.

Theorem random_laws : laws random.
Proof.
split=> [T M p p' [a g] | T P | T U M K p | T U M1 M2 p1 p2 h1 h2] /=.
- by apply: random_dp_mono => // x y; exact: near_weaken.
- rewrite /random_dp /Pr big1 // => o; rewrite inE; case/negP; apply/near_indist.
  by rewrite exp0; split; exact: indist_refl.
- apply: random_dp_mono => // x y /near_indist [h h']; apply/near_indist.
  by split; exact: indist_post_processing.
- exact: random_dp_composition.
Qed.

End RandomLaws.
