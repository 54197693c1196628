"""Random program texts with containers, exceptions, patterns, closures, classes and draws all through them.

l, m are lists (often one and the same), d a dictionary, s a set, o and p objects, e an enum member, g a
function of the program's own, a, b, c numbers.  Errors are caught by a `try` around a part of the statements.
"""

from __future__ import annotations

from hypothesis import strategies as st

HELPERS = """
from collections import Counter, defaultdict, deque
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

class Color(Enum):
    RED = 1
    BLUE = 2
    def other(self):
        return Color.BLUE if self is Color.RED else Color.RED

class Pair(NamedTuple):
    x: int
    y: int

@dataclass(frozen=True)
class Point:
    x: int
    y: int = 0

@dataclass
class Box:
    items: list
    count: int = 0

class Counting:
    step = 2
    def __init__(self, start):
        self.n = start
        self.seen = []
    def bump(self, by=1):
        self.n += by
        self.seen.append(by)
        return self.n
    def toss(self):
        if flip("1/3"):
            self.bump(self.step)
        return len(self.seen)
    @property
    def double(self):
        return 2 * self.n
    @staticmethod
    def fixed(x):
        return x + 1

class Stop(Exception):
    pass

WEIGHTS = [1, 2, 3]
TABLE = {0: "1/2", 1: "1/3"}

def fill(where, k):
    for i in range(k):
        if flip("1/2"):
            where.append(i)
    return len(where)

def picky(x):
    if x > 1:
        raise Stop(x)
    return x

def pure_list(x):
    return [x, uniform(2)]

def attempts(k):
    n = 0
    while n < k:
        if flip(TABLE[n % 2]):
            break
        n += 1
    return n
"""

# ruff: noqa: E501
NUMBERS = (
    "a", "b", "c", "0", "1", "2", "uniform(2)", "uniform(3)", 'flip("1/3")', "len(l)", "len(d)", "len(s)",
    "sum(l)", "max(l, default=0)", "l[0] if l else 4", "d.get(a, 7)", "o.n", "o.double", "p.count", "o.fixed(a)",
    "len(p.items)", "o.toss()", "o.bump(b)", "g(1)", "fill(l, 1)", "picky(a)", "pure_list(a)[1]", "attempts(2)",
    "WEIGHTS[uniform(3)]", "e.value", "e.other().value", "int(l is m)", "(k := uniform(2)) + k", "q.x", "r.y",
    "sum(flip('1/2') for _ in range(2))", "sum(x for x in l if flip('1/2'))", "l.count(1)", "l.index(a)",
    "max(uniform(2) for _ in range(2))", "sorted(uniform(3) for _ in range(2))[0]", "len({x % 2 for x in l})",
    "sum(x * y for x in range(2) for y in range(2) if flip('1/2'))", "len(set(l))", "Counter(l)[1]", "l.pop()",
    "min((a, b), key=lambda v: -v)", "next(iter(l), 5)", "a // b", "d[b]", "a if s else b", "int(1 <= uniform(3) < 3)",
    "[i for i, x in enumerate(l) if x == a][0]", "sum(x - y for x, y in zip(l, m))", "h()", "len(Counter(uniform(2) for _ in range(3)))",
    "sum(d.values())", "tuple(d)[0]", "[*l, 9][0]", "max(d.items())[1]", "int(f'{a}{uniform(2)}')",
)  # fmt: skip

