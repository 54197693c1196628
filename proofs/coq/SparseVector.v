(* Sparse vector with c answers: noisy queries against a threshold whose noise is drawn once, with a stop after the c-th
   TRUE, on all integers; eps-DP whatever the number of queries. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals.
From Assay Require Import Real Distribution HockeyStick Mechanism Countable AboveThreshold.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
From mathcomp Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* The answers to n queries: TRUE or FALSE and those to the others, or a stop. *)
Fixpoint replies (n : nat) : finType :=
  if n is n'.+1 then [finType of option (bool * replies n')] else [finType of unit].

(* The run against a threshold t, with noise Q on each query: it stops after c queries with value + noise >= t. *)
Fixpoint sparse_run (Q : noise) (c n : nat) (value : nat -> int) (t : int) : dist (replies n) :=
  if n is n'.+1 return dist (replies n) then
    if c is c'.+1 then
      draw Q (fun z =>
        if t <= value 0%nat + z then dmap (fun o => Some (true, o)) (sparse_run Q c' n' (fun i => value i.+1) t)
        else dmap (fun o => Some (false, o)) (sparse_run Q c n' (fun i => value i.+1) t))
    else point None
  else point tt.

Lemma dmap_reply (T : finType) (b d : bool) (P : dist T) (o : T) :
  dmap (fun o => Some (b, o)) P (Some (d, o)) = if b == d then P o else 0.
Proof.
rewrite [RHS](_ : _ = (b == d)%:R * P o); last by case: (b == d); rewrite ?mul1r ?mul0r.
rewrite ffunE (bigD1 o) //= ffunE big1 ?addr0 => [|t /negbTE to].
  by rewrite -[Some _ == _]/((d, o) == (b, o)) xpair_eqE eqxx andbT mulrC eq_sym.
by rewrite ffunE -[Some _ == _]/((d, o) == (b, t)) xpair_eqE [o == t]eq_sym to andbF mulr0.
Qed.

Lemma dmap_same (T : finType) (b : bool) (P : dist T) (o : T) : dmap (fun o => Some (b, o)) P (Some (b, o)) = P o.
Proof. by rewrite dmap_reply eqxx. Qed.

Lemma dmap_other (T : finType) (b : bool) (P : dist T) (o : T) : dmap (fun o => Some (~~ b, o)) P (Some (b, o)) = 0.
Proof. by rewrite dmap_reply; case: b. Qed.

Lemma dmap_no_reply (T : finType) (b : bool) (P : dist T) : dmap (fun o => Some (b, o)) P None = 0.
Proof. by rewrite ffunE big1 // => t _; rewrite ffunE mulr0. Qed.

Section Noisy.
Variables (eps : R) (c : nat).
Hypotheses (eps_gt0 : 0 < eps) (c_gt0 : (0 < c)%nat).

Lemma answer_rate_gt0 : 0 < eps / (4 * c)%:R. Proof. by rewrite divr_gt0 // ltr0n muln_gt0. Qed.

(* The noise of each query has rate eps/(4 c), that of the threshold eps/2. *)
Definition answer_noise : noise := geometric answer_rate_gt0.

Variables (X : Type) (adj : relation_on X).

Definition sparse_vector (n : nat) (query : X -> nat -> int) (threshold : int) : mechanism X (replies n) :=
  fun x => draw (threshold_noise eps_gt0) (fun z => sparse_run answer_noise c n (query x) (threshold + z)).

(* What a TRUE costs. *)
Let A : R := exp (2%:R * (eps / (4 * c)%:R)).
Let A1 : 1 <= A. Proof. by rewrite exp_ge1 mulr_ge0 ?ler0n // ltW // answer_rate_gt0. Qed.
Let A0 : 0 <= A. Proof. exact: exp_ge0. Qed.

(* The threshold raised by 1, and the noise of every query that is answered TRUE by 2. *)
Lemma sparse_run_near n k (v w : nat -> int) (t : int) : (forall i, `|v i - w i| <= 1) ->
  forall o, sparse_run answer_noise k n v t o <= A ^+ k * sparse_run answer_noise k n w (t + 1) o.
Proof.
elim: n k v w => [|n IH] k v w near o.
  by rewrite -{1}[sparse_run _ _ _ _ _ _]mul1r ler_wpmul2r ?mass_ge0 // exprn_ege1.
case: k => [|k]; first by rewrite expr0 mul1r.
have /andP [lower upper] : -1 <= v 0%nat - w 0%nat <= 1 by rewrite -ler_norml near.
have wv : w 0%nat <= v 0%nat + 1 by rewrite -ler_subl_addr addrC -ler_subr_addr.
have vw : v 0%nat <= w 0%nat + 1 by rewrite addrC -ler_subl_addr.
have tail i : `|v i.+1 - w i.+1| <= 1 by exact: near.
pose K (v : nat -> int) (t z : int) : dist (replies n.+1) :=
  if t <= v 0%nat + z then dmap (fun o => Some (true, o)) (sparse_run answer_noise k n (fun i => v i.+1) t)
  else dmap (fun o => Some (false, o)) (sparse_run answer_noise k.+1 n (fun i => v i.+1) t).
rewrite -[sparse_run _ k.+1 n.+1 v t]/(draw answer_noise (K v t)) -[sparse_run _ k.+1 n.+1 w _]/(draw answer_noise (K w (t + 1))).
have Ak0 m : 0 <= A ^+ m by rewrite exprn_ge0.
have term0 z y : 0 <= answer_noise z * K w (t + 1) z y by rewrite mulr_ge0 ?chance_ge0 ?mass_ge0.
case: o => [[b o] | ]; last first.
  apply: (@draw_le _ _ _ _ _ _ _ _ (fun z => z)) => // z.
  rewrite (_ : K v t z None = 0) ?mulr0; first by rewrite mulr_ge0.
  by rewrite /K; case: ifP => _; exact: dmap_no_reply.
case: b.
- apply: (@draw_le _ _ _ _ _ _ _ _ (fun z => z + 2%:Z)) => [ | // | z]; first exact: addIr.
  have shift := geometric_shift answer_rate_gt0 z 2.
  rewrite {1}/K; case: ifP => [reached | _]; last first.
    by rewrite (dmap_other true) mulr0 mulr_ge0.
  have over : t + 1 <= w 0%nat + (z + 2%:Z).
    apply: (@le_trans _ _ (v 0%nat + z + 1)); first by rewrite ler_add2r.
    have -> : w 0%nat + (z + 2%:Z) = w 0%nat + 1 + z + 1 by ring.
    by rewrite !ler_add2r.
  rewrite /K over !dmap_same exprS mulrACA; apply: ler_pmul; rewrite ?chance_ge0 ?mass_ge0 //.
  exact: (IH k _ _ tail).
- apply: (@draw_le _ _ _ _ _ _ _ _ (fun z => z)) => // z.
  rewrite {1}/K; case: ifP => [_ | below].
    by rewrite (dmap_other false) mulr0 mulr_ge0.
  have under : (t + 1 <= w 0%nat + z) = false.
    apply/negP => reached; move/negP: below; apply; rewrite -(ler_add2r 1); apply: le_trans reached _.
    by rewrite addrAC ler_add2r.
  rewrite /K under !dmap_same mulrCA; apply: ler_wpmul2l; first exact: chance_ge0.
  exact: (IH k.+1 _ _ tail).
Qed.

Theorem sparse_vector_dp n (query : X -> nat -> int) (threshold : int) :
  sensitivity_one adj query -> dp (sparse_vector n query threshold) adj eps 0.
Proof.
move=> near; apply/dp_outcomes => x y xy o; rewrite /sparse_vector.
apply: (@draw_le _ _ _ _ _ _ _ _ (fun t => t + 1)) => [ | | t]; [exact: addIr | exact: exp_ge0 | ].
have := geometric_shift (half_gt0 eps_gt0) t 1; rewrite mul1r => shift.
have whole : exp eps = exp (eps / 2%:R) * A ^+ c.
  rewrite /A -exp_mul_nat -expD natrM; congr exp; field.
  by rewrite pnatr_eq0 -lt0n.
rewrite whole mulrACA; apply: ler_pmul; rewrite ?chance_ge0 ?mass_ge0 //.
by rewrite addrA; apply: sparse_run_near => i; exact: near.
Qed.

End Noisy.
