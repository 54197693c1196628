"""Each public function has an example, and every example prints what it shows."""

from __future__ import annotations

import doctest
import inspect
from collections.abc import Iterator
from importlib import import_module
from typing import get_origin

import pytest

from spec.pages.api import PACKAGES, public_names
from spec.pages.api_examples import examples, lines_of

SLOW = ("assay.testing.vectors.", "assay.utility.minimax_risk", "assay.accounting.truncated_gaussian")
"""What reads all test vectors, or takes seconds."""


def public_functions() -> Iterator[str]:
    """The full name of every public function, where it is at home."""
    seen: set[int] = set()
    for package in PACKAGES:
        for name in public_names(package):
            value = getattr(import_module(package), name)
            function = callable(value) and not inspect.isclass(value) and get_origin(value) is None
            if function and id(value) not in seen:
                seen.add(id(value))
                yield f"{package}.{name}"


def failures(name: str, session: str) -> int:
    """How many lines of a session print something else."""
    test = doctest.DocTestParser().get_doctest(session, {}, name, None, 0)
    assert test.examples, name
    return doctest.DocTestRunner(verbose=False).run(test).failed


def test_every_public_function_has_an_example_that_calls_it():
    functions = [*public_functions()]
    assert len(functions) > 200
    assert set(functions) == set(examples())
    for name, session in examples().items():
        assert f"{name.rpartition('.')[2]}(" in session or f"{name.rpartition('.')[2]}\n" in session, name


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] if name.startswith(SLOW) else [])
        for name in sorted(examples())
    ],
)
def test_an_example_prints_what_it_shows(name):
    assert failures(name, examples()[name]) == 0


def test_another_output_is_noticed(capsys):
    assert failures("wrong", ">>> 1 + 1\n3\n") == 1
    assert "Expected:\n    3" in capsys.readouterr().out


def test_an_example_is_shown_with_its_function():
    assert lines_of("assay.dp.max_loss")[2] == ".. code-block:: pycon"
    assert lines_of("assay.dp.no_such_name") == []
