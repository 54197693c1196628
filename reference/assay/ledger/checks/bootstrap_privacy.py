"""The bootstrap of Mount and Zumel: the privacy that is claimed, what it has, and noise with as much."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from ...dp import hockey_stick
from ...exact import INFINITY, eps, exp
from ...prove import Theorem, infer
from ...prove.lemma import proved, require
from ...queries import bootstrap
from ...theorems import compose
from ...utility.comparison import (
    bootstrap_delta,
    bootstrap_variance,
    compare_bootstrap,
    geometric_variance,
    laplace_variance,
)
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


def competitive(scope: Scope) -> Finding:
    """At the same delta(0) Laplace noise has the smaller worst-case variance, for all n and Z < n: the
    first by n.
    """
    every, none = [(n, Z) for n, Z, _ in settings(scope)], scope.formula("none").log()
    for n, Z, m in settings(scope):
        stated = scope.formula("delta").number(n=n, m=m)
        require(bootstrap_delta(n, Z) == stated, f"the guarantee at n = {n}, Z = {Z}")
    alone = [(n, Fraction(n)) for n in scope.integers("n")]
    points = [
        ({"n": n, "Z": Z}, bool(laplace_variance(n, none, bootstrap_delta(n, Z)) >= bootstrap_variance(n, Z)))
        for n, Z in every + alone
    ]
    region = checked(
        "Z >= n", points, where="for more than one row", remark="a single draw, which the source excludes"
    )
    n, Z, m = next(settings(scope))
    witness = {
        "inequality": f"{bootstrap_variance(n, Z)} > 2/({n}*2*{m}*log({n}/{n - 1}))**2",
        "n": str(n),
        "Z": str(Z),
        "data": "half ones" if n % 2 == 0 else f"{n // 2} ones",
        "delta": str(bootstrap_delta(n, Z)),
    }
    return Finding.refuted(witness, region, cases=len(every), certificates=[_even(), _odd(), _one_draw()])


def _even() -> Theorem:
    """With x = 1/(n - 1), n even: m n^2 ln(n/(n-1))^2 >= 2, multiplied by x^2."""
    low = proved("for x > 0: (1 + x)*log(1 + x) >= x")
    gap = "(1 + x)*log(1 + x) - x"
    terms = [
        {"weight": "1", "factors": ["m"], "square": gap},
        {"weight": "2", "factors": ["m", "x", gap]},
        {"weight": "1", "factors": ["m - 2"], "square": "x"},
    ]
    return infer("combine", "for x > 0, m >= 2: m*((1 + x)*log(1 + x))^2 >= 2*x^2", {"terms": terms}, [low])


def _odd() -> Theorem:
    """With x = 1/(n - 1), n odd: m (n^2 - 1) ln(n/(n-1))^2 >= 2, multiplied by x^2."""
    low = proved("for x in (0, 1/2]: log(1 + x) >= x - x^2/2")
    rest = proved("for x in (0, 1/2]: 1 - 7*x/4 + x^2/2 >= 0")
    part, gap = "x - x^2/2", "log(1 + x) - (x - x^2/2)"
    small = proved(f"for x in (0, 1/2]: {part} >= 0")
    terms = [
        {"weight": "1", "factors": ["1 + 2*x"], "square": gap},
        {"weight": "2", "factors": ["1 + 2*x", part, gap]},
        {"weight": "1", "factors": ["x", "1 - 7*x/4 + x^2/2"], "square": "x"},
    ]
    claim = "for x in (0, 1/2]: (1 + 2*x)*log(1 + x)^2 >= x^2"
    once = infer("combine", claim, {"terms": terms}, [low, rest, small])
    square = "(1 + 2*x)*log(1 + x)^2"
    more = [
        {"weight": "1", "factors": ["m", f"{square} - x^2"]},
        {"weight": "1", "factors": ["m - 2"], "square": "x"},
    ]
    return infer("combine", f"for x in (0, 1/2], m >= 2: m*{square} >= 2*x^2", {"terms": more}, [once])


def _one_draw() -> Theorem:
    """With x = 1/(n - 1): n^2 ln(n/(n-1))^2 < 2, multiplied by x^2."""
    upper = proved("for x in (0, 1]: (1 + x)*log(1 + x) < 7/5*x")
    sign = proved("for x in (0, 1]: (1 + x)*log(1 + x) >= 0")
    terms: list[dict[str, object]] = [
        {"weight": "1", "factors": ["7/5*x - (1 + x)*log(1 + x)", "7/5*x + (1 + x)*log(1 + x)"]},
        {"weight": "1/25", "factors": [], "square": "x"},
    ]
    claim = "for x in (0, 1]: ((1 + x)*log(1 + x))^2 < 2*x^2"
    return infer("combine", claim, {"terms": terms}, [upper, sign])


def dominated(scope: Scope) -> Finding:
    """Laplace noise with e0 = 2 m ln(n/(n-1)): delta(epsilon) never above the bootstrap's, variance below
    its worst.
    """
    scope.quantifiers("x", "m")
    falls = proved("for eps >= 0, z >= 0: 1 - exp((eps - z)/2) <= 1 - exp(-z/2)")
    cases = 0
    for n, Z, m in settings(scope):
        found, none = compare_bootstrap(n, Z), scope.formula("none").log()
        rate, x = scope.formula("rate").log(m=m, n=n), scope.formula("x").number(n=n)
        require((1 + x) * (n - 1) == n, f"x at n = {n}")
        leaks = 1 - exp((none - rate) / 2)  # the delta of Laplace noise
        require(leaks == bootstrap_delta(n, Z), f"the rate at n = {n}, Z = {Z}")
        require(found.laplace_variance < found.worst_variance, f"equal guarantee at n = {n}, Z = {Z}")
        require(found.laplace_delta < found.delta, f"equal variance at n = {n}, Z = {Z}")
        cases += 1
    return Finding.verified(certificates=[_even(), _odd(), falls], cases=cases)


def single_one(scope: Scope) -> Finding:
    """Where a single row is one: smaller than Laplace's variance at the same delta(0) iff 2 m (n-1)
    ln(n/(n-1))^2 < 1.
    """
    cases, better, level, none = 0, 0, scope.epsilon("epsilon"), scope.formula("none").log()
    for n, Z, m in settings(scope):
        mine, least = bootstrap_variance(n, Z, 1), laplace_variance(n, none, bootstrap_delta(n, Z))
        less = scope.formula("less").holds(m=m, n=n)
        require((least > mine) == less, f"n = {n}, Z = {Z}")
        require(laplace_variance(n, level, bootstrap_delta(n, Z)) < mine, f"at {level}, n = {n}, Z = {Z}")
        cases, better = cases + 1, better + less
    require(0 < better < cases, "both cases occur in the scope")
    return Finding.verified(cases=cases)


def geometric(scope: Scope) -> Finding:
    """The geometric mechanism at the same delta(0), exactly: smaller worst-case variance from three draws
    on.
    """
    cases = largest = 0
    for n, Z, m in settings(scope):
        none = scope.formula("none").log()
        least, worst = geometric_variance(n, none, bootstrap_delta(n, Z)), bootstrap_variance(n, Z)
        largest = max(largest, 0 if least < worst else m)
        cases += 1
    enough = scope.formula("draws")
    require(enough.holds(m=largest + 1) and not enough.holds(m=largest), f"it fails at {largest} draws")
    return Finding.verified(cases=cases)
