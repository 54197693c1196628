(* No smaller parameter will do: report noisy max, permute-and-flip, Assouad's bound, reconstruction from all subsets. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
Require Import Reals.
From Assay Require Import Real Distribution HockeyStick Mechanism Group Parallel RandomisedResponse Exponential.
From Assay Require Import Countable NoisyMax PermuteAndFlip TwoPoint Assouad Attained Counting.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
From mathcomp Require Import ring.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma draw_same (T : finType) (N : noise) (K L : int -> dist T) u : (forall z, K z u = L z u) -> draw N K u = draw N L u.
Proof.
have half (K' L' : int -> dist T) : (forall z, K' z u = L' z u) -> draw N K' u <= draw N L' u.
  by move=> e; rewrite -[X in _ <= X]mul1r; apply: (@draw_le _ _ _ _ _ _ _ 1 (fun z => z)) => // z; rewrite mul1r e.
by move=> e; apply/eqP; rewrite eq_le !half.
Qed.

(* Noisy max of two values, with one-sided noise; of two that are tied the first is named. *)
Section NoisyMax.

Definition first_of_two (S : {set bool}) : dist [finType of bool] := point (false \notin S).

Theorem first_of_two_rule : rule_for_ties first_of_two.
Proof.
split=> [S i /set0Pn [j jS] out | S S' i iS' /subsetP sub]; rewrite !ffunE.
  case: i out; last by move=> ->.
  by move=> out; case fS: (false \in S) => //; case: j jS; rewrite ?fS // (negbTE out).
case: (boolP (false \in S')) => [/sub -> // | out].
by case: i iS' => [_ | fS]; [case: (false \in S); rewrite ?ler01 | rewrite fS in out].
Qed.

Section Lead.
Variables (r : R) (r_gt0 : 0 < r).
Notation N := (one_sided r_gt0).

(* The chance that the second noise exceeds the first by more than c. *)
Definition beats (c z : int) : R := draw N (fun z' => point (z' + c < z)) true.
Definition lead (c : int) : R := draw N (fun z => draw N (fun z' => point (z' + c < z))) true.

Lemma noisy_max_lead (v : bool -> int) : noisy_max N first_of_two v true = lead (v false - v true).
Proof.
rewrite /noisy_max enumT unlock /=; apply: draw_same => z; apply: draw_same => z'; rewrite !ffunE /=.
congr (nat_of_bool _)%:R; rewrite ![true == _]eq_sym !eqb_id inE negb_forall.
have -> : (z' + (v false - v true) < z) = (v false + z' < v true + z).
  by rewrite -subr_gt0 -[RHS]subr_gt0; congr (_ < _); ring.
apply/existsP/idP => [[[]] | h]; rewrite /= ?lexx // -?ltNge //.
by exists true; rewrite /= -ltNge.
Qed.

Lemma beats_small c z : z <= c -> beats c z = 0.
Proof.
move=> zc; apply/eqP; rewrite eq_le mass_ge0 andbT.
apply: (sums_to_least (drawP N (fun z' => point (z' + c < z)) true)) => F _; rewrite big1 // => z' _.
case: z' => k; last by rewrite /= mul0r.
rewrite ffunE (_ : (_ < z) = false) ?mulr0 //; apply/negbTE; rewrite -leNgt; apply: le_trans zc _.
by rewrite ler_addr.
Qed.

Lemma lead_step (c : int) (d : nat) : -1 <= c -> exp (d%:R * r) * lead (c + d%:Z) <= lead c.
Proof.
move=> c1; rewrite mulrC -ler_pdivl_mulr ?exp_gt0 // mulrC -expN.
apply: (@draw_le _ _ _ _ _ _ _ _ (fun z => z - d%:Z)) => [|| z]; [exact: addIr | exact: exp_ge0 |].
rewrite -[draw N _ true]/(beats (c + d%:Z) z) -[X in _ * (_ * X)]/(beats c (z - d%:Z)).
have [small | large] := lerP z (c + d%:Z).
  by rewrite beats_small // mulr0 mulr_ge0 ?exp_ge0 // mulr_ge0 ?chance_ge0 ?mass_ge0.
