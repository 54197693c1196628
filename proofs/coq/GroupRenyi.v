(* Group privacy of zCDP: k steps of the relation cost k^2 rho, by Hoelder's inequality. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals ZArith.
From Assay Require Import Real Distribution HockeyStick Mechanism Group Renyi.
From Assay Require lemma_group_privacy_of_zCDP.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
From mathcomp Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Module Hoelder := lemma_group_privacy_of_zCDP.

Section Three.
Variables (T : finType) (P Q S : dist T).
Hypotheses (PQ : dominated P Q) (QS : dominated Q S).

Lemma power_term_exp a (p q : R) : 0 < p -> 0 < q -> power_term a p q = exp (a * ln p + (1 - a) * ln q).
Proof.
move=> p0 q0; rewrite /power_term gt_eqF // -{1}(lnK p0) -expD; congr exp; ring.
Qed.

(* The moment of P from S is split into those of P from Q and of Q from S. *)
Lemma moment_hoelder (a p b : R) : 1 < a -> 1 < p -> (a - 1 / p) / (1 - 1 / p) = b ->
  moment a P S <= exp (1 / p * ln (moment (p * a) P Q) + (1 - 1 / p) * ln (moment b Q S)).
Proof.
move=> a1 p1 b_; have p0 : 0 < p := lt_trans ltr01 p1.
have s01 : 0 <= 1 / p <= 1 by rewrite divr_ge0 ?ler01 ?(ltW p0) // ler_pdivr_mulr // mul1r ltW.
have sn : 1 - 1 / p != 0 by rewrite gt_eqF // subr_gt0 ltr_pdivr_mulr // mul1r.
set m := moment (p * a) P Q; set n := moment b Q S.
have m0 : 0 < m := moment_gt0 _ _ _. have n0 : 0 < n := moment_gt0 _ _ _.
set E := exp _; have E0 : 0 < E := exp_gt0 _.
have -> : E = \sum_t E * (1 / p * (power_term (p * a) (P t) (Q t) / m)
                       + (1 - 1 / p) * (power_term b (Q t) (S t) / n)).
  rewrite -mulr_sumr big_split /= -!mulr_sumr -!mulr_suml -/(moment (p * a) P Q) -/(moment b Q S) -/m -/n.
  by rewrite !mulfV ?gt_eqF // !mulr1 addrC subrK mulr1.
have s0 : 0 <= 1 / p by case/andP: s01. have s1 : 0 <= 1 - 1 / p by rewrite subr_ge0; case/andP: s01.
apply: ler_sum => t _; have [p_ | pn] := eqVneq (P t) 0.
  rewrite {1}/power_term p_ eqxx; apply: mulr_ge0; first exact: ltW.
  by apply: addr_ge0; apply: mulr_ge0 => //; apply: divr_ge0; rewrite ?(ltW m0) ?(ltW n0) // power_term_ge0 ?mass_ge0 // p_.
have pp : 0 < P t by rewrite lt_def pn mass_ge0.
have qn : Q t != 0 by apply: contraNneq pn => /PQ ->.
have qq : 0 < Q t by rewrite lt_def qn mass_ge0.
have rn : S t != 0 by apply: contraNneq qn => /QS ->.
have rr : 0 < S t by rewrite lt_def rn mass_ge0.
rewrite !power_term_exp //; set x := ln (P t); set y := ln (Q t); set z := ln (S t).
set u := p * a * x + (1 - p * a) * y; set v := b * y + (1 - b) * z.
rewrite -[X in exp u / X](lnK m0) -[X in exp v / X](lnK n0) -!expN -!expD.
have -> : a * x + (1 - a) * z = (1 / p * ln m + (1 - 1 / p) * ln n)
    + (1 / p * (u + - ln m) + (1 - 1 / p) * (v + - ln n)).
  by rewrite /u /v -b_; field; rewrite !gt_eqF // subr_gt0.
rewrite [X in X <= _]expD -/E; apply: ler_wpmul2l; first exact: ltW.
by apply/RleP; apply: Hoelder.claim1; toR; case/andP: s01.
Qed.

Lemma dominated_trans : dominated P S.
Proof. by move=> t /QS /PQ. Qed.

End Three.

Section Steps.
Variables (X : Type) (adj : relation_on X).

Lemma steps_last k x y : steps adj k.+1 x y -> exists z, steps adj k x z /\ adj z y.
Proof.
elim: k x => [|k IH] x [z [xz zy]]; first by exists x; split=> //; rewrite -zy.
by have [w [zw wy]] := IH z zy; exists w; split=> //; exists z.
Qed.

Variables (T : finType) (M : mechanism X T) (rho : R).

Theorem group_privacy_of_zcdp k : zcdp adj M rho -> forall x y, steps adj k x y ->
  forall a, 1 < a -> renyi_at_most a (k%:R ^+ 2 * rho * a) (M x) (M y).
Proof.
move=> h; elim: k => [|k IH] x y.
  move=> -> a a1; split=> //; rewrite expr0n !mul0r mulr0 exp0 -[X in _ <= X](mass_sum (M y)).
  by apply: ler_sum => t _; rewrite /power_term subrr mulr0 exp0 mulr1; case: eqP => // ->.
move=> /steps_last [z [xz zy]] a a1.
case: k IH xz => [|k] IH xz; first by rewrite /= in xz; rewrite xz expr1n mul1r; exact: h.
set n := k.+1 in IH xz *; have n0 : 0 < n%:R :> R by rewrite ltr0n.
have a0 : 0 < a := lt_trans ltr01 a1.
have nn : n%:R != 0 :> R by rewrite gt_eqF. have an : a != 0 by rewrite gt_eqF.
have big : 1 < (n%:R + 1) * a by rewrite mulrDl mul1r ltr_paddl // mulr_ge0 // ltW.
pose c := (n%:R + 1) * a - 1; have c0 : 0 < c by rewrite subr_gt0.
have cn : c != 0 by rewrite gt_eqF.
pose p := c / (n%:R * a).
have p1 : 1 < p.
  by rewrite /p ltr_pdivl_mulr ?mulr_gt0 // mul1r /c mulrDl mul1r -addrA ltr_addl subr_gt0 //.
have pa : p * a = c / n%:R by rewrite /p; field; rewrite nn an.
have pa1 : 1 < p * a by rewrite -[1]mulr1; apply: ltr_pmul => //; exact: ler01.
have e1 : c - n%:R * a = a - 1 by rewrite /c; ring.
have e2 : c - n%:R = (n%:R + 1) * (a - 1) by rewrite /c; ring.
have sp : 1 / p = n%:R * a / c by rewrite /p; field; rewrite cn nn an.
have sn : 1 - 1 / p = (a - 1) / c by rewrite sp -e1; field; rewrite cn.
have dn : a - 1 != 0 by rewrite gt_eqF // subr_gt0.
have b : (a - 1 / p) / (1 - 1 / p) = (n%:R + 1) * a.
  have -> : (a - 1 / p) / (1 - 1 / p) = a * (c - n%:R) / (a - 1) by rewrite sn sp; field; rewrite dn cn.
  by rewrite e2; field; rewrite dn.
have [d1 m1] := IH x z xz _ pa1.
have [d2 m2] := h _ big z y zy.
split; first exact: dominated_trans d1 d2.
apply: le_trans (moment_hoelder d1 d2 a1 p1 b) _; rewrite ler_exp.
have ln_le (m r : R) : 0 < m -> m <= exp r -> ln m <= r by move=> m0 le; rewrite -ler_exp lnK.
apply: (@le_trans _ _ (1 / p * ((p * a - 1) * (n%:R ^+ 2 * rho * (p * a)))
                       + (1 - 1 / p) * (((n%:R + 1) * a - 1) * (rho * ((n%:R + 1) * a))))).
  apply: ler_add; apply: ler_wpmul2l; try by apply: ln_le => //; exact: moment_gt0.
    by rewrite divr_ge0 ?ler01 // ltW // (lt_trans ltr01).
  by rewrite sn divr_ge0 // ?subr_ge0 ltW.
have en : n.+1%:R = n%:R + 1 :> R by rewrite -addn1 natrD.
rewrite -/c sn sp pa en le_eqVlt; apply/orP; left; apply/eqP.
transitivity (n%:R * a * rho * (c - n%:R) + (a - 1) * rho * ((n%:R + 1) * a)); first by field; rewrite cn nn.
by rewrite e2; ring.
Qed.

End Steps.
