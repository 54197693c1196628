"""Functions that numba compiled, by what its dispatchers look like; numba itself is not needed."""

from __future__ import annotations

import random

from assay import Dist
from assay.programs.jitted import unjitted
from assay.programs.sources import distribution


class Dispatcher:
    """What `numba.njit` returns, as far as it is looked at."""

    def __init__(self, function) -> None:
        self.py_func = function

    def __call__(self, *args):
        raise RuntimeError("compiled code ran")


Dispatcher.__module__ = "numba.core.registry"


class Decoy(Dispatcher):
    """An object of somebody else's, with the same attribute and another answer."""

    def __call__(self, *args):
        return 3


@Dispatcher
def flip(p):
    return random.random() < p


@Dispatcher
def both(p):
    return flip(p) and flip(p)


def calls(p):
    return both(p)


def test_a_jitted_function_is_read_as_the_function_that_it_was_made_of():
    quarter = Dist({True: "1/4", False: "3/4"})
    assert distribution(flip, 0.25) == quarter
    assert distribution(both, 0.5) == quarter
    assert distribution(calls, 0.5) == quarter


def test_the_dispatchers_are_put_back():
    before = flip, both
    distribution(calls, 0.5)
    assert (flip, both) == before


def test_only_dispatchers_of_numba_are_unwrapped():
    decoy = Decoy(lambda: 1)
    Decoy.__module__ = "mine"
    assert unjitted(decoy) is decoy
    assert unjitted(flip) is flip.py_func
    assert unjitted(3) == 3
