"""What is made of privacy loss distributions: from masses, composed, mixed, truncated."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from ....exact import exp, number
from ....testing.claims import grid
from ...survey.case import Case
from ...survey.definitions import composed, formula
from . import mechanisms as m
from .constructors import BOTH, CLASS, FEW_EPSILONS, constructor_cases
from .mechanisms import Noise
from .names import PLD, claims


def cases() -> Iterator[Case]:
    """All constructors, then what is made of them."""
    yield from constructor_cases()
    yield from _from_cdf()
    yield from _rounded()
    yield from _composed()
    yield from _mixed()
    yield from _truncated()


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
    parts = [
        (exp(bound) - exp(epsilon)) / (1 + exp(bound)) if epsilon < bound else number(0) for bound in (1, 3)
    ]
    return weight * parts[0] + (1 - weight) * parts[1]


def _truncated() -> Iterator[Case]:
    """At least the loss of a record whose neighbours contribute nothing: a sample of a smaller rate."""
    for relation in ("ADD_OR_REMOVE_ONE", "REPLACE_ONE"):
        adjacency = "replace-one" if relation == "REPLACE_ONE" else m.ADD_REMOVE
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
