"""The certified accountant: its brackets hold the truth wherever that is known by another route."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.accounting import (
    Accountant,
    Bracket,
    DominatingPair,
    FinitePair,
    Gaussian,
    Laplace,
    Reversed,
    Rounds,
    Subsampled,
)
from assay.adjacency import add_remove_one, replace_one
from assay.composition import PrivacyLoss
from assay.dp import Dist, Mechanism
from assay.errors import BudgetExceeded, FloatRefused, InvalidType, InvalidValue
from assay.exact import ln, number
from tests.strategies import RATIONAL, dist_pairs

TRUE, FALSE = Dist.bernoulli("3/4"), Dist.bernoulli("1/4")
POISSON = Subsampled.of(Gaussian.of(1), "1/100")


def holds(bracket: Bracket, truth: mpmath.mpf) -> bool:
    """Whether a number known to 40 digits lies in the bracket."""
    low, high = bracket.lower, bracket.upper
    above = high is None or truth <= mpmath.mpf(high.numerator) / high.denominator
    return bool(mpmath.mpf(low.numerator) / low.denominator <= truth and above)


@settings(max_examples=15)
@given(pair=dist_pairs(RATIONAL, max_size=3), count=st.integers(0, 4))
def test_finite_pairs_against_the_exact_composition(pair: tuple[Dist, Dist], count: int) -> None:
    exact = PrivacyLoss.of(*pair, count)
    certified = Rounds([(FinitePair.of(*pair), count)], max_points=20_000)
    for at in ("0", "1/2", "2"):
        try:
            bracket = certified.delta(at, width="1/10")
        except BudgetExceeded as stopped:
            bracket = stopped.known["bracket"]
        assert exact.delta(at) in bracket


@pytest.mark.parametrize("count", [10, 100, 300])
def test_randomised_response_for_many_rounds(count: int) -> None:
    certified = Rounds([(FinitePair.of(TRUE, FALSE), count)])
    exact = PrivacyLoss.of(TRUE, FALSE, count)
    middle = ln(3) * (count // 2)
    bracket = certified.delta(middle)
    assert exact.delta(middle) in bracket
    found = certified.epsilon("1/1000000")
    truth = exact.epsilon("1/1000000")
    assert found.upper is not None
    assert truth >= found.lower
    assert truth <= found.upper


def normal_tail(x: mpmath.mpf) -> mpmath.mpf:
    return mpmath.erfc(x / mpmath.sqrt(2)) / 2


@pytest.mark.parametrize(("count", "at"), [(1, "1"), (16, "10"), (1000, "650"), (1000, "900")])
def test_the_gaussian_mechanism_in_closed_form(count: int, at: str) -> None:
    with mpmath.workdps(60):
        mu, e = mpmath.sqrt(count), mpmath.mpf(at)
        truth = normal_tail(e / mu - mu / 2) - mpmath.exp(e) * normal_tail(e / mu + mu / 2)
        bracket = Rounds([(Gaussian.of(1), count)]).delta(at)
        assert holds(bracket, truth)
        assert bracket.relative_width is not None
        assert bracket.relative_width < Fraction(1, 10**20)


@pytest.mark.parametrize("at", ["0", "1/4", "1/2", "1", "3/2"])
def test_one_round_of_laplace_in_closed_form(at: str) -> None:
    with mpmath.workdps(40):
        e = mpmath.mpf(Fraction(at).numerator) / Fraction(at).denominator
        truth = max(mpmath.mpf(0), 1 - mpmath.exp((e - 1) / 2))
        composition = Rounds([(Laplace.of(1), 1)])
        bracket = composition.delta(at) if truth else Bracket(Fraction(0), Fraction(0))
        assert holds(bracket, truth)


def laplace_twice(e: mpmath.mpf) -> mpmath.mpf:
    """delta(e) of two rounds of Laplace noise at rate 1, by integrating the loss of the first round."""

    def once(rest: mpmath.mpf) -> mpmath.mpf:
        # sup over events of P - e^rest Q for one round, also at negative rest
        if rest >= 1:
            return mpmath.mpf(0)
        if rest <= -1:
            return 1 - mpmath.exp(rest)
        return 1 - mpmath.exp((rest - 1) / 2)

    def density(loss: mpmath.mpf) -> mpmath.mpf:
        return mpmath.exp((loss - 1) / 2) / 4

    corners = sorted({mpmath.mpf(-1), *(x for x in (e - 1, e + 1) if -1 < x < 1), mpmath.mpf(1)})
    inner = mpmath.quad(lambda loss: density(loss) * once(e - loss), corners)
    return once(e - 1) / 2 + mpmath.exp(-1) / 2 * once(e + 1) + inner


@pytest.mark.parametrize("at", ["1/4", "1", "7/4"])
def test_two_rounds_of_laplace_by_quadrature(at: str) -> None:
    with mpmath.workdps(40):
        truth = laplace_twice(mpmath.mpf(Fraction(at).numerator) / Fraction(at).denominator)
        assert holds(Rounds([(Laplace.of(1), 2)]).delta(at), truth)


def poisson_once(e: mpmath.mpf, remove: bool) -> mpmath.mpf:
    """delta(e) of one Poisson-subsampled Gaussian (q = 1/100, sigma = 1), by its best threshold test."""
    q = mpmath.mpf(1) / 100
    if remove:
        x = mpmath.log((mpmath.exp(e) - 1 + q) / q) + mpmath.mpf(1) / 2
        p_tail = (1 - q) * normal_tail(x) + q * normal_tail(x - 1)
        return p_tail - mpmath.exp(e) * normal_tail(x)
    inner = (mpmath.exp(-e) - 1 + q) / q
    if inner <= 0:
        return mpmath.mpf(0)
    x = mpmath.log(inner) + mpmath.mpf(1) / 2
    return (1 - normal_tail(x)) - mpmath.exp(e) * (
        (1 - q) * (1 - normal_tail(x)) + q * (1 - normal_tail(x - 1))
    )


@pytest.mark.parametrize(
    ("at", "remove"),
    [
        ("1/10", True),
        ("1", True),
        pytest.param("1/200", False, marks=pytest.mark.slow),
        pytest.param("9/1000", False, marks=pytest.mark.slow),
    ],
)
def test_one_round_of_the_subsampled_gaussian(at: str, remove: bool) -> None:
    with mpmath.workdps(40):
        truth = poisson_once(mpmath.mpf(Fraction(at).numerator) / Fraction(at).denominator, remove)
        pair = POISSON if remove else Reversed(POISSON)
        assert holds(Rounds([(pair, 1)]).delta(at, width="1/20"), truth)


def test_poisson_subsampling_of_a_finite_pair_is_the_mixture() -> None:
    q = Fraction(1, 5)
    mixed = Dist.mixture([(1 - q, FALSE), (q, TRUE)])
    for pair, exact in (
        (Subsampled.of(FinitePair.of(TRUE, FALSE), q), PrivacyLoss.of(mixed, FALSE, 3)),
        (Reversed(Subsampled.of(FinitePair.of(TRUE, FALSE), q)), PrivacyLoss.of(FALSE, mixed, 3)),
    ):
        assert exact.delta("1/10") in Rounds([(pair, 3)]).delta("1/10", width="1/50")


@pytest.mark.parametrize(
    "pair",
    [
        Gaussian.of(2),
        Laplace.of(2),
        pytest.param(POISSON, marks=pytest.mark.slow),
        pytest.param(Reversed(POISSON), marks=pytest.mark.slow),
    ],
    ids=lambda p: p.name,
)
def test_epsilon_is_the_inverse_of_delta(pair: DominatingPair) -> None:
    composition = Rounds([(pair, 5)])
    found = composition.epsilon("1/1000", width="1/50")
    assert found.upper is not None
    assert composition.delta(found.upper, width="1/10").lower <= Fraction(1, 1000)
    if found.lower > 0:
        above = composition.delta(found.lower, width="1/10").upper
        assert above is not None
        assert above >= Fraction(1, 1000)


def test_a_mixture_of_rounds_lies_between_its_parts() -> None:
    both = Rounds([(Laplace.of(1), 3), (Gaussian.of(1), 2)]).delta("2")
    one = Rounds([(Laplace.of(1), 3)]).delta("2")
    assert both.upper is not None
    assert one.lower < both.upper
    assert one.upper is not None
    assert one.upper < both.lower


def test_tiny_deltas_get_the_bits_they_need() -> None:
    bracket = Rounds([(Laplace.of(1), 100)]).delta("90", width="1/10")
    assert bracket.lower > 0
    assert bracket.upper is not None
    assert bracket.upper < Fraction(1, 10**15)
    with mpmath.workdps(60):
        truth = normal_tail(mpmath.mpf(14)) - mpmath.exp(mpmath.mpf(27) / 2) * normal_tail(mpmath.mpf(13) + 2)
        far = Rounds([(Gaussian.of(1), 1)]).delta("27/2")
        assert far.upper is not None
        assert far.upper < Fraction(1, 10**30)
        assert truth != 0


def test_extremes() -> None:
    gaussian = Rounds([(Gaussian.of(1), 10)])
    assert gaussian.delta("inf") == Bracket(Fraction(0), Fraction(0))
    assert Rounds([(Gaussian.of(1), 0)]).delta(0) == Bracket(Fraction(0), Fraction(0))
    assert Accountant().epsilon("1e-9") == Bracket(Fraction(0), Fraction(0))
    assert gaussian.epsilon(1).upper == 0
    leak = FinitePair.of(Dist({"a": "9/10", "leak": "1/10"}), Dist.point("a"))
    assert Rounds([(leak, 3)]).epsilon("1/10").upper is None
    assert number("271/1000") in Rounds([(leak, 3)]).delta("inf")


def test_bad_input() -> None:
    with pytest.raises(InvalidValue, match="sigma = 0"):
        Gaussian.of(0)
    with pytest.raises(FloatRefused, match="1/10"):
        Laplace.of(0.1)  # type: ignore[arg-type]
    with pytest.raises(InvalidValue, match="rate = 2"):
        Subsampled.of(Gaussian.of(1), 2)
    with pytest.raises(InvalidValue, match="rate = -1"):
        Subsampled.of(Gaussian.of(1), -1)
    with pytest.raises(InvalidType, match="base"):
        Subsampled.of("gaussian", 1)  # type: ignore[arg-type]
    with pytest.raises(InvalidValue, match="count = -1"):
        Rounds([(Gaussian.of(1), -1)])
    with pytest.raises(InvalidType, match="give a Mechanism, or a pair"):
        Rounds([("x", 1)])  # type: ignore[list-item]
    for delta in (2, "-1/2"):
        with pytest.raises(InvalidValue, match="delta"):
            Rounds([(Gaussian.of(1), 1)]).epsilon(delta)
    with pytest.raises(InvalidValue, match="width"):
        Rounds([(Gaussian.of(1), 1)]).delta(1, width=0)
    with pytest.raises(InvalidValue, match="negative"):
        Rounds([(Gaussian.of(1), 1)]).delta(-1)


def test_a_grid_beyond_the_budget_is_refused_with_what_is_known() -> None:
    with pytest.raises(BudgetExceeded, match="max_points") as stopped:
        Rounds([(Laplace.of(1), 10)], max_points=10, engine="fourier").delta("5", width="1e-9")
    assert isinstance(stopped.value.known["bracket"], Bracket)


def test_a_mechanism_of_the_other_adjacency_is_refused() -> None:
    present, absent = Dist({"a": "9/10", "b": "1/10"}), Dist({"a": "1/2", "b": "1/2"})
    left_out = Mechanism({("r",): present, (): absent}, [(), ("r",)], add_remove_one())
    replaced = Mechanism({("r",): present, ("s",): absent}, [("r",), ("s",)], replace_one())
    for mechanism, own, other in (
        (left_out, "add-remove-one", "replace-one"),
        (replaced, "replace-one", "add-remove-one"),
    ):
        assert Accountant(own).compose(mechanism).delta(0).exact == Fraction(2, 5)
        with pytest.raises(InvalidValue, match="give Accountant the adjacency"):
            Accountant(other).compose(mechanism)


@pytest.mark.parametrize(
    ("word", "adjacency", "attained"),
    [
        ("gaussian sigma=1 q=1/2", "add-remove-one", True),
        ("random-allocation sigma=1 steps=4", "add-remove-one", True),
        ("random-allocation sigma=1 steps=4 uses=2", "add-remove-one", False),
        ("shuffled sigma=1 batches=3", "add-remove-one", False),
        ("min-separation sigma=1 q=1/2 gap=2 steps=4", "add-remove-one", False),
        ("truncated-laplace scale=1 q=1/4 size=10 batch=3", "add-remove-one", False),
        ("laplace scale=1 q=1/3", "replace-one", False),
        ("laplace scale=1 rows=4 batch=2 batches=fixed", "replace-one", False),
        ("zcdp rho=1", "add-remove-one", False),
    ],
)
def test_only_what_an_adversary_reaches_is_attained(word: str, adjacency: str, attained: bool) -> None:
    rounds = Accountant(adjacency).compose(word).rounds
    assert all(rounds.is_attained(direction) is attained for direction in rounds.directions)
    assert rounds.is_exact is attained
