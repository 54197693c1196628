"""Group privacy: the tight form, the rougher one of the introduction, and where that is too small."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from ...dp import hockey_stick
from ...exact import exp, ln
from ...prove import infer
from ...prove.lemma import proved, require
from ...theorems import group_factor, group_privacy
from ...theorems.witnesses import group_chain
from ..finding import Finding
from ..region import Border, Point, border_below, checked
from ..scope import Scope


def tight_form(scope: Scope) -> Finding:
    """One step of the chain, and the sum of the steps; a chain attains the bound exactly."""
    ranges = scope.quantifiers("A")
    theorems = [
        proved(
            f"for {ranges}, real p0, s >= 0, d >= 0, real p1, real p2, B >= 0 "
            "where p1 <= B*p0 + s*d and p2 <= A*p1 + d: p2 <= A*B*p0 + (A*s + 1)*d"
        ),
        proved(f"for {scope.quantifiers('k')}, {ranges}: sum(i, 0, k - 1, A^i) = (A^k - 1)/(A - 1)"),
    ]
    cases = 0
    for level in scope.epsilons("epsilon"):
        for size in scope.integers("sizes"):
            for delta in scope.fractions("delta"):
                chain, bound = group_chain(level, delta, size), group_privacy(level, delta, size)
                exact = hockey_stick(chain.distribution(size), chain.distribution(0), bound.epsilon)
                require(exact == bound.delta, f"tight at {level}, {size}, {delta}")
                stated = scope.formula("loss").log(k=size, eps=level)
                mass = scope.formula("mass").number(k=size, eps=level, delta=delta)
                require((bound.epsilon, bound.delta) == (stated, mass), f"the bound at {level}, {size}")
                cases += 1
    return Finding.verified(certificates=theorems, cases=cases)


def exponential_form(scope: Scope) -> Finding:
    """(k epsilon, e^(k epsilon) delta) fails for every k >= 2 and small epsilon."""
    borders: list[Border] = []
    failures = 0
    for k in scope.integers("k"):
        if k >= 2:
            borders.append(Border("x", border_below(partial(_enough, k=k), 1, 2), at={"k": k}))
    witness: dict[str, object] = {}
    points: list[tuple[Point, bool]] = []
    for x in scope.fractions("x"):
        for k in scope.integers("k"):
            points.append(({"x": x, "k": k}, _rough(scope, x, k)))
            if not points[-1][1]:
                failures += 1
                witness = witness or _violation(scope, x, k, scope.fraction("delta"))
    region = checked(
        "sum(i, 0, k - 1, x^i) <= x^k",
        points,
        where="at every delta, x being the exponential of eps",
        borders=borders,
    )
    return Finding.refuted(witness, region, cases=failures)


def _rough(scope: Scope, x: Fraction, k: int) -> bool:
    """Whether the chain of k steps, which attains the bound, is as private as the statement says."""
    delta = Fraction(1, 2) / sum(x**i for i in range(k + 1))
    chain = group_chain(ln(x), delta, k)
    level = scope.formula("loss").log(k=k, eps=ln(x))
    exact = hockey_stick(chain.distribution(k), chain.distribution(0), level)
    return bool(exact <= scope.formula("mass").number(k=k, eps=ln(x), delta=delta))


def _enough(x: Fraction, k: int) -> bool:
    """Whether 1 + x + ... + x^(k-1) <= x^k."""
    return sum(x**i for i in range(k)) <= x**k


def _violation(scope: Scope, x: Fraction, k: int, delta: Fraction) -> dict[str, object]:
    """A chain of k steps whose exact delta at k epsilon is above e^(k epsilon) delta."""
    chain = group_chain(ln(x), delta, k)
    level = scope.formula("loss").log(k=k, eps=ln(x))
    exact = hockey_stick(chain.distribution(k), chain.distribution(0), level)
    bound = scope.formula("mass").number(k=k, eps=ln(x), delta=delta)
    require(exact > bound, f"witness at {x}, {k}")
    terms = " + ".join(f"({x})**{i}" for i in range(k))
    return {
        "inequality": f"({terms})*{delta} > ({x})**{k}*{delta}",
        "e^eps": x,
        "k": k,
        "delta": delta,
        "exact delta at k eps": exact,
        "mechanism": "theorems.witnesses.group_chain: P[True | i+1] = e^eps P[True | i] + delta",
    }


def exponential_form_corrected(scope: Scope) -> Finding:
    """For e^epsilon >= 2 the rough form holds for every k; and at each k exactly on the stated region."""
    ranges = scope.quantifiers("k", "A")
    theorems = [
        proved(f"for {ranges}: A^k - 1 <= (A - 1)*A^k"),
        proved("for A in (1, 2), integer k >= 1 where A^k*(2 - A) <= 1: (A^k - 1)/(A - 1) <= A^k"),
        infer(
            "combine",
            "for A in (1, 2), integer k >= 1 where A^k*(2 - A) > 1: (A^k - 1)/(A - 1) > A^k",
            {"multiplier": "A - 1", "terms": [{"weight": "1", "factors": ["A^k*(2 - A) - 1"]}]},
        ),
    ]
    cases = 0
    for level in scope.epsilons("epsilon"):
        for size in scope.integers("sizes"):
            rough, tight = exp(level) ** size, group_factor(level, size)
            require(tight <= rough, f"epsilon = {level}, k = {size}")
            cases += 1
    return Finding.proved(theorems, cases=cases)


def largest_group(scope: Scope) -> Finding:
    """e^(k eps) delta with L = ln(1/delta): exactly 1 at k = L/eps, and sqrt(delta) at half of it."""
    ranges = scope.quantifiers("eps", "L")
    return Finding.proved(
        [
            proved(f"for {ranges}: exp((L/eps)*eps)*exp(-L) = 1"),
            proved(f"for {ranges}: exp((L/(2*eps))*eps)*exp(-L) = exp(-L/2)"),
        ]
    )
