"""Random programs: a grammar of most of what a Python function may hold, with draws in every place.

a, b, c are numbers, l and m lists (often one and the same), k a list of lists, d a dictionary, s a set, t a
tuple, w a text, o and p objects, q a frozen value, e an enum member, g a function.  In a template `<n>`
stands for a number, `<b>` for something true or false, and so on: see `PARTS`.
"""

from __future__ import annotations

import random
import re

from .helpers import with_helpers

# ruff: noqa: E501
PARTS: dict[str, tuple[str, ...]] = {
    "v": ("a", "b", "c"),
    "L": ("l", "m", "l", "m", "o.items", "p.items", "k[0]", "k[-1]"),
    "o": ("o", "p"),
    "p": ('"1/2"', '"1/3"', "BIASES[a % 3]", "TABLE[b % 2]", '"1/2"', '"1/3"', "BIASES[a % 3]", "TABLE[b % 2]", "ODD_Q", "STEPS[a % 2]"),
    "draw": ("flip(<p>)", 'flip("1/2")', "uniform(2)", "uniform(3)", "uniform(1 + b % 2)", "draw(DIE)", "walk(<v>, times=1)",
             "down(2)", "inner(a)[0]", "rejected(<v>)", "tosses(a)", "o.toss()", "fill(<L>, 1)", "fresh(a)[1]"),
    "n": ("<v>", "<v>", "<v>", "0", "1", "2", "-1", "<draw>", "<draw>", "(<n> + <n>)", "(<n> - <n>)", "(<n> * <n>)", "(<n> // 2)",
          "(<n> % 3)", "(<n> if <b> else <n>)", "max(<n>, <n>)", "min(<n>, <n>)", "abs(<n>)", "int(<b>)", "len(<l>)", "len(t)", "len(d)",
          "len(s)", "len(w)", "sum(<l>)", "t[<n> % len(t)]", "l[0] if l else 1", "(m or [3])[-1]", "[5, *l][<n> % (1 + len(l))]", "[*l, 4].pop()", "<L>.pop() if <L> else 0", "<L>.count(<n>)", "[*<L>, a].index(a)",
          "{**d, a: 1}[a]", "d[<n>]", "d.get(<n>, <n>)", "d.pop(<n>, 4)", "d.setdefault(<n>, <n>)", "(<v> := <n>)", "((<v> := <n>) + <v>)", "(<n> and <n>)", "(<n> or <n>)",
          "g(<n>)", "h()", "plain(<n>, z=<n>)", "spread(*t, **{'z': <n>})", "spread(<n>, *<l>)", "keep(<L>, <n>)[-1]", "picky(<n>)", "twice(g, <n>)",
          "twice(lambda v: v + uniform(2), <n>)", "adder(<n>)(<n>)", "<o>.n", "<o>.size()", "<o>.put(<n>).n", "q.x", "q.y", "e.value", "e.other().value", "-<n>", "~<v>",
          "o.double", "Base.fixed(<n>)", "Base.made(<n>).n", "o.limits[0]", "a // (b or 1)", "a // b", "len(str(<v>))", "int(w or 1)", "ord((w + 'x')[0]) % 5", "w.count('1')",
          "sum(<n> for i in range(2))", "sum(<n> + i for i in <i> if <b>)", "sum([<n> * i for i in range(3)])", "sum(i * j for i in range(2) for j in range(i + 1) if <b>)",
          "max([<n> for i in range(2)])", "max((i for i in <i> if <b>), default=<n>)", "min(<n> for i in range(2))", "len([i for i in <i> if <b>])", "len({<n> for i in range(2)})",
          "len({i: <n> for i in <i>})", "sorted(<n> for i in range(2))[0]", "next((i for i in l if i != a), 9)", "[*zip(<l>, <l>), (0, 1)][0][1]",
          "sum(x * y for x, y in zip(<l>, m))", "sum(i + x for i, x in enumerate(<l>))", "max(<l>, key=lambda v: -v, default=2)", "min(d.items(), default=(0, 1))[1]", "sum(d.values())",
          "sum(map(lambda v: v + a, <l>))", "len(list(filter(lambda v: v > a, <l>)))", "(lambda v, z=<n>: v + z)(<n>)", "(lambda: <v>)()", "(lambda v: [v, uniform(2)])(<n>)[1]",
          "[*k[0], 1][0]", "len(k[-1])", "len(k[0])", "[<n>, <n>][<b>]", "(<n>, <n>)[-1]", "{0: <n>, 1: <n>}[<n> % 2]", "len([*l, *m])", "len({**d, a: <n>})", "[g(<n>) for i in range(2)][-1]",
          "[f() for f in [lambda: i for i in range(2)]][0]", "sum(f(<n>) for f in [lambda v, i=i: v + i for i in range(2)])", "divmod(<n>, 2)[1]", "round(<n>)", "int(f'{<v>}{uniform(2)}')", "sum((y := <n>) + y for i in range(2))",
          "[0, *[(c := c + i) for i in <i>]][-1]", "(True, False)[a % 2]", "bool(<n>)", "len(set(<l>) & s)", "len(s | {<n>})", "len(frozenset(t) - s)", "int(a in s)", "int(x == y)", "[x, y].count(x)", "int(type(<n>) is bool)", "int(type(<n>) == type(<n>))", "sum(bytearray([1, 2]))", "len(str(l) + str(d))",
          "sum(sum(r) for r in k)", "len(sorted(s)[:2])", "tuple(reversed([*<l>, 3]))[0]", "[*<l>, 7][0]", "next(iter(sorted(s)), 5)", "len(' '.join(['a'] * 2))", "(0.0, -0.0, 1.0, True)[a % 4]"),
    "i": ("range(2)", "range(b % 3)", "l[:3]", "t", "[0, a]", "(1, b)", "m[:2]", "sorted(s)", "d", "reversed(l)", "range(uniform(3))"),
    "b": ("<b0>", "<b0>", "flip(<p>)", 'flip("1/2")', "not <b>", "(<b> and <b>)", "(<b> or <b>)", "<n> < <n>", "<n> == <n>", "<n> != 0", "<v> < <n> <= 2", "0 <= <n> < <n> < 3",
          "<n> in <l>", "<v> not in t", "a in d", "<n> in s", "any(<b> for i in <i>)", "all(<b> for i in range(2))", "any([<b> for i in range(2)])", "l == m", "l < m", "(<b> if <b> else <b>)", "isinstance(<n>, bool)",
          "bool(<l>)", "(f := <b>)", "even(1)", "w == '1'", "w.startswith('0')", "w < 'b'", "d == {0: <n>}", "x == y", "type(o) is Base", "isinstance(<x>, [int, str, list][a % 3])", "s <= {0, 1}", "s.isdisjoint(<l>)", "e == Color.RED", "q == Point(<n>)", "hasattr_free(a)", "<n> > <n> or f"),
    "b0": ("f", "a > b", "c", "not t", "l", "d", "l is m", "l is not m", "e is Color.RED", "a is None", "o is p", "b == True", "k[0] is k[-1]", "o.items is l", "a == b != c", "f is True", "w"),
    "l": ("l", "m", "<L>", "[<n>]", "[<n>, <n>]", "[]", "l[:]", "list(t)", "sorted(<l>)", "[<n>, *m]", "(l + [<n>])", "[x for x in <l>[:3] if <b>]", "[<n> for _ in range(2)]", "list(range(<n>))", "l[1:]", "(l * 2)",
          "list(d)", "list(d.values())", "sorted(s)", "list(map(g, t))", "fresh(<n>)", "keep(<L>, <n>)", "l.copy()", "(l if <b> else m)", "(<b> and l or m)", "[x for r in k for x in r]", "sorted(l, key=lambda v: (v % 2, v))",
          "sorted(<l>, reverse=True)", "l[::-1]", "list(reversed(m))", "[y for x in t if (y := x + 1) > <v>]", "[x for i, x in enumerate(t)]", "o.items", "[min(p) for p in zip(l, m)]", "list({<n>: 0})"),
    "t": ("(<n>, <n>)", "(a,)", "(*t, <n>)", "t[:2] or t", "t + (<n>,)", "tuple(<l>) or t", "tuple(x for x in t if <b>) or t", "(<b>, a)", "tuple([<n> for i in range(2)])", "(a, b, c)", "tuple(sorted(t))", "tuple(zip(l, t))[0] if l else t",
          "tuple(flip('1/2') for _ in range(2))", "divmod(<n>, 3)", "Pair(<n>, <n>)[:]", "tuple(d) or t"),
    "f": ("lambda v: v + a", "lambda v: v + <n>", "lambda v, z=<n>: v + z", "lambda v: l.append(v) or v", "lambda v: walk(v)", "adder(<n>)", "g", "plain", "lambda v: (v, g2(v))[0]", "lambda *v: len(v) + a",
          "o.fixed", "l.count", "lambda v: uniform(2) + v * c", "lambda v: [u for u in range(2) if u != v][-1]", "abs", "Base.fixed"),
    "q": ("Point(<n>)", "Point(<n>, y=<n>)", "Pair(<n>, <n>)", "Pair(y=<n>, x=a)", "q", "Point(a).moved(<n>)"),
    "x": ("<n>", "<n>", "<l>", "<t>", "w", "None", "<b>", "<q>", "e", "d", "(l, <n>)", "'a'"),
    "w": ("w + '1'", "str(<n>)", "f'{a}{<v>}'", "f'{a:>2}|{w!r}|{flip(chr(49) + chr(47) + chr(50))}'", "'ab'[<n> % 2]", "w * 2", "'%d' % <n>", "'-'.join([str(x) for x in t])", "'1' if <b> else '0'", "repr(t)", "w[:3]", "w.upper()", "w.replace('1', '2')", "'x' + w", "repr((l, d))", "str(<l>)", "'{}'.format(a)"),
}  # fmt: skip
"""What stands for the parts of templates."""

