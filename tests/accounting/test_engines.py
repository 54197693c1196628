"""The engines of the certified accountant: against each other, by other routes, with planted defects."""

from __future__ import annotations

import sys
from fractions import Fraction
from itertools import pairwise

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.accounting import (
    NOTHING,
    Accountant,
    Bracket,
    DiscreteGaussian,
    FinitePair,
    Gaussian,
    Laplace,
    ReplacedGaussian,
    Reversed,
    Rounds,
    Subsampled,
    Tails,
    approximate,
    discrete_laplace,
    engines,
    fourier,
    on_grids,
    pure,
    spot_check,
)
from assay.accounting.folded_spectrum import error_factor, power, transform, turns
from assay.accounting.inversion import Inversion, transform_of
from assay.composition import PrivacyLoss
from assay.composition.pair import BallAtom
from assay.dp import Dist
from assay.errors import BudgetExceeded, InvalidType, InvalidValue
from assay.exact import eps, ln
from assay.exact._flint import acb, arb, bounds, precision, rational

TRUE, FALSE = Dist.bernoulli("3/4"), Dist.bernoulli("1/4")
SAMPLED = Subsampled.of(Gaussian.of(1), "1/100")


def mp(x: Fraction) -> mpmath.mpf:
    return mpmath.mpf(x.numerator) / x.denominator


def holds(bracket: Bracket, truth: mpmath.mpf) -> bool:
    return mp(bracket.lower) <= truth and (bracket.upper is None or truth <= mp(bracket.upper))


def tail(x: mpmath.mpf) -> mpmath.mpf:
    return mpmath.erfc(x / mpmath.sqrt(2)) / 2


# one question, several engines


@pytest.mark.parametrize("engine", ["inversion", "fourier", "integer"])
@pytest.mark.parametrize("at", ["20", "45"])
def test_every_engine_holds_what_the_narrowest_one_says(engine, at):
    rounds = [(Laplace.of(1), 60), (Gaussian.of(2), 4)]
    narrow = Rounds(rounds).delta(at, "1e-12")
    wide = Rounds(rounds, engine=engine).delta(at, "1/50")
    assert wide.lower <= narrow.upper
    assert narrow.lower <= wide.upper
    assert wide.relative_width <= Fraction(1, 50)


