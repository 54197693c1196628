"""Privacy loss distributions: every constructor, every composition, asked for delta and for epsilon."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from ...claims import grid
from ...survey.case import Case
from ...survey.definitions import composed, formula
from . import mechanisms as m
from .border import PLD, claims
from .mechanisms import Noise

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
        lambda sigma, q: [m.gaussian(sigma, q, adjacency="replace", sensitivity=2 if q == 1 else 1)],
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


def cases() -> Iterator[Case]:
    """All constructors, then what is made of them."""
    for made in CONSTRUCTORS:
        yield from _constructed(made)
    yield from _from_cdf()
    yield from _rounded()
    yield from _composed()
    yield from _mixed()
    yield from _truncated()


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


def _from_cdf() -> Iterator[Case]:
    """The distribution function of the loss of Gaussian noise: N(1/(2 sigma^2), 1/sigma^2)."""
    cdf = "lambda x: math.erfc((1 / (2 * {sigma!r}**2) - x) * {sigma!r} / math.sqrt(2)) / 2"
    for quantity, at, values in BOTH:
        yield claims(
            f"{PLD}.create_from_cdf",
            f"pld.create_from_cdf({cdf}, value_discretization_interval=0.01)"
            f".get_{quantity}_for_{at}({{{at}!r}})",
            composed(quantity, lambda sigma: [m.gaussian(sigma)]),
            grid(sigma=[1.0, 4.0], **{at: values}),
            f"an upper bound of {quantity}, of the loss of Gaussian noise",
        )


def _rounded() -> Iterator[Case]:
    """Masses at multiples of the interval, given as they are."""
    text = (
        "pld.PrivacyLossDistribution.create_from_rounded_probability("
        "{{4: 0.5, -4: 0.25}}, 0.25, 0.25).get_delta_for_epsilon({epsilon!r})"
    )
    yield claims(
        f"{CLASS}.create_from_rounded_probability",
        text,
        {
            "truth": lambda epsilon: _masses_delta(epsilon),
            "definition": formula("1/4 + max(0, 1/2*(1 - exp(epsilon - 1)))"),
        },
        grid(epsilon=[0.0, 0.25, 0.5, 1.0, 2.0, 100.0]),
        "delta of the given masses: 1/2 at loss 1, 1/4 at -1, 1/4 at infinity",
    )


def _masses_delta(epsilon: Fraction) -> Any:
    from ....exact import exp, number

    found = number(Fraction(1, 4))
    return found + (1 - exp(epsilon - 1)) / 2 if epsilon < 1 else found


WIDE = "value_discretization_interval=0.01"
"""Wide enough for the certified accountant to tell the answers from the truth."""

PAIRS: tuple[tuple[str, Callable[[], list[Noise]]], ...] = (
    (f"pld.from_randomized_response(0.5, 2, {WIDE})", lambda: [m.response(Fraction(1, 2), 2)]),
    (f"pld.from_laplace_mechanism(1.0, {WIDE})", lambda: [m.laplace(Fraction(1))]),
    (f"pld.from_gaussian_mechanism(2.0, {WIDE})", lambda: [m.gaussian(Fraction(2))]),
    (
        f"pld.from_gaussian_mechanism(2.0, sampling_prob=0.125, {WIDE})",
        lambda: [m.gaussian(Fraction(2), Fraction(1, 8))],
    ),
)


def _composed() -> Iterator[Case]:
    """Two distributions, and many times the same one."""
    for i, (first, one) in enumerate(PAIRS):
        second, two = PAIRS[(0, 2, 3, 2)[i]]
        for quantity, at, values in BOTH:
            yield claims(
                f"{CLASS}.compose",
                f"{first}.compose({second}).get_{quantity}_for_{at}({{{at}!r}})",
                composed(quantity, lambda one=one, two=two: [*one(), *two()]),
                grid(**{at: values}),
                f"an upper bound of {quantity} of a composition",
                seconds=60,
            )
            yield claims(
                f"{CLASS}.self_compose",
                f"{first}.self_compose({{count!r}}).get_{quantity}_for_{at}({{{at}!r}})",
                composed(quantity, lambda count, one=one: _times(one(), count)),
                grid(count=[1, 3, 20], **{at: values}),
                f"an upper bound of {quantity} of many uses",
                seconds=60,
            )
        yield claims(
            f"{CLASS}.get_delta_for_epsilon_for_composed_pld",
            f"{first}.get_delta_for_epsilon_for_composed_pld({second}, {{epsilon!r}})",
            composed("delta", lambda one=one, two=two: [*one(), *two()]),
            grid(epsilon=FEW_EPSILONS),
            "an upper bound of delta of a composition",
            seconds=60,
        )


def _times(noises: Sequence[Noise], count: int) -> list[Noise]:
    from dataclasses import replace

    return [replace(each, count=each.count * count) for each in noises]


def _mixed() -> Iterator[Case]:
    """One mechanism or another, chosen at random beforehand: delta is the average of both."""
    text = (
        "pld.from_privacy_parameters(common.DifferentialPrivacyParameters(1.0, 0.0)).compute_mixture("
        "pld.from_privacy_parameters(common.DifferentialPrivacyParameters(3.0, 0.0)), {weight!r})"
        ".get_delta_for_epsilon({epsilon!r})"
    )
    yield claims(
        f"{CLASS}.compute_mixture",
        text,
        {
            "truth": lambda weight, epsilon: _mixture_delta(weight, epsilon),
            "definition": formula(
                "weight*max(0, (exp(1) - exp(epsilon))/(1 + exp(1)))"
                " + (1 - weight)*max(0, (exp(3) - exp(epsilon))/(1 + exp(3)))"
            ),
        },
        grid(weight=[0.0, 0.25, 1.0], epsilon=[0.0, 0.5, 2.0, 5.0]),
        "an upper bound of delta of a mixture",
        also=("dp_accounting.pld.pld_pmf.PLDPmf.compute_mixture",),
    )


def _mixture_delta(weight: Fraction, epsilon: Fraction) -> Any:
    from ....exact import exp, number

    parts = [
        (exp(bound) - exp(epsilon)) / (1 + exp(bound)) if epsilon < bound else number(0) for bound in (1, 3)
    ]
    return weight * parts[0] + (1 - weight) * parts[1]


def _truncated() -> Iterator[Case]:
    """At least the loss of a record whose neighbours contribute nothing: a sample of a smaller rate."""
    for relation in ("ADD_OR_REMOVE_ONE", "REPLACE_ONE"):
        adjacency = "replace" if relation == "REPLACE_ONE" else m.ADD_REMOVE
        yield claims(
            f"{PLD}.from_truncated_subsampled_gaussian_mechanism",
            "pld.from_truncated_subsampled_gaussian_mechanism({n!r}, {q!r}, {most!r}, {sigma!r}, 0.001, "
            f"neighboring_relation=dpa.NeighboringRelation.{relation}).get_delta_for_epsilon({{epsilon!r}})",
            composed(
                "delta",
                lambda n, q, most, sigma, adjacency=adjacency: [
                    m.gaussian(sigma, m.truncated_rate(n, q, most), adjacency=adjacency)
                ],
            ),
            grid(n=[1, 20], q=[0.25], most=[1, 3], sigma=[1.0], epsilon=[0.25, 1.0]),
            "an upper bound of delta",
            at_least=True,
        )
