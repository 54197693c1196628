(* Report noisy max with noise on all integers: the index of the largest of finitely many values, each with noise of
   its own, two-sided or one-sided. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals.
From Assay Require Import Real Distribution HockeyStick Mechanism Countable.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
From mathcomp Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* One-sided geometric noise of rate r: z >= 0 has weight (1 - a) a^z, with a = e^-r. *)
Section OneSided.
Variable r : R.
Hypothesis r_gt0 : 0 < r.

Let a : R := exp (- r).
Let a0 : 0 < a. Proof. exact: exp_gt0. Qed.
Let a1 : a < 1. Proof. by rewrite -exp0 ltr_exp oppr_lt0. Qed.

Definition one_sided_weight (z : int) : R := if z is Posz k then (1 - a) * a ^+ k else 0.

Lemma one_sided_weight_ge0 z : 0 <= one_sided_weight z.
Proof. by case: z => k //=; rewrite mulr_ge0 ?exprn_ge0 ?subr_ge0 // ltW. Qed.

Lemma one_sided_box n : \sum_(z <- box n) one_sided_weight z = 1 - a ^+ n.+1.
Proof.
have powers (m : nat) : (\sum_(i <- iota 0 m) (1 - a) * a ^+ i = 1 - a ^+ m :> R).
  elim: m => [|m IH]; first by rewrite big_nil expr0 subrr.
  by rewrite -addn1 iota_add big_cat big_seq1 /= IH add0n addn1 exprS; ring.
rewrite big_cat !big_map -[RHS]addr0; congr (_ + _); first exact: powers.
by apply: big1.
Qed.

Lemma one_sided_sum : sums_to one_sided_weight 1.
Proof.
split=> [x [F uF ->] | b up]; apply/RleP.
  have [n inside] : exists n, {subset F <= box n}.
    exists (\max_(z <- F) absz z)%nat => z zF; apply: in_box; exact: leq_bigmax_seq.
  apply: le_trans (partial_mono one_sided_weight_ge0 uF (box_uniq n) inside) _.
  by rewrite one_sided_box ler_subl_addr ler_addl exprn_ge0 // (ltW a0).
rewrite leNgt; apply/negP => b1.
have [n small] : exists n : nat, a ^+ n.+1 < 1 - b.
  have ra : Rlt (Rabs a) 1 by rewrite Rabs_pos_eq; [apply/RltP | apply/RleP; exact: ltW].
  have c1 : Rlt 0 (1 - b) by apply/RltP; rewrite subr_gt0.
  have [n h] := pow_lt_1_zero a ra _ c1; exists n.
  have := h n.+1 (le_S _ _ (le_n _)); rewrite RpowE Rabs_pos_eq; first by move/RltP.
  by apply/RleP; rewrite exprn_ge0 // ltW.
have : \sum_(z <- box n) one_sided_weight z <= b by apply/RleP; apply: up; exists (box n); rewrite ?box_uniq.
by rewrite one_sided_box ler_subl_addr -ler_subl_addl leNgt small.
Qed.

Definition one_sided : noise := Noise one_sided_weight_ge0 one_sided_sum.

(* A shift up by d costs e^(r d). *)
Theorem one_sided_shift (z : int) (d : nat) : one_sided z <= exp (d%:R * r) * one_sided (z + d%:Z).
Proof.
case: z => k /=; last by rewrite mulr_ge0 ?exp_ge0 // one_sided_weight_ge0.
rewrite exp_mul_nat; have -> : exp r = a^-1 by rewrite /a expN invrK.
rewrite exprVn exprD mulrCA; apply: ler_wpmul2l; first by rewrite subr_ge0 ltW.
by rewrite mulrCA mulVf ?mulr1 // expf_neq0 // gt_eqF.
Qed.

End OneSided.

(* Noise of rate r, as in the lemma: two-sided or one-sided. *)
Inductive shape := TwoSided | OneSided.

