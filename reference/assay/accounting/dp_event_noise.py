"""The pairs of noise that events of dp-accounting add to sums, and what of them is not supported."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from operator import index
from typing import Any, cast

from ..composition.finite_pair import NOTHING, FinitePair
from ..composition.pair import DominatingPair
from ..composition.round import Round
from ..errors import AssayError
from ..exact import number
from .densities import Gaussian, Laplace
from .discrete import approximate, discrete_laplace
from .dp_values import exact, listed, natural
from .truncation import REPLACE

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
