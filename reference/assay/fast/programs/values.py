"""The values that a state may hold: immutable and plain, so that equal ones can never be told apart later.

The key of a value is equal for two values only if no program of the subset can distinguish them: True, 1 and
1.0 have different keys, 0.0 and -0.0 too, and so have frozensets that are iterated in different orders.
"""

from __future__ import annotations

from collections.abc import Hashable
from decimal import Decimal
from fractions import Fraction
from typing import Any

from ...dp import Dist
from ...exact import Log, Number
from .outside import OutsideSubset

SCALARS = frozenset({bool, int, str, bytes, type(None), Fraction})
WRITTEN = frozenset({float, complex, Decimal})
"""Types whose equal values may differ, and whose `repr` shows every difference."""


def key_of(value: Any) -> Hashable:
    """The key of a plain value; OutsideSubset for any other."""
    kind: type = type(value)
    if kind in SCALARS:
        return (kind, value)
    if kind is Number or kind is Log:
        return (kind, str(value))
    if kind in WRITTEN and value == value:  # a NaN is told apart by identity
        return (kind, repr(value))
    if kind is tuple:
        return (kind, tuple(key_of(entry) for entry in value))
    if kind is frozenset:
        return (kind, tuple(key_of(entry) for entry in value))
    if kind is range:
        return (kind, value.start, value.stop, value.step)
    if kind is Dist:
        return (kind, tuple((key_of(o), str(p)) for o, p in value.items()))
    raise OutsideSubset(f"it holds a {kind.__name__}, which is not one of the plain immutable values")
