"""Re-check a refutation by `assay decide --json` without Assay: python recheck_witness.py WITNESS.json.

WITNESS.json is the value of "recheck". It holds, for two neighbouring inputs, every way to the event: a
weight, independent draws, and constraints z_i - z_j <= n (an index of -1 is the constant 0).  Each
probability is bounded from both sides by sums over cells of width h, in whole units of 2^-U rounded
outward; the refutation is confirmed once  lower(P) > e^epsilon upper(Q) + delta.
"""

import json
import re
import sys
from decimal import Context, Decimal
from fractions import Fraction
from functools import lru_cache

U, CONTEXT = 160, Context(prec=70)


def value(text, up):
    """A bound of an expression of rationals, + - * / ( ) and exp."""
    exp = lambda x: Fraction(CONTEXT.exp(CONTEXT.divide(Decimal(x.numerator), Decimal(x.denominator))))  # noqa: E731
    exact = eval(
        re.sub(r"\d+", r"Fraction(\g<0>)", text).replace("^", "**"), {"Fraction": Fraction, "exp": exp}
    )
    return exact + (Fraction(up, 10**40) if "exp" in text else 0)


@lru_cache(maxsize=64)
def cells(rate, discrete, two, h, reach):
    """{cell: (lower, upper)} with the probability of each cell, and an upper bound of the mass outside."""
    step = 1 if discrete else h

    def power(z):  # e^(-rate z) as a whole number of units, rounded down
        return int(value(f"exp(-({rate * z}))", 0) * 2**U)

    decay = [power(a * step) for a in range(reach + 2)]
    half = 2 if two else 1
    if discrete:
        c = Fraction(2**U - decay[1], 2**U + decay[1] if two else 2**U)
        mass = [int(c * d) for d in decay[: reach + 1]]
        law = {a: mass[abs(a)] for a in range(-reach if two else 0, reach + 1)}
    else:
        mass = [(decay[a] - decay[a + 1]) // half for a in range(reach + 1)]
        law = {a: mass[a if a >= 0 else -a - 1] for a in range(-reach - 1 if two else 0, reach + 1)}
    return {a: (max(m - 4, 0), m + 4) for a, m in law.items()}, decay[reach] + 4


def bounds(way, h, reach):
    """Lower and upper bound of weight * P(constraints), in units; the constraints form a forest."""
    draws = [(Fraction(d["rate"]), d["discrete"], d["two_sided"]) for d in way["draws"]]
    laws, outside = zip(*(cells(*d, h, reach) for d in draws), strict=True) if draws else ((), ())
    links, low, high = {}, [dict(f) for f in laws], [dict(f) for f in laws]
    for i, j, n in way["constraints"]:
        h_ij, discrete = (1, True) if way["draws"][max(i, j)]["discrete"] else (h, False)
        sure, maybe = (Fraction(n) / h_ij - (not discrete), Fraction(n) / h_ij + (not discrete))
        if -1 in (i, j):
            k, sign = (i, 1) if j == -1 else (j, -1)
            up = not discrete and sign > 0
            down = not discrete and sign < 0
            low[k] = {a: w for a, w in low[k].items() if sign * a + up <= Fraction(n) / h_ij}
            high[k] = {a: w for a, w in high[k].items() if sign * a - down < Fraction(n) / h_ij + discrete}
        else:
            links.setdefault((min(i, j), max(i, j)), []).append((1 if i < j else -1, sure, maybe))
    around = {i: [(p, p[1] if p[0] == i else p[0]) for p in links if i in p] for i in range(len(laws))}
    seen = set()

    def message(i, parent, side):  # sum over the draws below i, as a function of the cell of i
        seen.add(i)
        total = {a: w[side] for a, w in (low, high)[side][i].items()}
        for pair, j in around[i]:
            if j != parent:
                if j in seen:
                    sys.exit("the constraints form a cycle; this script re-checks forests only")
                inner = message(j, i, side)
                first, last, prefix = min(inner, default=0), max(inner, default=-1), [0]
                for b in range(first, last + 1):
                    prefix.append(prefix[-1] + inner.get(b, 0))
                for a in total:
                    lo, hi = first, last
                    for sign, *limits in links[pair]:  # sign (z_pair0 - z_pair1) <= n
                        n, s = limits[side], sign if pair[0] == i else -sign
                        lo, hi = (max(lo, -((n - a) // 1)), hi) if s > 0 else (lo, min(hi, (a + n) // 1))
                    part = prefix[hi - first + 1] - prefix[lo - first] if lo <= hi else 0
                    total[a] = (total[a] * part >> U) + side
        return total

    found = [Fraction(1), Fraction(1)]
    for side in (0, 1):
        seen.clear()
        for i in range(len(laws)):
            if i not in seen:
                found[side] *= Fraction(sum(message(i, None, side).values()), 2**U)
    cut = Fraction(sum(outside), 2**U)
    return value(way["weight"], -1) * found[0], value(way["weight"], 1) * (found[1] + cut)


WIDTHS = (Fraction(1, 2), Fraction(1, 8), Fraction(1, 32), Fraction(1, 128))


def confirmed(witness, widths=WIDTHS):
    """Whether some cell width confirms one of the listed events."""
    claim, delta = value(witness["factor"], 1), value(witness["delta"], 1)
    for h in widths:
        for p, q in witness["events"]:
            slowest = min((Fraction(d["rate"]) for way in p + q for d in way["draws"]), default=1)
            discrete = all(d["discrete"] for way in p + q for d in way["draws"])
            reach = int(40 / slowest / (1 if discrete else h)) + 1
            lower = sum(bounds(way, h, reach)[0] for way in p)
            upper = sum(bounds(way, h, reach)[1] for way in q)
            if lower > claim * upper + delta:
                return True
    return False


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        sys.exit(0 if confirmed(json.load(file)) else 1)
