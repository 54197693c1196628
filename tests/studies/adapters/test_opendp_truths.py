"""The distributions and truths that opendp is judged by, against direct sums; they need no opendp."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.dp import Dist
from assay.exact import exp, number
from assay.mechanisms import gibbs_distribution, permute_and_flip_distribution
from assay.studies.adapters.opendp import (
    accuracy,
    canonical,
    promised_distributions,
    selection,
    stability,
)
from assay.studies.adapters.opendp import (
    promised_distributions as laws,
)

SMALL = st.lists(st.integers(0, 2), max_size=4).map(tuple)


def gaussian(z: int, sigma: Fraction) -> mpmath.mpf:
    with mpmath.workdps(60):

        def weight(y: mpmath.mpf) -> mpmath.mpf:
            return mpmath.exp(-y * y * sigma.denominator**2 / (2 * mpmath.mpf(sigma.numerator) ** 2))

        return weight(mpmath.mpf(z)) / mpmath.nsum(weight, [-mpmath.inf, mpmath.inf])


def between(low: object, value: mpmath.mpf, high: object) -> bool:
    return (
        mpmath.mpf(str(low)) <= value + mpmath.mpf(10) ** -35
        and value <= mpmath.mpf(str(high)) + mpmath.mpf(10) ** -35
    )


@pytest.mark.parametrize("sigma", [Fraction(1, 2), Fraction(1), Fraction(3)])
def test_gaussian_integers_enclose_the_law_on_all_integers(sigma: Fraction) -> None:
    law = laws.gaussian_integers(sigma, 6, 1)
    assert sum(law.lower.values(), law.open_mass) == 1
    assert law.open_mass < Fraction(1, 10**25)
    with mpmath.workdps(60):
        for z in range(-5, 6):
            low, high = law.prob_bounds([z])
            assert between(low.lower(50), gaussian(z - 1, sigma), high.upper(50))


@pytest.mark.parametrize(
    ("accuracy_", "sigma"), [(1, Fraction(1)), (3, Fraction(1)), (5, Fraction(2)), (7, Fraction(1, 2))]
)
def test_tails_of_the_discrete_gaussian(accuracy_: int, sigma: Fraction) -> None:
    tail = accuracy.discrete_gaussian_tail(accuracy_, sigma)
    with mpmath.workdps(60):
        direct = 1 - sum(gaussian(z, sigma) for z in range(1 - accuracy_, accuracy_))
        assert (
            abs(mpmath.mpf(str(tail.decimal(40))) - direct)
            < mpmath.mpf(10) ** -38 + direct * mpmath.mpf(10) ** -15
        )


def test_tails_of_the_discrete_laplace() -> None:
    tail = accuracy.discrete_laplace_tail(Fraction(5, 2), Fraction(2))
    inside = sum((laws.laplace_integers(Fraction(2), 40)[z] for z in range(-2, 3)), number(0))
    assert abs(tail - (1 - inside)) < Fraction(1, 10**30)


@pytest.mark.parametrize(("epsilon", "delta"), [("1", "0"), ("1", "1/1000"), ("1/2", "1/4"), ("3", "1/10")])
def test_tulap_noise_is_canonical(epsilon: str, delta: str) -> None:
    """1 - F(x - 1) <= e^epsilon (1 - F(x)) + delta, with equality where neither side is cut off."""
    e, d = Fraction(epsilon), Fraction(delta)
    assert canonical.beyond(e, d) == d
    tight = 0
    for k in range(-24, 25):
        x = Fraction(k, 4)
        moved, stayed = (1 - canonical.tulap_below(e, d, y) for y in (x - 1, x))
        gap = exp(e) * stayed + d - moved
        assert gap >= 0
        assert canonical.tulap_below(e, d, x) == 1 - canonical.tulap_below(e, d, -x)
        tight += gap == 0
    assert tight


def test_two_indices_are_one_after_the_other() -> None:
    scores = (0, 1, 3)
    for name, law in (
        ("exponential mechanism", gibbs_distribution),
        ("permute-and-flip", permute_and_flip_distribution),
    ):
        found = promised_distributions.ranked(name, scores, Fraction(2), 2)
        assert set(found.support) == {(i, j) for i, j in product(range(3), repeat=2) if i != j}
        first = law(dict(enumerate(scores)), "1/2", monotonic=True)
        second = law({i: s for i, s in enumerate(scores) if i != 2}, "1/2", monotonic=True)
        assert found[2, 0] == first[2] * second[0]


def test_the_law_that_is_left() -> None:
    def exact(name: str, x: tuple[int, ...]) -> Dist[int]:
        return promised_distributions.ranked(name, x, Fraction(1), 1)

    for name in promised_distributions.DISTRIBUTIONS:
        outputs = {x: draws(exact(name, x), 7) for x in selection.TELLING}
        assert (
            promised_distributions.left_distribution(
                lambda x, outputs=outputs: next(outputs[x]), selection.TELLING, exact
            )
            == name
        )


def draws(law: Dist[int], seed: int):
    """Independent draws from a distribution."""
    import random

    source = random.Random(seed)
    outcomes, weights = zip(*((o, float(p)) for o, p in law.items()), strict=True)
    while True:
        yield source.choices(outcomes, weights)[0]


def test_private_selection_is_the_sum_over_rounds() -> None:
    stop, p = Fraction(1, 4), Fraction(3, 4)
    rounds = sum(p * ((1 - p) * (1 - stop)) ** k for k in range(60))
    found = selection.candidate_distribution(stop, 1)["released"]
    assert found > rounds
    assert found - rounds < Fraction(1, 10**40)


@settings(max_examples=60, deadline=None)
@given(SMALL, SMALL, SMALL)
def test_distances_are_metrics(x: tuple[int, ...], y: tuple[int, ...], z: tuple[int, ...]) -> None:
    for distance in (stability.symmetric, stability.insert_delete):
        assert distance(x, y) == distance(y, x)
        assert distance(x, x) == 0
        assert distance(x, z) <= distance(x, y) + distance(y, z)
    assert stability.symmetric(x, y) <= stability.insert_delete(x, y)
    if len(x) == len(y):
        change, place = stability.change_one(x, y), stability.hamming(x, y)
        assert change is not None
        assert place is not None
        assert change <= place
        assert stability.symmetric(x, y) == 2 * change
    else:
        assert stability.hamming(x, y) is None


@settings(max_examples=60, deadline=None)
@given(SMALL, st.integers(0, 4), st.integers(0, 2))
def test_one_insertion_is_one_step(x: tuple[int, ...], place: int, record: int) -> None:
    longer = (*x[:place], record, *x[place:])
    assert stability.insert_delete(x, longer) == 1
    assert stability.symmetric(x, longer) == 1


def test_a_random_answer_is_as_far_as_its_nearest_partner() -> None:
    one, both = [(0, 1)], [(0, 1), (1, 0)]
    assert stability.moved(stability.hamming, one, one) == 0
    assert stability.moved(stability.hamming, one, both) == 0
    assert stability.moved(stability.hamming, both, one) == 2


class Planted:
    """A transformation that counts, and one that forgets to."""

    def __init__(self, factor: int) -> None:
        self.factor = factor

    def __call__(self, records: list[int]) -> int:
        return self.factor * len(records)


@pytest.mark.parametrize("factor", [1, 3])
def test_brute_force_finds_the_sensitivity(factor: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stability, "evaluate", lambda _: Planted(factor))
    each = stability.Stable(f"planted_{factor}", "domain", "", (0, 1))
    for d_in in range(4):
        found = stability.brute_force(each)(d_in=d_in)
        assert found.value == factor * d_in
        assert (found.evidence is None) == (d_in == 0)
        assert stability.constant(each, d_in)["quantity"] == "value"
