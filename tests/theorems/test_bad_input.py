"""Every parameter of every bound: a wrong value is refused by an error that names the parameter."""

from __future__ import annotations

import pytest

from assay import adjacency, amplification, notions, theorems
from assay.attacks import reduction
from assay.dp import Dist, Mechanism
from assay.errors import AssayError, FloatRefused, InvalidValue
from assay.exact import exp
from assay.theorems import witnesses
from assay.utility import tails

BIT = Mechanism(
    {b: Dist.bernoulli("1/3" if b else "2/3") for b in (False, True)}, (False, True), adjacency.all_pairs()
)
HALF = Dist.bernoulli("1/2")
GOOD = [
    (theorems.advanced_composition, {"epsilon": 1, "k": 2, "slack": "1/10", "delta": 0, "symmetric": True}),
    (
        amplification.advanced_joint_convexity,
        {"common": HALF, "p": HALF, "q": HALF, "weight": "1/2", "epsilon": 1},
    ),
    (amplification.amplified_epsilon, {"epsilon": 1, "rate": "1/2"}),
    (amplification.poisson_amplification, {"epsilon": 1, "delta": 0, "rate": "1/2"}),
    (amplification.one_sided_poisson_amplification, {"epsilon": 1, "delta": 0, "rate": "1/2"}),
    (amplification.secrecy_of_the_sample, {"rate": "1/2"}),
    (amplification.without_replacement_amplification, {"epsilon": 1, "delta": 0, "m": 1, "n": 2}),
    (amplification.with_replacement_amplification, {"epsilon": 1, "delta": 0, "m": 1, "n": 2}),
    (amplification.pure_with_replacement_amplification, {"epsilon": 1, "m": 1, "n": 2}),
    (amplification.with_replacement_amplification_of_profile, {"epsilon": 1, "group_deltas": [0], "n": 2}),
    (amplification.multiplicities, {"m": 1, "n": 2}),
    (theorems.basic_composition, {"guarantees": [(1, 0)]}),
    (theorems.optimal_composition, {"epsilon": 1, "k": 2, "delta": 0, "symmetric": True}),
    (theorems.optimal_composition_of, {"guarantees": [(1, 0)], "symmetric": True}),
    (theorems.optimal_composition_delta, {"epsilon": 1, "k": 2, "at": 1, "delta": 0, "symmetric": True}),
    (theorems.optimal_composition_points, {"epsilon": 1, "k": 2, "delta": 0, "symmetric": True}),
    (theorems.randomised_response_weights, {"ratio": 2, "k": 2}),
    (theorems.integer_composition_delta, {"ratio": 2, "k": 2, "at_ratio": 2}),
    (theorems.pair_quantile_exceedance, {"n": 4, "delta": "1/2"}),
    (theorems.random_sensitivity, {"alpha": 1, "beta": 1, "gamma1": 0, "gamma2": 0}),
    (theorems.smooth_noise_eta, {"alpha": 1, "beta": 1}),
    (theorems.random_dp_composition, {"guarantees": [theorems.RandomGuarantee(1)]}),
    (theorems.RandomGuarantee, {"alpha": 1, "eta": 0, "gamma": 0}),
    (theorems.Guarantee, {"epsilon": 1, "delta": 0}),
    (notions.RenyiGuarantee, {"divergences": {2: 1}}),
    (notions.ConcentratedGuarantee, {"rho": 1}),
    (theorems.renyi_composition, {"values": [1]}),
    (theorems.rdp_to_dp, {"alpha": 2, "r": 1, "delta": "1/10"}),
    (theorems.rdp_to_delta, {"alpha": 2, "r": 1, "epsilon": 1}),
    (theorems.zcdp_composition, {"rhos": [1]}),
    (theorems.zcdp_from_pure, {"epsilon": 1, "symmetric": True}),
    (theorems.zcdp_to_rdp, {"rho": 1, "alpha": 2}),
    (theorems.zcdp_to_dp, {"rho": 1, "delta": "1/10"}),
    (theorems.profile_from_dp, {"epsilon": 1, "delta": 0, "symmetric": True}),
    (theorems.total_variation_from_dp, {"epsilon": 1, "delta": 0, "symmetric": True}),
    (theorems.kl_from_pure, {"epsilon": 1, "symmetric": True}),
    (theorems.renyi_from_pure, {"epsilon": 1, "alpha": 2, "symmetric": True}),
    (theorems.dp_from_probabilistic, {"epsilon": 1, "delta": 0}),
    (theorems.probabilistic_from_dp, {"epsilon": 1, "delta": 0, "at": 2}),
    (theorems.group, {"mechanism": BIT, "k": 1}),
    (theorems.group_factor, {"epsilon": 1, "k": 2}),
    (theorems.group_privacy, {"epsilon": 1, "delta": 0, "k": 2}),
    (
        theorems.copied_rows,
        {"mechanism": BIT, "k": 1, "domain": [(0,), (1,)], "adjacency": adjacency.all_pairs()},
    ),
    (theorems.mixture, {"weighted": [(1, BIT)]}),
    (theorems.mixture_bound, {"weighted": [(1, (1, 0))]}),
    (theorems.mixture_delta, {"weighted": [(1, (1, 0))], "at": 1, "symmetric": True}),
    (theorems.post_process, {"mechanism": BIT, "function": str}),
    (theorems.post_process_randomised, {"mechanism": BIT, "kernel": Dist.point}),
    (theorems.post_processing_bound, {"epsilon": 1, "delta": 0}),
    (amplification.poisson_sampling, {"rate": "1/2"}),
    (amplification.sampling_with_replacement, {"m": 1}),
    (amplification.sampling_without_replacement, {"m": 1}),
    (amplification.independent_sampling, {"rates": ["1/2"]}),
    (theorems.parallel_composition, {"guarantees": [(1, 0)]}),
    (theorems.compare, {"mechanism": BIT, "guarantee": (1, 0)}),
    (witnesses.canonical_mechanism, {"epsilon": 1, "delta": 0}),
    (
        witnesses.presence,
        {"epsilon": 1, "delta": 0, "target": 1, "domain": [(0,), (1,)], "adjacency": adjacency.all_pairs()},
    ),
    (witnesses.group_chain, {"epsilon": 1, "delta": 0, "k": 2}),
    (tails.chernoff_upper, {"mean": 1, "d": 1}),
    (tails.chernoff_lower, {"mean": 1, "d": 1}),
    (tails.chernoff_sharp, {"mean": 1, "d": 1}),
    (tails.hoeffding_tail, {"n": 1, "t": 1}),
    (tails.distribution_function_failure, {"m": 1, "gap": "1/2", "values": 2}),
    (tails.quantile_failure, {"m": 1, "gap": "1/2"}),
    (reduction.copies_for_unit_epsilon, {"epsilon": "1/2"}),
    (reduction.reduce_to_unit_epsilon, {"epsilon": "1/10", "delta": 0, "alpha": "1/20", "n": 100}),
]

