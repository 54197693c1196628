(* The exponential mechanism: P(o) proportional to e^(eps u(o)/(2 D)); its range of losses; the form for scores
   that all move the same way. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals.
From Assay Require Import Real Distribution HockeyStick Mechanism.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
From mathcomp Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Gibbs.
Variables (T : finType) (t0 : T).

Definition partition_function (u : T -> R) : R := \sum_t exp (u t).

Lemma partition_function_gt0 u : 0 < partition_function u.
Proof.
rewrite /partition_function (bigD1 t0) //= ltr_paddr ?exp_gt0 //.
by apply: sumr_ge0 => t _; exact: exp_ge0.
Qed.

(* P(o) proportional to e^(u(o)). *)
Program Definition gibbs (u : T -> R) : dist T :=
  @Dist T [ffun t => exp (u t) / partition_function u] _ _.
Next Obligation. by move=> u t; rewrite ffunE divr_ge0 ?exp_ge0 // ltW ?partition_function_gt0. Qed.
Next Obligation.
move=> u; under eq_bigr do rewrite ffunE.
by rewrite -mulr_suml divff // gt_eqF // partition_function_gt0.
Qed.

(* Scores that lie between v + a and v + b give losses of at most b - a. *)
Theorem gibbs_range (u v : T -> R) a b :
  (forall t, v t + a <= u t <= v t + b) -> forall t, gibbs u t <= exp (b - a) * gibbs v t.
Proof.
move=> near t; rewrite !ffunE ler_pdivr_mulr ?partition_function_gt0 //.
have Z : exp a * partition_function v <= partition_function u.
  rewrite /partition_function mulr_sumr; apply: ler_sum => s _.
  by rewrite -expD ler_exp addrC; case/andP: (near s).
have top : exp (u t) <= exp b * exp (v t).
  by rewrite -expD ler_exp addrC; case/andP: (near t).
apply: le_trans top _.
rewrite expD expN -!mulrA; apply: ler_wpmul2l; first exact: exp_ge0.
rewrite mulrCA -[X in X <= _]mulr1; apply: ler_wpmul2l; first exact: exp_ge0.
rewrite mulrCA -ler_pdivr_mull ?invr_gt0 ?partition_function_gt0 // invrK mulr1.
by rewrite mulrC ler_pdivl_mulr ?exp_gt0 // mulrC.
Qed.

Variables (X : Type) (adj : relation_on X) (u : X -> T -> R) (eps D : R).
Hypotheses (D_gt0 : 0 < D) (eps_ge0 : 0 <= eps).

(* The sensitivity of the score: neighbours differ by at most D, for every output. *)
Definition sensitivity_at_most := forall x y, adj x y -> forall t, `|u x t - u y t| <= D.

(* Scores of neighbours all move the same way. *)
Definition same_way := forall x y, adj x y -> (forall t, u x t <= u y t) \/ (forall t, u y t <= u x t).

Definition exponential_mechanism : mechanism X T := fun x => gibbs (fun t => eps / (2%:R * D) * u x t).
Definition monotone_exponential_mechanism : mechanism X T := fun x => gibbs (fun t => eps / D * u x t).

Theorem exponential_mechanism_dp : sensitivity_at_most -> dp exponential_mechanism adj eps 0.
Proof.
move=> h; apply/dp_outcomes => x y xy t.
have c0 : 0 <= eps / (2%:R * D) by rewrite divr_ge0 // mulr_ge0 ?ler0n // ltW.
have half : eps / (2%:R * D) * D = eps / 2%:R by rewrite invfM mulrA mulfVK // gt_eqF.
have -> : eps = eps / 2%:R - (- (eps / 2%:R)).
  by rewrite opprK -mulrDl -mulr2n -mulr_natr mulfK // pnatr_eq0.
apply: gibbs_range => s.
have /ler_normlP [h1 h2] := h x y xy s.
rewrite -half -mulrN -!mulrDr; apply/andP; split; apply: ler_wpmul2l => //.
  by rewrite ler_subl_addr -ler_subl_addl -opprB.
by rewrite -ler_subl_addl.
Qed.

(* The losses of a pair span at most eps: L(s) - L(t) <= eps, where e^L = P/Q. *)
Theorem exponential_mechanism_range : sensitivity_at_most -> forall x y, adj x y -> forall s t,
  exponential_mechanism x s * exponential_mechanism y t
  <= exp eps * (exponential_mechanism x t * exponential_mechanism y s).
Proof.
move=> h x y xy s t; rewrite !ffunE.
have c0 : 0 <= eps / (2%:R * D) by rewrite divr_ge0 // mulr_ge0 ?ler0n // ltW.
have whole : eps / (2%:R * D) * (D + D) = eps.
  have -> : D + D = 2%:R * D by rewrite mulr_natl mulr2n.
  by rewrite mulfVK // mulf_neq0 ?pnatr_eq0 // gt_eqF.
set c := eps / (2%:R * D) in c0 whole *.
rewrite mulrACA [X in _ <= exp eps * X]mulrACA [X in _ <= X]mulrA; apply: ler_wpmul2r.
  by rewrite mulr_ge0 // invr_ge0 ltW // partition_function_gt0.
rewrite -!expD ler_exp -[X in _ <= X + _]whole -!mulrDr; apply: ler_wpmul2l => //.
have /ler_normlP [_ h1] := h x y xy s; have /ler_normlP [h2 _] := h x y xy t.
rewrite -subr_ge0.
have -> : D + D + (u x t + u y s) - (u x s + u y t) = (D - (u x s - u y s)) + (D - - (u x t - u y t)) by ring.
by rewrite addr_ge0 // subr_ge0.
Qed.

Theorem monotone_exponential_mechanism_dp :
  sensitivity_at_most -> same_way -> dp monotone_exponential_mechanism adj eps 0.
Proof.
move=> h way; apply/dp_outcomes => x y xy t.
have c0 : 0 <= eps / D by rewrite divr_ge0 // ltW.
have whole : eps / D * D = eps by rewrite mulfVK // gt_eqF.
have near s := h x y xy s.
case: (way x y xy) => le.
  have -> : eps = 0 - (- eps) by rewrite opprK add0r.
  apply: gibbs_range => s; have /ler_normlP [h1 _] := near s.
  rewrite addr0 -[X in _ - X]whole -mulrBr; apply/andP; split; apply: ler_wpmul2l => //.
  by rewrite ler_subl_addr -ler_subl_addl -opprB.
rewrite -{1}[eps]subr0; apply: gibbs_range => s; have /ler_normlP [_ h2] := near s.
rewrite addr0 -[X in _ + X]whole -mulrDr; apply/andP; split; apply: ler_wpmul2l => //.
by rewrite -ler_subl_addl.
Qed.

End Gibbs.
