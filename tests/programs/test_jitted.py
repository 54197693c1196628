"""Functions that numba compiled, by what its dispatchers look like; numba itself is not needed."""

from __future__ import annotations

import random
import secrets

import pytest

from assay import Dist, adjacency
from assay.errors import NondeterministicProgram
from assay.programs.jitted import is_jitted, unjitted
from assay.programs.sources import distribution, mechanism
from assay.programs.sources.int64 import checked


class Dispatcher:
    """What `numba.njit` returns, as far as it is looked at; `compiled` is what its machine code does."""

    def __init__(self, function, compiled=None) -> None:
        self.py_func = function
        self.compiled = compiled

    def __call__(self, *args):
        return (self.compiled or self.py_func)(*args)


Dispatcher.__module__ = "numba.core.registry"


class Other:
    """Another object of numba's, which has no Python function and says so in its own way."""

    def __getattr__(self, name):
        raise KeyError(name)

    def __call__(self, *args):
        return random.random() < 0.5


Other.__module__ = "numba.np.ufunc.dufunc"


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


@Dispatcher
def same(x):
    return x


@Dispatcher
def until_below_three():
    while True:
        u = same(random.randrange(4))
        if u < 3:
            return u


other = Other()


def calls(p):
    return both(p)


def test_a_jitted_function_is_read_as_the_function_that_it_was_made_of():
    quarter = Dist({True: "1/4", False: "3/4"})
    assert distribution(flip, 0.25) == quarter
    assert distribution(both, 0.5) == quarter
    assert distribution(calls, 0.5) == quarter


def test_a_loop_without_a_bound_is_solved():
    assert distribution(until_below_three) == Dist(dict.fromkeys(range(3), "1/3"))


def test_the_dispatchers_are_put_back():
    before = flip, both
    distribution(calls, 0.5)
    assert (flip, both) == before


def test_only_dispatchers_of_numba_are_unwrapped():
    decoy = Decoy(lambda: 1)
    Decoy.__module__ = "mine"
    assert unjitted(decoy) is decoy
    assert not is_jitted(decoy)
    assert unjitted(flip) is flip.py_func
    assert unjitted(3) == 3
    assert unjitted(other) is other


class Holder:
    def __init__(self) -> None:
        self.coin = flip

    def draw(self, b):
        return self.coin(0.25) != b


def defaults(b, coin=flip):
    return coin(0.25) != b


def closing_over(coin):
    def sampler(b):
        return (coin(0.25) != b, secrets.randbelow(2))[0]

    return sampler


@pytest.mark.parametrize("sampler", [Holder().draw, defaults, closing_over(flip)])
def test_it_is_read_wherever_it_is_kept(sampler):
    assert distribution(sampler, True) == Dist({True: "3/4", False: "1/4"})


def test_where_it_cannot_be_replaced_it_is_refused():
    held = (flip,)
    sampler = closing_over(lambda p: held[0](p))
    with pytest.raises(NondeterministicProgram, match="kept where the tape cannot stand in for it"):
        distribution(sampler, True)


def of_another_object():
    return other() + secrets.randbelow(2)


def test_other_objects_of_numba_are_refused():
    with pytest.raises(NondeterministicProgram, match="Other, an object of numba's that is no function"):
        distribution(of_another_object)


def sums(b):
    return random.randrange(2) * 0 + 9223372036854775807 + b > 0


def augmented(b):
    total = 9223372036854775807 + random.randrange(2) * 0
    total += b
    return total > 0


def in_a_list(b):
    totals = [9223372036854775807 + random.randrange(2) * 0]
    totals[0] += b
    return totals[0] > 0


def shifted(b):
    return (1 + random.randrange(2) * 0) << (62 + b) > 0


def lazily(b):
    return random.randrange(2**62) * (2 + 2 * b) >= 0


@pytest.mark.parametrize("body", [sums, augmented, in_a_list, shifted, lazily])
def test_what_wraps_around_at_64_bits_is_refused(body):
    """The Python function returns True on both inputs; the compiled one tells them apart."""
    jitted = Dispatcher(body, lambda b: b == 0)
    assert distribution(body, 1) == Dist({True: 1})
    assert distribution(jitted, 0) == Dist({True: 1})
    with pytest.raises(NondeterministicProgram, match="outside of 64 bits"):
        distribution(jitted, 1)
    with pytest.raises(NondeterministicProgram, match="outside of 64 bits"):
        mechanism(jitted, [0, 1], adjacency.all_pairs()).audit(0)


def test_what_the_compiled_function_does_otherwise_is_refused():
    """As with a global variable that had another value when it was compiled."""
    jitted = Dispatcher(lambda b: b * 0 + random.randrange(2), lambda b: b + random.randrange(2))
    with pytest.raises(NondeterministicProgram, match="source cannot be read"):
        distribution(jitted, 1)
    named = Dispatcher(forgetful, lambda b: b + random.randrange(2))
    with pytest.raises(NondeterministicProgram, match="compiled by numba it returns 2"):
        distribution(named, 1)


def forgetful(b):
    return b * 0 + random.randrange(2)


def test_a_function_that_makes_no_value_is_its_own_copy():
    assert checked(same.py_func) is same.py_func
    assert checked(flip.py_func) is checked(flip.py_func)


def test_numba_itself():
    numba = pytest.importorskip("numba")
    coin = numba.njit(quarter)
    assert distribution(coin) == Dist({True: "1/4", False: "3/4"})
    assert distribution(closing_over(numba.njit(below)), True) == Dist({True: "3/4", False: "1/4"})
    over = numba.njit(sums)
    with pytest.raises(NondeterministicProgram, match="outside of 64 bits"):
        mechanism(over, [0, 1], adjacency.all_pairs()).audit(0)


def quarter():
    return random.random() < 0.25


def below(p):
    return random.random() < p
