(* Above threshold without one of its hypotheses: queries that move further, noise of other rates, a run that goes on. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals.
From Assay Require Import Real Distribution HockeyStick Mechanism RandomisedResponse Group Countable AboveThreshold SparseVector.
From Assay Require Import NoisyMax AttainedSelection WithoutNoise.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
From mathcomp Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation bits := (@all_pairs [eqType of bool]).

(* A query below its threshold, with noise of rate r on it. *)
Section Below.
Variables (r : R) (r0 : 0 < r).
Local Notation N := (geometric r0).

Definition below (v t : int) : R := draw N (fun z => point (~~ (t <= v + z))) true.
Definition above (v t : int) : R := draw N (fun z => point (~~ (t <= v + z))) false.

Lemma below_mono v w t : w <= v -> below v t <= below w t.
Proof.
move=> wv; rewrite -[X in _ <= X]mul1r; apply: (@draw_le _ _ _ _ _ _ _ 1 (fun z => z)) => // z.
rewrite mul1r; apply: ler_wpmul2l; first exact: chance_ge0.
rewrite !ffunE; case: (lerP t (w + z)) => [le | _]; last by rewrite ler_nat; case: (_ <= _).
by rewrite (le_trans le) // ler_add2r.
Qed.

Lemma geometric_below (z : int) (k : nat) : z + k%:Z <= 0 -> N z = exp (- (k%:R * r)) * N (z + k%:Z).
Proof.
move=> zk; rewrite /= /geometric_weight [RHS]mulrCA; congr (_ * _).
have z0 : z <= 0 by rewrite (le_trans _ zk) // ler_addl.
pose w : int := z + k%:Z; have {z0} e : absz z = (k + absz w)%nat.
  by apply/eqP; rewrite -eqz_nat PoszD (lez0_abs z0) (lez0_abs zk) opprD addrCA subrr addr0.
by rewrite e exprD [exp (- (_ * _))]expN exp_mul_nat -exprVn -expN.
Qed.

(* A query that is above the threshold, raised by k. *)
Lemma below_step v t (k : nat) : t <= v + 1 -> below (v + k%:Z) t <= exp (- (k%:R * r)) * below v t.
Proof.
move=> tv; apply: (@draw_le _ _ _ _ _ _ _ _ (fun z => z + k%:Z)) => [|| z]; [exact: addIr | exact: exp_ge0 |].
have e : v + (z + k%:Z) = v + k%:Z + z by ring.
rewrite !ffunE e; case: (lerP t (v + k%:Z + z)) => h; first by rewrite !mulr0.
have zk : z + k%:Z <= 0 by rewrite -ltz_addr1 add0r -(ltr_add2l v) e; exact: lt_le_trans h tv.
by rewrite !mulr1 -geometric_below.
Qed.

Lemma below_shift v t c : below (v + c) (t + c) = below v t.
Proof. by apply: draw_same => z; rewrite addrAC ler_add2r. Qed.

Lemma geometric_above (z : int) (k : nat) : 0 <= z - k%:Z -> N z = exp (- (k%:R * r)) * N (z - k%:Z).
Proof.
have even y : N (- y) = N y by rewrite /= /geometric_weight abszN.
move=> zk; rewrite -even (@geometric_below _ k); last by rewrite -oppr_ge0 opprD opprK.
by rewrite -[in RHS]even opprB addrC.
Qed.

Lemma run_below v t : run N 1 v t (Some tt) = below (v 0%nat) t.
Proof.
rewrite -[RHS]mul1r; apply: draw_scaled => [|z]; first exact: ltr01.
by rewrite mul1r; case: ifP => _; rewrite ?dmap_some !ffunE.
Qed.

End Below.

Section AboveThreshold.
Variables (eps : R) (eps_gt0 : 0 < eps).

Local Notation T := (threshold_noise eps_gt0).
Local Notation missed v := (draw T (fun z => run (query_noise eps_gt0) 1 (fun _ => v) (0 + z)) (Some tt)).

(* A query that is 5k higher: where the threshold is low the query pays, and where it is high the threshold. *)
Lemma missed_less (k : nat) : missed (5 * k)%nat%:Z <= exp (- (k%:R * (eps / 2%:R))) * missed 0.
Proof.
apply: (@draw_le _ _ _ _ _ _ _ _ (fun z => z - k%:Z)) => [|| z]; [exact: addIr | exact: exp_ge0 |].
rewrite !run_below !add0r.
have -> : below (quarter_gt0 eps_gt0) (5 * k)%nat%:Z z = below (quarter_gt0 eps_gt0) (0 + (4 * k)%nat%:Z) (z - k%:Z).
  have e : 0 + (4 * k)%nat%:Z + k%:Z = (5 * k)%nat%:Z by rewrite add0r -PoszD -mulSnr.
  by have := below_shift (quarter_gt0 eps_gt0) (0 + (4 * k)%nat%:Z) (z - k%:Z) k%:Z; rewrite subrK e.
case: (lerP 0 (z - k%:Z)) => zk.
  rewrite [T z](geometric_above _ zk) -mulrA; apply: ler_wpmul2l; first exact: exp_ge0.
  by apply: ler_wpmul2l; [exact: chance_ge0 | apply: below_mono; rewrite ler_addl].
have := geometric_shift (half_gt0 eps_gt0) z (- k%:Z); rewrite abszN /= => shift.
have low : below (quarter_gt0 eps_gt0) (0 + (4 * k)%nat%:Z) (z - k%:Z)
    <= exp (- ((4 * k)%:R * (eps / 4%:R))) * below (quarter_gt0 eps_gt0) 0 (z - k%:Z).
  by apply: below_step; apply: le_trans (ltW zk) _.
have -> : exp (- (k%:R * (eps / 2%:R))) = exp (k%:R * (eps / 2%:R)) * exp (- ((4 * k)%:R * (eps / 4%:R))).
  by rewrite -expD natrM; congr exp; field.
by rewrite mulrACA; apply: ler_pmul; rewrite ?mass_ge0 // (geometric_weight_ge0 (half_gt0 eps_gt0)).
Qed.

Lemma missed_gt0 v : 0 < missed v.
Proof.
apply: lt_le_trans (draw_ge _ _ _ 0); apply: mulr_gt0; first exact: geometric_gt0.
apply: lt_le_trans (draw_ge _ _ _ (- v - 1)); apply: mulr_gt0; first exact: geometric_gt0.
have -> : (0 + 0 <= v + (- v - 1)) = false by apply/negbTE; rewrite -ltNge addr0 addrA subrr add0r.
by rewrite dmap_some ffunE eqxx ltr01.
Qed.

Lemma missed_private (X : Type) (x y : X) (k : nat) (query : X -> nat -> int) e :
  (forall i, query x i = 0) -> (forall i, query y i = (5 * k)%nat%:Z) ->
  above_threshold eps_gt0 1 query 0 x (Some tt) <= exp e * above_threshold eps_gt0 1 query 0 y (Some tt) -> k%:R * (eps / 2%:R) <= e.
Proof.
have at_input u v : (forall i, query u i = v) -> above_threshold eps_gt0 1 query 0 u (Some tt) = missed v.
  by move=> qu; apply: draw_same => z; rewrite !run_below qu.
move=> /at_input -> /at_input -> h.
have {}h : 1 * missed 0 <= exp e * exp (- (k%:R * (eps / 2%:R))) * missed 0.
  by rewrite mul1r -mulrA; apply: le_trans h _; apply: ler_wpmul2l (missed_less k); exact: exp_ge0.
by move: h; rewrite ler_pmul2r ?missed_gt0 // -expD exp_ge1 subr_ge0.
Qed.

(* A query that moves by 5k. *)
Definition moved_by (k : nat) (x : bool) (i : nat) : int := if x then 0 else (5 * k)%nat%:Z.

Theorem queries_move_further (k : nat) e :
  dp (above_threshold eps_gt0 1 (moved_by k) 0) bits e 0 -> k%:R * (eps / 2%:R) <= e.
Proof. by move=> /dp_outcomes /(_ true false isT (Some tt)); apply: missed_private. Qed.

(* A count, where neighbours are 1 apart. *)
Definition one_apart : relation_on nat := fun x y => x = y.+1 \/ y = x.+1.
Definition the_count (x i : nat) : int := x%:Z.

Theorem the_count_moves_by_one : sensitivity_one one_apart the_count.
Proof.
move=> x y [-> | ->] i; rewrite /the_count -addn1 PoszD ?opprD ?addrA ?subrr ?sub0r ?normrN // addrAC subrr add0r //.
Qed.

Lemma steps_up n m : steps one_apart n m (m + n)%nat.
Proof. by elim: n m => [|n IH] m /=; [rewrite addn0 | exists m.+1; split; [right | rewrite -addSnnS]]. Qed.

(* With noise of the rates eps/2 and eps/4: at least eps/10, so that noise of more than ten times these is too little. *)
Theorem the_count_costs e : dp (above_threshold eps_gt0 1 the_count 0) one_apart e 0 -> eps / 10%:R <= e.
Proof.
move=> /(@group_privacy_sum _ _ _ _ _ _ 5); rewrite mul0r => /dp_outcomes /(_ 0%nat 5%nat (steps_up 5 0) (Some tt)).
move=> /(@missed_private _ _ _ 1) h; have {}h : 1%:R * (eps / 2%:R) <= 5%:R * e by apply: h.
rewrite ler_pdivr_mulr ?ltr0n //; move: h; rewrite mul1r ler_pdivr_mulr ?ltr0n //.
by rewrite (_ : 5%:R * e * 2%:R = e * 10%:R) //; ring.
Qed.

End AboveThreshold.

(* A run that goes on after a TRUE, to the last query: with noise of rate r on each query and s on the threshold, of any
   rates, so of those of above threshold and of sparse vector; 2m queries cost at least m r. *)
Section GoesOn.
Variables (r s : R) (r0 : 0 < r) (s0 : 0 < s).
Local Notation N := (geometric r0).
Local Notation T := (geometric s0).

Definition goes_on (m : nat) (query : bool -> nat -> int) : mechanism bool (replies m) :=
  fun x => draw T (fun z => sparse_run N m m (query x) (0 + z)).

(* Queries of two kinds by turns: those of one kind rise where the others fall. *)
Definition by_turns (x : bool) (i : nat) : int := (odd i == x)%:Z.

Theorem by_turns_move_by_one : sensitivity_one bits by_turns.
Proof. by move=> [] [] // _ i; rewrite /by_turns; case: (odd i). Qed.

Fixpoint false_then_true (m : nat) : replies m.*2 :=
  if m is m'.+1 return replies m.*2 then Some (false, Some (true, false_then_true m')) else tt.

