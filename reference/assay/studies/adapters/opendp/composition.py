"""Composition, odometers, filters, population amplification, chains."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ....exact import INFINITY, Number, number
from ....testing.claims.values import Real
from ...survey.case import Case, Point
from ...survey.definitions import formula
from .._truths import ball
from .border import APPROXIMATE, APPROXIMATE_ZCDP, FIXED, INT_SPACE, PURE, ZCDP, call
from .case_makers import claims, require
from .selection import candidates

BUDGETS: tuple[list[float], ...] = (
    [0.1] * 3,
    [0.1] * 10,
    [0.1, 0.2, 0.3, 1e-17],
    [0.0],
    [5e-324, 5e-324],
    [1e300] * 3,
)
EACH = (0.1, 2.0**-53, 745.0)
"""What is spent in each of many rounds."""
LISTED = 500
"""Rounds whose measurements have to be made one by one."""
PAIRS: tuple[list[tuple[float, float]], ...] = (
    [(0.1, 0.001)] * 3,
    [(0.1, 0.5)] * 3,
    [(0.0, 1e-300), (1.0, 0.0)],
    [(0.5, 1.0)],
    [(36.0, 1e-14)] * 3,
)


def users(measure: str) -> str:
    """A list of measurements that state the given numbers and release nothing."""
    return (
        f"[dp.m.make_user_measurement({INT_SPACE}, {measure}, lambda x: 0, lambda d_in, e=e: e, TO=int) "
        "for e in {budgets!r}]"
    )


def compositors(measure: str) -> dict[str, str]:
    """Name -> the measurement, or the text that makes it."""
    space = f"{INT_SPACE}, {measure}, d_in=1, d_mids={{budgets!r}}"
    then = f"(({INT_SPACE}) >> dp.c.then_{{name}}({measure}, d_in=1, d_mids={{{{budgets!r}}}}))"
    return {
        "make_composition": f"dp.c.make_composition({users(measure)})",
        "make_basic_composition": f"dp.c.make_basic_composition({users(measure)})",
        "make_adaptive_composition": f"dp.c.make_adaptive_composition({space})",
        "make_sequential_composition": f"dp.c.make_sequential_composition({space})",
        "then_adaptive_composition": then.format(name="adaptive_composition"),
        "then_sequential_composition": then.format(name="sequential_composition"),
    }


def composition_cases() -> Iterator[Case]:
    """Everything that adds up privacy, or takes a share of it."""
    yield from composition_claims()
    yield from odometers()
    yield from filters()
    yield from candidates()
    yield from amplification()
    yield from chains()


def total(budgets: Any) -> Number:
    """The sum, of which randomised response and Gaussian noise have no less."""
    return number(sum((Fraction(each) for each in budgets), Fraction(0)))


def total_delta(budgets: Any) -> Number:
    """delta at the sum of the epsilons: 1 - prod (1 - delta_i), for failures that are independent."""
    kept = Fraction(1)
    for _, delta in budgets:
        kept *= 1 - Fraction(delta)
    return number(1 - kept)


def composition_claims() -> Iterator[Case]:
    """The sums of epsilon, rho, and delta."""
    for measure, word in ((PURE, "epsilon"), (ZCDP, "rho")):
        for name, make in compositors(measure).items():
            yield from claims(
                f"combinators.{name}",
                f"{make}.map(1)",
                total,
                [{"budgets": each} for each in BUDGETS],
                promise=f"{word} of the composition: the sum, which is attained",
            )
            yield from claims(
                f"combinators.{name}",
                f"{make.replace('{budgets!r}', '[{each!r}] * {count!r}')}.map(1)",
                lambda each, count: number(count * each),
                [{"each": each, "count": 10_000 if "d_mids" in make else LISTED} for each in EACH],
                promise=f"{word} of many rounds: the sum, which is attained",
                definition=formula("each*count"),
            )
    for measure, word in ((APPROXIMATE, "epsilon"), (APPROXIMATE_ZCDP, "rho")):
        for name, make in compositors(measure).items():
            yield from claims(
                f"combinators.{name}",
                f"{make}.map(1)[1]",
                total_delta,
                [{"budgets": each} for each in PAIRS],
                promise=f"delta of the composition at the sum of the {word}s: 1 - prod (1 - delta)",
            )
            yield from claims(
                f"combinators.{name}",
                f"{make.replace('{budgets!r}', '[(0.001, {delta!r})] * {count!r}')}.map(1)[1]",
                lambda delta, count: total_delta([(0, delta)] * count),
                [{"delta": delta, "count": count} for delta, count in ((1e-14, LISTED), (1e-300, 100))],
                promise=f"delta of many rounds at the sum of the {word}s: 1 - (1 - delta)^count",
                definition=formula("1 - (1 - delta)**count"),
            )


ASKED = """{use}
answered = []
for e in {{budgets!r}}:
    try:
        queryable(dp.m.make_user_measurement({space}, {measure}, lambda x: 0, lambda d_in, e=e: e, TO=int))
    except Exception as refusal:
        if type(refusal).__name__ != "OpenDPException" or not answered:
            raise
        break
    answered.append(e)
