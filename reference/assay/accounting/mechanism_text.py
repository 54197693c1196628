"""A mechanism as text: the round that a word with its parameters is, and how often it is composed."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from fractions import Fraction
from math import comb

from ..arguments import nonnegative_rational, positive_rational, rational_probability
from ..composition.finite_pair import NOTHING
from ..composition.pair import DominatingPair
from ..composition.round import EITHER, Round
from ..composition.upper_envelope import either_order
from ..errors import InvalidType, InvalidValue
from ..exact import number
from ..exact.real import brief
from ..theorems import group_privacy
from .batches.words import WORDS as BATCH_WORDS
from .densities import BoundedRange, Gaussian, ReplacedGaussian
from .discrete import approximate
from .matrix_words import MATRICES, matrix_round
from .mechanism_parameters import check_length, count_of, group_of, sampling_of, values_of, whole
from .mechanism_words import CUT, EXAMPLES, FAMILIES, SUMS, UNSAMPLED, Builder
from .mixtures import MixtureOfGaussians
from .moment_bounds import MomentBound
from .subsets import SubsetSampled
from .truncation import ADD_REMOVE, REPLACE, truncated_gaussian, truncated_noise
from .with_replacement import with_replacement

ADJACENCIES = (ADD_REMOVE, REPLACE)

POISSON, FIXED, REDRAWN = BATCHES = ("poisson", "fixed", "redrawn")
"""Each record by itself; `batch` of the rows without replacement; `batch` draws with replacement."""


def read_round(text: str, adjacency: str = ADD_REMOVE) -> tuple[Round, int]:
    """A round and its count from text such as "gaussian sigma=1 q=0.01 k=10000".

    Raises InvalidValue for an unknown name, a parameter that is unknown, missing, doubled or out of range.
    """
    if not isinstance(text, str):
        raise InvalidType(
            f"text = {brief(repr(text))} is a {type(text).__name__}; give text such as 'gaussian sigma=1'"
        )
    if adjacency not in ADJACENCIES:
        raise InvalidValue(f"adjacency = {adjacency!r} is not one of {', '.join(ADJACENCIES)}")
    name, values = parsed(text)
    if name in BATCH_WORDS:
        return BATCH_WORDS[name].read(values, adjacency)
    if name == "truncated-gaussian":
        count, rate = count_of(values), rational_probability(values.get("q", "1"), "q")
        _alone(name, group_of(values))
        size, batch = whole(values["size"], "size"), whole(values["batch"], "batch")
        return truncated_gaussian(values["sigma"], rate, size, batch, adjacency), count
    if name in CUT:
        count, rate = count_of(values), rational_probability(values.get("q", "1"), "q")
        _alone(name, group_of(values))
        size, batch = whole(values["size"], "size"), whole(values["batch"], "batch")
        return truncated_noise(lambda moves: CUT[name](values, moves), rate, size, batch, adjacency), count
    if name in MATRICES:
        found, uses = matrix_round(name, values, group_of(values), adjacency)
        return found, uses * count_of(values)
    rate, count = sampling_of(text, values)
    return _round(name, values, rate, group_of(values), adjacency), count


def _round(name: str, values: Mapping[str, str], rate: Fraction, group: int, adjacency: str) -> Round:
    """The round of one use."""
    build, batches = FAMILIES[name][2], values.get("batches", POISSON)
    if name in UNSAMPLED and (rate != 1 or batches != POISSON):
        raise InvalidValue(
            f"q = {brief(rate)} with {name}: bounds of Renyi divergences are no pair that can be sampled; "
            "leave q, rows and batches out, or give the mechanism"
        )
    if batches != POISSON:
        return Round.given(_sized(name, values, group, adjacency), EITHER)
    if group > 1 and (name not in SUMS or rate != 1):
        return Round.of(_grouped(name, values, rate, group, adjacency))
    if adjacency != REPLACE:
        return Round.of(build(values, group).sampled(rate))
    if name == "pair" and rate != 1:
        raise InvalidValue(
            f"q = {brief(rate)} with pair: sampling under replacement is only known for gaussian"
        )
    if name == "pair" or (name == "select" and "file" in values):
        return Round.in_either_order(build(values, group))
    return Round.given(_replaced(name, values, rate, build, group), EITHER)


def _sized(name: str, values: Mapping[str, str], group: int, adjacency: str) -> DominatingPair:
    """Batches of a fixed size; a record is replaced, so that both data sets have as many."""
    batches = values["batches"]
    if batches not in BATCHES:
        raise InvalidValue(f"batches = {batches} is not known; choose one of {', '.join(BATCHES)}")
    if adjacency != REPLACE or "batch" not in values or group > 1 or name == "mixture":
        raise InvalidValue(
            f"batches = {batches} with {name} needs replace-one, rows and batch, and no group: with a "
            "record more or less the batches are drawn from another number of records"
        )
    rows, batch = whole(values["rows"], "rows"), whole(values["batch"], "batch")
    pair = either_order(FAMILIES[name][2](values, 2))
    if batches == FIXED:
        return SubsetSampled.of(pair, Fraction(batch, rows))
    if not isinstance(pair, Gaussian):
        raise InvalidValue(f"batches = redrawn with {name}: such draws are only known for gaussian")
    return with_replacement(pair, batch, rows)


def _grouped(
    name: str, values: Mapping[str, str], rate: Fraction, group: int, adjacency: str
) -> DominatingPair:
    """The pair of m records that are all removed: m neighbours in a row, or how many are in a sample."""
    if name == "gaussian" and adjacency == ADD_REMOVE:
        unit = number(values.get("sensitivity", "1"), "sensitivity")
        chances = [comb(group, j) * rate**j * (1 - rate) ** (group - j) for j in range(group + 1)]
        return MixtureOfGaussians.of(values["sigma"], [unit * j for j in range(group + 1)], chances)
    if rate != 1:
        raise InvalidValue(
            f"group = {group} and q = {rate} with {name}: groups in samples are known for gaussian under "
            "add-remove-one; leave out group or q"
        )
    if name == "zcdp":
        return MomentBound.concentrated(number(values["rho"], "rho") * group**2)
    if name == "gdp":
        return Gaussian.of(1, positive_rational(values["mu"], "mu") * group)
    if name in ("exponential", "bounded-range"):
        given = "range" if "range" in values else "epsilon"
        return BoundedRange.of(nonnegative_rational(values[given], given) * group)
    if name in ("pure", "approximate"):
        found = group_privacy(values["epsilon"], values.get("delta", "0"), group)
        return approximate(found.epsilon, min(number(found.delta), number(1)))
    return _alone(name, group)


def _alone(name: str, group: int) -> DominatingPair:
    """What has no pair for groups.  Raises InvalidValue for more than one record."""
    if group > 1:
        raise InvalidValue(f"group = {group} with {name}: no pair of a group is known; leave group out")
    return NOTHING


def _replaced(
    name: str, values: Mapping[str, str], rate: Fraction, build: Builder, group: int
) -> DominatingPair:
    """A record replaced: contributions of norm at most the sensitivity move the sum by twice as much."""
    if name == "mixture":
        raise InvalidValue(
            "mixture is the pair of a record that is added or removed; use --adjacency add-remove-one with it"
        )
    if rate == 1:
        return build(values, 2 * group)
    if name in SUMS and name != "gaussian":
        return SubsetSampled.of(build(values, 2), rate)
    if name != "gaussian":
        raise InvalidValue(
            f"q = {brief(rate)} with {name}: sampling under replacement is only known for noise on sums "
            f"({', '.join(SUMS)}): a sample without the record is no neighbour of one with it; use "
            "batches=fixed or --adjacency add-remove-one, or leave q out"
        )
    return ReplacedGaussian.of(values["sigma"], rate, values.get("sensitivity", "1"))


SHARED = ("q", "k", "rows", "batch", "epochs", "group", "batches")
"""The optional parameters of every word."""


def parsed(text: str) -> tuple[str, dict[str, str]]:
    """The name and the parameters, each known to the word and none missing."""
    name, *words = text.replace(",", " ").split() or [""]
    if name not in FAMILIES:
        raise InvalidValue(_unknown(text, name))
    required, optional, _ = FAMILIES[name]
    shared: tuple[str, ...] = (
        ("q", "k", "group") if name in ("truncated-gaussian", *CUT, *MATRICES) else SHARED
    )
    shared = () if name in BATCH_WORDS else shared
    values = values_of(text, words, tuple(dict.fromkeys((*required, *optional, *shared))))
    missing = [key for key in required if key not in values]
    if missing:
        example = EXAMPLES.get(missing[0], "1")
        raise InvalidValue(
            f"mechanism {brief(repr(text))} has no {missing[0]}; add one, for example {missing[0]}={example}"
        )
    for key, value in values.items():
        check_length(key, value)
    return name, values


def _unknown(text: str, name: str) -> str:
    if not name:
        return (
            f"mechanism {text!r} is empty; write for example 'gaussian sigma=1': one of {', '.join(FAMILIES)}"
        )
    close = get_close_matches(name.lower(), FAMILIES, n=1)
    hint = f"did you mean {close[0]}?" if close else f"choose one of {', '.join(FAMILIES)}"
    return f"mechanism {brief(repr(text))}: {brief(repr(name))} is not known; {hint}"
