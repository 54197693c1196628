"""The worst cases of one mechanism: a survey in fixed point finds the classes that may attain one, and those
few are evaluated exactly.

With f = floor(2^60 p) in place of p every term of a sum is off by less than 1, so that a class whose sum is
more than twice the number of outcomes below the largest cannot attain the maximum.  What is left is measured
by the functions of the reference on the merged pair: one outcome for each (P(o), Q(o)).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Generic, TypeAlias, TypeVar

from ...dp import Attained, Dist, Mechanism, Profile, TradeOff, hockey_stick, total_variation
from ...dp.engines import Declined
from ...dp.hockey_stick import hockey_stick_event
from ...dp.neyman_pearson import most_powerful_tests
from ...dp.privacy_loss import log_ratio, max_loss_event
from ...dp.probabilistic import probabilistic_delta
from ...dp.profile import epsilon as epsilon_of_pair
from ...dp.profile import profile as profile_of_pair
from ...dp.renyi import renyi
from ...errors import BudgetExceeded, MixedFields
from ...exact import INFINITY, Log, Number, eps, number
from ...exact.fields import common_field
from .classes import Classes, Ranks, classes_of
from .envelope import envelope_of
from .independent import independent_parts
from .matrix import BITS, Matrix, fixed_point, matrix_of

X = TypeVar("X")
T = TypeVar("T")
V = TypeVar("V", Number, Log)

Merged: TypeAlias = "tuple[Dist[Ranks], Dist[Ranks]]"
"""A pair of distributions with one outcome for each (rank of P(o), rank of Q(o))."""

ONE = number(1)
TOP = 1 << BITS

MOST_LISTED = 20_000
"""Different ranks for which a power of the likelihood ratio is tabulated."""


class Kernel(Generic[X, T]):
    """Every measure of one mechanism with ordered probabilities, over all its adjacent pairs."""

    def __init__(self, mechanism: Mechanism[X, T]) -> None:
        self.mechanism = mechanism
        self.independent = independent_parts(mechanism)
        self._merged: dict[int, Merged] = {}

    @cached_property
    def matrix(self) -> Matrix[X, T]:
        """The rows as ranks."""
        return self.independent.matrix if self.independent else matrix_of(self.mechanism)

    @cached_property
    def classes(self) -> Classes:
        """The classes of adjacent pairs."""
        return self.independent.classes if self.independent else classes_of(self.mechanism, self.matrix)

    @cached_property
    def obstacle(self) -> Declined | None:
        """Why values are not computed here, if they are not."""
        if not self.matrix.ordered:
            return Declined("the probabilities are functions of eps, whose order may depend on it")
        if self.matrix.field is None:
            return Declined("no one field holds all probabilities")
        return None

    def representatives(self) -> tuple[tuple[X, X], ...]:
        """The first pair of every class, in order."""
        merged = None if self.independent else classes_of(self.mechanism, self.matrix, merged=True)
        classes = merged or self.classes
        domain = self.matrix.domain
        firsts = (classes.first(c) for c in range(len(classes)))
        return tuple((domain[i], domain[j]) for i, j in firsts)

    def pair(self, c: int) -> tuple[X, X]:
        """The first pair of a class."""
        i, j = self.classes.first(c)
        return self.matrix.domain[i], self.matrix.domain[j]

    def laws(self, c: int) -> tuple[Dist[T], Dist[T]]:
        """The output distributions of the first pair of a class."""
        x, y = self.pair(c)
        return self.mechanism.distribution(x), self.mechanism.distribution(y)

    def merged(self, c: int) -> Merged:
        """The merged pair of a class."""
        if c not in self._merged:
            law, pool = self.classes.law(c), self.matrix.pool
            p = {ranks: n * pool[ranks[0]] for ranks, n in law.items()}
            q = {ranks: n * pool[ranks[1]] for ranks, n in law.items()}
            self._merged[c] = Dist._trusted(p), Dist._trusted(q)
        return self._merged[c]

    @property
    def slack(self) -> int:
        """How far the number of a class that attains the maximum may lie below the largest number."""
        return 2 * len(self.matrix.outputs)

    def largest(self, among: Sequence[int], measure: Callable[[Merged], V]) -> tuple[V, int]:
        """The largest exact value among classes, and the first class that attains it."""
        first, *others = among
        best, at = measure(self.merged(first)), first
        for c in others:
            value = measure(self.merged(c))
            if value > best:
                best, at = value, c
        return best, at

    def shares_field(self, x: Number) -> bool:
        """Whether the number can be added to the probabilities."""
        field = self.matrix.field
        return field is not None and not x.is_symbolic and common_field(field, x.field) is not None

    def factor(self, epsilon: Log) -> Number | None:
        """e^epsilon, or None where it shares no field with the probabilities."""
        try:
            factor = epsilon.exp()
        except (MixedFields, BudgetExceeded):
            return None
        return factor if self.shares_field(factor) else None

    def alike(self, among: Sequence[int], above: Sequence[int], below: Sequence[int]) -> list[int]:
        """The first of all classes that have the same outcomes with above[P(o)] >= below[Q(o)] - 1.

        No other outcome can contribute to a sum of max(P(o) - t Q(o), 0).
        """
        found: dict[frozenset[tuple[Ranks, int]], int] = {}
        for c in among:
            items = self.classes.law(c).items()
            key = frozenset(item for item in items if above[item[0][0]] >= below[item[0][1]] - 1)
            found.setdefault(key, c)
        return list(found.values())

    def gains(self, factor: Number, *, reverse: bool) -> bool:
        """Whether P(o) > t Q(o) for some outcome of some pair; with `reverse`, Q(o) > t P(o)."""
        limits = self.limits(factor)
        return any(q < limits[p] for p, q in self.classes.lowest(reverse=reverse).items())

    # Pure privacy

    def pure_epsilon(self) -> Attained[Log, X, T]:
        """max ln(P(o)/Q(o)): for every value of P(o) only the least Q(o) that it meets can attain it."""
        pool, fixed = self.matrix.pool, self.matrix.fixed
        least = self.classes.lowest()
        unmet = frozenset((p, q) for p, q in least.items() if not q)
        if unmet:
            c = self.classes.holding(unmet)
            return Attained(INFINITY, self.pair(c), max_loss_event(*self.laws(c)))
        # (f - 1)/g < p/q < (f + 1)/(g - 1)... as integers: what cannot reach the largest lower end is dropped
        bound = max((fixed[p] << BITS) // (fixed[q] + 1) for p, q in least.items())
        close = [
            (p, q)
            for p, q in least.items()
            if not fixed[q] or ((fixed[p] + 1) << BITS) // fixed[q] + 1 >= bound
        ]
        ratios = {(p, q): pool[p] / pool[q] for p, q in close}
        best = max(ratios.values())
        c = self.classes.holding(frozenset(ranks for ranks, ratio in ratios.items() if ratio == best))
        return Attained(log_ratio(best, ONE), self.pair(c), max_loss_event(*self.laws(c)))

    # delta

    def excess(self, factor: Number | None) -> list[int]:
        """Classes that may attain max of P(S) - t Q(S), in order, one of several alike; t infinite for
        None.
        """
        fixed, below = self.matrix.fixed, self.below(factor)
        return self.alike(self.classes.excesses(fixed, below).highest(self.slack), fixed, below)

    def below(self, factor: Number | None) -> list[int]:
        """t q in fixed point for every q of the pool; beyond 1, where no term is positive, it may be cut."""
        if factor is None:
            return [0, *[TOP] * (len(self.matrix.pool) - 1)]
        return [min(fixed_point(factor * q), TOP) for q in self.matrix.pool]

    def delta(self, epsilon: Log) -> Attained[Number, X, T] | Declined:
        """max over pairs and events of P(S) - e^epsilon Q(S)."""
        factor = None if epsilon.is_infinite else self.factor(epsilon)
        if factor is None and not epsilon.is_infinite:
            return Declined("e^epsilon shares no field with the probabilities")
        value, c = self.largest(self.excess(factor), lambda pair: hockey_stick(*pair, epsilon))
        return Attained(value, self.pair(c), hockey_stick_event(*self.laws(c), epsilon))

    def total_variation(self) -> Attained[Number, X, T]:
        """max over pairs of TV(P, Q), which is max of P(S) - Q(S)."""
        value, c = self.largest(self.excess(ONE), lambda pair: total_variation(*pair))
        return Attained(value, self.pair(c), hockey_stick_event(*self.laws(c), 0))

    def probabilistic_delta(self, epsilon: Log) -> Attained[Number, X, T] | Declined:
        """max over pairs of P({o : P(o) > e^epsilon Q(o)})."""
        factor = None if epsilon.is_infinite else self.factor(epsilon)
        if factor is None and not epsilon.is_infinite:
            return Declined("e^epsilon shares no field with the probabilities")
        survey = self.classes.masses(self.matrix.fixed, self.limits(factor))
        value, c = self.largest(survey.highest(self.slack), lambda pair: probabilistic_delta(*pair, epsilon))
        return Attained(value, self.pair(c), hockey_stick_event(*self.laws(c), epsilon))

    def limits(self, factor: Number | None) -> list[int]:
        """For every rank of P(o) the number of ranks of Q(o) with P(o) > t Q(o)."""
        pool = self.matrix.pool
        if factor is None:
            return [0, *[1] * (len(pool) - 1)]
        limits, q = [], 0
        scaled = [factor * x for x in pool]
        for p in pool:
            while q < len(pool) and p > scaled[q]:
                q += 1
            limits.append(q)
        return limits

    # epsilon at a delta

    def epsilon(self, delta: Number) -> Attained[Log, X, T] | Declined:
        """The smallest epsilon with delta(epsilon) <= delta, by Newton's method on the largest profile.

        From any t the class that attains the largest delta there gives the next t, its own epsilon, until no
        class needs more.
        """
        if not delta:
            return self.pure_epsilon()
        if not self.shares_field(delta):
            return Declined("delta shares no field with the probabilities")
        t: Number | None = ONE
        while t is not None:
            value, c = self.largest(self.excess(t), _at(t))
            if value <= delta:
                break
            t = _factor_at(profile_of_pair(*self.merged(c)), delta)
        if t is None:
            return self._first_epsilon(self._reaching(None, delta), INFINITY, delta)
        needed = eps(0) if t == ONE else log_ratio(t, ONE)
        among = range(len(self.classes)) if t == ONE else self._reaching(t, delta)
        return self._first_epsilon(among, needed, delta)

    def _reaching(self, t: Number | None, delta: Number) -> list[int]:
        """The classes that may have P(S) - t Q(S) >= delta for some event S."""
        survey = self.classes.excesses(self.matrix.fixed, self.below(t))
        return survey.at_least(fixed_point(delta) - self.slack)

    def _first_epsilon(
        self, among: Sequence[int], needed: Log, delta: Number
    ) -> Attained[Log, X, T] | Declined:
        """The first class that needs this much."""
        for c in among:
            if epsilon_of_pair(*self.merged(c), delta) == needed:
                return Attained(needed, self.pair(c), hockey_stick_event(*self.laws(c), needed))
        return Declined("no class was found to need the largest epsilon")

    # Whole curves

    def profile(self) -> Attained[Profile, X, T]:
        """The upper envelope of all profiles; the first class that attains it everywhere, if one does."""
        value, among = envelope_of(self, reverse=False)
        for c in among:
            if profile_of_pair(*self.merged(c)) == value:
                return Attained(value, self.pair(c), None)
        return Attained(value, None, None)

    def tradeoff(self) -> Attained[TradeOff, X, T]:
        """The lower envelope of all trade-off functions T(P, Q), dual to the profiles of (Q, P)."""
        envelope, among = envelope_of(self, reverse=True)
        value = TradeOff((x, 1 - y) for x, y in envelope.vertices)
        for c in among:
            p, q = self.merged(c)
            if TradeOff((x, 1 - y) for x, y in most_powerful_tests(q, p)) == value:
                return Attained(value, self.pair(c), None)
        return Attained(value, None, None)

    # Renyi

    def renyi(self, order: Number | None) -> Attained[Log, X, T] | Declined:
        """The largest divergence of a whole order from 2 on, or of order infinity."""
        if order is None:
            found = self.pure_epsilon()
            event = hockey_stick_event(*self._of(found.pair), INFINITY) if found.value == INFINITY else None
            return Attained(found.value, found.pair, event)
        whole = order.as_fraction() if order.is_rational else Fraction(1, 2)
        if whole.denominator != 1 or whole < 2:
            return Declined("only whole orders from 2 on have a kernel")
        unmet = frozenset((p, q) for p, q in self.classes.lowest().items() if not q)
        if unmet:
            c = self.classes.holding(unmet)
            return Attained(INFINITY, self.pair(c), hockey_stick_event(*self.laws(c), INFINITY))
        ranks = self.classes.distinct()
        if ranks is None or len(ranks) > MOST_LISTED:
            return Declined("too many different likelihood ratios to tabulate")
        value, c = self.largest(self._moments(ranks, int(whole)), lambda pair: _log(renyi(*pair, order)))
        return Attained(value, self.pair(c), None)

    def _moments(self, ranks: frozenset[Ranks], order: int) -> list[int]:
        """The classes that may attain max of the sum of P(o)^a Q(o)^(1-a)."""
        pool = self.matrix.pool
        power = {(p, q): pool[p] ** order * pool[q] ** (1 - order) if p else number(0) for p, q in ranks}
        bound = max(x.__floor__() for x in power.values()) + 1
        scale = Fraction(TOP, bound * len(self.matrix.outputs))
        return self.classes.totals({key: fixed_point(x, scale) for key, x in power.items()}).highest(
            self.slack
        )

    def _of(self, pair: tuple[X, X] | None) -> tuple[Dist[T], Dist[T]]:
        x, y = pair if pair is not None else self.pair(0)
        return self.mechanism.distribution(x), self.mechanism.distribution(y)


def _at(t: Number) -> Callable[[Merged], Number]:
    """The measure max over S of P(S) - t Q(S)."""

    def measure(pair: Merged) -> Number:
        p, q = pair
        terms = (mass - t * q[o] for o, mass in p.items())
        return sum((x for x in terms if x > 0), number(0))

    return measure


def _factor_at(profile: Profile, delta: Number) -> Number | None:
    """The least t >= 1 with delta(ln t) <= delta; None for infinity.  It is `Profile.epsilon` without ln."""
    if profile.vertices[0][1] > delta:
        return None
    return max([ONE, *((y - delta) / x for x, y in profile.vertices if x)])


def _log(value: object) -> Log:
    """A divergence of a whole order, which is a logarithm."""
    if not isinstance(value, Log):
        raise TypeError(f"{value!r} is not a logarithm")
    return value
