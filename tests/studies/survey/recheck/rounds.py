"""Compositions: a lower bound of delta, or delta itself where it has a closed form."""

from __future__ import annotations

from collections.abc import Sequence

from .finite import laws, stated_epsilon
from .grid import composed_below
from .pair import Pair, one_round
from .values import NotRechecked, Real, Row, Wrong, certainly_above, mp, value

FAR = 10**6
"""Deviations beyond which a normal tail is less than any margin."""


def check_rounds(definition: Row, claimed: Real) -> None:
    """A composition whose delta, at the claimed or at the stated epsilon, is above what is allowed."""
    quantity, at, rounds = definition["quantity"], definition["at"], definition["rounds"]
    epsilon = stated_epsilon(quantity, at, claimed)
    allowed = claimed if quantity == "delta" else value(at["delta"])
    if mp.isinf(epsilon):
        found = _infinite_mass(rounds)
    else:
        only = {each.get("direction", "both") for each in rounds} - {"both"}
        ways = [adding for adding in (False, True) if not only or ("add" if adding else "remove") in only]
        lost = _infinite_mass([each for each in rounds if each["family"] == "approximate"])
        found = max(lost, *(delta_below(rounds, epsilon, allowed, adding) for adding in ways))
    if not certainly_above(found, allowed):
        text = f"delta is at least {mp.nstr(found, 12)}, which is not above {mp.nstr(allowed, 12)}"
        if sum(each["count"] for each in rounds) > 1 and merged_gaussian(rounds) is None:
            raise NotRechecked(text)  # a lower bound that is not sharp enough
        raise Wrong(text)


def _infinite_mass(rounds: Sequence[Row]) -> Real:
    finite = mp.mpf(1)
    for each in rounds:
        if each["family"] == "approximate":
            finite *= (1 - value(each["parameters"]["delta"]) * value(each["rate"])) ** each["count"]
        elif each["family"] == "finite":
            p, q = laws(each)
            finite *= (1 - mp.fsum(mass for o, mass in p.items() if not q.get(o))) ** each["count"]
    return 1 - finite


def delta_below(rounds: Sequence[Row], epsilon: Real, allowed: Real, adding: bool) -> Real:
    """A lower bound of delta(epsilon) in one direction; where there is a closed form, delta itself."""
    gaussian = merged_gaussian(rounds)
    if gaussian is not None:
        return gaussian_delta(gaussian, epsilon)
    used = [each for each in rounds if each["count"]]
    if len(used) == 1 and used[0]["count"] == 1:
        return one_round(Pair.of(used[0], adding), epsilon)
    return mp.mpf(composed_below([(Pair.of(each, adding), each["count"]) for each in used], float(epsilon)))


def merged_gaussian(rounds: Sequence[Row]) -> Real | None:
    """mu of the composition, where all is Gaussian without sampling."""
    if any(each.get("family") != "gaussian" or value(each["rate"]) != 1 for each in rounds):
        return None
    squares = [
        each["count"]
        * (value(each["parameters"].get("sensitivity", "1")) / value(each["parameters"]["sigma"])) ** 2
        for each in rounds
    ]
    return mp.sqrt(mp.fsum(squares))


def gaussian_delta(mu: Real, epsilon: Real) -> Real:
    """Phi(mu/2 - epsilon/mu) - e^epsilon Phi(-mu/2 - epsilon/mu)."""

    def phi(x: Real) -> Real:
        if abs(x) > FAR:
            return mp.mpf(int(x > 0))
        return mp.erfc(-x / mp.sqrt(2)) / 2

    if not mu:
        return mp.mpf(0)
    return phi(mu / 2 - epsilon / mu) - mp.exp(epsilon) * phi(-mu / 2 - epsilon / mu)
