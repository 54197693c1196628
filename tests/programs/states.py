"""Every kind of state that a program can keep, each as a small module: how it is made, read and set."""

# ruff: noqa: E501 -- programs as text, a line a program

from __future__ import annotations

import importlib.util
import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType


@dataclass(frozen=True)
class Kind:
    """The code that makes a state of 0, the expression that reads it, and the statement that sets it to v."""

    made: str
    read: str
    put: str


KINDS = {
    "global": Kind("S = 0", "S", "global S; S = v"),
    "list": Kind("S = [0]", "S[0]", "S[0] = v"),
    "list length": Kind("S = []", "len(S)", "S[:] = [0] * v"),
    "dict": Kind("S = {'k': 0}", "S['k']", "S['k'] = v"),
    "defaultdict": Kind("S = collections.defaultdict(int, k=0)", "S['k']", "S['k'] = v"),
    "set": Kind("S = set()", "len(S)", "S.clear(); S.update(range(v))"),
    "deque": Kind("S = collections.deque([0])", "S[0]", "S[0] = v"),
    "bytearray": Kind("S = bytearray(4)", "S[0]", "S[0] = v % 256"),
    "array": Kind("S = array.array('q', [0])", "S[0]", "S[0] = v"),
    "nested": Kind("S = ((([0],),),)", "S[0][0][0][0]", "S[0][0][0][0] = v"),
    "list subclass": Kind("class L(list): pass\nS = L([0])", "S[0]", "S[0] = v"),
    "list subclass attribute": Kind("class L(list): n = 0\nS = L([0])\nS.n = 0", "S.n", "S.n = v"),
    "instance": Kind("class C: pass\nS = C()\nS.n = 0", "S.n", "S.n = v"),
    "instance by vars": Kind("class C: pass\nS = C()\nS.n = 0", "S.n", "vars(S)['n'] = v"),
    "instance by setattr": Kind("class C: pass\nS = C()\nS.n = 0", "S.n", "setattr(S, 'n', v)"),
    "slot": Kind("class C: __slots__ = ('n',)\nS = C()\nS.n = 0", "S.n", "S.n = v"),
    "instance in instance": Kind(
        "class C: pass\nS = C()\nS.inner = C()\nS.inner.n = 0", "S.inner.n", "S.inner.n = v"
    ),
    "property": Kind(
        "class C:\n    def _get(self): return self._n\n    def _set(self, v): self._n = v\n"
        "    n = property(_get, _set)\nS = C()\nS._n = 0",
        "S.n",
        "S.n = v",
    ),
    "method": Kind(
        "class C:\n    def __init__(self): self.n = 0\n    def put(self, v): self.n = v\n"
        "    def get(self): return self.n\nS = C()",
        "S.get()",
        "S.put(v)",
    ),
    "frozen dataclass": Kind(
        "@dataclasses.dataclass(frozen=True)\nclass C:\n    n: int = 0\nS = C()",
        "S.n",
        "object.__setattr__(S, 'n', v)",
    ),
    "class": Kind("class C: n = 0", "C.n", "C.n = v"),
    "base class": Kind("class B: n = 0\nclass C(B): pass", "C.n", "B.n = v"),
    "class by type": Kind("class C: n = 0", "C.n", "type.__setattr__(C, 'n', v)"),
    "metaclass": Kind("class M(type): n = 0\nclass C(metaclass=M): pass", "C.n", "type(C).n = v"),
    "class of the library": Kind(
        "fractions.Fraction.n = 0", "fractions.Fraction.n", "fractions.Fraction.n = v"
    ),
    "module of the library": Kind("math.n = 0", "math.n", "math.n = v"),
    "module by its dictionary": Kind("S = 0", "S", "sys.modules[__name__].S = v"),
    "function attribute": Kind("def f(): pass\nf.n = 0", "f.n", "f.n = v"),
    "own attribute": Kind("", "getattr(get, 'n', 0)", "get.n = v"),
    "default": Kind("def f(n=[0]): return n", "f()[0]", "f()[0] = v"),
    "defaults of a function": Kind("def f(n=0): return n", "f()", "f.__defaults__ = (v,)"),
    "closure": Kind(
        "def made():\n    n = 0\n    def g(): return n\n    def p(v):\n        nonlocal n\n        n = v\n"
        "    return g, p\nG, P = made()",
        "G()",
        "P(v)",
    ),
    "closed-over list": Kind(
        "def made():\n    n = [0]\n    return lambda: n\nG = made()", "G()[0]", "G()[0] = v"
    ),
    "partial": Kind("F = functools.partial(lambda n: n, [0])", "F()[0]", "F()[0] = v"),
    "keyword of a partial": Kind("F = functools.partial(lambda n: n, n=0)", "F()", "F.keywords['n'] = v"),
    "bound method": Kind("S = [0]\nF = S.__getitem__\nP = S.__setitem__", "F(0)", "P(0, v)"),
    "wrapped": Kind(
        "def deco(f):\n    n = [0]\n    @functools.wraps(f)\n    def g(*a): return n\n    return g\n"
        "@deco\ndef f(): pass",
        "f()[0]",
        "f()[0] = v",
    ),
    "context variable": Kind("V = contextvars.ContextVar('V', default=0)", "V.get()", "V.set(v)"),
    "context of decimal": Kind("", "decimal.getcontext().prec - 28", "decimal.getcontext().prec = 28 + v"),
    "namespace": Kind("S = types.SimpleNamespace(n=0)", "S.n", "S.n = v"),
    "cached list": Kind("@functools.cache\ndef f(): return [0]\nf()", "f()[0]", "f()[0] = v"),
    "enum member": Kind("class E(enum.Enum):\n    A = 1\nE.A.n = 0", "E.A.n", "E.A.n = v"),
    "counter": Kind("S = itertools.count()\nN = [0]", "N[0]", "N[0] = v; next(S)"),
    "generator": Kind(
        "def g():\n    v = 0\n    while True:\n        v = (yield v) or 0\nS = g()\nnext(S)", "0", "S.send(v)"
    ),
    "iterator": Kind(
        "L = [0] * 999\nS = iter(L)", "S.__length_hint__() - 999", "next(S) if v else S.__setstate__(0)"
    ),
    "environment": Kind("", "int(os.environ.get('ASSAY_N', 0))", "os.environ['ASSAY_N'] = str(v)"),
    "thread local": Kind("S = threading.local()\nS.n = 0", "S.n", "S.n = v"),
    "globals": Kind("S = 0", "globals()['S']", "globals()['S'] = v"),
    "exec": Kind("S = 0", "eval('S')", "exec('global S; S = ' + str(v))"),
    "file": Kind("F = io.StringIO('0')", "int(F.getvalue())", "F.seek(0); F.truncate(); F.write(str(v))"),
    "program": Kind("@assay.program\ndef p(): pass\np.n = 0", "p.n", "p.n = v"),
    "word": Kind("flip.n = 0", "flip.n", "flip.n = v"),
    "numpy array": Kind("S = numpy.zeros(3, dtype=int)", "int(S[1])", "S[1] = v"),
    "numpy settings": Kind(
        "", "int(numpy.geterr()['divide'] == 'ignore')", "numpy.seterr(divide='ignore' if v else 'warn')"
    ),
    "user dict": Kind("S = collections.UserDict(n=0)", "S['n']", "S['n'] = v"),
    "chain map": Kind("S = collections.ChainMap({'n': 0})", "S['n']", "S['n'] = v"),
    "proxy": Kind("D = {'n': 0}\nS = types.MappingProxyType(D)", "S['n']", "D['n'] = v"),
    "descriptor": Kind(
        "class D:\n    n = 0\n    def __get__(self, o, c=None): return D.n\n    def __set__(self, o, v): D.n = v\n"
        "class C: n = D()\nS = C()",
        "S.n",
        "S.n = v",
    ),
}

