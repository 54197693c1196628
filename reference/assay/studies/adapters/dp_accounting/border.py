"""The only place that touches dp-accounting: a call is Python text, and the snippet of a row is that text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import CodeType
from typing import Any, TypedDict

from ...survey.case import Case, Claims, source_text
from ...survey.library import Library

LIBRARY = Library(name="dp-accounting", module="dp_accounting", tested="0.6.0")

IMPORTS = """\
import math
import dp_accounting as dpa
from dp_accounting import dp_event, gaussian_mechanism, mechanism_calibration
from dp_accounting.pld import accountant, common, pld_pmf, privacy_loss_distribution as pld
from dp_accounting.pld import privacy_loss_mechanism as plm
from dp_accounting.rdp import rdp_privacy_accountant as rdp
"""
"""What a call may name."""

PLD = "dp_accounting.pld.privacy_loss_distribution"
PLM = "dp_accounting.pld.privacy_loss_mechanism"
PMF = "dp_accounting.pld.pld_pmf"
EVENT = "dp_accounting.dp_event"


class Asked(TypedDict):
    """The arguments of `Claims` that say how the library is called."""

    privacy_map: Callable[..., Any]
    snippet: str


def call_of(expression: str) -> Asked:
    """A call, as text with {name!r} for the parameters: run here, and printed by the snippet."""
    return Asked(privacy_map=lambda **point: run(expression, point), snippet=snippet(expression))


def snippet(expression: str) -> str:
    """The text that prints the number: only the imports that the expression needs."""
    return "\n".join([*_needed(expression), f"print({expression})"])


def run(expression: str, point: Mapping[str, Any]) -> Any:
    """The value of the text at a point."""
    text = expression.format(**{name: _Quoted(value) for name, value in point.items()})
    return eval(_compiled(text), dict(_namespace()))


class _Quoted:
    """A value whose repr is Python text, infinities too."""

    def __init__(self, value: object) -> None:
        self.value = value

    def __repr__(self) -> str:
        return source_text(self.value)


@cache
def _compiled(text: str) -> CodeType:
    return compile(text, "<survey>", "eval")


@cache
def _namespace() -> Mapping[str, Any]:
    LIBRARY.load()
    names: dict[str, Any] = {}
    exec(IMPORTS, names)
    return names


def _needed(expression: str) -> list[str]:
    """The lines of IMPORTS, with only the names that occur."""
    lines = []
    for line in IMPORTS.splitlines():
        start, _, names = line.partition("import ")
        used = [each for each in names.split(", ") if _occurs(each.split(" as ")[-1].strip(), expression)]
        if used:
            lines.append(f"{start}import {', '.join(used)}")
    return lines


def _occurs(name: str, expression: str) -> bool:
    """Whether a module is named: `pld.` but not `dpa.pld.`."""
    padded = f" {expression}"
    places = [i for i in range(1, len(padded)) if padded.startswith(f"{name}.", i)]
    return any(not (padded[i - 1].isalnum() or padded[i - 1] in "._") for i in places)


def claims(
    function: str,
    expression: str,
    truth: Mapping[str, Any],
    points: Sequence[Mapping[str, Any]],
    promise: str,
    **more: Any,
) -> Case:
    """A case of claims, of text and a truth with its definition."""
    return Claims(function=function, points=points, promise=promise, **call_of(expression), **truth, **more)
