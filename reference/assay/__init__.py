"""Assay: an exact oracle for differential privacy.

It computes the complete output distribution of a mechanism as exact numbers, so that a privacy loss is
calculated, never sampled and never rounded.

    from assay import Mechanism, adjacency, flip, ln, program

    @program
    def almost_random(b: bool) -> bool:
        return b if flip("1/2") else flip("1/2")

    m = Mechanism(almost_random, domain=[False, True], adjacency=adjacency.all_pairs())
    m.epsilon() == ln(3)

Every name below is loaded when it is first used, so that importing the package costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from . import (
        adjacency,
        amplification,
        decide,
        dp,
        errors,
        exact,
        mechanisms,
        notions,
        queries,
        theorems,
    )
    from .dp import (
        Adjacency,
        Attained,
        Dist,
        Mechanism,
        Profile,
        Proved,
        Refuted,
        TradeOff,
        Undecided,
        Verdict,
        Verified,
        Witness,
        budget,
    )
    from .errors import AssayError
    from .exact import (
        EPS,
        INFINITY,
        Certified,
        EpsilonLike,
        ExactLike,
        Log,
        Number,
        eps,
        exp,
        ln,
        number,
        root,
        sqrt,
    )
    from .programs import Partial, Program, draw, flip, output, program, uniform

__version__ = "0.1.0"

_MODULES = (
    *("adjacency", "amplification", "decide", "dp", "errors", "exact", "mechanisms", "notions", "queries"),
    "theorems",
)
_HOMES = ("errors", "exact", "dp", "programs")
"""Where the other public names live, from the bottom layer up."""

__all__ = [
    "EPS",
    "INFINITY",
    "Adjacency",
    "AssayError",
    "Attained",
    "Certified",
    "Dist",
    "EpsilonLike",
    "ExactLike",
    "Log",
    "Mechanism",
    "Number",
    "Partial",
    "Profile",
    "Program",
    "Proved",
    "Refuted",
    "TradeOff",
    "Undecided",
    "Verdict",
    "Verified",
    "Witness",
    "__version__",
    "adjacency",
    "amplification",
    "budget",
    "decide",
    "dp",
    "draw",
    "eps",
    "errors",
    "exact",
    "exp",
    "flip",
    "ln",
    "mechanisms",
    "notions",
    "number",
    "output",
    "program",
    "queries",
    "root",
    "sqrt",
    "theorems",
    "uniform",
]


def _load(name: str) -> object:
    """The public name from the lowest layer that has it."""
    if name in _MODULES:
        return import_module(f"{__name__}.{name}")
    homes = (vars(import_module(f"{__name__}.{home}")) for home in _HOMES)
    return next(home[name] for home in homes if name in home)


def __dir__() -> list[str]:
    return sorted(__all__)


if not TYPE_CHECKING:  # a type checker would take it for a promise of every name

    def __getattr__(name: str) -> object:
        """Load a public name on first use (PEP 562)."""
        if name in __all__:
            value = globals()[name] = _load(name)
            return value
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
