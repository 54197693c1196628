"""What a program's output distribution is.

A program is a function that is given a way to draw: it calls `draw(P)` with a distribution P and is answered
with an outcome of P.  A path is a run of the program together with the answers that it got, and

    P(o) = sum, over all paths that return o, of the product of the probabilities of the answers on the path.

`distribution` below is this sentence, plainly and slowly: all paths are run, each from the beginning.  Every
reader of programs (`assay.programs`) is believed because it gives the same distributions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

from ..exact import Number
from ..outputs.alphabet import Tally
from .dist import Dist
from .weights import ONE

T = TypeVar("T")

Draw: TypeAlias = Callable[[Dist[Any]], Any]


def distribution(program: Callable[[Draw], T]) -> Dist[T]:
    """The output distribution of a program, all of whose paths end.

    It does not return for a program with an infinite path, and raises whatever the program raises.
    """
    tally: Tally[T] = Tally("output")
    open_paths: list[tuple[Any, ...]] = [()]
    while open_paths:
        answers = open_paths.pop()
        path = _Path(answers)
        output = program(path.draw)
        for step in range(len(answers), len(path.asked)):  # the answers that this run passed by
            others = path.asked[step].support[1:]
            open_paths += [(*path.answers[:step], other) for other in others]
        tally.add(output, path.probability())
    return Dist._tallied(tally)


class _Path:
    """The answers of one run: the given ones first, then the first outcome of whatever is asked."""

    def __init__(self, given: tuple[Any, ...]) -> None:
        self.given = given
        self.asked: list[Dist[Any]] = []
        self.answers: list[Any] = []

    def draw(self, dist: Dist[T]) -> T:
        """The answer to the next draw."""
        step = len(self.asked)
        answer: T = self.given[step] if step < len(self.given) else dist.support[0]
        self.asked.append(dist)
        self.answers.append(answer)
        return answer

    def probability(self) -> Number:
        """The product of the probabilities of the answers."""
        product = ONE
        for dist, answer in zip(self.asked, self.answers, strict=True):
            product = product * dist[answer]
        return product
