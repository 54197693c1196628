"""What a run of a sampler ends in: a value that it returned, or an exception that it raised."""

from __future__ import annotations

import sys
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, cast

from ...outputs.alphabet import is_settled, listed
from ...outputs.identity import holds_more, is_frozen_dataclass, key
from ...outputs.keys import unless_same, with_attributes
from ..ends import Declared, Raised, is_output
from .freeze import LAZY, Freezer, Unfreezable
from .lazy_number import settled
from .randoms import LazyBytes
from .set_layout import Placed
from .uniforms import ENUMERATED

PLAIN = frozenset({bool, int, bytes, type(None)})
"""Types of outputs that hold nothing lazy, and whose key is the type and the value."""


@dataclass(slots=True, eq=False)
class Ended:
    """How a run ended: `key` tells it from other ends.

    Of an inner call `value` is what it returned, and `error` what it raised. Of a whole sampler `value` is
    the listed form of its output, `form_key` the key of the output where that is not the form's own, and
    `error` an exception that is no output.
    """

    key: Hashable
    value: Any
    error: BaseException | None = None
    form_key: Hashable = None


def output(value: object) -> Ended:
    """The end of a whole sampler that returned a value.

    Raises InvalidType or InvalidValue for what cannot be an output, see `assay.outputs.identity.key`.
    """
    kind = type(value)
    if kind in PLAIN:
        return Ended(("returned", (kind, value)), value)
    plain = without_lazy(value)
    found = key(plain)
    if is_settled(plain):
        return Ended(("returned", found), plain)
    return Ended(("returned", found), listed(plain), form_key=found)


def output_raised(error: BaseException, declared: Declared) -> Ended:
    """The end of a whole sampler that raised an exception, which is its output if it was declared."""
    if not (isinstance(error, Exception) and is_output(error, declared)):
        return Ended(("raised", type(error), str(error)), None, error)
    error.args = tuple(map(without_lazy, error.args))
    vars(error).update({name: without_lazy(value) for name, value in vars(error).items()})
    end = Raised.of(error)
    return Ended(("raised", key(end)), end)


def alike(one: Ended, other: Ended) -> bool:
    """Whether two ends are the same, but for the order in sets, which a lazy element changes."""
    return one.key == other.key or _unordered(one.key) == _unordered(other.key)


def _unordered(found: Hashable) -> Hashable:
    """A key, with that of each set as a set."""
    if not isinstance(found, tuple):
        return found
    if len(found) == 2 and (found[0] is set or found[0] is frozenset):
        inside = found[1].elements if isinstance(found[1], Placed) else found[1]
        return found[0], frozenset(map(_unordered, cast("tuple[Hashable, ...]", inside)))
    return tuple(map(_unordered, found))


def inner(value: Any, error: BaseException | None) -> tuple[Ended, Freezer]:
    """The end of an inner call, up to what its caller can tell apart, and what was seen of it.

    Raises Unfreezable where that is not known; the call is then run in place, and its draws stay lazy.
    """
    freezer = Freezer()
    if error is not None:
        if not _is_only_its_arguments(error):
            raise Unfreezable(f"an exception {type(error).__name__} that holds more than its arguments")
        ended = Ended(("raised", freezer.key(error)), None, error)
    else:
        value = _without_draws(value)
        ended = Ended(("returned", freezer.key(value)), value)
    if freezer.has_lazy:
        raise Unfreezable("a uniform draw inside what an inner call returns")
    return ended, freezer


_OWN_WAYS = ("__init__", "__new__", "__reduce__", "__reduce_ex__", "__copy__", "__getstate__", "__setstate__")


def _is_only_its_arguments(error: BaseException) -> bool:
    """Whether an exception is its class and its arguments, so that a copy can be raised in its place."""
    if not isinstance(error, Exception) or vars(error) or error.__cause__ or error.__context__:
        return False
    own = [owner for owner in type(error).__mro__ if owner is not object and not holds_more(owner)]
    builtin = type(error).__mro__[len(own)]
    plain = builtin.__basicsize__ == BaseException.__basicsize__
    return plain and not any(name in vars(owner) for owner in own for name in (*_OWN_WAYS, "__slots__"))


def _without_draws(value: Any) -> Any:
    """The result of an inner call with its uniform draws drawn to the end, where they have few values."""
    kind = type(value)
    if kind is tuple:
        return tuple(_without_draws(element) for element in value)
    if kind is LazyBytes or (kind in LAZY and value.variable.hi - value.variable.lo > ENUMERATED):
        raise Unfreezable("a uniform draw that an inner call returns")
    return settled(value, "the result of an inner call")


def without_lazy(value: Any, made: dict[int, tuple[Any, Any]] | None = None) -> Any:
    """An output with its lazy values drawn to the end; everything else as it is.

    made: what became of the containers met before; one that stands in two places stays one.
    """
    kind = type(value)
    if kind in LAZY:
        return settled(value, "the output")
    met = {} if made is None else made
    if id(value) not in met:
        met[id(value)] = value, _rebuilt(value, kind, met)
    return met[id(value)][1]


def _rebuilt(value: Any, kind: type, met: dict[int, tuple[Any, Any]]) -> Any:
    """A value of the same type; the value itself where it holds nothing lazy."""
    if kind is tuple or kind is list or kind is set or kind is frozenset:
        parts = [without_lazy(part, met) for part in value]
        return value if _same(parts, value) else kind(parts)
    if kind is dict:
        items = [(without_lazy(k, met), without_lazy(v, met)) for k, v in value.items()]
        return value if all(map(_same, items, value.items())) else dict(items)
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        parts = [without_lazy(part, met) for part in tuple.__iter__(value)]
        return value if _same(parts, tuple.__iter__(value)) else tuple.__new__(kind, parts)
    if kind.__module__ == "numpy" and getattr(getattr(value, "dtype", None), "hasobject", False):
        numpy = cast("Any", sys.modules["numpy"])
        elements = [without_lazy(element, met) for element in value.ravel().tolist()]
        return numpy.array(elements).reshape(value.shape)
    if not is_frozen_dataclass(kind):
        return value
    return unless_same(with_attributes(value, lambda part: without_lazy(part, met)), value)


def _same(parts: Any, others: Any) -> bool:
    return all(a is b for a, b in zip(parts, others, strict=True))
