"""Samplers as bit traces, by the laws of samplers.json."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import Any

from .reals import INF, Given, R, Refused, expression, has, whole, word


class Bits:
    def __init__(self, given: Given) -> None:
        if set(given["bits"]) - {"0", "1"}:
            raise Refused("bits")
        self.left, self.used = list(reversed(given["bits"])), 0

    def bit(self) -> Any:
        if not self.left:
            raise Refused("bits")
        self.used += 1
        return int(self.left.pop())

    def u(self, m: Any) -> Any:
        size = len(f"{m - 1:b}") if m > 1 else 0
        while True:
            read = [self.bit() for _ in range(size)]
            if has("BitOrder"):
                read.reverse()
            value = sum(bit << place for place, bit in enumerate(reversed(read)))
            if value < m or has("ModuloBias"):
                return value % m

    def b(self, p: Fraction) -> Any:
        return self.u(p.denominator) < p.numerator

    def e(self, g: Fraction) -> Any:
        whole_part = g.numerator // g.denominator if g > 1 else 0
        for _ in range(whole_part):
            if not self.e(Fraction(1)):
                return 0
        g, k = g - whole_part, 1
        while self.b(g / k):
            k += 1
        return k % 2

    def l(self, scale: Fraction) -> Any:  # noqa: E743 - its name in the file
        t, s = scale.numerator, scale.denominator
        while True:
            u = self.u(t)
            if self.e(Fraction(u, t)):
                v = 0
                while self.e(Fraction(1)):
                    v += 1
                y, sign = (u + t * v) // s, self.b(Fraction(1, 2))
                if not sign or y:
                    return -y if sign else y

    def n(self, v: Fraction) -> Any:
        t = isqrt(v.numerator // v.denominator) + 1
        while True:
            y = self.l(Fraction(t))
            if self.e((abs(y) - v / t) ** 2 / (2 * v)):
                return y


def rational(given: Given, name: str, least: Any = None) -> Any:
    value = expression(given[name])
    if value == INF or value < 0 or (least is None and value == 0):
        raise Refused(name)
    return value


def trace(draw: Any) -> Any:
    def function(given: Given) -> Any:
        wanted, bits = word(given, "of", "output", "bits"), Bits(given)
        drawn = draw(bits, given)
        return R().of(drawn if wanted == "output" else bits.used)

    return function


FUNCTIONS = {
    "uniform_trace": trace(lambda bits, g: bits.u(whole(g, "m", 1))),
    "exponential_trace": trace(lambda bits, g: bits.e(rational(g, "g", 0))),
    "laplace_trace": trace(lambda bits, g: bits.l(rational(g, "scale"))),
    "gaussian_trace": trace(lambda bits, g: bits.n(rational(g, "variance"))),
}
