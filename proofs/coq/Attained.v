(* No smaller parameter will do: sampling, groups, total variation, two-point bounds. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup.
From mathcomp Require Import Rstruct.
Require Import Reals.
From Assay Require Import Real Distribution HockeyStick Mechanism Group PoissonSampling WithoutReplacement.
From Assay Require Import RandomisedResponse TwoPoint.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
From mathcomp Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Randomised response about one bit. *)
Section OneBit.
Variable eps : R.

Definition told_bit (b : bool) : dist [finType of bool] := randomised_response eps b.
Definition weight : R := exp eps + 1.

Lemma weight_gt0 : 0 < weight. Proof. by rewrite ltr_paddl ?ltr01 // exp_ge0. Qed.

Lemma told_bit_mass b c : told_bit b c = (if c == b then exp eps else 1) / weight.
Proof. by rewrite ffunE /total_weight /weight card_bool. Qed.

Lemma told_bit_dp : 0 <= eps -> dp told_bit (@all_pairs [eqType of bool]) eps 0.
Proof. exact: randomised_response_dp. Qed.

Lemma told_bit_factor e' c d : c / weight <= exp e' * (d / weight) -> c <= exp e' * d.
Proof. by rewrite mulrA ler_pmul2r // invr_gt0 weight_gt0. Qed.

(* Total variation (e^eps - 1)/(e^eps + 1): a private channel contracts by no less. *)
Theorem total_variation_attained : 0 <= eps -> total_variation (told_bit true) (told_bit false) = (exp eps - 1) / (exp eps + 1).
Proof.
move=> e0; have e1 : 1 <= exp eps by rewrite exp_ge1.
have w0 : 0 <= (exp eps - 1) / weight by rewrite divr_ge0 ?subr_ge0 // ltW // weight_gt0.
rewrite /total_variation /hockey_stick big_bool /= !told_bit_mass /= !(mul1r (_ / _)) -!mulrBl max_l //.
by rewrite max_r ?addr0 // -oppr_ge0 -mulNr opprB.
Qed.

Lemma mass_false (P : dist [finType of bool]) : P false = 1 - P true.
Proof. by rewrite -(mass_sum P) big_bool /= addrAC subrr add0r. Qed.

Lemma total_variation_of_bits (P Q : dist [finType of bool]) :
  total_variation P Q = Num.max (P true - Q true) 0 + Num.max (Q true - P true) 0.
Proof.
rewrite /total_variation /hockey_stick big_bool /= !mul1r; congr (_ + Num.max _ _).
by rewrite !mass_false; move: (P true) (Q true) => p q; ring.
Qed.

(* The channel that tells the bit in this way contracts every pair by no less. *)
Theorem contraction_attained (P Q : dist [finType of bool]) : 0 <= eps ->
  total_variation (bind P told_bit) (bind Q told_bit) = (exp eps - 1) / (exp eps + 1) * total_variation P Q.
Proof.
move=> e0; have c0 : 0 <= (exp eps - 1) / weight by rewrite divr_ge0 ?subr_ge0 ?exp_ge1 // ltW // weight_gt0.
have told (L : dist [finType of bool]) :
    bind L told_bit true = L true * ((exp eps - 1) / weight) + 1 / weight.
  by rewrite ffunE big_bool /= !told_bit_mass /= mass_false; move: (L true) => l; ring.
have apart (L M : dist [finType of bool]) :
    bind L told_bit true - bind M told_bit true = (exp eps - 1) / weight * (L true - M true).
  by rewrite !told; move: (L true) (M true) => l m; ring.
rewrite !total_variation_of_bits !apart -/weight [RHS]mulrDr.
by congr (_ + _); rewrite maxr_pmulr // mulr0.
Qed.

