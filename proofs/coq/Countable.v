(* Sums over infinite sets of functions that are not negative, distributions on such sets, and draws of a whole number
   (spec/definitions.md, section 1): two-sided geometric noise. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals.
From Assay Require Import Real Distribution.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
From mathcomp Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Sums.
Variable J : eqType.
Implicit Types (f g : J -> R) (F G : seq J).

(* The partial sums: over finitely many of J, each of them once. *)
Definition partial f (x : R) : Prop := exists2 F, uniq F & x = \sum_(z <- F) f z.

(* The sum of f over all of J is m: m is the least upper bound of the partial sums. *)
Definition sums_to f (m : R) := is_lub (partial f) m.

Lemma sums_to_unique f m m' : sums_to f m -> sums_to f m' -> m = m'.
Proof. exact: is_lub_u. Qed.

Lemma partial_below f m F : sums_to f m -> uniq F -> \sum_(z <- F) f z <= m.
Proof. by move=> [up _] u; apply/RleP; apply: up; exists F. Qed.

Lemma sums_to_least f m b : sums_to f m -> (forall F, uniq F -> \sum_(z <- F) f z <= b) -> m <= b.
Proof. by move=> [_ least] h; apply/RleP; apply: least => x [F u ->]; apply/RleP; exact: h. Qed.

Lemma partial_mono f F G : (forall z, 0 <= f z) -> uniq F -> uniq G -> {subset F <= G} ->
  \sum_(z <- F) f z <= \sum_(z <- G) f z.
Proof.
move=> f0 uF uG sub; rewrite [X in _ <= X](bigID (mem F)) /=.
have -> : \sum_(z <- G | z \in F) f z = \sum_(z <- F) f z.
  rewrite -big_filter; apply: perm_big; apply: uniq_perm; rewrite ?filter_uniq // => z.
  by rewrite mem_filter; case: (boolP (z \in F)) => //= /sub ->.
by rewrite ler_addl; apply: sumr_ge0.
Qed.

Lemma sums_to_zero : sums_to (fun _ => 0) 0.
Proof.
split=> [x [F _ ->] | b up]; first by rewrite big1 //; exact: Rle_refl.
by apply: up; exists [::]; rewrite ?big_nil.
Qed.

Lemma sums_to_add f g m m' : (forall z, 0 <= f z) -> (forall z, 0 <= g z) ->
  sums_to f m -> sums_to g m' -> sums_to (fun z => f z + g z) (m + m').
Proof.
move=> f0 g0 hf hg; split=> [x [F u ->] | b up]; apply/RleP.
  by rewrite big_split /=; apply: ler_add; exact: partial_below.
rewrite -ler_subr_addr; apply: (sums_to_least hf) => F uF; rewrite ler_subr_addr -ler_subr_addl.
apply: (sums_to_least hg) => G uG; rewrite ler_subr_addl.
apply: (@le_trans _ _ (\sum_(z <- undup (F ++ G)) (f z + g z))).
  rewrite big_split /=; apply: ler_add; apply: partial_mono; rewrite ?undup_uniq // => z zF;
    by rewrite mem_undup mem_cat zF ?orbT.
by apply/RleP; apply: up; exists (undup (F ++ G)); rewrite ?undup_uniq.
Qed.

Lemma sums_to_sum (I : Type) (s : seq I) (f : I -> J -> R) (m : I -> R) :
  (forall i z, 0 <= f i z) -> (forall i, sums_to (f i) (m i)) ->
  sums_to (fun z => \sum_(i <- s) f i z) (\sum_(i <- s) m i).
Proof.
move=> f0 h; elim: s => [|i s IH].
  by rewrite big_nil; split=> [x [F u ->] | b up]; [rewrite big1 => [|z _]; rewrite ?big_nil //; exact: Rle_refl |
    apply: up; exists [::]; rewrite ?big_nil].
rewrite big_cons; have := sums_to_add (f0 i) _ (h i) IH => /(_ (fun z => sumr_ge0 _ (fun j _ => f0 j z))).
move=> [up least]; split=> [x [F u ->] | b b_up].
  by apply: up; exists F => //; apply: eq_bigr => z _; rewrite big_cons.
