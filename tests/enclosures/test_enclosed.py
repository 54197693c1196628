"""The largest of several enclosed values, and enclosures with guard bits."""

from __future__ import annotations

from fractions import Fraction

from flint import arb, ctx

from assay import (
    INFINITY,
    exp,
    ln,
    number,
)
from assay.enclosures.enclosed import enclosed, largest
from assay.exact import certified, log_value

# The largest of several values


def test_largest_keeps_exact_values_exact():
    assert largest({"a": ln(2), "b": ln(3)}) == (ln(3), "b")
    assert largest({"a": number(3), "b": exp(1)}) == (number(3), "a")
    assert largest({"a": certified(5), "b": INFINITY, "c": ln(2)}) == (INFINITY, "b")


def test_the_largest_of_mixed_values_is_exact_where_it_is_told():
    value, key = largest({"log": ln(2), "number": exp(1), "certified": certified(1)})
    assert (value, key) == (exp(1), "number")
    assert value.decimal(20) == exp(1).decimal(20)
    value, key = largest({"only": certified(ln(2))})
    assert (value.decimal(20), key) == (ln(2).decimal(20), "only")


def test_largest_names_the_first_of_a_tie():
    value, key = largest({"one": certified(ln(2)), "two": certified(ln(4) / 2), "less": certified(0)})
    assert key == "one"
    assert value.enclosure(64).overlaps(ln(2).enclosure(64))


def test_enclosed_computes_with_guard_bits_whatever_the_precision_outside():
    seen = []

    def formula(bits):
        seen.append((bits, ctx.prec))
        return arb(1) / 3

    ball = enclosed(formula, "a third").enclosure(100)
    assert all(bits == precision for bits, precision in seen)
    assert ball.contains(log_value(Fraction(1, 3)).enclosure(300))
    assert max(bits for bits, _ in seen) > 100
