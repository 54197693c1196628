"""Re-check refutations without Assay: python recheck_witness.py FILE.json, or - for standard input.

FILE.json is what `assay audit --json`, `assay decide --json` or `assay verify --json` prints, or a part of
it. What stands in it is read as arithmetic and as nothing else, and each witness is confirmed by itself:

* a witness: the outcomes add up to P and Q, and P > e^epsilon Q + delta;
* an inequality of the ledger, such as "3/4 > 1/2 + 1/8";
* the "recheck" of a decision: for two neighbouring inputs every way to the event, a weight, independent draws
  and constraints z_i - z_j <= n (an index of -1 is the constant 0).  Each probability is bounded from both
  sides by sums over cells of width h, in whole units of 2^-U rounded outward; the refutation is confirmed
  once  lower(P) > e^epsilon upper(Q) + delta.  Where z_i - z_j = n is the diagonal of two cells, half of the
  square counts, up to the factor e^(h (rate_i + rate_j)) by which densities differ on it, for links no two of
  which share a draw (so that all else is bounded on the whole square).

Exit status: 0 all are confirmed, 1 one is not, 2 there is none, or the file cannot be read.
"""

import json
import re
import sys
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from functools import lru_cache

U, DIGITS, WIDEST = 160, 70, 10**5
BELOW, ABOVE = (
    Context(prec=DIGITS, rounding=r, Emax=10**7, Emin=-(10**7)) for r in (ROUND_FLOOR, ROUND_CEILING)
)
TOKEN = re.compile(r"\s*(\d+(?:\.\d+)?|[a-z]+|\*\*|[-+*/^(),])")


class Unreadable(ValueError):
    """What is no arithmetic, or too large."""


UNREADABLE = (OSError, ValueError, KeyError, TypeError, AttributeError, ArithmeticError, RecursionError)


def tokens(text):
    """The tokens of an expression, and an end."""
    found, at = [], 0
    while text[at:].strip():
        match = TOKEN.match(text, at)
        if match is None or len(text) > WIDEST:
            raise Unreadable(f"not arithmetic: {text[:80]!r}")
        found.append("^" if match[1] == "**" else match[1])
        at = match.end()
    return [*found, ""]


def value(text, up):
    """A bound of an expression of numbers, + - * / ^ ( ), exp, ln, log, sqrt and root: above if up > 0."""
    rest = tokens(str(text))
    found = total(rest)
    if rest != [""]:
        raise Unreadable(f"not arithmetic: {text[:80]!r}")
    return found[up > 0]


def total(rest):
    """Terms added; each function returns (lower, upper) and takes what it read."""
    low, high = product(rest)
    while rest[0] in ("+", "-"):
        sign, (a, b) = rest.pop(0), product(rest)
        low, high = (low + a, high + b) if sign == "+" else (low - b, high - a)
    return low, high


def product(rest):
    """Factors multiplied and divided."""
    if rest[0] == "-":
        rest.pop(0)
        low, high = product(rest)
        return -high, -low
    found = power(rest)
    while rest[0] in ("*", "/"):
        sign, (a, b) = rest.pop(0), power(rest)
        if sign == "/":
            if a <= 0 <= b:
                raise Unreadable("it divides by what may be 0")
            a, b = 1 / b, 1 / a
        ends = [x * y for x in found for y in (a, b)]
        found = min(ends), max(ends)
    return found


def power(rest):
    """b^q for an integer q, or for b > 0."""
    low, high = base = atom(rest)
    if rest[0] != "^":
        return base
    rest.pop(0)
    negative = rest[0] == "-" and bool(rest.pop(0))
    q, same = power(rest)
    q = -q if negative else q
    if q != (-same if negative else same):
        raise Unreadable("an exponent is not rational")
    if q.denominator != 1:
        return exp(*(q * x for x in sorted(log(low, high), reverse=q < 0)))
    size = max(abs(x.numerator * x.denominator).bit_length() for x in base)
    if abs(q) * size > 10**6 or (q < 0 and low <= 0 <= high):
        raise Unreadable("a power is too large, or of what may be 0")
    ends = [low ** int(q), high ** int(q)]
    return (Fraction(0) if low < 0 < high and q > 0 and q % 2 == 0 else min(ends)), max(ends)


def atom(rest):
    """A number, a function of an expression, or brackets."""
    token = rest.pop(0)
    if token[:1].isdigit():
        return Fraction(token), Fraction(token)
    if token == "e":
        return exp(Fraction(1), Fraction(1))
    if token in ("exp", "ln", "log", "sqrt", "root") or token == "(":
        if token != "(" and rest.pop(0) != "(":
            raise Unreadable(f"{token} without brackets")
        low, high = total(rest)
        degree = 2
        if token == "root" and rest[0] == ",":
            rest.pop(0)
            degree, _ = total(rest)
        if rest.pop(0) != ")":
            raise Unreadable("a bracket is not closed")
        if token == "(":
            return low, high
        if token in ("sqrt", "root"):
            return exp(*(x / degree for x in log(low, high)))
        return exp(low, high) if token == "exp" else log(low, high)
    raise Unreadable(f"not arithmetic: {token[:80]!r}")


def decimal(x, context):
    """x as a Decimal, rounded in the direction of the context."""
    return context.divide(Decimal(x.numerator), Decimal(x.denominator))


def exp(low, high):
    """Bounds of e^x; the exponential of a Decimal is right to half a unit of its last place."""
    if max(abs(low), abs(high)) > WIDEST:
        raise Unreadable("an exponential is too large")
    ends = Fraction(BELOW.exp(decimal(low, BELOW))), Fraction(ABOVE.exp(decimal(high, ABOVE)))
    slack = Fraction(1, 10 ** (DIGITS - 1))
    return ends[0] * (1 - slack), ends[1] * (1 + slack)


