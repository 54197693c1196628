"""The border to autodp: a call is Python text in its modules' names and those of the parameters."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import redirect_stdout
from functools import cache
from types import CodeType
from typing import Any

from ....testing.claims.judgement import Bound
from ...survey.case import Calibration, Case, Claims, Definition, Point, Probabilities
from ...survey.library import Library

ZOO = "mechanism_zoo"
"""The module of autodp with its mechanisms."""

LIBRARY = Library(name="autodp", module="autodp", tested="0.2.3.1")

MODULES = (
    "calibrator_zoo",
    "converter",
    "dp_acct",
    "dp_bank",
    "fdp_bank",
    "mechanism_zoo",
    "phi_bank",
    "privacy_calibrator",
    "rdp_acct",
    "rdp_bank",
    "transformer_zoo",
    "utils",
)

ACCOUNTANTS = """
def composed(method, func, *args, **kwargs):
    accountant = rdp_acct.anaRDPacct()
    getattr(accountant, method)(func, *args, **kwargs)
    return accountant

def spent(losses):
    accountant = dp_acct.DP_acct()
    for loss in losses:
        accountant.update_DPlosses(*loss)
    return accountant
"""
"""Accountants are told what to compose one call after the other, which no expression can do."""


@cache
def _names() -> dict[str, Any]:
    """The modules of autodp, numpy as np, and the accountants."""
    import numpy as np

    names: dict[str, Any] = {"np": np, **{name: LIBRARY.load(name) for name in MODULES}}
    exec(ACCOUNTANTS, names)
    return names


@cache
def _code(text: str) -> CodeType:
    return compile(text, "<call of autodp>", "eval")


def called(text: str) -> Callable[..., Any]:
    """The call, as a function of its parameters; what the library prints and warns of is kept away."""

    def call(**point: Any) -> Any:
        with warnings.catch_warnings(), redirect_stdout(io.StringIO()):
            warnings.simplefilter("ignore")
            return eval(_code(text), {**_names(), **point})

    return call


def snippet(text: str, names: Iterable[str]) -> str:
    """Source that prints the call at a point."""
    used = [
        name for name in MODULES if f"{name}." in text + (ACCOUNTANTS if _needs_accountants(text) else "")
    ]
    if used[:1] == ["privacy_calibrator"]:
        used.insert(0, "mechanism_zoo")  # they import each other in a circle, and this one cannot come first
    lines = [f"from autodp import {', '.join(used)}", "import numpy as np"]
    if _needs_accountants(text):
        lines.append(ACCOUNTANTS.replace("{", "{{").replace("}", "}}"))
    given = list(names)
    if given:
        lines.append(f"{', '.join(given)} = {', '.join('{' + name + '!r}' for name in given)}")
    lines.append(f"print({text.replace('{', '{{').replace('}', '}}')})")
    return "\n".join(lines) + "\n"


def _needs_accountants(text: str) -> bool:
    return "composed(" in text or "spent(" in text


def named(function: str, promise: str, note: str, also: Sequence[str]) -> dict[str, Any]:
    """What a case says of itself, whatever its kind."""
    return {
        "function": f"autodp.{function}",
        "also": [f"autodp.{name}" for name in also],
        "promise": promise,
        "note": note,
    }


def claim(
    function: str,
    text: str,
    truth: Mapping[str, Callable[..., Any]],
    points: Sequence[Point],
    promise: str,
    *,
    bound: Bound = "upper",
    note: str = "",
    also: Sequence[str] = (),
) -> Case:
    """A claim; `truth` has the keys `truth` and perhaps `definition`."""
    return Claims(
        privacy_map=called(text),
        points=points,
        snippet=snippet(text, points[0]),
        **named(function, promise, note, also),
        bound=bound,
        truth=truth["truth"],
        definition=truth.get("definition"),
    )


def calibration(
    function: str,
    text: str,
    attained: Callable[..., Any],
    target: str,
    points: Sequence[Point],
    promise: str,
    *,
    note: str = "",
    also: Sequence[str] = (),
    definition: Callable[..., Definition] | None = None,
) -> Case:
    """A calibration; see `survey.case.Calibration`."""
    return Calibration(
        calibrate=called(text),
        attained=attained,
        target=target,
        points=points,
        snippet=snippet(text, points[0]),
        **named(function, promise, note, also),
        definition=definition,
    )


def values(
    function: str,
    text: str,
    distribution: Callable[..., Mapping[Any, Any]],
    points: Sequence[Point],
    promise: str,
    *,
    note: str = "",
    also: Sequence[str] = (),
) -> Case:
    """Numbers that promise to be the truth itself; the text is a dictionary of them."""
    return Probabilities(
        computed=called(text),
        distribution=distribution,
        points=points,
        snippet=snippet(text, points[0]),
        **named(function, promise, note, also),
    )


def grid(**parameters: Sequence[Any]) -> list[dict[str, Any]]:
    """Every combination of the values."""
    from ....testing.claims.grid import grid as product

    return product(**parameters)
