"""What a program may name: honest programs are read, and what differs from run to run is refused by its name."""

# ruff: noqa: E501 -- programs as text, a line a program

from __future__ import annotations

import itertools
import sys

import pytest

from assay import Dist, Mechanism, adjacency, program
from assay.errors import NondeterministicProgram
from assay.programs.reach import Reach
from assay.programs.sources import sampled
from assay.programs.uses import uses_of

NUMBERS = itertools.count()

HEAD = """
import abc, bisect, collections, cmath, contextlib, contextvars, copy, dataclasses, datetime, decimal, enum, fractions
import functools, gc, hashlib, heapq, inspect, io, itertools, json, logging, math, operator, os, pathlib, random, re
import secrets, statistics, string, struct, sys, threading, time, types, typing, uuid, warnings, weakref
import ctypes, importlib, multiprocessing, platform, signal, socket, subprocess, tempfile, asyncio
import numpy
import numpy as np
from datetime import datetime as moment
from functools import cache, lru_cache, partial
from time import time as now
from typing import NamedTuple, Protocol
import assay
from assay import Dist, draw, flip, uniform
"""


@pytest.fixture
def made(tmp_path, monkeypatch):
    """A function that makes a module out of code."""
    monkeypatch.syspath_prepend(str(tmp_path))
    names = []

    def make(code: str):
        name = f"reached_{next(NUMBERS)}"
        (tmp_path / f"{name}.py").write_text(HEAD + code)
        names.append(name)
        return __import__(name)

    yield make
    for name in names:
        sys.modules.pop(name, None)


