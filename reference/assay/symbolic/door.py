"""The one door to sympy and to the intervals of mpmath, typed: whatever is used of them is named here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from fractions import Fraction
from importlib import import_module
from typing import Protocol, TypeGuard, cast

from ..errors import AssayError
from .expression import Sym


class Polynomial(Protocol):
    """A sympy polynomial in one variable over the rationals."""

    is_zero: bool

    def degree(self) -> int: ...
    def count_roots(self, inf: Sym | None, sup: Sym | None) -> int: ...
    def eval(self, at: Sym) -> Sym: ...
    def sqf_list(self) -> tuple[Sym, list[tuple[Polynomial, int]]]: ...


class Constructor(Protocol):
    """A class of sympy whose instances are expressions."""

    def __call__(self, *arguments: Sym | tuple[Sym, ...], evaluate: bool = True) -> Sym: ...


class Relational(Protocol):
    """A class of comparisons."""

    def __call__(self, left: Sym, right: Sym, evaluate: bool = True) -> Sym: ...


class _Sympy(Protocol):
    """What is used of sympy."""

    S: _Singletons
    Max: Constructor
    Min: Constructor
    Sum: Constructor
    Add: Constructor
    Mul: Constructor
    Pow: Constructor
    exp: Constructor
    log: Constructor
    Abs: Constructor
    floor: Constructor
    ceiling: Constructor
    Piecewise: Constructor
    Derivative: type
    Subs: type
    Float: type
    Expr: type
    Eq: Relational
    Ne: Relational
    Le: Relational
    Lt: Relational
    Ge: Relational
    Gt: Relational
    And: Constructor
    Implies: Constructor
    true: Sym
    oo: Sym
    zoo: Sym
    nan: Sym
    I: Sym

    def evaluate(self, automatic: bool) -> AbstractContextManager[None]: ...
    def Rational(self, p: int, q: int) -> Sym: ...
    def Symbol(self, name: str, **assumptions: bool) -> Sym: ...
    def Function(self, name: str, **assumptions: bool) -> Constructor: ...
    def sqrt(self, a: Sym) -> Sym: ...
    def expand(self, e: Sym) -> Sym: ...
    def expand_log(self, e: Sym, *, factor: bool) -> Sym: ...
    def together(self, e: Sym) -> Sym: ...
    def cancel(self, e: Sym) -> Sym: ...
    def factor(self, e: Sym) -> Sym: ...
    def diff(self, e: Sym, x: Sym) -> Sym: ...
    def Poly(self, e: Sym, x: Sym, domain: str) -> Polynomial: ...
    def latex(
        self, e: Sym, symbol_names: Mapping[Sym, str], order: str = "lex", ln_notation: bool = False
    ) -> str: ...


class _Singletons(Protocol):
    """The constants of sympy."""

    Exp1: Sym


class _Interval(Protocol):
    """A closed interval of mpmath."""

    _mpi_: tuple[tuple[int, int, int, int], tuple[int, int, int, int]]

    def __add__(self, other: _Interval) -> _Interval: ...
    def __sub__(self, other: _Interval) -> _Interval: ...
    def __mul__(self, other: _Interval) -> _Interval: ...
    def __truediv__(self, other: _Interval) -> _Interval: ...
    def __pow__(self, other: int) -> _Interval: ...
    def __neg__(self) -> _Interval: ...


class _Intervals(Protocol):
    """The interval context of mpmath."""

    prec: int

    def mpf(self, ends: object) -> _Interval: ...
    def exp(self, a: _Interval) -> _Interval: ...
    def log(self, a: _Interval) -> _Interval: ...
    def sqrt(self, a: _Interval) -> _Interval: ...


Interval = _Interval


def _load(name: str) -> object:
    try:
        return import_module(name)
    except ImportError:
        raise AssayError(
            "this needs sympy, which is not installed; run: pip install 'assay[sympy]'"
        ) from None


sympy = cast(_Sympy, _load("sympy"))
intervals = cast(_Intervals, getattr(_load("mpmath"), "iv"))  # noqa: B009
FUNCTION = {"exp": sympy.exp, "log": sympy.log}


def is_expression(value: object) -> TypeGuard[Sym]:
    """Whether a value is an expression of sympy, not a relation, say."""
    return isinstance(value, sympy.Expr)


def rational(q: Fraction) -> Sym:
    """The rational number."""
    return sympy.Rational(q.numerator, q.denominator)


def fraction(e: Sym) -> Fraction | None:
    """The value of a rational number of sympy, else None."""
    if not e.is_Rational:
        return None
    p, q = cast("tuple[int, int]", (getattr(e, "p"), getattr(e, "q")))  # noqa: B009
    return Fraction(int(p), int(q))


def head(e: Sym) -> str:
    """The name of the class of an expression: Add, Mul, Pow, exp, ..."""
    return type(e).__name__


def name_of(e: Sym) -> str:
    """The name of a symbol."""
    return cast(str, getattr(e, "name"))  # noqa: B009


def assumed(e: Sym) -> dict[str, bool]:
    """Everything that is assumed of a symbol, and what follows from it."""
    return cast("dict[str, bool]", getattr(e, "assumptions0"))  # noqa: B009


def symbol(name: str, *, integer: bool, low: Fraction | None, low_open: bool, high: Fraction | None) -> Sym:
    """A real or whole symbol that is positive, negative and so on if its range says so."""
    known: dict[str, bool] = {"integer": True} if integer else {"real": True}
    if low is not None and low >= 0:
        known["positive" if low > 0 or low_open else "nonnegative"] = True
    elif high is not None and high < 0:
        known["negative"] = True
    elif high is not None and high == 0:
        known["nonpositive"] = True
    return sympy.Symbol(name, **known)


def total(summands: Iterable[Sym]) -> Sym:
    """The sum."""
    return sympy.Add(*summands)


def product(factors: Iterable[Sym]) -> Sym:
    """The product."""
    return sympy.Mul(*factors)


def is_finite_real(e: Sym) -> bool:
    """Whether no infinity, no undefined value and no imaginary unit occurs."""
    return not e.has(sympy.oo, -sympy.oo, sympy.zoo, sympy.nan, sympy.I)


def has_unfinished_derivative(e: Sym) -> bool:
    """Whether a derivative was left as it stands."""
    return e.has(sympy.Derivative, sympy.Subs)


def polynomial(e: Sym, x: Sym) -> Polynomial:
    """The polynomial in x over the rationals; an exception of sympy if it is none."""
    return sympy.Poly(e, x, domain="QQ")


def box(low: Fraction, high: Fraction) -> Interval:
    """An interval that contains [low, high], at the precision in force."""
    return _ratio(low) if low == high else _hull(_ratio(low), _ratio(high))


def _ratio(q: Fraction) -> Interval:
    return intervals.mpf(q.numerator) / intervals.mpf(q.denominator)


def _hull(a: Interval, b: Interval) -> Interval:
    ends_a, ends_b = ends(a), ends(b)
    if ends_a is None or ends_b is None:
        raise ArithmeticError("an interval has no finite ends")
    made = intervals.mpf([0, 0])
    made._mpi_ = (a._mpi_[0], b._mpi_[1])
    return made


def ends(a: Interval) -> tuple[Fraction, Fraction] | None:
    """The ends as exact rationals; None if one is infinite or no number."""
    low, high = (_exact(e) for e in a._mpi_)
    return None if low is None or high is None else (low, high)


def _exact(raw: Sequence[int]) -> Fraction | None:
    sign, mantissa, exponent, _ = raw
    if not mantissa and exponent:
        return None
    size = int(mantissa) * Fraction(2) ** int(exponent)
    return -size if sign else size
