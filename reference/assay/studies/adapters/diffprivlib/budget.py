"""diffprivlib's accountant: what it says is spent, and what it lets be spent."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil, floor
from typing import Any

from ....errors import InvalidValue
from ....exact import number
from ....testing.claims.grid import grid
from ....testing.claims.values import Real
from ...survey.case import Calibration, Case, Claims
from ...survey.definitions import composed, formula
from ...survey.noise import Noise
from .._truths import between, rough_epsilon
from .calls import LIBRARY

CLASS = "diffprivlib.accountant.BudgetAccountant"
NOTE = "the documentation: implements the accountant rules as given in Kairouz, Oh and Viswanath (2017)"
SPENT = grid(eps=(0.125, 1.0), delta0=(0.0, 1e-6), count=(1, 20), slack=(0.0, 1e-5, 0.01))
START = "from diffprivlib import BudgetAccountant\n"


def cases() -> Iterator[Case]:
    """total, remaining, check and spend."""
    yield from _total()
    yield _remaining()
    yield _check()


def _accountant(**options: Any) -> Any:
    return LIBRARY.load("accountant").BudgetAccountant(**options)


def rounds(eps: Fraction, delta0: Fraction, count: int) -> list[Noise]:
    """`count` mechanisms that are (eps, delta0)-private."""
    return [Noise("approximate", {"epsilon": eps, "delta": delta0}, count=count)]


def _around(each: Fraction) -> tuple[Fraction, Fraction]:
    """Multiples of 1/256 below and above: powers of e at a float of 53 bits are too long to write out."""
    steps = each * 256
    return Fraction(floor(steps), 256), Fraction(ceil(steps), 256)


def _total_delta(delta0: Fraction, count: int, slack: Fraction) -> Fraction:
    return 1 - (1 - Fraction(slack)) * (1 - Fraction(delta0)) ** count


def _total() -> Iterator[Case]:
    def spent(eps: float, delta0: float, count: int, slack: float) -> Any:
        return _accountant(spent_budget=[(eps, delta0)] * count, slack=slack).total()

    def epsilon(eps: Fraction, delta0: Fraction, count: int, slack: Fraction) -> Real:
        """At slack 0 all of delta is spent on failures, and the epsilons add up."""
        if slack == 0:
            return number(eps * count)
        found: Real = composed("epsilon", rounds)["truth"](
            delta=_total_delta(delta0, count, slack), eps=eps, delta0=delta0, count=count
        )
        return found

    def data(eps: Fraction, delta0: Fraction, count: int, slack: Fraction) -> Any:
        known = composed("epsilon", rounds)["definition"]
        return known(delta=_total_delta(delta0, count, slack), eps=eps, delta0=delta0, count=count)

    source = (
        START
        + "spent = [({eps!r}, {delta0!r})] * {count!r}\n"
        + "print(float(BudgetAccountant(spent_budget=spent, slack={slack!r}).total()["
    )
    yield Claims(
        function=f"{CLASS}.total",
        privacy_map=lambda **point: float(spent(**point)[0]),
        truth=epsilon,
        definition=data,
        points=SPENT,
        snippet=source + "0]))\n",
        promise="epsilon of all spends, at delta = 1 - (1 - slack) prod (1 - delta_i)",
        note=NOTE,
        also=[f"{CLASS}.slack"],
    )
    yield Claims(
        function=f"{CLASS}.total",
        privacy_map=lambda **point: float(spent(**point)[1]),
        truth=lambda eps, delta0, count, slack: number(_total_delta(delta0, count, slack)),
        definition=formula("1-(1-slack)*(1-delta0)**count"),
        points=SPENT,
        snippet=source + "1]))\n",
        promise="delta = 1 - (1 - slack) prod (1 - delta_i)",
        note=NOTE,
    )


def _remaining() -> Case:
    def calibrate(epsilon: float, slack: float, before: int, count: int) -> float:
        accountant = _accountant(
            epsilon=epsilon, delta=0.01, slack=slack, spent_budget=[(0.125, 0.0)] * before
        )
        return float(accountant.remaining(count)[0])

    def attained(each: Fraction, epsilon: Fraction, slack: Fraction, before: int, count: int) -> Real:
        if slack == 0:
            return number(Fraction(before, 8) + each * count)

        def spends(size: Fraction) -> list[Noise]:
            made = [*rounds(Fraction(1, 8), Fraction(0), before), *rounds(size, Fraction(0), count)]
            return [noise for noise in made if noise.count]

        low, high = (rough_epsilon(spends(size), slack) for size in _around(each))
        return between(low, high)

    def data(each: Fraction, slack: Fraction, **point: Any) -> Any:
        """At slack 0; elsewhere it is told only that epsilon is positive."""
        return formula("0" if slack else "before/8 + each*count")(each=each, **point)

    return Calibration(
        function=f"{CLASS}.remaining",
        calibrate=calibrate,
        attained=attained,
        target="epsilon",
        definition=data,
        points=[
            *grid(epsilon=(1.0, 3.0), slack=(0.0,), before=(0, 4), count=(1, 10)),
            *grid(epsilon=(1.0,), slack=(0.0078125,), before=(0, 4), count=(1, 10)),
        ],
        seconds=100,
        snippet=START + "accountant = BudgetAccountant(epsilon={epsilon!r}, delta=0.01, slack={slack!r},"
        " spent_budget=[(0.125, 0)] * {before!r})\nprint(accountant.remaining({count!r})[0])\n",
        promise="`count` queries at the epsilon that remains keep the ceiling",
        note="the documentation: will match the budget ceiling, assuming no floating point errors",
        also=[f"{CLASS}.epsilon", f"{CLASS}.delta"],
    )


def _check() -> Case:
    """What is let through keeps the ceiling; the ceiling is what is claimed of it."""

    def privacy_map(epsilon: float, spend: float, count: int) -> float:
        accountant = _accountant(epsilon=epsilon, delta=0.0)
        for _ in range(count):
            accountant.spend(spend, 0.0)
        return epsilon

    def truth(epsilon: Fraction, spend: Fraction, count: int) -> Real:
        if spend * count > epsilon:
            raise InvalidValue(f"{count} spends of {spend} are more than {epsilon}")
        return number(spend * count)

    return Claims(
        function=f"{CLASS}.spend",
        privacy_map=privacy_map,
        truth=truth,
        points=grid(epsilon=(1.0, 0.3), spend=(0.1, 0.25, 1 / 3), count=(1, 3, 4)),
        snippet=START + "accountant = BudgetAccountant(epsilon={epsilon!r}, delta=0)\n"
        "for _ in range({count!r}):\n    accountant.spend({spend!r}, 0)\nprint({epsilon!r})\n",
        promise="what is spent keeps the ceiling: a spend that exceeds it is an error, and only that",
        also=[f"{CLASS}.check", f"{CLASS}.spent_budget"],
    )
