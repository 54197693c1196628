"""The trade-off function: how well a hypothesis test can tell two output distributions apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TypeVar

from ..arguments import probability
from ..exact import ExactLike, Number
from ..rich_display import Shown
from ..symbolic.expression import Sym
from .dist import Dist
from .measure import Envelope, Measure
from .neyman_pearson import Point, most_powerful_tests, upper_boundary
from .profile import Profile
from .weights import ONE, ZERO

T = TypeVar("T")


class TradeOff(Shown):
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
        from ..symbolic.numbers import alpha, piecewise

        pieces = []
        for (x0, y0), (x1, y1) in pairwise(self.vertices):
            slope = ((y1 - y0) / (x1 - x0)).to_sympy()
            pieces.append((y0.to_sympy() + slope * (alpha() - x0.to_sympy()), x1.to_sympy()))
        return piecewise(alpha(), pieces[:-1], pieces[-1][0])

    def latex(self) -> str:
        """f(alpha) in LaTeX, as sympy writes it.  Raises AssayError where sympy is not installed."""
        from ..symbolic.numbers import latex

        return latex(self.to_sympy())

    def inverse(self) -> TradeOff:
        """f^-1(alpha) = inf { t in [0, 1] : f(t) <= alpha }.  T(P, Q)^-1 = T(Q, P)."""
        return TradeOff((beta, alpha) for alpha, beta in self.vertices)

    def symmetrised(self) -> TradeOff:
        """max(f, f^-1), which a mechanism with a symmetric adjacency satisfies as soon as it satisfies f.

        Source: Dong, Roth and Su 2022, section 2, on symmetric trade-off functions.
        """
        return maximum(self, self.inverse())

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

    def __eq__(self, other: object) -> bool:
        return self.vertices == other.vertices if isinstance(other, TradeOff) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.vertices)

    def __repr__(self) -> str:
        return "TradeOff([" + ", ".join(f"({alpha}, {beta})" for alpha, beta in self.vertices) + "])"


def tradeoff(p: Dist[T], q: Dist[T]) -> TradeOff:
    """T(P, Q)(alpha) = inf { 1 - E_Q[phi] : E_P[phi] <= alpha } over all tests phi, with exact vertices.

    Its vertices are the most powerful tests of P against Q.  T(P, Q) is dual to the profile of (Q, P).
    """
    return TradeOff((x, 1 - y) for x, y in most_powerful_tests(q, p))


def lower_envelope(functions: Iterable[TradeOff]) -> TradeOff:
    """The largest trade-off function below all the given ones: the convex hull of their minimum."""
    return TradeOff(point for f in functions for point in f.vertices)


def maximum(f: TradeOff, g: TradeOff) -> TradeOff:
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


TRADEOFF = Measure(
    name="tradeoff",
    text="trade-off function",
    formula="The vertices (alpha, beta) of the trade-off function T(P, Q), P the null hypothesis, by "
    "increasing alpha, from (0, f(0)) to (1, 0); no vertex lies on the segment between its neighbours.",
    kind="trade-off",
    of_pair=tradeoff,
    worst=Envelope(lower_envelope),
    source="Dong, Roth and Su, JRSS B 2022",
)
"""The largest trade-off function below those of all pairs."""
