"""What may be an output, and when two outputs are the same."""

from __future__ import annotations

import contextlib
import dataclasses
import datetime
import enum
from collections import Counter, OrderedDict, namedtuple
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import Dist, Mechanism, adjacency, ln, number
from assay.errors import InvalidType, InvalidValue, NondeterministicProgram
from assay.outputs.alphabet import Alphabet, check_hashable, is_settled, listed, same_output
from assay.outputs.identity import key
from assay.outputs.text import brief

Point = namedtuple("Point", "x y")


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Level(enum.IntEnum):
    LOW = 1


@dataclasses.dataclass(frozen=True)
class Answer:
    value: object
    note: str = dataclasses.field(default="", compare=False)


@dataclasses.dataclass(frozen=True, slots=True)
class Slotted:
    value: object


@dataclasses.dataclass(frozen=True, eq=False)
class ByIdentity:
    value: int


ATOMS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 2),
    st.sampled_from([0.0, -0.0, 1.0, 2.5]),
    st.sampled_from(["", "1", "a"]),
    st.sampled_from([b"", b"a", Fraction(1), Decimal("1.0"), Decimal("1"), 1j, Colour.RED, Level.LOW]),
    st.sampled_from([number(1), ln(2), Answer(1), Answer(1, "b"), Slotted((1,)), range(0), range(1, 1)]),
    st.sampled_from(
        [np.int64(1), np.float64(0.0), np.float64(-0.0), np.bool_(True), datetime.date(2020, 1, 1)]
    ),
)
HASHABLE = st.recursive(ATOMS, lambda inner: st.lists(inner, max_size=2).map(tuple), max_leaves=4)
OUTPUTS = st.recursive(
    HASHABLE,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.lists(inner, max_size=3).map(tuple),
        st.dictionaries(HASHABLE, inner, max_size=2),
        st.frozensets(HASHABLE, max_size=2),
        st.sets(HASHABLE, max_size=2),
        st.tuples(inner, inner).map(lambda pair: Point(*pair)),
    ),
    max_leaves=6,
)


def seen(value):
    """Everything that can be seen of a value, by other means: its text with the types of all its parts."""
    kind = type(value)
    if kind in (tuple, list, set, frozenset, Point):
        return kind.__name__, [seen(part) for part in value]
    if kind is dict:
        return "dict", [(seen(k), seen(v)) for k, v in value.items()]
    if dataclasses.is_dataclass(value):
        return kind.__name__, [(f.name, seen(getattr(value, f.name))) for f in dataclasses.fields(value)]
    return kind.__module__, kind.__qualname__, repr(value)


@given(OUTPUTS, OUTPUTS)
def test_two_keys_are_equal_if_and_only_if_nothing_tells_the_outputs_apart(a, b):
    assert (key(a) == key(b)) == (seen(a) == seen(b)) == same_output(a, b)


@given(OUTPUTS)
def test_the_listed_form_is_hashable_and_the_same_again(output):
    form = listed(output)
    assert hash(form) == hash(listed(output))
    assert form == listed(form)
    if is_settled(output):
        assert form is output


@given(st.lists(OUTPUTS, max_size=6))
def test_an_alphabet_admits_equal_forms_of_one_key_only(outputs):
    alphabet, admitted = Alphabet(), {}
    for output in outputs:
        form, seen_before = listed(output), None
        for known, text in admitted.items():
            if known == form:
                seen_before = text
        if seen_before is None or seen_before == seen(output):
            assert alphabet.admit(output) == form
            admitted.setdefault(form, seen(output))
        else:
            with pytest.raises(InvalidType, match="can be told apart"):
                alphabet.admit(output)


@given(OUTPUTS, OUTPUTS)
def test_a_mechanism_never_calls_two_different_outputs_the_same(a, b):
    """Brute force: with different outputs on the two inputs the total variation is 1, or it is refused."""
    m = Mechanism(lambda x: Dist.point(a if x else b), [0, 1], adjacency.all_pairs())
    if seen(a) == seen(b):
        assert m.total_variation() == 0
        return
    with contextlib.suppress(InvalidType):  # look-alikes
        assert m.total_variation() == 1


class WithAttributes(str):
    pass


class Opaque:
    pass


class Says:
    """Equal to anything of its class."""

    def __eq__(self, other):
        return isinstance(other, Says)

    def __hash__(self):
        return 0


class MyInt(int):
    pass


class MyEnumMeta(enum.EnumMeta):
    def __eq__(cls, other):
        return True

    __hash__ = enum.EnumMeta.__hash__


class Sly(enum.Enum, metaclass=MyEnumMeta):
    A = 1


@dataclasses.dataclass(frozen=True)
class Number3(float):
    pass


@dataclasses.dataclass
class Open:
    value: int

    __hash__ = object.__hash__


class MyTuple(tuple):  # has a dictionary of its own
    pass


