"""Adjacency relations: every shortcut equals the definition, tried on all pairs of generated domains."""

from __future__ import annotations

import pickle
from collections import Counter
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import adjacency
from assay.errors import AssayError, InvalidValue

records = st.integers(0, 2)
sequences = st.lists(records, max_size=4).map(tuple)
sets = st.frozensets(st.integers(0, 4))
multisets = sequences.map(lambda x: tuple(sorted(x)))
vectors = st.tuples(st.integers(-2, 2), st.integers(-2, 2))
steps = st.integers(1, 4)


def domains(elements, max_size=25):
    """Domains of different inputs, in any order."""
    return st.lists(elements, unique=True, min_size=2, max_size=max_size)


def by_definition(domain, related):
    """All ordered pairs of different related inputs, in the order of the domain."""
    return tuple((x, y) for x in domain for y in domain if x != y and related(x, y))


def check(relation, domain, related):
    """The relation's pairs, and its answers one by one, are those of the symmetric definition `related`."""
    expected = by_definition(domain, related)
    for x in domain:
        for y in domain:
            assert relation.related(x, y) == ((x, y) in expected)
    if expected:
        assert relation.pairs(iter(domain)) == expected
    else:
        with pytest.raises(InvalidValue, match="every mechanism would be private"):
            relation.pairs(domain)


def distance(x, y):
    """The Hamming distance, infinite between different lengths."""
    return sum(a != b for a, b in zip(x, y, strict=True)) if len(x) == len(y) else 10**9


def removals(x):
    """The sequences that are x without one record."""
    return {x[:i] + x[i + 1 :] for i in range(len(x))}


def size(x):
    return sum(x.values())


@given(domains(sequences), steps)
def test_hamming(domain, k):
    check(adjacency.hamming(k), domain, lambda x, y: distance(x, y) <= k)


@pytest.mark.parametrize("k", [1, 2, 3, 4, 5])
def test_hamming_on_the_whole_cube(k):
    cube = list(product((0, 1), repeat=4))
    check(adjacency.hamming(k), cube, lambda x, y: distance(x, y) <= k)


@given(domains(sequences))
def test_replace_one_in_a_sequence(domain):
    check(adjacency.replace_one(), domain, lambda x, y: distance(x, y) == 1)
    check(adjacency.replace_one("sequence"), domain, lambda x, y: distance(x, y) == 1)


@given(domains(sets))
def test_replace_one_in_a_set(domain):
    check(adjacency.replace_one("set"), domain, lambda x, y: len(x - y) == len(y - x) == 1)


@given(domains(multisets))
def test_replace_one_in_a_multiset(domain):
    def replaced(x, y):
        a, b = Counter(x), Counter(y)
        return size(a - b) == size(b - a) == 1

    check(adjacency.replace_one("multiset"), domain, replaced)


@given(domains(sequences))
def test_add_remove_one_in_a_sequence(domain):
    check(adjacency.add_remove_one("sequence"), domain, lambda x, y: x in removals(y) or y in removals(x))


@given(domains(sets))
def test_add_remove_one_in_a_set(domain):
    check(adjacency.add_remove_one("set"), domain, lambda x, y: len(x ^ y) == 1)


@given(domains(multisets))
def test_add_remove_one_in_a_multiset(domain):
    def one_apart(x, y):
        a, b = Counter(x), Counter(y)
        return size(a - b) + size(b - a) == 1

    check(adjacency.add_remove_one(), domain, one_apart)
    check(adjacency.add_remove_one("multiset"), domain, one_apart)


@given(domains(multisets))
def test_multisets_as_counts_are_the_same(domain):
    counts = [frozenset(Counter(x).items()) for x in domain]
    for relation in (adjacency.add_remove_one(), adjacency.replace_one("multiset")):
        links = relation._links(tuple(domain))
        assert links == relation._links(tuple(counts))


@given(domains(sequences), st.randoms(use_true_random=False))
def test_the_order_inside_a_multiset_does_not_matter(domain, rng):
    first_spelling = {frozenset(Counter(x).items()): x for x in domain}
    domain = list(first_spelling.values())
    if len(domain) < 2:
        return
    shuffled = [tuple(rng.sample(x, len(x))) for x in domain]
    relation = adjacency.add_remove_one()
    assert relation._links(tuple(domain)) == relation._links(tuple(shuffled))


