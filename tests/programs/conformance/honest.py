"""Honest programs in ordinary Python: every reader that takes their words answers, and exactly.

Each is the text of a module that defines `f(x)` for x in (0, 1); `coin()` is one fair coin, `die(n)` uniform
on 0, ..., n - 1. honest.txt, honest_python.txt and honest_mechanisms.txt: with finitely many paths; they must
get the distribution of the definition, `assay.dp.paths`; the second holds what the language and its library
offer, one by one, the third mechanisms as they are written in an afternoon.
endless.txt: finite chains that may run for ever, with their distribution on input 0.
"""

from __future__ import annotations

import ast
from fractions import Fraction
from typing import Any

from .sections import read

FINITE = {name: text for name, (text,) in read("honest.txt").items()}
MECHANISMS = {name: text for name, (text,) in read("honest_mechanisms.txt").items()}
PYTHON = {name: text for name, (text,) in read("honest_python.txt").items()}

ENDLESS: dict[str, tuple[str, dict[Any, Fraction]]] = {}
for _name, (_text, _law) in read("endless.txt").items():
    _pairs = [pair.split(" -> ") for pair in _law.split("; ")]
    ENDLESS[_name] = _text, {ast.literal_eval(outcome): Fraction(p) for outcome, p in _pairs}
