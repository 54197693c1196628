(* Mechanisms whose output is one of infinitely many: their (eps, delta)-privacy, which is that of finite mechanisms where
   the output is one of finitely many; two-sided geometric noise on a whole number; basic composition, adaptively, of two
   mechanisms and of k rounds. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals.
From Assay Require Import Real Distribution HockeyStick Mechanism Composition Countable.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
From mathcomp Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma sums_to_eq (J : eqType) (f g : J -> R) m : f =1 g -> sums_to f m -> sums_to g m.
Proof.
move=> fg [up least]; have same F : \sum_(z <- F) f z = \sum_(z <- F) g z by apply: eq_bigr => z _.
by split=> [x [F uF ->] | b bu]; [rewrite -same; apply: up; exists F | apply: least => x [F uF ->]; rewrite same; apply: bu; exists F].
Qed.

Lemma sums_to_below (J : eqType) (A : R) (f g : J -> R) m m' : 0 <= A -> (forall z, 0 <= g z) ->
  (forall z, f z <= A * g z) -> sums_to f m -> sums_to g m' -> m <= A * m'.
Proof. by move=> A0 g0 le; exact: (@sums_to_le J A (fun z => z) f g m m' (fun _ _ e => e) A0 g0 le). Qed.

(* A sum that is known to be at most b. *)
Section Total.
Variables (J : eqType) (f : J -> R) (b : R).
Hypothesis f_le : forall F, uniq F -> \sum_(z <- F) f z <= b.

Lemma total_bounded : bound (partial f).
Proof. by exists b => x [F uF ->]; apply/RleP; exact: f_le. Qed.

Lemma total_inhabited : exists x, partial f x.
Proof. by exists 0, [::]; rewrite ?big_nil. Qed.

Definition total : R := proj1_sig (completeness _ total_bounded total_inhabited).

Lemma totalP : sums_to f total.
Proof. by rewrite /total; case: (completeness _ _ _). Qed.

End Total.

(* P(S), the probability of an event: any set of outputs. *)
Section Events.
Variables (J : eqType) (P : countable_dist J).

(* The part of P that lies in S. *)
Definition inside (S : pred J) (z : J) : R := if S z then P z else 0.

Lemma inside_ge0 S z : 0 <= inside S z.
Proof. by rewrite /inside; case: ifP => // _; exact: chance_ge0. Qed.

Lemma weighted_le1 (f : J -> R) : (forall z, 0 <= f z <= 1) -> forall F, uniq F -> \sum_(z <- F) P z * f z <= 1.
Proof.
move=> f01 F uF; apply: le_trans (partial_below (chance_sum P) uF); apply: ler_sum => z _.
by rewrite -[X in _ <= X]mulr1 ler_wpmul2l ?chance_ge0 //; case/andP: (f01 z).
Qed.

Lemma inside_le1 S F : uniq F -> \sum_(z <- F) inside S z <= 1.
Proof.
move=> uF; apply: le_trans (partial_below (chance_sum P) uF); apply: ler_sum => z _.
by rewrite /inside; case: ifP => // _; exact: chance_ge0.
Qed.

Definition probability (S : pred J) : R := total (inside_le1 S).

Lemma probabilityP S : sums_to (inside S) (probability S).
Proof. exact: totalP. Qed.

Lemma probability_ge0 S : 0 <= probability S.
Proof. by have := partial_below (probabilityP S) (erefl : uniq [::]); rewrite big_nil. Qed.

Lemma probability_le1 S : probability S <= 1.
Proof. by apply: (sums_to_least (probabilityP S)) => F; exact: inside_le1. Qed.

(* The whole, nothing, and a finite set. *)
Lemma probability_all : probability xpredT = 1.
Proof. by apply: (sums_to_unique (probabilityP _)); exact: sums_to_eq (chance_sum P). Qed.

Lemma probability_none : probability xpred0 = 0.
Proof. by apply: (sums_to_unique (probabilityP _)); exact: sums_to_eq (sums_to_zero J). Qed.

Lemma probability_eq (S S' : pred J) : S =1 S' -> probability S = probability S'.
Proof.
move=> e; apply: (sums_to_unique (probabilityP _)); apply: sums_to_eq (probabilityP S').
by move=> z; rewrite /inside e.
Qed.

Lemma probability_seq (G : seq J) : uniq G -> probability (mem G) = \sum_(z <- G) P z.
Proof.
move=> uG; apply: (sums_to_unique (probabilityP _)); split=> [x [F uF ->] | b up]; last first.
  apply: up; exists G => //; rewrite [RHS]big_seq [LHS]big_seq; apply: eq_bigr => z zG.
  by rewrite /inside /= zG.
apply/RleP; rewrite /inside -big_mkcond /= -big_filter.
apply: partial_mono; rewrite ?filter_uniq //; first exact: chance_ge0.
by move=> z; rewrite mem_filter => /andP [].
Qed.

End Events.

(* P(S) <= A Q(S) + d for every event S. *)
Definition close (J : eqType) (A d : R) (P Q : countable_dist J) :=
  forall S : pred J, probability P S <= A * probability Q S + d.

(* (eps, delta)-differential privacy. *)
Definition countable_mechanism (X : Type) (J : eqType) := X -> countable_dist J.
Definition countable_dp (X : Type) (J : eqType) (M : countable_mechanism X J) (adj : relation_on X) (eps delta : R) :=
  forall x y, adj x y -> forall S : pred J, probability (M x) S <= exp eps * probability (M y) S + delta.

(* A distribution on a finite set is one of these, and its privacy is that of Mechanism.v. *)
Section Finite.
Variable T : finType.

Lemma finite_sum (f : T -> R) : (forall t, 0 <= f t) -> sums_to f (\sum_t f t).
Proof.
move=> f0; split=> [x [F uF ->] | b up]; last first.
  by apply: up; exists (index_enum T); first by rewrite /index_enum -enumT enum_uniq.
by apply/RleP; apply: partial_mono => //; rewrite /index_enum -enumT enum_uniq.
Qed.

Lemma finite_chance_sum (P : dist T) : sums_to P 1.
Proof. by rewrite -(mass_sum P); apply: finite_sum; exact: mass_ge0. Qed.

Definition of_finite (P : dist T) : countable_dist [eqType of T] := @Weights [eqType of T] P (mass_ge0 P) (finite_chance_sum P).

Lemma probability_finite (P : dist T) (S : {set T}) : probability (of_finite P) (mem S) = Pr P S.
Proof.
apply: (sums_to_unique (probabilityP _ _)).
have -> : Pr P S = \sum_t inside (of_finite P) (mem S) t by rewrite /Pr big_mkcond.
by apply: finite_sum => t; exact: inside_ge0.
Qed.

Theorem countable_dp_finite (X : Type) (M : mechanism X T) (adj : relation_on X) eps delta :
  countable_dp (fun x => of_finite (M x)) adj eps delta <-> dp M adj eps delta.
Proof.
split=> h x y xy S; first by have := h x y xy (mem S); rewrite !probability_finite.
have same (P : dist T) : probability (of_finite P) S = Pr P [set t | S t].
  by rewrite -probability_finite; apply: probability_eq => t; rewrite /= inE.
by rewrite !same; exact: h.
Qed.

End Finite.

(* For delta = 0 single outputs say as much as events. *)
Theorem countable_dp_outcomes (X : Type) (J : eqType) (M : countable_mechanism X J) (adj : relation_on X) eps :
  countable_dp M adj eps 0 <-> forall x y, adj x y -> forall z, M x z <= exp eps * M y z.
Proof.
split=> h x y xy; last first.
  move=> S; rewrite addr0.
  apply: (sums_to_below (exp_ge0 eps) (inside_ge0 (M y) S) _ (probabilityP (M x) S) (probabilityP (M y) S)) => z.
  by rewrite /inside; case: ifP => _; [exact: h | rewrite mulr0].
by move=> z; have := h x y xy (mem [:: z]); rewrite !probability_seq // !big_seq1 addr0.
Qed.

(* Two-sided geometric noise of rate eps on a whole number that moves by at most 1: the answer itself. *)
Section Geometric.
Variables (X : Type) (adj : relation_on X) (query : X -> int) (eps : R).
Hypothesis eps_gt0 : 0 < eps.

Lemma shifted_sum (N : noise) (v : int) : sums_to (fun z => N (z - v)) 1.
Proof.
have [up least] := chance_sum N; split=> [x [F uF ->] | b bu].
  apply: up; exists [seq z - v | z <- F]; first by rewrite map_inj_uniq //; exact: addIr.
  by rewrite big_map.
apply: least => x [F uF ->]; apply: bu; exists [seq z + v | z <- F]; first by rewrite map_inj_uniq //; exact: addIr.
by rewrite big_map; apply: eq_bigr => z _; rewrite addrK.
Qed.

Definition plus_noise (N : noise) (v : int) : countable_dist [eqType of int] :=
  @Weights [eqType of int] (fun z => N (z - v)) (fun z => chance_ge0 N _) (shifted_sum N v).

Definition geometric_answer : countable_mechanism X [eqType of int] := fun x => plus_noise (geometric eps_gt0) (query x).

Theorem geometric_answer_dp : (forall x y, adj x y -> `|query x - query y| <= 1) ->
  countable_dp geometric_answer adj eps 0.
Proof.
move=> near; apply/countable_dp_outcomes => x y xy z.
have := geometric_shift eps_gt0 (z - query x) (query x - query y); rewrite addrA subrK => h.
apply: le_trans h _; apply: ler_wpmul2r; first exact: chance_ge0.
rewrite ler_exp -[X in _ <= X]mul1r; apply: ler_wpmul2r; first exact: ltW.
by rewrite lern1 -lez_nat abszE near.
Qed.

(* And for nothing less, where the number moves by 1. *)
Theorem geometric_answer_tight eps' x y : adj x y -> query y = query x + 1 ->
  countable_dp geometric_answer adj eps' 0 -> eps <= eps'.
Proof.
move=> xy move1 /countable_dp_outcomes /(_ x y xy (query x)).
rewrite /= move1 subrr opprD addrA subrr sub0r /geometric_weight /= expr0 mulr1 expr1.
have c0 : 0 < (1 - exp (- eps)) / (1 + exp (- eps)).
  by rewrite divr_gt0 ?subr_gt0 ?addr_gt0 ?ltr01 ?exp_gt0 // -exp0 ltr_exp oppr_lt0.
rewrite mulrCA -[X in X <= _]mulr1 ler_pmul2l // expN ler_pdivl_mulr ?exp_gt0 // mul1r.
by rewrite ler_exp.
Qed.

End Geometric.

(* Sums over pairs, row by row. *)
Section Pairs.
Variables (J L : eqType) (f : J -> L -> R) (m : J -> R) (s : R).
Hypotheses (f0 : forall i j, 0 <= f i j) (rows : forall i, sums_to (f i) (m i)) (all_rows : sums_to m s).

Notation g := (fun o : J * L => f o.1 o.2).

Lemma row_ge0 i : 0 <= m i.
Proof. by have := partial_below (rows i) (erefl : uniq [::]); rewrite big_nil. Qed.

Lemma pairs_below (F : seq (J * L)) : uniq F -> \sum_(o <- F) g o <= s.
Proof.
move=> uF; pose A := undup [seq o.1 | o <- F]; pose B := undup [seq o.2 | o <- F].
have uA : uniq A by exact: undup_uniq. have uB : uniq B by exact: undup_uniq.
apply: (@le_trans _ _ (\sum_(o <- [seq (i, j) | i <- A, j <- B]) g o)).
  apply: partial_mono; rewrite ?allpairs_uniq //; first by move=> [i j] [i' j'] _ _ [-> ->].
  by move=> [i j] ij; apply/allpairsP; exists (i, j); rewrite !mem_undup; split=> //; apply/mapP; exists (i, j).
rewrite big_allpairs /=; apply: le_trans (partial_below all_rows uA).
by apply: ler_sum => i _; exact: partial_below (rows i) uB.
Qed.

Lemma pairs_least b : (forall F : seq (J * L), uniq F -> \sum_(o <- F) g o <= b) -> s <= b.
Proof.
move=> up; apply: (sums_to_least all_rows) => A uA.
have [G [uG out le]] : exists G : seq (J * L), [/\ uniq G, forall o, o \in G -> o.1 \notin A
    & 0 <= \sum_(o <- G) g o] by exists [::]; rewrite big_nil.
suff grow G' : uniq G' -> (forall o, o \in G' -> o.1 \notin A) -> \sum_(o <- G') g o + \sum_(i <- A) m i <= b.
  by apply: le_trans (grow _ uG out); rewrite ler_addr.
elim: A uA {G uG out le} G' => [|i A IH] /=; first by move=> _ G' uG _; rewrite big_nil addr0; exact: up.
move=> /andP [iA uA] G uG out; rewrite big_cons addrCA -ler_subr_addr.
apply: (sums_to_least (rows i)) => B uB; rewrite ler_subr_addr.
have := IH uA ([seq (i, j) | j <- B] ++ G); rewrite big_cat big_map /= -addrA; apply.
- rewrite cat_uniq map_inj_uniq ?uB ?uG ?andbT //=; last by move=> j j' [].
  by apply/hasPn => o /out; rewrite inE negb_or => /andP [oi _]; apply/mapP => -[j _ e]; rewrite e eqxx in oi.
- move=> o; rewrite mem_cat => /orP [/mapP [j _ ->] // | /out].
  by rewrite inE negb_or => /andP [].
Qed.

Theorem sums_to_pairs : sums_to (g : [eqType of J * L] -> R) s.
Proof.
split=> [x [F uF ->] | b up]; apply/RleP; first exact: pairs_below.
by apply: pairs_least => F uF; apply/RleP; apply: up; exists F.
Qed.

End Pairs.

Lemma sums_to_scale (J : eqType) (f : J -> R) (c m : R) : 0 <= c -> sums_to f m -> sums_to (fun z => c * f z) (c * m).
Proof.
move=> c0 h; split=> [x [F uF ->] | b up]; apply/RleP.
  by rewrite -mulr_sumr; apply: ler_wpmul2l => //; exact: partial_below.
have [-> | cn] := eqVneq c 0; first by rewrite mul0r; apply/RleP; apply: up; exists [::]; rewrite ?big_nil.
have cp : 0 < c by rewrite lt_def cn.
rewrite mulrC -ler_pdivl_mulr //; apply: (sums_to_least h) => F uF.
by rewrite ler_pdivl_mulr // mulrC mulr_sumr; apply/RleP; apply: up; exists F.
Qed.

(* A draw from P and then, knowing it, from K. *)
Section Joint.
Variables (J L : eqType) (P : countable_dist J) (K : J -> countable_dist L).

Definition joint_weight (o : J * L) : R := P o.1 * K o.1 o.2.

Lemma joint_weight_ge0 o : 0 <= joint_weight o.
Proof. by rewrite mulr_ge0 ?chance_ge0. Qed.

Lemma joint_weight_sum : sums_to (joint_weight : [eqType of J * L] -> R) 1.
Proof.
apply: (@sums_to_pairs _ _ (fun i j => P i * K i j) (fun i => P i * 1)) => [i j | i |].
- by rewrite mulr_ge0 ?chance_ge0.
- by apply: sums_to_scale; [exact: chance_ge0 | exact: chance_sum].
by apply: sums_to_eq (chance_sum P) => i; rewrite mulr1.
Qed.

Definition countable_joint : countable_dist [eqType of J * L] := @Weights [eqType of J * L] joint_weight joint_weight_ge0 joint_weight_sum.

(* The part of an event that is left when the first output is known. *)
Definition part (S : pred (J * L)) (i : J) : pred L := fun j => S (i, j).

Theorem probability_joint (S : pred (J * L)) :
  sums_to (fun i => P i * probability (K i) (part S i)) (probability countable_joint S).
Proof.
have below F : uniq F -> \sum_(i <- F) P i * probability (K i) (part S i) <= 1.
  by apply: weighted_le1 => i; rewrite probability_ge0 probability_le1.
suff -> : probability countable_joint S = total below by exact: totalP.
apply: (sums_to_unique (probabilityP _ _)).
apply: sums_to_eq (@sums_to_pairs _ _ (fun i j => P i * inside (K i) (part S i) j) _ _ _ _ (totalP below)).
- by move=> [i j]; rewrite /inside /part /=; case: ifP; rewrite ?mulr0.
- by move=> i j; rewrite mulr_ge0 ?chance_ge0 ?inside_ge0.
- by move=> i; apply: sums_to_scale; [exact: chance_ge0 | exact: probabilityP].
Qed.

End Joint.

Section Pair.
Variables J L : eqType.

(* The inequality for events is the inequality for randomised tests. *)
Theorem close_tests A d (P Q : countable_dist J) (f : J -> R) p q : 0 <= A -> close A d P Q -> (forall z, 0 <= f z <= 1) ->
  sums_to (fun z => P z * f z) p -> sums_to (fun z => Q z * f z) q -> p <= A * q + d.
Proof.
move=> A0 h f01 hp hq; apply: (sums_to_least hp) => F uF; rewrite addrC -ler_subl_addr.
apply: (@le_trans _ _ (\sum_(z <- F) P z * f z - A * \sum_(z <- F) Q z * f z)).
  by rewrite ler_add2l ler_opp2; apply: ler_wpmul2l => //; exact: partial_below hq uF.
rewrite mulr_sumr -sumrB; pose G := [seq z <- F | A * Q z < P z].
have uG : uniq G by rewrite filter_uniq.
apply: (@le_trans _ _ (\sum_(z <- G) (P z - A * Q z))); last first.
  by rewrite sumrB -mulr_sumr ler_subl_addl -!probability_seq //; exact: h.
rewrite /G big_filter [X in _ <= X]big_mkcond /=; apply: ler_sum => z _; have /andP [f0 f1] := f01 z.
rewrite mulrA -mulrBl; case: ltP => [lt | le]; first by rewrite -[X in _ <= X]mulr1 ler_wpmul2l // subr_ge0 ltW.
by apply: mulr_le0_ge0 => //; rewrite subr_le0.
Qed.

Lemma some_outcome (P : countable_dist J) (b : R) : (forall z : J, 0 <= b) -> 0 <= b.
Proof.
move=> h; case: (leP 0 b) => // b0; suff : (1 : R) <= 0 by rewrite ler10.
apply: (sums_to_least (chance_sum P)) => -[|z F] _; first by rewrite big_nil.
by have := h z; rewrite leNgt b0.
Qed.

Theorem close_composition A1 d1 A2 d2 (P Q : countable_dist J) (K K' : J -> countable_dist L) : 0 <= A1 -> 0 <= A2 ->
  close A1 d1 P Q -> (forall z, close A2 d2 (K z) (K' z)) ->
  close (A1 * A2) (d1 + d2) (countable_joint P K) (countable_joint Q K').
Proof.
move=> A10 A20 h1 h2 S.
have d20 : 0 <= d2.
  by apply: (some_outcome P) => z; have := h2 z xpred0; rewrite !probability_none mulr0 add0r.
pose f z := Num.min 1 (A2 * probability (K' z) (part S z)).
have f01 z : 0 <= f z <= 1.
  by rewrite /f le_minr ler01 le_minl lexx /= mulr_ge0 ?probability_ge0.
have hp := totalP (weighted_le1 P f01); have hq := totalP (weighted_le1 Q f01).
set p := total _ in hp; set q := total _ in hq.
have step z : probability (K z) (part S z) <= f z + d2.
  rewrite /f addr_minl le_minr h2 andbT; apply: le_trans (probability_le1 _ _) _.
  by rewrite ler_addl.
apply: (@le_trans _ _ (p + d2)).
  apply: (sums_to_least (probability_joint P K S)) => F uF.
  apply: (@le_trans _ _ (\sum_(z <- F) P z * f z + d2 * \sum_(z <- F) P z)); last first.
    by apply: ler_add; rewrite ?(partial_below hp uF) // -[X in _ <= X]mulr1 ler_wpmul2l ?(partial_below (chance_sum P) uF).
  rewrite mulr_sumr -big_split /=; apply: ler_sum => z _; rewrite [d2 * _]mulrC -mulrDr.
  by rewrite ler_wpmul2l ?chance_ge0.
rewrite addrA ler_add2r; apply: le_trans (close_tests A10 h1 f01 hp hq) _.
rewrite ler_add2r -mulrA; apply: ler_wpmul2l => //.
apply: (sums_to_below A20 _ _ hq (probability_joint Q K' S)) => z.
  by rewrite mulr_ge0 ?chance_ge0 ?probability_ge0.
by rewrite mulrCA ler_wpmul2l ?chance_ge0 // /f le_minl lexx orbT.
Qed.

Variables (X : Type) (adj : relation_on X).

(* An (eps1, delta1)-DP mechanism, followed by one that is (eps2, delta2)-DP whatever the first answered. *)
Theorem countable_composition (M1 : countable_mechanism X J) (M2 : J -> countable_mechanism X L) eps1 delta1 eps2 delta2 :
  countable_dp M1 adj eps1 delta1 -> (forall z, countable_dp (M2 z) adj eps2 delta2) ->
  countable_dp (fun x => countable_joint (M1 x) (fun z => M2 z x)) adj (eps1 + eps2) (delta1 + delta2).
Proof.
move=> h1 h2 x y xy; rewrite expD; apply: close_composition; rewrite ?exp_ge0 //.
  by move=> S; exact: h1.
by move=> z S; exact: h2.
Qed.

End Pair.

(* k rounds of a mechanism that is chosen by the answers so far, the last one first. *)
Section Rounds.
Variables (X : Type) (J : eqType) (adj : relation_on X).

Fixpoint transcripts (k : nat) : eqType :=
  if k is k'.+1 then [eqType of J * transcripts k'] else [eqType of unit].

Fixpoint countable_rounds (M : seq J -> countable_mechanism X J) (h : seq J) (k : nat) (x : X)
    : countable_dist (transcripts k) :=
  if k is k'.+1 return countable_dist (transcripts k)
  then countable_joint (M h x) (fun z => countable_rounds M (z :: h) k' x) else of_finite (point tt).

Theorem countable_composition_of_rounds (M : seq J -> countable_mechanism X J) (eps delta : nat -> R) k :
  (forall h, countable_dp (M h) adj (eps (size h)) (delta (size h))) ->
  forall h, countable_dp (countable_rounds M h k) adj
    (\sum_(i < k) eps (size h + i)%nat) (\sum_(i < k) delta (size h + i)%nat).
Proof.
move=> each; elim: k => [|k IH] h x y xy.
  by move=> S; rewrite !big_ord0 exp0 mul1r addr0.
rewrite !big_ord_recl !addn0.
have shift (f : nat -> R) : \sum_(i < k) f (size h + lift ord0 i)%nat = \sum_(i < k) f ((size h).+1 + i)%nat.
  by apply: eq_bigr => i _; rewrite lift0 addSnnS.
rewrite !shift expD.
apply: (@close_composition J (transcripts k)); rewrite ?exp_ge0 //; first by move=> S; exact: each.
by move=> z S; exact: (IH (z :: h)).
Qed.

End Rounds.

(* k whole numbers, each chosen by the noisy answers so far, with fresh two-sided geometric noise on all integers. *)
Theorem geometric_answers_dp (X : Type) (adj : relation_on X) (query : seq int -> X -> int) (eps : R) (eps_gt0 : 0 < eps) k :
  (forall h x y, adj x y -> `|query h x - query h y| <= 1) ->
  countable_dp (countable_rounds (fun h => geometric_answer (query h) eps_gt0) [::] k) adj (k%:R * eps) 0.
Proof.
move=> near; have c (a : R) : \sum_(i < k) a = k%:R * a by rewrite sumr_const card_ord mulr_natl.
have := @countable_composition_of_rounds X [eqType of int] adj (fun h => geometric_answer (query h) eps_gt0)
  (fun _ => eps) (fun _ => 0) k _ [::]; rewrite !c mulr0; apply => h.
by apply: geometric_answer_dp => x y; exact: near.
Qed.
