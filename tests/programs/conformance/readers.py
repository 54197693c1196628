"""The readers of programs behind one door: a text in, a verdict or a refusal out."""

from __future__ import annotations

import importlib.util
import itertools
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from assay import Mechanism, Verdict, adjacency, program
from assay.decide import SymbolicMechanism, decide
from assay.programs.sources import mechanism as on_tape

ASKS = "from assay import flip, uniform, draw, Dist\ndef coin():\n    return flip('1/2')\n"
SOURCES = "import random\ndef coin():\n    return random.getrandbits(1) == 1\n"

NUMBERS = itertools.count()


def loaded(text: str, folder: Path) -> ModuleType:
    """The text as a module of its own, in a file."""
    name = f"conformance_{next(NUMBERS)}"
    path = folder / f"{name}.py"
    path.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def enumerated(text: str, folder: Path, domain: Any = (0, 1), epsilon: Any = 0) -> Verdict:
    """By following every path."""
    f = program(loaded(ASKS + text, folder).f)
    return Mechanism(f, domain, adjacency.all_pairs(), engine="reference").audit(epsilon)


def merged(text: str, folder: Path, domain: Any = (0, 1), epsilon: Any = 0) -> Verdict:
    """By merging states, where that is understood."""
    f = program(loaded(ASKS + text, folder).f)
    return Mechanism(f, domain, adjacency.all_pairs()).audit(epsilon)


def symbolic(text: str, folder: Path, domain: Any = (0, 1), epsilon: Any = 0) -> Verdict:
    """By the reader of symbolic noise."""
    f = program(loaded(ASKS + text, folder).f)
    return decide(SymbolicMechanism(f, domain, adjacency.all_pairs()), epsilon)


def taped(text: str, folder: Path, domain: Any = (0, 1), epsilon: Any = 0) -> Verdict:
    """On the tape."""
    return on_tape(loaded(SOURCES + text, folder).f, domain, adjacency.all_pairs()).audit(epsilon)


READERS: dict[str, Callable[..., Verdict]] = {
    "enumeration": enumerated,
    "merging": merged,
    "noise": symbolic,
    "tape": taped,
}