apply: least => x [F u ->]; apply: b_up; exists F => //; apply: eq_bigr => z _; by rewrite big_cons.
Qed.

(* Term by term, after a renaming. *)
Lemma sums_to_le (A : R) (s : J -> J) f g m m' : injective s -> 0 <= A -> (forall z, 0 <= g z) ->
  (forall z, f z <= A * g (s z)) -> sums_to f m -> sums_to g m' -> m <= A * m'.
Proof.
move=> inj A0 g0 le hf hg; apply: (sums_to_least hf) => F u.
apply: (@le_trans _ _ (\sum_(z <- F) A * g (s z))); first by apply: ler_sum => z _.
rewrite -mulr_sumr -(big_map s xpredT g); apply: ler_wpmul2l => //.
by apply: partial_below => //; rewrite map_inj_uniq.
Qed.

End Sums.

(* A distribution on any set: weights that are not negative and sum to 1, so that all but countably many are 0. *)
Record countable_dist (J : eqType) := Weights {
  chance :> J -> R;
  chance_ge0 : forall z, 0 <= chance z;
  chance_sum : sums_to chance 1 }.

(* One on all integers. *)
Definition noise := countable_dist [eqType of int].
Definition Noise : forall weight : int -> R, (forall z, 0 <= weight z) -> sums_to weight 1 -> noise :=
  @Weights [eqType of int].

(* K(z), an output drawn by a randomised map whose input is a whole number drawn from N. *)
Section Draw.
Variables (T : finType) (N : noise) (K : int -> dist T).

Lemma drawn_bounded u : bound (partial (fun z => N z * K z u)).
Proof.
exists 1 => x [F uF ->]; apply/RleP; apply: le_trans (partial_below (chance_sum N) uF).
by apply: ler_sum => z _; rewrite -[X in _ <= X]mulr1 ler_wpmul2l ?chance_ge0 // mass_le1.
Qed.

Lemma drawn_inhabited u : exists x, partial (fun z => N z * K z u) x.
Proof. by exists 0, [::]; rewrite ?big_nil. Qed.

Definition drawn_mass u : R := proj1_sig (completeness _ (drawn_bounded u) (drawn_inhabited u)).

Lemma drawn_massP u : sums_to (fun z => N z * K z u) (drawn_mass u).
Proof. by rewrite /drawn_mass; case: (completeness _ _ _). Qed.

Lemma term_ge0 u z : 0 <= N z * K z u.
Proof. by rewrite mulr_ge0 ?chance_ge0 ?mass_ge0. Qed.

Program Definition draw : dist T := @Dist T [ffun u => drawn_mass u] _ _.
Next Obligation.
by move=> u; rewrite ffunE; have := partial_below (drawn_massP u) (erefl : uniq [::]); rewrite big_nil.
Qed.
Next Obligation.
under eq_bigr do rewrite ffunE; apply: sums_to_unique (chance_sum N).
have [up least] := sums_to_sum (index_enum T) term_ge0 drawn_massP.
have same F : \sum_(z <- F) N z = \sum_(z <- F) \sum_(u <- index_enum T) N z * K z u.
  by apply: eq_bigr => z _; rewrite -mulr_sumr mass_sum mulr1.
split=> [x [F uF ->] | b b_up]; first by rewrite same; apply: up; exists F.
by apply: least => x [F uF ->]; rewrite -same; apply: b_up; exists F.
Qed.

Lemma drawP u : sums_to (fun z => N z * K z u) (draw u).
Proof. by rewrite ffunE; exact: drawn_massP. Qed.

End Draw.

(* Draws whose terms are in a ratio of at most A, after a renaming of the integers. *)
Lemma draw_le (T U : finType) (N : noise) (K : int -> dist T) (L : int -> dist U) u v A s :
  injective s -> 0 <= A -> (forall z, N z * K z u <= A * (N (s z) * L (s z) v)) -> draw N K u <= A * draw N L v.
Proof.
by move=> inj A0 le; apply: (sums_to_le inj A0 (term_ge0 N L v) le); exact: drawP.
Qed.

