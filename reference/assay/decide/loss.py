"""The exact loss of a mechanism as a function of epsilon, by pieces: where which event is the worst one.

    L(epsilon) = max over all ratios of ln(A/B)

Two ratios change places only at roots of A B' - A' B.  On each interval between neighbouring roots one ratio
is the largest throughout; equal neighbours are joined.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

from ..errors import InvalidType, InvalidValue, UndecidedError
from ..exact import EPS, INFINITY, Certified, Log, Number, exp, ln, number
from .decision import ALL, as_symbolic, ratios
from .inequalities.ratios import Ratio, Ratios
from .inequalities.tails import nonpositive_from, nonpositive_on
from .probabilities.values import Poly, Value, terms
from .signs.endpoints import endpoint, endpoint_text, side
from .signs.epsilon_sets import Interval
from .signs.sign_table import Root, SignTable, on_common_intervals, sign_table
from .symmetry import Symmetry


@dataclass(frozen=True)
class Piece:
    """On the interval the loss is ln(A/B), attained by that pair and outcome."""

    interval: Interval
    ratio: Ratio

    @property
    def text(self) -> str:
        """The loss in t = epsilon/k and y = e^(-t)."""
        return f"ln(({self.ratio.above})/({self.ratio.below}))"

    def log(self, k: int) -> Log:
        """The loss as a function of EPS; InvalidValue where powers of epsilon itself occur."""
        return ln(_number(self.ratio.above, k) / _number(self.ratio.below, k))


def _number(poly: Poly, k: int) -> Number:
    """A polynomial in y = e^(-EPS/k) as a Number."""
    if int(poly.degrees()[0]) > 0:
        raise InvalidValue(f"{poly} holds powers of epsilon, which no Number does; use .at(epsilon) or .text")
    return sum((exp(EPS * Fraction(-j, k)) * c for _, j, c in terms(poly)), number(0))


@dataclass(frozen=True)
class Loss:
    """The loss for all epsilon > 0, in pieces from the left, in t = epsilon/k and y = e^(-t)."""

    pieces: tuple[Piece, ...]
    k: int

    def at(self, epsilon: int | Fraction) -> Log:
        """The exact loss at a rational epsilon > 0.  Raises InvalidValue for epsilon <= 0."""
        t = Fraction(_positive(epsilon)) / self.k
        piece = next(p for p in self.pieces if p.interval.high is None or side(p.interval.high, t) >= 0)
        return ln(Value(piece.ratio.above).at(t) / Value(piece.ratio.below).at(t))

    def breakpoints(self) -> list[Log | Certified]:
        """The epsilons where the worst ratio changes."""
        return [endpoint(p.interval.high, self.k) for p in self.pieces if p.interval.high is not None]

    def __str__(self) -> str:
        lines = []
        for p in self.pieces:
            until = (
                "" if p.interval.high is None else f" until eps = {endpoint_text(p.interval.high, self.k)}"
            )
            lines.append(f"{p.text}{until}")
        return f"{', then '.join(lines)}; y = exp(-eps/{self.k}), t = eps/{self.k}"


def exact_loss(mechanism: object, *, symmetry: Symmetry = ALL) -> Loss:
    """L(epsilon) = max over adjacent x, x' and events S of ln(P(M(x) in S)/P(M(x') in S)), as a function.

    Raises InvalidValue where the loss is infinite, or where outcomes hold noisy values that were compared.
    """
    symbolic = as_symbolic(mechanism)
    found = ratios(symbolic, symmetry)
    if found.open or found.tails or found.strips:
        raise InvalidValue(
            f"{symbolic.name} has outcomes with noisy values that were compared; bin them by comparisons"
        )
    candidates = list(found.found.values())
    for ratio in candidates:
        if ratio.infinite:
            raise InvalidValue(
                f"the loss is infinite for every eps: outcome {ratio.case.outcome!r} on the pair {ratio.pair}"
            )
    if not candidates:
        raise InvalidValue(f"{symbolic.name} has the same distribution on all adjacent inputs; its loss is 0")
    return Loss(tuple(_pieces(_undominated(candidates))), symbolic.k)


def _difference(a: Ratio, b: Ratio) -> SignTable:
    """Where A/B of the first exceeds that of the second."""
    return sign_table(a.above * b.below - b.above * a.below)


def _undominated(candidates: list[Ratio]) -> list[Ratio]:
    """The ratios that no other one exceeds or equals everywhere."""
    kept: list[Ratio] = []
    for ratio in candidates:
        if any(1 not in _difference(ratio, other).signs for other in kept):
            continue
        kept = [other for other in kept if 1 in _difference(other, ratio).signs]
        kept.append(ratio)
    return kept


def _pieces(candidates: list[Ratio]) -> list[Piece]:
    """The largest ratio on every interval between the roots of all differences, joined."""
    compared = list(permutations(candidates, 2))
    roots, signs = on_common_intervals([_difference(a, b) for a, b in compared])
    ends: list[Root | None] = [None, *roots, None]
    pieces: list[Piece] = []
    for n, each in enumerate(signs):
        smaller = [a for (a, _), sign in zip(compared, each, strict=True) if sign < 0]
        best = next(ratio for ratio in candidates if not any(ratio is other for other in smaller))
        if pieces and pieces[-1].ratio is best:
            pieces[-1] = Piece(Interval(pieces[-1].interval.low, ends[n + 1]), best)
        else:
            pieces.append(Piece(Interval(ends[n], ends[n + 1]), best))
    return pieces


def loss_at(mechanism: object, epsilon: int | Fraction, *, symmetry: Symmetry = ALL) -> Log:
    """L(epsilon) at one rational epsilon > 0: the supremum over pairs and events, perhaps INFINITY.

    Raises InvalidValue for epsilon <= 0, UndecidedError where outcomes with noisy values stay open.
    """
    symbolic = as_symbolic(mechanism)
    t = Fraction(_positive(epsilon)) / symbolic.k
    found = ratios(symbolic, symmetry)
    if found.open:
        raise UndecidedError(f"the loss of {symbolic.name} is not decided: {next(iter(found.open))}")
    best = _largest(found, t)
    if best is None or best.infinite:
        return INFINITY if best else Log(0)
    _confirm_tails(found, best, t)
    return ln(_ratio_at(best, t))


def loss_at_least(mechanism: object, epsilon: int | Fraction, *, symmetry: Symmetry = ALL) -> Log:
    """A lower bound of `loss_at` that is attained by an event, or approached by large noisy values."""
    symbolic = as_symbolic(mechanism)
    t = Fraction(_positive(epsilon)) / symbolic.k
    best = _largest(ratios(symbolic, symmetry), t)
    if best is None or best.infinite:
        return INFINITY if best else Log(0)
    return ln(_ratio_at(best, t))


def _largest(found: Ratios, t: Fraction) -> Ratio | None:
    """The largest ratio at that t, or one that is infinite; None if there is none."""
    candidates = found.with_tails()
    infinite = next((ratio for ratio in candidates if ratio.infinite), None)
    return infinite or max(candidates, key=lambda ratio: _ratio_at(ratio, t), default=None)


def _positive(epsilon: object) -> int | Fraction:
    if not isinstance(epsilon, (int, Fraction)) or isinstance(epsilon, bool):
        raise InvalidType(f"epsilon = {epsilon!r} is a {type(epsilon).__name__}; give an int or a Fraction")
    if epsilon <= 0:
        raise InvalidValue(f"epsilon = {epsilon} is not positive; the loss is a function of epsilon > 0")
    return epsilon


def _ratio_at(ratio: Ratio, t: Fraction) -> Number:
    return Value(ratio.above).at(t) / Value(ratio.below).at(t)


def _confirm_tails(found: Ratios, best: Ratio, t: Fraction) -> None:
    """No value of a tail or of a strip exceeds the largest ratio found.  Raises UndecidedError if it may."""
    if not found.tails and not found.strips:
        return
    if int(best.below.degrees()[0]) > 0:
        raise UndecidedError(f"the largest ratio {best.above}/({best.below}) is not compared with the tails")
    factor, bound = Value(best.above) / Value(best.below), _ratio_at(best, t)
    for _, tail in found.tails.values():
        shown = nonpositive_from(tail, factor)
        values = range(0 if shown is None else shown[0])
        if shown is None or any(p.at(t) > bound * q.at(t) for p, q in map(tail.at, values)):
            raise UndecidedError(f"outcome {tail.outcome!r} may exceed the loss for large noisy values")
    for _, strip in found.strips.values():
        if nonpositive_on(strip, factor) is None:
            raise UndecidedError(f"outcome {strip.outcome!r} may exceed the loss between two integers")
