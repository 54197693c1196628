"""Mechanisms of independent parts: the pairs by the multiset of what happens to the parts.

For M(x) = F_1(x) * ... * F_n(x) the joint distribution of (P(o), Q(o)) is the product of those of the parts,
so that a class is a multiset of joint distributions of parts, and the whole matrix is never written down.  A
divergence depends on the likelihood ratios P(o)/Q(o) alone, which multiply: the terms of the product are
merged by their ratio, as in a product of polynomials, and n rounds of one mechanism have few terms.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from itertools import product
from math import prod
from typing import Any, TypeAlias

from ...budgets.progress import track
from ...dp import Dist, Mechanism
from ...dp.privacy_loss import log_ratio, loss_levels, max_loss, max_loss_event
from ...dp.witness import Outcome, Witness
from ...engines.independent import HasFactors
from ...engines.pairs import joint_distribution
from ...exact import Log, Number, number
from .classes import Ranks
from .list_classes import SMALL, ListClasses
from .matrix import Matrix, ranked
from .powers import Totals, by_ratio, product_of

Joint: TypeAlias = dict[tuple[Number, Number], int]
"""How many outcomes have which two probabilities."""

Kinds: TypeAlias = tuple[int, ...]
"""How many parts of a pair have each of the joint distributions."""


MOST_LISTED = 1 << 14
"""Events of more outputs are given by the levels of their privacy loss."""


class Independent:
    """The classes of a mechanism whose source knows its factors."""

    def __init__(self, mechanism: Mechanism[Any, Any], source: HasFactors[Any]) -> None:
        self._mechanism, self._source = mechanism, source

    @cached_property
    def _parts(self) -> tuple[list[Dist[Any]], list[tuple[int, ...]]]:
        """The different distributions of parts, and for every input the numbers of its parts."""
        known: dict[Dist[Any], int] = {}
        rows = [
            tuple(known.setdefault(part, len(known)) for part in self._source.factors(x))
            for x in track(self._mechanism.domain, "inputs")
        ]
        return list(known), rows

    @cached_property
    def _joint(self) -> tuple[list[Joint], list[list[int]]]:
        """The different joint distributions of two parts, and which of them each two parts have that can
        meet.
        """
        distributions, rows = self._parts
        places: list[set[tuple[int, int]]] = [set() for _ in distributions]
        for row in set(rows):
            for place, distribution in enumerate(row):
                places[distribution].add((len(row), place))
        known: dict[frozenset[tuple[tuple[Number, Number], int]], int] = {}
        kinds = [[0] * len(distributions) for _ in distributions]
        for (a, p), (b, q) in product(enumerate(distributions), repeat=2):
            if not places[a].isdisjoint(places[b]):  # outputs at different places may be look-alikes
                kinds[a][b] = known.setdefault(joint_distribution(p, q), len(known))
        return [dict(joint) for joint in known], kinds

    @cached_property
    def _classes(self) -> tuple[dict[Kinds, tuple[int, int]], int]:
        """The first pair of every class, in order, and the number of pairs."""
        joint, kinds = self._joint
        _, rows = self._parts
        base = 1 + max(len(row) for row in rows)
        large = self._mechanism.computation.most_pairs * base > SMALL and base ** len(joint) < 1 << 62
        if large and len({len(row) for row in rows}) == 1 and find_spec("numpy") is not None:
            from .row_pairs import first_pairs

            words, count = first_pairs(self._mechanism, rows, kinds, base)
            return {_digits(word, base, len(joint)): first for word, first in words}, count
        return self._listed(rows, kinds, len(joint)), len(self._mechanism.pairs)

    def _listed(
        self, rows: list[tuple[int, ...]], kinds: list[list[int]], count: int
    ) -> dict[Kinds, tuple[int, int]]:
        """Pair by pair."""
        position = {x: i for i, x in enumerate(self._mechanism.domain)}
        found: dict[Kinds, tuple[int, int]] = {}
        for x, y in track(self._mechanism.pairs, "adjacent pairs"):
            i, j = position[x], position[y]
            number_of = Counter(kinds[a][b] for a, b in zip(rows[i], rows[j], strict=True))
            found.setdefault(tuple(number_of[kind] for kind in range(count)), (i, j))
        return found

    @cached_property
    def _distributions(self) -> list[Totals]:
        """The joint distribution of every class, by likelihood ratios."""
        joint, _ = self._joint
        parts = [by_ratio(each) for each in joint]
        return [product_of(parts, kinds) for kinds in self._classes[0]]

    @cached_property
    def matrix(self) -> Matrix[Any, Any]:
        """What the kernels ask of a matrix: a column is a likelihood ratio, rows are not listed."""
        values = {
            number(0),
            *(x for distribution in self._distributions for masses in distribution.values() for x in masses),
        }
        _, pool, ordered = ranked(sorted(values, key=bool))
        size = max(len(distribution) for distribution in self._distributions)
        return Matrix(self._mechanism.domain, range(size), pool, (), (), ordered, complete=False)

    @cached_property
    def classes(self) -> ListClasses:
        """The classes, by ranks."""
        rank = {p: i for i, p in enumerate(self.matrix.pool)}
        distributions: list[dict[Ranks, int]] = [
            {(rank[p], rank[q]): 1 for p, q in distribution.values()} for distribution in self._distributions
        ]
        return ListClasses.of(self._classes[1], distributions, self.first_pairs)

    @property
    def first_pairs(self) -> list[tuple[int, int]]:
        """The positions of the inputs of the first pair of every class."""
        return list(self._classes[0].values())

    # One pair

    def is_large(self, x: Any, y: Any) -> bool:
        """Whether an output distribution of the pair is too long to be listed for an event."""
        return any(self.size(z) > MOST_LISTED for z in (x, y))

    def size(self, x: Any) -> int:
        """How many outputs the input x has."""
        return prod(map(len, self._source.factors(x)))

    def levels(self, x: Any, y: Any) -> tuple[Dist[Level], Dist[Level]]:
        """The two output distributions with one outcome for all outputs of one privacy loss."""
        kinds = Counter(joint_distribution(p, q) for p, q in self._pairs(x, y))
        totals = product_of([by_ratio(dict(joint)) for joint in kinds], list(kinds.values()))
        named = [(Level(log_ratio(p, q)), p, q) for p, q in totals.values()]
        return Dist._trusted({o: p for o, p, _ in named}), Dist._trusted({o: q for o, _, q in named})

    def most_telling(self, x: Any, y: Any) -> tuple[Any, ...]:
        """The output with the largest loss, the likeliest of several, the first of those: part by part."""
        pairs = self._pairs(x, y)
        known = {pair: max_loss_event(*pair)[0] for pair in set(pairs)}
        best = [known[pair] for pair in pairs]
        infinite = {(p, q) for p, q in known if not q[known[p, q]]}
        if not infinite:
            return (tuple(best),)
        likeliest = [max(p.support, key=p.probability) for p, _ in pairs]
        # one part has a loss that is infinite, the others are as likely as can be
        found = [
            (*likeliest[:i], best[i], *likeliest[i + 1 :]) for i, (p, q) in enumerate(pairs) if not q[best[i]]
        ]
        places = [{o: -i for i, o in enumerate(p.support)} for p, _ in pairs]
        return (
            max(
                found,
                key=lambda outputs: (
                    prod((p[o] for (p, _), o in zip(pairs, outputs, strict=True)), start=number(1)),
                    tuple(place[o] for place, o in zip(places, outputs, strict=True)),
                ),
            ),
        )

    def witness(self, x: Any, y: Any, epsilon: Log, *, violated: bool) -> Witness:
        """The witness for a pure claim that the pair violates, or attains: one output of the largest loss."""
        pairs = self._pairs(x, y)
        if violated:
            (output,) = self.most_telling(x, y)
        else:
            known = {(p, q): loss_levels(p, q)[max_loss(p, q)][0] for p, q in set(pairs)}
            output = tuple(known[pair] for pair in pairs)
        p, q = (
            prod((pair[side][o] for pair, o in zip(pairs, output, strict=True)), start=number(1))
            for side in (0, 1)
        )
        return Witness(self._mechanism.name, (x, y), (Outcome(output, p, q),), epsilon, number(0))

    def _pairs(self, x: Any, y: Any) -> list[tuple[Dist[Any], Dist[Any]]]:
        return list(zip(self._source.factors(x), self._source.factors(y), strict=True))


@dataclass(frozen=True)
class Level:
    """All outputs of one privacy loss, in an event that is too long to be listed."""

    loss: Log

    def __repr__(self) -> str:
        return f"<the outputs of privacy loss {self.loss}>"


def _digits(word: int, base: int, count: int) -> Kinds:
    """The numbers that a word holds."""
    found = []
    for _ in range(count):
        word, digit = divmod(word, base)
        found.append(digit)
    return tuple(found)
