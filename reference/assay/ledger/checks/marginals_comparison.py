"""The comparison with independent noise: the factor log d for pure privacy, and what the repair needs."""

from __future__ import annotations

from fractions import Fraction
from math import comb, floor

from ...exact import Certified, certified, ln
from ...prove import infer
from ...prove.lemma import proved, require
from ...utility.marginals import WorstError, sample_complexity, worst_error
from ...utility.marginals_repair import Repair, repair
from ..finding import Finding
from ..scope import Scope


def harmonic_factor(scope: Scope) -> Finding:
    """The means of the worst errors are in the ratio 1 + 1/2 + ... + 1/d >= ln(d + 1)."""
    line = proved("for x > 0, t >= 0: log(x + t) - log(x) <= t/x")
    step = infer(
        "instantiate",
        "for integer d >= 1, integer j >= 1 where 1 <= j and j <= d: log(j + 1) - log(j) <= 1/j",
        {"terms": {"x": "j", "t": "1"}},
        [line],
    )
    total = infer(
        "telescope",
        f"for {scope.quantifiers('d')}: sum(j, 1, d, 1/j) >= log(d + 1) - log(1)",
        {"sum": "sum(j, 1, d, 1/j)", "g": "log(j)", "op": ">="},
        [step],
    )
    cases = 0
    for d in scope.integers("sizes"):
        ratio = worst_error("laplace", 1, d, 1).mean() / worst_error("l_infinity", 1, d, 1).mean()
        require(ratio == sum(Fraction(1, j) for j in range(1, d + 1)), f"ratio of means at d = {d}")
        # the integral of 1 - (1 - e^-x)^d, term by term
        mean = sum((Fraction((-1) ** (k + 1) * comb(d, k), k) for k in range(1, d + 1)), Fraction(0))
        require(ratio == mean, f"mean of the largest of {d} exponentials")
        cases += 1
    return Finding.verified(certificates=[total], cases=cases)


def factor_of_medians(scope: Scope) -> Finding:
    """The certified medians of the worst errors are in a ratio of at least ln d, at most 2 ln d."""
    cases = 0
    for j in scope.integers("log2_d"):
        d = 2**j
        (ours, above), (low, theirs) = (
            worst_error(kind, 1, d, 1).quantile("1/2") for kind in ("l_infinity", "laplace")
        )
        least, most = (scope.formula(name).certified(d=d) for name in ("low", "high"))
        require(bool(least <= low / above) and bool(theirs / ours <= most), f"d = {d}")
        require(bool(low / above > most - least), f"half of the upper bound will not do at d = {d}")
        cases += 1
    return Finding.verified(cases=cases)


def sample_complexities(scope: Scope) -> Finding:
    """The smallest n with P[error >= alpha] <= beta against the orders quoted, with constants."""
    cases, alpha, beta = 0, scope.fraction("alpha"), scope.fraction("beta")
    delta, level = scope.fraction("delta"), scope.formula("eps").log()
    ratios: dict[str, list[Certified]] = {}
    for j in scope.integers("log2_d"):
        d = 2**j
        for name, rows in (
            ("laplace", sample_complexity("laplace", d, alpha, beta, level)),
            ("cube", sample_complexity("l_infinity", d, alpha, beta, level)),
            ("gauss", sample_complexity("gaussian", d, alpha, beta, level, delta)),
        ):
            order = scope.formula(name).certified(d=d, alpha=alpha, delta=delta)
            ratios.setdefault(name, []).append(rows / order)
            cases += 1
    for name, found in ratios.items():
        least, most = (scope.formula(f"{name}_{end}").number() for end in ("from", "to"))
        require(min(floor(r) for r in found) == least, f"the smallest factor of {name}")
        require(max(floor(r) for r in found) + 1 == most, f"the largest factor of {name}")
    return Finding.verified(cases=cases)


def repair_at_small_d(scope: Scope) -> Finding:
    """Up to d = 2^14 no listed choice of parameters guarantees less than Gaussian noise alone attains."""
    cases = 0
    for j in scope.integers("log2_d"):
        alone = _gaussian(2**j, scope)
        for found in _guarantees(2**j, scope):
            require(bool(found > alone), f"d = 2^{j}")
            cases += 1
    return Finding.verified(cases=cases)


def repair_at_large_d(scope: Scope) -> Finding:
    """From the stated d on, for each listed d, some choice guarantees less than Gaussian noise attains."""
    cases = 0
    for j in scope.integers("log2_d"):
        alone = _gaussian(2**j, scope)
        require(any(bool(found < alone) for found in _guarantees(2**j, scope)), f"d = 2^{j}")
        cases += 1
    return Finding.verified(cases=cases)


def _gaussian(d: int, scope: Scope) -> Fraction:
    """The quantile 1 - beta of the worst error of Gaussian noise alone (n = d), rounded down."""
    distribution: WorstError = worst_error(
        "gaussian", d, d, scope.formula("eps").log(), scope.fraction("delta")
    )
    return distribution.quantile(1 - scope.fraction("beta"))[0]


def _guarantees(d: int, scope: Scope) -> list[Certified]:
    """What the repair guarantees at n = d, for all listed parameters for which it guarantees something."""
    found: list[Certified] = []
    for share in scope.fractions("share"):
        for c in scope.integers("c"):
            level, delta = scope.formula("eps").log(), scope.fraction("delta")
            base = repair(d, d, level, delta, c=c, threshold=1, share=share)
            for multiple in scope.fractions("sigmas"):
                t, w, _ = base.scales
                beta = scope.fraction("beta")
                room = t * certified(ln(4 * (c + 1) / beta)) + w * certified(ln(4 * d / beta))
                edge = Fraction(room.upper(12)) + base.sigma * multiple
                alpha = Repair(d, d, c, edge, base.sigma, base.epsilon_0).guaranteed_error(beta)
                found += [] if alpha is None else [alpha]
    return found
