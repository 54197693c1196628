"""Mass functions of losses on a grid, and the numerical helpers: each is a formula of its arguments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from ....exact import certified, number
from ....testing.claims import grid
from ...survey.case import Case
from ...survey.definitions import formula
from .names import PMF, claims, probabilities

COMMON = "dp_accounting.pld.common"

SPARSE = "pld_pmf.SparsePLDPmf({{2: 0.5, -2: 0.375, 1: 0.0625}}, 0.25, 0.0625, True)"
DENSE = "pld_pmf.create_pmf({{2: 0.5, -2: 0.375, 1: 0.0625}}, 0.25, 0.0625, True).to_dense_pmf()"
LOSSES = {2: Fraction(1, 2), -2: Fraction(3, 8), 1: Fraction(1, 16)}
INFINITE = Fraction(1, 16)
STEP = Fraction(1, 4)


def cases() -> Iterator[Case]:
    """The mass functions, then the helpers."""
    for name, text in (("SparsePLDPmf", SPARSE), ("DensePLDPmf", DENSE)):
        yield from _of_pmf(name, text)
    yield from _connected()
    yield from _tables()
    yield from _logarithms()


def _delta(masses: Mapping[int, Fraction], infinite: Fraction, epsilon: Fraction) -> Any:
    """P(infinity) + sum max(0, 1 - e^(epsilon - loss)) p."""
    found = certified(infinite)
    for place, mass in masses.items():
        if place * STEP > epsilon:
            found = found + (1 - certified(epsilon - place * STEP).exp()) * mass
    return found


def _text(masses: Mapping[int, Fraction], infinite: Fraction) -> str:
    parts = [f"({mass})*max(0, 1 - exp(epsilon - {place * STEP}))" for place, mass in masses.items()]
    return " + ".join([str(infinite), *parts])


def _power(count: int) -> tuple[dict[int, Fraction], Fraction]:
    """The masses of `count` uses."""
    found = {0: Fraction(1)}
    for _ in range(count):
        grown: dict[int, Fraction] = {}
        for place, mass in found.items():
            for more, other in LOSSES.items():
                grown[place + more] = grown.get(place + more, Fraction(0)) + mass * other
        found = grown
    return found, 1 - (1 - INFINITE) ** count


def _of_pmf(name: str, text: str) -> Iterator[Case]:
    also: tuple[str, ...] = (
        f"{PMF}.{name}",
        f"{PMF}.create_pmf",
        f"{PMF}.PLDPmf",
        f"{PMF}.DensePLDPmf.to_dense_pmf",
    )
    also += (f"{PMF}.SparsePLDPmf.to_dense_pmf",)
    for count, function, call in (
        (1, "get_delta_for_epsilon", f"{text}.get_delta_for_epsilon({{epsilon!r}})"),
        (2, "compose", f"{text}.compose({text}).get_delta_for_epsilon({{epsilon!r}})"),
        (5, "self_compose", f"{text}.self_compose(5).get_delta_for_epsilon({{epsilon!r}})"),
        (
            2,
            "get_delta_for_epsilon_for_composed_pld",
            f"{text}.get_delta_for_epsilon_for_composed_pld({text}, {{epsilon!r}})",
        ),
    ):
        masses, infinite = _power(count)
        yield claims(
            f"{PMF}.{name}.{function}",
            call,
            {
                "truth": lambda epsilon, masses=masses, infinite=infinite: _delta(masses, infinite, epsilon),
                "definition": formula(_text(masses, infinite)),
            },
            grid(epsilon=[0.0, 0.25, 0.375, 0.5, 1.0, 3.0]),
            f"an upper bound of delta of the masses, {count} times",
            also=also,
        )
    yield claims(
        f"{PMF}.{name}.get_epsilon_for_delta",
        f"{text}.get_epsilon_for_delta({{delta!r}})",
        {
            "truth": _epsilon,
            "definition": formula(
                "max(log((9/16 - delta)/(1/2*exp(-1/2))),"
                " log((10/16 - delta)/(1/2*exp(-1/2) + 1/16*exp(-1/4))))"
            ),
        },
        grid(delta=[0.0, 0.0625, 0.125, 0.25]),
        "the smallest epsilon of the masses",
        also=also,
    )
    yield claims(
        f"{PMF}.compose_pmfs",
        f"pld_pmf.compose_pmfs({SPARSE}, {DENSE}).get_delta_for_epsilon({{epsilon!r}})",
        {
            "truth": lambda epsilon: _delta(*_power(2), epsilon),
            "definition": formula(_text(*_power(2))),
        },
        grid(epsilon=[0.0, 0.5, 1.0]),
        "an upper bound of delta of a composition",
        also=also,
    )


def _epsilon(delta: Fraction) -> Any:
    """Where delta(epsilon), which falls from loss to loss, reaches delta."""
    from ....exact import INFINITY

    if delta < INFINITE:
        return INFINITY
    if delta == INFINITE:
        return number(Fraction(1, 2))
    upper, lower = Fraction(1, 2), Fraction(1, 16)
    top = ((upper + INFINITE - delta) / (certified(Fraction(-1, 2)).exp() * upper)).log()
    if top > Fraction(1, 4):
        return top
    both = certified(Fraction(-1, 2)).exp() * upper + certified(Fraction(-1, 4)).exp() * lower
    return ((upper + lower + INFINITE - delta) / both).log()


def _connected() -> Iterator[Case]:
    """From (epsilon, delta) points to the masses whose delta connects them: at the points it is delta."""
    for function, text in (
        (
            "create_pmf_pessimistic_connect_dots",
            "pld_pmf.create_pmf_pessimistic_connect_dots(0.25, [-2, 0, 2, 4], [0.5, 0.25, 0.125, 0.0625])",
        ),
        (
            "create_pmf_pessimistic_connect_dots_fixed_gap",
            "pld_pmf.create_pmf_pessimistic_connect_dots_fixed_gap(0.25, 0, 2, [0.25, 0.1875, 0.15625])",
        ),
    ):
        known = {0.0: Fraction(1, 4), 0.5: Fraction(1, 8), 1.0: Fraction(1, 16)}
        if function.endswith("fixed_gap"):
            known = {0.0: Fraction(1, 4), 0.25: Fraction(3, 16), 0.5: Fraction(5, 32)}
        yield claims(
            f"{PMF}.{function}",
            f"{text}.get_delta_for_epsilon({{epsilon!r}})",
            {
                "truth": lambda epsilon, known=known: number(known[float(epsilon)]),
                "definition": lambda epsilon, known=known: formula(str(known[float(epsilon)]))(),
            },
            grid(epsilon=list(known)),
            "at least the delta that was given at an epsilon",
        )


FIRST = {0: 0.5, 1: 0.25, 5: 0.25}
SECOND = {-3: 0.75, 2: 0.25 - 2.0**-40, 40: 2.0**-40}


def _tables() -> Iterator[Case]:
    """Convolutions of dictionaries, entry by entry."""
    yield probabilities(
        f"{COMMON}.convolve_dictionary",
        "common.convolve_dictionary({first!r}, {second!r})",
        _convolved,
        [{"first": FIRST, "second": FIRST}, {"first": FIRST, "second": SECOND}],
        "the convolution of two dictionaries",
    )
    yield probabilities(
        f"{COMMON}.self_convolve_dictionary",
        "common.self_convolve_dictionary({first!r}, {count!r})",
        _self_convolved,
        [{"first": FIRST, "count": 2}, {"first": SECOND, "count": 3}],
        "the convolution of a dictionary with itself",
    )
    yield probabilities(
        f"{COMMON}.self_convolve",
        "dict(enumerate(common.self_convolve({values!r}, {count!r})[1]))",
        lambda values, count: _self_convolved(dict(enumerate(values)), count),
        [{"values": [0.5, 0.25, 0.25], "count": 3}],
        "the convolution of a list with itself",
        note="the documentation: 'is approximately the sum'",
    )


def _convolved(first: Mapping[int, Any], second: Mapping[int, Any]) -> dict[int, Any]:
    found: dict[int, Any] = {}
    for place, mass in first.items():
        for more, other in second.items():
            found[place + more] = found.get(place + more, 0) + Fraction(mass) * Fraction(other)
    return {place: number(mass) for place, mass in found.items()}


def _self_convolved(first: Mapping[int, Any], count: int) -> dict[int, Any]:
    found: dict[int, Any] = {0: Fraction(1)}
    for _ in range(count):
        found = {place: mass.as_fraction() for place, mass in _convolved(found, first).items()}
    return {place: number(mass) for place, mass in found.items()}


def _logarithms() -> Iterator[Case]:
    """Three formulas in the space of logarithms."""
    yield claims(
        f"{COMMON}.log_a_times_exp_b_plus_c",
        "float(common.log_a_times_exp_b_plus_c({a!r}, {b!r}, {c!r}))",
        {
            "truth": lambda a, b, c: (certified(b).exp() * a + c).log(),
            "definition": formula("log(a*exp(b) + c)"),
        },
        [
            *grid(a=[0.5, 2.0], b=[-3.0, 0.0, 1.0, 800.0], c=[0.25, 3.0]),
            *grid(a=[-0.5], b=[-3.0, 0.25], c=[1.0]),
            *grid(a=[3.0], b=[0.25], c=[-1.0]),
        ],
        "ln(a e^b + c)",
        bound="value",
    )
    yield claims(
        f"{COMMON}.log_sinh",
        "common.log_sinh({a!r})",
        {
            "truth": lambda a: ((certified(a).exp() - certified(-a).exp()) / 2).log(),
            "definition": formula("log((exp(a) - exp(-a))/2)"),
        },
        grid(a=[2.0**-30, 0.5, 1.0, 50.0, 1000.0]),
        "ln sinh(a)",
        bound="value",
    )
    yield claims(
        f"{COMMON}.asinh_exp",
        "float(common.asinh_exp({a!r}, {b!r}))",
        {"truth": _asinh, "definition": formula("log(b*exp(a) + sqrt((b*exp(a))**2 + 1))")},
        grid(a=[-20.0, 0.0, 3.0, 400.0], b=[0.5, 2.0]),
        "asinh(b e^a)",
        bound="value",
    )


def _asinh(a: Fraction, b: Fraction) -> Any:
    x = certified(a).exp() * b
    return (x + (x * x + 1).sqrt()).log()
