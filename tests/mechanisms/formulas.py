"""The second column of spec/mechanisms.md as code: P(y on x) of each example, written from the text alone.

A row is compared with its constructor on every input and output of the example; the text of the cell stands
beside the code, so that neither can be changed alone.  What is drawn in several steps is a program of
`published`, or compared with one by the named test.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import Any

from assay import Number, exp, number, sqrt

from . import published
from .published import two_sided_at_least, two_sided_mass

Law = Callable[[Any, Any], Any]
HALF = Fraction(1, 2)
ONE = number(1)


def kept(p: Any, hit: bool) -> Any:
    """p for what is kept, 1 - p else."""
    return p if hit else 1 - p


def bits(p: Any, q: Any, y: Sequence[int], ones: Sequence[bool]) -> Any:
    """Every bit by itself: 1 with p where it is set, with q elsewhere."""
    return prod((kept(p if one else q, bool(bit)) for bit, one in zip(y, ones, strict=True)), start=ONE)


def unary(p: Any, q: Any) -> Law:
    """Unary encoding of categories."""
    return lambda x, y: bits(p, q, y, [i == x for i in range(len(y))])


def clamped(a: Any, low: int, high: int) -> Law:
    """clamp(x + Z, low, high)."""

    def law(x: int, y: int) -> Number:
        if low == high:
            return ONE
        if y == low:
            return two_sided_at_least(number(a), x - low)
        return two_sided_at_least(number(a), high - x) if y == high else two_sided_mass(number(a), y - x)

    return law


def vectors(law: Law) -> Law:
    """Independent coordinates."""
    return lambda x, y: prod((law(a, b) for a, b in zip(x, y, strict=True)), start=ONE)


def weights(weight: Callable[[Any, Any], Any], outputs: Sequence[Any]) -> Law:
    """Proportional to a weight."""
    return lambda x, y: number(weight(x, y)) / sum((number(weight(x, o)) for o in outputs), number(0))


def staircase(b: Fraction, d: int, width: int) -> Callable[[int], Fraction]:
    """c b^(k + [j >= width]), the constant from a long sum and the geometric rest of it."""

    def step(z: int) -> Fraction:
        k, j = divmod(abs(z), d)
        return b ** (k + (j >= width))

    period = sum((step(z) for z in range(d)), Fraction(0))
    total = 2 * period / (1 - b) - 1
    return lambda z: step(z) / total


def stepped(x: int, y: int) -> Fraction:
    """The staircase of a = 1/2, D = 2, width 1, clamped to 0..3, with geometric tails."""
    mass, far = staircase(HALF, 2, 1), 40
    if y in (0, 3):
        side = range(y - x, far + 1) if y == 3 else range(x, far + 1)
        period = mass(far + 1) + mass(far + 2)
        return sum((mass(z) for z in side), Fraction(0)) + period / (1 - HALF)
    return mass(y - x)


def rounded(v: Fraction) -> dict[int, Fraction]:
    """The two integers beside v, with mean v."""
    below = v.__floor__()
    return {below: 1 - (v - below), below + 1: v - below}


def rows_then(law: Law) -> Law:
    """clamp(R(x) + Z)."""
    return lambda x, y: sum((p * law(r, y) for r, p in rounded(Fraction(x)).items() if p), number(0))


def memoised(u: Fraction, v: Fraction) -> Law:
    """Sum over b of R(b on x) times the product of S(y_t on b), k = 3 categories."""

    def response(e: Fraction) -> Law:
        return lambda b, x: e / (e + 2) if b == x else 1 / (e + 2)

    first, second = response(u), response(v)
    return lambda x, y: sum((first(b, x) * prod(second(z, b) for z in y) for b in range(3)), Fraction(0))


def picked(x: Sequence[int], y: Sequence[int]) -> Fraction:
    """Two of three in turn, each with weights 2^score: e^(eps u/2k) for eps = ln 16, k = 2."""
    w, left, found = [2**u for u in x], [0, 1, 2], Fraction(1)
    for i in y:
        found *= Fraction(w[i], sum(w[j] for j in left))
        left.remove(i)
    return found


def regret(x: Sequence[int], y: Sequence[int]) -> Fraction:
    """2^(-max_j (u_(j) - u_(i_j))), e^(eps/2) = 2."""
    best = sorted(x, reverse=True)
    return Fraction(1, 2 ** max(best[j] - x[i] for j, i in enumerate(y)))


def best_of_runs(x: int, y: int) -> Fraction:
    """K runs with P(K = j) = (1 - g)^(j - 1) g, g = 1/4, the best score 0 < 1 < 2: G(F(y)) - G(F(y-))."""
    p = [HALF if o == x else HALF / 2 for o in range(3)]

    def best(f: Fraction) -> Fraction:
        return Fraction(1, 4) * f / (1 - Fraction(3, 4) * f)

    return best(sum(p[: y + 1], Fraction(0))) - best(sum(p[:y], Fraction(0)))


def queries(rows: Sequence[Sequence[int]], a: Fraction) -> Law:
    """prod_i clamp((A x)_i + Z_i), each to what all answers of the domain {0, 1}^n can be."""
    ends = [(sum(min(v, 0) for v in row), sum(max(v, 0) for v in row)) for row in rows]

    def law(x: Sequence[int], y: Sequence[int]) -> Any:
        answers = [sum(v * c for v, c in zip(row, x, strict=True)) for row in rows]
        each = (clamped(a, *e)(t, o) for e, t, o in zip(ends, answers, y, strict=True))
        return prod(each, start=ONE)

    return law


def resampled(x: Sequence[int], y: int) -> Fraction:
    """C(m, j) (k/n)^j (1 - k/n)^(m - j), m = n = 3."""
    share = Fraction(sum(x), 3)
    return comb(3, y) * share**y * (1 - share) ** (3 - y)


def largest_of_resample(counts: Sequence[int], y: int) -> Fraction:
    """All 27 draws of three rows with replacement, their maximum."""
    rows = [value for value, times in enumerate(counts) for _ in range(times)]
    return Fraction(sum(max(draws) == y for draws in product(rows, repeat=3)), 27)


def shamed(x: Sequence[int], y: Sequence[int | None]) -> Fraction:
    """Each row with 1/10, else nothing."""
    delta = Fraction(1, 10)
    return prod(
        ((1 - delta) if b is None else delta * (a == b) for a, b in zip(x, y, strict=True)), start=Fraction(1)
    )


HADAMARD = [[1, 1, 1, 1], [1, -1, 1, -1], [1, 1, -1, -1], [1, -1, -1, 1]]

LAWS: dict[str, tuple[str, Law]] = {
    "almost_random": ("P(b on b) = 3/4", lambda x, y: kept(Fraction(3, 4), x == y)),
    "randomised_response": (
        "P(b on b) = p, p = e^ε/(1 + e^ε)",
        lambda x, y: kept(Fraction(3, 4), x == y),
    ),
    "randomised_response_categories": (
        "P(x on x) = p = e^ε/(k - 1 + e^ε), else (1 - p)/(k - 1)",
        lambda x, y: HALF if x == y else HALF / 3,
    ),
    "randomised_response_bits": (
        "∏ (p if y_i = x_i, else 1 - p)",
        vectors(lambda a, b: kept(Fraction(3, 4), a == b)),
    ),
    "bad_randomised_response": (
        "keeps a bit with (1 + e)/2, e taken for ε",
        vectors(lambda a, b: kept(Fraction(3, 4), a == b)),
    ),
    "unary_encoding": (
        "∏ over bits: 1 with p at x, with q elsewhere",
        unary(Fraction(3, 4), Fraction(1, 4)),
    ),
    "symmetric_unary_encoding": (
        "the same, p = e^(ε/2)/(1 + e^(ε/2)), q = 1 - p (SUE)",
        unary(Fraction(3, 4), Fraction(1, 4)),
    ),
    "optimised_unary_encoding": ("the same, p = 1/2, q = 1/(1 + e^ε) (OUE)", unary(HALF, Fraction(1, 4))),
    "local_hashing": (
        "(h, y), h uniform, y = h(x) with e^ε/(e^ε + g - 1)",
        lambda x, o: Fraction(1, 4) * kept(Fraction(3, 4), o[1] == o[0][x]),
    ),
    "hadamard_response": (
        "2/K e^ε/(1 + e^ε) where H(x + 1, y) = 1, else 2/K 1/(1 + e^ε)",
        lambda x, y: HALF * kept(Fraction(3, 4), HADAMARD[x + 1][y] == 1),
    ),
    "subset_selection": (
        "e^ε/C where x is in S, else 1/C",
        lambda x, s: Fraction(3 if x in s else 1, 3 * 3 + 3),
    ),
    "memoised_response": ("Σ_b R(b on x) ∏ S(y_t on b)", memoised(Fraction(5), Fraction(2))),
    "one_bit_mean": (
        "P(1) = (1 + x(e^ε - 1))/(e^ε + 1), x in [0, 1]",
        lambda x, y: kept((1 + Fraction(x) * 2) / 4, y == 1),
    ),
    "geometric_clamped": ("clamp(x + Z), a = e^(-ε/D)", clamped(HALF, 0, 4)),
    "geometric_truncated": (
        "a^\\|y - x\\|/C(x)",
        weights(lambda x, y: HALF ** abs(y - x), range(5)),
    ),
    "geo_sample": (
        "(F(z) - F(z - 1))/d, integer weights",
        clamped(Fraction(4, 5), 0, 3),
    ),
    "discrete_laplace_clamped": ("clamp(x + Z), a = e^(-1/scale)", clamped(exp(-1), 0, 3)),
    "discrete_gaussian_truncated": (
        "e^(-(y - x)²/2\N{GREEK SMALL LETTER SIGMA}²)/C(x)",
        weights(lambda x, y: exp(-Fraction((y - x) ** 2, 2)), range(4)),
    ),
    "discrete_gaussian_vectors_truncated": (
        "∏ e^(-(y_i - x_i)²/2\N{GREEK SMALL LETTER SIGMA}²)/C(x_i)",
        vectors(weights(lambda x, y: exp(-Fraction((y - x) ** 2, 2)), range(2))),
    ),
    "staircase_clamped": ("clamp(x + Z), P(Z = z) = c b^(k + [j ≥ width]), abs(z) = kD + j", stepped),
    "rounded_geometric_clamped": (
        "clamp(R(x) + Z), R rounds at random, a = e^(-ε/⌈D⌉)",
        rows_then(clamped(Fraction(1, 4), 0, 2)),
    ),
    "exponential_mechanism": ("e^(ε u_i/2D)/Σ", lambda x, i: Fraction(2 ** x[i], sum(2**u for u in x))),
    "exponential_base2": (
        "(x/2^y)^(z u_i)/Σ",
        lambda x, i: Fraction(1, 2) ** x[i] / sum((HALF**u for u in x), Fraction(0)),
    ),
    "permute_and_flip": (
        "p(o) ∫ ∏ (1 - s p(o')) ds",
        lambda x, i: published.permute_and_flip.distribution([Fraction(1, 2 ** (max(x) - u)) for u in x])[i],
    ),
    "top_k": ("∏ w(i_j)/Σ of what is left, w = e^(εu/2k)", picked),
    "joint_top_k": (
        "proportional to e^(-ε max_j(u_(j) - u_(i_j))/2)",
        weights(regret, [(i, j) for i, j in product(range(3), repeat=2) if i != j]),
    ),
    "exponential_quantile": (
        "proportional to e^(-ε\\|rank - qn\\|/2)",
        weights(lambda x, y: sqrt(2) ** -abs(2 * sum(v < y for v in x) - 3), range(3)),
    ),
    "private_selection": (
        "(G(F(s)) - G(F(s-))) P(o)/P(s), the best of geometrically many runs",
        best_of_runs,
    ),
    "noisy_histogram_clamped": ("∏ clamp(x_i + Z_i)", vectors(clamped(Fraction(1, 4), 0, 2))),
    "bad_noisy_histogram_clamped": ("rate 1/ε", vectors(clamped(exp(-2), 0, 2))),
    "partial_sum_clamped": ("clamp(Σ q + Z)", lambda x, y: clamped(HALF, 0, 3)(sum(x), y)),
    "bad_partial_sum_clamped": ("rate 2ε", lambda x, y: clamped(HALF**2, 0, 3)(sum(x), y)),
    "matrix_mechanism_clamped": (
        "∏ clamp((Ax)_i + Z_i), rate ε/max column sum",
        queries([(1, 1), (1, -1)], HALF),
    ),
    "hierarchical_histogram_clamped": (
        "the same, all nodes of a tree",
        queries([(1, 1), (1, 0), (0, 1)], HALF),
    ),
    "binary_tree_sums_clamped": (
        "the same, dyadic blocks of a stream",
        queries([(1, 1), (1, 0), (0, 1)], HALF),
    ),
    "count_sketch_clamped": (
        "the same, hashed buckets",
        queries([(1, 0), (0, 1), (0, 0), (1, 1)], HALF),
    ),
    "bootstrap": ("C(m, j)(k/n)^j(1 - k/n)^(m - j)", resampled),
    "bootstrap_score": (
        "Σ over resamples of that score of m!/∏ j_i! ∏ (c_i/n)^(j_i)",
        largest_of_resample,
    ),
    "name_and_shame": ("each row published with δ", shamed),
    "constant": ("P(c) = 1", lambda x, y: Fraction(y == "c")),
    "identity": ("P(x on x) = 1", lambda x, y: Fraction(x == y)),
}
"""By constructor: the text of its cell, and P(y on x) of its example."""

COMPARED = {
    "rappor": "test_unary_encoding_rappor.py::test_one_bit_is_the_two_steps",
    "rappor_one_time": "test_unary_encoding_rappor.py::test_one_bit_is_the_two_steps",
    "l_infinity": "test_l_infinity.py::test_the_weight_of_a_box_is_the_limit_of_finite_sums",
    "noisy_sum_by_quantile_clamped": "test_sparse_histogram.py::test_quantiles_of_pairs",
    "report_noisy_max": "test_noisy_max.py::test_argmax_of_finite_noise_is_its_program",
    "report_noisy_max_value": "test_noisy_max.py::test_maximum_of_finite_noise_is_its_program",
    "noisy_top_k": "test_top_k.py::test_the_largest_noisy_scores_are_chosen",
    **dict.fromkeys(
        ("above_threshold", "svt_lyu_su_li", "svt_dwork_roth", "svt_lee_clifton", "svt_stoddard", "svt_chen"),
        "test_sparse_vector.py::test_finite_noise_is_the_pseudocode",
    ),
    **dict.fromkeys(
        ("svt_roth", "bad_gap_svt"),
        "test_sparse_vector_values.py::test_noisy_answers_are_the_pseudocode",
    ),
    "num_svt": "test_sparse_vector_values.py::test_num_svt_is_the_pseudocode",
    "gap_svt": "test_sparse_vector_values.py::test_gap_svt_is_the_pseudocode",
    "adaptive_svt": "test_sparse_vector_values.py::test_adaptive_svt_is_the_pseudocode",
    "sparse_histogram_clamped": "test_sparse_histogram.py::test_empty_cells_are_released_as_they_are",
    "prefix_sum_clamped": "test_sums.py::test_prefix_sum_is_the_pseudocode",
    "smart_sum_clamped": "test_sums.py::test_smart_sum_is_the_pseudocode",
    "bad_smart_sum_clamped": "test_sums.py::test_smart_sum_is_the_pseudocode",
    "propose_test_release": "test_stable_release.py::test_no_row_within_the_distance_changes_the_winner",
    "smooth_sensitivity_median_clamped": "test_quantile_smooth_median.py::test_noise_follows_it",
    "sample_and_aggregate_clamped": "test_sample_and_aggregate.py::test_votes_are_counted_with_noise",
    "stability_histogram_clamped": "test_sparse_histogram_stability.py::test_only_cells_with_rows_get_noise",
    "misra_gries_clamped": "test_misra_gries.py::test_the_noise_is_shared_and_then_each_counter_has_its_own",
    "multiplicative_weights_clamped": "test_multiplicative_weights.py::test_the_loop_is_followed",
    "noisy_gradients_clamped": "test_noisy_gradients.py::test_the_loop_is_followed",
}
"""What is drawn in several steps, and the test that compares it with its program."""
