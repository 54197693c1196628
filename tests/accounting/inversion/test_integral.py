"""The search for an epsilon on a table, where the table says nothing."""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from assay.accounting.inversion.integral import Search


class Lost:
    """A table of which nothing is left beyond 1: its balls hold every probability, and grow."""

    def __init__(self) -> None:
        self.asked = 0

    def tail(self, epsilon: arb) -> arb:
        self.asked += 1
        return arb("0.1") if epsilon < 1 else arb(1, 10**6) * (100 * epsilon).exp()

    def slope(self, epsilon: arb) -> arb:
        return arb("-0.01") if epsilon < 1 else -(100 * epsilon).exp()


def test_the_search_ends_where_a_table_says_nothing():
    # each step doubled epsilon, and the balls and fractions had tens of thousands of digits
    curve = Lost()
    assert Search(curve, arb(0), Fraction(1, 10**5), Fraction(1, 100)).root(Fraction(3, 4)) is None
    assert curve.asked <= 3
