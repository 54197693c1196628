"""The bootstrap of Mount and Zumel: the privacy that is claimed, and the privacy that it has."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from ...dp import hockey_stick
from ...exact import INFINITY, eps
from ...prove import infer
from ...prove.lemma import proved, require
from ...queries import bootstrap
from ...theorems import compose
from ...utility.comparison import bootstrap_delta
from ..finding import Finding
from ..region import NOWHERE, checked
from ..scope import Scope
from .bootstrap_counts import settings


def pure_epsilon(scope: Scope) -> Finding:
    """epsilon = 1/Z: without the row no resample can show it, so that epsilon is infinite, for all n and
    Z.
    """
    found = [(n, Z, bootstrap(n, Z).epsilon()) for n, Z, _ in settings(scope)]
    require(all(epsilon == INFINITY for _, _, epsilon in found), "every epsilon is infinite")
    points = [({"n": n, "Z": Z}, bool(epsilon <= scope.formula("loss").log(Z=Z))) for n, Z, epsilon in found]
    n, Z, m = next(settings(scope))
    shown = 1 - (1 - Fraction(1, n)) ** m
    witness = {
        "inequality": f"{shown} > exp({scope.formula('loss').log(Z=Z)})*0",
        "n": str(n),
        "Z": str(Z),
        "x": "0" * (n - 1) + "1",
        "x'": "0" * n,
        "event": "count >= 1",
    }
    region = checked(NOWHERE, points, remark="epsilon is infinite at every n and Z of the scope")
    return Finding.refuted(witness, region, cases=len(points))


def total_variation(scope: Scope) -> Finding:
    """It is (0, ceil(n/Z)/n)-DP: that is what the argument gives, and (0, 1/Z) where Z divides n."""
    bernoulli = proved(f"for {scope.quantifiers('m', 'x')}: 1 - (1 - x)^m <= m*x", _bernoulli())
    cases = 0
    for n, Z, m in settings(scope):
        delta, rough = (scope.formula(name).number(n=n, m=m) for name in ("delta", "rough"))
        require(m == scope.formula("m").number(n=n, Z=Z), f"the number of draws at n = {n}, Z = {Z}")
        exact = bootstrap(n, Z).delta(scope.formula("none").log())
        require(exact == bootstrap_delta(n, Z) == delta <= rough, f"n = {n}, Z = {Z}")
        cases += 1
    return Finding.verified(certificates=[bernoulli], cases=cases)


def _bernoulli() -> str:
    return "for integer m >= 0, x in [0, 1]: (1 - x)^m >= 1 - m*x"


def exact_profile(scope: Scope) -> Finding:
    """delta(epsilon) = 1 - (1 - 1/n)^m for all epsilon, over all neighbours; the reversed pair by its
    formula.
    """
    pairs = 0
    for n, Z, m in settings(scope):
        m_n, delta = bootstrap(n, Z), scope.formula("delta").number(n=n, m=m)
        require(m_n.profile().breakpoints == ((eps(0), delta),), f"profile at n = {n}, Z = {Z}")
        none, one = m_n.distribution((0,) * n), m_n.distribution((0,) * (n - 1) + (1,))
        for level in scope.epsilons("epsilon"):
            require(hockey_stick(one, none, level) == delta, f"the pair at n = {n}, Z = {Z}")
            back = scope.formula("back").number(eps=level, n=n, m=m)
            require(hockey_stick(none, one, level) == back, f"the reversed pair at n = {n}, Z = {Z}")
        pairs += 2 * n
    return Finding.verified(pairs=pairs)


def every_data_set(scope: Scope) -> Finding:
    """The same over all 2^n data sets in any order of rows, not only the sorted ones."""
    pairs = 0
    for n, Z, m in settings(scope):
        every = bootstrap(n, Z, domain=product((0, 1), repeat=n))
        for level in scope.epsilons("epsilon"):
            stated = scope.formula("delta").number(n=n, m=m)
            require(every.delta(level) == stated, f"n = {n}, Z = {Z}, {level}")
        require(len(every.domain) == scope.formula("sets").number(n=n), f"all data sets of {n} rows")
        pairs += n * 2**n
    return Finding.verified(pairs=pairs)


def large_sets(scope: Scope) -> Finding:
    """1 - (1 - 1/n)^m > 1 - e^(-m/n) >= 1 - e^(-1/Z): it does not vanish for large n."""
    step = proved(f"for {scope.quantifiers('x')}, m > 0: (1 - x)^m < exp(-m*x)")
    start = f"for {scope.quantifiers('Z', 'r')} where r >= 1/Z"
    order = infer("direct", f"{start}: -1/Z >= -r")
    rate = infer("apply", f"{start}: exp(-1/Z) >= exp(-r)", {"function": "exp"}, [order])
    return Finding.proved([step, rate])


def repeated(scope: Scope) -> Finding:
    """k fresh bootstraps: delta(epsilon) = 1 - (1 - 1/n)^(mk) at every epsilon, for the pair of the
    source.
    """
    pairs = 0
    for n, Z, m in settings(scope):
        once = bootstrap(n, Z, domain=[(0,) * n, (0,) * (n - 1) + (1,)])
        for k in scope.integers("k"):
            many = compose(*[once] * k)
            for level in scope.epsilons("epsilon"):
                exact = scope.formula("delta").number(n=n, m=m, k=k)
                require(many.delta(level) == exact, f"{k} scores at n = {n}, Z = {Z}, {level}")
                pairs += 2
    return Finding.verified(pairs=pairs)
