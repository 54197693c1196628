"""Calls of a library as Python text: what is run, and what the snippet of a row prints, are the same text."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from types import CodeType
from typing import Any, TypedDict

from ...adjacency import explicit
from ..survey.case import Calibration, Case, Claims, Probabilities, Samples, source_text
from ..survey.library import Library


class Asked(TypedDict):
    """The arguments of `Claims` that say how the library is called."""

    privacy_map: Callable[..., Any]
    snippet: str


class Quoted:
    """A value whose repr is Python text, infinities too."""

    def __init__(self, value: object) -> None:
        self.value = value

    def __repr__(self) -> str:
        return source_text(self.value)


@cache
def compiled(text: str) -> CodeType:
    """The text, ready to be evaluated."""
    return compile(text, "<survey>", "eval")


@dataclass(frozen=True)
class Border:
    """A library, and the imports that a call of it may name; `prefix` stands before the names of functions.

    More arguments of the methods are those of the case.
    """

    library: Library
    imports: str
    prefix: str = ""

    def asked(self, expression: str, point: Mapping[str, Any]) -> Asked:
        """A call, as text with {name!r} for the parameters: run here, and printed by the snippet."""
        lines = [*needed(self.imports, expression), f"print({expression})"]
        return Asked(privacy_map=lambda **point: self.run(expression, point), snippet="\n".join(lines))

    def run(self, expression: str, point: Mapping[str, Any]) -> Any:
        """The value of the text at a point; what the library warns of is kept away."""
        text = expression.format(**{name: Quoted(value) for name, value in point.items()})
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return eval(compiled(text), dict(self.namespace()))

    def namespace(self) -> Mapping[str, Any]:
        """What the imports name.  Raises LibraryMissing."""
        self.library.load()
        return imported(self.imports)

    def named(self, function: str, promise: str, also: Iterable[str] = (), **more: Any) -> dict[str, Any]:
        """What a case says of itself, whatever its kind."""
        names = [f"{self.prefix}{name}" for name in also]
        return {"function": f"{self.prefix}{function}", "promise": promise, "also": names, **more}

    def claims(
        self,
        function: str,
        expression: str,
        truth: Mapping[str, Any],
        points: Sequence[Mapping[str, Any]],
        promise: str,
        **more: Any,
    ) -> Case:
        """A case of claims, of text and a truth with its definition."""
        asked = self.asked(expression, points[0])
        return Claims(points=points, **asked, **truth, **self.named(function, promise, **more))

    def calibration(
        self,
        function: str,
        expression: str,
        kept: Mapping[str, Any],
        target: str,
        points: Sequence[Mapping[str, Any]],
        promise: str,
        **more: Any,
    ) -> Case:
        """A case of a parameter that is found for a target; `kept`: what is attained, and its definition."""
        asked = self.asked(expression, points[0])
        return Calibration(
            calibrate=asked["privacy_map"],
            snippet=asked["snippet"],
            target=target,
            points=points,
            **kept,
            **self.named(function, promise, **more),
        )

    def probabilities(
        self,
        function: str,
        expression: str,
        distribution: Callable[..., Mapping[Any, Any]],
        points: Sequence[Mapping[str, Any]],
        promise: str,
        **more: Any,
    ) -> Case:
        """A case of numbers that promise to be the truth itself; the text is a dictionary of them."""
        asked = self.asked(expression, points[0])
        return Probabilities(
            computed=asked["privacy_map"],
            snippet=asked["snippet"],
            distribution=distribution,
            points=points,
            **self.named(function, promise, **more),
        )

    def samples(
        self, function: str, expression: str, domain: Sequence[Any], promise: str, **more: Any
    ) -> Case:
        """A case of a black box: one output on x, as text; adjacent are inputs in a row, unless given."""

        def sampler(x: Any) -> Any:
            return eval(compiled(expression), {**self.namespace(), "x": x})

        head = [*needed(self.imports, expression), "x = {input!r}", "for _ in range({count!r}):"]
        return Samples(
            sampler=sampler,
            snippet="\n".join([*head, f"    print(repr({expression}))", ""]),
            route="blackbox",
            domain=domain,
            **{"adjacency": explicit(list(pairwise(domain))), **self.named(function, promise, **more)},
        )


@cache
def imported(imports: str) -> Mapping[str, Any]:
    """The names that the imports make."""
    names: dict[str, Any] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(imports, names)
    return names


def needed(imports: str, expression: str) -> list[str]:
    """The lines of the imports, with only the names that occur."""
    lines = []
    for line in imports.splitlines():
        start, _, names = line.partition("import ")
        used = [each for each in names.split(", ") if _occurs(each.split(" as ")[-1].strip(), expression)]
        if used:
            lines.append(f"{start}import {', '.join(used)}")
    return lines


def _occurs(name: str, expression: str) -> bool:
    """Whether a name is used by itself: `pld.` but not `dpa.pld.`."""
    padded = f" {expression} "
    places = [i for i in range(1, len(padded)) if padded.startswith(name, i)]
    return any(
        not (padded[i - 1].isalnum() or padded[i - 1] in "._")
        and not (padded[i + len(name)].isalnum() or padded[i + len(name)] in "_=")
        for i in places
    )
