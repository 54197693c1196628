"""numpy's whole-number distributions on the tape: their formulas are numpy's to the last bit.

A Mersenne twister whose first uniform float is a chosen one makes numpy itself say where its answer changes.
"""

from __future__ import annotations

import math
import random
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from assay import Dist
from assay.outputs.alphabet import listed
from assay.outputs.identity import key
from assay.programs.sources import distribution, sampled

UNIFORMS = 2**53


def untempered(y):
    """The word of a Mersenne twister's state that comes out as y."""
    y ^= y >> 18
    y ^= (y << 15) & 0xEFC60000
    x = y
    for _ in range(7):
        x = y ^ ((x << 7) & 0x9D2C5680)
    y = x & 0xFFFFFFFF
    x = y
    for _ in range(3):
        x = y ^ (x >> 11)
    return x


def beginning_with(i):
    """A bit generator whose first uniform float is i / 2^53."""
    generator = np.random.MT19937(0)
    state = generator.state
    words = state["state"]["key"].copy()
    words[0], words[1] = untempered((i >> 26) << 5), untempered((i & (2**26 - 1)) << 6)
    state["state"] = {"key": words, "pos": 0}
    generator.state = state
    return generator


def numpys(kind, i, method, *parameters):
    """What numpy returns where its first uniform float is i / 2^53."""
    source = np.random.RandomState if kind == "legacy" else np.random.Generator
    return int(getattr(source(beginning_with(i)), method)(*parameters))


def law_of(kind, method, *parameters):
    """The distribution on the tape."""
    if kind == "new":
        found = sampled(on_generator, method, parameters, rng="numpy:rng", max_runs=400)
    else:
        found = sampled(on_random_state, method, parameters, max_runs=400)
    return found.bounds.lower


def on_generator(method, parameters, rng):
    """A draw from a Generator."""
    return int(getattr(rng, method)(*parameters))


def on_random_state(method, parameters):
    """A draw from the global RandomState."""
    return int(getattr(np.random, method)(*parameters))


def changes_where_numpys_does(kind, method, *parameters):
    """Every jump of the tape's distribution function is where numpy's own answer jumps."""
    found = law_of(kind, method, *parameters)
    total, values = Fraction(0), sorted(found)
    for value, after in pairwise(values):
        total += found[value].as_fraction()
        i = total * UNIFORMS
        assert i.denominator == 1
        if i < UNIFORMS:
            assert numpys(kind, int(i) - 1, method, *parameters) == value
            assert numpys(kind, int(i), method, *parameters) == after
    return len(values)


def at_most(bound):
    """P(u <= bound) for a uniform float."""
    return Fraction(math.floor(Fraction(bound) * UNIFORMS) + 1, UNIFORMS)


@pytest.mark.parametrize("i", [0, 1, 2**26, 2**52, UNIFORMS - 1])
def test_the_first_uniform_float_is_the_chosen_one(i):
    assert np.random.Generator(beginning_with(i)).random() == i / UNIFORMS
    assert np.random.RandomState(beginning_with(i)).random_sample() == i / UNIFORMS


@pytest.mark.slow
@settings(max_examples=12)
@given(st.sampled_from(["new", "legacy"]), st.integers(1, 6), st.floats(0.01, 0.99))
def test_binomial(kind, n, p):
    exact = law_of(kind, "binomial", n, p)
    first, likely = min(exact), max(exact)
    assert (first, likely) == (0, n)
    none = exact[n if p > 0.5 else 0].as_fraction() * UNIFORMS
    assume(none.denominator == 1)  # a redrawn float splits the mass further
    end = n if p > 0.5 else 0
    assert numpys(kind, int(none) - 1, "binomial", n, p) == end
    assert numpys(kind, int(none), "binomial", n, p) != end


@settings(max_examples=4)
@given(st.sampled_from(["new", "legacy"]), st.floats(0.34, 1))
def test_geometric_by_search(kind, p):
    assert changes_where_numpys_does(kind, "geometric", p) >= 1


@pytest.mark.slow
@settings(max_examples=3)
@given(st.floats(0.1, 0.33))
def test_geometric_by_inversion(p):
    assert changes_where_numpys_does("legacy", "geometric", p) > 50


