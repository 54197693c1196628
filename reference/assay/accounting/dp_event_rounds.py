"""The rounds of single events of dp-accounting: noise on sums, samples and batches; and what is refused."""

from __future__ import annotations

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
from .subsets import SubsetSampled
from .truncation import ADD_REMOVE, REPLACE, truncated_gaussian
from .with_replacement import with_replacement

try:
    events = cast(Any, import_module("dp_accounting.dp_event"))
except ImportError as missing:
    raise ImportError("dp-accounting is not installed; pip install 'assay[peers]'") from missing

REVEALING = approximate(0, 1)

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


def moves_of(adjacency: str) -> int:
    """How far a changed record moves a sum, in units of the largest norm."""
    return 2 if adjacency == REPLACE else 1


def both(pair: DominatingPair) -> Round:
    """The same pair when a record is removed and when it is added, beside events whose pairs differ."""
    return Round.directed(pair, pair)


def noise_of(event: Any, moves: int) -> DominatingPair:
    """The pair of noise that is added to a sum which moves by `moves`; the same in both directions."""
    if isinstance(event, events.NoOpDpEvent):
        return NOTHING
    if isinstance(event, events.NonPrivateDpEvent):
        return REVEALING
    if isinstance(event, events.GaussianDpEvent):
        noise = exact(event.noise_multiplier, "noise_multiplier")
        return Gaussian.of(noise, moves) if noise else REVEALING
    if isinstance(event, events.LaplaceDpEvent):
        noise = exact(event.noise_multiplier, "noise_multiplier")
        return Laplace.of(noise, moves) if noise else REVEALING
    if isinstance(event, events.DiscreteLaplaceDpEvent):
        rate, sensitivity = exact(event.noise_parameter, "noise_parameter"), event.sensitivity
        if not natural(sensitivity, "sensitivity"):
            return NOTHING
        return discrete_laplace(1 / rate, moves * index(sensitivity)) if rate else REVEALING
    kind = type(event).__name__
    raise Unsupported(
        f"{kind} is not supported: {REFUSED.get(kind, 'no pair that dominates it is known here')}", event
    )


def within_sample(event: Any, moves: int) -> DominatingPair:
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
    if isinstance(event, events.ComposedDpEvent):
        return [pair for part in listed(event.events, "events") for pair in _parts(part, moves)]
    if not isinstance(event, events.SelfComposedDpEvent):
        return [noise_of(event, moves)]
    count, once = natural(event.count, "count"), within_sample(event.event, moves)
    if isinstance(once, Gaussian) and count:
        return [once.times(count)]
    return [once] * min(count, 1 if once in (NOTHING, REVEALING) else 2)


def two_distributions(masses: list[tuple[Fraction, Fraction]]) -> DominatingPair:
    """The finite pair with these (P, Q)-masses."""
    found = FinitePair.from_masses((number(p), number(q)) for p, q in masses)
    return found if found.atoms else REVEALING


def poisson(event: Any, adjacency: str) -> Round:
    """Poisson sampling; of a sample that is sampled again, with the product of the rates."""
    rate = Fraction(1)
    while isinstance(event, events.PoissonSampledDpEvent):
        rate *= probability(event.sampling_probability, "sampling_probability")
        event = event.event
    if isinstance(event, events.MixtureOfGaussiansDpEvent):
        return mixture(event, adjacency, rate)
    pair = within_sample(event, moves_of(adjacency))
    if pair is REVEALING and 0 < rate < 1:
        return _revealing(rate, adjacency)
    if adjacency != REPLACE:
        return Round.of(pair.sampled(rate))
    if isinstance(pair, Gaussian) and 0 < rate < 1:
        return both(ReplacedGaussian(pair.mu_squared / 4, rate))
    return both(SubsetSampled.of(pair, rate))


def _revealing(rate: Fraction, adjacency: str) -> Round:
    """Everything is revealed with that probability, and nothing at all otherwise."""
    if adjacency == REPLACE:
        return both(approximate(0, rate))
    if rate in (0, 1):
        return both(REVEALING if rate else NOTHING)
    return Round.of(two_distributions([(rate, Fraction(0)), (1 - rate, Fraction(1))]))


def truncated(event: Any, adjacency: str) -> Round:
    """Poisson sampling with batches that are cut."""
    size = natural(event.dataset_size, "dataset_size")
    batch = natural(event.truncated_batch_size, "truncated_batch_size")
    rate = probability(event.sampling_probability, "sampling_probability")
    noise = exact(event.noise_multiplier, "noise_multiplier")
    if not size or not batch or not rate:
        return both(NOTHING)
    return truncated_gaussian(noise, rate, size, batch, adjacency) if noise else both(REVEALING)


def mixture(event: Any, adjacency: str, rate: Fraction = Fraction(1)) -> Round:
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


def subset(event: Any, adjacency: str) -> Round:
    """A batch of a fixed size; a record replaced by the zero record is one that is replaced."""
    size, source = _sizes(event, adjacency)
    if size > source:
        raise InvalidValue(
            f"sample_size = {size} exceeds source_dataset_size = {source}; draw at most all of them"
        )
    return both(SubsetSampled.of(within_sample(event.event, 2), Fraction(size, source)))


def redrawn(event: Any, adjacency: str) -> Round:
    """Draws with replacement."""
    size, source = _sizes(event, adjacency)
    pair = within_sample(event.event, 2)
    if pair in (NOTHING, REVEALING) or not size:
        return both(pair if size else NOTHING)
    if not isinstance(pair, Gaussian):
        raise Unsupported("SampledWithReplacementDpEvent is only supported for Gaussian noise", event)
    return both(with_replacement(pair, size, source))


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
