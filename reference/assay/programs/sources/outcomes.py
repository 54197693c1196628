"""What a run of a sampler ends in: a value that it returned, or an exception that it raised."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from ...dp.outputs import check_outcome
from ...errors import AssayError, InvalidType
from ..ends import Raised
from .freeze import LAZY, Freezer, Unfreezable
from .randoms import LazyBytes
from .uniforms import ENUMERATED, settled


@dataclass(frozen=True)
class Ended:
    """How a run ended: the value, or the exception, that stands for its outcome."""

    value: Any
    error: Exception | None = None

    def outcome(self) -> Any:
        """The outcome as a law lists it."""
        return self.value if self.error is None else Raised.of(self.error)


def frozen(ended: Ended) -> tuple[Hashable, Freezer]:
    """The key of an outcome, up to what a caller can tell apart.  Raises Unfreezable."""
    freezer = Freezer()
    what = ended.value if ended.error is None else ended.error
    return ("returned" if ended.error is None else "raised", freezer.freeze(what)), freezer


def listed(value: object) -> Any:
    """An output of a whole sampler, hashable: numpy's numbers as Python's, arrays and lists as tuples.

    Raises InvalidType for what cannot be listed.
    """
    output = plain(value)
    try:
        check_outcome(output, "output")
    except AssayError as error:
        raise InvalidType(f"the sampler returned what cannot be listed: {error}") from None
    return output


def without_draws(value: Any) -> Any:
    """The result of an inner call with its uniform draws drawn to the end, where they have few values.

    Raises Unfreezable for others: the call is then run in place, and its draws stay lazy.
    """
    kind = type(value)
    if kind is tuple:
        return tuple(without_draws(element) for element in value)
    if kind is LazyBytes or (kind in LAZY and value.variable.hi - value.variable.lo > ENUMERATED):
        raise Unfreezable("a uniform draw that an inner call returns")
    return settled(value, "the result of an inner call")


def plain(value: Any) -> Any:
    """A value as Python's own hashable types, where that loses nothing that an observer sees."""
    kind = type(value)
    if kind in LAZY:
        return settled(value, "the output")
    if kind is tuple or kind is list:
        return tuple(plain(element) for element in value)
    if kind.__module__.partition(".")[0] == "numpy" and hasattr(value, "tolist"):
        return plain(value.tolist())
    return value
