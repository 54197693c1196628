"""The smallest noise, or the largest rate, count, sensitivity or guarantee, that meets a goal, as certified ends.

    calibrate("gaussian sigma=? q=256/60000 k=14062", epsilon=3, delta="1e-5")

The value of the mark is enclosed by one that is proved to meet the goal and one that is proved to miss it; that all
values beyond them do the same is the theorem of `monotone`.  Places to look are chosen in floats: they affect how many
values are tried, and how close the ends come, not what is claimed of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, exp, floor, isfinite, log, log10

from ..arguments import positive_integer
from ..errors import AssayError, BudgetExceeded, InvalidType, InvalidValue
from ..exact import EpsilonLike, ExactLike, eps, number
from ..exact.bracket import Bracket, log2_of
from ..exact.real import brief
from ..exact.rounding import Direction, round_fraction
from .accountant import Accountant
from .goals import LOG2, MET, MISSED, AtMost, Concentrated, GaussianPrivacy, Goal, Seen
from .mechanism_text import marked, with_value
from .monotone import Parameter
from .question import DEFAULT_BYTES
from .rounds import Rounds, wanted_width
from .truncation import ADD_REMOVE

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


@dataclass(frozen=True)
class Calibration:
    """A parameter between a value that meets the goal and one that misses it; None where there is none.

    `safe` is the end to use; every value on its far side from `refuted` is safe too, by `parameter.theorem`.
    at_safe, at_refuted: the value that the goal is about, there.  tests: how many values were tried.
    """

    parameter: Parameter
    goal: str
    safe: Fraction | None
    refuted: Fraction | None
    at_safe: Bracket | None
    at_refuted: Bracket | None
    tests: int

    @property
    def bracket(self) -> Bracket:
        """The ends in order, with the best value between them.  Raises InvalidValue where an end is missing."""
        if self.safe is None or self.refuted is None:
            raise InvalidValue(f"{self}; there is no value between two ends")
        return Bracket(min(self.safe, self.refuted), max(self.safe, self.refuted))

    @property
    def value(self) -> Fraction:
        """The safe end.  Raises InvalidValue where no value meets the goal."""
        if self.safe is None:
            raise InvalidValue(str(self))
        return self.safe

    def __str__(self) -> str:
        """Both ends."""
        name = self.parameter.name
        if self.safe is None:
            return f"no value of {name} has {self.goal}"
        if self.refuted is None:
            return f"every value of {name} up to {decimal(self.safe)} has {self.goal}"
        return f"{name} = {decimal(self.safe)} has {self.goal}, {name} = {decimal(self.refuted)} has not"


def calibrate(
    *mechanisms: str,
    epsilon: EpsilonLike | None = None,
    delta: ExactLike | None = None,
    rho: ExactLike | None = None,
    mu: ExactLike | None = None,
    advantage: ExactLike | None = None,
    adjacency: str = ADD_REMOVE,
    width: ExactLike | None = None,
    max_bytes: int = DEFAULT_BYTES,
    engine: str = "auto",
) -> Calibration:
    """The value of the one parameter that is given as "?", for a goal of all mechanisms together.

    epsilon, delta: delta(epsilon) <= delta, delta = 0 if it is left out.  advantage: of a membership test with
    even prior, that is delta(0).  rho: zero-concentrated; mu: Gaussian differential privacy.
    width: of the bracket, relative; 1/1000 if it is left out, and neighbours where the parameter is a whole number.
    Raises InvalidValue for anything but one goal and one mark, for a parameter in which privacy is not proved to be
    monotone, and where 2^-60 or 2^100 is not far enough; BudgetExceeded, with the ends found so far as `.known`, where
    no width of the values tried decides between two values.
    """
    goal = _goal(epsilon, delta, rho, mu, advantage)
    positive_integer(max_bytes, "max_bytes")
    texts = [_text(each) for each in mechanisms]
    found = [(i, marked(text)) for i, text in enumerate(texts) if "?" in text]
    if len(found) != 1:
        raise InvalidValue(
            f"{len(found)} of the mechanisms {brief(repr(texts))} have a '?'; mark the one parameter to calibrate, "
            "such as 'gaussian sigma=? k=10'"
        )
    index, parameter = found[0]

    def rounds_at(value: Fraction) -> Rounds:
        accountant = Accountant(adjacency, "1/1000", max_bytes, engine)
        for i, text in enumerate(texts):
            accountant.compose(with_value(text, value) if i == index else text)
        return accountant.rounds

    default = Fraction(0) if parameter.whole else Fraction(1, 1000)
    return Search(rounds_at, goal, parameter, default if width is None else wanted_width(width)).run()


def _text(mechanism: object) -> str:
    if not isinstance(mechanism, str):
        raise InvalidType(
            f"mechanism = {brief(repr(mechanism))} is a {type(mechanism).__name__}; give text such as "
            "'gaussian sigma=? k=10'"
        )
    return mechanism


def _goal(
    epsilon: EpsilonLike | None,
    delta: ExactLike | None,
    rho: ExactLike | None,
    mu: ExactLike | None,
    advantage: ExactLike | None,
) -> Goal:
    """The one goal that is given."""
    given = [name for name, x in (("epsilon", epsilon), ("rho", rho), ("mu", mu), ("advantage", advantage)) if x is not None]
    if len(given) != 1 or (delta is not None and epsilon is None):
        raise InvalidValue(
            f"{', '.join(given) or 'nothing'} is given{' with a delta' if delta is not None else ''}; give one goal: "
            "epsilon and delta, epsilon alone, advantage, rho or mu"
        )
    if epsilon is not None:
        level, allowed = eps(epsilon), _rational(0 if delta is None else delta, "delta")
        if level.is_infinite or level.is_symbolic or level < eps(0) or allowed > 1:
            raise InvalidValue(f"epsilon = {level}, delta = {allowed}: give a finite epsilon >= 0 and 0 <= delta <= 1")
        return AtMost(level, allowed)
    if advantage is not None:
        allowed = _rational(advantage, "advantage")
        if allowed > 1:
            raise InvalidValue(f"advantage = {allowed} is above 1; give one in [0, 1]")
        return AtMost(eps(0), allowed)
    return Concentrated(_rational(rho, "rho")) if rho is not None else GaussianPrivacy(_rational(mu or 0, "mu"))


def _rational(value: ExactLike, name: str) -> Fraction:
    exact = number(value, name)
    if not exact.is_rational or exact < 0:
        raise InvalidValue(f"{name} = {brief(exact)} is not a rational >= 0; give an exact number such as '1e-6'")
    return exact.as_fraction()


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
            if self.tests >= MOST_TESTS:
                raise BudgetExceeded(f"{MOST_TESTS} values do not decide: {self._result()}", {"ends": self._result()})
            self._test(value)
            value = self._next()
        return self._result()

    def _result(self) -> Calibration:
        safe, refuted = self.safe or (None, None), self.refuted or (None, None)
        return Calibration(self.parameter, self.goal.text, safe[0], refuted[0], safe[1], refuted[1], self.tests)

    def _test(self, value: Fraction) -> None:
        """Look at one value, and keep what it says."""
        root, width = self._root(), FIRST_WIDTH
        if root is not None:
            width = min(width, Fraction(max(self.slope * abs(self._place(value) - root) / 4, 1e-18)))
        width = min(width, self.finest.get(value, FIRST_WIDTH) / 64) if value in self.finest else width
        if width < LEAST_WIDTH:
            raise BudgetExceeded(
                f"{self.parameter.name} = {decimal(value)} is not decided by the widths tried: {self._result()}",
                {"ends": self._result()},
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
        near = sorted(((self._place(x), f) for x, f in self.points.items() if x), key=lambda point: abs(point[1]))
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
        if known is None:  # neither end: one value was tested and not decided
            return self._at(root if root is not None else 0.0, wants_safe)
        at = self._place(known[0]) if known[0] else 0.0
        target = at + (STRIDE if wants_safe else -STRIDE)
        if root is not None and (root - at) * (1 if wants_safe else -1) > -ahead:
            target = root + (ahead if wants_safe else -ahead)
        value = self._at(target, wants_safe)
        if value == known[0] or (value in self.finest and value in self._range()):
            value = self._at(at + (STRIDE if wants_safe else -STRIDE), wants_safe)
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
        if not low:
            return high / 2
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
        else:
            digits = 2 + ceil(-log10(self.width))
            value = Fraction(round_fraction(x, digits, Direction.UP if up else Direction.DOWN))
        return min(max(value, least), most)

    def _range(self) -> tuple[Fraction, Fraction]:
        """The least and the largest value that are tried."""
        least, most = Fraction(1, 2**60), Fraction(2**100)
        if self.parameter.whole:
            least = Fraction(1)
        return max(least, self.parameter.least or least), most if self.parameter.most is None else self.parameter.most

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


def decimal(value: Fraction) -> str:
    """A value as it is read: a decimal where it is one, else a ratio."""
    rounded = round_fraction(value, 40, Direction.DOWN)
    return format(rounded, "f") if Fraction(rounded) == value else str(value)
