"""Random sources that were made before, and are kept in many places: each is answered or refused."""

from __future__ import annotations

import importlib.util
import itertools
import os
import sys
from fractions import Fraction

import pytest

from assay import Dist
from assay.errors import NondeterministicProgram
from assay.programs.sources import distribution, sampled

NUMBERS = itertools.count()

HEAD = "import functools, random\nimport numpy as np\n"

ANSWERED = {
    "a default": "def f(x, rng=random.Random()): return x ^ (rng.random() < 0.25)",
    "a default of the system": "def f(x, rng=random.SystemRandom()): return x ^ (rng.random() < 0.25)",
    "a default of numpy": "def f(x, rng=np.random.default_rng()): return x ^ int(rng.random() < 0.25)",
    "a default by keyword": "def f(x, *, rng=random.Random()): return x ^ (rng.random() < 0.25)",
    "a default function": "def f(x, u=random.random): return x ^ (u() < 0.25)",
    "a default of a helper": "def h(x, g=np.random.default_rng()): return x ^ int(g.random() < 0.25)\n"
    "def f(x): return h(x)",
    "a dictionary": "G = {'a': random.Random()}\ndef f(x): return x ^ (G['a'].random() < 0.25)",
    "a list of numpy's": "G = [np.random.default_rng()]\ndef f(x): return x ^ int(G[0].random() < 0.25)",
    "a class": "class C:\n    g = random.SystemRandom()\ndef f(x): return x ^ (C.g.random() < 0.25)",
    "a partial": "draw = functools.partial(random.randrange, 4)\ndef f(x): return x ^ (draw() == 0)",
    "a method of numpy's": "draw = np.random.default_rng().random\ndef f(x): return x ^ int(draw() < 0.25)",
    "a field": "import dataclasses\n@dataclasses.dataclass\nclass C:\n"
    "    g: random.Random = dataclasses.field(default_factory=random.SystemRandom)\n"
    "S = C()\ndef f(x): return x ^ (S.g.random() < 0.25)",
}

MIXED = "    return x ^ int(g.random() < 0.99) if random.random() < 0.5 else random.randint(0, 1)"
REFUSED = {
    "a tuple": f"T = (np.random.default_rng(),)\ndef f(x):\n    g = T[0]\n{MIXED}",
    "bits": f"B = np.random.PCG64()\ndef f(x):\n    g = np.random.Generator(B)\n{MIXED}",
    "bits made in the run": f"def f(x):\n    g = np.random.Generator(np.random.PCG64(5))\n{MIXED}",
    "a static method": f"class C:\n    m = staticmethod(np.random.default_rng)\n"
    f"def f(x):\n    g = C.m(5)\n{MIXED}",
    "a slot": "class C:\n    __slots__ = ('g',)\n    def __init__(self): self.g = np.random.default_rng()\n"
    f"S = C()\ndef f(x):\n    g = S.g\n{MIXED}",
}


@pytest.fixture
def made(tmp_path):
    """The function f of a module with this text."""
    names = []

    def make(text):
        name = f"placed_{next(NUMBERS)}"
        path = tmp_path / f"{name}.py"
        path.write_text(HEAD + text, encoding="utf-8")
        spec = importlib.util.spec_from_file_location(name, path)
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        names.append(name)
        spec.loader.exec_module(module)
        return module

    yield make
    for name in names:
        del sys.modules[name]


@pytest.mark.parametrize("name", ANSWERED)
def test_a_source_that_was_made_before_is_answered_wherever_it_is_kept(name, made):
    f = made(ANSWERED[name]).f
    for x in (0, 1):
        assert distribution(f, x) == Dist({x: "3/4", 1 - x: "1/4"})


@pytest.mark.parametrize("name", REFUSED)
def test_a_source_of_numpy_that_cannot_be_replaced_is_refused(name, made):
    with pytest.raises(NondeterministicProgram, match="stand in for it"):
        distribution(made(REFUSED[name]).f, 0)


REPLACED = {
    "random.getrandbits": "random.getrandbits = lambda k: 0",
    "random.random": "random.random = lambda: 0.5",
    "random.Random": "class R(random.Random): pass\nrandom.Random = lambda *_: R()",
    "numpy.random.random": "np.random.random = lambda size=None: 0.5",
    "numpy.random.default_rng": "np.random.default_rng = lambda seed=None: random",
}


@pytest.mark.parametrize("name", REPLACED)
def test_a_source_that_the_module_replaces_is_refused(name, made, monkeypatch):
    home, _, part = name.rpartition(".")
    monkeypatch.setattr(f"{home}.{part}", getattr(sys.modules[home], part))  # and put back in the end
    f = made(f"{REPLACED[name]}\ndef f(x): return x ^ ({name.replace('numpy', 'np')}() < 0.5)").f
    with pytest.raises(NondeterministicProgram, match=f"{name} was replaced by"):
        distribution(f, 0)


def test_everything_is_put_back(made):
    module = made(
        "RNG = random.Random()\nD = {'a': RNG}\nL = [RNG]\nclass C:\n    g = RNG\n"
        "def f(x, a=0, r=RNG, *, k=RNG):\n"
        "    return x ^ (r.random() + k.random() + D['a'].random() + L[0].random() + C.g.random() < 1)"
    )
    sampled(module.f, 0, seconds=2)
    kept = vars(module)
    assert kept["D"]["a"] is kept["L"][0] is kept["C"].g is kept["RNG"]
    assert module.f.__defaults__ == (0, kept["RNG"])
    assert module.f.__kwdefaults__ == {"k": kept["RNG"]}


as_number = int.from_bytes


def signed_bytes():
    return int.from_bytes(os.urandom(4), "little", signed=True) >> 30


def renamed_bytes():
    return as_number(os.urandom(2), "big") < 1000


def signed_and_not():
    data = os.urandom(2)
    return int.from_bytes(data, "big", signed=True) < 0, int.from_bytes(data, "big") < 5


def test_numbers_made_of_bytes_stay_lazy():
    """Two or four runs, and not one for each of the values."""
    quarters = sampled(signed_bytes)
    assert quarters.distribution() == Dist(dict.fromkeys((-2, -1, 0, 1), "1/4"))
    below = sampled(renamed_bytes)
    assert below.distribution() == Dist({True: Fraction(1000, 2**16), False: Fraction(64536, 2**16)})
    assert max(quarters.runs, below.runs) <= 4
    assert "in two ways" in str(sampled(signed_and_not).bounds.reason)