have -> : beats (c + d%:Z) z = beats c (z - d%:Z).
  by apply: draw_same => z'; congr (point _ _); rewrite addrA -ltr_subr_addr.
rewrite mulrA; apply: ler_wpmul2r; first exact: mass_ge0.
have zd : d%:Z <= z.
  by rewrite -ltz_addr1; apply: le_lt_trans (_ : c + d%:Z + 1 < _); rewrite ?ltr_add2r // -addrA [_ + 1]addrC addrA ler_addr -ler_subl_addr sub0r.
rewrite expN -ler_pdivr_mull ?invr_gt0 ?exp_gt0 // invrK.
move: zd; case: z {large} => // k; rewrite lez_nat => dk; rewrite subzn // /one_sided /= exp_mul_nat.
have -> : exp r = (exp (- r))^-1 by rewrite expN invrK.
rewrite exprVn mulrCA ler_wpmul2l ?subr_ge0 -?exp0 ?ler_exp ?oppr_le0 ?(ltW r_gt0) //.
by rewrite -{1}(subnK dk) exprD mulrCA mulVf ?mulr1 // expf_neq0 // exp_neq0.
Qed.

Lemma lead_gt0 (c : nat) : 0 < lead c%:Z.
Proof.
have n0 k : 0 < N (Posz k).
  by rewrite /= mulr_gt0 ?exprn_gt0 ?exp_gt0 // subr_gt0 -exp0 ltr_exp oppr_lt0.
have := partial_below (drawP N (fun z => draw N (fun z' => point (z' + c%:Z < z))) true) (erefl : uniq [:: c.+1%:Z]).
rewrite big_seq1 => /(lt_le_trans _); apply; rewrite mulr_gt0 //.
have := partial_below (drawP N (fun z' => point (z' + c%:Z < c.+1%:Z)) true) (erefl : uniq [:: 0%:Z]).
rewrite big_seq1 => /(lt_le_trans _); apply; rewrite mulr_gt0 // ffunE add0r.
by rewrite (_ : c%:Z < c.+1%:Z) ?ltr01 // ltz_nat.
Qed.

End Lead.

Variables (eps : R) (eps_gt0 : 0 < eps).

(* Which of two values is 1; and whether the second is. *)
Definition which_is_one (x i : bool) : int := (i == x)%:Z.
Definition second_is_one (x i : bool) : int := (i && x)%:Z.

Theorem report_noisy_max_tight eps' :
  dp (report_noisy_max which_is_one first_of_two OneSided eps_gt0) (@all_pairs [eqType of bool]) eps' 0 -> eps <= eps'.
Proof.
move=> /dp_outcomes /(_ true false isT true); rewrite /report_noisy_max !noisy_max_lead => h.
have := lead_step (half_rate eps_gt0) 2 (lexx (-1)); rewrite [2%:R * _]mulrC mulfVK ?pnatr_eq0 // => le.
have := le_trans le h; rewrite (_ : -1 + 2%:Z = 1%:Z) // ler_pmul2r ?ler_exp //.
exact: (lead_gt0 (half_rate eps_gt0) 1).
Qed.

Theorem monotone_noisy_max_tight eps' :
  dp (monotone_noisy_max second_is_one first_of_two OneSided eps_gt0) (@all_pairs [eqType of bool]) eps' 0 -> eps <= eps'.
Proof.
move=> /dp_outcomes /(_ true false isT true); rewrite /monotone_noisy_max !noisy_max_lead => h.
have := lead_step eps_gt0 1 (lexx (-1)); rewrite mul1r => le.
have := le_trans le h; rewrite (_ : -1 + 1%:Z = 0%:Z) // ler_pmul2r ?ler_exp //.
exact: (lead_gt0 eps_gt0 0).
Qed.

(* The hypotheses of the two theorems hold there. *)
Theorem which_is_one_moves_by_one : each_of_sensitivity_one (@all_pairs [eqType of bool]) which_is_one.
Proof. by move=> [] [] // _ []. Qed.

