(* What one order of a pair says: its profile, sampling with a hypothesis about one direction alone, large losses. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals ZArith.
From Assay Require Import Real Distribution HockeyStick Mechanism PoissonSampling Conversions.
From Assay Require lemma_secrecy_of_the_sample.
From Assay Require lemma_secrecy_of_the_sample_one_sided_hypothesis.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
From mathcomp Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Module OneSided := lemma_secrecy_of_the_sample_one_sided_hypothesis.

Section Profile.
Variables (T : finType) (P Q : dist T) (eps delta : R).

(* H_t <= 1 - (1 - delta) t e^-eps for 0 <= t <= e^eps. *)
Theorem profile_of_one_direction : indist (exp eps) delta P Q -> forall t, 0 <= t <= exp eps ->
  hockey_stick t P Q <= 1 - (1 - delta) * (t * exp (- eps)).
Proof.
move=> /hockey_stick_sum h t /andP [t0 tA]; set r := t * exp (- eps).
have r0 : 0 <= r by rewrite mulr_ge0 ?exp_ge0.
have r1 : r <= 1 by rewrite /r expN ler_pdivr_mulr ?exp_gt0 ?mul1r.
have tr : t = r * exp eps by rewrite /r expN mulfVK ?exp_neq0.
apply: (@le_trans _ _ (1 - r + r * hockey_stick (exp eps) P Q)); last first.
  have -> : (1 : R) - (1 - delta) * r = 1 - r + r * delta by ring.
  by rewrite ler_add2l ler_wpmul2l.
have -> : (1 : R) - r = \sum_t (1 - r) * P t by rewrite -mulr_sumr mass_sum mulr1.
rewrite /hockey_stick mulr_sumr -big_split /=; apply: ler_sum => o _.
have rP : 0 <= (1 - r) * P o by rewrite mulr_ge0 ?subr_ge0 ?mass_ge0.
rewrite le_maxl; apply/andP; split; last first.
  by apply: addr_ge0 => //; apply: mulr_ge0 => //; rewrite le_maxr lexx orbT.
have -> : P o - t * Q o = (1 - r) * P o + r * (P o - exp eps * Q o) :> R by rewrite {1}tr; ring.
by rewrite ler_add2l ler_wpmul2l // le_maxr lexx.
Qed.

Corollary total_variation_of_one_direction : 0 <= eps -> indist (exp eps) delta P Q ->
  total_variation P Q <= 1 - (1 - delta) * exp (- eps).
Proof.
move=> e0 h; have := profile_of_one_direction h (t := 1); rewrite mul1r; apply.
by rewrite ler01 exp_ge1.
Qed.

(* The loss is t or more with probability at most delta/(1 - e^(eps - t)). *)
Theorem large_losses t : eps < t -> indist (exp eps) delta P Q ->
  Pr P [set o | exp t * Q o <= P o] <= delta / (1 - exp (eps - t)).
Proof.
move=> et h; set S := [set o | _].
have d0 : 0 < 1 - exp (eps - t) by rewrite subr_gt0 -exp0 ltr_exp subr_lt0.
rewrite ler_pdivl_mulr // mulrBr mulr1 ler_subl_addl; apply: le_trans (h S) _; rewrite ler_add2r.
rewrite expD expN mulrCA ler_wpmul2l ?exp_ge0 // ler_pdivl_mulr ?exp_gt0 // /Pr mulr_suml.
by apply: ler_sum => o; rewrite inE mulrC.
Qed.

End Profile.

Section Directions.
Variables (D T : finType) (q : R).
Hypothesis q01 : 0 <= q <= 1.
Variables (M : mechanism {set D} T) (eps delta : R).

Let q0 : 0 <= q. Proof. by case/andP: q01. Qed.
Let q1 : 0 <= 1 - q. Proof. by rewrite subr_ge0; case/andP: q01. Qed.

(* What holds of M for every sample holds on average. *)
Lemma on_average (f g : {set D} -> R) A d :
  (forall c, f c <= A * g c + d) -> Ex (coins D q01) f <= A * Ex (coins D q01) g + d.
Proof. by move=> le; rewrite -Ex_affine; apply: Ex_mono. Qed.

Definition with_record (x : {set D}) r (S : {set T}) : R :=
  Ex (coins D q01) (fun c => Pr (M (r |: (x :&: c))) S).

Lemma with_record_ge0 x r S : 0 <= with_record x r S.
Proof. by rewrite -(Ex_const (coins D q01) 0); apply: Ex_mono => c; exact: Pr_ge0. Qed.

Lemma removed_on_average (x : {set D}) r (S : {set T}) : r \notin x -> dp M (@removes D) eps delta ->
  with_record x r S <= exp eps * Pr (sampled q01 M x) S + delta.
Proof.
move=> rx h; rewrite Pr_bind; apply: on_average => c; apply: h; exists r => //.
by rewrite inE (negbTE rx).
Qed.

Lemma added_on_average (x : {set D}) r (S : {set T}) : r \notin x -> dp M (@adds D) eps delta ->
  Pr (sampled q01 M x) S <= exp eps * with_record x r S + delta.
Proof.
move=> rx h; rewrite Pr_bind; apply: on_average => c; apply: h; exists r => //.
by rewrite inE (negbTE rx).
Qed.

(* From the one order alone, in the same order. *)
Theorem amplification_of_removing : 0 <= eps -> dp M (@removes D) eps delta ->
  dp (sampled q01 M) (@removes D) (ln (1 + q * (exp eps - 1))) (q * delta).
Proof.
move=> e0 h x y [r rx ->] S; have e1 : 0 <= exp eps - 1 by rewrite subr_ge0 exp_ge1.
rewrite lnK; last by rewrite ltr_paddr ?ltr01 // mulr_ge0.
rewrite (sampled_with_record q01 M S rx); set W := Pr (sampled q01 M y) S.
have := removed_on_average S rx h; rewrite -/W -/(with_record y r S); set V := with_record y r S => VW.
have -> : (1 + q * (exp eps - 1)) * W + q * delta = (1 - q) * W + q * (exp eps * W + delta) :> R by ring.
by rewrite ler_add2l ler_wpmul2l.
Qed.

Theorem amplification_of_adding : 0 <= eps -> 0 <= delta -> dp M (@adds D) eps delta ->
  dp (sampled q01 M) (@adds D) (- ln (1 - q * (1 - exp (- eps)))) (q * delta / (q + (1 - q) * exp eps)).
Proof.
move=> e0 d0 h x y [r rx ->] S; have A0 := exp_gt0 eps; have A1 : 1 <= exp eps by rewrite exp_ge1.
set A := exp eps in A0 A1 *; have An : A != 0 by rewrite gt_eqF.
have B0 : 0 < q + (1 - q) * A.
  have -> : q + (1 - q) * A = 1 + (1 - q) * (A - 1) by ring.
  by rewrite ltr_paddr ?ltr01 //; apply: mulr_ge0 => //; rewrite subr_ge0.
have e : (1 : R) - q * (1 - exp (- eps)) = (q + (1 - q) * A) / A by rewrite expN -/A; field.
rewrite e expN lnK; last by rewrite divr_gt0.
rewrite invf_div (sampled_with_record q01 M S rx); set W := Pr (sampled q01 M x) S.
have := added_on_average S rx h; rewrite -/W -/A -/(with_record x r S); set V := with_record x r S => WV.
have Bn : q + (1 - q) * A != 0 by rewrite gt_eqF.
have -> : A / (q + (1 - q) * A) * ((1 - q) * W + q * V) + q * delta / (q + (1 - q) * A)
        = (A * ((1 - q) * W) + q * (A * V + delta)) / (q + (1 - q) * A) :> R by field.
rewrite ler_pdivl_mulr // (_ : W * _ = A * ((1 - q) * W) + q * W) ?ler_add2l ?ler_wpmul2l //.
by ring.
Qed.

(* From the first order alone, both orders, for q < 1. *)
Theorem amplification_of_both : 0 <= eps -> 0 <= delta -> q < 1 -> dp M (@removes D) eps delta ->
  dp (sampled q01 M) (@add_remove D) (Num.max (ln (1 + q * (exp eps - 1))) (- ln (1 - q))) (q * delta).
Proof.
move=> e0 d0 ql h x y [xy | xy] S; last first.
  apply: le_trans (amplification_of_removing e0 h xy S) _; rewrite ler_add2r ler_wpmul2r ?Pr_ge0 //.
  by rewrite ler_exp le_maxr lexx.
case: xy => r rx ->; rewrite (sampled_with_record q01 M S rx); set W := Pr (sampled q01 M x) S.
have p0 : 0 < 1 - q by rewrite subr_gt0.
have V0 := with_record_ge0 x r S; rewrite -/(with_record x r S); set V := with_record x r S in V0 *.
have W0 : 0 <= W := Pr_ge0 _ _.
apply: (@le_trans _ _ ((1 - q)^-1 * ((1 - q) * W + q * V))).
  by rewrite mulrDr mulrA mulVf ?gt_eqF // mul1r ler_addl mulr_ge0 ?invr_ge0 // mulr_ge0.
rewrite -[X in X <= _]addr0; apply: ler_add; last by rewrite mulr_ge0.
apply: ler_wpmul2r; first by rewrite addr_ge0 // mulr_ge0.
by rewrite -[X in X^-1](lnK p0) -expN ler_exp le_maxr lexx orbT.
Qed.

End Directions.

(* Secrecy of the sample from one order alone: adding a record raises probabilities by a factor of at most e. *)
Theorem secrecy_of_the_sample_one_sided (D T : finType) (q : R) (q01 : 0 <= q <= 1) (M : mechanism {set D} T) :
  Rle q (Rdiv (IZR 796812130020020046161520937937) (IZR 1000000000000000000000000000000)) ->
  dp M (@removes D) 1 0 -> dp (sampled q01 M) (@add_remove D) (2%:R * q) 0.
Proof.
move=> small h; case/andP: (q01) => q0 q1.
have bound : exp (- (2%:R * q)) <= 1 - q.
  rewrite -mulNr; apply/RleP; apply: Rge_le; apply: OneSided.claim1 => //; toR => //.
have ql : q < 1 by rewrite -subr_gt0; apply: lt_le_trans bound; exact: exp_gt0.
have := amplification_of_both q01 ler01 (lexx 0) ql h; rewrite mulr0; apply: dp_weaken => //.
rewrite le_maxl; apply/andP; split; rewrite -ler_exp.
  rewrite (exp_amplified q01 ler01); apply/RleP; apply: lemma_secrecy_of_the_sample.claim1; toR => //.
by rewrite expN lnK ?subr_gt0 // -[2%:R * q]opprK expN lef_pinv ?posrE ?exp_gt0 ?subr_gt0.
Qed.
