"""Two finite distributions: their hockey-stick and Renyi divergences, and claims that lie below them."""

from __future__ import annotations

from collections.abc import Mapping

from .values import MARGIN, NotRechecked, Real, Row, certainly_above, mp, require, value


def laws(definition: Row) -> tuple[dict[str, Real], dict[str, Real]]:
    """Two distributions that sum to 1."""
    found = tuple({o: value(mass) for o, mass in definition[side].items()} for side in ("p", "q"))
    for law in found:
        require(all(mass >= 0 for mass in law.values()), "a probability is negative")
        require(not certainly_above(abs(sum(law.values()) - 1), MARGIN), "probabilities do not sum to 1")
    return found[0], found[1]


def hockey_stick(p: Mapping[str, Real], q: Mapping[str, Real], epsilon: Real) -> Real:
    """sum max(0, P(o) - e^epsilon Q(o))."""
    growth = mp.exp(epsilon) if not mp.isinf(epsilon) else mp.inf
    return mp.fsum(max(mp.mpf(0), mass - growth * q[o]) if q.get(o) else mass for o, mass in p.items())


def renyi(p: Mapping[str, Real], q: Mapping[str, Real], alpha: Real) -> Real:
    """The divergence of order alpha."""
    if any(mass and not q.get(o) for o, mass in p.items()):
        return mp.inf
    losses = [(mass, mp.log(mass / q[o])) for o, mass in p.items() if mass]
    if mp.isinf(alpha):
        return max(loss for _, loss in losses)
    if alpha == 1:
        return mp.fsum(mass * loss for mass, loss in losses)
    return mp.log(mp.fsum(mass * mp.exp((alpha - 1) * loss) for mass, loss in losses)) / (alpha - 1)


def stated_epsilon(quantity: str, at: Row, claimed: Real) -> Real:
    """Where delta is compared: at the claimed epsilon, or at the one that goes with a claimed delta."""
    return value(at["epsilon"]) if quantity == "delta" else claimed


def check_pair(definition: Row, claimed: Real) -> None:
    """A finite pair whose divergence is above the claim."""
    p, q = laws(definition)
    quantity, at = definition["quantity"], definition["at"]
    if quantity in ("epsilon", "delta"):
        found = hockey_stick(p, q, stated_epsilon(quantity, at, claimed))
        allowed = claimed if quantity == "delta" else value(at["delta"])
        require(certainly_above(found, allowed), f"delta is only {mp.nstr(found, 20)}")
    elif quantity == "renyi":
        found = renyi(p, q, value(at["alpha"]))
        require(certainly_above(found, claimed), f"the divergence is only {mp.nstr(found, 20)}")
    elif quantity == "zcdp":
        orders = [1 + mp.mpf(2) ** k for k in range(-40, 24)] + [mp.mpf(1)]
        orders += [mp.mpf(k) / 8 for k in range(9, 400)]
        found = max(renyi(p, q, order) / order for order in orders)
        require(certainly_above(found, claimed), f"rho is only {mp.nstr(found, 20)} at the orders tried")
    else:
        raise NotRechecked(f"the quantity {quantity!r} is not known")
