"""What holds for every constructor of the catalogue: rows, names, documentation, and what may be replaced."""

from __future__ import annotations

import inspect
from collections.abc import Sequence

import pytest

from assay import EPS, INFINITY, Dist, Mechanism, adjacency, ln, mechanisms, number, queries
from assay.errors import AssayError, FloatRefused
from assay.mechanisms import noise

CATALOGUE = {name: getattr(home, name) for home in (mechanisms, queries) for name in home.__all__}
"""What the two packages give out, by name."""

PARAMETERS = {
    "above_threshold": (ln(4),),
    "adaptive_svt": (ln(256),),
    "almost_random": (),
    "bad_gap_svt": (ln(16),),
    "bad_noisy_histogram_clamped": ("1/2",),
    "bad_partial_sum_clamped": (ln(2),),
    "bad_smart_sum_clamped": (ln(2),),
    "bootstrap": (3, 2),
    "bootstrap_score": (3, 2, max),
    "constant": ("x",),
    "discrete_gaussian_truncated": (1, 0, 2),
    "discrete_laplace_clamped": ("1/2", 0, 2),
    "exponential_base2": (1, 1),
    "exponential_mechanism": (ln(4),),
    "gap_svt": (ln(16),),
    "geo_sample": (2, 1),
    "geometric_clamped": (2, ln(2)),
    "geometric_truncated": (2, ln(2)),
    "identity": ((0, 1),),
    "l_infinity": (2, ln(2)),
    "name_and_shame": (2, "1/10"),
    "noisy_histogram_clamped": (ln(2),),
    "noisy_sum_by_quantile_clamped": (2, ln(2), 0),
    "num_svt": (ln(64),),
    "partial_sum_clamped": (ln(2),),
    "permute_and_flip": (ln(4),),
    "prefix_sum_clamped": (ln(2),),
    "randomised_response": (ln(3),),
    "randomised_response_bits": (2, ln(3)),
    "randomised_response_categories": (3, ln(3)),
    "bad_randomised_response": (2, "1/2"),
    "rappor": (),
    "rappor_one_time": (),
    "report_noisy_max": (ln(4),),
    "report_noisy_max_value": (ln(4),),
    "smart_sum_clamped": (ln(2),),
    "sparse_histogram_clamped": (4, 2, ln(4), 1),
    "svt_lyu_su_li": (ln(16),),
    "svt_dwork_roth": (ln(16),),
    "svt_roth": (ln(4),),
    "svt_lee_clifton": (ln(16),),
    "svt_stoddard": (ln(4),),
    "svt_chen": (ln(4),),
    "binary_tree_sums_clamped": (2, ln(4)),
    "count_sketch_clamped": ([(0, 1), (1, 1)], ln(4)),
    "discrete_gaussian_vectors_truncated": (2, 1, 0, 1),
    "exponential_quantile": (3, ln(4)),
    "hadamard_response": (3, ln(3)),
    "hierarchical_histogram_clamped": (2, ln(4)),
    "joint_top_k": (ln(4),),
    "local_hashing": (2, ln(3)),
    "matrix_mechanism_clamped": ([(1, 1), (1, -1)], ln(4)),
    "memoised_response": (3, ln(3), ln(2)),
    "misra_gries_clamped": (ln(4),),
    "multiplicative_weights_clamped": (ln(16),),
    "noisy_gradients_clamped": (ln(4),),
    "one_bit_mean": (ln(3),),
    "optimised_unary_encoding": (3, ln(3)),
    "rounded_geometric_clamped": (2, ln(4)),
    "sample_and_aggregate_clamped": (2, ln(4)),
    "smooth_sensitivity_median_clamped": (3, ln(4)),
    "staircase_clamped": (3, ln(4)),
    "symmetric_unary_encoding": (3, ln(9)),
    "top_k": (ln(16),),
    "noisy_top_k": (ln(16),),
    "private_selection": (mechanisms.randomised_response_categories(3, ln(2)), "1/4"),
    "propose_test_release": (ln(4),),
    "stability_histogram_clamped": (ln(4),),
    "subset_selection": (4, ln(3)),
    "unary_encoding": (3,),
}
"""Every constructor of a mechanism, with parameters for a small one."""

KEYWORDS = {
    "bootstrap_score": {"values": (0, 1)},
    "noisy_top_k": {"support": mechanisms.clamped(-2, 2)},
    "propose_test_release": {"threshold": 2},
    "stability_histogram_clamped": {"threshold": 2},
    "subset_selection": {"size": 2},
    "unary_encoding": {"p": "3/4", "q": "1/4"},
}
"""Parameters that are given by name only."""

RANDOM_WITHOUT_NOISE = {
    "exponential_quantile",
    "hadamard_response",
    "joint_top_k",
    "local_hashing",
    "multiplicative_weights_clamped",
    "noisy_gradients_clamped",
    "optimised_unary_encoding",
    "subset_selection",
    "top_k",
}
"""At epsilon = infinity these still draw: a hash, a set, a sample, or one of equally good outputs."""

OTHERS = {
    "best_of_runs",
    "rounded_at_random",
    "FiniteNoise",
    "IntegerNoise",
    "LInfinityNoise",
    "OneSidedGeometric",
    "Support",
    "TwoSidedGeometric",
    "argmax_distribution",
    "clamped",
    "exponential_base2_distribution",
    "gibbs_distribution",
    "max_distribution",
    "noise",
    "permute_and_flip_distribution",
    "truncated",
}
TAKES_EPSILON = {
    name for name in PARAMETERS if "epsilon" in inspect.signature(CATALOGUE[name]).parameters
} - {"bad_noisy_histogram_clamped"}
every_constructor = pytest.mark.parametrize("name", sorted(PARAMETERS))


