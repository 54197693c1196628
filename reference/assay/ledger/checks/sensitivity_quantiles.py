"""The quantile of the pair differences: DKW with n/2 pairs, the definition, the step after it, a repair."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb, prod

from ...exact import exp
from ...prove import Theorem, infer
from ...prove.lemma import proved, require
from ..finding import Comparisons, Finding
from ..formula import Formula, of_theorem
from ..region import Point, checked
from ..scope import Scope

Counts = tuple[int, ...]


def _samples(distribution: tuple[Fraction, ...], pairs: int) -> Iterator[tuple[Counts, Fraction]]:
    """The counts of the values 0, 1, ... of h among the pairs, with their multinomial probabilities."""
    require(sum(distribution) == 1, "probabilities that add up")
    whole = Fraction(0)
    for counts in product(range(pairs + 1), repeat=len(distribution)):
        if sum(counts) == pairs:
            ways, left = 1, pairs
            for c in counts:
                ways, left = ways * comb(left, c), left - c
            mass = ways * prod((p**c for p, c in zip(distribution, counts, strict=True)), start=Fraction(1))
            whole += mass
            yield counts, mass
    require(whole == 1, "probabilities of samples that add up")


def _distributions(values: int, denominator: int) -> list[tuple[Fraction, ...]]:
    """Distributions of h on 0..values-1 with probabilities that are positive multiples of 1/denominator."""
    shares = product(range(1, denominator + 1), repeat=values)
    return [tuple(Fraction(s, denominator) for s in w) for w in shares if sum(w) == denominator]


def _quantile(counts: Counts, level: Fraction) -> int:
    """The smallest t with D(t) >= level."""
    total = sum(counts)
    return next(t for t in range(len(counts)) if sum(counts[: t + 1]) >= level * total)


def _level(scope: Scope, delta: Fraction) -> Fraction:
    """What D has to reach, as the statement says."""
    return scope.formula("level").number(delta=delta).as_fraction()


def _cdf(distribution: tuple[Fraction, ...], t: int) -> Fraction:
    return sum(distribution[: t + 1], Fraction(0))


def dkw_with_pairs(scope: Scope) -> Finding:
    """P(sup |H - D| >= x) <= 2 exp(-2 (n/2) x^2) at every x that sup |H - D| takes, exactly."""
    theorem = proved(f"for {scope.quantifiers('m', 'x')}: 2*exp(-2*(m/2)*x^2) = 2*exp(-m*x^2)")
    found = Comparisons()
    for n, values in product(scope.integers("n"), scope.integers("values")):
        for distribution in _distributions(values, scope.integer("denominator")):
            tail: dict[Fraction, Fraction] = {}
            pairs = int(scope.formula("pairs").number(n=n).as_fraction())
            for counts, mass in _samples(distribution, pairs):
                gaps = (
                    abs(_cdf(distribution, t) - Fraction(sum(counts[: t + 1]), pairs)) for t in range(values)
                )
                largest = max(gaps)
                tail[largest] = tail.get(largest, Fraction(0)) + mass
            for x in tail:
                exact = sum((v for y, v in tail.items() if y >= x), Fraction(0))
                bound = of_theorem(theorem, "right").number(m=n, x=x)
                require(bound != exact, "the bound is not attained")
                found.at_most(exact, bound, f"DKW at n = {n}, {distribution}, x = {x}")
    found.require_factor(scope.integer("factor"))
    return Finding.verified(cases=found.total(), certificates=[theorem])


def quantile_as_printed(scope: Scope) -> Finding:
    """The smallest d with D(X, d) = 1 - delta need not exist: D has the values 2i/n only, and may jump."""
    cases, seen = 0, set()
    for n, values, delta in product(scope.integers("n"), scope.integers("values"), scope.fractions("delta")):
        for differences in product(range(values), repeat=n // 2):
            ordered, m = sorted(differences), _level(scope, delta) * (n // 2)
            exists = any(sum(d <= t for d in ordered) == m for t in range(values))
            padded = [0, *ordered, ordered[-1]]  # m is whole, and between 1 and n/2, where it matters
            a, b = padded[int(m)], padded[int(m) + 1]
            seen.add(((("m", m), ("N", n // 2), ("a", a), ("b", b)), exists))
            cases += 1
    witness = {
        "inequality": "0 != 1 - 1/2",
        "inequality_other_value": "1 != 1 - 1/2",
        "n": "2",
        "delta": "1/2",
        "D": "one pair, so that D(X, t) is 0 or 1",
    }
    region = checked(
        "m = N or m = floor(m) and a < b",
        [(dict(point), exists) for point, exists in seen],
        where="N pairs, m being N times what D has to reach, a and b the m-th and the next smallest of the "
        "differences, which are not negative, and a being zero where m is",
    )
    return Finding.refuted(witness, region, cases=cases)


def quantile_defined(scope: Scope) -> Finding:
    """With D(X, d) >= 1 - delta it always exists, and it is the printed one where that exists."""
    cases = 0
    for n, values, delta in product(scope.integers("n"), scope.integers("values"), scope.fractions("delta")):
        for differences in product(range(values), repeat=n // 2):
            counts = tuple(differences.count(v) for v in range(values))
            level = _level(scope, delta)
            d = _quantile(counts, level)
            equal = [t for t in range(values) if sum(counts[: t + 1]) == level * (n // 2)]
            require(not equal or min(equal) == d, f"{differences} at delta = {delta}")
            cases += 1
    return Finding.verified(cases=cases)


def step_at_the_quantile(scope: Scope) -> Finding:
    """P(d_delta < h_delta') <= P(D(h_delta') - H(h_delta') >= delta' - delta) fails where h has atoms."""
    p, delta, delta_ = (scope.fraction(key) for key in ("P(h = 0)", "delta", "delta'"))
    pairs = scope.integer("pairs")
    gap = scope.formula("gap")
    h, left, right = _step(p, delta, delta_, pairs, gap)
    require(left > right, "the step")
    points: list[tuple[Point, bool]] = []
    for share, bound in product(scope.fractions("p"), (delta_, scope.fraction("another"))):
        _, below, deviates = _step(share, delta, bound, pairs, gap)
        points.append(({"p": share, "d": bound}, below <= deviates))
    witness = {
        "inequality": f"{left} > {right}",
        "h": f"0 with probability {p}, else 1; {pairs} pair(s)",
        "delta": str(delta),
        "delta'": str(delta_),
        "h_delta'": str(h),
    }
    region = checked(
        "p = 0 or p >= 1 - d",
        points,
        where="h of two values, p being the probability of the smaller one, d being delta' and above delta",
    )
    return Finding.refuted(witness, region)


def _step(
    p: Fraction, delta: Fraction, delta_: Fraction, pairs: int, gap: Formula
) -> tuple[int, Fraction, Fraction]:
    """h_delta', P(d_delta < h_delta') and P(D(h_delta') - H(h_delta') >= delta' - delta)."""
    distribution = (p, 1 - p)
    h = next(t for t, _ in enumerate(distribution) if _cdf(distribution, t) >= 1 - delta_)
    left = right = Fraction(0)
    least = gap.number(d=delta_, delta=delta)
    for counts, mass in _samples(distribution, pairs):
        left += mass if _quantile(counts, 1 - delta) < h else 0
        deviation = Fraction(sum(counts[: h + 1]), sum(counts)) - _cdf(distribution, h)
        right += mass if deviation >= least else 0
    return h, left, right


def _hoeffding() -> Theorem:
    """1 - p + p e^t <= exp(p t + t^2/8): two derivatives in t."""
    positive = proved("for p in [0, 1], t >= 0: 1 - p + p*exp(t) > 0")
    square = {"weight": "1", "factors": [], "square": "1 - p - p*exp(t)"}
    bend = infer(
        "combine",
        "for p in [0, 1], t in (0, inf): 1/4 - p*(1 - p)*exp(t)/(1 - p + p*exp(t))^2 >= 0",
        {"multiplier": "4*(1 - p + p*exp(t))^2", "terms": [square]},
        [positive],
    )
    from_zero = {"variable": "t", "end": "low"}
    slope = infer(
        "monotone",
        "for p in [0, 1], t in [0, inf): p + t/4 - p*exp(t)/(1 - p + p*exp(t)) >= 0",
        from_zero,
        [bend, positive],
    )
    claim = "for p in [0, 1], t in [0, inf): log(1 - p + p*exp(t)) <= p*t + t^2/8"
    logs = infer("monotone", claim, from_zero, [slope, positive])
    final = "for p in [0, 1], t in [0, inf): 1 - p + p*exp(t) <= exp(p*t + t^2/8)"
    return infer("apply", final, {"function": "exp"}, [logs, positive])


def quantile_inequality(scope: Scope) -> Finding:
    """P(h > d_delta) <= delta' + exp(-n (delta' - delta)^2), half the printed second term.

    d_delta < h_delta' makes D just below h_delta' at least 1 - delta, while H is less than 1 - delta' there
    (or at most, in the limit from the left): a deviation at one fixed point, which Hoeffding's inequality
    bounds.  DKW is not needed, nor is continuity.
    """
    theorems = [_hoeffding(), proved(f"for {scope.quantifiers('n', 'x')}: n/2*((4*x)^2/8 - 4*x*x) = -n*x^2")]
    found = Comparisons()
    for size, values in product(scope.integers("sizes"), scope.integers("values")):
        for distribution in _distributions(values, scope.integer("denominator")):
            for delta, delta_ in product(scope.fractions("delta"), scope.fractions("delta'")):
                if delta >= delta_:
                    continue
                h = next(t for t in range(values) if _cdf(distribution, t) >= 1 - delta_)
                below = exceeds = Fraction(0)
                for counts, mass in _samples(distribution, size // 2):
                    d = _quantile(counts, _level(scope, delta))
                    below += mass if d < h else 0
                    exceeds += mass * (1 - _cdf(distribution, d))
                bound = scope.formula("bound").number(n=size, d=delta_, delta=delta)
                exponent = of_theorem(theorems[1], "right").number(n=size, x=delta_ - delta)
                require(bound == delta_ + exp(exponent), "Hoeffding's exponent")
                require(0 <= below <= bound - delta_, f"{distribution}, {delta}, {delta_}, n = {size}")
                found.at_most(exceeds, bound, f"{distribution}, {delta}, {delta_}, n = {size}")
    return Finding.verified(certificates=theorems, cases=found.total())
