"""Huge sizes are answered or refused at once, by every public constructor."""

from __future__ import annotations

import os
import resource
import sys
import traceback
from collections.abc import Callable
from fractions import Fraction
from importlib import import_module

import pytest

from assay import (
    Dist,
    Mechanism,
    adjacency,
    amplification,
    eps,
    exp,
    ln,
    mechanisms,
    notions,
    number,
    queries,
    theorems,
    uniform,
    utility,
)
from assay.attacks import (
    fingerprinting,
    reconstruction,
    reconstruction_exhaustive,
    reconstruction_hadamard,
    reconstruction_lp,
    tracing_bound,
    tracing_confidence,
    tracing_noise,
)
from assay.budgets.sizes import MOST_LISTED
from assay.composition import filters
from assay.errors import AssayError
from assay.mechanisms import noise
from assay.queries.l_infinity import box_weight, grid_norm_tail, radius_mass
from assay.utility import comparison, histogram_risk, marginals, minimax_bounds, tails

BILLION = 10**9
GOOGOL = 10**100
LONG = 10**5000
"""More digits than Python spells."""

SIZES = (10**6, BILLION, GOOGOL, LONG)

SECONDS = 10
"""A row that computes for longer hangs; one that answers takes a fraction of a second."""

BYTES = 6 << 30

RR = mechanisms.randomised_response(ln(3))
TABLE = Mechanism({0: {"a": "2/3", "b": "1/3"}, 1: {"a": "1/3", "b": "2/3"}}, [0, 1], adjacency.all_pairs())
PAIRS = [(0, 1)]

Row = Callable[[int], object]

