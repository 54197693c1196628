"""Partition selection and thresholds, by the definitions of partition-selection.json and thresholds.json."""

from __future__ import annotations

from decimal import localcontext
from itertools import product
from typing import Any

from .continuous import crossing, gaussian_delta, size
from .noise import Geometric
from .reals import Given, R, Refused, at_most, epsilon, has, real, whole

MANY = 100_000
"""More people are not counted."""


def shared(given: Given, *, delta_above: Any) -> Any:
    """What each of the partitions gets."""
    e, m = epsilon(given, finite=True), whole(given, "partitions", 1)
    limits = {"above": 0} if delta_above else {"low": 0}
    d = real(given, "delta", below=1, **limits)
    return e / m, d if has("DeltaNotShared") else d / m


def best(e: Any, d: Any) -> Any:
    """p(0), p(1), ...: by the recursion, with the gap to 1, which may be far below the digits of p."""
    up, down, p, gap = R().exp(e), R().exp(-e), R().of(0), R().of(1)
    while True:
        yield p, gap
        if d and at_most(gap / d, 1):
            p, gap = R().of(1), R().of(0)
        elif up * p + d < 1 - down * (gap - d):
            p = up * p + d
            gap = 1 - p
        else:
            gap = down * (gap - d)
            p = 1 - gap


def keep(given: Given) -> Any:
    (e, d), n = shared(given, delta_above=False), whole(given, "n", 0)
    n += 1 if has("ThresholdOffByOne") else 0
    return next(p for i, (p, _) in enumerate(best(e, d)) if i == n)


def certain(given: Given) -> Any:
    e, d = shared(given, delta_above=True)
    found = next((i for i, (_, gap) in zip(range(MANY), best(e, d), strict=False) if gap == 0), None)
    if found is None:  # floats may stop growing below 1
        raise ArithmeticError("p(n) stays below 1")
    return R().of(found - 1 if has("ThresholdOffByOne") else found)


def table(given: Given) -> Any:
    e = epsilon(given, finite=True)
    listed = [real({"p": p}, "p", 0, 1) for p in given["keep"]]
    if not listed:
        raise Refused("keep")
    x, worst = R().exp(e), R().of(0)
    for q, p in zip([R().of(0), *listed], listed, strict=False):
        for a, b in ((p, q), (1 - p, 1 - q), *(() if has("OneDirection") else ((q, p), (1 - q, 1 - p)))):
            worst = max(worst, a - x * b)
    return worst


def truncated(given: Given) -> Any:
    """{z: P(Z = z)}."""
    e, k = epsilon(given, above=0, finite=True), whole(given, "k", 1, 64)
    weights = {z: R().exp(-e * abs(z)) for z in range(-k, k + 1)}
    total = sum(weights.values())
    return k, {z: w / total for z, w in weights.items()}


def kept_by_noise(given: Given) -> Any:
    (k, mass), n = truncated(given), whole(given, "n", 0)
    least = k if has("ThresholdOffByOne") else k + 1
    return sum((p for z, p in mass.items() if n + z >= least), R().of(0))


def noise_delta(given: Given) -> Any:
    (k, mass), s, at = truncated(given), whole(given, "sensitivity", 1), epsilon(given, "at", finite=True)
    gains = (mass[z] - R().exp(at) * mass.get(z - s, R().of(0)) for z in range(-k, k + 1))
    return sum((g for g in gains if g > 0), R().of(0))


