"""Ways of choosing batches as words: what a record's part in all steps is, and the pair that follows.

    random-allocation  sigma=1 steps=100 [uses=1]     in `uses` of the steps, drawn uniformly
    balls-in-bins  sigma=1 bins=100 [thrown=anew]     in one bin, drawn in every epoch or `once`
    shuffled  sigma=1 batches=100                     in one batch of a random order of all records
    fixed-order  sigma=1                              in one batch of a known order
    cyclic-poisson  sigma=1 q=0.01 cycle=4 steps=100  in every 4th step with probability q
    min-separation  sigma=1 q=0.01 gap=4 steps=100    in a step with probability q, if in none of the last 3
    user-level  sigma=1 q=0.01 records=5              each of 5 records of a user by itself with probability q
    several-owners  the same, the records those of which a person is an owner

each with the optional sensitivity (1) and k (1), how many epochs or, of the last two, steps there are.  The
theorems are in section 14 of spec/accounting.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, comb, expm1

from ...arguments import rational_probability
from ...composition.pair import DominatingPair
from ...composition.round import EITHER, Round
from ...errors import InvalidValue
from ...exact import number
from ...exact._flint import arb, bounds, precision, rational
from ...exact.real import brief
from ...exact.rounding import Direction, round_fraction
from ..densities import Gaussian, ReplacedGaussian
from ..mechanism_parameters import whole
from ..mixtures import MixtureOfGaussians
from ..truncation import REPLACE
from .allocation import Allocated
from .enclosed import Ends
from .shuffling import LargestSum

Values = Mapping[str, str]
MOST_STEPS = 10**7
MOST_RECORDS = 1000
LEAST_RATE = 1e-300
"""Smaller rates count as 0."""
STEEPEST = Fraction(100)
"""mu^2 in a comparison of two bounds in floats, either of which is right."""

SHUFFLED = (
    "shuffled batches: the upper end is that of batches of a known order, the lower one that of the largest "
    "sum; no theorem brings them closer"
)
SEPARATED = (
    "min-separation: the upper end is that of {}, the lower one that of {}; no theorem brings them closer"
)


@dataclass(frozen=True)
class Word:
    """Required parameters, optional ones, and how the round and its count are read.

    Reading raises InvalidValue for what is out of range, and where no theorem covers the adjacency.
    """

    required: tuple[str, ...]
    optional: tuple[str, ...]
    read: Callable[[Values, str], tuple[Round, int]]


def _noise(values: Values, adjacency: str) -> Gaussian:
    """The pair of one part: a record that is replaced moves a sum by two norms."""
    sensitivity = number(values.get("sensitivity", "1"), "sensitivity")
    return Gaussian.of(values["sigma"], sensitivity * (2 if adjacency == REPLACE else 1))


def _epochs(values: Values) -> int:
    return _whole(values.get("k", "1"), "k", least=0)


def _round(pair: DominatingPair, adjacency: str) -> Round:
    return Round.given(pair, EITHER) if adjacency == REPLACE else Round.of(pair)


def _alone(name: str, adjacency: str) -> None:
    if adjacency == REPLACE:
        raise InvalidValue(
            f"{name} with replace-one: no pair is known of two records that are both drawn at random; use "
            "--adjacency add-remove-one"
        )


def _allocation(values: Values, adjacency: str) -> tuple[Round, int]:
    """`uses` of t steps are one of floor(t/uses) steps, so often."""
    _alone("random-allocation", adjacency)
    steps, uses = _whole(values["steps"], "steps"), _whole(values.get("uses", "1"), "uses")
    if uses > steps:
        raise InvalidValue(f"uses = {brief(uses)} is larger than steps = {steps}; give at most all steps")
    found = Round.of(Allocated.of(_noise(values, adjacency), steps // uses))
    if 1 < uses < steps:  # a bound: the rounds are not drawn by themselves
        found = found.as_bound()
    return found, uses * _epochs(values)


def _bins(values: Values, adjacency: str) -> tuple[Round, int]:
    _alone("balls-in-bins", adjacency)
    bins, thrown = _whole(values["bins"], "bins"), values.get("thrown", "anew")
    if thrown not in ("anew", "once"):
        raise InvalidValue(f"thrown = {brief(repr(thrown))} is neither anew nor once")
    base, epochs = _noise(values, adjacency), _epochs(values)
    if thrown == "once":
        # all epochs together are one of k times the squared distance
        return Round.of(Allocated.of(base.times(max(1, epochs)), bins)), min(1, epochs)
    return Round.of(Allocated.of(base, bins)), epochs


def _shuffled(values: Values, adjacency: str) -> tuple[Round, int]:
    count, base = _whole(values["batches"], "batches"), _noise(values, adjacency)
    if count == 1:
        return _round(base, adjacency), _epochs(values)
    below = Allocated.of(base, count) if adjacency == REPLACE else LargestSum(base, count)
    name = f"{count} shuffled batches of {base.name}"
    return _round(Ends(name, base, below, SHUFFLED), adjacency), _epochs(values)


def _in_order(values: Values, adjacency: str) -> tuple[Round, int]:
    return _round(_noise(values, adjacency), adjacency), _epochs(values)


def _cyclic(values: Values, adjacency: str) -> tuple[Round, int]:
    """A record of the first group takes part in ceil(steps/cycle) Poisson samples."""
    rate, times = _sampled(values, "cycle")
    times *= _epochs(values)
    if adjacency == REPLACE:
        pair = ReplacedGaussian.of(values["sigma"], rate, values.get("sensitivity", "1"))
        return Round.given(pair, EITHER), times
    return Round.of(_noise(values, adjacency).sampled(rate)), times


def _separated(values: Values, adjacency: str) -> tuple[Round, int]:
    """Given the outputs so far, a step has the record with probability at most q, and every gap-th one with
    at least q (1 - q)^(gap - 1): between two products of Poisson samples.
    """
    rate, times = _sampled(values, "gap")
    base = _noise(values, adjacency)
    _alone("min-separation", adjacency)
    steps, gap = _whole(values["steps"], "steps"), _whole(values["gap"], "gap")
    if steps == 1 or gap == 1 or rate == 1:
        return Round.of(base.sampled(rate)), _epochs(values) * times
    name = f"min-separation with at most {times} parts of {base.name}"
    mu_squared = float(min(base.mu_squared, Fraction(STEEPEST)))
    is_poisson = steps * float(rate) ** 2 * expm1(mu_squared) < times * mu_squared
    above, many = (base.sampled(rate), steps) if is_poisson else (base.times(times), 1)
    least = _least_rate(rate, gap)
    is_spread = times * least**2 > rate**2
    below, few = (base.sampled(least), times) if is_spread else (base.sampled(rate), 1)
    note = SEPARATED.format(
        "a Poisson sample in every step" if is_poisson else "steps that are known",
        "a rarer sample in every gap-th step" if is_spread else "the first step",
    )
    return Round.of(Ends(name, above, below, note, (many, few))), _epochs(values)


def _least_rate(rate: Fraction, gap: int) -> Fraction:
    """At most q (1 - q)^(gap - 1), of few digits; 0 where it is tiny."""
    with precision(64):
        ball = (arb(rational(1 - rate)).log() * (gap - 1)).exp() * arb(rational(rate))
        ends = bounds(ball) if bool(ball > LEAST_RATE) else None
    return Fraction(0) if ends is None else Fraction(round_fraction(ends[0], 12, Direction.DOWN))


def _sampled(values: Values, period: str) -> tuple[Fraction, int]:
    rate = rational_probability(values["q"], "q")
    if rate == 0:
        raise InvalidValue("q = 0: nobody takes part; give a rate above 0")
    return rate, ceil(Fraction(_whole(values["steps"], "steps"), _whole(values[period], period)))


def _owned(values: Values, adjacency: str) -> tuple[Round, int]:
    """J ~ Bin(m, q) of m records are in a sample: the mixture of Gaussians of J norms."""
    _alone("user-level or several-owners", adjacency)
    rate, records = rational_probability(values["q"], "q"), _whole(values["records"], "records")
    if records > MOST_RECORDS:
        raise InvalidValue(f"records = {brief(records)} is larger than {MOST_RECORDS}; give fewer records")
    unit = number(values.get("sensitivity", "1"), "sensitivity")
    chances = [comb(records, j) * rate**j * (1 - rate) ** (records - j) for j in range(records + 1)]
    pair = MixtureOfGaussians.of(values["sigma"], [unit * j for j in range(records + 1)], chances)
    return Round.of(pair), _epochs(values)


def _whole(text: str, name: str, least: int = 1) -> int:
    value = whole(text, name, least)
    if value > MOST_STEPS and name in ("steps", "bins", "batches"):
        raise InvalidValue(f"{name} = {brief(value)} is larger than {MOST_STEPS}; give fewer")
    return value


WORDS: Mapping[str, Word] = {
    "random-allocation": Word(("sigma", "steps"), ("sensitivity", "uses", "k"), _allocation),
    "balls-in-bins": Word(("sigma", "bins"), ("sensitivity", "thrown", "k"), _bins),
    "shuffled": Word(("sigma", "batches"), ("sensitivity", "k"), _shuffled),
    "fixed-order": Word(("sigma",), ("sensitivity", "k"), _in_order),
    "cyclic-poisson": Word(("sigma", "q", "cycle", "steps"), ("sensitivity", "k"), _cyclic),
    "min-separation": Word(("sigma", "q", "gap", "steps"), ("sensitivity", "k"), _separated),
    "user-level": Word(("sigma", "q", "records"), ("sensitivity", "k"), _owned),
    "several-owners": Word(("sigma", "q", "records"), ("sensitivity", "k"), _owned),
}
