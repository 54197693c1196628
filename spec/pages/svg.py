"""Small pictures as SVG, in the colours of the page: they follow light and dark."""

from __future__ import annotations

import html
from collections.abc import Sequence

from assay.plots.curves import Points

WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 560, 300, 56, 44, 14, 16


def picture(title: str, parts: Sequence[str], width: int = WIDTH, height: int = HEIGHT) -> str:
    """An SVG element for a page, with a text for those who do not see it."""
    label = html.escape(title, quote=True)
    body = "".join(parts)
    svg = f'<svg class="picture" viewBox="0 0 {width} {height}" role="img" aria-label="{label}">'
    return f'<div class="picture">{svg}<title>{label}</title>{body}</svg></div>\n'


def text(x: float, y: float, words: str, anchor: str = "middle", kind: str = "label") -> str:
    """Words at a place."""
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{html.escape(words)}</text>'


def line(x0: float, y0: float, x1: float, y1: float, kind: str = "axis") -> str:
    """A straight line."""
    return f'<line class="{kind}" x1="{x0:.1f}" y1="{y0:.1f}" x2="{x1:.1f}" y2="{y1:.1f}"/>'


def curve(title: str, points: Points, marks: Sequence[tuple[float, str]], labels: tuple[str, str]) -> str:
    """A curve from 0 on; `marks` are places of the horizontal axis with their exact names."""
    wide, high = max(x for x, _ in points) or 1.0, max(y for _, y in points) or 1.0

    def x_of(x: float) -> float:
        return LEFT + x / wide * (WIDTH - LEFT - RIGHT)

    def y_of(y: float) -> float:
        return HEIGHT - BOTTOM - y / high * (HEIGHT - BOTTOM - TOP)

    path = " ".join(f"{x_of(x):.1f},{y_of(y):.1f}" for x, y in points)
    floor = HEIGHT - BOTTOM
    parts = [
        f'<polygon class="area" points="{x_of(0):.1f},{TOP} {path} {x_of(wide):.1f},{TOP}"/>',
        line(LEFT, floor, WIDTH - RIGHT, floor),
        line(LEFT, floor, LEFT, TOP),
        f'<polyline class="curve" points="{path}"/>',
        text((LEFT + WIDTH) / 2, HEIGHT - 6, labels[0], kind="name"),
        text(LEFT, TOP - 2, labels[1], "start", kind="name"),
        text(LEFT - 6, y_of(high) + 4, f"{high:.3g}", "end"),
        text(LEFT - 6, floor, "0", "end"),
    ]
    free = -1e9
    for x, name in marks:
        half = 3.4 * len(name)
        parts.append(line(x_of(x), floor, x_of(x), floor + 4))
        if x_of(x) - half > free:
            parts.append(text(min(x_of(x), WIDTH - half), floor + 17, name))
            free = x_of(x) + half + 4
    return picture(title, parts)


def bars(title: str, rows: Sequence[tuple[str, float, float, str, str]], names: tuple[str, str]) -> str:
    """Two bars a row: the outcome, its two probabilities, and their exact texts."""
    height = 34 + 38 * len(rows)
    room = 210
    parts = [
        f'<rect class="first" x="0" y="4" width="12" height="12"/>{text(18, 15, names[0], "start")}',
        f'<rect class="second" x="250" y="4" width="12" height="12"/>{text(268, 15, names[1], "start")}',
    ]
    largest = max(max(p, q) for _, p, q, _, _ in rows) or 1.0
    for number, (name, p, q, p_text, q_text) in enumerate(rows):
        y = 30 + 38 * number
        parts.append(text(120, y + 18, name if len(name) < 20 else name[:18] + "…", "end"))
        for value, exact, kind, down in ((p, p_text, "first", 0), (q, q_text, "second", 15)):
            length = value / largest * room
            parts.append(
                f'<rect class="{kind}" x="130" y="{y + down}" width="{max(length, 1):.1f}" height="13"/>'
            )
            parts.append(
                text(136 + length, y + down + 11, exact if len(exact) < 34 else f"{value:.6g}", "start")
            )
    return picture(title, parts, height=height)
