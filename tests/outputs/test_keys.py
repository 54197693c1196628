"""Keys: equal exactly where two values cannot be told apart, whatever a class says of its objects."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.outputs.keys import (
    Keys,
    attributes,
    dictionary,
    hides_dictionary,
    is_nan,
    unless_same,
    with_attributes,
)

ATOMS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 2),
    st.sampled_from(
        [0.0, -0.0, 1.0, 1j, Decimal("1"), Decimal("1.0"), Fraction(1), range(2), ..., "a", b"a"]
    ),
)
VALUES = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.lists(inner, max_size=3).map(tuple),
        st.dictionaries(ATOMS, inner, max_size=3),
    ),
    max_leaves=8,
)


class Known(Keys):
    def other(self, kind, value):
        raise LookupError(kind)

    def nan(self, value):
        raise LookupError(value)


class KnownApart(Known):
    apart = Known.apart | {tuple, frozenset}


def told(value):
    """The value as a text that shows all of it, where nothing is shared."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{told(k)}: {told(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return f"{type(value).__name__}({', '.join(map(told, value))})"
    return f"{type(value).__name__} {value!r}"


@given(VALUES, VALUES)
def test_keys_are_equal_exactly_where_nothing_differs(a, b):
    a, b = copy.deepcopy(a), copy.deepcopy(b)
    assert (Known().key(a) == Known().key(b)) == (told(a) == told(b))


@given(VALUES)
def test_a_part_that_can_change_and_stands_twice_is_not_two_equal_ones(value):
    twin = copy.deepcopy(value)
    changes = Known()
    changes.key(value)
    alike = Known().key([value, value]) == Known().key([value, twin])
    assert alike == (not changes.changing or value is twin)


def test_which_tuple_it_is_counts_where_it_can_be_asked():
    one, other = tuple(range(2)), tuple(range(2))
    assert Known().key([one, one]) == Known().key([one, other])
    assert KnownApart().key([one, one]) != KnownApart().key([one, other])


def test_what_holds_itself_has_a_key():
    one, other = [1], [1]
    one.append(one)
    other.append([1, other])
    assert Known().key(one) != Known().key(other)


@pytest.mark.parametrize("nan", [float("nan"), complex(0, float("nan")), Decimal("NaN"), Decimal("sNaN")])
def test_a_nan_is_told_apart(nan):
    assert is_nan(nan)
    with pytest.raises(LookupError):
        Known().key([nan])


class Hidden:
    __dict__ = property(lambda self: {})


class Base:
    __slots__ = ("__own", "n")

    def __init__(self):
        self.__own = 1


class Both(Base):
    __slots__ = ("__dict__", "n")


def test_attributes_are_read_whatever_the_class_says():
    hidden = Hidden()
    assert dictionary(hidden) == {}
    hidden.n = 3
    assert dictionary(hidden) == {"n": 3}
    assert hides_dictionary(Hidden)
    assert not hides_dictionary(Both)


def test_slots_are_found_under_any_name_and_behind_each_other():
    both = Both()
    both.n, both.m = 2, 3
    assert sorted(attributes(both)) == [("_Base__own", 1), ("m", 3), ("n", 2)]
    Base.n.__set__(both, 4)
    assert sorted(attributes(both)) == [("_Base__own", 1), ("m", 3), ("n", 2), ("n", 4)]


def test_a_copy_has_every_attribute_changed():
    both = Both()
    both.n, both.m = 2, 3
    Base.n.__set__(both, 4)
    made = with_attributes(both, lambda held: held * 10)
    assert type(made) is Both
    assert sorted(attributes(made)) == [("_Base__own", 10), ("m", 30), ("n", 20), ("n", 40)]
    assert unless_same(made, both) is made
    assert unless_same(with_attributes(both, lambda held: held), both) is both


@dataclass(frozen=True)
class Point:
    x: int
    y: list[int]


@given(st.integers(), st.lists(st.integers()))
def test_a_frozen_dataclass_is_copied_although_it_is_frozen(x, y):
    point = Point(x, y)
    assert with_attributes(point, lambda held: held) == point
