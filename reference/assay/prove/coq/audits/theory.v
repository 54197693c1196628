Require Import Reals ZArith List Lra Lia Bool.
Import ListNotations.
Open Scope R_scope.

(* 1. What is claimed. A mechanism gives for the input number x a distribution over the outputs 0, ..., n-1. *)

(* f 0 + f 1 + ... + f (n-1) *)
Fixpoint total (n : nat) (f : nat -> R) : R :=
  match n with O => 0 | S k => f O + total k (fun o => f (S o)) end.

Definition distribution (n : nat) (p : nat -> R) : Prop :=
  (forall o, (o < n)%nat -> 0 <= p o) /\ total n p = 1.

(* The probability of an event: any set of outputs. *)
Definition Pr (n : nat) (p : nat -> R) (event : nat -> bool) : R :=
  total n (fun o => if event o then p o else 0).

(* (eps, delta)-differential privacy. *)
Definition dp (n : nat) (M : nat -> nat -> R) (adjacent : nat -> nat -> Prop) (eps delta : R) : Prop :=
  forall x y, adjacent x y -> forall event, Pr n (M x) event <= exp eps * Pr n (M y) event + delta.

(* Each of m inputs has a distribution; neighbours are among the inputs, and there is at least one pair of them. *)
Definition well_posed (m n : nat) (M : nat -> nat -> R) (adjacent : nat -> nat -> Prop) : Prop :=
  (forall x, (x < m)%nat -> distribution n (M x)) /\
  (forall x y, adjacent x y -> (x < m)%nat /\ (y < m)%nat) /\
  exists x y, adjacent x y.

(* 2. Tables. An entry is a polynomial in one real t with whole coefficients, the constant one first; the
   probability is its value over that of the denominator of its row. *)

Notation polynomial := (list Z).

Fixpoint value (t : R) (p : polynomial) : R :=
  match p with [] => 0 | c :: q => IZR c + t * value t q end.

Definition entry (table : list (list polynomial)) (x o : nat) : polynomial := nth o (nth x table []) [].

Definition mechanism_of (t : R) (denominators : list polynomial) (table : list (list polynomial)) (x o : nat) : R :=
  value t (entry table x o) / value t (nth x denominators []).

Definition adjacency_of (pairs : list (nat * nat)) (x y : nat) : Prop := In (x, y) pairs.

(* Whole numbers as polynomials. *)
Definition whole (row : list Z) : list polynomial := map (fun z => [z]) row.

(* The m-th root of b > 0, as a power of e. *)
Definition root (m : nat) (b : Z) : R := exp (ln (IZR b) / INR m).

(* 3. How it is decided. *)

Fixpoint plus (p q : polynomial) : polynomial :=
  match p, q with [], _ => q | _, [] => p | a :: p', b :: q' => (a + b)%Z :: plus p' q' end.
Definition scale (c : Z) (p : polynomial) : polynomial := map (Z.mul c) p.
Fixpoint times (p q : polynomial) : polynomial :=
  match p with
  | [] => []
  | [a] => scale a q
  | a :: p' => plus (scale a q) (0%Z :: times p' q)
  end.
Definition minus (p q : polynomial) : polynomial := plus p (scale (-1) q).

Lemma value_plus t p : forall q, value t (plus p q) = value t p + value t q.
Proof. induction p as [|a p IH]; intros [|b q]; simpl; try rewrite IH, plus_IZR; ring. Qed.
Lemma value_scale t c p : value t (scale c p) = IZR c * value t p.
Proof.
  induction p as [|a p IH]; [simpl; ring|].
  change (value t (scale c (a :: p))) with (IZR (c * a) + t * value t (scale c p)).
  rewrite IH, mult_IZR; simpl; ring.
Qed.
Lemma value_times t p q : value t (times p q) = value t p * value t q.
Proof.
  induction p as [|a p IH]; [simpl; ring|].
  destruct p as [|a' p]; [simpl times; rewrite value_scale; simpl; ring|].
  change (times (a :: a' :: p) q) with (plus (scale a q) (0%Z :: times (a' :: p) q)).
  rewrite value_plus, value_scale.
  change (value t (0%Z :: times (a' :: p) q)) with (0 + t * value t (times (a' :: p) q)).
  rewrite IH; simpl; ring.
Qed.
Lemma value_minus t p q : value t (minus p q) = value t p - value t q.
Proof. unfold minus; rewrite value_plus, value_scale; simpl (IZR (-1)); ring. Qed.

(* What is known of t. Either low <= 2^bits t <= high, and t^degree = power where degree is not 0; or that t > 1. *)
Record bounds := Bounds { bits : Z; low : Z; high : Z; degree : nat; power : Z }.
Inductive known := Between (b : bounds) | AboveOne (depth : nat).
Definition Known bits low high degree power : known := Between (Bounds bits low high degree power).
Definition unit (b : bounds) : Z := (2 ^ bits b)%Z.

Definition within (b : bounds) (t : R) : Prop :=
  (0 <= bits b)%Z /\ 0 < IZR (low b) /\ IZR (low b) <= IZR (unit b) * t <= IZR (high b) /\
  (degree b <> O -> t ^ (degree b) = IZR (power b)).
Definition holds (k : known) (t : R) : Prop :=
  match k with Between b => within b t | AboveOne _ => 1 < t end.

(* A polynomial of the same value, of smaller degree. *)
Fixpoint fold (steps m : nat) (b : Z) (p : polynomial) : polynomial :=
  match steps with
  | O => p
  | S k => if (length p <=? m)%nat then p else plus (firstn m p) (fold k m b (scale b (skipn m p)))
  end.
Definition reduce (k : known) (p : polynomial) : polynomial :=
  match k with
  | Between b => match degree b with O => p | _ => fold (length p) (degree b) (power b) p end
  | AboveOne _ => p
  end.

Lemma value_split t n : forall p, value t p = value t (firstn n p) + t ^ n * value t (skipn n p).
Proof. induction n as [|n IH]; intros [|a p]; simpl; try ring. rewrite (IH p); ring. Qed.
Lemma value_fold t m b : t ^ m = IZR b -> forall steps p, value t (fold steps m b p) = value t p.
Proof.
  intros E; induction steps as [|k IH]; intros p; simpl; [reflexivity|].
  destruct (length p <=? m)%nat; [reflexivity|].
  rewrite value_plus, IH, value_scale, <- E, (value_split t m p); reflexivity.
Qed.
Lemma value_reduce k t p : holds k t -> value t (reduce k p) = value t p.
Proof.
  destruct k as [b|depth]; [intros (_ & _ & _ & E) | reflexivity].
  unfold reduce; destruct (degree b) as [|n]; [reflexivity|].
  apply value_fold, E; discriminate.
Qed.

