"""Every epsilon at once: deciding differential privacy for a symbolic epsilon, with unbounded noise."""

from __future__ import annotations

from .decision import FailsFor, decide
from .epsilon_sets import EpsilonSet
from .language import exponential, geometric, laplace, one_sided_geometric
from .mechanism import SymbolicMechanism
from .outside import OutsideClass
from .symmetry import Symmetry

__all__ = [
    "EpsilonSet",
    "FailsFor",
    "OutsideClass",
    "SymbolicMechanism",
    "Symmetry",
    "decide",
    "exponential",
    "geometric",
    "laplace",
    "one_sided_geometric",
]
