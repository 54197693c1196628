"""A page for each mechanism of the catalogue: its distribution, its loss and its profile, in one size."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from assay import Dist, Mechanism, integers, ln, mechanisms, queries, sqrt
from assay.plots.curves import profile_points
from assay.plots.noise import noise_points

from . import svg
from .docstrings import CODE
from .links import Links
from .markdown import code, escape, fence, table

ROW = re.compile(r"^\| `((\w+)\(.*?\))` \|", re.MULTILINE)
"""The first cell of a row of `spec/mechanisms.md`: an expression that makes a small mechanism."""

ON_INTEGERS = "Noise on all the integers"
"""The section whose rows are of `assay.integers`."""

HOMES = {name: home for home in (mechanisms, queries) for name in home.__all__}
"""By public name of the catalogue, its package."""

SPACE = {**{name: getattr(home, name) for name, home in HOMES.items()}, "ln": ln}
"""What the expressions of rows are made of."""

MOST_OUTCOMES = 12
"""The longest distribution that is printed in full."""


@dataclass(frozen=True)
class Shown:
    """A mechanism of the catalogue, made of the expression."""

    name: str
    family: str
    expression: str
    mechanism: Mechanism[Any, Any]

    @property
    def docstring(self) -> str:
        """What its constructor says of it."""
        return inspect.getdoc(SPACE[self.name]) or ""


def catalogue(root: Path) -> list[Shown]:
    """Every mechanism of the catalogue, made as `spec/mechanisms.md` says.

    Raises:
        LookupError: a constructor has no row, or a row has no constructor.
    """
    entries = [
        Shown(name, family, text, eval(text, SPACE))
        for family, text, name in rows(root / "spec" / "mechanisms.md")
    ]
    if missing := constructors() ^ {each.name for each in entries}:
        raise LookupError(f"spec/mechanisms.md and the catalogue differ in {sorted(missing)}")
    return entries


def rows(document: Path, *, noise: bool = False) -> list[tuple[str, str, str]]:
    """(family, expression, constructor) of every row: of mechanisms, or of noise on all integers."""
    sections = document.read_text(encoding="utf-8").split("\n## ")[1:]
    return [
        (family, match[1], match[2])
        for section in sections
        for family in [section.partition("\n")[0]]
        for match in ROW.finditer(section)
        if (family == ON_INTEGERS) == noise
    ]


def constructors() -> set[str]:
    """The names of the catalogue that return a mechanism."""
    return {name for name in HOMES if returns_mechanism(SPACE[name])}


def returns_mechanism(value: Callable[..., object]) -> bool:
    """Whether its annotation promises a mechanism; `Comparisons` and `Values` are names of such."""
    returned = inspect.signature(value).return_annotation if inspect.isfunction(value) else ""
    return str(returned).startswith(("Mechanism", "Comparisons", "Values"))


def write(root: Path, folder: Path, links: Links) -> None:
    """The pages under `mechanism/`."""
    place = folder / "mechanism"
    place.mkdir(parents=True, exist_ok=True)
    shown = catalogue(root)
    lines, names = [], [each.name for each in shown]
    for each in shown:
        (place / f"{each.name}.md").write_text(mechanism_page(each), encoding="utf-8")
        first = each.docstring.partition("\n\n")[0]
        epsilon = each.mechanism.epsilon()
        lines.append(
            (
                f"[`{each.name}`]({each.name}.md)",
                each.family,
                inline(first),
                code(each.expression),
                code(short(epsilon)),
            )
        )
    for _, expression, name in rows(root / "spec" / "mechanisms.md", noise=True):
        made = eval(expression, {**vars(integers), "ln": ln, "sqrt": sqrt})
        doc = inspect.getdoc(getattr(integers, name)) or ""
        (place / f"{name}.md").write_text(noise_page(name, doc, expression, made), encoding="utf-8")
        first = inline(doc.partition("\n\n")[0])
        cells = (f"[`{name}`]({name}.md)", ON_INTEGERS, first, code(expression), code(short(made.epsilon())))
        lines.append(cells)
        names.append(name)
    text = (
        f"# Mechanisms\n\nThe catalogue: {len(lines)} mechanisms with their exact distributions, the "
        f"known incorrect ones included. "
        "The last column is the exact epsilon\nof the example beside it at delta = 0.\n\n"
        + table(
            ["mechanism", "family", "distribution", "example", "epsilon"],
            lines,
            "sortable filterable choose-2",
        )
        + fence(":hidden:\n:titlesonly:\n\n" + "\n".join(names), "{toctree}")
    )
    (place / "index.md").write_text(text, encoding="utf-8")


def noise_page(name: str, doc: str, expression: str, noise: integers.NoiseOnIntegers) -> str:
    """What the constructor says, epsilon, and delta at some epsilons, of an example."""
    levels = ("0", "1/2", "1", "2", "4")
    facts = [("smallest epsilon at delta = 0", code(short(noise.epsilon())))]
    if isinstance(noise, integers.ExactNoise):
        points = profile_points(noise.worst_pair().profile())
    else:
        points = noise_points(cast("integers.CertifiedNoise", noise))
    facts += [(f"smallest delta at epsilon = {e}", code(short(noise.delta(e)))) for e in levels]
    return "\n".join(
        [
            f"# {code(name)}\n",
            *map(paragraph, doc.split("\n\n")),
            "## An example\n",
            fence(
                f">>> from assay import ln, sqrt\n>>> from assay.integers import *\n>>> m = {expression}",
                "pycon",
            ),
            table(["", ""], facts, "facts"),
            "## Privacy profile\n",
            svg.curve(f"privacy profile of {expression}", points, [], ("epsilon", "delta(epsilon)")),
        ]
    )


def home(expression: str) -> str:
    """The last name of the package whose constructor an expression calls."""
    return HOMES[expression.partition("(")[0]].__name__.rpartition(".")[2]


def inline(text: str) -> str:
    """A docstring's paragraph, with names in backticks as code."""
    end, parts = 0, []
    for match in CODE.finditer(text):
        parts += [escape(text[end : match.start()]), f"`{match[2]}`"]
        end = match.end()
    return " ".join("".join([*parts, escape(text[end:])]).split())


