(* Permute-and-flip: the outputs are visited in random order, and o is returned with probability
   e^(eps (u(o) - max u)/(2 D)) when it is visited; the form for scores that all move the same way. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals.
From Assay Require Import Real Distribution HockeyStick Mechanism Exponential.
From Assay Require lemma_permute_and_flip.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
From mathcomp Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Module Flip := lemma_permute_and_flip.

Section Visit.
Variable T : finType.

Lemma sum_option (f : option T -> R) : \sum_o f o = f None + \sum_t f (Some t).
Proof.
rewrite (bigD1 None) //=; congr (_ + _).
rewrite (reindex_omap (Some : T -> option T) (fun s => s)) /=; last by case.
by apply: eq_bigl => t; rewrite eqxx.
Qed.

(* An output of S, each equally likely; None where there is none left. *)
Definition draw_weight (S : {set T}) (o : option T) : R :=
  if o is Some t then (t \in S)%:R / #|S|%:R else (S == set0)%:R.

Program Definition drawn_from (S : {set T}) : dist [finType of option T] :=
  @Dist _ [ffun o => draw_weight S o] _ _.
Next Obligation. by move=> S o; rewrite ffunE; case: o => [t|]; rewrite /= ?ler0n // divr_ge0 ?ler0n. Qed.
Next Obligation.
move=> S; under eq_bigr do rewrite ffunE; rewrite sum_option /= -mulr_suml -natr_sum.
have -> : (\sum_t (t \in S) = #|S|)%nat by rewrite -sum1_card [RHS]big_mkcond.
have [-> | n0] := eqVneq S set0; first by rewrite cards0 mul0r addr0.
by rewrite add0r divff // pnatr_eq0 cards_eq0.
Qed.

Variable p : T -> R.
Hypothesis p01 : forall t, 0 <= p t <= 1.

(* Up to n outputs of S are visited in random order: the next one is drawn from those that are left, and is returned
   with probability p; None where all are passed over. *)
Fixpoint visit (n : nat) (S : {set T}) : dist [finType of option T] :=
  if n is n'.+1 then
    bind (drawn_from S) (fun o =>
      if o is Some t then mixture (p01 t) (point (Some t)) (visit n' (S :\ t)) else point None)
  else point None.

Variable o : T.

(* The chance that o is visited. *)
Fixpoint reached (n : nat) (S : {set T}) : R :=
  if n is n'.+1 then (1 + \sum_(t in S | t != o) (1 - p t) * reached n' (S :\ t)) / n'.+1%:R else 0.

Lemma reached_ge0 n S : 0 <= reached n S.
Proof.
elim: n S => [|n IH] S //=; apply: divr_ge0; last exact: ler0n.
apply: addr_ge0; first exact: ler01.
by apply: sumr_ge0 => t _; apply: mulr_ge0; rewrite ?subr_ge0 ?IH //; case/andP: (p01 t).
Qed.

Lemma visit_step n (S : {set T}) t : #|S| = n.+1 ->
  visit n.+1 S (Some t) = (\sum_(s in S) (p s * (s == t)%:R + (1 - p s) * visit n (S :\ s) (Some t))) / n.+1%:R.
Proof.
move=> card; rewrite /= ffunE sum_option !ffunE {1}/draw_weight -cards_eq0 card mul0r add0r mulr_suml [RHS]big_mkcond /=.
apply: eq_bigr => s _; rewrite !ffunE /draw_weight card; case: (s \in S); last by rewrite !mul0r.
by rewrite mul1r mulrC -[Some t == Some s]/(t == s) [t == s]eq_sym.
Qed.

Lemma visit_outside n (S : {set T}) t : #|S| = n -> t \notin S -> visit n S (Some t) = 0.
Proof.
elim: n S => [|n IH] S card out; first by rewrite /= ffunE.
rewrite visit_step // big1 ?mul0r // => s sS.
have -> : (s == t) = false by apply: contraNF out => /eqP <-.
rewrite mulr0 add0r IH ?mulr0 //; last by rewrite inE negb_and out orbT.
by apply/eqP; rewrite -eqSS -card [X in _ == X](cardsD1 s) sS.
Qed.

Lemma visit_reached n (S : {set T}) : #|S| = n -> o \in S -> visit n S (Some o) = p o * reached n S.
Proof.
elim: n S => [|n IH] S card oS; first by move/eqP: card; rewrite cards_eq0 => /eqP S0; rewrite S0 inE in oS.
have less s : s \in S -> #|S :\ s| = n.
  by move=> sS; apply/eqP; rewrite -eqSS -card [X in _ == X](cardsD1 s) sS.
rewrite visit_step //= mulrA; congr (_ / _); rewrite (bigD1 o) //= eqxx mulr1 mulrDr mulr1.
rewrite visit_outside ?less ?setD11 // mulr0 addr0 mulr_sumr; congr (_ + _); apply: eq_bigr => s /andP [sS so].
by rewrite (negbTE so) mulr0 add0r IH ?less // ?inE 1?eq_sym ?so // mulrCA.
Qed.

(* One of the outputs is returned if one of them is sure to be. *)
Lemma visit_none n (S : {set T}) w : #|S| = n -> w \in S -> p w = 1 -> visit n S None = 0.
Proof.
move=> + + pw; elim: n S => [|n IH] S card wS; first by move/eqP: card; rewrite cards_eq0 => /eqP S0; rewrite S0 inE in wS.
rewrite /= ffunE sum_option !ffunE {1}/draw_weight -cards_eq0 card mul0r add0r.
apply: big1 => s _; rewrite !ffunE /draw_weight.
case: (boolP (s \in S)) => sS; last by rewrite !mul0r.
have [-> | sw] := eqVneq s w; first by rewrite pw subrr mul0r !mulr0 addr0 mulr0.
rewrite IH ?mulr0 ?addr0 ?mulr0 // ?inE 1?eq_sym ?sw //.
by apply/eqP; rewrite -eqSS -card [X in _ == X](cardsD1 s) sS.
Qed.

(* The chance that another output is returned in the last place before o is reached. *)
Lemma passed n (S : {set T}) : #|S| = n.+1 -> o \in S -> \sum_(t in S | t != o) p t * reached n (S :\ t) <= 1.
Proof.
elim: n S => [|n IH] S card oS.
  by rewrite big1 ?ler01 // => t _; rewrite /= mulr0.
have less s : s \in S -> #|S :\ s| = n.+1.
  by move=> sS; apply/eqP; rewrite -eqSS -card [X in _ == X](cardsD1 s) sS.
have N0 : 0 < n.+1%:R :> R by rewrite ltr0n.
rewrite -(ler_pmul2r N0) mul1r mulr_suml.
under eq_bigr do rewrite -mulrA [_ / _ * _]mulfVK ?gt_eqF // mulrDr mulr1.
rewrite big_split /=.
have -> : n.+1%:R = \sum_(t in S | t != o) 1 :> R.
  rewrite sumr_const -(less _ oS); congr (_ *+ _); apply: eq_card => t.
  by rewrite !inE andbC.
rewrite -ler_subr_addl -sumrB.
under eq_bigr do rewrite mulr_sumr.
rewrite (exchange_big_dep (fun v => (v \in S) && (v != o))) /=; last first.
  by move=> t v _; rewrite !inE => /andP [/andP [_ ->] ->].
apply: ler_sum => v /andP [vS vo].
have q0 : 0 <= 1 - p v by rewrite subr_ge0; case/andP: (p01 v).
rewrite -[X in _ <= X]mulr1.
rewrite (eq_big (fun t => (t \in S :\ v) && (t != o)) (fun t => (1 - p v) * (p t * reached n ((S :\ v) :\ t)))); last first.
- move=> t _; rewrite mulrCA; congr (_ * (_ * reached _ _)).
  by apply/setP => s; rewrite !inE andbCA.
- move=> t; rewrite !inE vS vo !andbT [v == t]eq_sym.
  by case: (t \in S); rewrite ?andbF ?andbT //= andbC.
rewrite -mulr_sumr; apply: ler_wpmul2l => //; apply: IH; first exact: less.
by rewrite !inE eq_sym vo.
Qed.

End Visit.

Section Compare.
Variables (T : finType) (o : T).

(* The less the others are returned, the more o is reached. *)
Lemma reached_antitone (p q : T -> R) n S : (forall t, 0 <= p t <= 1) -> (forall t, 0 <= q t <= 1) ->
  (forall t, t != o -> q t <= p t) -> reached p o n S <= reached q o n S.
Proof.
move=> p01 q01 le; elim: n S => [|n IH] S //=; apply: ler_wpmul2r; first by rewrite invr_ge0 ler0n.
rewrite ler_add2l; apply: ler_sum => t /andP [_ to]; apply: ler_pmul; rewrite ?IH ?reached_ge0 //.
  by rewrite subr_ge0; case/andP: (p01 t).
by rewrite ler_add2l ler_opp2 le.
Qed.

(* Returning all of them A times as often makes o the output more often. *)
Lemma reached_scaled (p : T -> R) A n (S : {set T}) : 1 <= A -> (forall t, 0 <= p t <= 1) -> (forall t, 0 <= A * p t <= 1) ->
  #|S| = n -> o \in S -> reached p o n S <= A * reached (fun t => A * p t) o n S.
Proof.
move=> A1 p01 q01; elim: n S => [|n IH] S card oS; first by rewrite /= mulr0.
have less s : s \in S -> #|S :\ s| = n.
  by move=> sS; apply/eqP; rewrite -eqSS -card [X in _ == X](cardsD1 s) sS.
rewrite /= mulrA; apply: ler_wpmul2r; first by rewrite invr_ge0 ler0n.
rewrite mulrDr mulr1 mulr_sumr.
apply: (@le_trans _ _ (A + \sum_(t in S | t != o) (1 - A * p t) * reached p o n (S :\ t))); last first.
  rewrite ler_add2l; apply: ler_sum => t /andP [tS to]; rewrite mulrCA; apply: ler_wpmul2l.
    by rewrite subr_ge0; case/andP: (q01 t).
  by apply: IH; rewrite ?less // !inE eq_sym to.
rewrite -subr_ge0 opprD addrACA -sumrB.
have -> : \sum_(t in S | t != o) ((1 - A * p t) * reached p o n (S :\ t) - (1 - p t) * reached p o n (S :\ t))
  = - ((A - 1) * \sum_(t in S | t != o) p t * reached p o n (S :\ t)).
  by rewrite mulr_sumr -sumrN; apply: eq_bigr => t _; ring.
rewrite subr_ge0 -[X in _ <= X]mulr1; apply: ler_wpmul2l; first by rewrite subr_ge0.
exact: passed.
Qed.

Lemma returned_ratio (p q : T -> R) A n (S : {set T}) : 1 <= A -> (forall t, 0 <= p t <= 1) -> (forall t, 0 <= q t <= 1) ->
  0 < p o -> 0 < q o -> (exists w, q w = 1) -> (forall w, w != o -> q w * p o <= A * (p w * q o)) ->
  #|S| = n -> o \in S -> p o * reached p o n S <= A * (q o * reached q o n S).
Proof.
move=> A1 p01 q01 p0 q0 [w qw] near card oS; have A0 : 0 < A := lt_le_trans ltr01 A1.
pose c := A * q o / p o; have c0 : 0 < c by rewrite divr_gt0 // mulr_gt0.
have c1 : 1 <= c.
  rewrite /c ler_pdivl_mulr // mul1r; have [e | wo] := eqVneq w o.
    by rewrite -e qw mulr1; apply: le_trans A1; case/andP: (p01 w).
  have := near w wo; rewrite qw mul1r => /le_trans; apply.
  rewrite ler_pmul2l // -[X in _ <= X]mul1r; apply: ler_wpmul2r; [exact: ltW | by case/andP: (p01 w)].
pose p' t := q t / c.
have p'01 t : 0 <= p' t <= 1.
  have /andP [t0 t1] := q01 t; rewrite /p' divr_ge0 ?(ltW c0) //= ler_pdivr_mulr // mul1r.
  exact: le_trans c1.
have back t : c * p' t = q t by rewrite /p' mulrC divfK // gt_eqF.
have step : reached p o n S <= c * reached q o n S.
  apply: (@le_trans _ _ (reached p' o n S)).
    apply: reached_antitone => // t to; rewrite /p' ler_pdivr_mulr // /c mulrA ler_pdivl_mulr //.
    by rewrite mulrCA; exact: near.
  have same m R : reached (fun t => c * p' t) o m R = reached q o m R.
    elim: m R => [|m IH] R //=; congr ((_ + _) / _); apply: eq_bigr => t _.
    by rewrite back IH.
  rewrite -same; apply: reached_scaled => // t; by rewrite back.
apply: (@le_trans _ _ (p o * (c * reached q o n S))); first by apply: ler_wpmul2l => //; exact: ltW.
by rewrite /c le_eqVlt; apply/orP; left; apply/eqP; field; rewrite gt_eqF.
Qed.

End Compare.

Section Mechanism.
Variables (T : finType) (t0 : T).

(* The largest score. *)
Definition best (u : T -> R) : R := u [arg max_(t > t0) u t]%O.

Lemma best_ge u t : u t <= best u.
Proof. by rewrite /best; case: arg_maxP => // i _; apply. Qed.

Definition accepted (rate : R) (u : T -> R) (t : T) : R := exp (rate * (u t - best u)).

Lemma accepted_01 rate u : 0 <= rate -> forall t, 0 <= accepted rate u t <= 1.
Proof.
move=> r0 t; rewrite exp_ge0 -exp0 ler_exp; apply: mulr_ge0_le0 => //.
by rewrite subr_le0 best_ge.
Qed.

Lemma accepted_best rate u : exists w, accepted rate u w = 1.
Proof. by exists [arg max_(t > t0) u t]%O; rewrite /accepted subrr mulr0 exp0. Qed.

Section Rate.
Variable rate : R.
Hypothesis rate_ge0 : 0 <= rate.

Let p01 u := accepted_01 u rate_ge0.

(* The best output is returned at the latest when it is visited. *)
Lemma never_none u : visit (p01 u) #|T| setT None = 0.
Proof.
by have [w pw] := accepted_best rate u; apply: (@visit_none _ _ (p01 u) #|T| setT w); rewrite ?cardsT ?inE.
Qed.

Program Definition flipped (u : T -> R) : dist T := @Dist T [ffun t => visit (p01 u) #|T| setT (Some t)] _ _.
Next Obligation. by move=> u t; rewrite ffunE; exact: mass_ge0. Qed.
Next Obligation.
move=> u; under eq_bigr do rewrite ffunE.
by rewrite -[RHS](mass_sum (visit (p01 u) #|T| setT)) sum_option never_none add0r.
Qed.

Lemma flipped_ratio u v eps : 0 <= eps ->
  (forall s t, rate * ((v s - v t) - (u s - u t)) <= eps) -> forall t, flipped u t <= exp eps * flipped v t.
Proof.
move=> e0 near t; rewrite !ffunE !visit_reached ?cardsT ?inE //.
apply: returned_ratio; rewrite ?cardsT ?inE ?exp_gt0 ?exp_ge1 //; try exact: accepted_01.
  exact: accepted_best.
move=> w _; rewrite -!expD ler_exp -subr_ge0.
have := near w t; rewrite -subr_ge0; suff -> : eps - rate * (v w - v t - (u w - u t))
  = eps + (rate * (u w - best u) + rate * (v t - best v)) - (rate * (v w - best v) + rate * (u t - best u)) by [].
by ring.
Qed.

End Rate.

Variables (X : Type) (adj : relation_on X) (u : X -> T -> R) (eps D : R).
Hypotheses (eps_ge0 : 0 <= eps) (D_gt0 : 0 < D).

Lemma half_rate_ge0 : 0 <= eps / (2%:R * D). Proof. by rewrite divr_ge0 // mulr_ge0 ?ler0n // ltW. Qed.
Lemma whole_rate_ge0 : 0 <= eps / D. Proof. by rewrite divr_ge0 // ltW. Qed.

Definition permute_and_flip : mechanism X T := fun x => flipped half_rate_ge0 (u x).
Definition monotone_permute_and_flip : mechanism X T := fun x => flipped whole_rate_ge0 (u x).

Theorem permute_and_flip_dp : sensitivity_at_most adj u D -> dp permute_and_flip adj eps 0.
Proof.
move=> h; apply/dp_outcomes => x y xy; apply: flipped_ratio => // s t.
have /ler_normlP [s1 _] := h x y xy s; have /ler_normlP [_ t1] := h x y xy t.
have [sD tD] : u y s <= u x s + D /\ u x t - D <= u y t.
  by split; [rewrite -ler_subl_addl -opprB | rewrite ler_subl_addr -ler_subl_addl].
have wins : u x s + 0 <= u x t + (u x s - u x t) by rewrite addr0 addrC subrK.
have le : u y s + 0 <= u y t + ((u x s - u x t) + 2%:R * D).
  by apply/RleP; apply: Rge_le; apply: (Flip.claim2 (u x t) (u x s)); toR => //; exact: ltW.
rewrite mulrAC ler_pdivr_mulr ?mulr_gt0 ?ltr0n //; apply: ler_wpmul2l => //.
by rewrite -subr_ge0; move: le; rewrite addr0 -subr_ge0; congr (_ <= _); ring.
Qed.

Theorem monotone_permute_and_flip_dp :
  sensitivity_at_most adj u D -> same_way adj u -> dp monotone_permute_and_flip adj eps 0.
Proof.
move=> h way; apply/dp_outcomes => x y xy; apply: flipped_ratio => // s t.
have /ler_normlP [s1 _] := h x y xy s; have /ler_normlP [_ t1] := h x y xy t.
have [sD tD] : u y s <= u x s + D /\ u x t - D <= u y t.
  by split; [rewrite -ler_subl_addl -opprB | rewrite ler_subl_addr -ler_subl_addl].
have wins : u x s + 0 <= u x t + (u x s - u x t) by rewrite addr0 addrC subrK.
have le : u y s + 0 <= u y t + ((u x s - u x t) + D).
  case: (way x y xy) => le; apply/RleP; apply: Rge_le.
    by apply: (Flip.claim3 (u x t) (u x s)); toR => //; exact: ltW.
  by apply: (Flip.claim4 (u x t) (u x s)); toR => //; exact: ltW.
rewrite mulrAC ler_pdivr_mulr //; apply: ler_wpmul2l => //.
by rewrite -subr_ge0; move: le; rewrite addr0 -subr_ge0; congr (_ <= _); ring.
Qed.

End Mechanism.
