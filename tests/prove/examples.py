"""The theorems that the examples of the documentation make."""

from __future__ import annotations

import ast
import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import assay.prove
from assay.prove import Theorem

README = Path(assay.prove.__file__).with_name("README.md")
BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)


@cache
def theorems_of_the_documentation() -> tuple[Theorem, ...]:
    """Run every example, and collect the theorems that its statements make."""
    names: dict[str, object] = {}
    made: dict[str, Theorem] = {}
    blocks = BLOCK.findall(README.read_text(encoding="utf-8"))
    for block in (b for b in blocks if "sympy" not in b or find_spec("sympy")):
        for node in ast.parse(block).body:
            value: object = None
            if isinstance(node, ast.Expr):
                value = eval(compile(ast.Expression(node.value), str(README), "eval"), names)
            else:
                exec(compile(ast.Module([node], []), str(README), "exec"), names)
            made |= {str(v): v for v in (value, *names.values()) if isinstance(v, Theorem)}
    return tuple(made.values())
