"""Small samplers over the operations of draws, against enumeration with plain numbers.

The judge knows nothing of the tape: it runs the same sampler with plain integers, floats and bytes, once for
every value that its draws can have. The tape may refuse; what it answers has to be that distribution,
exactly.
"""

from __future__ import annotations

import math
import operator
import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InvalidType
from assay.outputs.alphabet import Alphabet
from assay.outputs.identity import key
from assay.programs.reach import Reach
from assay.programs.sources import lazy_float, lazy_int, randoms, sampled
from tests.effort import at_night, fewer

FLOAT_BITS = 3
"""random() is a multiple of 1/8 here."""


@pytest.fixture(scope="module", autouse=True)
def the_text_is_not_judged() -> Iterator[None]:
    """The generated samplers call their operations from a table, where any of them may be str of anything."""
    with mock.patch.object(Reach, "seen_in_flow", return_value=[]):
        yield


class Plain:
    """Draws of plain numbers: each run takes the next values of a product of ranges."""

    def __init__(self, values: tuple[int, ...]) -> None:
        self.values = list(values)
        self.asked: list[int] = []

    def below(self, n: int) -> int:
        self.asked.append(n)
        at = len(self.asked) - 1
        return self.values[at] if at < len(self.values) else 0

    def float(self) -> float:
        return self.below(2**FLOAT_BITS) / 2**FLOAT_BITS

    def bits(self, k: int) -> int:
        return self.below(2**k)

    def bytes(self, n: int) -> bytes:
        return self.below(256**n).to_bytes(n, "big")


def small_float() -> Any:
    """random(), of few bits."""
    run = lazy_float.current()
    if run.plain is not None:
        return run.take() / 2**FLOAT_BITS
    variable = lazy_float.Uniform(run, 2**FLOAT_BITS)
    return lazy_float.LazyFloat(variable, lambda i: i / 2**FLOAT_BITS)


def lazy_below(n: int) -> Any:
    """randrange(n), never drawn at once."""
    run = lazy_int.current()
    run.drew = True
    return run.take() if run.plain is not None else lazy_int.LazyInt(lazy_int.Uniform(run, n))


class Lazily:
    """The same draws on the tape."""

    below = staticmethod(lazy_below)
    float = staticmethod(small_float)
    bytes = staticmethod(os.urandom)

    @staticmethod
    def bits(k: int) -> Any:
        return lazy_below(2**k)


def every(body: Callable[[Any], Any]) -> Iterator[Any]:
    """What the body returns, or raises, for every value of its draws."""
    probe = Plain(())
    run_body(body, probe)
    for values in product(*map(range, probe.asked)):
        yield run_body(body, Plain(values))


def run_body(body: Callable[[Any], Any], draws: Any) -> Any:
    try:
        return body(draws)
    except Exception as error:
        return type(error).__name__


def judged(body: Callable[[Any], Any]) -> bool:
    """Whether the tape answered; what it answered is compared with every value of the draws.

    It may refuse look-alikes where the draws do have such outputs.
    """
    try:
        law = sampled(lambda: run_body(body, Lazily))
    except InvalidType:
        assert has_look_alikes(every(body))
        return False
    counts = Counter(map(key, every(body)))
    total = sum(counts.values())
    keys = law.bounds.keys
    found = {keys[o] if o in keys else key(o): p for o, p in law.bounds.lower.items()}
    for each, p in found.items():
        assert p <= Fraction(counts[each], total), (each, p)
    if law.exact:
        assert found == {each: Fraction(n, total) for each, n in counts.items()}
    return law.exact


def has_look_alikes(outputs: Iterator[Any]) -> bool:
    """Whether two of the outputs are equal and can be told apart."""
    alphabet: Alphabet[Any] = Alphabet("output")
    try:
        for output in outputs:
            alphabet.admit(output)
    except InvalidType:
        return True
    return False