STATEMENTS = (
    "a = {n}", "b = {n}", "c = {n}", "a += {n}", "l.append({n})", "m.append({n})", "m = l", "m = l[:]", "m = [*l, {n}]",
    "l = [{n}, {n}]", "l = [uniform(2) for _ in range(2)]", "l[0] = {n}", "l[-1] += {n}", "l.insert(0, {n})",
    "l.extend([{n}, 1])", "l += m", "l.sort()", "l.reverse()", "l.remove({n})", "del l[0]", "l.clear()", "l[1:] = [{n}]",
    "d[{n}] = {n}", "d[a] = d.get(a, 0) + 1", "d.setdefault({n}, 3)", "d.update({{{n}: {n}}})", "d.pop({n})", "del d[a]",
    "d = {{x: flip('1/2') for x in l}}", "d = {{**{{a: 1}}}}" , "d = dict(zip(l, m))", "d = dict(Counter(l))",
    "s.add({n})", "s |= {{{n}, 1}}", "s = {{{n}, {n}}}", "s = set(l)", "s.discard({n})", "s = {{x % 2 for x in l}}",
    "o.n = {n}", "o.bump({n})", "o = Counting({n})", "p.items.append({n})", "p.items = l", "p = Box(l)", "p.count += {n}",
    "o.seen = l", "q = Point({n}, {n})", "q = Point({n})", "r = Pair({n}, {n})", "e = e.other()", "e = Color({n})",
    "g = lambda v: v + a", "g = lambda v, w=a: v + w + uniform(2)", "g = o.bump", "g = l.count",
    "a, b = b, a", "a, *l = [{n}, {n}, {n}]", "(a, b), c = (b, c), a", "a = b = {n}", "l[0], a = a, l[0]",
    "l = sorted(l, key=lambda v: (v % 2, v))", "l = list(map(lambda v: v + 1, l))", "l = list(range({n}))",
    "l = [x for x in l if x != {n}]", "m = l = []", "l = [[], []]\nl[0].append(1)\nl = [len(x) for x in l]",
    "z = [[0] * 2] * 2\nz[0][uniform(2)] = 5\nl = z[1]", "if a in l:\n    l.remove(a)", "del c\nc = {n}",
    "for x in l:\n    if flip('1/2'):\n        break\n    a = x", "for i in range(len(l)):\n    l[i] = uniform(2)",
    "for i, x in enumerate(l):\n    a += i * x", "for k, v in d.items():\n    a += v", "for k in list(d):\n    del d[k]",
    "for x in sorted(s):\n    l.append(x)", "while l and l[-1] == 1:\n    l.pop()", "while len(l) < 2:\n    l.append(uniform(2))",
    "while flip('1/2'):\n    a = 1 - a % 2", "while True:\n    a = uniform(3)\n    if a < 2:\n        break",
    "match l:\n    case []:\n        a = 0\n    case [x]:\n        a = x\n    case [x, *rest] if flip('1/2'):\n        a, m = x, rest",
    "match {n}:\n    case 0 | False:\n        b = 1\n    case 1 as w:\n        b = w + 1\n    case _:\n        b = 0",
    "match q:\n    case Point(x=0, y=v):\n        a = v\n    case Point(v, _):\n        b = v",
    "match e:\n    case Color.RED:\n        a = 1\n    case Color.BLUE:\n        a = 2",
    "match d:\n    case {{0: v}}:\n        a = v\n    case {{1: v, **rest}}:\n        b = v + len(rest)",
    "try:\n    a = {n} // {n}\nexcept ZeroDivisionError:\n    a = 8\nelse:\n    b = {n}\nfinally:\n    c += 1",
    "try:\n    picky({n})\n    a = {n}\nexcept Stop as err:\n    a = err.args[0]",
    "try:\n    l[{n}] = d[{n}]\nexcept (KeyError, IndexError) as err:\n    b = len(err.args)\nexcept Exception:\n    b = 9",
    "try:\n    if {n}:\n        raise Stop(a)\nexcept Stop:\n    try:\n        raise\n    except Stop as err:\n        c = err.args[0]",
    "try:\n    a = l.pop()\nexcept IndexError as err:\n    b = len(str(err))",
    "def h(k=a):\n    global_free = k + b\n    return global_free", "def h():\n    nonlocal c\n    c = {n}\n    return c",
    "def h():\n    l.append(a)\n    return uniform(2)", "fill(m, 2)", "fill(p.items, 1)", "l = pure_list(a)",
    "z = defaultdict(list)\nz[a].append(b)\nz[{n}].append(1)\nl = sorted(z)", "z = deque([a, b], maxlen=2)\nz.append({n})\nl = list(z)",
    "z = Counter(l)\nz.update([a])\nd = dict(z)", "hs = [lambda: x for x in range(2)]\na = hs[0]()", "t = tuple(l)\na = len(t)",
    "if flip('1/2'):\n    m = l\nelse:\n    m = list(l)", "if o.n > 2:\n    o = Counting(0)", "assert a != 3, 'three'",
    "a = l.append(1) or 2", "b = a and {n}", "x = l\nx += [1]", "x = (l, l)\nx[0].append(2)\na = len(x[1])",
)  # fmt: skip

RESULTS = (
    "repr((a, b, c))", "repr((l, m, l is m))", "repr((d, a))", "repr((sorted(s), a))", "repr((o.n, o.seen, p.items, p.count))",
    "(a, tuple(l))", "repr((q, r, e.name))", "(a, q)", "repr((l, p.items, p.items is l, o.seen is l, c))", "sorted(l)",
    "repr((g(1), a, l))", "(e, a)", "repr(tuple(s)) if len(s) < 2 else 0", "frozenset(s)",
)  # fmt: skip


@st.composite
def container_texts(draw: st.DrawFn) -> str:
    """The text of a program of one number."""
    body = [
        "a, b, c = n, uniform(2), 1",
        "l = [n, b]",
        "m = l if flip('1/2') else [0]",
        "d = {b: 1}",
        "s = {n}",
    ]
    body += ["o = Counting(b)", "p = Box([])", "q, r, e = Point(n), Pair(b, 2), Color.RED", "h = lambda: a"]
    body.append("g = lambda v: v * b")
    caught = draw(st.booleans())
    inner: list[str] = []
    for _ in range(draw(st.integers(2, 6))):
        inner += statement(draw, draw(st.integers(0, 3)) == 0)
    body += ["try:", *(f"    {line}" for line in inner), *HANDLED] if caught else inner
    body.append(f"return {draw(st.sampled_from(RESULTS))}")
    return HELPERS + "\n@program\ndef wide(n):\n" + "".join(f"    {line}\n" for line in body)


HANDLED = ["except Exception as error:", "    return repr((len(error.args), a, l, m, d, o.n, c))"]
"""What catches the errors of the statements."""


def statement(draw: st.DrawFn, nested: bool) -> list[str]:
    """One statement, in lines; perhaps inside a branch or a loop."""
    text = draw(st.sampled_from(STATEMENTS))
    while "{n}" in text:
        text = text.replace("{n}", draw(st.sampled_from(NUMBERS)), 1)
    lines = str(text).replace("{{", "{").replace("}}", "}").splitlines()
    if not nested:
        return lines
    heads = (
        "if flip('1/2'):",
        "for j in range(2):",
        "if a > b:",
        "for j in l[:2]:",
        "while a < 1 and flip('1/2'):",
    )
    return [draw(st.sampled_from(heads)), *(f"    {line}" for line in lines)]