HONEST = {
    "constants": "A, B = 2, (1, 2.5, 'x')\ndef f(x): return A + B[0] + coin()",
    "a table": "T = {0: 'a', 1: 'b'}\ndef f(x): return T[coin()]",
    "an array": "T = numpy.array([1, 2])\ndef f(x): return int(T[coin()])",
    "functions of numpy with a signature": "def f(x): return int(np.where(np.bincount([x, 1]) > 1, 1, 2)[-1]) + coin()",
    "numpy": "def f(x): return int(np.floor(np.exp(1.0))) + coin() + int(np.zeros(2).sum())",
    "a cached helper": "@lru_cache\ndef h(n): return n * 2\ndef f(x): return h(x) + h(1) + coin()",
    "a cached table": "@cache\ndef h(): return [1, 2, 3]\ndef f(x): return h()[coin()]",
    "a cached method": "class C:\n    @functools.cached_property\n    def n(self): return 3\nS = C()\ndef f(x): return S.n + coin()",
    "a frozen dataclass": "@dataclasses.dataclass(frozen=True)\nclass C:\n    n: int = 1\n    xs: tuple = (1, 2)\n"
    "    def __post_init__(self):\n        assert self.n\nS = C()\ndef f(x): return S.n + C(2).n + coin()",
    "a dataclass": "@dataclasses.dataclass\nclass C:\n    n: int\n    xs: list = dataclasses.field(default_factory=list)\n"
    "def f(x):\n    c = C(1)\n    c.xs.append(coin())\n    c.n += 1\n    return c.n + c.xs[0]",
    "an enum": "class E(enum.Enum):\n    A = 0\n    B = 1\ndef f(x): return E(coin()).name",
    "an int enum": "class E(enum.IntEnum):\n    A = 0\n    B = 1\ndef f(x): return E.A + coin()",
    "a named tuple": "class P(NamedTuple):\n    a: int\n    b: int = 2\nQ = collections.namedtuple('Q', 'c d')\n"
    "def f(x): return P(coin()).a + Q(1, 2).c",
    "an abstract class": "class B(abc.ABC):\n    @abc.abstractmethod\n    def n(self): ...\n"
    "class C(B):\n    def n(self): return coin()\nS = C()\ndef f(x): return S.n() if isinstance(S, B) else 0",
    "a mechanism with settings": "class M:\n    def __init__(self, n):\n        self.n = n\n        self._m = {0: n}\n"
    "    @property\n    def twice(self): return 2 * self.n\n    @staticmethod\n    def one(): return 1\n"
    "    @classmethod\n    def made(cls): return cls(3)\n    def __call__(self, x): return self.twice + self.one() + coin()\n"
    "S = M(2)\ndef f(x): return S(x) + M.made().n",
    "inheritance": "class A:\n    def __init__(self): self.n = 1\nclass B(A):\n    def __init__(self):\n        super().__init__()\n"
    "        self.m = 2\nS = B()\ndef f(x): return S.n + B().m + coin()",
    "a closure": "def made(n):\n    def g(): return n + coin()\n    return g\nG = made(3)\ndef f(x): return G()",
    "a decorator": "def deco(g):\n    @functools.wraps(g)\n    def h(*a):\n        return g(*a)\n    return h\n@deco\ndef f(x): return coin()",
    "a partial": "def g(n, x): return n + coin()\nF = partial(g, 3)\ndef f(x): return F(x)",
    "single dispatch": "@functools.singledispatch\ndef g(x): return 0\n@g.register\ndef _(x: int): return 1\n"
    "def f(x): return g(1) + coin()",
    "a logger": "log = logging.getLogger(__name__)\ndef f(x):\n    log.debug('x = %s', x)\n    log.warning('seen')\n    return coin()",
    "a warning": "def f(x):\n    warnings.warn('careful', stacklevel=1)\n    return coin()",
    "printing": "def f(x):\n    print('x', x, file=sys.stderr)\n    sys.stdout.write('')\n    return coin()",
    "helpers of the library": "def f(x):\n    d = collections.defaultdict(list)\n    d[x].append(coin())\n"
    "    heap = [3, 1]\n    heapq.heapify(heap)\n    c = collections.Counter('aab')\n"
    "    return d[x][0] + heap[0] + c['a'] + bisect.bisect([1, 2], 1) + statistics.mode([1, 1]) + math.gcd(4, 6)",
    "more of the library": "def f(x):\n    s = json.dumps({'a': 1}) + re.sub('a', 'b', 'aa') + string.ascii_letters[:1]\n"
    "    h = hashlib.sha256(s.encode()).hexdigest()\n    return len(h) + operator.add(1, 2) + copy.deepcopy([1])[0] + coin()",
    "a compiled pattern": "P = re.compile('a+')\ndef f(x): return len(P.findall('aa b aaa')) + coin()",
    "dates": "EPOCH = moment(2020, 1, 1)\ndef f(x): return str((EPOCH + datetime.timedelta(days=coin())).date())",
    "decimals": "D = decimal.Decimal('0.5')\ndef f(x): return str(D * 2) + str(fractions.Fraction(1, 2)) + str(coin())",
    "a local context of decimal": "def f(x):\n    with decimal.localcontext() as c:\n        c.prec = 3\n"
    "        return str(decimal.Decimal(1) / 3) + str(coin())",
    "types": "T = typing.TypeVar('T')\nAlias = typing.Union[int, str]\nclass P(Protocol):\n    def n(self) -> int: ...\n"
    "class G(typing.Generic[T]):\n    x: T\n    def get(self): return coin()\ndef f(x: Alias) -> int: return G[int]().get()",
    "an object that stands for nothing": "NONE = object()\ndef f(x, y=NONE): return coin() if y is NONE else y",
    "an import inside": "def f(x):\n    import math as m\n    from fractions import Fraction\n    return m.floor(2.5) + int(Fraction(4, 2)) + coin()",
    "getattr": "def f(x): return getattr(math, 'floor')(2.5) + getattr(x, 'real') + coin()",
    "local state": "def f(x):\n    seen = []\n    def add(n):\n        nonlocal total\n        total += n\n        seen.append(n)\n"
    "    total = 0\n    for _ in range(2): add(coin())\n    return total, len(seen)",
    "a local class": "def f(x):\n    class C:\n        n = 0\n    C.n += coin()\n    return C.n",
    "local generators": "def f(x): return sum(coin() for _ in range(2)) + sum(map(abs, (n for n in [1, 2])))",
    "a contextmanager": "@contextlib.contextmanager\ndef nothing():\n    yield 1\ndef f(x):\n    with nothing() as n:\n        return n + coin()",
    "a hashed object": "class K:\n    def __init__(self, n): self.n = n\n    def __hash__(self): return hash((self.n, 'k'))\n"
    "    def __eq__(self, o): return self.n == o.n\ndef f(x): return {K(1): 5}[K(1)] + coin()",
    "a sorted set": "NAMES = frozenset({'a', 'b'})\ndef f(x): return sorted(NAMES)[coin()]",
    "constants of sys": "def f(x): return (sys.maxsize > 1) + coin()",
    "a raised error": "class Bad(ValueError):\n    pass\ndef f(x):\n    if x < 0: raise Bad(f'bad {x}')\n    return coin()",
    "a scipy constant": "def f(x):\n    n = np.int64(3)\n    return int(n) + coin()",
}