NUMBERS = st.sampled_from(
    [
        *(0, 1, 2, 3, 5, -1, -3, True, 10**20, 1j, "a", None),
        *(0.0, -0.0, 0.5, 0.125, 0.3, 2.5, -1.5, 7.0, 1e308, math.inf, -math.inf, math.nan),
        *(Fraction(1, 3), Fraction(1, 2), Decimal("0.5"), Decimal("nan")),
    ]
)
BINARY = {
    **{
        f.__name__: f for f in (operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv)
    },
    **{f.__name__: f for f in (operator.mod, operator.and_, operator.or_, operator.xor, divmod, max, min)},
    **{f.__name__: f for f in (operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne)},
    "rsub": lambda a, b: b - a,
    "rdiv": lambda a, b: b / a,
    "rfloordiv": lambda a, b: b // a,
    "rmod": lambda a, b: b % a,
    "rlt": lambda a, b: b < a,
    "req": lambda a, b: b == a,
    "copysign": lambda a, b: math.copysign(a, b),
    "signed": lambda a, b: math.copysign(b, a),
    "sorted": lambda a, b: sorted([a, b]) == [a, b],
    "in": lambda a, b: a in (b, 2),
    "pair in": lambda a, b: (a, 1) in {(b, 1)},
}
SHIFTS = {"lshift": operator.lshift, "rshift": operator.rshift, "pow": pow}
UNARY = {
    **{
        f.__name__: f
        for f in (operator.neg, operator.pos, operator.invert, abs, bool, int, float, round, str, repr)
    },
    **{f.__name__: f for f in (math.floor, math.ceil, math.trunc, math.sqrt, math.exp, math.log, type)},
    "format": lambda a: f"{a:>6}",
    "percent": lambda a: operator.mod("%s", a),
    "percent d": lambda a: operator.mod("%d", a),
    "digits": lambda a: round(a, 1),
    "ratio": lambda a: a.as_integer_ratio(),
    "real": lambda a: a.real,
    "numerator": lambda a: a.numerator,
    "is_integer": lambda a: a.is_integer(),
    "bits": lambda a: a.bit_length(),
    "kind": lambda a: type(a).__name__,
    "of int": lambda a: isinstance(a, int),
    "of float": lambda a: type(a) is float,
    "match": lambda a: matched(a),
    "fraction": lambda a: Fraction(a),
    "decimal": lambda a: str(Decimal(a)),
    "set": lambda a: len({a, 1, 0.5}),
    "dict": lambda a: {0: "zero", 0.5: "half"}.get(a, "other"),
    "index": lambda a: "abcdefghijklmnop"[a],
    "range": lambda a: len(range(a)),
    "bytes": lambda a: bytes(a),
}


def matched(a: Any) -> str:
    match a:
        case 3:
            return "three"
        case bool():
            return "bool"
        case int() as found if found > 4:
            return "large"
        case int():
            return "int"
        case float(found):
            return f"float {found < 0.4}"
        case _:
            return "other"


STEP = st.one_of(
    st.tuples(st.sampled_from(sorted(BINARY)).map(BINARY.__getitem__), NUMBERS),
    st.tuples(st.sampled_from(sorted(SHIFTS)).map(SHIFTS.__getitem__), st.integers(-1, 4)),
    st.tuples(st.sampled_from(sorted(UNARY)).map(UNARY.__getitem__), st.none()),
)
DRAW = st.one_of(
    st.just(lambda draws: draws.float()),
    st.integers(5, 12).map(lambda n: lambda draws: draws.below(n)),
    st.just(lambda draws: draws.bits(3)),
)


def applied(value: Any, step: tuple[Callable[..., Any], Any]) -> Any:
    operation, constant = step
    return operation(value) if operation in UNARY.values() else operation(value, constant)


def is_known(value: Any) -> bool:
    """Whether a result may be compared as an output; what may not is shown by its type."""
    return type(value) in (bool, int, str, float, bytes, complex, Fraction, Decimal) and value == value


def shown(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(shown, value))
    return value if is_known(value) else type(value).__name__


@pytest.mark.slow
@given(DRAW, st.lists(STEP, max_size=3), STEP)
def test_one_draw(draw, steps, last):
    def body(draws):
        value = draw(draws)
        for step in steps:
            value = applied(value, step)
        return shown(applied(value, last))

    with mock.patch.object(randoms, "uniform_float", small_float):
        judged(body)


PAIRS = {name: f for name, f in BINARY.items() if name not in ("in",)}


@pytest.mark.slow
@fewer(2)
@given(DRAW, DRAW, STEP, st.lists(st.sampled_from(sorted(PAIRS)), min_size=1, max_size=2))
def test_two_draws(first, second, step, names):
    def body(draws):
        a, b = first(draws), second(draws)
        a = applied(a, step)
        return tuple(shown(PAIRS[name](a, b)) for name in names)

    judged(body)


@pytest.mark.slow
@given(DRAW, st.lists(STEP, min_size=2, max_size=3))
def test_swallowed_exceptions(draw, steps):
    """A sampler that goes on after an operation that failed."""

    def body(draws):
        value, seen = draw(draws), []
        for step in steps:
            try:
                seen.append(shown(applied(value, step)))
            except Exception as error:
                seen.append(type(error).__name__)
        return tuple(seen)

    judged(body)


