"""The reader of the second checker: it reads what the kernel's reads, and refuses what is no claim."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.prove.claims import statement
from assay.prove.expr import Expr, const, finite_sum, var
from assay.prove.statement import Range
from tests.prove.pointwise import Undefined as NoValue
from tests.prove.pointwise import Unknown, Value, ball, value, values_of

pytest.importorskip("sympy")

from assay.prove.sympy_checker import points
from assay.prove.sympy_checker.bounds import Span
from assay.prove.sympy_checker.claims import Claim, Wrong, read_claim, read_compared
from assay.prove.sympy_checker.world import World
from assay.symbolic.door import ends
from assay.symbolic.terms import Term

NAMES = {"neg": "neg", "+": "add", "-": "sub", "*": "mul", "/": "div", "^": "pow"}
small = st.integers(-3, 3).map(const)
leaves = st.one_of(st.sampled_from([var("x"), var("y"), var("n")]), small)


def _grown(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    pair = st.tuples(inner, inner)
    return st.one_of(
        st.builds(lambda op, ab: Expr(op, ab), st.sampled_from(["+", "-", "*", "/", "min", "max"]), pair),
        st.builds(lambda op, a: Expr(op, (a,)), st.sampled_from(["neg", "exp", "log", "sqrt"]), inner),
        st.builds(lambda a, k: a**k, inner, st.sampled_from([const(2), const(3), var("n"), const(-1)])),
        st.builds(
            lambda a: finite_sum("i", 0, var("n"), a * var("i")), inner.filter(lambda a: not a.bound())
        ),
    )


terms = st.recursive(leaves, _grown, max_leaves=5)
RANGES = (
    Range("x", Fraction(0), Fraction(1), True, False),
    Range("y", Fraction(-1), Fraction(2), False, False),
    Range("n", Fraction(0), Fraction(3), False, False, True),
)
HEAD = "for x in (0, 1], y in [-1, 2], integer n in [0, 3]"


def same(e: Expr, t: Term) -> bool:
    """Whether two readers have made the same tree."""
    if e.op == "const":
        return t.constant() == e.value
    if e.op == "var":
        return (t.op, t.name) == ("name", e.name)
    if e.op == "/" and t.op == "number":
        return False
    if (t.op, t.name) != (NAMES.get(e.op, e.op), e.name) or len(t.args) != len(e.args):
        return False
    return all(same(a, b) for a, b in zip(e.args, t.args, strict=True))


@settings(max_examples=60)
@given(terms, terms, st.sampled_from(["<", "<=", ">", ">=", "=", "!="]))
def test_both_readers_read_the_same_claim(left: Expr, right: Expr, op: str) -> None:
    text = f"{HEAD} where {left} <= {right}: {left} {op} {right}"
    theirs, mine = statement(text), read_claim(text)
    assert same(theirs.conclusion.left, mine.says.left)
    assert same(theirs.conclusion.right, mine.says.right)
    assert (mine.says.op, mine.setting.conditions[0].op) == (op, "<=")
    for r, d in zip(theirs.context.ranges, mine.setting.domains, strict=True):
        assert (r.low, r.high, r.low_open, r.high_open, r.integer) == (
            d.low,
            d.high,
            d.low_open,
            d.high_open,
            d.whole,
        )


@settings(max_examples=60)
@given(terms, st.data())
def test_a_term_has_the_value_that_the_judge_gives_it(e: Expr, data: st.DataObject) -> None:
    at = {r.name: data.draw(st.sampled_from(values_of(r))) for r in RANGES}
    mine = read_compared(f"{e} = 0").left
    try:
        expected: Value | None = value(e, at)
    except NoValue:
        expected = None
    except Unknown:
        return
    try:
        found = points.value(mine, at)
    except points.Undefined:
        assert expected is None
        return
    except (points.Unclear, ArithmeticError, ValueError):
        return
    reach = ends(points.as_interval(found))
    assert expected is not None
    if reach is not None:
        assert ball(reach[0]).union(ball(reach[1])).overlaps(ball(expected))


def contains(s: Span, low: Fraction, high: Fraction) -> bool:
    """Whether some number between two ends may lie in a span."""
    above = s.low is None or high > s.low or (high == s.low and not s.low_open)
    below = s.high is None or low < s.high or (low == s.high and not s.high_open)
    return above and below


@settings(max_examples=60)
@given(terms, st.data())
def test_a_span_contains_every_value(e: Expr, data: st.DataObject) -> None:
    at = {r.name: data.draw(st.sampled_from(values_of(r))) for r in RANGES}
    claim: Claim = read_claim(f"{HEAD}: {e} = 0")
    try:
        reach = ends(points.as_interval(points.value(claim.says.left, at)))
    except (points.Undefined, points.Unclear, ArithmeticError, ValueError):
        return
    if reach is not None:
        assert contains(World(claim.setting).span(claim.says.left), *reach)


@settings(max_examples=60)
@given(terms, st.data())
def test_what_is_said_to_have_values_has_them(e: Expr, data: st.DataObject) -> None:
    claim = read_claim(f"{HEAD}: {e} = 0")
    try:
        World(claim.setting).define(claim.says.left)
    except Exception:  # not seen
        return
    at = {r.name: data.draw(st.sampled_from(values_of(r))) for r in RANGES}
    try:
        points.value(claim.says.left, at)
    except points.Undefined:
        pytest.fail(f"{e} has no value at {at}")
    except (points.Unclear, ArithmeticError, ValueError):
        return


@settings(max_examples=60)
@given(terms, terms)
def test_putting_terms_for_variables_agrees_with_the_kernel(e: Expr, t: Expr) -> None:
    mine = read_compared(f"{e} = 0").left.put({"x": read_compared(f"{t} = 0").left})
    assert same(e.substitute({"x": t}), mine)


def test_an_index_that_would_capture_a_variable_is_renamed() -> None:
    whole = read_compared("sum(i, 0, n, x*i) = 0").left
    put = whole.put({"x": read_compared("i + 1 = 0").left})
    assert str(put) == str(read_compared("sum(i_, 0, n, (i + 1)*i_) = 0").left)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1",
        "1 <",
        "1 < 2 < 3",
        "for x in [0, 1]: y > 0",
        "for x in [0, 1], x in [0, 1]: x > 0",
        "for x in [1, 0]: x > 0",
        "for x in (0, 0): x > 0",
        "for integer n in (0, 1): n > 0",
        "for e in [0, 1]: 1 > 0",
        "for sum in [0, 1]: 1 > 0",
        "for x in [0, y]: x > 0",
        "for x in 0, 1: x > 0",
        "for x in [0, 1] x > 0",
        "for x in [0, 1]: sum(x, 0, 1, x) > 0",
        "for n in [0, 1]: sum(i, 0, 1, sum(i, 0, 1, i)) > 0",
        "sum(3, 0, 1, 3) > 0",
        "f(1) > 0",
        "max(1) > 0",
        "1 § 2",
        "(1 > 0",
        "1 > 0)",
        "1 > 0 where 1 > 0",
        "(" * 500 + "1" + ")" * 500 + " > 0",
        "1" * 5000 + " > 0",
        "1 > 0 " + " " * 30_000,
    ],
)
def test_what_is_no_claim_is_refused(text: str) -> None:
    with pytest.raises(Wrong):
        read_claim(text)


def test_ends_of_whole_numbers_are_whole() -> None:
    (d,) = read_claim("for integer n in (1/2, 3): n > 0").setting.domains
    assert (d.low, d.high, d.low_open, d.high_open) == (1, 2, False, False)
