"""The Walsh-Hadamard transform in integers."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import InvalidValue


def walsh_hadamard(values: Iterable[int]) -> list[int]:
    """(H v)_r = sum over i of (-1)^(number of ones in r & i) v_i, for a length that is a power of two.

    N log2(N) additions of integers; H H = N.

    Raises:
        InvalidValue: the length is not a power of two.
    """
    v = list(values)
    if not v or len(v) & (len(v) - 1):
        raise InvalidValue(
            f"values has length {len(v)}; the transform needs a power of two, padded with zeros"
        )
    for _ in range(len(v).bit_length() - 1):
        # sums in front and differences behind: the lowest bit of the position becomes the highest
        even, odd = v[::2], v[1::2]
        v = [a + b for a, b in zip(even, odd, strict=True)] + [a - b for a, b in zip(even, odd, strict=True)]
    return v
