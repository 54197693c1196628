"""Ends of sets of epsilons: roots as exact epsilons, as text, and beside a given epsilon."""

from __future__ import annotations

from fractions import Fraction

from ...errors import MixedFields
from ...exact import Certified, Log, ln, number
from ..probabilities.values import terms
from .sign_table import Root

DIGITS = 12


def side(root: Root, t: Log | Fraction) -> int:
    """The sign of root - t, for t > 0."""
    exact = t if isinstance(t, Fraction) else t.rational_value()
    return _side_of_logarithm(root, Log(t)) if exact is None else _side_of_rational(root, exact)


def _side_of_logarithm(root: Root, t: Log) -> int:
    """The sign of root - t for a t that is not rational.

    P(t, e^(-t)) = 0 is settled exactly for a P in y alone.  An irreducible P with t in it has no such zero at
    t = c ln(v) with an algebraic v, by Lindemann: e^(-t) is algebraic, and t transcendental.
    """
    end = endpoint(root, 1)
    if isinstance(end, Log):
        return end.compare(t)
    if root.in_y and _is_root(root, t):
        return 0
    return end.compare(t)


def _is_root(root: Root, t: Log) -> bool:
    """Whether y = e^(-t) is the root, for a polynomial in y alone."""
    try:
        y = (-t).exp()
    except MixedFields:
        return False
    if sum((c * y**j for _, j, c in terms(root.poly)), number(0)):
        return False
    low, high = root.isolating
    return bool(low <= y <= high)


def _side_of_rational(root: Root, t: Fraction) -> int:
    """The sign of root - t for a rational t; e^(-t) is then transcendental."""
    low, high = root.ends()
    while low <= t <= high:
        if low == high == t:
            return 0
        root.refine()
        low, high = root.ends()
    return 1 if low > t else -1


def endpoint(root: Root, k: int) -> Log | Certified:
    """epsilon = k t: k ln(b/a)/n for a polynomial a y^n - b, a rational where t is one, else certified."""
    found = list(terms(root.poly))
    if root.in_y and len(found) == 2 and min(j for _, j, _ in found) == 0:
        (n, top), (_, bottom) = sorted(((j, c) for _, j, c in found), reverse=True)
        return ln(number(Fraction(abs(top), abs(bottom)))) * Fraction(k, n)
    if not root.in_y and root.isolating[0] == root.isolating[1]:
        return Log(root.isolating[0] * k)
    return Certified(
        lambda bits: root.enclosure(bits + k.bit_length()) * k,
        f"the root of {_equation(root, k)}",
    )


def _equation(root: Root, k: int) -> str:
    """The equation of a root in terms of epsilon."""
    unit = "eps" if k == 1 else f"eps/{k}"
    where = f"y = exp(-{unit})" if root.in_y else f"t = {unit}, y = exp(-{unit})"
    return f"{root.poly} = 0, {where}"


def endpoint_text(root: Root, k: int) -> str:
    """A short text of an end: its closed form, or its decimal."""
    value = endpoint(root, k)
    if isinstance(value, Log):
        exact = str(value)
        return exact if value.rational_value() is not None else f"{exact} ~ {value.decimal(6)}"
    return f"~{value.decimal(6)}"


def end_json(root: Root | None, k: int) -> dict[str, object] | None:
    """An end as JSON values: its polynomial, an isolating interval and a decimal; None for 0 and infinity."""
    if root is None:
        return None
    value = endpoint(root, k)
    low, high = root.narrow(Fraction(1, 10**DIGITS))
    return {
        "exact": str(value) if isinstance(value, Log) else None,
        "equation": _equation(root, k),
        "enclosure": [str(low * k), str(high * k)],
        "decimal": str(value.decimal(DIGITS)),
    }