Theorem second_is_one_moves_up : each_of_sensitivity_one (@all_pairs [eqType of bool]) second_is_one
  /\ move_the_same_way (@all_pairs [eqType of bool]) second_is_one.
Proof. by split; [move=> [] [] // _ [] | move=> [] [] // _; [right => -[] | left => -[]]]. Qed.

End NoisyMax.

(* Permute-and-flip of two outputs: scores (2D, 0) and (D, D); where the scores move up, (D, 0) and (D, D). *)
Section PermuteAndFlip.
Variables (eps D : R) (eps_ge0 : 0 <= eps) (D_gt0 : 0 < D).

Definition both_ways (x i : bool) : R := if x then D else if i then 0 else 2%:R * D.
Definition one_way (x i : bool) : R := if x || ~~ i then D else 0.

Lemma best_of_two (u : bool -> R) : u true <= u false -> best false u = u false.
Proof. by move=> h; apply/eqP; rewrite eq_le best_ge andbT /best; case: arg_maxP => // -[]. Qed.

(* Of two outputs of which the first is accepted for certain. *)
Lemma flipped_of_two (rate : R) (rate0 : 0 <= rate) (u : bool -> R) : u true <= u false ->
  flipped false rate0 u true = exp (rate * (u true - u false)) / 2%:R.
Proof.
move=> h; rewrite ffunE visit_reached ?cardsT ?inE // card_bool /= /accepted best_of_two //.
rewrite big1 ?addr0 ?mul1r // => -[|] /andP [_] // _.
by rewrite subrr mulr0 exp0 subrr mul0r.
Qed.

Lemma half_of (e e' : R) : 1 / 2%:R <= exp e' * (exp (- e) / 2%:R) -> e <= e'.
Proof. by rewrite mulrA ler_pmul2r ?invr_gt0 ?ltr0n // expN ler_pdivl_mulr ?exp_gt0 // mul1r ler_exp. Qed.

Theorem permute_and_flip_tight eps' :
  dp (permute_and_flip false both_ways eps_ge0 D_gt0) (@all_pairs [eqType of bool]) eps' 0 -> eps <= eps'.
Proof.
move=> /dp_outcomes /(_ true false isT true); rewrite /permute_and_flip !flipped_of_two /both_ways /= ?lexx //; last first.
  by rewrite mulr_ge0 ?ler0n // ltW.
rewrite subrr mulr0 exp0 sub0r mulrN mulfVK; first exact: half_of.
by rewrite gt_eqF // mulr_gt0 ?ltr0n.
Qed.

Theorem monotone_permute_and_flip_tight eps' :
  dp (monotone_permute_and_flip false one_way eps_ge0 D_gt0) (@all_pairs [eqType of bool]) eps' 0 -> eps <= eps'.
Proof.
move=> /dp_outcomes /(_ true false isT true); rewrite /monotone_permute_and_flip !flipped_of_two /one_way /= ?lexx ?(ltW D_gt0) //.
by rewrite subrr mulr0 exp0 sub0r mulrN mulfVK ?gt_eqF //; exact: half_of.
Qed.

(* The hypotheses of the two theorems hold there. *)
Theorem both_ways_move_by_D : sensitivity_at_most (@all_pairs [eqType of bool]) both_ways D.
Proof.
have two : 2%:R * D - D = D by ring.
by move=> [] [] // _ []; rewrite /both_ways ?subr0 ?sub0r ?two -?[D - 2%:R * D]opprB ?two ?normrN ger0_norm // ltW.
Qed.

Theorem one_way_moves_up : sensitivity_at_most (@all_pairs [eqType of bool]) one_way D
  /\ same_way (@all_pairs [eqType of bool]) one_way.
Proof.
have D0 : 0 <= D := ltW D_gt0.
split; first by move=> [] [] // _ []; rewrite /one_way /= ?subrr ?subr0 ?sub0r ?normrN ?normr0 // ger0_norm.
by move=> [] [] // _; [right => -[] | left => -[]]; rewrite /one_way /=.
Qed.

End PermuteAndFlip.

(* Assouad's bound: randomised response about each of d bits. *)
Section Assouad.
Variables (d : nat) (eps : R) (eps_ge0 : 0 <= eps).

Definition told_bits (s : choices d) : dist [finType of {ffun 'I_d -> bool}] := product_of (fun j => told_bit eps (s j)).

Lemma told_bits_error j (s : choices d) :
  mean_error (fun o : {ffun 'I_d -> bool} => (o j)%:R) (told_bits s) (value (fun _ => 0) 1 s j) = (exp eps + 1)^-1.
Proof.
rewrite /mean_error /Ex /value; pose F i (t : bool) : R := told_bit eps (s i) t * (if i == j then `|t%:R - (0 + (s i)%:R * 1)| else 1).
transitivity (\sum_(o : {ffun 'I_d -> bool}) \prod_i F i (o i)).
  apply: eq_bigr => o _; rewrite ffunE big_split /=; congr (_ * _).
  by rewrite (bigD1 j) //= eqxx big1 ?mulr1 // => i /negbTE ->.
rewrite -(bigA_distr_bigA F) /= (bigD1 j) //= [X in _ * X]big1 => [|i /negbTE ij]; last first.
  by rewrite -[RHS](mass_sum (told_bit eps (s i))); apply: eq_bigr => t _; rewrite /F ij mulr1.
rewrite mulr1 big_bool /F eqxx !told_bit_mass add0r !mulr1 /weight.
by case: (s j); rewrite /= ?subrr ?subr0 ?sub0r ?normrN normr0 normr1 !mulr0 ?addr0 ?add0r mulr1 div1r.
Qed.

Theorem assouad_attained : dp told_bits (fun s s' => exists j, s' = other j s) eps 0
  /\ forall s, total_error (fun _ => 0) 1 (fun j (o : {ffun 'I_d -> bool}) => (o j)%:R) told_bits s = d%:R * 1 / (exp eps + 1).
Proof.
split=> [s s' [j ->] | s]; last first.
  rewrite /total_error (eq_bigr (fun _ => (exp eps + 1)^-1)); first by rewrite sumr_const card_ord mulr1 mulr_natl.
  by move=> j _; exact: told_bits_error.
have := @parallel_composition [finType of 'I_d] _ _ _ (fun _ => told_bit eps) eps 0 (fun _ => told_bit_dp eps_ge0).
apply; exists j; split; first by rewrite ffunE eqxx /all_pairs; case: (s j).
by move=> i /negbTE ij; rewrite ffunE ij.
Qed.

End Assouad.

(* Two bits, answers halfway between those of 01 and of 10: E = 1/2, and the two are 2 = 4 E apart. *)
Theorem reconstruction_attained (E := 1 / 2%:R : R) (answer := fun S : {set bool} => #|S|%:R / 2%:R) :
  [/\ consistent E answer [set true], consistent E answer [set false] &
      #|([set true] :\: [set false]) :|: ([set false] :\: [set true])|%:R = 4%:R * E].
Proof.
have card (S : {set bool}) : #|S|%:R = (true \in S)%:R + (false \in S)%:R :> R.
  by rewrite -natrD -sum1_card big_mkcond big_bool /=; case: (true \in S); case: (false \in S).
have half (x y : bool) : `|(x%:R + y%:R) / 2%:R - x%:R| <= E.
  have -> : (x%:R + y%:R) / 2%:R - x%:R = (y%:R - x%:R) / 2%:R :> R by field.
  rewrite normrM (@ger0_norm _ 2%:R^-1) ?invr_ge0 ?ler0n // /E ler_pmul2r ?invr_gt0 ?ltr0n //.
  by case: x; case: y; rewrite ?subrr ?subr0 ?sub0r ?normrN ?normr0 ?normr1 ?ler01.
have h (S : {set bool}) b : `|answer S - #|S :&: [set b]|%:R| <= E.
  rewrite /answer !card !inE; case: b; rewrite /= !(andbT, andbF) ?addr0 ?add0r; first exact: half.
  by rewrite [X in X / _]addrC; exact: half.
split=> [S | S |]; [exact: h | exact: h |].
by rewrite card !inE /= /E; field.
Qed.
