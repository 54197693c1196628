(* Above threshold and report noisy max without one of their hypotheses: each noise, its rate, its range, the sensitivity. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals.
From Assay Require Import Real Distribution HockeyStick Mechanism RandomisedResponse.
From Assay Require Import Countable AboveThreshold NoisyMax AttainedSelection.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
From mathcomp Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* The input is a bit; any two are neighbours. *)
Local Notation bits := (@all_pairs [eqType of bool]).

Lemma draw_ge (T : finType) (N : noise) (K : int -> dist T) u z : N z * K z u <= draw N K u.
Proof. by have := partial_below (drawP N K u) (erefl : uniq [:: z]); rewrite big_seq1. Qed.

Lemma draw_zero (T : finType) (N : noise) (K : int -> dist T) u : (forall z, N z * K z u = 0) -> draw N K u = 0.
Proof.
move=> h; apply/eqP; rewrite eq_le mass_ge0 andbT.
by apply: (sums_to_least (drawP N K u)) => F _; rewrite big1.
Qed.

Lemma geometric_gt0 (r : R) (r0 : 0 < r) z : 0 < geometric r0 z.
Proof.
have a1 : exp (- r) < 1 by rewrite -[X in _ < X]exp0 ltr_exp oppr_lt0.
have d0 : 0 < 1 + exp (- r) by rewrite addr_gt0 ?ltr01 ?exp_gt0.
by apply: mulr_gt0; rewrite ?exprn_gt0 ?exp_gt0 // divr_gt0 // subr_gt0.
Qed.

(* What may be said at one input and never at the other is private for no epsilon. *)
Lemma never_said (T : finType) (M : mechanism bool T) o : 0 < M true o -> M false o = 0 -> forall eps, ~ dp M bits eps 0.
Proof. by move=> p q eps /dp_outcomes /(_ true false isT o); rewrite q mulr0; apply/negP; rewrite -ltNge. Qed.

(* Noise that is 0 or 1, one as likely as the other; and no noise at all. *)
Section FiniteNoise.

Lemma finite_sums (f : int -> R) (G : seq int) : uniq G -> (forall z, 0 <= f z) -> (forall z, z \notin G -> f z = 0) ->
  sums_to f (\sum_(z <- G) f z).