def build(name: str, given: Sequence[object] | None = None, **options: object) -> Mechanism:
    positional = PARAMETERS[name] if given is None else given
    return CATALOGUE[name](*positional, **KEYWORDS.get(name, {}), **options)


def test_everything_public_is_known_here():
    assert sorted((*mechanisms.__all__, *queries.__all__)) == sorted({*PARAMETERS, *OTHERS})
    assert len(TAKES_EPSILON) >= 50


@every_constructor
def test_rows_are_distributions_on_a_default_domain_with_a_default_adjacency(name):
    m = build(name)
    assert m.name == name
    assert len(m.domain) >= 2
    assert m.pairs
    for row in m.matrix():
        assert sum(row) == 1
        assert all(p >= 0 for p in row)


@every_constructor
def test_domain_and_adjacency_can_be_replaced(name):
    m = build(name)
    if name == "identity":
        again = mechanisms.identity(m.domain, adjacency=adjacency.all_pairs())
    elif name == "private_selection":
        again = mechanisms.private_selection(mechanisms.randomised_response_categories(3, ln(2)), "1/4")
    elif name.startswith("rappor"):
        again = build(name, adjacency=adjacency.all_pairs())
    else:
        again = build(name, domain=iter(m.domain[:2]), adjacency=adjacency.all_pairs())
        assert again.domain == m.domain[:2]
    assert len(again.pairs) == len(again.domain) * (len(again.domain) - 1)
    for x in again.domain:
        assert again.distribution(x) == m.distribution(x)


@every_constructor
def test_the_docstring_gives_the_law_and_a_source(name):
    constructor = CATALOGUE[name]
    text = inspect.getdoc(constructor) + inspect.getdoc(inspect.getmodule(constructor))
    assert "Source" in text or name in ("constant", "identity")
    assert "P(" in text


@pytest.mark.parametrize("name", sorted(TAKES_EPSILON))
def test_a_symbolic_epsilon_becomes_the_given_one(name):
    position = list(inspect.signature(CATALOGUE[name]).parameters).index("epsilon")
    given = list(PARAMETERS[name])
    given[position] = EPS
    symbolic = build(name, given)
    given[position] = 2
    exact = build(name, given)
    for x in (symbolic.domain[0], symbolic.domain[-1]):
        row = symbolic.distribution(x)
        assert Dist({o: number(str(p).replace("eps", "(2)")) for o, p in row.items()}) == exact.distribution(
            x
        )


@pytest.mark.parametrize(
    ("m", "claim"),
    [
        (mechanisms.randomised_response(EPS), EPS),
        (mechanisms.randomised_response_categories(3, EPS), EPS),
        (mechanisms.randomised_response_bits(2, EPS), EPS),
        (mechanisms.geometric_clamped(2, EPS), EPS),
        (queries.noisy_histogram_clamped(EPS, largest=1), EPS),
        (queries.partial_sum_clamped(EPS), EPS),
        (queries.bad_partial_sum_clamped(EPS), EPS * 2),
        (queries.smart_sum_clamped(EPS, n=2, release=(0, 1)), EPS * 2),
        (mechanisms.exponential_mechanism(EPS), EPS / 2),
    ],
    ids=lambda value: value.name if isinstance(value, Mechanism) else str(value),
)
def test_exact_epsilons_that_hold_for_every_epsilon(m, claim):
    assert m.epsilon() == claim


@pytest.mark.parametrize("name", sorted(TAKES_EPSILON))
@pytest.mark.parametrize("bad", [0.5, -1, "-ln 2", float("inf"), "no number", True, None, 1j])
def test_what_is_no_epsilon_is_refused_with_its_value(name, bad):
    position = list(inspect.signature(CATALOGUE[name]).parameters).index("epsilon")
    given = list(PARAMETERS[name])
    given[position] = bad
    with pytest.raises(AssayError) as caught:
        build(name, given)
    assert "epsilon" in str(caught.value)
    assert ("ln(2)" if bad == "-ln 2" else str(bad)) in str(caught.value)
    assert "\n" not in str(caught.value)
    if isinstance(bad, float) and bad < 1:
        assert isinstance(caught.value, FloatRefused)


@pytest.mark.parametrize("name", sorted(TAKES_EPSILON))
def test_epsilon_infinity_is_the_limit_without_noise(name):
    position = list(inspect.signature(CATALOGUE[name]).parameters).index("epsilon")
    given = list(PARAMETERS[name])
    given[position] = INFINITY
    m = build(name, given)
    tied = name in ("exponential_mechanism", "permute_and_flip")
    if name in RANDOM_WITHOUT_NOISE:
        assert m.epsilon() == INFINITY
        return
    for x in m.domain:
        row = m.distribution(x)
        assert len(row) == 1 or (tied and len(set(row.items())) == len(row))
    assert m.epsilon() == INFINITY


def test_noise_laws_are_public():
    public = [f for n, f in vars(noise).items() if inspect.isfunction(f) and f.__module__ == noise.__name__]
    laws = [f for f in public if not f.__name__.startswith("_")]
    assert len(laws) == 9
    assert all(inspect.getdoc(f) for f in laws)
