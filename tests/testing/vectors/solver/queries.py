"""Selection and the sparse vector technique, by the laws of distributions.json."""

from __future__ import annotations

from math import prod
from typing import Any

from .noise import Geometric
from .reals import INF, Given, R, Refused, epsilon, has, real, whole, word


def vector(x: Any, n: Any, values: Any) -> Any:
    if not isinstance(x, list) or len(x) != n or any(each not in values for each in x):
        raise Refused("input")
    return [int(each) for each in x]


def release(g: Given) -> Any:
    low, high = (whole({"end": end}, "end") for end in g["release"])
    if low > high:
        raise Refused("release")
    return low, high


def scores(g: Given, x: Any) -> Any:
    """w_i = e^(-epsilon (m - u_i)/s)."""
    n, e, step = whole(g, "n", 1), epsilon(g), real(g, "sensitivity", above=0)
    if not isinstance(g["monotonic"], bool):
        raise Refused("monotonic")
    s = step if g["monotonic"] else 2 * step
    u = vector(x, n, ("0", "1"))
    return [R().of(1) if v == max(u) else R().exp(-e * (max(u) - v) / s) for v in u]


def exponential(g: Given, x: Any) -> Any:
    w = scores(g, x)
    return [(i, each / sum(w)) for i, each in enumerate(w)]


def permute_and_flip(g: Given, x: Any) -> Any:
    w = scores(g, x)
    for i in range(len(w)):
        polynomial = [R().of(1)]
        for each in w[:i] + w[i + 1 :]:
            lifted = [R().of(0), *(-each * c for c in polynomial)]
            polynomial = [a + b for a, b in zip([*polynomial, R().of(0)], lifted, strict=True)]
        yield i, w[i] * sum(c / (k + 1) for k, c in enumerate(polynomial))


def base2(g: Given, x: Any) -> Any:
    a, y, z, n = (whole(g, name, 1) for name in ("x", "y", "z", "n"))
    if a > 2**y:
        raise Refused("x")
    w = [(R().of(a) / 2**y) ** (z * u) for u in vector(x, n, ("0", "1"))]
    return [(i, each / sum(w)) for i, each in enumerate(w)]


def queries(g: Given, x: Any) -> Any:
    return vector(x, whole(g, "n", 1), ("-1", "0", "1")), epsilon(g, above=0)


def noisy_max(g: Given, x: Any) -> Any:
    (q, e), shape = queries(g, x), word(g, "shape", "two-sided", "one-sided")
    word(g, "ties", "first")
    z = Geometric(e / 2, one_sided=shape == "one-sided")
    for i in range(len(q)):
        # with the bug the last of equal ones wins
        wins = [(j > i) == (not has("TieAtThreshold")) for j in range(len(q))]
        total = R().of(0)
        for noise in z.range():
            v = q[i] + noise
            others = (1 - z.at_least(v + (1 if wins[j] else 0) - q[j]) for j in range(len(q)) if j != i)
            total += prod(others, start=z.mass(noise))
        yield i, total


def noisy_max_value(g: Given, x: Any) -> Any:
    (q, e), shape, (low, high) = queries(g, x), word(g, "shape", "two-sided", "one-sided"), release(g)
    z = Geometric(e / 2, one_sided=shape == "one-sided")

    def at_most(v: Any) -> Any:
        return prod((1 - z.at_least(v + 1 - each) for each in q), start=R().of(1))

    for v in range(low, high + 1):
        yield v, (R().of(1) if v == high else at_most(v)) - (R().of(0) if v == low else at_most(v - 1))


class Transcripts:
    """Queries compared with a noisy threshold, one after the other."""

    def __init__(self, g: Given, x: Any, rho: Any, answers: Any, allowed: Any, redraw: Any = False) -> None:
        self.q, _ = queries(g, x)
        threshold = whole(g, "threshold")
        self.t = [threshold + z for z in rho.range()]
        self.masses = [rho.mass(t - threshold) for t in self.t]
        self.answers, self.allowed, self.redraw = answers, allowed, redraw
        self.known: dict[int, Any] = {}

    def table(self, q: Any) -> Any:
        """{answer: (its price, its probability given each t)} for a query of this value."""
        if q not in self.known:
            found: dict[Any, Any] = {}
            for k, t in enumerate(self.t):
                for answer, p, price in self.answers(q, t):
                    found.setdefault(answer, (price, {}))[1][k] = p
            self.known[q] = found
        return self.known[q]

    def distribution(self) -> Any:
        return self.extend((), dict(enumerate(self.masses)), 0)

    def extend(self, given: tuple[Any, ...], weights: Any, spent: Any) -> Any:
        if len(given) == len(self.q) or (self.allowed is not None and spent > self.allowed):
            yield given, sum(weights.values(), R().of(0))
            return
        for answer, (price, chance) in self.table(self.q[len(given)]).items():
            now = {k: w * chance[k] for k, w in weights.items() if k in chance}
            if price and self.redraw:
                total = sum(now.values(), R().of(0))
                now = {k: total * m for k, m in enumerate(self.masses)}
            yield from self.extend((*given, answer), now, spent + price)


def above(nu: Any, q: Any, t: Any) -> Any:
    """P(q + nu >= t), or > with the bug."""
    return nu.at_least(t - q + (1 if has("TieAtThreshold") else 0))


