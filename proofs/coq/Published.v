(* The input itself as the output: what each bound says of a private mechanism fails without privacy, and where the
   map that follows changes nothing, nothing is lost. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals.
From Assay Require Import Real Distribution HockeyStick Mechanism Composition Group Parallel RandomisedResponse.
From Assay Require Import PoissonSampling TwoPoint TradeOff Renyi Divergences KullbackLeibler.
From Assay Require Import Concentrated Optimality Conversions Dropped.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
From mathcomp Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* The map that returns what it is given: post-processing, and any contraction, can be an equality. *)
Section Unchanged.
Variables (T : finType) (P Q : dist T).

Lemma bind_point : bind P (@point T) =1 P.
Proof.
move=> t; rewrite ffunE (bigD1 t) //= big1 ?addr0 => [|u /negbTE ut]; first by rewrite ffunE eqxx mulr1.
by rewrite ffunE eq_sym ut mulr0.
Qed.

End Unchanged.

Section Same.
Variables (T : finType) (P Q : dist T).

Theorem post_processing_tight A : hockey_stick A (bind P (@point T)) (bind Q (@point T)) = hockey_stick A P Q.
Proof. by apply: eq_bigr => t _; rewrite !bind_point. Qed.

(* A mixture of pairs that are all the same. *)
Theorem joint_convexity_tight (I : finType) (W : dist I) A :
  hockey_stick A (bind W (fun _ => P)) (bind W (fun _ => Q)) = \sum_i W i * hockey_stick A P Q.
Proof.
have same (L : dist T) t : bind W (fun _ => L) t = L t by rewrite ffunE -mulr_suml mass_sum mul1r.
by rewrite -mulr_suml mass_sum mul1r; apply: eq_bigr => t _; rewrite !same.
Qed.

Theorem total_variation_post_processing_tight :
  total_variation (bind P (@point T)) (bind Q (@point T)) = total_variation P Q.
Proof. exact: post_processing_tight. Qed.

Theorem divergence_post_processing_tight a :
  moment a (bind P (@point T)) (bind Q (@point T)) = moment a P Q
  /\ kl (bind P (@point T)) (bind Q (@point T)) = kl P Q.
Proof. by split; apply: eq_bigr => t _; rewrite !bind_point. Qed.

End Same.

(* The bit itself. *)
Definition published (b : bool) : dist [finType of bool] := point b.

Section Bit.
Variable eps : R.

Theorem published_dp delta : dp published (@all_pairs [eqType of bool]) eps delta -> 1 <= delta.
Proof.
by move=> /(_ true false isT [set true]); rewrite !Pr_point !inE mulr0 add0r.
Qed.

(* It is private where no two inputs are neighbours. *)
Theorem published_far_apart A : dp published (fun _ _ => False) eps 0
  /\ ~ indist A 0 (published true) (published false).