LEAVES = {"n": ("a", "b", "c", "0", "1", "2"), "b": ("f", "a > b", "c", "l is m"), "l": ("l", "m", "[a]"), "t": ("t", "(a, b)"), "x": ("a", "l", "t"), "draw": ("uniform(2)", 'flip("1/3")'),
          "f": ("g", "lambda v: v + a"), "q": ("q", "Point(a)"), "w": ("w", "str(a)"), "i": ("range(2)", "t")}  # fmt: skip
"""What stands for them deep inside."""

SIMPLE = (
    "<v> = <n>", "<v> = <n>", "<v> = <n>", "<v> = <draw>", "<v> += <n>", "<v> -= <n>", "<v> *= <n>", "<v> //= 2", "<v> %= 3", "<v> |= <n>", "<v>: int = <n>", "<v> = <v> = <n>", "<v>, <v> = <n>, <n>", "a, b = b, a", "(a, b), c = (b, <n>), a",
    "a, *l = [<n>, *m]", "*l, a = t", "a, *m, b = (1, <n>, *t)", "l[:1], a = [a], len(l)", "a, l[:1] = <n>, [<n>]", "[a, *x] = <l> or [1]", "a = d[b] = <n>", "f = <b>", "t = <t>", "t += (<n>,)", "w = <w>", "w += '1'", "q = <q>", "e = e.other()", "e = Color(1 + <n> % 2)",
    "<L>.append(<n>)", "<L>.append(<n>)", "<L>.extend(<l>)", "<L>.insert(<n>, <n>)", "if <L>: <L>.pop()", "if l: l.pop(0)", "if a in l: l.remove(a)", "<L>.pop()", "<L>.sort()", "<L>.sort(key=lambda v: -v)", "<L>.reverse()", "<L>.clear()", "if l: l[0] = <n>", "if m: m[-1] += <n>", "<L>[<n>] = <n>",
    "<L>[1:] = [<n>]", "<L>[:1] = <l>", "<L>[:] = <l>", "if <L>: del <L>[0]", "if k[0]: del k[0][0]", "del <L>[1:]", "<L>[::2] = [<n>] * len(<L>[::2])", "l += [<n>]", "m += l", "l *= 2", "l = <l>", "m = <l>", "m = l", "l = m = [<n>]", "l, m = m, l", "k = [l, m]", "k = [[<n>], l]", "k = [l] * 2", "k.append(l)", "k = k[:1] * 2", "k[0] = l",
    "k = [r[:] for r in k]", "k[0] += [<n>]", "k = [[<n>] for _ in range(2)]", "d[<n>] = <n>", "d[<n>] = d.get(<n>, 0) + 1", "d.update({<n>: <n>})", "d.update(x=1) if <b> else None", "d.pop(<n>)", "d.pop(<n>, None)", "d = {<n>: <n>, <n>: <n>}", "d = {i: <n> for i in <i>}", "d = dict(zip(<l>, t))",
    "d = dict(sorted(d.items()))", "d |= {<n>: 1}", "d[a] = d.get(a, 0) + <n>", "d.clear()", "d = {**d, <n>: 2}", "d = dict((i, <n>) for i in range(2))", "s.add(<n>)", "s |= {<n>, 1}", "s = {<n>, <n>}", "s = set(<l>)", "s.discard(<n>)", "s = {x % 2 for x in <l>}", "if a in s: s.remove(a)", "s &= {0, 1, <n>}", "s -= {<n>}", "s.update(<l>)",
    "s ^= {<n>}", "s = s.union(<l>)", "s = set(flip('1/2') for _ in range(2))", "<o>.n = <n>", "<o>.n += <n>", "<o>.put(<n>)", "<o>.items = <l>", "<o>.items += [<n>]", "o = p", "o = Base(<n>)", "o = Derived(<n>, l)", "p = Box(l)", "p = Box(<l>, <n>)", "p = Box()", "o = Base(seen=m)", "<o>.items[:1] = [<n>]", "o.toss()",
    "g = <f>", "g2 = g", "g, g2 = <f>, g", "a = <n> if <b> else <n>", "<v> = <n> and <n>", "<v> = <n> or <n>", "<b> and l.append(<n>)", "l.append(<n>) or m.append(<n>)", "f = <b> or <b>", "f = <n> < <n> <= <n>", "<n>", "[l.append(x) for x in t]", "assert a != 3, <n>",
    "if <b>: a = <n>", "l.append((a, b)[<b>])", "m = [l, <n>, l][1:2]", "z = (l, <n>)\nz[0].append(<n>)", "z = [l, m][<b>]\nz.append(<n>)", "del c\nc = <n>", "del a, b\na = b = <n>", "z = [<n> for _ in range(2)]\na = sum(z)", "z = tuple(<n> for _ in range(2))\nb = max(z)", "a = <n>\nb = a", "fill(<L>, 2)",
    "a = 1 if l is m else <n>", "a = sum([<n>, <n>])", "z = iter(sorted(s))\na = next(z, <n>)", "a = [<n>, l.append(<n>), len(l)][2]", "b = keep(l, <n>) is l", "x, y = <x>, <x>\na = int(x == y)", "x = Stop(<n>)", "z = bytearray([1, 2, 3])\nfor i in z:\n    z[2] = uniform(2)\n    a += i", "a = len([type(i) for i in <i>])", "hs = [lambda: i for i in range(2)]\na = hs[<b>]()", "l.append((l or [0]).pop() + <n>)", "t = tuple(sorted((<b>, <n>)))",
)  # fmt: skip
"""Statements without blocks."""

