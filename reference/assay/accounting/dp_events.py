"""What the events of dp-accounting mean: the rounds that dominate each of them, or why there are none.

An event is a sum of contributions v_i with noise, ||v_i|| <= 1 in its units, as its documentation says.  A
record that is added, removed or replaced by the zero record (`REPLACE_SPECIAL`) moves the sum by at most 1,
one replaced by any other (`REPLACE_ONE`) by at most 2.  All other theorems are in spec/accounting.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from importlib import import_module
from operator import index
from typing import Any, cast

from ..composition.finite_pair import NOTHING, FinitePair
from ..composition.pair import DominatingPair
from ..composition.round import Round
from ..errors import AssayError, InvalidValue
from ..exact import number
from .densities import Gaussian, Laplace, ReplacedGaussian
from .discrete import approximate, discrete_laplace
from .dp_values import completed, exact, listed, natural, probability
from .mixtures import MixtureOfGaussians
from .moment_bounds import MomentBound
from .subsets import SubsetSampled
from .truncation import ADD_REMOVE, REPLACE, ZERO_OUT, truncated_gaussian
from .with_replacement import with_replacement

try:
    _events = cast(Any, import_module("dp_accounting.dp_event"))
except ImportError as missing:
    raise ImportError("dp-accounting is not installed; pip install 'assay[peers]'") from missing

REVEALING = approximate(0, 1)
RELATIONS = {ADD_REMOVE: "ADD_OR_REMOVE_ONE", REPLACE: "REPLACE_ONE", ZERO_OUT: "REPLACE_SPECIAL"}

REFUSED = {
    "UnsupportedDpEvent": "it stands for a mechanism about which nothing is known",
    "RepeatAndSelectDpEvent": "its bound is one of Renyi divergences, not a pair; give its tails with "
    "assay.accounting.Tails",
    "ZCDpEvent": "concentrated privacy bounds moments, of which no sample is known; give the "
    "GaussianDpEvent it comes from",
}
"""Why an event has no certified pair under any relation."""


class Unsupported(AssayError):
    """An event that has no certified pair here; `event` is the innermost one."""

    def __init__(self, message: str, event: object) -> None:
        super().__init__(message)
        self.event = event


def rounds_of(event: Any, count: int, adjacency: str) -> list[tuple[Round, int]]:
    """The rounds of `count` uses of an event.  Raises Unsupported with the innermost event that has none."""
    try:
        return _rounds(event, natural(count, "count"), adjacency)
    except Unsupported:
        raise
    except AssayError as error:
        raise Unsupported(f"{type(event).__name__}: {error}", event) from error


def _rounds(event: Any, count: int, adjacency: str) -> list[tuple[Round, int]]:
    if isinstance(event, _events.SelfComposedDpEvent):
        return rounds_of(event.event, count * natural(event.count, "count"), adjacency)
    if isinstance(event, _events.ComposedDpEvent):
        return [each for part in listed(event.events, "events") for each in rounds_of(part, count, adjacency)]
    if isinstance(event, _events.NoOpDpEvent):
        return []
    for kind, build in BUILDERS.items():
        if isinstance(event, getattr(_events, kind)):
            return [(build(event, adjacency), count)]
    return [(_both(_symmetric(event, _moves(adjacency))), count)]


def _moves(adjacency: str) -> int:
    """How far a changed record moves a sum, in units of the largest norm."""
    return 2 if adjacency == REPLACE else 1


def _both(pair: DominatingPair) -> Round:
    """The same pair when a record is removed and when it is added, beside events whose pairs differ."""
    return Round.directed(pair, pair)


def _symmetric(event: Any, moves: int) -> DominatingPair:
    """The pair of noise that is added to a sum which moves by `moves`; the same in both directions."""
    if isinstance(event, _events.NoOpDpEvent):
        return NOTHING
    if isinstance(event, _events.NonPrivateDpEvent):
        return REVEALING
    if isinstance(event, _events.GaussianDpEvent):
        noise = exact(event.noise_multiplier, "noise_multiplier")
        return Gaussian.of(noise, moves) if noise else REVEALING
    if isinstance(event, _events.LaplaceDpEvent):
        noise = exact(event.noise_multiplier, "noise_multiplier")
        return Laplace.of(noise, moves) if noise else REVEALING
    if isinstance(event, _events.DiscreteLaplaceDpEvent):
        rate, sensitivity = exact(event.noise_parameter, "noise_parameter"), event.sensitivity
        if not natural(sensitivity, "sensitivity"):
            return NOTHING
        return discrete_laplace(1 / rate, moves * index(sensitivity)) if rate else REVEALING
    kind = type(event).__name__
    raise Unsupported(
        f"{kind} is not supported: {REFUSED.get(kind, 'no pair that dominates it is known here')}", event
    )


def _within(event: Any, moves: int) -> DominatingPair:
    """The pair of everything that is done with one sample."""
    pairs = [pair for pair in _parts(event, moves) if pair != NOTHING]
    if REVEALING in pairs:
        return REVEALING
    if pairs and all(isinstance(pair, Gaussian) for pair in pairs):
        return Gaussian(sum((pair.mu_squared for pair in pairs if isinstance(pair, Gaussian)), Fraction(0)))
    if len(pairs) > 1:
        raise Unsupported(
            f"{type(event).__name__} on one sample is only supported where all of it is Gaussian noise; "
            "give each mechanism a sample of its own",
            event,
        )
    return pairs[0] if pairs else NOTHING


def _parts(event: Any, moves: int) -> list[DominatingPair]:
    """The pairs of the parts of an event; Gaussian noise that is repeated is one part."""
    if isinstance(event, _events.ComposedDpEvent):
        return [pair for part in listed(event.events, "events") for pair in _parts(part, moves)]
    if not isinstance(event, _events.SelfComposedDpEvent):
        return [_symmetric(event, moves)]
    count, once = natural(event.count, "count"), _within(event.event, moves)
    if isinstance(once, Gaussian) and count:
        return [once.times(count)]
    return [once] * min(count, 1 if once in (NOTHING, REVEALING) else 2)


def _poisson(event: Any, adjacency: str) -> Round:
    """Poisson sampling; of a sample that is sampled again, with the product of the rates."""
    rate = Fraction(1)
    while isinstance(event, _events.PoissonSampledDpEvent):
        rate *= probability(event.sampling_probability, "sampling_probability")
        event = event.event
    if isinstance(event, _events.MixtureOfGaussiansDpEvent):
        return _mixture(event, adjacency, rate)
    pair = _within(event, _moves(adjacency))
    if pair is REVEALING and 0 < rate < 1:
        return _revealing(rate, adjacency)
    if adjacency != REPLACE:
        return Round.of(pair.sampled(rate))
    if isinstance(pair, Gaussian) and 0 < rate < 1:
        return _both(ReplacedGaussian(pair.mu_squared / 4, rate))
    return _both(SubsetSampled.of(pair, rate))


def _revealing(rate: Fraction, adjacency: str) -> Round:
    """Everything is revealed with that probability, and nothing at all otherwise."""
    if adjacency == REPLACE:
        return _both(approximate(0, rate))
    if rate in (0, 1):
        return _both(REVEALING if rate else NOTHING)
    return Round.of(_two_distributions([(rate, Fraction(0)), (1 - rate, Fraction(1))]))


def _truncated(event: Any, adjacency: str) -> Round:
    """Poisson sampling with batches that are cut."""
    size = natural(event.dataset_size, "dataset_size")
    batch = natural(event.truncated_batch_size, "truncated_batch_size")
    rate = probability(event.sampling_probability, "sampling_probability")
    noise = exact(event.noise_multiplier, "noise_multiplier")
    if not size or not batch or not rate:
        return _both(NOTHING)
    return truncated_gaussian(noise, rate, size, batch, adjacency) if noise else _both(REVEALING)


def _mixture(event: Any, adjacency: str, rate: Fraction = Fraction(1)) -> Round:
    """A mixture of Gaussians, perhaps of a Poisson sample, which is a mixture again."""
    if adjacency == REPLACE:
        raise Unsupported(
            "MixtureOfGaussiansDpEvent is the pair of a record that is added or removed; it needs "
            "neighboring_relation=ADD_OR_REMOVE_ONE or REPLACE_SPECIAL",
            event,
        )
    shifts = [exact(s, "sensitivities") for s in listed(event.sensitivities, "sensitivities")]
    weights = [exact(p, "sampling_probs") for p in listed(event.sampling_probs, "sampling_probs")]
    weights = [rate * p for p in completed(shifts, weights)]
    noise = exact(event.standard_deviation, "standard_deviation")
    if not noise:
        total = sum((p for s, p in zip(shifts, weights, strict=True) if s), Fraction(0))
        return _revealing(total, adjacency)
    return Round.of(MixtureOfGaussians.of(noise, [0, *shifts], [1 - rate, *weights]))


def _subset(event: Any, adjacency: str) -> Round:
    """A batch of a fixed size; a record replaced by the zero record is one that is replaced."""
    size, source = _sizes(event, adjacency)
    if size > source:
        raise InvalidValue(
            f"sample_size = {size} exceeds source_dataset_size = {source}; draw at most all of them"
        )
    return _both(SubsetSampled.of(_within(event.event, 2), Fraction(size, source)))


def _redrawn(event: Any, adjacency: str) -> Round:
    """Draws with replacement."""
    size, source = _sizes(event, adjacency)
    pair = _within(event.event, 2)
    if pair in (NOTHING, REVEALING) or not size:
        return _both(pair if size else NOTHING)
    if not isinstance(pair, Gaussian):
        raise Unsupported("SampledWithReplacementDpEvent is only supported for Gaussian noise", event)
    return _both(with_replacement(pair, size, source))


def _sizes(event: Any, adjacency: str) -> tuple[int, int]:
    """(sample_size, source_dataset_size)."""
    if adjacency == ADD_REMOVE:
        raise Unsupported(
            f"{type(event).__name__} needs neighboring_relation=REPLACE_ONE or REPLACE_SPECIAL: with a "
            "record more or less its batches are drawn from another number of records",
            event,
        )
    source = natural(event.source_dataset_size, "source_dataset_size")
    if not source:
        raise InvalidValue("source_dataset_size = 0: there is nothing to draw from; give an int >= 1")
    return natural(event.sample_size, "sample_size"), source


def _concentrated(event: Any, adjacency: str) -> Round:
    """D_a <= rho a, under whatever relation it was proved for."""
    if exact(event.xi, "xi"):
        raise Unsupported(
            f"ZCDpEvent with xi = {event.xi} is not supported: only D_a <= rho a is known here; give 0",
            event,
        )
    return _both(MomentBound.concentrated(exact(event.rho, "rho")))


def _tree(event: Any, adjacency: str) -> Round:
    """Sums of all nodes of binary trees: a record is in one node of each of the levels of one tree."""
    if adjacency != ZERO_OUT:
        raise Unsupported(
            "SingleEpochTreeAggregationDpEvent needs neighboring_relation=REPLACE_SPECIAL: other relations "
            "move records between the leaves, or leave open what a sensitivity is",
            event,
        )
    counts = event.step_counts
    leaves = max(natural(n, "step_counts") for n in (counts if isinstance(counts, Iterable) else (counts,)))
    noise = exact(event.noise_multiplier, "noise_multiplier")
    if not leaves:
        return _both(NOTHING)
    return _both(Gaussian.of(noise).times(leaves.bit_length()) if noise else REVEALING)


def _response(event: Any, adjacency: str) -> Round:
    """Randomised response over k values: 1 - p + p/k for the true one, p/k for any other."""
    if adjacency == ADD_REMOVE:
        raise Unsupported(
            "RandomizedResponseDpEvent needs neighboring_relation=REPLACE_ONE or REPLACE_SPECIAL: no record "
            "is left out of it",
            event,
        )
    noise, count = (
        probability(event.noise_parameter, "noise_parameter"),
        natural(event.num_buckets, "num_buckets"),
    )
    if not count:
        raise InvalidValue("num_buckets = 0; give an int >= 1")
    if count == 1 or noise == 1:
        return _both(NOTHING)
    low, high = noise / count, 1 - noise + noise / count
    if adjacency == ZERO_OUT:
        # the special record is answered by a uniform value
        rest = 1 - high
        return Round.of(_two_distributions([(high, Fraction(1, count)), (rest, 1 - Fraction(1, count))]))
    return _both(_two_distributions([(high, low), (low, high), ((count - 2) * low, (count - 2) * low)]))


def _two_distributions(masses: list[tuple[Fraction, Fraction]]) -> DominatingPair:
    """The finite pair with these (P, Q)-masses."""
    found = FinitePair.from_masses((number(p), number(q)) for p, q in masses)
    return found if found.atoms else REVEALING


BUILDERS: dict[str, Callable[[Any, str], Round]] = {
    "PoissonSampledDpEvent": _poisson,
    "TruncatedSubsampledGaussianDpEvent": _truncated,
    "MixtureOfGaussiansDpEvent": _mixture,
    "SampledWithoutReplacementDpEvent": _subset,
    "SampledWithReplacementDpEvent": _redrawn,
    "SingleEpochTreeAggregationDpEvent": _tree,
    "RandomizedResponseDpEvent": _response,
    "ZCDpEvent": _concentrated,
}
"""The round of one use of an event, by its class and the relation of neighbours."""
