(* Amplification by Poisson sampling under adding or removing a record: ln(1 + q(e^eps - 1)) and q delta. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals.
From Assay Require Import Real Distribution HockeyStick Mechanism.
From Assay Require lemma_amplification_by_Poisson_sampling.
From Assay Require lemma_secrecy_of_the_sample.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Module Amp := lemma_amplification_by_Poisson_sampling.

(* Data are sets of records; neighbours have one record more or less. *)
Definition adds (D : finType) : relation_on {set D} := fun x y => exists2 r, r \notin x & y = r |: x.
Definition removes (D : finType) : relation_on {set D} := fun x y => adds y x.
Definition add_remove (D : finType) : relation_on {set D} := fun x y => adds x y \/ removes x y.

Section Coins.
Variables (D : finType) (q : R).
Hypothesis q01 : 0 <= q <= 1.

Definition coin_weight (b : bool) : R := if b then q else 1 - q.

Lemma coin_weight_ge0 b : 0 <= coin_weight b.
Proof. by case: b; rewrite /coin_weight ?subr_ge0; case/andP: q01. Qed.

(* For every record an independent coin that shows heads with probability q: the set of those that do. *)
Program Definition coins : dist [finType of {set D}] :=
  @Dist _ [ffun c : {set D} => \prod_r coin_weight (r \in c)] _ _.
Next Obligation. by move=> c; rewrite ffunE; apply: prodr_ge0 => r _; exact: coin_weight_ge0. Qed.
Next Obligation.
under eq_bigr do rewrite ffunE.
rewrite (reindex (fun f : {ffun D -> bool} => [set r | f r])) /=; last first.
  exists (fun c : {set D} => [ffun r => r \in c]) => [f _ | c _].
    by apply/ffunP => r; rewrite ffunE inE.
  by apply/setP => r; rewrite inE ffunE.
transitivity (\sum_(f : {ffun D -> bool}) \prod_r coin_weight (f r)).
  by apply: eq_bigr => f _; apply: eq_bigr => r _; rewrite inE.
rewrite -(bigA_distr_bigA (fun _ b => coin_weight b)) /= big1 // => r _.
by rewrite big_bool /= addrC subrK.
Qed.

(* The coin of one record is independent of what does not look at it. *)
Lemma coin_of_one (r : D) (f : {set D} -> R) :
  (forall c, f (r |: c) = f (c :\ r)) ->
  \sum_(c : {set D} | r \in c) coins c * f c = q * Ex coins f.
Proof.
move=> blind.
pose rest (c : {set D}) := \prod_(s | s != r) coin_weight (s \in c).
have split c : coins c = coin_weight (r \in c) * rest c by rewrite ffunE (bigD1 r).
have rest_with (c : {set D}) : rest (r |: c) = rest c.
  by apply: eq_bigr => s /negbTE sr; rewrite !inE sr.
pose total := \sum_(c : {set D} | r \in c) rest c * f c.
have heads : \sum_(c : {set D} | r \in c) coins c * f c = q * total.
  by rewrite /total mulr_sumr; apply: eq_bigr => c rc; rewrite split rc mulrA.
have tails : \sum_(c : {set D} | r \notin c) coins c * f c = (1 - q) * total.
  rewrite /total mulr_sumr (reindex_onto (fun c : {set D} => c :\ r) (fun c => r |: c)) /=; last first.
    by move=> c rc; rewrite setU1K.
  apply: eq_big => [c | c /andP [_ /eqP back]].
    rewrite !inE eqxx /=; apply/eqP/idP => [<- | rc]; first by rewrite setU11.
    by rewrite setD1K.
  rewrite split setD11 /coin_weight -mulrA; congr (_ * (_ * _)).
    by rewrite -(rest_with (c :\ r)) back.
  by rewrite -blind -{1}back setUA setUid back.
rewrite heads /Ex (bigID (fun c : {set D} => r \in c)) /= heads tails.
by rewrite -mulrDl addrC subrK mul1r.
Qed.

Lemma other_coin_of_one (r : D) (f : {set D} -> R) :
  (forall c, f (r |: c) = f (c :\ r)) ->
  \sum_(c : {set D} | r \notin c) coins c * f c = (1 - q) * Ex coins f.
Proof.
move=> blind; have := erefl (Ex coins f).
rewrite {1}/Ex (bigID (fun c : {set D} => r \in c)) /= (coin_of_one blind) => e.
by rewrite mulrBl mul1r -{1}e addrAC subrr add0r.
Qed.

End Coins.

Section PoissonSampling.
Variables (D T : finType) (q : R).
Hypothesis q01 : 0 <= q <= 1.

(* M on a sample that has every record with probability q, and stays secret. *)
Definition sampled (M : mechanism {set D} T) : mechanism {set D} T :=
  fun x => bind (coins D q01) (fun c => M (x :&: c)).

Variables (M : mechanism {set D} T) (eps delta : R).
Hypotheses (eps_ge0 : 0 <= eps) (delta_ge0 : 0 <= delta).

(* The epsilon of the sampled mechanism: e^amplified = 1 + q (e^eps - 1). *)
Definition amplified : R := ln (1 + q * (exp eps - 1)).

Let q0 : 0 <= q. Proof. by case/andP: q01. Qed.
Let q1 : 0 <= 1 - q. Proof. by rewrite subr_ge0; case/andP: q01. Qed.
Let e1 : 0 <= exp eps - 1. Proof. by rewrite subr_ge0 exp_ge1. Qed.

Lemma exp_amplified : exp amplified = 1 + q * (exp eps - 1).
Proof. by rewrite lnK // ltr_paddr ?ltr01 // mulr_ge0. Qed.

(* The event's chance on the larger data is a mixture: with the record in the sample, and without it. *)
Lemma sampled_with_record (x : {set D}) r (S : {set T}) : r \notin x ->
  Pr (sampled M (r |: x)) S
  = (1 - q) * Pr (sampled M x) S
  + q * Ex (coins D q01) (fun c => Pr (M (r |: (x :&: c))) S).
Proof.
move=> rx; rewrite !Pr_bind.
have not_in (c : {set D}) : x :&: (c :\ r) = x :&: c.
  by apply/setP => s; rewrite !inE; case: eqP => // ->; rewrite (negbTE rx).
have with_r (c : {set D}) : x :&: (r |: c) = x :&: c.
  by apply/setP => s; rewrite !inE; case: eqP => // ->; rewrite (negbTE rx).
rewrite {1}/Ex (bigID (fun c : {set D} => r \in c)) /= addrC; congr (_ + _); last first.
  rewrite -(coin_of_one q01 (r := r)); last by move=> c; rewrite with_r not_in.
  by apply: eq_bigr => c rc; rewrite setIUl (setIidPl _) // sub1set.
transitivity (\sum_(c : {set D} | r \notin c) coins D q01 c * Pr (M (x :&: c)) S).
  apply: eq_bigr => c rc; congr (_ * Pr (M _) S); rewrite setIUl.
  by rewrite (disjoint_setI0 (_ : [disjoint [set r] & c])) ?set0U // disjoints1.
by apply: other_coin_of_one => c; rewrite with_r not_in.
Qed.

Theorem poisson_amplification :
  dp M (@add_remove D) eps delta -> dp (sampled M) (@add_remove D) amplified (q * delta).
Proof.
move=> h.
have both (x : {set D}) r (S : {set T}) : r \notin x ->
    let V := Ex (coins D q01) (fun c => Pr (M (r |: (x :&: c))) S) in let W := Pr (sampled M x) S in
    V <= exp eps * W + delta /\ W <= exp eps * V + delta.
  move=> rx V W; rewrite /V /W Pr_bind; set C := coins D q01.
  have lift (f g : {set D} -> R) :
      (forall c, f c <= exp eps * g c + delta) -> Ex C f <= exp eps * Ex C g + delta.
    by move=> le; rewrite -Ex_affine; apply: Ex_mono.
  have away (c : {set D}) : r \notin x :&: c by rewrite inE (negbTE rx).
  by split; apply: lift => c; apply: h; [right | left]; exists r.
move=> x y [[r rx ->] | [r rx ->]] S; rewrite exp_amplified (sampled_with_record _ rx);
  have [VW WV] := both _ _ S rx; move: VW WV;
  set V := Ex _ _; set W := Pr (sampled M _) S => VW WV;
  have W0 : 0 <= W := Pr_ge0 _ _;
  have V0 : 0 <= V by (rewrite -(Ex_const (coins D q01) 0); apply: Ex_mono => c; exact: Pr_ge0).
- rewrite -ler_subl_addl; apply/RleP; apply: Amp.claim2; toR => //; first by case/andP: q01.
  by rewrite exp_ge1.
- rewrite -ler_subl_addl; apply: (@le_trans _ _ (q * Num.max (V - exp eps * W) 0)).
    apply: (@le_trans _ _ (Num.max ((1 - q) * W + q * V - (1 + q * (exp eps - 1)) * W) 0)).
      by rewrite le_maxr lexx.
    rewrite -!RmaxE; apply/RleP; apply: Amp.claim1; toR => //; first by case/andP: q01.
    by rewrite exp_ge1.
  by apply: ler_wpmul2l => //; rewrite le_maxl delta_ge0 ler_subl_addl VW.
Qed.

End PoissonSampling.

(* Secrecy of the sample: a 1-DP mechanism on a sample of rate q is 2q-DP. *)
Theorem secrecy_of_the_sample (D T : finType) (q : R) (q01 : 0 <= q <= 1) (M : mechanism {set D} T) :
  dp M (@add_remove D) 1 0 -> dp (sampled q01 M) (@add_remove D) (2%:R * q) 0.
Proof.
move=> h; have := poisson_amplification q01 ler01 (lexx 0) h; rewrite mulr0.
apply: dp_weaken => //; rewrite -ler_exp (exp_amplified q01 ler01).
by case/andP: q01 => q0 q1; apply/RleP; apply: lemma_secrecy_of_the_sample.claim1; toR.
Qed.
