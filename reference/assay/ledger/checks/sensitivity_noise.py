"""Noise whose scale depends on the data: for which (alpha, beta) it is (2 alpha, eta)-DP."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from ...exact import Certified, certified
from ...prove.lemma import proved, require
from ..finding import Finding
from ..region import Border, above, checked, decimals, root_below
from ..scope import Scope


def _root() -> Fraction:
    """The positive root of e^beta = 1 + 2 beta, rounded down to 30 decimals."""
    return root_below(lambda b: 1 + 2 * b - certified(b).exp(), 1, 2)


def _narrower(alpha: Fraction, beta: Fraction) -> Certified:
    """delta(2 alpha) of Laplace noise of scale s/alpha at 0 against scale s e^-beta/alpha, s e^-beta away.

    The loss exceeds 2 alpha on two tails, beyond (alpha + beta)/(e^beta - 1) on the far side and (3 alpha +
    beta)/(e^beta - 1) on the near one, in units of s/alpha; there e^(2 alpha) times the second distribution
    has e^-beta of the mass of the first.
    """
    gap = certified(beta).exp() - 1
    tails = (-(alpha + beta) / gap).exp() + (-(3 * alpha + beta) / gap).exp()
    return (1 - certified(-beta).exp()) * tails / 2


def _claimed(alpha: Fraction, beta: Fraction) -> Certified:
    return certified(-alpha / (2 * beta)).exp()


def every_beta(scope: Scope) -> Finding:
    """eta = exp(-alpha/(2 beta)) for all (alpha, beta): the first integers for which it fails."""
    grid = sorted(product(scope.integers("alpha"), scope.integers("beta")), key=lambda ab: (sum(ab), ab[0]))
    alpha, beta = next(
        (a, b) for a, b in grid if _narrower(Fraction(a), Fraction(b)) > _claimed(Fraction(a), Fraction(b))
    )
    ends = _root()
    theorems = [
        proved(f"for b in [0, {ends}]: exp(b) - 1 <= 2*b"),
        proved(f"for b >= {above(ends)}: exp(b) - 1 > 2*b"),
    ]
    tails = f"exp(-({alpha} + {beta})/(exp({beta}) - 1)) + exp(-(3*{alpha} + {beta})/(exp({beta}) - 1))"
    witness = {
        "inequality": f"(1 - exp(-{beta}))*({tails})/2 > exp(-{alpha}/(2*{beta}))",
        "alpha": str(alpha),
        "beta": str(beta),
        "pair": "s(X') = e^-beta s(X), |g(X) - g(X')| = s(X')",
    }
    levels = (Fraction(1, 4), Fraction(1), Fraction(5, 4), Fraction(13, 10), Fraction(2), Fraction(5))
    alphas = [Fraction(10) ** i for i in range(-1, 4)]
    points = [({"beta": b}, all(bool(_narrower(a, b) <= _claimed(a, b)) for a in alphas)) for b in levels]
    region = checked(
        "exp(beta) <= 1 + 2*beta",
        points,
        where="this pair, at every positive alpha",
        borders=[Border("beta", ends)],
    )
    return Finding.refuted(witness, region, certificates=theorems)


def small_beta(scope: Scope) -> Finding:
    """(2 alpha, exp(-alpha/(2 beta)))-DP for beta up to the root, in three cases; attained distributions
    below it.

    Let the scales be s and lambda s, and L the loss at x in units of s/alpha.
    lambda = e^-l <= 1: L <= |x|(e^l - 1) + alpha - l, so L > 2 alpha has probability at most
    exp(-(alpha + l)/(e^l - 1)) <= exp(-alpha/(2 beta)).
    lambda = e^l >= 1: L <= alpha + l, and E(1 - e^(2 alpha - L))_+ <= 1 - e^(alpha - l), which is less than
    exp(-alpha/(2 beta)) for alpha = s beta <= l; for alpha > l the loss is below 2 alpha everywhere.
    """
    root = scope.text("root")
    require(root == decimals(_root()), "the root in the record")
    theorems = [
        proved(f"for {scope.range('b')}: exp(b) - 1 <= 2*b"),
        proved("for E > 0, a > 0, l >= 0, x >= 0 where x*E + a - l > 2*a: x*E > a + l"),
        proved("for a >= 0, b > 0, E > 0 where E <= 2*b: a/(2*b) <= a/E"),
        proved("for l >= 0, d >= 0: exp(l) <= exp(l + d)"),
        proved("for b in [0, 13/10], s in [0, 1]: 1 - exp(-b*(1 - s)) < exp(-s/2)"),
    ]
    cases = 0
    for alpha, beta in product(scope.fractions("alpha"), scope.fractions("beta")):
        require(_narrower(alpha, beta) < _claimed(alpha, beta), f"alpha = {alpha}, beta = {beta}")
        cases += 1
    return Finding.verified(certificates=theorems, cases=cases)