(* Two-sided geometric noise of rate r: z has weight (1 - a)/(1 + a) a^|z|, with a = e^-r. *)
Section Geometric.
Variable r : R.
Hypothesis r_gt0 : 0 < r.

Let a : R := exp (- r).
Let a0 : 0 < a. Proof. exact: exp_gt0. Qed.
Let a1 : a < 1. Proof. by rewrite -exp0 ltr_exp oppr_lt0. Qed.
Let d0 : 0 < 1 + a. Proof. by rewrite addr_gt0 ?ltr01. Qed.

Definition geometric_weight (z : int) : R := (1 - a) / (1 + a) * a ^+ absz z.

Lemma geometric_weight_ge0 z : 0 <= geometric_weight z.
Proof. by rewrite mulr_ge0 ?exprn_ge0 ?divr_ge0 ?subr_ge0 // ltW. Qed.

(* The integers from -n to n. *)
Definition box (n : nat) : seq int := [seq Posz i | i <- iota 0 n.+1] ++ [seq Negz i | i <- iota 0 n].

Lemma box_uniq n : uniq (box n).
Proof.
rewrite cat_uniq !map_inj_uniq ?iota_uniq /= ?andbT; [ | by move=> i j [] | by move=> i j []].
by apply/hasPn => z /mapP [i _ ->]; apply/mapP => -[j _].
Qed.

Lemma in_box n z : (absz z <= n)%nat -> z \in box n.
Proof.
rewrite mem_cat; case: z => i h; first by apply/orP; left; apply: map_f; rewrite mem_iota add0n ltnS.
by apply/orP; right; apply: map_f; rewrite mem_iota add0n.
Qed.

Lemma box_sum n : \sum_(z <- box n) geometric_weight z = 1 - 2%:R * a ^+ n.+1 / (1 + a).
Proof.
have dn : 1 + a != 0 by rewrite gt_eqF.
rewrite /geometric_weight -mulr_sumr big_cat !big_map /=.
have powers (m : nat) : ((1 - a) * (\sum_(i <- iota 0 m) a ^+ i) = 1 - a ^+ m :> R).
  elim: m => [|m IH]; first by rewrite big_nil mulr0 expr0 subrr.
  by rewrite -addn1 iota_add big_cat big_seq1 /= mulrDr IH add0n addn1 exprS; ring.
have negative : \sum_(i <- iota 0 n) a ^+ i.+1 = a * \sum_(i <- iota 0 n) a ^+ i.
  by rewrite mulr_sumr; apply: eq_bigr => i _; rewrite exprS.
rewrite negative; set s := \sum_(i <- 0%nat :: _) _; set t := \sum_(i <- iota 0 n) _.
have es : (1 - a) * s = 1 - a ^+ n.+1 by exact: (powers n.+1).
have et : (1 - a) * t = 1 - a ^+ n by exact: powers.
have -> : (1 - a) / (1 + a) * (s + a * t) = ((1 - a) * s + a * ((1 - a) * t)) / (1 + a) by ring.
by rewrite es et exprS; field.
Qed.

Lemma geometric_sum : sums_to geometric_weight 1.
Proof.
split=> [x [F uF ->] | b up]; apply/RleP.
  have [n inside] : exists n, {subset F <= box n}.
    exists (\max_(z <- F) absz z)%nat => z zF; apply: in_box; exact: leq_bigmax_seq.
  apply: le_trans (partial_mono geometric_weight_ge0 uF (box_uniq n) inside) _.
  by rewrite box_sum ler_subl_addr ler_addl divr_ge0 ?(ltW d0) // mulr_ge0 ?ler0n // exprn_ge0 // (ltW a0).
rewrite leNgt; apply/negP => b1.
have c0 : 0 < (1 - b) * (1 + a) / 2%:R by rewrite divr_gt0 ?ltr0n // mulr_gt0 // subr_gt0.
have [n small] : exists n : nat, a ^+ n.+1 < (1 - b) * (1 + a) / 2%:R.
  have ra : Rlt (Rabs a) 1 by rewrite Rabs_pos_eq; [apply/RltP | apply/RleP; exact: ltW].
  have c1 : Rlt 0 ((1 - b) * (1 + a) / 2%:R) by apply/RltP.
  have [n h] := pow_lt_1_zero a ra _ c1; exists n.
  have := h n.+1 (le_S _ _ (le_n _)); rewrite RpowE Rabs_pos_eq; first by move/RltP.
  by apply/RleP; rewrite exprn_ge0 // ltW.
