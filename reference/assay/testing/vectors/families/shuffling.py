"""Shuffled reports: the exact delta of a few people, and the published bounds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from .... import amplification
from ....adjacency import all_pairs
from ....amplification import shuffle
from ....dp import Mechanism, hockey_stick
from ....errors import InvalidValue
from ....exact import Certified, Log, Number
from ....outputs.json_values import Json
from ..arguments import Arguments
from ..closed_forms import closed_form
from ..family import FLOAT, Case, Family, Function, case, edge_if

MOST_PEOPLE, MOST_REPORTS = 64, 8
MOST_CLONES = 256


def randomiser(given: Arguments) -> Mechanism[int, int]:
    """The rows of `randomiser`: the distribution of the report of each record."""
    rows = [Arguments({"randomiser": row}).distribution("randomiser") for row in given.items("randomiser")]
    lengths = {len(row) if isinstance(row, list) else 0 for row in given.items("randomiser")}
    if not 2 <= len(rows) <= MOST_REPORTS or len(lengths) != 1 or not 1 <= lengths.pop() <= MOST_REPORTS:
        raise InvalidValue(f"randomiser has not 2 to {MOST_REPORTS} rows of one length")
    return Mechanism(rows.__getitem__, range(len(rows)), all_pairs(), name="randomiser")


def people(given: Arguments, most: int = MOST_PEOPLE) -> int:
    """How many report."""
    return given.integer("n", 1, most)


def exact_delta(local: Mechanism[int, int], n: int, epsilon: Log) -> Number | Certified:
    """The largest delta at epsilon of n shuffled reports, over all records."""
    records = local.domain
    # the multiset of reports depends on the multiset of records: the first is changed, the others are sorted
    inputs = [(x, *rest) for rest in combinations_with_replacement(records, n - 1) for x in records]
    return shuffle(local, n, domain=inputs).delta(epsilon)


def _exact(given: Arguments) -> Json:
    return closed_form(exact_delta(randomiser(given), people(given), given.epsilon()))


def _pair(given: Arguments) -> Json:
    local = randomiser(given)
    last = len(local.domain) - 1
    others = tuple(Arguments({"others": x}).integer("others", 0, last) for x in given.items("others"))
    if len(others) >= MOST_PEOPLE:
        raise InvalidValue(f"others lists {len(others)} records; at most {MOST_PEOPLE - 1} are taken")
    first, second = (given.integer(name, 0, last) for name in ("first", "second"))
    if first == second:
        raise InvalidValue(f"first and second are both {first}")
    inputs = [(first, *others), (second, *others)]
    shuffled = shuffle(local, len(others) + 1, domain=inputs)
    p, q = (shuffled.distribution(x) for x in inputs)
    return closed_form(hockey_stick(p, q, given.epsilon()))


def _blanket(given: Arguments) -> Json:
    return closed_form(amplification.blanket_delta(randomiser(given), people(given), given.epsilon()))


def _clones(given: Arguments) -> Json:
    found = amplification.clones_delta(
        given.epsilon("local_epsilon"), people(given, MOST_CLONES), given.epsilon()
    )
    return closed_form(found)


def _clones_epsilon(given: Arguments) -> Json:
    found = amplification.clones_closed_form(
        given.epsilon("local_epsilon"), given.integer("n"), given.number("delta")
    )
    x, n, d = f"exp({given.spelled('local_epsilon')})", given.spelled("n"), given.spelled("delta")
    text = f"ln(1 + ({x} - 1)/({x} + 1)*(8*sqrt({x}*ln(4/({d}))/{n}) + 8*{x}/{n}))"
    return closed_form(found.epsilon, text)


def _erlingsson(given: Arguments) -> Json:
    found = amplification.erlingsson_bound(
        given.epsilon("local_epsilon"), given.integer("n"), given.number("delta")
    )
    local, n, d = given.spelled("local_epsilon"), given.spelled("n"), given.spelled("delta")
    return closed_form(found.epsilon, f"12*({local})*sqrt(ln(1/({d}))/{n})")


_RANDOMISER = (
    f"`randomiser` is a list of 2 to {MOST_REPORTS} rows of one length, from 1 to {MOST_REPORTS}; row x, by "
    "number from 0, lists the probabilities R_x(y) of the reports y = 0, 1, ... of a person whose record "
    "is x: each is >= 0, and each row sums to exactly 1"
)
_SHUFFLED = "Each person reports independently, and what is seen is how many report each y, (c_0, c_1, ...)"
_DELTA = "delta(epsilon) of (P, Q) is the sum over outcomes o of max(P(o) - e^epsilon Q(o), 0)"
_LOCAL = "0 <= local_epsilon < inf"

FUNCTIONS = {
    "shuffled_delta": Function(
        "The largest delta(epsilon) of (P, Q) over all records x_1, ..., x_n of n people and all z that are "
        "not x_1, where P is the distribution of what is seen of x_1, x_2, ..., x_n, and Q that of z, x_2, "
        f"..., x_n. {_SHUFFLED}. {_DELTA}. {_RANDOMISER}. 1 <= n <= {MOST_PEOPLE} is whole, 0 <= epsilon <= "
        "inf; an infinite e^epsilon times 0 is 0.",
        "delta",
        _exact,
    ),
    "shuffled_pair_delta": Function(
        "delta(epsilon) of (P, Q), where P is the distribution of what is seen of a person with the record "
        "`first` and of others with the records `others`, and Q the same with the record `second` in place "
        f"of first. {_SHUFFLED}. {_DELTA}. {_RANDOMISER}. first, second and each of others is the number of "
        f"a row, first is not second; others is a list of at most {MOST_PEOPLE - 1}, which may be empty. 0 "
        "<= epsilon <= inf; an infinite e^epsilon times 0 is 0.",
        "delta",
        _pair,
    ),
    "blanket_delta": Function(
        "The largest, over x and z != x, of 1/(n g) E[max(L_1 + ... + L_m, 0)], the privacy blanket bound on "
        "the delta(epsilon) of n shuffled reports: w(y) = min over all x of R_x(y), g = sum over y of w(y), "
        "m is the number of heads of n coins that each show heads with probability g, and each L_i is "
        "g (R_x(y) - e^epsilon R_z(y))/w(y) for an independent y that has the probability w(y)/g. "
        f"{_RANDOMISER}, and greater than 0. 1 <= n <= {MOST_PEOPLE} is whole, 0 <= epsilon < inf.",
        "delta",
        _blanket,
    ),
    "clones_delta": Function(
        f"{_DELTA}. Here it is that of P = distribution of (A + D, C - A + 1 - D) and Q = distribution of "
        "(A + 1 - D, C - A + D), the clones bound on n shuffled reports: C is the number of heads of n - 1 "
        "coins that each show heads with probability e^(-local_epsilon), A that of C fair coins, and D is 1 "
        f"with probability e^local_epsilon/(1 + e^local_epsilon), else 0, all independent. {_LOCAL}, 1 <= n "
        f"<= {MOST_CLONES} is whole, 0 <= epsilon <= inf; an infinite e^epsilon times 0 is 0.",
        "delta",
        _clones,
    ),
    "clones_epsilon": Function(
        "ln(1 + (x - 1)/(x + 1) (8 sqrt(x ln(4/delta)/n) + 8 x/n)), x = e^local_epsilon: the clones bound in "
        f"closed form, an epsilon at delta of n shuffled reports. {_LOCAL}, 0 < delta < 1, n is whole, and "
        "n >= 16 x ln(4/delta).",
        "epsilon",
        _clones_epsilon,
    ),
    "shuffling_epsilon": Function(
        "12 local_epsilon sqrt(ln(1/delta)/n): the first bound of its kind, an epsilon at delta of n "
        "shuffled reports. 0 <= local_epsilon <= 1/2, 0 < delta <= 1/100, n >= 1000 is whole.",
        "epsilon",
        _erlingsson,
    ),
}


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
