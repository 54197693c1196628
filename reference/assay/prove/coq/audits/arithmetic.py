"""Arithmetic of polynomials with whole coefficients, the constant one first."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest

from assay.prove.coq.audits.polynomials import Polynomial


def plus(p: Polynomial, q: Polynomial) -> Polynomial:
    """p + q."""
    return tuple(a + b for a, b in zip_longest(p, q, fillvalue=0))


def minus(p: Polynomial, q: Polynomial) -> Polynomial:
    """p - q."""
    return tuple(a - b for a, b in zip_longest(p, q, fillvalue=0))


def times(p: Polynomial, q: Polynomial) -> Polynomial:
    """p q."""
    found = [0] * (len(p) + len(q) - 1) if p and q else []
    for i, a in enumerate(p):
        for j, b in enumerate(q):
            found[i + j] += a * b
    return tuple(found)


def total(polys: Iterable[Polynomial]) -> Polynomial:
    """The sum of some polynomials."""
    found: Polynomial = ()
    for p in polys:
        found = plus(found, p)
    return found


def shifted(p: Polynomial) -> Polynomial:
    """p(1 + u), as a polynomial in u."""
    found: Polynomial = ()
    for c in reversed(p):
        found = plus((c,), plus(found, (0, *found)))
    return found
