"""What filters and odometers may spend: the guarantee of a mechanism of the accountant, or of its bracket.

A bracket of an epsilon or a delta counts by its upper end.  A mechanism becomes the strongest statement that
filters add up well: a Gaussian its zCDP, a finite pair its privacy loss distribution, pure noise its epsilon;
anything else (sampled, mixed, composed) the (epsilon, delta) of a delta that you choose.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Unpack

from ..adjacency.datasets import AddRemoveOne, ReplaceOne
from ..composition.arguments import check_count
from ..composition.finite_pair import NOTHING, FinitePair, check_finite
from ..composition.pair import DominatingPair
from ..composition.round import ADD, EITHER, REMOVE, Round
from ..composition.transformed_pairs import Reversed
from ..errors import InvalidType, InvalidValue
from ..exact import INFINITY, EpsilonLike, ExactLike, eps, number
from ..exact.bracket import Bracket
from ..notions.curves import PldGuarantee
from ..notions.divergences import ConcentratedGuarantee
from ..notions.translations import AnyGuarantee
from ..outputs.text import with_type
from ..theorems.guarantee import Guarantee
from ..theorems.scope import read_scope
from ..theorems.statement import About
from .densities import Gaussian, Laplace
from .discrete import DiscreteGaussian
from .dp_values import exact
from .mechanism_text import read_round
from .rounds import Rounds
from .truncation import ADD_REMOVE, REPLACE


def bracket_guarantee(
    epsilon: Bracket | EpsilonLike, delta: Bracket | ExactLike = 0, **about: Unpack[About]
) -> Guarantee:
    """(epsilon, delta)-DP from the upper ends of brackets: what is certainly true.

    An upper end of delta above 1 is 1.  Raises InvalidValue where delta has none, and as `Guarantee`.
    """
    level = (
        (INFINITY if epsilon.upper is None else eps(epsilon.upper))
        if isinstance(epsilon, Bracket)
        else epsilon
    )
    if isinstance(delta, Bracket):
        if delta.upper is None:
            raise InvalidValue(f"delta = {delta} has no upper end; give a bracket of a probability")
        delta = min(delta.upper, Fraction(1))
    return Guarantee(level, delta, **about)


def event_guarantee(
    mechanism: Any, count: int = 1, *, delta: ExactLike | None = None, **about: Unpack[About]
) -> AnyGuarantee:
    """What is known of `count` uses of a mechanism: text such as "gaussian sigma=2", a pair, a round or an
    event.

    adjacency says how far a record moves a sum: add_remove_one() or replace_one(); with removal or addition
    alone, only that side is used.  Text and events are read for it; a pair or a Round is taken as it is, and
    has to dominate under it.
    delta: gives (epsilon, delta)-DP, from the upper end of the certified epsilon at this delta.  Without it
    the mechanism has to be Gaussian (zCDP), pure noise (epsilon), or one use of a finite pair (its PLD).
    A zCDP event of dp-accounting is its rho.
    Raises InvalidValue without an adjacency, under another one, or where delta is missing; what `read_round`
    raises, and `Unsupported` for an event that has no certified pair.
    """
    scope = read_scope(about.get("adjacency"), about.get("domain"), about.get("unit"))
    relation = None if scope is None else getattr(scope.adjacency, "forward", scope.adjacency)
    if scope is None or not isinstance(relation, AddRemoveOne | ReplaceOne):
        raise InvalidValue(
            f"adjacency = {None if scope is None else scope.adjacency!r}; give add_remove_one() or "
            "replace_one(), which says how far a record moves what is released"
        )
    check_count(count)
    if _is_event(mechanism) and type(mechanism).__name__ == "ZCDpEvent":
        return ConcentratedGuarantee(count * number(exact(mechanism.rho, "rho")), **about)
    rounds = _rounds(mechanism, count, ADD_REMOVE if isinstance(relation, AddRemoveOne) else REPLACE)
    directions = [REMOVE, ADD]
    if not scope.symmetric:
        directions = [ADD] if relation is not scope.adjacency else [REMOVE]
    sides = [[(_pair(each, direction), k) for each, k in rounds] for direction in directions]
    if delta is not None:
        each = [Rounds(side or [(NOTHING, 0)]).epsilon(delta) for side in sides]
        worst = max(each, key=lambda bracket: (bracket.upper is None, bracket.upper or Fraction(0)))
        return bracket_guarantee(worst, delta, **about)
    found = _together(sides)
    if found is None:
        raise InvalidValue(
            f"{with_type(mechanism)} is neither Gaussian nor pure nor one finite pair; say delta=..., for "
            f"its "
            "certified (epsilon, delta)"
        )
    if isinstance(found, Fraction):
        return ConcentratedGuarantee(found, **about)
    return PldGuarantee(*found, **about) if isinstance(found, tuple) else Guarantee(found, 0, **about)


Side = list[tuple[DominatingPair, int]]


def _pair(each: Round, direction: str) -> DominatingPair:
    """The pair of a direction, or the one that serves both."""
    return each.dominating(direction if direction in each.pairs else EITHER).pair


def _together(sides: list[Side]) -> Any:
    """rho where all is Gaussian, epsilon where all is pure noise, the pairs of one finite use; else None."""
    pairs = [pair for side in sides for pair, _ in side]
    if all(isinstance(_base(pair), Gaussian | DiscreteGaussian) for pair in pairs):
        return max(sum((_rho(_base(pair)) * count for pair, count in side), Fraction(0)) for side in sides)
    if all(isinstance(_base(pair), Laplace) for pair in pairs):
        sums = [sum((_base(pair).epsilon * count for pair, count in side), Fraction(0)) for side in sides]
        return eps(max(sums))
    if all(len(side) == 1 and side[0][1] == 1 and isinstance(side[0][0], FinitePair) for side in sides):
        found = [check_finite(side[0][0]).distributions() for side in sides]
        return tuple(found) if len(found) > 1 else (found[0], found[0])
    return None


def _rho(pair: Any) -> Fraction:
    """mu^2/2; the discrete Gaussian is no worse (Canonne, Kamath and Steinke 2020, theorem 4)."""
    if isinstance(pair, Gaussian):
        return pair.mu_squared / 2
    rho: Fraction = pair.sensitivity**2 / (2 * pair.sigma_squared)
    return rho


def _base(pair: DominatingPair) -> Any:
    """The pair, in whichever order."""
    return pair.base if isinstance(pair, Reversed) else pair


def _is_event(mechanism: object) -> bool:
    """Whether it comes from dp-accounting."""
    return type(mechanism).__module__.startswith("dp_accounting.")


def _rounds(mechanism: Any, count: int, adjacency: str) -> list[tuple[Round, int]]:
    if isinstance(mechanism, str):
        found, times = read_round(mechanism, adjacency)
        return [(found, times * count)]
    if isinstance(mechanism, DominatingPair | Round):
        return [(Round.of(mechanism), count)]
    if _is_event(mechanism):
        from .dp_events import rounds_of

        return rounds_of(mechanism, count, adjacency)
    raise InvalidType(
        f"mechanism is {with_type(mechanism)}; give text such as 'gaussian sigma=2', a pair, a Round, or an "
        f"event "
        "of dp-accounting"
    )