Lemma below_gt0 v t : 0 < below r0 v t.
Proof.
apply: lt_le_trans (draw_ge _ _ _ (t - v - 1)); apply: mulr_gt0; first exact: geometric_gt0.
have -> : v + (t - v - 1) = t - 1 by ring.
by rewrite (_ : (t <= t - 1) = false) ?ffunE ?ltr01 //; apply/negbTE; rewrite -ltNge ltr_subl_addr ltr_addl.
Qed.

Lemma above_gt0 v t : 0 < above r0 v t.
Proof.
apply: lt_le_trans (draw_ge _ _ _ (t - v)); apply: mulr_gt0; first exact: geometric_gt0.
by rewrite (_ : v + (t - v) = t) ?lexx ?ffunE ?ltr01 //; ring.
Qed.

Lemma run_by_turns (m c : nat) value v w t : (m <= c)%nat -> (forall i, value i = if odd i then w else v) ->
  sparse_run N c m.*2 value t (false_then_true m) = (below r0 v t * above r0 w t) ^+ m.
Proof.
elim: m c value => [|m IH] [|c] value mc e //; [by rewrite /= ffunE | by rewrite /= ffunE |].
have pos : 0 < (below r0 v t * above r0 w t) ^+ m by rewrite exprn_gt0 // mulr_gt0 ?below_gt0 ?above_gt0.
rewrite exprS -mulrA mulrC /=; apply: draw_scaled => [|z]; first by rewrite mulr_gt0 ?above_gt0.
rewrite !e /=; case: ifP => _; first by rewrite (dmap_other false) ffunE /= mulr0.
rewrite dmap_same [point _ _]ffunE mulr1 mulrC; apply: draw_scaled => // y.
case: ifP => _; last by rewrite (dmap_other true) ffunE /= mulr0.
rewrite dmap_same [point _ _]ffunE mulr1; apply: IH => // i.
by rewrite e /= negbK.
Qed.

