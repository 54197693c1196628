"""Claimed numbers on the wrong side of the truth, which is computed from the definition of the mechanism."""

from __future__ import annotations

from .finite import check_pair, hockey_stick, laws, stated_epsilon
from .pair import Pair, one_round
from .rounds import check_rounds, gaussian_delta, merged_gaussian
from .values import NotRechecked, Real, Row, certainly_above, evaluated, mp, require, value

LEFT = mp.mpf(10) ** -100
"""More than the mass of discrete noise beyond the outcomes that are listed."""


def check_claim(witness: Row) -> None:
    """The claimed number is on the wrong side of the truth, which is computed from the definition."""
    definition = witness.get("definition")
    if definition is None:
        raise NotRechecked("the row has no definition of the mechanism")
    claimed = value(witness["claimed"])
    if "formula" in definition:
        true = evaluated(definition["formula"], definition["at"])
        sound_side = (claimed, true) if witness["bound"] == "lower" else (true, claimed)
        require(certainly_above(*sound_side), f"the formula gives {mp.nstr(true, 20)}")
        return
    if witness["bound"] == "lower":
        _check_lower(definition, claimed)
        return
    if "p" in definition:
        check_pair(definition, claimed)
        return
    if "rounds" in definition:
        check_rounds(definition, claimed)
        return
    raise NotRechecked("the definition is of a kind that is not known")


def _check_lower(definition: Row, claimed: Real) -> None:
    """A number that must not exceed the truth does."""
    quantity, at = definition["quantity"], definition["at"]
    if quantity not in ("epsilon", "delta"):
        raise NotRechecked(f"an upper bound of {quantity} is not recomputed")
    most = _delta_above(definition, stated_epsilon(quantity, at, claimed))
    allowed = claimed if quantity == "delta" else value(at["delta"])
    require(certainly_above(allowed, most), f"delta is {mp.nstr(most, 20)}, not below {mp.nstr(allowed, 20)}")


def _delta_above(definition: Row, epsilon: Real) -> Real:
    """An upper bound of delta: of a finite pair, of Gaussian noise, or of one round of discrete noise."""
    if "p" in definition:
        p, q = laws(definition)
        return max(hockey_stick(p, q, epsilon), hockey_stick(q, p, epsilon))
    rounds = definition.get("rounds", [{}])
    gaussian = merged_gaussian(rounds)
    if gaussian is not None:
        return gaussian_delta(gaussian, epsilon)
    pairs = [Pair.of(rounds[0], adding) for adding in (False, True)]
    if len(rounds) == 1 and rounds[0]["count"] == 1 and not pairs[0].is_continuous:
        return max(one_round(pair, epsilon) for pair in pairs) + LEFT
    raise NotRechecked("an upper bound of delta is recomputed for one round, and for Gaussian noise only")


def check_event(witness: Row) -> None:
    """P(S) > e^claimed Q(S) + delta."""
    p, q = value(witness["p"]), value(witness["q"])
    require(0 <= q <= 1 and 0 <= p <= 1, "these are no probabilities")
    right = value(witness["delta"]) + (mp.exp(value(witness["claimed"])) * q if q else 0)
    require(certainly_above(p, right), f"P(S) = {mp.nstr(p, 20)} is not above {mp.nstr(right, 20)}")
