(* The clamped geometric mechanism: a count in 0, ..., n+1 with two-sided geometric noise, brought back to that range.
   Its law; private for eps, and for nothing less; what is derivable from it. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals.
From Assay Require Import Real Distribution HockeyStick Mechanism Countable.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
From mathcomp Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Clamped.
Variables (n : nat) (eps : R).
Hypothesis eps_gt0 : 0 < eps.

(* The counts 0, ..., n+1. *)
Definition count : finType := [finType of 'I_n.+2].
Definition value (i : count) : int := Posz (val i).

(* The count that is nearest to an integer. *)
Definition clamp (z : int) : count := inord (if z is Posz k then minn k n.+1 else 0%nat).

Definition clamped_geometric : mechanism count count :=
  fun i => draw (geometric eps_gt0) (fun z => point (clamp (value i + z))).

(* A count of sensitivity 1. *)
Theorem clamped_geometric_dp (X : Type) (adj : relation_on X) (query : X -> count) :
  (forall x y, adj x y -> `|value (query x) - value (query y)| <= 1) ->
  dp (fun x => clamped_geometric (query x)) adj eps 0.
Proof.
move=> near; apply/dp_outcomes => x y xy o; rewrite /clamped_geometric.
set i := query x; set j := query y.
apply: (@draw_le _ _ _ _ _ _ _ _ (fun z => z + (value i - value j))) => [ | | z];
  [exact: addIr | exact: exp_ge0 | ].
rewrite (_ : value j + (z + (value i - value j)) = value i + z); last by ring.
rewrite mulrA; apply: ler_wpmul2r; first exact: mass_ge0.
apply: le_trans (geometric_shift eps_gt0 z (value i - value j)) _.
apply: ler_wpmul2r; first exact: chance_ge0.
rewrite ler_exp -[X in _ <= X]mul1r; apply: ler_wpmul2r; first exact: ltW.
have n1 : (absz (value i - value j) <= 1)%nat by rewrite -lez_nat abszE near.
by rewrite lern1.
Qed.

(* a = e^-eps, and the weights g_j a^|i-j| with g_j = 1/(1 + a) at both ends and (1 - a)/(1 + a) between them. *)
Let a : R := exp (- eps).
Let a0 : 0 < a. Proof. exact: exp_gt0. Qed.
Let a1 : a < 1. Proof. by rewrite -exp0 ltr_exp oppr_lt0. Qed.
Let d0 : 0 < 1 + a. Proof. by rewrite addr_gt0 ?ltr01. Qed.

Definition scale (j : count) : R := (if (j == ord0) || (j == ord_max) then 1 else 1 - a) / (1 + a).
Definition distance (i j : count) : nat := absz (value i - value j).

Lemma clamp_zero z : (clamp z == ord0) = (z <= 0).
Proof.
rewrite -val_eqE /= inordK; last by case: z => k //; rewrite ltnS geq_minr.
by case: z => [[|k]|k] //=; rewrite minnSS.
Qed.

Lemma clamp_max z : (clamp z == ord_max) = (n.+1%:Z <= z).
Proof.
rewrite -val_eqE /= inordK; last by case: z => k //; rewrite ltnS geq_minr.
by case: z => k //=; rewrite -[RHS]/(n.+1 <= k)%nat; apply/eqP/minn_idPr.
Qed.

Lemma clamp_inside z (o : count) : o != ord0 -> o != ord_max -> (clamp z == o) = (z == value o).
Proof.
rewrite -!val_eqE /= => o0 om; have on : (o < n.+1)%nat by rewrite ltn_neqAle om -ltnS ltn_ord.
rewrite inordK; last by case: z => k //; rewrite ltnS geq_minr.
case: z => k; last by rewrite eq_sym (negbTE o0).
rewrite -[RHS]/(k == val o)%nat; case: (leqP k n.+1) => // big.
by rewrite !gtn_eqF // (ltn_trans on big).
Qed.

(* The chance that k + Z <= 0. *)
Let low (k : nat) : dist [finType of bool] := draw (geometric eps_gt0) (fun z => point (k%:Z + z <= 0)).

Lemma draw_ratio (T U : finType) (N : noise) (K : int -> dist T) (L : int -> dist U) u v A s s' :
  0 < A -> cancel s s' -> cancel s' s -> (forall z, N z * K z u = A * (N (s z) * L (s z) v)) ->
  draw N K u = A * draw N L v.
Proof.
move=> A0 ss' s's e; apply/eqP; rewrite eq_le; apply/andP; split.
  by apply: (draw_le (can_inj ss')) => [ | z]; [exact: ltW | rewrite e].
rewrite -ler_pdivl_mull //; apply: (draw_le (can_inj s's)) => [ | z]; first by rewrite invr_ge0 ltW.
by rewrite e s's mulKf ?gt_eqF.
Qed.

Lemma low_step k : low k.+1 true = a * low k true.
Proof.
apply: (@draw_ratio _ _ _ _ _ _ _ _ (fun z => z + 1) (fun z => z - 1)) => // [z | z | z];
  [exact: addrK | exact: subrK | ].
have -> : k.+1%:Z + z = k%:Z + (z + 1) by rewrite intS; ring.
rewrite !ffunE -[true == _]/(true == (_ <= _)); case: (lerP (k%:Z + (z + 1)) 0) => [below | _];
  last by rewrite !mulr0.
rewrite !mulr1 /= /geometric_weight -/a mulrCA -exprS; congr (_ * a ^+ _).
have z1 : z + 1 <= 0 by apply: le_trans below; rewrite ler_addr.
by apply/eqP; rewrite -eqz_nat intS !abszE !ler0_norm //; [apply/eqP; ring | apply: le_trans z1; rewrite ler_addl].
Qed.

Lemma low_power k : low k true = a ^+ k / (1 + a).
Proof.
elim: k => [|k IH]; last by rewrite low_step IH exprS mulrA.
have mirrored : low 0 false = low 1 true.
  rewrite -[RHS]mul1r; apply: (@draw_ratio _ _ _ _ _ _ _ 1 (fun z => - z) (fun z => - z) ltr01) => [z | z | z];
    try exact: opprK.
  rewrite mul1r /= /geometric_weight abszN; congr (_ * _); rewrite !ffunE add0r.
  have -> : (1%:Z + - z <= 0) = ~~ (z <= 0) by rewrite subr_le0 -gtz0_ge1 ltNge.
  by case: (z <= 0).
have := mass_sum (low 0); rewrite big_bool /= mirrored low_step expr0 => whole.
have dn : 1 + a != 0 by rewrite gt_eqF.
by apply: (mulIf dn); rewrite mulfVK // mulrDr mulr1 [_ * a]mulrC.
Qed.

Lemma sums_to_single (f : int -> R) c : (forall z, z != c -> f z = 0) -> 0 <= f c -> sums_to f (f c).
Proof.
move=> out c0; split=> [x [F uF ->] | b up]; last by apply: up; exists [:: c]; rewrite ?big_seq1.
apply/RleP; case: (boolP (c \in F)) => cF; first by rewrite (bigD1_seq c) //= big1 ?addr0.
by rewrite big_seq big1 // => z zF; apply: out; apply: contraNneq cF => <-.
Qed.

(* The law: the answer j at the count i has the chance g_j a^|i-j|. *)
Theorem clamped_geometric_law i j : clamped_geometric i j = scale j * a ^+ distance i j.
Proof.
rewrite /scale /distance; case: (eqVneq j ord0) => [-> | j0] /=.
  have -> : clamped_geometric i ord0 = low (val i) true.
    rewrite -[RHS]mul1r; apply: (@draw_ratio _ _ _ _ _ _ _ 1 (fun z => z) (fun z => z) ltr01) => // z.
    by rewrite mul1r !ffunE eq_sym clamp_zero.
  by rewrite low_power addn0 mul1r mulrC.
case: (eqVneq j ord_max) => [-> | jm] /=.
  have -> : clamped_geometric i ord_max = low (n.+1 - i) true.
    rewrite -[RHS]mul1r; apply: (@draw_ratio _ _ _ _ _ _ _ 1 (fun z => - z) (fun z => - z) ltr01) => [z | z | z];
    try exact: opprK.
    rewrite mul1r /= /geometric_weight abszN; congr (_ * _); rewrite !ffunE eq_sym clamp_max.
    have -> : ((n.+1 - i)%nat%:Z + - z <= 0) = (n.+1%:Z <= value i + z).
      by rewrite subr_le0 -subzn ?ler_subl_addl // -ltnS ltn_ord.
    by case: (_ <= _).
  rewrite low_power mul1r mulrC; congr (_ * a ^+ _).
  by rewrite distnC /value /= distnEl // -ltnS ltn_ord.
have := drawP (geometric eps_gt0) (fun z => point (clamp (value i + z))) j.
set f := (X in sums_to X _); move=> h.
have out z : z != value j - value i -> f z = 0.
  move=> /negbTE zc; rewrite /f ffunE eq_sym clamp_inside //.
  have -> : (value i + z == value j) = (z == value j - value i).
    by rewrite [RHS]eq_sym subr_eq eq_sym [z + _]addrC.
  by rewrite zc mulr0.
have at_c : f (value j - value i) = (1 - a) / (1 + a) * a ^+ absz (value i - value j).
  rewrite /f ffunE eq_sym clamp_inside // [value i + _]addrC subrK eqxx mulr1 /= /geometric_weight.
  by rewrite -opprB abszN.
apply: sums_to_unique h _; rewrite -at_c; apply: sums_to_single out _.
by rewrite /f mulr_ge0 ?chance_ge0 ?mass_ge0.
Qed.

(* Counts that differ by 1. *)
Definition next_to : relation_on count := fun i j => `|value i - value j| = 1.

(* No smaller epsilon: the answer 0 at the counts 0 and 1. *)
Theorem clamped_geometric_tight eps' : dp clamped_geometric next_to eps' 0 -> eps <= eps'.
Proof.
pose one : count := inord 1; have v1 : val one = 1%nat by rewrite /one /= inordK.
move=> /dp_outcomes /(_ ord0 one) h; have := h _ ord0; rewrite !clamped_geometric_law /distance /value v1 /=.
rewrite !expr0 expr1 mulr1 => /(_ _) le.
have s0 : 0 < scale ord0 by rewrite /scale eqxx /= divr_gt0 ?ltr01.
have : 1 <= exp eps' * a.
  have := le _; rewrite mulrCA -[X in X <= _]mulr1 ler_pmul2l //; apply.
  by rewrite /next_to /value v1.
by rewrite /a expN ler_pdivl_mulr ?exp_gt0 // mul1r ler_exp.
Qed.

End Clamped.