UNKNOWN = [
    WithAttributes("a"),
    Opaque(),
    Says(),
    MyInt(3),
    Sly.A,
    Number3(),
    Open(1),
    MyTuple((1,)),
    Counter("a"),
    OrderedDict(a=1),
    object(),
    len,
    lambda: 1,
    Opaque,
    iter([1]),
    (x for x in ()),
    ValueError("a"),
    np.array([object()], dtype=object),
    np.zeros(2, dtype=[("a", int)]),
    memoryview(b"a"),
    datetime.datetime(2020, 1, 1, tzinfo=type("Zone", (datetime.tzinfo,), {})()),
]


@pytest.mark.parametrize("value", UNKNOWN, ids=lambda value: type(value).__name__)
def test_what_cannot_be_compared_by_all_that_can_be_seen_is_refused(value):
    for output in (value, (1, [value]), {"a": value}, Answer(value)):
        with pytest.raises(InvalidType, match=r"may hold more|return a tuple of its values"):
            key(output)
        with pytest.raises(InvalidType):
            Dist.point(output)


NAN = float("nan")


@pytest.mark.parametrize(
    "value",
    [NAN, Answer(NAN), [NAN], {"a": NAN}, Point(NAN, 1), np.float64("nan"), np.array([NAN]), Decimal("sNaN")],
)
def test_nan_is_refused_wherever_it_stands(value):
    with pytest.raises(InvalidValue, match=r"NaN|not equal to itself"):
        key(value)


def test_what_holds_itself_is_refused():
    loop: list[object] = []
    loop.append(loop)
    with pytest.raises(InvalidType, match="holds itself"):
        key(loop)


@dataclasses.dataclass(frozen=True)
class Same:
    value: object

    def __eq__(self, other):
        return isinstance(other, Same)

    def __hash__(self):
        return 0


def test_an_object_that_changes_is_not_the_same_output_afterwards():
    shared = Same(0)  # frozen, and yet it can change

    def law(x):
        object.__setattr__(shared, "value", x)
        return Dist.point(shared)

    with pytest.raises(NondeterministicProgram, match="changed the attribute value"):
        Mechanism(law, [0, 1], adjacency.all_pairs()).epsilon()


def test_attributes_outside_the_fields_count():
    first, second = Answer(1), Answer(1)
    object.__setattr__(second, "secret", 1)
    assert not same_output(first, second)


def test_objects_that_compare_by_identity_are_one_output_only_as_one_object():
    one, other = ByIdentity(1), ByIdentity(1)
    assert same_output(one, other)
    m = Mechanism(lambda x: Dist.point(ByIdentity(1)), [0, 1], adjacency.all_pairs())
    with pytest.raises(InvalidType, match="compare by identity"):
        m.epsilon()
    with pytest.raises(InvalidType, match="compare by identity"):
        Dist.uniform([one, other])


def test_the_order_of_a_set_or_a_dictionary_can_be_seen():
    assert not same_output({1: 1, 2: 2}, {2: 2, 1: 1})
    assert list(frozenset([0, 8])) != list(frozenset([8, 0]))  # they collide, in a table of eight places
    assert not same_output(frozenset([0, 8]), frozenset([8, 0]))
    assert same_output(frozenset([1, 2]), frozenset([2, 1]))


def test_an_array_is_told_by_its_type_its_shape_and_its_bytes():
    assert same_output(np.array([1, 2]), np.array([1, 2]))
    for other in (np.array([1.0, 2.0]), np.array([[1, 2]]), np.array([1, 2], dtype=np.int32), [1, 2]):
        assert not same_output(np.array([1, 2]), other)
    assert listed(np.array([[1, 2]])) == ((1, 2),)
    assert type(listed(np.int64(3))) is int


@pytest.mark.parametrize("outcome", [[1], {1}, {"a": 1}, ([1],)])
def test_a_distribution_lists_outputs_in_their_hashable_form(outcome):
    d = Dist.uniform([outcome, "other"])
    assert d.support == (listed(outcome), "other")
    assert d[outcome] == d[listed(outcome)] == d.prob([outcome]) == number("1/2")


def test_inputs_must_be_hashable():
    with pytest.raises(InvalidType, match="is not hashable; use a tuple"):
        check_hashable([1])


class BadRepr:
    def __repr__(self):
        raise RuntimeError


class Stands:
    __assay_text__ = "a noisy value"

    def __repr__(self):
        raise AssertionError("a message went through the value's own repr")


def test_messages_do_not_depend_on_the_repr_of_a_value():
    assert brief(BadRepr()) == "<BadRepr whose repr raised RuntimeError>"
    assert brief((1, [Stands()], {Stands: 2})).startswith("(1, [a noisy value]")
    assert brief(10**5000) == "<an integer of 16610 bits>"
    assert brief([10**5000]) == "[<an integer of 16610 bits>]"
    assert brief((1,)) == "(1,)"
    assert brief(()) == "()"
    assert brief(set()) == "set()"
    assert brief({"a": [1]}) == "{'a': [1]}"
    assert len(brief(list(range(10**5)))) == 80
