"""What generated programs may use: classes, functions, tables; each is put into a text that names it."""

from __future__ import annotations

import re

SHARED = {
    "Color": """
from enum import Enum
class Color(Enum):
    RED = 1
    BLUE = 2
    def other(self):
        return Color.BLUE if self is Color.RED else Color.RED
""",
    "Pair": """
from collections import namedtuple
Pair = namedtuple("Pair", "x y")
""",
    "Point": """
from dataclasses import dataclass
@dataclass(frozen=True)
class Point:
    x: int
    y: int = 0
    def moved(self, by):
        return Point(self.x + by, self.y)
""",
    "Box": """
from dataclasses import dataclass, field
@dataclass
class Box:
    items: list = field(default_factory=list)
    n: int = 0
    def put(self, x):
        self.items.append(x)
        self.n += 1
        return self
    def size(self):
        return len(self.items)
""",
    "Base": """
class Base:
    step = 2
    limits = [1, 3]
    def __init__(self, n=0, seen=None):
        self.n = n
        self.items = [] if seen is None else seen
    def put(self, x):
        if x > self.step:
            raise Stop(x)
        self.items.append(x)
        return self
    def toss(self):
        if flip("1/3"):
            self.n += self.step
        return self.n
    def size(self):
        return len(self.items)
    @property
    def double(self):
        return 2 * self.n
    @staticmethod
    def fixed(x):
        return x + 1
    @classmethod
    def made(cls, n):
        return cls(n)
class Derived(Base):
    step = 1
    def toss(self):
        self.items.append(0)
        return self.n + uniform(2)
""",
    "Stop": """
class Stop(Exception):
    pass
""",
    "plain": """
def plain(x, y=1, *, z=2):
    return x * y - z
""",
    "spread": """
def spread(*values, **named):
    return len(values) + sum(values[1:]) - len(named)
""",
    "walk": """
def walk(x, times=2):
    total = x
    for _ in range(times):
        if flip("1/3"):
            total += 1
        elif total > 2:
            return -total
    return total
""",
    "inner": """
@program
def inner(x):
    return (x % 2, flip(BIASES[x % 3]))
""",
    "down": """
def down(k):
    if k <= 0 or flip("1/4"):
        return k
    return 1 + down(k - 1)
""",
    "even": """
def even(k):
    return True if k <= 0 else odd(k - 1) if flip("1/2") else k == 2
def odd(k):
    return False if k <= 0 else even(k - 1)
""",
    "fill": """
def fill(where, k):
    for i in range(k):
        if flip("1/2"):
            where.append(i)
    return len(where)
""",
    "keep": """
def keep(where, x):
    where.append(x)
    return where
""",
    "fresh": """
def fresh(x):
    return [x, uniform(2)]
""",
    "picky": """
def picky(x):
    if x > 1:
        raise Stop(x)
    return x
""",
    "tosses": """
def tosses(x):
    n = 0
    while flip("1/2"):
        n = (n + x) % 3
    return n
""",
    "rejected": """
def rejected(x):
    while True:
        u = uniform(4)
        if u < 3:
            return (u + x) % 3
""",
    "twice": """
def twice(f, x):
    return f(x) + f(x)
""",
    "adder": """
def adder(x):
    total = x
    def add(y):
        nonlocal total
        total += y
        return total
    return add
""",
    "DIE": """
DIE = Dist({0: "1/2", 1: "1/3", 5: "1/6"})
""",
    "MIXED": """
MIXED = Dist({"x": "1/4", (0, 1): "1/4", 2: "1/2"})
""",
    "BIASES": """
BIASES = ("1/2", "1/3", "1/7")
""",
    "WEIGHTS": """
WEIGHTS = [1, 2, 3]
""",
    "TABLE": """
TABLE = {0: "1/2", 1: "1/3"}
""",
    "STATE": """
STATE = [0]
def ticks():
    STATE[0] += 1
    return STATE[0]
""",
    "ODD_Q": """
ODD_Q = exp(-1) / 2
""",
    "STEPS": """
STEPS = (exp(-1), exp(-2))
""",
}


def with_helpers(text: str) -> str:
    """The text behind all helpers that it names, and that those name."""
    needed: set[str] = set()
    waiting = [text]
    while waiting:
        words = set(re.findall(r"\w+", waiting.pop()))
        words |= {"Base"} if "Derived" in words else set()
        words |= {"even"} if "odd" in words else set()
        words |= {"STATE"} if "ticks" in words else set()
        new = [name for name in SHARED if name in words and name not in needed]
        needed.update(new)
        waiting += [SHARED[name] for name in new]
    return "".join(part for name, part in SHARED.items() if name in needed) + text
