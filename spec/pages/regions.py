"""Pictures of the regions of the ledger: where a statement holds, point by point from its formula."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

from assay.errors import AssayError
from assay.ledger.record import Part
from assay.ledger.region import holds

from .svg import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, line, picture, text

Axis = tuple[str, str, str, str]
"""A variable, the first value, the last one, and the step between."""

AXES: dict[str, tuple[Axis, ...]] = {
    "S7.a": (("q", "1/60", "1", "1/60"),),
    "S9.b": (("c", "1/8", "2", "1/8"), ("eps", "1/2", "8", "1/2")),
    "S10.c": (("q", "1/60", "1", "1/60"),),
    "S11.b": (("n", "1", "12", "1"), ("m", "1", "10", "1")),
    "G1.b": (("n", "1", "12", "1"), ("E", "0", "3", "1/4")),
    "G6.b": (("k", "1", "6", "1"), ("delta", "0", "5/4", "1/8")),
    "G7.b": (("eps", "0", "2", "1/8"), ("delta", "0", "5/4", "1/8")),
    "W1.c": (("n", "2", "16", "1"), ("Z", "1", "8", "1/2")),
    "W2.a": (("n", "2", "16", "1"), ("Z", "1", "8", "1/2")),
    "W6.a": (("n", "2", "12", "1"), ("Z", "1", "16", "1")),
    "H2.a": (("z_1", "-1", "2", "1/8"), ("z_2", "-1", "2", "1/8")),
    "H2.c": (("t", "-1", "1", "1/30"),),
    "H3.d": (("alpha", "1/20", "5", "1/20"),),
    "H4.a": (("n", "1", "10", "1"), ("c", "0", "14", "1")),
    "H10.a": (("n", "5", "100", "5"), ("c", "1", "20", "1")),
    "H11.a": (("beta", "1/20", "3", "1/20"),),
    "H12.a": (("p", "0", "1", "1/60"),),
    "H13.e": (("p", "0", "1", "1/16"), ("d", "1/16", "1", "1/16")),
    "H14.c": (("gamma", "1/16", "1", "1/16"), ("n", "100", "2400", "100")),
    "U1.b": (("x", "1", "5/2", "1/12"), ("k", "1", "8", "1")),
    "U2.a": (("eps", "1/20", "1/2", "1/40"), ("k", "1", "20", "1")),
    "U3.b": (("n", "1", "16", "1"), ("k", "1", "16", "1")),
    "U7.d": (("d", "1", "4", "1"), ("s", "1/8", "4", "1/8")),
    "U11.b": (("Dbar", "-1", "1", "1/8"), ("z", "-3", "3", "1/4")),
}
"""The variables of a region, one or two, and the values at which it is drawn."""

FIXED: dict[str, Mapping[str, Fraction]] = {
    "G6.b": {"A": Fraction(2)},
    "H10.a": {"alpha": Fraction(1), "rate": Fraction(1, 10)},
    "U3.b": {"d": Fraction(2)},
}
"""The values of the other variables."""

FORMULA = re.compile(r"(?:^|: )iff (.*?)(?:;|$)")


def formula(part: Part) -> str:
    """The formula of a region, without the words around it; empty where there is none."""
    found = FORMULA.search(part.region)
    return found[1] if found else ""


def values(axis: Axis) -> list[Fraction]:
    """The values of an axis."""
    low, high, step = (Fraction(text) for text in axis[1:])
    return [low + i * step for i in range(int((high - low) / step) + 1)]


def drawn(part: Part) -> str:
    """The picture of the region of a part; empty where it has no axes."""
    axes = AXES.get(part.id)
    if axes is None:
        return ""
    across, up = axes[0], axes[1] if len(axes) == 2 else ("", "0", "0", "1")
    fixed = FIXED.get(part.id, {})
    cells = [
        (i, j, _at(formula(part), {**fixed, across[0]: x, up[0]: y}))
        for i, x in enumerate(values(across))
        for j, y in enumerate(values(up))
    ]
    told = ", ".join(f"{name} = {value}" for name, value in fixed.items())
    return _picture(part.id, across, up, cells, told)


def _at(region: str, point: Mapping[str, Fraction]) -> bool | None:
    """Whether it holds at a point; None where it has no value there."""
    try:
        return holds(region, {name: value for name, value in point.items() if name})
    except AssayError:
        return None


def _picture(
    name: str, across: Axis, up: Axis, cells: Sequence[tuple[int, int, bool | None]], told: str
) -> str:
    columns, rows = len(values(across)), len(values(up))
    height = HEIGHT if up[0] else 110
    wide, high = (WIDTH - LEFT - RIGHT) / columns, (height - BOTTOM - TOP - 20) / rows
    floor, start = height - BOTTOM, LEFT
    parts = [
        f'<rect class="{"holds" if true else "fails"}" x="{start + i * wide:.1f}" '
        f'y="{floor - (j + 1) * high:.1f}" width="{wide + 0.2:.1f}" height="{high + 0.2:.1f}"/>'
        for i, j, true in cells
        if true is not None
    ]
    parts += [line(start, floor, WIDTH - RIGHT, floor), line(start, floor, start, TOP + 20)]
    parts += [
        text(start + wide / 2, floor + 17, across[1]),
        text(WIDTH - RIGHT - wide / 2, floor + 17, str(values(across)[-1])),
        text((start + WIDTH) / 2, height - 6, across[0], kind="name"),
        f'<rect class="holds" x="{start}" y="2" width="12" height="12"/>',
        text(start + 18, 13, "holds", "start"),
        f'<rect class="fails" x="{start + 80}" y="2" width="12" height="12"/>',
        text(start + 98, 13, f"fails{'; ' + told if told else ''}", "start"),
    ]
    if up[0]:
        parts += [
            text(start - 6, floor - high / 2 + 4, up[1], "end"),
            text(start - 6, TOP + 20 + high / 2 + 4, str(values(up)[-1]), "end"),
            text(start - 6, (floor + TOP + 20) / 2, up[0], "end", kind="name"),
        ]
    of = f"over {across[0]}" + (f" and {up[0]}" if up[0] else "")
    return picture(f"where {name} holds, {of}", parts, height=height)
