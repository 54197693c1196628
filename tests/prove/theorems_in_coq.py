"""Which theorems of `proofs/coq` say a lemma of `spec/lemmas.md`, and how they say each of its hypotheses.

Marked by hand: the theorems say the whole of the lemma, on finite sets of outputs. Each hypothesis, as it
stands in braces in `hypotheses.py`, has the words of Coq that say it; they have to occur in a statement.
`python -m tests.prove.theorem_map` compiles the theory and writes `proofs/coq/theorems.json`.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class InCoq:
    """The theorems (file and name), for each hypothesis the words of Coq for it, and what else is supposed.

    `beside` are premises that are part of the lemma's setting or of its quantifiers ("for t in [0, e^eps]").
    `tight` are theorems that the bound is attained, or that no smaller parameter will do, and `loose` says
    why there are none; `refuted` has for a hypothesis the theorem that the lemma
    fails without it, and `unrefuted` says of each of the others why there is none.
    """

    theorems: tuple[str, ...]
    hypotheses: dict[str, str]
    beside: tuple[str, ...] = ()
    tight: tuple[str, ...] = ()
    loose: str = ""
    refuted: dict[str, str] = field(default_factory=dict)
    unrefuted: dict[str, str] = field(default_factory=dict)

    def names(self) -> list[str]:
        """All theorems of the entry."""
        return [*self.theorems, *self.tight, *self.refuted.values()]


IN_COQ = {
    "basic composition": InCoq(
        ("Composition.basic_composition",),
        {
            "an (eps_1, delta_1)-DP mechanism": "dp M1 adj eps1 delta1",
            "an (eps_2, delta_2)-DP one": "forall t : T, dp (M2 t) adj eps2 delta2",
            "fresh randomness": "joint (M1 x) (M2^~ x)",
            "chosen by the first answer": "M2 : T -> mechanism X U",
        },
        tight=(
            "Tightness.basic_composition_tight",
            "Tightness.composition_of_k_rounds_tight",
        ),
        refuted={
            "fresh randomness": "Dropped.one_coin_for_both",
            "an (eps_1, delta_1)-DP mechanism": "Published.published_first",
            "an (eps_2, delta_2)-DP one": "Published.published_second",
            "chosen by the first answer": "Without.choice_sees_the_input",
        },
    ),
    "post-processing and joint convexity": InCoq(
        ("Mechanism.hockey_stick_post_processing", "Mechanism.hockey_stick_joint_convexity"),
        {"a kernel that does not see the input": "hockey_stick A (bind P K) (bind Q K)"},
        tight=(
            "Published.post_processing_tight",
            "Published.joint_convexity_tight",
        ),
        refuted={"a kernel that does not see the input": "Tightness.post_processing_that_sees_the_input"},
    ),
    "total variation of pure and approximate DP": InCoq(
        ("Conversions.total_variation_of_dp",),
        {"(eps, delta)-DP": "dp M adj eps delta", "a symmetric adjacency": "symmetric_relation adj"},
        tight=("Attained.total_variation_attained",),
        refuted={
            "a symmetric adjacency": "Dropped.total_variation_of_one_order",
            "(eps, delta)-DP": "Published.published_against_total_variation",
        },
    ),
    "above threshold": InCoq(
        ("AboveThreshold.above_threshold_dp",),
        {
            "of sensitivity 1": "sensitivity_one adj query",
            "noisy value": "above_threshold eps_gt0 n query threshold",
            "a noisy threshold": "above_threshold eps_gt0 n query threshold",
            "where the run ends": "above_threshold eps_gt0 n query threshold",
            "on all integers": "above_threshold eps_gt0 n query threshold",
            "of rate eps/2 for the threshold and eps/4 for each query": (
                "dp (above_threshold eps_gt0 n query threshold) adj eps 0"
            ),
        },
        ("0 < eps",),
        loose="not attained by the index alone: at eps = ln 16 and two queries it is ln(62/17)-DP",
        refuted={
            "noisy value": "WithoutNoise.query_without_noise",
            "a noisy threshold": "WithoutNoise.threshold_without_noise",
            "on all integers": "WithoutNoise.finite_noise_reaches",
            "of sensitivity 1": "WithoutRates.queries_move_further",
            "where the run ends": "WithoutRates.run_goes_on",
            "of rate eps/2 for the threshold and eps/4 for each query": "WithoutRates.the_count_costs",
        },
    ),
    "sparse vector with c answers": InCoq(
        ("SparseVector.sparse_vector_dp",),
        {
            "noisy values": "sparse_vector eps_gt0 c_gt0 n query threshold",
            "of sensitivity 1": "sensitivity_one adj query",
            "a noisy threshold": "sparse_vector eps_gt0 c_gt0 n query threshold",
            "with a stop after the c-th TRUE": "sparse_vector eps_gt0 c_gt0 n query threshold",
            "on all integers": "sparse_vector eps_gt0 c_gt0 n query threshold",
            "of rate eps/2 for the threshold and eps/(4 c) for each query": (
                "dp (sparse_vector eps_gt0 c_gt0 n query threshold) adj eps 0"
            ),
        },
        ("0 < eps", "(0 < c)%N"),
        loose="not attained: between ln(14/5) and ln 3 at eps = ln 16, three queries and c = 2",
        refuted={
            "noisy values": "WithoutSparse.sparse_query_without_noise",
            "of sensitivity 1": "WithoutSparse.sparse_queries_move_further",
            "a noisy threshold": "WithoutSparse.sparse_threshold_without_noise",
            "with a stop after the c-th TRUE": "WithoutRates.run_goes_on",
            "on all integers": "WithoutSparse.sparse_finite_noise_reaches",
            "of rate eps/2 for the threshold and eps/(4 c) for each query": (
                "WithoutSparse.sparse_count_costs"
            ),
        },
    ),
    "contraction of Kullback-Leibler divergence by a local channel": InCoq(
        ("ChannelDivergence.contraction_of_divergence",),
        {
            "an eps-DP channel": "dp K (all_pairs (X:=T)) eps 0",
            "for any two inputs": "all_pairs (X:=T)",
        },
        loose="approached as eps falls to 0: above 9/10 of the bound for randomised response at ln(11/10)",
        refuted={
            "an eps-DP channel": "Published.published_kl",
            "for any two inputs": "WithoutOrders.channel_without_neighbours",
        },
    ),
    "report noisy max": InCoq(
        ("NoisyMax.report_noisy_max_dp",),
        {
            "the index": "dp (report_noisy_max value tie s eps_gt0) adj eps 0",
            "each of sensitivity 1": "each_of_sensitivity_one adj value",
            "independent noise": "report_noisy_max value tie s eps_gt0",
            "of rate eps/2": "report_noisy_max value tie s eps_gt0",
            "on all integers": "report_noisy_max value tie s eps_gt0",
            "by which no index is likelier in a tie with more": "rule_for_ties tie",
        },
        ("0 < eps",),
        tight=("AttainedSelection.report_noisy_max_tight",),
        refuted={
            "the index": "WithoutNoise.value_released",
            "each of sensitivity 1": "WithoutNoise.values_move_by_two",
            "independent noise": "WithoutNoise.one_noise_for_all",
            "of rate eps/2": "WithoutNoise.values_move_both_ways",
            "on all integers": "WithoutNoise.finite_noise_wins",
            "by which no index is likelier in a tie with more": "WithoutTies.tie_with_more",
        },
    ),
    "report noisy max of values that move the same way": InCoq(
        ("NoisyMax.monotone_noisy_max_dp",),
        {
            "all move the same way": "move_the_same_way adj value",
            "by at most 1": "each_of_sensitivity_one adj value",
            "the index": "dp (monotone_noisy_max value tie s eps_gt0) adj eps 0",
            "independent noise": "monotone_noisy_max value tie s eps_gt0",
            "of rate eps": "monotone_noisy_max value tie s eps_gt0",
            "on all integers": "monotone_noisy_max value tie s eps_gt0",
            "by which no index is likelier in a tie with more": "rule_for_ties tie",
        },
        ("0 < eps",),
        tight=("AttainedSelection.monotone_noisy_max_tight",),
        refuted={
            "all move the same way": "WithoutNoise.values_move_both_ways",
            "by at most 1": "WithoutNoise.monotone_values_move_by_two",
            "the index": "WithoutNoise.value_released",
            "independent noise": "WithoutNoise.one_noise_for_all",
            "of rate eps": "WithoutNoise.monotone_of_twice_the_rate",
            "on all integers": "WithoutNoise.finite_noise_wins",
            "by which no index is likelier in a tie with more": "WithoutTies.tie_with_more_that_rises",
        },
    ),
    "amplification by Poisson sampling": InCoq(
        ("PoissonSampling.poisson_amplification",),
        {
            "an (eps, delta)-DP mechanism": "dp M (add_remove (D:=D)) eps delta",
            "a Poisson sample of rate q": "sampled q01 M",
            "stays secret": "dp (sampled q01 M)",
            "drawn afresh for each release": "sampled q01 M",
            "add/remove-one": "dp (sampled q01 M) (add_remove (D:=D))",
        },
        tight=("Attained.poisson_amplification_tight",),
        refuted={
            "stays secret": "Attained.sample_published",
            "an (eps, delta)-DP mechanism": "Published.published_sample",
            "a Poisson sample of rate q": "Without.sample_of_a_higher_rate",
            "drawn afresh for each release": "Without.sample_used_twice",
            "add/remove-one": "Without.private_for_one_size",
        },
    ),
    "amplification by sampling without replacement": InCoq(
        ("WithoutReplacement.without_replacement_amplification",),
        {
            "an (eps, delta)-DP mechanism": "dp M (replaces_one (n:=m)) eps delta",
            "a uniform m-subset": "without_replacement mn M",
            "stays secret": "dp (without_replacement mn M)",
            "drawn afresh for each release": "without_replacement mn M",
            "without its order": "unordered M",
            "both under replace-one": "dp (without_replacement mn M) (replaces_one (n:=n))",
        },
        ("(m <= n)%N",),
        tight=("Attained.without_replacement_tight",),
        refuted={
            "an (eps, delta)-DP mechanism": "Without.record_published",
            "drawn afresh for each release": "Without.record_of_one_sample_used_twice",
            "a uniform m-subset": "WithoutSampling.first_record_taken",
            "stays secret": "WithoutSampling.places_published",
            "without its order": "WithoutSampling.order_seen",
            "both under replace-one": "WithoutSampling.private_for_a_record_more",
        },
    ),
    "secrecy of the sample": InCoq(
        ("PoissonSampling.secrecy_of_the_sample",),
        {
            "a 1-DP mechanism": "dp M (add_remove (D:=D)) 1 0",
            "a Poisson sample of rate q": "sampled q01 M",
            "stays secret": "dp (sampled q01 M)",
            "drawn afresh for each release": "sampled q01 M",
            "add/remove-one": "dp (sampled q01 M) (add_remove (D:=D))",
        },
        loose="2q is above ln(1 + q(e - 1)), which Poisson sampling attains",
        refuted={
            "a 1-DP mechanism": "Published.published_sample",
            "stays secret": "Attained.sample_published",
            "a Poisson sample of rate q": "Without.sample_of_a_higher_rate",
            "add/remove-one": "Without.private_for_one_size",
            "drawn afresh for each release": "WithoutOrders.one_sample_for_two",
        },
    ),
    "optimality of randomised response": InCoq(
        ("Optimality.named_at_most", "Optimality.randomised_response_names_as_often"),
        {
            "an eps-DP mechanism": "dp M (all_pairs (X:=T)) eps 0",
            "any two of them neighbours": "all_pairs (X:=T)",
            "in the mean over the inputs": "named M <=",
        },
        ("(1 < #|T|)%N",),
        tight=("Optimality.randomised_response_names_as_often",),
        refuted={
            "an eps-DP mechanism": "Published.published_named",
            "any two of them neighbours": "Published.published_named",
            "in the mean over the inputs": "Without.names_one_input",
        },
    ),
    "group privacy": InCoq(
        ("Group.group_privacy", "Group.group_privacy_simple", "Group.group_privacy_large"),
        {
            "(eps, delta)-DP for one individual": "dp M adj eps delta",
            "for k of them": "dp M (steps adj k)",
            "e^eps >= 2": "2 <= exp eps",
        },
        ("eps != 0",),
        tight=("Attained.group_privacy_tight",),
        refuted={
            "(eps, delta)-DP for one individual": "Published.published_dp",
            "for k of them": "Attained.group_privacy_tight",
            "e^eps >= 2": "Without.group_of_two_at_zero",
        },
    ),
    "the bias of randomised response": InCoq(
        ("Bias.told_dp", "Bias.told_tight", "Bias.bias_of_epsilon"),
        {"one probability p on both inputs": "dp (told half)", "p in [1/2, 1)": "1 / 2 <= p < 1"},
        ("dp (told half) (all_pairs (X:=bool_eqType)) eps 0",),
        tight=("Bias.told_tight",),
        refuted={
            "p in [1/2, 1)": "Published.published_dp",
            "one probability p on both inputs": "Without.told_on_one_input",
        },
    ),
    "exponential mechanism": InCoq(
        (
            "Exponential.exponential_mechanism_dp",
            "Exponential.exponential_mechanism_range",
            "Exponential.monotone_exponential_mechanism_dp",
        ),
        {
            "differ by at most D": "sensitivity_at_most adj u D",
            "proportional to e^(eps u(o)/(2 D))": "exponential_mechanism t0 u eps D",
            "all move the same way": "same_way adj u",
        },
        ("0 < D",),
        loose="epsilon is attained only in the limit of many outputs",
        refuted={
            "differ by at most D": "Without.exponential_scores_move_further",
            "proportional to e^(eps u(o)/(2 D))": "Without.exponential_scores_move_both_ways",
            "all move the same way": "Without.exponential_scores_move_both_ways",
        },
    ),
    "Le Cam's two-point bound": InCoq(
        ("TwoPoint.two_point", "TwoPoint.two_point_mechanism"),
        {"eps-DP": "dp M adj eps 0", "k individuals differ": "steps adj k x y"},
        tight=("Attained.two_point_attained",),
        refuted={
            "eps-DP": "Published.published_estimate",
            "k individuals differ": "Published.published_estimate",
        },
    ),
    "Assouad's bound": InCoq(
        ("Assouad.assouad", "Assouad.assouad_private"),
        {
            "every one of the 2^d choices is possible": "P : choices d -> dist T",
            "within total variation V": "total_variation (P s) (P (other j s)) <= V",
            "under eps-DP": "dp M adj eps 0",
            "k individuals differ for each value": "steps adj k (x s) (x (other j s))",
        },
        ("0 <= t",),
        tight=("AttainedSelection.assouad_attained",),
        refuted={
            "every one of the 2^d choices is possible": "Without.two_choices",
            "within total variation V": "Without.published_choices_err_less",
            "under eps-DP": "Without.published_choices_err_less",
            "k individuals differ for each value": "Without.published_choices_err_less",
        },
    ),
    "duality of trade-off functions and privacy profiles": InCoq(
        (
            "TradeOff.tradeoff_above_lines",
            "TradeOff.lines_give_dp",
            "TradeOff.profile_of_tradeoff",
            "TradeOff.profile_attained",
        ),
        {
            "an (eps, delta)-DP pair": "indist (exp eps) delta P Q",
            "in both orders": "indist (exp eps) delta Q P",
        },
        (
            "0 <= alpha <= 1",
            "0 <= alpha <= 1 -> two_lines eps delta alpha <= tradeoff P Q alpha",
        ),
        tight=("TradeOff.profile_attained",),
        refuted={
            "an (eps, delta)-DP pair": "Without.lines_without_privacy",
            "in both orders": "Without.lines_of_one_order",
        },
    ),
    "post-processing and mixtures for total variation, the largest loss and the trade-off function": InCoq(
        (
            "TradeOff.total_variation_post_processing",
            "TradeOff.loss_post_processing",
            "TradeOff.tradeoff_post_processing",
            "Mechanism.total_variation_joint_convexity",
            "TradeOff.loss_mixture",
            "TradeOff.tradeoff_mixture",
        ),
        {
            "a kernel that does not see the input": "tradeoff (bind P K) (bind Q K) alpha",
            "a convex f": "convex f",
        },
        (
            "0 <= alpha",
            "loss_at_most r P Q",
            "forall i : T, loss_at_most r (P i) (Q i)",
            "0 <= w <= 1",
            "forall alpha : R_numDomainType, 0 <= alpha <= 1 -> f alpha <= tradeoff P Q alpha",
            "forall alpha : R_numDomainType, 0 <= alpha <= 1 -> f alpha <= tradeoff P' Q' alpha",
        ),
        tight=("Published.total_variation_post_processing_tight",),
        refuted={
            "a kernel that does not see the input": "Tightness.post_processing_that_sees_the_input",
            "a convex f": "WithoutOrders.mixture_below_a_curve",
        },
    ),
    "contraction of total variation by a local channel": InCoq(
        ("Contraction.contraction_of_total_variation",),
        {
            "an eps-DP channel": "dp K (all_pairs (X:=T)) eps 0",
            "for any two inputs": "all_pairs (X:=T)",
        },
        tight=("Attained.contraction_attained",),
        refuted={
            "an eps-DP channel": "Published.published_channel",
            "for any two inputs": "Published.published_channel",
        },
    ),
    "events and outcomes": InCoq(
        ("HockeyStick.events_and_outcomes", "HockeyStick.hockey_stick_sum", "Definitions.best_delta_at_most"),
        {"delta = 0": "indist A 0 P Q", "all single outcomes": "forall t : T, P t <= A * Q t"},
        ("forall t : T, Num.max (P t - A * Q t) 0 <= m",),
        loose="an equivalence, a sum, and as many terms as there are outputs, each at most the largest",
        refuted={
            "delta = 0": "Published.outcomes_with_delta",
            "all single outcomes": "Published.one_outcome",
        },
    ),
    "the limit form of pure DP": InCoq(
        ("Definitions.limit_form", "Definitions.limit_form_converse"),
        {
            "<= 1 + t": "Pr P S <= (1 + t) * Pr Q S",
            "both orders": "Pr Q S <= (1 + t) * Pr P S",
            "t <= 5/4": "t <= 5 / 4",
        },
        ("0 <= t", "indist (exp t) 0 P Q", "indist (exp t) 0 Q P"),
        loose="1 + t, e^t and 1 + 2t are the same only for t = 0",
        refuted={
            "<= 1 + t": "Published.published_indist",
            "both orders": "Published.the_other_order",
            "t <= 5/4": "Attained.limit_form_at_three",
        },
    ),
    "the log forms of approximate DP": InCoq(
        ("Definitions.log_form", "Definitions.log_form_implied", "Definitions.log_form_reversed"),
        {
            "P(S) > delta": "delta < Pr P S",
            "Q(S) > 0": "0 < Pr Q S",
            "Q(S) <= e^eps P(S) + delta": "Pr Q S <= exp eps * Pr P S + delta",
        },
        loose="an equivalence",
        refuted={
            "Q(S) > 0": "Without.log_form_at_zero",
            "Q(S) <= e^eps P(S) + delta": "Without.log_form_of_one_order",
        },
        unrefuted={
            "P(S) > delta": "Coq's logarithm is 0 where there is none, so that the form holds for eps >= 0",
        },
    ),
    "nothing about an individual, nothing at all": InCoq(
        ("Definitions.nothing_learned", "Definitions.little_learned"),
        {
            "epsilon = 0": "dp M adj 0 0",
            "any two inputs are joined": "forall x y : X, exists k : nat, steps adj k x y",
            "at most k changes": "steps adj k x y",
        },
        ("dp M adj eps 0",),
        tight=("Attained.pure_group_privacy_tight",),
        refuted={
            "epsilon = 0": "Published.something_learned",
            "any two inputs are joined": "Published.published_learned",
            "at most k changes": "Published.published_far_apart",
        },
    ),
    "the profile of one direction": InCoq(
        ("OneDirection.profile_of_one_direction", "OneDirection.total_variation_of_one_direction"),
        {"P(S) <= e^eps Q(S) + delta": "indist (exp eps) delta P Q"},
        ("0 <= t <= exp eps",),
        tight=("Published.profile_of_one_order",),
        refuted={"P(S) <= e^eps Q(S) + delta": "Published.published_indist"},
    ),
    "probabilistic and approximate DP": InCoq(
        ("Conversions.dp_of_probabilistic_dp", "OneDirection.large_losses"),
        {
            "P[loss > eps] <= delta": "probabilistic_dp M adj eps delta",
            "an (eps, delta)-DP pair": "indist (exp eps) delta P Q",
            "t > eps": "eps < t",
        },
        tight=("Published.probabilistic_tight",),
        refuted={
            "P[loss > eps] <= delta": "Published.published_dp",
            "an (eps, delta)-DP pair": "Without.large_losses_without_privacy",
            "t > eps": "Without.losses_not_above_eps",
        },
    ),
    "the two directions of amplification by Poisson sampling": InCoq(
        (
            "OneDirection.amplification_of_removing",
            "OneDirection.amplification_of_adding",
            "OneDirection.amplification_of_both",
        ),
        {
            "P(S) <= e^eps R(S) + delta": "dp M (removes (D:=D)) eps delta",
            "a sample of rate q": "sampled q01 M",
            "R(S) <= e^eps P(S) + delta": "dp M (adds (D:=D)) eps delta",
            "q < 1": "q < 1",
        },
        tight=("Attained.poisson_amplification_tight",),
        refuted={
            "P(S) <= e^eps R(S) + delta": "Published.published_sample",
            "a sample of rate q": "Without.sample_of_a_higher_rate",
            "R(S) <= e^eps P(S) + delta": "Without.published_presence_added",
            "q < 1": "Without.one_order_without_sampling",
        },
    ),
    "secrecy of the sample, one-sided hypothesis": InCoq(
        ("OneDirection.secrecy_of_the_sample_one_sided",),
        {
            "by a factor of at most e": "dp M (removes (D:=D)) 1 0",
            "a Poisson sample": "sampled q01 M",
            "q <= 0.796812130020020046161520937937": (
                "(q <= 796812130020020046161520937937 / 1000000000000000000000000000000)"
            ),
        },
        loose="2q is above -ln(1 - q) and ln(1 + q(e - 1)) for every q below the threshold",
        refuted={
            "by a factor of at most e": "Published.published_sample",
            "a Poisson sample": "Without.sample_of_a_higher_rate",
            "q <= 0.796812130020020046161520937937": "Without.one_order_of_a_large_sample",
        },
    ),
    "a row of a bootstrap sample": InCoq(
        ("Counting.row_shows_up", "Counting.row_shows_up_at_most"),
        {"with replacement": "bootstrap I r", "each equally likely": "bootstrap I r"},
        tight=("Counting.row_shows_up",),
        refuted={
            "with replacement": "Without.rows_without_replacement",
            "each equally likely": "Without.rows_not_alike",
        },
    ),
    "reconstruction from all subsets": InCoq(
        ("Counting.reconstruction_from_all_subsets",),
        {
            "within E": "consistent E answer X",
            "all subsets": "answer : {set I} -> R",
            "that is consistent with them": "consistent E answer Y",
        },
        tight=("AttainedSelection.reconstruction_attained",),
        refuted={
            "within E": "Without.inconsistent_database",
            "all subsets": "Without.one_question",
            "that is consistent with them": "Without.inconsistent_database",
        },
    ),
    "composition of Renyi DP": InCoq(
        ("Renyi.renyi_dp_composition", "Renyi.renyi_composition_of_rounds"),
        {
            "D_alpha at most r_i": "forall h : seq T, renyi_dp adj (M h) a (r (size h))",
            "one alpha for all rounds": "forall h : seq T, renyi_dp adj (M h) a (r (size h))",
            "fresh randomness": "rounds M h k",
            "chosen by the answers so far": "M : seq T -> mechanism X T",
        },
        ("1 < a", "renyi_dp adj M1 a r", "forall t : T, renyi_dp adj (M2 t) a s"),
        tight=("AttainedDivergences.renyi_composition_attained",),
        refuted={
            "D_alpha at most r_i": "Published.published_renyi",
            "fresh randomness": "Without.one_coin_renyi",
            "chosen by the answers so far": "Without.choice_sees_the_input_renyi",
            "one alpha for all rounds": "WithoutOrders.rounds_of_two_orders",
        },
    ),
    "Renyi DP to approximate DP": InCoq(
        ("Renyi.renyi_to_approximate", "Renyi.renyi_at_delta", "Renyi.renyi_at_delta_sharp"),
        {"D_alpha(P || Q) <= r": "renyi_at_most a r P Q"},
        ("1 < a", "0 < delta"),
        loose="by Markov's inequality; the best delta has no closed form",
        refuted={"D_alpha(P || Q) <= r": "Published.published_indist"},
    ),
    "post-processing and convexity of Renyi and Kullback-Leibler divergence": InCoq(
        (
            "Divergences.renyi_post_processing",
            "Divergences.renyi_below_one_post_processing",
            "Divergences.kl_post_processing",
            "Divergences.moment_joint_convexity",
            "Divergences.affinity_joint_concavity",
            "Divergences.renyi_mixture",
            "Divergences.renyi_below_one_mixture",
            "Divergences.renyi_below_one_joint_convexity",
            "Divergences.kl_joint_convexity",
        ),
        {
            "a kernel that does not see the input": "renyi_at_most a r (bind P K) (bind Q K)",
            "alpha <= 1": "0 < a < 1",
        },
        (
            "1 < a",
            "renyi_at_most a r P Q",
            "dominated P Q",
            "forall i : I, dominated (P i) (Q i)",
            "forall i : I, renyi_at_most a r (P i) (Q i)",
            "0 < affinity a P Q",
            "forall i : I, 0 < affinity a (P i) (Q i)",
            "forall i : I, renyi_below_one a (P i) (Q i) <= r",
        ),
        tight=("Published.divergence_post_processing_tight",),
        refuted={
            "a kernel that does not see the input": "Without.kernel_sees_the_input",
            "alpha <= 1": "WithoutOrders.order_two_not_convex",
        },
    ),
    "zCDP: composition and conversion": InCoq(
        ("Renyi.zcdp_composition", "Renyi.zcdp_composition_of_rounds", "Renyi.zcdp_to_approximate"),
        {
            "D_alpha at most rho_i alpha": "forall h : seq T, zcdp adj (M h) (rho (size h))",
            "fresh randomness": "rounds M h k",
            "chosen by the answers so far": "M : seq T -> mechanism X T",
            "D_alpha at most rho alpha for every alpha > 1": (
                "forall a : R_numDomainType, 1 < a -> renyi_at_most a (rho * a) P Q"
            ),
        },
        ("zcdp adj M1 rho", "forall t : T, zcdp adj (M2 t) sigma", "0 < rho", "0 < delta < 1"),
        tight=("AttainedDivergences.zcdp_composition_attained",),
        refuted={
            "D_alpha at most rho_i alpha": "Published.published_zcdp",
            "D_alpha at most rho alpha for every alpha > 1": "Published.published_indist",
            "fresh randomness": "Without.one_coin_renyi",
            "chosen by the answers so far": "Without.choice_sees_the_input_renyi",
        },
    ),
    "Kullback-Leibler divergence of pure DP": InCoq(
        ("KullbackLeibler.kl_of_pure_dp", "KullbackLeibler.kl_of_pure_dp_quadratic"),
        {"eps-DP": "dp M adj eps 0", "a symmetric adjacency": "symmetric_relation adj"},
        tight=("Concentrated.kl_of_randomised_response",),
        refuted={"eps-DP": "Published.published_kl", "a symmetric adjacency": "Published.kl_of_one_order"},
    ),
    "Pinsker's inequality": InCoq(
        ("KullbackLeibler.pinsker",),
        {},
        ("kl_at_most r P Q",),
        loose="equal only for equal distributions; the factor 2 is the limit of near ones",
    ),
    "zCDP from pure DP": InCoq(
        ("Concentrated.zcdp_of_pure_dp_quadratic",),
        {"eps-DP": "dp M adj eps 0", "a symmetric adjacency": "symmetric_relation adj"},
        loose="eps^2/2 is above eps tanh(eps/2), which the tight form attains",
        refuted={
            "eps-DP": "Published.published_zcdp",
            "a symmetric adjacency": "Published.zcdp_of_one_order",
        },
    ),
    "zCDP from pure DP, tight form": InCoq(
        ("Concentrated.zcdp_of_pure_dp", "Concentrated.zcdp_of_pure_dp_tight"),
        {"eps-DP": "dp M adj eps 0", "a symmetric adjacency": "symmetric_relation adj"},
        ("zcdp (all_pairs (X:=[eqType of bool])) (randomised_response eps) rho",),
        tight=("Concentrated.zcdp_of_pure_dp_tight",),
        refuted={
            "eps-DP": "Published.published_zcdp",
            "a symmetric adjacency": "Published.zcdp_of_one_order",
        },
    ),
    "Bretagnolle-Huber inequality": InCoq(
        ("BretagnolleHuber.bretagnolle_huber", "BretagnolleHuber.divergence_to_approximate"),
        {
            "D_alpha <= r": "divergence_at_most a r P Q",
            "alpha >= 1/2": "1 / 2 <= a",
            "delta^2 >= 1 - e^(-r)": "1 - exp (- r) <= delta ^+ 2",
        },
        ("kl_at_most r P Q",),
        tight=("AttainedDivergences.bretagnolle_huber_exponent",),
        refuted={
            "D_alpha <= r": "Published.published_total_variation",
            "alpha >= 1/2": "Without.order_of_one_quarter",
            "delta^2 >= 1 - e^(-r)": "Without.delta_too_small",
        },
    ),
    "zCDP from a bounded range of losses": InCoq(
        (
            "BoundedRange.bounded_range_renyi",
            "BoundedRange.zcdp_of_bounded_range",
            "BoundedRange.zcdp_of_rounds_of_bounded_range",
            "BoundedRange.bounded_range_of_exponential_mechanism",
        ),
        {"span at most eps": "losses_span eps P Q"},
        (
            "1 < a",
            "bounded_range M adj eps",
            "forall h : seq T, bounded_range (M h) adj eps",
            "0 < D",
            "sensitivity_at_most adj u D",
        ),
        tight=("AttainedDivergences.bounded_range_eighth",),
        refuted={"span at most eps": "Published.published_zcdp"},
    ),
    "permute-and-flip": InCoq(
        ("PermuteAndFlip.permute_and_flip_dp", "PermuteAndFlip.monotone_permute_and_flip_dp"),
        {
            "in random order": "permute_and_flip t0 u",
            "differ by at most D": "sensitivity_at_most adj u D",
            "they all move the same way": "same_way adj u",
        },
        ("0 < D",),
        tight=(
            "AttainedSelection.permute_and_flip_tight",
            "AttainedSelection.monotone_permute_and_flip_tight",
        ),
        refuted={
            "in random order": "Without.fixed_order",
            "differ by at most D": "Without.flipped_scores_move_further",
            "they all move the same way": "Without.flipped_scores_move_both_ways",
        },
    ),
    "Hoeffding's lemma": InCoq(
        ("Hoeffding.hoeffding_lemma",),
        {"on [0, 1]": "forall t : T, 0 <= f t <= 1"},
        loose="equal only for s = 0 or a constant; 1/8 is the limit of small s",
        refuted={
            "on [0, 1]": "Without.value_outside",
        },
    ),
    "parallel composition": InCoq(
        ("Disjoint.parallel_composition_of_one", "Disjoint.parallel_composition_of_two"),
        {
            "(eps_i, delta_i)-DP": "forall i : I, dp (M i) adj (eps i) (delta i)",
            "its own part of the data": "fun x : I -> D => product_of (fun i : I => M i (x i))",
            "fresh randomness": "product_of",
            "changes one part": "in_one_part",
        },
        tight=("Published.parallel_composition_tight",),
        refuted={
            "its own part of the data": "Tightness.basic_composition_tight",
            "fresh randomness": "Dropped.one_coin_for_both",
            "changes one part": "Tightness.basic_composition_tight",
            "(eps_i, delta_i)-DP": "Published.published_dp",
        },
    ),
    "composition of Random DP": InCoq(
        (
            "RandomRounds.random_dp_composition_of_rounds",
            "RandomRounds.random_approximate_dp_composition_of_rounds",
            "RandomRounds.random_dp_composition_of_equals",
        ),
        {
            "(alpha_i, gamma_i)-Random DP": ("forall i : 'I_k, random_dp rows (M i) (alpha i) (gamma i)"),
            "fresh randomness": "in_advance M k",
            "given in advance": "in_advance M k",
        },
        ("forall i : 'I_k, random_approximate_dp rows (M i) (alpha i) (eta i) (gamma i)",),
        tight=("AttainedDivergences.random_dp_composition_attained",),
        refuted={
            "given in advance": "Adaptive.random_not_adaptive",
            "(alpha_i, gamma_i)-Random DP": "Without.row_published",
            "fresh randomness": "WithoutOrders.one_coin_random",
        },
    ),
    "optimal composition of pure DP": InCoq(
        ("OptimalPure.optimal_composition",),
        {
            "a symmetric adjacency": "symmetric_relation adj",
            "eps-DP": "forall i : I, dp (M i) adj eps 0",
            "independent randomness": "product_of",
        },
        loose="the bound is the profile of k randomised responses, which are eps-DP themselves",
        refuted={
            "a symmetric adjacency": "Dropped.total_variation_of_one_order",
            "eps-DP": "Published.published_against_total_variation",
            "independent randomness": "Dropped.one_coin_for_both",
        },
    ),
    "group privacy of zCDP": InCoq(
        ("GroupRenyi.group_privacy_of_zcdp",),
        {"at most rho alpha for every alpha > 1": "zcdp adj M rho", "k steps apart": "steps adj k x y"},
        ("1 < a",),
        loose="attained by Gaussian noise, which is not finite",
        refuted={
            "at most rho alpha for every alpha > 1": "Published.published_zcdp",
            "k steps apart": "Published.published_zcdp_far_apart",
        },
    ),
}
"""By the title of the lemma."""
