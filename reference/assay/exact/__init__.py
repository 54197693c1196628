"""Exact real numbers whose order is decidable, exact logarithms, and certified enclosures."""

from ..wiring import lend
from ._flint import integer_digits, integer_text, precision
from .certified import Certified, certified, maximum, minimum
from .elementary import exp, ln, root, sign, sqrt
from .logs import EPS, INFINITY, EpsilonLike, Log
from .number import ExactLike, Number
from .parsing import eps, log_value, number
from .sign_intervals import AlgebraicEpsilon, SignInterval, sign_intervals

__all__ = [
    "EPS",
    "INFINITY",
    "AlgebraicEpsilon",
    "Certified",
    "EpsilonLike",
    "ExactLike",
    "Log",
    "Number",
    "SignInterval",
    "certified",
    "eps",
    "exp",
    "integer_digits",
    "integer_text",
    "ln",
    "log_value",
    "maximum",
    "minimum",
    "number",
    "precision",
    "root",
    "sign",
    "sign_intervals",
    "sqrt",
]

lend(Number.substitute, EpsilonLike=EpsilonLike)
