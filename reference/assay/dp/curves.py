"""Privacy profiles and trade-off functions: curves of the same tests, each the convex dual of the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from ..arguments import probability
from ..errors import InvalidValue, MixedFields
from ..exact import INFINITY, Certified, EpsilonLike, ExactLike, Log, Number, eps, ln, maximum, number
from ..rich_display import Shown
from ..symbolic.detect import InSympy
from ..symbolic.expression import Sym
from ..wiring import PLOT, load
from .dist import Dist
from .hockey_stick import excess
from .neyman_pearson import Point, as_test, upper_boundary
from .weights import ONE, ZERO

if TYPE_CHECKING:
    from matplotlib.figure import Figure
else:
    Figure = object  # loaded when something is drawn


class Curve(Shown, InSympy):
    """A curve through finitely many vertices, which are all that tells it from others of its kind."""

    vertices: tuple[Point, ...]

    def __eq__(self, other: object) -> bool:
        return self.vertices == other.vertices if isinstance(other, type(self)) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.vertices)


class Profile(Curve):
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
        from ..symbolic.convert import epsilon, exponential, piecewise

        t = exponential(epsilon())
        lines = [y.to_sympy() - t * x.to_sympy() for x, y in self.vertices]
        corners = []
        for ((x0, y0), (x1, y1)), line in reversed(
            list(zip(pairwise(self.vertices), lines[1:], strict=True))
        ):
            if (slope := (y1 - y0) / (x1 - x0)) > 1:
                corners.append((line, ln(slope).to_sympy()))
        return piecewise(epsilon(), corners, lines[0])

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
        return TradeOff((x, 1 - y) for x, y in self.vertices)

    def __repr__(self) -> str:
        corners = ", ".join(f"({epsilon}, {delta})" for epsilon, delta in self.breakpoints)
        return f"Profile([{corners}])"


class TradeOff(Curve):
    """A trade-off function f on [0, 1]: convex, non-increasing, f(alpha) <= 1 - alpha, piecewise linear here.

    f(alpha) is the smallest type II error beta of a test of type I error at most alpha; `vertices` holds its
    points (alpha, beta) by increasing alpha, from (0, f(0)) to (1, 0).  f = T(P, Q) has P as null hypothesis.
    Source: Dong, Roth and Su, "Gaussian Differential Privacy", JRSS B 2022, section 2.
    """

    def __init__(self, errors: Iterable[tuple[ExactLike, ExactLike]]) -> None:
        """The largest trade-off function below the points (alpha, beta) and the line beta = 1 - alpha.

        Raises InvalidValue for a point outside the unit square.
        """
        points = [(probability(alpha, "alpha"), 1 - probability(beta, "beta")) for alpha, beta in errors]
        tests = upper_boundary([(ZERO, ZERO), *points, (ONE, ONE)])
        end = [] if tests[-1][0] == 1 else [(ONE, ZERO)]
        self.vertices: tuple[Point, ...] = (*((x, 1 - y) for x, y in tests), *end)

    def __call__(self, alpha: ExactLike) -> Number:
        """f(alpha).  Raises InvalidValue unless 0 <= alpha <= 1."""
        return _interpolate(self.vertices, probability(alpha, "alpha"))

    def __iter__(self) -> Iterator[Point]:
        """The vertices (alpha, beta)."""
        return iter(self.vertices)

    def __len__(self) -> int:
        return len(self.vertices)

    def to_sympy(self) -> Sym:
        """f(alpha) as a piecewise sympy expression in the symbol alpha, for 0 <= alpha <= 1.

        Raises AssayError where sympy is not installed.
        """
        from ..symbolic.convert import alpha, piecewise

        pieces = []
        for (x0, y0), (x1, y1) in pairwise(self.vertices):
            slope = ((y1 - y0) / (x1 - x0)).to_sympy()
            pieces.append((y0.to_sympy() + slope * (alpha() - x0.to_sympy()), x1.to_sympy()))
        return piecewise(alpha(), pieces[:-1], pieces[-1][0])

    def inverse(self) -> TradeOff:
        """f^-1(alpha) = inf { t in [0, 1] : f(t) <= alpha }.  T(P, Q)^-1 = T(Q, P)."""
        return TradeOff((beta, alpha) for alpha, beta in self.vertices)

    def symmetrised(self) -> TradeOff:
        """max(f, f^-1), which a mechanism with a symmetric adjacency satisfies as soon as it satisfies f.

        Source: Dong, Roth and Su 2022, section 2, on symmetric trade-off functions.
        """
        return maximum_of(self, self.inverse())

    def profile(self) -> Profile:
        """The profile dual to f = T(P, Q): delta(epsilon) = max over alpha of 1 - f(alpha) - e^epsilon alpha.

        It is the profile of the pair (Q, P).  Source: Dong, Roth and Su 2022, section 2.
        """
        return Profile((alpha, 1 - beta) for alpha, beta in self.vertices)

    def pair(self) -> tuple[Dist[int], Dist[int]]:
        """Distributions P, Q on {0, 1, ...} with T(P, Q) = f: each segment of f is an outcome."""
        masses = [(ZERO, 1 - self.vertices[0][1])]
        masses += [(x1 - x0, y0 - y1) for (x0, y0), (x1, y1) in pairwise(self.vertices)]
        return Dist({i: p for i, (p, _) in enumerate(masses)}), Dist(
            {i: q for i, (_, q) in enumerate(masses)}
        )

    def __le__(self, other: TradeOff) -> bool:
        """Whether f <= g everywhere: f-DP is then the weaker promise of the two."""
        return all(self(alpha) <= beta for alpha, beta in other.vertices)

    def __ge__(self, other: TradeOff) -> bool:
        return other <= self

    def __repr__(self) -> str:
        return "TradeOff([" + ", ".join(f"({alpha}, {beta})" for alpha, beta in self.vertices) + "])"


def maximum_of(f: TradeOff, g: TradeOff) -> TradeOff:
    """The pointwise maximum of two trade-off functions, which is one again; crossing points included."""
    grid = sorted({alpha for alpha, _ in (*f.vertices, *g.vertices)})
    points = [(alpha, max(f(alpha), g(alpha))) for alpha in grid]
    for left, right in pairwise(grid):
        gap_left, gap_right = f(left) - g(left), f(right) - g(right)
        if gap_left * gap_right < 0:
            crossing = left + (right - left) * gap_left / (gap_left - gap_right)
            points.append((crossing, f(crossing)))
    return TradeOff(points)


def _interpolate(vertices: tuple[Point, ...], x: Number) -> Number:
    """The value at x of the piecewise linear function through the vertices."""
    for (x0, y0), (x1, y1) in pairwise(vertices):
        if x <= x1:
            return y0 + (y1 - y0) * (x - x0) / (x1 - x0)
    return vertices[-1][1]
