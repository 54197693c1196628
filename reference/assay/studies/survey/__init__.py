"""The survey: other people's libraries, called on grids of parameters and judged against exact truth."""

from .case import Calibration, Case, Claims, Point, Probabilities, Samples
from .library import Adapter, Coverage, Library, LibraryMissing, coverage

__all__ = [
    "Adapter",
    "Calibration",
    "Case",
    "Claims",
    "Coverage",
    "Library",
    "LibraryMissing",
    "Point",
    "Probabilities",
    "Samples",
    "coverage",
]
