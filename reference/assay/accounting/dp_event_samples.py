"""The rounds of samples and batches that events of dp-accounting draw."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..composition.finite_pair import NOTHING
from ..composition.round import Round
from ..errors import InvalidValue
from .densities import Gaussian, ReplacedGaussian
from .discrete import approximate
from .dp_event_noise import REVEALING, Unsupported, both, events, moves_of, two_distributions, within_sample
from .dp_values import completed, exact, listed, natural, probability
from .mixtures import MixtureOfGaussians
from .subsets import SubsetSampled
from .truncation import ADD_REMOVE, REPLACE, truncated_gaussian
from .with_replacement import with_replacement


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