Proof.
move=> uG f0 out; split=> [x [F uF ->] | b up]; last by apply: up; exists G.
apply/RleP; rewrite (bigID (mem G)) /= [X in _ + X]big1 ?addr0 => [|z /out //].
by rewrite -big_filter; apply: partial_mono; rewrite ?filter_uniq // => z; rewrite mem_filter => /andP [].
Qed.

Definition coin_weight (z : int) : R := (z \in [:: 0; 1])%:R / 2%:R.
Lemma coin_weight_ge0 z : 0 <= coin_weight z. Proof. by rewrite divr_ge0 ?ler0n. Qed.
Lemma coin_weight_sum : sums_to coin_weight 1.
Proof.
have -> : 1 = \sum_(z <- [:: 0; 1]) coin_weight z.
  by rewrite big_cons big_seq1 /coin_weight !inE !eqxx orbT -mulrDl -natrD divff // pnatr_eq0.
by apply: finite_sums; [by [] | exact: coin_weight_ge0 | move=> z /negbTE out; rewrite /coin_weight out mul0r].
Qed.
Definition coin_noise : noise := Noise coin_weight_ge0 coin_weight_sum.

Lemma coin_noise_out z : (z < 0) || (1 < z) -> coin_noise z = 0.
Proof. by case: z => [[|[|k]] | k] //= _; rewrite /coin_weight /= mul0r. Qed.

Lemma coin_noise_in z : z \in [:: 0; 1] -> 0 < coin_noise z.
Proof. by rewrite /= /coin_weight => ->; rewrite divr_gt0 ?ltr0n. Qed.

Definition still_weight (z : int) : R := (z == 0)%:R.
Lemma still_weight_ge0 z : 0 <= still_weight z. Proof. exact: ler0n. Qed.
Lemma still_weight_sum : sums_to still_weight 1.
Proof.
have -> : 1 = \sum_(z <- [:: 0]) still_weight z by rewrite big_seq1.
by apply: finite_sums => // [|z]; [exact: still_weight_ge0 | rewrite inE /still_weight => /negbTE ->].
Qed.
Definition no_noise : noise := Noise still_weight_ge0 still_weight_sum.

Lemma draw_still (T : finType) (K : int -> dist T) u : draw no_noise K u = K 0 u.
Proof.
apply/eqP; rewrite eq_le; apply/andP; split; last by have := draw_ge no_noise K u 0; rewrite /= /still_weight eqxx mul1r.
apply: (sums_to_least (drawP _ _ _)) => F uF.
apply: (@le_trans _ _ (\sum_(z <- F) no_noise z * K 0 u)).
  by apply: ler_sum => z _; rewrite /= /still_weight; case: eqP => [-> | _]; rewrite ?mul0r.
rewrite -mulr_suml -[X in _ <= X]mul1r; apply: ler_wpmul2r; first exact: mass_ge0.
exact: partial_below (chance_sum no_noise) uF.
Qed.

End FiniteNoise.

Section AboveThreshold.
Variables (eps : R) (eps_gt0 : 0 < eps).

(* Two queries, of which one is 1 and the other 0, without noise: the second is named only where the first is 0. *)
Definition one_of_two (x : bool) (i : nat) : int := if i == 0%nat then (~~ x)%:Z else x%:Z.

Theorem one_of_two_moves_by_one : sensitivity_one bits one_of_two.
Proof. by move=> [] [] // _ [|i]. Qed.

Lemma run_still v t : run no_noise 2 v t (Some None) = (~~ (t <= v 0%nat) && (t <= v 1%nat))%:R.
Proof.
rewrite draw_still addr0; case: ifP => _; first by rewrite ffunE.
rewrite dmap_some draw_still addr0; case: ifP => _; first by rewrite ffunE.
by rewrite dmap_none.
Qed.

Theorem query_without_noise eps' :
  ~ dp (above_threshold_with (threshold_noise eps_gt0) no_noise 2 one_of_two 0) bits eps' 0.
Proof.
apply: (@never_said _ _ (Some None)).
  apply: lt_le_trans (draw_ge _ _ _ 1); apply: mulr_gt0; first exact: geometric_gt0.
  by rewrite run_still ltr01.
apply: draw_zero => z; rewrite run_still add0r /one_of_two /=.
by case: (lerP z 1) => z1; rewrite ?mulr0 // (_ : (z <= 0) = false) ?mulr0 //; apply/negbTE; rewrite -ltNge; apply: lt_trans z1.
Qed.

(* Noise of a finite range: a query 2 below the threshold never reaches it, one that is 1 below it may. *)
Definition below_by (x : bool) (i : nat) : int := if x then -1 else -2.

Theorem finite_noise_reaches eps' : ~ dp (above_threshold_with coin_noise coin_noise 1 below_by 0) bits eps' 0.
Proof.
apply: (@never_said _ _ None).
  apply: lt_le_trans (draw_ge _ _ _ 0); apply: mulr_gt0; first exact: coin_noise_in.
  apply: lt_le_trans (draw_ge _ _ _ 1); apply: mulr_gt0; first exact: coin_noise_in.
  by rewrite ffunE ltr01.
apply: draw_zero => z; rewrite add0r; case: (lerP 0 z) => z0; last by rewrite coin_noise_out ?z0 ?mul0r.
have -> : run coin_noise 1 (below_by false) z None = 0; last by rewrite mulr0.
apply: draw_zero => y; case: (lerP y 1) => y1; last by rewrite coin_noise_out ?y1 ?orbT ?mul0r.
rewrite (_ : (z <= _) = false) ?dmap_none ?mulr0 //; apply/negbTE; rewrite -ltNge.
by apply: lt_le_trans z0; rewrite -subr_lt0 subr0; apply: le_lt_trans (_ : -2 + 1 < 0) => //; rewrite ler_add2l.
Qed.

(* Without noise on the threshold: that none of n queries reaches it is e^(n eps/4) times as likely. *)
Definition all_at (x : bool) (i : nat) : int := (~~ x)%:Z.

Fixpoint nowhere (n : nat) : positions n := if n is n'.+1 return positions n then Some (nowhere n') else tt.

