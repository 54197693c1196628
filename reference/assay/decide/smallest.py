"""The smallest c for which a mechanism is c epsilon-private for all epsilon > 0, exactly.

    c* = max over all ratios A/B of  sup over epsilon > 0 of  ln(A/B)/epsilon.

For each ratio the limits for epsilon -> infinity and epsilon -> 0 are rational (or infinite): with y =
e^(-t), A/B behaves like C t^i y^(a-b) for large t, and like C t^m (1 + s t) for small t.  Let c be the
largest of these limits. If c epsilon is enough for all ratios, c* = c.  If not, c* is the largest of the
interior maxima, which have no closed form; it is then given by a rational bracket that is proved at both
ends, and can be made as narrow as wanted.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from ..errors import UndecidedError
from ..exact import EPS
from ..outputs.text import SpelledFields, spelled
from .claims import Claim
from .decision import ALL, as_symbolic, ratios
from .inequalities.distinct import Inequality, PureInequalities
from .inequalities.ratios import Pair, Ratio, Ratios, reduced
from .mechanism import SymbolicMechanism
from .probabilities.values import Poly, terms
from .signs.epsilon_sets import simplest_between
from .signs.exponential_polynomials import ExponentialPolynomial, Term
from .signs.exponential_roots import Cell, scan
from .signs.sign_table import sign_table
from .symmetry import Symmetry

DIGITS = 6
"""The bracket is narrowed to 10^-DIGITS."""

MOST_CELLS = 20_000


@dataclass(frozen=True, repr=False)
class SmallestMultiple(SpelledFields):
    """c*: `low` <= c* <= `high`, equal where c* is known exactly; None in both: no c is enough.

    `pair` and `outcome` show where it comes from; `at` says for which epsilon: "0" or "inf" for a limit,
    else an epsilon close to the maximum.
    """

    low: Fraction | None
    high: Fraction | None
    pair: Pair
    outcome: object
    at: str

    @property
    def is_exact(self) -> bool:
        """Whether c* is a known rational."""
        return self.low is not None and self.low == self.high

    @property
    def is_infinite(self) -> bool:
        """Whether no multiple of epsilon is enough."""
        return self.low is None

    def __str__(self) -> str:
        if self.low is None or self.high is None:
            return "none"
        if self.is_exact:
            return str(self.low)
        return f"<= {_decimal(self.high)}"

    def to_json(self) -> dict[str, object]:
        """The number as JSON values."""
        return {
            "exact": str(self.low) if self.is_exact else None,
            "low": None if self.low is None else str(self.low),
            "high": None if self.high is None else str(self.high),
            "pair": [spelled(x) for x in self.pair],
            "outcome": spelled(self.outcome),
            "at": self.at,
        }


def _decimal(q: Fraction) -> str:
    """Rounded up."""
    scaled = ceil(q * 10**DIGITS)
    return f"{scaled // 10**DIGITS}.{scaled % 10**DIGITS:0{DIGITS}d}"


@dataclass(frozen=True)
class Limit:
    """The limit of ln(A/B)/epsilon for epsilon -> 0 or infinity; None is +infinity."""

    value: Fraction | None
    ratio: Ratio
    at: str


def smallest_multiple(mechanism: object, *, symmetry: Symmetry = ALL) -> SmallestMultiple:
    """The smallest c with  P(M(x) in S) <= e^(c epsilon) P(M(x') in S)  always, for all epsilon > 0.

    Raises UndecidedError where some outcomes lie outside what is decided, so that only a lower bound is
    known.
    """
    symbolic = as_symbolic(mechanism)
    found = ratios(symbolic, symmetry)
    if found.open:
        raise UndecidedError(f"the smallest c of {symbolic.name} is not decided: {next(iter(found.open))}")
    every = found.with_tails()
    best = _largest([limit for r in every for limit in (at_zero(r, symbolic.k), at_infinity(r, symbolic.k))])
    if best is None:
        (x, y), *_ = symbolic.pairs
        return SmallestMultiple(Fraction(0), Fraction(0), (x, y), None, "every")
    if best.value is None:
        return SmallestMultiple(None, None, best.ratio.pair, best.ratio.case.outcome, best.at)
    violated = _violated(symbolic, found, best.value)
    unbounded = next((r for r in violated if sign_table(r.below).roots), None)
    if unbounded is not None:  # p' is 0 there, and p is not
        at = f"about {sign_table(unbounded.below).roots[0].enclosure(64).mid() * symbolic.k}"
        return SmallestMultiple(None, None, unbounded.pair, unbounded.case.outcome, at)
    if not violated:
        return SmallestMultiple(best.value, best.value, best.ratio.pair, best.ratio.case.outcome, best.at)
    return interior_maximum(violated, best.value, symbolic.k)


def reduced_ratio(inequality: Inequality) -> Ratio:
    """The ratio that an inequality with one outcome compares."""
    p, q = inequality.sides()
    return Ratio(*reduced(p, q), inequality.pair, inequality.event[0])


def _largest(limits: list[Limit]) -> Limit | None:
    """The largest of the limits; an infinite one is larger than all others."""
    infinite = next((limit for limit in limits if limit.value is None), None)
    return infinite or max(limits, key=lambda limit: limit.value or Fraction(0), default=None)


def _violated(mechanism: SymbolicMechanism, found: Ratios, c: Fraction) -> list[Ratio]:
    """The ratios that exceed e^(c epsilon) for some epsilon, also those of tails.

    Raises UndecidedError where a tail or a strip is not shown to stay below.
    """
    k = mechanism.k
    if not found.tails and not found.strips and (c * k).denominator > 1:
        return [ratio for ratio in found.found.values() if exceeds(ratio, c, k)]
    pure = PureInequalities(Claim.read(EPS * c, k=k), mechanism)
    pure.collect(found)
    if pure.open:
        raise UndecidedError(f"the smallest c of {mechanism.name} is at least {c}: {next(iter(pure.open))}")
    return [reduced_ratio(i) for i in pure.found.values() if 1 in sign_table(i.poly).signs]


def interior_maximum(violators: list[Ratio], low: Fraction, k: int) -> SmallestMultiple:
    """A bracket of the largest ln(A/B)/epsilon over the ratios, by bisection with proofs at both ends."""
    step = Fraction(1, 8)
    while above := [r for r in violators if exceeds(r, low + step, k)]:
        violators, low, step = above, low + step, 2 * step
    high = low + step
    while high - low > Fraction(1, 10**DIGITS):
        middle = (low + high) / 2
        above = [r for r in violators if exceeds(r, middle, k)]
        if above:
            violators, low = above, middle
        else:
            high = middle
    where = next(cell for cell in _cells(violators[0], low, k) if cell.sign >= 0 and cell.high is not None)
    at = simplest_between(where.low * k, (where.high or where.low + 1) * k)
    return SmallestMultiple(low, high, violators[0].pair, violators[0].case.outcome, f"about {at}")


def exceeds(ratio: Ratio, c: Fraction, k: int) -> bool:
    """Whether A/B > e^(c epsilon) for some epsilon > 0."""
    return any(cell.sign >= 0 for cell in _cells(ratio, c, k))


def _cells(ratio: Ratio, c: Fraction, k: int) -> list[Cell]:
    """The cells of A y^(ck) - B, whose exponents are rationals.

    Raises UndecidedError where they do not separate within the budget (a maximum that c hits exactly).
    """
    found: dict[tuple[int, Fraction], int] = {}
    for poly, shift, sign in ((ratio.above, c * k, 1), (ratio.below, Fraction(0), -1)):
        for i, j, coefficient in terms(poly):
            found[(i, j + shift)] = found.get((i, j + shift), 0) + sign * coefficient
    least = min(j for (_, j), coefficient in found.items() if coefficient)
    whole: list[Term] = [(i, j - least, a) for (i, j), a in found.items() if a]
    cells = scan(ExponentialPolynomial(whole), MOST_CELLS)
    if cells is None:
        raise UndecidedError(
            f"whether {ratio.above} <= exp({c} eps) ({ratio.below}) did not separate in {MOST_CELLS} cells"
        )
    return cells


def at_infinity(ratio: Ratio, k: int) -> Limit:
    """The limit for epsilon -> infinity: (b - a)/k for the least powers y^a in A and y^b in B."""
    if ratio.infinite:
        return Limit(None, ratio, "every")
    a, b = (min(j for _, j, _ in terms(p)) for p in (ratio.above, ratio.below))
    return Limit(Fraction(b - a, k), ratio, "inf")


def at_zero(ratio: Ratio, k: int) -> Limit:
    """The limit for epsilon -> 0: a slope if A/B -> 1, infinite if A/B -> more, else below any other."""
    if ratio.infinite:
        return Limit(None, ratio, "every")
    (m, above), (n, below) = (_leading(p) for p in (ratio.above, ratio.below))
    if m < n or (m == n and above[0] > below[0]):
        return Limit(None, ratio, "0")
    if m > n or above[0] < below[0]:
        return Limit(Fraction(0), ratio, "0")
    return Limit((above[1] / above[0] - below[1] / below[0]) / k, ratio, "0")


def _leading(poly: Poly) -> tuple[int, tuple[Fraction, Fraction]]:
    """(m, (a, b)) with P = a t^m + b t^(m+1) + ... near t = 0 and a != 0."""
    f = ExponentialPolynomial.of(poly)
    return f.vanishing, (f.at_zero[f.vanishing], f.at_zero[f.vanishing + 1])
