"""Everything that keeps some curves of Renyi divergences, with their sum over many rounds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import exp, fsum, inf, log

from ..arguments import nonnegative_rational
from ..composition.finite_pair import NOTHING
from ..composition.pair import DominatingPair
from ..errors import InvalidValue
from ..exact import ExactLike, number
from ..exact._flint import arb, precision
from .planning.golden_section import least
from .planning.loss_sketch import short
from .renyi_curves import Concentrated, Curve, Listed, read_points, within

LEAST_TILT, MOST_TILT = -40.0, 40.0
"""Logarithms of the tilts that are tried."""
STEPS, WIDTH = 50, 1e-4
"""A tilt is rounded to twelve bits all the same."""

Moments = Callable[[Fraction], "arb | None"]
"""The sum of all c D_(1+c) at a tilt; None where it is not known."""


@dataclass(frozen=True)
class MomentBound(DominatingPair):
    """Everything that keeps some curves of Renyi divergences, each so many times: a class, not one pair.

    `Rounds` composes it with pairs; by itself it has no tails.
    """

    curves: tuple[tuple[Curve, int], ...]
    is_symmetric = True
    """A curve bounds both orders."""

    @staticmethod
    def of(curve: Curve) -> MomentBound:
        """One use."""
        return MomentBound(((curve, 1),))

    @staticmethod
    def concentrated(rho: ExactLike) -> DominatingPair:
        """Everything that is rho-zCDP; without loss for rho = 0.

        Raises InvalidValue for a negative rho, or one above 10^9.
        """
        level = within(nonnegative_rational(rho, "rho"), "rho")
        return MomentBound.of(Concentrated(level)) if level else NOTHING

    @staticmethod
    def renyi(points: Sequence[tuple[ExactLike, ExactLike]]) -> DominatingPair:
        """Everything with D_a <= r for the pairs (a, r); no loss where an r is 0: only P = Q has D_a = 0.

        Raises InvalidType and InvalidValue for what is no list of orders a > 1 and values r >= 0.
        """
        found = read_points(points)
        return MomentBound.of(Listed(found)) if all(value for _, value in found) else NOTHING

    @staticmethod
    def together(given: Iterable[tuple[MomentBound, int]]) -> MomentBound | None:
        """All of them with their counts; None where nothing is left."""
        counts: dict[Curve, int] = {}
        for bound, times in given:
            for curve, count in bound.curves:
                if count * times:
                    counts[curve] = counts.get(curve, 0) + count * times
        return MomentBound(tuple(counts.items())) if counts else None

    @property
    def name(self) -> str:
        """The promises."""
        return ", ".join(curve.name if k == 1 else f"{k} x {curve.name}" for curve, k in self.curves)

    @property
    def is_unbounded(self) -> bool:
        """Whether some losses may be arbitrarily large."""
        return any(curve.is_unbounded for curve, _ in self.curves)

    @property
    def rho(self) -> Fraction | None:
        """The sum of the rho; None where one is not known."""
        known = [None if curve.concentrated is None else curve.concentrated * k for curve, k in self.curves]
        return None if None in known else sum((rho for rho in known if rho is not None), Fraction(0))

    @property
    def largest(self) -> Fraction | None:
        """The largest tilt at which all are known; None where there is none."""
        known = [curve.largest for curve, _ in self.curves if curve.largest is not None]
        return min(known) if known else None

    def sampled(self, rate: ExactLike) -> DominatingPair:
        """Itself at rate 1.  Raises InvalidValue for another one."""
        if number(rate, "rate") != 1:
            raise InvalidValue(
                f"q = {number(rate)} with {self.name}: bounds of Renyi divergences are no pair that can be "
                "sampled; leave q out, or give the mechanism"
            )
        return self

    def log_moment(self, c: Fraction) -> arb | None:
        """The sum of c D_(1+c); None beyond the largest tilt."""
        if self.largest is not None and c > self.largest:
            return None
        return sum((curve.log_moment(c) * k for curve, k in self.curves), arb(0))

    def near(self, c: float) -> float:
        """The same in floats, to look for a good tilt."""
        return fsum(curve.near(c) * k for curve, k in self.curves)

    def members(self) -> list[list[tuple[DominatingPair, int]]]:
        """Pairs with counts that keep all curves: one list for each kind, of which curves have some."""
        found = [(curve.members(), k) for curve, k in self.curves]
        kinds = max(len(pairs) for pairs, _ in found)
        return [[(pairs[min(i, len(pairs) - 1)], k) for pairs, k in found] for i in range(kinds)]

    def dominating(self) -> list[tuple[DominatingPair, int]] | None:
        """Pairs with counts that dominate all that keep the curves; None where one is not known."""
        found = [(curve.dominating, k) for curve, k in self.curves]
        known = [(pair, k) for pair, k in found if pair is not None]
        return known if len(known) == len(found) else None

    def minimiser(self, moments: Moments, of: Callable[[float, float], float]) -> Fraction | None:
        """The tilt c with the least of(c, lnM(c)), a quasi-convex function of ln c in floats; None for none.

        Tried are the result of a golden-section search, and the vertices next to it.
        """

        def value(c: Fraction) -> float:
            with precision(64):
                found = moments(c)
            middle = inf if found is None else float(found.mid())
            return of(float(c), middle) if middle < inf else inf

        def nearly(x: float) -> float:
            return of(exp(x), self.near(exp(x))) if moments == self.log_moment else value(short(exp(x)))

        top = MOST_TILT if self.largest is None else min(MOST_TILT, log(self.largest))
        near = least(nearly, LEAST_TILT, top, STEPS, WIDTH)
        tried = [short(exp(near)), *([] if self.largest is None else [self.largest])]
        corners = sorted({c for curve, _ in self.curves for c in curve.vertices})
        above = next((i for i, c in enumerate(corners) if c >= tried[0]), len(corners))
        tried += corners[max(0, above - 1) : above + 1]
        found, best = min((value(c), c) for c in tried)
        return best if found < inf else None
