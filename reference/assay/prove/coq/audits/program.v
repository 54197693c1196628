(* 2b. Programs. A program is its decision tree, in which equal branches stand once: a list of nodes, numbered from
   0. A node returns an output, or draws; "w ~> k" is a way of weight w that goes on at node k, before it, and a
   weight over d is the probability of the way. *)
Inductive node := Return (output : nat) | Draw (d : polynomial) (ways : list (polynomial * nat)).

Notation "w ~> k" := (w%Z, k%nat) (at level 65, no associativity).

(* Whole weights. *)
Definition draw (d : Z) (ways : list (Z * nat)) : node := Draw [d] (map (fun way => ([fst way], snd way)) ways).

(* The probability of the output o from a node, by the distributions of the nodes before it. *)
Definition distribution_of (t : R) (before : list (nat -> R)) (v : node) (o : nat) : R :=
  match v with
  | Return output => if (o =? output)%nat then 1 else 0
  | Draw d ways => fold_right
      (fun way rest => value t (fst way) / value t d * nth (snd way) before (fun _ => 0) o + rest) 0 ways
  end.

(* The distributions of all nodes, one after the other. *)
Fixpoint distributions_after (t : R) (before : list (nat -> R)) (nodes : list node) : list (nat -> R) :=
  match nodes with [] => before | v :: rest => distributions_after t (before ++ [distribution_of t before v]) rest end.

(* On the input x it starts at the node with the number "nth x starts". *)
Definition mechanism_of_program (t : R) (nodes : list node) (starts : list nat) (x : nat) : nat -> R :=
  nth (nth x starts O) (distributions_after t [] nodes) (fun _ => 0).

(* Each draw is from a distribution and goes on at nodes before it; each output is one of the n. *)
Definition draws_well (t : R) (n k : nat) (v : node) : Prop :=
  match v with
  | Return output => (output < n)%nat
  | Draw d ways => 0 < value t d /\
      (forall way, In way ways -> 0 <= value t (fst way) /\ (snd way < k)%nat) /\
      fold_right (fun way rest => value t (fst way) + rest) 0 ways = value t d
  end.
Definition draws_well_everywhere (t : R) (n : nat) (nodes : list node) : Prop :=
  forall k v, nth_error nodes k = Some v -> draws_well t n k v.

