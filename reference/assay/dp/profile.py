"""The privacy profile: delta(epsilon) for every epsilon at once, exactly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar

from ..arguments import probability
from ..errors import InvalidValue, MixedFields
from ..exact import INFINITY, Certified, EpsilonLike, ExactLike, Log, Number, eps, ln, maximum, number
from ..rich_display import Shown
from ..symbolic.expression import Sym
from ..wiring import PLOT, load
from .dist import Dist
from .hockey_stick import excess, hockey_stick_event
from .measure import AT_DELTA, Envelope, Measure, largest
from .neyman_pearson import Point, as_test, most_powerful_tests, upper_boundary
from .privacy_loss import max_loss, max_loss_event
from .weights import ONE, ZERO

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from .tradeoff import TradeOff
else:
    Figure = object  # loaded when something is drawn

T = TypeVar("T")


class Profile(Shown):
    """A privacy profile delta(epsilon), convex and piecewise linear in t = e^epsilon.

    It is the maximum of finitely many lines, delta = P(S) - t Q(S), one for every most powerful test S:
    `vertices` holds the points (Q(S), P(S)).  Two profiles are equal iff they agree at every t >= 0.
    Source: Balle, Barthe and Gaboardi, "Privacy Amplification by Subsampling", NeurIPS 2018.
    """

    def __init__(self, tests: Iterable[tuple[ExactLike, ExactLike]]) -> None:
        """The profile of the tests (Q(S), P(S)); the tests (0, 0) (never) and (1, 1) (always) are added.

        Raises InvalidValue for a point outside the unit square.
        """
        points = [as_test(false_alarms, power) for false_alarms, power in tests]
        self.vertices: tuple[Point, ...] = upper_boundary([(ZERO, ZERO), *points, (ONE, ONE)])

    def __call__(self, epsilon: EpsilonLike) -> Number | Certified:
        """delta(epsilon), for 0 <= epsilon <= infinity.  Raises InvalidValue for a negative epsilon.

        It is certified where e^epsilon and the probabilities are in no common field.
        """
        bound = eps(epsilon)
        try:
            return self.exact(bound)
        except MixedFields:
            return maximum(excess(power, false_alarms, bound) for false_alarms, power in self.vertices)

    def exact(self, epsilon: EpsilonLike) -> Number:
        """delta(epsilon); MixedFields where no supported field holds it."""
        bound = eps(epsilon)
        return self.vertices[0][1] if bound.is_infinite else self.at(bound.exp())

    def at(self, t: ExactLike) -> Number:
        """max over tests S of P(S) - t Q(S), for any t = e^epsilon >= 0; below t = 1 epsilon is negative."""
        factor = number(t, "t")
        if factor < 0:
            raise InvalidValue(f"t = {factor} is negative; t is e^epsilon, so give a number >= 0")
        return max(power - factor * false_alarms for false_alarms, power in self.vertices)

    @cached_property
    def breakpoints(self) -> tuple[tuple[Log, Number], ...]:
        """The points (epsilon, delta(epsilon)) where the slope in e^epsilon changes, by increasing epsilon.

        The first is (0, delta(0)); between two of them delta is linear in e^epsilon, after the last constant.
        """
        corners = [(eps(0), self.at(ONE))]
        for (x0, y0), (x1, y1) in reversed(list(zip(self.vertices, self.vertices[1:], strict=False))):
            t = (y1 - y0) / (x1 - x0)
            if t > 1:
                corners.append((ln(t), y0 - t * x0))
        return tuple(corners)

    def __iter__(self) -> Iterator[tuple[Log, Number]]:
        """The breakpoints (epsilon, delta)."""
        return iter(self.breakpoints)

    def __len__(self) -> int:
        return len(self.breakpoints)

    def epsilon(self, delta: ExactLike = 0) -> Log:
        """The smallest epsilon >= 0 with delta(epsilon) <= delta; INFINITY if there is none.

        Raises InvalidValue unless 0 <= delta <= 1.
        """
        allowed = probability(delta, "delta")
        if self.vertices[0][1] > allowed:
            return INFINITY
        # P(S) - t Q(S) <= delta for every test S with Q(S) > 0
        return ln(max([ONE, *((y - allowed) / x for x, y in self.vertices if x)]))

    def to_sympy(self) -> Sym:
        """delta(eps) as a piecewise sympy expression in the positive symbol eps.

        Raises AssayError where sympy is not installed.
        """
        from ..symbolic.numbers import epsilon, exponential, piecewise

        t = exponential(epsilon())
        lines = [y.to_sympy() - t * x.to_sympy() for x, y in self.vertices]
        corners = []
        for ((x0, y0), (x1, y1)), line in reversed(
            list(zip(pairwise(self.vertices), lines[1:], strict=True))
        ):
            if (slope := (y1 - y0) / (x1 - x0)) > 1:
                corners.append((line, ln(slope).to_sympy()))
        return piecewise(epsilon(), corners, lines[0])

    def latex(self) -> str:
        """delta(eps) in LaTeX, as sympy writes it.  Raises AssayError where sympy is not installed."""
        from ..symbolic.numbers import latex

        return latex(self.to_sympy())

    def plot(
        self,
        *others: Profile,
        claim: tuple[EpsilonLike, ExactLike] | None = None,
        logarithmic: bool = False,
    ) -> Figure:
        """The profile and its trade-off function as a picture, see `Mechanism.plot`."""
        figure: Figure = load(PLOT)(self, *others, claim=claim, logarithmic=logarithmic)
        return figure

    def tradeoff(self) -> TradeOff:
        """The convex dual, trade-off function T(Q, P) of the same tests: alpha = Q(S), beta = 1 - P(S)."""
        from .tradeoff import TradeOff

        return TradeOff((x, 1 - y) for x, y in self.vertices)

    def __eq__(self, other: object) -> bool:
        return self.vertices == other.vertices if isinstance(other, Profile) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.vertices)

    def __repr__(self) -> str:
        corners = ", ".join(f"({epsilon}, {delta})" for epsilon, delta in self.breakpoints)
        return f"Profile([{corners}])"


def profile(p: Dist[T], q: Dist[T]) -> Profile:
    """The privacy profile of the ordered pair (P, Q): epsilon -> max over S of P(S) - e^epsilon Q(S)."""
    return Profile(most_powerful_tests(p, q))


def epsilon(p: Dist[T], q: Dist[T], delta: ExactLike = 0) -> Log:
    """The smallest epsilon >= 0 with P(S) <= e^epsilon Q(S) + delta for all events S, or INFINITY.

    Raises InvalidValue unless 0 <= delta <= 1.
    """
    allowed = probability(delta, "delta")
    return profile(p, q).epsilon(allowed) if allowed else max_loss(p, q)


def envelope(profiles: Iterable[Profile]) -> Profile:
    """The smallest profile above all the given ones: their maximum at every epsilon."""
    return Profile(point for each in profiles for point in each.vertices)


def _telling(p: Dist[T], q: Dist[T], value: Log, delta: Number) -> tuple[T, ...]:
    """A single outcome for delta = 0."""
    return hockey_stick_event(p, q, value) if delta else max_loss_event(p, q)


EPSILON = Measure(
    name="epsilon",
    text="smallest epsilon at delta = {delta}",
    formula="The smallest epsilon >= 0 with delta(epsilon) <= delta, for 0 <= delta <= 1; "
    "inf if there is none.",
    kind="epsilon",
    parameters=(AT_DELTA,),
    reported=True,
    of_pair=epsilon,
    worst=largest,
    event=_telling,
    source="Dwork and Roth 2014, definition 2.4",
)
"""The smallest epsilon for delta; the event is a single outcome for delta = 0."""

PROFILE = Measure(
    name="profile",
    text="privacy profile",
    formula="The points (epsilon, delta(epsilon)) where the slope of delta in e^epsilon changes, by "
    "increasing epsilon: the first is (0, delta(0)), and after the last delta is constant.",
    kind="profile",
    reported=True,
    of_pair=profile,
    worst=Envelope(envelope),
    source="Balle, Barthe and Gaboardi, NeurIPS 2018",
)
"""The upper envelope of the profiles of all pairs."""
