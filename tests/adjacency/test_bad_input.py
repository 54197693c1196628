"""What adjacency relations refuse: a vacuous "private" must never come out of a mistaken domain."""

from __future__ import annotations

from fractions import Fraction

import pytest

from assay import adjacency
from assay.errors import AssayError, FloatRefused, InvalidType, InvalidValue

EVERY = [
    (adjacency.all_pairs(), (0, 1)),
    (adjacency.hamming(), ((0,), (1,))),
    (adjacency.replace_one(), ((0,), (1,))),
    (adjacency.add_remove_one(), ((0,), ())),
    (adjacency.l1(), (0, 1)),
    (adjacency.linf(), (0, 1)),
    (adjacency.explicit([(0, 1)]), (0, 1)),
    (adjacency.l1().power(2), (0, 1)),
    (adjacency.l1().compose(adjacency.explicit([(1, 2), (0, 2)])), (0, 1, 2)),
]
ids = [repr(relation) for relation, _ in EVERY]


@pytest.mark.parametrize(("relation", "domain"), EVERY, ids=ids)
def test_domains_that_are_none(relation, domain):
    assert relation.pairs(domain)
    with pytest.raises(InvalidValue, match="the domain is empty"):
        relation.pairs([])
    with pytest.raises(InvalidType, match=r"^domain is 3 \(int\)"):
        relation.pairs(3)
    with pytest.raises(InvalidValue, match="twice; list each input once"):
        relation.pairs([*domain, domain[0]])
    with pytest.raises(InvalidType, match=r"input \[1\] \(list\) is not hashable; use a tuple"):
        relation.pairs([*domain, [1]])
    with pytest.raises(InvalidValue, match="not equal to itself"):
        relation.pairs([*domain, float("nan")])


@pytest.mark.parametrize("domain", [[1, True], [(0, 1), (False, 1)], [0.0, -0.0], [1, Fraction(1)]])
def test_duplicates_in_disguise(domain):
    with pytest.raises(InvalidValue, match=r"twice \(once as .*, which equals it\)"):
        adjacency.all_pairs().pairs(domain)


@pytest.mark.parametrize(
    ("relation", "domain"),
    [
        (adjacency.all_pairs(), [1]),
        (adjacency.hamming(), [(0, 0), (1, 1)]),
        (adjacency.hamming(), [(0,), (0, 0)]),
        (adjacency.replace_one("set"), [frozenset(), frozenset([1])]),
        (adjacency.add_remove_one(), [(0,), (1,)]),
        (adjacency.l1(2), [0, 3]),
        (adjacency.linf(2), [(0, 0), (0, 3)]),
        (adjacency.l1().power(2), [0, 2]),
        (adjacency.l1(symmetric=False), [5]),
    ],
)
def test_a_relation_without_pairs_is_refused(relation, domain):
    with pytest.raises(InvalidValue) as caught:
        relation.pairs(domain)
    assert str(caught.value).startswith(f"{relation!r} relates no two of the {len(domain)} inputs")
    assert "every mechanism would be private" in str(caught.value)


DISTANCES = [adjacency.hamming, adjacency.l1, adjacency.linf, adjacency.l1().power]


@pytest.mark.parametrize("constructor", DISTANCES)
@pytest.mark.parametrize(
    ("k", "error"),
    [
        (0, InvalidValue),
        (-1, InvalidValue),
        (1.0, FloatRefused),
        (True, InvalidType),
        ("1", InvalidType),
        (None, InvalidType),
    ],
)
def test_a_distance_is_a_positive_whole_number(constructor, k, error):
    with pytest.raises(error, match=r"^k = "):
        constructor(k)


def right_shape(relation):
    """An input that the relation accepts."""
    if isinstance(relation, type(adjacency.l1()).__base__):
        return 0
    return frozenset([0]) if getattr(relation, "kind", None) == "set" else (0,)