BYTES = {
    "first": lambda b: b[0] < 100,
    "last": lambda b: b[-1] & 3,
    "slice": lambda b: b[:1] < b"\x20",
    "number": lambda b: int.from_bytes(b, "little") < 300,
    "signed": lambda b: int.from_bytes(b, "big", signed=True) < -300,
    "both": lambda b: (int.from_bytes(b, "big") < 300, int.from_bytes(b, "little") < 300),
    "equal": lambda b: b == b"\0\1",
    "less": lambda b: b < b"\0\1",
    "in": lambda b: b"\1" in b,
    "number in": lambda b: 1 in b,
    "hex": lambda b: b.hex()[0] == "0",
    "sum": lambda b: sum(b) < 3,
    "starts": lambda b: b.startswith(b"\7"),
    "added": lambda b: (b + b"x")[0] == 3,
    "added before": lambda b: (b"x" + b)[1] == 3,
    "index": lambda b: "abc"[len(b)],
    "type": lambda b: type(b) is bytes and isinstance(b, bytes),
    "join": lambda b: b"".join([b, b"x"])[0] == 3,
    "reversed": lambda b: next(reversed(b)) == 3,
    "key": lambda b: {b"\0\0": "zero"}.get(b, "other"),
}


FEW_BRANCHES = ("first", "last", "slice", "index", "type")


@pytest.mark.parametrize(
    "name", [*FEW_BRANCHES, *at_night(4, (name for name in BYTES if name not in FEW_BRANCHES))]
)
def test_bytes(name):
    look = BYTES[name]
    law = sampled(lambda: look(os.urandom(2)))
    counts = Counter(key(look(bytes(pair))) for pair in product(range(256), repeat=2))
    assert law.exact or not law.bounds.lower, law.bounds.reason
    assert {key(o): p for o, p in law.bounds.lower.items()} in (
        {each: Fraction(n, 256**2) for each, n in counts.items()},
        {},
    )


SOURCES: dict[str, tuple[Callable[[], Any], dict[Any, Any]]] = {
    "negative steps": (lambda: random.randrange(5, -5, -3), {5: "1/4", 2: "1/4", -1: "1/4", -4: "1/4"}),
    "steps": (lambda: random.randrange(-7, 8, 7), {-7: "1/3", 0: "1/3", 7: "1/3"}),
    "no bits": (lambda: random.getrandbits(0), {0: 1}),
    "no bytes": (lambda: os.urandom(0), {b"": 1}),
    "weights": (lambda: random.choices("ab", [0.25, 0.75])[0], {"a": "1/4", "b": "3/4"}),
    "cumulative": (lambda: random.choices("ab", cum_weights=[3, 4])[0], {"a": "3/4", "b": "1/4"}),
    "a weight of 0": (lambda: random.choices("ab", [0, 1])[0], {"b": 1}),
    "never": (lambda: random.random() < 0.0, {False: 1}),
    "always": (lambda: random.random() < 1.0, {True: 1}),
    "below NaN": (lambda: random.random() < math.nan, {False: 1}),
    "below infinity": (lambda: random.random() < math.inf, {True: 1}),
    "below a large number": (lambda: random.random() < 10**400, {True: 1}),
    "an integer below NaN": (lambda: random.getrandbits(64) < math.nan, {False: 1}),
    "a third": (lambda: random.random() < Fraction(1, 2), {True: "1/2", False: "1/2"}),
    "a decimal": (lambda: random.random() < Decimal("0.5"), {True: "1/2", False: "1/2"}),
    "a quotient of integers": (lambda: random.getrandbits(64) / (2**64 - 1) < 0.5, {}),
}


@pytest.mark.parametrize("name", SOURCES)
def test_sources_at_their_edges(name):
    from assay import Dist

    sampler, law = SOURCES[name]
    if name == "a quotient of integers":
        bound = next(i for i in range(2**63 - 2000, 2**63 + 2000) if not i / (2**64 - 1) < 0.5)
        law = {True: Fraction(bound, 2**64), False: 1 - Fraction(bound, 2**64)}
    assert sampled(sampler).distribution() == Dist(law)


def test_the_judge_answers_most():
    """A tape that refused everything would pass the tests above."""
    answered = [
        judged(partial(lambda op, c, draws: shown(op(draws.below(9), c)), op, c))
        for op in (operator.lt, operator.add, operator.floordiv, operator.mod, operator.xor, divmod, max)
        for c in (1, 2, 5)
    ]
    assert all(answered)


def test_a_law_that_is_wrong_is_seen():
    """The judge itself: a tape whose sums are off by one is caught, even where replays are not compared."""
    wrong = mock.patch.object(lazy_int.LazyInt, "__add__", lambda self, other: self._then("+", lambda v: v))
    with wrong, mock.patch("assay.programs.sources.runs.alike", return_value=True):
        assert sampled(lambda: Lazily.below(9) + 1 > 4).exact
        with pytest.raises(AssertionError):
            judged(lambda draws: draws.below(9) + 1 > 4)
