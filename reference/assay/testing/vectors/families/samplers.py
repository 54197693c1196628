"""Samplers as bit traces: what exact samplers answer on given random bits, and how many of them they read."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import isqrt

from ....errors import InvalidValue
from ....outputs.json_values import Json
from ..arguments import Arguments
from ..family import Case, Family, Function

BITS = re.compile(r"[01]*")


class Tape:
    """Random bits, read one after the other."""

    read: int

    def __init__(self, bits: str) -> None:
        if not BITS.fullmatch(bits):
            raise InvalidValue("bits holds something else than 0 and 1")
        self.bits = bits
        self.read = 0

    def uniform(self, m: int) -> int:
        """A whole number in 0..m-1: bits, the most significant first, until they spell one below m."""
        size = (m - 1).bit_length()
        while True:
            drawn = int(self._take(size) or "0", 2)
            if drawn < m:
                return drawn

    def _take(self, size: int) -> str:
        if self.read + size > len(self.bits):
            raise InvalidValue(f"{len(self.bits)} bits are not enough")
        self.read += size
        return self.bits[self.read - size : self.read]

    def bernoulli(self, p: Fraction) -> bool:
        """Whether a uniform number below the denominator is below the numerator."""
        return self.uniform(p.denominator) < p.numerator

    def exponential(self, g: Fraction) -> bool:
        """True with probability e^-g."""
        for _ in range(g.__floor__() if g > 1 else 0):
            if not self.exponential(Fraction(1)):
                return False
        rest, k = g - g.__floor__() if g > 1 else g, 1
        while self.bernoulli(rest / k):
            k += 1
        return k % 2 == 1

    def laplace(self, scale: Fraction) -> int:
        """Discrete Laplace noise: P(z) proportional to e^(-|z|/scale)."""
        while True:
            low = self.uniform(scale.numerator)
            if not self.exponential(Fraction(low, scale.numerator)):
                continue
            high = 0
            while self.exponential(Fraction(1)):
                high += 1
            size = (low + scale.numerator * high) // scale.denominator
            negative = self.bernoulli(Fraction(1, 2))
            if size or not negative:
                return -size if negative else size

    def gaussian(self, variance: Fraction) -> int:
        """Discrete Gaussian noise: P(z) proportional to e^(-z^2/(2 variance))."""
        t = isqrt(variance.__floor__()) + 1
        while True:
            drawn = self.laplace(Fraction(t))
            if self.exponential((abs(drawn) - variance / t) ** 2 / (2 * variance)):
                return drawn


def _answer(given: Arguments, tape: Tape, drawn: int) -> Json:
    return str(drawn if given.choice("of", "output", "bits") == "output" else tape.read)


def _uniform(given: Arguments) -> Json:
    tape, m = Tape(given.text("bits")), given.integer("m", 1)
    return _answer(given, tape, tape.uniform(m))


def _exponential(given: Arguments) -> Json:
    tape, g = Tape(given.text("bits")), given.number("g").as_fraction()
    if g < 0:
        raise InvalidValue(f"g = {g} is negative")
    return _answer(given, tape, int(tape.exponential(g)))


def _laplace(given: Arguments) -> Json:
    tape, scale = Tape(given.text("bits")), given.positive("scale")
    return _answer(given, tape, tape.laplace(scale))


def _gaussian(given: Arguments) -> Json:
    tape, variance = Tape(given.text("bits")), given.positive("variance")
    return _answer(given, tape, tape.gaussian(variance))


_UNIFORM = (
    "U(m), for a whole m >= 1, is a whole number in 0..m-1: with s the number of binary digits of m - 1, s = "
    "0 for m = 1, read s bits, the most significant first, and read s new ones until the number that they "
    "spell is below m."
)
_BERNOULLI = " B(p), for p = a/b in lowest terms, 0 <= p <= 1, is 1 if U(b) < a, and 0 otherwise."
_EXPONENTIAL = (
    f"{_UNIFORM}{_BERNOULLI} E(g), for 0 <= g <= 1: start with k = 1; while B(g/k) = 1 add 1 to k; it is 1 "
    "if k is odd, and 0 otherwise. E(g), for g > 1: with w the whole part of g, draw E(1) up to w times and "
    "stop with 0 at the first that is 0; then it is E(g - w)."
)
_LAPLACE = (
    f"{_EXPONENTIAL} L(t/s), for t/s > 0 in lowest terms: (1) u = U(t); (2) if E(u/t) = 0 go to (1); (3) v = "
    "0, and while E(1) = 1 add 1 to v; (4) y = (u + t v)/s without the remainder; (5) if B(1/2) = 1 it is "
    "-y, but for y = 0 go to (1); otherwise it is y."
)
_GAUSSIAN = (
    f"{_LAPLACE} N(v), for rational v > 0: t is 1 more than the whole part of the square root of v; draw y = "
    "L(t) until E((|y| - v/t)^2/(2 v)) = 1; it is the last y."
)
_ANSWER = (
    " The bits are read from the text `bits` of 0 and 1, from its beginning; a text with anything else, or "
    "with too few bits, is refused. `of` output asks for the number, `of` bits for how many bits were read, "
    "and `of` anything else is refused."
)

FUNCTIONS = {
    "uniform_trace": Function(f"U(m). {_UNIFORM}{_ANSWER} m >= 1 is whole.", "whole", _uniform),
    "exponential_trace": Function(
        f"E(g), which is 1 with probability e^(-g). {_EXPONENTIAL}{_ANSWER} g >= 0 is rational.",
        "whole",
        _exponential,
    ),
    "laplace_trace": Function(
        f"L(scale), where P(z) is proportional to e^(-|z|/scale). {_LAPLACE}{_ANSWER} scale > 0 is rational.",
        "whole",
        _laplace,
    ),
    "gaussian_trace": Function(
        f"N(variance), where P(z) is proportional to e^(-z^2/(2 variance)). {_GAUSSIAN}{_ANSWER} variance > "
        "0 is rational.",
        "whole",
        _gaussian,
    ),
}


LENGTH = 512
VALUES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "uniform_trace": ("m", ("1", "2", "3", "6", "1000", "1025")),
    "exponential_trace": ("g", ("0", "1/2", "1", "3/7", "5/2", "4")),
    "laplace_trace": ("scale", ("1", "1/3", "5/2", "7", "100")),
    "gaussian_trace": ("variance", ("1", "1/4", "9", "10", "1000/7")),
}
"""The parameter of each sampler, and its values."""
SEEDS = ("first", "second", "third", "fourth")


def bits(seed: str, length: int = LENGTH) -> str:
    """Bits without a pattern, the same every time."""
    words = (hashlib.sha256(f"{seed}/{i}".encode()).hexdigest() for i in range(-(-length // 256)))
    found = "".join(f"{int(word, 16):0256b}" for word in words)
    return found[:length]


def cases() -> Iterator[Case]:
    """Every sampler on patternless bits, on bits that run out, and on what is no bits."""
    for function, (name, values) in VALUES.items():
        for value in values:
            for seed in SEEDS:
                for of in ("output", "bits"):
                    arguments = {name: value, "bits": bits(f"{seed} {value}"), "of": of}
                    yield Case(f"{function}: {name} {value}, {seed} bits, {of}", function, arguments)
        good = {name: values[-1], "bits": bits("good"), "of": "output"}
        broken = (("bits", ""), ("bits", "0x01"), ("of", "both"), (name, "-1"))
        for key, bad in broken:
            text = f"{function} with {key} {bad!r}"
            yield Case(text, function, {**good, key: bad}, "invalid")
    for m, given in (("6", "110111101"), ("6", "11011110"), ("5", "1111"), ("2", "1")):
        for of in ("output", "bits"):
            arguments = {"m": m, "bits": given, "of": of}
            title = f"uniform_trace: m {m}, bits {given}, {of}"
            # eight bits end within a third draw of three, and four within a second one
            yield Case(title, "uniform_trace", arguments, "invalid" if len(given) in (4, 8) else "boundary")


FAMILIES = (
    Family(
        "samplers",
        "Samplers as bit traces: the output, and the number of bits read",
        ("Canonne, Kamath and Steinke, The Discrete Gaussian for Differential Privacy, NeurIPS 2020",),
        cases,
    ),
)
