"""Parallel composition: several mechanisms, each looking at its own part of the data."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import combinations, product
from typing import Any, TypeAlias, TypeVar

from ..adjacency import Adjacency, explicit
from ..arguments import check_function, integer
from ..budgets.sizes import check_product
from ..dp import Dist, Mechanism
from ..errors import InvalidType, InvalidValue
from ..exact import EpsilonLike, ExactLike, Log, Number, eps, integer_text, number
from ..outputs.text import with_type
from ._records import dataset_like, records_of
from .composition import check_mechanisms
from .group import group_privacy
from .guarantee import Guarantee, capped, read_guarantees
from .scope import SYMMETRIC, check_symmetric

X = TypeVar("X", bound=Hashable)
Outputs: TypeAlias = tuple[Hashable, ...]
GuaranteeLike: TypeAlias = Guarantee | tuple[EpsilonLike, ExactLike]


def parallel(*mechanisms: Mechanism[Any, Any], affected: int = 1) -> Mechanism[Outputs, Outputs]:
    """The mechanism (x_1, ..., x_k) -> (M_1(x_1), ..., M_k(x_k)) on tuples of parts.

    The randomness of the M_i is independent.  Two inputs are adjacent when they differ in at least one and at
    most `affected` parts, and each part that differs is adjacent to its counterpart under the adjacency of
    its own mechanism.
    Raises InvalidValue for no mechanism, or an `affected` outside 1, ..., k.
    """
    check_mechanisms(mechanisms)
    parts = _affected(affected, len(mechanisms))
    sizes = [len(m.domain) for m in mechanisms]
    check_product(
        sizes, "inputs", f"parallel composition of {len(mechanisms)} mechanisms", "use fewer, or smaller"
    )
    domain = tuple(product(*(m.domain for m in mechanisms)))
    related = explicit(_moves(mechanisms, domain, parts), symmetric=False)
    return Mechanism(
        lambda x: Dist.product(*(m.distribution(part) for m, part in zip(mechanisms, x, strict=True))),
        domain,
        related,
        name=f"parallel({', '.join(m.name for m in mechanisms)})",
    )


def _moves(
    mechanisms: Sequence[Mechanism[Any, Any]], domain: Iterable[Outputs], affected: int
) -> list[tuple[Outputs, Outputs]]:
    """All ordered pairs in which 1 to `affected` parts move to an adjacent part."""
    steps: list[dict[Hashable, list[Hashable]]] = []
    for m in mechanisms:
        after: dict[Hashable, list[Hashable]] = {}
        for x, y in m.pairs:
            after.setdefault(x, []).append(y)
        steps.append(after)
    found = []
    for x in domain:
        for size in range(1, affected + 1):
            for places in combinations(range(len(x)), size):
                choices = [steps[i].get(x[i], []) if i in places else [x[i]] for i in range(len(x))]
                found += [(x, y) for y in product(*choices)]
    return found


def parallel_on_partition(
    mechanisms: Mapping[Hashable, Mechanism[Any, Any]],
    cell: Callable[[Any], Hashable],
    domain: Iterable[X],
    adjacency: Adjacency,
) -> Mechanism[X, Outputs]:
    """The mechanism x -> (M_c(records of x in cell c) for every cell c).

    `cell(record)` is the cell of a record.  Inputs are data sets (tuples, frozensets, or frozensets of
    (record, count) pairs where `adjacency` has kind="multiset"); the part of a cell holds its records in
    their order.  Outputs are in the order of the mapping.
    Raises InvalidValue for a record whose cell has no mechanism, or a part outside the domain of its
    mechanism.
    """
    if not isinstance(mechanisms, Mapping):
        raise InvalidType(f"mechanisms is {with_type(mechanisms)}; give a table {{cell: mechanism}}")
    check_mechanisms(tuple(mechanisms.values()))
    check_function(cell, "cell", "lambda record: record % 2")

    def run(x: X) -> Dist[Outputs]:
        records = records_of(x, adjacency)
        cells = [cell(r) for r in records]
        for r, c in zip(records, cells, strict=True):
            if c not in mechanisms:
                raise InvalidValue(
                    f"the record {r!r} falls in cell {c!r}, which has no mechanism; add one for it"
                )
        parts = ([r for r, d in zip(records, cells, strict=True) if d == c] for c in mechanisms)
        distributions = (
            m.distribution(dataset_like(part, x, adjacency))
            for m, part in zip(mechanisms.values(), parts, strict=True)
        )
        return Dist.product(*distributions)

    return Mechanism(run, domain, adjacency, name=f"parallel on {len(mechanisms)} cells")


def parallel_composition(guarantees: Iterable[GuaranteeLike], affected: int = 1) -> Guarantee:
    """The guarantee of (eps_i, delta_i)-DP mechanisms on disjoint parts, `affected` of which may differ.

        epsilon = sum of the `affected` largest eps_i,    delta = sum of the `affected` largest delta_i.

    affected=1 is add/remove-one: one record enters or leaves one part, and epsilon = max eps_i.
    affected=2 is a record that moves from one part to another; for replace-one see `parallel_replace_one`.

    Adjacency: `affected` parts move to an adjacent part, each by the adjacency of its own mechanism.
    Hypotheses: the parts do not depend on other records (cells of a fixed partition); fresh randomness in
    each.
    Tight: randomised response on every part (`parallel` attains it).  A delta above 1 is reported as 1.
    Source: McSherry, "Privacy Integrated Queries", SIGMOD 2009, Theorem 4 (stated there for add/remove).
    """
    parts = read_guarantees(guarantees)
    size = _affected(affected, len(parts))
    largest = sorted((g.epsilon for g in parts), reverse=True)[:size]
    leaks = sorted((g.delta for g in parts), reverse=True)[:size]
    return _of_parts(sum(largest, eps(0)), capped(sum(leaks, number(0))), parts)


def parallel_replace_one(
    add_remove: Iterable[GuaranteeLike],
    replace: Iterable[GuaranteeLike] | None = None,
    *,
    symmetric: bool | None = None,
) -> Guarantee:
    """Parallel composition under replace-one, from guarantees of the parts under add/remove-one.

        epsilon = max(eps_i + eps_j for i != j, eps'_i),  delta = max(delta_i + delta_j for i != j, delta'_i)

    where (eps'_i, delta'_i) is what mechanism i satisfies when a record of its own part is replaced
    (`replace`); without it, removing and adding give (2 eps_i, (1 + e^eps_i) delta_i).  The constant is two
    parts, not one: the record may leave one part and enter another.
    symmetric: whether bare numbers hold in both directions, which they have to.

    Hypotheses: as for `parallel_composition`; without `replace`, a part with one record fewer is still in the
    domain of its mechanism.  Tight: two parts that each answer a membership question by randomised response.
    Raises InvalidValue where `replace` has another length than `add_remove`, and where a guarantee of either
    is one-way, or does not say it.
    Source: Li, Lyu, Su and Yang, "Differential Privacy: From Theory to Practice", 2016, for the pure case.
    """
    moved = read_guarantees(add_remove)
    inside = (
        [group_privacy(g.epsilon, g.delta, 2) for g in moved] if replace is None else read_guarantees(replace)
    )
    if len(inside) != len(moved):
        raise InvalidValue(
            f"replace has {len(inside)} guarantees for {len(moved)} parts; give one for every part"
        )
    said = moved if replace is None else [*moved, *inside]
    for g in said:
        both = (
            g.scope.symmetric if g.scope is not None else check_symmetric(symmetric, "parallel_replace_one")
        )
        if not both:
            raise InvalidValue(
                f"the hypothesis {SYMMETRIC!r} fails for {g}: a replaced record leaves and enters"
            )
    across = parallel_composition(moved, min(2, len(moved)))
    epsilon = max(across.epsilon, *(g.epsilon for g in inside))
    return _of_parts(epsilon, max(across.delta, *(g.delta for g in inside)), said)


def _of_parts(epsilon: Log, delta: Number, parts: list[Guarantee]) -> Guarantee:
    """A conclusion that is adaptive if all are, interactive if one is; its relation is that of all parts."""
    adaptive, asked = all(g.adaptive for g in parts), any(g.interactive for g in parts)
    return Guarantee(epsilon, delta, adaptive=adaptive, interactive=asked)


def _affected(affected: int, parts: int) -> int:
    size = integer(affected, "affected", 1)
    if size > parts:
        raise InvalidValue(
            f"affected = {integer_text(size)} is more than the {parts} parts; give at most {parts}"
        )
    return size