@given(domains(st.integers(-6, 6)), steps)
def test_distance_of_ints(domain, k):
    for relation in (adjacency.l1(k), adjacency.linf(k)):
        check(relation, domain, lambda x, y: abs(x - y) <= k)


@given(domains(vectors), steps)
def test_distance_of_vectors(domain, k):
    check(adjacency.l1(k), domain, lambda x, y: abs(x[0] - y[0]) + abs(x[1] - y[1]) <= k)
    check(adjacency.linf(k), domain, lambda x, y: max(abs(x[0] - y[0]), abs(x[1] - y[1])) <= k)


@pytest.mark.parametrize("k", [1, 2])
def test_distance_on_a_whole_grid(k):
    grid = list(product(range(6), repeat=2))
    check(adjacency.l1(k), grid, lambda x, y: abs(x[0] - y[0]) + abs(x[1] - y[1]) <= k)
    check(adjacency.linf(k), grid, lambda x, y: max(abs(x[0] - y[0]), abs(x[1] - y[1])) <= k)


@given(domains(st.one_of(st.text(max_size=2), st.integers(), st.none())))
def test_all_pairs(domain):
    check(adjacency.all_pairs(), domain, lambda x, y: True)
    assert len(adjacency.all_pairs().pairs(domain)) == len(domain) * (len(domain) - 1)


graphs = st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)).filter(lambda p: p[0] != p[1]), min_size=1)


@given(graphs)
def test_explicit_pairs(listed):
    both = listed | {(y, x) for x, y in listed}
    check(adjacency.explicit(listed), range(6), lambda x, y: (x, y) in both)
    check(adjacency.explicit(listed, symmetric=False), range(6), lambda x, y: (x, y) in listed)
    assert adjacency.explicit([*listed, *listed]).pairs(range(6)) == adjacency.explicit(listed).pairs(
        range(6)
    )


ALL_SYMMETRIC = [
    (adjacency.all_pairs, list(product((0, 1), repeat=2))),
    (adjacency.hamming, list(product((0, 1), repeat=3))),
    (adjacency.replace_one, list(product((0, 1, 2), repeat=2))),
    (adjacency.l1, list(range(5, -1, -1))),
    (adjacency.linf, [(2, 1), (1, 1), (0, 0), (1, 2)]),
]


@pytest.mark.parametrize(("constructor", "domain"), ALL_SYMMETRIC)
def test_an_oriented_relation_lists_each_pair_once_in_the_order_of_the_domain(constructor, domain):
    place = {x: i for i, x in enumerate(domain)}
    both, once = constructor().pairs(domain), constructor(symmetric=False).pairs(domain)
    assert once == tuple((x, y) for x, y in both if place[x] < place[y])
    assert len(both) == 2 * len(once)


@pytest.mark.parametrize("kind", ["multiset", "sequence"])
def test_oriented_removal(kind):
    removal = adjacency.add_remove_one(kind, symmetric=False)
    assert removal.pairs([(), (1,), (1, 1), (2,)]) == (((1,), ()), ((1, 1), (1,)), ((2,), ()))
    assert removal.related((1,), ())
    assert not removal.related((), (1,))


def composed(first, second):
    """One step of each, the ends different."""
    return {(x, z) for x, y in first for w, z in second if y == w and x != z}


@given(graphs, graphs)
def test_composition(first, second):
    a, b = adjacency.explicit(first, symmetric=False), adjacency.explicit(second, symmetric=False)
    expected = composed(first, second)
    relation = a.compose(b, symmetric=False)
    both_ways = expected | {(z, x) for x, z in expected}
    if not expected:
        with pytest.raises(InvalidValue, match="every mechanism would be private"):
            relation.pairs(range(6))
    else:
        assert relation.pairs(range(6)) == tuple(sorted(expected))
        assert a.compose(b).pairs(range(6)) == tuple(sorted(both_ways))