Proof. by split=> [//|] /(_ [set true]); rewrite !Pr_point !inE mulr0 add0r ler10. Qed.

Theorem published_indist delta : indist (exp eps) delta (published true) (published false) -> 1 <= delta.
Proof. by move=> /(_ [set true]); rewrite !Pr_point !inE mulr0 add0r. Qed.

(* As the first of two rounds, and as the second. *)
Theorem published_first (U : finType) (M : bool -> mechanism bool U) delta :
  dp (fun x => joint (published x) (M^~ x)) (@all_pairs [eqType of bool]) eps delta -> 1 <= delta.
Proof.
move=> /(_ true false isT [set o | o.1]); rewrite !Pr_joint /Ex !big_bool /= !ffunE /= !mul1r !mul0r add0r addr0.
have sliceT : slice [set o : bool * U | o.1] true = setT by apply/setP => u; rewrite !inE.
have slice0 : slice [set o : bool * U | o.1] false = set0 by apply/setP => u; rewrite !inE.
by rewrite sliceT slice0 Pr_setT Pr_set0 mulr0 add0r.
Qed.

Theorem published_second (T : finType) (M : mechanism bool T) delta :
  dp (fun x => joint (M x) (fun _ => published x)) (@all_pairs [eqType of bool]) eps delta -> 1 <= delta.
Proof.
move=> /(_ true false isT [set o | o.2]); rewrite !Pr_joint.
have sl t b : Pr (published b) (slice [set o : T * bool | o.2] t) = b%:R by rewrite Pr_point !inE.
rewrite /Ex (eq_bigr (fun t => M true t * 1)) => [|t _]; last by rewrite sl.
rewrite -mulr_suml mass_sum mul1r (eq_bigr (fun t => 0)) => [|t _]; last by rewrite sl mulr0.
by rewrite big1 // mulr0 add0r.
Qed.

Theorem published_total_variation : total_variation (published true) (published false) = 1.
Proof.
rewrite /total_variation /hockey_stick big_bool /= !ffunE /= !mul1r subr0 sub0r max_l ?ler01 // max_r ?addr0 //.
by rewrite oppr_le0 ler01.
Qed.

Lemma bound_lt1 delta : delta < 1 -> (exp eps - 1 + 2%:R * delta) / (exp eps + 1) < 1.
Proof.
move=> d; have A0 := exp_gt0 eps; rewrite ltr_pdivr_mulr ?mul1r; last by rewrite addr_gt0 ?ltr01.
by rewrite -addrA ltr_add2l addrC ltr_subl_addr -(natrD _ 1 1) -[X in _ < X]mulr1 ltr_pmul2l.
Qed.

Theorem published_against_total_variation delta : delta < 1 ->
  (exp eps - 1 + 2%:R * delta) / (exp eps + 1) < total_variation (published true) (published false).
Proof. by rewrite published_total_variation; exact: bound_lt1. Qed.

(* As a channel it contracts nothing; nor does it where its inputs are no neighbours. *)
Theorem published_channel : dp published (fun _ _ => False) eps 0 /\
  (exp eps - 1) / (exp eps + 1) * total_variation (published true) (published false)
    < total_variation (bind (published true) published) (bind (published false) published).
Proof.
split; first by [].
rewrite total_variation_post_processing_tight published_total_variation mulr1.
by have := bound_lt1 ltr01; rewrite mulr0 addr0.
Qed.

Lemma published_not_dominated : ~ dominated (published true) (published false).
Proof. by move=> /(_ true); rewrite !ffunE /= => /(_ erefl) /eqP; rewrite oner_eq0. Qed.

Theorem published_renyi a r : ~ renyi_at_most a r (published true) (published false).
Proof. by case=> /published_not_dominated. Qed.

Theorem published_kl r : ~ kl_at_most r (published true) (published false).
Proof. by case=> /published_not_dominated. Qed.

Theorem published_zcdp rho : ~ zcdp (@all_pairs [eqType of bool]) published rho.
Proof. by move=> /(_ 2%:R); rewrite ltr1n => /(_ isT true false isT) /published_renyi. Qed.

Theorem published_zcdp_far_apart rho : zcdp (fun _ _ => False) published rho /\
  forall a r, ~ renyi_at_most a r (published true) (published false).
Proof. by split=> // a r /published_renyi. Qed.

(* As an estimate of itself it has no error. *)
Theorem published_estimate : dp published (fun _ _ => False) eps 0 /\
  Num.max (mean_error (fun c : bool => c%:R) (published true) 1) (mean_error (fun c : bool => c%:R) (published false) 0)
  < `|1 - 0| / (exp eps + 1).
Proof.
split=> [//|]; rewrite /mean_error /Ex !big_bool /= !ffunE /= subrr subr0 sub0r !subr0 normr1 normr0.
rewrite !mulr0 !mul0r !addr0 maxxx divr_gt0 ?ltr01 //.
by rewrite addr_gt0 ?exp_gt0 ?ltr01.
Qed.

(* It names its input always. *)
Theorem published_named : dp published (fun _ _ => False) eps 0 /\
  2%:R * exp eps / (2%:R - 1 + exp eps) < named published.
Proof.
split=> [//|]; have A0 := exp_gt0 eps; rewrite /named big_bool /= !ffunE /= -(natrD _ 1 1) (natrD _ 1 1) addrK.
rewrite ltr_pdivr_mulr; last by rewrite addr_gt0 ?ltr01.
by rewrite -(natrD _ 1 1) ltr_pmul2l ?ltr0n // ltr_addr ltr01.
Qed.

(* For a positive epsilon, distributions of neighbours differ; where no two are neighbours, for epsilon = 0 too. *)
Theorem something_learned : 0 < eps ->
  randomised_response eps true true <> randomised_response (T := [finType of bool]) eps false true.
Proof.
move=> e0 /eqP; rewrite !ffunE /= => /eqP /(mulIf _); rewrite invr_eq0 gt_eqF ?total_weight_gt0 // => /(_ isT) e.
by move: e0; rewrite -ltr_exp exp0 e ltxx.
Qed.

Theorem published_learned : dp published (fun _ _ => False) 0 0 /\ published true true <> published false true.
Proof. by split=> [//|]; rewrite !ffunE /= => /eqP; rewrite oner_eq0. Qed.

(* With delta, events say nothing of outcomes; and one outcome says nothing of the others. *)
Theorem outcomes_with_delta : indist (exp eps) 1 (published true) (published false)
  /\ ~ (published true true <= exp eps * published false true).
Proof.
split=> [S|]; first by rewrite ler_paddl ?mulr_ge0 ?exp_ge0 ?Pr_ge0 ?Pr_le1.
by rewrite !ffunE /= mulr0 ler10.
Qed.

Theorem one_outcome : published false true <= exp eps * published true true
  /\ ~ indist (exp eps) 0 (published false) (published true).
Proof.
split; first by rewrite !ffunE /= mulr1 exp_ge0.
by move=> /(_ [set false]); rewrite !Pr_point !inE /= mulr0 add0r ler10.
Qed.

End Bit.

(* One order alone: a point against a distribution that has a chance of e^-eps for it. *)
Section OneOrder.
Variables (eps : R) (e0 : 0 < eps).

Theorem the_other_order A :
  indist (exp eps) 0 (certain e0 true) (certain e0 false) /\ ~ indist A 0 (certain e0 false) (certain e0 true).
Proof.
split=> [S|]; first exact: (certain_dp e0 (x := true) (y := false) isT).
move=> /(_ [set false]); rewrite !Pr_set1 /certain !ffunE /= mulr0 !addr0 mulr0 add0r mulr1.
by apply/negP; rewrite -ltNge subr_gt0 -exp0 ltr_exp oppr_lt0.
Qed.

(* The profile that one order allows, with delta = 0. *)
Theorem profile_of_one_order t : 0 <= t <= exp eps ->
  hockey_stick t (certain e0 true) (certain e0 false) = 1 - t * exp (- eps).
Proof.
move=> /andP [t0 tA]; rewrite /hockey_stick big_bool /certain !ffunE /= mulr1 mulr0 !addr0 mulr0 add0r mulr1 sub0r.
rewrite max_l ?max_r ?addr0 //; first by rewrite oppr_le0 mulr_ge0 // subr_ge0 -exp0 ler_exp oppr_le0 ltW.
by rewrite subr_ge0 expN ler_pdivr_mulr ?exp_gt0 // mul1r.
Qed.

Lemma kl_certain : kl (certain e0 true) (certain e0 false) = eps.
Proof.
rewrite /kl big_bool /weighted_loss /certain !ffunE /= eqxx oner_eq0 mulr1 mulr0 !addr0 mul1r.
by rewrite expK ln1 sub0r opprK.
Qed.

Theorem kl_of_one_order : eps * (exp eps - 1) / (exp eps + 1) < kl (certain e0 true) (certain e0 false).
Proof.
have A0 := exp_gt0 eps; have S0 : 0 < exp eps + 1 by rewrite addr_gt0 ?ltr01.
rewrite kl_certain -mulrA -[X in _ < X]mulr1 ltr_pmul2l // ltr_pdivr_mulr // mul1r.
by rewrite ltr_subl_addr -addrA -(natrD _ 1 1) ltr_addl ltr0n.
Qed.

(* In place of eps tanh(eps/2), and of eps^2/2 where eps < 2. *)
Theorem zcdp_of_one_order rho : zcdp (true_to_false) (certain e0) rho -> eps <= rho.
Proof. by move=> h; rewrite -kl_certain; apply: kl_of_zcdp => a a1; exact: (h a a1 true false isT). Qed.

End OneOrder.

(* Whether a record is there, published from a Poisson sample: a chance of q. *)
Section Sample.
Variables (D : finType) (r : D) (q : R) (q01 : 0 <= q <= 1) (eps : R).

Definition published_presence (x : {set D}) : dist [finType of bool] := point (r \in x).

Theorem published_sample delta : dp (sampled q01 published_presence) (@removes D) eps delta -> q <= delta.
Proof.
have r0 : r \notin (set0 : {set D}) by rewrite inE.
move=> /(_ (r |: set0) set0 (ex_intro2 _ _ r r0 erefl) [set true]).
have without : Pr (sampled q01 published_presence set0) [set true] = 0.
  rewrite Pr_bind -[RHS](Ex_const (coins D q01)); apply: eq_bigr => c _; congr (_ * _).
  by rewrite Pr_set1 /published_presence set0I inE ffunE.
rewrite (sampled_with_record _ _ _ r0) without.
have -> : Ex (coins D q01) (fun c => Pr (published_presence (r |: (set0 :&: c))) [set true]) = 1.
  rewrite -[RHS](Ex_const (coins D q01)); apply: eq_bigr => c _; congr (_ * _).
  by rewrite Pr_set1 /published_presence setU11 ffunE eqxx.
by rewrite !mulr0 !add0r mulr1.
Qed.

End Sample.

(* Parts that are told by randomised response, each with its own epsilon: the largest is needed. *)
Theorem parallel_composition_tight (I : finType) (eps : I -> R) eps' :
  dp (fun x : I -> bool => product_of (fun i => randomised_response (T := [finType of bool]) (eps i) (x i)))
    (in_one_part (@all_pairs [eqType of bool])) eps' 0 -> forall i, eps i <= eps'.
Proof.
move=> /dp_outcomes h i; pose x := fun _ : I => true; pose y := fun j : I => j != i.
have xy : in_one_part (@all_pairs [eqType of bool]) x y by exists i; rewrite /x /y eqxx; split=> // j ->.
have := h x y xy [ffun _ => true]; rewrite !ffunE (bigD1 i) //= [X in _ <= _ * X](bigD1 i) //=.
rewrite [X in _ <= _ * (_ * X)]
  (eq_bigr (fun j => @randomised_response [finType of bool] (eps j) true true)); last first.
  by move=> j ji; rewrite /y ji ffunE.
rewrite [X in _ * X <= _](eq_bigr (fun j => @randomised_response [finType of bool] (eps j) true true)); last first.
  by move=> j _; rewrite !ffunE.
set W := \prod_(_ | _) _.
have W0 : 0 < W.
  by apply: prodr_gt0 => j _; rewrite !ffunE eqxx divr_gt0 ?exp_gt0 ?total_weight_gt0.
rewrite !ffunE /y eqxx /= mulrA ler_pmul2r // mulrA ler_pmul2r ?invr_gt0 ?total_weight_gt0 //.
by rewrite mulr1 ler_exp.
Qed.

(* With probability delta the bit is published: probabilistic privacy with this delta, and approximate with no less. *)
Theorem probabilistic_tight (eps delta : R) (d01 : 0 <= delta <= 1) : 0 <= eps -> 0 < delta ->
  let M b := if b then mixture d01 (point true) (point false) else published false in
  probabilistic_dp M true_to_false eps delta
  /\ forall delta', dp M true_to_false eps delta' -> delta <= delta'.
Proof.
move=> e0 d0 M; split=> [[] [] // _ | delta' /(_ true false isT [set true])]; last first.
  by rewrite /M !Pr_set1 !ffunE /= mulr1 mulr0 !addr0 mulr0 add0r.
rewrite (_ : [set t | _] = [set true]) ?Pr_set1 /M ?ffunE /= ?mulr1 ?mulr0 ?addr0 //.
apply/setP => -[]; rewrite !inE !ffunE /= ?mulr1 ?mulr0 ?addr0 ?add0r ?d0 //.
apply/negbTE; rewrite -leNgt; apply: (@le_trans _ _ 1); last by rewrite exp_ge1.
by rewrite ger_addl oppr_le0 ltW.
Qed.
