"""Renyi divergences, with the Kullback-Leibler divergence and the max-divergence among them."""

from __future__ import annotations

from math import lcm
from typing import TypeVar

from ..enclosures.enclosed import Divergence, enclosed
from ..errors import InvalidValue
from ..exact import INFINITY, Certified, ExactLike, Log, Number, eps, ln, number
from ..exact._flint import arb
from .dist import Dist
from .hockey_stick import hockey_stick_event
from .measure import Measure, Parameter, largest_divergence
from .privacy_loss import max_loss, privacy_loss
from .weights import ZERO

T = TypeVar("T")

LARGEST_DENOMINATOR = 4096
"""A mean loss sum of (n_i/d) ln(r_i) is kept as ln(product of r_i^n_i)/d up to this d."""


def renyi(p: Dist[T], q: Dist[T], order: ExactLike | Log) -> Divergence:
    """D_a(P || Q) = 1/(a - 1) ln( sum over o of P(o)^a Q(o)^(1-a) ) for an order a from 0 to infinity.

    Order 1 is the Kullback-Leibler divergence, order "inf" the max-divergence, order 0 is -ln Q(supp(P)).
    Exact (a Log) for a = 0, 2, 3, 4, ..., infinity, and wherever the value is 0 or INFINITY; for a = 1 see
    `kullback_leibler`; certified for every other order.

    Raises InvalidValue for a negative order, FloatRefused for a float, and UndecidedError where a value that
    is not exact would depend on the symbol epsilon.
    Source: van Erven and Harremoes, IEEE Trans. Information Theory 2014; Mironov, CSF 2017.
    """
    a = as_order(order)
    if a is None:
        return max_loss(p, q)
    if p == q:
        return eps(0)
    if _is_infinite(p, q, a):
        return INFINITY
    if a == 0:
        return -ln(q.prob(p.support))
    if a == 1:
        return kullback_leibler(p, q)
    if a.is_rational and a.as_fraction().denominator == 1:
        return _integer_order(p, q, int(a.as_fraction()))
    return enclosed_renyi(p, q, a)


def kullback_leibler(p: Dist[T], q: Dist[T]) -> Divergence:
    """KL(P || Q) = E_P[L], the mean privacy loss; INFINITY if some loss is infinite.

    Exact where all losses are rational (a Log if the mean is rational, else a Number), and where all P(o) are
    rational with a common denominator up to LARGEST_DENOMINATOR (a Log); certified otherwise.

    Raises UndecidedError where the value would depend on the symbol epsilon.
    Source: Kullback and Leibler, "On Information and Sufficiency", 1951.
    """
    loss = privacy_loss(p, q)
    if INFINITY in loss.support:
        return INFINITY
    exact = _mean_of_rationals(loss)
    if exact is None:
        exact = _mean_of_logarithms(loss)
    return _mean_enclosed(loss) if exact is None else exact


def as_order(order: ExactLike | Log) -> Number | None:
    """Read an order a >= 0; None stands for infinity.  Raises InvalidValue for a negative one."""
    if isinstance(order, str) and order.strip().lower() in ("inf", "infinity"):
        return None
    if isinstance(order, Log):
        if order == INFINITY:
            return None
        raise InvalidValue(f"order = {order} is a logarithm; give an exact number such as '3/2', or 'inf'")
    value = number(order, "order")
    if value < 0:
        raise InvalidValue(f"order = {value} is negative; give an order from 0 to 'inf'")
    return value


def _is_infinite(p: Dist[T], q: Dist[T], a: Number) -> bool:
    """Whether P has an outcome that Q has not (a >= 1), or nothing but such outcomes (a < 1)."""
    missing = [not q[o] for o in p.support]
    return any(missing) if a >= 1 else all(missing)


def _integer_order(p: Dist[T], q: Dist[T], a: int) -> Log:
    """The formula, exactly, as 1/(a - 1) ln E_P[ e^((a-1) L) ]: outcomes of the same loss L are one term."""
    moment = sum((mass * loss.exp() ** (a - 1) for loss, mass in privacy_loss(p, q).items()), ZERO)
    return ln(moment) / (a - 1)


def enclosed_renyi(p: Dist[T], q: Dist[T], a: Number) -> Certified:
    """D_a(P || Q) for an order a > 0 other than 1, certified: the formula in ball arithmetic.

    It has to be finite (see `renyi`): outcomes with Q(o) = 0 are left out, and contribute nothing for a < 1.
    """
    masses = [(mass, q[o]) for o, mass in p.items() if q[o]]

    def formula(bits: int) -> arb:
        power = a.enclosure(bits)
        terms = (x.enclosure(bits) ** power * y.enclosure(bits) ** (1 - power) for x, y in masses)
        return sum(terms, arb(0)).log() / (power - 1)

    return enclosed(formula, f"D_({a})(P || Q)")


def _mean_of_rationals(loss: Dist[Log]) -> Log | Number | None:
    """E[L] if all losses are rational."""
    values = [(value.rational_value(), mass) for value, mass in loss.items()]
    mean = ZERO
    for value, mass in values:
        if value is None:
            return None
        mean += value * mass
    return eps(mean.as_fraction()) if mean.is_rational else mean


def _mean_of_logarithms(loss: Dist[Log]) -> Log | None:
    """E[L] as one logarithm, if all masses are rational with a small common denominator."""
    mean = eps(0)
    masses = [mass.as_fraction() if mass.is_rational else None for _, mass in loss.items()]
    weights = [mass for mass in masses if mass is not None]
    if len(weights) < len(masses) or lcm(*(w.denominator for w in weights)) > LARGEST_DENOMINATOR:
        return None
    for value, weight in zip(loss.support, weights, strict=True):
        mean += value * weight
    return mean


def _mean_enclosed(loss: Dist[Log]) -> Certified:
    """E[L] in ball arithmetic."""

    def formula(bits: int) -> arb:
        return sum((mass.enclosure(bits) * value.enclosure(bits) for value, mass in loss.items()), arb(0))

    return enclosed(formula, "KL(P || Q)")


def impossible(p: Dist[T], q: Dist[T], value: Divergence, *arguments: object) -> tuple[T, ...] | None:
    """{ o : Q(o) = 0 < P(o) } where the divergence is infinite; no event shows a finite one."""
    infinite = isinstance(value, Log) and value.is_infinite
    return hockey_stick_event(p, q, INFINITY) if infinite else None


RENYI: Measure[Divergence] = Measure(
    name="renyi",
    text="Renyi divergence of order {order}",
    formula="D_a(P, Q) = ln(sum over o of P(o)^a Q(o)^(1-a)) / (a - 1) of order a = `order`, 0 <= a <= inf; "
    "at a = 1 the Kullback-Leibler divergence, at inf the largest loss, at 0 it is -ln Q(support of P).",
    kind="divergence",
    parameters=(Parameter("order", lambda order, name: as_order(order), "order"),),
    of_pair=lambda p, q, order: renyi(p, q, "inf" if order is None else order),
    worst=largest_divergence,
    event=impossible,
    source="Mironov, CSF 2017",
)
"""The largest Renyi divergence of an order; read, the order is None for infinity."""
