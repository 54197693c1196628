"""Shuffled reports: the exact delta of a few people, and the published bounds."""

from __future__ import annotations

from collections.abc import Iterator

from ....outputs.json_values import Json
from ..family import FLOAT, Case, Family, case, edge_if

RANDOMISERS: dict[str, tuple[tuple[str, ...], ...]] = {
    "randomised response ln 3": (("3/4", "1/4"), ("1/4", "3/4")),
    "randomised response ln 2": (("2/3", "1/3"), ("1/3", "2/3")),
    "randomised response in floats": (("0x1.8p-1", "0x1p-2"), ("0x1p-2", "0x1.8p-1")),
    "an uneven coin": (("9/10", "1/10"), ("1/2", "1/2")),
    "three categories": (("1/2", "1/4", "1/4"), ("1/4", "1/2", "1/4"), ("1/4", "1/4", "1/2")),
}
NO_BLANKET: dict[str, tuple[tuple[str, ...], ...]] = {
    "one-sided": (("1", "0"), ("1/2", "1/2")),
    "the truth": (("1", "0"), ("0", "1")),
}
EPSILONS = ("0", "1/4", FLOAT, "ln(2)")


def rows(name: str) -> list[Json]:
    """The argument `randomiser`."""
    return [list(row) for row in {**RANDOMISERS, **NO_BLANKET}[name]]


def cases() -> Iterator[Case]:
    """Exactly, for all records and for some; the blanket, the clones, and closed forms."""
    for name in (*RANDOMISERS, *NO_BLANKET):
        for n in ("1", "2", "4", *(("6",) if name != "three categories" else ())):
            for epsilon in EPSILONS:
                arguments: dict[str, Json] = {"randomiser": rows(name), "n": n, "epsilon": epsilon}
                result = edge_if(n == "1")
                yield Case(f"{n} reports of {name}, at {epsilon}", "shuffled_delta", arguments, result)
                if name in RANDOMISERS and epsilon != FLOAT:
                    text = f"blanket of {n} reports of {name}, at {epsilon}"
                    yield Case(text, "blanket_delta", arguments, result)
        yield from _of_records(name)
    one_sided: dict[str, Json] = {"randomiser": rows("one-sided"), "n": "3", "epsilon": "inf"}
    yield Case("3 reports of one-sided, at inf", "shuffled_delta", one_sided, "boundary")
    yield from _bounds()
    yield from _invalid()


def _of_records(name: str) -> Iterator[Case]:
    for others in ((), ("0", "1", "1"), ("1",) * 9):
        for first, second in (("0", "1"), ("1", "0")):
            arguments: dict[str, Json] = {"randomiser": rows(name), "others": list(others)}
            arguments |= {"first": first, "second": second, "epsilon": "1/4"}
            text = f"{first} for {second} beside {' '.join(others) or 'nobody'} by {name}"
            yield Case(text, "shuffled_pair_delta", arguments, "valid" if others else "boundary")


def _bounds() -> Iterator[Case]:
    for local in ("ln(2)", "ln(3)", "1", "5"):
        for n in ("1", "2", "10", "25"):
            for epsilon in ("0", "1/4", "1"):
                result = edge_if(n == "1")
                yield case("clones_delta", result, local_epsilon=local, n=n, epsilon=epsilon)
    for local in ("ln(2)", "1", "3", FLOAT, "5"):
        for n in ("1000000", "1000000000"):
            for delta in ("1/1000", "1/1000000", "1e-20"):
                yield case("clones_epsilon", "valid", local_epsilon=local, n=n, delta=delta)
    for local in ("1/2", FLOAT, "1/1000", "0"):
        for n in ("1000", "1000000"):
            for delta in ("1/100", "1e-20"):
                result = edge_if(local == "0")
                yield case("shuffling_epsilon", result, local_epsilon=local, n=n, delta=delta)


def _invalid() -> Iterator[Case]:
    fine = rows("randomised response ln 3")
    broken: tuple[tuple[str, list[Json]], ...] = (
        ("a row that sums to less", [["3/4", "1/8"], ["1/4", "3/4"]]),
        ("one row", [["3/4", "1/4"]]),
        ("rows of two lengths", [["3/4", "1/4"], ["1/4", "1/4", "1/2"]]),
        ("a negative probability", [["3/4", "1/4"], ["5/4", "-1/4"]]),
    )
    for function in ("shuffled_delta", "blanket_delta"):
        for text, bad in broken:
            arguments: dict[str, Json] = {"randomiser": bad, "n": "3", "epsilon": "1"}
            yield Case(f"{function} with {text}", function, arguments, "invalid")
        for key, value in (("n", "0"), ("epsilon", "-1"), ("n", "65")):
            arguments = {"randomiser": fine, "n": "3", "epsilon": "1", key: value}
            yield Case(f"{function} with {key} {value}", function, arguments, "invalid")
    arguments = {"randomiser": rows("one-sided"), "n": "3", "epsilon": "1"}
    yield Case("blanket_delta with a probability of 0", "blanket_delta", arguments, "invalid")
    good: dict[str, Json] = {"randomiser": fine, "others": ["0"], "first": "0", "second": "1", "epsilon": "1"}
    for key, value in (("first", "1"), ("second", "2"), ("first", "-1"), ("epsilon", "-1")):
        yield Case(
            f"shuffled_pair_delta with {key} {value}", "shuffled_pair_delta", {**good, key: value}, "invalid"
        )
    for key, value in (("n", "0"), ("local_epsilon", "inf"), ("epsilon", "-1"), ("n", "257")):
        more: dict[str, Json] = {"local_epsilon": "1", "n": "5", "epsilon": "1", key: value}
        yield case("clones_delta", "invalid", **more)
    for key, value in (("n", "100"), ("delta", "0"), ("delta", "1"), ("local_epsilon", "12")):
        more = {"local_epsilon": "1", "n": "100000", "delta": "1/1000", key: value}
        yield case("clones_epsilon", "invalid", **more)
    for key, value in (("n", "999"), ("delta", "1/10"), ("delta", "0"), ("local_epsilon", "51/100")):
        more = {"local_epsilon": "1/2", "n": "5000", "delta": "1/1000", key: value}
        yield case("shuffling_epsilon", "invalid", **more)


FAMILIES = (
    Family(
        "shuffling",
        "Shuffled reports: the exact delta of a few people, and the published bounds",
        (
            "Feldman, McMillan and Talwar, Hiding Among the Clones, FOCS 2021",
            "Balle, Bell, Gascon and Nissim, The Privacy Blanket of the Shuffle Model, CRYPTO 2019",
            "Erlingsson, Feldman, Mironov, Raghunathan, Talwar and Thakurta, Amplification by Shuffling, "
            "SODA 2019",
        ),
        cases,
    ),
)