COINS = {
    "flip": "def coin(): return int(flip('1/2'))",
    "tape": "def coin(): return random.randrange(2)",
    "law": "def coin(): return 1",
}


@pytest.mark.filterwarnings("ignore:careful")
@pytest.mark.parametrize("reader", COINS)
@pytest.mark.parametrize("name", HONEST)
def test_honest_programs_are_read(made, name, reader):
    module = made(COINS[reader] + "\n" + HONEST[name] + "\ndef law(x): return Dist.point(f(x))\n")
    if reader == "flip":
        assert len(program(module.f).distribution(1)) == len(program(module.f).distribution(1))
    elif reader == "tape":
        found = sampled(module.f, 1)
        assert found.exact
        assert sampled(module.f, 1, merge=False).distribution() == found.distribution()
    else:
        assert Mechanism(module.law, [0, 1], adjacency.all_pairs()).total_variation() in (0, 1)


REFUSED = {
    "time.time": [
        "time.time()",
        "now()",
        "list(map(now, []))",
        "partial(now)()",
        "next(iter(now, None))",
        "(lambda t: t.time())(time)",
    ],
    "datetime": [
        "moment.now()",
        "datetime.datetime.now()",
        "datetime.date.today()",
        "(lambda d: d.today())(datetime.date)",
    ],
    "os.environ": ["os.environ['HOME']", "dict(os.environ)"],
    "os.getenv": ["os.getenv('HOME')"],
    "os.getpid": ["os.getpid()", "list(map(os.getpid, []))"],
    "sys.argv": ["sys.argv", "len(sys.argv)"],
    "sys._getframe": ["sys._getframe()"],
    "sys.modules": ["sys.modules['time']"],
    "id": ["id(x)", "list(map(id, [x]))", "sorted([x], key=id)"],
    "hash": ["hash('a')", "list(map(hash, ['a']))"],
    "gc.": ["gc.get_objects()", "gc.collect()"],
    "inspect": ["inspect.stack()"],
    "ctypes": ["ctypes.c_int(3)"],
    "weakref": ["weakref.ref(f)"],
    "threading": ["threading.Thread()", "threading.get_ident()"],
    "multiprocessing": ["multiprocessing.cpu_count()"],
    "subprocess": ["subprocess.run(['true'])"],
    "socket": ["socket.gethostname()"],
    "platform": ["platform.node()"],
    "tempfile": ["tempfile.mkstemp()"],
    "open": ["open('/dev/null')", "io.open('/dev/null')", "pathlib.Path('x')"],
    "globals": ["globals()"],
    "eval": ["eval('1')"],
    "exec": ["exec('1')"],
    "__import__": ["__import__('time')"],
    "importlib": ["importlib.import_module('time')"],
    "__globals__": ["f.__globals__", "getattr(f, '__globals__')"],
    "__subclasses__": ["object.__subclasses__()"],
    "computed": [
        "getattr(time, 'ti' + 'me')()",
        "getattr(math, x)",
        "operator.attrgetter('pi')(math)",
        "vars(math)",
    ],
    "uuid": ["uuid.uuid4()"],
    "numpy.empty": ["np.empty(3)"],
    "numpy.seterr": ["np.seterr(all='ignore')"],
    "logging": ["logging.LogRecord('a', 1, 'b', 1, 'c', (), None).created"],
    "handlers": ["logging.getLogger('a').handlers"],
    "sys.stdout": ["sys.stdout.fileno()"],
    "math.n": ["setattr(math, 'n', 1)"],
}
NAMED = [(name, text) for name, texts in REFUSED.items() for text in texts]


