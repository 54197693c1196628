"""Honest programs are answered, and exactly, by every reader."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from assay import Dist, program
from assay.dp.paths import distribution
from assay.programs.merge import merged
from assay.programs.run import current
from assay.programs.sources import distribution as on_tape
from tests.effort import one_in

from .honest import ENDLESS, FINITE, MECHANISMS, PYTHON
from .readers import ASKS, SOURCES, loaded

DICE = "def die(n):\n    return uniform(n)\n"
DICE_OF_SOURCES = "def die(n):\n    return random.randrange(n)\n"


def asking(text, folder):
    return program(loaded(ASKS + DICE + text, folder).f)


def sampling(text, folder):
    return loaded(SOURCES + DICE_OF_SOURCES + text, folder).f


def defined(f, x):
    """The distribution by the definition."""

    def body(draw):
        token = current.set(SimpleNamespace(choose=lambda asked: draw(asked.dist)))
        try:
            return f._function(x)
        finally:
            current.reset(token)

    return distribution(body)


@pytest.mark.parametrize("name", FINITE)
def test_enumeration(name, tmp_path):
    f = asking(FINITE[name], tmp_path)
    for x in (0, 1):
        assert f.enumerated(x) == defined(f, x)


LEFT_TO_ENUMERATION = {
    *("with", "cached helper", "operator overloading", "partial", "prints", "string building", "type checks"),
    *("dates", "method by a name with a beginning", "table of functions", "text of an object with a repr"),
    *("generator that is kept", "generator that is read twice", "generator that a loop runs through"),
    "set of texts as output",  # where the hashes of two texts collide, as they do in some processes
}


@pytest.mark.parametrize("name", sorted(FINITE.keys() - LEFT_TO_ENUMERATION))
def test_merging(name, tmp_path):
    f = asking(FINITE[name], tmp_path)
    for x in (0, 1):
        assert merged(f, x) == defined(f, x)


@pytest.mark.parametrize("name", one_in(3, PYTHON))
def test_what_python_offers(name, tmp_path):
    """By merging where it takes the program, and by enumeration otherwise."""
    f = asking(PYTHON[name], tmp_path)
    for x in (0, 1):
        assert f.distribution(x) == f.enumerated(x) == defined(f, x)


@pytest.mark.parametrize("name", one_in(3, PYTHON))
def test_what_python_offers_on_the_tape(name, tmp_path):
    f, asks = sampling(PYTHON[name], tmp_path), asking(PYTHON[name], tmp_path)
    for x in (0, 1):
        assert spelled(on_tape(f, x)) == spelled(defined(asks, x))


def spelled(law):
    """The outputs by their text: the classes of two modules are two."""
    return {repr(outcome): p for outcome, p in law.items()}


FOLLOWED_BY_PATHS = {
    "generator of noise",
    "generator with next",
    "group by",
    "islice of an endless generator",
    "iterator of one's own",
    "logging and printing on the way",
    "vector with operators",
    "walk over the edges of a graph",
}


@pytest.mark.parametrize("name", one_in(4, MECHANISMS))
def test_mechanisms(name, tmp_path):
    """By every reader, and by merging all but those that are named."""
    f, taken = asking(MECHANISMS[name], tmp_path), sampling(MECHANISMS[name], tmp_path)
    for x in (0, 1):
        law = defined(f, x)
        assert f.enumerated(x) == law
        assert name in FOLLOWED_BY_PATHS or merged(f, x) == law
        assert spelled(on_tape(taken, x)) == spelled(law)


@pytest.mark.parametrize("name", one_in(2, FINITE))
def test_the_tape(name, tmp_path):
    f, asks = sampling(FINITE[name], tmp_path), asking(FINITE[name], tmp_path)
    for x in (0, 1):
        assert spelled(on_tape(f, x)) == spelled(defined(asks, x))


@pytest.mark.parametrize("name", ENDLESS)
def test_loops_without_a_bound_are_solved_exactly(name, tmp_path):
    text, law = ENDLESS[name]
    assert merged(asking(text, tmp_path), 0) == Dist(law)
    assert asking(text, tmp_path).distribution(0) == Dist(law)


@pytest.mark.parametrize("name", ENDLESS)
def test_loops_without_a_bound_are_solved_exactly_on_the_tape(name, tmp_path):
    text, law = ENDLESS[name]
    assert on_tape(sampling(text, tmp_path), 0) == Dist(law)