Definition noise_of (s : shape) (r : R) (r0 : 0 < r) : noise :=
  if s is TwoSided then geometric r0 else one_sided r0.

Lemma noise_shift s r (r0 : 0 < r) (z : int) (d : nat) :
  noise_of s r0 z <= exp (d%:R * r) * noise_of s r0 (z + d%:Z).
Proof. by case: s; [exact: (geometric_shift r0 z d) | exact: one_sided_shift]. Qed.

Section NoisyMax.
Variable I : finType.

(* The indices of the largest values. *)
Definition winners (w : I -> int) : {set I} := [set i | [forall j, w j <= w i]].

(* Who is named where the indices of a set are tied: one of them, at random or not; and a tie with fewer makes none of
   them less likely. The first, the last, any fixed order and "all alike" are such rules. *)
Definition rule_for_ties (tie : {set I} -> dist I) :=
  (forall (S : {set I}) i, S != set0 -> i \notin S -> tie S i = 0) /\
  (forall (S S' : {set I}) i, i \in S' -> S' \subset S -> tie S i <= tie S' i).

(* Two such rules: all that are tied alike, and the first of them in a given order. *)
Section Rules.
Variable i0 : I.

Program Definition alike (S : {set I}) : dist I :=
  @Dist I [ffun i => (i \in (if S == set0 then [set i0] else S))%:R / #|if S == set0 then [set i0] else S|%:R] _ _.
Next Obligation. by move=> S i; rewrite ffunE divr_ge0 ?ler0n. Qed.
Next Obligation.
move=> S; under eq_bigr do rewrite ffunE.
set V := if _ then _ else _; rewrite -mulr_suml -natr_sum.
have -> : (\sum_i (i \in V) = #|V|)%nat by rewrite -sum1_card [RHS]big_mkcond.
rewrite divff // pnatr_eq0 cards_eq0 /V; case: ifP => [_ | ->] //.
by apply/set0Pn; exists i0; rewrite inE.
Qed.

Theorem alike_rule : rule_for_ties alike.
Proof.
split=> [S i /negbTE n0 /negbTE out | S S' i iS' sub]; first by rewrite ffunE n0 out mul0r.
have iS := subsetP sub i iS'.
have some (V : {set I}) : i \in V -> (V == set0) = false.
  by move=> iV; apply/negbTE/set0Pn; exists i.
rewrite !ffunE !some // iS iS' !mul1r lef_pinv ?posrE ?ltr0n ?card_gt0 ?some //.
by rewrite ler_nat subset_leq_card.
Qed.

Variable place : I -> nat.
Hypothesis place_inj : injective place.

Definition is_first (S : {set I}) (i : I) := (i \in S) && [forall j in S, (place i <= place j)%nat].
Definition first (S : {set I}) : dist I := point (odflt i0 [pick i | is_first S i]).

Lemma firstP (S : {set I}) i : i \in S -> (odflt i0 [pick i | is_first S i] == i) = is_first S i.
Proof.
move=> iS; case: pickP => [j /= fj | none] /=.
  apply/eqP/idP => [<- // | /andP [_ /forall_inP fi]]; apply: place_inj; apply/eqP.
  by case/andP: fj => jS /forall_inP fj; rewrite eqn_leq fj // fi.
have [k kS least] := @arg_minnP I i (mem S) place iS.
by have := none k; rewrite /is_first (kS : k \in S) /=; move/negbT/negP; case; apply/forall_inP.
Qed.

Theorem first_rule : rule_for_ties first.
Proof.
split=> [S i n0 out | S S' i iS' sub].
  rewrite ffunE eq_sym; case: pickP => [j /= /andP [jS _] | none] /=.
    by case: eqP => // e; move: out; rewrite -e jS.
  have [k kS] := set0Pn _ n0; have [l lS least] := @arg_minnP I k (mem S) place kS.
  by have := none l; rewrite /is_first (lS : l \in S) /=; move/negbT/negP; case; apply/forall_inP.
rewrite !ffunE ![i == _]eq_sym !firstP ?(subsetP sub) // ler_nat /is_first iS' (subsetP sub _ iS') /=.
case: forall_inP => // top; case: forall_inP => // -[]; move=> j jS'; apply: top; exact: (subsetP sub).
Qed.

End Rules.

Variable N : noise.

(* Independent noise on each index of a list, which K then sees. *)
Fixpoint draws (s : seq I) (y : I -> int) (K : (I -> int) -> dist I) : dist I :=
  if s is i :: s' then draw N (fun z => draws s' (fun j => if j == i then z else y j) K) else K y.

(* The index of the largest value with noise. *)
Definition noisy_max (tie : {set I} -> dist I) (value : I -> int) : dist I :=
  draws (enum I) (fun _ => 0) (fun z => tie (winners (fun i => value i + z i))).

(* The noise of index i moved by d. *)
Definition moved (i : I) (d : nat) (y y' : I -> int) (j : I) := y' j = y j + (if j == i then d%:Z else 0).

Lemma draws_shift i d A (K L : (I -> int) -> dist I) : 1 <= A -> (forall z, N z <= A * N (z + d%:Z)) ->
  (forall y y', (forall j, moved i d y y' j) -> K y i <= L y' i) ->
  forall s y y', uniq s -> (forall j, j \notin s -> moved i d y y' j) ->
  draws s y K i <= (if i \in s then A else 1) * draws s y' L i.
Proof.
move=> A1 shift near; elim=> [|k s IH] y y' /=; first by move=> _ h; rewrite mul1r; apply: near => j; exact: h.
case/andP=> ks us h; have A0 : 0 <= A by apply: le_trans A1; exact: ler01.
pose up (z : int) : int := z + (if k == i then d%:Z else 0).
apply: (@draw_le _ _ _ _ _ _ _ _ up) => [ | | z]; first exact: addIr.
  by case: ifP => _ //; exact: ler01.
have below j : j \notin s ->
    moved i d (fun j => if j == k then z else y j) (fun j => if j == k then up z else y' j) j.
  by move=> js; rewrite /moved; case: eqP => [-> // | /eqP jk]; apply: h; rewrite inE negb_or jk.
have IHz := IH _ _ us below.
rewrite inE eq_sym; rewrite /up in IHz *; move: IHz; case: (eqVneq k i) => [ki | _] /= IHz; last first.
  by rewrite addr0 mulrCA in IHz *; apply: ler_wpmul2l; rewrite ?chance_ge0.
move: IHz; rewrite -ki (negbTE ks) mul1r => IHz; rewrite mulrA.
by apply: ler_pmul; rewrite ?chance_ge0 ?mass_ge0.
Qed.

Lemma some_winner (w : I -> int) (i : I) : winners w != set0.
Proof.
have /card_gt0P : (0 < #|winners w|)%nat; last by case=> j jw; apply/set0Pn; exists j.
apply/card_gt0P; case: (@Order.TotalTheory.arg_maxP _ _ _ i xpredT w) => // j _ top.
by exists j; rewrite inE; apply/forallP => k; exact: top.
Qed.

(* Index i, whose lead over every other one shrinks by at most d. *)
Lemma noisy_max_near (tie : {set I} -> dist I) (v w : I -> int) i d A : rule_for_ties tie -> 1 <= A ->
  (forall z, N z <= A * N (z + d%:Z)) -> (forall j, (v i - v j) - (w i - w j) <= d%:Z) ->
  noisy_max tie v i <= A * noisy_max tie w i.
Proof.
move=> [among fewer] A1 shift near.
have := @draws_shift i d A _ _ A1 shift _ (enum I) (fun _ => 0) (fun _ => 0) (enum_uniq _).
rewrite mem_enum; apply=> [y y' move_i | j]; last by rewrite mem_enum.
set V := winners _; set W := winners _.
case: (boolP (i \in V)) => [iV | /among ->]; [ | exact: mass_ge0 | exact: some_winner].
have lead j : v j + y j <= v i + y i by move: iV; rewrite inE => /forallP.
have yi : y' i = y i + d%:Z by rewrite move_i eqxx.
apply: fewer.
  rewrite inE; apply/forallP => j; rewrite yi move_i; case: eqP => [-> // | _]; rewrite addr0 -subr_ge0.
  have -> : w i + (y i + d%:Z) - (w j + y j) =
    (v i + y i - (v j + y j)) + (d%:Z - ((v i - v j) - (w i - w j))) by ring.
  by rewrite addr_ge0 // subr_ge0.
apply/subsetP => j; rewrite !inE => /forallP /(_ i); rewrite yi move_i.
have [-> _ | _ jW] := eqVneq j i; first by apply/forallP.
apply/forallP => k; apply: le_trans (lead k) _; rewrite -subr_ge0; rewrite addr0 -subr_ge0 in jW.
have -> : v j + y j - (v i + y i) =
  (w j + y j - (w i + (y i + d%:Z))) + (d%:Z - ((v i - v j) - (w i - w j))) by ring.
by rewrite addr_ge0 // subr_ge0.
Qed.

End NoisyMax.

Section Privacy.
Variables (X : Type) (adj : relation_on X) (I : finType) (value : X -> I -> int).
Variables (tie : {set I} -> dist I) (s : shape) (eps : R).
Hypothesis eps_gt0 : 0 < eps.

(* Every value moves by at most 1. *)
Definition each_of_sensitivity_one := forall x y, adj x y -> forall i, `|value x i - value y i| <= 1.

(* None falls, or none rises. *)
Definition move_the_same_way :=
  forall x y, adj x y -> (forall i, value x i <= value y i) \/ (forall i, value y i <= value x i).

Lemma half_rate : 0 < eps / 2%:R. Proof. by rewrite divr_gt0 ?ltr0n. Qed.

(* The index of the largest value, with noise of rate eps/2, and of rate eps. *)
Definition report_noisy_max : mechanism X I := fun x => noisy_max (noise_of s half_rate) tie (value x).
Definition monotone_noisy_max : mechanism X I := fun x => noisy_max (noise_of s eps_gt0) tie (value x).

Theorem report_noisy_max_dp : rule_for_ties tie -> each_of_sensitivity_one -> dp report_noisy_max adj eps 0.
Proof.
move=> rule near; apply/dp_outcomes => x y xy i; apply: (@noisy_max_near _ _ _ _ _ _ 2) => [// | | z | j].
- by rewrite exp_ge1 ltW.
- have whole : 2%:R * (eps / 2%:R) = eps by field.
  by have := noise_shift s half_rate z 2; rewrite whole.
have /ler_normlP [_ hi] := near x y xy i; have /ler_normlP [hj _] := near x y xy j.
have -> : value x i - value x j - (value y i - value y j) =
  (value x i - value y i) + - (value x j - value y j) by ring.
by rewrite (_ : 2%:Z = 1 + 1) // ler_add.
Qed.

Theorem monotone_noisy_max_dp :
  rule_for_ties tie -> each_of_sensitivity_one -> move_the_same_way -> dp monotone_noisy_max adj eps 0.
Proof.
move=> rule near way; apply/dp_outcomes => x y xy i; apply: (@noisy_max_near _ _ _ _ _ _ 1) => [// | | z | j].
- by rewrite exp_ge1 ltW.
- by have := noise_shift s eps_gt0 z 1; rewrite mul1r.
have /ler_normlP [_ hi] := near x y xy i; have /ler_normlP [hj _] := near x y xy j.
have -> : value x i - value x j - (value y i - value y j) =
  (value x i - value y i) + - (value x j - value y j) by ring.
case: (way x y xy) => le; rewrite -[X in _ <= X]add0r.
  by rewrite ler_add // subr_le0.
by rewrite addrC -[X in _ <= X]/(0 + 1%:Z) ler_add // oppr_le0 subr_ge0.
Qed.

End Privacy.
