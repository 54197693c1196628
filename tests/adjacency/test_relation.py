"""Two inputs that a relation reads as one are refused by it, and `pairs`, `related` and the kernels agree."""

from __future__ import annotations

from itertools import combinations
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import Dist, Mechanism, adjacency
from assay import adjacency as relations
from assay.adjacency import relation as base
from assay.errors import AssayError, InvalidType, InvalidValue
from assay.fast.kernels.row_pairs import blocks
from assay.outputs.alphabet import same_output

VECTORS = [0, (0,), 1, (1,), 2, (2,), -1, (), (0, 0), (0, 1), 10**40]
SEQUENCES = ["", (), b"", "ab", ("a", "b"), b"ab", (97, 98), "a", ("a",), ("ab",), "b", (0,), (0, 0), ((0,),)]
MULTISETS = [(), frozenset(), ("a", "b"), ("b", "a"), frozenset([("a", 1), ("b", 1)]), ("a",), ("a", "a")]
COUNTS = [frozenset([("a", 2)]), frozenset([("a", 1)]), (0,), ((0,),), frozenset([((0,), 1)])]
SETS = [frozenset(), frozenset("a"), frozenset("ab"), frozenset([("a",)]), frozenset([0]), frozenset([(0,)])]
LOOKALIKES = [True, False, 1.0, (True,), (1.0,), frozenset([True]), frozenset([1]), (1, True), (True, 1)]
INPUTS = [*VECTORS, *SEQUENCES, *MULTISETS, *COUNTS, *SETS, *LOOKALIKES]

RELATIONS = [
    adjacency.all_pairs(),
    adjacency.explicit([(0, 1), (1, "ab"), ("ab", ("a", "b")), ((0,), 0)]),
    *(make(k) for make in (adjacency.l1, adjacency.linf, adjacency.hamming) for k in (1, 2, 10**30)),
    *(
        make(kind, symmetric=symmetric)
        for make in (adjacency.replace_one, adjacency.add_remove_one)
        for kind in ("multiset", "set", "sequence")
        for symmetric in (True, False)
    ),
]
THROUGH = [
    *(relation.power(2) for relation in RELATIONS),
    *(relation.compose(relation) for relation in RELATIONS),
]


def of_one_shape(shapes):
    """Domains of a few inputs, most of one shape, so that many are accepted."""
    few = st.one_of([st.lists(st.sampled_from(shape), min_size=2, max_size=6) for shape in shapes])
    return few.filter(lambda domain: len({(type(x), repr(x)) for x in domain}) == len(domain))


domains = of_one_shape(
    [INPUTS, VECTORS[:7], SEQUENCES, MULTISETS + COUNTS, SETS, [0, 1, "ab", ("a", "b"), (0,)]]
)


def outcome_of(question, *arguments):
    """The answer, or the type of the refusal."""
    try:
        return question(*arguments)
    except (InvalidType, InvalidValue) as error:
        return "none" if "relates no two" in str(error) else type(error)


@pytest.mark.parametrize("relation", RELATIONS, ids=repr)
@given(domain=domains)
def test_pairs_are_those_that_are_related_or_some_two_are_refused(relation, domain):
    one_by_one = [(x, y, outcome_of(relation.related, x, y)) for x, y in combinations(domain, 2)]
    listed = outcome_of(relation.pairs, domain)
    if isinstance(relation, relations.Explicit) and not {x for p in relation.listed for x in p} <= {*domain}:
        assert listed in (InvalidValue, InvalidType)
        return
    if any(not isinstance(answer, bool) for _, _, answer in one_by_one):
        assert listed in (InvalidValue, InvalidType)
    elif not any(answer or relation.related(y, x) for x, y, answer in one_by_one):
        assert listed == "none"
    else:
        found = set(listed)
        for x, y, answer in one_by_one:
            backward = relation.related(y, x)
            if relation.symmetric or relation.directed:
                assert ((x, y) in found, (y, x) in found) == (answer, backward)
            else:
                assert ((x, y) in found, (y, x) in found) == (answer or backward, False)


@pytest.mark.parametrize("relation", THROUGH, ids=repr)
@given(domain=domains)
def test_a_relation_through_others_refuses_what_they_refuse(relation, domain):
    part = getattr(relation, "base", None) or relation.first
    if outcome_of(part.pairs, domain) in (InvalidType, InvalidValue):
        assert outcome_of(relation.pairs, domain) in (InvalidType, InvalidValue)


