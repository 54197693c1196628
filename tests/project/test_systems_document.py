"""Every example of spec/systems.md gives what is shown."""

from __future__ import annotations

import doctest
from pathlib import Path

PAGE = Path(__file__).parents[2] / "spec" / "systems.md"


def test_the_examples_give_what_is_shown():
    runner = doctest.DocTestRunner()
    parsed = doctest.DocTestParser().get_doctest(
        PAGE.read_text(encoding="utf-8"), {}, PAGE.name, str(PAGE), 0
    )
    shown: list[str] = []
    runner.run(parsed, out=shown.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(shown)
    assert len(parsed.examples) > 30
