"""The accountants of prv-accountant: lower and upper bounds of epsilon and delta, and the noise they find."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ....testing.claims.judgement import Bound
from ...survey.case import Case, Claims, Point
from ...survey.definitions import composed
from ...survey.noise import Noise
from .._truths import rough_composition
from .calls import LIBRARY, VARIABLES, noise, quiet_accountant, variable

PROMISE: Mapping[Bound, str] = {
    "upper": "an upper bound of epsilon({given}) of `count` compositions",
    "lower": "a lower bound of epsilon({given}) of `count` compositions",
}

NOTE = "the documentation: returns lower bound for epsilon, estimate for epsilon and upper bound for epsilon"

INDEX: Mapping[Bound, int] = {"lower": 0, "upper": 2}
"""Where the accountant's answer (lower, estimate, upper) has each bound."""

GRIDS: dict[str, Sequence[Point]] = {
    "gaussian": [
        {"sigma": 1.0, "count": 1, "delta": 1e-5},
        {"sigma": 0.5, "count": 4, "delta": 1e-6},
        {"sigma": 5.0, "count": 100, "delta": 1e-6},
        {"sigma": 0.1, "count": 1, "delta": 1e-5},
        {"sigma": 1.0, "count": 1, "delta": 1e-12},
        {"sigma": 0.04, "count": 1, "delta": 1e-5},
        {"sigma": 1.0, "count": 2, "delta": 0.01},
        {"sigma": 1.0, "count": 1, "delta": 0.0},
        {"sigma": 0.5, "count": 1000, "delta": 1e-6},
        {"sigma": 100.0, "count": 10_000, "delta": 1e-9},
        {"sigma": 100.0, "count": 10_000, "delta": 1e-14},
    ],
    "laplace": [
        {"mu": 1.0, "count": 1, "delta": 1e-5},
        {"mu": 1.0, "count": 10, "delta": 1e-5},
        {"mu": 0.1, "count": 100, "delta": 1e-6},
        {"mu": 5.0, "count": 2, "delta": 1e-6},
        {"mu": 40.0, "count": 1, "delta": 1e-6},
        {"mu": 745.0, "count": 1, "delta": 1e-6},
        {"mu": 1.0, "count": 300, "delta": 1e-6},
        {"mu": 0.01, "count": 10_000, "delta": 1e-12},
    ],
    "pure": [
        {"eps": 0.125, "count": 100, "delta": 1e-6},
        {"eps": 1.0, "count": 1, "delta": 1e-5},
        {"eps": 1.0, "count": 10, "delta": 1e-5},
        {"eps": 3.0, "count": 4, "delta": 1e-6},
        {"eps": 10.0, "count": 2, "delta": 1e-6},
        {"eps": 20.0, "count": 3, "delta": 1e-6},
        {"eps": 50.0, "count": 1, "delta": 1e-6},
        {"eps": 745.0, "count": 1, "delta": 1e-6},
        {"eps": 1.0, "count": 100, "delta": 1e-6},
        {"eps": 0.5, "count": 300, "delta": 1e-6},
        {"eps": 1.0, "count": 1000, "delta": 1e-6},
        {"eps": 0.1, "count": 1000, "delta": 1e-6},
        {"eps": 0.01, "count": 10_000, "delta": 1e-12},
    ],
    "approximate": [
        {"eps": 1.0, "delta0": 1e-6, "count": 1, "delta": 1e-5},
        {"eps": 1.0, "delta0": 1e-7, "count": 10, "delta": 1e-5},
        {"eps": 3.0, "delta0": 1e-9, "count": 4, "delta": 1e-6},
        {"eps": 20.0, "delta0": 1e-9, "count": 3, "delta": 1e-6},
        {"eps": 1.0, "delta0": 1e-5, "count": 2, "delta": 1e-5},
    ],
    "sampled": [
        {"rate": 0.01, "sigma": 1.0, "count": 3, "delta": 1e-5},
        {"rate": 0.5, "sigma": 2.0, "count": 4, "delta": 1e-6},
        {"rate": 1.0, "sigma": 1.0, "count": 1, "delta": 1e-5},
        {"rate": 0.01, "sigma": 0.3, "count": 1, "delta": 1e-5},
        {"rate": 0.001, "sigma": 1.0, "count": 10_000, "delta": 1e-9},
    ],
}
"""Points at which delta(0) > delta, so that the smallest epsilon is positive, and some at the ends."""

MIXED: Sequence[Point] = [{"m": 2, "n": 20, "o": 10, "delta": 1e-6}, {"m": 1, "n": 1, "o": 1, "delta": 1e-5}]


def cases() -> Iterator[Case]:
    """Claims of bounds, for each family and for a mixture."""
    for side in INDEX:
        for family in GRIDS:
            yield _epsilon_case(family, side)
        yield _delta_case(side)
        yield _mixed_case(side)


