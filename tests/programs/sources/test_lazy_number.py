"""Samplers that look at what a draw is: the right distribution or a refusal, never another distribution."""

from __future__ import annotations

import json
import numbers
import random
from decimal import Decimal
from enum import Enum

import pytest

from assay import Dist
from assay.programs.sources import distribution, sampled
from assay.programs.sources.notes import by_identity

MISSING = object()
FIVE = 5


class Mode(Enum):
    FAST = 1


def typed() -> bool:
    u = random.random()
    return type(u) is float and 0.25 <= u < 0.5


def typed_by_class() -> bool:
    u = random.random()
    return u.__class__ is float and isinstance(u, numbers.Real) and u < 0.25


def types_alike() -> bool:
    u = random.randrange(100)
    return type(u) is type(FIVE) and isinstance(u, numbers.Integral) and u < 25


def by_table() -> bool:
    u = random.random()
    return {True: u, False: 1.0}[type(u) is float] < 0.25


def compares_with_sentinels() -> bool:
    u = random.random()
    return u is not None and u is not MISSING and u is not Mode.FAST and u < 0.25


def swallows() -> bool:
    u = random.random()
    try:
        text = str(Decimal(u))
    except TypeError:
        text = ""
    return bool(text) and 0.25 <= u < 0.5


def dumps() -> bool:
    u = random.random()
    try:
        json.dumps(u)
    except TypeError:
        return False
    return 0.25 <= u < 0.5


def is_five() -> bool:
    return random.randrange(100) is FIVE


def same_object() -> bool:
    u, v = random.randrange(100), random.randrange(50)
    return u is v


@pytest.mark.parametrize("sampler", [typed, typed_by_class, types_alike, by_table, compares_with_sentinels])
def test_what_asks_for_a_type_is_answered(sampler):
    assert distribution(sampler) == Dist({True: "1/4", False: "3/4"})


@pytest.mark.parametrize("sampler", [swallows, dumps, is_five, same_object])
def test_what_cannot_be_answered_is_refused(sampler):
    law = sampled(sampler)
    assert law.bounds.open_mass == 1
    assert law.bounds.reason


def test_the_type_of_a_class_is_type():
    def asks():
        kind = type(float)
        return random.randrange(9) < 3, kind.__name__, repr(kind), type(int) is type, isinstance(int, type)

    third = "<class 'type'>"
    law = distribution(asks)
    assert law[True, "type", third, True, True] == law[False, "type", third, True, True] / 2


def test_names_are_put_back():
    distribution(typed)
    assert "type" not in globals()


def is_none(x):
    return x is None or x is not MISSING or x is Mode.FAST or x is True


def is_class(x):
    return type(x) is int or x.__class__ is float or type(x) is type(FIVE)


def between(x, y):
    return x is y


def chosen(x, y):
    return x is (None if y else FIVE)


def chosen_before(x, y):
    return (x if y else None) is FIVE


def inside(x):
    return [y for y in range(3) if y is x]


@pytest.mark.parametrize("function", [is_none, is_class])
def test_a_side_that_is_no_number_is_seen(function):
    assert not by_identity([function])


@pytest.mark.parametrize("function", [between, chosen, chosen_before, inside, is_five])
def test_two_sides_that_may_be_numbers_are_seen(function):
    assert function.__name__ in str(by_identity([function]))
