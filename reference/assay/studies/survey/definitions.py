"""Truths together with the mechanism as data: computed here for the verdict, and elsewhere to recheck it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal, TypeAlias, TypedDict

from ...accounting import Accountant, Bracket, Rounds
from ...dp import Mechanism
from ...errors import BudgetExceeded, InvalidValue
from ...exact import INFINITY, Certified, number
from ...exact._flint import arb, rational
from ...testing.claims.truths import Source, Truth, built, delta_truth, epsilon_truth, renyi_truth, zcdp_truth
from ...testing.claims.values import Real
from .case import Definition
from .noise import Noise, distributions

Quantity: TypeAlias = Literal["epsilon", "delta", "renyi", "zcdp"]

AT: dict[str, str | None] = {"epsilon": "delta", "delta": "epsilon", "renyi": "alpha", "zcdp": None}
"""The parameter at which a quantity is asked for; the other parameters of a point make the mechanism."""

TRUTHS: dict[str, Callable[[Source], Callable[..., Truth]]] = {
    "epsilon": epsilon_truth,
    "delta": delta_truth,
    "renyi": renyi_truth,
    "zcdp": zcdp_truth,
}

WIDTHS = {
    64: Fraction(1, 100),
    128: Fraction(1, 1000),
    256: Fraction(1, 20_000),
    512: Fraction(1, 10**6),
    1024: Fraction(1, 10**10),
}
"""The relative width asked of a numerical accountant, by precision; closed forms have no such end."""

FINEST_GRID = Fraction(1, 10**6)
"""Narrower brackets are asked of inversion only, which works on no grid and whose cost does not grow."""

LARGE = 10_000
"""Where delta at a larger epsilon is too small to be told from 0, it is at most delta at this one."""


class Truthful(TypedDict):
    """The arguments of `Claims` that this module makes: Claims(..., **finite("epsilon", mechanism))."""

    truth: Callable[..., Any]
    definition: Callable[..., Definition]


class Kept(TypedDict):
    """The arguments of `Calibration` that this module makes."""

    attained: Callable[..., Any]
    definition: Callable[..., Definition]


def finite(quantity: Quantity, source: Source) -> Truthful:
    """The exact quantity of a finite mechanism, or of a function that makes it from the other parameters."""

    def definition(**point: Any) -> Definition:
        at, others = _asked(quantity, point)
        mechanism = built(source, others)
        p, q = (mechanism.distribution(x) for x in _worst_pair(quantity, mechanism, at))
        return {**_question(quantity, at), **distributions(p, q)}

    return Truthful(truth=TRUTHS[quantity](source), definition=definition)


def composed(quantity: Literal["epsilon", "delta"], rounds: Callable[..., Sequence[Noise]]) -> Truthful:
    """The quantity of a composition, certified; `rounds` makes it from the other parameters of a point."""

    def truth(**point: Any) -> Real:
        at, others = _asked(quantity, point)
        return accounted(quantity, rounds(**others), at)

    def definition(**point: Any) -> Definition:
        at, others = _asked(quantity, point)
        return {**_question(quantity, at), "rounds": [noise.to_json() for noise in rounds(**others)]}

    return Truthful(truth=truth, definition=definition)


def kept(quantity: Literal["epsilon", "delta"], rounds: Callable[..., Sequence[Noise]]) -> Kept:
    """The quantity of a composition at the parameter found; `rounds` makes it from that and the others.

    Of epsilon and delta in a point one is the target, and the other, or 0, where it is to be kept.
    """

    def question(found: Any, point: dict[str, Any]) -> tuple[Truthful, dict[str, Any]]:
        others = {name: value for name, value in point.items() if name not in ("epsilon", "delta")}
        at = "delta" if quantity == "epsilon" else "epsilon"
        return composed(quantity, lambda: rounds(found, **others)), {at: point.get(at, 0)}

    def attained(found: Any, **point: Any) -> Real:
        made, at = question(found, point)
        value: Real = made["truth"](**at)
        return value

    def definition(found: Any, **point: Any) -> Definition:
        made, at = question(found, point)
        return made["definition"](**at)

    return Kept(attained=attained, definition=definition)


def formula(text: str) -> Callable[..., Definition]:
    """The definition of a value by an expression in the parameters of a point.

    A separate script evaluates it in interval arithmetic: + - * / **, sqrt, exp, log, expm1, log1p, erfc,
    min, max. For an upper bound it may be a lower bound of the truth.
    """

    def definition(**point: Any) -> Definition:
        return {
            "quantity": "value",
            "formula": text,
            "at": {name: str(value) for name, value in point.items()},
        }

    return definition


@dataclass(frozen=True)
class _Composed:
    """Rounds that are the same where their texts are."""

    text: str
    rounds: Sequence[Noise] = field(compare=False)


def accounted(quantity: Literal["epsilon", "delta"], rounds: Sequence[Noise], at: Any) -> Real:
    """delta at an epsilon, or epsilon at a delta, of a composition in the worse direction, as a number.

    Raises InvalidValue where the parameters make no mechanism, or there is no such epsilon or delta.
    """
    _refuse_negative(quantity, at)
    return _known(quantity, _Composed(json.dumps([noise.to_json() for noise in rounds]), tuple(rounds)), at)


@lru_cache(maxsize=32)
def _composition(asked: _Composed, engine: str) -> Rounds:
    """The rounds with what was computed of them, which the points of a case share."""
    relations = {noise.adjacency for noise in asked.rounds}
    relation = relations.pop() if len(relations) == 1 else "add-remove-one"
    accountant = Accountant(relation, engine=engine)
    for noise in asked.rounds:
        accountant.compose(noise.round(), noise.count)
    return accountant.rounds


@lru_cache(maxsize=512)
def _known(quantity: str, asked: _Composed, at: Any) -> Real:
    """The number, which several functions of a library are asked for."""

    def answer(value: Any, width: Fraction, engine: str = "auto") -> Bracket:
        composed = _composition(asked, engine)
        return (composed.delta if quantity == "delta" else composed.epsilon)(value, width)

    cheap = _is_cheap(_composition(asked, "auto"))
    first = _best(lambda: answer(at, WIDTHS[64]))
    if quantity == "delta" and first.lower == 0 and at > LARGE:
        nearer = _best(lambda: answer(LARGE, WIDTHS[64]))  # delta does not grow with epsilon
        first = first.intersection(Bracket(Fraction(0), nearer.upper))
    if first.is_infinite:
        return INFINITY
    if first.width == 0:
        return number(first.lower)

    def ask(width: Fraction) -> Bracket:
        return answer(at, width, "inversion" if width < FINEST_GRID and not cheap else "auto")

    return certified_bracket(ask, first, not cheap)


def certified_bracket(ask: Callable[[Fraction], Bracket], first: Bracket, rough: bool) -> Certified:
    """A number known by brackets of any relative width; where `rough`, by those of WIDTHS, each once."""
    best, asked = [first], {WIDTHS[64]}

    def ball(bits: int) -> arb:
        wanted = WIDTHS.get(bits) if rough else Fraction(1, 2**bits)
        width = best[0].relative_width
        if wanted is not None and wanted not in asked and (width is None or width > wanted):
            asked.add(wanted)
            best[0] = best[0].intersection(_best(lambda: ask(wanted)))
        upper = best[0].upper
        low = arb(rational(best[0].lower))
        return low.union(arb("inf") if upper is None else arb(rational(upper)))

    return Certified(ball, "the accountant's number", 1024 if rough else 512)


def _best(ask: Callable[[], Bracket]) -> Bracket:
    """The bracket, or the best one that the budget allowed."""
    try:
        return ask()
    except BudgetExceeded as spent:
        known = spent.known.get("bracket")
        return known if isinstance(known, Bracket) else Bracket(Fraction(0), None)


def _is_cheap(composed: Rounds) -> bool:
    """Whether every direction is one round after merging, so that there is a closed form."""
    return all(sum(count for _, count in side.rounds) <= 1 for side in composed.by_direction.values())


def _asked(quantity: str, point: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """The value at which the quantity is asked for, and the other parameters."""
    name, others = AT[quantity], dict(point)
    return (None if name is None else others.pop(name, 0)), others


def _question(quantity: str, at: Any) -> dict[str, object]:
    name = AT[quantity]
    return {"quantity": quantity, "at": {} if name is None else {name: str(at)}}


def _refuse_negative(quantity: str, at: Any) -> None:
    """There is no delta at a negative epsilon to speak of, and no epsilon at a delta outside [0, 1]."""
    if getattr(at, "is_infinite", False):
        if quantity == "epsilon" or at < 0:
            raise InvalidValue(f"{AT[quantity]} = {at} is outside its range")
        return
    if at < 0 or (quantity == "epsilon" and at > 1):
        raise InvalidValue(f"{AT[quantity]} = {at} is outside its range")


def _worst_pair(quantity: str, mechanism: Mechanism[Any, Any], at: Any) -> tuple[Any, Any]:
    """The inputs at which the quantity is attained."""
    name = AT[quantity]
    found = TRUTHS[quantity](mechanism)(**({} if name is None else {name: at}))
    return mechanism.pairs[0] if found.evidence is None else found.evidence.inputs
