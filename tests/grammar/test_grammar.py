"""One grammar for numbers, epsilons and claims: every form is read, and means the same everywhere."""

# ruff: noqa: RUF001 - these characters are meant
from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import AssayError, InvalidValue
from assay.exact import exp, ln, log_value, number
from assay.grammar import FUNCTIONS, HELP, SUMMARY
from assay.prove.balls import enclose
from assay.prove.claims import statement
from assay.prove.expr import Expr, const, finite_sum, var
from assay.prove.reading import read
from assay.prove.statement import Context, Range, Relation, Statement

LEAVES = st.one_of(
    st.fractions(min_value=0, max_value=20, max_denominator=12).map(const),
    st.sampled_from([var("x"), var("y1"), Expr("exp", (const(1),))]),
)


def _grown(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    pairs = st.tuples(inner, inner)
    return st.one_of(
        st.builds(Expr, st.sampled_from(["+", "-", "*", "/", "^", "min", "max"]), pairs),
        st.builds(Expr, st.sampled_from(["neg", "exp", "log", "sqrt"]), st.tuples(inner)),
        inner.map(_summed),
    )


def _summed(body: Expr) -> Expr:
    index = f"i{len(body.bound())}"
    return finite_sum(index, 1, const(3), body * var(index))


TERMS = st.recursive(LEAVES, _grown, max_leaves=8)
WHERE = Context((Range("x", Fraction(0), None, False), Range("y1")))


@given(left=TERMS, right=TERMS, op=st.sampled_from(["<", "<=", ">", ">=", "=", "!="]))
def test_what_is_printed_is_read_as_the_kernel_reads_it(left: Expr, right: Expr, op: str) -> None:
    text = str(Statement(WHERE, Relation(left, op, right)))
    assert statement(text) == read(text)
    assert read(str(statement(text))) == read(text)


NUMBERS = st.recursive(
    st.fractions(min_value=0, max_value=9, max_denominator=9).map(str),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from("+-*/"), inner).map(lambda t: f"({t[0]} {t[1]} {t[2]})"),
        st.tuples(inner, st.sampled_from(["^", "**"]), st.integers(0, 3)).map(
            lambda t: f"({t[0]}){t[1]}{t[2]}"
        ),
        inner.map(lambda a: f"-{a}"),
        inner.map(lambda a: f"|{a}|"),
        st.tuples(st.sampled_from(["min", "max"]), inner, inner).map(lambda t: f"{t[0]}({t[1]}, {t[2]})"),
        st.tuples(st.sampled_from(["floor", "ceil", "abs"]), inner).map(lambda t: f"{t[0]}({t[1]})"),
    ),
    max_leaves=6,
)


@given(text=NUMBERS)
def test_a_number_has_one_value_as_a_number_and_in_a_claim(text: str) -> None:
    try:
        value = number(text)
    except InvalidValue:
        return
    side = statement(f"{text} = 0").conclusion.left
    low, high = enclose(side, {}, 200) or (None, None)
    assert low is not None
    assert high is not None
    assert low <= value.as_fraction() <= high
    assert high - low < Fraction(1, 10**20)


@pytest.mark.parametrize(
    ("written", "core"),
    [
        ("for x in [0,1]: ln(1+x) <= x", "for x in [0, 1]: log(1 + x) <= x"),
        ("for x > 0: log x^2 >= 0", None),
        ("for x in R: cosh(x) <= exp(x**2/2)", "for x in (-inf, inf): (exp(x) + exp(-x))/2 <= exp(x^2/2)"),
        ("for x ∈ ℝ: sinh(x) ≤ x", "for x in (-inf, inf): (exp(x) - exp(-x))/2 <= x"),
        (
            "for x in R: tanh(x) < 1",
            "for x in (-inf, inf): (exp(x) - exp(-x))/(exp(x) + exp(-x)) < 1",
        ),
        ("for n in Z: n² ≥ n", "for integer n in (-inf, inf): n^2 >= n"),
        ("for ε > 0, δ ∈ (0, 1): ε ≥ −δ", "for eps in (0, inf), delta in (0, 1): eps >= -delta"),
        ("for 0 ≤ q < 1: 2×q·q ≠ 3", "for q in [0, 1): 2*q*q != 3"),
        ("for x ∈ (−∞, 0]: √(−x) ≥ 0", "for x in (-inf, 0]: sqrt(-x) >= 0"),
        (
            "for real x: |x - 1| + ||x| - 1| >= 0",
            "for x in (-inf, inf): max(x - 1, -(x - 1)) + max(max(x, -x) - 1, -(max(x, -x) - 1)) >= 0",
        ),
        (
            "for x, y: max(x, y, 1) >= min(x, 1)",
            "for x in (-inf, inf), y in (-inf, inf): max(max(x, y), 1) >= min(x, 1)",
        ),
        ("for x >= 0: root(x, 3) >= 0", "for x in [0, inf): x^(1/3) >= 0"),
        ("floor(7/2) + ceil(e) = 6", "3 + 3 = 6"),
        (
            "for x >= 0: floor(2*x) <= 2*x",
            "for x in [0, inf), integer floor_1 in (-inf, inf) where floor_1 <= 2*x and 2*x < floor_1 + 1: "
            "floor_1 <= 2*x",
        ),
        (
            "for x >= 0 where ceil(x) = 2: x <= 2",
            "for x in [0, inf), integer ceil_1 in (-inf, inf) where ceil_1 - 1 < x and x <= ceil_1 and "
            "ceil_1 = 2: x <= 2",
        ),
        ("1e-3 < 2E2", "1/1000 < 200"),
        ("ln 3 < +2", "log(3) < 2"),
        ("for ln >= 0, R in [0, 1]: ln >= -R", "for ln in [0, inf), R in [0, 1]: ln >= -R"),
        ("for x: x^2 >= 0", "for x in (-inf, inf): x^2 >= 0"),
    ],
)
def test_forms(written: str, core: str | None) -> None:
    if core is None:
        with pytest.raises(InvalidValue, match="parentheses"):
            statement(written)
        return
    assert str(statement(written)) == core
    assert statement(core) == read(core)


