"""Random program texts full of values that look alike, and of lists that are shared.

Numbers may be bools, floats and negative zeros, which are equal and yet differ; statements change lists in
place through several names, catch errors, delete and shadow names, and call functions that remember.
"""

from __future__ import annotations

from hypothesis import strategies as st

from .wide_programs import _Writer

LOOKALIKES = ("True", "False", "1.0", "0.0", "-0.0", "0", "1", "GLOBAL")

UNTIDY = (
    "l.append({n})",
    "l[0] = {n}",
    "m = l",
    "m = l[:]",
    "m += [{n}]",
    "l = [{n}, {m}]",
    "l, m = m, l",
    "t = tuple(l)",
    "a = len(m)",
    "a = l.pop() if l else {n}",
    "d[{m}] = {n}",
    "t = tuple(d.items())[0] if d else t",
    "d = {{a: b, b: a}}",
    "t = tuple({{a: 1, b: 2}})",
    "a = remembers({n})",
    "a = appends({n}, l)",
    "b = late()",
    "late = lambda: a",
    "a = step(b)()",
    "a = spread(a, *t)",
    "a = named(**{{'x': {n}}})",
    "del c\nc = {n}",
    "assert a != 2\nb = 0",
    "try:\n    a = 1 // b\nexcept ZeroDivisionError:\n    a = {n}\nfinally:\n    b += 1",
    "try:\n    l[5] = 1\nexcept IndexError as error:\n    c = len(error.args)",
    "if (a := {n}):\n    b = a",
    "match a:\n    case 0 | True:\n        b = {n}\n    case _:\n        c = {n}",
    "t = tuple([x for x in t if {n}])",
    "t = tuple(frozenset(t))",
    "t = tuple(x for x in t if x is not a)",
    "f = t is t",
    "f = (a, b) is t",
    "f = a is True",
    "a = len(f'{{a}}{{b}}')",
    "a = next(iter(t))",
    "a = next(yields({n}))",
    "a, *rest = t\nt = tuple(rest)",
    "for a in l:\n    b = a",
    "for l[0] in t:\n    pass",
    "with context():\n    a = {n}",
    "t = (*t, {n})",
    "a = 10 ** 30 * {n}",
    "a = -a",
    "a = a * 1.0",
    "a = a + 0",
    "b = bool(a)",
    "a = int(b)",
    "t = (a, b, a)",
    "t = tuple([{n}, {m}])",
    "a = [{n}, {m}][b == 1]",
    "a = max([{n}, {m}])",
    "a = sum([x for x in t if {n}])",
    "b = any([x == {n} for x in t])",
    "b = min(x for x in [{n}, {m}])",
    "f = a in [{n}, 1.0]",
    "for b in [{n}, {m}, True]:\n    a = b",
    "for x in sorted([2, 1]):\n    t = (*t, x) if False else (x,)",
)
"""Statements, most of them outside the subset; {n} and {m} are numbers."""

HELPERS = """
def remembers(x, seen=[]):
    seen.append(x)
    return len(seen)

def appends(x, where):
    where.append(x)
    return len(where)

def spread(*values):
    return values[-1]

def named(x, **more):
    return x + len(more)

def step(x):
    def inside():
        return x + uniform(2)
    return inside

def yields(x):
    yield x
"""


@st.composite
def untidy_texts(draw: st.DrawFn) -> str:
    """The text of a program of one number, with its helpers."""
    writer = Untidy(draw)
    starts = {"a": "n", "b": "n % 2", "c": "uniform(2)", "t": "(n, True)", "f": 'flip("1/3")'}
    body = [f"{name} = {start}" for name, start in starts.items()]
    if draw(st.booleans()):
        body += ["l = [a]", "m = l", "d = {}", "late = lambda: b"]
    body += writer.block(2, loop=False) + writer.block(2, loop=False)
    body.append(f"return {writer.result()}")
    return HELPERS + "\n@program\ndef wide(n):\n" + "".join(f"    {line}\n" for line in body)


class Untidy(_Writer):
    """The wide grammar with the above in it."""

    def number(self, depth: int = 2) -> str:
        """A number, of any type."""
        return str(self.one(*LOOKALIKES)) if self.draw(st.integers(0, 3)) == 0 else super().number(depth)

    def assignment(self) -> list[str]:
        """Now and then one of the statements above."""
        if self.draw(st.integers(0, 5)):
            return super().assignment()
        text = str(self.one(*UNTIDY)).format(n=self.number(1), m=self.number(0))
        return text.splitlines()

    def jump(self, where: str) -> list[str]:
        """Without an untidy statement, which may have several lines."""
        return [f"if {self.test()}:", f"    {where}"]

    def result(self) -> str:
        """Also the values themselves, whose types count."""
        return str(self.one(super().result, "(repr(a), b)", "a", "t", "(c, repr(t))", "repr((a, b, c, t))"))