def _rounds(family: str, **parameters: Any) -> list[Noise]:
    count = parameters.pop("count")
    return [noise(family, parameters, count)]


def _epsilon_truth(family: str) -> Any:
    """epsilon of a composition, and the rounds as data; of Gaussian rounds in closed form, else a bracket."""

    def rounds(**point: Any) -> list[Noise]:
        return _rounds(family, **point)

    return composed("epsilon", rounds) if family == "gaussian" else rough_composition(rounds)


def _claimed(family: str, side: Bound) -> Any:
    def privacy_map(count: int, delta: float, **parameters: float) -> float:
        accountant = quiet_accountant([variable(family, parameters)], [count], delta / 1000)
        return float(accountant.compute_epsilon(delta, [count])[INDEX[side]])

    return privacy_map


def _snippet(made: str, delta_error: str, question: str, side: Bound) -> str:
    """Source that prints one bound of an accountant of one variable, composed with itself."""
    return (
        "from prv_accountant import *\n"
        f"prv = {made}\n"
        "accountant = PRVAccountant(prvs=[prv], max_self_compositions=[{count!r}], eps_error=0.1,"
        f" delta_error={delta_error})\n"
        f"print(accountant.{question}[{INDEX[side]}])\n"
    )


def _epsilon_case(family: str, side: Bound) -> Case:
    kind = VARIABLES[family].partition("(")[0]
    return Claims(
        function="prv_accountant.accountant.PRVAccountant.compute_epsilon",
        privacy_map=_claimed(family, side),
        points=GRIDS[family],
        bound=side,
        snippet=_snippet(
            VARIABLES[family], "{delta!r}/1000", "compute_epsilon({delta!r}, [{count!r}])", side
        ),
        promise=f"{kind}: {PROMISE[side].format(given='delta')}, eps_error 0.1, delta_error delta/1000",
        note=NOTE,
        **_epsilon_truth(family),
    )


def _delta_case(side: Bound) -> Case:
    def privacy_map(sigma: float, count: int, epsilon: float) -> float:
        accountant = quiet_accountant([variable("gaussian", {"sigma": sigma})], [count], 1e-8)
        return float(accountant.compute_delta(epsilon, [count])[INDEX[side]])

    def rounds(**point: Any) -> list[Noise]:
        return _rounds("gaussian", **point)

    return Claims(
        function="prv_accountant.accountant.PRVAccountant.compute_delta",
        privacy_map=privacy_map,
        points=[
            {"sigma": sigma, "count": count, "epsilon": epsilon}
            for sigma, count in ((1.0, 1), (2.0, 10), (20.0, 100))
            for epsilon in (0.0, 0.5, 2.0, 10.0)
        ],
        bound=side,
        snippet=_snippet(VARIABLES["gaussian"], "1e-8", "compute_delta({epsilon!r}, [{count!r}])", side),
        promise=f"GaussianMechanism: {PROMISE[side].format(given='')}".replace("epsilon()", "delta(epsilon)"),
        note=NOTE.replace("epsilon", "delta"),
        **composed("delta", rounds),
    )


def _mixed_case(side: Bound) -> Case:
    made = (
        "GaussianMechanism(noise_multiplier=8.0)",
        "LaplaceMechanism(mu=0.1)",
        "ApproximateDPMechanism(0.5, 1e-8)",
    )

    def privacy_map(m: int, n: int, o: int, delta: float) -> float:
        prv = LIBRARY.load()
        variables = [
            prv.GaussianMechanism(8.0),
            prv.LaplaceMechanism(0.1),
            prv.ApproximateDPMechanism(0.5, 1e-8),
        ]
        accountant = quiet_accountant(variables, [n, o, m], delta / 1000)
        return float(accountant.compute_epsilon(delta, [n, o, m])[INDEX[side]])

    def rounds(m: int, n: int, o: int) -> list[Noise]:
        return [
            noise("gaussian", {"sigma": 8.0}, n),
            noise("laplace", {"mu": 0.1}, o),
            noise("approximate", {"eps": 0.5, "delta0": 1e-8}, m),
        ]

    return Claims(
        function="prv_accountant.accountant.PRVAccountant.compute_epsilon",
        privacy_map=privacy_map,
        points=MIXED,
        bound=side,
        snippet=(
            "from prv_accountant import *\n"
            f"prvs = [{', '.join(made)}]\n"
            "counts = [{n!r}, {o!r}, {m!r}]\n"
            "accountant = PRVAccountant(prvs=prvs, max_self_compositions=counts, eps_error=0.1,"
            " delta_error={delta!r}/1000)\n"
            f"print(accountant.compute_epsilon({{delta!r}}, counts)[{INDEX[side]}])\n"
        ),
        promise=f"n Gaussian, o Laplace, m approximate rounds: {PROMISE[side].format(given='delta')}",
        note=NOTE,
        **rough_composition(rounds),
    )
