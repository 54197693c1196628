"""Programs that look at a noisy value as an object, where in truth there is an integer.

Each takes the noise and the query.  With `geometric` the symbolic reader reads it; with a function that
returns an integer it is an ordinary program, which can be enumerated.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators, allow-incomplete-defs
# ruff: noqa: UP030, UP031, UP032, E721, SIM107
import copy
import ctypes
import functools
import gc
import json
import logging
import marshal
import math
import operator
import pickle
import statistics
import struct
import sys
import types
from dataclasses import asdict, astuple, dataclass
from decimal import Decimal
from enum import IntEnum
from fractions import Fraction
from numbers import Integral
from typing import Any

from assay import EPS

TYPES = [type, int]
KIND = type
LOOK = {"look": type}
PARTIAL = functools.partial(isinstance)
LOGGER = logging.getLogger("assay.tests.hostile")


@functools.singledispatch
def dispatched(value):
    return "object"


@dispatched.register
def _(value: int):
    return value > 0


@functools.lru_cache
def cached(value):
    return value > 0


def helper_that_looks(value):
    return type(value).__name__


class Looks:
    def __radd__(self, other):
        return type(other).__name__

    def __eq__(self, other):
        return isinstance(other, int)

    def __call__(self, value):
        return value.__class__ is int


class Wrapped:
    def __init__(self, value):
        self.value = value

    def __getattr__(self, name):
        return getattr(self.value, name)


class WithLength:
    def __init__(self, value):
        self.value, self.steps = value, 0

    def __iter__(self):
        return iter([1, 2])

    def __len__(self):
        self.steps = 1
        int.bit_length(self.value)
        self.steps = 2
        return 2


class Number(int):
    def __radd__(self, other):
        return 7

    def __le__(self, other):
        return True


class Level(IntEnum):
    LOW = 1


class Meta(type):
    def __instancecheck__(cls, value):
        return type(value).__name__ == "int"


class Checked(metaclass=Meta):
    pass


@dataclass(frozen=True)
class Box:
    value: Any


def text(noise, q):
    return str(1000 * q + noise(EPS))[0] == "-"


def text_of_list(noise, q):
    return str([1000 * q + noise(EPS)])[1] == "-"


def written(noise, q):
    return repr((1000 * q + noise(EPS),))


def f_string(noise, q):
    return f"{q + noise(EPS)}"


def f_string_repr(noise, q):
    return f"{q + noise(EPS)!r:>9}"[-1]


def percent(noise, q):
    return "%s" % (q + noise(EPS),)


def percent_d(noise, q):
    try:
        return "%d" % (q + noise(EPS))
    except Exception:
        return "no number"


def formatted(noise, q):
    return "{0}".format(q + noise(EPS))


def formatted_attribute(noise, q):
    return "{0.__class__}".format(q + noise(EPS))


def formatted_by_builtin(noise, q):
    return format(q + noise(EPS), "03d")


def text_by_map(noise, q):
    return tuple(map(str, [q + noise(EPS)]))


def length_of_text(noise, q):
    return len(str(q * 10**6 + noise(EPS)))


def hashed(noise, q):
    return hash(q + noise(EPS)) % 2


def key_of_dictionary(noise, q):
    return {0: "zero", 1: "one"}.get(q + noise(EPS), "other")


def member_of_set(noise, q):
    return (q + noise(EPS)) in {0, 1, 2}


def member_of_dictionary(noise, q):
    try:
        return (q + noise(EPS)) in {0: 1}
    except TypeError:
        return False


def counted(noise, q):
    from collections import Counter

    return Counter([q + noise(EPS), 0])[0]


def truth(noise, q):
    return bool(q + noise(EPS))


def truth_of_condition(noise, q):
    return "yes" if q + noise(EPS) else "no"


def negation(noise, q):
    try:
        return not (q + noise(EPS))
    except BaseException:
        return False


def any_of(noise, q):
    return any([q + noise(EPS)])


def pickled(noise, q):
    return pickle.dumps(q + noise(EPS))


def copied(noise, q):
    return copy.copy(q + noise(EPS)) > 0


def deeply_copied(noise, q):
    return copy.deepcopy([q + noise(EPS)])


def identity(noise, q):
    return (q + noise(EPS)) is q


def identity_of_two(noise, q):
    a = q + noise(EPS)
    return a is (a + 0)


def is_not(noise, q):
    zero = 0
    return (q + noise(EPS)) is not zero


def by_type(noise, q):
    v = q + noise(EPS)
    return v > 0 if type(v) is int else q


def by_type_from_list(noise, q):
    v = q + noise(EPS)
    return v > 0 if TYPES[0](v) == int else q


def by_type_from_dictionary(noise, q):
    return LOOK["look"](q + noise(EPS)).__name__


def by_mapped_type(noise, q):
    return [t.__name__ for t in map(KIND, [q + noise(EPS)])]


def by_sorted_key(noise, q):
    return sorted([q + noise(EPS), 3], key=lambda v: str(type(v)))[0] == 3


def by_isinstance(noise, q):
    v = q + noise(EPS)
    return v > 0 if isinstance(v, int) else q


def by_isinstance_number(noise, q):
    v = q + noise(EPS)
    try:
        return isinstance(v, Integral)
    except TypeError:
        return q


def by_isinstance_partial(noise, q):
    return q if PARTIAL(q + noise(EPS), int) else 0


def by_metaclass(noise, q):
    return isinstance(q + noise(EPS), Checked)


def by_match(noise, q):
    match q + noise(EPS):
        case int():
            return "int"
        case _:
            return q


def by_match_in_tuple(noise, q):
    match (q + noise(EPS), 1):
        case (int(), 1):
            return "int"
        case _:
            return q


def by_dispatch(noise, q):
    return dispatched(q + noise(EPS)) or q


def by_class(noise, q):
    return (q + noise(EPS)).__class__.__name__


def by_identity_number(noise, q):
    return id(q + noise(EPS)) % 2


def by_mapped_identity(noise, q):
    return len({*map(id, [q + noise(EPS), q])})


def by_attribute(noise, q):
    return (q + noise(EPS)).bit_length() > 1


def by_real_part(noise, q):
    return (q + noise(EPS)).real


def by_offset(noise, q):
    v = q + noise(EPS)
    return v.offset if hasattr(v, "offset") else v > 0


def by_index_attribute(noise, q):
    v = q + noise(EPS)
    return getattr(v, "index", v)


def by_slots(noise, q):
    v = q + noise(EPS)
    try:
        return v._drawn.offset
    except Exception:
        return v > 0


def by_default_repr(noise, q):
    return object.__repr__(q + noise(EPS))[:5]


def by_unbound_add(noise, q):
    try:
        return int.__add__(q + noise(EPS), 1) > 0
    except TypeError:
        return q


def by_unbound_method(noise, q):
    try:
        return int.bit_length(q + noise(EPS)) > 0
    except Exception:
        return q


def by_bare_handler(noise, q):
    try:
        return int.bit_length(q + noise(EPS)) > 0
    except:  # noqa: E722
        return q


def by_finally(noise, q):
    try:
        return int.bit_length(q + noise(EPS)) > 0
    finally:
        return q  # noqa: B012


class Suppressing:
    def __enter__(self):
        return self

    def __exit__(self, *what):
        return True


def by_context_manager(noise, q):
    found = q
    with Suppressing():
        found = int.bit_length(q + noise(EPS)) >= 0
    return found


def by_length_hint(noise, q):
    holder = WithLength(q + noise(EPS))
    list(holder)
    return q if holder.steps == 1 else 5


def by_decimal(noise, q):
    try:
        return Decimal(q + noise(EPS)) > 0
    except TypeError:
        return q


def by_fraction(noise, q):
    try:
        return Fraction(q + noise(EPS)) > 0
    except TypeError:
        return q


def by_json(noise, q):
    return json.dumps([q + noise(EPS)], default=lambda o: q)


def by_marshal(noise, q):
    try:
        return marshal.dumps(q + noise(EPS))
    except ValueError:
        return q


def by_struct(noise, q):
    try:
        return struct.pack("i", q + noise(EPS))
    except struct.error:
        return q


def by_ctypes(noise, q):
    try:
        return ctypes.c_int(q + noise(EPS)).value > 0
    except TypeError:
        return q


def by_size(noise, q):
    return q if sys.getsizeof(q + noise(EPS)) > 40 else 0


def by_collector(noise, q):
    return q if gc.is_tracked(q + noise(EPS)) else 0


def by_frames(noise, q):
    v = q + noise(EPS)
    return sys._getframe().f_locals["v"] > 0 if v > 0 else str(sys._getframe().f_code)


def by_locals(noise, q):
    v = q + noise(EPS)
    return str(locals()["v"]) == "0" or v > 3


def by_eval(noise, q):
    v = q + noise(EPS)
    return eval("type(v).__name__", {"v": v})


def by_builtins(noise, q):
    return __builtins__["type"](q + noise(EPS)).__name__  # type: ignore[index]


def by_import(noise, q):
    import builtins

    return builtins.type(q + noise(EPS)).__name__


def by_class_of_number(noise, q):
    return (0).__class__.__class__(q + noise(EPS)).__name__


def by_operator(noise, q):
    return operator.is_(q + noise(EPS), q)


def by_attrgetter(noise, q):
    return operator.attrgetter("__class__")(q + noise(EPS)).__name__


def by_helper(noise, q):
    return helper_that_looks(q + noise(EPS))


def by_lambda_default(noise, q):
    return (lambda v, look=type: look(v).__name__)(q + noise(EPS))


def by_reflected_add(noise, q):
    return Looks() + (q + noise(EPS)) if q else (q + noise(EPS)) + Looks()


def by_reflected_equality(noise, q):
    return Looks() == q + noise(EPS)


def by_call(noise, q):
    return Looks()(q + noise(EPS))


def by_delegation(noise, q):
    return Wrapped(q + noise(EPS)).bit_length()


def by_cache(noise, q):
    return cached(q + noise(EPS))


def by_astuple(noise, q):
    return astuple(Box(q + noise(EPS)))


def by_asdict(noise, q):
    return asdict(Box(q + noise(EPS)))


def by_subclass_of_int(noise, q):
    return q + noise(EPS) + Number(2)


def by_compared_subclass(noise, q):
    return q + noise(EPS) >= Number(2)


def by_int_enum(noise, q):
    return q + noise(EPS) <= Level.LOW


def equals_float(noise, q):
    return q + noise(EPS) == 1.0


def equals_bool(noise, q):
    return q + noise(EPS) == True  # noqa: E712


def equals_fraction(noise, q):
    return q + noise(EPS) == Fraction(3, 3)


def equals_none(noise, q):
    return (q + noise(EPS) == None) or (q + noise(EPS) == "1")  # noqa: E711


def equals_tuple(noise, q):
    return q + noise(EPS) == (q,)


def plus_bool(noise, q):
    return q + noise(EPS) + True


def plus_fraction(noise, q):
    return q + noise(EPS) + Fraction(1)


def floor(noise, q):
    return math.floor(q + noise(EPS))


def as_index(noise, q):
    try:
        return [5, 6, 7][q + noise(EPS)]
    except TypeError:
        return q


def as_range(noise, q):
    try:
        return len(range(q + noise(EPS))) > 0
    except TypeError:
        return q


def repeated_text(noise, q):
    try:
        return "a" * (q + noise(EPS))
    except TypeError:
        return q


def as_bytes(noise, q):
    try:
        return len(bytes([q + noise(EPS)]))
    except (TypeError, ValueError):
        return q


def bits(noise, q):
    try:
        return (q + noise(EPS)) & 1
    except TypeError:
        return q


def shifted(noise, q):
    try:
        return (q + noise(EPS)) << 1
    except TypeError:
        return q


def true_or_one(noise, q):
    return True if q else 1


def true_or_noisy(noise, q):
    return True if q else q + noise(EPS)


def list_or_tuple(noise, q):
    return [q + noise(EPS)] if q else (q + noise(EPS),)


def one_or_noisy(noise, q):
    return 1 if q else q + noise(EPS)


def float_or_noisy(noise, q):
    return 1.0 if q else noise(EPS)


def signed_zero(noise, q):
    return -0.0 if q and noise(EPS) > 0 else 0.0


def object_out(noise, q):
    return Wrapped(q + noise(EPS))


def generator_out(noise, q):
    return (q + noise(EPS) for _ in range(1))


def ends_the_interpreter(noise, q):
    if q + noise(EPS) > 0:
        sys.exit(0)
    return 0


def raises_system_exit(noise, q):
    if q + noise(EPS) > 0:
        raise SystemExit(0)
    return 0


def typo(noise, q):
    return (q + noise(EPS)).vlaue


def namespace(noise, q):
    return types.SimpleNamespace(v=q + noise(EPS)) == types.SimpleNamespace(v=q)


def by_type_of_variable(noise, q):
    v = q + noise(EPS)
    return type(v) is int


def by_type_in_a_loop(noise, q):
    return [type(v).__name__ for v in (q, q + noise(EPS))]


def by_type_swallowed(noise, q):
    v = q + noise(EPS)
    try:
        return type(v) is int
    except BaseException:
        return q


def by_type_in_a_generator(noise, q):
    return all(type(v) is int for v in [q, q + noise(EPS)])


def by_type_in_a_closure(noise, q):
    v = q + noise(EPS)
    return (lambda: type(v).__name__)()


def by_type_of_a_call(noise, q):
    return type(q + noise(EPS)).__name__


def by_type_of_a_part(noise, q):
    v = [q + noise(EPS)]
    return type(v[0]).__name__


def by_type_handed_on(noise, q):
    v = q + noise(EPS)
    return next(map(type, [v])).__name__


def by_type_as_default(noise, q):
    look = type
    v = q + noise(EPS)
    return look(v).__name__


def by_type_chosen(noise, q):
    v = q + noise(EPS)
    return (type if q else KIND)(v).__name__


def by_three_part_type(noise, q):
    v = q + noise(EPS)
    return type("T", (), {"v": v}).__name__


def by_identity_with_a_class(noise, q):
    return (q + noise(EPS)) is int


def by_getattr(noise, q):
    v = q + noise(EPS)
    return getattr(v, "real", q)


def by_hasattr(noise, q):
    v = q + noise(EPS)
    return hasattr(v, "is_integer")


def by_getattr_of_a_name(noise, q):
    name = "__class__"
    return getattr(q + noise(EPS), name).__name__


def by_getattr_hidden(noise, q):
    return getattr(Wrapped, "__init__").__name__  # noqa: B009


def by_getattr_mapped(noise, q):
    values = [q + noise(EPS)]
    return list(map(getattr, values, ["numerator"]))


def by_getattr_of_a_text(noise, q):
    name = "__len__"
    return getattr("ab", name)() + noise(EPS)


def by_getattr_default(noise, q):
    name = "__class__"
    v = q + noise(EPS)
    return getattr(v, name, "default")


def by_statistics(noise, q):
    return statistics.mean([q, q + noise(EPS)])


def by_statistics_of_a_generator(noise, q):
    return statistics.median(v for v in [q + noise(EPS), q])


def by_statistics_swallowed(noise, q):
    try:
        return statistics.fmean([q + noise(EPS)])
    except BaseException:
        return q


def by_statistics_later(noise, q):
    values: list[Any] = []
    values.append(values)
    values.append(q + noise(EPS))
    return statistics.median_low(values[1:])


def by_logger(noise, q):
    LOGGER.critical("%s", q + noise(EPS))
    return q


def by_logger_silently(noise, q):
    LOGGER.debug("%s", q + noise(EPS))
    return q


def by_logger_attribute(noise, q):
    LOGGER.parent.critical("x")  # type: ignore[union-attr]
    return q


def by_json_of_plain_library(noise, q):
    return json.dumps({"v": q + noise(EPS)})


@functools.cache
def remembers(v):
    return v


@functools.cache
def draws_once(noise, q):
    return noise(EPS) > 0


def by_cached_argument(noise, q):
    return remembers(q + noise(EPS)) > 0


def by_cached_draw(noise, q):
    return draws_once(noise, 0)


def by_item_of_a_number(noise, q):
    return (q + noise(EPS)).__getitem__(0)


def by_round_digits(noise, q):
    return round(q + noise(EPS), -1)


def by_division(noise, q):
    return (q + noise(EPS)) / 3


def by_power_of_zero(noise, q):
    return 0 ** (q + noise(EPS))


def by_remainder(noise, q):
    return (q + noise(EPS)) % 2


def by_remainder_of(noise, q):
    return 7 % (q + noise(EPS))


def by_divmod(noise, q):
    return divmod(q + noise(EPS), 2)


def by_divisor(noise, q):
    return 7 // (q + noise(EPS))


def plus_float(noise, q):
    return q + noise(EPS) + 0.5 > 1


def times_float(noise, q):
    return (q + noise(EPS)) * 0.5 > 1


def times_nan(noise, q):
    return (q + noise(EPS)) > float("nan")


def times_infinity(noise, q):
    return (q + noise(EPS)) * math.inf > 0


def text_of_halves(noise, q):
    return str((q + noise(EPS)) // 2)


def hash_of_halves(noise, q):
    return {(q + noise(EPS)) // 2: 1}


def truth_of_halves(noise, q):
    return "yes" if (q + noise(EPS)) // 2 else "no"


def index_of_halves(noise, q):
    return "abc"[(q + noise(EPS)) // 2]


def attribute_of_halves(noise, q):
    return ((q + noise(EPS)) // 2).numerator


def doubled_and_plain(noise, q):
    return 2 * (q + noise(EPS)) if q else q + noise(EPS)


def doubled_or_fixed(noise, q):
    return 2 * noise(EPS) if noise(EPS) > 0 else q


def same_draw_rounded(noise, q):
    v = q + noise(EPS)
    return v, v // 2


PROGRAMS = [
    value
    for value in list(globals().values())
    if isinstance(value, types.FunctionType)
    and value.__module__ == __name__
    and value.__code__.co_varnames[:2] == ("noise", "q")
]
