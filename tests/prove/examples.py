"""The theorems that the examples of the documentation make."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import assay.prove
from assay.prove import Theorem

README = Path(assay.prove.__file__).with_name("README.md")
BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)


@cache
def theorems_of_the_documentation() -> tuple[Theorem, ...]:
    """Run every example, and collect what `infer` makes (the rules of each theorem's steps as well)."""
    names: dict[str, object] = {}
    made: dict[str, Theorem] = {}
    for block in BLOCK.findall(README.read_text(encoding="utf-8")):
        for statement in re.split(r"\n(?=\w)", block):
            exec(compile(statement, str(README), "exec"), names)
        made |= {k: v for k, v in names.items() if isinstance(v, Theorem)}
        last = re.split(r"\n(?=\w)", block.strip())[-1]
        if last.startswith("infer("):
            found = eval(compile(last, str(README), "eval"), names)
            assert isinstance(found, Theorem)
            made[str(found)] = found
    return tuple(made.values())
