"""Where a statement holds, as a picture: its region, decided exactly at each point of a grid."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from assay.errors import AssayError
from assay.ledger.region import NOWHERE, holds

from . import svg

FORMULA = re.compile(r"(?:^|: )iff ([^;]*)")
"""What stands between "iff" and a remark."""

Values = tuple[Fraction, ...]


def steps(low: str, high: str, step: str) -> Values:
    """low, low + step, ..., high."""
    first, last, by = Fraction(low), Fraction(high), Fraction(step)
    return tuple(first + by * number for number in range(int((last - first) / by) + 1))


def whole(low: int, high: int) -> Values:
    """The whole numbers from low to high."""
    return steps(str(low), str(high), "1")


def powers(most: int) -> Values:
    """1, 2, 4, ..., 2^most."""
    return tuple(Fraction(2**each) for each in range(most + 1))


@dataclass(frozen=True)
class Grid:
    """The points at which a region is looked at: across, perhaps upwards too, and what is fixed beside."""

    across: tuple[str, Values]
    up: tuple[str, Values] | None = None
    fixed: Mapping[str, Fraction] = field(default_factory=dict)


UNIT = steps("0", "1", "1/40")
GRIDS: Mapping[str, Grid] = {
    "G1.b": Grid(("E", steps("1/4", "6", "1/4")), ("n", whole(1, 24))),
    "G4.a": Grid(("n", whole(1, 12))),
    "G5.c": Grid(("eps", steps("0", "2", "1/20"))),
    "G6.b": Grid(("delta", steps("0", "5/4", "1/16")), ("k", whole(1, 6)), {"A": Fraction(2)}),
    "G7.b": Grid(("eps", steps("0", "2", "1/8")), ("delta", steps("0", "1", "1/8"))),
    "G8.b": Grid(("delta", UNIT)),
    "H10.a": Grid(
        ("alpha", steps("1/4", "8", "1/4")), ("n", whole(1, 16)), {"c": Fraction(1), "rate": Fraction(1, 4)}
    ),
    "H10.b": Grid(("noise", steps("-2", "2", "1/10"))),
    "H10.c": Grid(("alpha", steps("1/20", "2", "1/20"))),
    "H11.a": Grid(("beta", steps("1/20", "2", "1/20"))),
    "H12.a": Grid(("p", UNIT)),
    "H12.c": Grid(("S", whole(20, 40))),
    "H13.c": Grid(
        ("m", steps("1/2", "8", "1/2")), None, {"N": Fraction(8), "a": Fraction(0), "b": Fraction(1)}
    ),
    "H13.e": Grid(("p", steps("0", "1", "1/16")), ("d", steps("0", "1", "1/16"))),
    "H14.c": Grid(
        ("gamma", steps("1/16", "1", "1/16")), ("n", steps("200", "4000", "200")), {"k": Fraction(400)}
    ),
    "H16.a": Grid(("t", steps("1/8", "3", "1/8"))),
    "H2.a": Grid(("z_1", steps("-1", "2", "1/8")), ("z_2", steps("-1", "2", "1/8"))),
    "H2.c": Grid(("lean", UNIT)),
    "H3.a": Grid(("k", whole(1, 12)), ("n", whole(1, 12)), {"tau": Fraction(1)}),
    "H3.d": Grid(
        ("alpha", steps("1/10", "5", "1/10")),
        None,
        {"n": Fraction(1), "k": Fraction(2), "c0": Fraction(4, 27)},
    ),
    "H4.a": Grid(("n", whole(1, 20)), ("c", steps("1", "24", "1"))),
    "S10.c": Grid(("q", UNIT)),
    "S11.b": Grid(("n", whole(2, 12)), ("m", whole(1, 16))),
    "S9.b": Grid(("c", steps("0", "2", "1/8")), ("eps", steps("1/2", "8", "1/2"))),
    "S7.a": Grid(("q", UNIT)),
    "U1.b": Grid(("x", steps("1", "5/2", "1/20")), ("k", whole(1, 8))),
    "U11.b": Grid(("Dbar", steps("-1", "1", "1/8")), ("z", steps("-2", "2", "1/4"))),
    "U11.f": Grid(("d", powers(20)), None, {"p": Fraction(1, 2)}),
    "U2.a": Grid(("eps", steps("1/20", "2", "1/20")), ("k", whole(1, 16))),
    "U3.b": Grid(("n", whole(1, 24)), ("k", whole(1, 12)), {"d": Fraction(2)}),
    "U4.c": Grid(("C", steps("1", "3", "1/20"))),
    "U4.e": Grid(("gamma", steps("1/8", "2", "1/8")), ("n", powers(16))),
    "U7.d": Grid(("s", steps("1/10", "4", "1/10")), ("d", whole(1, 6))),
    "U9.b": Grid(("d", whole(1, 12))),
    "W1.c": Grid(("n", whole(1, 24)), ("Z", whole(1, 12))),
    "W2.a": Grid(("n", whole(1, 24)), ("Z", whole(1, 12))),
    "W5.d": Grid(("eps", steps("0", "2", "1/20"))),
    "W6.a": Grid(("n", whole(1, 12)), ("Z", whole(1, 16))),
}
"""Where each region is looked at, by the part of the ledger."""

UNDRAWN: Mapping[str, str] = {"H5.b": "a curve, which no grid of rational points meets"}
"""Regions that have no picture, and why; nor has one that is nowhere."""


def formula_of(region: str) -> str | None:
    """The formula in the text of a region; None for a region that is nowhere."""
    found = FORMULA.search(region)
    if found is None and not region.startswith(NOWHERE):
        raise LookupError(f"the region {region!r} has no formula")
    return found and found[1].strip()


def picture(part: str, region: str) -> str:
    """The region of a part of the ledger as SVG with a caption; nothing where it has none.

    Raises:
        LookupError: there is neither a grid nor a reason why there is none.
    """
    formula = formula_of(region)
    if formula is None or part in UNDRAWN:
        return ""
    if part not in GRIDS:
        raise LookupError(f"{part}: no grid for the region {region!r} in spec/pages/regions.py")
    grid = GRIDS[part]
    found = decided(formula, grid)
    beside = ", ".join(f"{name} = {value}" for name, value in grid.fixed.items())
    caption = (
        f"Green: it holds; red: it fails. Decided exactly at each of {len(found)} points"
        f"{f', with {beside}' if beside else ''}; between them nothing is said.\n"
    )
    return drawn(f"where it holds: {formula}", grid, found) + "\n" + caption


def decided(formula: str, grid: Grid) -> dict[tuple[Fraction, Fraction | None], bool | None]:
    """Whether the formula holds at each point, and None where that is not decided."""
    name, values = grid.across
    other, upwards = grid.up or ("", (None,))
    found: dict[tuple[Fraction, Fraction | None], bool | None] = {}
    for y in upwards:
        for x in values:
            point = {name: x, **grid.fixed, **({} if y is None else {other: y})}
            try:
                found[x, y] = holds(formula, point)
            except AssayError:
                found[x, y] = None
    return found


KINDS = {True: "holds", False: "fails", None: "open"}


def drawn(title: str, grid: Grid, found: Mapping[tuple[Fraction, Fraction | None], bool | None]) -> str:
    """A coloured cell a point, the values at the axes."""
    name, across = grid.across
    other, upwards = grid.up or ("", (None,))
    left, width, top = 56, 480, 22
    high = min(22.0, 260 / len(upwards)) if grid.up else 26.0
    wide = width / len(across)
    floor = top + high * len(upwards)
    parts = [
        f'<rect class="cell {KINDS[truth]}" x="{left + wide * across.index(x):.1f}" '
        f'y="{floor - high * (upwards.index(y) + 1):.1f}" width="{wide - 1:.2f}" height="{high - 1:.2f}">'
        f"<title>{spelled(name, x)}{'' if y is None else f', {spelled(other, y)}'}: "
        f"{ {True: 'holds', False: 'fails', None: 'undecided'}[truth] }</title></rect>"
        for (x, y), truth in found.items()
    ]
    free = -1.0
    for number, x in enumerate(across):
        middle, half = left + wide * (number + 0.5), 3.6 * len(str(x)) + 5
        if middle - half > free:
            parts.append(svg.text(middle, floor + 15, str(x)))
            free = middle + half
    parts.append(svg.text(left + width / 2, floor + 34, name, kind="name"))
    if grid.up:
        parts.append(svg.text(left, top - 8, other, "end", kind="name"))
        every = max(1, round(16 / high))
        parts += [
            svg.text(left - 6, floor - high * (number + 0.5) + 4, str(y), "end")
            for number, y in enumerate(upwards)
            if number % every == 0
        ]
    return svg.picture(title, parts, height=int(floor + 44))


def spelled(name: str, value: Fraction) -> str:
    """`n = 3`."""
    return f"{name} = {value}"
