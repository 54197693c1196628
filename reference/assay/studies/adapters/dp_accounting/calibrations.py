"""Calibration: the noise that is found for a target, and whether the target is kept at it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import comb
from typing import Any

from ....exact import certified, number
from ....testing.claims import grid
from ...survey.case import Case
from ...survey.definitions import formula, kept
from . import mechanisms as m
from .mechanisms import Noise
from .names import EVENT, PLM, calibration

ACCOUNTANT = "dp_accounting.pld.accountant"
CALIBRATION = "dp_accounting.mechanism_calibration"
COMMON = "dp_accounting.pld.common"
TARGETS = grid(epsilon=[0.5, 2.0], delta=[1e-9, 1e-4])


def cases() -> Iterator[Case]:
    """Every function that looks for a parameter."""
    yield from _smallest()
    yield from _guarantees()
    yield from _mechanisms()
    yield from _searches()


def smallest(
    function: str,
    text: str,
    rounds: Callable[..., Sequence[Noise]],
    points: Sequence[dict[str, Any]],
    promise: str,
    also: tuple[str, ...] = (),
) -> Case:
    """delta at the parameter found, against the delta that was asked for."""
    found = kept("delta", rounds)
    return calibration(function, text, found, "delta", points, promise, also=also, seconds=60)


TARGET = "common.DifferentialPrivacyParameters({epsilon!r}, {delta!r})"


def _with(targets: Sequence[dict[str, Any]], **more: Sequence[Any]) -> list[dict[str, Any]]:
    return [{**target, **point} for target in targets for point in grid(**more)]


def _smallest() -> Iterator[Case]:
    """The smallest noise for some queries."""
    yield smallest(
        f"{ACCOUNTANT}.get_smallest_laplace_noise",
        f"accountant.get_smallest_laplace_noise({TARGET}, {{queries!r}}, {{sensitivity!r}})",
        lambda found, queries, sensitivity: [m.laplace(found, sensitivity=sensitivity, count=queries)],
        _with(TARGETS, queries=[1, 4], sensitivity=[1.0])
        + _with(TARGETS[:1], queries=[1], sensitivity=[3.0]),
        "the smallest Laplace noise",
        also=(f"{COMMON}.DifferentialPrivacyParameters",),
    )
    yield smallest(
        f"{ACCOUNTANT}.get_smallest_gaussian_noise",
        f"accountant.get_smallest_gaussian_noise({TARGET}, {{queries!r}}, {{sensitivity!r}})",
        lambda found, queries, sensitivity: [m.gaussian(found, sensitivity=sensitivity, count=queries)],
        _with(
            grid(epsilon=[1e-3, 0.5, 2.0, 50.0], delta=[1e-12, 1e-4, 0.1]),
            queries=[1, 100],
            sensitivity=[1.0],
        ),
        "the smallest Gaussian noise",
    )
    yield smallest(
        f"{ACCOUNTANT}.get_smallest_subsampled_gaussian_noise",
        f"accountant.get_smallest_subsampled_gaussian_noise({TARGET}, {{queries!r}}, 1, {{q!r}})",
        lambda found, queries, q: [m.gaussian(found, q, count=queries)],
        _with(grid(epsilon=[1.0], delta=[1e-4]), queries=[1], q=[0.125, 0.5]),
        "the smallest Gaussian noise on a Poisson sample",
    )
    yield _discrete_laplace(
        f"{ACCOUNTANT}.get_smallest_discrete_laplace_noise",
        f"accountant.get_smallest_discrete_laplace_noise({TARGET})",
    )
    yield smallest(
        f"{ACCOUNTANT}.get_smallest_parameter",
        f"accountant.get_smallest_parameter({TARGET}, 1, pld.from_laplace_mechanism, "
        "common.BinarySearchParameters(0.1, 10.0))",
        lambda found: [m.laplace(found)],
        TARGETS,
        "the smallest Laplace noise in a range",
        also=(f"{COMMON}.BinarySearchParameters",),
    )


def _guarantees() -> Iterator[Case]:
    """The classes of privacy losses, made from a guarantee."""
    for name, attribute, rounds in (
        ("Laplace", "parameter", lambda found: [m.laplace(found)]),
        ("Gaussian", "standard_deviation", lambda found: [m.gaussian(found)]),
        ("DiscreteGaussian", "_sigma", lambda found: [m.discrete_gaussian(found)]),
    ):
        yield smallest(
            f"{PLM}.{name}PrivacyLoss.from_privacy_guarantee",
            f"plm.{name}PrivacyLoss.from_privacy_guarantee({TARGET}).{attribute}",
            rounds,
            TARGETS,
            "noise that keeps the guarantee",
            also=(f"{PLM}.{name}PrivacyLoss",)
            + (() if attribute.startswith("_") else (f"{PLM}.{name}PrivacyLoss.{attribute}",)),
        )

    name = f"{PLM}.DiscreteLaplacePrivacyLoss"
    yield _discrete_laplace(
        f"{name}.from_privacy_guarantee",
        f"plm.DiscreteLaplacePrivacyLoss.from_privacy_guarantee({TARGET}).parameter",
        also=(name, f"{name}.parameter"),
    )


def _discrete_laplace(function: str, text: str, also: tuple[str, ...] = ()) -> Case:
    """A parameter a of any size at sensitivity 1: delta = max(0, 1 - e^(epsilon - a)) / (1 + e^-a)."""

    def attained(a: Any, epsilon: Fraction, delta: Fraction) -> Any:
        if not isinstance(a, Fraction) or a <= epsilon:
            return number(0 if isinstance(a, Fraction) else 1)
        return (1 - certified(epsilon - a).exp()) / (1 + certified(-a).exp())

    def definition(a: Any, epsilon: Fraction, delta: Fraction) -> Any:
        return formula("max(0, 1 - exp(epsilon - a))/(1 + exp(-a))")(a=a, epsilon=epsilon)

    found = {"attained": attained, "definition": definition}
    promise = "the largest parameter of discrete Laplace noise"
    return calibration(function, text, found, "delta", TARGETS, promise, also=also)


def _mechanisms() -> Iterator[Case]:
    """The general search, with both accountants, a continuous and a discrete parameter."""
    also = tuple(f"{CALIBRATION}.{each}" for each in ("ExplicitBracketInterval", "LowerEndpointAndGuess"))
    for made in ("dpa.pld.PLDAccountant", "dpa.rdp.RdpAccountant"):
        for bracket in ("ExplicitBracketInterval(0.3, 30.0)", "LowerEndpointAndGuess(0.3, 1.0)"):
            yield smallest(
                f"{CALIBRATION}.calibrate_dp_mechanism",
                f"mechanism_calibration.calibrate_dp_mechanism({made}, dp_event.GaussianDpEvent, "
                f"{{epsilon!r}}, {{delta!r}}, mechanism_calibration.{bracket})",
                lambda found: [m.gaussian(found)],
                grid(epsilon=[0.5, 3.0], delta=[1e-6]),
                f"a noise multiplier within the budget, {made.split('.')[-1]}",
                also=also,
            )
    yield smallest(
        f"{CALIBRATION}.calibrate_dp_mechanism",
        "mechanism_calibration.calibrate_dp_mechanism(dpa.rdp.RdpAccountant, "
        "lambda k: dp_event.SelfComposedDpEvent(dp_event.GaussianDpEvent(10.0), k), {epsilon!r}, {delta!r}, "
        "mechanism_calibration.ExplicitBracketInterval(1, 10000), discrete=True)",
        lambda found: [m.gaussian(Fraction(10), count=int(found))],
        grid(epsilon=[0.5, 3.0], delta=[1e-6]),
        "a number of uses within the budget",
        also=(f"{EVENT}.SelfComposedDpEvent",),
    )


def _searches() -> Iterator[Case]:
    """The search itself: a promise about any monotone function."""
    yield calibration(
        f"{COMMON}.inverse_monotone_function",
        "common.inverse_monotone_function(lambda x: 1 / x, {value!r}, "
        "common.BinarySearchParameters(0.5, 1000.0, {guess!r}))",
        {
            "attained": lambda found, value, guess: 1 / number(found),
            "definition": lambda found, value, guess: formula("1/x")(x=found),
        },
        "value",
        grid(value=[0.1, 0.3, 1.5, 1e-4], guess=[None, 0.75]),
        "x such that 1/x is no more than the value",
        feasible=lambda value, guess: value >= Fraction(1, 1000),
        also=(f"{COMMON}.BinarySearchParameters",),
    )
    yield calibration(
        f"{COMMON}.compute_self_convolve_bounds",
        "common.compute_self_convolve_bounds([0.5, 0.5], {count!r}, {tail!r})[1]",
        {
            "attained": lambda found, count, tail: _outside(int(found), count),
            "definition": lambda found, count, tail: formula(
                f"{_outside(int(found), count).as_fraction()}"
            )(),
        },
        "tail",
        grid(count=[10, 100], tail=[1e-3, 1e-12, 1e-20]),
        "an upper bound beyond which at most the tail lies, for fair coins",
    )


def _outside(bound: int, count: int) -> Any:
    """P(Binomial(count, 1/2) > bound)."""
    return number(Fraction(sum(comb(count, k) for k in range(bound + 1, count + 1)), 2**count))
