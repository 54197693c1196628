"""Statements as sympy formulas, and sympy formulas as statements.

    x = Symbol("x", positive=True)
    prove(Le(log(x), x - 1))                         # for x in (0, inf): log(x) <= x - 1
    q = Symbol("q", real=True)
    prove(Implies(And(q >= 0, q <= 1), exp(q) <= 1 + 2*q))

What is assumed of a symbol becomes its range; comparisons of a symbol with a rational in the hypothesis
narrow it, and other hypotheses become side conditions. Nothing here is trusted: theorems say what they print.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise

from assay.errors import InvalidValue
from assay.grammar import Reader, Unreadable
from assay.prove.expr import Expr, const, constant, var
from assay.prove.meaning import Terms, met
from assay.prove.statement import FLIP, Context, Range, Relation, Statement
from assay.symbolic.convert import Converter
from assay.symbolic.convert import latex as tex
from assay.symbolic.door import assumed, head, name_of, symbol, sympy
from assay.symbolic.expression import Sym
from assay.symbolic.reading import read
from assay.symbolic.writing import to_text, variable

OPERATORS = {"LessThan": "<=", "StrictLessThan": "<", "GreaterThan": ">=", "StrictGreaterThan": ">"}
OPERATORS |= {"Equality": "=", "Unequality": "!="}
RELATIONS = {"<=": sympy.Le, "<": sympy.Lt, ">=": sympy.Ge, ">": sympy.Gt, "=": sympy.Eq, "!=": sympy.Ne}
ZERO = Fraction(0)


def of_sympy(formula: Sym) -> Statement:
    """The statement that a sympy comparison, or an implication of one, makes.

    Raises:
        FloatRefused: a float occurs. InvalidValue: something that a statement does not have.
    """
    hypotheses: tuple[Sym, ...] = ()
    if head(formula) == "Implies":
        given, formula = formula.args
        hypotheses = given.args if head(given) == "And" else (given,)
    ranges: dict[str, Range] = {}
    conditions: list[Relation] = []
    for s in _symbols((formula, *hypotheses)):
        ranges[variable(s)], more = _assumed(s)
        conditions += more
    terms = Terms()
    terms.variables |= set(ranges)
    terms.integers |= {r.name for r in ranges.values() if r.integer}
    for r in [_comparison(h, terms) for h in hypotheses if head(h) != "BooleanTrue"]:
        bound = _bound(r, ranges)
        if bound is None:
            conditions.append(r)
        else:
            ranges[bound.name] = met(ranges[bound.name], bound)
    conclusion = _comparison(formula, terms)
    everywhere = (*ranges.values(), *terms.rounded(ranges.values()))
    return Statement(Context(everywhere, (*conditions, *terms.taken())), conclusion)


def _symbols(formulas: Iterable[Sym]) -> list[Sym]:
    """The symbols, by name; two of one name are refused."""
    found = sorted({s for f in formulas for s in f.free_symbols}, key=variable)
    for one, other in pairwise(found):
        if variable(one) == variable(other):
            raise InvalidValue(
                f"sympy formula: two different symbols are called {variable(one)!r}; rename one"
            )
    return found


def _comparison(formula: Sym, terms: Terms) -> Relation:
    """A comparison; its floors and ceilings become integer variables."""
    kind = head(formula)
    if kind in ("BooleanTrue", "BooleanFalse"):
        raise InvalidValue(
            f"sympy formula: sympy has already decided it ({formula}); make it with evaluate=False"
        )
    if kind not in OPERATORS:
        raise InvalidValue(
            f"sympy formula: {kind} in {formula} cannot be read; give a comparison (Le, Lt, Ge, Gt, Eq, Ne), "
            "or Implies(And(comparisons), comparison)"
        )
    left, right = (_term(side, terms) for side in formula.args)
    return Relation(left, OPERATORS[kind], right)


def _term(e: Sym, terms: Terms) -> Expr:
    """A side of a comparison, read by the one grammar."""
    try:
        reader = Reader(to_text(e), terms)
        found = reader.expression()
        reader.end()
    except Unreadable as error:
        raise InvalidValue(f"sympy formula: {e} is not read: {error}") from None
    return found


def _assumed(s: Sym) -> tuple[Range, list[Relation]]:
    """The range that the assumptions of a symbol give it, and the condition that it is not 0.

    Raises:
        InvalidValue: it is not real, or something else is assumed, such as that it is prime.
    """
    name = variable(s)
    if s.is_real is not True:
        raise InvalidValue(
            f"sympy symbol {name_of(s)}: it is not known to be real; write Symbol({name_of(s)!r}, real=True)"
        )
    low = ZERO if s.is_nonnegative else None
    high = ZERO if s.is_nonpositive else None
    low_open, high_open = low is None or s.is_positive is True, high is None or s.is_negative is True
    found = Range(name, low, high, low_open, high_open, s.is_integer is True)
    known = {"integer" if found.integer else "real": True}
    for word in ("positive", "negative", "nonnegative", "nonpositive", "nonzero", "zero"):
        if getattr(s, f"is_{word}") is True:
            known[word] = True
    if extra := sorted(set(assumed(s)) - set(assumed(sympy.Symbol(name, **known)))):
        raise InvalidValue(
            f"sympy symbol {name}: {', '.join(extra)} is assumed, which no range says; drop it, or state it "
            "as a hypothesis"
        )
    beside = s.is_zero is False and not (s.is_positive or s.is_negative)
    return found, [Relation(var(name), "!=", const(0))] if beside else []


def _bound(r: Relation, ranges: dict[str, Range]) -> Range | None:
    """A comparison of a variable with a rational, as a range; None if it is another."""
    if constant(r.left) is not None:
        r = Relation(r.right, FLIP[r.op], r.left)
    end, known = constant(r.right), ranges.get(r.left.name) if r.left.op == "var" else None
    if end is None or known is None or r.op in ("=", "!="):
        return None
    if r.op in ("<", "<="):
        return Range(known.name, None, end, True, r.op == "<", known.integer)
    return Range(known.name, end, None, r.op == ">", True, known.integer)


def to_sympy(s: Statement) -> Sym:
    """A statement as Implies(And(ranges and conditions), comparison), or as the comparison alone."""
    convert = Converter(
        {
            r.name: symbol(r.name, integer=r.integer, low=None, low_open=True, high=None)
            for r in s.context.ranges
        }
    )
    given = [b for r in s.context.ranges for b in r.relations()] + list(s.context.conditions)
    hypotheses = [_formula(r, convert) for r in given]
    says = _formula(s.conclusion, convert)
    if not hypotheses:
        return says
    both = hypotheses[0] if len(hypotheses) == 1 else sympy.And(*hypotheses, evaluate=False)
    return sympy.Implies(both, says, evaluate=False)


def _formula(r: Relation, convert: Converter) -> Sym:
    return RELATIONS[r.op](convert(read(str(r.left))), convert(read(str(r.right))), evaluate=False)


def latex(s: Statement) -> str:
    """A statement in LaTeX: the comparison, then the ranges and the conditions."""
    convert = Converter()
    with sympy.evaluate(False):
        formulas = [_formula(r, convert) for r in (s.conclusion, *s.context.conditions)]
    said = [_as_written(each).replace("e^{1}", "e") for each in formulas]
    where = [range_latex(r) for r in s.context.ranges] + said[1:]
    given = r",\ ".join(where)
    return rf"{said[0]} \qquad ({given})" if where else said[0]


def _as_written(formula: Sym) -> str:
    """LaTeX without simplification where sympy can: to learn a sign it may have to compute."""
    try:
        with sympy.evaluate(False):
            return tex(formula)
    except TypeError:
        return tex(formula)


def range_latex(r: Range) -> str:
    """The range of a variable in LaTeX."""
    name = tex(symbol(r.name, integer=r.integer, low=None, low_open=True, high=None))
    low = r"(-\infty" if r.low is None else f"{'(' if r.low_open else '['}{r.low}"
    high = r"\infty)" if r.high is None else f"{r.high}{')' if r.high_open else ']'}"
    if r.low is None and r.high is None:
        return rf"{name} \in \mathbb{{{'Z' if r.integer else 'R'}}}"
    return rf"{name} \in {low}, {high}" + (r" \cap \mathbb{Z}" if r.integer else "")