PROGRAM = """
import array, collections, contextvars, dataclasses, decimal, enum, fractions, functools, io, itertools, math, os
import random, sys, threading, types
import numpy
import assay
from assay import Dist, flip

{made}

def get():
    return {read}

def put(v):
    {put}

def tape_coin():
    return random.randrange(4) == 0 if get() == 0 else False

def flip_coin():
    return flip("1/4") if get() == 0 else False

def law_coin():
    return Dist.bernoulli("1/4") if get() == 0 else Dist.point(False)

def pair(coin, before, after):
    return (before, after)

def tape_put_back(x):
    first = tape_coin()
    put(1)
    second = tape_coin()
    put(0)
    return first, second

def flip_put_back(x):
    first = flip_coin()
    put(1)
    second = flip_coin()
    put(0)
    return first, second

def law_put_back(x):
    first = law_coin()
    put(1)
    second = law_coin()
    put(0)
    return Dist.product(first, second)

def tape_left(x):
    put(get() + 1)
    return tape_coin()

def flip_left(x):
    put(get() + 1)
    return flip_coin()

def law_left(x):
    put(get() + 1)
    return law_coin()

def tape_late(x):
    put(get() + 1)
    return x if get() % 100 == 99 else random.randrange(2)

def flip_late(x):
    put(get() + 1)
    return x if get() % 100 == 99 else int(flip("1/2"))

def law_late(x):
    put(get() + 1)
    return Dist.point(x) if get() % 100 == 99 else Dist.uniform([0, 1])

def tape_by_another(x):
    if x == 1:
        put(1)
    return random.randrange(2) if get() == 0 else x

def flip_by_another(x):
    if x == 1:
        put(1)
    return int(flip("1/2")) if get() == 0 else x

def law_by_another(x):
    if x == 1:
        put(1)
    return Dist.uniform([0, 1]) if get() == 0 else Dist.point(x)
"""


def module_of(kind: Kind, folder: Path) -> ModuleType:
    """A fresh module that keeps this kind of state."""
    path = folder / "keeps_state.py"
    path.write_text(PROGRAM.format(made=kind.made, read=kind.read, put=kind.put))
    spec = importlib.util.spec_from_file_location(f"keeps_state_{abs(hash(str(folder)))}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module
    spec.loader.exec_module(module)
    return module
