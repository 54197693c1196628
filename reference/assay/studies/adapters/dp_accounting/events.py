"""The events that the accountants support: each as text, and as the noise that it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from ....testing.claims import grid
from . import mechanisms as m
from .mechanisms import Noise

ADD, REPLACE, SPECIAL = "ADD_OR_REMOVE_ONE", "REPLACE_ONE", "REPLACE_SPECIAL"
SUM = (
    "the documentation of the event: 'this mechanism returns sum_i v_i + z. If the norms of the values are "
    "bounded ||v_i|| <= C, the noise_multiplier is defined as s / C'; a value that is replaced moves the sum "
    "by up to 2 C"
)


@dataclass(frozen=True)
class Event:
    """An event as text, what it is, and which accountants support it.

    at_least: only a lower bound of its loss is known.
    """

    names: tuple[str, ...]
    text: str
    rounds: Callable[..., Sequence[Noise]]
    parameters: Sequence[Mapping[str, Any]]
    accountants: tuple[str, ...] = ("pld", "rdp")
    relation: str = ADD
    at_least: bool = False
    note: str = ""
    twice: bool = False

    @property
    def title(self) -> str:
        """The event, and how it comes to be there more than once."""
        return f"{self.names[0]}{' twice' if self.twice else ''}"


GAUSSIANS = Event(
    ("GaussianDpEvent", "SelfComposedDpEvent"),
    "dp_event.SelfComposedDpEvent(dp_event.GaussianDpEvent({sigma!r}), {count!r})",
    lambda sigma, count: [m.gaussian(sigma, count=count)],
    grid(sigma=[1.0, 8.0], count=[1, 64]),
)
LAPLACES = Event(
    ("LaplaceDpEvent", "SelfComposedDpEvent"),
    "dp_event.SelfComposedDpEvent(dp_event.LaplaceDpEvent({scale!r}), {count!r})",
    lambda scale, count: [m.laplace(scale, count=count)],
    [*grid(scale=[0.5, 2.0], count=[1]), {"scale": 2.0, "count": 10}],
)

EVENTS = (
    GAUSSIANS,
    Event(
        ("GaussianDpEvent",),
        "dp_event.GaussianDpEvent({sigma!r})",
        lambda sigma: [m.gaussian(sigma)],
        grid(sigma=[1.0]),
        relation=SPECIAL,
    ),
    Event(
        ("GaussianDpEvent",),
        "dp_event.GaussianDpEvent({sigma!r})",
        lambda sigma: [m.gaussian(sigma, sensitivity=2)],
        grid(sigma=[1.0, 4.0]),
        relation=REPLACE,
        note=SUM,
    ),
    LAPLACES,
    Event(
        ("LaplaceDpEvent",),
        "dp_event.LaplaceDpEvent({scale!r})",
        lambda scale: [m.laplace(scale, sensitivity=2)],
        grid(scale=[1.0, 4.0]),
        accountants=("rdp",),
        relation=REPLACE,
        note=SUM,
    ),
    Event(
        ("DiscreteLaplaceDpEvent",),
        "dp_event.DiscreteLaplaceDpEvent({a!r}, {sensitivity!r})",
        lambda a, sensitivity: [m.discrete_laplace(a, sensitivity=sensitivity)],
        grid(a=[0.5], sensitivity=[1, 2]),
        accountants=("pld",),
    ),
    Event(
        ("RandomizedResponseDpEvent",),
        "dp_event.RandomizedResponseDpEvent({p!r}, {k!r})",
        lambda p, k: [m.response(p, k)],
        grid(p=[0.5, 2.0**-20], k=[2, 8]),
        relation=REPLACE,
    ),
    Event(
        ("RandomizedResponseDpEvent",),
        "dp_event.RandomizedResponseDpEvent({p!r}, {k!r})",
        lambda p, k: [m.response_special(p, k)],
        grid(p=[0.5, 2.0**-20], k=[2, 8]),
        relation=SPECIAL,
    ),
    Event(
        ("PoissonSampledDpEvent", "GaussianDpEvent"),
        "dp_event.PoissonSampledDpEvent({q!r}, dp_event.GaussianDpEvent({sigma!r}))",
        lambda q, sigma: [m.gaussian(sigma, q)],
        grid(q=[0.125, 1.0], sigma=[1.0]),
    ),
    Event(
        ("PoissonSampledDpEvent", "GaussianDpEvent"),
        "dp_event.PoissonSampledDpEvent({q!r}, dp_event.GaussianDpEvent({sigma!r}))",
        lambda q, sigma: [m.gaussian(sigma, q, adjacency="replace-one")],
        grid(q=[0.125], sigma=[1.0]),
        accountants=("pld",),
        relation=REPLACE,
    ),
    Event(
        ("PoissonSampledDpEvent", "LaplaceDpEvent"),
        "dp_event.PoissonSampledDpEvent({q!r}, dp_event.LaplaceDpEvent({scale!r}))",
        lambda q, scale: [m.laplace(scale, q)],
        grid(q=[0.125], scale=[1.0]),
        accountants=("pld",),
    ),
    Event(
        ("MixtureOfGaussiansDpEvent",),
        "dp_event.MixtureOfGaussiansDpEvent({sigma!r}, [0.0, 1.0], [1 - {q!r}, {q!r}])",
        lambda sigma, q: [m.gaussian(sigma, q)],
        grid(sigma=[1.0], q=[0.125]),
        accountants=("pld",),
    ),
    Event(
        ("ComposedDpEvent", "NoOpDpEvent"),
        "dp_event.ComposedDpEvent([dp_event.GaussianDpEvent({sigma!r}), dp_event.NoOpDpEvent(), "
        "dp_event.LaplaceDpEvent(2.0)])",
        lambda sigma: [m.gaussian(sigma), m.laplace(Fraction(2))],
        grid(sigma=[2.0]),
    ),
    Event(
        ("NonPrivateDpEvent",),
        "dp_event.NonPrivateDpEvent()",
        lambda: [m.approximate(Fraction(0), 1)],
        [{}],
    ),
    Event(
        ("ZCDpEvent",),
        "dp_event.ZCDpEvent({rho!r})",
        lambda rho: [m.gaussian(1 / (2 * rho))],  # rho = 1/(2 sigma^2) = sigma^-1/2 at sigma = 1
        grid(rho=[0.5]),
        accountants=("rdp",),
        at_least=True,
    ),
    Event(
        ("SampledWithoutReplacementDpEvent", "GaussianDpEvent"),
        "dp_event.SampledWithoutReplacementDpEvent({n!r}, {size!r}, dp_event.GaussianDpEvent({sigma!r}))",
        lambda n, size, sigma: [m.gaussian(sigma, Fraction(size, n), adjacency="replace-one")],
        grid(n=[8], size=[1, 4], sigma=[1.0, 4.0]),
        accountants=("rdp",),
        relation=REPLACE,
        at_least=True,
        note=SUM,
    ),
    Event(
        ("SingleEpochTreeAggregationDpEvent",),
        "dp_event.SingleEpochTreeAggregationDpEvent({sigma!r}, {steps!r})",
        lambda sigma, steps: [m.gaussian(sigma, count=_nodes(steps))],
        [*grid(sigma=[2.0], steps=[1, 2, 3, 4, 1000, 2**50, [1, 5]])],
        accountants=("rdp",),
        relation=SPECIAL,
    ),
    Event(
        ("RepeatAndSelectDpEvent", "RandomizedResponseDpEvent"),
        "dp_event.RepeatAndSelectDpEvent(dp_event.RandomizedResponseDpEvent({p!r}, 2), {mean!r}, 1)",
        lambda p, mean: [m.best_of_geometric(p, mean)],
        grid(p=[0.5], mean=[1.0, 4.0]),
        accountants=("rdp",),
        relation=REPLACE,
        at_least=True,
    ),
    Event(
        ("TruncatedSubsampledGaussianDpEvent",),
        "dp_event.TruncatedSubsampledGaussianDpEvent({n!r}, {q!r}, {most!r}, {sigma!r})",
        lambda n, q, most, sigma: [m.gaussian(sigma, m.truncated_rate(n, q, most))],
        grid(n=[4], q=[0.25], most=[1, 3], sigma=[1.0]),
        accountants=("pld",),
        at_least=True,
    ),
)

MANY = (
    replace(GAUSSIANS, parameters=grid(sigma=[100.0], count=[10_000])),
    replace(LAPLACES, parameters=grid(scale=[200.0], count=[10_000, 20_000])),
    Event(
        ("PoissonSampledDpEvent", "GaussianDpEvent", "SelfComposedDpEvent"),
        "dp_event.SelfComposedDpEvent(dp_event.PoissonSampledDpEvent({q!r}, "
        "dp_event.GaussianDpEvent({sigma!r})), {count!r})",
        lambda q, sigma, count: [m.gaussian(sigma, q, count=count)],
        grid(q=[0.001], sigma=[1.0], count=[10_000]),
    ),
)
"""So many rounds that the noise of a transform in floats is as large as the deltas that are asked for."""


def _nodes(steps: int | list[int]) -> int:
    """How many nodes of a tree over so many steps hold a leaf at most: the bits of the number of steps."""
    return max(steps).bit_length() if isinstance(steps, list) else steps.bit_length()
