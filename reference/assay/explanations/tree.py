"""The draws of a program as a tree that says what leads to an event.

A path is followed as far as it matters: where every outcome of a draw leads to the same, the draw is left
out, and outcomes that lead to the same are one branch.  The probability of the event is

    P(S) = sum over branches of P(branch) P(S after the branch),   with 1 at an end in S and 0 at one outside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from ..dp import Dist
from ..dp.weights import ONE, ZERO
from ..exact import Number
from ..outputs.json_values import exact_json
from ..outputs.text import spelled
from ..programs.paths import Line, Path
from ..programs.sources.branchings import Left, in_order


@dataclass(frozen=True)
class End:
    """From here on the output lies in the event, or outside of it, whatever is drawn."""

    inside: bool

    @property
    def probability(self) -> Number:
        """1 inside, 0 outside."""
        return ONE if self.inside else ZERO

    def to_json(self) -> dict[str, object]:
        """JSON values."""
        return {"inside": self.inside}


@dataclass(frozen=True)
class Branch:
    """Outcomes of a draw that lead to the same, with their probability."""

    outcomes: tuple[Any, ...]
    probability: Number
    then: Tree


@dataclass(frozen=True)
class Choice:
    """A draw whose outcome matters; line: where it is in the file, None for an output distribution."""

    line: Line | None
    branches: tuple[Branch, ...]

    @property
    def probability(self) -> Number:
        """The probability of the event from here on."""
        return sum((each.probability * each.then.probability for each in self.branches), ZERO)

    def to_json(self) -> dict[str, object]:
        """JSON values: the line, and the branches with their outcomes."""
        branches = [
            {
                "outcomes": [spelled(outcome) for outcome in each.outcomes],
                "probability": exact_json(each.probability),
                "then": each.then.to_json(),
            }
            for each in self.branches
        ]
        line = None if self.line is None else {"number": self.line.number, "text": self.line.text}
        return {"line": line, "branches": branches}


Tree: TypeAlias = "End | Choice"


def of_paths(paths: Iterable[Path], inside: Callable[[Any], bool]) -> Tree:
    """The tree of all paths of a program on one input; inside: whether an output lies in the event."""
    return _tree(list(paths), 0, inside)


def of_distribution(dist: Dist[Any], inside: Callable[[Any], bool]) -> Tree:
    """The tree of a distribution that is known as it is: one choice, among its outputs."""
    return _choice(None, dist, {output: End(inside(output)) for output in dist})


def _tree(paths: list[Path], depth: int, inside: Callable[[Any], bool]) -> Tree:
    """The tree of paths that agree in their first draws."""
    first = paths[0]
    if len(first.steps) == depth:
        return End(inside(first.output))
    step = first.steps[depth]
    after: dict[Any, list[Path]] = {}
    for path in paths:
        after.setdefault(path.steps[depth].outcome, []).append(path)
    return _choice(step.line, step.dist, {o: _tree(group, depth + 1, inside) for o, group in after.items()})


def _choice(line: Line | None, dist: Dist[Any], after: dict[Any, Tree]) -> Tree:
    """A choice with equal branches joined; what follows, where all of them are equal."""
    joined: dict[Tree, tuple[list[Any], Number]] = {}
    for outcome in dist:
        for outcomes, probability, then in _refined(line, outcome, dist[outcome], after[outcome]):
            before, mass = joined.get(then, ([], ZERO))
            joined[then] = [*before, *outcomes], mass + probability
    if len(joined) == 1:
        return next(iter(joined))
    return Choice(
        line, tuple(Branch(in_order(outcomes), mass, then) for then, (outcomes, mass) in joined.items())
    )


def _refined(
    line: Line | None, outcome: Any, probability: Number, then: Tree
) -> Iterator[tuple[tuple[Any, ...], Number, Tree]]:
    """A branch, or its finer branches where the same line looks at the same uniform draw once more."""
    first = then.branches[0].outcomes[0] if isinstance(then, Choice) and then.line == line else None
    if isinstance(then, Choice) and isinstance(first, Left) and first.draw == outcome.draw:
        for each in then.branches:
            yield each.outcomes, probability * each.probability, each.then
    else:
        yield (outcome,), probability, then
