"""What the suites draw at random: exact numbers, distributions, pairs of them, tables, generated programs.

A *family* fixes the field of all numbers of one example, so that they may be combined with each other:
rational, exponential (theta = e^(1/d)), radical (theta = b^(1/m)) or symbolic (theta = e^(eps/d)).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from assay import EPS, Dist, Log, Number, eps, exp, ln, number, root
from tests.generated_programs import GeneratedProgram, generated_programs

__all__ = [
    "ANY_FAMILY",
    "DECIDED",
    "EXPONENTIAL",
    "RADICAL",
    "RATIONAL",
    "SYMBOLIC",
    "Family",
    "GeneratedProgram",
    "dist_pairs",
    "dists",
    "epsilons",
    "families",
    "fractions",
    "generated_programs",
    "numbers",
    "positive_numbers",
    "probabilities",
    "ratios",
    "tables",
]

NEAR = Fraction(1, 10**30)
"""Two numbers that are closer than any double can tell, and still different."""


@dataclass(frozen=True)
class Family:
    """Numbers that are rational functions of one theta; of none in the rational family."""

    name: str
    thetas: tuple[Number, ...] = ()

    def __repr__(self) -> str:
        return self.name


RATIONAL = Family("rational")
EXPONENTIAL = Family("exponential", tuple(exp(Fraction(1, d)) for d in (1, 2, 3)))
RADICAL = Family("radical", (root(2, 2), root(3, 2), root(2, 3), root(6, 4)))
SYMBOLIC = Family("symbolic", (exp(EPS), exp(EPS / 2)))

DECIDED = (RATIONAL, EXPONENTIAL, RADICAL)
"""The families in which every comparison has an answer."""

ANY_FAMILY = (*DECIDED, SYMBOLIC)


def families(among: Sequence[Family] = DECIDED) -> SearchStrategy[Family]:
    """One of the families."""
    return st.sampled_from(among)


def fractions(
    low: int | Fraction = -3, high: int | Fraction = 3, max_denominator: int = 12
) -> SearchStrategy[Fraction]:
    """Small rationals, between two bounds."""
    return st.fractions(min_value=low, max_value=high, max_denominator=max_denominator)


def probabilities() -> SearchStrategy[Fraction]:
    """Rationals in [0, 1], both ends included, some of them within 10^-30 of another."""
    return st.one_of(
        fractions(0, 1),
        st.sampled_from(
            [Fraction(0), Fraction(1), Fraction(1, 2) - NEAR, Fraction(1, 2) + NEAR, NEAR, 1 - NEAR]
        ),
    )


@st.composite
def _polynomials(
    draw: st.DrawFn, family: Family, theta: Number, coefficients: SearchStrategy[Fraction]
) -> Number:
    """A sum of at most three terms c theta^k."""
    total = number(0)
    for _ in range(draw(st.integers(1, 3)) if family.thetas else 1):
        power = draw(st.integers(-2, 3)) if family.thetas else 0
        total += draw(coefficients) * theta**power
    return total


@st.composite
def numbers(draw: st.DrawFn, family: Family = RATIONAL) -> Number:
    """A number of the family, of any sign: a quotient of sums of powers of theta."""
    theta = draw(st.sampled_from(family.thetas)) if family.thetas else number(1)
    numerator = draw(_polynomials(family, theta, fractions()))
    denominator = draw(_polynomials(family, theta, fractions(Fraction(1, 12), 3)))
    return numerator / denominator if draw(st.booleans()) else numerator


def positive_numbers(family: Family = RATIONAL, theta: Number | None = None) -> SearchStrategy[Number]:
    """A positive number of the family, provably so for every epsilon: all its coefficients are positive."""
    coefficients = fractions(Fraction(1, 12), 3)
    if theta is not None or not family.thetas:
        return _polynomials(family, number(1) if theta is None else theta, coefficients)
    return st.sampled_from(family.thetas).flatmap(lambda t: _polynomials(family, t, coefficients))


def thetas(family: Family) -> SearchStrategy[Number]:
    """The generator that all numbers of one example share; 1 in the rational family."""
    return st.sampled_from(family.thetas or (number(1),))


def labels(n: int) -> tuple[str, ...]:
    """n different outcomes."""
    return tuple(f"o{i}" for i in range(n))


@st.composite
def dists(
    draw: st.DrawFn,
    family: Family = RATIONAL,
    *,
    min_size: int = 1,
    max_size: int = 6,
    theta: Number | None = None,
    outcomes: Sequence[str] | None = None,
) -> Dist[str]:
    """A distribution on at most `max_size` outcomes; some of them get probability zero."""
    generator = draw(thetas(family)) if theta is None else theta
    among = labels(draw(st.integers(min_size, max_size))) if outcomes is None else tuple(outcomes)
    weights = {o: draw(positive_numbers(family, generator)) for o in among}
    for o in draw(st.sets(st.sampled_from(among), max_size=len(among) - 1)):
        weights[o] = number(0)
    return Dist.from_weights(weights)


def ratios(family: Family, theta: Number) -> SearchStrategy[Number]:
    """Likelihood ratios from a small pool, so that ties are frequent, and near-ties beside them."""
    exact = [number(1), number(2), number("1/2"), theta, theta**-1, theta**2]
    near = [ratio * (1 + NEAR) for ratio in exact]
    return st.sampled_from(exact + near)


@st.composite
def dist_pairs(
    draw: st.DrawFn, family: Family = RATIONAL, *, max_size: int = 5, zeros: bool = True
) -> tuple[Dist[str], Dist[str]]:
    """Two distributions on common outcomes: zeros on either side, equal likelihood ratios and near-ties."""
    theta = draw(thetas(family))
    among = labels(draw(st.integers(1, max_size)))
    q = {o: draw(positive_numbers(family, theta)) for o in among}
    p = {o: q[o] * draw(ratios(family, theta)) for o in among}
    if zeros:
        for weights in (p, q):
            for o in draw(st.sets(st.sampled_from(among), max_size=len(among) - 1)):
                weights[o] = number(0)
    return Dist.from_weights(p), Dist.from_weights(q)


@st.composite
def tables(
    draw: st.DrawFn,
    family: Family = RATIONAL,
    *,
    min_inputs: int = 2,
    max_inputs: int = 4,
    max_outputs: int = 4,
) -> dict[int, Dist[str]]:
    """A small mechanism {input: distribution}, all rows on common outcomes."""
    theta = draw(thetas(family))
    among = labels(draw(st.integers(1, max_outputs)))
    rows = draw(st.integers(min_inputs, max_inputs))
    return {x: draw(dists(family, theta=theta, outcomes=among)) for x in range(rows)}


def epsilons(max_value: int = 3) -> SearchStrategy[Log]:
    """Non-negative epsilons with a rational exponential, or rational ones; zero is among them."""
    logarithms = fractions(1, max_value).map(ln)
    return st.one_of(logarithms, fractions(0, max_value, 4).map(lambda x: eps(x)))
