"""The output distributions of the mechanisms, by the laws of distributions.json."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import ceil, comb, prod
from typing import Any

from .noise import Geometric, conditioned_row, noisy
from .queries import LAWS as QUERIES
from .reals import INF, Given, R, Refused, epsilon, expression, has, real, whole, word

CORRECT: dict[str, tuple[str, Callable[[Given], Given]]] = {
    "bad_randomised_response": ("randomised_response_bits", lambda g: {"epsilon": g["parameter"]}),
    "bad_partial_sum_clamped": ("partial_sum_clamped", dict),
    "bad_smart_sum_clamped": ("smart_sum_clamped", dict),
    "bad_noisy_histogram_clamped": ("noisy_histogram_clamped", lambda g: {"sensitivity": "1"}),
    "bad_gap_svt": ("num_svt", dict),
    "svt_roth": ("num_svt", dict),
    "svt_lee_clifton": ("svt_lyu_su_li", dict),
    "svt_stoddard": ("svt_lyu_su_li", lambda g: {"c": "1"}),
    "svt_chen": ("svt_lyu_su_li", lambda g: {"c": "1"}),
    "report_noisy_max_value": ("report_noisy_max", lambda g: {"ties": "first"}),
}
"""The private algorithm that an incorrect variant distorts, and the parameters that it has beside."""


def output_distribution(given: Given) -> Any:
    name, parameters = given["mechanism"], given["parameters"]
    if has("WrongMechanism") and name in CORRECT:
        name, further = CORRECT[name]
        parameters = {**parameters, **further(parameters)}
    if name not in LAWS:
        raise Refused(name)
    found: dict[Any, Any] = {}
    for output, p in LAWS[name](parameters, given["input"]):
        key = spelled(output)
        found[key] = found.get(key, R().of(0)) + p
    return [(key, p) for key, p in found.items() if p != 0]


def spelled(output: Any) -> Any:
    """An output in a form that can be a key: whole numbers as texts, lists as tuples."""
    if isinstance(output, list | tuple):
        return tuple(map(spelled, output))
    return str(output) if isinstance(output, int) and not isinstance(output, bool) else output


def truth_value(x: Any) -> Any:
    if not isinstance(x, bool):
        raise Refused("input")
    return x


def number_in(x: Any, low: Any, high: Any) -> Any:
    return whole({"input": x}, "input", low, high)


def vector(x: Any, n: Any, low: Any, high: Any) -> Any:
    if not isinstance(x, list) or len(x) != n:
        raise Refused("input")
    return [number_in(each, low, high) for each in x]


def ends(g: Given) -> Any:
    low, high = (whole({"end": end}, "end") for end in g["release"])
    if low > high:
        raise Refused("release")
    return low, high


def span(g: Given) -> Any:
    low, high = whole(g, "low"), whole(g, "high")
    if low > high:
        raise Refused("low")
    return low, high


def bias(g: Given, k: Any) -> Any:
    if ("epsilon" in g) == ("bias" in g):
        raise Refused("epsilon and bias")
    if "bias" in g:
        return real(g, "bias", 0, 1)
    e = epsilon(g)
    return R().of(1) if e == INF else 1 / (1 + (k - 1) * R().exp(-e))


def rr(g: Given, x: Any) -> Any:
    b, p = truth_value(x), bias(g, 2)
    return [(b, p), (not b, 1 - p)]


def rr_categories(g: Given, x: Any) -> Any:
    k = whole(g, "k", 2)
    p, x = bias(g, k), number_in(x, 0, k - 1)
    return [(y, p if y == x else (1 - p) / (k - 1)) for y in range(k)]


def bitwise(n: Any, x: Any, p: Any) -> Any:
    x = vector(x, n, 0, 1)
    outputs = product((0, 1), repeat=n)
    return [
        (y, prod((p if a == b else 1 - p for a, b in zip(x, y, strict=True)), start=R().of(1)))
        for y in outputs
    ]


def rows(parts: Any) -> Any:
    """The distribution of a list of independent entries."""
    for chosen in product(*parts):
        yield [y for y, _ in chosen], prod((p for _, p in chosen), start=R().of(1))


def name_and_shame(g: Given, x: Any) -> Any:
    n, d = whole(g, "n", 1), real(g, "delta", 0, 1)
    return rows([[(bit, d), (None, 1 - d)] for bit in vector(x, n, 0, 1)])


def rappor(g: Given, x: Any, one: Any, zero: Any) -> Any:
    size, filters = whole(g, "size", 1), g["filters"]
    table = {v: {whole({"i": i}, "i", 0, size - 1) for i in bits} for v, bits in filters.items()}
    if len(table) < 2 or x not in table:
        raise Refused("filters")
    some = set.union(*table.values()) - set.intersection(*table.values())
    ones = (one if i in table[x] else zero for i in sorted(some))
    return rows([[(1, p), (0, 1 - p)] for p in ones])


def rappor_twice(g: Given, x: Any) -> Any:
    f, p, q = (real(g, name, 0, 1) for name in ("f", "p", "q"))
    return rappor(g, x, (1 - f / 2) * q + f / 2 * p, f / 2 * q + (1 - f / 2) * p)


def rappor_once(g: Given, x: Any) -> Any:
    f = real(g, "f", 0, 1)
    return rappor(g, x, 1 - f / 2, f / 2)


def bootstrap(g: Given, x: Any) -> Any:
    n = whole(g, "n", 1)
    real(g, "Z", above=0)
    k, m = sum(vector(x, n, 0, 1)), ceil(n / expression(g["Z"]))
    share = R().of(k) / n

    def power(base: Any, exponent: Any) -> Any:
        return base**exponent if exponent else R().of(1)

    return [(j, comb(m, j) * power(share, j) * power(1 - share, m - j)) for j in range(m + 1)]


def geometric(g: Given, x: Any, conditioned: Any = False) -> Any:
    n, step = whole(g, "n", 1), whole(g, "sensitivity", 1)
    (low, high), e, x = span(g), epsilon(g), number_in(x, 0, n)
    rate = e if e == INF else e / step
    if conditioned:
        a = R().of(0) if rate == INF else R().exp(-rate)
        return list(zip(range(low, high + 1), conditioned_row(a, x, low, high), strict=True))
    return noisy(rate, x, low, high)


def laplace(g: Given, x: Any) -> Any:
    scale, (low, high) = real(g, "scale", above=0), span(g)
    return noisy(1 / scale, number_in(x, low, high), low, high)


def gaussian(g: Given, x: Any) -> Any:
    variance, (low, high) = real(g, "variance", above=0), span(g)
    x = number_in(x, low, high)
    weights = [R().exp(-R().of((y - x) ** 2) / (2 * variance)) for y in range(low, high + 1)]
    return [(y, w / sum(weights)) for y, w in zip(range(low, high + 1), weights, strict=True)]


def geo_sample(g: Given, x: Any) -> Any:
    n, k = whole(g, "n", 1), whole(g, "k", 0)
    c = number_in(x, 0, n)
    b = 2**k
    d = (2 * b + 1) * (b + 1) ** (n - 1)

    def f(z: Any) -> Any:
        if z < 0:
            return 0
        if z < c:
            return b ** (c - z) * (b + 1) ** (n - c + z)
        return d if z == n else d - b ** (z - c + 1) * (b + 1) ** (n - 1 - z + c)

    return [(z, R().of(f(z) - f(z - 1)) / d) for z in range(n + 1)]


def total(g: Given, x: Any, times: Any) -> Any:
    n, e, (low, high) = whole(g, "n", 1), epsilon(g, above=0), ends(g)
    return noisy(times * e, sum(vector(x, n, 0, 1)), low, high)


def prefix_sums(g: Given, x: Any) -> Any:
    n, e, (low, high) = whole(g, "n", 1), epsilon(g, above=0), ends(g)
    for y, p in rows([noisy(e, bit, low, high) for bit in vector(x, n, 0, 1)]):
        yield [sum(y[: i + 1]) for i in range(n)], p


def smart_sums(g: Given, x: Any, noisy_blocks: Any) -> Any:
    n, block, e, (low, high) = whole(g, "n", 1), whole(g, "block", 2), epsilon(g, above=0), ends(g)
    q, parts = vector(x, n, 0, 1), []
    for i in range(1, n + 1):
        s = sum(q[i - block : i]) if i % block == 0 else q[i - 1]
        parts.append(noisy(e, s, low, high) if i % block or noisy_blocks else [(s, R().of(1))])
    for t, p in rows(parts):
        answers = []
        for i in range(1, n + 1):
            last = i - i % block
            answers.append(sum(t[j - 1] for j in range(block, last + 1, block)) + sum(t[last:i]))
        yield answers, p


def histogram(g: Given, x: Any, rate: Any) -> Any:
    cells, largest, (low, high) = whole(g, "cells", 1), whole(g, "largest", 1), ends(g)
    return rows([noisy(rate, c, low, high) for c in vector(x, cells, 0, largest)])


def sparse_histogram(g: Given, x: Any) -> Any:
    n, k, gamma = whole(g, "n", 1), whole(g, "k", 2), real(g, "gamma", 0, 1)
    alpha, (low, high), counts = real(g, "alpha", above=0), ends(g), vector(x, whole(g, "k", 2), 0, None)
    if sum(counts) != n:
        raise Refused("input")
    bare = 2 * k <= gamma * n
    return rows([[(0, R().of(1))] if bare and c == 0 else noisy(alpha / 2, c, low, high) for c in counts])


def l_infinity(g: Given, x: Any) -> Any:
    d, step, (low, high), e = whole(g, "d", 1), whole(g, "sensitivity", 1), span(g), epsilon(g, above=0)
    word(g, "tails", "clamped")
    x, noise = vector(x, d, low, high), Geometric(e / step)

    def inside(sides: Any, r: Any) -> Any:
        return prod(max(0, min(r, b) - max(-r, a) + 1) for a, b in sides) if r >= 0 else 0

    def weight(sides: Any) -> Any:
        return sum(
            (noise.power(r) * (inside(sides, r) - inside(sides, r - 1)) for r in range(noise.width)),
            R().of(0),
        )

    everything = weight([(-INF, INF)] * d)
    for y in product(range(low, high + 1), repeat=d):
        sides = [
            (-INF if b == low else b - a, INF if b == high else b - a) for a, b in zip(x, y, strict=True)
        ]
        if has("TruncatedNotClamped"):
            sides = [(b - a, b - a) for a, b in zip(x, y, strict=True)]
        yield y, weight(sides) / everything


def by_quantile(g: Given, x: Any) -> Any:
    n, alpha, share = whole(g, "n", 2), real(g, "alpha", above=0), real(g, "delta", 0, below=1)
    (low, high), h = ends(g), n // 2
    if n % 2:
        raise Refused("n")
    values = [whole({"v": v}, "v") for v in g["values"]]
    x = [whole({"x": each}, "x", min(values), max(values)) for each in x]
    t = sorted(abs(x[i] - x[i + h]) for i in range(h))[max(ceil((1 - share) * h), 1) - 1]
    return noisy(alpha / t if t else INF, sum(x), low, high)


def identity(g: Given, x: Any) -> Any:
    if x not in g["domain"]:
        raise Refused("input")
    return [(x, R().of(1))]


LAWS = {
    **QUERIES,
    "almost_random": lambda g, x: [(truth_value(x), R().of(3) / 4), (not x, R().of(1) / 4)],
    "randomised_response": rr,
    "randomised_response_categories": rr_categories,
    "randomised_response_bits": lambda g, x: bitwise(whole(g, "n", 1), x, bias(g, 2)),
    "bad_randomised_response": lambda g, x: bitwise(
        whole(g, "n", 1), x, (1 + real(g, "parameter", 0, 1)) / 2
    ),
    "name_and_shame": name_and_shame,
    "rappor": rappor_twice,
    "rappor_one_time": rappor_once,
    "bootstrap": bootstrap,
    "constant": lambda g, x: [(g["value"], R().of(1))] if truth_value(x) in (True, False) else [],
    "identity": identity,
    "geometric_clamped": geometric,
    "geometric_truncated": lambda g, x: geometric(g, x, conditioned=True),
    "discrete_laplace_clamped": laplace,
    "discrete_gaussian_truncated": gaussian,
    "geo_sample": geo_sample,
    "partial_sum_clamped": lambda g, x: total(g, x, 1),
    "bad_partial_sum_clamped": lambda g, x: total(g, x, 2),
    "prefix_sum_clamped": prefix_sums,
    "smart_sum_clamped": lambda g, x: smart_sums(g, x, True),
    "bad_smart_sum_clamped": lambda g, x: smart_sums(g, x, False),
    "noisy_histogram_clamped": lambda g, x: histogram(g, x, epsilon(g, above=0) / whole(g, "sensitivity", 1)),
    "bad_noisy_histogram_clamped": lambda g, x: histogram(g, x, 1 / real(g, "epsilon", above=0)),
    "sparse_histogram_clamped": sparse_histogram,
    "l_infinity": l_infinity,
    "noisy_sum_by_quantile_clamped": by_quantile,
}

FUNCTIONS = {"output_distribution": output_distribution}