def short(value: object) -> str:
    """An exact value, or its decimal where it is long."""
    exact = str(value)
    return (
        exact
        if len(exact) <= 60
        else f"{float(str(value.decimal(12))):.12g}..."
        if hasattr(value, "decimal")
        else exact
    )


def mechanism_page(each: Shown) -> str:
    """What the constructor says; the worst pair, its distributions, and the profile, of the example."""
    m = each.mechanism
    worst, package = m.worst_case.epsilon(), home(each.expression)
    profile = m.profile()
    marks = [(float(epsilon), short(epsilon)) for epsilon, _ in profile.breakpoints]
    picture = svg.curve(
        f"privacy profile of {each.expression}", profile_points(profile), marks, ("epsilon", "delta(epsilon)")
    )
    facts = [
        ("smallest epsilon at delta = 0", code(short(m.epsilon()))),
        ("total variation", code(short(m.total_variation()))),
        ("inputs", f"{len(m.domain)}, {escape(m.adjacency)}"),
    ]
    parts = [f"# {code(each.name)}\n", *map(paragraph, each.docstring.split("\n\n")), "## An example\n"]
    parts += [
        fence(f">>> from assay import ln, {package}\n>>> m = {package}.{each.expression}", "pycon"),
        table(["", ""], facts, "facts"),
    ]
    parts += [
        "## Privacy profile\n",
        "delta as a function of epsilon; the mechanism is (epsilon, delta)-private on and above the curve.\n",
        picture,
    ]
    if worst.pair:
        parts += ["## The worst pair\n", pair_section(m, worst.pair)]
    return "\n".join(parts)


def paragraph(text: str) -> str:
    """A paragraph of a docstring; an indented one stays as it is."""
    return fence(text) if text.startswith(" ") or ">>>" in text else f"{inline(text)}\n"


def pair_section(m: Mechanism[Any, Any], pair: tuple[Any, Any]) -> str:
    """The two distributions of a pair of inputs, outcome by outcome, and the privacy loss."""
    x, y = pair
    p, q = m.distribution(x), m.distribution(y)
    outcomes = list(dict.fromkeys([*p.support, *q.support]))
    head = f"P is the distribution on {code(repr(x))}, Q that on {code(repr(y))}; the loss is ln(P/Q).\n"
    rows = [
        (code(repr(o)), code(short(p.probability(o))), code(short(q.probability(o))), loss(p, q, o))
        for o in outcomes
    ]
    more = (
        f"\n{len(outcomes) - MOST_OUTCOMES} more outcomes are not shown.\n"
        if len(outcomes) > MOST_OUTCOMES
        else ""
    )
    return head + "\n" + table(["outcome", "P", "Q", "loss"], rows[:MOST_OUTCOMES]) + more


def loss(p: Dist[Any], q: Dist[Any], outcome: object) -> str:
    """ln(P/Q) of one outcome."""
    over, under = p.probability(outcome), q.probability(outcome)
    if under == 0:
        return "`inf`"
    return "`-inf`" if over == 0 else code(short(ln(over / under)))
