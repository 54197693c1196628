"""A fingerprinting code for average error: its constants proved, its behaviour on small sizes exact."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import ceil, comb, floor

from ...attacks.fingerprinting import INCOMPLETENESS, ROBUSTNESS, FingerprintingCode
from ...attacks.fingerprinting_exact import worst_escape, worst_false_accusation
from ...dp import Dist
from ...exact import ln, number
from ...prove import Theorem, infer
from ...prove.lemma import proved, require
from ..finding import Comparisons, Finding
from ..formula import of_theorem
from ..scope import Scope


def code_with_constants(scope: Scope) -> Finding:
    """With tau = d/(3 (n + 1)): d >= 18 (n + 1)^2 L and d >= 288 ln 100 suffice, where L = ln(1/delta).

    The bounds of the code at the smallest such d, and for one user the exact false accusation; the theorems
    are the arithmetic for every n and L.
    """
    ranges = scope.quantifiers("n", "L")
    short = proved(f"for {ranges}, d >= 1 where d >= 18*(n + 1)^2*L: -d/(18*(n + 1)^2) <= -L")
    sound = infer("apply", _exponential(short), {"function": "exp"}, [short])
    long = proved("for d >= 0 where d >= 288*log(100): -d/288 <= -log(100)")
    complete = infer("apply", _exponential(long), {"function": "exp"}, [long])
    theorems = [
        proved("for n >= 1: (n + 2)/(3*n) - 1/8 - 1/6 >= 1/24"),
        proved("for d >= 1, n >= 1: (d/(3*(n + 1)))^2/(2*d) = d/(18*(n + 1)^2)"),
        sound,
        complete,
        proved("exp(-log(100)) = 1/100"),
        proved("for n >= 1, delta in (0, 99/100]: 18*(n + 1)^2*log(1/delta) <= 72*n^2*log(1/delta)"),
        proved("for n >= 1, delta in (0, 99/100]: 288*log(100) <= 140000*n^2*log(1/delta)"),
    ]
    robust, incomplete = (scope.formula(name).number() for name in ("robust", "incomplete"))
    require(robust == ROBUSTNESS and incomplete == INCOMPLETENESS, "the constants of the code")
    found = Comparisons()
    for n, delta in product(scope.integers("users"), scope.fractions("delta")):
        least = [of_theorem(t, "where").certified(n=n, L=ln(1 / delta)) for t in (sound, complete)]
        d = max(map(ceil, least))
        code = FingerprintingCode(n, d)
        require(code.threshold == scope.formula("tau").number(d=d, n=n), f"the threshold for {n} users")
        order = of_theorem(theorems[-1], "right").certified(n=n, delta=delta)
        require(bool(d - 1 <= order), f"the length for {n} users, delta = {delta}")
        found.at_most(code.soundness_bound(), delta, f"soundness at n = {n}, delta = {delta}")
        found.at_most(code.completeness_bound(), INCOMPLETENESS, f"completeness at n = {n}, d = {d}")
        if n == 1:
            edge = (d + code.threshold) / 2  # with answers 1 the score is a sum of d signs
            ones = sum(comb(d, k) for k in range(floor(edge) + 1, d + 1))
            found.at_most(Fraction(ones, 2**d), delta, f"the exact false accusation at delta = {delta}")
    return Finding.verified(cases=found.total(), certificates=theorems)


def _exponential(premise: Theorem) -> str:
    """The claim exp(left) <= exp(right) in the context of a theorem left <= right."""
    found = premise.statement
    return f"{found.context}: exp({found.conclusion.left}) <= exp({found.conclusion.right})"


def identities_of_the_code(scope: Scope) -> Finding:
    """The mean of an entry given the others, the mean square of a column mean, the sum of all scores."""
    cases = 0
    for n in scope.integers("n"):
        distribution = FingerprintingCode(n, 1).column_distribution()
        for others in product((-1, 1), repeat=n - 1):
            rest: Dist[tuple[int, ...]] = distribution.condition(
                [c for c in distribution.support if c[1:] == others]
            )
            mean = scope.formula("mean").number(S=sum(others), n=n)
            require(rest.expectation(lambda c: c[0]) == mean, f"mean given {others}")
            cases += 1
        square = distribution.expectation(lambda c: Fraction(sum(c), len(c)) ** 2)
        require(square == scope.formula("square").number(n=n), f"mean square at n = {n}")
        code, answer = FingerprintingCode(n, 2), (Fraction(1, 3), Fraction(-1))
        for rows, _ in code.databases():
            means = [Fraction(sum(c), n) for c in zip(*rows, strict=True)]
            both = sum((a * m for a, m in zip(answer, means, strict=True)), Fraction(0))
            require(
                sum(code.scores(rows, answer)) == scope.formula("times").number(n=n) * both,
                f"sum of scores on {rows}",
            )
            cases += 1
    return Finding.verified(cases=cases)


def exact_on_small_sizes(scope: Scope) -> Finding:
    """The worst false accusation and the worst escape over all answers on a grid, against the two bounds."""
    found = Comparisons()
    for n in scope.integers("n"):
        for d in scope.integers("d"):
            for share in scope.fractions("threshold"):
                code = FingerprintingCode(n, d, share * d)
                levels = [str(x) for x in scope.fractions("levels")]
                _require_bounds(scope, code)
                accused = worst_false_accusation(code, levels)
                found.at_most(accused, code.soundness_bound(), f"soundness at {n}, {d}, {share}")
                escaped = worst_escape(code, levels=levels)
                found.at_most(escaped, code.completeness_bound(), f"completeness at {n}, {d}, {share}")
    return Finding.verified(cases=found.total())


def _require_bounds(scope: Scope, code: FingerprintingCode) -> None:
    """The bounds of a code are those of the statement."""
    n, d, tau = code.users, code.length, code.threshold
    require(code.soundness_bound() == scope.formula("sound").number(tau=tau, d=d), f"soundness of {code}")
    g = scope.formula("g").number(n=n, tau=tau, d=d)
    escape = scope.formula("escape").number(d=d, g=max(g, number(0)))
    require(code.completeness_bound() == escape, f"completeness of {code}")


def bound_near_an_exact_value(scope: Scope) -> Finding:
    """One user, all answers 1: the exact false accusation is a binomial tail within a factor of the bound."""
    found = Comparisons()
    for d in scope.integers("d"):
        for tau in scope.integers("threshold"):
            code = FingerprintingCode(1, d, tau)
            exact = worst_false_accusation(code, levels=(1,))
            found.at_most(exact, code.soundness_bound(), f"d = {d}, tau = {tau}")
    found.require_factor(scope.integer("factor"))
    return Finding.verified(cases=found.total())
