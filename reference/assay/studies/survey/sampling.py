"""Samplers: their distribution on the random tape, or what their samples prove, against what is promised of
them.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Hashable
from typing import Any, TypeAlias

from ...dp import Dist
from ...engines.partial import Partial
from ...errors import AssayError, BudgetExceeded, MixedFields
from ...exact import Certified, Log, Number, certified, ln, number
from ...programs.sources import sampled
from ...testing.claims.values import compare, text
from .agreement import ROUNDING
from .blackboxes import black_box
from .case import Samples, claimed_of, pairs_of
from .row import Finding, Verdict
from .witness import event_witness

Told: TypeAlias = Callable[[str], None]
Distribution: TypeAlias = Dist[Any] | Partial[Any]


def judged_samples(case: Samples, answered: Told) -> Finding:
    """The finding on a sampler."""
    seed = seed_of(case)
    random.seed(seed)
    if case.seed is not None:
        case.seed(seed)
    if case.route == "tape":
        return on_tape(case, answered)
    return black_box(case, seed, answered)


def seed_of(case: Samples) -> int:
    """A seed that depends on the case alone, so that every survey draws the same samples."""
    text = f"{case.function} {case.promise} {sorted(map(repr, case.parameters.items()))}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")


def on_tape(case: Samples, answered: Told) -> Finding:
    """The exact distribution of the code as it runs."""
    distributions: dict[Hashable, Partial[Any]] = {}
    try:
        for x in case.domain:
            distributions[x] = sampled(case.sampler, x, **case.tape).bounds
    except (AssayError, RecursionError) as error:
        return Finding(verdict=Verdict.UNDECIDED, detail=f"the tape: {error}")
    answered("the exact distribution")
    try:
        private = None if case.epsilon is None else privacy(case, distributions)
        if private is not None and private.verdict is Verdict.UNSOUND:
            return private
        differs = None if case.distribution is None else difference(case, distributions)
    except (AssayError, ArithmeticError) as error:
        return Finding(verdict=Verdict.UNDECIDED, detail=str(error))
    if differs is not None:
        kept = private is not None and private.verdict is Verdict.PRIVATE_AS_CLAIMED
        verdict = Verdict.PRIVATE if kept else Verdict.DISTRIBUTION_DIFFERS
        return Finding(**{**vars(differs), "verdict": verdict})
    if case.distribution is not None:
        return Finding(verdict=Verdict.DISTRIBUTION, claimed="the distribution", exact=_known(distributions))
    return private or Finding(
        verdict=Verdict.UNDECIDED, detail="neither a distribution nor privacy is promised"
    )


def _known(distributions: dict[Hashable, Partial[Any]]) -> str:
    """How completely the distributions are known."""
    open_mass = max((distribution.open_mass for distribution in distributions.values()), default=number(0))
    return "the same, exactly" if not open_mass else f"the same, up to a mass of {open_mass.upper(3)}"


def difference(case: Samples, distributions: dict[Hashable, Partial[Any]]) -> Finding | None:
    """The outcome that is furthest from its promised probability, where one certainly is not it."""
    worst: tuple[Number, Hashable, Hashable, Number, Number] | None = None
    for x, distribution in distributions.items():
        promised = bounds_of(case.distribution(x)) if case.distribution is not None else distribution
        for outcome in {**distribution.lower, **promised.lower}:
            low, high = distribution.prob_bounds([outcome])
            least, most = promised.prob_bounds([outcome])
            off = low - most if low > most else least - high
            if off > 0 and (worst is None or off > worst[0]):
                worst = off, x, outcome, low, least
    if worst is None:
        return None
    off, x, outcome, found, meant = worst
    return Finding(
        verdict=Verdict.DISTRIBUTION_DIFFERS,
        claimed=f"P({outcome!r}) = {text(meant)} on input {x!r}",
        exact=text(found),
        by=str((certified(off) / certified(meant)).decimal(3)) if meant else "infinite",
        rounding=bool(off * ROUNDING < meant),
    )


def bounds_of(distribution: Distribution) -> Partial[Any]:
    """A distribution as bounds."""
    return (
        distribution
        if isinstance(distribution, Partial)
        else Partial(dict(distribution.items()), number(0), 0)
    )


def privacy(case: Samples, distributions: dict[Hashable, Partial[Any]]) -> Finding:
    """Whether P(S) <= e^epsilon Q(S) + delta for all events and adjacent inputs; the worst of them if not."""
    bound, allowed = claimed_of(case)
    worst: tuple[Number | Certified, Any, Any, tuple[Any, ...]] | None = None
    undecided = ""
    for x, y in pairs_of(case):
        p, q = distributions[x], distributions[y]
        event = tuple(o for o in p.lower if _ratio_above(p.lower[o], q.lower.get(o, number(0)), bound))
        value = excess(p.prob_bounds(event)[0], q.prob_bounds(event)[1], bound)
        if compare(value, allowed) > 0:
            if worst is None or compare(value, worst[0]) > 0:
                worst = value, x, y, event
        elif (p.open_mass or q.open_mass) and compare(_most(p, q, event, bound), allowed) > 0:
            undecided = f"up to an open mass of {p.open_mass.upper(3)}"
    claimed = f"({bound}, {allowed})-private"
    if worst is None:
        if undecided:
            return Finding(verdict=Verdict.UNDECIDED, claimed=claimed, detail=f"private {undecided}")
        return Finding(verdict=Verdict.PRIVATE_AS_CLAIMED, claimed=claimed, exact="private")
    value, x, y, event = worst
    over = certified(value) - certified(allowed)
    return Finding(
        verdict=Verdict.UNSOUND,
        claimed=claimed,
        exact=f"delta = {text(value)} at this epsilon",
        by=f"delta {over.decimal(3)}",
        rounding=compare(over * ROUNDING, number(1)) < 0,
        detail=f"x = {x!r}, x' = {y!r}",
        witness=event_witness(
            "epsilon",
            bound,
            allowed,
            (x, y),
            event,
            distributions[x].prob_bounds(event)[0],
            distributions[y].prob_bounds(event)[1],
        ),
    )


def excess(p: Number, q: Number, bound: Log) -> Number | Certified:
    """p - e^bound q, with e^infinity 0 = 0; certified where the exact numbers have no common field."""
    if not q:
        return p
    if bound.is_infinite:
        return -number(1)
    try:
        return p - bound.exp() * q
    except (BudgetExceeded, MixedFields):
        return certified(p) - certified(bound).exp() * certified(q)


def _ratio_above(p: Number, q: Number, bound: Log) -> bool:
    """p > e^bound q."""
    return bool(p) and (not q or ln(p / q) > bound)


def _most(p: Partial[Any], q: Partial[Any], event: tuple[Any, ...], bound: Log) -> Number | Certified:
    """An upper bound of P(S) - e^bound Q(S) over all S: all that is open of P may lie in S."""
    return excess(p.prob_bounds(event)[1], q.prob_bounds(event)[0], bound)
