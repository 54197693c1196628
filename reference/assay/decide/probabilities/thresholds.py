"""One noisy threshold against many noisy queries: the exact loss for any number of queries.

A *pattern* says which queries reached the threshold.  With threshold noise of density f, query noise with
distribution function F and survival function S, and q split into the answers of TRUE and of FALSE queries,

    P(pattern | q) = integral f(s)  prod over TRUE S(s - q_i)  prod over FALSE F(s - q_i)  ds.

So it depends on two multisets of answers alone, grows in every TRUE answer and falls in every FALSE one.
Three consequences, each tested against all pairs and all orders of the answers:

* on a box of integers the largest P(q)/P(q') over neighbours q' (every answer differs by at most 1) is at q'
  with every TRUE answer one lower and every FALSE one higher, as far as the box allows;
* over all inputs the supremum of ln(P(q)/P(q')), for a TRUEs and b FALSEs, threshold rate r, query rate s, is

      min(r + 2 a s, r + 2 b s, (a + b) s).

  Upper bound: replace the integration variable by itself plus u with |u| <= 1. That costs |u| r, every TRUE
  (1 + u) s and every FALSE (1 - u) s at most; the sum is linear in u on both sides of 0, so that u = 1, -1
  and 0 give the least.  Lower bound: TRUE answers at -M, FALSE ones at M, and M -> infinity.
* a value released with fresh noise of rate v for a TRUE query is independent of all the rest, and multiplies
  the largest ratio by e^(v |q_i - q_i'|).

Source of the programs: Lyu, Su and Li, "Understanding the sparse vector technique", VLDB 2017.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import lcm

from ...arguments import positive_integer
from ...errors import InvalidValue
from ...exact import EpsilonLike, Log, ln, log_value
from ...programs.noise.orders import Constraint, Distribution
from .systems import components, probability
from .values import ONE, Value

BOX = (-1, 0, 1)
"""The answers of the box."""

Answers = tuple[int, ...]


@dataclass(frozen=True)
class Thresholds:
    """Rates, as multiples of epsilon, of the threshold noise, the query noise, and released values (or 0)."""

    threshold: Fraction
    query: Fraction
    value: Fraction = Fraction(0)
    discrete: bool = False

    @property
    def k(self) -> int:
        """The unit: all rates are whole multiples of epsilon/k."""
        return lcm(self.threshold.denominator, self.query.denominator, self.value.denominator)

    def pattern(self, true: Answers, false: Answers) -> Value:
        """P(exactly the queries with the first answers reach the threshold)."""
        distributions = [Distribution(self.discrete, True, self.threshold)]
        distributions += [Distribution(self.discrete, True, self.query)] * (len(true) + len(false))
        below = 1 if self.discrete else 0
        system = [Constraint(0, i, q) for i, q in enumerate(true, 1)]
        system += [Constraint(i, 0, -q - below) for i, q in enumerate(false, 1 + len(true))]
        total = ONE
        for part, _ in components(distributions, system, (), self.k):
            total = total * probability(part)
        return total

    def over_all_inputs(self, true: int, false: int, epsilon: Fraction) -> Log:
        """The supremum of the loss of a pattern over all inputs, at one epsilon."""
        needed = _needed(self.threshold, self.query, true, false)
        return Log(epsilon * (needed + true * self.value))

    def on_the_box(self, true: int, false: int, epsilon: Fraction) -> Log:
        """The largest loss of a pattern at one epsilon, all answers in {-1, 0, 1}."""
        t = epsilon / self.k
        ratios = {
            (self.pattern(x, y), self.pattern(moved, _raised(y)), self.value * _distance(x, moved))
            for x in combinations_with_replacement(BOX, true)
            for y in combinations_with_replacement(BOX, false)
            for moved in self._moves(x)
        }
        best = max(p.at(t) / q.at(t) * Log(epsilon * extra).exp() for p, q, extra in ratios)
        return ln(best)

    def _moves(self, true: Answers) -> Iterator[Answers]:
        """The neighbours' TRUE answers: one lower; any neighbour, where a released value gains by a move."""
        if not self.value:
            yield tuple(max(q - 1, BOX[0]) for q in true)
            return
        yield from product(*([p for p in BOX if abs(p - q) <= 1] for q in true))


def above_threshold_constant(
    threshold: EpsilonLike,
    query: EpsilonLike,
    *,
    queries: int | None = None,
    positives: int | None = 1,
    value: EpsilonLike = 0,
) -> Fraction:
    """The smallest c for which one noisy threshold is c*eps-private over all real answers.

    It is the maximum of min(r + 2as, r + 2bs, (a + b)s) + av over a answers that reach it and b that do not,
    for Laplace noise of rate r on the threshold and s on each answer. Each answer may differ by 1; the output
    says which answers reached the threshold, beside a fresh noisy answer, noise of rate v, for each of these.

    threshold, query, value: r, s and v, such as EPS/2.
    queries: how many answers there are; None for any number.  positives: after how many that reach the
    threshold it stops; None for never.

    Raises InvalidValue for rates that are not positive multiples of EPS (v may be 0), for counts below 1, and
    where any number of answers may reach the threshold and each costs something, so that no c is enough.
    Source: see the module.
    """
    r, s = _multiple(threshold, "threshold"), _multiple(query, "query")
    v = Fraction(0) if value == 0 else _multiple(value, "value")
    n = None if queries is None else positive_integer(queries, "queries")
    c = None if positives is None else positive_integer(positives, "positives")
    if c is None and n is None:
        raise InvalidValue("queries = None and positives = None: the loss has no bound; give one of them")
    most = n if c is None else c if n is None else min(c, n)
    return max(_needed(r, s, a, None if n is None else n - a) + a * v for a in range((most or 0) + 1))


def _needed(r: Fraction, s: Fraction, a: int, b: int | None) -> Fraction:
    """min(r + 2as, r + 2bs, (a + b)s), for b = None its limit, which is r + 2as."""
    return r + 2 * a * s if b is None else min(r + 2 * a * s, r + 2 * b * s, (a + b) * s)


def _multiple(rate: EpsilonLike, name: str) -> Fraction:
    """s of a rate s * EPS > 0."""
    given = log_value(rate, name)
    if given.is_infinite or given.coefficient or given.rational or given.symbolic <= 0:
        raise InvalidValue(f"{name} = {given} is no positive multiple of EPS; write for example EPS/2")
    return given.symbolic


def _raised(false: Answers) -> Answers:
    return tuple(min(q + 1, BOX[-1]) for q in false)


def _distance(x: Answers, y: Answers) -> int:
    return sum(abs(a - b) for a, b in zip(x, y, strict=True))
