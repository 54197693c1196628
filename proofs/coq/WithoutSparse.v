(* Sparse vector without one of its hypotheses: each noise, its rates, its range, the sensitivity. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals.
From Assay Require Import Real Distribution HockeyStick Mechanism RandomisedResponse Group Countable AboveThreshold SparseVector.
From Assay Require Import NoisyMax AttainedSelection WithoutNoise WithoutRates.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
From mathcomp Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation bits := (@all_pairs [eqType of bool]).

(* Sparse vector with one answer is above threshold: what refutes the one refutes the other. *)
Section OneAnswer.

Definition sparse_vector_with (T Q : noise) (c : nat) (X : Type) (n : nat) (query : X -> nat -> int) (threshold : int)
    : mechanism X (replies n) :=
  fun x => draw T (fun z => sparse_run Q c n (query x) (threshold + z)).

Fixpoint one_reply (n : nat) : positions n -> replies n :=
  if n is n'.+1 return positions n -> replies n then
    fun o => if o is Some o' then Some (false, one_reply o') else Some (true, if n' is n''.+1 return replies n' then None else tt)
  else fun _ => tt.

Lemma one_reply_run Q n value t (o : positions n) : sparse_run Q 1 n value t (one_reply o) = run Q n value t o.
Proof.
elim: n value o => [|n IH] value o; first by rewrite /= !ffunE; case: o.
rewrite -[RHS]mul1r; apply: draw_scaled => [|z]; first exact: ltr01.
rewrite mul1r; case: ifP => _; case: o => [o|] /=.
- by rewrite (dmap_other false) ffunE.
- by rewrite dmap_same; case: n {IH} => [|n]; rewrite /= !ffunE !eqxx.
- by rewrite dmap_same dmap_some IH.
- by rewrite (dmap_other true) dmap_none.
Qed.

Theorem one_answer (T Q : noise) (X : Type) n query threshold (adj : relation_on X) e :
  dp (sparse_vector_with T Q 1 n query threshold) adj e 0 -> dp (above_threshold_with T Q n query threshold) adj e 0.
Proof.
move=> /dp_outcomes h; apply/dp_outcomes => x y xy o; have := h x y xy (one_reply o).
have same z : sparse_vector_with T Q 1 n query threshold z (one_reply o) = above_threshold_with T Q n query threshold z o.
  by rewrite -[RHS]mul1r; apply: draw_scaled => [|t]; [exact: ltr01 | rewrite mul1r one_reply_run].
by rewrite !same.
Qed.

Variables (eps : R) (eps_gt0 : 0 < eps).
Local Notation T := (threshold_noise eps_gt0).
Local Notation Q := (answer_noise eps_gt0 (erefl : (0 < 1)%nat)).

Lemma same_noise : Q = query_noise eps_gt0.
Proof.
have same r r' (p : 0 < r) (p' : 0 < r') : r = r' -> geometric p = geometric p'.
  by move=> e; move: p p'; rewrite e => p p'; rewrite (bool_irrelevance p p').
by apply: same; rewrite muln1.
Qed.

Theorem sparse_query_without_noise e : ~ dp (sparse_vector_with T no_noise 1 2 one_of_two 0) bits e 0.
Proof. by move=> /one_answer; exact: query_without_noise. Qed.

Theorem sparse_threshold_without_noise n e :
  dp (sparse_vector_with no_noise Q 1 n all_at 1) bits e 0 -> n%:R * (eps / 4%:R) <= e.
Proof. by rewrite same_noise => /one_answer; exact: threshold_without_noise. Qed.

Theorem sparse_finite_noise_reaches e : ~ dp (sparse_vector_with coin_noise coin_noise 1 1 below_by 0) bits e 0.
Proof. by move=> /one_answer; exact: finite_noise_reaches. Qed.

Theorem sparse_queries_move_further (k : nat) e :
  dp (sparse_vector eps_gt0 (erefl : (0 < 1)%nat) 1 (moved_by k) 0) bits e 0 -> k%:R * (eps / 2%:R) <= e.
Proof.
rewrite -[sparse_vector _ _ _ _ _]/(sparse_vector_with T Q 1 1 (moved_by k) 0) same_noise => /one_answer.
exact: queries_move_further.
Qed.

Theorem sparse_count_costs e :
  dp (sparse_vector eps_gt0 (erefl : (0 < 1)%nat) 1 the_count 0) one_apart e 0 -> eps / 10%:R <= e.
Proof.
rewrite -[sparse_vector _ _ _ _ _]/(sparse_vector_with T Q 1 1 the_count 0) same_noise => /one_answer.
exact: the_count_costs.
Qed.

End OneAnswer.
