"""Containers, exceptions, patterns, closures and objects: the distribution of all paths, or a reason."""

# ruff: noqa: B023, E741, RUF015
from __future__ import annotations

from collections import Counter
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assay import Dist, flip, program, uniform
from assay.errors import UnfinishedProgram
from assay.programs.merge import OutsideSubset, evaluator, merged
from tests.effort import at_length, one_in
from tests.programs.merge.container_programs import HELPERS, STATEMENTS, container_texts
from tests.programs.merge.test_merge_untidy import typed
from tests.programs.merge.wide_programs import compiled

patient = settings(suppress_health_check=list(HealthCheck), deadline=None)


def check(text: str, n: int) -> str:
    """Both evaluators on a text: "merged" and equal, "unfinished", or the reason for leaving it alone."""
    wide = compiled(text).within(max_paths=300, max_draws=300, max_steps=25)
    try:
        with patch.object(evaluator, "MOST_STATES", 2000):
            law = merged(wide, n)
        expected = wide.enumerated(n)
    except OutsideSubset as error:
        return error.reason
    except UnfinishedProgram:
        return "unfinished"
    assert {typed(o): p for o, p in law.items()} == {typed(o): p for o, p in expected.items()}, text
    return "merged"


@pytest.mark.parametrize("examples", at_length(400))
def test_programs_of_containers_at_length(examples: int) -> None:
    """Most of them are merged, so that something is compared."""
    seen: Counter[str] = Counter()

    @settings(patient, max_examples=examples, database=None)
    @given(container_texts(), st.integers(0, 2))
    def many(text: str, n: int) -> None:
        seen[check(text, n)] += 1

    many()
    assert seen["merged"] > examples / 2, seen


@pytest.mark.slow
@pytest.mark.parametrize("statement", one_in(4, STATEMENTS), ids=lambda text: text.splitlines()[0])
def test_each_statement(statement: str) -> None:
    """Each of them on its own, twice, with all that it may have changed looked at afterwards."""
    lines = statement.replace("{n}", "uniform(2)").replace("{{", "{").replace("}}", "}").splitlines()
    head = [
        "a, b, c = n, uniform(2), 1",
        "l = [n, b]",
        "m = l if flip('1/2') else [0]",
        "d = {b: 1}",
        "s = {n}",
    ]
    head += ["o = Counting(b)", "p = Box(m)", "q, r, e = Point(n), Pair(b, 2), Color.RED", "h = lambda: a"]
    head.append("g = lambda v: v * b")
    end = "return repr((a, b, c, l, m, l is m, d, sorted(s), o.n, o.seen, p, p.items is m, q, r, e, g(1)))"
    body = [*head, "try:", *(f"    {x}" for x in lines), *(f"    {x}" for x in lines), *CAUGHT, end]
    text = HELPERS + "\n@program\ndef wide(n):\n" + "".join(f"    {line}\n" for line in body)
    for n in (0, 1):
        assert check(text, n) in ("merged", "unfinished"), text


CAUGHT = ["except Exception as error:", "    e = len(str(error)) and error.args"]


# States that some later code could tell apart


@program
def aliased(n):
    l = [0]
    m = l if flip("1/2") else [0]
    x = uniform(1)
    l.append(1)
    return (len(m), x)


@program
def ordered(n):
    d = {}
    for k in (0, 1) if flip("1/2") else (1, 0):
        d[k] = 1
    x = uniform(2)
    return (tuple(d), x)


@program
def late_binding(n):
    fs = []
    for i in range(3):
        if flip("1/2"):
            fs.append(lambda: i)
    return tuple(f() for f in fs)


@program
def shared_cell(n):
    total = 0

    def add(x):
        nonlocal total
        total += x
        return total

    if flip("1/2"):
        add(2)
    add(uniform(2))
    return total


@program
def defaults_are_evaluated_once(n):
    def f(x=uniform(2)):  # noqa: B008
        return x

    return (f(), f())


@program
def typed_elements(n):
    l = [1 if flip("1/2") else True]
    x = uniform(1)
    return (repr(l), x)


@program
def sorted_counts(n):
    return tuple(sorted(uniform(3) for _ in range(40)))


@program
def counts(n):
    return tuple(sorted(Counter(uniform(2) for _ in range(40)).items()))


@pytest.mark.parametrize(
    "each",
    [aliased, ordered, late_binding, shared_cell, defaults_are_evaluated_once, typed_elements],
    ids=repr,
)
def test_what_can_be_told_apart_is_not_merged(each):
    assert merged(each, 0) == each.enumerated(0)


@pytest.mark.slow
def test_few_answers_of_many_draws():
    assert len(sorted_counts.distribution(0)) == 41 * 42 // 2
    assert len(counts.distribution(0)) == 41


# What belongs to somebody else

SHARED = [1]
SETTINGS = {"p": "1/2"}


class Holder:
    level = 0

    def __init__(self):
        self.n = 0


HOLDER = Holder()


def remembers(x, seen=[]):  # noqa: B006
    seen.append(x)
    return len(seen)


@program
def changes_a_global(n):
    SHARED.append(flip("1/2"))
    return SHARED.pop()


@program
def changes_through_a_name(n):
    mine = SHARED
    mine += [1]
    del mine[-1]
    return flip("1/2")


@program
def changes_a_default(n):
    return remembers(n) + flip("1/2")


@program
def changes_an_argument(items):
    items.append(1)
    items.pop()
    return flip("1/2")


@program
def changes_an_object(n):
    HOLDER.n += 1
    HOLDER.n -= 1
    return flip("1/2")


@program
def changes_a_class(n):
    Holder.level = 1
    x = flip("1/2") + Holder.level
    Holder.level = 0
    return x


@program
def changes_an_element_of_a_copy(n):
    nested = list(NESTED)
    nested[0].append(1)
    nested[0].pop()
    return flip("1/2")


NESTED = [[1]]
NUMBERS = {8, 16}


@program
def order_of_a_set(n):
    s = set()
    s.add(8 if flip("1/2") else 0)
    s |= {0, 8}
    return tuple(s)


@program
def order_after_a_removal(n):
    s = {0, 1}
    if flip("1/2"):
        s.remove(0)
        s.add(0)
    x = uniform(1)
    return (tuple(s), x)


@program
def address(n):
    return str(Holder())[:30] if flip("1/2") else ""


@program
def hash_order(n):
    a, b = Holder(), Holder()
    return [x is a for x in {a, b}][0] and flip("1/2")


FOREIGN = [
    changes_a_global,
    changes_through_a_name,
    changes_a_default,
    changes_an_object,
    changes_a_class,
    changes_an_element_of_a_copy,
]
UNSEEN = [order_of_a_set, order_after_a_removal, address, hash_order]


@pytest.mark.parametrize("each", [*FOREIGN, *UNSEEN], ids=repr)
def test_what_is_not_the_programs_own_is_left_to_the_enumeration(each):
    with pytest.raises(OutsideSubset) as caught:
        merged(each, 0)
    assert "line" in caught.value.reason
    assert (SHARED, HOLDER.n, Holder.level, NESTED) == ([1], 0, 0, [[1]])


def test_an_argument_of_the_caller_is_never_changed():
    given = [1]
    with pytest.raises(OutsideSubset, match="not its own"):
        merged(changes_an_argument, given)
    assert given == [1]


def test_what_cannot_change_may_be_read():
    @program
    def reads(items):
        return (flip(SETTINGS["p"]), sum(items) + SHARED[0] + HOLDER.n)

    assert merged(reads, [1, 2]) == Dist({(True, 4): "1/2", (False, 4): "1/2"})