PRETEXTS = (
    "if <b>:", "if <b>:", "if <v> > <v>:", "for i in <i>:", "for i in range(2):", "for <v> in <i>:", "for i in l[:3]:", "for i, c in enumerate(t):", "for x, y in zip(l, t):", "for i, x in list(d.items())[:2]:", "for i in {0: 1, <n>: 2}:", "for l[0] in t:", "for a in l:\n    if len(l) > 4: break", "for i in sorted(s)[:3]:", "for i in m:\n    if len(m) > 4: break",
    "for r in k[:2]:", "for i, (x, y) in enumerate([(a, <n>)]):", "for i in map(g, t):", "for i in reversed(t):", "for e in Color:", "for ch in w[:2]:", "for i in filter(None, t):",
)  # fmt: skip
"""What stands before a block; loops among them are bounded."""

ENDLESS = (
    "while True:\n    <v> = <draw>\n    if flip(<p>):\n        break",
    "while flip(<p>):\n    <v> = (<v> + 1) % 3",
    "while flip(<p>):\n    if flip('1/3'):\n        continue\n    <v> = <n> % 2",
    "while True:\n    a = uniform(4)\n    if a < 3:\n        break\n    b = 1 - b % 2",
    "c = 1\nwhile 0 < c < 3:\n    c += 1 if flip(<p>) else -1",
    "c = 2\nwhile c:\n    c = (c + 2 * uniform(2) - 1) % 5\nelse:\n    a = <n>",
    "while True:\n    a, b = uniform(2), uniform(2)\n    if a != b:\n        break",
    "while True:\n    while True:\n        a = uniform(3)\n        if a:\n            break\n    if flip(<p>):\n        break\n    b = a",
    "while flip('1/2'):\n    try:\n        a = picky(uniform(3))\n    except Stop:\n        b = 1 - b % 2\n        if flip('1/2'):\n            break",
    "while flip('1/2'):\n    l = [uniform(2)]\n    m = l if flip('1/2') else m[:1]",
    "z = [0, 0]\nwhile sum(z) < 2:\n    z[uniform(2)] ^= 1\na = z[0]",
    "while flip('1/2'):\n    l, m = m, l",
    "while flip('1/2'):\n    s ^= {uniform(2)}",
    "while flip('1/2'):\n    d = {uniform(2): a, b: 0}",
    "while flip('1/2'):\n    w = '01'[uniform(2)]\n    f = w == '1'",
    "while True:\n    try:\n        if flip('1/2'):\n            break\n        a = uniform(2)\n    finally:\n        b = (b + 1) % 2",
    "while flip('1/2'):\n    if flip('1/3'):\n        return <result>",
    "while flip('1/2'):\n    g = [lambda v: v, lambda v: v + 1][uniform(2)]",
    "while flip('1/2'):\n    t = (uniform(2), *t[:1])",
    "while flip('1/2'):\n    match uniform(3):\n        case 0:\n            a = 1\n        case 1:\n            break\n        case _:\n            continue",
)  # fmt: skip
"""Loops without a bound, which draw in every round."""