(* The bit that is told, as an estimate of the bit: an error of 1/(e^eps + 1) on both. *)
Theorem two_point_attained :
  Num.max (mean_error (fun c : bool => c%:R) (told_bit true) 1) (mean_error (fun c : bool => c%:R) (told_bit false) 0)
  = `|1 - 0| / (exp eps + 1).
Proof.
rewrite /mean_error /Ex !big_bool /= !told_bit_mass /= subrr subr0 sub0r !subr0 normrN !normr1 normr0.
by rewrite !mulr0 !mulr1 add0r addr0 maxxx.
Qed.

End OneBit.

(* Poisson sampling: randomised response about whether a record is there. *)
Section Poisson.
Variables (D : finType) (r : D) (q : R) (q01 : 0 <= q <= 1) (eps : R).
Hypothesis eps_ge0 : 0 <= eps.

Definition presence (x : {set D}) : dist [finType of bool] := told_bit eps (r \in x).

Theorem presence_dp : dp presence (@add_remove D) eps 0.
Proof.
move=> x y _; case: (eqVneq (r \in x) (r \in y)) => [e | n] S.
  by rewrite /presence e; apply: (@indist_weaken _ 1 (exp eps) 0 0); rewrite ?exp_ge1 //; apply: indist_refl; exact: lexx.
by apply: told_bit_dp.
Qed.

Theorem poisson_amplification_tight eps' :
  dp (sampled q01 presence) (@add_remove D) eps' 0 -> amplified q eps <= eps'.
Proof.
move=> h; have r0 : r \notin (set0 : {set D}) by rewrite inE.
have /(_ (or_intror _)) := h (r |: set0) set0 => /(_ (ex_intro2 _ _ r r0 erefl) [set true]).
have without : Pr (sampled q01 presence set0) [set true] = 1 / weight eps.
  rewrite Pr_bind -[RHS](Ex_const (coins D q01)); apply: eq_bigr => c _; congr (_ * _).
  by rewrite Pr_set1 /presence set0I inE told_bit_mass.
rewrite (sampled_with_record _ _ _ r0) without.
have -> : Ex (coins D q01) (fun c => Pr (presence (r |: (set0 :&: c))) [set true]) = exp eps / weight eps.
  rewrite -[RHS](Ex_const (coins D q01)); apply: eq_bigr => c _; congr (_ * _).
  by rewrite Pr_set1 /presence setU11 told_bit_mass.
have -> : (1 - q) * (1 / weight eps) + q * (exp eps / weight eps) = (1 + q * (exp eps - 1)) / weight eps.
  by field; rewrite gt_eqF ?weight_gt0.
rewrite addr0 => /told_bit_factor; rewrite mulr1 => le.
by rewrite -ler_exp exp_amplified.
Qed.

(* Where the sample is published with the answer, nothing is amplified. *)
Theorem sample_published eps' : 0 < q ->
  dp (fun x => joint (coins D q01) (fun c => presence (x :&: c))) (@add_remove D) eps' 0 -> eps <= eps'.
Proof.
move=> q0 h; have r0 : r \notin (set0 : {set D}) by rewrite inE.
have /(_ (or_intror _)) := h (r |: set0) set0 => /(_ (ex_intro2 _ _ r r0 erefl) [set (setT, true)]).
have shown x : joint (coins D q01) (fun c => presence (x :&: c)) (setT, true) = coins D q01 setT * told_bit eps (r \in x) true.
  by rewrite ffunE /= /presence setIT.
rewrite !Pr_set1 !shown setU11 inE !told_bit_mass /= addr0 [X in _ <= X]mulrCA ler_pmul2l.
  by move/told_bit_factor; rewrite mulr1 ler_exp.
by rewrite ffunE; apply: prodr_gt0 => i _; rewrite inE.
Qed.

End Poisson.

(* One record of n, drawn uniformly: randomised response about it. *)
Section OneOfMany.
Variables (n : nat) (eps : R).
Hypotheses (n_gt0 : (0 < n)%nat) (eps_ge0 : 0 <= eps).

Definition told_record (x : 1.-tuple bool) : dist [finType of bool] := told_bit eps (thead x).

Theorem told_record_unordered : unordered told_record.
Proof.
move=> s t; have small : (size t <= 1)%nat by rewrite size_tuple.
by move=> /(perm_small_eq small) e b; rewrite /told_record (_ : s = t) //; exact: val_inj.
Qed.

Theorem told_record_dp : dp told_record (@replaces_one [eqType of bool] 1) eps 0.
Proof.
move=> x y _; rewrite /told_record; case: (eqVneq (thead x) (thead y)) => [-> | ne] S.
  by apply: (@indist_weaken _ 1 (exp eps) 0 0); rewrite ?exp_ge1 //; apply: indist_refl; exact: lexx.
by apply: told_bit_dp.
Qed.

Theorem without_replacement_tight eps' :
  dp (without_replacement n_gt0 told_record) (@replaces_one [eqType of bool] n) eps' 0 ->
  ln (1 + 1%:R / n%:R * (exp eps - 1)) <= eps'.
Proof.
move=> /dp_outcomes h; pose r := Ordinal n_gt0; pose q : R := 1%:R / n%:R.
pose x : n.-tuple bool := [tuple i == r | i < n]; pose y : n.-tuple bool := [tuple false | i < n].
have xy : @replaces_one [eqType of bool] n x y by exists r => j /negbTE jr; rewrite !tnth_mktuple jr.
have drawn (z : n.-tuple bool) (s : subset n 1) : exists2 i, val s = [set i] & thead (records z s) = tnth z i.
  have /cards1P [i e] : #|val s| == 1%nat := valP s.
  exists i => //; have e2 : tval (records z s) = [:: tnth z i].
    by rewrite /records /= -[sval s]/(val s) e enum_set1.
  have -> : thead (records z s) = nth false (tval (records z s)) 0 by rewrite /thead (tnth_nth false).
  by rewrite e2.
have mass_x : without_replacement n_gt0 told_record x true = (1 + q * (exp eps - 1)) / weight eps.
  rewrite ffunE (bigID (fun s : subset n 1 => r \in val s)) /=.
  rewrite (eq_bigr (fun s => uniform_subset n_gt0 s * (exp eps / weight eps))); last first.
    move=> s rs; have [i e t] := drawn x s; rewrite /told_record t told_bit_mass tnth_mktuple.
    by move: rs; rewrite e inE => /eqP ->; rewrite eqxx.
  rewrite [X in _ + X](eq_bigr (fun s => uniform_subset n_gt0 s * (1 / weight eps))); last first.
    move=> s rs; have [i e t] := drawn x s; rewrite /told_record t told_bit_mass tnth_mktuple.
    by move: rs; rewrite e inE eq_sym => /negbTE ->.
  rewrite -!mulr_suml chance_of_place -/q.
  have -> : \sum_(s : subset n 1 | r \notin val s) uniform_subset n_gt0 s = 1 - q.
    have := mass_sum (uniform_subset n_gt0); rewrite (bigID (fun s : subset n 1 => r \in val s)) /=.
    by rewrite (chance_of_place n_gt0 r) -/q => /(congr1 (fun u => u - q)); rewrite addrAC subrr add0r.
  by field; rewrite gt_eqF ?weight_gt0.
have mass_y : without_replacement n_gt0 told_record y true = 1 / weight eps.
  rewrite ffunE (eq_bigr (fun s => uniform_subset n_gt0 s * (1 / weight eps))); last first.
    by move=> s _; have [i e t] := drawn y s; rewrite /told_record t told_bit_mass tnth_mktuple.
  by rewrite -mulr_suml mass_sum mul1r.
have := h _ _ xy true; rewrite mass_x mass_y => /told_bit_factor; rewrite mulr1 => le.
rewrite -ler_exp lnK // ltr_paddr ?ltr01 // mulr_ge0 ?divr_ge0 ?ler0n // subr_ge0 exp_ge1 //.
Qed.

End OneOfMany.

(* Groups: the chain of chances p_0 = 0, p_(i+1) = e^eps p_i + delta. *)
Section Chain.
Variables (eps delta : R) (k : nat).
Hypotheses (eps_ge0 : 0 <= eps) (delta_ge0 : 0 <= delta).

Definition chance (i : nat) : R := delta * \sum_(j < i) exp eps ^+ j.
Hypothesis small : chance k <= 1.

Lemma chance_step i : chance i.+1 = exp eps * chance i + delta.
Proof.
rewrite /chance big_ord_recl expr0 mulrDr mulr1 addrC; congr (_ + _).
by rewrite mulrCA [in RHS]mulr_sumr; congr (_ * _); apply: eq_bigr => j _; rewrite -exprS.
Qed.

Lemma chance_grows i j : (i <= j)%nat -> chance i <= chance j.
Proof.
move=> /subnK <-; elim: (j - i)%nat => [|m IH]; first exact: lexx.
apply: le_trans IH _; rewrite /chance; apply: ler_wpmul2l; first exact: delta_ge0.
by rewrite addSn [X in _ <= X]big_ord_recr /= ler_addl exprn_ge0 // exp_ge0.
Qed.

Lemma chance01 (i : 'I_k.+1) : 0 <= chance i <= 1.
Proof.
have ik : (i <= k)%nat by rewrite -ltnS.
apply/andP; split; last exact: le_trans (chance_grows ik) small.
by have := chance_grows (leq0n i); rewrite {1}/chance big_ord0 mulr0.
Qed.

Definition chain (i : 'I_k.+1) : dist [finType of bool] := mixture (chance01 i) (point true) (point false).
Definition one_more : relation_on 'I_k.+1 := fun i j => i = j.+1 :> nat.

Lemma chain_event i S : Pr (chain i) S = chance i * (true \in S)%:R + (1 - chance i) * (false \in S)%:R.
Proof. by rewrite Pr_mixture !Pr_point. Qed.

Theorem chain_dp : dp chain one_more eps delta.
Proof.
move=> i j ij S; rewrite !chain_event ij chance_step.
have e1 : 1 <= exp eps by rewrite exp_ge1.
have /andP [p0 p1] := chance01 j.
case: (true \in S); case: (false \in S); rewrite ?mulr1 ?mulr0 ?addr0 ?add0r ?mulr0 ?add0r //.
- have one (u : R) : u + (1 - u) = 1 by ring.
  by rewrite !one mulr1 ler_paddr.
- apply: (@le_trans _ _ (1 - chance j)); last first.
    by rewrite ler_paddr // -{1}[1 - _]mul1r ler_wpmul2r // subr_ge0.
  rewrite ler_add2l ler_opp2 ler_paddr // -{1}[chance j]mul1r ler_wpmul2r //.
Qed.

Lemma end_to_end : steps one_more k ord_max ord0.
Proof.
suff far m : (m <= k)%nat -> forall i : 'I_k.+1, i = m :> nat -> steps one_more m i ord0 by exact: far.
elim: m => [|m IH] mk i im /=; first exact: val_inj.
have mk' : (m < k.+1)%nat by rewrite ltnW.
by exists (Ordinal mk'); split; [rewrite /one_more im | apply: IH => //; exact: ltnW].
Qed.

Theorem group_privacy_tight delta' :
  dp chain (steps one_more k) (k%:R * eps) delta' -> (delta * (\sum_(i < k) exp eps ^+ i) <= delta' :> R).
Proof.
move=> h; have := h _ _ end_to_end [set true].
rewrite !chain_event !inE /= !mulr1 !mulr0 !addr0 {2}/chance big_ord0 mulr0 mulr0 add0r.
exact.
Qed.

End Chain.

(* Groups, with delta = 0: each step of k multiplies the chance of an output by e^eps. *)
Section PureChain.
Variables (eps : R) (k : nat).
Hypothesis eps_ge0 : 0 <= eps.

Definition pure_chance (i : 'I_k.+1) : R := exp (- ((k - i)%:R * eps)).

Lemma pure_chance01 i : 0 <= pure_chance i <= 1.
Proof.
apply/andP; split; first exact: exp_ge0.
by rewrite -[X in _ <= X]exp0 ler_exp oppr_le0; apply: mulr_ge0; first exact: ler0n.
Qed.

Definition pure_chain (i : 'I_k.+1) : dist [finType of bool] := mixture (pure_chance01 i) (point true) (point false).

Lemma pure_chain_true i : pure_chain i true = pure_chance i.
Proof. by rewrite ffunE !ffunE /= mulr1 mulr0 addr0. Qed.

Theorem pure_chain_dp : dp pure_chain (@one_more k) eps 0.
Proof.
apply/dp_outcomes => i j ij t; have e1 : 1 <= exp eps by rewrite exp_ge1.
have step : pure_chance i = exp eps * pure_chance j.
  rewrite /pure_chance -expD; congr exp; have ik : (i <= k)%nat by rewrite -ltnS.
  have -> : ((k - j)%nat = (k - i).+1)%nat by rewrite ij subnSK // -ij.
  by rewrite -(addn1 (k - i)) natrD; ring.
case: t; first by rewrite !pure_chain_true step.
rewrite !mass_false !pure_chain_true; have /andP [p0 p1] := pure_chance01 j.
apply: (@le_trans _ _ (1 - pure_chance j)); last by rewrite -{1}[1 - _]mul1r ler_wpmul2r // subr_ge0.
by rewrite ler_add2l ler_opp2 step -{1}[pure_chance j]mul1r ler_wpmul2r.
Qed.

Theorem pure_group_privacy_tight eps' : dp pure_chain (steps (@one_more k) k) eps' 0 -> k%:R * eps <= eps'.
Proof.
move=> /dp_outcomes h; have := h _ _ (end_to_end k) true.
rewrite !pure_chain_true /pure_chance subnn mul0r oppr0 subn0 exp0 expN ler_pdivl_mulr ?exp_gt0 // mul1r.
by rewrite ler_exp.
Qed.

End PureChain.

(* e^t <= 1 + 2t fails beyond 5/4: randomised response at epsilon = 3. *)
Theorem limit_form_at_three (P := told_bit 3%:R true) (Q := told_bit 3%:R false) :
  [/\ indist (exp 3%:R) 0 P Q, indist (exp 3%:R) 0 Q P & (1 + 2%:R * 3%:R) * Q true < P true].
Proof.
have private : dp (told_bit 3%:R) (@all_pairs [eqType of bool]) 3%:R 0 by apply: told_bit_dp; exact: ler0n.
split; [by move=> S; exact: private | by move=> S; exact: private |].
rewrite /P /Q !told_bit_mass /= mulrA ltr_pmul2r ?invr_gt0 ?weight_gt0 // mulr1.
have two : 2%:R <= exp 1 by rewrite mulr2n; apply/RleP; exact: exp_ineq1_le.
rewrite -[X in exp X](mulr1 3%:R) exp_mul_nat; apply: (@lt_le_trans _ _ (2%:R ^+ 3)).
  by rewrite -natrM -(natrD _ 1) -natrX ltr_nat.
by rewrite ler_expn2r // ?nnegrE ?ler0n ?exp_ge0.
Qed.
