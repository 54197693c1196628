"""Programs as people write them: all of these must be read.

Each takes the noise and the query, and draws at most twice.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, allow-incomplete-defs
import enum
import functools
import itertools
import math
import types
from collections import Counter, defaultdict, deque, namedtuple
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from assay import EPS

LIMIT = 1
NAMES = ("low", "high")
BINS = {"low": -1, "high": 1}


class Side(enum.Enum):
    LEFT = "left"
    RIGHT = "right"

    def other(self):
        return Side.RIGHT if self is Side.LEFT else Side.LEFT


class Rank(enum.IntEnum):
    FIRST = 1
    SECOND = 2


@dataclass(frozen=True)
class Report:
    label: str
    count: Any = 0


@dataclass
class State:
    seen: list[Any] = field(default_factory=list)
    hits: int = 0


class Point(NamedTuple):
    x: Any
    y: Any = 0


Pair = namedtuple("Pair", "left right")


class Counting:
    def __init__(self, limit):
        self.limit = limit
        self._hits = 0

    def add(self, value):
        if value > self.limit:
            self._hits += 1
        return self

    @property
    def hits(self):
        return self._hits

    @staticmethod
    def above(value):
        return value > 0

    @classmethod
    def make(cls):
        return cls(LIMIT)

    def __len__(self):
        return self._hits

    def __repr__(self):
        return f"Counting({self._hits})"


class Doubled(Counting):
    def add(self, value):
        super().add(value)
        return super().add(value + 1)


class NotFound(Exception):
    pass


def above(value, limit=0):
    return value > limit


def bin_of(value, *edges):
    for n, edge in enumerate(edges):
        if value < edge:
            return n
    return len(edges)


def first_above(values, limit):
    for i, value in enumerate(values):
        if value > limit:
            return i
    raise NotFound


def countdown(value, n):
    return n if n == 0 or value > n else countdown(value, n - 1)


def released(noise, q):
    return q + noise(EPS)


def early_return(noise, q):
    if q + noise(EPS) > 0:
        return "positive"
    return "not"


def helper(noise, q):
    return above(q + noise(EPS), limit=LIMIT)


def star_arguments(noise, q):
    return bin_of(q + noise(EPS), -1, *range(2))


def loop_with_counter(noise, q):
    value, n = q + noise(EPS), 0
    while value > n and n < 3:
        n += 1
    return n


def recursion(noise, q):
    return countdown(q + noise(EPS), 2)


def comprehension(noise, q):
    return [above(v) for v in (q + noise(EPS), q - 1 + noise(EPS))]


def generator_expression(noise, q):
    return sum(v > 0 for v in (q + noise(EPS), noise(EPS)))


def any_and_all(noise, q):
    values = [q + noise(EPS), 1 + noise(EPS)]
    return any(v > 1 for v in values), all(v > 0 for v in values)


def closure(noise, q):
    def shifted(by):
        return q + by + noise(EPS)

    return shifted(1) > 0


def lambda_key(noise, q):
    values = [q + noise(EPS), 1 + noise(EPS)]
    return max(range(2), key=lambda i: values[i])


def partial_call(noise, q):
    return functools.partial(above, limit=2)(q + noise(EPS))


def mapped(noise, q):
    return tuple(map(above, [q + noise(EPS), noise(EPS)]))


def filtered(noise, q):
    return len(list(filter(lambda v: v > 0, [q + noise(EPS), noise(EPS)])))


def sorted_order(noise, q):
    values = {"a": q + noise(EPS), "b": noise(EPS)}
    return "".join(sorted(values, key=lambda name: values[name]))


def largest(noise, q):
    return max(q + noise(EPS), noise(EPS)) > 1


def clamped(noise, q):
    return min(max(q + noise(EPS), -1), 2)


def chained_comparison(noise, q):
    return 0 <= q + noise(EPS) <= 2


def walrus(noise, q):
    if (value := q + noise(EPS)) > 1:
        return value
    return None


def ternary(noise, q):
    return q + noise(EPS) if q > 0 else noise(EPS)


def equality(noise, q):
    return (q + noise(EPS) == 0, noise(EPS) != 1)


def in_a_tuple(noise, q):
    return q + noise(EPS) in (0, 2)


def in_a_range(noise, q):
    return q + noise(EPS) in range(3)


def match_values(noise, q):
    match q + noise(EPS):
        case 0:
            return "zero"
        case 1 | 2:
            return "few"
        case value if value < 0:
            return "negative"
    return "many"


def match_sequence(noise, q):
    match [q + noise(EPS), "x"]:
        case [value, "x"] if value > 0:
            return "x"
        case _:
            return "none"


def match_text(noise, q):
    mode = "low" if q + noise(EPS) < 0 else "high"
    match mode:
        case "low":
            return 0
        case _:
            return 1


def label_of_plain(noise, q):
    return f"{NAMES[q + noise(EPS) > 0]}-{q - q}"


def text_methods(noise, q):
    return "yes".upper() if q + noise(EPS) > 0 else "no".title().strip()


def none_is_none(noise, q):
    found = None
    for value in (q + noise(EPS), noise(EPS)):
        if found is None and value > 0:
            found = value
    return found is not None


def plain_dispatch(noise, q):
    shift = q if isinstance(q, int) else len(q)
    return shift + noise(EPS) > 0


def checked_input(noise, q):
    if not isinstance(q, int):
        raise TypeError("q must be an integer")
    assert q >= -5
    return q + noise(EPS)


def handles_lookup(noise, q):
    try:
        return BINS["middle" if q + noise(EPS) > 0 else "high"]
    except KeyError:
        return -7


def handles_index(noise, q):
    try:
        return NAMES[2 if q + noise(EPS) > 0 else 0]
    except IndexError as error:
        return str(error)


def handles_own(noise, q):
    try:
        return first_above([q + noise(EPS), noise(EPS)], 1)
    except NotFound:
        return None


def finally_without_return(noise, q):
    steps = []
    try:
        steps.append(q + noise(EPS) > 0)
    finally:
        steps.append("done")
    return tuple(steps)


def object_with_methods(noise, q):
    counting = Counting.make()
    return counting.add(q + noise(EPS)).add(noise(EPS)).hits


def inherited(noise, q):
    return len(Doubled(0).add(q + noise(EPS)))


def static_method(noise, q):
    return Counting.above(q + noise(EPS))


def frozen_dataclass(noise, q):
    return Report("count", q + noise(EPS))


def mutable_dataclass(noise, q):
    state = State()
    for value in (q + noise(EPS), noise(EPS)):
        state.seen.append(value > 0)
        state.hits += state.seen[-1]
    return state.hits, *state.seen


def named_tuple(noise, q):
    return Point(q + noise(EPS))


def other_named_tuple(noise, q):
    return Pair(left=q + noise(EPS) > 0, right="r")


def enumeration(noise, q):
    return Side.LEFT if q + noise(EPS) > 0 else Side.LEFT.other()


def integer_enumeration(noise, q):
    return Rank.FIRST if q + noise(EPS) > 0 else Rank.SECOND


def in_a_dictionary(noise, q):
    return {"noisy": q + noise(EPS), "limit": LIMIT}


def collected(noise, q):
    counts: defaultdict[str, int] = defaultdict(int)
    for value in (q + noise(EPS), noise(EPS)):
        counts["up" if value > 0 else "down"] += 1
    return counts["up"]


def counter(noise, q):
    return Counter(v > 0 for v in (q + noise(EPS), noise(EPS)))[True]


def queue(noise, q):
    waiting = deque([q + noise(EPS), noise(EPS)])
    hits = 0
    while waiting:
        hits += waiting.popleft() > 0
    return hits


def set_of_plain(noise, q):
    seen = set()
    for i, value in enumerate((q + noise(EPS), noise(EPS))):
        if value > 0:
            seen.add(i)
    return len(seen)


def reduced(noise, q):
    return functools.reduce(max, [q + noise(EPS), noise(EPS)]) > 0


def chained_iterators(noise, q):
    values = itertools.chain([q + noise(EPS)], [noise(EPS)])
    return [i for i, v in zip(itertools.count(), values, strict=False) if v > 0]


def arithmetic_of_plain(noise, q):
    return math.floor(math.sqrt(q * q)) + noise(EPS) > math.ceil(0.5)


def import_inside(noise, q):
    from math import floor

    return floor(q) + noise(EPS) > 0


def nested_class(noise, q):
    class Local:
        def __init__(self, value):
            self.value = value

        def positive(self):
            return self.value > 0

    return Local(q + noise(EPS)).positive()


def generator_function(noise, q):
    def values():
        yield q + noise(EPS)
        yield noise(EPS)

    return tuple(v > 0 for v in values())


def unpacking(noise, q):
    first, *rest = [q + noise(EPS), 1, 2]
    return first > rest[-1]


def difference(noise, q):
    return q + noise(EPS) - noise(EPS) >= 1


def keyword_arguments(noise, q):
    return above(**{"value": q + noise(EPS), "limit": 1})


def delete_and_slice(noise, q):
    values = [q + noise(EPS), 5, 6]
    del values[2]
    return [*values[:1], "end"]


def pass_around(noise, q):
    tests = [lambda v: v > 0, lambda v: v > 1]
    value = q + noise(EPS)
    return [test(value) for test in tests]


PROGRAMS = [
    value
    for value in list(globals().values())
    if isinstance(value, types.FunctionType)
    and value.__module__ == __name__
    and value.__code__.co_varnames[:2] == ("noise", "q")
]