(* 4b. The distributions of a program. A row is that of a node, over a denominator; a scale has the denominator d' of the row
   of a draw, and for each way the factor c with c d d'' = d', where d'' is the denominator of the node it leads to. *)

Notation denominated := (polynomial * list polynomial)%type.
Definition no_row : denominated := ([], []).

Fixpoint add_rows (p q : list polynomial) : list polynomial :=
  match p, q with a :: p', b :: q' => plus a b :: add_rows p' q' | _, _ => [] end.
Definition mixed (n : nat) (rows : list denominated) (scaled_ways : list (polynomial * nat * polynomial)) :
    list polynomial :=
  fold_right (fun wc rest => add_rows (map (times (times (snd wc) (fst (fst wc))))
    (snd (nth (snd (fst wc)) rows no_row))) rest) (repeat [] n) scaled_ways.
Definition row_of (n : nat) (rows : list denominated) (v : node) (s : denominated) : denominated :=
  match v with
  | Return output => ([1%Z], map (fun o => if (o =? output)%nat then [1%Z] else []) (seq 0 n))
  | Draw d ways => (fst s, mixed n rows (combine ways (snd s)))
  end.
Definition is_right (k : known) (n : nat) (rows : list denominated) (v : node) (s : denominated) : bool :=
  match v with
  | Return output => (output <? n)%nat
  | Draw d ways => positive k d && (positive k (fst s) && ((length (snd s) =? length ways)%nat &&
      (is_zero k (minus (sum_of (map fst ways)) d) &&
      forallb (fun wc => not_negative k (fst (fst wc)) && ((snd (fst wc) <? length rows)%nat &&
        is_zero k (minus (times (snd wc) (times d (fst (nth (snd (fst wc)) rows no_row)))) (fst s))))
        (combine ways (snd s)))))
  end.
Fixpoint rows_after (k : known) (n : nat) (rows : list denominated) (nodes : list node) (scales : list denominated) :
    option (list denominated) :=
  match nodes, scales with
  | v :: nodes', s :: scales' =>
      if is_right k n rows v s then rows_after k n (rows ++ [row_of n rows v s]) nodes' scales' else None
  | [], [] => Some rows
  | _, _ => None
  end.

(* What a row says of a distribution. *)
Definition row_says (t : R) (n : nat) (row : denominated) (law : nat -> R) : Prop :=
  0 < value t (fst row) /\ length (snd row) = n /\
  forall o, (o < n)%nat -> value t (nth o (snd row) []) = law o * value t (fst row).

Lemma nth_add_rows t o : forall p q, length p = length q -> value t (nth o (add_rows p q) [])
  = value t (nth o p []) + value t (nth o q []).
Proof.
  induction o as [|o IH]; intros [|a p] [|b q] E; try discriminate; simpl; try ring; [apply value_plus|].
  apply IH; injection E as E; exact E.
Qed.
Lemma length_add_rows p : forall q, length p = length q -> length (add_rows p q) = length q.
Proof. induction p as [|a p IH]; intros [|b q] E; try discriminate; simpl; [reflexivity|]; rewrite IH; auto. Qed.
Lemma nth_repeat_nil n o : nth o (repeat (@nil Z) n) [] = [].
Proof. revert o; induction n as [|n IH]; intros [|o]; simpl; auto. Qed.

Lemma mixed_correct t n rows laws scaled_ways d d' : 0 < value t d -> 0 < value t d' ->
  (forall wc, In wc scaled_ways -> row_says t n (nth (snd (fst wc)) rows no_row) (nth (snd (fst wc)) laws (fun _ => 0)) /\
    value t (snd wc) * (value t d * value t (fst (nth (snd (fst wc)) rows no_row))) = value t d') ->
  length (mixed n rows scaled_ways) = n /\
  forall o, (o < n)%nat -> value t (nth o (mixed n rows scaled_ways) []) =
    fold_right (fun way rest => value t (fst way) / value t d * nth (snd way) laws (fun _ => 0) o + rest) 0
      (map fst scaled_ways) * value t d'.
Proof.
  intros D D'; induction scaled_ways as [|[[w i] c] rest IH]; intros H.
  - split; [apply repeat_length|]; intros o _; simpl; rewrite nth_repeat_nil; simpl; ring.
  - destruct IH as [N V]; [intros wc I; apply H; right; exact I|].
    destruct (H (w, i, c) (or_introl eq_refl)) as [(P & L & S) E]; simpl fst in *; simpl snd in *.
    set (row := nth i rows no_row) in *; simpl mixed.
    change (fold_right _ (repeat [] n) rest) with (mixed n rows rest).
    assert (N' : length (map (times (times c w)) (snd row)) = length (mixed n rows rest)).
    { rewrite map_length, L, N; reflexivity. }
    split; [rewrite length_add_rows; assumption|]; intros o O.
    rewrite nth_add_rows by exact N'; rewrite (V o O).
    rewrite (nth_indep (map (times (times c w)) (snd row)) [] (times (times c w) [])) by (rewrite N', N; exact O).
    rewrite map_nth, !value_times, (S o O); simpl; rewrite <- E; field; lra.
Qed.

Lemma row_of_output t n output : (output < n)%nat ->
  row_says t n ([1%Z], map (fun o => if (o =? output)%nat then [1%Z] else []) (seq 0 n))
    (fun o => if (o =? output)%nat then 1 else 0).
Proof.
  intros _; split; [simpl; lra | split; [simpl; rewrite map_length, seq_length; reflexivity|]].
  intros o O; simpl fst; simpl snd; set (f := fun o : nat => if (o =? output)%nat then [1%Z] else []).
  rewrite (nth_indep _ [] (f 0%nat)) by (rewrite map_length, seq_length; exact O).
  rewrite (map_nth f), seq_nth by exact O; unfold f; simpl (0 + o)%nat.
  destruct (o =? output)%nat; simpl; ring.
Qed.

Lemma fold_right_sum t (ways : list (polynomial * nat)) :
  fold_right (fun way rest => value t (fst way) + rest) 0 ways = value t (sum_of (map fst ways)).
Proof.
  induction ways as [|w rest IH]; [reflexivity|]; simpl; unfold sum_of in *; rewrite value_plus, <- IH; reflexivity.
Qed.
Lemma combine_fst {A B : Type} (a : list A) : forall b : list B, length b = length a -> map fst (combine a b) = a.
Proof. induction a as [|x a IH]; intros [|y b] E; try discriminate; simpl; [reflexivity|]; rewrite IH; auto. Qed.

Lemma node_correct k t n rows laws v s : holds k t -> length rows = length laws ->
  (forall i, (i < length rows)%nat -> row_says t n (nth i rows no_row) (nth i laws (fun _ => 0))) ->
  is_right k n rows v s = true ->
  row_says t n (row_of n rows v s) (distribution_of t laws v) /\ draws_well t n (length rows) v.
Proof.
  intros K N H A; destruct v as [output | d ways]; simpl in A.
  - apply Nat.ltb_lt in A; split; [apply row_of_output, A | exact A].
  - apply andb_prop in A; destruct A as [D A]; apply andb_prop in A; destruct A as [D' A].
    apply andb_prop in A; destruct A as [L A]; apply andb_prop in A; destruct A as [S A].
    apply (positive_correct k t _ K) in D, D'; apply (is_zero_correct k t _ K) in S; rewrite value_minus in S.
    apply Nat.eqb_eq in L; rewrite forallb_forall in A.
    assert (W : forall wc, In wc (combine ways (snd s)) -> 0 <= value t (fst (fst wc)) /\ (snd (fst wc) < length rows)%nat /\
      value t (snd wc) * (value t d * value t (fst (nth (snd (fst wc)) rows no_row))) = value t (fst s)).
    { intros wc I; apply A, andb_prop in I; destruct I as [P I]; apply andb_prop in I; destruct I as [I Z].
      apply (not_negative_correct k t _ K) in P; apply Nat.ltb_lt in I; apply (is_zero_correct k t _ K) in Z.
      rewrite value_minus, !value_times in Z; repeat split; [exact P | exact I | lra]. }
    destruct (mixed_correct t n rows laws (combine ways (snd s)) d (fst s) D D') as [M V].
    { intros wc I; destruct (W wc I) as (_ & I' & E); split; [apply H, I' | exact E]. }
    rewrite (combine_fst ways (snd s) L) in V; split; [split; [exact D' | split; [exact M | exact V]]|].
    split; [exact D|]; split; [|rewrite fold_right_sum; lra].
    intros way I; rewrite <- (combine_fst ways (snd s) L) in I; apply in_map_iff in I.
    destruct I as [wc [<- I]]; destruct (W wc I) as (P & Q & _); split; assumption.
Qed.

Lemma rows_correct k t n : holds k t -> forall nodes scales rows laws found, length rows = length laws ->
  (forall i, (i < length rows)%nat -> row_says t n (nth i rows no_row) (nth i laws (fun _ => 0))) ->
  rows_after k n rows nodes scales = Some found ->
  length found = length (distributions_after t laws nodes) /\
  (forall i, (i < length found)%nat -> row_says t n (nth i found no_row) (nth i (distributions_after t laws nodes) (fun _ => 0))) /\
  (forall j v, nth_error nodes j = Some v -> draws_well t n (length rows + j) v).
Proof.
  intros K; induction nodes as [|v nodes IH]; intros [|s scales] rows laws found N H E; try discriminate.
  - injection E as <-; simpl; split; [exact N | split; [exact H|]]; intros [|j] v; discriminate.
  - simpl in E; destruct (is_right k n rows v s) eqn:A; [|discriminate].
    destruct (node_correct k t n rows laws v s K N H A) as [Says W]; simpl distributions_after.
    destruct (IH scales (rows ++ [row_of n rows v s]) (laws ++ [distribution_of t laws v]) found) as (L & B & C).
    + rewrite !app_length, N; reflexivity.
    + intros i I; rewrite app_length in I; simpl in I; destruct (Nat.lt_ge_cases i (length rows)) as [J|J].
      * rewrite !app_nth1 by lia; apply H, J.
      * replace i with (length rows) by lia; rewrite app_nth2, Nat.sub_diag by lia.
        rewrite N, app_nth2, Nat.sub_diag by lia; exact Says.
    + exact E.
    + split; [exact L | split; [exact B|]]; intros [|j] v' F.
      * injection F as <-; rewrite Nat.add_0_r; exact W.
      * replace (length rows + S j)%nat with (length (rows ++ [row_of n rows v s]) + j)%nat; [apply C, F|].
        rewrite app_length; simpl; lia.
Qed.

(* The rows of the starts are those of the table. *)
Definition is_table (k : known) (n : nat) (starts : list nat) (ds : list polynomial) (table : list (list polynomial))
    (rows : list denominated) : bool :=
  (length starts =? length table)%nat && forallb (fun x => let row := nth (nth x starts O) rows no_row in
    (nth x starts O <? length rows)%nat && (positive k (nth x ds []) &&
    forallb (fun o => is_zero k (minus (times (nth o (snd row) []) (nth x ds [])) (times (entry table x o) (fst row))))
      (seq 0 n))) (seq 0 (length table)).
Definition is_program_of (k : known) (n : nat) (nodes : list node) (scales : list denominated) (starts : list nat)
    (ds : list polynomial) (table : list (list polynomial)) : bool :=
  match rows_after k n [] nodes scales with None => false | Some rows => is_table k n starts ds table rows end.

Theorem program_by_computation k t n nodes scales starts ds table : holds k t ->
  is_program_of k n nodes scales starts ds table = true ->
  draws_well_everywhere t n nodes /\ length starts = length table /\
  forall x o, (x < length table)%nat -> (o < n)%nat ->
    mechanism_of_program t nodes starts x o = mechanism_of t ds table x o.
Proof.
  intros K; unfold is_program_of; destruct (rows_after k n [] nodes scales) as [rows|] eqn:E; [|discriminate].
  intros A; apply andb_prop in A; destruct A as [L A]; apply Nat.eqb_eq in L; rewrite forallb_forall in A.
  destruct (rows_correct k t n K nodes scales [] [] rows eq_refl) as (N & H & W);
    [intros i I; inversion I | exact E |].
  split; [exact W | split; [exact L|]]; intros x o X Below.
  assert (I : In x (seq 0 (length table))) by (apply in_seq; lia).
  apply A, andb_prop in I; destruct I as [I B]; apply andb_prop in B; destruct B as [P B].
  apply Nat.ltb_lt in I; apply (positive_correct k t _ K) in P; rewrite forallb_forall in B.
  assert (J : In o (seq 0 n)) by (apply in_seq; lia).
  apply B, (is_zero_correct k t _ K) in J; rewrite value_minus, !value_times in J.
  destruct (H _ I) as (Q & _ & S); rewrite (S o Below) in J; unfold mechanism_of_program, mechanism_of.
  apply Rmult_eq_reg_r with (value t (nth x ds [])); [|lra].
  apply Rmult_eq_reg_r with (value t (fst (nth (nth x starts O) rows no_row))); [|lra].
  transitivity (value t (entry table x o) * value t (fst (nth (nth x starts O) rows no_row))); [lra | field; lra].
Qed.

(* What holds of the table holds of the program. *)
Lemma total_ext_below n : forall f g : nat -> R, (forall o, (o < n)%nat -> f o = g o) -> total n f = total n g.
Proof.
  induction n as [|n IH]; intros f g E; simpl; [reflexivity|].
  rewrite E by lia; f_equal; apply IH; intros o O; apply E; lia.
Qed.
Lemma Pr_same n p q event : (forall o, (o < n)%nat -> p o = q o) -> Pr n p event = Pr n q event.
Proof. intros E; apply total_ext_below; intros o O; rewrite (E o O); reflexivity. Qed.

Lemma well_posed_same m n (M M' : nat -> nat -> R) (adjacent : nat -> nat -> Prop) : (forall x o, (x < m)%nat -> (o < n)%nat -> M x o = M' x o) ->
  well_posed m n M' adjacent -> well_posed m n M adjacent.
Proof.
  intros E (W & rest); split; [|exact rest]; intros x X; destruct (W x X) as [P S]; split.
  - intros o O; rewrite (E x o X O); apply P, O.
  - rewrite <- S; apply total_ext_below; intros o O; apply E; assumption.
Qed.
Lemma dp_same m n (M M' : nat -> nat -> R) (adjacent : nat -> nat -> Prop) eps delta : (forall x o, (x < m)%nat -> (o < n)%nat -> M x o = M' x o) ->
  (forall x y, adjacent x y -> (x < m)%nat /\ (y < m)%nat) -> dp n M' adjacent eps delta -> dp n M adjacent eps delta.
Proof.
  intros E I H x y XY event; destruct (I x y XY) as [X Y].
  rewrite (Pr_same n (M x) (M' x)) by (intros o; apply E; exact X).
  rewrite (Pr_same n (M y) (M' y)) by (intros o; apply E; exact Y); apply H, XY.
Qed.
