(* Amplification by sampling without replacement, under replacing a record: ln(1 + q(e^eps - 1)) and q delta, q = m/n. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup.
From mathcomp Require Import Rstruct.
Require Import Reals.
From Assay Require Import Real Distribution HockeyStick Mechanism.
From Assay Require lemma_amplification_by_sampling_without_replacement.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
From mathcomp Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Module Mix := lemma_amplification_by_sampling_without_replacement.

(* Neighbours: all records but one are the same. *)
Definition replaces_one (D : Type) (n : nat) : relation_on (n.-tuple D) :=
  fun x y => exists i, forall j, j != i -> tnth x j = tnth y j.

(* What a mechanism says does not depend on the order of the records. *)
Definition unordered (D : eqType) (T : finType) (m : nat) (M : mechanism (m.-tuple D) T) :=
  forall s t : m.-tuple D, perm_eq s t -> M s =1 M t.

Section Subsets.
Variables (n m : nat).

(* The choices of m of n places. *)
Let is_m (s : {set 'I_n}) := #|s| == m.
Definition subset := [finType of {s : {set 'I_n} | is_m s}].

Lemma first_places (mn : (m <= n)%nat) : #|[set widen_ord mn i | i : 'I_m]| == m.
Proof. by rewrite card_imset ?card_ord // => i j /(congr1 val) /= e; apply: val_inj. Qed.

Hypothesis mn : (m <= n)%nat.

(* Every one of them equally likely. *)
Definition uniform_subset : dist subset := uniform (exist is_m _ (first_places mn) : subset).

Lemma mass_subset s : uniform_subset s = #|subset|%:R^-1. Proof. by rewrite ffunE. Qed.

(* Two places exchanged. *)
Lemma exchange_size (r u : 'I_n) (s : subset) : #|tperm r u @^-1: val s| == m.
Proof. by rewrite card_preimset; [exact: valP s | exact: perm_inj]. Qed.
Definition exchange r u (s : subset) : subset := exist is_m _ (exchange_size r u s).

Lemma exchangeK r u : involutive (exchange r u).
Proof. by move=> s; apply: val_inj; apply/setP => i; rewrite !inE tpermK. Qed.

(* A place is chosen with probability m/n. *)
Lemma chance_of_place (r : 'I_n) : \sum_(s : subset | r \in val s) uniform_subset s = m%:R / n%:R.
Proof.
have n0 : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n (leq_ltn_trans _ (ltn_ord r)).
pose c (u : 'I_n) := \sum_(s : subset | u \in val s) uniform_subset s.
have same u : c u = c r.
  rewrite /c (reindex_inj (inv_inj (exchangeK r u))) /=; apply: eq_big => s.
    by rewrite inE tpermR.
  by rewrite !mass_subset.
apply: (mulIf n0); rewrite divfK // -/(c r) mulr_natr; transitivity (\sum_u c u).
  by rewrite (eq_bigr (fun _ => c r)) // sumr_const card_ord.
rewrite /c (exchange_big_dep xpredT) //=.
have -> : m%:R = \sum_s m%:R * uniform_subset s by rewrite -mulr_sumr mass_sum mulr1.
apply: eq_bigr => s _; rewrite sumr_const -[LHS]mulr_natl.
by congr (_%:R * _); apply/eqP; rewrite -(eqP (valP s)).
Qed.

End Subsets.

Section WithoutReplacement.
Variables (D : eqType) (T : finType) (n m : nat).
Hypothesis mn : (m <= n)%nat.

(* The records at the chosen places. *)
Lemma records_size (x : n.-tuple D) (s : subset n m) : size [seq tnth x i | i <- enum (val s)] == m.
Proof. by rewrite size_map -cardE; exact: valP s. Qed.
Definition records (x : n.-tuple D) (s : subset n m) : m.-tuple D := Tuple (records_size x s).

(* M on m of the n records, any m of them equally likely; which ones stays secret. *)
Definition without_replacement (M : mechanism (m.-tuple D) T) : mechanism (n.-tuple D) T :=
  fun x => bind (uniform_subset mn) (fun s => M (records x s)).

Variables (M : mechanism (m.-tuple D) T) (eps delta : R).
Hypotheses (eps_ge0 : 0 <= eps) (delta_ge0 : 0 <= delta).
Hypotheses (no_order : unordered M) (private : dp M (@replaces_one D m) eps delta).

(* One record changed, in whatever order they come. *)
Lemma near_up_to_order (s t : m.-tuple D) a b z : perm_eq s (a :: z) -> perm_eq t (b :: z) ->
  forall S, Pr (M s) S <= exp eps * Pr (M t) S + delta.
Proof.
move=> sa tb S.
have sa_size : size (a :: z) == m by rewrite -(perm_size sa) size_tuple.
have tb_size : size (b :: z) == m by rewrite -(perm_size tb) size_tuple.
have same (u v : m.-tuple D) : perm_eq u v -> Pr (M u) S = Pr (M v) S.
  by move=> /no_order e; apply: eq_bigr => o _; rewrite e.
rewrite (same s (Tuple sa_size)) // (same t (Tuple tb_size)) //.
have pos : (0 < m)%nat by rewrite -(eqP sa_size).
apply: private; exists (Ordinal pos) => j; rewrite !(tnth_nth a) /=.
by case: j => -[|j].
Qed.

Lemma records_with (x : n.-tuple D) (r : 'I_n) (s : subset n m) : r \in val s ->
  perm_eq (records x s) (tnth x r :: [seq tnth x i | i <- enum (val s :\ r)]).
Proof.
move=> rs; rewrite -map_cons; apply: perm_map; apply: uniq_perm; rewrite ?enum_uniq //=.
  by rewrite mem_enum !inE eqxx /= enum_uniq.
by move=> i; rewrite inE !mem_enum !inE; case: eqP => [->|].
Qed.

Theorem without_replacement_amplification :
  let q := m%:R / n%:R in
  dp (without_replacement M) (@replaces_one D n) (ln (1 + q * (exp eps - 1))) (q * delta).
Proof.
move=> q x y [r same] S.
have n0 : 0 < n%:R :> R by rewrite ltr0n (leq_ltn_trans _ (ltn_ord r)).
have q0 : 0 <= q by rewrite divr_ge0 ?ler0n.
have q1 : q <= 1 by rewrite ler_pdivr_mulr // mul1r ler_nat.
have A1 : 1 <= exp eps by rewrite exp_ge1.
rewrite lnK; last by rewrite ltr_paddr ?ltr01 // mulr_ge0 // subr_ge0.
set U := uniform_subset mn; pose f z s := Pr (M (records z s)) S.
pose a := \sum_(s : subset n m | r \in val s) U s * f x s.
pose b := \sum_(s : subset n m | r \in val s) U s * f y s.
pose c := \sum_(s : subset n m | r \notin val s) U s * f x s.
have mean z : Pr (without_replacement M z) S
    = \sum_(s : subset n m | r \in val s) U s * f z s + \sum_(s : subset n m | r \notin val s) U s * f z s.
  by rewrite Pr_bind /Ex (bigID (fun s : subset n m => r \in val s)).
have c_y : \sum_(s : subset n m | r \notin val s) U s * f y s = c.
  apply: eq_bigr => s rs; congr (_ * Pr (M _) S); apply: val_inj => /=; apply/eq_in_map => i.
  by rewrite mem_enum => si; rewrite same //; apply: contraNneq rs => <-.
rewrite !mean c_y -/a -/b -/c.
have U0 s : 0 <= U s by exact: mass_ge0.
have f0 z s : 0 <= f z s by exact: Pr_ge0.
have sum_with : \sum_(s : subset n m | r \in val s) U s = q by exact: chance_of_place.
have a0 : 0 <= a by apply: sumr_ge0 => s _; exact: mulr_ge0.
have b0 : 0 <= b by apply: sumr_ge0 => s _; exact: mulr_ge0.
have c0 : 0 <= c by apply: sumr_ge0 => s _; exact: mulr_ge0.
(* the record is replaced in the sample *)
have ab : a <= exp eps * b + q * delta.
  rewrite -sum_with mulr_suml /b mulr_sumr -big_split /=; apply: ler_sum => s rs.
  rewrite mulrCA -mulrDr; apply: ler_wpmul2l => //.
  apply: (near_up_to_order (records_with x rs)).
  rewrite (_ : [seq tnth x i | i <- _] = [seq tnth y i | i <- enum (val s :\ r)]); first exact: records_with.
  by apply/eq_in_map => i; rewrite mem_enum !inE => /andP [ir _]; exact: same.
(* the record is exchanged for one that was left out *)
have ac : (1 - q) * a <= exp eps * (q * c) + q * (1 - q) * delta.
  have left_out (s : subset n m) : \sum_(u | u \notin val s) (1 : R) = n%:R - m%:R.
    have := cardC (mem (val s)); rewrite card_ord (eqP (valP s)) => card.
    rewrite sumr_const -[X in X%:R - _]card natrD addrAC subrr add0r.
    by congr (_ *+ _); apply: eq_card => u; rewrite !inE.
  have key : (n%:R - m%:R) * a <= exp eps * (m%:R * c) + (n%:R - m%:R) * (q * delta).
    apply: (@le_trans _ _ (\sum_(s : subset n m | r \in val s) \sum_(u | u \notin val s)
        (exp eps * (U s * f x (exchange r u s)) + U s * delta))).
      rewrite /a mulr_sumr; apply: ler_sum => s rs.
      rewrite -(left_out s) mulr_suml; apply: ler_sum => u us.
      rewrite mul1r mulrCA -mulrDr; apply: ler_wpmul2l => //.
      apply: (near_up_to_order (records_with x rs)).
      have us' : u \in val (exchange r u s) by rewrite inE tpermR.
      have -> : val s :\ r = val (exchange r u s) :\ u.
        apply/setP => i; rewrite !inE; have [-> | ir] := eqVneq i r.
          by rewrite tpermL (negbTE us) andbF.
        by have [-> | iu] := eqVneq i u; rewrite ?(negbTE us) //= tpermD // eq_sym.
      exact: records_with.
    rewrite (eq_bigr (fun s : subset n m => \sum_(u | u \notin val s) exp eps * (U s * f x (exchange r u s))
        + (n%:R - m%:R) * (U s * delta))); last first.
      by move=> s _; rewrite big_split /= -(left_out s) mulr_suml; congr (_ + _); apply: eq_bigr => u _; rewrite mul1r.
    rewrite big_split /= -mulr_sumr -mulr_suml sum_with ler_add2r.
    under eq_bigr do rewrite -mulr_sumr.
    rewrite -mulr_sumr; apply: ler_wpmul2l; first exact: exp_ge0.
    rewrite (exchange_big_dep xpredT) //=.
    rewrite (eq_bigr (fun u : 'I_n => \sum_(s : subset n m | (r \notin val s) && (u \in val s)) U s * f x s)).
      rewrite (exchange_big_dep (fun s : subset n m => r \notin val s)) /=; last by move=> u s _ /andP [].
      rewrite /c mulr_sumr le_eqVlt; apply/orP; left; apply/eqP; apply: eq_bigr => s rs.
      rewrite rs /= sumr_const -[LHS]mulr_natl; congr (_%:R * _).
      by apply/eqP; rewrite -{2}(eqP (valP s)); apply/eqP; apply: eq_card => u.
    move=> u _; rewrite [RHS](reindex_inj (inv_inj (exchangeK r u))) /=; apply: eq_big => s.
      by rewrite !inE tpermL tpermR andbC.
    by rewrite /U !mass_subset.
  rewrite -(ler_pmul2l n0).
  have nq : n%:R * q = m%:R by rewrite mulrCA mulfV ?mulr1 // gt_eqF.
  have -> : n%:R * ((1 - q) * a) = (n%:R - m%:R) * a by rewrite -nq; ring.
  by have -> : n%:R * (exp eps * (q * c) + q * (1 - q) * delta)
    = exp eps * (m%:R * c) + (n%:R - m%:R) * (q * delta) by rewrite -nq; ring.
have [q_0 | q_n] := eqVneq q 0.
  have bq : b <= q by rewrite -sum_with; apply: ler_sum => s _; rewrite ler_pimulr // Pr_le1.
  have b_0 : b = 0 by apply/eqP; rewrite eq_le b0 -{1}q_0 bq.
  have a_0 : a = 0 by apply/eqP; rewrite eq_le a0 andbT; move: ab; rewrite b_0 q_0 mulr0 mul0r addr0.
  by rewrite a_0 q_0 !mul0r addr0 mul1r addr0 add0r ler_addr.
pose p := a / q; pose s := b / q; pose t := if q == 1 then s else c / (1 - q).
have qp : 0 < q by rewrite lt_def q_n.
have ap : a = q * p by rewrite mulrC divfK.
have bs : b = q * s by rewrite mulrC divfK.
have ps : p - exp eps * s <= delta.
  by rewrite ler_subl_addl -(ler_pmul2l qp) -ap mulrDr (mulrCA q (exp eps)) -bs.
have [ct pt t0] : [/\ c = (1 - q) * t, p - exp eps * t <= delta & 0 <= t].
  rewrite /t; case: (eqVneq q 1) => [q_1 | q_1].
    split=> //; last by rewrite divr_ge0.
    rewrite q_1 subrr mul0r; apply/eqP; rewrite eq_le c0 andbT.
    have none : \sum_(s : subset n m | r \notin val s) U s = 0.
      have := mass_sum U; rewrite (bigID (fun s : subset n m => r \in val s)) /= sum_with q_1.
      by move/eqP; rewrite -subr_eq0 addrAC subrr add0r => /eqP.
    by rewrite -none; apply: ler_sum => z _; rewrite ler_pimulr // Pr_le1.
  have q1' : 0 < 1 - q by rewrite subr_gt0 lt_def eq_sym q_1.
  have e : c = (1 - q) * (c / (1 - q)) by rewrite mulrC divfK // gt_eqF.
  split=> //; last by rewrite divr_ge0 // ltW.
  rewrite ler_subl_addl -(ler_pmul2l (mulr_gt0 qp q1')).
  have -> : q * (1 - q) * p = (1 - q) * a by rewrite ap; ring.
  by have -> : q * (1 - q) * (exp eps * (c / (1 - q)) + delta)
      = exp eps * (q * c) + q * (1 - q) * delta by rewrite {2}e; ring.
rewrite -ler_subl_addl (addrC a) (addrC b) ct ap bs; apply/RleP.
by apply: Mix.claim1; toR => //; rewrite divr_ge0.
Qed.

End WithoutReplacement.
