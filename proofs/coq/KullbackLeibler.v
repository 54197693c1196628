(* Kullback-Leibler divergence (spec/definitions.md, section 4): the limit of the Renyi divergences as the order falls
   to 1, and below all of those above; what pure privacy says of it; Pinsker's inequality. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals ZArith.
From Assay Require Import Real Distribution HockeyStick Mechanism Composition Renyi Divergences.
From Assay Require lemma_Kullback_Leibler_divergence_of_pure_DP.
From Assay Require lemma_Pinsker_s_inequality.
From Assay Require lemma_Bretagnolle_Huber_inequality.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
From mathcomp Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Module Pure := lemma_Kullback_Leibler_divergence_of_pure_DP.
Module PinskerInequality := lemma_Pinsker_s_inequality.
Module BretagnolleHuberInequality := lemma_Bretagnolle_Huber_inequality.

(* The divergence is infinite where P is not dominated by Q. *)
Definition kl_at_most (T : finType) (r : R) (P Q : dist T) := dominated P Q /\ kl P Q <= r.

(* D_a(P || Q) <= r, at any order a > 0. *)
Definition divergence_at_most (T : finType) (a r : R) (P Q : dist T) : Prop :=
  if a < 1 then is_true (exp ((a - 1) * r) <= affinity a P Q)
  else if a == 1 then kl_at_most r P Q else renyi_at_most a r P Q.

Lemma ln1 : ln 1 = 0. Proof. exact: ln_1. Qed.
Lemma ln_div (a b : R) : 0 < a -> 0 < b -> ln (a / b) = ln a - ln b.
Proof. by move=> a0 b0; apply/eqP; rewrite eq_sym subr_eq -lnM ?divr_gt0 // mulfVK // gt_eqF. Qed.

Section Pair.
Variable T : finType.
Implicit Types P Q : dist T.

(* No Renyi divergence of an order above 1 is smaller. *)
Theorem kl_le_renyi a r P Q : 1 < a -> renyi_at_most a r P Q -> kl_at_most r P Q.
Proof.
move=> a1 [d m]; split=> //; have am : 0 < a - 1 by rewrite subr_gt0.
have tangent p q : 0 <= p -> 0 <= q -> (q = 0 -> p = 0) ->
    exp ((a - 1) * kl P Q) * (p + (a - 1) * (weighted_loss (fun l => l) p q - p * kl P Q)) <= power_term a p q.
  move=> p0 q0 dpq; rewrite /power_term /weighted_loss; case: eqP => [-> | /eqP pn].
    by rewrite mul0r subrr mulr0 addr0 mulr0.
  set v := ln p - ln q - kl P Q.
  have -> : p + (a - 1) * (p * (ln p - ln q) - p * kl P Q) = p * (1 + (a - 1) * v) by rewrite /v; ring.
  rewrite mulrCA; apply: ler_wpmul2l => //.
  have -> : (a - 1) * (ln p - ln q) = (a - 1) * kl P Q + (a - 1) * v by rewrite /v; ring.
  rewrite expD; apply: ler_wpmul2l; first exact: exp_ge0.
  have := BretagnolleHuberInequality.claim5 v a (Rlt_gt _ _ (elimT (RltP _ _) a1)).
  rewrite RdivE ?gt_eqF // => /Rge_le /RleP; rewrite ler_pdivl_mulr //.
  by rewrite -[Rminus (exp _) _]/(exp ((a - 1) * v) - 1) ler_subr_addl mulrC.
have le : exp ((a - 1) * kl P Q) <= moment a P Q.
  have -> : exp ((a - 1) * kl P Q)
      = \sum_t exp ((a - 1) * kl P Q) * (P t + (a - 1) * (weighted_loss (fun l => l) (P t) (Q t) - P t * kl P Q)).
    rewrite -mulr_sumr big_split /= mass_sum -mulr_sumr sumrB -mulr_suml mass_sum mul1r.
    by rewrite -/(kl P Q) subrr mulr0 addr0 mulr1.
  by apply: ler_sum => t _; apply: tangent; rewrite ?mass_ge0 //; exact: d.
by have := le_trans le m; rewrite ler_exp ler_pmul2l.
Qed.

End Pair.

(* Two outputs, neither of them certain. *)
Lemma pinsker_inside (p q : R) : 0 < p < 1 -> 0 < q <= p ->
  2%:R * (p - q) ^+ 2 <= p * (ln p - ln q) + (1 - p) * (ln (1 - p) - ln (1 - q)).
Proof.
move=> /andP [p0 p1] /andP [q0 qp]; have pn : p != 0 by rewrite gt_eqF.
have L0 : 0 < q / p by rewrite divr_gt0. have L1 : q / p <= 1 by rewrite ler_pdivr_mulr // mul1r.
have r0 : 0 < 1 - p by rewrite subr_gt0. have s0 : 0 < 1 - q by rewrite subr_gt0; apply: le_lt_trans p1.
have := PinskerInequality.claim1 p (q / p) (Rlt_gt _ _ (elimT (RltP _ _) p0)) (elimT (RltP _ _) p1)
  (Rlt_gt _ _ (elimT (RltP _ _) L0)) (elimT (RleP _ _) L1) => /Rge_le /RleP.
have -> : Rmult p (q / p) = q by rewrite RmultE mulrCA mulfV ?mulr1.
rewrite !RdivE ?gt_eqF // RpowE ln_div ?ltr01 // ln_div // ln_div // ln_1 => h.
apply: le_trans h _; rewrite le_eqVlt; apply/orP; left; apply/eqP.
transitivity (p * (0 - (ln q - ln p)) + (1 - p) * (ln (1 - p) - ln (1 - q))); [by [] | by ring].
Qed.

(* An output that is certain under P: the limit. *)
Lemma pinsker_certain (q : R) : 0 < q <= 1 -> 2%:R * (1 - q) ^+ 2 <= - ln q.
Proof.
move=> /andP [q0 q1]; set x := 2%:R * (1 - q) ^+ 2; set y := - ln q.
have each s : 0 < s < 1 -> x * s <= y.
  move=> /andP [s0 s1]; have sq : 0 < s * q <= s by rewrite mulr_gt0 //= -[X in _ <= X]mulr1 ler_wpmul2l // ltW.
  have := pinsker_inside (introT andP (conj s0 s1)) sq.
  have le : ln (1 - s) <= ln (1 - s * q).
    have r0 : 0 < 1 - s by rewrite subr_gt0.
    have le' : 1 - s <= 1 - s * q by rewrite ler_add2l ler_opp2; case/andP: sq.
    by rewrite ler_ln //; apply: lt_le_trans le'.
  rewrite lnM // opprD addrA subrr add0r -/y => h.
  have h' : 2%:R * (s - s * q) ^+ 2 <= s * y.
    apply: le_trans h _; rewrite ger_addl; apply: mulr_ge0_le0; rewrite ?subr_ge0 ?subr_le0 //.
    exact: ltW.
  have e : 2%:R * (s - s * q) ^+ 2 = s * (x * s) by rewrite /x; ring.
  by move: h'; rewrite e ler_pmul2l.
rewrite leNgt; apply/negP => yx.
have y0 : 0 <= y by rewrite oppr_ge0 -ln1 ler_ln // ltr01.
have x0 : 0 < x := le_lt_trans y0 yx.
have s01 : 0 < (y / x + 1) / 2%:R < 1.
  apply/andP; split; first by rewrite divr_gt0 ?ltr0n // ltr_paddl ?ltr01 // divr_ge0 // ltW.
  by rewrite ltr_pdivr_mulr ?ltr0n // mul1r mulr2n ltr_add2r ltr_pdivr_mulr // mul1r.
have := each _ s01; rewrite leNgt => /negP; apply.
have e : x * ((y / x + 1) / 2%:R) = (y + x) / 2%:R.
  by field; rewrite gt_eqF.
by rewrite e ltr_pdivl_mulr ?ltr0n // mulr_natr mulr2n ltr_add2l.
Qed.

(* Whether an event happens. *)
Lemma of_event (T : finType) (P : dist T) (S : {set T}) b :
  bind P (fun t => point (t \in S)) b = if b then Pr P S else 1 - Pr P S.
Proof.
have e : (fun t => t \in S) @^-1: [set b] = if b then S else ~: S.
  by apply/setP => t; case: b; rewrite !inE; case: (t \in S).
by have := Pr_dmap (fun t => t \in S) P [set b]; rewrite Pr_set1 e => ->; clear e; case: b; rewrite ?Pr_setC.
Qed.

(* Merging the outputs into an event and its complement keeps total variation, and lowers the divergence. *)
Theorem pinsker (T : finType) (P Q : dist T) (r : R) :
  kl_at_most r P Q -> 2%:R * total_variation P Q ^+ 2 <= r.
Proof.
move=> [d]; apply: le_trans; rewrite /total_variation hockey_stick_attained mul1r.
set S := optimal_event _ _ _; set p := Pr P S; set q := Pr Q S.
have merged : weighted_loss (fun l => l) p q + weighted_loss (fun l => l) (1 - p) (1 - q) <= kl P Q.
  have := kl_post_processing (fun t => point (t \in S)) d; rewrite /kl big_bool !of_event; apply: le_trans.
  by rewrite lexx.
apply: le_trans merged.
have qp : q <= p by rewrite /q /p /Pr; apply: ler_sum => t; rewrite inE mul1r => /ltW.
have p1 : p <= 1 := Pr_le1 _ _. have q0 : 0 <= q := Pr_ge0 _ _.
have d' : q = 0 -> p = 0.
  move=> q_; rewrite /p /Pr big1 // => t tS; apply: d.
  by apply: (psumr_eq0P _ q_ tS) => u _; exact: mass_ge0.
move: qp p1 q0 d'; clearbody p q => qp p1 q0 d'.
have [p_ | pn] := eqVneq p 0.
  have q_ : q = 0 by apply/eqP; rewrite eq_le q0 andbT -p_.
  by rewrite p_ q_ !subr0 expr0n mulr0 /weighted_loss eqxx oner_eq0 subrr mulr0 addr0.
have qn : q != 0 by apply: contraNneq pn => /d' ->.
have pp : 0 < p by rewrite lt_def pn; apply: le_trans qp. have qq : 0 < q by rewrite lt_def qn.
have [p_ | pn1] := eqVneq p 1.
  rewrite p_ subrr {2}/weighted_loss eqxx addr0 /weighted_loss oner_eq0 ln_1 mul1r sub0r.
  by apply: pinsker_certain; rewrite qq -p_.
have rn : 1 - p != 0 by rewrite subr_eq0 eq_sym.
rewrite /weighted_loss (negbTE pn) (negbTE rn); apply: pinsker_inside; last by rewrite qq.
by rewrite pp lt_neqAle pn1.
Qed.

(* A pair that is private in both orders: the ratios lie between e^-eps and e^eps. *)
Section PurePair.
Variables (T : finType) (P Q : dist T) (eps : R).
Hypotheses (eps_gt0 : 0 < eps) (PQ : indist (exp eps) 0 P Q) (QP : indist (exp eps) 0 Q P).

Let A : R := exp eps.
Let B : R := exp (- eps).
Let A0 : 0 < A. Proof. exact: exp_gt0. Qed.
Let BA : B < A. Proof. by rewrite ltr_exp -subr_gt0 opprK addr_gt0. Qed.
Let AB : A * B = 1. Proof. by rewrite -expD subrr exp0. Qed.

Lemma pure_dominated : dominated P Q.
Proof.
by move=> t Q0; apply/eqP; rewrite eq_le mass_ge0 andbT; have /events_and_outcomes := PQ; move/(_ t); rewrite Q0 mulr0.
Qed.

(* What lies below its chord between the two ends has a mean of at most the value of the chord at 1. *)
Lemma pure_mean (term : R -> R -> R) (low slope : R) : term 0 0 = 0 ->
  (forall q z, 0 < q -> 0 <= z <= 1 -> term (q * (B + z * (A - B))) q <= q * (low + z * slope)) ->
  \sum_t term (P t) (Q t) <= low + slope / (A + 1).
Proof.
move=> zero chord; have D0 : 0 < A - B by rewrite subr_gt0.
have Dn : A - B != 0 by rewrite gt_eqF.
have S0 : 0 < A + 1 by rewrite ltr_paddr ?ler01. have Sn : A + 1 != 0 by rewrite gt_eqF.
have -> : low + slope / (A + 1) = \sum_t (Q t * low + (P t - B * Q t) / (A - B) * slope).
  rewrite big_split /= -!mulr_suml mass_sum sumrB -mulr_sumr !mass_sum mul1r mulr1 [slope / _]mulrC.
  congr (_ + _ * _); apply: (mulIf Sn); rewrite mulVf // mulrAC; apply: (mulIf Dn); rewrite mulfVK // mul1r.
  by rewrite mulrBl mul1r mulrDr mulr1 (mulrC B) AB; ring.
apply: ler_sum => t _; have [Q_ | Qn] := eqVneq (Q t) 0.
  by rewrite Q_ (pure_dominated Q_) zero !mul0r mulr0 subrr !mul0r addr0.
have q0 : 0 < Q t by rewrite lt_def Qn mass_ge0.
have := PQ; move/events_and_outcomes/(_ t); rewrite -/A => up.
have := QP; move/events_and_outcomes/(_ t); rewrite -/A => down.
have down' : B * Q t <= P t by rewrite /B expN ler_pdivr_mull.
pose z := (P t - B * Q t) / (A - B) / Q t.
have z01 : 0 <= z <= 1.
  have num0 : 0 <= P t - B * Q t by rewrite subr_ge0.
  apply/andP; split; first by apply: divr_ge0; [apply: divr_ge0 => //; exact: ltW | exact: ltW].
  rewrite ler_pdivr_mulr // mul1r ler_pdivr_mulr // mulrBr ler_sub //; last by rewrite mulrC.
  by rewrite mulrC.
have := chord (Q t) z q0 z01.
rewrite /z; move: Dn; set D := A - B => dn.
have -> : Q t * (B + (P t - B * Q t) / D / Q t * D) = P t by field; rewrite Qn.
by have -> : Q t * (low + (P t - B * Q t) / D / Q t * slope) = Q t * low + (P t - B * Q t) / D * slope
  by field; rewrite dn.
Qed.

Let e0 : Rgt eps 0. Proof. by apply: Rlt_gt; apply/RltP. Qed.

Lemma pure_kl : kl P Q <= eps * (exp eps - 1) / (exp eps + 1).
Proof.
have := Pure.claim3 eps e0; rewrite !RdivE ?gt_eqF ?ltr_paddr ?ler01 ?exp_gt0 // => e.
suff : kl P Q <= - eps * B + (eps * A + eps * B) / (A + 1) by move/le_trans; apply; rewrite le_eqVlt -e eqxx.
rewrite /kl; apply: pure_mean => [|q z q0 /andP [z0 z1]]; first by rewrite /weighted_loss eqxx.
have t0 : 0 < B + z * (A - B) by rewrite ltr_paddr ?exp_gt0 // mulr_ge0 // subr_ge0 ltW.
rewrite /weighted_loss mulf_eq0 !gt_eqF //= lnM // [ln q + _]addrC addrK -mulrA; apply: ler_wpmul2l; first exact: ltW.
by apply/RleP; apply: Pure.claim1 => //; toR.
Qed.

End PurePair.

Section PureMechanism.
Variables (X : Type) (T : finType) (M : mechanism X T) (adj : relation_on X) (eps : R).
Hypothesis eps_ge0 : 0 <= eps.

(* For eps = 0 the two distributions are the same. *)
Lemma indist_same (P Q : dist T) : indist (exp 0) 0 P Q -> indist (exp 0) 0 Q P -> P =1 Q.
Proof.
move=> /events_and_outcomes PQ /events_and_outcomes QP t.
by apply/eqP; rewrite eq_le; have := PQ t; have := QP t; rewrite exp0 !mul1r => -> ->.
Qed.

Theorem kl_of_pure_dp : symmetric_relation adj -> dp M adj eps 0 -> forall x y, adj x y ->
  kl_at_most (eps * (exp eps - 1) / (exp eps + 1)) (M x) (M y).
Proof.
move=> sym h x y xy; have PQ : indist (exp eps) 0 (M x) (M y) := h _ _ xy.
have QP : indist (exp eps) 0 (M y) (M x) := h _ _ (sym _ _ xy).
have [e0 | en] := eqVneq eps 0.
  rewrite e0 in PQ QP *; have same := indist_same PQ QP; split=> [t | ]; first by rewrite same.
  by rewrite !mul0r /kl big1 // => t _; rewrite same /weighted_loss subrr mulr0; case: eqP.
have e0 : 0 < eps by rewrite lt_def en.
by split; [exact: pure_dominated PQ | exact: pure_kl].
Qed.

Theorem kl_of_pure_dp_quadratic : eps * (exp eps - 1) / (exp eps + 1) <= eps ^+ 2 / 2%:R.
Proof.
rewrite expr2 -!mulrA; apply: ler_wpmul2l => //.
have := Pure.claim4 eps; rewrite !RdivE ?gt_eqF ?ltr_paddr ?ler01 ?exp_gt0 //; last exact: ltr01.
by move=> h; apply/RleP; apply: h; toR.
Qed.

End PureMechanism.
