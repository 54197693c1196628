"""Smith's note (b) and his update: what a bound in one direction only gives for a Poisson sample."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ... import adjacency
from ...amplification import one_sided_poisson_amplification, poisson_sampling, subsample
from ...dp import Dist, Mechanism
from ...exact import certified, exp
from ...prove.lemma import proved, require
from ..finding import Finding
from ..region import Border, above, checked, decimals, root_below
from ..scope import Scope

SETS = [frozenset(s) for s in ((), (0,))]
NEIGHBOURS = adjacency.add_remove_one(kind="set")


def root() -> Fraction:
    """The root of 1 - q = exp(-2 q) in (0, 1), rounded down to 30 decimals."""
    return root_below(lambda q: 1 - q - certified(-2 * q).exp(), Fraction(1, 2), 1)


def vanishing(q: Fraction) -> Mechanism[frozenset[int], str]:
    """A mechanism on a sample; adding a record makes "a" e times likelier, and "b" impossible."""
    inverse = 1 / exp(1)
    distribution = {frozenset(): Dist({"a": inverse, "b": 1 - inverse}), frozenset([0]): Dist({"a": 1})}
    return subsample(Mechanism(distribution, SETS, NEIGHBOURS), poisson_sampling(q), SETS, NEIGHBOURS)


def _rates(largest: int) -> Iterator[Fraction]:
    """The rationals in (0, 1) by denominator."""
    for d in range(2, largest + 1):
        yield from (Fraction(n, d) for n in range(1, d) if Fraction(n, d).denominator == d)


def every_rate(scope: Scope) -> Finding:
    """2q-DP for every q in (0, 1) from the upper bound alone: the first rate that violates it."""
    loss = scope.formula("loss")
    q = next(q for q in _rates(scope.integer("denominator")) if vanishing(q).epsilon() > loss.log(q=q))
    ends = root()
    theorems = [
        proved(f"for q in [0, {ends}]: 1 - q >= exp(-2*q)"),
        proved(f"for q in [{above(ends)}, 1]: 1 - q < exp(-2*q)"),
    ]
    witness = {
        "inequality": f"1 - {q} < exp(-2*{q})",
        "q": str(q),
        "event": "an output of probability 1 - 1/e without the record and 0 with it",
    }
    rates = [*_rates(scope.integer("denominator")), ends, above(ends)]
    points = [({"q": q}, bool(vanishing(q).epsilon() <= loss.log(q=q))) for q in rates]
    region = checked("1 - q >= exp(-2*q)", points, borders=[Border("q", ends)])
    return Finding.refuted(witness, region, certificates=theorems)


def one_sided_lemma(scope: Scope) -> Finding:
    """Both directions from p1 <= e p0 alone: exp(2q) up to the root, -ln(1 - q) below; exact and attained."""
    ranges = scope.quantifiers("q")
    theorems = [
        proved(f"for {ranges}, p0 >= 0, p1 >= 0 where p1 <= e*p0: (1 - q)*p0 + q*p1 <= exp(2*q)*p0"),
        proved(f"for {ranges}, p0 >= 0, p1 >= 0: (1 - q)*p0 + q*p1 >= (1 - q)*p0"),
        proved(f"for {ranges}: 1 - q >= exp(-2*q)"),
    ]
    cases = 0
    for rate in scope.fractions("rates"):
        bound = one_sided_poisson_amplification(1, 0, rate).epsilon
        exact = vanishing(rate).epsilon()
        require(exact == bound == scope.formula("both").log(q=rate), f"attained at q = {rate}")
        require((exact <= scope.formula("loss").log(q=rate)) == (rate <= root()), f"2q at q = {rate}")
        cases += 1
    return Finding.verified(certificates=theorems, cases=cases)


def one_sided_lower_bound(scope: Scope) -> Finding:
    """1 - q >= exp(-2q) up to the root and not above it."""
    ends = root()
    require(scope.text("root") == decimals(ends), "the root in the record")
    require(scope.fraction("roughly") < ends, "the constant in the source")
    theorems = [
        proved(f"for {scope.quantifiers('q')}: 1 - q >= exp(-2*q)"),
        proved(f"for q in [{above(ends)}, 1]: 1 - q < exp(-2*q)"),
    ]
    return Finding.proved(theorems)