@pytest.mark.parametrize(
    "where", ["plainly", "in a helper", "in a method", "in a branch", "in an inner function"]
)
@pytest.mark.parametrize(("name", "text"), NAMED, ids=[text for _, text in NAMED])
def test_what_differs_from_run_to_run_is_refused_where_it_is_named(made, name, text, where):
    code = {
        "plainly": f"def f(x): {text}; return coin()",
        "in a helper": f"def h(x): {text}\ndef f(x): h(x); return coin()",
        "in a method": f"class C:\n    def m(self, x): {text}\nS = C()\ndef f(x): S.m(x); return coin()",
        "in a branch": f"def f(x):\n    if coin() and coin() and x > 99: {text}\n    return coin()",
        "in an inner function": f"def f(x):\n    def g(): {text}\n    if x > 99: g()\n    return coin()",
    }[where]
    if name == "math.n":
        pytest.skip("state, see test_state")
    for coin in (COINS["flip"], COINS["tape"]):
        reach = Reach(made(coin + "\n" + code).f, answered=frozenset({"random"}))
        assert reach.refused
        with pytest.raises(NondeterministicProgram) as caught:
            reach.check("the program", "do so and so")
        assert "line" in str(caught.value) or "module" in str(caught.value)


def test_a_refusal_names_the_name_the_line_and_the_way_out(made):
    module = made("def f(x):\n    return now() * 0 + flip('1/2')\n")
    line = HEAD.count("\n") + 2
    with pytest.raises(NondeterministicProgram) as caught:
        program(module.f).distribution(0)
    assert f"time.time, a clock, is named in {module.__name__}.py, line {line}" in str(caught.value)
    assert "give the program what else it needs as an argument" in str(caught.value)


def test_random_sources_are_answered_by_the_tape_only(made):
    module = made("def f(x): return random.randrange(2)\ndef g(x): return secrets.randbelow(2)\n")
    for function in (module.f, module.g):
        assert sampled(function, 0).distribution() == Dist.uniform([0, 1])
        with pytest.raises(NondeterministicProgram, match="randomness that this reader does not answer"):
            program(function).distribution(0)


@pytest.mark.parametrize(
    "code",
    [
        "def g(): return flip('1/2')\nG = lru_cache(g)\ndef f(x): return G()",
        "class C:\n    @functools.cached_property\n    def n(self): return flip('1/2')\nS = C()\ndef f(x): return S.n",
        "G = cache(lambda: random.randrange(2))\ndef f(x): return G()",
    ],
)
def test_a_cache_over_a_draw_is_refused(made, code):
    module = made(code)
    reader = sampled if "random" in code else lambda function, x: program(function).distribution(x)
    with pytest.raises(NondeterministicProgram):
        reader(module.f, 0)


def test_the_name_of_an_attribute_is_computed_or_not():
    def plain(x):
        return getattr(x, "a", len("b")), setattr(x, "c", x), x.y(1)["z"].d

    def computed(x, k):
        return getattr(x, k)("a")

    def joined(x, k):
        return getattr(x, "a" + k, 3)

    def handed_on(x):
        return map(getattr, x)

    assert uses_of(plain.__code__).computed is None
    for function in (computed, joined, handed_on):
        assert uses_of(function.__code__).computed is not None