"""


def until_refused(measure: str, use: str) -> str:
    """Queries put to a queryable until one is refused."""
    return ASKED.format(use=use, space=INT_SPACE, measure=measure)


def odometers() -> Iterator[Case]:
    """make_fully_adaptive_composition: the loss so far."""
    for measure, word in ((PURE, "epsilon"), (ZCDP, "rho")):
        for name, make in (
            ("make", f"dp.c.make_fully_adaptive_composition({INT_SPACE}, {measure})"),
            ("then", f"(({INT_SPACE}) >> dp.c.then_fully_adaptive_composition({measure}))"),
        ):
            yield from claims(
                f"combinators.{name}_fully_adaptive_composition",
                until_refused(measure, f"queryable = {make}(0)") + "queryable.privacy_loss(1)",
                total,
                [{"budgets": each} for each in BUDGETS],
                promise=f"{word} spent so far: the sum",
                also=["mod.OdometerQueryable.privacy_loss"],
            )


def filters() -> Iterator[Case]:
    """make_privacy_filter: what it allows is not more than what it states."""
    budgets: list[Point] = [
        {"budgets": [0.1] * 12, "limit": 0.3},
        {"budgets": [0.1] * 12, "limit": 1.0},
        {"budgets": [0.25] * 8, "limit": 1.0},
        {"budgets": [1.0, 0.5, 5e-324], "limit": 1.5},
        {"budgets": [0.5, 0.5, 0.0, 0.1], "limit": 1.0},
    ]
    for measure, word in ((PURE, "epsilon"), (ZCDP, "rho")):
        odometer = f"dp.c.make_fully_adaptive_composition({INT_SPACE}, {measure})"
        make = f"dp.c.make_privacy_filter({odometer}, 1, {{limit!r}})"
        answered = call(until_refused(measure, f"queryable = {make}(0)") + "answered")
        yield from claims(
            "combinators.make_privacy_filter",
            f"{make}.map(1)",
            lambda budgets, limit, answered=answered: total(answered(budgets=budgets, limit=float(limit))),
            budgets,
            promise=f"{word} of all the queries that the filter answers before it refuses one",
        )


def amplified(epsilon: Any, population: int) -> Real:
    """ln(1 + (n/N)(e^epsilon - 1)) for a sample of n = 10 records from N, one of which is replaced."""
    require(population >= 10, "the sample is larger than the population")
    if getattr(epsilon, "is_infinite", False):
        return INFINITY
    return ball(
        lambda e, q: (q * e.expm1()).log1p(), "ln(1 + q (e^epsilon - 1))", epsilon, Fraction(10, population)
    )


def amplification() -> Iterator[Case]:
    """make_population_amplification of a measurement on 10 records."""
    space = "dp.vector_domain(dp.atom_domain(bounds=(0, 1), T=int), size=10), dp.change_one_distance()"
    make = (
        f"dp.c.make_population_amplification(dp.m.make_user_measurement({space}, {{measure}}, lambda x: 0, "
        "lambda d_in: {value}, TO=int), population_size={{population!r}}).map(1)"
    )
    epsilons = (0.0, 1e-300, 2.0**-53, 0.1, 1.0, 10.0, 36.0, 100.0, 745.0, 1000.0)
    yield from claims(
        "combinators.make_population_amplification",
        make.format(measure=PURE, value="{epsilon!r}"),
        amplified,
        [{"epsilon": e, "population": n} for e in epsilons for n in (10, 100, 10**6)]
        + [{"epsilon": 1.0, "population": 9}],
        promise="epsilon of a simple random sample of 10 records",
        definition=formula("log1p(10/population*expm1(epsilon))"),
    )
    for measure in (FIXED, APPROXIMATE):
        yield from claims(
            "combinators.make_population_amplification",
            make.format(measure=measure, value="(1.0, {delta!r})") + "[1]",
            lambda delta, population: number(delta * Fraction(10, population)),
            [{"delta": d, "population": n} for d in (0.0, 1e-14, 1e-9, 0.1, 1.0) for n in (10, 100, 10**6)],
            promise="delta of a simple random sample of 10 records at the amplified epsilon",
            definition=formula("delta*10/population"),
        )


def chains() -> Iterator[Case]:
    """make_chain_mt, make_chain_pm, make_chain_tt: the numbers of the parts, one after the other."""
    clamp = "dp.t.make_clamp(dp.vector_domain(dp.atom_domain(T=int)), dp.symmetric_distance(), bounds=(0, 5))"
    summed = "dp.t.make_sum(dp.vector_domain(dp.atom_domain(bounds=(0, 5), T=int)), dp.symmetric_distance())"
    laplace = f"dp.m.make_laplace({INT_SPACE}, scale={{scale!r}})"
    points = [{"scale": s, "d_in": d} for s in (0.1, 1.0, 3.0) for d in (0, 1, 2, 100)]
    for name, text, factor in (
        ("make_chain_mt", f"dp.c.make_chain_mt({laplace}, {summed})", 5),
        ("make_chain_tt", f"dp.c.make_chain_mt({laplace}, dp.c.make_chain_tt({summed}, {clamp}))", 5),
        (
            "make_chain_pm",
            f"dp.c.make_chain_pm(dp.new_function(lambda z: z, TO=int), {laplace})",
            1,
        ),
    ):
        yield from claims(
            f"combinators.{name}",
            f"{text}.map({{d_in!r}})",
            lambda scale, d_in, factor=factor: number(factor * d_in / scale),
            points,
            promise="epsilon of Laplace noise on a sum of records in 0..5"
            if factor > 1
            else "epsilon, as before",
            definition=formula(f"{factor}*d_in/scale"),
        )