def log(low, high):
    """Bounds of ln x for x > 0."""
    if low <= 0:
        raise Unreadable("a logarithm or a root of what may not be positive")
    if low == high == 1:
        return Fraction(0), Fraction(0)
    ends = Fraction(BELOW.ln(decimal(low, BELOW))), Fraction(ABOVE.ln(decimal(high, ABOVE)))
    slack = [(abs(x) + 1) / 10 ** (DIGITS - 1) for x in ends]
    return ends[0] - slack[0], ends[1] + slack[1]


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


def half(exponent):
    """(e^-exponent/2, e^exponent/2) in units, rounded outward."""
    return int(value(f"exp(-({exponent}))", 0) * 2**U / 2), int(value(f"exp({exponent})", 1) * 2**U / 2) + 1


def banded(prefix, first, last, inner, a, ahead, limits, weight):
    """The sum over b of what lies within all limits of a - b: whole cells, halves of those on a diagonal."""
    lo, hi, edges = first, last, []
    for sign, n in limits:  # sign (z_pair0 - z_pair1) <= n h, with the diagonal of the cells n apart
        if (sign > 0) == ahead:
            edges += [a - n]
            lo = max(lo, a - n + 1)
        else:
            edges += [a + n]
            hi = min(hi, a + n - 1)
    part = prefix[hi - first + 1] - prefix[lo - first] if lo <= hi else 0
    on = {b for b in edges if b in (lo - 1, hi + 1) and lo - 1 <= hi}
    return part + sum(inner.get(b, 0) * weight >> U for b in on)


def bounds(way, h, reach):
    """Lower and upper bound of weight * P(constraints), in units; the constraints form a forest."""
    draws = [(Fraction(d["rate"]), d["discrete"], d["two_sided"]) for d in way["draws"]]
    laws, outside = zip(*(cells(*d, h, reach) for d in draws), strict=True) if draws else ((), ())
    links, whole, low, high = {}, {}, [dict(f) for f in laws], [dict(f) for f in laws]
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
            if not discrete and maybe == int(maybe):
                whole.setdefault((min(i, j), max(i, j)), []).append((1 if i < j else -1, int(maybe) - 1))
    halves, taken = {}, set()
    for pair in sorted(whole, key=lambda pair: -len(whole[pair])):
        if len(whole[pair]) == len(links[pair]) and taken.isdisjoint(pair):
            taken |= set(pair)
            halves[pair] = half(h * (draws[pair[0]][0] + draws[pair[1]][0]))
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
                    if pair in halves:
                        part = banded(
                            prefix, first, last, inner, a, pair[0] == i, whole[pair], halves[pair][side]
                        )
                        total[a] = (total[a] * (part + 2 * side) >> U) + side
                        continue
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


def compared(text):
    """Whether a comparison of two expressions is confirmed."""
    sides = re.split(r"(<=|>=|==|!=|<|>)", text)
    if len(sides) != 3:
        raise Unreadable(f"not one comparison: {text[:80]!r}")
    (a, b), (c, d) = ((value(side, 0), value(side, 1)) for side in sides[::2])
    return {
        "<": b < c,
        "<=": b <= c,
        ">": a > d,
        ">=": a >= d,
        "==": a == b == c == d or "".join(sides[0].split()) == "".join(sides[2].split()),
        "!=": b < c or a > d,
    }[sides[1]]


def violated(witness):
    """Whether the outcomes of a witness add up to P and Q, and P > e^epsilon Q + delta."""
    number = lambda found, up: value(found["exact"], up)  # noqa: E731
    for key, rest in (("p", "0"), ("q", witness.get("open_q", {"exact": "0"})["exact"])):
        parts = [each[key] for each in witness["outcomes"]]
        low, high = (sum(number(part, up) for part in parts) + value(rest, up) for up in (0, 1))
        if low > number(witness[key], 1) or high < number(witness[key], 0):
            return False
    factor = value(f"exp({witness['epsilon']['exact']})", 1)
    q, delta = number(witness["q"], 1), number(witness["delta"], 1)
    above = number(witness["p"], 0) - (factor * q if q else 0)
    return above >= delta if witness["relation"] == ">=" else above > delta


def claims(found, name=""):
    """(what is claimed, whether it is confirmed) for every witness in a JSON value."""
    if isinstance(found, list):
        for each in found:
            yield from claims(each, name)
    if not isinstance(found, dict):
        return
    name = str(found.get("id") or found.get("mechanism") or name)
    if {"factor", "delta", "events"} <= set(found):
        yield f"{name}: an event of probability > e^epsilon Q + delta by sums over cells", confirmed(found)
    elif {"p", "q", "epsilon", "delta", "outcomes", "relation"} <= set(found):
        pair = " and ".join(map(str, found.get("inputs", [])))
        yield f"{name}, inputs {pair}: {found.get('comparison', 'the comparison')}", violated(found)
    else:
        for key, each in found.items():
            if key.startswith("inequality") and isinstance(each, str):
                yield f"{name}: {each}", compared(each)
            elif key != "latex":
                yield from claims(each, name)


def main(path):
    """Confirm every witness of a file, and say so."""
    try:
        with sys.stdin if path == "-" else open(path, encoding="utf-8") as file:
            found = list(claims(json.load(file)))
    except UNREADABLE as error:
        sys.stderr.write(f"cannot be read: {type(error).__name__}: {error}\n")
        return 2
    for claim, holds in found:
        sys.stdout.write(f"{'confirmed' if holds else 'NOT CONFIRMED'}: {claim}\n")
    if not found:
        sys.stderr.write("there is no witness in the file\n")
        return 2
    return 0 if all(holds for _, holds in found) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else "usage: python recheck_witness.py FILE.json")
