"""Numbers of the second program: decimals of many digits, or floats; their texts; what is refused."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from contextlib import contextmanager
from decimal import Context, Decimal, DivisionByZero, InvalidOperation, Overflow, getcontext, localcontext
from fractions import Fraction
from typing import Any, TypeAlias

import mpmath  # type: ignore[import-untyped]

DIGITS = 120
SAME = Decimal(10) ** -70
"""Two decimals that are closer than this, in units of the larger, are the same number."""
INF = math.inf
TOKEN = re.compile(r"\s*([0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|ln|exp|sqrt|[-+*/^()])")
HEX = re.compile(r"-?0x[0-9a-f](\.[0-9a-f]+)?p[+-][0-9]+")


Given: TypeAlias = Mapping[str, Any]
"""The arguments of a prompt, or the parameters of a mechanism."""


class Refused(Exception):
    """The arguments are not valid."""


class Decimals:
    """Correct arithmetic, to many digits."""

    is_exact = True

    def normal(self, x: Any) -> Any:
        """Phi(x)."""
        return self._by(mpmath.ncdf, x)

    def erf(self, x: Any) -> Any:
        """The error function."""
        return self._by(mpmath.erf, x)

    def _by(self, function: Any, x: Any) -> Any:
        digits = getcontext().prec
        with mpmath.workdps(digits + 10):
            return Decimal(mpmath.nstr(function(mpmath.mpf(str(x))), digits, strip_zeros=False))

    def of(self, x: Any) -> Any:
        if isinstance(x, Fraction):
            return Decimal(x.numerator) / Decimal(x.denominator)
        return x if x in (INF, -INF) else Decimal(x)

    def exp(self, x: Any) -> Any:
        return self.of(0) if x == -INF else INF if x == INF else x.exp()

    def ln(self, x: Any) -> Any:
        return x.ln()

    def sqrt(self, x: Any) -> Any:
        return x.sqrt()

    def power(self, x: Any, a: Any) -> Any:
        return (x.ln() * a).exp() if x else x

    def same(self, x: Any, y: Any) -> Any:
        return x == y or (INF not in (x, y) and abs(x - y) <= SAME * max(abs(x), abs(y), 1))


class Floats:
    """Naive binary64."""

    is_exact = False

    def normal(self, x: Any) -> Any:
        """Phi(x)."""
        return math.erfc(-x / math.sqrt(2)) / 2

    def of(self, x: Any) -> Any:
        if isinstance(x, Fraction):
            return x.numerator / x.denominator
        return float(x)

    def exp(self, x: Any) -> Any:
        return math.exp(x)

    def ln(self, x: Any) -> Any:
        return math.log(x)

    def sqrt(self, x: Any) -> Any:
        return math.sqrt(x)

    def power(self, x: Any, a: Any) -> Any:
        return x**a

    def same(self, x: Any, y: Any) -> Any:
        return x == y


DECIMALS, FLOATS = Decimals(), Floats()


class _State:
    """The bug and the arithmetic of the answer that is being computed, and the bugs that were asked for."""

    def __init__(self) -> None:
        self.bug: str | None = None
        self.r: Decimals | Floats = DECIMALS
        self.asked: set[str] = set()


State = _State()


@contextmanager
def use(bug: Any, arithmetic: Any, digits: Any = DIGITS) -> Any:
    """Compute with this bug and this arithmetic, in so many digits where they are decimals."""
    State.bug, State.r, State.asked = bug, arithmetic, set()
    traps = [DivisionByZero, InvalidOperation, Overflow]
    try:
        with localcontext(Context(prec=digits, Emin=-999999, Emax=999999, traps=traps)):
            yield
    finally:
        State.bug, State.r = None, DECIMALS


def has(bug: Any) -> Any:
    """Whether the answer has this bug. That it was asked is noted: without, the bug changes nothing."""
    State.asked.add(bug)
    return State.bug == bug


def R() -> Any:
    """The arithmetic in use."""
    return State.r


def at_most(x: Any, y: Any) -> Any:
    """x <= y, where two decimals that agree to many digits are equal."""
    return x <= y or R().same(x, y)


def expression(text: Any) -> Any:
    """The value of a text: a Fraction where its form is rational, a number of the arithmetic otherwise."""
    if not isinstance(text, str):
        raise Refused(text)
    if text == "inf":
        return INF
    if HEX.fullmatch(text):
        return Fraction(float.fromhex(text))
    tokens, at = [], 0
    while at < len(text.rstrip()):
        found = TOKEN.match(text, at)
        if not found:
            raise Refused(text)
        tokens.append(found[1])
        at = found.end()
    value, rest = _sum(tokens)
    if rest:
        raise Refused(text)
    return value


def _real(x: Any) -> Any:
    return R().of(x) if isinstance(x, Fraction) else x


def _both(x: Any, y: Any) -> Any:
    return (x, y) if isinstance(x, Fraction) and isinstance(y, Fraction) else (_real(x), _real(y))


def _sum(tokens: Any) -> Any:
    left, rest = _product(tokens)
    while rest and rest[0] in "+-":
        right, after = _product(rest[1:])
        x, y = _both(left, right)
        left, rest = (x + y if rest[0] == "+" else x - y), after
    return left, rest


def _product(tokens: Any) -> Any:
    left, rest = _factor(tokens)
    while rest and rest[0] in "*/":
        right, after = _factor(rest[1:])
        x, y = _both(left, right)
        if rest[0] == "/" and y == 0:
            raise Refused("a quotient by 0")
        left, rest = (x * y if rest[0] == "*" else x / y), after
    return left, rest


def _factor(tokens: Any) -> Any:
    if not tokens:
        raise Refused("an empty text")
    if tokens[0] == "-":
        value, rest = _factor(tokens[1:])
        return -value, rest
    base, rest = _atom(tokens)
    if rest and rest[0] == "^":
        power, rest = _factor(rest[1:])
        if isinstance(base, Fraction) and isinstance(power, Fraction) and power.denominator == 1:
            return base**power.numerator, rest
        return R().power(_real(base), _real(power)), rest
    return base, rest


def _atom(tokens: Any) -> Any:
    if tokens[0][0].isdigit():
        return Fraction(tokens[0]), tokens[1:]
    if tokens[0] in ("ln", "exp", "sqrt"):
        value, rest = _atom(tokens[1:])
        value = _real(value)
        if tokens[0] == "ln" and value <= 0:
            raise Refused("a logarithm of 0 or less")
        return getattr(R(), tokens[0])(value), rest
    if tokens[0] != "(":
        raise Refused(tokens[0])
    value, rest = _sum(tokens[1:])
    if not rest or rest[0] != ")":
        raise Refused("no closing parenthesis")
    return value, rest[1:]


def real(
    given: Given,
    name: str,
    low: Any = None,
    high: Any = None,
    *,
    above: Any = None,
    below: Any = None,
    finite: Any = True,
) -> Any:
    """An argument, in the range that is stated: low <= x <= high, above < x < below."""
    value = expression(given.get(name))
    if value == INF and finite:
        raise Refused(name)
    value = value if value == INF else _real(value)
    outside = (
        (low is not None and value < low)
        or (high is not None and value > high)
        or (above is not None and value <= above)
        or (below is not None and value >= below)
    )
    if outside:
        raise Refused(name)
    return value


def whole(given: Given, name: str, low: Any = None, high: Any = None) -> Any:
    """A whole number, in the range that is stated."""
    text = given.get(name)
    if not isinstance(text, str) or not re.fullmatch(r"-?[0-9]+", text):
        raise Refused(name)
    if (low is not None and int(text) < low) or (high is not None and int(text) > high):
        raise Refused(name)
    return int(text)


def epsilon(given: Given, name: str = "epsilon", **limits: Any) -> Any:
    """0 <= epsilon <= inf, or less of it."""
    return real(given, name, **{"low": 0, "finite": False, **limits})


def delta(given: Given, name: str = "delta") -> Any:
    """0 <= delta <= 1; 0 with the bug of ignoring it."""
    value = real(given, name, 0, 1)
    return R().of(0) if has("DeltaIgnored") else value


def word(given: Given, name: str, *words: Any) -> Any:
    """One of the words that are stated."""
    if given.get(name) not in words:
        raise Refused(name)
    return given[name]
