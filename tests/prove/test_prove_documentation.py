"""Every example of the documentation runs."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import assay.prove
from assay.prove.rules import RULES

README = Path(assay.prove.__file__).with_name("README.md")
BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)


def test_examples_run() -> None:
    names: dict[str, object] = {}
    blocks = BLOCK.findall(README.read_text(encoding="utf-8"))
    assert len(blocks) >= 14
    for block in (b for b in blocks if "sympy" not in b or find_spec("sympy")):
        exec(compile(block, str(README), "exec"), names)


def test_every_rule_is_documented() -> None:
    text = README.read_text(encoding="utf-8")
    assert [name for name in RULES if f"**{name}**" not in text] == []