def test_functions_of_numbers() -> None:
    assert number("cosh(1)") == (exp(1) + exp(-1)) / 2
    assert number("sinh(ln 2)") == Fraction(3, 4)
    assert number("tanh(ln(3)/2)") == Fraction(1, 2)
    assert number("max(1/2, |1/3 - 1|, 0.1)") == Fraction(2, 3)
    assert number("floor(ln 3) + ceil(e)") == 4
    assert number("2·3²×√4 − 1") == 35
    assert log_value("max(ln 3, 1)") == ln(3)
    assert log_value("ε/2") == log_value("eps/2")


@pytest.mark.parametrize("function", FUNCTIONS)
def test_every_function_is_in_the_help_and_is_read(function: str) -> None:
    assert f"{function}(" in HELP
    assert function in SUMMARY
    arguments = {"sum": "i, 1, 3, i", "root": "8, 3", "min": "1, 2", "max": "1, 2"}.get(function, "1/2")
    assert statement(f"{function}({arguments}) <= 9").conclusion.op == "<="


HOSTILE = [
    "",
    "\0",
    "x\0 > 0",
    "2^(10^12)",
    "9^9^9^9",
    "9" * 5000 + "^2",
    "1e999999999",
    "(" * 100_000,
    "-" * 100_000 + "1",
    "|" * 10_000 + "1" + "|" * 10_000,
    "cosh(" * 100 + "1" + ")" * 100,
    "foo(3)",
    "sin(1)",
    "\u0435 + 1",
    "\uff11",
    "1 2",
    "\u03c0",
    "ln",
    "ln(",
    "ln()",
    "max(1)",
    "sum(i, 1, 3)",
    "sum(1, 1, 3, 4)",
    "for x",
    "||",
]


@pytest.mark.parametrize("text", HOSTILE, ids=lambda t: ascii(t[:12]))
def test_hostile_texts_are_refused_in_words(text: str) -> None:
    with pytest.raises(AssayError) as caught:
        statement(f"{text} <= {text}") and number(text)
    assert 0 < len(str(caught.value)) < 700
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("read_it", [number, log_value, statement])
@pytest.mark.parametrize("text", ["foo(3)", "\u0430", "1 +", "ln()"])
def test_every_parse_error_lists_the_functions(read_it: object, text: str) -> None:
    assert callable(read_it)
    with pytest.raises(InvalidValue) as caught:
        read_it(text)
    assert SUMMARY in str(caught.value)


def test_an_unknown_function_is_called_by_its_name() -> None:
    with pytest.raises(InvalidValue, match="no function 'arctan'"):
        number("arctan(1)")
    with pytest.raises(InvalidValue, match="no function 'arctan'"):
        statement("for x in R: arctan(x) <= x")


def test_look_alikes_are_named() -> None:
    with pytest.raises(InvalidValue, match="CYRILLIC SMALL LETTER IE"):
        statement("for x in R: \u0435xp(x) > 0")


def test_equality_is_written_with_one_sign_or_two() -> None:
    assert statement("for x in R: x == x") == statement("for x in R: x = x")
    assert statement("for x >= 0 where x == 1: x != 2") == statement("for x >= 0 where x = 1: x != 2")


@pytest.mark.parametrize("text", ["floor(n)", "ceil(2*n - 3)", "floor(max(n, -n)*n)", "ceil(floor(n) + 1)"])
def test_what_is_whole_is_not_rounded(text: str) -> None:
    whole = text.replace("floor", "").replace("ceil", "")
    assert statement(f"for n in Z: {text} >= n") == statement(f"for n in Z: {whole} >= n")


@pytest.mark.parametrize("text", ["floor(n/2)", "floor(n + x)", "ceil(n^2)", "floor(exp(n))"])
def test_what_may_not_be_whole_is_rounded(text: str) -> None:
    assert len(statement(f"for n in Z, x in R: {text} >= n").context.ranges) == 3


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("for x > 0: 2x >= x", "write 2*x for a product"),
        ("for x > 0: 2(x) >= x", "write 2*( for a product"),
        ("for x > 0: (x)(x) >= 0", "write * between factors"),
        ("for x > 0: x => 0", "write >= for =>"),
        ("for x > 0: 0 =< x", "write <= for =<"),
        ("for x > 0 x > 0", "a claim is: for x in [0, 1]"),
    ],
)
def test_a_refused_claim_says_what_was_probably_meant(text: str, advice: str) -> None:
    with pytest.raises(InvalidValue) as refused:
        statement(text)
    assert advice in str(refused.value)
