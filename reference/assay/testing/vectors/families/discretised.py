"""Privacy losses on a grid: rounded up, down, or by connecting the dots; composed with themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ....dp import Dist
from ....errors import InvalidValue
from ....exact import Log, Number, exp, ln
from ....outputs.json_values import Json, real
from ..arguments import Arguments
from ..closed_forms import closed_form
from ..family import FLOAT, Case, Family, Function, Result, edge_if
from .measures import PAIR
from .shared_pairs import PAIRS, pair

MOST_COPIES, FURTHEST = 64, 1 << 16
ROUNDINGS = ("up", "down", "connect")


@dataclass(frozen=True)
class GridLoss:
    """P(loss = i width) by the whole i, and P(loss = inf)."""

    masses: Mapping[int, Number]
    infinite: Number

    def power(self, k: int) -> GridLoss:
        """The sum of k independent losses."""
        masses = {0: Number(1)}
        for _ in range(k):
            grown: dict[int, Number] = {}
            for i, p in masses.items():
                for j, more in self.masses.items():
                    grown[i + j] = grown.get(i + j, Number(0)) + p * more
            masses = grown
        return GridLoss(masses, 1 - (1 - self.infinite) ** k)

    def delta(self, width: Log, epsilon: Log) -> Number:
        """P(inf) + the sum over i width > epsilon of P(i) (1 - e^(epsilon - i width))."""
        finite = (
            p * (1 - exp(epsilon - width * i))
            for i, p in self.masses.items()
            if not epsilon.is_infinite and width * i > epsilon
        )
        return sum(finite, self.infinite)


def index_above(loss: Log, width: Log) -> int:
    """The smallest whole i with i width >= loss."""
    found = int(float(loss) / float(width))
    while width * found < loss:
        found += 1
    while width * (found - 1) >= loss:
        found -= 1
    return found


def discretised(p: Dist[int], q: Dist[int], width: Log, rounding: str) -> GridLoss:
    """The losses ln(P(o)/Q(o)), each moved to the grid, with the probability P(o)."""
    masses: dict[int, Number] = {}
    infinite = Number(0)
    for o in p.support:
        if not q[o]:
            infinite = infinite + p[o]
            continue
        loss = ln(p[o] / q[o])
        above = index_above(loss, width)
        if abs(above) > FURTHEST:
            raise InvalidValue(f"width = {width} puts a loss more than {FURTHEST} steps from 0")
        for i, mass in _placed(p[o], q[o], above, width, rounding, on_grid=width * above == loss):
            masses[i] = masses.get(i, Number(0)) + mass
    return GridLoss({i: masses[i] for i in sorted(masses)}, infinite)


def _placed(
    p: Number, q: Number, above: int, width: Log, rounding: str, *, on_grid: bool
) -> list[tuple[int, Number]]:
    """Where the mass of one outcome goes."""
    if on_grid or rounding == "up":
        return [(above, p)]
    if rounding == "down":
        return [(above - 1, p)]
    # a at the point below and b at the one above keep P and Q: a + b = p, a + b e^(-width) = q e^(below)
    low = (q * exp(width * (above - 1)) - p * exp(-width)) / (1 - exp(-width))
    return [(above - 1, low), (above, p - low)]


def _discretised(given: Arguments, *roundings: str) -> tuple[GridLoss, Log]:
    p, q = given.pair()
    width = given.epsilon("width")
    if width.is_infinite or width == 0:
        raise InvalidValue(f"width = {width} is not between 0 and inf")
    rounding = given.choice("rounding", *roundings) if len(roundings) > 1 else roundings[0]
    return discretised(p, q, width, rounding), width


def _distribution(given: Arguments) -> Json:
    loss, _ = _discretised(given, *ROUNDINGS)
    rows: list[Json] = [[str(i), closed_form(mass)] for i, mass in loss.masses.items()]
    return rows + ([["inf", real(loss.infinite)]] if loss.infinite else [])


def _delta(given: Arguments, *roundings: str) -> Json:
    loss, width = _discretised(given, *roundings)
    k = given.integer("k", 1, MOST_COPIES)
    return closed_form(loss.power(k).delta(width, given.epsilon()))


_LOSS = (
    "An outcome o with P(o) > 0 has the loss L = ln(P(o)/Q(o)), which is inf where Q(o) = 0. A loss that is "
    "not inf is moved to multiples of `width`, with i the smallest whole number for which i width >= L: "
)
_UP = "up moves it to i width"
_DOWN = (
    "down moves it to i width where that is L, and to (i - 1) width otherwise, the largest multiple that is "
    "not above L"
)
_CONNECT = (
    "connect moves it to i width where that is L, and otherwise splits it: the probability a = (Q(o) "
    "e^((i - 1) width) - P(o) e^(-width))/(1 - e^(-width)) goes to (i - 1) width, and P(o) - a to i width"
)
_SUM = (
    "m(i) is the sum of the probabilities, under P, that are moved to i width, and m(inf) that of the loss "
    "inf"
)
_POWER = (
    "M is the distribution of the sum of k independent losses with the distribution m, which is inf where "
    "one of them is: M(inf) = 1 - (1 - m(inf))^k, and delta = M(inf) + the sum over whole i with i width > "
    "epsilon of M(i) (1 - e^(epsilon - i width))"
)
_K = f"0 < width < inf, 1 <= k <= {MOST_COPIES} is whole, 0 <= epsilon <= inf"

FUNCTIONS = {
    "discretised_loss": Function(
        f"{_LOSS}{_UP}; {_DOWN}; {_CONNECT}. {_SUM}: the distribution m, the outcomes being the whole "
        f"numbers i and inf; what has probability 0 is left out. {PAIR} 0 < width < inf, and the rounding "
        "is up, down or connect.",
        "distribution",
        _distribution,
    ),
    "pessimistic_delta": Function(
        f"delta at epsilon of k losses of a pair, each rounded so that delta is not below the true one. "
        f"{_LOSS}{_UP}; {_CONNECT}. {_SUM}; {_POWER}. {PAIR} {_K}, and the rounding is up or connect.",
        "delta",
        lambda given: _delta(given, "up", "connect"),
    ),
    "optimistic_delta": Function(
        f"delta at epsilon of k losses of a pair, each rounded down, so that delta is not above the true "
        f"one. {_LOSS}{_DOWN}. {_SUM}; {_POWER}. {PAIR} {_K}.",
        "lower-delta",
        lambda given: _delta(given, "down"),
    ),
}


SEVERAL = {
    "randomised response in floats": (("0x1.8p-1", "0x1p-2"), ("0x1p-2", "0x1.8p-1")),
    "powers of two": (("1/2", "1/4", "1/8", "1/8"), ("1/16", "1/4", "3/16", "1/2")),
}
LOSSES = (
    "randomised response ln 3",
    "randomised response ln 2",
    "three unequal losses",
    "approximate ln 2 at 1/10",
    "one side only",
    "other side only",
    "disjoint",
    "names its victim rarely",
    "tiny mass",
    "five outcomes",
    "skewed coin",
)
COMPOSED = (
    "randomised response ln 3",
    "three unequal losses",
    "approximate ln 2 at 1/10",
    "names its victim rarely",
    "five outcomes",
)


def given(name: str) -> dict[str, Json]:
    """The arguments p and q."""
    if name in PAIRS:
        return pair(name)
    p, q = SEVERAL[name]
    return {"p": list(p), "q": list(q)}


def cases() -> Iterator[Case]:
    """Losses on a grid, and deltas of one loss and of several."""
    for name in (*LOSSES, *SEVERAL):
        for width in ("1", "1/3", "ln(2)", FLOAT):
            for rounding in ("up", "down", "connect"):
                if width == FLOAT and rounding == "connect" and name in ("five outcomes", "tiny mass"):
                    continue  # long sums of powers of e^(1/36028797018963968)
                text = f"loss of {name} on multiples of {width}, {rounding}"
                arguments = {**given(name), "width": width, "rounding": rounding}
                result = edge_if(name == "disjoint")
                yield Case(text, "discretised_loss", arguments, result)
    for name in (*COMPOSED, *SEVERAL):
        for width, epsilons in (("1/4", ("1/2", "1")), ("ln(2)", ("0", "ln(2)"))):
            for k in ("1", "2", "7"):
                for epsilon in epsilons:
                    yield from _deltas(name, width, k, epsilon)
    for name in ("approximate ln 2 at 1/10", "names its victim rarely"):
        yield from _deltas(name, "ln(2)", "30", "inf", "boundary")
        yield from _deltas(name, "ln(2)", "30", "5")
        yield from _deltas(name, "0x1p-2", "3", FLOAT)
    yield from _invalid()


def _deltas(name: str, width: str, k: str, epsilon: str, result: Result = "valid") -> Iterator[Case]:
    arguments: dict[str, Json] = {**given(name), "width": width, "k": k, "epsilon": epsilon}
    text = f"{k} losses of {name} on multiples of {width}, at {epsilon}"
    for rounding in ("up", "connect"):
        if rounding == "up" or (k != "7" and epsilon != FLOAT):  # others are quotients of long sums
            more = {**arguments, "rounding": rounding}
            yield Case(f"{text}, {rounding}", "pessimistic_delta", more, result)
    yield Case(f"{text}, down", "optimistic_delta", arguments, result)


def _invalid() -> Iterator[Case]:
    good: dict[str, Json] = {**pair("three outcomes"), "width": "1/2", "rounding": "up"}
    for key, bad in (("width", "0"), ("width", "inf"), ("width", "-1"), ("rounding", "nearest")):
        yield Case(f"loss with {key} {bad}", "discretised_loss", {**good, key: bad}, "invalid")
    broken: dict[str, Json] = {**pair("sum below one"), "width": "1/2", "rounding": "up"}
    yield Case("loss of sum below one", "discretised_loss", broken, "invalid")
    for function, rounding in (("pessimistic_delta", "up"), ("optimistic_delta", "")):
        good = {**pair("three outcomes"), "width": "1/2", "k": "2", "epsilon": "1"}
        good |= {"rounding": rounding} if rounding else {}
        for key, bad in (("width", "0"), ("k", "0"), ("k", "65"), ("epsilon", "-1"), ("rounding", "down")):
            if key in good:
                yield Case(f"{function} with {key} {bad}", function, {**good, key: bad}, "invalid")


FAMILIES = (
    Family(
        "discretised",
        "Privacy losses on a grid: rounded up, down, or by connecting the dots; composed with themselves",
        (
            "Meiser and Mohammadi, Tight on Budget, CCS 2018",
            "Doroshenko, Ghazi, Kamath, Kumar and Manurangsi, Connect the Dots, PoPETs 2022",
        ),
        cases,
    ),
)