@pytest.mark.parametrize("relation", RELATIONS, ids=repr)
@given(domain=domains)
def test_putting_off_the_list_never_hides_a_refusal(relation, domain):
    with mock.patch.object(base, "MANY", 2), mock.patch.object(relations, "MANY", 2):
        try:
            mechanism = Mechanism(lambda x: Dist.bernoulli("1/2"), domain, relation)
        except AssayError:
            assert isinstance(outcome_of(relation.pairs, domain), (str, type))
            return
        found = [(i, j) for left, right in blocks(mechanism) for i, j in zip(left, right, strict=True)]
    listed = relation.pairs(domain)
    assert [(domain[i], domain[j]) for i, j in found] == list(listed)


ONE_INPUT = [
    (adjacency.l1(1), [0, (0,), 1]),
    (adjacency.linf(1), [0, (0,), 1]),
    (adjacency.hamming(), ["ab", ("a", "b"), "aa"]),
    (adjacency.hamming(), [b"ab", (97, 98), (97, 97)]),
    (adjacency.hamming(), ["", (), "a"]),
    (adjacency.replace_one(), ["ab", ("a", "b"), "aa"]),
    (adjacency.replace_one("multiset"), [("a", "b"), ("b", "a"), ("a", "a")]),
    (adjacency.replace_one("multiset"), [("a", "a"), frozenset([("a", 2)]), ("a", "b")]),
    (adjacency.add_remove_one(), [(), frozenset(), ("a",)]),
    (adjacency.add_remove_one("sequence"), ["", (), b"", "a"]),
]


@pytest.mark.parametrize(("relation", "domain"), ONE_INPUT)
def test_two_spellings_of_one_input(relation, domain):
    through = [
        relation.power(2),
        relation.compose(relation),
        relation.compose(adjacency.all_pairs()),
        adjacency.all_pairs().compose(relation),
    ]
    for each in (relation, *through):
        with pytest.raises(InvalidValue, match=r"twice, also as .*reads both as one input"):
            each.pairs(domain)
        with pytest.raises(InvalidValue, match="reads both as one input"):
            Mechanism(lambda x: Dist.point(str(x)), domain, each)
    with pytest.raises(InvalidValue, match="reads both as one input"):
        relation.related(domain[0], domain[1])


@pytest.mark.parametrize("relation", [adjacency.l1(), adjacency.hamming()])
def test_one_more_spelling_in_a_domain_that_is_not_listed(relation):
    one, two = ((0,), 0) if isinstance(relation, relations.L1) else (("a", "b"), "ab")
    many = range(1, 600) if isinstance(relation, relations.L1) else [("a", i) for i in range(600)]
    Mechanism(lambda x: Dist.point(0), [two, *many], relation)
    with pytest.raises(InvalidValue, match="reads both as one input"):
        Mechanism(lambda x: Dist.point(0), [two, *many, one], relation)


RECORDS = [
    (adjacency.hamming(), [(1, 0), (True, 1)]),
    (adjacency.replace_one(), [(1, 0), (1.0, 1)]),
    (adjacency.replace_one("set"), [frozenset([1, 2]), frozenset([True, 3])]),
    (adjacency.add_remove_one("set"), [frozenset([0.0]), frozenset([-0.0, 3])]),
    (adjacency.add_remove_one(), [(1, True), (1,)]),
    (adjacency.add_remove_one(), [((1,), 2), ((True,),)]),
    (adjacency.add_remove_one(), [frozenset([(1, 2)]), frozenset([(True, 1)])]),
]


@pytest.mark.parametrize(("relation", "domain"), RECORDS)
def test_records_that_are_equal_but_can_be_told_apart(relation, domain):
    for ask in (lambda: relation.pairs(domain), lambda: relation.related(*domain)):
        with pytest.raises(InvalidType, match=r"record .* can be told apart from it"):
            ask()


@pytest.mark.parametrize("relation", [adjacency.all_pairs(), adjacency.l1(), adjacency.explicit([(1, 2)])])
def test_an_input_and_its_lookalike(relation):
    for x, y in combinations([1, True, 1.0], 2):
        assert not same_output(x, y)
        with pytest.raises((InvalidType, InvalidValue)):
            relation.related(x, y)
    with pytest.raises(InvalidType, match="can be told apart"):
        adjacency.explicit([(1, 2)]).related(True, 2)
    with pytest.raises(InvalidType, match="can be told apart"):
        adjacency.explicit([(1, 2), (True, 3)])


def test_more_steps_than_inputs_and_more_places_than_counted():
    assert adjacency.l1().power(10**18).pairs(range(5)) == adjacency.all_pairs().pairs(range(5))
    long = [(0,) * 4000, (1,) + (0,) * 3999, (1,) * 4000]
    assert len(adjacency.l1(10**9).pairs(long)) == 6
    assert len(adjacency.hamming(2000).pairs(long)) == 2