(* A lower bound of the value times 2^bits, by Horner's rule, rounded down at every step. *)
Fixpoint lower (k : bounds) (p : polynomial) : Z :=
  match p with
  | [] => 0%Z
  | c :: q => let a := lower k q in
    (Z.shiftl c (bits k) + Z.shiftr ((if (0 <=? a)%Z then low k else high k) * a) (bits k))%Z
  end.

Lemma unit_positive k : (0 <= bits k)%Z -> 0 < IZR (unit k).
Proof. intros B; apply IZR_lt; unfold unit; apply Z.pow_pos_nonneg; [reflexivity | exact B]. Qed.

Lemma lower_correct k t p : within k t -> IZR (lower k p) <= IZR (unit k) * value t p.
Proof.
  intros (B & Pl & (L & H) & _); assert (U := unit_positive k B); induction p as [|c q IH]; [simpl; lra|].
  cbn [lower value]; set (v := value t q) in *; set (a := lower k q) in *.
  rewrite plus_IZR, Z.shiftl_mul_pow2, mult_IZR, Z.shiftr_div_pow2 by exact B; fold (unit k).
  set (m := if (0 <=? a)%Z then low k else high k).
  assert (D : IZR (unit k) * IZR (m * a / unit k) <= IZR m * IZR a).
  { rewrite <- !mult_IZR; apply IZR_le, Z.mul_div_le, lt_IZR, U. }
  assert (M : IZR m * IZR a <= IZR (unit k) * t * IZR a).
  { unfold m; destruct (0 <=? a)%Z eqn:A.
    - apply Z.leb_le, IZR_le in A; apply Rmult_le_compat_r; lra.
    - apply Z.leb_gt, IZR_lt in A.
      assert (0 <= (IZR (high k) - IZR (unit k) * t) * - IZR a) by (apply Rmult_le_pos; lra). lra. }
  assert (T : 0 < t) by (apply Rmult_lt_reg_l with (1 := U); lra).
  assert (V : t * IZR a <= t * (IZR (unit k) * v)) by (apply Rmult_le_compat_l; lra).
  assert (Q : IZR (m * a / unit k) <= t * IZR a).
  { apply Rmult_le_reg_l with (1 := U); lra. }
  lra.
Qed.

(* On all u > 0: no coefficient is negative; or so it is at u = 1, and on both sides of it, which are moved to u > 0. *)
Fixpoint shift (p : polynomial) : polynomial :=
  match p with [] => [] | c :: q => let r := shift q in plus [c] (plus r (0%Z :: r)) end.
Fixpoint never_negative (depth : nat) (p : polynomial) : bool :=
  if forallb (Z.leb 0) p then true else
  match depth with
  | O => false
  | S m => if (0 <=? fold_right Z.add 0 p)%Z then
      if never_negative m (shift p) then never_negative m (shift (rev p)) else false
    else false
  end.
Fixpoint always_positive (depth : nat) (p : polynomial) : bool :=
  if forallb (Z.leb 0) p then existsb (Z.ltb 0) p else
  match depth with
  | O => false
  | S m => if (0 <? fold_right Z.add 0 p)%Z then
      if always_positive m (shift p) then always_positive m (shift (rev p)) else false
    else false
  end.

Lemma value_shift u p : value u (shift p) = value (1 + u) p.
Proof.
  induction p as [|c q IH]; [reflexivity|].
  change (shift (c :: q)) with (plus [c] (plus (shift q) (0%Z :: shift q))).
  rewrite !value_plus; cbn [value]; rewrite IH; ring.
Qed.
Lemma value_one p : value 1 p = IZR (fold_right Z.add 0%Z p).
Proof. induction p as [|c q IH]; [reflexivity|]; cbn [value fold_right]; rewrite plus_IZR, IH; ring. Qed.
Lemma value_app u p q : value u (p ++ q) = value u p + u ^ length p * value u q.
Proof. induction p as [|c p IH]; simpl; [ring|]; rewrite IH; ring. Qed.
Lemma value_rev u p : 0 < u -> u * value u (rev p) = u ^ length p * value (/ u) p.
Proof.
  intros U; induction p as [|c q IH]; [simpl; ring|].
  simpl rev; rewrite value_app, rev_length, Rmult_plus_distr_l, IH; simpl; field; lra.
Qed.
Lemma value_below_one u p : 0 < u -> 0 < value (/ u) (rev p) -> 0 < value u p.
Proof.
  intros U H; assert (I := Rinv_0_lt_compat u U).
  assert (E := value_rev (/ u) p I); rewrite Rinv_inv in E.
  apply Rmult_lt_reg_l with ((/ u) ^ length p); [apply pow_lt, I|].
  rewrite Rmult_0_r, <- E; apply Rmult_lt_0_compat; assumption.
Qed.
Lemma value_below_one_le u p : 0 < u -> 0 <= value (/ u) (rev p) -> 0 <= value u p.
Proof.
  intros U H; assert (I := Rinv_0_lt_compat u U).
  assert (E := value_rev (/ u) p I); rewrite Rinv_inv in E.
  apply Rmult_le_reg_l with ((/ u) ^ length p); [apply pow_lt, I|].
  rewrite Rmult_0_r, <- E; apply Rmult_le_pos; lra.
Qed.
Lemma inverse_above_one u : 0 < u < 1 -> 0 < / u - 1.
Proof. intros [U V]; assert (1 < / u) by (rewrite <- Rinv_1; apply Rinv_lt_contravar; lra); lra. Qed.

Lemma coefficients_not_negative p : forallb (Z.leb 0) p = true -> forall u, 0 < u -> 0 <= value u p.
Proof.
  induction p as [|c q IH]; [intros _ u _; simpl; lra|]; intros A u U; apply andb_prop in A; destruct A as [C A].
  apply Z.leb_le, IZR_le in C; cbn [value]; assert (Q := IH A u U).
  assert (0 <= u * value u q) by (apply Rmult_le_pos; lra); lra.
Qed.
Lemma coefficients_positive p : forallb (Z.leb 0) p = true -> existsb (Z.ltb 0) p = true ->
  forall u, 0 < u -> 0 < value u p.
Proof.
  induction p as [|c q IH]; [discriminate|]; intros A B u U; apply andb_prop in A; destruct A as [C A].
  assert (Q := coefficients_not_negative q A u U).
  apply Z.leb_le, IZR_le in C; cbn [value]; apply orb_prop in B; destruct B as [B|B].
  - apply Z.ltb_lt, IZR_lt in B; assert (0 <= u * value u q) by (apply Rmult_le_pos; lra); lra.
  - assert (0 < u * value u q) by (apply Rmult_lt_0_compat; [exact U | exact (IH A B u U)]); lra.
Qed.

Lemma never_negative_correct depth : forall p, never_negative depth p = true ->
  forall u, 0 < u -> 0 <= value u p.
Proof.
  induction depth as [|m IH]; intros p; cbn [never_negative];
    (destruct (forallb (Z.leb 0) p) eqn:C; [intros _; exact (coefficients_not_negative p C)|]); [discriminate|].
  destruct (0 <=? _)%Z eqn:One; [|discriminate]; destruct (never_negative m (shift p)) eqn:A; [|discriminate].
  intros B u U; destruct (Rtotal_order u 1) as [L|[E|G]].
  - apply (value_below_one_le u p U); replace (/ u) with (1 + (/ u - 1)) by ring.
    rewrite <- value_shift; apply (IH _ B), inverse_above_one; lra.
  - rewrite E, value_one; apply Z.leb_le, IZR_le in One; exact One.
  - replace u with (1 + (u - 1)) by ring; rewrite <- value_shift; apply (IH _ A); lra.
Qed.
Lemma always_positive_correct depth : forall p, always_positive depth p = true ->
  forall u, 0 < u -> 0 < value u p.
Proof.
  induction depth as [|m IH]; intros p; cbn [always_positive];
    (destruct (forallb (Z.leb 0) p) eqn:C; [intros P; exact (coefficients_positive p C P)|]); [discriminate|].
  destruct (0 <? _)%Z eqn:One; [|discriminate]; destruct (always_positive m (shift p)) eqn:A; [|discriminate].
  intros B u U; destruct (Rtotal_order u 1) as [L|[E|G]].
  - apply (value_below_one u p U); replace (/ u) with (1 + (/ u - 1)) by ring.
    rewrite <- value_shift; apply (IH _ B), inverse_above_one; lra.
  - rewrite E, value_one; apply Z.ltb_lt, IZR_lt in One; exact One.
  - replace u with (1 + (u - 1)) by ring; rewrite <- value_shift; apply (IH _ A); lra.
Qed.

Definition not_negative (k : known) (p : polynomial) : bool :=
  match k with
  | Between b => (0 <=? lower b (reduce k p))%Z
  | AboveOne depth => never_negative depth (shift p)
  end.
Definition positive (k : known) (p : polynomial) : bool :=
  match k with
  | Between b => (0 <? lower b (reduce k p))%Z
  | AboveOne depth => always_positive depth (shift p)
  end.
Definition not_positive (k : known) (p : polynomial) : bool :=
  match p with [c] => (c <=? 0)%Z | _ => not_negative k (scale (-1) p) end.
Definition is_zero (k : known) (p : polynomial) : bool := forallb (Z.eqb 0) (reduce k p).

Lemma not_negative_correct k t p : holds k t -> not_negative k p = true -> 0 <= value t p.
Proof.
  intros K A; destruct k as [b|depth].
  - apply Z.leb_le, IZR_le in A; assert (L := lower_correct b t (reduce (Between b) p) K).
    rewrite <- (value_reduce (Between b) t p K); assert (P := unit_positive b (proj1 K)).
    apply Rmult_le_reg_l with (1 := P); lra.
  - replace t with (1 + (t - 1)) by ring; rewrite <- value_shift.
    simpl in K; apply (never_negative_correct _ _ A); lra.
Qed.
Lemma positive_correct k t p : holds k t -> positive k p = true -> 0 < value t p.
Proof.
  intros K A; destruct k as [b|depth].
  - apply Z.ltb_lt, IZR_lt in A; assert (L := lower_correct b t (reduce (Between b) p) K).
    rewrite <- (value_reduce (Between b) t p K); assert (P := unit_positive b (proj1 K)).
    apply Rmult_lt_reg_l with (1 := P); lra.
  - replace t with (1 + (t - 1)) by ring; rewrite <- value_shift.
    simpl in K; apply (always_positive_correct _ _ A); lra.
Qed.
Lemma not_positive_correct k t p : holds k t -> not_positive k p = true -> value t p <= 0.
Proof.
  intros K A; assert (H : not_negative k (scale (-1) p) = true -> value t p <= 0).
  { intros B; apply (not_negative_correct k t _ K) in B; rewrite value_scale in B; simpl (IZR (-1)) in B; lra. }
  destruct p as [|c [|c' p]]; [apply H, A | | apply H, A].
  apply Z.leb_le, IZR_le in A; simpl; lra.
Qed.
Lemma is_zero_correct k t p : holds k t -> is_zero k p = true -> value t p = 0.
Proof.
  intros K; unfold is_zero; rewrite <- (value_reduce k t p K).
  induction (reduce k p) as [|c q IH]; [reflexivity | cbn [forallb value]].
  intros A; apply andb_prop in A; destruct A as [A Q]; apply Z.eqb_eq in A; rewrite <- A, IH; [ring | exact Q].
Qed.

(* Every entry is a weight, and those of a row sum to the denominator. *)
Definition sum_of (row : list polynomial) : polynomial := fold_right plus [] row.
Definition row_is_distribution (k : known) (n : nat) (d : polynomial) (row : list polynomial) : bool :=
  (length row =? n)%nat && forallb (not_negative k) row && is_zero k (minus (sum_of row) d).

Lemma value_sum t row : forall n, length row = n -> total n (fun o => value t (nth o row [])) = value t (sum_of row).
Proof.
  induction row as [|p row IH]; intros n <-; simpl; [reflexivity|].
  rewrite value_plus, (IH _ eq_refl); reflexivity.
Qed.
Lemma total_ext n : forall f g : nat -> R, (forall o, f o = g o) -> total n f = total n g.
Proof.
  induction n as [|n IH]; intros f g E; simpl; [reflexivity|].
  rewrite E, (IH (fun o => f (S o)) (fun o => g (S o))); [reflexivity | intros; apply E].
Qed.
Lemma total_scale n c : forall f : nat -> R, total n (fun o => f o * c) = total n f * c.
Proof. induction n as [|n IH]; intros f; simpl; [ring|]. rewrite IH; ring. Qed.
Lemma total_minus n : forall f g : nat -> R, total n (fun o => f o - g o) = total n f - total n g.
Proof. induction n as [|n IH]; intros f g; simpl; [ring|]. rewrite IH; ring. Qed.

Lemma row_correct k t n d row : holds k t -> 0 < value t d -> row_is_distribution k n d row = true ->
  distribution n (fun o => value t (nth o row []) / value t d).
Proof.
  intros K D A; apply andb_prop in A; destruct A as [A Z]; apply andb_prop in A; destruct A as [N A].
  apply Nat.eqb_eq in N; apply (is_zero_correct k t _ K) in Z; rewrite value_minus in Z.
  split.
  - intros o O; apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat; exact D].
    apply (not_negative_correct k t _ K); rewrite forallb_forall in A; apply A, nth_In; lia.
  - unfold Rdiv; rewrite (total_scale n (/ value t d) (fun o => value t (nth o row []))), (value_sum t row n N).
    replace (value t (sum_of row)) with (value t d) by lra.
    apply Rinv_r; lra.
Qed.

Definition is_well_posed (k : known) (n : nat) (ds : list polynomial) (table : list (list polynomial))
    (pairs : list (nat * nat)) : bool :=
  (length ds =? length table)%nat &&
  (forallb (fun dr => positive k (fst dr) && row_is_distribution k n (fst dr) (snd dr)) (combine ds table) &&
  (forallb (fun xy => (fst xy <? length table)%nat && (snd xy <? length table)%nat) pairs &&
  negb (match pairs with [] => true | _ => false end))).

Theorem well_posed_by_computation k t n ds table pairs : holds k t ->
  is_well_posed k n ds table pairs = true ->
  well_posed (length table) n (mechanism_of t ds table) (adjacency_of pairs).
Proof.
  intros K A; apply andb_prop in A; destruct A as [D A]; apply andb_prop in A; destruct A as [W A].
  apply andb_prop in A; destruct A as [I E]; apply Nat.eqb_eq in D.
  rewrite forallb_forall in W; rewrite forallb_forall in I.
  split; [|split].
  - intros x X.
    assert (M : In (nth x ds [], nth x table []) (combine ds table)).
    { rewrite <- (combine_nth ds table x [] [] D); apply nth_In; rewrite combine_length, D; lia. }
    apply W, andb_prop in M; destruct M as [P M]; apply (positive_correct k t _ K) in P.
    exact (row_correct k t n (nth x ds []) (nth x table []) K P M).
  - intros x y XY; apply I in XY; apply andb_prop in XY; destruct XY as [X Y].
    apply Nat.ltb_lt in X, Y; split; assumption.
  - destruct pairs as [|[x y] rest]; [discriminate | exists x, y; left; reflexivity].
Qed.

Lemma Pr_ge0 n : forall p event, (forall o, (o < n)%nat -> 0 <= p o) -> 0 <= Pr n p event.
Proof.
  unfold Pr; induction n as [|n IH]; intros p event H; simpl; [lra|].
  apply Rplus_le_le_0_compat; [destruct (event O); [apply H; lia | lra]|].
  apply (IH (fun o => p (S o)) (fun o => event (S o))); intros o O; apply H; lia.
Qed.

(* The sum of p - q over the outputs where it is positive, of which - q is given; where the sign of a term is not
   certain, the sums with and without it, one of which is the largest. *)
Fixpoint excess (k : known) (P minus_Q : list polynomial) (sums : list polynomial) : list polynomial :=
  match P, minus_Q with
  | p :: P', q :: Q' => let gain := plus p q in
      if not_positive k gain then excess k P' Q' sums
      else let more := map (plus gain) sums in
        excess k P' Q' (if not_negative k gain then more else sums ++ more)
  | _, _ => sums
  end.

Lemma excess_correct k t : holds k t -> forall n P Q sums s, length P = n -> length Q = n -> In s sums ->
  forall event : nat -> bool, exists e, In e (excess k P Q sums) /\ value t s +
    total n (fun o => if event o then value t (nth o P []) + value t (nth o Q []) else 0) <= value t e.
Proof.
  intros K; induction n as [|n IH]; intros [|p P] [|q Q] sums s N N' I event; try discriminate.
  - exists s; simpl; split; [exact I | lra].
  - injection N as N; injection N' as N'; simpl excess; set (after := fun o => event (S o)).
    assert (E : forall sums' s', In s' sums' -> value t s + (if event O then value t p + value t q else 0) <= value t s' ->
      exists e, In e (excess k P Q sums') /\ value t s + total (S n) (fun o =>
        if event o then value t (nth o (p :: P) []) + value t (nth o (q :: Q) []) else 0) <= value t e).
    { intros sums' s' I' L; destruct (IH P Q sums' s' N N' I' after) as [e [J B]].
      exists e; split; [exact J|]; unfold after in B; simpl; simpl in L; lra. }
    destruct (not_positive k (plus p q)) eqn:A.
    + apply (not_positive_correct k t _ K) in A; rewrite value_plus in A.
      apply (E sums s I); destruct (event O); lra.
    + assert (M : In (plus (plus p q) s) (map (plus (plus p q)) sums)) by (apply in_map, I).
      destruct (not_negative k (plus p q)) eqn:C.
      * apply (not_negative_correct k t _ K) in C; rewrite value_plus in C.
        apply (E _ _ M); rewrite !value_plus; destruct (event O); lra.
      * destruct (event O) eqn:O1.
        -- apply (E _ (plus (plus p q) s)); [apply in_or_app; right; exact M | rewrite !value_plus; lra].
        -- apply (E _ s); [apply in_or_app; left; exact I | lra].
Qed.

(* The rows over one denominator: each is multiplied by its own factor c, with c d the common one. *)
Definition scaled (f : polynomial) (cs : list polynomial) (table : list (list polynomial)) : list (list polynomial) :=
  map (fun cr => map (times (times f (fst cr))) (snd cr)) (combine cs table).

Definition is_common (k : known) (ds cs : list polynomial) (table : list (list polynomial)) (d : polynomial) : bool :=
  (length ds =? length table)%nat && ((length cs =? length ds)%nat && (positive k d &&
  forallb (fun dc => positive k (fst dc) && is_zero k (minus (times (snd dc) (fst dc)) d)) (combine ds cs))).

Lemma common_correct k t ds cs table d : holds k t -> is_common k ds cs table d = true ->
  length cs = length table /\ 0 < value t d /\ forall x, (x < length table)%nat ->
    0 < value t (nth x ds []) /\ value t (nth x cs []) * value t (nth x ds []) = value t d.
Proof.
  intros K A; apply andb_prop in A; destruct A as [L A]; apply andb_prop in A; destruct A as [M A].
  apply andb_prop in A; destruct A as [D A]; apply Nat.eqb_eq in L, M; rewrite forallb_forall in A.
  split; [lia|]; split; [exact (positive_correct k t _ K D)|]; intros x X.
  assert (I : In (nth x ds [], nth x cs []) (combine ds cs)).
  { rewrite <- (combine_nth ds cs x [] [] (eq_sym M)); apply nth_In; rewrite combine_length; lia. }
  apply A, andb_prop in I; destruct I as [P Z]; apply (positive_correct k t _ K) in P.
  apply (is_zero_correct k t _ K) in Z; rewrite value_minus, value_times in Z; simpl in P, Z; split; lra.
Qed.

Lemma value_scaled t f cs table x o : length cs = length table ->
  value t (nth o (nth x (scaled f cs table) []) []) = value t f * value t (nth x cs []) * value t (entry table x o).
Proof.
  intros L; unfold scaled, entry.
  assert (E : nth x (map (fun cr => map (times (times f (fst cr))) (snd cr)) (combine cs table)) []
    = map (times (times f (nth x cs []))) (nth x table [])).
  { set (g := fun cr : polynomial * list polynomial => map (times (times f (fst cr))) (snd cr)).
    change (nth x (map g (combine cs table)) (g ([], [])) = map (times (times f (nth x cs []))) (nth x table [])).
    rewrite (map_nth g), (combine_nth cs table x [] [] L); reflexivity. }
  rewrite E; destruct (Nat.lt_ge_cases o (length (nth x table []))) as [I|G].
  - rewrite (nth_indep _ [] (times (times f (nth x cs [])) [])) by (rewrite map_length; exact I).
    rewrite (map_nth (times (times f (nth x cs [])))), !value_times; reflexivity.
  - rewrite (nth_overflow (map _ _)) by (rewrite map_length; exact G).
    rewrite (nth_overflow (nth x table [])) by exact G; simpl; ring.
Qed.

(* P(S) - (en/ed) Q(S), over one denominator. *)
Lemma difference t n ds cs table d en ed x y event : 0 < value t d -> 0 < value t ed ->
  length cs = length table ->
  0 < value t (nth x ds []) /\ value t (nth x cs []) * value t (nth x ds []) = value t d ->
  0 < value t (nth y ds []) /\ value t (nth y cs []) * value t (nth y ds []) = value t d ->
  (Pr n (mechanism_of t ds table x) event * value t ed - value t en * Pr n (mechanism_of t ds table y) event)
    * value t d
  = total n (fun o => if event o
      then value t (nth o (nth x (scaled ed cs table) []) [])
         + value t (nth o (nth y (scaled (scale (-1) en) cs table) []) []) else 0).
Proof.
  intros D E L [Dx Cx] [Dy Cy]; unfold Pr.
  rewrite <- total_scale, (Rmult_comm (value t en)), <- total_scale, <- total_minus, <- total_scale.
  apply total_ext; intros o; destruct (event o); [|ring].
  rewrite !value_scaled by exact L; rewrite value_scale; unfold mechanism_of; simpl (IZR (-1)).
  transitivity (value t ed * (value t d / value t (nth x ds [])) * value t (entry table x o)
    - value t en * (value t d / value t (nth y ds [])) * value t (entry table y o)); [field; lra|].
  rewrite <- Cx at 1; rewrite <- Cy at 1; field; lra.
Qed.

(* Privacy: en/ed is at most e^eps, delta = dn/dd; the rows of over and of minus_under are those of P and of Q. *)
Definition pair_is_private (k : known) (n : nat) (bound dd : polynomial)
    (over minus_under : list (list polynomial)) (xy : nat * nat) : bool :=
  let row := nth (fst xy) over [] in
  let minus_other := nth (snd xy) minus_under [] in
  (length row =? n)%nat && ((length minus_other =? n)%nat &&
  forallb (fun e => not_negative k (minus bound (times dd e))) (excess k row minus_other [[]])).

Definition is_private (k : known) (n : nat) (ds cs : list polynomial) (table : list (list polynomial)) (d : polynomial)
    (pairs : list (nat * nat)) (en ed dn dd : polynomial) : bool :=
  is_common k ds cs table d && (positive k ed && (positive k dd &&
  (let over := scaled ed cs table in
  let minus_under := scaled (scale (-1) en) cs table in
  let bound := times dn (times ed d) in
  forallb (pair_is_private k n bound dd over minus_under) pairs))).

Theorem private_by_computation k t n ds cs table d pairs eps delta en ed dn dd : holds k t ->
  well_posed (length table) n (mechanism_of t ds table) (adjacency_of pairs) ->
  value t en <= exp eps * value t ed -> delta * value t dd = value t dn ->
  is_private k n ds cs table d pairs en ed dn dd = true ->
  dp n (mechanism_of t ds table) (adjacency_of pairs) eps delta.
Proof.
  intros K (distributions & inside & _) X Y A x y XY event.
  apply andb_prop in A; destruct A as [C A]; apply andb_prop in A; destruct A as [E A].
  apply andb_prop in A; destruct A as [F A]; rewrite forallb_forall in A.
  destruct (common_correct k t ds cs table d K C) as (L & D & common).
  apply (positive_correct k t _ K) in E, F.
  destruct (inside x y XY) as [Ix Iy]; destruct (distributions y Iy) as [weights _].
  apply A, andb_prop in XY; destruct XY as [N XY]; apply andb_prop in XY; destruct XY as [N' XY].
  apply Nat.eqb_eq in N, N'; simpl fst in *; simpl snd in *; rewrite forallb_forall in XY.
  destruct (excess_correct k t K n _ _ [[]] [] N N' (or_introl eq_refl) event) as [e [G B]].
  apply XY in G; rename G into XY'.
  rewrite <- (difference t n ds cs table d en ed x y event D E L (common x Ix) (common y Iy)) in B.
  simpl (value t []) in B.
  apply (not_negative_correct k t _ K) in XY'; rewrite value_minus, !value_times, <- Y in XY'.
  assert (Q := Pr_ge0 n (mechanism_of t ds table y) event weights).
  set (p := Pr n (mechanism_of t ds table x) event) in *; set (q := Pr n (mechanism_of t ds table y) event) in *.
  assert (U : value t e <= delta * (value t ed * value t d)).
  { apply Rmult_le_reg_l with (1 := F); lra. }
  assert (V : p * value t ed - value t en * q <= delta * value t ed).
  { apply Rmult_le_reg_r with (1 := D); lra. }
  assert (W : value t en * q <= exp eps * value t ed * q) by (apply Rmult_le_compat_r; lra).
  apply Rmult_le_reg_r with (1 := E); lra.
Qed.

(* A refutation: a pair of neighbours and an event; en/ed is at least e^eps. *)
Definition chosen (event : list nat) (o : nat) : bool := existsb (Nat.eqb o) event.

Fixpoint gain_of (o : nat) (event : list nat) (P Q : list polynomial) : polynomial :=
  match P, Q with
  | p :: P', q :: Q' => let rest := gain_of (S o) event P' Q' in
      if chosen event o then plus (plus p q) rest else rest
  | _, _ => []
  end.

Lemma gain_of_correct t event : forall n o P Q, length P = n -> length Q = n ->
  value t (gain_of o event P Q)
  = total n (fun i => if chosen event (o + i) then value t (nth i P []) + value t (nth i Q []) else 0).
Proof.
  induction n as [|n IH]; intros o [|p P] [|q Q] N N'; try discriminate; [reflexivity|].
  injection N as N; injection N' as N'; simpl; rewrite Nat.add_0_r.
  assert (E : value t (gain_of (S o) event P Q)
    = total n (fun i => if chosen event (o + S i) then value t (nth i P []) + value t (nth i Q []) else 0)).
  { rewrite (IH (S o) P Q N N'); apply total_ext; intros i; rewrite Nat.add_succ_r; reflexivity. }
  destruct (chosen event o); [rewrite !value_plus, E; ring | rewrite E; ring].
Qed.

Definition is_not_private (k : known) (n : nat) (ds cs : list polynomial) (table : list (list polynomial))
    (d : polynomial) (pairs : list (nat * nat)) (en ed dn dd : polynomial) (x y : nat) (event : list nat) : bool :=
  let over := nth x (scaled ed cs table) [] in
  let minus_under := nth y (scaled (scale (-1) en) cs table) [] in
  is_common k ds cs table d && (positive k ed && (positive k dd &&
  ((length over =? n)%nat && ((length minus_under =? n)%nat &&
  (existsb (fun xy => (fst xy =? x)%nat && (snd xy =? y)%nat) pairs &&
  positive k (minus (times dd (gain_of O event over minus_under)) (times dn (times ed d)))))))).

Theorem not_private_by_computation k t n ds cs table d pairs eps delta en ed dn dd x y event : holds k t ->
  well_posed (length table) n (mechanism_of t ds table) (adjacency_of pairs) ->
  exp eps * value t ed <= value t en -> delta * value t dd = value t dn ->
  is_not_private k n ds cs table d pairs en ed dn dd x y event = true ->
  ~ dp n (mechanism_of t ds table) (adjacency_of pairs) eps delta.
Proof.
  intros K (distributions & inside & _) X Y A private.
  apply andb_prop in A; destruct A as [C A]; apply andb_prop in A; destruct A as [E A].
  apply andb_prop in A; destruct A as [F A]; apply andb_prop in A; destruct A as [N A].
  apply andb_prop in A; destruct A as [N' A]; apply andb_prop in A; destruct A as [I A].
  destruct (common_correct k t ds cs table d K C) as (L & D & common).
  apply (positive_correct k t _ K) in E, F, A; apply Nat.eqb_eq in N, N'.
  apply existsb_exists in I; destruct I as [[x' y'] [I J]]; apply andb_prop in J; destruct J as [Jx Jy].
  simpl in Jx, Jy; apply Nat.eqb_eq in Jx, Jy; subst x' y'.
  destruct (inside x y I) as [Ix Iy]; destruct (distributions y Iy) as [weights _].
  specialize (private x y I (chosen event)).
  rewrite value_minus, !value_times, <- Y, (gain_of_correct t event n O _ _ N N') in A.
  cbn [Nat.add] in A.
  rewrite <- (difference t n ds cs table d en ed x y (chosen event) D E L (common x Ix) (common y Iy)) in A.
  assert (Q := Pr_ge0 n (mechanism_of t ds table y) (chosen event) weights).
  set (p := Pr n (mechanism_of t ds table x) _) in *; set (q := Pr n (mechanism_of t ds table y) _) in *.
  assert (W : exp eps * value t ed * q <= value t en * q) by (apply Rmult_le_compat_r; lra).
  assert (P : p * value t ed <= (exp eps * q + delta) * value t ed) by (apply Rmult_le_compat_r; lra).
  assert (V : (p * value t ed - value t en * q - delta * value t ed) * value t d <= 0 * value t d).
  { apply Rmult_le_compat_r; lra. }
  assert (U : value t dd * ((p * value t ed - value t en * q - delta * value t ed) * value t d) <= value t dd * 0).
  { apply Rmult_le_compat_l; lra. }
  lra.
Qed.

(* The same with the two rows of a pair alone, where a denominator of all rows is long. *)
Definition same (p q : polynomial) : bool := if list_eq_dec Z.eq_dec p q then true else false.
Definition over_both (dx dy : polynomial) : polynomial * list polynomial :=
  if same dx dy then (dx, [[1%Z]; [1%Z]]) else (times dx dy, [dy; dx]).

Definition is_private_pairwise (k : known) (n : nat) (ds : list polynomial) (table : list (list polynomial))
    (pairs : list (nat * nat)) (en ed dn dd : polynomial) : bool :=
  forallb (fun xy => let dx := nth (fst xy) ds [] in let dy := nth (snd xy) ds [] in
    let (d, cs) := over_both dx dy in
    is_private k n [dx; dy] cs [nth (fst xy) table []; nth (snd xy) table []] d [(0, 1)%nat] en ed dn dd) pairs.

Lemma well_posed_pair t n ds table pairs x y : In (x, y) pairs ->
  well_posed (length table) n (mechanism_of t ds table) (adjacency_of pairs) ->
  well_posed 2 n (mechanism_of t [nth x ds []; nth y ds []] [nth x table []; nth y table []]) (adjacency_of [(0, 1)%nat]).
Proof.
  intros I (W & inside & _); destruct (inside x y I) as [X Y]; split; [|split].
  - intros [|[|z]] Z; [exact (W x X) | exact (W y Y) | lia].
  - intros x' y' [E|[]]; injection E as <- <-; split; lia.
  - exists 0%nat, 1%nat; left; reflexivity.
Qed.

Theorem private_pairwise k t n ds table pairs eps delta en ed dn dd : holds k t ->
  well_posed (length table) n (mechanism_of t ds table) (adjacency_of pairs) ->
  value t en <= exp eps * value t ed -> delta * value t dd = value t dn ->
  is_private_pairwise k n ds table pairs en ed dn dd = true ->
  dp n (mechanism_of t ds table) (adjacency_of pairs) eps delta.
Proof.
  intros K W X Y A x y XY event; unfold is_private_pairwise in A; rewrite forallb_forall in A.
  assert (P := A (x, y) XY); cbv beta zeta in P; simpl fst in P; simpl snd in P.
  destruct (over_both _ _) as [d cs].
  exact (private_by_computation k t n _ cs [_; _] d [(0, 1)%nat] eps delta en ed dn dd K
    (well_posed_pair t n ds table pairs x y XY W) X Y P 0%nat 1%nat (or_introl eq_refl) event).
Qed.

Definition is_not_private_pairwise (k : known) (n : nat) (ds : list polynomial) (table : list (list polynomial))
    (pairs : list (nat * nat)) (en ed dn dd : polynomial) (x y : nat) (event : list nat) : bool :=
  existsb (fun xy => (fst xy =? x)%nat && (snd xy =? y)%nat) pairs &&
  (let dx := nth x ds [] in let dy := nth y ds [] in let (d, cs) := over_both dx dy in
  is_not_private k n [dx; dy] cs [nth x table []; nth y table []] d [(0, 1)%nat] en ed dn dd 0 1 event).

Theorem not_private_pairwise k t n ds table pairs eps delta en ed dn dd x y event : holds k t ->
  well_posed (length table) n (mechanism_of t ds table) (adjacency_of pairs) ->
  exp eps * value t ed <= value t en -> delta * value t dd = value t dn ->
  is_not_private_pairwise k n ds table pairs en ed dn dd x y event = true ->
  ~ dp n (mechanism_of t ds table) (adjacency_of pairs) eps delta.
Proof.
  intros K W X Y A private; apply andb_prop in A; destruct A as [I A].
  apply existsb_exists in I; destruct I as [[x' y'] [XY J]]; apply andb_prop in J; destruct J as [Jx Jy].
  simpl in Jx, Jy; apply Nat.eqb_eq in Jx, Jy; subst x' y'; cbv zeta in A; destruct (over_both _ _) as [d cs].
  refine (not_private_by_computation k t n _ cs [_; _] d [(0, 1)%nat] eps delta en ed dn dd 0 1 event K
    (well_posed_pair t n ds table pairs x y XY W) X Y A _).
  intros x' y' [E|[]] S; injection E as <- <-; exact (private x y XY S).
Qed.

(* 4. What t is: 1, e^(u/d), the m-th root of b, or e^s for an s > 0 of which nothing else is known. *)

Lemma above_one_holds depth s : 0 < s -> holds (AboveOne depth) (exp s).
Proof. intros S0; simpl; rewrite <- exp_0; apply exp_increasing; exact S0. Qed.

Lemma one_holds : holds (Known 0 1 1 0 0) 1.
Proof. simpl; unfold within, unit; simpl; repeat split; try lra; try lia; intros []; reflexivity. Qed.

(* The sum of (u/d)^i/i! for i <= n, as a numerator over d^n n!. *)
Fixpoint series (u d : Z) (n : nat) : Z * Z :=
  match n with
  | O => (1, 1)%Z
  | S k => let (a, w) := series u d k in let f := (d * Z.of_nat n)%Z in
    ((a * f + Z.pow u (Z.of_nat n))%Z, (w * f)%Z)
  end.

Lemma series_correct u d n : 0 < IZR d ->
  IZR (snd (series u d n)) = IZR d ^ n * INR (fact n) /\
  sum_f_R0 (fun i => / INR (fact i) * (IZR u / IZR d) ^ i) n * IZR (snd (series u d n))
  = IZR (fst (series u d n)).
Proof.
  intros D; induction n as [|n [IW IH]]; [simpl; lra|].
  cbn [series sum_f_R0]; destruct (series u d n) as [a w]; cbn [fst snd] in *.
  rewrite plus_IZR, !mult_IZR, <- INR_IZR_INZ, <- pow_IZR.
  change (fact (S n)) with (S n * fact n)%nat; rewrite mult_INR.
  assert (F : INR (fact n) <> 0) by apply INR_fact_neq_0.
  assert (N : INR (S n) <> 0) by (apply not_0_INR; discriminate).
  split; [rewrite IW; simpl pow; ring|].
  rewrite Rmult_plus_distr_r, <- Rmult_assoc, IH; f_equal.
  rewrite IW; unfold Rdiv; rewrite Rpow_mult_distr, pow_inv.
  simpl pow; field; repeat split; try assumption; try lra.
  apply pow_nonzero; lra.
Qed.

Lemma exp_series x : Un_cv (fun n => sum_f_R0 (fun i => / INR (fact i) * x ^ i) n) (exp x).
Proof. exact (proj2_sig (exist_exp x)). Qed.

Lemma series_below u d n : 0 < IZR u -> 0 < IZR d ->
  sum_f_R0 (fun i => / INR (fact i) * (IZR u / IZR d) ^ i) n <= exp (IZR u / IZR d).
Proof.
  intros U D; apply sum_incr; [apply exp_series | intros i].
  apply Rmult_le_pos; [left; apply Rinv_0_lt_compat, INR_fact_lt_0 | apply pow_le].
  apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; exact D].
Qed.

Lemma alternating_below u d n : 0 < IZR u -> IZR u <= IZR d ->
  sum_f_R0 (fun i => / INR (fact i) * (IZR (- u) / IZR d) ^ i) (S (2 * n)) <= exp (- (IZR u / IZR d)).
Proof.
  intros U D; set (x := IZR u / IZR d).
  assert (X : 0 < x <= 1).
  { unfold x; split; [apply Rmult_lt_0_compat; [exact U | apply Rinv_0_lt_compat; lra]|].
    apply Rmult_le_reg_r with (IZR d); [lra|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; lra. }
  assert (E : forall i, / INR (fact i) * (IZR (- u) / IZR d) ^ i = tg_alt (fun i => x ^ i / INR (fact i)) i).
  { intros i; unfold tg_alt, Rdiv; rewrite opp_IZR.
    replace (- IZR u * / IZR d) with (-1 * x) by (unfold x, Rdiv; ring); rewrite Rpow_mult_distr; ring. }
  rewrite (sum_eq _ (tg_alt (fun i => x ^ i / INR (fact i)))) by (intros; apply E).
  apply (alternated_series_ineq (fun i => x ^ i / INR (fact i))).
  - intros i; unfold Rdiv; change (fact (S i)) with (S i * fact i)%nat; rewrite mult_INR.
    assert (P := INR_fact_lt_0 i); assert (Q : 0 < x ^ i) by (apply pow_lt; lra).
    assert (N : 1 <= INR (S i)) by (rewrite S_INR; assert (H := pos_INR i); lra).
    rewrite Rinv_mult, <- Rmult_assoc; apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; exact P|].
    apply Rmult_le_reg_r with (INR (S i)); [lra|].
    rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra; simpl pow.
    apply Rle_trans with (1 * x ^ i); [apply Rmult_le_compat_r; lra|].
    rewrite Rmult_comm; apply Rmult_le_compat_l; lra.
  - apply cv_speed_pow_fact.
  - intros e He; destruct (exp_series (- x) e He) as [N HN]; exists N; intros k Hk.
    rewrite <- (sum_eq (fun i => / INR (fact i) * (- x) ^ i)); [apply HN; exact Hk|].
    intros i _; rewrite <- E; f_equal; f_equal; rewrite opp_IZR; unfold x, Rdiv; ring.
Qed.

(* The enclosure of e^(u/d) that is read off 2 n + 2 terms of the two series. *)
Definition encloses_exp (u d : Z) (n : nat) (k : bounds) : bool :=
  let (a, w) := series u d (S (2 * n)) in
  let (a', w') := series (- u) d (S (2 * n)) in
  (0 <=? bits k)%Z && ((0 <? low k)%Z && ((0 <? u)%Z && ((u <=? d)%Z && ((0 <? a')%Z && ((degree k =? 0)%nat &&
  ((low k * w <=? unit k * a)%Z && (unit k * w' <=? high k * a')%Z)))))).

Theorem exp_holds u d n k : encloses_exp u d n k = true -> holds (Between k) (exp (IZR u / IZR d)).
Proof.
  unfold encloses_exp; intros A.
  destruct (series u d (S (2 * n))) as [a w] eqn:E; destruct (series (- u) d (S (2 * n))) as [a' w'] eqn:E'.
  apply andb_prop in A; destruct A as [U A]; apply andb_prop in A; destruct A as [L A].
  apply andb_prop in A; destruct A as [V A]; apply andb_prop in A; destruct A as [D A].
  apply andb_prop in A; destruct A as [P A]; apply andb_prop in A; destruct A as [M A].
  apply andb_prop in A; destruct A as [B C]; apply Z.ltb_lt, IZR_lt in L, P, V; apply Z.leb_le in U; apply Z.leb_le, IZR_le in D, B, C; apply Nat.eqb_eq in M; assert (U0 := unit_positive k U).
  rewrite !mult_IZR in *; assert (D0 : 0 < IZR d) by lra.
  destruct (series_correct u d (S (2 * n)) D0) as [W S1]; destruct (series_correct (- u) d (S (2 * n)) D0) as [W' S2].
  assert (Q : 0 < IZR d ^ S (2 * n) * INR (fact (S (2 * n)))).
  { apply Rmult_lt_0_compat; [apply pow_lt; exact D0 | apply INR_fact_lt_0]. }
  rewrite E in W, S1; rewrite E' in W', S2; cbn [fst snd] in *.
  rewrite <- W in Q; assert (Q' : 0 < IZR w') by (rewrite W', <- W; exact Q).
  assert (H1 := series_below u d (S (2 * n)) V D0); assert (H2 := alternating_below u d n V D).
  set (t := exp (IZR u / IZR d)) in *; assert (T : 0 < t) by apply exp_pos.
  assert (I : t * exp (- (IZR u / IZR d)) = 1).
  { unfold t; rewrite <- exp_plus, Rplus_opp_r; apply exp_0. }
  set (v := exp (- (IZR u / IZR d))) in *.
  repeat split; try assumption; [| |intros N; elim N; exact M].
  - apply Rmult_le_reg_r with (1 := Q).
    apply Rle_trans with (1 := B); rewrite <- S1, <- Rmult_assoc.
    apply Rmult_le_compat_r; [lra | apply Rmult_le_compat_l; lra].
  - apply Rmult_le_reg_r with (1 := P).
    apply Rle_trans with (2 := C); rewrite <- S2.
    replace (IZR (unit k) * IZR w') with (IZR (unit k) * t * (v * IZR w')).
    + apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | apply Rmult_le_compat_r; lra].
    + transitivity (IZR (unit k) * (t * v) * IZR w'); [ring | rewrite I; ring].
Qed.

Definition encloses_root (m : nat) (b : Z) (k : bounds) : bool :=
  (0 <=? bits k)%Z && ((0 <? low k)%Z && ((0 <? high k)%Z && ((0 <? b)%Z && (negb (m =? 0)%nat &&
  ((degree k =? m)%nat && ((power k =? b)%Z &&
  ((Z.pow (low k) (Z.of_nat m) <=? Z.pow (unit k) (Z.of_nat m) * b)%Z &&
  (Z.pow (unit k) (Z.of_nat m) * b <=? Z.pow (high k) (Z.of_nat m))%Z))))))).

Lemma exp_pow x n : exp x ^ n = exp (INR n * x).
Proof.
  induction n as [|n IH]; [simpl; rewrite Rmult_0_l, exp_0; reflexivity|].
  simpl pow; rewrite IH, S_INR, <- exp_plus; f_equal; ring.
Qed.
Lemma root_pow m b : m <> O -> 0 < IZR b -> root m b ^ m = IZR b.
Proof.
  intros M B; unfold root; rewrite exp_pow.
  replace (INR m * (ln (IZR b) / INR m)) with (ln (IZR b)); [apply exp_ln; exact B|].
  field; apply not_0_INR; exact M.
Qed.
Lemma pow_le_reg n a c : n <> O -> 0 <= a -> 0 <= c -> a ^ n <= c ^ n -> a <= c.
Proof.
  intros N A C H; destruct (Rle_or_lt a c) as [|L]; [assumption|exfalso].
  assert (c ^ n < a ^ n); [|lra].
  destruct n as [|n]; [elim N; reflexivity|]; clear N H.
  induction n as [|n IH]; [simpl; lra|].
  change (c * c ^ S n < a * a ^ S n); apply Rmult_le_0_lt_compat; try assumption; apply pow_le; assumption.
Qed.

Theorem root_holds m b k : encloses_root m b k = true -> holds (Between k) (root m b).
Proof.
  unfold encloses_root; intros A.
  apply andb_prop in A; destruct A as [U A]; apply andb_prop in A; destruct A as [L A].
  apply andb_prop in A; destruct A as [H A]; apply andb_prop in A; destruct A as [B A].
  apply andb_prop in A; destruct A as [M A]; apply andb_prop in A; destruct A as [D A].
  apply andb_prop in A; destruct A as [P A]; apply andb_prop in A; destruct A as [X Y].
  apply Z.ltb_lt, IZR_lt in L, H, B; apply Z.leb_le in U; apply Z.leb_le, IZR_le in X, Y; apply Nat.eqb_eq in D.
  assert (U0 := unit_positive k U).
  apply Z.eqb_eq in P; apply negb_true_iff, Nat.eqb_neq in M.
  rewrite mult_IZR, <- !pow_IZR in *; rewrite <- (root_pow m b M B), <- Rpow_mult_distr in X, Y.
  assert (T : 0 < root m b) by apply exp_pos.
  assert (T' : 0 < IZR (unit k) * root m b) by (apply Rmult_lt_0_compat; assumption).
  repeat split; try assumption.
  - apply (pow_le_reg m); [exact M | lra | lra | exact X].
  - apply (pow_le_reg m); [exact M | lra | lra | exact Y].
  - intros _; rewrite D, P; apply root_pow; assumption.
Qed.

(* An enclosure of a power from one of its base. *)
Lemma power_holds j b l h t : holds (Known b l h 0 0) t ->
  holds (Known (Z.of_nat j * b) (l ^ Z.of_nat j) (h ^ Z.of_nat j) 0 0) (t ^ j).
Proof.
  unfold Known; simpl holds; unfold within; intros (U & L & [A B] & _); unfold unit in *; simpl bits in *.
  simpl low in *; simpl high in *; simpl degree; rewrite Z.mul_comm, Z.pow_mul_r by lia.
  assert (P : 0 < IZR (2 ^ b)) by (apply IZR_lt, Z.pow_pos_nonneg; [reflexivity | exact U]).
  rewrite <- !pow_IZR, <- Rpow_mult_distr; repeat split;
    [lia | apply pow_lt, L | apply pow_incr; lra | apply pow_incr; lra | intros []; reflexivity].
Qed.

(* e^eps: of a logarithm, of j/d beside it, and of a part of a logarithm. *)
Lemma exp_of_ln a c : 0 < IZR a -> 0 < IZR c -> exp (ln (IZR a / IZR c)) * IZR c = IZR a.
Proof.
  intros A C; rewrite exp_ln; [field; lra|].
  apply Rmult_lt_0_compat; [exact A | apply Rinv_0_lt_compat; exact C].
Qed.

Lemma value_monomial t n c : value t (repeat 0%Z n ++ [c]) = IZR c * t ^ n.
Proof. induction n as [|n IH]; simpl; [ring|]. rewrite IH; simpl; ring. Qed.

Lemma exp_of_multiple j s a c : 0 < IZR a -> 0 < IZR c ->
  exp (INR j * s + ln (IZR a / IZR c)) * value (exp s) [c] = value (exp s) (repeat 0%Z j ++ [a]).
Proof.
  intros A C; rewrite value_monomial, exp_plus, exp_pow; cbn [value].
  rewrite Rmult_0_r, Rplus_0_r, Rmult_assoc, (exp_of_ln a c A C); ring.
Qed.

Lemma exp_of_negative_multiple j s a c : 0 < IZR a -> 0 < IZR c ->
  exp (- (INR j * s) + ln (IZR a / IZR c)) * value (exp s) (repeat 0%Z j ++ [c]) = value (exp s) [a].
Proof.
  intros A C; rewrite value_monomial, exp_plus, exp_pow; cbn [value].
  assert (E := exp_of_ln a c A C); assert (P := exp_pos (INR j * s)).
  set (x := exp (ln (IZR a / IZR c))) in *; rewrite Rmult_0_r, !Rplus_0_r, <- E, exp_Ropp; field; lra.
Qed.

Fixpoint to_the (n : nat) (p : polynomial) : polynomial :=
  match n with O => [1%Z] | S k => times p (to_the k p) end.
Lemma value_to_the t p n : value t (to_the n p) = value t p ^ n.
Proof. induction n as [|n IH]; simpl; [ring | rewrite value_times, IH; reflexivity]. Qed.

(* en/ed > 0, and its q-th power is a/c. *)
Definition is_root_of (k : known) (q : nat) (a c : Z) (en ed : polynomial) : bool :=
  (negb (q =? 0)%nat) && ((0 <? a)%Z && ((0 <? c)%Z && (positive k en && (positive k ed &&
  is_zero k (minus (scale c (to_the q en)) (scale a (to_the q ed))))))).

Lemma exp_of_part_of_ln k t q a c en ed : holds k t -> is_root_of k q a c en ed = true ->
  exp (ln (IZR a / IZR c) / INR q) * value t ed = value t en.
Proof.
  intros K X.
  apply andb_prop in X; destruct X as [Q X]; apply andb_prop in X; destruct X as [A X].
  apply andb_prop in X; destruct X as [C X]; apply andb_prop in X; destruct X as [N X].
  apply andb_prop in X; destruct X as [D X].
  apply negb_true_iff, Nat.eqb_neq in Q; apply Z.ltb_lt, IZR_lt in A, C.
  apply (positive_correct k t _ K) in N, D; apply (is_zero_correct k t _ K) in X.
  rewrite value_minus, !value_scale, !value_to_the in X.
  set (e := exp (ln (IZR a / IZR c) / INR q)); assert (E : 0 < e) by apply exp_pos.
  assert (R : e ^ q * IZR c = IZR a).
  { unfold e; rewrite exp_pow; transitivity (exp (ln (IZR a / IZR c)) * IZR c); [|apply exp_of_ln; assumption].
    f_equal; f_equal; set (x := ln (IZR a / IZR c)); field; apply not_0_INR; exact Q. }
  assert (S0 : (e * value t ed) ^ q = value t en ^ q).
  { rewrite Rpow_mult_distr; apply Rmult_eq_reg_l with (IZR c); [|lra].
    replace (IZR c * (e ^ q * value t ed ^ q)) with ((e ^ q * IZR c) * value t ed ^ q) by ring.
    rewrite R; lra. }
  assert (0 < e * value t ed) by (apply Rmult_lt_0_compat; assumption).
  apply Rle_antisym; apply (pow_le_reg q); try assumption; try lra.
Qed.

Lemma quotient t k dn dd : holds k t -> positive k dd = true -> value t dn / value t dd * value t dd = value t dn.
Proof. intros K D; apply (positive_correct k t _ K) in D; field; lra. Qed.

(* Where e^eps is no such quotient: a rational bound of it, from an enclosure of the x in (e^eps)^q down(x) = up(x). *)
Lemma power_above k x q up down low high eps : holds k x ->
  exp (INR q * eps) * value x down = value x up -> negb (q =? 0)%nat = true -> positive k down = true ->
  (0 <=? low)%Z = true -> (0 <? high)%Z = true ->
  not_negative k (minus (scale (high ^ Z.of_nat q) up) (scale (low ^ Z.of_nat q) down)) = true ->
  forall t, value t [low] <= exp eps * value t [high].
Proof.
  intros K E Q D L H X t; cbn [value]; rewrite !Rmult_0_r, !Rplus_0_r.
  apply negb_true_iff, Nat.eqb_neq in Q; apply Z.leb_le, IZR_le in L; apply Z.ltb_lt, IZR_lt in H.
  apply (positive_correct k x _ K) in D; apply (not_negative_correct k x _ K) in X.
  rewrite value_minus, !value_scale, <- E, <- !pow_IZR, <- exp_pow in X; assert (P := exp_pos eps).
  apply (pow_le_reg q); [exact Q | exact L | apply Rmult_le_pos; lra|].
  rewrite Rpow_mult_distr; apply Rmult_le_reg_r with (1 := D); lra.
Qed.

Lemma power_below k x q up down low high eps : holds k x ->
  exp (INR q * eps) * value x down = value x up -> negb (q =? 0)%nat = true -> positive k down = true ->
  (0 <? low)%Z = true -> (0 <=? high)%Z = true ->
  not_negative k (minus (scale (high ^ Z.of_nat q) down) (scale (low ^ Z.of_nat q) up)) = true ->
  forall t, exp eps * value t [low] <= value t [high].
Proof.
  intros K E Q D L H X t; cbn [value]; rewrite !Rmult_0_r, !Rplus_0_r.
  apply negb_true_iff, Nat.eqb_neq in Q; apply Z.leb_le, IZR_le in H; apply Z.ltb_lt, IZR_lt in L.
  apply (positive_correct k x _ K) in D; apply (not_negative_correct k x _ K) in X.
  rewrite value_minus, !value_scale, <- E, <- !pow_IZR, <- exp_pow in X; assert (P := exp_pos eps).
  apply (pow_le_reg q); [exact Q | apply Rmult_le_pos; lra | exact H|].
  rewrite Rpow_mult_distr; apply Rmult_le_reg_r with (1 := D); lra.
Qed.

(* e^eps for the logarithm of a quotient, times a power. *)
Lemma exp_of_quotient k t a c : holds k t -> positive k a = true -> positive k c = true ->
  exp (ln (value t a / value t c)) * value t c = value t a.
Proof.
  intros K A C; apply (positive_correct k t _ K) in A, C; rewrite exp_ln; [field; lra|].
  apply Rmult_lt_0_compat; [exact A | apply Rinv_0_lt_compat; exact C].
Qed.
Lemma exp_of_shifted_quotient k j s a c : holds k (exp s) -> positive k a = true -> positive k c = true ->
  exp (INR j * s + ln (value (exp s) a / value (exp s) c)) * value (exp s) c
  = value (exp s) (repeat 0%Z j ++ a).
Proof.
  intros K A C; rewrite value_app, repeat_length, exp_plus, Rmult_assoc, (exp_of_quotient k _ a c K A C), exp_pow.
  replace (value (exp s) (repeat 0%Z j)) with 0; [ring|].
  clear; induction j as [|j IH]; simpl; [reflexivity | rewrite <- IH; ring].
Qed.
Lemma exp_of_negative_shifted_quotient k j s a c : holds k (exp s) -> positive k a = true -> positive k c = true ->
  exp (- (INR j * s) + ln (value (exp s) a / value (exp s) c)) * value (exp s) (repeat 0%Z j ++ c)
  = value (exp s) a.
Proof.
  intros K A C; rewrite value_app, repeat_length, exp_plus, exp_Ropp, <- exp_pow.
  replace (value (exp s) (repeat 0%Z j)) with 0
    by (clear; induction j as [|j IH]; simpl; [reflexivity | rewrite <- IH; ring]).
  assert (E := exp_of_quotient k _ a c K A C); set (e := exp (ln _)) in *; rewrite Rplus_0_l, <- E; field.
  apply pow_nonzero; assert (P := exp_pos s); lra.
Qed.