@pytest.mark.parametrize(
    ("relation", "bad", "words"),
    [
        (adjacency.hamming(), 3, "3 (int) is not a sequence of records; use a tuple"),
        (adjacency.replace_one(), frozenset([1]), "is not a sequence of records"),
        (adjacency.add_remove_one("sequence"), None, "None (NoneType) is not a sequence of records"),
        (adjacency.replace_one("set"), (1, 2), "(1, 2) (tuple) is not a set of records; use a frozenset"),
        (adjacency.add_remove_one("set"), "ab", "'ab' (str) is not a set of records"),
        (adjacency.add_remove_one(), 3, "3 (int) is not a multiset of records"),
        (adjacency.add_remove_one(), "ab", "'ab' (str) is not a multiset of records"),
        (adjacency.add_remove_one(), frozenset(["a"]), "choose kind='set'"),
        (adjacency.add_remove_one(), frozenset([("a", 0)]), "is not a multiset of records"),
        (adjacency.add_remove_one(), frozenset([("a", True)]), "is not a multiset of records"),
        (adjacency.add_remove_one(), frozenset([("a", 1), ("a", 2)]), "is not a multiset of records"),
        (adjacency.l1(), "a", "'a' (str) is not an integer vector; use an int or a tuple of ints"),
        (adjacency.l1(), True, "True (bool) is not an integer vector"),
        (adjacency.linf(), (0, True), "(0, True) (tuple) is not an integer vector"),
        (adjacency.linf(), (0, 1.5), "(0, 1.5) (tuple) is not an integer vector"),
        (adjacency.linf(), Fraction(1, 2), "is not an integer vector"),
    ],
)
def test_an_input_of_the_wrong_shape_is_named(relation, bad, words):
    for ask in (
        lambda: relation.pairs([bad, "other"]),
        lambda: relation.related(bad, bad),
        lambda: relation.related(bad, right_shape(relation)),
        lambda: relation.related(right_shape(relation), bad),
        lambda: relation.power(2).pairs([bad, "other"]),
    ):
        with pytest.raises(InvalidType) as caught:
            ask()
        assert words in str(caught.value)


def test_vectors_of_different_lengths():
    for relation in (adjacency.l1(), adjacency.linf(5)):
        for ask in (
            lambda r=relation: r.pairs([(0, 0), (0,)]),
            lambda r=relation: r.related(0, (0, 1)),
            lambda r=relation: r.pairs([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, (1, 1)]),
        ):
            with pytest.raises(InvalidValue, match="a distance needs vectors of one length"):
                ask()


@pytest.mark.parametrize("kind", ["multiset", "set", "sequence"])
def test_one_data_set_spelt_twice(kind):
    spelling = {
        "multiset": [(1, 2), (2, 1), (1,)],
        "set": [frozenset([1]), frozenset([1])],
        "sequence": ["ab", ("a", "b")],
    }[kind]
    for relation in (adjacency.add_remove_one(kind), adjacency.replace_one(kind)):
        with pytest.raises(InvalidValue, match="twice"):
            relation.pairs(spelling)
    mixed = [(1, 1), frozenset([(1, 2)])]
    with pytest.raises(InvalidValue, match=r"twice, also as .*: add_remove_one reads both as one"):
        adjacency.add_remove_one().pairs(mixed)


@pytest.mark.parametrize("kind", ["bag", "", None, 1, "Set"])
def test_unknown_kinds(kind):
    for constructor in (adjacency.add_remove_one, adjacency.replace_one):
        with pytest.raises(InvalidValue, match="choose 'multiset', 'set' or 'sequence'"):
            constructor(kind)


@pytest.mark.parametrize(
    ("pairs", "error", "words"),
    [
        ([], InvalidValue, "list at least one pair"),
        (3, InvalidType, "give a list of pairs"),
        ([1], InvalidType, "each pair is a tuple"),
        ([(1, 2, 3)], InvalidType, "each pair is a tuple"),
        (["ab"], InvalidType, "each pair is a tuple"),
        ([(1, 1)], InvalidValue, "relates an input to itself"),
        ([(1, True)], InvalidValue, "relates an input to itself"),
        ([([1], 2)], InvalidType, "input [1] (list) is not hashable"),
        ([(1, float("nan"))], InvalidValue, "not equal to itself"),
    ],
)
def test_explicit_pairs_that_are_none(pairs, error, words):
    with pytest.raises(error) as caught:
        adjacency.explicit(pairs)
    assert words in str(caught.value)


def test_explicit_pairs_outside_the_domain_are_not_dropped():
    relation = adjacency.explicit([(0, 1), (1, 9)])
    with pytest.raises(InvalidValue, match=r"the pair \(1, 9\) names 9 \(int\), which is not in the domain"):
        relation.pairs([0, 1, 2])
    lookalike = adjacency.explicit([(True, 2)])
    with pytest.raises(InvalidType, match="can be told apart from it"):
        lookalike.pairs([1, 2])


@pytest.mark.parametrize("bad", [None, 3, "hamming", adjacency.hamming, adjacency])
def test_only_relations_compose(bad):
    with pytest.raises(InvalidType, match=r"give one from assay.adjacency"):
        adjacency.hamming().compose(bad)


def test_an_unhashable_input_is_not_related_to_anything():
    with pytest.raises(AssayError, match="is not hashable"):
        adjacency.all_pairs().related([1], [2])
