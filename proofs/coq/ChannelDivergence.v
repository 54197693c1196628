(* A private channel: the Kullback-Leibler divergences of its answers, in both orders, add up to at most
   (e^eps - 1)^2 times the square of the total variation of the inputs, whatever the divergence of the inputs. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals.
From Assay Require Import Real Distribution HockeyStick Mechanism RandomisedResponse Renyi Divergences KullbackLeibler.
From Assay Require lemma_contraction_of_Kullback_Leibler_divergence_by_a_local_channel.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
From mathcomp Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Module Channel := lemma_contraction_of_Kullback_Leibler_divergence_by_a_local_channel.

Section Channel.
Variables (T U : finType) (K : T -> dist U) (eps : R).
Hypotheses (eps_ge0 : 0 <= eps) (private : dp K (@all_pairs T) eps 0).
Variables (t0 : T) (P Q : dist T).

Let A : R := exp eps.
Let A1 : 1 <= A. Proof. by rewrite exp_ge1. Qed.
Let A0 : 0 < A. Proof. exact: exp_gt0. Qed.

(* The smallest chance of an answer. *)
Definition least (o : U) : R := K [arg min_(t < t0) K t o]%O o.

Lemma least_le o t : least o <= K t o.
Proof. by rewrite /least; case: arg_minP => // i _; apply. Qed.

Lemma least_ge0 o : 0 <= least o. Proof. exact: mass_ge0. Qed.

Lemma most_le o t : K t o <= A * least o.
Proof.
rewrite /least; case: arg_minP => // i _ _; have [-> | ti] := eqVneq t i.
  by rewrite -{1}[K i o]mul1r ler_wpmul2r ?mass_ge0.
by move/dp_outcomes: private => h; exact: h.
Qed.

Lemma least_sum : \sum_o least o <= 1.
Proof. by rewrite -(mass_sum (K t0)); apply: ler_sum => o _; exact: least_le. Qed.

Lemma bind_least (L : dist T) o : least o <= bind L K o <= A * least o.
Proof.
rewrite ffunE; apply/andP; split.
  by rewrite -[X in X <= _]mul1r -(mass_sum L) mulr_suml; apply: ler_sum => t _; rewrite ler_wpmul2l ?mass_ge0 ?least_le.
by rewrite -[X in _ <= X]mul1r -(mass_sum L) mulr_suml; apply: ler_sum => t _; rewrite ler_wpmul2l ?mass_ge0 ?most_le.
Qed.

Lemma difference (L L' : dist T) o : bind L K o - bind L' K o <= (A - 1) * least o * total_variation L L'.
Proof.
have -> : bind L K o - bind L' K o = \sum_t (L t - L' t) * (K t o - least o).
  transitivity (\sum_t (L t - L' t) * K t o - (\sum_t (L t - L' t)) * least o); last first.
    by rewrite mulr_suml -sumrB; apply: eq_bigr => t _; rewrite mulrBr.
  rewrite [X in _ - X * _]sumrB !mass_sum subrr mul0r subr0 !ffunE -sumrB.
  by apply: eq_bigr => t _; rewrite mulrBl.
rewrite /total_variation /hockey_stick mulr_sumr; apply: ler_sum => t _; rewrite mul1r [X in _ <= X]mulrC.
have k0 : 0 <= K t o - least o by rewrite subr_ge0 least_le.
apply: (@le_trans _ _ (Num.max (L t - L' t) 0 * (K t o - least o))).
  by apply: ler_wpmul2r => //; rewrite le_maxr lexx.
apply: ler_wpmul2l; first by rewrite le_maxr lexx orbT.
by rewrite mulrBl mul1r ler_add2r most_le.
Qed.

(* The terms of an answer, in both orders. *)
Lemma both_terms o :
  weighted_loss (fun l => l) (bind P K o) (bind Q K o) + weighted_loss (fun l => l) (bind Q K o) (bind P K o)
  <= least o * ((A - 1) * total_variation P Q) ^+ 2.
Proof.
have /andP [pm pM] := bind_least P o; have /andP [qm qM] := bind_least Q o.
have dPQ := difference P Q o; have dQP := difference Q P o; rewrite [total_variation Q P]total_variation_sym in dQP.
set p := bind P K o in pm pM dPQ dQP *; set q := bind Q K o in qm qM dPQ dQP *; set v := total_variation P Q in dPQ dQP *.
have v0 : 0 <= v by exact: hockey_stick_ge0.
have [m_ | mn] := eqVneq (least o) 0.
  have z (x : R) : least o <= x -> x <= A * least o -> x = 0.
    by rewrite m_ mulr0 => x0 x1; apply/eqP; rewrite eq_le x1.
  by rewrite (z p) // (z q) // /weighted_loss eqxx m_ mul0r addr0.
have m0 : 0 < least o by rewrite lt_def mn least_ge0.
have p0 : 0 < p := lt_le_trans m0 pm; have q0 : 0 < q := lt_le_trans m0 qm.
rewrite /weighted_loss !gt_eqF //.
have one (x y : R) : 0 < x -> 0 < y -> least o <= x -> x <= y -> y - x <= (A - 1) * least o * v ->
    x - y <= (A - 1) * least o * v ->
    x * (ln x - ln y) + y * (ln y - ln x) <= least o * ((A - 1) * v) ^+ 2.
  move=> x0 y0 mx xy d d'; have d2 : - (y - x) <= (A - 1) * least o * v by rewrite opprB.
  have -> : x * (ln x - ln y) + y * (ln y - ln x) = (y - x) * ln (y / x).
    by rewrite ln_div //; ring.
  have c1 : (y - x) * ln (y / x) <= (y - x) ^+ 2 / x.
    by have := Channel.claim1 x y; rewrite !RdivE ?gt_eqF // RpowE => h; apply/RleP; apply: h; toR.
  have c2 : (y - x) ^+ 2 / x <= (y - x) ^+ 2 / least o.
    by have := Channel.claim2 (least o) x (y - x); rewrite !RdivE ?gt_eqF // RpowE => h; apply/RleP; apply: h; toR.
  have c3 : (y - x) ^+ 2 / least o <= least o * ((A - 1) * v) ^+ 2.
    have := Channel.claim3 (least o) A v (y - x); rewrite !RdivE ?gt_eqF // !RpowE => h; apply/RleP; apply: h; toR => //.
  exact: le_trans c1 (le_trans c2 c3).
case: (leP p q) => pq; first exact: one.
by rewrite addrC; apply: one => //; exact: ltW.
Qed.

Theorem contraction_of_divergence : [/\ dominated (bind P K) (bind Q K), dominated (bind Q K) (bind P K)
  & kl (bind P K) (bind Q K) + kl (bind Q K) (bind P K) <= ((exp eps - 1) * total_variation P Q) ^+ 2].
Proof.
have dom (L L' : dist T) : dominated (bind L K) (bind L' K).
  move=> o zero; have /andP [l0 _] := bind_least L' o; have /andP [_ l1] := bind_least L o.
  have m_ : least o = 0 by apply/eqP; rewrite eq_le least_ge0 andbT -zero.
  by apply/eqP; rewrite eq_le mass_ge0 andbT; move: l1; rewrite m_ mulr0.
split; [exact: dom | exact: dom |].
rewrite -big_split /= -[X in _ <= X]mul1r; apply: (@le_trans _ _ (\sum_o least o * ((A - 1) * total_variation P Q) ^+ 2)).
  by apply: ler_sum => o _; exact: both_terms.
by rewrite -mulr_suml ler_wpmul2r ?least_sum // exprn_even_ge0.
Qed.

End Channel.
