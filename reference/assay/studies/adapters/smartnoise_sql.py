"""smartnoise-sql: the odometers, and the scales and thresholds of its mechanisms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import ceil
from typing import Any

from ...exact import certified, number
from ...testing.claims import grid
from ..survey.case import Case
from ..survey.definitions import accounted, composed, formula, kept
from ..survey.library import Library
from ..survey.noise import Noise
from ._border import Border

LIBRARY = Library(
    name="smartnoise-sql",
    module="snsql",
    tested="1.0.10",
    install="assay survey --library smartnoise-sql --install",
)
BORDER = Border(
    LIBRARY,
    "from snsql import Privacy\n"
    "from snsql.sql import odometer\n"
    "from snsql.sql._mechanisms import gaussian, laplace\n",
)
ODOMETER, MECHANISMS = "snsql.sql.odometer", "snsql.sql._mechanisms"
LEFT_OUT = {
    f"{ODOMETER}.Odometer.spend": "counts",
    f"{ODOMETER}.Odometer.reset": "counts",
    f"{ODOMETER}.OdometerHeterogeneous.spend": "keeps a list",
    f"{ODOMETER}.OdometerHeterogeneous.reset": "keeps a list",
    f"{ODOMETER}.OdometerHeterogeneous.k": "the length of a list",
    f"{MECHANISMS}.laplace.Laplace.release": "opendp's noise of the scale that is judged",
    f"{MECHANISMS}.gaussian.Gaussian.release": "opendp's noise of the scale that is judged",
    f"{MECHANISMS}.laplace.Laplace.accuracy": "opendp's, judged there",
    f"{MECHANISMS}.gaussian.Gaussian.accuracy": "opendp's, judged there",
    f"{MECHANISMS}.gaussian.Gaussian.threshold": "by a normal quantile; that of Laplace noise is judged",
}


def _at_least(delta: Fraction) -> Fraction:
    """A little more than a stated delta, which is computed in floats, with few digits: never less."""
    return Fraction(ceil(delta * (1 + Fraction(1, 2**40)) * 2**200), 2**200)


def public_names() -> Iterable[str]:
    """What states privacy; the rest of the package parses and runs SQL."""
    from ._names import methods

    for module, names in (("odometer", ("Odometer", "OdometerHeterogeneous")),):
        for name in names:
            kind = getattr(LIBRARY.load(f"sql.{module}"), name)
            yield from (f"{ODOMETER}.{name}.{method}" for method in methods(kind))
    for module, name in (("laplace", "Laplace"), ("gaussian", "Gaussian")):
        kind = getattr(LIBRARY.load(f"sql._mechanisms.{module}"), name)
        yield f"{MECHANISMS}.{module}.{name}.scale"
        yield from (f"{MECHANISMS}.{module}.{name}.{method}" for method in methods(kind))


def cases() -> Iterator[Case]:
    """What many queries spend; noise for sums; the threshold of rare groups."""
    points = [
        {"k": 10, "epsilon": 0.125, "d": 1e-6},
        {"k": 2, "epsilon": 1.0, "d": 0.125},
        {"k": 400, "epsilon": 0.125, "d": 1e-5},
        {"k": 1000, "epsilon": 0.01, "d": 1e-9},
        {"k": 1000, "epsilon": 0.1, "d": 1e-12},
    ]
    privacy = "Privacy(epsilon={epsilon!r}, delta={d!r})"
    for name, stated in (("Odometer", _stated), ("OdometerHeterogeneous", _stated_of_steps)):
        spend = "made.spend({k!r})" if name == "Odometer" else "[made.spend() for _ in range({k!r})] and None"
        yield BORDER.claims(
            f"{ODOMETER}.{name}.spent",
            f"(lambda made: {spend} or float(made.spent[0]))(odometer.{name}({privacy}))",
            {"truth": _spent(stated), "definition": _spent_definition(stated)},
            points,
            "epsilon of k (epsilon, d)-private queries, at the delta that it returns with it",
            note="the documentation: 'implements k-folds composition from Kairouz, et al', theorems 3.4 and"
            " 3.5",
        )
    yield from _scales()
    yield BORDER.claims(
        f"{MECHANISMS}.laplace.Laplace.threshold",
        "(lambda made: setattr(made, 'delta', {delta!r}) or float(made.threshold))"
        "(laplace.Laplace({epsilon!r}, sensitivity=1))",
        {"truth": _threshold, "definition": formula("1 + log(1/(2*delta))/epsilon")},
        grid(epsilon=[0.125, 1.0, 8.0], delta=[1e-14, 1e-6, 0.125]),
        "a group of one record is above it with probability at most delta, Laplace noise of scale 1/epsilon",
    )


def _stated(k: int, d: Fraction) -> Fraction:
    """D (1 - D) + d/2, where D = 1 - (1 - d)^k: what the code returns."""
    all_of_them = 1 - (1 - d) ** k
    return all_of_them * (1 - all_of_them) + d / 2


def _stated_of_steps(k: int, d: Fraction) -> Fraction:
    """1 - (1 - d/2) (1 - d)^k: what the code returns."""
    return 1 - (1 - d / 2) * (1 - d) ** k


def _queries(k: int, epsilon: Fraction, d: Fraction) -> list[Noise]:
    return [Noise("approximate", {"epsilon": epsilon, "delta": d}, count=k)]


def _spent(stated: Any) -> Any:
    return lambda k, epsilon, d: accounted("epsilon", _queries(k, epsilon, d), _at_least(stated(k, d)))


def _spent_definition(stated: Any) -> Any:
    def definition(k: int, epsilon: Fraction, d: Fraction) -> Any:
        made = composed("epsilon", lambda: _queries(k, epsilon, d))
        return made["definition"](delta=_at_least(stated(k, d)))

    return definition


def _threshold(epsilon: Fraction, delta: Fraction) -> Any:
    """t with e^(-epsilon (t - 1))/2 = delta."""
    return 1 - certified(2 * delta).log() / epsilon


def _scales() -> Iterator[Case]:
    yield BORDER.calibration(
        f"{MECHANISMS}.laplace.Laplace.scale",
        "laplace.Laplace({epsilon!r}, sensitivity={sensitivity!r}, max_contrib={most!r}).scale",
        {
            "attained": lambda scale, epsilon, sensitivity, most: number(sensitivity * most / scale),
            "definition": lambda scale, epsilon, **p: formula("sensitivity*most/scale")(scale=scale, **p),
        },
        "epsilon",
        grid(epsilon=[0.125, 1.0, 36.0], sensitivity=[1.0, 1000.0], most=[1, 3]),
        "Laplace noise of the scale found keeps epsilon, a person in `most` rows",
        seconds=60,
    )

    def gaussian(sigma: Any, most: int) -> list[Noise]:
        return [Noise("gaussian", {"sigma": sigma, "sensitivity": most})]

    yield BORDER.calibration(
        f"{MECHANISMS}.gaussian.Gaussian.scale",
        "gaussian.Gaussian({epsilon!r}, delta={delta!r}, sensitivity=1.0, max_contrib={most!r}).scale",
        kept("delta", gaussian),
        "delta",
        grid(epsilon=[0.5, 8.0], delta=[1e-14, 1e-5], most=[1, 3]),
        "Gaussian noise of the scale found keeps delta at epsilon, a person in `most` rows",
        seconds=60,
    )