have : \sum_(z <- box n) geometric_weight z <= b by apply/RleP; apply: up; exists (box n); rewrite ?box_uniq.
rewrite box_sum ler_subl_addr -ler_subl_addl ler_pdivl_mulr // leNgt.
by rewrite mulrC -ltr_pdivl_mulr ?ltr0n // small.
Qed.

Definition geometric : noise := Noise geometric_weight_ge0 geometric_sum.

(* A shift by d costs e^(r |d|). *)
Theorem geometric_shift (z d : int) : geometric z <= exp ((absz d)%:R * r) * geometric (z + d).
Proof.
rewrite /= /geometric_weight mulrCA; apply: ler_wpmul2l; first by rewrite divr_ge0 ?subr_ge0 // ltW.
rewrite exp_mul_nat; have -> : exp r = a^-1 by rewrite /a expN invrK.
rewrite exprVn mulrC ler_pdivl_mulr ?exprn_gt0 // -exprD.
apply: ler_wiexpn2l; rewrite ?(ltW a0) ?(ltW a1) //.
by rewrite -lez_nat PoszD !abszE; exact: ler_norm_add.
Qed.

End Geometric.

(* The chance that an answer with noise is in a set of integers. *)
Section Answer.
Variables (N : noise) (answer : int) (S : pred int).

Definition answer_term (z : int) : R := if S z then N (z - answer) else 0.

Lemma answer_term_ge0 z : 0 <= answer_term z.
Proof. by rewrite /answer_term; case: ifP => // _; exact: chance_ge0. Qed.

Lemma answer_bounded : bound (partial answer_term).
Proof.
exists 1 => x [F uF ->]; apply/RleP.
have uG : uniq [seq z - answer | z <- F] by rewrite map_inj_uniq //; exact: addIr.
apply: le_trans (partial_below (chance_sum N) uG); rewrite big_map; apply: ler_sum => z _.
by rewrite /answer_term; case: ifP => // _; exact: chance_ge0.
Qed.

Lemma answer_inhabited : exists x, partial answer_term x.
Proof. by exists 0, [::]; rewrite ?big_nil. Qed.

Definition noisy_chance : R := proj1_sig (completeness _ answer_bounded answer_inhabited).

Lemma noisy_chanceP : sums_to answer_term noisy_chance.
Proof. by rewrite /noisy_chance; case: (completeness _ _ _). Qed.

End Answer.

(* Two-sided geometric noise of rate eps on all integers: eps-DP for a query that moves by at most 1. *)
Theorem geometric_mechanism_dp (X : Type) (adj : X -> X -> Prop) (query : X -> int) (eps : R) (eps0 : 0 < eps) :
  (forall x y, adj x y -> `|query x - query y| <= 1) ->
  forall x y, adj x y -> forall S : pred int,
  noisy_chance (geometric eps0) (query x) S <= exp eps * noisy_chance (geometric eps0) (query y) S.
Proof.
move=> near x y xy S.
apply: (@sums_to_le [eqType of int] (exp eps) (fun z => z) (answer_term (geometric eps0) (query x) S)
  (answer_term (geometric eps0) (query y) S)); rewrite ?exp_ge0 //.
- exact: answer_term_ge0.
- move=> z; rewrite /answer_term; case: ifP => _; last by rewrite mulr0.
  have := geometric_shift eps0 (z - query x) (query x - query y); rewrite addrA subrK => h.
  apply: le_trans h _; apply: ler_wpmul2r; first exact: chance_ge0.
  rewrite ler_exp -[X in _ <= X]mul1r; apply: ler_wpmul2r; first exact: ltW.
  have n1 : (absz (query x - query y) <= 1)%nat by rewrite -lez_nat abszE near.
  by rewrite lern1.
- exact: noisy_chanceP.
- exact: noisy_chanceP.
Qed.