ROWS: dict[str, list[Row]] = {
    # mechanisms
    "FiniteNoise": [lambda n: mechanisms.FiniteNoise(Dist({0: "1/2", n: "1/2"}))],
    "LInfinityNoise": [lambda n: queries.LInfinityNoise(n, 1)],
    "OneSidedGeometric": [lambda n: mechanisms.OneSidedGeometric(exp(-1)).mass(n)],
    "TwoSidedGeometric": [lambda n: mechanisms.TwoSidedGeometric(number("1/2")).tail(n)],
    "Support": [lambda n: mechanisms.Support(0, n, "clamped")],
    "clamped": [
        lambda n: mechanisms.above_threshold(1, support=mechanisms.clamped(-n, n)).distribution((0, 0))
    ],
    "truncated": [lambda n: mechanisms.above_threshold(1, support=mechanisms.truncated(-n, n)).epsilon()],
    **{
        name: [lambda n, name=name: getattr(mechanisms, name)(1, n=n)]
        for name in (
            *("above_threshold", "adaptive_svt", "bad_gap_svt", "gap_svt", "num_svt", "svt_lyu_su_li"),
            *("svt_dwork_roth", "svt_roth", "svt_lee_clifton", "svt_stoddard", "svt_chen"),
            *("exponential_mechanism", "permute_and_flip", "report_noisy_max", "report_noisy_max_value"),
        )
    },
    **{
        name: [lambda n, name=name: getattr(queries, name)(1, n=n)]
        for name in (
            *("bad_partial_sum_clamped", "bad_smart_sum_clamped", "partial_sum_clamped"),
            *("prefix_sum_clamped", "smart_sum_clamped"),
        )
    },
    "exponential_base2": [
        lambda n: mechanisms.exponential_base2(1, 1, n=n),
        lambda n: mechanisms.exponential_base2(1, 1, z=n).epsilon(),
    ],
    "exponential_base2_distribution": [
        lambda n: mechanisms.exponential_base2_distribution({"a": n, "b": 0}, 1, 1)
    ],
    "gibbs_distribution": [lambda n: mechanisms.gibbs_distribution({"a": n, "b": 0}, 1)],
    "permute_and_flip_distribution": [
        lambda n: mechanisms.permute_and_flip_distribution({"a": n, "b": 0}, 1),
    ],
    "almost_random": [lambda n: mechanisms.almost_random(domain=range(n))],
    "constant": [lambda n: mechanisms.constant(0, domain=range(n))],
    "identity": [lambda n: mechanisms.identity(range(n))],
    "argmax_distribution": [
        lambda n: mechanisms.argmax_distribution((0, n), mechanisms.TwoSidedGeometric(number("1/2")))
    ],
    "max_distribution": [
        lambda n: mechanisms.max_distribution((0, 1), mechanisms.TwoSidedGeometric(number("1/2")), range(n))
    ],
    "bootstrap": [
        lambda n: queries.bootstrap(n, 1),
        lambda n: queries.bootstrap(2, f"1/{10**9}").epsilon(),
    ],
    "bootstrap_score": [
        lambda n: queries.bootstrap_score(n, 1, max, values=(0, 1)),
        lambda n: queries.bootstrap_score(2, 1, max, values=range(n)),
        lambda n: queries.bootstrap_score(2, Fraction(1, n), max, values=(0, 1)),
    ],
    "discrete_gaussian_truncated": [lambda n: mechanisms.discrete_gaussian_truncated(1, 0, n)],
    "discrete_laplace_clamped": [lambda n: mechanisms.discrete_laplace_clamped(1, 0, n)],
    "geo_sample": [lambda n: mechanisms.geo_sample(n, 1), lambda n: mechanisms.geo_sample(1, n)],
    "geometric_clamped": [
        lambda n: mechanisms.geometric_clamped(n, 1),
        lambda n: mechanisms.geometric_clamped(2, 1, high=n).epsilon(),
    ],
    "geometric_truncated": [
        lambda n: mechanisms.geometric_truncated(n, 1),
        lambda n: mechanisms.geometric_truncated(2, 1, low=-n).epsilon(),
    ],
    "bad_noisy_histogram_clamped": [
        lambda n: queries.bad_noisy_histogram_clamped(1, cells=n),
        lambda n: queries.bad_noisy_histogram_clamped(1, largest=n),
    ],
    "noisy_histogram_clamped": [
        lambda n: queries.noisy_histogram_clamped(1, cells=n),
        lambda n: queries.noisy_histogram_clamped(1, largest=n),
        lambda n: queries.noisy_histogram_clamped(1, release=(0, n)).epsilon(),
    ],
    "l_infinity": [
        lambda n: queries.l_infinity(30, 1),
        lambda n: queries.l_infinity(n, 1),
        lambda n: queries.l_infinity(1, 1, high=n),
    ],
    "name_and_shame": [
        lambda n: mechanisms.name_and_shame(n, "1/2"),
        lambda n: mechanisms.name_and_shame(2, "1/2", rows=range(n)),
    ],
    "noisy_sum_by_quantile_clamped": [
        lambda n: queries.noisy_sum_by_quantile_clamped(n, 1, "1/10"),
        lambda n: queries.noisy_sum_by_quantile_clamped(2, 1, "1/10", values=range(n)),
    ],
    "randomised_response": [lambda n: mechanisms.randomised_response(1, domain=range(n))],
    "randomised_response_bits": [lambda n: mechanisms.randomised_response_bits(n, 1)],
    "randomised_response_categories": [lambda n: mechanisms.randomised_response_categories(n, 1)],
    "bad_randomised_response": [lambda n: mechanisms.bad_randomised_response(n, "1/3")],
    "rappor": [lambda n: mechanisms.rappor(size=n)],
    "rappor_one_time": [lambda n: mechanisms.rappor_one_time(size=n)],
    "best_of_runs": [lambda n: mechanisms.best_of_runs(Dist({0: "1/2", n: "1/2"}), "1/2", lambda o: o)],
    "binary_tree_sums_clamped": [lambda n: queries.binary_tree_sums_clamped(n, 1)],
    "count_sketch_clamped": [
        lambda n: queries.count_sketch_clamped([(0, 1)], 1, buckets=n),
        lambda n: queries.count_sketch_clamped([(0, 1)], 1, largest=n),
        lambda n: queries.count_sketch_clamped([[0] * min(n, BILLION // 1000)], 1),
    ],
    "discrete_gaussian_vectors_truncated": [
        lambda n: mechanisms.discrete_gaussian_vectors_truncated(n, 1, 0, 1),
        lambda n: mechanisms.discrete_gaussian_vectors_truncated(1, 1, 0, n),
        lambda n: mechanisms.discrete_gaussian_vectors_truncated(1, n, 0, 1).epsilon(),
    ],
    "exponential_quantile": [
        lambda n: queries.exponential_quantile(n, 1),
        lambda n: queries.exponential_quantile(1, 1, values=(0, n)).epsilon(),
        lambda n: queries.exponential_quantile(2, n),
    ],
    "hadamard_response": [lambda n: mechanisms.hadamard_response(n, 1).epsilon()],
    "hierarchical_histogram_clamped": [
        lambda n: queries.hierarchical_histogram_clamped(n, 1),
        lambda n: queries.hierarchical_histogram_clamped(4, 1, branching=n),
        lambda n: queries.hierarchical_histogram_clamped(2, 1, largest=n),
    ],
    "joint_top_k": [
        lambda n: mechanisms.joint_top_k(1, n=n, k=1),
        lambda n: mechanisms.joint_top_k(1, n=20, k=min(n, 20)),
    ],
    "local_hashing": [
        lambda n: mechanisms.local_hashing(n, 1),
        lambda n: mechanisms.local_hashing(2, 1, g=n),
        lambda n: mechanisms.local_hashing(2, 1, g=n, hashes=[(0, 1)]).epsilon(),
    ],
    "matrix_mechanism_clamped": [
        lambda n: queries.matrix_mechanism_clamped([(1, 1)], 1, largest=n),
        lambda n: queries.matrix_mechanism_clamped([(n, 1)], 1).epsilon(),
    ],
    "memoised_response": [
        lambda n: mechanisms.memoised_response(n, 1, 1),
        lambda n: mechanisms.memoised_response(2, 1, 1, reports=n),
    ],
    "misra_gries_clamped": [
        lambda n: queries.misra_gries_clamped(1, k=n).delta(2),
        lambda n: queries.misra_gries_clamped(1, threshold=n, largest=n).delta(2),
        lambda n: queries.misra_gries_clamped(1, largest=n).delta(2),
        lambda n: queries.misra_gries_clamped(1, items=n),
        lambda n: queries.misra_gries_clamped(1, longest=n),
        lambda n: queries.misra_gries_clamped(1, noise_range=(0, n)),
    ],
    "multiplicative_weights_clamped": [
        lambda n: queries.multiplicative_weights_clamped(1, rounds=n).epsilon(),
        lambda n: queries.multiplicative_weights_clamped(1, largest=n),
        lambda n: queries.multiplicative_weights_clamped(1, factor=n, rounds=1).epsilon(),
    ],
    "noisy_gradients_clamped": [
        lambda n: queries.noisy_gradients_clamped(1, steps=n).epsilon(),
        lambda n: queries.noisy_gradients_clamped(1, clip=n, steps=1, rows=1).epsilon(),
        lambda n: queries.noisy_gradients_clamped(1, rows=n),
        lambda n: queries.noisy_gradients_clamped(1, values=(0, n)),
        lambda n: queries.noisy_gradients_clamped(1, release=(0, n)).epsilon(),
    ],
    "noisy_top_k": [
        lambda n: mechanisms.noisy_top_k(1, n=n, k=1, support=mechanisms.clamped(-1, 1)).epsilon(),
        lambda n: mechanisms.noisy_top_k(1, n=2, k=1, support=mechanisms.clamped(-n, n)).epsilon(),
        lambda n: mechanisms.noisy_top_k(
            1, n=12, k=1, support=mechanisms.clamped(-1, 1), domain=[(0,) * 12, (1,) * 12]
        ).epsilon(),
    ],
    "one_bit_mean": [lambda n: mechanisms.one_bit_mean(1, steps=n).epsilon()],
    "optimised_unary_encoding": [lambda n: mechanisms.optimised_unary_encoding(n, 1)],
    "private_selection": [lambda n: mechanisms.private_selection(RR, number(1) / n, score=int).epsilon()],
    "propose_test_release": [
        lambda n: queries.propose_test_release(1, threshold=n).delta(1),
        lambda n: queries.propose_test_release(1, threshold=1, cells=n),
        lambda n: queries.propose_test_release(1, threshold=1, largest=n),
    ],
    "rounded_at_random": [mechanisms.rounded_at_random],
    "rounded_geometric_clamped": [
        lambda n: mechanisms.rounded_geometric_clamped(n, 1),
        lambda n: mechanisms.rounded_geometric_clamped(1, 1, steps=n),
        lambda n: mechanisms.rounded_geometric_clamped(1, 1, sensitivity=n).epsilon(),
        lambda n: mechanisms.rounded_geometric_clamped(1, 1, high=n).epsilon(),
    ],
    "sample_and_aggregate_clamped": [
        lambda n: queries.sample_and_aggregate_clamped(n, 1),
        lambda n: queries.sample_and_aggregate_clamped(1, 1, size=n),
    ],
    "smooth_sensitivity_median_clamped": [
        lambda n: queries.smooth_sensitivity_median_clamped(n | 1, 1),
        lambda n: queries.smooth_sensitivity_median_clamped(1, 1, values=(0, n)),
        lambda n: queries.smooth_sensitivity_median_clamped(3, 1, base=n).epsilon(),
    ],
    "stability_histogram_clamped": [
        lambda n: queries.stability_histogram_clamped(1, threshold=1, cells=n),
        lambda n: queries.stability_histogram_clamped(1, threshold=n, largest=n),
    ],
    "staircase_clamped": [
        lambda n: mechanisms.staircase_clamped(n, 1),
        lambda n: mechanisms.staircase_clamped(2, 1, sensitivity=n).epsilon(),
        lambda n: mechanisms.staircase_clamped(2, 1, high=n).epsilon(),
    ],
    "subset_selection": [
        lambda n: mechanisms.subset_selection(n, 1, size=1),
        lambda n: mechanisms.subset_selection(n, 1, size=n // 2),
    ],
    "symmetric_unary_encoding": [lambda n: mechanisms.symmetric_unary_encoding(n, 1)],
    "top_k": [
        lambda n: mechanisms.top_k(1, n=n, k=1),
        lambda n: mechanisms.top_k(1, n=20, k=min(n, 20)),
    ],
    "unary_encoding": [lambda n: mechanisms.unary_encoding(n, p="1/2", q="1/4")],
    "sparse_histogram_clamped": [
        lambda n: queries.sparse_histogram_clamped(n, 2, 1, "1/4"),
        lambda n: queries.sparse_histogram_clamped(2, n, 1, "1/4"),
    ],
    # theorems
    "AdvancedFilter": [lambda n: filters.AdvancedFilter(n, "1/10")],
    "BasicFilter": [lambda n: filters.BasicFilter(n)],
    "ConcentratedFilter": [lambda n: filters.ConcentratedFilter(n)],
    "ConcentratedOdometer": [lambda n: filters.ConcentratedOdometer(n)],
    "ExactFilter": [lambda n: filters.ExactFilter(range(n), adjacency.all_pairs(), 1)],
    "Guarantee": [lambda n: theorems.Guarantee(n)],
    "RandomGuarantee": [lambda n: theorems.RandomGuarantee(n)],
    "RenyiCurveFilter": [lambda n: filters.RenyiCurveFilter(1, "1/10", [n])],
    "RenyiFilter": [lambda n: filters.RenyiFilter(n, 1)],
    "RenyiOdometer": [lambda n: filters.RenyiOdometer(n)],
    "ConcentratedGuarantee": [lambda n: notions.ConcentratedGuarantee(n)],
    "RenyiGuarantee": [lambda n: notions.RenyiGuarantee({2: n})],
    "ProfileGuarantee": [
        lambda n: notions.ProfileGuarantee({n: 0}, symmetric=True).delta(1),
        lambda n: notions.ProfileGuarantee({1: 0, 2: 0}, symmetric=True).delta(n),
    ],
    "TradeoffGuarantee": [lambda n: notions.TradeoffGuarantee(RR.tradeoff()).delta(n)],
    "PldGuarantee": [lambda n: notions.PldGuarantee((Dist.point(0), Dist.uniform(range(n))))],
    "IndividualFilter": [
        lambda n: filters.IndividualFilter(
            filters.BasicFilter(n, adjacency=adjacency.add_remove_one())
        ).spend({"a": theorems.Guarantee(n, adjacency=adjacency.add_remove_one())}),
        lambda n: filters.RenyiCurveFilter(n, "1/10", [2, n], adjacency=adjacency.all_pairs()).spend(
            theorems.Guarantee(n, adjacency=adjacency.all_pairs())
        ),
    ],
    "profile_of": [lambda n: notions.profile_of(theorems.Guarantee(n), symmetric=True).delta(1)],
    "to_approximate": [lambda n: notions.to_approximate(theorems.Guarantee(n), "1/10", symmetric=True)],
    "to_concentrated": [lambda n: notions.to_concentrated(theorems.Guarantee(n), symmetric=True)],
    "to_profile": [lambda n: notions.to_profile(theorems.Guarantee(n), symmetric=True).delta(1)],
    "to_renyi": [lambda n: notions.to_renyi(theorems.Guarantee(n), [n], symmetric=True)],
    "Sampling": [lambda n: amplification.Sampling(n, Dist.point((0,)))],
    "adaptive_delta": [lambda n: theorems.adaptive_delta([theorems.pairs_of(TABLE)] * 3, n)],
    "advanced_composition": [lambda n: theorems.advanced_composition(1, 0, n, "1/10")],
    "advanced_joint_convexity": [
        lambda n: amplification.advanced_joint_convexity(*[Dist.bernoulli("1/2")] * 3, "1/2", n)
    ],
    "amplified_epsilon": [lambda n: amplification.amplified_epsilon(n, "1/3")],
    "basic_composition": [lambda n: theorems.basic_composition([(n, 0)])],
    "blanket_delta": [lambda n: amplification.blanket_delta(RR, n, 1)],
    "clones_closed_form": [lambda n: amplification.clones_closed_form(1, n, "1/10")],
    "clones_delta": [lambda n: amplification.clones_delta(1, n, 1)],
    "clones_pair": [lambda n: amplification.clones_pair(1, n)],
    "compare": [lambda n: theorems.compare(TABLE, (n, 0))],
    "compose": [lambda n: theorems.compose(*[TABLE] * min(n, 300)).epsilon()],
    "compose_adaptively": [
        lambda n: theorems.compose_adaptively(RR, *[lambda seen: RR] * min(n, 40)).epsilon()
    ],
    "copied_rows": [
        lambda n: theorems.copied_rows(
            mechanisms.name_and_shame(2, "1/2"), [(0,), (1,)], adjacency.hamming(), n
        )
    ],
    "dominating_pair": [lambda n: theorems.dominating_pair(theorems.pairs_of(TABLE))],
    "dp_from_probabilistic": [lambda n: theorems.dp_from_probabilistic(n, "1/10")],
    "erlingsson_bound": [lambda n: amplification.erlingsson_bound("1/4", n, "1/1000")],
    "group": [lambda n: theorems.group(TABLE, n)],
    "group_factor": [lambda n: theorems.group_factor(1, n), lambda n: theorems.group_factor(ln(3), n)],
    "group_privacy": [
        lambda n: theorems.group_privacy(1, "1/10", n),
        lambda n: theorems.group_privacy(ln(2), "1/10", n),
        lambda n: theorems.group_privacy(n, "1/10", 2),
    ],
    "group_tradeoff": [lambda n: theorems.group_tradeoff(TABLE.tradeoff(), n)],
    "independent_sampling": [lambda n: amplification.independent_sampling(["1/2"] * min(n, 40))],
    "integer_composition_delta": [lambda n: theorems.integer_composition_delta(3, n, 2)],
    "kl_from_pure": [lambda n: theorems.kl_from_pure(n)],
    "mixture": [lambda n: theorems.mixture([("1/2", TABLE), ("1/2", TABLE)])],
    "mixture_bound": [lambda n: theorems.mixture_bound([("1/2", (n, 0)), ("1/2", (1, 0))])],
    "mixture_delta": [lambda n: theorems.mixture_delta([("1/2", (n, 0)), ("1/2", (1, 0))], 1)],
    "multiplicities": [
        lambda n: amplification.multiplicities(n, n),
        lambda n: amplification.multiplicities(n, 2),
    ],
    "one_sided_poisson_amplification": [lambda n: amplification.one_sided_poisson_amplification(n, 0, "1/3")],
    "optimal_composition": [lambda n: theorems.optimal_composition(1, 0, n)],
    "optimal_composition_delta": [lambda n: theorems.optimal_composition_delta(1, 0, n, 1)],
    "optimal_composition_of": [lambda n: theorems.optimal_composition_of([(n, 0)])],
    "optimal_composition_points": [lambda n: theorems.optimal_composition_points(1, 0, n)],
    "pairs_of": [lambda n: theorems.pairs_of(TABLE)],
    "parallel": [
        lambda n: theorems.parallel(*[TABLE] * min(n, 40)),
        lambda n: theorems.parallel(TABLE, TABLE, affected=n),
    ],
    "parallel_composition": [lambda n: theorems.parallel_composition([(1, 0)], n)],
    "parallel_on_partition": [
        lambda n: theorems.parallel_on_partition({0: TABLE}, lambda r: 0, range(n), adjacency.hamming())
    ],
    "parallel_replace_one": [lambda n: theorems.parallel_replace_one([(n, 0)], symmetric=True)],
    "poisson_amplification": [lambda n: amplification.poisson_amplification(n, 0, "1/3")],
    "poisson_sampling": [lambda n: amplification.poisson_sampling("1/2")(n)],
    "post_process": [lambda n: theorems.post_process(TABLE, lambda o: n)],
    "post_process_randomised": [lambda n: theorems.post_process_randomised(TABLE, lambda o: Dist.point(n))],
    "post_processing_bound": [lambda n: theorems.post_processing_bound(n)],
    "probabilistic_from_dp": [lambda n: theorems.probabilistic_from_dp(1, "1/10", n)],
    "profile_from_dp": [lambda n: theorems.profile_from_dp(n)],
    "pure_with_replacement_amplification": [
        lambda n: amplification.pure_with_replacement_amplification(1, n, n)
    ],
    "random_dp_composition": [lambda n: theorems.random_dp_composition([theorems.RandomGuarantee(n)])],
    "random_sensitivity": [lambda n: theorems.random_sensitivity(n, 1, 0, 0)],
    "pair_quantile_exceedance": [lambda n: theorems.pair_quantile_exceedance(2 * n, "1/10")],
    "smooth_noise_eta": [
        lambda n: theorems.smooth_noise_eta(n, 1),
        lambda n: theorems.smooth_noise_eta(1, n),
        lambda n: theorems.smooth_noise_eta(1, Fraction(1, n)),
    ],
    "randomised_response_weights": [lambda n: theorems.randomised_response_weights(3, n)],
    "rdp_to_delta": [lambda n: theorems.rdp_to_delta(n, 1, 1), lambda n: theorems.rdp_to_delta(2, n, 1)],
    "rdp_to_dp": [lambda n: theorems.rdp_to_dp(n, 1, "1/10")],
    "release_sample": [
        lambda n: amplification.release_sample(
            RR, amplification.sampling_with_replacement(n), range(n), adjacency.hamming()
        )
    ],
    "renyi_composition": [lambda n: theorems.renyi_composition([n])],
    "renyi_from_pure": [lambda n: theorems.renyi_from_pure(1, n), lambda n: theorems.renyi_from_pure(n, 2)],
    "reuse_sample": [
        lambda n: amplification.reuse_sample(
            [RR], amplification.poisson_sampling("1/2"), range(n), adjacency.hamming()
        )
    ],
    "revealed_mixture": [lambda n: theorems.revealed_mixture([(1, TABLE)])],
    "sampling_with_replacement": [
        lambda n: amplification.sampling_with_replacement(100)(100),
        lambda n: amplification.sampling_with_replacement(n)(n),
        lambda n: amplification.sampling_with_replacement(n, ordered=True)(2),
    ],
    "sampling_without_replacement": [
        lambda n: amplification.sampling_without_replacement(50)(100),
        lambda n: amplification.sampling_without_replacement(2)(n),
        lambda n: amplification.sampling_without_replacement(10, ordered=True)(20),
    ],
    "secrecy_of_the_sample": [lambda n: amplification.secrecy_of_the_sample("1/3")],
    "shuffle": [lambda n: amplification.shuffle(RR, n)],
    "slack": [lambda n: theorems.slack(n, n)],
    "subsample": [
        lambda n: amplification.subsample(
            RR, amplification.poisson_sampling("1/2"), range(n), adjacency.hamming()
        )
    ],
    "total_variation_from_dp": [lambda n: theorems.total_variation_from_dp(n)],
    "with_replacement_amplification": [
        lambda n: amplification.with_replacement_amplification(1, "1/1000", n, n)
    ],
    "with_replacement_amplification_of_profile": [
        lambda n: amplification.with_replacement_amplification_of_profile(1, ["1/10", "1/5"], n)
    ],
    "without_replacement_amplification": [
        lambda n: amplification.without_replacement_amplification(1, 0, n, n)
    ],
    "zcdp_composition": [lambda n: theorems.zcdp_composition([n])],
    "zcdp_from_pure": [lambda n: theorems.zcdp_from_pure(n)],
    "zcdp_to_dp": [lambda n: theorems.zcdp_to_dp(n, "1/10")],
    "zcdp_to_rdp": [lambda n: theorems.zcdp_to_rdp(n, 2)],
    # utility
    "bayes_loss": [lambda n: utility.bayes_loss(TABLE, Dist.uniform([0, 1]), lambda x, o: n)],
    "error_distribution": [lambda n: utility.error_distribution(TABLE, 0, lambda x, o: n)],
    "expected_loss": [lambda n: utility.expected_loss(TABLE, 0, lambda x, o: n)],
    "worst_loss": [lambda n: utility.worst_loss(TABLE, lambda x, o: n)],
    "histograms": [
        lambda n: utility.histograms(n, 2),
        lambda n: utility.histograms(2, n),
        lambda n: utility.histograms(100, 100),
    ],
    "l1_loss": [lambda n: utility.l1_loss((n, 0), (0, n))],
    "minimax_risk": [lambda n: utility.minimax_risk(n, 2, 1), lambda n: utility.minimax_risk(2, n, 1)],
    "optimal_mechanism": [
        lambda n: utility.optimal_mechanism(range(n), [0], lambda x, o: 0, 1, adjacency.l1()),
        lambda n: utility.optimal_mechanism([0, 1], range(n), lambda x, o: 0, 1, adjacency.l1()),
    ],
    "row": [lambda n: utility.row({0: n}, "<=", n)],
    # dp and exact
    "Dist": [lambda n: Dist({n: 1}), lambda n: Dist({n: f"1/{10**30}", -n: 1 - number(f"1/{10**30}")})],
    "Dist.uniform": [lambda n: Dist.uniform(range(n)), lambda n: Dist.uniform(iter(range(n)))],
    "Dist.product": [lambda n: Dist.product(*[Dist.uniform(range(2))] * min(n, 60))],
    "Mechanism": [
        lambda n: Mechanism(lambda x: Dist.point(0), range(n), adjacency.all_pairs()),
        lambda n: Mechanism(lambda x: Dist.point(0), iter(range(n)), adjacency.l1()),
        lambda n: TABLE.delta(10**5),
        lambda n: (TABLE.delta(n), TABLE.audit(n), TABLE.probabilistic_delta(n)),
        lambda n: TABLE.random_dp(1, Dist.uniform([0, 1]), size=n, encode=lambda rows: 0),
    ],
    "adjacency": [
        lambda n: adjacency.l1(n).pairs([0, 1, n]),
        lambda n: adjacency.hamming(n).pairs([(0,) * 5, (1,) * 5]),
        lambda n: adjacency.all_pairs().power(n).pairs(range(5)),
        lambda n: adjacency.all_pairs().pairs(range(20_000)),
        lambda n: repr(adjacency.explicit([(0, n)])),
        lambda n: adjacency.l1().related(n, "a"),
    ],
    "number": [
        lambda n: str(number(n)),
        lambda n: repr(exp(n)),
        lambda n: exp(10**5) > 1,
        lambda n: eps(n).exp(),
        lambda n: number(2) ** n,
        lambda n: repr(ln(n)),
        lambda n: uniform(n),
    ],
    # attacks, and what is public in their modules
    "fingerprinting": [
        lambda n: fingerprinting.FingerprintingCode(n, n),
        lambda n: fingerprinting.code_length(n, "1/10"),
    ],
    "reconstruction": [
        lambda n: reconstruction.noisy_counts(n, [1], mechanisms.geometric_clamped(2, 1)),
        lambda n: reconstruction_exhaustive.subset_queries(n),
        lambda n: reconstruction_exhaustive.largest_distance(n, 1),
        lambda n: reconstruction_exhaustive.exponential_adversary([0], n),
        lambda n: reconstruction_hadamard.hadamard_queries(n),
        lambda n: reconstruction_hadamard.query_count(n),
        lambda n: reconstruction_hadamard.wrong_rows_bound(n, 1),
        lambda n: reconstruction_lp.random_queries(n, 2, 1),
        lambda n: reconstruction_lp.random_queries(2, n, 1),
    ],
    "tracing": [
        lambda n: tracing_bound.excluded(n, 100, 1),
        lambda n: tracing_bound.excluded(10, n, 1),
        lambda n: tracing_bound.lower_bound(n, 1),
        lambda n: tracing_bound.published_bound(n, "1/10"),
        lambda n: tracing_bound.pure_lower_bound(n, 1),
        lambda n: tracing_confidence.clopper_pearson(0, n),
        lambda n: tracing_noise.noise_for("laplace", n, n, 1),
    ],
    "noise": [
        lambda n: noise.two_sided_geometric_clamped(1, 0, n),
        lambda n: noise.two_sided_geometric_truncated(1, 0, n),
        lambda n: noise.one_sided_geometric_clamped(1, n),
        lambda n: noise.one_sided_geometric_truncated(1, n),
        lambda n: noise.discrete_gaussian_truncated(1, 0, n),
        lambda n: noise.discrete_laplace_truncated(1, 0, n),
        lambda n: grid_norm_tail("1/2", 2, n),
        lambda n: box_weight("1/2", [(0, n)]),
        lambda n: radius_mass("1/2", n, 2),
    ],
    "tails": [
        lambda n: tails.hoeffding_tail(n, "1/3"),
        lambda n: tails.quantile_failure(n, "1/3"),
        lambda n: tails.distribution_function_failure(n, "1/3", 2),
        lambda n: tails.chernoff_upper(n, "1/3"),
    ],
    "comparison": [
        lambda n: comparison.bootstrap_delta(n, 1),
        lambda n: comparison.bootstrap_variance(n, 1),
        lambda n: comparison.compare_bootstrap(n, 1),
        lambda n: comparison.geometric_delta(n, 1),
        lambda n: marginals.worst_error("laplace", n, n, 1),
        lambda n: histogram_risk.noise_loss((n, 0), 1, sparse=False),
        lambda n: minimax_bounds.affinity_bound(n, 2, 1, 1),
        lambda n: minimax_bounds.best_affinity_bound(n, 2, 1),
        lambda n: minimax_bounds.best_two_cell_bound(n, 1),
        lambda n: minimax_bounds.laplace_upper_bound(n, 2, 1),
        lambda n: minimax_bounds.two_cell_bound(n, 1, 1),
        lambda n: minimax_bounds.uniform_bound(n, 1, 1, 1),
    ],
}

NO_SIZE = {
    *(
        "CertifiedGuarantee",
        "Filter",
        "Question",
        "Relation",
        "Scope",
        "Comparison",
        "Odometer",
        "PureOdometer",
        "SavedFilter",
        "SavedOdometer",
        "Slack",
        "IntegerNoise",
    ),  # results and bases
    *("LinearProgram", "MinimaxRisk", "OptimalMechanism", "Optimum", "solve"),
}


def public_callables() -> set[str]:
    return {
        name
        for module in (
            "mechanisms",
            "queries",
            "theorems",
            "amplification",
            "notions",
            "composition.filters",
            "utility",
        )
        for home in [import_module(f"assay.{module}")]
        for name in home.__all__
        if callable(getattr(home, name))
    }


def test_every_public_constructor_has_a_row() -> None:
    assert public_callables() - NO_SIZE <= ROWS.keys()
    assert public_callables() >= NO_SIZE


def spent(row: Row, size: int) -> str:
    """What is wrong with a row, computed in a child that may take so much time and memory; '' for nothing."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        found = "answered"
        try:
            row(size)
        except AssayError as error:
            found = "" if len(str(error)) < 2000 else f"the message has {len(str(error))} characters"
            found = found or "refused"
        except BaseException:
            found = traceback.format_exc(limit=-3)[-1500:]
        os.write(writing, found.encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        found = pipe.read()
    _, status = os.waitpid(child, 0)
    return found if os.WIFEXITED(status) else f"it was stopped after {SECONDS} seconds"


@pytest.mark.skipif(sys.platform == "win32", reason="processes are forked")
@pytest.mark.slow
@pytest.mark.parametrize("name", list(ROWS))
def test_a_huge_size_is_answered_or_refused(name: str) -> None:
    wrong = {
        (i, f"10^{len(str(size)) - 1}" if size < LONG else "10^5000"): found
        for i, row in enumerate(ROWS[name])
        for size in SIZES
        if (found := spent(row, size)) not in ("answered", "refused")
    }
    assert not wrong, "\n".join(f"{key}: {text}" for key, text in wrong.items())


def test_the_way_out_is_named() -> None:
    with pytest.raises(
        AssayError, match=r"high = 1000000000 makes 1000000001 integers, more than the 262,144"
    ):
        mechanisms.geometric_clamped(BILLION, 1)
    assert MOST_LISTED == 1 << 18
