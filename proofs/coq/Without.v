(* Each bound without one of its hypotheses, all the others kept: choices that see the input, other rates of sampling, a
   sample that is used twice, scores that move further, a fixed order, answers to too few questions, other orders. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals.
From Assay Require Import Real Distribution HockeyStick Mechanism Composition Group Parallel RandomisedResponse Exponential.
From Assay Require Import PoissonSampling WithoutReplacement TwoPoint Assouad TradeOff Counting Hoeffding Renyi Divergences KullbackLeibler.
From Assay Require Import Concentrated RandomDP Adaptive PermuteAndFlip Tightness Dropped Attained Published.
From Assay Require Import AttainedSelection AttainedDivergences.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
From mathcomp Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation bits := (@all_pairs [eqType of bool]).

(* The second mechanism is one of two constants, chosen by the input itself. *)
Lemma product_mass (T U : finType) (P : dist T) (Q : dist U) t u : product P Q (t, u) = P t * Q u.
Proof. by rewrite ffunE. Qed.

Section Choice.

Definition always (b : bool) : mechanism bool [finType of bool] := fun _ => point b.

Theorem each_choice_is_private b : dp (always b) bits 0 0.
Proof. by move=> x y _ S; rewrite exp0 mul1r addr0. Qed.

Theorem choice_sees_the_input eps delta :
  dp (fun x => joint (constant x) (fun _ => always x x)) bits eps delta -> 1 <= delta.
Proof. exact: published_second. Qed.

Lemma zcdp_of_private (T : finType) (M : mechanism bool T) : dp M bits 0 0 -> zcdp bits M 0.
Proof.
move=> h; have := zcdp_of_pure_dp (lexx 0) _ h; rewrite mul0r; apply.
by move=> x y; rewrite /all_pairs eq_sym.
Qed.

Theorem choice_sees_the_input_renyi a r : (forall b, zcdp bits (always b) 0)
  /\ ~ renyi_at_most a r (joint (constant true) (fun _ => always true true)) (joint (constant false) (fun _ => always false false)).
Proof.
split=> [b | [dom _]]; first exact: zcdp_of_private (each_choice_is_private b).
by have := dom (tt, true); rewrite !ffunE /= mulr0 mulr1 => /(_ erefl) /eqP; rewrite oner_eq0.
Qed.

(* One coin for two rounds: each has no divergence, and both together publish the bit. *)
Theorem one_coin_renyi a r : [/\ zcdp bits (fun x => dmap fst (masked x)) 0, zcdp bits (fun x => dmap snd (masked x)) 0
  & ~ renyi_at_most a r (masked true) (masked false)].
Proof.
split; [exact: zcdp_of_private the_coin_is_private | exact: zcdp_of_private the_masked_bit_is_private |].
move=> [dom _]; have mass x b : masked x (true, b) = (b == ~~ x)%:R / 2%:R.
  rewrite ffunE big_bool /= !ffunE card_bool /mask /=.
  by case: x; case: b; rewrite /= ?mulr0 ?mulr1 ?addr0 ?add0r ?mul0r ?mul1r.
have := dom (true, false); rewrite !mass /= mul0r => /(_ erefl) /eqP.
by rewrite mul1r invr_eq0 pnatr_eq0.
Qed.

End Choice.

(* A sample of a higher rate, the same sample in two releases, one rate more, data of one size alone. *)
Section Sampling.
Variables (D : finType) (r : D) (q : R) (q01 : 0 <= q <= 1) (eps : R).
Hypothesis eps_gt0 : 0 < eps.

Let r0 : r \notin (set0 : {set D}). Proof. by rewrite inE. Qed.
Let pair : @add_remove D (r |: set0) set0. Proof. by right; exists r. Qed.

Lemma sampled_alone (T : finType) (M : mechanism {set D} T) S : Pr (sampled q01 M set0) S = Pr (M set0) S.
Proof.
rewrite Pr_bind -[RHS](Ex_const (coins D q01)); apply: eq_bigr => c _; congr (_ * _).
by rewrite set0I.
Qed.

Lemma sampled_one (T : finType) (M : mechanism {set D} T) S :
  Pr (sampled q01 M (r |: set0)) S = (1 - q) * Pr (M set0) S + q * Pr (M (r |: set0)) S.
Proof.
rewrite (sampled_with_record _ _ _ r0) sampled_alone; congr (_ + _ * _).
rewrite -[RHS](Ex_const (coins D q01)); apply: eq_bigr => c _; congr (_ * Pr (M _) _).
by rewrite set0I.
Qed.

Theorem sample_of_a_higher_rate p eps' : 0 <= p < q ->
  dp (sampled q01 (presence r eps)) (@add_remove D) eps' 0 -> amplified p eps < eps'.
Proof.
move=> /andP [p0 pq] /(poisson_amplification_tight (ltW eps_gt0)); apply: lt_le_trans.
have e1 : 0 < exp eps - 1 by rewrite subr_gt0 -exp0 ltr_exp.
have pos (u : R) : 0 <= u -> 0 < 1 + u * (exp eps - 1) by move=> u0; rewrite ltr_paddr ?ltr01 // mulr_ge0 // ltW.
rewrite -ltr_exp /amplified !lnK ?pos //; first by rewrite ltr_add2l ltr_pmul2r.
exact: le_trans p0 (ltW pq).
Qed.

Theorem sample_used_twice eps' : 0 < q < 1 ->
  dp (sampled q01 (fun x => product (presence r eps x) (presence r eps x))) (@add_remove D) eps' 0 ->
  amplified q eps + amplified q eps < eps'.
Proof.
move=> /andP [q0 q1] /(_ _ _ pair [set (true, true)]); rewrite sampled_one sampled_alone !Pr_set1 !product_mass /presence.
rewrite setU11 inE !told_bit_mass /= addr0; set w := weight eps; have w0 : 0 < w := weight_gt0 eps.
set A := exp eps; have A1 : 0 < A - 1 by rewrite subr_gt0 -exp0 ltr_exp.
have -> : (1 - q) * (1 / w * (1 / w)) + q * (A / w * (A / w)) = (1 + q * (A ^+ 2 - 1)) * (1 / w * (1 / w)).
  by field; rewrite gt_eqF.
rewrite ler_pmul2r; last by rewrite mulr_gt0 // divr_gt0 ?ltr01.
rewrite -ltr_exp expD !exp_amplified ?(ltW eps_gt0) //; apply: lt_le_trans.
rewrite -subr_gt0; have -> : 1 + q * (A ^+ 2 - 1) - (1 + q * (A - 1)) * (1 + q * (A - 1)) = q * (1 - q) * (A - 1) ^+ 2.
  by ring.
by rewrite !mulr_gt0 ?exprn_gt0 // subr_gt0.
Qed.

(* Private for data of one size, not for one more record: whether there is a record at all. *)
Definition some_record (x : {set D}) : dist [finType of bool] := point (x != set0).

Theorem private_for_one_size delta e : dp some_record (fun x y => #|x| = #|y|) 0 0
  /\ (dp (sampled q01 some_record) (@add_remove D) e delta -> q <= delta).
Proof.
have full : r |: set0 != set0 :> {set D} by apply/set0Pn; exists r; rewrite setU11.
split=> [x y xy S | /(_ _ _ pair [set true])].
  by rewrite exp0 mul1r addr0 /some_record -!cards_eq0 xy.
by rewrite sampled_one sampled_alone /some_record full eqxx /= !Pr_point !inE !mulr0 !add0r mulr1.
Qed.

(* In one order alone: certain with the record, of chance e^-eps without it. *)
Definition certain_presence (x : {set D}) : dist [finType of bool] := certain eps_gt0 (r \in x).

Theorem certain_presence_removed : dp certain_presence (@removes D) eps 0.
Proof.
move=> x y [s sy ->] S; rewrite /certain_presence; have e1 : 1 <= exp eps by rewrite exp_ge1 ltW.
have [rs | rs] := eqVneq r s.
  by rewrite rs setU11 (negbTE sy); apply: (certain_dp eps_gt0 (x := true) (y := false)).
by rewrite !inE (negbTE rs) /=; apply: (indist_weaken e1 (lexx 0)); apply: indist_refl; exact: lexx.
Qed.

Theorem certain_presence_added eps' :
  dp (sampled q01 certain_presence) (@add_remove D) eps' 0 -> 1 <= exp eps' * (1 - q).
Proof.
move=> /(_ set0 (r |: set0) (or_introl (ex_intro2 _ _ r r0 erefl)) [set false]).
rewrite sampled_one sampled_alone /certain_presence setU11 inE /= !Pr_set1 !ffunE /= mulr0 mulr1 add0r !mulr0 !addr0.
have c0 : 0 < 1 - exp (- eps) by rewrite subr_gt0 -exp0 ltr_exp oppr_lt0.
by rewrite mulrA -{1}[1 - exp _]mul1r ler_pmul2r.
Qed.

(* The order that adds, from the order that removes alone. *)
Theorem published_presence_added : 0 < q ->
  ~ dp (sampled q01 (published_presence r)) (@adds D) (- ln (1 - q * (1 - exp (- eps)))) 0.
Proof.
move=> q0 /(_ set0 (r |: set0) (ex_intro2 _ _ r r0 erefl) [set false]); apply/negP; rewrite -ltNge.
rewrite sampled_one sampled_alone /published_presence setU11 inE /= !Pr_point !inE /= mulr0 mulr1 !addr0.
have b0 : 0 < exp (- eps) := exp_gt0 _; have b1 : exp (- eps) < 1 by rewrite -exp0 ltr_exp oppr_lt0.
have /andP [_ q1] := q01; have d0 : 0 < 1 - q * (1 - exp (- eps)).
  have -> : 1 - q * (1 - exp (- eps)) = (1 - q) + q * exp (- eps) by ring.
  by rewrite ltr_paddl ?subr_ge0 // mulr_gt0.
by rewrite expN lnK // mulrC ltr_pdivr_mulr // mul1r ltr_add2l ltr_opp2 -[X in _ < X]mulr1 ltr_pmul2l // ltr_subl_addl ltr_addr.
Qed.

End Sampling.

(* The whole data, not a sample of it: from one order alone nothing follows for the other. *)
Theorem one_order_without_sampling (D : finType) (r : D) (one01 : 0 <= (1 : R) <= 1) (eps : R) (eps_gt0 : 0 < eps) eps' :
  ~ dp (sampled one01 (certain_presence r eps_gt0)) (@add_remove D) eps' 0.
Proof. by move=> /certain_presence_added; rewrite subrr mulr0 ler10. Qed.

(* A sample of nine tenths, from one order alone: 2q is not enough. *)
Theorem one_order_of_a_large_sample (D : finType) (r : D) (q := 9%:R / 10%:R : R) (q01 : 0 <= q <= 1) :
  ~ dp (sampled q01 (certain_presence r (ltr01 : 0 < (1 : R)))) (@add_remove D) (2%:R * q) 0.
Proof.
move=> /certain_presence_added; apply/negP; rewrite -ltNge.
have -> : 1 - q = 1 / 10%:R by rewrite /q; field.
rewrite mulrA mulr1 ltr_pdivr_mulr ?ltr0n // mul1r.
have three : exp 1 <= 3%:R by apply/RleP; rewrite -INRE INR_IZR_INZ; exact: exp_le_3.
apply: (@le_lt_trans _ _ (exp (2%:R * 1))).
  by rewrite ler_exp ler_pmul2l ?ltr0n // /q ler_pdivr_mulr ?ltr0n // mul1r ler_nat.
rewrite exp_mul_nat; apply: (@le_lt_trans _ _ (3%:R ^+ 2)); first by rewrite ler_expn2r // nnegrE ?exp_ge0 ?ler0n.
by rewrite -natrX ltr_nat.
Qed.

(* One record of n, drawn uniformly: published, and the same one in two releases. *)
Section OneOfMany.
Variables (n : nat) (n_gt0 : (0 < n)%nat).

Let r := Ordinal n_gt0.
Let q : R := 1%:R / n%:R.
Definition one_is_true : n.-tuple bool := [tuple i == r | i < n].
Definition none_is_true : n.-tuple bool := [tuple false | i < n].

Lemma they_are_neighbours : @replaces_one [eqType of bool] n one_is_true none_is_true.
Proof. by exists r => j /negbTE jr; rewrite !tnth_mktuple jr. Qed.

Lemma the_one_drawn (z : n.-tuple bool) (s : subset n 1) i : val s = [set i] -> thead (records z s) = tnth z i.
Proof.
move=> e; have e2 : tval (records z s) = [:: tnth z i] by rewrite /records /= -[sval s]/(val s) e enum_set1.
have -> : thead (records z s) = nth false (tval (records z s)) 0 by rewrite /thead (tnth_nth false).
by rewrite e2.
Qed.

Lemma one_drawn (s : subset n 1) : exists i, val s = [set i].
Proof. by apply/cards1P; exact: (valP s). Qed.

Variables (T : finType) (M : mechanism (1.-tuple bool) T) (o : T) (yes no : R).
Hypothesis mass : forall s, M s o = if thead s then yes else no.

Lemma sampled_one_is_true : without_replacement n_gt0 M one_is_true o = q * yes + (1 - q) * no.
Proof.
rewrite ffunE (bigID (fun s : subset n 1 => r \in val s)) /=.
rewrite (eq_bigr (fun s => uniform_subset n_gt0 s * yes)); last first.
  move=> s; have [i e] := one_drawn s; rewrite mass (the_one_drawn one_is_true e) tnth_mktuple e inE => /eqP ->.
  by rewrite eqxx.
rewrite [X in _ + X](eq_bigr (fun s => uniform_subset n_gt0 s * no)); last first.
  move=> s; have [i e] := one_drawn s; rewrite mass (the_one_drawn one_is_true e) tnth_mktuple e inE eq_sym.
  by move=> /negbTE ->.
rewrite -!mulr_suml chance_of_place -/q; congr (_ + _ * _).
have := mass_sum (uniform_subset n_gt0); rewrite (bigID (fun s : subset n 1 => r \in val s)) /=.
by rewrite (chance_of_place n_gt0 r) -/q => /(congr1 (fun u => u - q)); rewrite addrAC subrr add0r.
Qed.

Lemma sampled_none_is_true : without_replacement n_gt0 M none_is_true o = no.
Proof.
rewrite ffunE (eq_bigr (fun s => uniform_subset n_gt0 s * no)); first by rewrite -mulr_suml mass_sum mul1r.
by move=> s _; have [i e] := one_drawn s; rewrite mass (the_one_drawn none_is_true e) tnth_mktuple.
Qed.

End OneOfMany.

Section OneOfManyReleased.
Variables (n : nat) (n_gt0 : (0 < n)%nat) (eps : R) (eps_gt0 : 0 < eps).

Theorem record_published delta e :
  dp (without_replacement n_gt0 (fun s : 1.-tuple bool => point (thead s))) (@replaces_one [eqType of bool] n) e delta ->
  1%:R / n%:R <= delta.
Proof.
move=> /(_ _ _ (they_are_neighbours n_gt0) [set true]); rewrite !Pr_set1.
have mass (s : 1.-tuple bool) : point (thead s) true = if thead s then 1 else 0 :> R.
  by rewrite ffunE; case: (thead s).
by rewrite (sampled_one_is_true n_gt0 mass) (sampled_none_is_true n_gt0 mass) !mulr0 mulr1 addr0 add0r.
Qed.

Theorem record_of_one_sample_used_twice eps' : (1 < n)%nat ->
  dp (without_replacement n_gt0 (fun s => product (told_record eps s) (told_record eps s))) (@replaces_one [eqType of bool] n) eps' 0 ->
  ln (1 + 1%:R / n%:R * (exp eps - 1)) + ln (1 + 1%:R / n%:R * (exp eps - 1)) < eps'.
Proof.
move=> n1 /dp_outcomes /(_ _ _ (they_are_neighbours n_gt0) (true, true)).
set w := weight eps; set A := exp eps; set q : R := 1%:R / n%:R.
have mass (s : 1.-tuple bool) : product (told_record eps s) (told_record eps s) (true, true)
    = if thead s then A / w * (A / w) else 1 / w * (1 / w).
  by rewrite product_mass /told_record told_bit_mass; case: (thead s).
rewrite (sampled_one_is_true n_gt0 mass) (sampled_none_is_true n_gt0 mass) -/q.
have w0 : 0 < w := weight_gt0 eps; have A1 : 0 < A - 1 by rewrite subr_gt0 -exp0 ltr_exp.
have q0 : 0 < q by rewrite divr_gt0 ?ltr0n. have q1 : q < 1 by rewrite ltr_pdivr_mulr ?ltr0n // mul1r ltr_nat.
have -> : q * (A / w * (A / w)) + (1 - q) * (1 / w * (1 / w)) = (1 + q * (A ^+ 2 - 1)) * (1 / w * (1 / w)).
  by field; rewrite gt_eqF.
rewrite ler_pmul2r; last by rewrite mulr_gt0 // divr_gt0 ?ltr01.
have pos : 0 < 1 + q * (A - 1) by rewrite addr_gt0 ?ltr01 // mulr_gt0.
rewrite -ltr_exp expD !lnK //; apply: lt_le_trans.
rewrite -subr_gt0; have -> : 1 + q * (A ^+ 2 - 1) - (1 + q * (A - 1)) * (1 + q * (A - 1)) = q * (1 - q) * (A - 1) ^+ 2.
  by ring.
by apply: mulr_gt0; [apply: mulr_gt0; rewrite ?subr_gt0 | rewrite exprn_gt0].
Qed.

End OneOfManyReleased.

(* A mechanism that always names one input names this one always. *)
Theorem names_one_input (T : finType) (t : T) (eps : R) : (1 < #|T|)%nat ->
  dp (fun _ : T => point t) (@all_pairs T) 0 0 /\ exp eps / ((#|T|.-1)%:R + exp eps) < point t t.
Proof.
move=> two; split=> [x y _ S | ]; first by rewrite exp0 mul1r addr0.
have k0 : 0 < (#|T|.-1)%:R :> R by rewrite ltr0n -ltnS prednK // (ltn_trans _ two).
rewrite ffunE eqxx ltr_pdivr_mulr; last by rewrite addr_gt0 ?exp_gt0.
by rewrite mul1r ltr_addr.
Qed.

(* Two individuals and epsilon = 0: twice the delta. *)
Theorem group_of_two_at_zero (delta delta' : R) (d0 : 0 <= delta) (small : chance 0 delta 2 <= 1) :
  dp (chain d0 small) (@one_more 2) 0 delta
  /\ (dp (chain d0 small) (steps (@one_more 2) 2) (2%:R * 0) delta' -> 2%:R * delta <= delta').
Proof.
split; first by apply: chain_dp; exact: lexx.
by move=> /group_privacy_tight; rewrite !big_ord_recl big_ord0 exp0 !expr1n addr0 mulrDr mulr1 -mulr2n mulr_natl.
Qed.

(* The truth for certain on one of two inputs: no epsilon is enough. *)
Theorem told_on_one_input (p : R) (p01 : 0 <= p <= 1) eps : 0 < p ->
  ~ dp (fun b => if b then mixture p01 (point true) (point false) else point false) bits eps 0.
Proof.
move=> p0 /(_ true false isT [set true]); apply/negP; rewrite -ltNge.
by rewrite Pr_point inE mulr0 add0r Pr_set1 !ffunE /= mulr1 mulr0 addr0.
Qed.

(* Scores that move further, or each in its own way. *)
Section Scores.
Variables (eps D : R) (eps_gt0 : 0 < eps) (D_gt0 : 0 < D).

Let eps_ge0 : 0 <= eps. Proof. exact: ltW. Qed.

(* From even scores to scores that differ by 2 eps, of two outputs. *)
Definition even_or_apart (s : R) (x i : bool) : R := if x then 0 else if i then - s else s.

Lemma gibbs_apart (c s : R) eps' : c * s = eps ->
  dp (fun x => gibbs true (fun i => c * even_or_apart s x i)) bits eps' 0 -> eps < eps'.
Proof.
move=> cs /dp_outcomes /(_ true false isT true); rewrite !ffunE /even_or_apart /partition_function !big_bool /=.
rewrite !mulr0 !exp0 mulrN cs expN; set A := exp eps; have A1 : 1 < A by rewrite -exp0 ltr_exp.
have A0 : 0 < A := lt_trans ltr01 A1; have An : A != 0 by rewrite gt_eqF.
have S0 : A^-1 + A != 0 by rewrite gt_eqF // addr_gt0 // invr_gt0.
have -> : A^-1 / (A^-1 + A) = (1 + A * A)^-1 by field; rewrite An -[1]mulr1 gt_eqF // addr_gt0 ?mulr_gt0 ?ltr01.
have T0 : 0 < 1 + A * A by rewrite addr_gt0 ?ltr01 ?mulr_gt0.
rewrite ler_pdivl_mulr // div1r mulrC ler_pdivr_mulr ?addr_gt0 ?ltr01 // => h.
rewrite -ltr_exp -/A -(ltr_pmul2r (addr_gt0 ltr01 ltr01 : 0 < (1 + 1 : R))); apply: lt_le_trans h.
rewrite -subr_gt0; have -> : 1 + A * A - A * (1 + 1) = (A - 1) ^+ 2 by ring.
by rewrite exprn_gt0 // subr_gt0.
Qed.

Theorem exponential_scores_move_further eps' :
  dp (exponential_mechanism true (even_or_apart (2%:R * D)) eps D) bits eps' 0 -> eps < eps'.
Proof. by apply: gibbs_apart; rewrite mulfVK // gt_eqF // mulr_gt0 ?ltr0n. Qed.

(* e^(eps u/D) for scores that move by D, one up and the other down. *)
Theorem exponential_scores_move_both_ways : sensitivity_at_most bits (even_or_apart D) D
  /\ forall eps', dp (monotone_exponential_mechanism true (even_or_apart D) eps D) bits eps' 0 -> eps < eps'.
Proof.
split=> [[] [] // _ [] | eps']; last by apply: gibbs_apart; rewrite mulfVK // gt_eqF.
all: by rewrite /even_or_apart /= ?subr0 ?sub0r ?opprK ?normrN ger0_norm // ltW.
Qed.

Definition twice_both_ways (x i : bool) : R := both_ways (2%:R * D) x i.

Theorem flipped_scores_move_further eps' :
  dp (permute_and_flip false twice_both_ways eps_ge0 D_gt0) bits eps' 0 -> 2%:R * eps <= eps'.
Proof.
have D20 : 0 <= 2%:R * (2%:R * D) by rewrite !mulr_ge0 ?ler0n // ltW.
move=> /dp_outcomes /(_ true false isT true); rewrite /permute_and_flip !flipped_of_two /twice_both_ways /both_ways /= ?lexx //.
rewrite subrr mulr0 exp0 sub0r (_ : _ * - _ = - (2%:R * eps)); first exact: half_of.
by field; rewrite gt_eqF.
Qed.

Theorem flipped_scores_move_both_ways eps' :
  dp (monotone_permute_and_flip false (both_ways D) eps_ge0 D_gt0) bits eps' 0 -> 2%:R * eps <= eps'.
Proof.
have D20 : 0 <= 2%:R * D by rewrite mulr_ge0 ?ler0n // ltW.
move=> /dp_outcomes /(_ true false isT true); rewrite /monotone_permute_and_flip !flipped_of_two /both_ways /= ?lexx //.
rewrite subrr mulr0 exp0 sub0r (_ : _ * - _ = - (2%:R * eps)); first exact: half_of.
by field; rewrite gt_eqF.
Qed.

(* The first output is always visited first, and the other one is returned where it is passed over. *)
Definition in_fixed_order (u : bool -> R) : dist [finType of bool] :=
  mixture (accepted_01 false u (half_rate_ge0 eps_ge0 D_gt0) false) (point false) (point true).

Definition one_is_better (x i : bool) : R := if i == x then D else 0.

Theorem fixed_order eps' : sensitivity_at_most bits one_is_better D /\ ~ dp (fun x => in_fixed_order (one_is_better x)) bits eps' 0.
Proof.
split=> [[] [] // _ [] | /dp_outcomes /(_ true false isT true)].
- by rewrite /one_is_better /= subr0 ger0_norm // ltW.
- by rewrite /one_is_better /= sub0r normrN ger0_norm // ltW.
- by rewrite /one_is_better /= sub0r normrN ger0_norm // ltW.
- by rewrite /one_is_better /= subr0 ger0_norm // ltW.
have mass u : in_fixed_order u true = 1 - accepted false (eps / (2%:R * D)) u false by rewrite !ffunE /= mulr0 mulr1 add0r.
rewrite !mass; have top : best false (one_is_better false) = D.
  by rewrite best_of_two // /one_is_better /= ltW.
have top' : D <= best false (one_is_better true) by apply: le_trans (best_ge _ _ true); rewrite /one_is_better.
rewrite /accepted top /one_is_better /= subrr mulr0 exp0 subrr mulr0; apply/negP; rewrite -ltNge subr_gt0.
rewrite -[X in _ < X]exp0 ltr_exp; apply: (@le_lt_trans _ _ (eps / (2%:R * D) * - D)); last first.
  by rewrite mulrN oppr_lt0 mulr_gt0 // divr_gt0 // mulr_gt0 ?ltr0n.
by apply: ler_wpmul2l; rewrite ?divr_ge0 ?mulr_ge0 ?ler0n ?(ltW D_gt0) // sub0r ler_opp2.
Qed.

End Scores.

(* Estimates: all values known, and choices of which only some are possible. *)
Section Estimates.
Variables (d : nat) (eps V : R).
Hypotheses (d_gt0 : (0 < d)%nat) (V_lt1 : V < 1).

Definition published_choices (s : choices d) : dist (choices d) := point s.

Lemma no_error (s : choices d) : total_error (fun _ => 0) 1 (fun j (o : choices d) => (o j)%:R) published_choices s = 0.
Proof.
rewrite /total_error big1 // => j _; rewrite /mean_error /Ex big1 // => o _; rewrite ffunE.
by case: eqP => [-> | _]; rewrite ?mul0r // /value add0r mulr1 subrr normr0 mulr0.
Qed.

Theorem published_choices_err_less s : dp published_choices (fun _ _ => False) eps 0
  /\ total_error (fun _ => 0) 1 (fun j (o : choices d) => (o j)%:R) published_choices s < d%:R * 1 * (1 - V) / 2%:R
  /\ total_error (fun _ => 0) 1 (fun j (o : choices d) => (o j)%:R) published_choices s < d%:R * 1 / (exp eps + 1).
Proof.
have S0 : 0 < exp eps + 1 by rewrite addr_gt0 ?exp_gt0 ?ltr01.
by rewrite no_error; split=> //; split; rewrite divr_gt0 ?mulr_gt0 ?ltr01 ?ltr0n // subr_gt0.
Qed.

End Estimates.

(* Of two values only both or none: no two choices differ in one value, whatever V is. *)
Theorem two_choices (V : R) (none := [ffun => false] : choices 2) (both := [ffun => true] : choices 2) : V < 1 ->
  (forall s s', s \in [:: none; both] -> s' \in [:: none; both] -> forall j, s' = other j s ->
    total_variation (published_choices s) (published_choices s') <= V)
  /\ forall s, s \in [:: none; both] ->
    total_error (fun _ => 0) 1 (fun j (o : choices 2) => (o j)%:R) (@published_choices 2) s < 2%:R * 1 * (1 - V) / 2%:R.
Proof.
move=> V1; split=> [s s' sin s'in j e | s _]; last first.
  by rewrite no_error divr_gt0 ?mulr_gt0 ?ltr01 ?ltr0n // subr_gt0.
have [k kj] : exists k : 'I_2, k != j.
  by case: j {e} => -[|[|j]] // lt; [exists ord_max | exists ord0].
have := congr1 (fun f : choices 2 => f j) e; have := congr1 (fun f : choices 2 => f k) e.
rewrite /= !ffunE eqxx (negbTE kj).
by move: sin s'in; rewrite !inE => /orP [] /eqP -> /orP [] /eqP ->; rewrite !ffunE.
Qed.

(* A database, the answers of another, and those to one question alone. *)
Section Reconstruction.

Definition sizes_of (Y : {set bool}) (S : {set bool}) : R := #|S :&: Y|%:R.

Theorem inconsistent_database : consistent 0 (sizes_of [set false]) [set false]
  /\ 4%:R * 0 < #|([set true] :\: [set false]) :|: ([set false] :\: [set true])|%:R :> R.
Proof.
split=> [S | ]; first by rewrite /sizes_of subrr normr0.
by rewrite mulr0 ltr0n card_gt0; apply/set0Pn; exists true; rewrite !inE.
Qed.

Theorem one_question : `|sizes_of [set false] setT - #|setT :&: [set true]|%:R| <= 0
  /\ 4%:R * 0 < #|([set true] :\: [set false]) :|: ([set false] :\: [set true])|%:R :> R.
Proof. by split; [rewrite /sizes_of !setTI !cards1 subrr normr0 | exact: (proj2 inconsistent_database)]. Qed.

End Reconstruction.

(* The lines of privacy below the trade-off function, without privacy and with that of one order. *)
Section Lines.
Variables (eps delta : R) (eps_gt0 : 0 < eps).

Theorem lines_without_privacy : 0 <= delta ->
  (forall alpha, 0 <= alpha <= 1 -> two_lines eps delta alpha <= tradeoff (published true) (published false) alpha) -> 1 <= delta.
Proof. by move=> d0 /(lines_give_dp (ltW eps_gt0) d0) [/published_indist]. Qed.

Theorem lines_of_one_order : indist (exp eps) 0 (certain eps_gt0 true) (certain eps_gt0 false)
  /\ ~ forall alpha, 0 <= alpha <= 1 -> two_lines eps 0 alpha <= tradeoff (certain eps_gt0 true) (certain eps_gt0 false) alpha.
Proof.
have [one other] := the_other_order eps_gt0 (exp eps); split=> //.
by move=> /(lines_give_dp (ltW eps_gt0) (lexx 0)) [_].
Qed.

End Lines.

(* Logarithms of quotients, and large losses. *)
Section Forms.
Variables (eps : R) (eps_gt0 : 0 < eps).

Theorem log_form_at_zero : Pr (published false) [set true] = 0
  /\ ln ((Pr (published true) [set true] - 0) / Pr (published false) [set true]) <= eps
  /\ ~ (Pr (published true) [set true] <= exp eps * Pr (published false) [set true] + 0).
Proof.
rewrite !Pr_point !inE /= invr0 mulr0 mulr0 addr0; split=> //; split; last by rewrite ler10.
by rewrite /ln; case: Rlt_dec => [lt | _]; [case: (Rlt_irrefl _ lt) | exact: ltW].
Qed.

Theorem log_form_of_one_order (delta := exp (- (2%:R * eps))) :
  ~ (- eps <= ln ((Pr (published false) [set true] + delta) / Pr (published true) [set true])).
Proof.
rewrite !Pr_point !inE /= add0r divr1 /delta expK; apply/negP; rewrite -ltNge ltr_opp2.
by rewrite mulr_natl mulr2n ltr_addl.
Qed.

Theorem large_losses_without_privacy t : 0 / (1 - exp (eps - t)) < Pr (published true) [set o | exp t * published false o <= published true o].
Proof.
rewrite mul0r (_ : [set o | _] = [set true]) ?Pr_point ?inE ?ltr01 //; apply/setP => b; rewrite !inE !ffunE.
by case: b; rewrite /= ?mulr0 ?ler01 // mulr1 leNgt exp_gt0.
Qed.

(* Losses of at least 0, where both distributions are the same. *)
Theorem losses_not_above_eps : indist (exp eps) 0 (published true) (published true)
  /\ 0 / (1 - exp (eps - 0)) < Pr (published true) [set o | exp 0 * published true o <= published true o].
Proof.
split; first by apply: indist_refl; rewrite exp_ge1 ltW.
rewrite mul0r exp0 (_ : [set o | _] = setT) ?Pr_setT ?ltr01 //.
by apply/setP => b; rewrite !inE mul1r lexx.
Qed.

End Forms.

(* Rows that are drawn without replacement, and not all alike: two draws of two rows. *)
Section Rows.

Definition shown := shows_up [finType of bool] (true : [finType of bool]).

Lemma shows_up_always (P : dist [finType of {ffun bool -> bool}]) :
  (forall o, P o != 0 -> o \in shown) -> Pr P shown = 1.
Proof.
move=> h; rewrite -(mass_sum P) /Pr big_mkcond; apply: eq_bigr => o _.
by case: ifP => // /negbT; case: (eqVneq (P o) 0) => [-> | /h ->].
Qed.

Definition one_each (b : bool) : {ffun bool -> bool} := [ffun i => i (+) b].

Theorem rows_without_replacement :
  1 - (1 - #|[finType of bool]|%:R^-1) ^+ #|[finType of bool]| < Pr (dmap one_each (uniform true)) shown.
Proof.
rewrite shows_up_always => [|o].
  by rewrite card_bool ltr_subl_addr ltr_addl exprn_gt0 // subr_gt0 invf_lt1 ?ltr0n // ltr1n.
apply: contraR; rewrite /shown inE negb_exists => /forallP none; rewrite ffunE big1 // => b _; rewrite !ffunE.
case: eqP => [e | _]; last by rewrite mulr0.
by have := none (~~ b); rewrite e ffunE; case: b {e}.
Qed.

Theorem rows_not_alike :
  1 - (1 - #|[finType of bool]|%:R^-1) ^+ #|[finType of bool]| < Pr (product_of (fun _ : bool => point true)) shown.
Proof.
rewrite shows_up_always => [|o].
  by rewrite card_bool ltr_subl_addr ltr_addl exprn_gt0 // subr_gt0 invf_lt1 ?ltr0n // ltr1n.
apply: contraR; rewrite /shown inE negb_exists => /forallP none.
by rewrite ffunE (bigD1 true) //= ffunE (negbTE (none true)) mul0r.
Qed.

End Rows.

(* Divergences: a kernel that sees the input, a lower order, delta that is too small. *)
Section Divergence.

Theorem kernel_sees_the_input a r : moment a (point tt) (point tt) = 1
  /\ ~ renyi_at_most a r (bind (point tt) (fun _ => published true)) (bind (point tt) (fun _ => published false))
  /\ ~ kl_at_most r (bind (point tt) (fun _ => published true)) (bind (point tt) (fun _ => published false)).
Proof.
have same b c : bind (point tt) (fun _ => published b) c = published b c.
  by rewrite ffunE (bigD1 tt) //= big1 ?addr0 => [|[] //]; rewrite ffunE mul1r.
have dom : ~ dominated (bind (point tt) (fun _ => published true)) (bind (point tt) (fun _ => published false)).
  by move=> h; apply: published_not_dominated => t; have := h t; rewrite !same.
by split; [exact: moment_point | split; case=> /dom].
Qed.

(* A point against a distribution that has a chance of q for it. *)
Variables (q : R) (q01 : 0 <= q <= 1).
Definition against : dist [finType of bool] := mixture q01 (point true) (point false).

Lemma against_mass b : against b = if b then q else 1 - q.
Proof. by case: b; rewrite !ffunE /= ?mulr1 ?mulr0 ?addr0 ?add0r. Qed.

End Divergence.

(* A chance of 1/4: orders below 1/2, and delta that is too small. *)
Section Quarter.

Let L : R := ln 2%:R.
Let half : exp (- L) = 1 / 2%:R. Proof. by rewrite expN lnK ?ltr0n // div1r. Qed.
Let quarter : exp (- (2%:R * L)) = 1 / 4%:R.
Proof. by rewrite -mulrN exp_mul_nat half expr_div_n expr1n -natrX. Qed.

Lemma quarter01 : 0 <= (1 / 4%:R : R) <= 1.
Proof. by rewrite divr_ge0 ?ler01 ?ler0n //= ler_pdivr_mulr ?ltr0n // mul1r ler1n. Qed.

Theorem order_of_one_quarter (r := 2%:R * L / 3%:R) (delta := 71%:R / 100%:R : R) :
  [/\ divergence_at_most (1 / 4%:R) r (against quarter01) (point true), 1 - exp (- r) <= delta ^+ 2
    & ~ indist (exp 0) delta (against quarter01) (point true)].
Proof.
have L0 : 0 <= L by rewrite -ler_exp exp0 lnK ?ltr0n // ler1n.
split.
- rewrite /divergence_at_most (_ : 1 / 4%:R < 1); last by rewrite ltr_pdivr_mulr ?ltr0n // mul1r ltr1n.
  rewrite /affinity big_bool /small_term !against_mass !ffunE /= oner_eq0 eqxx addr0 -quarter /power_term.
  rewrite (negbTE (exp_neq0 _)) expK ln1 subr0 -expD ler_exp le_eqVlt; apply/orP; left; apply/eqP.
  by rewrite /r quarter; field.
- have small : 1 / 2%:R <= exp (- r).
    rewrite -half ler_exp ler_opp2 /r ler_pdivr_mulr ?ltr0n // mulrC; apply: ler_wpmul2l => //.
    by rewrite ler_nat.
  rewrite ler_subl_addr; apply: (@le_trans _ _ (delta ^+ 2 + 1 / 2%:R)); last by rewrite ler_add2l.
  rewrite -subr_ge0 (_ : _ - 1 = 41%:R / 10000%:R); first by rewrite divr_ge0 ?ler0n.
  by rewrite /delta; field.
- rewrite exp0 => /(_ [set false]); rewrite Pr_point inE /= mulr0 add0r Pr_set1 against_mass /=.
  apply/negP; rewrite -ltNge -subr_gt0 (_ : _ - _ = 4%:R / 100%:R); first by rewrite divr_gt0 ?ltr0n.
  by rewrite /delta; field.
Qed.

Theorem delta_too_small : renyi_at_most 2%:R (2%:R * L) (point true) (against quarter01)
  /\ ~ indist (exp 0) (1 / 2%:R) (point true) (against quarter01).
Proof.
split; last first.
  rewrite exp0 => /(_ [set true]); rewrite Pr_point inE /= mul1r Pr_set1 against_mass /=.
  apply/negP; rewrite -ltNge -subr_gt0 (_ : _ - _ = 1 / 4%:R); first by rewrite divr_gt0 ?ltr01 ?ltr0n.
  by field.
split=> [[] |]; rewrite ?against_mass; [by rewrite -quarter => /eqP; rewrite (negbTE (exp_neq0 _)) | by rewrite ffunE |].
rewrite /moment big_bool /power_term !against_mass !ffunE /= -quarter eqxx oner_eq0 addr0 mul1r expK ln1 sub0r opprK.
exact: lexx.
Qed.

End Quarter.

(* The row itself, with whatever alpha: two rows of three differ in two cases of three. *)
Theorem row_published alpha gamma :
  random_dp rows (fun x : data three 0 => point (x ord0)) alpha gamma -> 6%:R * 9%:R^-1 <= gamma.
Proof.
apply: le_trans; have -> : 6%:R * 9%:R^-1 = Pr (drawn rows 0) [set r : {ffun 'I_2 -> three} | r ord0 != r ord_max].
  by rewrite (Pr_two_rows (fun a b => a != b)); congr (_%:R * _); rewrite !big_ord_recl !big_ord0.
apply: Pr_mono; apply/subsetP => r; rewrite !inE => ne; apply/forallP => /(_ (r ord0)) /andP [+ _].
by rewrite first_row last_row !ffunE eqxx (negbTE ne) mulr0 ler10.
Qed.

(* A value that is not on [0, 1]: 4 or 0, each with probability 1/2. *)
Theorem value_outside (f := fun b : bool => 4%:R * b%:R : R) (P := uniform true : dist [finType of bool]) :
  exp (Ex P f * 1 + 1 ^+ 2 / 8%:R) < Ex P (fun b => exp (1 * f b)).
Proof.
rewrite /Ex !big_bool /= !ffunE card_bool /f !mulr1 !mulr0 !mul1r addr0 exp0 mulr1.
have two : 2%:R <= exp 1 by rewrite mulr2n; apply/RleP; exact: exp_ineq1_le.
have -> : 2%:R^-1 * 4%:R + 1 ^+ 2 / 8%:R = 3%:R + - (7%:R / 8%:R) :> R by rewrite expr1n; field.
apply: (@lt_trans _ _ (exp 3%:R)).
  by rewrite ltr_exp gtr_addl oppr_lt0 divr_gt0 ?ltr0n.
rewrite -subr_gt0; have -> : 2%:R^-1 * exp 4%:R + 2%:R^-1 - exp 3%:R = (exp 3%:R * (exp 1 - 2%:R) + 1) / 2%:R.
  by rewrite (_ : 4%:R = 3%:R + 1 :> R) ?expD; [field | ring].
rewrite divr_gt0 ?ltr0n // ltr_paddl ?ltr01 // mulr_ge0 ?exp_ge0 // subr_ge0.
exact: two.
Qed.
