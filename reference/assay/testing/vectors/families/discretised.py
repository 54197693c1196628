"""Privacy losses on a grid: rounded up, down, or by connecting the dots; composed with themselves."""

from __future__ import annotations

from collections.abc import Iterator

from ....outputs.json_values import Json
from ..family import FLOAT, Case, Family, Result, edge_if
from .shared_pairs import PAIRS, pair

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
