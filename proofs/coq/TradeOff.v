(* The trade-off function of two distributions (spec/definitions.md, section 3): the least chance of a miss among the
   tests that raise a false alarm with probability at most alpha; its duality with the privacy profile; what randomised
   maps and mixtures do to it. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals.
From Assay Require Import Real Distribution HockeyStick Mechanism.
From Assay Require lemma_duality_of_trade_off_functions_and_privacy_profiles.
From Assay Require lemma_post_processing_and_mixtures_for_total_variation_the_largest_loss_and_the_trade_off_function.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
From mathcomp Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Module Duality := lemma_duality_of_trade_off_functions_and_privacy_profiles.
Module Others :=
  lemma_post_processing_and_mixtures_for_total_variation_the_largest_loss_and_the_trade_off_function.

Section TradeOff.
Variable T : finType.
Implicit Types (P Q : dist T) (f : T -> R).

(* A test says "Q" with probability f(t) where the output is t. *)
Definition test f := forall t, 0 <= f t <= 1.

Lemma Ex_test P f : test f -> 0 <= Ex P f <= 1.
Proof.
move=> f01; apply/andP; split; [rewrite -(Ex_const P 0) | apply: le_trans (Ex_mono P (g := fun _ => 1) _) _].
- by apply: Ex_mono => t; case/andP: (f01 t).
- by move=> t; case/andP: (f01 t).
- by rewrite Ex_const.
Qed.

Lemma test_event (S : {set T}) : test (fun t => (t \in S)%:R).
Proof. by move=> t; case: (t \in S); rewrite ?lexx ?ler01. Qed.

Lemma test_nothing : test (fun _ => 0). Proof. by move=> t; rewrite lexx ler01. Qed.

(* The chances of "Q" under Q, of the tests whose chance of "Q" under P is at most alpha. *)
Definition powers P Q alpha (x : R) : Prop :=
  exists f, [/\ test f, Ex P f <= Num.max alpha 0 & x = Ex Q f].

Lemma powers_bound P Q alpha : bound (powers P Q alpha).
Proof. by exists 1 => x [f [f01 _ ->]]; apply/RleP; case/andP: (Ex_test Q f01). Qed.

Lemma powers_inhabited P Q alpha : exists x, powers P Q alpha x.
Proof.
exists 0, (fun _ => 0); split; first exact: test_nothing; last by rewrite Ex_const.
by rewrite Ex_const le_maxr lexx orbT.
Qed.

(* T(P, Q)(alpha) = inf {1 - E_Q f : E_P f <= alpha} = 1 - sup {E_Q f : E_P f <= alpha}, for alpha >= 0. *)
Definition tradeoff P Q alpha : R :=
  1 - proj1_sig (completeness (powers P Q alpha) (powers_bound P Q alpha) (powers_inhabited P Q alpha)).

Lemma tradeoff_at_most P Q alpha f : test f -> Ex P f <= alpha -> tradeoff P Q alpha <= 1 - Ex Q f.
Proof.
move=> f01 h; rewrite /tradeoff ler_add2l ler_opp2; case: (completeness _ _ _) => m [up _] /=.
by apply/RleP; apply: up; exists f; split=> //; rewrite le_maxr h.
Qed.

Lemma tradeoff_at_least P Q alpha x : 0 <= alpha ->
  (forall f, test f -> Ex P f <= alpha -> x <= 1 - Ex Q f) -> x <= tradeoff P Q alpha.
Proof.
move=> a0 h; rewrite /tradeoff; case: (completeness _ _ _) => m [_ least] /=.
rewrite ler_subr_addl -ler_subr_addr; apply/RleP; apply: least => y [f [f01 le ->]]; apply/RleP.
rewrite ler_subr_addl -ler_subr_addr; apply: h => //.
by rewrite max_l in le.
Qed.

Lemma tradeoff_range P Q alpha : 0 <= alpha -> 0 <= tradeoff P Q alpha <= 1.
Proof.
move=> a0; apply/andP; split; last first.
  apply: le_trans (tradeoff_at_most Q test_nothing _) _; first by rewrite Ex_const.
  by rewrite Ex_const subr0.
by apply: tradeoff_at_least => // f f01 _; rewrite subr_ge0; case/andP: (Ex_test Q f01).
Qed.

(* The two lines of (eps, delta). *)
Definition two_lines eps delta (alpha : R) : R :=
  Num.max 0 (Num.max (1 - delta - exp eps * alpha) (exp (- eps) * (1 - delta - alpha))).

Section Lines.
Variables (P Q : dist T) (eps delta : R).
Hypotheses (eps_ge0 : 0 <= eps) (delta_ge0 : 0 <= delta).

Let A1 : 1 <= exp eps. Proof. by rewrite exp_ge1. Qed.

Lemma second_line (alpha : R) : exp (- eps) * (1 - delta - alpha) = Rdiv (1 - delta - alpha) (exp eps).
Proof. by rewrite RdivE ?exp_neq0 // expN mulrC. Qed.

Theorem tradeoff_above_lines : indist (exp eps) delta P Q -> indist (exp eps) delta Q P ->
  forall alpha, 0 <= alpha <= 1 -> two_lines eps delta alpha <= tradeoff P Q alpha.
Proof.
move=> PQ QP alpha /andP [a0 a1]; have /andP [t0 t1] := tradeoff_range P Q a0.
rewrite /two_lines !le_maxl t0 /=; apply/andP; split; apply: tradeoff_at_least => // f f01 le;
  have /andP [q0 q1] := Ex_test Q f01; have b0 : 0 <= 1 - Ex Q f by rewrite subr_ge0.
- have h : 1 - (1 - Ex Q f) <= exp eps * alpha + delta.
    by rewrite subKr; apply: le_trans (indist_tests QP f01) _; rewrite ler_add2r ler_wpmul2l ?exp_ge0.
  apply/RleP; apply: Rge_le; apply: Duality.claim1; toR => //.
  by rewrite ler_subl_addr ler_addl.
- have f01' : test (fun t => -1 * f t + 1).
    by move=> t; have /andP [x0 x1] := f01 t; rewrite mulN1r addrC subr_ge0 x1 /= ler_subl_addr ler_addl.
  have h : 1 - alpha <= exp eps * (1 - Ex Q f) + delta.
    have := indist_tests PQ f01'; rewrite !Ex_affine !mulN1r ![- _ + 1]addrC; apply: le_trans.
    by rewrite ler_add2l ler_opp2.
  rewrite second_line; apply/RleP; apply: Rge_le; apply: Duality.claim3; toR => //.
  by rewrite ler_subl_addr ler_addl.
Qed.

Theorem lines_give_dp : (forall alpha, 0 <= alpha <= 1 -> two_lines eps delta alpha <= tradeoff P Q alpha) ->
  indist (exp eps) delta P Q /\ indist (exp eps) delta Q P.
Proof.
move=> above; have lines (S : {set T}) : two_lines eps delta (Pr P S) <= 1 - Pr Q S.
  apply: le_trans (above _ _) _; first by rewrite Pr_ge0 Pr_le1.
  by rewrite -(Ex_event Q); apply: tradeoff_at_most; [exact: test_event | rewrite Ex_event].
split=> S.
- have := lines (~: S); rewrite /two_lines !le_maxl => /andP [_ /andP [_]].
  rewrite second_line !Pr_setC subKr => h.
  have : 1 - (1 - Pr P S) <= exp eps * Pr Q S + delta; last by rewrite subKr.
  by apply/RleP; apply: Duality.claim4; toR => //; rewrite ?Pr_ge0 ?Pr_le1 ?subr_ge0 ?Pr_le1 // ler_subl_addr ler_addl Pr_ge0.
- have := lines S; rewrite /two_lines !le_maxl => /andP [_ /andP [h _]].
  have : 1 - (1 - Pr Q S) <= exp eps * Pr P S + delta; last by rewrite subKr.
  by apply/RleP; apply: Duality.claim2; toR => //; rewrite ?Pr_ge0 ?Pr_le1 ?subr_ge0 ?Pr_le1 // ler_subl_addr ler_addl Pr_ge0.
Qed.

End Lines.

(* A corner of the trade-off function: the false alarms of the test that says "Q" where Q is more than t times P. *)
Definition corner P Q (alpha : R) := exists t, 0 <= t /\ alpha = Pr P (optimal_event t Q P).

(* H_A(Q || P) is the largest 1 - T(P, Q)(alpha) - A alpha. *)
Theorem profile_of_tradeoff P Q A : 0 <= A ->
  forall alpha, 0 <= alpha <= 1 -> 1 - tradeoff P Q alpha - A * alpha <= hockey_stick A Q P.
Proof.
move=> A0 alpha /andP [a0 _]; have QP : indist A (hockey_stick A Q P) Q P by apply/hockey_stick_sum.
have : 1 - A * alpha - hockey_stick A Q P <= tradeoff P Q alpha.
  apply: tradeoff_at_least => // f f01 le; rewrite -addrA -opprD ler_add2l ler_opp2.
  by apply: le_trans (indist_tests QP f01) _; rewrite ler_add2r ler_wpmul2l.
rewrite !ler_subl_addr => h; apply: le_trans h _.
by rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
Qed.

Theorem profile_attained P Q A : 0 <= A -> exists alpha,
  [/\ 0 <= alpha <= 1, corner P Q alpha & 1 - tradeoff P Q alpha - A * alpha = hockey_stick A Q P].
Proof.
move=> A0; set S := optimal_event A Q P; exists (Pr P S); have a01 : 0 <= Pr P S <= 1 by rewrite Pr_ge0 Pr_le1.
split=> //; first by exists A.
apply/eqP; rewrite eq_le profile_of_tradeoff //= hockey_stick_attained -/S ler_add2r.
have : tradeoff P Q (Pr P S) <= 1 - Pr Q S.
  by rewrite -(Ex_event Q); apply: tradeoff_at_most; [exact: test_event | rewrite Ex_event].
by rewrite ler_subr_addr -ler_subr_addl.
Qed.

End TradeOff.

(* Randomised maps and mixtures: the trade-off function, and the largest loss. *)
Section Processing.
Variables (T U : finType).

Lemma Ex_bind (P : dist T) (K : T -> dist U) (f : U -> R) : Ex (bind P K) f = Ex P (fun t => Ex (K t) f).
Proof.
rewrite /Ex; under eq_bigr do rewrite ffunE mulr_suml.
rewrite exchange_big /=; apply: eq_bigr => t _; rewrite mulr_sumr; apply: eq_bigr => u _.
by rewrite mulrA.
Qed.

Theorem tradeoff_post_processing (P Q : dist T) (K : T -> dist U) alpha : 0 <= alpha ->
  tradeoff P Q alpha <= tradeoff (bind P K) (bind Q K) alpha.
Proof.
move=> a0; apply: tradeoff_at_least => // f f01; rewrite !Ex_bind => le.
by apply: tradeoff_at_most le => t; exact: Ex_test.
Qed.

(* D_infinity(P || Q) <= r *)
Definition loss_at_most (V : finType) r (P Q : dist V) := forall t, P t <= exp r * Q t.

Theorem loss_post_processing r (P Q : dist T) (K : T -> dist U) :
  loss_at_most r P Q -> loss_at_most r (bind P K) (bind Q K).
Proof. by move=> /events_and_outcomes h; apply/events_and_outcomes; exact: indist_post_processing. Qed.

Theorem loss_mixture r (W : dist T) (P Q : T -> dist U) :
  (forall i, loss_at_most r (P i) (Q i)) -> loss_at_most r (bind W P) (bind W Q).
Proof.
by move=> h; apply/events_and_outcomes; apply: indist_mixture => i; apply/events_and_outcomes; exact: h.
Qed.

Theorem total_variation_post_processing (P Q : dist T) (K : T -> dist U) :
  total_variation (bind P K) (bind Q K) <= total_variation P Q.
Proof. exact: hockey_stick_post_processing. Qed.

(* f((1 - w) a + w b) <= (1 - w) f(a) + w f(b) on [0, 1] *)
Definition convex (f : R -> R) := forall w a b, 0 <= w <= 1 -> 0 <= a <= 1 -> 0 <= b <= 1 ->
  f (w * a + (1 - w) * b) <= w * f a + (1 - w) * f b.

Lemma Ex_mixture w (w01 : 0 <= w <= 1) (P P' : dist T) f :
  Ex (mixture w01 P P') f = w * Ex P f + (1 - w) * Ex P' f.
Proof.
rewrite /Ex !mulr_sumr -big_split /=; apply: eq_bigr => t _.
by rewrite ffunE mulrDl !mulrA.
Qed.

Theorem tradeoff_mixture (f : R -> R) w (w01 : 0 <= w <= 1) (P P' Q Q' : dist T) : convex f ->
  (forall alpha, 0 <= alpha <= 1 -> f alpha <= tradeoff P Q alpha) ->
  (forall alpha, 0 <= alpha <= 1 -> f alpha <= tradeoff P' Q' alpha) ->
  forall alpha, 0 <= alpha <= 1 -> f alpha <= tradeoff (mixture w01 P P') (mixture w01 Q Q') alpha.
Proof.
move=> conv h h' alpha /andP [a0 a1]; apply: tradeoff_at_least => // g g01 le.
(* a test with exactly alpha of false alarms that is no weaker *)
pose s := if Ex (mixture w01 P P') g == 1 then 0 else (alpha - Ex (mixture w01 P P') g) / (1 - Ex (mixture w01 P P') g).
have /andP [e0 e1] := Ex_test (mixture w01 P P') g01; set e := Ex _ g in le s e0 e1.
have s01 : 0 <= s <= 1.
  rewrite /s; case: eqP => [_ | /eqP en]; first by rewrite lexx ler01.
  have d0 : 0 < 1 - e by rewrite subr_gt0 lt_def eq_sym en.
  by rewrite divr_ge0 ?subr_ge0 // ler_pdivr_mulr // mul1r ler_add2r.
pose g' t := (1 - s) * g t + s.
have g01' : test g'.
  move=> t; have /andP [x0 x1] := g01 t; case/andP: s01 => s0 s1; rewrite /g'.
  rewrite addr_ge0 ?mulr_ge0 ?subr_ge0 //= -ler_subr_addr -[X in _ <= X]mulr1; apply: ler_wpmul2l => //.
  by rewrite subr_ge0.
have level : Ex (mixture w01 P P') g' = alpha.
  rewrite Ex_affine -/e /s; case: eqP => [e_1 | /eqP en].
    by rewrite subr0 mul1r addr0; apply/eqP; rewrite eq_le le e_1 a1.
  by field; rewrite subr_eq0 eq_sym.
have better : 1 - Ex (mixture w01 Q Q') g' <= 1 - Ex (mixture w01 Q Q') g.
  rewrite ler_add2l ler_opp2; apply: Ex_mono => t; have /andP [x0 x1] := g01 t; case/andP: s01 => s0 s1.
  rewrite /g' mulrBl mul1r -addrA ler_addl addrC subr_ge0 -[X in _ <= X]mulr1.
  by apply: ler_wpmul2l.
apply: le_trans better; rewrite -level !Ex_mixture.
have /andP [p0 p1] := Ex_test P g01'; have /andP [p0' p1'] := Ex_test P' g01'.
have -> : 1 - (w * Ex Q g' + (1 - w) * Ex Q' g') = w * (1 - Ex Q g') + (1 - w) * (1 - Ex Q' g') by ring.
have first_ : f (Ex P g') <= 1 - Ex Q g'.
  by apply: le_trans (h _ _) (tradeoff_at_most Q g01' (lexx _)); rewrite p0 p1.
have second : f (Ex P' g') <= 1 - Ex Q' g'.
  by apply: le_trans (h' _ _) (tradeoff_at_most Q' g01' (lexx _)); rewrite p0' p1'.
have mixed := conv w _ _ w01 (Ex_test P g01') (Ex_test P' g01').
case/andP: (w01) => w0 w1; apply/RleP; apply: Rge_le.
by apply: (@Others.claim5 w _ _ (f (Ex P g')) (f (Ex P' g'))); toR.
Qed.

End Processing.