MATCHES = (
    ("<n>", ("0 | False", "1 as z", "-1", "int() if <b>", "z if z > a", "_")),
    ("(a, <n>)", ("(0, b)", "(x, 1) if <b>", "(1, *r)", "(c, _)", "_")),
    ("<l>", ("[]", "[a]", "[a, b] if <b>", "[x, *m]", "[*r, 1]", "_")),
    ("d", ("{0: a}", "{1: b, **r}", "{}", "_")),
    ("q", ("Point(x=0, y=a)", "Point(b, _)", "Pair(x, y) if <b>", "Pair(x=a)", "_")),
    ("e", ("Color.RED", "Color.BLUE", "_")),
    ("w", ("'1'", "'0' | ''", "str(x)", "_")),
    ("(l, <x>)", ("([], _)", "([a], None)", "([x, *_], str())", "(_, (a, b))", "_")),
    ("None if <b> else <n>", ("None", "True", "bool(x)", "int(a)", "_")),
)  # fmt: skip
"""Subjects, and patterns for them."""

CAUGHT = (
    "Exception",
    "Exception",
    "(IndexError, KeyError)",
    "ValueError",
    "ZeroDivisionError",
    "Stop",
    "(Stop, TypeError)",
    "LookupError",
    "AssertionError",
)
ERRORS = (
    "Stop(<n>)",
    "Stop",
    "ValueError(<n>)",
    "KeyError(a)",
    "Stop(a, <n>)",
    "ValueError('a')",
    "IndexError",
)
RESULTS = (
    "repr((a, b, c, f, l, m, l is m, k, d, sorted(s), t, w, o.n, o.items, o is p, p.items is l, q, e.name))", "repr((a, l, m, l is m))", "repr((k, [r is l for r in k], d))",
    "(a, b)", "a", "(a, tuple(l))", "l", "(d, a)", "repr((o.n, o.items, p.n, p.items, o.items is p.items))", "repr((a, type_free(b), c))", "sorted(s)", "t", "w", "f", "(q, e)", "repr((g(1), a, l))",
    "[a, [b], l]", "{'a': a, 'l': l}", "frozenset(s)", "(f, t)", "repr(f'{a}{b}{c}')", "a if flip('1/2') else l", "<x>", "<n>", "(<n>, <b>)", "repr((<x>, a))", "None",
)  # fmt: skip
STARTS = {
    "a": ("n", "n % 2", "uniform(2)"), "b": ("uniform(2)", "1", "n", "True"), "c": ("1", "0", "flip('1/3')"), "f": ("flip('1/3')", "False", "n == 1"), "l": ("[a, b]", "[n]", "[]", "[1, 2, 0]"), "m": ("l", "l if flip('1/2') else [0]", "[b]", "l[:]"),
    "k": ("[l, m]", "[[0], [1]]", "[l] * 2"), "d": ("{}", "{b: 1}", "{0: a, 1: b}"), "s": ("{n}", "set()", "{0, b}"), "t": ("(n, 1)", "(a, b)", "(1,)"), "w": ("''", "'1'", "str(n)"),
    "o": ("Base(n)", "Derived(b, l)", "Base(seen=m)"), "p": ("Box()", "Box(l)", "o", "Box([], b)"), "q": ("Point(n)", "Pair(b, 2)", "Point(1, b)"), "e": ("Color.RED", "Color.BLUE if f else Color.RED"), "g": ("lambda v: v + a", "abs", "adder(1)"), "g2": ("g", "lambda v: c"),
    "h": ("lambda: a", "lambda: len(l)", "lambda: uniform(2)"), "x": ("None", "Stop(1)"), "y": ("None", "x", "b"),
}  # fmt: skip
"""What the variables hold at first."""

