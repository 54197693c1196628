(* Post-processing and convexity of the Renyi divergences of every order above 0, and of the Kullback-Leibler divergence
   (spec/definitions.md, section 4): all of them are sums over outputs of p h(ln p - ln q). *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals.
From Assay Require Import Real Distribution HockeyStick Mechanism Renyi.
From Assay Require lemma_post_processing_and_convexity_of_Renyi_and_Kullback_Leibler_divergence.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
From mathcomp Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Module Convex := lemma_post_processing_and_convexity_of_Renyi_and_Kullback_Leibler_divergence.

(* What every sum over outputs of a sublinear function of P and Q satisfies. *)
Section Sublinear.
Variables (phi : R -> R -> R) (ok : R -> R -> Prop).
Hypothesis ok_zero : ok 0 0.
Hypothesis ok_sum : forall p q p' q', 0 <= p -> 0 <= q -> 0 <= p' -> 0 <= q' ->
  ok p q -> ok p' q' -> ok (p + p') (q + q').
Hypothesis ok_scaled : forall w p q, 0 <= w -> ok p q -> ok (w * p) (w * q).
Hypothesis phi_zero : phi 0 0 = 0.
Hypothesis phi_sum : forall p q p' q', 0 <= p -> 0 <= q -> 0 <= p' -> 0 <= q' -> ok p q -> ok p' q' ->
  phi (p + p') (q + q') <= phi p q + phi p' q'.
Hypothesis phi_scaled : forall w p q, 0 < w -> 0 <= p -> 0 <= q -> ok p q -> phi (w * p) (w * q) = w * phi p q.

Lemma phi_scaled_ge0 w p q : 0 <= w -> 0 <= p -> 0 <= q -> ok p q -> phi (w * p) (w * q) = w * phi p q.
Proof.
by move=> w0 p0 q0 h; have [-> | wn] := eqVneq w 0; rewrite ?mul0r // phi_scaled // lt_def wn.
Qed.

Lemma phi_weighted (I : finType) (w p q : I -> R) :
  (forall i, 0 <= w i) -> (forall i, 0 <= p i) -> (forall i, 0 <= q i) -> (forall i, ok (p i) (q i)) ->
  phi (\sum_i w i * p i) (\sum_i w i * q i) <= \sum_i w i * phi (p i) (q i).
Proof.
move=> w0 p0 q0 h.
suff [] : [/\ 0 <= \sum_i w i * p i, 0 <= \sum_i w i * q i, ok (\sum_i w i * p i) (\sum_i w i * q i)
    & phi (\sum_i w i * p i) (\sum_i w i * q i) <= \sum_i w i * phi (p i) (q i)] by [].
elim/big_rec3: _ => [|i z y x _ [x0 y0 o le]]; first by rewrite phi_zero.
have [wp wq] : 0 <= w i * p i /\ 0 <= w i * q i by split; apply: mulr_ge0.
have wo : ok (w i * p i) (w i * q i) by exact: ok_scaled.
split; rewrite ?addr_ge0 //; first exact: ok_sum.
by apply: le_trans (phi_sum _ _ _ _ wo o) _ => //; rewrite phi_scaled_ge0 // ler_add2l.
Qed.

Variables (I T : finType).
Definition total (U : finType) (P Q : dist U) : R := \sum_t phi (P t) (Q t).

Lemma total_post_processing (P Q : dist I) (K : I -> dist T) : (forall t, ok (P t) (Q t)) ->
  total (bind P K) (bind Q K) <= total P Q.
Proof.
move=> h; apply: (@le_trans _ _ (\sum_u \sum_t K t u * phi (P t) (Q t))).
  apply: ler_sum => u _; rewrite !ffunE.
  under eq_bigr do rewrite mulrC; under [X in phi _ X]eq_bigr do rewrite mulrC.
  by apply: phi_weighted => // t; exact: mass_ge0.
rewrite exchange_big /=; apply: ler_sum => t _; by rewrite -mulr_suml mass_sum mul1r.
Qed.

Lemma total_joint_convexity (W : dist I) (P Q : I -> dist T) : (forall i t, ok (P i t) (Q i t)) ->
  total (bind W P) (bind W Q) <= \sum_i W i * total (P i) (Q i).
Proof.
move=> h; apply: (@le_trans _ _ (\sum_t \sum_i W i * phi (P i t) (Q i t))).
  by apply: ler_sum => t _; rewrite !ffunE; apply: phi_weighted => i //; exact: mass_ge0.
by rewrite exchange_big /=; apply: ler_sum => i _; rewrite mulr_sumr.
Qed.

End Sublinear.

(* p h(ln p - ln q), and 0 for p = 0. *)
Definition weighted_loss (h : R -> R) (p q : R) : R := if p == 0 then 0 else p * h (ln p - ln q).

Lemma weighted_loss_scaled h w p q : 0 < w -> 0 <= p -> 0 <= q -> (q = 0 -> p = 0) ->
  weighted_loss h (w * p) (w * q) = w * weighted_loss h p q.
Proof.
move=> w0 p0 q0 d; rewrite /weighted_loss mulf_eq0 gt_eqF //=; case: eqP => [_ | /eqP pn]; first by rewrite mulr0.
have qn : q != 0 by apply: contraNneq pn => /d ->.
have [pp qp] : 0 < p /\ 0 < q by rewrite !lt_def pn qn.
by rewrite !lnM // -mulrA; congr (_ * (_ * h _)); ring.
Qed.

Section WeightedLoss.
Variable h : R -> R.
Hypothesis increasing : forall x y, x <= y -> h x <= h y.
Hypothesis convex : forall c d v u w, 0 <= c -> 0 <= d -> c * exp v + d * exp u = (c + d) * exp w ->
  (c + d) * exp w * h w <= c * exp v * h v + d * exp u * h u.

Lemma weighted_loss_sum p q p' q' : 0 <= p -> 0 <= q -> 0 <= p' -> 0 <= q' ->
  (q = 0 -> p = 0) -> (q' = 0 -> p' = 0) ->
  weighted_loss h (p + p') (q + q') <= weighted_loss h p q + weighted_loss h p' q'.
Proof.
have one (a b c : R) : 0 <= a -> 0 <= b -> 0 <= c -> (b = 0 -> a = 0) -> weighted_loss h a (b + c) <= weighted_loss h a b.
  move=> a0 b0 c0 d; rewrite /weighted_loss; case: eqP => // /eqP an.
  have b1 : 0 < b by rewrite lt_def b0 andbT; apply: contraNneq an => /d ->.
  apply: ler_wpmul2l => //; apply: increasing; rewrite ler_add2l ler_opp2 ler_ln ?ler_addl //.
  by rewrite ltr_paddr.
have zero x : weighted_loss h 0 x = 0 by rewrite /weighted_loss eqxx.
move=> p0 q0 p0' q0' d d'; have [-> | pn] := eqVneq p 0.
  by rewrite add0r zero add0r [q + _]addrC one.
have [-> | pn'] := eqVneq p' 0; first by rewrite addr0 zero addr0 one.
have qn : q != 0 by apply: contraNneq pn => /d ->.
have qn' : q' != 0 by apply: contraNneq pn' => /d' ->.
have [pp qp] : 0 < p /\ 0 < q by rewrite !lt_def pn qn.
have [pp' qp'] : 0 < p' /\ 0 < q' by rewrite !lt_def pn' qn'.
have sp : 0 < p + p' by exact: addr_gt0. have sq : 0 < q + q' by exact: addr_gt0.
have ratio (a b : R) : 0 < a -> 0 < b -> b * exp (ln a - ln b) = a.
  by move=> a0 b0; rewrite expD expN !lnK // mulrCA mulfV ?mulr1 // gt_eqF.
rewrite /weighted_loss (negbTE pn) (negbTE pn') (gt_eqF sp).
have := @convex q q' (ln p - ln q) (ln p' - ln q') (ln (p + p') - ln (q + q')) q0 q0'.
by rewrite !ratio //; apply.
Qed.

End WeightedLoss.

(* Orders above 1. *)
Section Large.
Variable a : R.
Hypothesis a1 : 1 < a.

Lemma power_term_sum p q p' q' : 0 <= p -> 0 <= q -> 0 <= p' -> 0 <= q' ->
  (q = 0 -> p = 0) -> (q' = 0 -> p' = 0) ->
  power_term a (p + p') (q + q') <= power_term a p q + power_term a p' q'.
Proof.
apply: (@weighted_loss_sum (fun l => exp ((a - 1) * l))) => [x y xy | c d v u w c0 d0 e].
  by rewrite ler_exp ler_wpmul2l // subr_ge0 ltW.
have split x y : x * exp y * exp ((a - 1) * y) = x * exp (a * y).
  by rewrite -mulrA -expD; congr (_ * exp _); ring.
rewrite !split; apply/RleP; apply: (@Convex.claim1 c d v u w a).
- by toR.
- by toR.
- by toR; exact: ltW.
- by apply: Rminus_diag_eq.
Qed.


Lemma dominated_sum (p q p' q' : R) : 0 <= p -> 0 <= q -> 0 <= p' -> 0 <= q' ->
  (q = 0 -> p = 0) -> (q' = 0 -> p' = 0) -> q + q' = 0 -> p + p' = 0.
Proof.
move=> _ q0 _ q0' d d' /eqP; rewrite paddr_eq0 // => /andP [/eqP /d -> /eqP /d' ->].
by rewrite addr0.
Qed.

Lemma dominated_scaled (w p q : R) : 0 <= w -> (q = 0 -> p = 0) -> w * q = 0 -> w * p = 0.
Proof. by move=> _ d /eqP; rewrite mulf_eq0 => /orP [/eqP -> | /eqP /d ->]; rewrite ?mul0r ?mulr0. Qed.

End Large.

Section Dominated.
Variables (I T : finType) (h : R -> R).
Hypothesis sum : forall p q p' q', 0 <= p -> 0 <= q -> 0 <= p' -> 0 <= q' -> (q = 0 -> p = 0) -> (q' = 0 -> p' = 0) ->
  weighted_loss h (p + p') (q + q') <= weighted_loss h p q + weighted_loss h p' q'.

Let ok (p q : R) := q = 0 -> p = 0.
Let zero : weighted_loss h 0 0 = 0. Proof. by rewrite /weighted_loss eqxx. Qed.

Lemma loss_post_processing (P Q : dist I) (K : I -> dist T) : dominated P Q ->
  \sum_u weighted_loss h (bind P K u) (bind Q K u) <= \sum_t weighted_loss h (P t) (Q t).
Proof.
by apply: (@total_post_processing (weighted_loss h) ok) => //;
  [exact: dominated_sum | exact: dominated_scaled | exact: weighted_loss_scaled].
Qed.

Lemma loss_joint_convexity (W : dist I) (P Q : I -> dist T) : (forall i, dominated (P i) (Q i)) ->
  \sum_t weighted_loss h (bind W P t) (bind W Q t) <= \sum_i W i * \sum_t weighted_loss h (P i t) (Q i t).
Proof.
by move=> d; apply: (@total_joint_convexity (weighted_loss h) ok) => //;
  [exact: dominated_sum | exact: dominated_scaled | exact: weighted_loss_scaled].
Qed.

Lemma dominated_bind (P Q : dist I) (K : I -> dist T) : dominated P Q -> dominated (bind P K) (bind Q K).
Proof.
move=> d u; rewrite !ffunE => z; apply: big1 => t _.
have /eqP : Q t * K t u = 0 by apply: (psumr_eq0P _ z) => // i _; apply: mulr_ge0; exact: mass_ge0.
by rewrite mulf_eq0 => /orP [/eqP /d -> | /eqP ->]; rewrite ?mul0r ?mulr0.
Qed.

End Dominated.

(* Orders above 1: neither a randomised map nor a mixture makes e^((a-1) D_a) larger. *)
Section AboveOne.
Variables (I T : finType) (a : R).
Hypothesis a1 : 1 < a.

Theorem moment_post_processing (P Q : dist I) (K : I -> dist T) : dominated P Q ->
  moment a (bind P K) (bind Q K) <= moment a P Q.
Proof. by apply: (@loss_post_processing _ _ (fun l => exp ((a - 1) * l))) => *; exact: power_term_sum. Qed.

Theorem moment_joint_convexity (W : dist I) (P Q : I -> dist T) : (forall i, dominated (P i) (Q i)) ->
  moment a (bind W P) (bind W Q) <= \sum_i W i * moment a (P i) (Q i).
Proof. by apply: (@loss_joint_convexity _ _ (fun l => exp ((a - 1) * l))) => *; exact: power_term_sum. Qed.

Theorem renyi_post_processing r (P Q : dist I) (K : I -> dist T) :
  renyi_at_most a r P Q -> renyi_at_most a r (bind P K) (bind Q K).
Proof.
move=> [d h]; split; first exact: dominated_bind.
by apply: le_trans h; exact: moment_post_processing.
Qed.

Lemma dominated_mixture (W : dist I) (P Q : I -> dist T) : (forall i, dominated (P i) (Q i)) ->
  dominated (bind W P) (bind W Q).
Proof.
move=> d u; rewrite !ffunE => z; apply: big1 => i _.
have /eqP : W i * Q i u = 0 by apply: (psumr_eq0P _ z) => // j _; apply: mulr_ge0; exact: mass_ge0.
by rewrite mulf_eq0 => /orP [/eqP -> | /eqP /d ->]; rewrite ?mul0r ?mulr0.
Qed.

Lemma mean_le (W : dist I) (f : I -> R) m : (forall i, f i <= m) -> \sum_i W i * f i <= m.
Proof. by move=> h; rewrite -[X in _ <= X](Ex_const W); exact: Ex_mono. Qed.

Theorem renyi_mixture r (W : dist I) (P Q : I -> dist T) :
  (forall i, renyi_at_most a r (P i) (Q i)) -> renyi_at_most a r (bind W P) (bind W Q).
Proof.
move=> h; split; first by apply: dominated_mixture => i; exact: (proj1 (h i)).
apply: le_trans (moment_joint_convexity _ _) _ => [i | ]; first exact: (proj1 (h i)).
by apply: mean_le => i; exact: (proj2 (h i)).
Qed.

End AboveOne.

(* KL(P || Q), the mean of the loss under P where P is dominated by Q. *)
Section KullbackLeibler.
Variables (I T : finType).

Definition kl (U : finType) (P Q : dist U) : R := \sum_t weighted_loss (fun l => l) (P t) (Q t).

Lemma kl_sum (p q p' q' : R) : 0 <= p -> 0 <= q -> 0 <= p' -> 0 <= q' -> (q = 0 -> p = 0) -> (q' = 0 -> p' = 0) ->
  weighted_loss (fun l => l) (p + p') (q + q') <= weighted_loss (fun l => l) p q + weighted_loss (fun l => l) p' q'.
Proof.
apply: weighted_loss_sum => // c d v u w c0 d0 e; apply/RleP; apply: Convex.claim3.
- by toR.
- by toR.
- by apply: Rminus_diag_eq.
Qed.

Theorem kl_post_processing (P Q : dist I) (K : I -> dist T) : dominated P Q -> kl (bind P K) (bind Q K) <= kl P Q.
Proof. by apply: loss_post_processing; exact: kl_sum. Qed.

Theorem kl_joint_convexity (W : dist I) (P Q : I -> dist T) : (forall i, dominated (P i) (Q i)) ->
  kl (bind W P) (bind W Q) <= \sum_i W i * kl (P i) (Q i).
Proof. by apply: loss_joint_convexity; exact: kl_sum. Qed.

End KullbackLeibler.

(* Orders between 0 and 1: the sum of p^a q^(1-a), which is e^((a-1) D_a), over the outputs that both have. *)
Section BelowOne.
Variable a : R.
Hypothesis a01 : 0 < a < 1.

Definition small_term (p q : R) : R := if q == 0 then 0 else power_term a p q.
Definition affinity (U : finType) (P Q : dist U) : R := \sum_t small_term (P t) (Q t).

(* D_a(P || Q), where some output has a chance under both; else it is infinite. *)
Definition renyi_below_one (U : finType) (P Q : dist U) : R := ln (affinity P Q) / (a - 1).

Let a0 : 0 < a. Proof. by case/andP: a01. Qed.
Let a1 : 0 < 1 - a. Proof. by rewrite subr_gt0; case/andP: a01. Qed.

Lemma renyi_below_one_at_most (U : finType) r (P Q : dist U) : 0 < affinity P Q ->
  (renyi_below_one P Q <= r) = (exp ((a - 1) * r) <= affinity P Q).
Proof.
move=> m0; have neg : a - 1 < 0 by rewrite subr_lt0; case/andP: a01.
by rewrite /renyi_below_one ler_ndivr_mulr // (mulrC r) -[X in _ = (_ <= X)](lnK m0) ler_exp.
Qed.

Lemma small_term_grows (p p' q : R) : 0 <= p -> p <= p' -> 0 < q -> power_term a p q <= power_term a p' q.
Proof.
move=> p0 pp q0; rewrite {1}/power_term; case: (eqVneq p 0) => [_ | pn].
  by apply: power_term_ge0; exact: le_trans pp.
have p1 : 0 < p by rewrite lt_def pn. have p1' : 0 < p' by exact: lt_le_trans pp.
rewrite /power_term (gt_eqF p1') -{1}(lnK p1) -{1}(lnK p1') -!expD ler_exp.
have e (x : R) : x + (a - 1) * (x - ln q) = a * x + (1 - a) * ln q by ring.
by rewrite !e ler_add2r ler_wpmul2l ?ler_ln // ltW.
Qed.

Let phi (p q : R) : R := - small_term p q.

Let phi_sum (p q p' q' : R) : 0 <= p -> 0 <= q -> 0 <= p' -> 0 <= q' -> phi (p + p') (q + q') <= phi p q + phi p' q'.
Proof.
have one (x y z : R) : 0 <= x -> 0 <= y -> 0 <= z -> phi (x + y) z <= phi y z.
  move=> x0 y0 z0; rewrite /phi /small_term; case: (eqVneq z 0) => // zn.
  by rewrite ler_opp2 small_term_grows ?ler_addr // lt_def zn.
move=> p0 q0 p0' q0'; have [-> | qn] := eqVneq q 0.
  by rewrite add0r {2}/phi /small_term eqxx oppr0 add0r one.
have [-> | qn'] := eqVneq q' 0.
  by rewrite addr0 {3}/phi /small_term eqxx oppr0 addr0 addrC one.
pose h (l : R) := - exp ((a - 1) * l).
have as_loss x y : y != 0 -> phi x y = weighted_loss h x y.
  by move=> /negbTE yn; rewrite /phi /small_term yn /power_term /weighted_loss /h; case: eqP; rewrite ?oppr0 ?mulrN.
rewrite !as_loss ?gt_eqF // ?addr_gt0 // ?lt_def ?qn ?qn' //.
apply: weighted_loss_sum => // [x y xy | c d v u w c0 d0 e | /eqP | /eqP]; rewrite ?(negbTE qn) ?(negbTE qn') //.
  by rewrite /h ler_opp2 ler_exp -subr_ge0 -mulrBr mulr_le0 ?subr_le0 // ltW // -subr_gt0.
have split x y : x * exp y * h y = - (x * exp (a * y)).
  by rewrite /h mulrN -mulrA -expD; congr (- (_ * exp _)); ring.
rewrite !split -opprD ler_opp2; apply/RleP; apply: Rge_le; apply: (@Convex.claim2 c d v u w a).
- by toR.
- by toR.
- by toR; exact: ltW.
- by apply/RleP; rewrite -subr_ge0 ltW.
- by apply: Rminus_diag_eq.
Qed.

Let phi_zero : phi 0 0 = 0. Proof. by rewrite /phi /small_term eqxx oppr0. Qed.

Let phi_scaled w (p q : R) : 0 < w -> 0 <= p -> 0 <= q -> phi (w * p) (w * q) = w * phi p q.
Proof.
move=> w0 p0 q0; rewrite /phi /small_term mulf_eq0 gt_eqF //=; case: eqP => [_ | qn]; first by rewrite oppr0 mulr0.
by rewrite mulrN; congr (- _); apply: (@weighted_loss_scaled (fun l => exp ((a - 1) * l))).
Qed.

Variables (I T : finType).

Lemma affinity_total (U : finType) (P Q : dist U) : total phi P Q = - affinity P Q.
Proof. by rewrite /total /phi /affinity sumrN. Qed.

Theorem affinity_post_processing (P Q : dist I) (K : I -> dist T) : affinity P Q <= affinity (bind P K) (bind Q K).
Proof.
suff : total phi (bind P K) (bind Q K) <= total phi P Q by rewrite !affinity_total ler_opp2.
by apply: (@total_post_processing phi (fun _ _ => True)) => // *; [exact: phi_sum | exact: phi_scaled].
Qed.

Theorem affinity_joint_concavity (W : dist I) (P Q : I -> dist T) :
  \sum_i W i * affinity (P i) (Q i) <= affinity (bind W P) (bind W Q).
Proof.
suff : total phi (bind W P) (bind W Q) <= \sum_i W i * total phi (P i) (Q i).
  rewrite affinity_total (eq_bigr (fun i => - (W i * affinity (P i) (Q i)))).
    by rewrite sumrN ler_opp2.
  by move=> i _; rewrite affinity_total mulrN.
by apply: (@total_joint_convexity phi (fun _ _ => True)) => // *; [exact: phi_sum | exact: phi_scaled].
Qed.

Theorem renyi_below_one_post_processing (P Q : dist I) (K : I -> dist T) : 0 < affinity P Q ->
  renyi_below_one (bind P K) (bind Q K) <= renyi_below_one P Q.
Proof.
move=> m0; have := affinity_post_processing P Q K => m1.
rewrite renyi_below_one_at_most; last exact: lt_le_trans m1.
by apply: le_trans m1; rewrite -renyi_below_one_at_most.
Qed.

Theorem renyi_below_one_mixture r (W : dist I) (P Q : I -> dist T) :
  (forall i, 0 < affinity (P i) (Q i)) -> (forall i, renyi_below_one (P i) (Q i) <= r) ->
  renyi_below_one (bind W P) (bind W Q) <= r.
Proof.
move=> m0 h; have m1 : exp ((a - 1) * r) <= affinity (bind W P) (bind W Q).
  apply: le_trans (affinity_joint_concavity W P Q); rewrite -{1}(Ex_const W (exp _)).
  by apply: Ex_mono => i; rewrite -renyi_below_one_at_most.
by rewrite renyi_below_one_at_most //; apply: lt_le_trans m1; exact: exp_gt0.
Qed.

Lemma mean_gt0 (W : dist I) (x : I -> R) : (forall i, 0 < x i) -> 0 < \sum_i W i * x i.
Proof.
move=> x0; have [i Wi] : exists i, W i != 0.
  apply/existsP; apply: contraT; rewrite negb_exists => /forallP none.
  have := mass_sum W; rewrite big1 => [/esym /eqP | t _]; first by rewrite oner_eq0.
  by apply/eqP; have := none t; rewrite negbK.
rewrite (bigD1 i) //= ltr_paddr //; last by rewrite mulr_gt0 // lt_def Wi mass_ge0.
by apply: sumr_ge0 => j _; rewrite mulr_ge0 ?mass_ge0 // ltW.
Qed.

(* The logarithm of a mean is at least the mean of the logarithms. *)
Lemma mean_of_logarithms (W : dist I) (x : I -> R) : (forall i, 0 < x i) ->
  \sum_i W i * ln (x i) <= ln (\sum_i W i * x i).
Proof.
move=> x0; have := mean_gt0 W x0; set m := \sum_i W i * x i => m0.
have tangent j : ln (x j) <= m^-1 * x j + (ln m - 1).
  have : 1 + (ln (x j) - ln m) <= exp (ln (x j) - ln m) by apply/RleP; exact: exp_ineq1_le.
  rewrite expD expN !lnK // (mulrC (x j)) => h.
  have -> : ln (x j) = 1 + (ln (x j) - ln m) + (ln m - 1) by ring.
  by rewrite ler_add2r.
apply: le_trans (Ex_mono W tangent) _; rewrite Ex_affine /Ex -/m mulVf ?gt_eqF //.
by rewrite addrCA subrr addr0.
Qed.

Theorem renyi_below_one_joint_convexity (W : dist I) (P Q : I -> dist T) : (forall i, 0 < affinity (P i) (Q i)) ->
  renyi_below_one (bind W P) (bind W Q) <= \sum_i W i * renyi_below_one (P i) (Q i).
Proof.
move=> m0; rewrite renyi_below_one_at_most; last first.
  by apply: lt_le_trans (affinity_joint_concavity W P Q); exact: mean_gt0.
have -> : (a - 1) * (\sum_i W i * renyi_below_one (P i) (Q i)) = \sum_i W i * ln (affinity (P i) (Q i)).
  rewrite mulr_sumr; apply: eq_bigr => i _; rewrite mulrCA /renyi_below_one; congr (_ * _).
  by rewrite mulrC divfK // -oppr_eq0 opprB gt_eqF.
apply: le_trans (affinity_joint_concavity W P Q).
have s0 : 0 < \sum_i W i * affinity (P i) (Q i) by exact: mean_gt0.
by rewrite -[X in _ <= X](lnK s0) ler_exp mean_of_logarithms.
Qed.

End BelowOne.
