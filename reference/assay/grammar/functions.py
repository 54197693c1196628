"""The functions of the grammar, and the grammar in words, for help and error messages."""

# ruff: noqa: RUF001 - these characters are meant
from __future__ import annotations

MANY = 100

FUNCTIONS: dict[str, tuple[int, int]] = {
    "exp": (1, 1),
    "ln": (1, 1),
    "log": (1, 1),
    "sqrt": (1, 1),
    "root": (2, 2),
    "abs": (1, 1),
    "min": (2, MANY),
    "max": (2, MANY),
    "floor": (1, 1),
    "ceil": (1, 1),
    "sinh": (1, 1),
    "cosh": (1, 1),
    "tanh": (1, 1),
    "sum": (4, 4),
}
"""With the least and the greatest number of arguments."""

SUMMARY = (
    "functions: exp, ln = log, sqrt, root(b, m), abs = |x|, min, max, floor, ceil, sinh, cosh, tanh; "
    "in claims sum(i, 1, n, 1/i); operators: + - * / ^ = **; constant: e"
)

FORM = "a claim is: for x in [0, 1], y > 0, integer n >= 1 where x <= y: n*x <= n*y"

HELP = """\
Numbers, epsilons and claims are written in one grammar:

  claim       for RANGE, ... where RELATION and ...: RELATION
  RANGE       x in [0, 1]   x in (0, inf)   x in R   real x   x > 0   0 <= x < 1   integer n >= 1   n in Z
  RELATION    a < b   a <= b   a > b   a >= b   a = b (or a == b)   a != b
  numbers     3   1/10   0.1   1e-9   (all exact)   e
  operators   + - * /   ^ or ** (powers, to the right: a^b^c is a^(b^c), -a^b is -(a^b))
  functions   exp(x)   ln(x) or log(x)   sqrt(x)   root(x, 3)   |x| or abs(x)   min(x, y, ...)
              max(x, y, ...)   floor(x)   ceil(x)   sinh(x)   cosh(x)   tanh(x)
              in claims: sum(i, 1, n, 1/i)
  characters  ≤ ≥ ≠ ∈ ∞ × · − √ x² stand for <= >= != in inf * * - sqrt x^2,
              Greek letters for their names (ε is eps, δ is delta, λ is lam)
"""