(* However the threshold falls, one half of the queries has e^r for itself. *)
Lemma turned t : exp r * (below r0 1 t * above r0 0 t) <= below r0 0 t * above r0 1 t.
Proof.
case: (lerP t 1) => t1.
  rewrite mulrA; apply: ler_pmul; rewrite ?mulr_ge0 ?exp_ge0 ?mass_ge0 //.
    rewrite mulrC -ler_pdivl_mulr ?exp_gt0 // mulrC -expN.
    by have := @below_step _ r0 0 t 1; rewrite mul1r; apply.
  rewrite -[X in _ <= X]mul1r; apply: (@draw_le _ _ _ _ _ _ _ 1 (fun z => z)) => // z.
  rewrite mul1r; apply: ler_wpmul2l; first exact: chance_ge0.
  rewrite !ffunE; case: (lerP t (0 + z)) => [le | _]; last by rewrite ler_nat; case: (_ <= _).
  by rewrite (le_trans le) // ler_add2r.
rewrite mulrCA; apply: ler_pmul; rewrite ?mulr_ge0 ?exp_ge0 ?mass_ge0 //; first exact: below_mono.
rewrite mulrC -ler_pdivl_mulr ?exp_gt0 // mulrC -expN.
apply: (@draw_le _ _ _ _ _ _ _ _ (fun z => z - 1)) => [|| z]; [exact: addIr | exact: exp_ge0 |].
rewrite !ffunE [1 + _]addrC subrK add0r; case: (lerP t z) => tz; last by rewrite !mulr0.
have := @geometric_above _ r0 z 1; rewrite mul1r => ->; first by rewrite -mulrA; exact: lexx.
by rewrite subr_ge0 ltW // (lt_le_trans t1).
Qed.