DECLARED = ("Stop", "(Stop, KeyError)", "(IndexError, ZeroDivisionError, Stop)", "(LookupError, TypeError)")
"""Exceptions that are outputs."""

GLOBAL_STATE = (
    "a = ticks()",
    "STATE[0] += 1\na = STATE[0]",
    "STATE.append(1)\nb = len(STATE)",
    "Base.step = <n>",
    "Base.limits.append(1)\na = len(Base.limits)",
    "WEIGHTS[0] = <n>\na = WEIGHTS[0]",
    "plain.n = <n>\na = plain.n",
    "TABLE[5] = 1\nb = len(TABLE)",
)
"""Statements that change what outlives a run: no reader may answer when they have been run."""

REMOVED = re.compile(r"hasattr_free\(a\)|type_free\((\w)\)")


class Grammar:
    """Writes programs at random; one object for each text."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.depth, self.budget, self.fuel, self.draws = 0, 60, 0, 7

    def one(self, options: tuple[str, ...]) -> str:
        return self.random.choice(options)

    def filled(self, template: str) -> str:
        """The template with something for each of its parts."""
        return re.sub(r"<(\w+)>", lambda found: self.part(found[1]), template)

    def part(self, name: str) -> str:
        """Something that stands for a part."""
        if name == "result":
            return self.result()
        self.budget -= 1
        options = PARTS[name]
        if (self.depth >= 3 or self.budget < 0) and name in LEAVES:
            options = LEAVES[name]
        if name == "draw":
            self.draws -= 1
            if self.draws < 0:
                return self.one(PARTS["v"])
        chosen = self.one(options)
        for _ in range(8):
            if self.draws > 0 or ("flip" not in chosen and "uniform" not in chosen):
                break
            chosen = self.one(options)
        self.draws -= ("flip(" in chosen or "uniform(" in chosen) and name != "draw"
        self.depth += 1
        made = self.filled(chosen)
        self.depth -= 1
        return made

    # Statements

    def block(self, depth: int, inside: str = "") -> list[str]:
        """Some statements; inside: of a loop ("loop"), of a function ("def")."""
        found: list[str] = []
        for _ in range(self.random.choice((1, 1, 2, 2, 3))):
            self.budget += 8
            found += self.statement(depth, inside)
        return found

    def indented(self, depth: int, inside: str) -> list[str]:
        return [f"    {line}" for line in self.block(depth, inside)]

    def statement(self, depth: int, inside: str) -> list[str]:
        """One statement, in lines."""
        roll = self.random.random()
        if depth <= 0 or roll < 0.5:
            if roll < 0.06:
                return self.jump(inside)
            return self.filled(self.one(SIMPLE)).splitlines()
        if roll < 0.72:
            return self.compound(depth - 1, inside)
        if roll < 0.80:
            return self.attempt(depth - 1, inside)
        if roll < 0.86:
            return self.matched(depth - 1, inside)
        if roll < 0.92:
            return self.function(depth - 1)
        if roll < 0.96:
            return self.while_loop(depth - 1)
        self.draws -= 1
        return self.filled(self.one(ENDLESS)).splitlines()

    def compound(self, depth: int, inside: str) -> list[str]:
        """if, or for, perhaps with what follows it."""
        head = self.filled(self.one(PRETEXTS)).splitlines()
        loops = head[0].startswith("for")
        lines = [*head, *self.indented(depth, "loop" if loops else inside)]
        if not loops and self.random.random() < 0.3:
            lines += [self.filled("elif <b>:"), *self.indented(depth, inside)]
        return [*lines, "else:", *self.indented(depth, inside)] if self.random.random() < 0.3 else lines

    def while_loop(self, depth: int) -> list[str]:
        """A loop of at most three rounds."""
        self.fuel += 1
        fuel = f"fuel{self.fuel}"
        lines = [
            f"{fuel} = 0",
            self.filled(f"while {fuel} < {self.one(('2', '3'))} and (<b>):"),
            f"    {fuel} += 1",
        ]
        lines += self.indented(depth, "loop")
        return [*lines, "else:", *self.indented(depth, "")] if self.random.random() < 0.3 else lines

    def jump(self, inside: str) -> list[str]:
        """Leave the block under a condition."""
        ways = ["return <result>", f"raise {self.one(ERRORS)}"]
        if inside == "loop":
            ways += ["break", "continue", "break", "continue"]
        if inside == "handler":
            ways += ["raise", "raise Stop(b) from error"]
        if inside == "def":
            ways = ["return <n>", f"raise {self.one(ERRORS)}", "return <x>"]
        return [self.filled("if <b>:"), *(f"    {self.filled(self.one(tuple(ways)))}",)]

    def attempt(self, depth: int, inside: str) -> list[str]:
        """try, with handlers, or `finally`, or both."""
        passed = "loop" if inside == "loop" else "def" if inside == "def" else ""
        lines = ["try:", *self.indented(depth, passed)]
        kinds = self.random.choice((0, 1, 1, 1, 2))
        for _ in range(kinds):
            name = self.one((" as error", ""))
            lines += [f"except {self.one(CAUGHT)}{name}:"]
            if name:
                lines += [
                    f"    {self.one(('a = len(error.args)', 'w = str(error)', 'x = error.args', 'b = repr(error.args)', 'pass', 'x = error', 'y = error', 'y = x; x = error'))}"
                ]
            lines += self.indented(depth, "handler" if not passed and name else passed)
        if kinds and self.random.random() < 0.3:
            lines += ["else:", *self.indented(depth, passed)]
        if not kinds or self.random.random() < 0.35:
            lines += ["finally:", *self.indented(depth, self.one(("", "", passed)))]
        return lines

    def matched(self, depth: int, inside: str) -> list[str]:
        """match, with some of the patterns."""
        subject, patterns = self.random.choice(MATCHES)
        chosen = [p for p in patterns[:-1] if self.random.random() < 0.6] or [patterns[0]]
        lines = [f"match {self.filled(subject)}:"]
        for pattern in [*chosen, *([patterns[-1]] if self.random.random() < 0.6 else [])]:
            lines += [
                f"    case {self.filled(pattern)}:",
                *(f"    {line}" for line in self.indented(depth, inside)),
            ]
        return lines

    def function(self, depth: int) -> list[str]:
        """A function of its own, with a variable from around it perhaps."""
        name = self.one(("g", "h", "g2"))
        args = "" if name == "h" else self.one(("v", "v, z=0", "v, *r", "v, z=[]", "v=1, *, z=2"))
        lines = [f"def {name}({args}):"]
        roll = self.random.random()
        around = self.one(("a", "b", "c", "l", "w"))
        if roll < 0.3:
            lines += [
                f"    nonlocal {around}",
                f"    {around} = {self.filled('<l>' if around == 'l' else '<w>' if around == 'w' else '<n>')}",
            ]
        elif roll < 0.5:
            lines += [self.filled("    l.append(<n>)")]
        elif roll < 0.7 and "z=[]" in args:
            lines += ["    z.append(v)", "    return len(z)"]
        else:
            lines += [
                self.filled("    u = <n>"),
                *(f"    {line}" for line in self.filled("if <b>:\n    return u").splitlines()),
            ]
        lines += [self.filled(f"    return {self.one(('<n>', '<v>', 'a + len(l)', '<n>'))}")]
        return [*lines, self.filled("<v> = g(<n>)")] if self.random.random() < 0.5 else lines

    # Programs

    def result(self) -> str:
        return self.filled(self.one(RESULTS))

    def starts(self) -> list[str]:
        self.draws += 2
        return [f"{name} = {self.one(options)}" for name, options in STARTS.items()]

    def program(self) -> str:
        """The text of `main(n)`; the words in it that stand for nothing are taken out."""
        body = self.starts() + self.block(1)
        kinds = self.one(DECLARED) if self.random.random() < 0.15 else ""
        if self.random.random() < (0.5 if kinds else 0.85):
            body += [
                "try:",
                *self.indented(2, ""),
                "except Exception as error:",
                *self.indented(1, "handler"),
            ]
        if self.random.random() < 0.4:
            body += self.block(1)
        if kinds and self.random.random() < 0.6:
            body += self.filled(f"if <b>:\n    raise {self.one(ERRORS)}").splitlines()
        body.append(f"return {self.result()}")
        if self.random.random() < 0.02:
            at = self.random.randrange(len(STARTS), len(body))
            body[at:at] = (
                []
                if body[at].startswith((" ", "else", "elif", "except", "finally"))
                else self.filled(self.one(GLOBAL_STATE)).splitlines()
            )
        head = f"@program(raises={kinds})" if kinds else "@program"
        text = f"{head}\ndef main(n):\n" + "".join(f"    {line}\n" for line in body)
        return with_helpers(REMOVED.sub(lambda found: found[1] or "f", text))


def program_text(seed: int) -> str:
    """The text of a program; of a seed always the same one.  What is no Python is written anew."""
    grammar = Grammar(seed)
    while True:
        text = grammar.program()
        try:
            compile(text, "<generated>", "exec")
        except SyntaxError:  # such as := where a comprehension looks for what it runs through
            continue
        return text