def comparing(g: Given, x: Any, rho: Any, nu: Any, allowed: Any, redraw: Any = False) -> Any:
    def answers(q: Any, t: Any) -> Any:
        p = above(nu, q, t)
        return [(True, p, 1), (False, 1 - p, 0)]

    return Transcripts(g, x, rho, answers, allowed, redraw).distribution()


def counted(rho_rate: Any, nu_rate: Any, redraw: Any = False) -> Any:
    """TRUE and FALSE until the c-th TRUE; the rates as functions of epsilon and c."""

    def law(g: Given, x: Any) -> Any:
        c, e = whole(g, "c", 1), epsilon(g, above=0)
        return comparing(g, x, Geometric(rho_rate(e, c)), Geometric(nu_rate(e, c)), c - 1, redraw)

    return law


def above_threshold(g: Given, x: Any) -> Any:
    e = epsilon(g, above=0)
    return comparing(g, x, Geometric(e / 2), Geometric(e / 4), 0)


def svt_stoddard(g: Given, x: Any) -> Any:
    return comparing(g, x, Geometric(epsilon(g, above=0) / 2), Geometric(INF), None)


def svt_chen(g: Given, x: Any) -> Any:
    e = epsilon(g, above=0)
    return comparing(g, x, Geometric(e / 2), Geometric(e / 2), None)


def released(nu_rate: Any) -> Any:
    """Algorithms that release clamp(q + nu) itself."""

    def law(g: Given, x: Any) -> Any:
        c, e, (low, high) = whole(g, "c", 1), epsilon(g, above=0), release(g)
        nu = Geometric(nu_rate(e, c))

        def answers(q: Any, t: Any) -> Any:
            least = t + (1 if has("TieAtThreshold") else 0)
            yield None, 1 - nu.at_least(least - q), 0
            for v in range(low, high + 1):
                first = least if v == low else max(least, v)
                p = nu.at_least(first - q) - (R().of(0) if v == high else nu.at_least(max(first, v + 1) - q))
                yield v, p, 1

        return Transcripts(g, x, Geometric(e / 2), answers, c - 1).distribution()

    return law


def num_svt(g: Given, x: Any) -> Any:
    c, e, (low, high) = whole(g, "c", 1), epsilon(g, above=0), release(g)
    nu, fresh = Geometric(e / (6 * c)), Geometric(e / (3 * c))

    def answers(q: Any, t: Any) -> Any:
        p = above(nu, q, t)
        yield None, 1 - p, 0
        for v in range(low, high + 1):
            least = R().of(1) if v == low else fresh.at_least(v - q)
            yield v, p * (least - (R().of(0) if v == high else fresh.at_least(v + 1 - q))), 1

    return Transcripts(g, x, Geometric(e / 3), answers, c - 1).distribution()


def gaps(nu: Any, q: Any, t: Any, least: Any, largest: Any) -> Any:
    """[(gap, P(q + nu - t is this gap))], the largest standing for all above."""
    for gap in range(least, largest + 1):
        yield gap, nu.at_least(t + gap - q) if gap == largest else nu.mass(t + gap - q)


def gap_svt(g: Given, x: Any) -> Any:
    c, e, largest = whole(g, "c", 1), epsilon(g, above=0), whole(g, "release", 0)
    nu = Geometric(e / (4 * c))

    def answers(q: Any, t: Any) -> Any:
        yield None, 1 - above(nu, q, t), 0
        for gap, p in gaps(nu, q, t, 1 if has("TieAtThreshold") else 0, largest):
            yield gap, p, 1

    return Transcripts(g, x, Geometric(e / 2), answers, c - 1).distribution()


def adaptive_svt(g: Given, x: Any) -> Any:
    c, e = whole(g, "c", 1), epsilon(g, above=0)
    margin, largest = whole(g, "margin", 0), whole(g, "release", 0)
    first, second = Geometric(e / (8 * c)), Geometric(e / (4 * c))
    tie = 1 if has("TieAtThreshold") else 0

    def answers(q: Any, t: Any) -> Any:
        unclear = 1 - first.at_least(t + margin + tie - q)
        yield None, unclear * (1 - second.at_least(t + tie - q)), 0
        for gap, p in gaps(first, q, t, margin + tie, margin + largest):
            yield ("top", gap), p, 1
        for gap, p in gaps(second, q, t, tie, largest):
            yield ("middle", gap), unclear * p, 2

    return Transcripts(g, x, Geometric(e / 2), answers, 2 * c - 2).distribution()


LAWS = {
    "exponential_mechanism": exponential,
    "permute_and_flip": permute_and_flip,
    "exponential_base2": base2,
    "report_noisy_max": noisy_max,
    "report_noisy_max_value": noisy_max_value,
    "above_threshold": above_threshold,
    "svt_lyu_su_li": counted(lambda e, c: e / 2, lambda e, c: e / (4 * c)),
    "svt_dwork_roth": counted(lambda e, c: e / (2 * c), lambda e, c: e / (4 * c), redraw=True),
    "svt_lee_clifton": counted(lambda e, c: e / 4, lambda e, c: 3 * e / 4),
    "svt_stoddard": svt_stoddard,
    "svt_chen": svt_chen,
    "svt_roth": released(lambda e, c: e / (2 * c)),
    "bad_gap_svt": released(lambda e, c: e / (4 * c)),
    "num_svt": num_svt,
    "gap_svt": gap_svt,
    "adaptive_svt": adaptive_svt,
}
