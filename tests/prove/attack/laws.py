"""Terms beside their normal forms, and terms that share one."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

from assay.errors import AssayError
from assay.prove.expr import Expr
from assay.prove.normal import normal
from assay.prove.polynomials import quotient_expr
from tests.prove.attack.judge import differs_at
from tests.prove.attack.terms import Draw, interval

EVERYWHERE = tuple(interval(v, (None, None, "()"), v in "nm") for v in "xynm")


def broken(seed: int, count: int) -> tuple[int, list[str]]:
    """How many terms have a normal form, and those that differ from it where they have a value.

    Two terms with one form are compared as well, where both have a value.
    """
    draw, compared = Draw(seed), 0
    found: list[str] = []
    shared: dict[str, list[Expr]] = defaultdict(list)
    for _ in range(count):
        first = draw.term("xynm")
        for e in (first, draw.tempting(first)):
            try:
                form = quotient_expr(normal(e))
            except AssayError:
                continue
            compared += 1
            ranges = tuple(r for r in EVERYWHERE if r.name in e.free() | form.free())
            if (at := differs_at(e, form, ranges)) is not None:
                found.append(f"{e} has the normal form {form}, which differs at {at}")
            shared[str(form)].append(e)
    return compared, found + _unequal(shared)


def _unequal(shared: dict[str, list[Expr]]) -> list[str]:
    """Terms with one normal form that differ where both have a value."""
    found = []
    for terms in shared.values():
        for a, b in pairwise(terms):
            ranges = tuple(r for r in EVERYWHERE if r.name in a.free() | b.free())
            at = None if a == b else differs_at(a, b, ranges, total=False)
            if at is not None:
                found.append(f"{a} and {b} have one normal form, and differ at {at}")
    return found
