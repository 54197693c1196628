"""The border to autodp: a call is Python text in its modules' names and those of the parameters."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterable, Mapping
from contextlib import redirect_stdout
from functools import cache
from typing import Any

from ...survey.library import Library
from .._border import Asked, Border, compiled

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


class _Calls(Border):
    """Expressions as they are, in which the parameters are names; what autodp prints is kept away."""

    def asked(self, expression: str, point: Mapping[str, Any]) -> Asked:
        """The call as a function of its parameters, and source that prints it."""
        return Asked(
            privacy_map=lambda **point: self.run(expression, point), snippet=snippet(expression, point)
        )

    def run(self, expression: str, point: Mapping[str, Any]) -> Any:
        """The value of the expression at a point."""
        with warnings.catch_warnings(), redirect_stdout(io.StringIO()):
            warnings.simplefilter("ignore")
            return eval(compiled(expression), {**_names(), **point})


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


CURVE = "lambda alpha: alpha / (2 * sigma**2) if np.isfinite(alpha) else np.inf"
"""The Renyi curve of Gaussian noise, as text."""

BORDER = _Calls(LIBRARY, "", "autodp.")
claim, calibration, values = BORDER.claims, BORDER.calibration, BORDER.probabilities
