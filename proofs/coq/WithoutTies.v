(* Report noisy max under a rule for ties by which an index is likelier in a tie with more. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals.
From Assay Require Import Real Distribution HockeyStick Mechanism RandomisedResponse Countable NoisyMax AttainedSelection WithoutNoise.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
From mathcomp Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation bits := (@all_pairs [eqType of bool]).
Notation three_values := [finType of 'I_3].
Let o1 : 'I_3 := lift ord0 ord0.
Let o2 : 'I_3 := lift ord0 (lift ord0 ord0).

(* The last of those that are tied, but the first where all are. *)
Definition from_last (i : 'I_3) : nat := (3 - i)%nat.
Lemma from_last_inj : injective from_last.
Proof. by move=> [[|[|[|//]]] p] [[|[|[|//]]] q] //= _; exact: val_inj. Qed.
Definition last_or_all (S : {set 'I_3}) : dist three_values := if S == setT then point ord0 else first (ord0 : three_values) from_last S.

Theorem last_or_all_names_the_tied S (i : 'I_3) : S != set0 -> i \notin S -> last_or_all S i = 0.
Proof.
move=> S0 iS; rewrite /last_or_all; case: eqP => [e | _]; first by move: iS; rewrite e inE.
exact: (proj1 (first_rule (ord0 : three_values) from_last_inj)).
Qed.

Section Ties.
Variables (r : R) (r0 : 0 < r).
Local Notation N := (one_sided r0).
Let a : R := exp (- r).
Let a0 : 0 < a := exp_gt0 _.
Let a1 : a < 1. Proof. by rewrite -exp0 ltr_exp oppr_lt0. Qed.

Definition noisy (v : 'I_3 -> int) (z0 z1 z2 : int) (i : three_values) : int :=
  v i + (if i == o2 then z2 else if i == o1 then z1 else if i == ord0 then z0 else 0).
Definition tied v z0 z1 z2 : dist three_values := last_or_all (winners (noisy v z0 z1 z2)).

Lemma noisy_max_of_three v : noisy_max N last_or_all v = draw N (fun z0 => draw N (fun z1 => draw N (fun z2 => tied v z0 z1 z2))).
Proof.
have ord3 : enum 'I_3 = [:: ord0; o1; o2] by apply: (inj_map val_inj); rewrite val_enum_ord.
by rewrite /noisy_max ord3.
Qed.

(* Three values that are the same: the first is named where no noise is drawn. *)
Lemma named_among_equals : (1 - a) ^+ 3 <= noisy_max N last_or_all (fun _ => 0) ord0.
Proof.
have N0 : N 0 = 1 - a by rewrite /= expr0 mulr1.
rewrite noisy_max_of_three; apply: le_trans (draw_ge _ _ _ 0); rewrite exprS N0 ler_wpmul2l ?subr_ge0 ?(ltW a1) //.
apply: le_trans (draw_ge _ _ _ 0); rewrite exprS N0 ler_wpmul2l ?subr_ge0 ?(ltW a1) // expr1.
apply: le_trans (draw_ge _ _ _ 0); rewrite N0 -[X in X <= _]mulr1 ler_wpmul2l ?subr_ge0 ?(ltW a1) //.
rewrite /tied /last_or_all (_ : winners _ = setT) ?eqxx ?ffunE ?eqxx //.
by apply/setP => i; rewrite !inE; apply/forallP => j; rewrite /noisy !if_same.
Qed.

(* A value of 1 - k against 1 and 0. *)
Variable k : nat.
Definition behind (i : 'I_3) : int := if i == ord0 then 1 - k%:Z else if i == o1 then 1 else 0.

Lemma named_behind (z0 z2 : int) (m : nat) : tied behind z0 m%:Z z2 ord0 != 0 -> k%:Z <= z0 /\ (z0 = k%:Z -> z2 = 1).
Proof.
rewrite /tied; set w := noisy _ _ _ _; set W := winners w => named.
have W0 : ord0 \in W by apply: contraNT named => /last_or_all_names_the_tied -> //; exact: some_winner (ord0 : three_values).
have top j : w j <= w ord0 by move: W0; rewrite inE => /forallP.
have lead : 1 + m%:Z <= 1 - k%:Z + z0 := top o1.
have {}lead : k%:Z + m%:Z <= z0 by rewrite -subr_ge0 in lead; rewrite -subr_ge0; apply: le_trans lead _; rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
split=> [|e]; first by apply: le_trans lead; rewrite ler_addl.
have m0 : m = 0%nat by apply/eqP; move: lead; rewrite e -[X in _ <= X]addr0 ler_add2l lez_nat leqn0.
have w0 : w ord0 = 1 by rewrite /w /noisy /behind /= e; ring.
have W1 : o1 \in W by rewrite inE; apply/forallP => j; rewrite (_ : w o1 = w ord0) ?top // w0 /w /noisy /behind /= m0.
have all : W = setT.
  move: named; rewrite /last_or_all; case: (W =P setT) => // _.
  have -> : first (ord0 : three_values) from_last W ord0 = (is_first from_last W ord0)%:R by rewrite /first ffunE eq_sym (firstP _ from_last_inj W0).
  rewrite /is_first W0 /=; case: forall_inP => [/(_ o1 W1) // | _]; by rewrite eqxx.
have W2 : o2 \in W by rewrite all inE.
have : w o2 = 1 by apply/eqP; rewrite eq_le -{1}w0 top /=; move: W2; rewrite inE => /forallP /(_ ord0); rewrite w0.
by rewrite /w /noisy /behind /= add0r.
Qed.

Lemma draw_at_most (T : finType) (K : int -> dist T) u c : (forall m : nat, K m%:Z u <= c) -> draw N K u <= c.
Proof.
move=> le; have c0 : 0 <= c by apply: le_trans (le 0%nat); exact: mass_ge0.
apply: (sums_to_least (drawP _ _ _)) => F uF; apply: (@le_trans _ _ (\sum_(z <- F) N z * c)).
  by apply: ler_sum => -[m | m] _; [apply: ler_wpmul2l; [exact: chance_ge0 | exact: le] | rewrite /= !mul0r].
by rewrite -mulr_suml -[X in _ <= X]mul1r ler_wpmul2r // (partial_below (chance_sum N) uF).
Qed.

Lemma one_of_them (c : int) (F : seq int) : uniq F -> \sum_(z <- F) (z == c)%:R <= 1 :> R.
Proof.
move=> uF; rewrite -natr_sum (_ : (\sum_(z <- F) (z == c))%nat = count_mem c F).
  by rewrite count_uniq_mem // lern1 leq_b1.
by rewrite -sum1_count [RHS]big_mkcond; apply: eq_bigr => z _ /=; case: (z == c).
Qed.

Lemma named_less : noisy_max N last_or_all behind ord0 <= 2%:R * a ^+ k.+1.
Proof.
rewrite noisy_max_of_three; set D := fun z0 => draw N _; apply: (sums_to_least (drawP _ _ _)) => F uF.
have zero z0 z2 m : ~ (k%:Z <= z0 /\ (z0 = k%:Z -> z2 = 1)) -> tied behind z0 m%:Z z2 ord0 = 0.
  by move=> no; apply/eqP; apply/negPn/negP => /named_behind.
have B0 : 0 <= a ^+ k.+1 by rewrite exprn_ge0 // ltW.
have D_at z0 : N z0 * D z0 ord0 <= a ^+ k.+1 * (N (z0 - k.+1%:Z) + (z0 == k%:Z)%:R).
  have [e | ne] := eqVneq z0 k%:Z.
    rewrite e (_ : true%:R = 1) // mulrDr mulr1; apply: ler_paddl; first exact: mulr_ge0 B0 (chance_ge0 N _).
    rewrite exprSr; apply: ler_pmul; [exact: (chance_ge0 N) | exact: mass_ge0 | |].
      by apply: ler_pimull; rewrite ?exprn_ge0 ?(ltW a0) // ler_subl_addr ler_addl ltW.
    apply: draw_at_most => m; apply: (sums_to_least (drawP _ _ _)) => G uG.
    apply: (@le_trans _ _ (\sum_(z <- G) a * (z == 1)%:R)); last first.
      by rewrite -mulr_sumr -[X in _ <= X]mulr1 ler_wpmul2l ?(ltW a0) ?one_of_them.
    apply: ler_sum => z _; case: (eqVneq z 1) => [-> | z1]; last by rewrite zero ?mulr0 // => -[_ /(_ erefl) /eqP]; rewrite (negbTE z1).
    rewrite mulr1 -[X in _ <= X]mulr1; apply: ler_pmul; rewrite ?mass_ge0 ?mass_le1 ?(chance_ge0 N) //=.
    by rewrite expr1; apply: ler_pimull; rewrite ?(ltW a0) // ler_subl_addr ler_addl ltW.
  rewrite addr0; case: (ltrP z0 k%:Z) => zk.
    rewrite (_ : D z0 ord0 = 0) ?mulr0 ?mulr_ge0 ?(chance_ge0 N) //; apply/eqP; rewrite eq_le mass_ge0 andbT.
    apply: draw_at_most => m; rewrite le_eqVlt; apply/orP; left; apply/eqP; apply: draw_zero => z.
    by rewrite zero ?mulr0 // => -[]; rewrite leNgt zk.
  case: z0 ne zk => [n|n] ne zk //.
  have kn : (k < n)%nat by rewrite ltn_neqAle eq_sym; apply/andP; split.
  apply: (@le_trans _ _ (N n%:Z)); first by rewrite -[X in _ <= X]mulr1 ler_wpmul2l ?(chance_ge0 N) // mass_le1.
  rewrite -(subnK kn) PoszD addrK /= exprD; set b := a ^+ _; set c := a ^+ _.
  by rewrite [X in X <= _]mulrA [X in X <= _]mulrC lexx.
apply: le_trans (ler_sum _ (fun z _ => D_at z)) _.
rewrite -mulr_sumr mulrC big_split /=; apply: ler_wpmul2r => //.
rewrite (_ : 2%:R = 1 + 1) //; apply: ler_add; last exact: one_of_them.
rewrite -(big_map (fun z => z - k.+1%:Z) xpredT N); apply: partial_below (chance_sum N) _.
by rewrite map_inj_uniq //; exact: addIr.
Qed.

End Ties.

(* Three equal values, of which the first falls by 1 and the second rises by 1; or the second rises alone. *)
Section Neighbours.
Variables (eps : R) (eps_gt0 : 0 < eps).

Definition fall_or_rise (x : bool) : 'I_3 -> int := if x then fun _ => 0 else behind 2.
Definition second_rises (x : bool) : 'I_3 -> int := if x then fun _ => 0 else behind 1.

Theorem fall_or_rise_by_one : each_of_sensitivity_one bits fall_or_rise.
Proof. by move=> [] [] // _ [[|[|[|//]]] p]. Qed.

Theorem second_rises_by_one : each_of_sensitivity_one bits second_rises /\ move_the_same_way bits second_rises.
Proof.
split=> [[] [] // _ [[|[|[|//]]] p] // | [] [] // _]; [left | right]; by move=> [[|[|[|//]]] p].
Qed.

(* 2 a^(k+1) is less than (1 - a)^3 a^k for a <= 1/10. *)
Lemma far_apart (r : R) (r0 : 0 < r) k : 10%:R <= exp r ->
  exp (k%:R * r) * noisy_max (one_sided r0) last_or_all (behind k) ord0 < noisy_max (one_sided r0) last_or_all (fun _ => 0) ord0.
Proof.
move=> large; set a := exp (- r); have a0 : 0 < a := exp_gt0 _.
have small : a <= 1 / 10%:R by rewrite /a expN div1r lef_pinv ?posrE ?exp_gt0 ?ltr0n.
apply: lt_le_trans (named_among_equals r0); rewrite -/a.
apply: (@le_lt_trans _ _ (2%:R * a)).
  apply: le_trans (ler_wpmul2l (exp_ge0 _) (named_less r0 k)) _; rewrite -/a exp_mul_nat (_ : exp r = a^-1); last by rewrite /a expN invrK.
  by rewrite exprSr mulrCA [a^-1 ^+ k * _]mulrA -exprMn mulVf ?gt_eqF // expr1n mul1r.
apply: (@le_lt_trans _ _ (1 / 5%:R)).
  by rewrite (_ : 1 / 5%:R = 2%:R * (1 / 10%:R)) ?ler_pmul2l ?ltr0n //; field.
apply: (@lt_le_trans _ _ ((9%:R / 10%:R) ^+ 3)).
  by rewrite -subr_gt0 (_ : _ - _ = 529%:R / 1000%:R) ?divr_gt0 ?ltr0n //; field.
apply: ler_expn2r; rewrite ?nnegrE ?divr_ge0 ?ler0n //.
  by rewrite subr_ge0; apply: le_trans small _; rewrite ler_pdivr_mulr ?ltr0n // mul1r ler1n.
by rewrite ler_subr_addr addrC -ler_subr_addr; apply: le_trans small _; rewrite le_eqVlt; apply/orP; left; apply/eqP; field.
Qed.

Theorem tie_with_more : 10%:R <= exp (eps / 2%:R) -> ~ dp (report_noisy_max fall_or_rise last_or_all OneSided eps_gt0) bits eps 0.
Proof.
move=> large /dp_outcomes /(_ true false isT ord0); apply/negP; rewrite -ltNge.
have := far_apart (half_rate eps_gt0) 2 large; rewrite [2%:R * _]mulrC mulfVK ?pnatr_eq0 //.
Qed.

Theorem tie_with_more_that_rises : 10%:R <= exp eps -> ~ dp (monotone_noisy_max second_rises last_or_all OneSided eps_gt0) bits eps 0.
Proof.
move=> large /dp_outcomes /(_ true false isT ord0); apply/negP; rewrite -ltNge.
by have := far_apart eps_gt0 1 large; rewrite mul1r.
Qed.

End Neighbours.