Notation Q := (query_noise eps_gt0).
Definition misses (v t : int) : R := draw Q (fun z => point (~~ (t <= v + z))) true.

Lemma draw_scaled (T U : finType) (N : noise) (K : int -> dist T) (L : int -> dist U) u v c : 0 < c ->
  (forall z, K z u = c * L z v) -> draw N K u = c * draw N L v.
Proof.
move=> c0 e; apply/eqP; rewrite eq_le; apply/andP; split.
  by apply: (@draw_le _ _ _ _ _ _ _ c (fun z => z)) => // [|z]; [exact: ltW | rewrite e mulrCA].
rewrite -ler_pdivl_mull //; apply: (@draw_le _ _ _ _ _ _ _ c^-1 (fun z => z)) => // [|z]; first by rewrite invr_ge0 ltW.
by rewrite e [X in _ <= X]mulrCA mulKf ?gt_eqF.
Qed.

Lemma misses_gt0 v t : 0 < misses v t.
Proof.
pose z := t - v - 1; apply: lt_le_trans (draw_ge _ _ _ z).
rewrite ffunE (_ : t <= v + z = false) ?eqxx ?mulr1; last first.
  by apply/negbTE; rewrite -ltNge /z addrA [v + _]addrC subrK -subr_gt0 opprB addrCA subrr addr0.
exact: geometric_gt0.
Qed.

Lemma run_misses n v t : run Q n (fun _ => v) t (nowhere n) = misses v t ^+ n.
Proof.
elim: n => [|n IH]; first by rewrite expr0 /= ffunE.
rewrite exprSr; apply: draw_scaled => [|z]; first by rewrite exprn_gt0 // misses_gt0.
by case: ifP => _; rewrite ?dmap_some ?IH !ffunE /= ?mulr0 ?mulr1.
Qed.

Lemma misses_step : exp (eps / 4%:R) * misses 1 1 <= misses 0 1.
Proof.
rewrite mulrC -ler_pdivl_mulr ?exp_gt0 // mulrC -expN.
apply: (@draw_le _ _ _ _ _ _ _ _ (fun z => z + 1)) => [|| z]; [exact: addIr | exact: exp_ge0 |].
rewrite !ffunE add0r [1 + z]addrC; case: (lerP 1 (z + 1)) => h; first by rewrite !mulr0.
rewrite !mulr1 expN -ler_pdivr_mull ?invr_gt0 ?exp_gt0 // invrK.
have z0 : z < 0 by rewrite -(ltr_add2r 1) add0r.
case: z z0 {h} => // k _; rewrite /= /geometric_weight mulrCA ler_wpmul2l //.
  have a1 : exp (- (eps / 4%:R)) <= 1 by rewrite -[X in _ <= X]exp0 ler_exp oppr_le0; exact: ltW (quarter_gt0 eps_gt0).
  by rewrite divr_ge0 ?subr_ge0 // addr_ge0 ?ler01 ?exp_ge0.
have -> : exp (eps / 4%:R) = (exp (- (eps / 4%:R)))^-1 by rewrite expN invrK.
have -> : absz (Negz k + 1) = k by rewrite NegzE -[k.+1]addn1 PoszD opprD subrK abszN.
by rewrite /= exprS mulKf ?exp_neq0.
Qed.

Theorem threshold_without_noise n eps' :
  dp (above_threshold_with no_noise Q n all_at 1) bits eps' 0 -> n%:R * (eps / 4%:R) <= eps'.
