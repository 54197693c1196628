"""What every part of the evaluator has: the evaluation, through which it asks the other parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .evaluator import Evaluation


class Part:
    """One part of an evaluation."""

    def __init__(self, run: Evaluation) -> None:
        self.run = run
