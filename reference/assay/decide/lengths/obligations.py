"""What an alignment has to fulfil: inequalities that are linear in shifts, boxes and costs.

For a group of leaves and a vertex D of the differences of its answers, the draw z_i of the first run is
answered by z_i + s_i in the second, where s_i depends on the group and on D alone.  With stored values that
differ by d_v, low_v <= d_v <= high_v, a sum e = sum a_v v + sum b_j q_j + sum c_i z_i differs by

    e' - e = sum a_v d_v + sum b_j D_j + sum c_i s_i .

* A comparison e > 0 (or >= 0) that the second run has to decide alike: e' - e >= 0 for all d in the boxes.
* A noisy value that is written: e' - e = 0.  A draw in it is shifted by just what makes it so, whatever the
  differences in the boxes are; for a draw on the integers only where all of these are integers: all noise is,
  and what is stored.
* A stored value of the next location: its difference lies in its box there.  Where the runs may take
  different leaves of a group, e' - e also holds values; a comparison of one of the leaves bounds it.
* The cost: potential(source) >= sum rate_i |s_i| + potential(target), and potential >= 0.
* One-sided noise: s_i >= 0.  Noise on the integers: s_i is an integer, and D every integer of its interval.

So the second run writes what the first one does, for every value of the draws.  Along a sequence of groups
the shifts are constants, so that a set of draws is moved as a whole; its probability is at most e^cost times
that of the set that it is moved to.  The potential of the start is therefore an epsilon (as a multiple of
EPS), for streams of any length.
A shift that is determined by what is written depends on differences in the boxes, and through them perhaps on
earlier draws; such a move is triangular, so that it keeps volumes and takes no two points to one.

Between vertices shifts are the same combinations of those at the vertices as D is: all of this is linear in
them and in D, but for the cost, which is convex.

Sources: Zhang and Kifer, "LightDP", POPL 2017 (alignments of draws); Chadha, Sistla and Viswanathan, "On
linear time decidability of differential privacy for programs with unbounded inputs", LICS 2021.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from .automaton import Noise
from .expressions import ANSWER, DRAW, Affine, is_stored
from .graphs import END, Graph, Group
from .stored_values import Boxes, bounding, boxes_of, is_whole, stores_whole
from .vertices import Vertex, vertices

Unknown = tuple[object, ...]
"""("low", box), ("high", box), ("shift", group, draw, vertex), ("cost", ...), ("potential", node)."""

Row = tuple[dict[Unknown, Fraction], Fraction]
"""sum c u >= bound."""


@dataclass
class Obligations:
    """All rows of a graph; groups are named by their number in it."""

    graph: Graph
    discrete: bool

    def __post_init__(self) -> None:
        self.boxes: Boxes = boxes_of(self.graph)
        self.whole: bool = all(map(stores_whole, self.graph.groups))
        draws = (n for group in self.graph.groups for n in group.leaves[0].draws)
        self.counted: bool = any(g.known for g in self.graph.groups) or any(n.share for n in draws)

    def rows(self) -> Iterator[Row]:
        """Every inequality but the integrality of shifts, and what is paid for draws where c is a symbol.

        Raises Unmergeable.
        """
        for i, vertex in self.steps():
            at = _At(self, i, self.graph.groups[i], vertex)
            yield from at.decided_alike()
            yield from at.written_alike()
            yield from at.stored()
            yield from at.costs()
        if self.counted:
            return
        for i, vertex in self.steps():
            yield _At(self, i, self.graph.groups[i], vertex).paid()
        for node in dict.fromkeys(group.source for group in self.graph.groups):
            yield {("potential", node): Fraction(1)}, Fraction(0)

    def steps(self) -> Iterator[tuple[int, Vertex]]:
        """Every group at every vertex, in the order in which the rows say what it costs."""
        for i, group in enumerate(self.graph.groups):
            for vertex in vertices(group.differences, discrete=self.discrete):
                yield i, vertex

    def shifts(self) -> Iterator[tuple[Unknown, bool]]:
        """Every shift, and whether it is an integer."""
        for i, vertex in self.steps():
            at = _At(self, i, self.graph.groups[i], vertex)
            for j, noise in enumerate(self.graph.groups[i].leaves[0].draws):
                if f"{DRAW}{j}" not in at.determined:
                    yield ("shift", i, j, vertex), noise.discrete

    def price(self, noise: Noise) -> Fraction:
        """What a shift by 1 costs; where c is a symbol, costs are shifts; `potentials` knows the prices."""
        return Fraction(1) if self.counted else noise.rate

    def cost(self, i: int, vertex: Vertex, values: Mapping[Unknown, Fraction]) -> dict[Unknown, Fraction]:
        """What the draws of a step cost with these shifts and boxes."""
        at = _At(self, i, self.graph.groups[i], vertex)
        found: dict[Unknown, Fraction] = {}
        for j, noise in enumerate(at.group.leaves[0].draws):
            most = Fraction(0)
            for sign in (1, -1):
                terms, bound = at.least(at.shift_of(j).times(Fraction(-sign)))
                most = max(most, bound - sum(c * values.get(u, Fraction(0)) for u, c in terms.items()))
            found["cost", i, j, vertex] = self.price(noise) * most
        return found


@dataclass
class _At:
    """The rows of one group at one vertex."""

    all: Obligations
    number: int
    group: Group
    vertex: Vertex

    def __post_init__(self) -> None:
        self.determined: dict[str, Affine] = {}
        if len(self.group.leaves) == 1:
            for written in self.group.leaves[0].outputs:
                if isinstance(written, Affine):
                    self.determine(written.with_values(self.determined))

    def determine(self, written: Affine) -> None:
        """Shift one draw of what is written by what keeps it the same, if it has one that may be."""
        draws = self.group.leaves[0].draws
        for symbol in sorted(written.symbols(DRAW), key=_index, reverse=True):
            c = written.coefficient(symbol)
            rest = written.plus(Affine(((symbol, -c),))).times(-1 / c)
            if not draws[_index(symbol)].discrete or (self.all.whole and is_whole(rest)):
                one = {symbol: rest}
                self.determined = {s: v.with_values(one) for s, v in self.determined.items()} | one
                return

    def shift_of(self, draw: int) -> Affine:
        """A sum that differs between the runs by the shift of a draw."""
        return Affine.symbol(f"{DRAW}{draw}").with_values(self.determined)

    def least(self, value: Affine) -> Row:
        """That the least e' - e over the boxes of the source is >= 0."""
        value = value.with_values(self.determined)
        terms: dict[Unknown, Fraction] = {}
        constant = Fraction(0)
        for symbol, factor in value.terms:
            if is_stored(symbol):
                end = "low" if factor > 0 else "high"
                _add(terms, (end, self.all.boxes.of(self.group.source, symbol)), factor)
            elif symbol.startswith(DRAW):
                _add(terms, ("shift", self.number, _index(symbol), self.vertex), factor)
            elif symbol.startswith(ANSWER):
                constant += factor * self.vertex[int(symbol.removeprefix(ANSWER))]
        return terms, -constant

    def decided_alike(self) -> Iterator[Row]:
        """Every common comparison comes out alike."""
        for decision in self.group.common:
            holds = decision.holds()
            if holds is not None:
                yield self.least(holds)

    def written_alike(self) -> Iterator[Row]:
        """Every noisy value that is written is the same."""
        for leaf in self.group.leaves:
            for written in leaf.outputs:
                if isinstance(written, Affine):
                    yield self.least(written)
                    yield self.least(written.times(Fraction(-1)))

    def stored(self) -> Iterator[Row]:
        """Every stored value of the target lies in its box, whichever leaf of the group each run takes."""
        if self.group.target == END:
            return
        for first, second in product(self.group.leaves, repeat=2):
            for (variable, a), (_, b) in zip(first.stores, second.stores, strict=True):
                box = self.all.boxes.of(self.group.target, variable)
                if a == b and _copies(a, box, self):
                    continue
                for sign, end in ((1, "high"), (-1, "low")):
                    moved = bounding(first, second, a, b, Fraction(sign))
                    terms, bound = self.least(moved)
                    _add(terms, (end, box), Fraction(sign))
                    yield terms, bound

    def costs(self) -> Iterator[Row]:
        """Every cost is at least rate |shift|; one-sided noise is shifted upwards."""
        for j, noise in enumerate(self.group.leaves[0].draws):
            shift = self.shift_of(j)
            for sign in (-1, 1):
                terms, bound = self.least(shift.times(self.all.price(noise) * sign))
                _add(terms, ("cost", self.number, j, self.vertex), Fraction(1))
                yield terms, bound
            if not noise.two_sided:
                yield self.least(shift)

    def paid(self) -> Row:
        """The potential of the source pays for this step and what comes after it."""
        pays: dict[Unknown, Fraction] = {}
        _add(pays, ("potential", self.group.source), Fraction(1))
        if self.group.target != END:
            _add(pays, ("potential", self.group.target), Fraction(-1))
        for j in range(len(self.group.leaves[0].draws)):
            _add(pays, ("cost", self.number, j, self.vertex), Fraction(-1))
        return pays, Fraction(0)


def _index(symbol: str) -> int:
    return int(symbol.removeprefix(DRAW))


def _add(terms: dict[Unknown, Fraction], unknown: Unknown, factor: Fraction) -> None:
    terms[unknown] = terms.get(unknown, Fraction(0)) + factor


def _copies(value: Affine, box: object, at: _At) -> bool:
    """Whether a value is copied from a place with the same box."""
    return (
        len(value.terms) == 1
        and not value.offset
        and all(
            c == 1 and is_stored(s) and at.all.boxes.of(at.group.source, s) == box for s, c in value.terms
        )
    )