def test_geometric_by_inversion_where_the_two_logarithms_differ():
    choices = random.Random(1)
    numbers = [choices.randrange(1, UNIFORMS // 3) for _ in range(1000)]
    telling = [i for i in numbers if math.log(1 - i / UNIFORMS) != math.log1p(-i / UNIFORMS)]
    assert len(telling) > 20
    for i in telling:
        p = i / UNIFORMS
        assert numpys("legacy", i, "geometric", p) == math.ceil(math.log1p(-p) / math.log(1.0 - p))


def test_where_numpys_search_never_ends_the_mass_stays_open():
    """The float sum of the series stops below the largest uniform float, and numpy's loop goes on."""
    p = 0.7
    total, product, before = p, p, 0
    while total != before:
        product *= 1 - p
        before, total = total, total + product
    endless = UNIFORMS - 1 - math.floor(total * UNIFORMS)
    assert endless > 0
    found = sampled(on_random_state, "geometric", (p,))
    assert found.bounds.open_mass == Fraction(endless, UNIFORMS)
    assert "never ends" in found.bounds.reason


@pytest.mark.parametrize("rng", [None, "numpy:source"])
def test_multinomial_is_one_binomial_after_another(rng):
    def draw(source=np.random):
        return tuple(int(count) for count in source.multinomial(1, [0.5, 0.25, 0.25]))

    no = at_most(0.5)
    law = distribution(draw, rng=rng)
    assert law == Dist({(1, 0, 0): 1 - no, (0, 1, 0): no * (1 - no), (0, 0, 1): no * no})


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("source", [np.random.RandomState, np.random.default_rng])
def test_numpys_multinomial_is_one_binomial_after_another(source, seed):
    shares, n = [0.2, 0.1, 0.3, 0.4], 1 + seed % 4
    ours, left, rest = [0, 0, 0, 0], n, 1.0
    binomials = source(seed)
    for index, share in enumerate(shares[:-1]):
        ours[index] = int(binomials.binomial(left, share / rest))
        left -= ours[index]
        if left <= 0:
            break
        rest -= share
    ours[-1] = max(left, 0)
    assert list(source(seed).multinomial(n, shares)) == ours


def test_parameters_may_be_arrays():
    law = distribution(lambda: tuple(int(v) for v in np.random.binomial(1, [0.5, 0.25])))
    p, q = at_most(0.5), at_most(0.75)
    assert law == Dist({(0, 0): p * q, (1, 0): (1 - p) * q, (0, 1): p * (1 - q), (1, 1): (1 - p) * (1 - q)})
    wide = distribution(lambda: np.random.binomial([[1], [0]], [0.5, 0.0]).tolist() == [[1, 0], [0, 0]])
    assert wide == Dist({True: 1 - p, False: p})


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda rng: rng.geometric(0.1), "exponential variable"),
        (lambda rng: rng.binomial(100, 0.5), "rejection"),
        (lambda rng: rng.multinomial(3, [0.5, 0.5], size=2), "several rows"),
        (lambda rng: rng.poisson(1.0), "poisson is not followed"),
    ],
)
def test_other_ways_are_refused_by_name(call, message):
    found = sampled(lambda rng: call(rng), rng="numpy:rng")
    assert found.bounds.open_mass == 1
    assert message in found.bounds.reason


@pytest.mark.parametrize("call", [lambda: np.random.binomial(1, 1.5), lambda: np.random.geometric(0.0)])
def test_what_numpy_refuses_is_an_exception_of_the_sampler(call):
    def tried():
        try:
            return int(call()) + np.random.randint(2)
        except ValueError:
            return np.random.randint(2) - 2

    assert distribution(tried) == Dist({-2: "1/2", -1: "1/2"})


METHODS = {
    "integers": lambda r: r.integers(5),
    "integers of one": lambda r: r.integers(1),
    "integers of a type": lambda r: r.integers(3, dtype=np.uint8),
    "integers of Python's": lambda r: r.integers(3, dtype=int),
    "booleans": lambda r: r.integers(2, dtype=bool),
    "shifted": lambda r: r.integers(-2, 2, endpoint=True),
    "choice": lambda r: r.choice(3),
    "weighted choice": lambda r: r.choice(3, p=[0.25, 0.25, 0.5]),
    "choice of texts": lambda r: r.choice(["a", "b"]),
    "choice of floats": lambda r: r.choice([1.5, 2.0]),
    "binomial": lambda r: r.binomial(3, 0.5),
    "geometric": lambda r: min(r.geometric(0.5), 3),
    "array": lambda r: r.integers(3, size=2),
    "array of a type": lambda r: r.integers(3, size=2, dtype=np.int8),
    "permutation": lambda r: r.permutation(3),
    "multinomial": lambda r: r.multinomial(2, [0.5, 0.5]),
    "wraps around": lambda r: r.integers(254, 256, dtype=np.uint8) + np.uint8(1),
    "many values": lambda r: r.integers(2**40) < 2**39,
}
LEGACY = {
    "randint": lambda r: r.randint(5),
    "randint of a type": lambda r: r.randint(3, dtype=np.int16),
    "choice": lambda r: r.choice(3),
    "binomial": lambda r: r.binomial(3, 0.5),
    "geometric": lambda r: min(r.geometric(0.5), 3),
    "many values": lambda r: r.randint(2**40) < 2**39,
}


@pytest.mark.filterwarnings("ignore:overflow")
@pytest.mark.parametrize(
    ("method", "made", "rng"),
    [(m, np.random.default_rng, "numpy:r") for m in METHODS.values()]
    + [(m, np.random.RandomState, None) for m in LEGACY.values()],
    ids=[*METHODS, *LEGACY],
)
def test_types_and_values_are_numpys(method, made, rng):
    """Every output that numpy itself returns is one of the distribution, by its type too."""
    law = sampled(method, rng=rng) if rng else sampled(lambda: method(np.random.RandomState()))
    assert law.exact
    source = made(7)
    for _ in range(40):
        value = method(source)
        form = listed(value)
        assert law.bounds.lower[form] > 0
        assert law.bounds.keys.get(form, key(form)) == key(value)


@pytest.mark.parametrize(
    "sampler",
    [
        lambda: np.random.default_rng().integers(2**40) * 2**30 > 0,
        lambda: np.random.default_rng().integers(2**40) << 30 > 0,
        lambda: np.random.default_rng().integers(2**40) / 0 > 0,
        lambda: np.random.default_rng().integers(2**63 - 5000, 2**63 - 1) + 9000 > 0,
    ],
)
def test_what_leaves_the_range_of_numpys_integers_is_refused(sampler):
    law = sampled(sampler)
    assert not law.bounds.lower
    assert law.bounds.open_mass == 1
