"""A mechanism on a random sample of its data: pairs that dominate it, for every data set.

The distribution of M on a sample is a mixture over the samples S of the other records.  The hockey-stick
divergence is jointly convex, so that the worst single S bounds the mixture; where S has to be empty it is
attained.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

from ..adjacency.datasets import AddRemoveOne, OfDatasets, ReplaceOne
from ..arguments import integer
from ..dp import Dist, Mechanism
from ..errors import InvalidValue
from ..exact import ExactLike, Number
from ..outputs.text import with_type
from .finite_pair import ONE, FinitePair, check_rate
from .pair import DominatingPair
from .round import (
    ADD,
    EITHER,
    REMOVE,
    Inputs,
    Round,
    both_ways,
    check_mechanism,
    distinct,
    is_both_ways,
    one_direction,
    removing,
)
from .upper_envelope import upper_envelope


def poisson(mechanism: Mechanism[Any, Any] | DominatingPair | Round, rate: ExactLike) -> Round:
    """The mechanism on a Poisson sample: every record is kept independently with probability q.

        remove:  ((1 - q) Q + q P, Q)                     P = M(S with r), Q = M(S)
        add:     (Q, (1 - q) Q + q P)
        replace: ((1 - q) B + q P, (1 - q) B + q P')      P' = M(S with r'), B = M(S)

    The bound holds for all data sets whose parts lie in the domain; S = {} is attained by ({r}, {}).  The
    pair of a record that is removed, or a `Round` with the directions remove and add, may be given instead.
    Raises InvalidValue for a rate outside [0, 1], for an adjacency that is neither add_remove_one nor
    replace_one, and for a domain that lacks a part of one of its data sets.
    Source: Zhu, Dong and Wang 2022, section 4; Balle, Barthe and Gaboardi 2018.
    """
    q = check_rate(rate)
    if isinstance(mechanism, Round | DominatingPair):
        return _sampled_round(Round.of(mechanism), q)
    check_mechanism(mechanism)
    adjacency = _closed(mechanism)
    if q == 1:
        return Round.of(mechanism)
    text = f"{mechanism.name}, Poisson-sampled at rate {q}"
    if isinstance(adjacency, ReplaceOne):
        triples = sorted(_triples(mechanism, adjacency), key=lambda triple: size(triple[2], adjacency))
        pairs = distinct(((x, y), _replaced(mechanism, x, y, z, q)) for x, y, z in triples)
        bounds = frozenset(pair for pair in pairs if size(pair[0], adjacency) > 1)
        return Round(text, {one_direction(adjacency): pairs}, bounds)
    known = sorted(removing(mechanism).items(), key=lambda item: size(item[0][1], adjacency))
    sampled = distinct((pair, each.sampled(q)) for pair, each in known)
    bounds = frozenset(pair for pair in sampled if size(pair[1], adjacency))
    return (
        both_ways(text, sampled, bounds)
        if is_both_ways(adjacency)
        else Round(text, {REMOVE: sampled}, bounds)
    )


def without_replacement(mechanism: Mechanism[Any, Any], n: int) -> Round:
    """The mechanism on a uniform subset of m of n records, under replacing one; m is its own data size.

        the upper envelope of  ((1 - q) Q + q P, Q)  and  (Q, (1 - q) Q + q P),      q = m/n,

    over all adjacent pairs (P, Q) of the mechanism: a bound for all data sets of n records whose samples lie
    in the domain, attained by `theorems.witnesses.presence`.
    Hypotheses: M is under replace_one, all its data sets have one size m, it does not depend on their order.
    Raises InvalidValue where one of them fails or n < m, InvalidType for an n that is no int.
    Source: Balle, Barthe and Gaboardi 2018, Theorem 9; Dong, Roth and Su 2022, section 4 (C_p(f)).
    """
    check_mechanism(mechanism)
    adjacency = mechanism.adjacency
    if not isinstance(adjacency, ReplaceOne) or not adjacency.symmetric:
        raise InvalidValue(
            f"{adjacency!r} is not replace-one; sampling a fixed number of records is bounded under "
            "adjacency.replace_one() only"
        )
    m = _one_size(mechanism, adjacency)
    if integer(n, "n") < m:
        raise InvalidValue(
            f"n = {n} and m = {m} violate the condition m <= n of sampling without replacement"
        )
    _check_order(mechanism, adjacency)
    if n == m:
        return Round.of(mechanism)
    found: dict[Inputs, FinitePair] = {}
    for (x, y), each in Round.of(mechanism).pairs[EITHER].items():
        sampled = each.sampled(ONE * m / n)
        found[x, y] = upper_envelope({(x, y): sampled, (y, x): sampled.reversed()}).finite
    return Round(f"{mechanism.name} on {m} of {n} records", {EITHER: found}, frozenset(found))


def size(x: object, adjacency: OfDatasets) -> int:
    """The number of records of a data set, or of its form."""
    form = adjacency.form(x)
    if adjacency.kind == "multiset" and isinstance(form, frozenset):
        return sum(count for _, count in form)
    return len(form) if isinstance(form, tuple | frozenset) else 0


def _sampled_round(given: Round, q: Number) -> Round:
    """Known pairs with and without a record, sampled."""
    if set(given.pairs) != {REMOVE, ADD}:
        raise InvalidValue(
            f"{given} has the directions {', '.join(given.pairs)}; give a mechanism, or the pair with and "
            "without a record"
        )
    sampled = {inputs: each.sampled(q) for inputs, each in given.pairs[REMOVE].items()}
    return both_ways(f"{given}, Poisson-sampled at rate {q}", sampled, given.bounds)


def _triples(
    mechanism: Mechanism[Any, Any], adjacency: ReplaceOne
) -> Iterator[tuple[Hashable, Hashable, Hashable]]:
    """(x, x', z) where z is what both have in common without the replaced record."""
    known = adjacency.by_form(mechanism.domain)
    for x, y in mechanism.pairs:
        for key in set(adjacency.keys(x)) & set(adjacency.keys(y)):
            # a sequence keeps the place of the record beside the rest
            rest = key[1] if adjacency.kind == "sequence" and isinstance(key, tuple) else key
            yield x, y, known[rest]


def _replaced(mechanism: Mechanism[Any, Any], x: object, y: object, z: object, q: Number) -> FinitePair:
    """((1 - q) B + q P, (1 - q) B + q P')."""
    b, p, other = (mechanism.distribution(each) for each in (z, x, y))
    return FinitePair.of(*(Dist.mixture([(ONE - q, b), (q, distribution)]) for distribution in (p, other)))


def _closed(mechanism: Mechanism[Any, Any]) -> AddRemoveOne | ReplaceOne:
    """The adjacency, once the domain is known to hold every data set without any of its records."""
    adjacency = mechanism.adjacency
    if not isinstance(adjacency, AddRemoveOne | ReplaceOne):
        raise InvalidValue(
            f"{adjacency!r} is neither add_remove_one nor replace_one, so it does not say what a sample is; "
            "use one of them, or the pair with and without a record"
        )
    known = {adjacency.form(x) for x in mechanism.domain}
    for x in mechanism.domain:
        for rest in adjacency.removals(x):
            if rest not in known:
                raise InvalidValue(
                    f"the domain holds {with_type(x)} but not its part {with_type(rest)}, which may be the "
                    f"sample; "
                    "add every part of every data set to the domain"
                )
    return adjacency


def _one_size(mechanism: Mechanism[Any, Any], adjacency: ReplaceOne) -> int:
    """The number of records of all data sets."""
    sizes = sorted({size(x, adjacency) for x in mechanism.domain})
    if len(sizes) > 1:
        raise InvalidValue(
            f"the domain holds data sets of {', '.join(map(str, sizes))} records, but a sample without "
            "replacement has one size; keep the data sets of that size"
        )
    return sizes[0]


def _check_order(mechanism: Mechanism[Any, Any], adjacency: ReplaceOne) -> None:
    """Refuse a mechanism that tells sequences of the same records apart."""
    if adjacency.kind != "sequence":
        return
    first: dict[object, object] = {}
    multisets = ReplaceOne("multiset")
    for x in mechanism.domain:
        other = first.setdefault(multisets.form(tuple(adjacency.form(x))), x)  # type: ignore[arg-type]
        if mechanism.distribution(x) != mechanism.distribution(other):
            raise InvalidValue(
                f"{mechanism.name} tells {with_type(x)} and {with_type(other)} apart, which hold the same "
                f"records; "
                "without replacement the bound needs a mechanism that does not depend on their order"
            )
