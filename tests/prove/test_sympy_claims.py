"""Claims as sympy formulas: read, proved, printed, and what cannot be read is refused by name."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.errors import FloatRefused, InvalidValue
from assay.prove import prove, sympy_claims
from assay.prove.claims import statement
from tests.prove.claims import TRUE_CLAIMS
from tests.prove.pointwise import fails_at

sympy = pytest.importorskip("sympy")

NAMES = vars(sympy) | {
    "x": sympy.Symbol("x", positive=True),
    "y": sympy.Symbol("y", nonnegative=True),
    "r": sympy.Symbol("r", real=True),
    "n": sympy.Symbol("n", integer=True, nonnegative=True),
    "m": sympy.Symbol("m", negative=True),
    "k": sympy.Symbol("k", integer=True, positive=True),
    "w": sympy.Symbol("w", real=True, nonzero=True),
    "z": sympy.Symbol("z"),
    "p": sympy.Symbol("p", prime=True),
}


def formula(text: str) -> object:
    """A sympy formula over symbols with assumptions."""
    return eval(text, dict(NAMES))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Le(log(x), x - 1)", "for x in (0, inf): log(x) <= -1 + x"),
        ("Ge(exp(y), 1 + y)", "for y in [0, inf): exp(y) >= 1 + y"),
        ("Lt(r, r + n + 1, evaluate=False)", "for integer n in [0, inf), r in (-inf, inf): r < 1 + r + n"),
        ("Gt(-m, m, evaluate=False)", "for m in (-inf, 0): -1*m > m"),
        ("Ge(k, sqrt(k))", "for integer k in [1, inf): k >= sqrt(k)"),
        ("Ne(w**3, r)", "for r in (-inf, inf), w in (-inf, inf) where w != 0: w^3 != r"),
        ("Implies(And(r >= 0, r < 1), r**2 <= r)", "for r in [0, 1): r^2 <= r"),
        ("Implies(And(r >= 0, r <= x), r**2 <= x**2)", None),
        ("Ge(exp(Symbol('e', real=True)), 0, evaluate=False)", "for e_ in (-inf, inf): exp(e_) >= 0"),
        (
            "Le(Symbol('δ', negative=True), x, evaluate=False)",
            "for delta in (-inf, 0), x in (0, inf): delta <= x",
        ),
        ("Le(cosh(r), exp(r**2/2))", "for r in (-inf, inf): (exp(r) + exp(-r))/2 <= exp(1/2*r^2)"),
        ("Le(tanh(x), sinh(x))", None),
        (
            "Le(floor(x), x)",
            "for x in (0, inf), integer floor_1 in (-inf, inf) where floor_1 <= x and x < floor_1 + 1: "
            "floor_1 <= x",
        ),
        ("Implies(Ge(ceiling(x), 3), x > 2)", None),
        ("Eq(ceiling(k, evaluate=False), k, evaluate=False)", "for integer k in [1, inf): k = k"),
        ("Ge(Abs(r) + Max(r, x, 1), 0, evaluate=False)", None),
    ],
)
def test_assumptions_become_ranges(text: str, said: str | None) -> None:
    found = statement(formula(text))  # type: ignore[arg-type]
    assert said is None or str(found) == said
    assert statement(str(found)) == found


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Le(z, 1)", "z: it is not known to be real"),
        ("Le(p, r)", "p: .*prime"),
        ("Le(sin(r), 2, evaluate=False)", "sin"),
        ("Le(1, 2)", "decided it already|already decided"),
        ("And(r < 1, r > 0)", "And"),
        ("r + 1", "Add"),
        ("Or(r < 1, r > 2)", "Or"),
        ("Implies(Or(r < 1, r > 2), r > 0)", "Or"),
        ('Le(Symbol("x\'", real=True), 3)', "x': it is no name"),
        ("Le(Symbol('e', positive=True), Symbol('e_', positive=True))", "two different symbols.*e_"),
        ("Le(Symbol('x', real=True), x)", "two different symbols are called 'x'"),
        ("Le(Symbol('v', even=True), 1)", "even"),
        ("Le(r, pi)", "Pi"),
        ("Le(gamma(k), k)", "gamma"),
        ("Implies(And(r > 2, r < 1, evaluate=False), r > 0)", "range of r|decided"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, name: str) -> None:
    with pytest.raises(InvalidValue, match=name):
        statement(formula(text))  # type: ignore[arg-type]


def test_a_float_is_refused() -> None:
    with pytest.raises(FloatRefused, match=r"sympy\.Rational"):
        statement(formula("Le(r**2, Float(0.5))"))  # type: ignore[arg-type]


def test_prove_takes_sympy() -> None:
    q, e = sympy.Symbol("q", positive=True), sympy.Symbol("eps", nonnegative=True)
    growth = q * (sympy.exp(e) - 1)
    assert prove(sympy.Le(sympy.log(1 + growth), growth)).holds
    assert prove(sympy.Le(sympy.exp(e), 1 + e)).exit_status == 1


@pytest.mark.parametrize("claim", TRUE_CLAIMS)
def test_a_statement_goes_out_and_comes_back(claim: str) -> None:
    given = statement(claim)
    assert given.latex()
    back = statement(given.to_sympy())
    names = {r.name for r in given.context.ranges}
    assert {r.name for r in back.context.ranges} <= names
    assert fails_at(back) is None


ends = st.fractions(-3, 3, max_denominator=4)


@settings(max_examples=40)
@given(ends, ends, st.sampled_from("()[]"), st.sampled_from("()[]"), st.booleans())
def test_ranges_survive(low: object, high: object, left: str, right: str, whole: bool) -> None:
    text = f"for {'integer ' * whole}x in {'[' if left in '[]' else '('}{low}, {high}"
    try:
        given = statement(f"{text}{']' if right in '[]' else ')'}: x^2 >= x")
    except InvalidValue:  # empty
        return
    assert statement(given.to_sympy()).context == given.context


def test_a_statement_in_latex() -> None:
    given = statement("for q in [0, 1], integer k >= 1 where q <= 1/k: exp(-q) >= 1 - q/k")
    where = r"q \in [0, 1],\ k \in [1, \infty) \cap \mathbb{Z},\ q \leq \frac{1}{k}"
    assert given.latex() == rf"e^{{- q}} \geq 1 - \frac{{q}}{{k}} \qquad ({where})"


def test_latex_shows_what_is_claimed_and_not_what_sympy_makes_of_it() -> None:
    identity = statement("for delta in (0, 1): exp(-log(1/delta)) = delta").latex()
    assert identity.startswith(r"e^{- \ln{\left(\frac{1}{\delta} \right)}} = \delta")
    total = statement("for integer n >= 1, x > 0: sum(i, 1, n, exp(i*x)) >= x/x").latex()
    assert total.startswith(r"\sum_{i=1}^{n} e^{i x} \geq \frac{x}{x}")


def test_a_sign_that_has_to_be_computed_does_not_stop_the_printer(monkeypatch):
    printed = sympy_claims.tex

    def strict(e):
        """What sympy's printer does where the sign of a term needs arithmetic."""
        if not sympy.core.parameters.global_parameters.evaluate:
            raise TypeError("invalid input: Mod(1*1, 2*1)")
        return printed(e)

    monkeypatch.setattr(sympy_claims, "tex", strict)
    claim = "for q in [0, 1], p >= 0: q*p <= exp((exp(1) - 1)*q)*p"
    assert r"p q \leq p e^{q \left(-1 + e\right)}" in statement(claim).latex()
