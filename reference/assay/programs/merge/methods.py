"""The methods of built-in types that may be called, and what they do to their object."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict, deque
from fractions import Fraction

from ...dp import Dist

METHODS: dict[type, frozenset[str]] = {
    kind: frozenset(names.split())
    for kind, names in {
        list: "append extend insert pop remove clear index count sort reverse copy",
        dict: "get setdefault pop popitem update clear items keys values copy",
        set: "add update discard remove pop clear union intersection difference symmetric_difference "
        "issubset issuperset isdisjoint copy intersection_update difference_update "
        "symmetric_difference_update",
        frozenset: "union intersection difference symmetric_difference issubset issuperset isdisjoint copy",
        deque: "append appendleft pop popleft extend extendleft clear count index insert remove reverse "
        "rotate copy",
        bytearray: "append extend insert pop remove clear reverse copy hex decode",
        tuple: "index count",
        range: "index count start stop step",
        int: "bit_length bit_count to_bytes as_integer_ratio numerator denominator real imag conjugate",
        bool: "bit_length bit_count numerator denominator real imag",
        Fraction: "numerator denominator limit_denominator as_integer_ratio real imag",
        float: "is_integer as_integer_ratio hex real imag",
        complex: "real imag conjugate",
        Dist: "support items probability",
        bytes: "hex decode count find index startswith endswith",
    }.items()
}

METHODS[str] = frozenset(name for name in dir(str) if not name.startswith("_")) - {"format_map"}
METHODS[Counter] = METHODS[dict] | {"most_common", "elements", "subtract", "total"}
METHODS[OrderedDict] = METHODS[dict] | {"move_to_end"}
METHODS[defaultdict] = METHODS[dict]
METHODS[type(None)] = frozenset()

READING = frozenset(
    {"join", "extend", "update", "union", "intersection", "difference", "symmetric_difference"}
)
"""Methods of built-in types that read their arguments to the end."""

REMOVING = frozenset([
    "pop", "discard", "remove", "clear", "intersection_update", "difference_update",
    "symmetric_difference_update",
])  # fmt: skip
"""Methods of a set that take elements away."""

UNCHANGING = frozenset([
    "index", "count", "copy", "get", "items", "keys", "values", "union", "intersection", "difference",
    "symmetric_difference", "issubset", "issuperset", "isdisjoint", "most_common", "elements", "total",
    "hex", "decode",
])  # fmt: skip
"""Methods of what can be changed that do not change it."""