Theorem run_goes_on (m : nat) e : dp (goes_on m.*2 by_turns) bits e 0 -> m%:R * r <= e.
Proof.
move=> /dp_outcomes /(_ true false isT (false_then_true m)).
have at_input x : goes_on m.*2 by_turns x (false_then_true m)
    = draw T (fun z => sparse_run N m.*2 m.*2 (by_turns x) (0 + z)) (false_then_true m) by [].
have enough : (m <= m.*2)%nat by rewrite -addnn leq_addr.
have run x z : sparse_run N m.*2 m.*2 (by_turns x) (0 + z) (false_then_true m)
    = (below r0 (~~ x)%:Z z * above r0 x%:Z z) ^+ m.
  by rewrite add0r (run_by_turns z enough (_ : forall i, by_turns x i = if odd i then x%:Z else (~~ x)%:Z)) // => i; rewrite /by_turns; case: (odd i); case: x.
have pos x z : 0 < (below r0 (~~ x)%:Z z * above r0 x%:Z z) ^+ m by rewrite exprn_gt0 // mulr_gt0 ?below_gt0 ?above_gt0.
have some x : 0 < goes_on m.*2 by_turns x (false_then_true m).
  by apply: lt_le_trans (draw_ge _ _ _ 0); rewrite mulr_gt0 ?geometric_gt0 // run.
have less : goes_on m.*2 by_turns false (false_then_true m) <= exp (- (m%:R * r)) * goes_on m.*2 by_turns true (false_then_true m).
  rewrite !at_input; apply: (@draw_le _ _ _ _ _ _ _ _ (fun z => z)) => // [|z]; first exact: exp_ge0.
  rewrite mulrCA; apply: ler_wpmul2l; first exact: chance_ge0.
  rewrite !run /= expN -ler_pdivr_mull ?invr_gt0 ?exp_gt0 // invrK exp_mul_nat -exprMn.
  by apply: ler_expn2r; rewrite ?nnegrE ?mulr_ge0 ?exp_ge0 ?mass_ge0 // turned.
move=> h; have := le_trans h (ler_wpmul2l (exp_ge0 e) less).
by rewrite mulrA -[X in X <= _]mul1r ler_pmul2r // -expD exp_ge1 subr_ge0.
Qed.

End GoesOn.
