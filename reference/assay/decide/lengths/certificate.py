"""`AlignmentCertificate`: shifts that prove a program private for every length, as data to be re-checked.

    {"kind": "alignment", "multiple": c, "answers": "real", "neighbours": TEXT, "cases": [STEPS, ...],
     "automaton": ..., "proofs": [{"merged", "depth", "graphs": [VALUES, ...]}, ...]}       one for each case

The graphs of a proof are those of `graphs` and `unfolding`, in their order; VALUES are the ends of boxes,
["low" or "high", node, stored value, q], and shifts, ["shift", group, draw, vertex, q], nodes and groups by
their number in the graph.  Where a whole number c stands in the program as a symbol, the automaton lists the
invariants of its counters and budgets, and VALUES what nodes are worth, ["worth", node, symbol, q].  All that
is not listed is 0.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import cast

from ...errors import InvalidValue
from .automaton import Automaton
from .expressions import rational
from .graphs import Graph, Node, graph_of
from .neighbours import Case, Neighbours, check_gaps
from .obligations import Obligations, Unknown
from .potentials import fulfilled, priced
from .unfolding import unfold
from .vertices import Unmergeable, Vertex, vertices
from .well_formed import check_well_formed

Values = tuple[tuple[Unknown, Fraction], ...]


@dataclass(frozen=True, slots=True)
class Proof:
    """How the graphs of a case are made, and the values for each."""

    merged: bool
    depth: int
    graphs: tuple[Values, ...]


@dataclass(frozen=True)
class AlignmentCertificate:
    """That a program is (multiple * EPS)-private for neighbouring streams of every length."""

    automaton: Automaton
    neighbours: Neighbours
    multiple: Fraction
    proofs: tuple[Proof, ...]

    @property
    def discrete(self) -> bool:
        """Whether the answers are integers: some noise is."""
        return is_discrete(self.automaton)

    def __str__(self) -> str:
        kind = "integer" if self.discrete else "real"
        return (
            f"{self.automaton.name} is {self.constant} for every length, all {kind} answers and public "
            f"parameters, and all eps > 0, where {self.neighbours.text}"
        )

    @property
    def constant(self) -> str:
        """What is proved, with the whole number that may be any."""
        if not self.automaton.count:
            return f"c*eps-private with c = {self.multiple}"
        return f"{self.multiple}*eps-private for every whole number {self.automaton.count} >= 1,"

    def check_spelling(self, data: Mapping[str, object]) -> None:
        """Raise InvalidValue unless the JSON values are those of this certificate, to the letter."""
        if json.dumps(self.to_json(), sort_keys=True) != json.dumps(data, sort_keys=True):
            raise InvalidValue("the certificate is not confirmed: it is not as certificates are written")

    def check(self) -> int:
        """The number of inequalities confirmed, exactly.  Raises InvalidValue for the first that fails."""
        check_well_formed(self.automaton)
        if self.automaton.nested:
            check_gaps(self.neighbours)
        if len(self.proofs) != len(self.neighbours.cases) or not self.proofs:
            raise InvalidValue("the certificate is not confirmed: a case of the relation has no proof")
        return sum(map(self._check_case, self.neighbours.cases, self.proofs))

    def _check_case(self, case: Case, proof: Proof) -> int:
        found = unfold(graph_of(self.automaton, case, merged=proof.merged), proof.depth)
        graphs = list(islice(found, len(proof.graphs) + 1))
        if len(graphs) != len(proof.graphs) or not graphs:
            raise InvalidValue(f"the certificate is not confirmed: {len(proof.graphs)} graphs are not all")
        return sum(map(self._check_graph, graphs, proof.graphs))

    def _check_graph(self, graph: Graph, values: Values) -> int:
        all_of = Obligations(graph, self.discrete)
        try:
            rows = list(all_of.rows())
        except Unmergeable:
            raise InvalidValue(
                "the certificate is not confirmed: leaves of a group are not compared"
            ) from None
        given = dict(values)
        if any(whole and given.get(shift, Fraction(0)).denominator != 1 for shift, whole in all_of.shifts()):
            raise InvalidValue("the certificate is not confirmed: a shift of integer noise is no integer")
        found = priced(all_of, given)
        if found is None or not fulfilled(rows, found):
            raise InvalidValue("the certificate is not confirmed: an inequality does not hold")
        if found.get(("potential", graph.start), Fraction(0)) > self.multiple:
            raise InvalidValue(f"the certificate is not confirmed: the shifts cost more than {self.multiple}")
        return len(rows)

    @cached_property
    def _json(self) -> dict[str, object]:
        cases = zip(self.neighbours.cases, self.proofs, strict=True)
        return {
            "kind": "alignment",
            "multiple": str(self.multiple),
            "answers": "integer" if self.discrete else "real",
            "neighbours": self.neighbours.text,
            "cases": [
                [[a, str(low), str(high), b] for a, low, high, b in case.steps]
                for case in self.neighbours.cases
            ],
            "automaton": self.automaton.to_json(),
            "proofs": [self._proof_json(case, proof) for case, proof in cases],
        }

    def to_json(self) -> dict[str, object]:
        """The certificate as JSON values."""
        return self._json

    def _proof_json(self, case: Case, proof: Proof) -> dict[str, object]:
        graphs = unfold(graph_of(self.automaton, case, merged=proof.merged), proof.depth)
        listed = [_Names(g, self.discrete).listed(v) for g, v in zip(graphs, proof.graphs, strict=True)]
        return {"merged": proof.merged, "depth": proof.depth, "graphs": listed}


def certificate_from_json(data: Mapping[str, object]) -> AlignmentCertificate:
    """What `to_json` made.  Raises InvalidValue for anything that is not of that form, to the letter."""
    try:
        found = _from_json(data)
        found.check_spelling(data)
        return found
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError) as error:
        raise InvalidValue(f"the certificate is not confirmed: it is malformed ({error!r})") from None


def _from_json(data: Mapping[str, object]) -> AlignmentCertificate:
    if data["kind"] != "alignment":
        raise InvalidValue(f"kind is {data['kind']!r}, not 'alignment'")
    automaton = Automaton.from_json(cast("dict[str, object]", data["automaton"]))
    check_well_formed(automaton)
    steps = cast("list[list[list[object]]]", data["cases"])
    cases = tuple(
        Case(
            tuple((cast("int", a), rational(low), rational(high), cast("int", b)) for a, low, high, b in each)
        )
        for each in steps
    )
    proofs = [
        _proof(automaton, case, proof)
        for case, proof in zip(cases, cast("list[dict[str, object]]", data["proofs"]), strict=True)
    ]
    neighbours = Neighbours(str(data["neighbours"]), cases)
    return AlignmentCertificate(automaton, neighbours, rational(data["multiple"]), tuple(proofs))


def _proof(automaton: Automaton, case: Case, data: dict[str, object]) -> Proof:
    merged, depth = data["merged"] is True, cast("int", data["depth"])
    if type(depth) is not int or not 0 <= depth <= DEEPEST:
        raise InvalidValue(f"depth is {depth!r}")
    graphs = unfold(graph_of(automaton, case, merged=merged), depth)
    listed = cast("list[list[list[object]]]", data["graphs"])
    discrete = is_discrete(automaton)
    return Proof(
        merged, depth, tuple(_Names(g, discrete).read(v) for g, v in zip(graphs, listed, strict=True))
    )


DEEPEST = 64


def is_discrete(automaton: Automaton) -> bool:
    """Whether some noise is on the integers, and so the answers are."""
    return any(n.discrete for place in automaton.locations for leaf in place.leaves for n in leaf.draws)


class _Names:
    """Nodes and vertices of a graph by number."""

    def __init__(self, graph: Graph, discrete: bool) -> None:
        nodes = dict.fromkeys(node for group in graph.groups for node in (group.source, group.target))
        self.nodes: list[Node] = list(nodes)
        self.vertices: list[list[Vertex]] = [vertices(g.differences, discrete=discrete) for g in graph.groups]
        self.number = {node: i for i, node in enumerate(self.nodes)}

    def listed(self, values: Values) -> list[list[object]]:
        """As JSON values."""
        found: list[list[object]] = []
        for unknown, value in values:
            if unknown[0] == "shift":
                _, group, draw, vertex = cast("tuple[str, int, int, Vertex]", unknown)
                found.append(["shift", group, draw, self.vertices[group].index(vertex), str(value)])
            elif unknown[0] == "worth":
                _, node, symbol = cast("tuple[str, Node, str]", unknown)
                found.append(["worth", self.number[node], symbol, str(value)])
            else:
                end, (node, variable) = cast("tuple[str, tuple[Node, str]]", unknown)
                found.append([end, self.number[node], variable, str(value)])
        return found

    def read(self, data: list[list[object]]) -> Values:
        """From JSON values."""
        found: dict[Unknown, Fraction] = {}
        for entry in data:
            value = rational(entry[-1])
            if entry[0] == "shift":
                _, group, draw, vertex, _ = cast("tuple[str, int, int, int, str]", entry)
                unknown: Unknown = ("shift", group, draw, self.vertices[group][vertex])
            else:
                end, place, variable, _ = cast("tuple[str, int, str, str]", entry)
                if end not in ("low", "high", "worth"):
                    raise InvalidValue(f"{end!r} is no end of a box")
                node = self.nodes[place]
                unknown = (end, node, variable) if end == "worth" else (end, (node, variable))
            if unknown in found:
                raise InvalidValue(f"{entry} is listed twice")
            found[unknown] = value
        return tuple(found.items())
