"""What a program may see that differs between processes: the same uses of a set of texts and of numbers."""

from __future__ import annotations

import pytest

from assay.programs.flow import Flow
from assay.programs.reach import Reach

REVEALING = [
    "list(s)",
    "tuple(s)",
    "[*s]",
    "[v for v in s]",
    "{v: 1 for v in s}",
    "next(iter(s))",
    "s.pop()",
    "str(s)",
    "f'{s}'",
    "repr([s])",
    "'%s' % (s,)",
    "'{}'.format(s)",
    "min(s, key=abs_)",
    "sorted(s, key=abs_)",
    "dict.fromkeys(s)",
    "list(map(abs_, s))",
    "list(filter(None, s))",
    "list(zip(s, s))",
    "list(enumerate(s))",
    "list(reversed(list(s)))",
    "list(s | {3})",
    "list(s.union([3]))",
    "list(s.copy())",
    "list(set(s))",
    "list(frozenset(s))",
    "list({*s})",
    "first(*s)",
    "first(s)",
    "(lambda t: list(t))(s)",
    "[list(t) for t in [s]]",
    "{'a': s}['a'].pop()",
    "Box(s).held.pop()",
    "list(map(list, [s]))",
    "functools.reduce(abs_, s)",
    "list(itertools.chain(s))",
    "type(s)(s).pop()",
]

HARMLESS = [
    "len(s)",
    "3 in s",
    "s == {3}",
    "s <= {3}",
    "s & {3}",
    "s | {3}",
    "s - {3}",
    "bool(s)",
    "sorted(s)",
    "min(s)",
    "max(s)",
    "set(s)",
    "frozenset(s)",
    "{*s}",
    "s.union([3])",
    "s.isdisjoint([3])",
    "s.add(3)",
    "s.discard(3)",
    "[s]",
    "s",
    "isinstance(s, set)",
    "any(s)",
    "all(s)",
    "list(sorted(s))",
    "[v for v in sorted(s)]",
    "Box(s).held",
    "(s, s)",
]

TEXT = """
import functools, itertools
def abs_(*v):
    return 0
def first(a, *rest):
    return [*a] if isinstance(a, set) else a
class Box:
    def __init__(self, held):
        self.held = held
    def __repr__(self):
        return 'Box'
def f(x):
    s = {elements}
    return {use}
"""


def found(text, *args):
    """The names of what is found in `f` of a text."""
    table = {"__name__": "flowing"}
    exec(compile(text, "/flowing.py", "exec"), table)
    reach = Reach(table["f"])
    reach.follow(args)
    flow = Flow(reach.met.functions, reach.met.classes, reach.met.instances, table["f"], args)
    return {finding.name for finding in flow.run()}


def using(use, elements):
    return found(TEXT.replace("{elements}", elements).replace("{use}", use), 0)


@pytest.mark.parametrize(
    "elements", ["{'l', 'r'}", "{str(x), 'a'}", "{(1, b'a'), (2, b'b')}", "set('lr')", "{abs_, first}"]
)
@pytest.mark.parametrize("use", REVEALING)
def test_the_order_of_texts_is_refused_where_it_is_seen(use, elements):
    assert "the order of a set" in using(use, elements)


@pytest.mark.parametrize(
    "elements", ["{1, 2}", "{x, 3}", "{(1, 2), (3, 4)}", "{n for n in range(3)}", "set(range(2))"]
)
@pytest.mark.parametrize("use", [*REVEALING, *HARMLESS])
def test_numbers_may_be_iterated(use, elements):
    assert not using(use, elements)


@pytest.mark.parametrize("use", HARMLESS)
def test_the_order_of_texts_is_no_matter_where_it_is_not_seen(use):
    assert not using(use, "{'l', 'r'}")


def test_the_elements_of_an_argument_decide():
    text = "def f(x):\n    return list(set(x))\n"
    assert found(text, ("l", "r")) == {"the order of a set"}
    assert not found(text, (1, 2))


def test_what_is_added_later_counts():
    text = "def f(x):\n    s = set()\n    fill(s)\n    return list(s)\ndef fill(s):\n    s.add({})\n"
    assert found(text.replace("{}", "'l'"), 0) == {"the order of a set"}
    assert not found(text.replace("{}", "1"), 0)


@pytest.mark.parametrize(
    "value", ["f", "abs", "Plain()", "[f]", "{'a': Plain()}", "(i for i in ())", "map(f, ())", "[].pop"]
)
@pytest.mark.parametrize(
    "made", ["str({})", "repr({})", 'f"{{}}"', "'%s' % [{}]", "'{}'.format({})", "list(map(str, [{}]))"]
)
def test_a_text_of_an_address_is_refused(value, made):
    use = (
        made.replace("{{}}", "{(" + value + ")}")
        if "{{}}" in made
        else made.replace("({})", f"({value})").replace("[{}]", f"[{value}]")
    )
    text = f"class Plain:\n    pass\ndef f(x):\n    return {use}\n"
    assert any("text of a function" in name for name in found(text, 0)), text


def test_a_text_of_what_has_a_repr_is_a_text():
    plain = "class Plain:\n    def __repr__(self):\n        return 'a'\n"
    text = plain + "def f(x):\n    return str(Plain()) + f'{[Plain()]}'\n"
    assert not found(text, 0)
