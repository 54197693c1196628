"""Privacy loss distributions as the constructors make them, asked for delta and for epsilon."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from ....testing.claims import grid
from ...survey.case import Case
from ...survey.definitions import composed
from . import mechanisms as m
from .mechanisms import Noise
from .names import PLD, claims

Quantity: TypeAlias = Literal["epsilon", "delta"]

EPSILONS = (0.0, 2.0**-53, 0.1, 1.0, 3.0, 50.0, 710.0, float("inf"))
DELTAS = (0.0, 1e-300, 1e-12, 1e-5, 0.375, 1.0)
MODEST_EPSILONS = (0.0, 0.1, 1.0, 3.0)
MODEST_DELTAS = (0.0, 1e-9, 1e-5, 0.375)
FEW_EPSILONS = (0.25, 1.0, 2.0)
FEW_DELTAS = (1e-6, 0.01)
BOTH: tuple[tuple[Quantity, str, Sequence[float]], ...] = (
    ("delta", "epsilon", FEW_EPSILONS),
    ("epsilon", "delta", FEW_DELTAS),
)
CLASS = f"{PLD}.PrivacyLossDistribution"
ASKED = (f"{CLASS}.get_delta_for_epsilon", f"{CLASS}.get_epsilon_for_delta", CLASS)


@dataclass(frozen=True)
class Made:
    """A constructor: its text with {parameters!r} and {more} for the options, its mechanism, its grid.

    modest: the extremes of epsilon and delta are left out, where the certified accountant is slow.
    """

    name: str
    text: str
    rounds: Callable[..., Sequence[Noise]]
    parameters: Sequence[Mapping[str, Any]]
    modest: bool = False
    dots: bool = True
    optimistic: bool = True
    also: tuple[str, ...] = ()


CONSTRUCTORS = (
    Made(
        "from_laplace_mechanism",
        "pld.from_laplace_mechanism({scale!r}, sensitivity={sensitivity!r}, sampling_prob={q!r}",
        lambda scale, sensitivity, q: [m.laplace(scale, q, sensitivity)],
        [
            *grid(scale=[0.5, 1.0, 10.0], sensitivity=[1.0], q=[1.0]),
            *grid(scale=[1.0], sensitivity=[1.0, 2.0], q=[0.125, 0.01]),
        ],
    ),
    Made(
        "from_gaussian_mechanism",
        "pld.from_gaussian_mechanism({sigma!r}, sensitivity={sensitivity!r}, sampling_prob={q!r}",
        lambda sigma, sensitivity, q: [m.gaussian(sigma, q, sensitivity)],
        [
            *grid(sigma=[1.0, 20.0], sensitivity=[1.0], q=[1.0]),
            *grid(sigma=[1.0], sensitivity=[2.0], q=[0.125]),
        ],
    ),
    Made(
        "from_gaussian_mechanism",
        "pld.from_gaussian_mechanism({sigma!r}, sampling_prob={q!r}, "
        "neighboring_relation=dpa.NeighboringRelation.REPLACE_ONE",
        lambda sigma, q: [m.gaussian(sigma, q, adjacency="replace-one", sensitivity=2 if q == 1 else 1)],
        grid(sigma=[1.0], q=[1.0, 0.125]),
        optimistic=False,
    ),
    Made(
        "from_discrete_laplace_mechanism",
        "pld.from_discrete_laplace_mechanism({a!r}, sensitivity={sensitivity!r}, sampling_prob={q!r}",
        lambda a, sensitivity, q: [m.discrete_laplace(a, q, sensitivity)],
        [*grid(a=[0.5, 2.0], sensitivity=[1, 3], q=[1.0]), *grid(a=[0.5], sensitivity=[1], q=[0.125])],
    ),
    Made(
        "from_discrete_gaussian_mechanism",
        "pld.from_discrete_gaussian_mechanism({sigma!r}, sensitivity={sensitivity!r}, sampling_prob={q!r}",
        lambda sigma, sensitivity, q: [m.discrete_gaussian(sigma, q, sensitivity)],
        [
            *grid(sigma=[0.5, 4.0], sensitivity=[1, 2], q=[1.0]),
            *grid(sigma=[1.0], sensitivity=[1], q=[0.125]),
        ],
        modest=True,
        optimistic=False,
    ),
    Made(
        "from_randomized_response",
        "pld.from_randomized_response({p!r}, {k!r}",
        lambda p, k: [m.response(p, k)],
        [*grid(p=[0.5, 2.0**-30, 0.875], k=[2, 10])],
        dots=False,
    ),
    Made(
        "from_randomized_response",
        "pld.from_randomized_response({p!r}, {k!r}, "
        "neighboring_relation=dpa.NeighboringRelation.REPLACE_SPECIAL",
        lambda p, k: [m.response_special(p, k)],
        [*grid(p=[0.5, 2.0**-30], k=[2, 8])],
        dots=False,
        optimistic=False,
    ),
    Made(
        "from_mixture_gaussian_mechanism",
        "pld.from_mixture_gaussian_mechanism({sigma!r}, [0.0, {sensitivity!r}], [1 - {q!r}, {q!r}], "
        "value_discretization_interval=0.01",
        lambda sigma, sensitivity, q: [m.gaussian(sigma, q, sensitivity)],
        grid(sigma=[1.0], sensitivity=[1.0, 2.0], q=[0.125]),
        modest=True,
    ),
    Made(
        "from_privacy_parameters",
        "pld.from_privacy_parameters(common.DifferentialPrivacyParameters({e!r}, {d!r})",
        lambda e, d: [m.approximate(e, d)],
        grid(e=[0.0, 0.5, 3.0, 40.0], d=[0.0, 2.0**-20]),
        dots=False,
        optimistic=False,
        also=("dp_accounting.pld.common.DifferentialPrivacyParameters",),
    ),
    Made(
        "from_two_probability_mass_functions",
        "pld.from_two_probability_mass_functions({{0: math.log({p!r}), 1: math.log(1 - {p!r})}}, "
        "{{0: math.log(1 - {p!r}), 1: math.log({p!r})}}",
        lambda p: [m.response(2 * p, 2)],
        grid(p=[0.25, 2.0**-20]),
        dots=False,
    ),
    Made("identity", "pld.identity(", lambda: [], [{}], dots=False),
)


def constructor_cases() -> Iterator[Case]:
    """Every constructor of the table."""
    for made in CONSTRUCTORS:
        yield from _constructed(made)


def _constructed(made: Made) -> Iterator[Case]:
    """Pessimistic by both algorithms, and optimistic, where a constructor has them."""
    options = (
        [("upper", "")] if not made.dots else [("upper", f", use_connect_dots={on}") for on in (True, False)]
    )
    if made.optimistic:
        options.append(("lower", ", pessimistic_estimate=False" + (", use_connect_dots=False" * made.dots)))
    for bound, option in options:
        text = made.text.removesuffix("(") + ("(" if made.text.endswith("(") else "") + option
        text = text.replace("(, ", "(") + ")"
        how = option.removeprefix(", ") or "as by default"
        yield from _both(made, text, bound, how)


def _both(made: Made, text: str, bound: str, how: str) -> Iterator[Case]:
    """delta at epsilons, and epsilon at deltas."""
    epsilons: Sequence[float] = MODEST_EPSILONS if made.modest else EPSILONS
    deltas: Sequence[float] = MODEST_DELTAS if made.modest else DELTAS
    if bound == "lower":
        epsilons, deltas = FEW_EPSILONS, FEW_DELTAS
    asked: tuple[tuple[Quantity, str, Sequence[float], str], ...] = (
        ("delta", "epsilon", epsilons, "get_delta_for_epsilon({epsilon!r})"),
        ("epsilon", "delta", deltas, "get_epsilon_for_delta({delta!r})"),
    )
    for quantity, at, values, call in asked:
        points = [{**parameters, at: value} for parameters in made.parameters for value in values]
        sort = "an upper" if bound == "upper" else "a lower"
        yield claims(
            f"{PLD}.{made.name}",
            f"{text}.{call}",
            composed(quantity, made.rounds),
            points,
            f"{sort} bound of {quantity}, {how}",
            bound=bound,
            also=(*ASKED, *made.also),
        )
