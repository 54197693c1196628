"""Exact real numbers whose order is decidable, exact logarithms, and certified enclosures."""

from __future__ import annotations

from ._flint import precision
from .certified import Certified, certified
from .elementary import exp, root, sqrt
from .logs import EPS, INFINITY, EpsilonLike, Log, eps, ln, log_value
from .number import ExactLike, Number, number
from .order import sign

__all__ = [
    "EPS",
    "INFINITY",
    "Certified",
    "EpsilonLike",
    "ExactLike",
    "Log",
    "Number",
    "certified",
    "eps",
    "exp",
    "ln",
    "log_value",
    "number",
    "precision",
    "root",
    "sign",
    "sqrt",
]