@pytest.mark.parametrize("engine", ["fourier", "integer"])
@pytest.mark.parametrize("count", [2, 40, 400])
def test_randomised_response_is_exact_on_the_lattice(engine, count):
    exact = PrivacyLoss.of(TRUE, FALSE, count)
    composition = Rounds([(FinitePair.of(TRUE, FALSE), count)], engine=engine)
    for steps in (0, count // 2, count * 3 // 4):
        at = ln(3) * steps
        assert exact.delta(at) in composition.delta(at, "1/100")


@pytest.mark.parametrize("digits", [6, 30, 100, 300])
def test_inversion_against_the_closed_form_of_the_gaussian(digits):
    delta = Fraction(1, 10**digits)
    inverted = Inversion.of([(Gaussian.of(1), 1000)]).epsilon(delta, Fraction(1, 10**9))
    closed = Rounds([(Gaussian.of(1), 1000)]).epsilon(delta, "1e-9")
    assert inverted.lower <= closed.upper
    assert closed.lower <= inverted.upper
    with mpmath.workdps(digits + 40):
        e, mu = mp(inverted.upper), mpmath.sqrt(1000)
        assert tail(e / mu - mu / 2) - mpmath.exp(e) * tail(e / mu + mu / 2) <= mp(delta)


@settings(max_examples=6, deadline=None)
@given(
    sigma=st.fractions("1/2", 4, max_denominator=8),
    rate=st.fractions("1/200", "9/10", max_denominator=200),
    c=st.fractions("-5", "6", max_denominator=16),
    omega=st.fractions(0, 20, max_denominator=8),
)
def test_the_transform_of_sampled_noise_against_a_plain_sum(sigma, rate, c, omega):
    pair = Subsampled.of(Gaussian.of(sigma), rate)
    with precision(100):
        found = transform_of(pair).values(c, omega, 2)[1]
        low, high = bounds(found.real), bounds(found.imag)
    with mpmath.workdps(22):
        mu, q, s = 1 / mp(sigma), mp(rate), mpmath.mpc(mp(c), mp(omega))

        def integrand(x):
            return mpmath.npdf(x) * (1 - q + q * mpmath.exp(mu * x - mu * mu / 2)) ** (1 + s)

        ends = -14, int(max(mpmath.mpf(0), 1 + mp(c)) * mu) + 14
        nodes = (mpmath.mpf(n) / 48 for n in range(48 * ends[0], 48 * ends[1]))
        truth = mpmath.fsum(map(integrand, nodes)) / 48  # a plain sum of analytic values converges fast
        slack = mpmath.mpf(10) ** -15 * (1 + abs(truth))  # of the quadrature, not of what is tested
        assert mp(low[0]) - slack <= truth.real <= mp(low[1]) + slack
        assert mp(high[0]) - slack <= truth.imag <= mp(high[1]) + slack


@pytest.mark.parametrize(
    "pair", [SAMPLED, Reversed(SAMPLED), Laplace.of(2), Gaussian.of(3)], ids=lambda p: p.name
)
@pytest.mark.parametrize("c", [Fraction(-1, 2), Fraction(1, 4), Fraction(4)])
def test_nothing_beyond_a_frequency_exceeds_its_bound(pair, c):
    found = transform_of(pair)
    with precision(80):
        for omega in (1, 6, 30):
            limit = bounds(found.beyond(c, Fraction(omega)))[1]
            assert limit <= bounds(found.at(c))[1] * (1 + Fraction(1, 10**12))
            for value in found.values(c, Fraction(omega), 12)[1:]:
                assert bounds(value.abs_lower())[0] <= limit


@settings(max_examples=20, deadline=None)
@given(data=st.data(), size=st.integers(0, 9))
def test_the_error_bound_of_the_transform_holds_exactly(data, size):
    length = 2**size
    entry = st.floats(-1, 1, allow_subnormal=False)
    values = np.array([complex(data.draw(entry), data.draw(entry)) for _ in range(min(length, 32))])
    values = np.resize(values, length)
    computed = transform(values, turns(length))
    with precision(200):
        exact = acb.dft([acb(x.real, x.imag) for x in values.tolist()])
        # |x_i| <= 2, so that 2 n bounds their sum
        limit = arb(rational(error_factor(length) * sum(Fraction(abs(x)) for x in values.tolist()))) * arb(
            "1.01"
        )
        for mine, truth in zip(computed.tolist(), exact, strict=True):
            gap = bounds((acb(mine.real, mine.imag) - truth).abs_upper() - limit)
            assert gap[1] <= Fraction(1, 2**150)


@pytest.mark.parametrize("count", [0, 1, 2, 7, 1000])
def test_powers_by_squaring(count):
    z = np.array([0.5 + 0.25j, 1j, 1.0])
    with precision(200):
        for mine, start in zip(power(z, count).tolist(), z.tolist(), strict=True):
            truth = acb(start.real, start.imag) ** count
            error = bounds(
                (acb(mine.real, mine.imag) - truth).abs_upper() - truth.abs_upper() * 3 * count / 2**53
            )
            assert error[1] <= Fraction(1, 2**190)


# by other routes


def sampled_once(e, q):
    """delta(e) of one sampled Gaussian, sigma = 1, removal, also for negative e."""
    inner = (mpmath.exp(e) - 1 + q) / q
    if inner <= 0:
        return 1 - mpmath.exp(e)
    x = mpmath.log(inner) + mpmath.mpf(1) / 2
    return (1 - q) * tail(x) + q * tail(x - 1) - mpmath.exp(e) * tail(x)


@pytest.mark.slow
@pytest.mark.parametrize("at", ["1/100", "1/2"])
def test_two_rounds_of_sampled_noise_by_quadrature(at):
    with mpmath.workdps(25):
        q, e = mpmath.mpf(1) / 10, mp(Fraction(at))

        def integrand(x):
            ratio = 1 - q + q * mpmath.exp(x - mpmath.mpf(1) / 2)
            return mpmath.npdf(x) * ratio * sampled_once(e - mpmath.log(ratio), q)

        truth = mpmath.quad(integrand, mpmath.linspace(-12, 14, 53))
    pair = Subsampled.of(Gaussian.of(1), "1/10")
    assert holds(Rounds([(pair, 2)]).delta(at, "1/200"), truth)


@settings(max_examples=20, deadline=None)
@given(
    scale=st.fractions("1/2", 5, max_denominator=4),
    step=st.integers(1, 4),
    at=st.fractions(0, 3, max_denominator=5),
)
def test_discrete_laplace_against_its_sum(scale, step, at):
    found = Rounds([(discrete_laplace(scale, step), 1)])
    with mpmath.workdps(40):
        a, growth = mpmath.exp(-1 / mp(scale)), mpmath.exp(mp(at))
        terms = [max(mpmath.mpf(0), a ** abs(z - step) - growth * a ** abs(z)) for z in range(-400, 401)]
        truth = (1 - a) / (1 + a) * mpmath.fsum(terms)
        if at >= step / scale:
            assert found.delta(at) == Bracket(Fraction(0), Fraction(0))
        else:
            near = found.delta(at, "1e-12")
            slack = mpmath.mpf(10) ** -30
            assert mp(near.lower) - slack <= truth <= mp(near.upper) + slack


@settings(max_examples=15, deadline=None)
@given(
    sigma=st.fractions("1/2", 4, max_denominator=4),
    step=st.integers(1, 3),
    at=st.fractions(0, 2, max_denominator=5),
)
def test_the_discrete_gaussian_against_its_sum(sigma, step, at):
    found = Rounds([(DiscreteGaussian.of(sigma, step), 1)]).delta(at, "1e-9")
    with mpmath.workdps(40):
        weight = [mpmath.exp(-mpmath.mpf(z * z) / (2 * mp(sigma) ** 2)) for z in range(200)]
        norm = weight[0] + 2 * mpmath.fsum(weight[1:])
        growth = mpmath.exp(mp(at))
        terms = [
            max(mpmath.mpf(0), weight[abs(z - step)] - growth * weight[abs(z)]) for z in range(-150, 150)
        ]
        assert holds(found, mpmath.fsum(terms) / norm)


def test_many_rounds_of_discrete_gaussian_noise_are_close_to_gaussian_ones():
    discrete = Rounds([(DiscreteGaussian.of(4), 100)]).epsilon("1e-6", "1e-6")
    smooth = Rounds([(Gaussian.of(4), 100)]).epsilon("1e-6", "1e-6")
    assert abs(discrete.lower / smooth.lower - 1) < Fraction(1, 1000)


@pytest.mark.parametrize("delta", ["0", "1/1000"])
@pytest.mark.parametrize("count", [1, 5, 30])
def test_the_worst_private_pair_against_the_exact_composition(delta, count):
    pair = approximate("ln(2)", delta)
    lost = Fraction(delta)
    p = Dist(
        {
            "yes": (1 - lost) * Fraction(2, 3),
            "no": (1 - lost) * Fraction(1, 3),
            **({"p": lost} if lost else {}),
        }
    )
    q = Dist(
        {
            "yes": (1 - lost) * Fraction(1, 3),
            "no": (1 - lost) * Fraction(2, 3),
            **({"q": lost} if lost else {}),
        }
    )
    exact = PrivacyLoss.of(p, q, count)
    for at in (ln(2) * 0, ln(2), ln(2) * count):
        assert exact.delta(at) in Rounds([(pair, count)]).delta(at, "1/100")
    assert pure("ln(2)") == approximate("ln(2)", 0)


@pytest.mark.parametrize("at", ["0", "1/100", "1/2"])
def test_one_round_of_sampled_noise_with_a_record_replaced(at):
    found = Rounds([(ReplacedGaussian.of(1, "1/10"), 1)]).delta(at, "1e-9")
    with mpmath.workdps(30):
        q, e = mpmath.mpf(1) / 10, mp(Fraction(at))

        def gain(x):
            middle = (1 - q) * mpmath.npdf(x)
            return middle + q * mpmath.npdf(x - 1) - mpmath.exp(e) * (middle + q * mpmath.npdf(x + 1))

        root = mpmath.findroot(gain, (0, 8), solver="bisect", tol=mpmath.mpf(10) ** -50)
        truth = mpmath.quad(gain, mpmath.linspace(root, root + 14, 30))
        slack = mpmath.mpf(10) ** -18
        assert mp(found.lower) - slack <= truth <= mp(found.upper) + slack


def gaussian_tails(factor: int = 1) -> Tails:
    pair = Gaussian.of(1)
    return Tails("mine", lambda x: (pair.tail(x).p, factor * pair.tail(x).q), lambda x: tuple(pair.head(x)))


def test_a_pair_given_by_its_tails():
    mine, built_in = (
        Rounds([(gaussian_tails(), 4)]),
        Rounds([(Gaussian.of(1), 4)]),
    )
    wide, narrow = mine.delta(3, "1/100"), built_in.delta(3, "1e-12")
    assert wide.lower <= narrow.lower <= narrow.upper <= wide.upper
    spot_check(gaussian_tails(), ["-2", "-1", "0", "1/2", "3"])
    with pytest.raises(InvalidValue, match="between the losses"):
        spot_check(gaussian_tails(2), ["-2", "-1", "0", "1/2", "3"])
    broken = Tails("broken", lambda x: (x, 1.5), lambda x: (x, x))
    with pytest.raises(InvalidType, match="tuple of two arbs"):
        Rounds([(broken, 1)]).delta(1)


# refinement, extremes, planted defects


@pytest.mark.parametrize(
    "rounds", [[(Laplace.of(1), 50)], [(SAMPLED, 5000)], [(approximate(1, "1e-9"), 9)]], ids=str
)
def test_narrower_brackets_agree_with_wider_ones(rounds):
    found = [Rounds(rounds).epsilon("1e-5", width) for width in ("1/10", "1/1000", "1e-5")]
    for wide, narrow in pairwise(found):
        assert wide.lower <= narrow.upper
        assert narrow.lower <= wide.upper
        assert narrow.relative_width <= wide.relative_width
    for bracket, width in zip(found, ("1/10", "1/1000", "1/100000"), strict=True):
        assert bracket.relative_width <= Fraction(width)


DELTAS, EPSILONS = ("1", "1e-6", "1e-300", "0"), ("0", "1", "1000000", "inf")
LONG = ("gaussian sigma=100 q=1/1000", 10**6, ("1e-300",), ("1",))
"""What takes a minute, and is asked at night."""


@pytest.mark.parametrize("count", [1, pytest.param(10**6, marks=pytest.mark.slow)])
@pytest.mark.parametrize("rate", ["0", "1/1000", "1"])
@pytest.mark.parametrize("kind", ["gaussian sigma=100", "laplace scale=1000"])
def test_extremes_are_right_or_refused_never_nan_nor_negative(kind, rate, count):
    if kind.startswith("laplace") and rate == "1/1000":
        kind = "pure epsilon=1/1000"
    asked = f"{kind} q={rate}"
    later = LONG[2:] if (asked, count) == LONG[:2] else ((), ())
    accountant = right_or_refused(asked, count, set(DELTAS) - set(later[0]), set(EPSILONS) - set(later[1]))
    if rate == "0":
        assert accountant.epsilon("0") == accountant.delta("0") == Bracket(Fraction(0), Fraction(0))


@pytest.mark.nightly
def test_extremes_that_take_long():
    right_or_refused(*LONG)


def right_or_refused(asked, count, deltas, epsilons):
    accountant = Accountant(width="1/10", max_bytes=10**8).compose(asked, count)
    for delta in deltas:
        try:
            found = accountant.epsilon(delta)
        except BudgetExceeded as stopped:
            found = stopped.known["bracket"]
        assert found.lower >= 0
        assert found.upper is None or found.lower <= found.upper
    for epsilon in epsilons:
        try:
            found = accountant.delta(epsilon)
        except BudgetExceeded as stopped:
            found = stopped.known["bracket"]
        assert 0 <= found.lower <= found.upper <= 1
    return accountant


def test_known_answers_at_the_extremes():
    assert Rounds([(NOTHING, 5)]).epsilon(0) == Bracket(Fraction(0), Fraction(0))
    assert Rounds([(Laplace.of(2), 9)]).epsilon(0) == Bracket(Fraction(9, 2), Fraction(9, 2))
    assert Rounds([(Laplace.of(2), 9)]).delta("9/2").upper == 0
    assert Rounds([(Gaussian.of(2), 9)]).epsilon(0).is_infinite
    lost = Rounds([(approximate(1, "1/10"), 2)])
    assert lost.epsilon("1/10").is_infinite
    assert Fraction(19, 100) in lost.delta("inf")
    assert lost.delta("inf").relative_width < Fraction(1, 10**60)
    far = Rounds([(Gaussian.of(1), 1)]).delta(10**9)
    assert far.lower == 0
    assert far.upper == Fraction(1, 2**65536)


def test_without_numpy_the_integer_engine_answers_and_says_so(monkeypatch):
    for module in (engines, on_grids):
        monkeypatch.setattr(module, "find_spec", lambda name: None)
    answer = Rounds([(ReplacedGaussian.of(1, "1/2"), 4)]).delta(5)
    assert answer.engine == "integer"
    assert "assay[fast]" in answer.note


@pytest.mark.nightly
def test_the_integer_engine_takes_over_where_floats_are_too_wide():
    rounds = [(pure(1), 30), (Subsampled.of(pure(1), "1/2"), 1)]
    composition = Rounds(rounds, engine="fourier")
    assert composition.delta(5, "1/1000").engine == "fourier"
    exact = composition.delta(5, "1e-20")
    assert exact.engine == "integer"
    assert exact.relative_width <= Fraction(1, 10**20)


def test_memory_is_estimated_before_anything_is_allocated():
    with pytest.raises(BudgetExceeded, match="bytes") as stopped:
        Rounds([(pure(1), 1000)], max_bytes=1000, engine="fourier").delta(5)
    assert stopped.value.known["bytes"] > 1000
    assert stopped.value.known["bracket"] == Bracket(Fraction(0), Fraction(1))


def test_laws_on_the_wrong_side_would_be_noticed(monkeypatch):
    exact = PrivacyLoss.of(TRUE, FALSE, 30).delta("5")
    composition = Rounds([(FinitePair.of(TRUE, FALSE), 15), (pure(1), 15)], engine="integer")
    mixed = PrivacyLoss([(FinitePair.of(TRUE, FALSE), 15), (pure(1), 15)]).delta("5")
    assert exact not in composition.delta("5", "1/100")
    assert mixed in composition.delta("5", "1/100")
    right = on_grids.grid_distributions
    monkeypatch.setattr(on_grids, "grid_distributions", lambda rounds, grid: right(rounds, grid)[::-1])
    with pytest.raises(InvalidValue, match=r"upper = .* is below lower = "):
        composition.delta("5", "1/100")


def test_a_forgotten_error_of_the_transform_would_be_noticed(monkeypatch):
    composition = Rounds([(pure(1), 1000)], engine="fourier")
    right = composition.delta("600", "1e-7")
    exact = PrivacyLoss([(pure(1), 1000)]).delta_enclosed("600")
    assert right.lower <= Fraction(exact.upper(30))
    assert Fraction(exact.lower(30)) <= right.upper
    found = fourier.folded_distribution

    def careless(laws, c, step, bits, length):
        spectrum = found(laws, c, step, bits, length)
        return fourier.Spectrum(spectrum.c, spectrum.folded * (1 + 1e-6), Fraction(0))

    monkeypatch.setattr(fourier, "folded_distribution", careless)
    assert composition.delta("600", "1e-7").lower > Fraction(exact.upper(30))


def test_atoms_are_balls_that_add_up():
    with precision(100):
        for pair in (DiscreteGaussian.of(2, 3), Laplace.of(1)):
            assert all(isinstance(atom, BallAtom) for atom in pair.point_masses())
        both = sum((atom.p for atom in DiscreteGaussian.of(2, 3).point_masses()), arb(0))
        assert abs(bounds(both)[0] - 1) < Fraction(1, 2**80)
    assert eps(1) > 0
    assert sys.float_info.mant_dig == 53


def test_the_cheapest_engine_is_asked_first_and_the_next_where_it_declines(monkeypatch):
    rounds = [(SAMPLED, 30)]
    levels = Rounds(rounds).epsilon("1e-6")
    assert levels.engine == "inversion"
    monkeypatch.setattr(engines.ByLevels, "answer", lambda self, question: None)
    monkeypatch.setattr("assay.accounting.inversion.engine.SECONDS_OF_QUADRATURE", 100.0)
    quick = Rounds(rounds).epsilon("1e-6")
    assert quick.engine == "fourier"
    assert max(quick.lower, levels.lower) <= min(quick.upper, levels.upper)
