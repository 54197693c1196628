"""Where a check says that its witness is the first or the smallest, every smaller candidate is no witness.

The candidates are listed here, and judged by the formula of the region, which the check compares with the
statement point by point; the check itself searches without that formula.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import count, product
from math import exp, log
from pathlib import Path

import pytest

from assay.ledger.reading import read_one
from assay.ledger.region import holds
from spec.pages.regions import formula_of

FOLDER = Path(__file__).parents[2] / "spec" / "claims"
Point = Mapping[str, Fraction]
MOST = 20_000


def rates() -> Iterable[Point]:
    """The rationals in (0, 1) by their denominators."""
    for d in count(2):
        yield from ({"q": Fraction(n, d)} for n in range(1, d) if Fraction(n, d).denominator == d)


def unit_fractions() -> Iterable[Point]:
    """1/2, 1/3, ..."""
    yield from ({"q": Fraction(1, d)} for d in count(2))


def draws() -> Iterable[Point]:
    """n rows and m draws by their sum."""
    for total in count(3):
        yield from ({"n": Fraction(n), "m": Fraction(total - n)} for n in range(2, total))


def bootstraps() -> Iterable[Point]:
    """n, and the Z of the scope that are smaller."""
    sizes = [Fraction(z) for z in ("1", "3/2", "2", "3", "10")]
    for n in count(2):
        yield from ({"n": Fraction(n), "Z": z} for z in sizes if z < n)


def whole(name: str, start: int, **others: int) -> Callable[[], Iterable[Point]]:
    """The integers from one on, for one variable."""
    fixed = {key: Fraction(value) for key, value in others.items()}
    return lambda: ({name: Fraction(n), **fixed} for n in count(start))


def copies() -> Iterable[Point]:
    """Rows, group size and columns by the number of entries, then the number of rows."""
    for entries in count(1):
        for n in (n for n in range(1, entries + 1) if entries % n == 0):
            yield from (
                {"n": Fraction(n), "k": Fraction(k), "d": Fraction(entries // n)} for k in range(1, n + 1)
            )


ORDERED: dict[str, tuple[Callable[[], Iterable[Point]], tuple[str, ...]]] = {
    "S7.a": (rates, ("q",)),
    "S10.c": (unit_fractions, ("q",)),
    "S11.b": (draws, ("n", "m")),
    "W1.c": (bootstraps, ("n", "Z")),
    "W2.a": (bootstraps, ("n", "Z")),
    "U3.b": (copies, ("n", "k", "d")),
    "U9.b": (whole("d", 1), ("d",)),
    "H12.c": (whole("S", 1), ("S",)),
}


@pytest.mark.parametrize("name", ORDERED)
def test_no_smaller_candidate_is_a_witness(name):
    candidates, variables = ORDERED[name]
    part = next(p for p in read_one(FOLDER / f"{name.partition('.')[0]}.toml").parts if p.id == name)
    region, shown = formula_of(part.region), dict(part.witness)
    if name == "H12.c":
        shown["S"] = part.witness["s"].partition("s(1) = ")[2].partition(";")[0]
    found = {variable: Fraction(shown[variable]) for variable in variables}
    for number, point in enumerate(candidates()):
        assert number < MOST
        if point == found:
            assert not holds(region, point)
            return
        assert holds(region, point), f"{name}: {point} comes before {found}"


def test_sizes_that_are_searched_one_by_one():
    """U11.f and H11.a, in floating point, far from any border."""
    part = next(p for p in read_one(FOLDER / "U11.toml").parts if p.id == "U11.f")
    first = next(d for d in count(2) if d / 2 / 3 < log(d) ** 4)
    assert int(part.witness["d"]) == first == 3
    part = next(p for p in read_one(FOLDER / "H11.toml").parts if p.id == "H11.a")
    pairs = product(range(1, 6), repeat=2)
    assert (int(part.witness["alpha"]), int(part.witness["beta"])) == next(p for p in pairs if fails(*p))


def fails(alpha: int, beta: int) -> bool:
    """Whether the pair with the scales s and e^-beta s has more than eta at 2 alpha."""
    ratio = exp(beta)
    tail = (exp(-(alpha + beta) / (ratio - 1)) + exp(-(3 * alpha + beta) / (ratio - 1))) / 2
    return (1 - exp(-beta)) * tail > exp(-alpha / (2 * beta))
