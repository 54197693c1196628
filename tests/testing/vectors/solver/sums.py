"""Sums of values between two bounds, and their sensitivity."""

from __future__ import annotations

from typing import Any

from .reals import Given, R, Refused, has, whole, word
from .snapping import rational


class Kept:
    def __init__(self, given: Given) -> None:
        bits = whole(given, "bits")
        if bits not in (8, 16, 32, 64):
            raise Refused("bits")
        self.size = 2**bits
        self.low = -(2 ** (bits - 1)) if word(given, "signed", "yes", "no") == "yes" else 0
        self.high = self.low + self.size - 1
        self.wraps = word(given, "arithmetic", "wrap", "saturate") == "wrap"

    def fit(self, x: Any) -> Any:
        if has("OverflowIgnored"):
            return x
        if not self.wraps:
            return sorted((self.low, x, self.high))[1]
        while x > self.high:
            x -= -(-(x - self.high) // self.size) * self.size
        while x < self.low:
            x += -(-(self.low - x) // self.size) * self.size
        return x

    def total(self, values: Any) -> Any:
        if not self.wraps and has("SaturatedAtTheEnd"):
            return self.fit(sum(values))
        found = 0
        for x in values:
            found = self.fit(found + x)
        return found

    def of(self, given: Given, name: str) -> Any:
        return whole(given, name, self.low, self.high)


def integer_sum(given: Given) -> Any:
    kept = Kept(given)
    return R().of(kept.total([kept.of({"values": text}, "values") for text in given["values"]]))


def next_to(given: Given) -> Any:
    return word(given, "neighbours", "add-remove-one", "replace-one") == "replace-one"


def over_reals(given: Given) -> Any:
    low, high, replaced = rational(given, "low"), rational(given, "high"), next_to(given)
    if low > high:
        raise Refused("low and high")
    return R().of(width(low, high, replaced))


def width(low: Any, high: Any, replaced: Any) -> Any:
    if replaced and not has("HighNotWidth"):
        return high - low
    return max(abs(low), abs(high))


def sensitivity(given: Given) -> Any:
    kept, replaced, records = Kept(given), next_to(given), whole(given, "records", 1, 1000)
    low, high = kept.of(given, "low"), kept.of(given, "high")
    if low > high:
        raise Refused("low and high")
    if (replaced and has("HighNotWidth")) or has("OverflowIgnored"):
        return R().of(width(low, high, replaced))
    if kept.wraps:
        return R().of(wrapping(kept, low, high, records, replaced))
    return R().of(saturating(kept, low, high, records) if replaced else max(abs(low), abs(high)))


def saturating(kept: Kept, low: Any, high: Any, records: Any) -> Any:
    """Over lists that are equal but for one place, whose others are extreme, or 0."""
    found = 0
    for other in {low, high, 0} & set(range(low, high + 1)) if high - low < 10**6 else {low, high, 0}:
        if not low <= other <= high:
            continue
        rest = [other] * (records - 1)
        for first, second in (([low, *rest], [high, *rest]), ([*rest, low], [*rest, high])):
            found = max(found, abs(kept.total(first) - kept.total(second)))
    return found


def wrapping(kept: Kept, low: Any, high: Any, records: Any, replaced: Any) -> Any:
    """By every end e of a range that the totals cross, from e - 1 or less to e or more, or back."""
    if replaced:
        ends = crossed(kept, records * low, records * high)
        return kept.size - 1 if ends else high - low
    best = max(abs(low), abs(high))
    for m in range(records):
        for e in crossed(kept, m * low + min(low, 0), m * high + max(high, 0)):
            up = min(m * high, e - 1)  # the largest total below e, from which v > 0 leads over it
            if up >= m * low and max(e - up, low, 1) <= high:
                best = max(best, kept.size - max(e - up, low, 1))
            down = max(m * low, e)  # the smallest total from which v < 0 leads back
            if down <= m * high and min(e - 1 - down, high, -1) >= low:
                best = max(best, kept.size + min(e - 1 - down, high, -1))
    return best


def crossed(kept: Kept, first: Any, last: Any) -> Any:
    """The ends e = low + i size with first < e <= last."""
    i = (first - kept.low) // kept.size + 1
    found = []
    while kept.low + i * kept.size <= last:
        found.append(kept.low + i * kept.size)
        i += 1
    return found


FUNCTIONS = {
    "clamped_sum_sensitivity": over_reals,
    "integer_sum": integer_sum,
    "integer_sum_sensitivity": sensitivity,
}