@given(graphs, st.integers(1, 5))
def test_power_is_at_most_k_steps(listed, k):
    reached = step = set(listed)
    for _ in range(k - 1):
        step = composed(step, listed)
        reached = reached | step
    relation = adjacency.explicit(listed, symmetric=False).power(k, symmetric=False)
    assert set(relation.pairs(range(6))) == reached


@pytest.mark.parametrize("k", [1, 2, 3])
def test_power_of_hamming_is_hamming_on_the_whole_cube(k):
    cube = list(product((0, 1, 2), repeat=3))
    assert adjacency.hamming(1).power(k).pairs(cube) == adjacency.hamming(k).pairs(cube)
    line = range(7)
    assert adjacency.l1(1).power(k).pairs(line) == adjacency.l1(k).pairs(line)


def test_power_goes_through_the_domain_only():
    assert adjacency.hamming(1).power(2).pairs([(0, 0), (0, 1), (1, 1)]) == adjacency.all_pairs().pairs(
        [(0, 0), (0, 1), (1, 1)]
    )
    with pytest.raises(InvalidValue):
        adjacency.hamming(1).power(2).pairs([(0, 0), (1, 1)])


def test_replacing_is_removing_and_then_adding():
    rows = [tuple(sorted(x)) for n in range(4) for x in product((0, 1), repeat=n) if list(x) == sorted(x)]
    removal = adjacency.add_remove_one(symmetric=False)
    addition = adjacency.explicit([(y, x) for x, y in removal.pairs(rows)], symmetric=False)
    assert removal.compose(addition).pairs(rows) == adjacency.replace_one("multiset").pairs(rows)


def test_composed_relations_need_a_domain():
    for relation in (adjacency.hamming().power(2), adjacency.hamming().compose(adjacency.hamming())):
        with pytest.raises(AssayError, match=r"ask whether the pair is in .pairs\(domain\)"):
            relation.related((0,), (1,))


def test_strings_and_bytes_are_sequences():
    assert adjacency.hamming().pairs(["00", "01", "11"]) == (
        ("00", "01"),
        ("01", "00"),
        ("01", "11"),
        ("11", "01"),
    )
    assert adjacency.add_remove_one("sequence", symmetric=False).pairs([b"ab", b"b"]) == ((b"ab", b"b"),)


def test_pairs_do_not_depend_on_the_order_of_the_domain():
    cube = list(product((0, 1), repeat=2))
    expected = set(adjacency.hamming().pairs(cube))
    for order in permutations(cube):
        assert set(adjacency.hamming().pairs(order)) == expected


RELATIONS = [
    adjacency.all_pairs(),
    adjacency.hamming(2),
    adjacency.replace_one("set"),
    adjacency.add_remove_one("sequence", symmetric=False),
    adjacency.l1(3),
    adjacency.linf(),
    adjacency.explicit([(0, 1)]),
    adjacency.l1().power(3),
    adjacency.l1().compose(adjacency.linf(), symmetric=False),
]


@pytest.mark.parametrize("relation", RELATIONS, ids=repr)
def test_relations_are_values(relation):
    twin = pickle.loads(pickle.dumps(relation))
    assert twin == relation
    assert hash(twin) == hash(relation)
    assert isinstance(relation, adjacency.Adjacency)
    with pytest.raises(AttributeError):
        relation.symmetric = False


def test_relations_show_how_they_were_made():
    assert [repr(r) for r in RELATIONS] == [
        "all_pairs()",
        "hamming(k=2)",
        "replace_one(kind='set')",
        "add_remove_one(kind='sequence', symmetric=False)",
        "l1(k=3)",
        "linf(k=1)",
        "explicit([(0, 1)])",
        "power(base=l1(k=1), k=3)",
        "composition(first=l1(k=1), second=linf(k=1), symmetric=False)",
    ]


def test_4096_inputs_are_paired_without_trying_all_pairs():
    cube = list(product((0, 1), repeat=12))
    assert len(adjacency.hamming().pairs(cube)) == 12 * 4096
    assert len(adjacency.l1().pairs(range(4096))) == 2 * 4095
