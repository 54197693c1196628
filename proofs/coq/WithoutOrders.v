(* Bounds on divergences and on a reused sample without one of their hypotheses: inputs that are not neighbours, one
   sample for two 1-DP releases, rounds of different orders, joint convexity of an order above 1, a curve that is not
   convex, one coin for two rounds. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals.
From Assay Require Import Real Distribution HockeyStick Mechanism Parallel RandomisedResponse PoissonSampling TradeOff Renyi Divergences.
From Assay Require Import RandomDP Adaptive Dropped Attained Published Without.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
From mathcomp Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation bits := (@all_pairs [eqType of bool]).

(* A channel that is private for no two inputs. *)
Theorem channel_without_neighbours : dp published (fun _ _ => False) 0 0
  /\ ~ dominated (bind (point true) published) (bind (point false) published).
Proof.
split=> // /(_ true); rewrite !ffunE !big_bool /= !ffunE /= !mul0r !mulr0 !mul1r !addr0 => /(_ erefl) /eqP.
by rewrite oner_eq0.
Qed.

(* One sample of a tenth for two releases that are 1-DP: more than twice 2q. *)
Theorem one_sample_for_two (D : finType) (r : D) (q := 1%:R / 10%:R : R) (q01 : 0 <= q <= 1) :
  dp (presence r 1) (@add_remove D) 1 0 /\
  ~ dp (sampled q01 (fun x => product (presence r 1 x) (presence r 1 x))) (@add_remove D) (2%:R * q + 2%:R * q) 0.
Proof.
split=> [|h]; first by apply: presence_dp; exact: ler01.
have r0 : r \notin (set0 : {set D}) by rewrite inE.
have pair : @add_remove D (r |: set0) set0 by right; exists r.
have := h _ _ pair [set (true, true)]; rewrite sampled_one // sampled_alone !Pr_set1 !product_mass /presence.
rewrite setU11 inE !told_bit_mass /= addr0; set w := weight 1; have w0 : 0 < w := weight_gt0 1.
set A := exp 1; have -> : (1 - q) * (1 / w * (1 / w)) + q * (A / w * (A / w)) = (1 + q * (A ^+ 2 - 1)) * (1 / w * (1 / w)).
  by field; rewrite gt_eqF.
rewrite ler_pmul2r; last by rewrite mulr_gt0 // divr_gt0 ?ltr01.
apply/negP; rewrite -ltNge.
(* With E = e^2 and y = (E - 1)/10 it is E < 1 + 5y + 10y^2 <= (1 + y)^5, as E > 6. *)
have six : 6%:R < A ^+ 2.
  set x := exp (1 / 5%:R); have x0 : 0 <= x := exp_ge0 _.
  have ge (n d : nat) : 0 <= n%:R / d%:R :> R by rewrite divr_ge0 ?ler0n.
  have e1 : 6%:R / 5%:R <= x.
    have -> : 6%:R / 5%:R = 1 + 1 / 5%:R :> R by field.
    by apply/RleP; apply: exp_ineq1_le.
  have e2 : 36%:R / 25%:R <= x * x.
    by apply: le_trans (ler_pmul (ge _ _) (ge _ _) e1 e1); rewrite mulf_div -!natrM.
  have e4 : 41%:R / 20%:R <= x * x * (x * x).
    apply: le_trans (ler_pmul (ge _ _) (ge _ _) e2 e2).
    by rewrite mulf_div ler_pdivr_mulr ?ltr0n // mulrAC ler_pdivl_mulr ?mulr_gt0 ?ltr0n // -!natrM ler_nat.
  have e5 : 123%:R / 50%:R <= A.
    have -> : A = x * x * (x * x) * x by rewrite /A /x -!expD; congr exp; field.
    apply: le_trans (ler_pmul (ge _ _) (ge _ _) e4 e1).
    by rewrite mulf_div ler_pdivr_mulr ?ltr0n // mulrAC ler_pdivl_mulr ?mulr_gt0 ?ltr0n // -!natrM ler_nat.
  rewrite expr2; apply: lt_le_trans (ler_pmul (ge _ _) (ge _ _) e5 e5).
  by rewrite mulf_div ltr_pdivl_mulr ?mulr_gt0 ?ltr0n // -!natrM ltr_nat.
have y0 : 0 <= q * (A ^+ 2 - 1).
  by rewrite mulr_ge0 ?(andP q01).1 // subr_ge0; apply: le_trans (ltW six); rewrite ler1n.
have e5 : exp (2%:R * q + 2%:R * q) ^+ 5 = A ^+ 2.
  by rewrite /A -!exp_mul_nat /q; congr exp; field.
suff : exp (2%:R * q + 2%:R * q) ^+ 5 < (1 + q * (A ^+ 2 - 1)) ^+ 5.
  by rewrite ltr_pexpn2r // nnegrE ?exp_ge0 ?addr_ge0 ?ler01.
rewrite e5; set y := q * _; have -> : A ^+ 2 = 1 + 10%:R * y by rewrite /y /q; field.
have half : 1 / 2%:R < y.
  by rewrite -subr_gt0 (_ : _ - _ = (A ^+ 2 - 6%:R) / 10%:R) ?divr_gt0 ?ltr0n ?subr_gt0 // /y /q; field.
have yp : 0 < y by apply: lt_trans half; rewrite divr_gt0 ?ltr01 ?ltr0n.
rewrite -subr_gt0; have -> : (1 + y) ^+ 5 - (1 + 10%:R * y) = 10%:R * y * (y - 1 / 2%:R) + y ^+ 3 * (10%:R + 5%:R * y + y ^+ 2) by field.
have y5 : 0 < 5%:R * y by rewrite mulr_gt0 ?ltr0n.
have y10 : 0 < 10%:R * y by rewrite mulr_gt0 ?ltr0n.
apply: addr_gt0; first by rewrite mulr_gt0 ?subr_gt0.
apply: mulr_gt0; first exact: exprn_gt0.
by apply: addr_gt0; [apply: addr_gt0; rewrite ?ltr0n | exact: exprn_gt0].
Qed.

(* The first round is of order 3, the second of order 2. *)
Lemma power_term_two p q : 0 < p -> 0 < q -> power_term 2%:R p q = p * (p / q).
Proof.
move=> p0 q0; rewrite /power_term gt_eqF // (_ : 2%:R - 1 = 1); last by ring.
by rewrite mul1r expD expN !lnK.
Qed.

Lemma power_term_three p q : 0 < p -> 0 < q -> power_term 3%:R p q = p * (p / q) ^+ 2.
Proof.
move=> p0 q0; rewrite /power_term gt_eqF // (_ : 3%:R - 1 = 2%:R); last by ring.
by rewrite exp_mul_nat expD expN !lnK.
Qed.

Lemma half01 : 0 <= (1 / 2%:R : R) <= 1.
Proof. by rewrite divr_ge0 ?ler01 ?ler0n //= ler_pdivr_mulr ?ltr0n // mul1r ler1n. Qed.
Definition even_coin : dist [finType of bool] := against half01.
Definition rare_coin : dist [finType of bool] := against quarter01.

Lemma even_mass b : even_coin b = 1 / 2%:R.
Proof. by rewrite against_mass; case: b => //; field. Qed.
Lemma rare_mass b : rare_coin b = if b then 1 / 4%:R else 3%:R / 4%:R.
Proof. by rewrite against_mass; case: b => //; field. Qed.
Lemma rare_gt0 b : 0 < rare_coin b.
Proof. by rewrite rare_mass; case: b; rewrite divr_gt0 ?ltr01 ?ltr0n. Qed.

Theorem rounds_of_two_orders (s := ln (4%:R / 3%:R)) : [/\ renyi_at_most 3%:R 0 (point tt) (point tt),
  renyi_at_most 2%:R s even_coin rare_coin & ~ renyi_at_most 3%:R (0 + s) (product (point tt) even_coin) (product (point tt) rare_coin)].
Proof.
have d0 : 0 < 4%:R / 3%:R :> R by rewrite divr_gt0 ?ltr0n.
have e0 : 0 < 1 / 2%:R :> R by rewrite divr_gt0 ?ltr01 ?ltr0n.
have dom : dominated even_coin rare_coin by move=> b /eqP; rewrite gt_eqF ?rare_gt0.
split.
- split=> //; rewrite mulr0 exp0 /moment (bigD1 tt) //= big1 => [|[]] //.
  by rewrite addr0 !ffunE /= /power_term oner_eq0 mul1r subrr mulr0 exp0.
- split=> //; rewrite (_ : 2%:R - 1 = 1) ?mul1r ?lnK //; last by ring.
  rewrite /moment big_bool /= !even_mass !power_term_two ?rare_gt0 // !rare_mass le_eqVlt; apply/orP; left; apply/eqP.
  by field.
move=> [_]; apply/negP; rewrite -ltNge add0r (_ : 3%:R - 1 = 2%:R); last by ring.
rewrite exp_mul_nat lnK // /moment (reindex (fun b : bool => (tt, b))); last by exists snd => [b | [[] b]].
rewrite big_bool !product_mass ![point _ _]ffunE eqxx !mul1r !power_term_three ?rare_gt0 ?even_mass // !rare_mass /=.
rewrite -subr_gt0 (_ : _ - _ = 4%:R / 9%:R); first by rewrite divr_gt0 ?ltr0n.
by field.
Qed.

(* An order above 1: the divergence of a mixture is more than the mean of the divergences, ln 2. *)
Theorem order_two_not_convex (W := uniform true : dist [finType of bool]) (Q := fun i : bool => if i then rare_coin else point false)
  (r := fun i : bool => if i then ln 4%:R else 0) :
  (forall i, renyi_at_most 2%:R (r i) (point i) (Q i)) /\ ~ renyi_at_most 2%:R (\sum_i W i * r i) (bind W (@point _)) (bind W Q).
Proof.
have e1 : 2%:R - 1 = 1 :> R by ring.
split=> [[] | [_]].
- split=> [b /eqP|]; first by rewrite gt_eqF ?rare_gt0.
  have -> : exp ((2%:R - 1) * r true) = 4%:R by rewrite e1 mul1r lnK ?ltr0n.
  rewrite /moment big_bool /Q /= ![point _ _]ffunE /= power_term_two ?ltr01 ?rare_gt0 // /power_term eqxx addr0 rare_mass.
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; field.
- split=> //; rewrite /r mulr0 exp0 /moment big_bool /Q /= ![point _ _]ffunE /= /power_term eqxx oner_eq0 add0r.
  by rewrite mul1r subrr mulr0 exp0 lexx.
apply/negP; rewrite -ltNge.
have -> : exp ((2%:R - 1) * (\sum_i W i * r i)) = 2%:R.
  rewrite e1 mul1r big_bool /r /= mulr0 addr0.
  rewrite ffunE card_bool (_ : 4%:R = 2%:R * 2%:R); last by rewrite -natrM.
  by rewrite lnM ?ltr0n // -mulr2n -[ln _ *+ 2]mulr_natl mulKf ?pnatr_eq0 // lnK ?ltr0n.
have W2 b : W b = 2%:R^-1 by rewrite ffunE card_bool.
have P0 b : bind W (@point _) b = 1 / 2%:R.
  by rewrite ffunE big_bool /= !W2 ![point _ _]ffunE; case: b; rewrite /= mulr1 mulr0 ?addr0 ?add0r mul1r.
have Q0 b : bind W Q b = if b then 1 / 8%:R else 7%:R / 8%:R.
  rewrite ffunE big_bool /= !W2 /Q rare_mass ![point _ _]ffunE; case: b => /=; rewrite ?mulr1 ?mulr0 ?addr0; by field.
have q0 b : 0 < bind W Q b by rewrite Q0; case: b; rewrite divr_gt0 ?ltr01 ?ltr0n.
rewrite /moment big_bool !power_term_two ?P0 ?divr_gt0 ?ltr01 ?ltr0n // !Q0 /=.
rewrite -subr_gt0 (_ : _ - _ = 2%:R / 7%:R); first by rewrite divr_gt0 ?ltr0n.
by field.
Qed.

(* The lower of two trade-off functions, which is not convex: a mixture of the two pairs is below it at 1/4. *)
Definition sure (b : bool) : dist [finType of bool] := point b.
Definition lower_of_two (alpha : R) : R := Num.min (tradeoff (sure false) even_coin alpha) (tradeoff even_coin (sure true) alpha).

Lemma Ex_even (g : bool -> R) : Ex even_coin g = (g true + g false) / 2%:R.
Proof. by rewrite /Ex big_bool /= !even_mass; field. Qed.

Lemma Ex_sure b (g : bool -> R) : Ex (sure b) g = g b.
Proof. by rewrite /Ex big_bool /= ![point _ _]ffunE; case: b; rewrite /= !mul1r !mul0r ?addr0 ?add0r. Qed.

Theorem mixture_below_a_curve : [/\ forall alpha, lower_of_two alpha <= tradeoff (sure false) even_coin alpha,
  forall alpha, lower_of_two alpha <= tradeoff even_coin (sure true) alpha &
  tradeoff (mixture half01 (sure false) even_coin) (mixture half01 even_coin (sure true)) (1 / 4%:R) < lower_of_two (1 / 4%:R)].
Proof.
have q0 : 0 <= 1 / 4%:R :> R by rewrite divr_ge0 ?ler01 ?ler0n.
split=> [alpha | alpha |]; try by rewrite /lower_of_two le_minl lexx ?orbT.
pose f (b : bool) : R := b%:R; have f01 : test (T := [finType of bool]) f by case; rewrite /f ?lexx ?ler01.
have false_alarms : Ex (mixture half01 (sure false) even_coin) f <= 1 / 4%:R.
  by rewrite Ex_mixture Ex_even Ex_sure /f /= le_eqVlt; apply/orP; left; apply/eqP; field.
apply: le_lt_trans (tradeoff_at_most (mixture half01 even_coin (sure true)) f01 false_alarms) _.
have -> : 1 - Ex (mixture half01 even_coin (sure true)) f = 1 / 4%:R by rewrite Ex_mixture Ex_even Ex_sure /f /=; field.
apply: (@lt_le_trans _ _ (3%:R / 8%:R)).
  by rewrite -subr_gt0 (_ : _ - _ = 1 / 8%:R) ?divr_gt0 ?ltr01 ?ltr0n //; field.
rewrite le_minr; apply/andP; split; apply: tradeoff_at_least => // g g01; rewrite Ex_even Ex_sure => le.
  have /andP [_ t1] := g01 true; rewrite -subr_ge0.
  have -> : 1 - (g true + g false) / 2%:R - 3%:R / 8%:R = ((1 - g true) + (1 / 4%:R - g false)) / 2%:R by field.
  by rewrite divr_ge0 ?ler0n // addr_ge0 // subr_ge0.
have /andP [f0 _] := g01 false; rewrite -subr_ge0.
have -> : 1 - g true - 3%:R / 8%:R = 1 / 8%:R + (2%:R * (1 / 4%:R - (g true + g false) / 2%:R) + g false) by field.
rewrite addr_ge0 ?divr_ge0 ?ler01 ?ler0n // addr_ge0 // mulr_ge0 ?ler0n // subr_ge0 //.
Qed.

(* One coin for two mechanisms about whether the row is the first value: each tells nothing, both together tell it. *)
Definition told_by_both (x : data three 0) : dist [finType of bool * bool] := masked (x ord0 == ord0).

Lemma for_all_bits (T : finType) (M : mechanism bool T) : dp M bits 0 0 -> forall b c, indist (exp 0) 0 (M b) (M c).
Proof.
by move=> h b c; case: (eqVneq b c) => [-> | bc]; [rewrite exp0; apply: indist_refl; exact: lexx | move=> S; exact: h].
Qed.

Theorem one_coin_random alpha gamma : [/\ random_dp rows (fun x => dmap fst (told_by_both x)) 0 0,
  random_dp rows (fun x => dmap snd (told_by_both x)) 0 0 & random_dp rows told_by_both alpha gamma -> 4%:R * 9%:R^-1 <= gamma].
Proof.
have mass x b : masked x (true, b) = (b == ~~ x)%:R / 2%:R.
  rewrite ffunE big_bool /= !ffunE card_bool /mask /=.
  by case: x; case: b; rewrite /= ?mulr0 ?mulr1 ?addr0 ?add0r ?mul0r ?mul1r.
split.
- by apply: random_dp_of_dp => x y _; exact: (for_all_bits the_coin_is_private).
- by apply: random_dp_of_dp => x y _; exact: (for_all_bits the_masked_bit_is_private).
apply: le_trans; have -> : 4%:R * 9%:R^-1 = Pr (drawn rows 0) [set r : {ffun 'I_2 -> three} | (r ord0 == ord0) != (r ord_max == ord0)].
  by rewrite (Pr_two_rows (fun a b => (a == ord0) != (b == ord0))); congr (_%:R * _); rewrite !big_ord_recl !big_ord0.
apply: Pr_mono; apply/subsetP => r; rewrite !inE => ne; apply/forallP => /(_ (true, ~~ (r ord0 == ord0))) /andP [+ _].
rewrite /told_by_both first_row last_row !mass eqxx.
by move: ne; case: (r ord0 == ord0); case: (r ord_max == ord0) => //= _; rewrite mul0r mulr0 leNgt divr_gt0 ?ltr01 ?ltr0n.
Qed.
