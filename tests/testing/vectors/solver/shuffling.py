"""Shuffled reports, by multinomial distributions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, permutations
from math import comb, factorial, prod
from typing import Any

from .pairs import hockey_stick
from .reals import Given, R, Refused, epsilon, expression, has, real, whole


def randomiser(given: Given) -> Any:
    rows = [[expression(text) for text in row] for row in given["randomiser"]]
    good = 2 <= len(rows) <= 8 and len({len(row) for row in rows}) == 1 and 1 <= len(rows[0]) <= 8
    if not good or any(sum(row) != 1 or min(row) < 0 for row in rows):
        raise Refused("randomiser")
    return [[R().of(p) for p in row] for row in rows]


def counts(n: Any, reports: Any) -> Iterator[tuple[Any, ...]]:
    if reports == 1:
        yield (n,)
        return
    for first in range(n + 1):
        for rest in counts(n - first, reports - 1):
            yield (first, *rest)


def multinomial(row: Any, n: Any) -> Any:
    found = {}
    for c in counts(n, len(row)):
        ways = factorial(n) // prod(map(factorial, c))
        found[c] = R().of(ways) * prod((p**i for p, i in zip(row, c, strict=True) if i), start=R().of(1))
    return found


def seen(rows: Any, records: Any) -> Any:
    """The law of the counts of all reports, by how many have each record."""
    law = {(0,) * len(rows[0]): R().of(1)}
    for x, row in enumerate(rows):
        part = multinomial(row, records.count(x))
        both: dict[Any, Any] = {}
        for c, p in law.items():
            for d, q in part.items():
                total = tuple(i + j for i, j in zip(c, d, strict=True))
                both[total] = both.get(total, R().of(0)) + p * q
        law = both
    return law


def divergence(rows: Any, others: Any, first: Any, second: Any, e: Any) -> Any:
    p, q = (seen(rows, [x, *others]) for x in (first, second))
    return hockey_stick([(p[c], q[c]) for c in p], e)


def people(given: Given, most: Any) -> Any:
    n = whole(given, "n", 1, most)
    return n + 1 if has("OwnReportHides") else n


def exact(given: Given) -> Any:
    rows, n, e = randomiser(given), people(given, 64), epsilon(given)
    every = range(len(rows))
    return max(
        divergence(rows, others, x, z, e)
        for others in combinations_with_replacement(every, n - 1)
        for x, z in permutations(every, 2)
    )


def of_records(given: Given) -> Any:
    rows, e = randomiser(given), epsilon(given)
    others = [whole({"x": text}, "x", 0, len(rows) - 1) for text in given["others"]]
    first, second = (whole(given, name, 0, len(rows) - 1) for name in ("first", "second"))
    if first == second or len(others) > 63:
        raise Refused("first and second")
    if has("Asymmetry"):
        first, second = second, first
    return divergence(rows, others, first, second, e)


def blanket(given: Given) -> Any:
    r, rows, n, e = R(), randomiser(given), people(given, 64), epsilon(given, finite=True)
    least = [min(column) for column in zip(*rows, strict=True)]
    if not all(least):
        raise Refused("randomiser")
    g = sum(least)
    best = r.of(0)
    for x, z in permutations(range(len(rows)), 2):
        gains = [g * (a - r.exp(e) * b) / w for a, b, w in zip(rows[x], rows[z], least, strict=True)]
        # the m reports that hide have counts c, and the others are apart: one more kind of report
        total = r.of(0)
        for c, p in multinomial([*least, 1 - g], n).items():
            total += p * max(sum((i * gain for i, gain in zip(c, gains, strict=False)), r.of(0)), r.of(0))
        best = max(best, total / (n * g))
    return best


def local(given: Given, **limits: Any) -> Any:
    return epsilon(given, "local_epsilon", finite=True, **limits)


def clones(given: Given) -> Any:
    r, x, n, e = R(), R().exp(local(given)), people(given, 256), epsilon(given)
    p: dict[Any, Any] = {}
    for c in range(n):
        chance = comb(n - 1, c) * x**-c * (1 - 1 / x) ** (n - 1 - c) if x != 1 or c == n - 1 else r.of(0)
        for a in range(c + 1):
            for d, weight in ((1, x / (1 + x)), (0, 1 / (1 + x))):
                o = (a + d, c - a + 1 - d)
                p[o] = p.get(o, r.of(0)) + chance * comb(c, a) / 2**c * weight
    return hockey_stick([(mass, p.get((b, a), r.of(0))) for (a, b), mass in p.items()], e)


def clones_epsilon(given: Given) -> Any:
    r, x, d = R(), R().exp(local(given)), real(given, "delta", above=0, below=1)
    n = whole(given, "n")
    if n < 16 * x * r.ln(4 / d):
        raise Refused("n")
    tail = r.ln((2 if has("ClonesMisprint") else 4) / d)
    return r.ln(1 + (x - 1) / (x + 1) * (8 * r.sqrt(x * tail / n) + 8 * x / n))


def first_bound(given: Given) -> Any:
    r, n = R(), whole(given, "n", 1000)
    d = real(given, "delta", 0, R().of(1) / 100, above=0)
    return 12 * local(given, high=R().of(1) / 2) * r.sqrt(r.ln(1 / d) / n)


FUNCTIONS = {
    "shuffled_delta": exact,
    "shuffled_pair_delta": of_records,
    "blanket_delta": blanket,
    "clones_delta": clones,
    "clones_epsilon": clones_epsilon,
    "shuffling_epsilon": first_bound,
}