def noise_bound(given: Given) -> Any:
    """By halving k, with the sum of the weights as a geometric series."""
    e, d, r = epsilon(given, above=0, finite=True), real(given, "delta", above=0, below=1), R()

    def small(k: Any) -> Any:
        a = r.exp(-e)
        return at_most(r.exp(-e * k) / (1 + 2 * a * (1 - r.exp(-e * k)) / (1 - a)) / d, 1)

    low, high = 0, 1
    while not small(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if small(middle) else (middle, high)
    return r.of(high - 1 if has("ThresholdOffByOne") else high)


def lone(given: Given) -> Any:
    """The probability with which one partition of a lone person may be released."""
    m, d = whole(given, "partitions", 1), real(given, "delta", above=0, below=1)
    if has("DeltaNotShared"):
        return d
    if m == 1:
        return d
    with localcontext() as wide:
        wide.prec = 450
        return +(1 - R().power(1 - d, R().of(1) / m))


def off_by_one(t: Any) -> Any:
    return t - 1 if has("ThresholdOffByOne") else t


def laplace_threshold(given: Given) -> Any:
    b, p, r = size(given, "scale"), lone(given), R()
    return off_by_one(1 - b * r.ln(2 * p) if 2 * p <= 1 else 1 + b * r.ln(2 * (1 - p)))


def gaussian_threshold(given: Given) -> Any:
    s, p, r = size(given, "sigma"), lone(given), R()
    return off_by_one(1 + s * crossing(lambda t: r.ln(r.normal(-t) / p), r.of(-40), r.of(40)))


def integer_threshold(given: Given) -> Any:
    b, p, r = size(given, "scale"), lone(given), R()
    if real(given, "delta") > R().of(1) / 2:
        raise Refused("delta")
    tie = 1 if has("TieAtThreshold") else 0

    def exceeds(t: Any) -> Any:
        return r.exp(-(t - 1 + tie) / b) / (1 + r.exp(-1 / b)) > p

    low, high = 0, 1
    while exceeds(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if exceeds(middle) else (low, middle)
    return r.of(off_by_one(high))


def gaussian_histogram(given: Given) -> Any:
    s, m, e, r = size(given, "sigma"), whole(given, "partitions", 1), epsilon(given, finite=True), R()
    t = real(given, "threshold")
    quiet = r.normal((off_by_one(t) - 1) / s)
    if has("NoiseDelta"):
        return 1 - quiet**m
    found = [r.of(0)]
    for j in range(m + 1):
        q = quiet ** (m - j) if j < m else r.of(1)

        def g(x: Any, j: Any = j) -> Any:
            return gaussian_delta(r.sqrt(r.of(j)) / s, x) if j else max(1 - r.exp(x), r.of(0))

        found.append(g(e + r.ln(q)))
        if not has("OneDirection"):
            found.append(1 - q + q * g(e - r.ln(q)))
    return max(found)


def laplace_tail(t: Any, b: Any) -> Any:
    return R().exp(-t / b) / 2 if t >= 0 else 1 - R().exp(t / b) / 2


def laplace_histogram(given: Given) -> Any:
    b, e, t = size(given, "scale"), epsilon(given, finite=True), real(given, "threshold")
    alone = laplace_tail(off_by_one(t) - 1, b)
    return alone if has("NoiseDelta") else max(alone, 1 - R().exp((e - 1 / b) / 2))


def released(noise: Any, c: Any, t: Any, high: Any) -> Any:
    """[(output, probability)] of a partition of c people; all above `high` together."""
    if c == 0:
        return [(None, R().of(1))]
    t = t + 1 if has("TieAtThreshold") else t
    values = [(v, noise.mass(v - c)) for v in range(t, high)]
    return [(None, 1 - noise.at_least(t - c)), *values, (high, noise.at_least(max(high, t) - c))]


def integer_histogram(given: Given) -> Any:
    """By the distributions of counts that differ by one, of a lone person, and next to the threshold."""
    b, e, t = size(given, "scale"), epsilon(given, finite=True), whole(given, "threshold")
    noise, worst = Geometric(1 / b), R().of(0)
    for c in (0,) if has("NoiseDelta") else (0, 1, max(t, 1), max(t, 1) + 1):
        high = max(t, c) + 3
        rows = [dict(released(noise, n, off_by_one(t) if n == 1 and c == 0 else t, high)) for n in (c, c + 1)]
        for p, q in (rows, rows[::-1]):
            gains = (p.get(o, R().of(0)) - R().exp(e) * q.get(o, R().of(0)) for o in {*p, *q})
            worst = max(worst, sum((g for g in gains if g > 0), R().of(0)))
    return worst


def distribution(given: Given) -> Any:
    counts = [whole({"c": c}, "c", 0) for c in given["counts"]]
    noise, t = Geometric(1 / size(given, "scale")), whole(given, "threshold")
    high = whole(given, "high", t)
    if not counts:
        raise Refused("counts")
    rows = [released(noise, c, off_by_one(t) if c else t, high) for c in counts]
    found: dict[Any, Any] = {}
    for cells in product(*rows):
        p = R().of(1)
        for _, each in cells:
            p = p * each
        output = tuple(None if o is None else str(o) for o, _ in cells)
        found[output] = found.get(output, 0) + p
    return [(output, p) for output, p in found.items() if p]


FUNCTIONS = {
    "partition_selection_probability": keep,
    "partition_selection_certain": certain,
    "partition_selection_delta": table,
    "truncated_geometric_probability": kept_by_noise,
    "truncated_geometric_delta": noise_delta,
    "truncated_geometric_bound": noise_bound,
    "laplace_threshold": laplace_threshold,
    "gaussian_threshold": gaussian_threshold,
    "integer_laplace_threshold": integer_threshold,
    "gaussian_histogram_delta": gaussian_histogram,
    "laplace_histogram_delta": laplace_histogram,
    "integer_histogram_delta": integer_histogram,
    "integer_histogram_distribution": distribution,
}
