"""Whose objects hold more than their attributes: classes in C, whichever way they were made."""

from __future__ import annotations

import abc
import array
import collections
import ctypes
import dataclasses
import datetime
import decimal
import enum
import fractions
import functools
import io
import itertools
import operator
import random
import struct
import threading
import typing
import weakref

import numpy
import pytest

from assay.outputs.identity import holds_more, is_plain


class Bare:
    pass


class Slots:
    __slots__ = ("a", "b")


class MoreSlots(Slots):
    __slots__ = ("c",)


class SlotsAndMore(Slots):
    pass


class DictionarySlot:
    __slots__ = ("__dict__",)


class WeakSlot:
    __slots__ = ("__weakref__", "z")


class NoSlots:
    __slots__ = ()


class Joined(Bare, Slots):
    __slots__ = ("d",)


class Abstract(abc.ABC):
    @abc.abstractmethod
    def answer(self):
        """Say something."""


class Protocol(typing.Protocol):
    pass


class Generic(Bare, typing.Generic[typing.TypeVar("T")]):
    pass


class Colour(enum.Enum):
    RED = 1


@dataclasses.dataclass(frozen=True, slots=True, weakref_slot=True)
class Frozen:
    x: int = 0


class Pair(typing.NamedTuple):
    a: int
    b: int


class Level(enum.IntEnum):
    LOW = 1


class Failure(KeyError):
    def __init__(self, a):
        self.a = a


PLAIN = [Bare, Slots, MoreSlots, SlotsAndMore, DictionarySlot, WeakSlot, NoSlots, Joined, Abstract]
PLAIN += [Protocol, Generic, Colour, Frozen, fractions.Fraction, dataclasses.make_dataclass("Made", ["a"])]
OVER_BUILTINS = [Pair, Level, Failure, *(type("Own", (kind,), {}) for kind in (int, str, tuple, list, dict))]
IN_C = [
    *(array.array, collections.deque, collections.OrderedDict, collections.defaultdict, functools.partial),
    *(decimal.Decimal, datetime.datetime, datetime.date, random.Random, io.StringIO, io.BytesIO),
    *(struct.Struct, itertools.count, threading.local, weakref.ref, ctypes.Structure, Exception),
    *(int, str, tuple, list, dict, set, bytearray, complex, float, numpy.ndarray, numpy.float64),
    *(numpy.random.Generator, numpy.random.PCG64, property, staticmethod, super, zip),
]


@pytest.mark.parametrize("kind", PLAIN, ids=lambda kind: kind.__name__)
def test_classes_of_python_hold_their_attributes(kind):
    assert is_plain(kind)


@pytest.mark.parametrize("kind", OVER_BUILTINS, ids=lambda kind: f"over {kind.__base__.__name__}")
def test_what_python_adds_to_a_builtin_are_attributes(kind):
    assert not holds_more(kind)
    assert not is_plain(kind)


@pytest.mark.parametrize("kind", IN_C, ids=lambda kind: kind.__name__)
def test_classes_in_c_and_those_over_them_hold_more(kind):
    assert not is_plain(kind)
    assert not is_plain(type("Own", (kind,), {}))


def test_a_class_in_c_of_a_library_that_cannot_be_told_by_its_flags():
    assert operator.itemgetter.__flags__ & array.array.__flags__ & (1 << 9)
    assert not is_plain(operator.itemgetter)
