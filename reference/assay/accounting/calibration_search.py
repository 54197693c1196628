"""The search for the ends of a calibration: places to look in floats, every end by a certified test.

The points tested so far, as (ln(value), ln(goal's value/goal)), give a root by interpolation; the next
values lie a little beyond it on both sides, until both ends are as close as the width.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, exp, floor, isfinite, log10

from ..budgets.progress import is_spent
from ..errors import AssayError, BudgetExceeded
from ..exact.bracket import Bracket, log2_of
from ..exact.rounding import Direction, round_fraction
from .calibration import Calibration, decimal
from .goals import LOG2, MET, MISSED, Goal, Seen
from .monotone import Parameter
from .rounds import Rounds

MOST_TESTS = 80
PATIENCE = 16
"""Values after which ends are halved."""
STRIDE, FARTHEST = 1.0, 6.0
"""How far to go where nothing is known of the root, and how far at most, in logarithms."""
LEAST_LOG, MOST_LOG = -60 * LOG2, 100 * LOG2
"""Values below 2^-60 and above 2^100 are not tried."""
FIRST_WIDTH, LEAST_WIDTH = Fraction(1, 8), Fraction(1, 2**60)
PLACE = 0.4
"""Where the ends are sought, in widths from the estimated root."""
NEAR = 0.03
"""A first value is good enough where ln(epsilon of the picture/epsilon) is so small."""
GUESSES = 8


@dataclass
class Search:
    """Ends that close in on each other, on the axis v = ln(value), turned so that a larger v is safer."""

    rounds_at: Callable[[Fraction], Rounds]
    goal: Goal
    parameter: Parameter
    width: Fraction
    safe: tuple[Fraction, Bracket] | None = None
    refuted: tuple[Fraction, Bracket] | None = None
    slope: float = 5.0
    """How fast ln(value of the goal) falls with v, in floats."""
    points: dict[Fraction, float] = field(default_factory=dict)
    """ln(value/goal) where it is known."""
    finest: dict[Fraction, Fraction] = field(default_factory=dict)
    """The width to which a value was tested and not decided."""
    tests: int = 0

    def run(self) -> Calibration:
        """Both ends, as close as the width."""
        value: Fraction | None = self._start()
        while value is not None:
            if is_spent():
                known = self._result()
                raise BudgetExceeded(f"the time budget ran out: {known}", {"ends": known})
            if self.tests >= MOST_TESTS:
                raise BudgetExceeded(
                    f"{MOST_TESTS} values do not decide: {self._result()}", {"ends": self._result()}
                )
            self._test(value)
            value = self._next()
        return self._result()

    def _result(self) -> Calibration:
        safe, refuted = self.safe or (None, None), self.refuted or (None, None)
        return Calibration(
            self.parameter, self.goal.text, safe[0], refuted[0], safe[1], refuted[1], self.tests
        )

    def _test(self, value: Fraction) -> None:
        """Look at one value, and keep what it says."""
        root, width = self._root(), FIRST_WIDTH
        if root is not None and value:
            width = min(width, Fraction(max(self.slope * abs(self._place(value) - root) / 1.5, 1e-18)))
        width = min(width, self.finest.get(value, FIRST_WIDTH) / 64) if value in self.finest else width
        if width < LEAST_WIDTH:
            known = self._result()
            raise BudgetExceeded(
                f"{self.parameter.name} = {decimal(value)} is not decided by the widths tried: {known}",
                {"ends": known},
            )
        self.tests += 1
        seen = self.goal.test(self.rounds_at(value), width)
        if seen.excess is not None and isfinite(seen.excess):
            self.points[value] = seen.excess
        self._keep(value, seen, width)

    def _keep(self, value: Fraction, seen: Seen, width: Fraction) -> None:
        """The safer of the refuted values, and the less safe of the safe ones."""
        if seen.side == MET:
            if self.safe is None or self._is_safer(self.safe[0], value):
                self.safe = value, seen.value
        elif seen.side == MISSED:
            if self.refuted is None or self._is_safer(value, self.refuted[0]):
                self.refuted = value, seen.value
        else:
            self.finest[value] = width if seen.excess is not None else Fraction(0)

    def _is_safer(self, a: Fraction, b: Fraction) -> bool:
        return a > b if self.parameter.larger_is_safer else a < b

    def _place(self, value: Fraction) -> float:
        """v of a positive value."""
        return self._sign * LOG2 * log2_of(value)

    @property
    def _sign(self) -> float:
        return 1.0 if self.parameter.larger_is_safer else -1.0

    def _root(self) -> float | None:
        """Where the goal is just met, by the points nearest to it; None before the first one."""
        near = sorted(
            ((self._place(x), f) for x, f in self.points.items() if x), key=lambda point: abs(point[1])
        )
        if not near:
            return None
        for v, f in near[1:3]:
            if abs(v - near[0][0]) > 1e-12 and (f - near[0][1]) / (v - near[0][0]) < -1e-3:
                self.slope = -(f - near[0][1]) / (v - near[0][0])
                break
        return near[0][0] + max(-FARTHEST, min(FARTHEST, near[0][1] / self.slope))

    def _next(self) -> Fraction | None:
        """The next value to test; None where the ends are close, or one side is exhausted."""
        if self.safe is not None and self.refuted is not None:
            return self._between(self.safe[0], self.refuted[0])
        wants_safe = self.safe is None
        known = self.refuted if wants_safe else self.safe
        root = self._root()
        ahead = max(PLACE * float(self.width), 1e-12)
        if known is None:  # the only value was not decided
            return self._at(root if root is not None else 0.0, wants_safe)
        if not known[0]:  # nothing is released there, and it is refuted all the same
            return None
        at = self._place(known[0])
        stride = STRIDE * 2 ** min(self.tests, 5) if root is None else STRIDE
        target = at + (stride if wants_safe else -stride)
        if root is not None and (root - at) * (1 if wants_safe else -1) > -ahead:
            target = root + (ahead if wants_safe else -ahead)
        value = self._at(target, wants_safe)
        if value == known[0] or (value in self.finest and value in self._range()):
            value = self._at(at + (stride if wants_safe else -stride), wants_safe)
        return self._beyond(known[0], wants_safe) if value == known[0] else value

    def _beyond(self, end: Fraction, wants_safe: bool) -> Fraction | None:
        """Where the range ends: nothing at all is the value 0 of a count or a rate."""
        return Fraction(0) if wants_safe and end and self.parameter.vanishes else None

    def _between(self, safe: Fraction, refuted: Fraction) -> Fraction | None:
        """A value that brings the ends closer together; None where they are close enough."""
        low, high = min(safe, refuted), max(safe, refuted)
        if high - low <= (max(Fraction(1), self.width * low) if self.parameter.whole else self.width * low):
            return None
        root, ahead = self._root(), PLACE * float(self.width)
        if root is not None and low and self.tests < PATIENCE:
            for place, wants_safe in ((root + ahead, True), (root - ahead, False)):
                value = self._at(place, wants_safe)
                if low < value < high and self.finest.get(value, Fraction(1)):
                    return value
        return self._middle(low, high)

    def _middle(self, low: Fraction, high: Fraction) -> Fraction | None:
        """The geometric mean, or one near it that was not left undecided."""
        if self.parameter.whole:
            middle = Fraction(int(low + high) // 2)
            return middle if low < middle < high else None
        if not low:  # down to the least value that is tried
            least = self._range()[0]
            return max(least, min(high / 2, high * high)) if high > least else None
        if self.parameter.is_exponent:
            third = (high - low) / 3
            return simplest(low + third, high - third)
        mean = exp((log2_of(low) + log2_of(high)) / 2 * LOG2) if high < 2**900 else float(low)
        digits = 3 + ceil(log10(float(high / (high - low))) if high > low else 0)
        value = Fraction(round_fraction(Fraction(mean), digits, Direction.NEAREST))
        return value if low < value < high else (low + high) / 2

    def _at(self, place: float, wants_safe: bool) -> Fraction:
        """The value at a place, rounded towards the wanted side, within the range."""
        least, most = self._range()
        x = Fraction(exp(max(LEAST_LOG, min(MOST_LOG, self._sign * place))))
        up = wants_safe == self.parameter.larger_is_safer
        if self.parameter.whole:
            value = Fraction(ceil(x) if up else floor(x))
        elif self.parameter.is_exponent:
            near = self.width / 10
            value = simplest(x, x * (1 + near)) if up else simplest(x * (1 - near), x)
        else:
            digits = 2 + ceil(-log10(self.width))
            value = Fraction(round_fraction(x, digits, Direction.UP if up else Direction.DOWN))
        return min(max(value, least), most)

    def _range(self) -> tuple[Fraction, Fraction]:
        """The least and the largest value that are tried."""
        least, most = Fraction(1, 2**60), Fraction(2**100)
        if self.parameter.whole:
            least = Fraction(1)
        return max(
            least, self.parameter.least or least
        ), most if self.parameter.most is None else self.parameter.most

    def _start(self) -> Fraction:
        """A first value by the picture of the losses, in floats."""
        place, found = self._place(self._at(0.0, True)), list[tuple[float, float]]()
        for _ in range(GUESSES):
            seen = self._guess(place)
            if seen is None:
                break
            excess, per_excess = seen
            found.append((place, excess))
            slope = 1.0
            if len(found) > 1 and abs(found[-1][0] - found[-2][0]) > 1e-9:
                slope = -(found[-1][1] - found[-2][1]) / (found[-1][0] - found[-2][0])
            slope = slope if 0.05 < slope < 50 else 1.0
            self.slope = max(1e-2, slope * per_excess)
            place += max(-FARTHEST, min(FARTHEST, excess / slope))
            if abs(excess) < NEAR:
                break
        return self._at(place, True)

    def _guess(self, place: float) -> tuple[float, float] | None:
        try:
            return self.goal.guess(self.rounds_at(self._at(place, True)))
        except (AssayError, ArithmeticError, ValueError):
            return None


def simplest(low: Fraction, high: Fraction) -> Fraction:
    """The fraction of the smallest denominator between two positive ones, ends included."""
    whole = ceil(low)
    if whole <= high:
        return Fraction(whole)
    below = floor(low)
    return below + 1 / simplest(1 / (high - below), 1 / (low - below))
