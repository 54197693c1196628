"""What people use in their own test suites: what their code really does, against what it claims.

    from assay.testing import assert_at_most, assert_distribution, assert_private, assert_sound

`blackbox`: samplers that give samples and nothing else.  `claims`: privacy maps and accountants, point by
point.  `vectors`: test vectors for any language.  `strategies`: Hypothesis strategies.  Each is loaded when
it is first used, so that the pytest plugin costs a test run next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from . import blackbox, claims, vectors
    from .pytest_plugin import assert_at_most, assert_distribution, assert_private, assert_sound

__all__ = [
    "assert_at_most",
    "assert_distribution",
    "assert_private",
    "assert_sound",
    "blackbox",
    "claims",
    "vectors",
]

if not TYPE_CHECKING:  # a type checker would take it for a promise of every name

    def __getattr__(name: str) -> object:
        """Load a part on first use (PEP 562)."""
        if name in __all__ and name.startswith("assert_"):
            return _assertion(name)
        if name in __all__:
            return import_module(f"{__name__}.{name}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _assertion(name: str) -> object:
    """An assertion of the pytest plugin, which itself loads no part of Assay that its type hints name."""
    from ..dp import Attained, Dist, Verdict
    from ..programs.sources import Sampled
    from ..wiring import lend
    from .blackbox import DistributionFinding
    from .claims import Report

    found = getattr(import_module(f"{__name__}.pytest_plugin"), name)
    lend(
        found,
        Attained=Attained,
        Dist=Dist,
        DistributionFinding=DistributionFinding,
        Report=Report,
        Sampled=Sampled,
        Verdict=Verdict,
    )
    return found
