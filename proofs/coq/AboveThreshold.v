(* Above threshold with two-sided noise on all integers: the position of the first query whose noisy value reaches a
   noisy threshold is eps-DP, whatever the number of queries. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals.
From Assay Require Import Real Distribution HockeyStick Mechanism Countable.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
From mathcomp Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* The positions of n queries: the first, a later one, or none. *)
Fixpoint positions (n : nat) : finType :=
  if n is n'.+1 then [finType of option (positions n')] else [finType of unit].

(* The run against a threshold t, with noise Q on each query: it ends at the first query with value + noise >= t. *)
Fixpoint run (Q : noise) (n : nat) (value : nat -> int) (t : int) : dist (positions n) :=
  if n is n'.+1 then
    draw Q (fun z => if t <= value 0%nat + z then point None else dmap Some (run Q n' (fun i => value i.+1) t))
  else point tt.

(* n queries against a threshold that everybody knows, with noise T on it that is drawn once. *)
Definition above_threshold_with (T Q : noise) (X : Type) (n : nat) (query : X -> nat -> int) (threshold : int)
    : mechanism X (positions n) :=
  fun x => draw T (fun z => run Q n (query x) (threshold + z)).

(* Noise on an answer that moves by at most 1. *)
Section Noisy.
Variables (eps : R).
Hypothesis eps_gt0 : 0 < eps.

Lemma half_gt0 : 0 < eps / 2%:R. Proof. by rewrite divr_gt0 ?ltr0n. Qed.
Lemma quarter_gt0 : 0 < eps / 4%:R. Proof. by rewrite divr_gt0 ?ltr0n. Qed.

(* The noise of the threshold has rate eps/2, that of each query eps/4. *)
Definition threshold_noise : noise := geometric half_gt0.
Definition query_noise : noise := geometric quarter_gt0.

Variables (X : Type) (adj : relation_on X).

Definition above_threshold (n : nat) (query : X -> nat -> int) (threshold : int) : mechanism X (positions n) :=
  above_threshold_with threshold_noise query_noise n query threshold.

(* Every query moves by at most 1. *)
Definition sensitivity_one (query : X -> nat -> int) :=
  forall x y, adj x y -> forall i, `|query x i - query y i| <= 1.

Lemma dmap_some (T : finType) (P : dist T) o : dmap some P (Some o) = P o.
Proof.
rewrite ffunE (bigD1 o) //= ffunE eqxx mulr1 big1 ?addr0 // => t /negbTE to.
by rewrite ffunE (_ : (Some o == Some t) = (o == t)) // eq_sym to mulr0.
Qed.

Lemma dmap_none (T : finType) (P : dist T) : dmap some P None = 0.
Proof. by rewrite ffunE big1 // => t _; rewrite ffunE mulr0. Qed.

Lemma exp_half_ge1 : 1 <= exp (eps / 2%:R). Proof. by rewrite exp_ge1 ltW // half_gt0. Qed.

(* The threshold raised by 1, and the noise of the query at which the run ends by 2. *)
Lemma run_near n (v w : nat -> int) (t : int) : (forall i, `|v i - w i| <= 1) ->
  forall o, run query_noise n v t o <= exp (eps / 2%:R) * run query_noise n w (t + 1) o.
Proof.
elim: n v w => [|n IH] v w near o.
  by rewrite -{1}[run _ _ _ _ _]mul1r ler_wpmul2r ?mass_ge0 // exp_half_ge1.
have /andP [lower upper] : -1 <= v 0%nat - w 0%nat <= 1 by rewrite -ler_norml near.
have wv : w 0%nat <= v 0%nat + 1 by rewrite -ler_subl_addr addrC -ler_subr_addr.
have vw : v 0%nat <= w 0%nat + 1 by rewrite addrC -ler_subl_addr.
have half0 : 0 <= exp (eps / 2%:R) := exp_ge0 _.
pose K (v : nat -> int) (t z : int) : dist (positions n.+1) :=
  if t <= v 0%nat + z then point None else dmap Some (run query_noise n (fun i => v i.+1) t).
rewrite -[run _ n.+1 v t]/(draw query_noise (K v t)) -[run _ n.+1 w (t + 1)]/(draw query_noise (K w (t + 1))).
case: o => [o | ].
- have le := @draw_le _ _ query_noise (K v t) (K w (t + 1)) (Some o) (Some o) (exp (eps / 2%:R)) (fun z => z).
  apply: le => // z; rewrite /K.
  rewrite mulrCA; apply: ler_wpmul2l; first exact: chance_ge0.
  have IHo := IH _ _ (fun i => near i.+1) o.
  case: ifP => [_ | below]; first by rewrite ffunE /= mulr_ge0 ?mass_ge0.
  rewrite dmap_some; case: ifP => [reached | _]; last by rewrite dmap_some.
  move: below; rewrite (_ : t <= v 0%nat + z) //.
  rewrite -(ler_add2r 1); apply: le_trans reached _.
  by rewrite addrAC ler_add2r.
- apply: (@draw_le _ _ query_noise (K v t) (K w (t + 1)) _ _ _ (fun z => z + 2%:Z)) => [ | // | z];
    first exact: addIr.
  rewrite /K.
  have shift := geometric_shift quarter_gt0 z 2.
  have half : exp (2%:R * (eps / 4%:R)) = exp (eps / 2%:R) by congr exp; field.
  rewrite half in shift; case: ifP => [reached | _]; last first.
    rewrite dmap_none mulr0; apply: mulr_ge0 => //.
    by apply: mulr_ge0; [exact: chance_ge0 | exact: mass_ge0].
  have -> : t + 1 <= w 0%nat + (z + 2%:Z).
    apply: (@le_trans _ _ (v 0%nat + z + 1)); first by rewrite ler_add2r.
    have -> : w 0%nat + (z + 2%:Z) = w 0%nat + 1 + z + 1 by ring.
    by rewrite !ler_add2r.
  by rewrite !ffunE eqxx !mulr1.
Qed.

Theorem above_threshold_dp n (query : X -> nat -> int) (threshold : int) :
  sensitivity_one query -> dp (above_threshold n query threshold) adj eps 0.
Proof.
move=> near; apply/dp_outcomes => x y xy o; rewrite /above_threshold /above_threshold_with.
apply: (@draw_le _ _ _ _ _ _ _ _ (fun t => t + 1)) => [ | | t]; [exact: addIr | exact: exp_ge0 | ].
have := geometric_shift half_gt0 t 1; rewrite mul1r => shift.
have whole : exp eps = exp (eps / 2%:R) * exp (eps / 2%:R) by rewrite -expD; congr exp; field.
rewrite whole mulrACA; apply: ler_pmul; rewrite ?chance_ge0 ?mass_ge0 //.
by rewrite addrA; apply: run_near => i; exact: near.
Qed.

End Noisy.
