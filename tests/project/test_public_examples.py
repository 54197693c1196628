"""Each public function and class has an example, and every example prints what it shows."""

from __future__ import annotations

import doctest
import inspect
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import get_origin

import pytest

from spec.pages.api import PACKAGES, public_names
from spec.pages.api_examples import examples, lines_of

SLOW = (
    *("assay.testing.vectors.", "assay.utility.minimax_risk", "assay.accounting.truncated_gaussian"),
    *("assay.decide.ProvedForEveryLength", "assay.decide.RefutedAtLength", "assay.decide.Stream"),
)
"""What reads all test vectors, or takes seconds."""


INSIDE = {
    "assay.accounting.MomentBound": "what `Rounds` makes of guarantees in Renyi divergences",
    "assay.accounting.Revealed": "what `Rounds` makes of events of dp-accounting",
    "assay.accounting.StoredLoss": "what is read from a file of losses",
    "assay.accounting.Tails": "what a new kind of noise is made of",
}
"""Classes without an example of their own."""


def public(wanted: Callable[[object], bool]) -> Iterator[str]:
    """The full name of everything public that is wanted, where it is at home."""
    seen: set[int] = set()
    for package in PACKAGES:
        for name in public_names(package):
            value = getattr(import_module(package), name)
            if wanted(value) and id(value) not in seen:
                seen.add(id(value))
                yield f"{package}.{name}"


def is_function(value: object) -> bool:
    """Whether a value is called, and neither a class nor a type such as list[int]."""
    return callable(value) and not inspect.isclass(value) and get_origin(value) is None


def is_class(value: object) -> bool:
    """Whether a value is a class, and no error."""
    return inspect.isclass(value) and not issubclass(value, BaseException)


def failures(name: str, session: str) -> int:
    """How many lines of a session print something else."""
    test = doctest.DocTestParser().get_doctest(session, {}, name, None, 0)
    assert test.examples, name
    return doctest.DocTestRunner(verbose=False).run(test).failed


def test_every_public_function_has_an_example_that_calls_it():
    functions = [*public(is_function)]
    assert len(functions) > 200
    assert set(functions) <= set(examples())
    for name in functions:
        session, word = examples()[name], name.rpartition(".")[2]
        assert f"{word}(" in session or f"{word}\n" in session, name


def test_every_public_class_has_an_example():
    classes = {*public(is_class)}
    assert len(classes) > 90
    assert set(examples()) - {*public(is_function)} == classes - set(INSIDE)
    assert set(INSIDE) <= classes


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
