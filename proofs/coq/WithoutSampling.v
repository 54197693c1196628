(* Sampling without replacement, without one of its hypotheses: one place that is always taken, the places published,
   the sample in the order of the data, private for a record more or less. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals.
From Assay Require Import Real Distribution HockeyStick Mechanism RandomisedResponse.
From Assay Require Import WithoutReplacement Attained Without.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
From mathcomp Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section OneOfMany.
Variables (n : nat) (n_gt0 : (0 < n)%nat) (eps : R) (eps_gt0 : 0 < eps).

Let q : R := 1%:R / n%:R.
Let A1 : 0 < exp eps - 1. Proof. by rewrite subr_gt0 -exp0 ltr_exp. Qed.

(* The bound for one of n records, above 1 of them, is less than epsilon. *)
Lemma amplified_less : (1 < n)%nat -> ln (1 + q * (exp eps - 1)) < eps.
Proof.
move=> n1; have q0 : 0 <= q by rewrite divr_ge0 ?ler0n.
have q1 : q < 1 by rewrite ltr_pdivr_mulr ?ltr0n // mul1r ltr_nat.
rewrite -ltr_exp lnK; last by rewrite ltr_paddr ?ltr01 // mulr_ge0 // ltW.
by rewrite -ltr_subr_addl -[X in _ < X]mul1r ltr_pmul2r.
Qed.

(* The first record is always the one that is taken. *)
Definition first_taken (x : n.-tuple bool) : dist [finType of bool] := told_record eps [tuple tnth x (Ordinal n_gt0)].

Theorem first_record_taken eps' : (1 < n)%nat ->
  dp first_taken (@replaces_one [eqType of bool] n) eps' 0 -> ln (1 + q * (exp eps - 1)) < eps'.
Proof.
move=> /amplified_less less /dp_outcomes /(_ _ _ (they_are_neighbours n_gt0) true).
rewrite /first_taken /told_record !theadE !tnth_mktuple eqxx !told_bit_mass /= => /told_bit_factor.
by rewrite mulr1 ler_exp; apply: lt_le_trans.
Qed.

(* The places of the sample are published with the answer. *)
Theorem places_published eps' : (1 < n)%nat ->
  dp (fun x => joint (uniform_subset n_gt0) (fun s => told_record eps (records x s))) (@replaces_one [eqType of bool] n) eps' 0 ->
  ln (1 + q * (exp eps - 1)) < eps'.
Proof.
move=> /amplified_less less /dp_outcomes h; pose r := Ordinal n_gt0.
have r1 : #|[set r]| == 1%nat by rewrite cards1.
pose s : subset n 1 := exist (fun s : {set 'I_n} => #|s| == 1%nat) [set r] r1.
have := h _ _ (they_are_neighbours n_gt0) (s, true).
have u0 : 0 < uniform_subset n_gt0 s by rewrite mass_subset invr_gt0 ltr0n; apply/card_gt0P; exists s.
have e : val s = [set r] by [].
have shown x : joint (uniform_subset n_gt0) (fun s => told_record eps (records x s)) (s, true)
    = uniform_subset n_gt0 s * told_bit eps (tnth x r) true by rewrite ffunE /= /told_record (the_one_drawn x e).
rewrite !shown !tnth_mktuple eqxx !told_bit_mass /=.
rewrite [X in _ <= X]mulrCA ler_pmul2l // => /told_bit_factor.
by rewrite mulr1 ler_exp; apply: lt_le_trans.
Qed.

End OneOfMany.

(* Two bits that are certain by these chances. *)
Lemma bits_near (A : R) (P Q : dist [finType of bool]) : P true <= A * Q true -> 1 - P true <= A * (1 - Q true) ->
  forall b, P b <= A * Q b.
Proof. by move=> t f [|//]; rewrite ?mass_false. Qed.

(* A sample of two of three records that is shown in the order of the data. *)
Section Order.

(* Eight times the chance of TRUE for each pair. *)
Definition eighths (a b : bool) : nat := (if a then if b then 2 else 1 else if b then 4 else 2)%nat.

Lemma eighths_le8 a b : (eighths a b <= 8)%nat. Proof. by case: a b => [] []. Qed.

Lemma eighths01 a b : 0 <= ((eighths a b)%:R / 8%:R : R) <= 1.
Proof. by rewrite divr_ge0 ?ler0n //= ler_pdivr_mulr ?ltr0n // mul1r ler_nat eighths_le8. Qed.

Definition sees_order (s : 2.-tuple bool) : dist [finType of bool] :=
  mixture (eighths01 (tnth s ord0) (tnth s ord_max)) (point true) (point false).

Lemma sees_order_true s : sees_order s true = (eighths (tnth s ord0) (tnth s ord_max))%:R / 8%:R.
Proof. by rewrite !ffunE /= mulr1 mulr0 addr0. Qed.

Let ln2 : exp (ln 2%:R) = 2%:R. Proof. by rewrite lnK // ltr0n. Qed.

Theorem sees_order_dp : dp sees_order (@replaces_one [eqType of bool] 2) (ln 2%:R) 0.
Proof.
apply/dp_outcomes => x y [i same].
have e : tnth x ord0 = tnth y ord0 \/ tnth x ord_max = tnth y ord_max.
  by case: (eqVneq i ord0) => [e|ne]; [right | left]; apply: same; rewrite ?e // eq_sym.
have d8 : 8%:R != 0 :> R by rewrite pnatr_eq0.
have complement a b : 1 - (eighths a b)%:R / 8%:R = (8 - eighths a b)%:R / 8%:R :> R.
  by rewrite natrB ?eighths_le8 // mulrBl divff.
apply: bits_near; rewrite !sees_order_true ?complement ln2 mulrA ler_pmul2r ?invr_gt0 ?ltr0n // -natrM ler_nat;
  by case: e => ->; case: (tnth _ _); case: (tnth _ _); case: (tnth _ _).
Qed.

(* Two of three places: all but one. *)
Lemma all_but_size (i : 'I_3) : #|~: [set i]| == 2%nat.
Proof. by rewrite cardsC1 card_ord. Qed.
Definition all_but (i : 'I_3) : subset 3 2 := exist (fun s : {set 'I_3} => #|s| == 2%nat) (~: [set i]) (all_but_size i).

Lemma two_of_three : #|subset 3 2| = 3%nat.
Proof. by rewrite card_sig -cardsE card_draws card_ord binSn. Qed.

Lemma all_but_bij : bijective all_but.
Proof. by apply: inj_card_bij; [move=> i j /(congr1 val) /= /setC_inj /set1_inj | rewrite two_of_three card_ord]. Qed.

Lemma sampled_two (x : 3.-tuple bool) : without_replacement (isT : (2 <= 3)%nat) sees_order x true =
  (eighths (nth false x 1) (nth false x 2) + eighths (nth false x 0) (nth false x 2)
   + eighths (nth false x 0) (nth false x 1))%:R / 24%:R.
Proof.
have ord3 : enum 'I_3 = [:: ord0; lift ord0 ord0; lift ord0 (lift ord0 ord0)].
  by apply: (inj_map val_inj); rewrite val_enum_ord.
have pair i : tval (records x (all_but i)) = [seq tnth x j | j <- enum 'I_3 & j \notin [set i]].
  rewrite /records /= enumT; congr (map _ _); apply: eq_filter => j; rewrite inE; exact: in_setC.
rewrite ffunE; under eq_bigr do rewrite mass_subset two_of_three.
rewrite (reindex all_but) /=; last exact: onW_bij all_but_bij.
rewrite !big_ord_recl big_ord0.
rewrite !sees_order_true !(tnth_nth false) !pair ord3 /= !inE /= ?(tnth_nth false) //= /bump !leq0n !add1n !natrD.
by field.
Qed.

(* Another subset may look like two replacements: 7/4 of ln 2, where the bound is ln(5/3). *)
Theorem order_seen eps' :
  dp (without_replacement (isT : (2 <= 3)%nat) sees_order) (@replaces_one [eqType of bool] 3) eps' 0 ->
  ln (1 + 2%:R / 3%:R * (exp (ln 2%:R) - 1)) < eps'.
Proof.
move=> /dp_outcomes h; pose x := [tuple false; true; false]; pose y := [tuple true; true; false].
have xy : @replaces_one [eqType of bool] 3 x y by exists ord0 => -[[|[|[|//]]]] i.
have {h} := h _ _ xy true; rewrite !sampled_two /= => h.
have {}h : 7%:R / 4%:R <= exp eps'.
  by rewrite ler_pdivr_mulr ?ltr0n //; move: h; rewrite mulrA ler_pmul2r ?invr_gt0 ?ltr0n.
have e : 1 + 2%:R / 3%:R * (2%:R - 1) = 5%:R / 3%:R :> R by field.
rewrite -ltr_exp ln2 e lnK ?divr_gt0 ?ltr0n //; apply: lt_le_trans h.
by rewrite ltr_pdivr_mulr ?ltr0n // mulrAC ltr_pdivl_mulr ?ltr0n // -!natrM ltr_nat.
Qed.

End Order.

(* Private for a record more or less: what one record says is as far from the rest as its replacement is, twice. *)
Section OneMoreOrLess.
Variables (n : nat) (n_gt0 : (0 < n)%nat) (eps : R) (eps_gt0 : 0 < eps).

Let A : R := exp eps.
Let A1 : 1 < A. Proof. by rewrite -exp0 ltr_exp. Qed.
Let A0 : 0 < A := exp_gt0 eps.
Let w0 : 0 < weight eps := weight_gt0 eps.

Lemma rare01 : 0 <= (A * weight eps)^-1 <= 1.
Proof. by rewrite invr_ge0 mulr_ge0 ?(ltW A0) ?(ltW w0) //= invf_le1 ?mulr_gt0 // mulr_ege1 ?(ltW A1) // /weight ler_addr ltW. Qed.

(* Data of one record are told from all others, to either side. *)
Definition alone (s : seq bool) : dist [finType of bool] :=
  if s is [:: b] then if b then told_bit eps true else mixture rare01 (point true) (point false) else told_bit eps false.

Definition record_more_or_less : relation_on (seq bool) := fun x y => exists b, perm_eq x (b :: y) \/ perm_eq y (b :: x).

Theorem alone_dp : dp alone record_more_or_less eps 0.
Proof.
have near b : (forall o, alone [:: b] o <= A * told_bit eps false o) /\ (forall o, told_bit eps false o <= A * alone [:: b] o).
  case: b; first by have /dp_outcomes h := told_bit_dp (ltW eps_gt0); split=> o; exact: h.
  have An : A != 0 by rewrite gt_eqF.
  have Wn : A + 1 != 0 by rewrite gt_eqF.
  split; apply: bits_near; rewrite told_bit_mass /= ffunE !ffunE /= mulr1 mulr0 addr0 /weight -/A -subr_ge0.
  - have -> : A * (1 / (A + 1)) - (A * (A + 1))^-1 = (A - 1) / A by field; rewrite An.
    by apply: divr_ge0; rewrite ?subr_ge0 ltW.
  - have -> : A * (1 - 1 / (A + 1)) - (1 - (A * (A + 1))^-1) = (A - 1) ^+ 2 / A by field; rewrite An.
    by apply: divr_ge0; [exact: sqr_ge0 | exact: ltW].
  - have -> : A * (A * (A + 1))^-1 - 1 / (A + 1) = 0 by rewrite invfM mulVKf // div1r subrr.
    exact: lexx.
  have -> : A * (1 - (A * (A + 1))^-1) - (1 - 1 / (A + 1)) = A - 1.
    by rewrite mulrBr mulr1 invfM mulVKf // div1r; move: (A + 1)^-1 => u; ring.
  by rewrite subr_ge0 ltW.
have other s : size s != 1%nat -> alone s = told_bit eps false by case: s => [|b [|]].
apply/dp_outcomes => x y [b xy] o.
have sizes : size x = (size y).+1 \/ size y = (size x).+1 by case: xy => /perm_size; [left | right].
have [x1|x1] := eqVneq (size x) 1%nat.
  have y1 : size y != 1%nat by case: sizes; rewrite x1; [case=> <- | move=> ->].
  by rewrite (other y) //; case: x x1 {xy sizes} => [|a [|]] // _; case: (near a).
rewrite (other x) //; have [y1|y1] := eqVneq (size y) 1%nat; last first.
  by rewrite (other y) // ler_pemull ?mass_ge0 // ltW.
by case: y y1 {xy sizes} => [|a [|]] // _; case: (near a).
Qed.

Theorem private_for_a_record_more eps' : (1 < n)%nat ->
  dp (without_replacement n_gt0 (fun s : 1.-tuple bool => alone s)) (@replaces_one [eqType of bool] n) eps' 0 ->
  ln (1 + 1%:R / n%:R * (exp eps - 1)) < eps'.
Proof.
move=> n1 /dp_outcomes /(_ _ _ (they_are_neighbours n_gt0) true).
have mass (s : 1.-tuple bool) : alone s true = if thead s then A / weight eps else (A * weight eps)^-1.
  case: (tupleP s) => b t; rewrite tuple0 theadE /=; case: b; first by rewrite told_bit_mass.
  by rewrite !ffunE /= mulr1 mulr0 addr0.
rewrite (sampled_one_is_true n_gt0 mass) (sampled_none_is_true n_gt0 mass).
set q : R := 1%:R / n%:R; have q0 : 0 < q by rewrite divr_gt0 ?ltr0n.
have q1 : q < 1 by rewrite ltr_pdivr_mulr ?ltr0n // mul1r ltr_nat.
rewrite -/A -ltr_exp lnK; last by rewrite addr_gt0 ?ltr01 // mulr_gt0 // subr_gt0.
have An : A != 0 by rewrite gt_eqF.
have -> : q * (A / weight eps) + (1 - q) * (A * weight eps)^-1 = (1 + q * (A ^+ 2 - 1)) * (A * weight eps)^-1.
  have -> : A / weight eps = A ^+ 2 * (A * weight eps)^-1 by rewrite invfM expr2 -mulrA mulVKf.
  by move: (A * weight eps)^-1 => u; ring.
rewrite ler_pmul2r ?invr_gt0 ?mulr_gt0 //; apply: lt_le_trans.
by rewrite ltr_add2l ltr_pmul2l // ltr_add2r -[X in X < _]mulr1 expr2 ltr_pmul2l.
Qed.

End OneMoreOrLess.
