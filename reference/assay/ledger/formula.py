"""`Formula`: a formula of a statement, which the check of the part evaluates at its points."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Literal

from flint import arb

from ..exact import Certified, Log, Number, number
from ..exact.parsing import parse
from ..prove import Theorem
from ..prove.balls import evaluate
from ..prove.claims import statement
from ..prove.work import limited
from .region import holds, put

Value = Number | Log | Fraction | int


class Formula:
    """A comparison, or an expression, in the grammar of claims; evaluating it is remembered."""

    def __init__(self, text: str, used: Callable[[], None]) -> None:
        self._text, self._used = text, used

    def __str__(self) -> str:
        """The text, where it goes into a claim that is proved."""
        self._used()
        return self._text

    def number(self, **point: Value | str) -> Number:
        """The exact value of an expression."""
        return number(put(str(self), point))

    def log(self, **point: Value | str) -> Log:
        """The exact value of an expression that is a logarithm, such as an epsilon."""
        return parse(put(str(self), point), "formula").log()

    def certified(self, **point: Value | str) -> Certified:
        """The value of any expression, by enclosures."""
        text = put(str(self), point)
        expression = statement(f"{text} = 0").conclusion.left

        def ball(bits: int) -> arb:
            with limited():
                return evaluate(expression, {})

        return Certified(ball, text)

    def holds(self, **point: Value | str) -> bool:
        """Whether a comparison, or several joined by `and` and `or`, is true."""
        return holds(str(self), point)

    def equals(self, value: object, **point: Value | str) -> bool:
        """Whether an expression, which may be a finite sum, has this value."""
        return holds(f"({self}) = value", {**point, "value": value})


def of_theorem(theorem: Theorem, side: Literal["left", "right", "given", "where"]) -> Formula:
    """A side of what a certificate proves, to be evaluated, or of its last condition: "given" <= "where"."""
    stated = theorem.statement
    relation = stated.context.conditions[-1] if side in ("given", "where") else stated.conclusion
    return Formula(str(relation.left if side in ("left", "given") else relation.right), lambda: None)