Proof.
move=> /dp_outcomes /(_ true false isT (nowhere n)).
have at_input x : above_threshold_with no_noise Q n all_at 1 x (nowhere n) = misses (~~ x)%:Z 1 ^+ n.
  by rewrite [LHS]draw_still addr0 run_misses.
rewrite !at_input /= => h.
have := le_trans (ler_expn2r n _ _ misses_step) h; rewrite !nnegrE mulr_ge0 ?exp_ge0 ?mass_ge0 // => /(_ isT isT).
by rewrite exprMn ler_pmul2r ?exprn_gt0 ?misses_gt0 // -exp_mul_nat ler_exp.
Qed.

End AboveThreshold.

Section NoisyMax.
Variables (eps : R) (eps_gt0 : 0 < eps).

Lemma double_gt0 : 0 < 2%:R * eps. Proof. by rewrite mulr_gt0 ?ltr0n. Qed.

(* Values that move by 2, each in its own way; and the second alone, by 2. *)
Definition which_is_two (x i : bool) : int := (2 * (i == x))%nat%:Z.
Definition second_is_two (x i : bool) : int := if i then (2 * x)%nat%:Z else 1.

Theorem values_move_by_two eps' :
  dp (report_noisy_max which_is_two first_of_two OneSided eps_gt0) bits eps' 0 -> 3%:R * (eps / 2%:R) <= eps'.
Proof.
move=> /dp_outcomes /(_ true false isT true); rewrite /report_noisy_max !noisy_max_lead => h.
have := lead_step (half_rate eps_gt0) 3 (lexx (-1)) => le.
have more : lead (half_rate eps_gt0) (-1) <= lead (half_rate eps_gt0) (-2).
  rewrite -[X in _ <= X]mul1r; apply: (@draw_le _ _ _ _ _ _ _ 1 (fun z => z)) => // z.
  rewrite mul1r; apply: ler_wpmul2l; first exact: chance_ge0.
  rewrite -[X in _ <= X]mul1r; apply: (@draw_le _ _ _ _ _ _ _ 1 (fun z => z)) => // y.
  rewrite mul1r; apply: ler_wpmul2l; first exact: chance_ge0.
  rewrite !ffunE; case: (ltP (y - 1) z) => [lt | _]; last by rewrite ler0n.
  by rewrite (_ : (y - 2%:Z < z)) //; apply: le_lt_trans lt; rewrite ler_add2l.
have := le_trans (le_trans le more) h; rewrite (_ : -1 + 3%:Z = 2%:Z) // ler_pmul2r ?ler_exp //.
exact: (lead_gt0 (half_rate eps_gt0) 2).
Qed.

Theorem monotone_values_move_by_two eps' :
  dp (monotone_noisy_max second_is_two first_of_two OneSided eps_gt0) bits eps' 0 -> 2%:R * eps <= eps'.
Proof.
move=> /dp_outcomes /(_ true false isT true); rewrite /monotone_noisy_max !noisy_max_lead => h.
have := le_trans (lead_step eps_gt0 2 (lexx (-1))) h; rewrite (_ : -1 + 2%:Z = 1%:Z) // ler_pmul2r ?ler_exp //.
exact: (lead_gt0 eps_gt0 1).
Qed.

(* Noise of rate eps where values move both ways, in the place of eps/2. *)
Theorem values_move_both_ways eps' :
  dp (monotone_noisy_max which_is_one first_of_two OneSided eps_gt0) bits eps' 0 -> 2%:R * eps <= eps'.
Proof.
move=> /dp_outcomes /(_ true false isT true); rewrite /monotone_noisy_max !noisy_max_lead => h.
have := le_trans (lead_step eps_gt0 2 (lexx (-1))) h; rewrite (_ : -1 + 2%:Z = 1%:Z) // ler_pmul2r ?ler_exp //.
exact: (lead_gt0 eps_gt0 1).
Qed.

(* Noise of rate 2 eps, where the second value rises by 1. *)
Theorem monotone_of_twice_the_rate eps' :
  dp (monotone_noisy_max second_is_one first_of_two OneSided double_gt0) bits eps' 0 -> 2%:R * eps <= eps'.
