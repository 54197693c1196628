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

from ...exact import Log, Number, ln
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
        a, b, r, s = true, false, self.threshold, self.query
        return Log(epsilon * (min(r + 2 * a * s, r + 2 * b * s, (a + b) * s) + a * self.value))

    def on_the_box(self, true: int, false: int, epsilon: Fraction) -> Log:
        """The largest loss of a pattern at one epsilon, all answers in {-1, 0, 1}."""
        t = epsilon / self.k
        ratios = {
            (self.pattern(x, y), self.pattern(moved, _raised(y)), self.value * _distance(x, moved))
            for x in combinations_with_replacement(BOX, true)
            for y in combinations_with_replacement(BOX, false)
            for moved in self._moves(x)
        }
        best = max(_factor(p.at(t) / q.at(t), Log(epsilon * extra)) for p, q, extra in ratios)
        return ln(best)

    def _moves(self, true: Answers) -> Iterator[Answers]:
        """The neighbours' TRUE answers: one lower; any neighbour, where a released value gains by a move."""
        if not self.value:
            yield tuple(max(q - 1, BOX[0]) for q in true)
            return
        yield from product(*([p for p in BOX if abs(p - q) <= 1] for q in true))


def _factor(ratio: Number, extra: Log) -> Number:
    """ratio e^extra."""
    return ratio * extra.exp()


def _raised(false: Answers) -> Answers:
    return tuple(min(q + 1, BOX[-1]) for q in false)


def _distance(x: Answers, y: Answers) -> int:
    return sum(abs(a - b) for a, b in zip(x, y, strict=True))