# What may be anything, or is read by `Mechanism`, which has its own tests.
FREE = {"target", "domain", "adjacency"}
CASES = [(function, good, name) for function, good in GOOD for name in good if name not in FREE]
WRONG = [object(), None, "nonsense", -1]


def test_every_function_accepts_what_is_changed_below():
    for function, good in GOOD:
        function(**good)


def test_no_bound_is_left_out():
    """What is not listed above has its bad input in the test of its own module."""
    listed = {function.__name__ for function, _ in GOOD}
    tested_elsewhere = {
        "CertifiedGuarantee",  # made by the package, not by its users
        "Comparison",
        "Slack",
        "Sampling",
        "Scope",
        "adaptive_delta",
        "blanket_delta",
        "clones_closed_form",
        "clones_delta",
        "clones_pair",
        "compose",
        "compose_adaptively",
        "dominating_pair",
        "erlingsson_bound",
        "group_tradeoff",
        "pairs_of",
        "parallel",
        "parallel_on_partition",
        "parallel_replace_one",
        "release_sample",
        "reuse_sample",
        "revealed_mixture",
        "shuffle",
        "slack",
        "subsample",
    }
    homes = (theorems, amplification)
    public = {name for home in homes for name in home.__all__ if callable(getattr(home, name))}
    assert public - listed - tested_elsewhere == set()
    assert tested_elsewhere <= public


@pytest.mark.parametrize(
    ("function", "good", "name"), CASES, ids=lambda x: getattr(x, "__name__", str(x)[:20])
)
def test_a_wrong_value_is_refused_by_name(function, good, name):
    for wrong in WRONG:
        with pytest.raises(AssayError) as refused:
            function(**{**good, name: wrong})
        message = str(refused.value)
        assert name in message, (wrong, message)
        assert "\n" not in message


SCALARS = [
    c for c in CASES if not isinstance(c[1][c[2]], list | Mechanism | Dist) and not callable(c[1][c[2]])
]


@pytest.mark.parametrize(
    ("function", "good", "name"), SCALARS, ids=lambda x: getattr(x, "__name__", str(x)[:20])
)
def test_a_float_is_refused_by_name(function, good, name):
    with pytest.raises(AssayError, match=name) as refused:
        function(**{**good, name: 0.5})
    assert isinstance(refused.value, FloatRefused) or "0.5" in str(refused.value)


UNCLEAR = [adjacency.all_pairs(), adjacency.add_remove_one("multiset").power(2)]
"""Relations that do not say whether a frozenset of pairs is a set of pairs or a multiset with counts."""

ONCE, TWICE = frozenset({("a", 1)}), frozenset({("a", 2), ("b", 1)})


def readers(relation):
    """Everything that looks at the records of a data set."""
    half = amplification.poisson_sampling("1/2")
    domain = [ONCE, TWICE, frozenset()]
    return [
        amplification.subsample(Dist.point, half, domain, relation),
        amplification.release_sample(Dist.point, half, domain, relation),
        amplification.reuse_sample([Dist.point], half, domain, relation),
        witnesses.presence("a", 1, 0, domain, relation),
        witnesses.multiplicity("a", 1, "1/100", domain, relation),
    ]


@pytest.mark.parametrize("relation", UNCLEAR, ids=repr)
@pytest.mark.parametrize("data", [ONCE, TWICE], ids=["once", "twice"])
def test_a_frozenset_of_pairs_is_never_guessed(relation, data):
    for mechanism in readers(relation):
        with pytest.raises(InvalidValue, match="could be a set of pairs or a multiset") as refused:
            mechanism.distribution(data)
        assert "spell multisets as sorted tuples" in str(refused.value)


def test_a_relation_that_says_so_reads_it_one_way_or_the_other():
    as_set, as_counts = (adjacency.add_remove_one(kind) for kind in ("set", "multiset"))
    present, counted = (readers(relation)[3].distribution(TWICE) for relation in (as_set, as_counts))
    assert present == witnesses.canonical_distribution(False, 1)  # the records are ("a", 2) and ("b", 1)
    assert counted == witnesses.canonical_distribution(True, 1)  # the records are "a", "a" and "b"
    assert readers(as_counts)[4].distribution(TWICE) == Dist.bernoulli(exp(2) / 100)
    assert readers(as_set)[4].distribution(TWICE) == Dist.bernoulli("1/100")