Proof. exact: monotone_noisy_max_tight. Qed.

(* The value in the place of the index: of one value, and whether it is at least 1; with noise of any rate. *)
Theorem value_released eps' : ~ dp (fun x : bool => draw (one_sided eps_gt0) (fun z => point (1 <= (~~ x)%:Z + z))) bits eps' 0.
Proof.
apply: (@never_said _ _ false).
  apply: lt_le_trans (draw_ge _ _ _ 0); rewrite ffunE mulr1 /= expr0 mulr1 subr_gt0 -exp0 ltr_exp oppr_lt0 //.
by apply: draw_zero => -[k | k]; rewrite ?mul0r // ffunE (_ : 1 <= _) ?mulr0 // ler_addl.
Qed.

(* One noise for all values: the larger one wins for certain. *)
Theorem one_noise_for_all (N : noise) eps' :
  ~ dp (fun x : bool => draw N (fun z => first_of_two (winners (fun i => second_is_one x i + z)))) bits eps' 0.
Proof.
have wins x z : first_of_two (winners (fun i => second_is_one x i + z)) true = x%:R.
  rewrite ffunE eq_sym eqb_id inE negb_forall; congr (nat_of_bool _)%:R.
  apply/existsP/idP => [[[]] | xT]; last by exists true; rewrite -ltNge ltr_add2r /second_is_one xT.
    by rewrite -ltNge ltr_add2r; case: x.
  by rewrite lexx.
apply: (@never_said _ _ true); last by apply: draw_zero => z; rewrite wins mulr0.
rewrite lt_def mass_ge0 andbT; apply/negP => /eqP zero; have := chance_sum N.
have none z : N z = 0.
  apply/eqP; rewrite eq_le chance_ge0 andbT -zero.
  by have := draw_ge N (fun z => first_of_two (winners (fun i => second_is_one true i + z))) true z; rewrite wins mulr1.
move=> h; have : (1 : R) <= 0 by apply: (sums_to_least h) => F _; rewrite big1.
by rewrite ler10.
Qed.

(* Noise of a finite range: at (1, 0) the second value never wins, at (1, 1) it may. *)
Definition second_may_win (x i : bool) : int := if i then x%:Z else 1.

Theorem finite_noise_wins eps' : ~ dp (fun x => noisy_max coin_noise first_of_two (second_may_win x)) bits eps' 0.
Proof.
have mass x : noisy_max coin_noise first_of_two (second_may_win x) true
    = draw coin_noise (fun z => draw coin_noise (fun y => point (1 + y < x%:Z + z))) true.
  rewrite /noisy_max enumT unlock /=; apply: draw_same => z; apply: draw_same => y; rewrite !ffunE /=.
  congr (nat_of_bool _)%:R; rewrite ![true == _]eq_sym !eqb_id inE negb_forall.
  by apply/existsP/idP => [[[]] | h]; rewrite /= ?lexx // -?ltNge //; exists true; rewrite /= -ltNge.
apply: (@never_said _ _ true); rewrite mass.
  apply: lt_le_trans (draw_ge _ _ _ 1); apply: mulr_gt0; first exact: coin_noise_in.
  apply: lt_le_trans (draw_ge _ _ _ 0); apply: mulr_gt0; first exact: coin_noise_in.
  by rewrite ffunE ltr01.
apply: draw_zero => z; case: (lerP z 1) => z1; last by rewrite coin_noise_out ?z1 ?orbT ?mul0r.
rewrite [draw _ _ _]draw_zero ?mulr0 // => y; case: (lerP 0 y) => y0; last by rewrite coin_noise_out ?y0 ?mul0r.
rewrite ffunE (_ : (_ < _) = false) ?mulr0 //; apply/negbTE; rewrite -leNgt add0r.
by apply: le_trans z1 _; rewrite ler_addl.
Qed.

End NoisyMax.
