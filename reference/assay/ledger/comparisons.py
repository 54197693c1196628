"""`Comparisons`: values against their bounds, where a bound that cannot be exceeded counts for nothing."""

from __future__ import annotations

from fractions import Fraction
from math import floor

from ..exact import Certified, Number, certified
from ..prove.lemma import require
from .finding import Vacuous

Value = Number | Fraction | int


class Comparisons:
    """How many comparisons could have failed, and the smallest and the largest ratio of bound to value."""

    cases: int

    def __init__(self) -> None:
        self.cases = 0
        self._ratios: list[Certified] = []

    def at_most(self, value: Value, bound: Value, what: str, *, most: Value = 1) -> None:
        """value <= bound; counted where the bound is below `most`, which no value exceeds."""
        require(bool(value <= bound), what)
        self.cases += bool(bound < most)
        if value > 0:
            self._ratios.append(certified(bound) / certified(value))

    def require_factor(self, factor: int) -> None:
        """Every bound is within the factor of its value, and one is not within a smaller integer."""
        largest = 1 + max(floor(ratio) for ratio in self._ratios)
        require(largest == factor, f"the smallest integer factor is {largest}, not {factor}")

    def total(self) -> int:
        """The number of cases.

        Raises:
            Vacuous: no comparison could have failed.
        """
        if not self.cases:
            raise Vacuous("every bound is trivial: no comparison of the scope can fail")
        return self.cases
