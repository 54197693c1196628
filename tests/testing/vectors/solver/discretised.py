"""Privacy losses on a grid."""

from __future__ import annotations

from decimal import Decimal
from math import ceil, floor
from typing import Any

from .pairs import pair
from .reals import INF, Given, R, Refused, epsilon, has, real, whole, word


def place(x: Any) -> Any:
    """A whole number that x is, up to the last of many digits, or x."""
    near = round(x)
    return near if R().is_exact and R().same(x, Decimal(near)) else x


def grid(given: Given, rounding: Any) -> Any:
    """{i: m(i)} and m(inf)."""
    r, h = R(), real(given, "width", above=0)
    masses: dict[int, Any] = {}
    infinite = r.of(0)

    def put(i: Any, mass: Any) -> Any:
        masses[i] = masses.get(i, r.of(0)) + mass

    for p, q in pair(given):
        if not p:
            continue
        if not q:
            infinite += p
            continue
        steps = place(r.ln(p / q) / h)
        if abs(steps) > 2**16:
            raise Refused("width")
        low, high = floor(steps), ceil(steps)
        if rounding != "connect" and has("RoundedDown"):
            put(round(steps), p)
        elif rounding != "connect" and has("PessimisticDown"):
            put(high if rounding == "down" else low, p)
        elif low == high or rounding != "connect":
            put(low if rounding == "down" else high, p)
        else:  # the share at the upper point, from p - share and share having together the mass q
            share = (p * r.exp(-low * h) - q) / (r.exp(-low * h) - r.exp(-high * h))
            put(low, p - share)
            put(high, share)
    if has("MassAtInfinity"):
        infinite = r.of(0)
    return masses, infinite


def loss(given: Given) -> Any:
    masses, infinite = grid(given, word(given, "rounding", "up", "down", "connect"))
    rows = [(str(i), masses[i]) for i in sorted(masses)]
    return rows + ([("inf", infinite)] if infinite else [])


def delta(given: Given, rounding: Any) -> Any:
    r, h = R(), real(given, "width", above=0)
    k, e = whole(given, "k", 1, 64), epsilon(given)
    masses, infinite = grid(given, rounding)
    total = infinite if has("InfinityNotComposed") else 1 - (1 - infinite) ** k
    if e == INF:
        return total
    first, last = min(masses, default=0), max(masses, default=0)
    row = [masses.get(i, r.of(0)) for i in range(first, last + 1)]
    power = [r.of(1)]
    for _ in range(k):
        power = [
            sum((power[i - j] * row[j] for j in range(len(row)) if 0 <= i - j < len(power)), r.of(0))
            for i in range(len(power) + len(row) - 1)
        ]
    for i, mass in enumerate(power, k * first):
        if i * h > e:
            total += mass * (1 - r.exp(e - i * h))
    return total


FUNCTIONS = {
    "discretised_loss": loss,
    "pessimistic_delta": lambda g: delta(g, word(g, "rounding", "up", "connect")),
    "optimistic_delta": lambda g: delta(g, "down"),
}
