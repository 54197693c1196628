"""Proposition 3.2: the least risk at one histogram where the worst risk is small; and the remark after it."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from ...adjacency import l1
from ...dp import Dist
from ...exact import Log, Number, exp, number
from ...prove import Theorem
from ...prove.lemma import proved, require
from ...queries.projection import histograms
from ...utility import l1_loss, minimax_bounds, minimax_risk, optimal_mechanism
from ..finding import Finding
from ..formula import of_theorem
from ..region import Point, checked
from ..scope import Scope


def _least(n: int, alpha: Log, limit: Number | Fraction) -> Number:
    """The least risk at any histogram of two cells over all Q with sup R <= limit, exactly."""
    found = []
    for theta in histograms(n, 2):
        best = optimal_mechanism(
            histograms(n, 2),
            histograms(n, 2),
            l1_loss,
            alpha,
            l1(2),
            prior=Dist.point(theta),
            risk_limit=limit,
        )
        found.append(best.risk)
    return min(found)


def without_conditions(scope: Scope) -> Finding:
    """Where the allowed worst risk reaches 2 ceil(n/2)/n, a constant mechanism has risk 0 somewhere."""
    points: list[tuple[Point, bool]] = []
    for n, alpha in product(scope.integers("n"), scope.epsilons("alpha")):
        edge = Fraction(2 * ((n + 1) // 2), n)
        least = minimax_risk(n, 2, alpha).value
        for c in (least * n, (least + edge) * n / 2, edge * n, (edge + 1) * n):
            limit = scope.formula("most").number(c=c, n=n)
            points.append(({"n": n, "c": c}, bool(_least(n, alpha, limit) > 0)))
    witness = {
        "inequality": "exp(-(2*log(2) + 1))/log(2) > 0",
        "n": "1",
        "alpha": "ln(2)",
        "c0": "2*ln(2), so that c0/(alpha n) = 2",
        "Q": "always (1, 0): sup R = 2, R at (1, 0) = 0; the proof claims max_c (c - c0) e^-c/(alpha n)",
    }
    region = checked(
        "c < 2*ceil(n/2)",
        points,
        where="c being that of the statement",
    )
    return Finding.refuted(witness, region, cases=len(points))


def _change_of_measure() -> list[Theorem]:
    """Outcome by outcome: Q(.|theta_0) >= e^(-alpha m) Q(.|theta_1), and the two losses add up to 2m/n."""
    claim = (
        "for q0 >= 0, q1 >= 0, u >= 0, v >= 0, A >= 0, real D where q0 >= A*q1 and u + v >= D: "
        "q0*u >= A*q1*(D - v)"
    )
    return [proved(claim)]


def _last(scope: Scope, n: int) -> int:
    """The most moved rows."""
    return int(scope.formula("last").number(n=n).as_fraction())


def with_conditions(scope: Scope) -> Finding:
    """inf R >= e^(-alpha m)(2m/n - sup R) for 1 <= m <= ceil(n/2), against the exact least risk."""
    theorems = [*_change_of_measure(), proved(f"for {scope.range('y')}: (y + 1)*exp(-y) <= 1")]
    cases = 0
    for n, alpha in product(scope.integers("n"), scope.epsilons("alpha")):
        smallest = minimax_risk(n, 2, alpha).value
        for share in scope.fractions("share"):
            limit = smallest + share * (Fraction(2 * ((n + 1) // 2), n) - smallest)
            exact = _least(n, alpha, limit)
            for m in range(1, _last(scope, n) + 1):
                bound = minimax_bounds.uniform_bound(n, alpha, m, limit)
                stated = scope.formula("bound").number(n=n, alpha=alpha, m=m, worst=limit)
                require(bound == stated <= exact, f"n = {n}, alpha = {alpha}, m = {m}, limit = {limit}")
                cases += 1
    return Finding.verified(certificates=theorems, cases=cases)


def coordinates(scope: Scope) -> Finding:
    """If every coordinate risk is at most rho, R >= k e^(-alpha m)(m/n - rho): the same step in each."""
    cases = 0
    for n, k in product(scope.integers("n"), scope.integers("k")):
        for theta, m in product(histograms(n, k), range(1, _last(scope, n) + 1)):
            for i in range(k):
                others = [c for c in histograms(n, k) if abs(c[i] - theta[i]) == m]
                moved = [sum(abs(a - b) for a, b in zip(c, theta, strict=True)) // 2 for c in others]
                require(m in moved, f"a histogram {m} rows from {theta} in cell {i}")
                cases += 1
    return Finding.verified(certificates=_change_of_measure(), cases=cases)


def additive_eta(scope: Scope) -> Finding:
    """Q_0(B) >= e^(-alpha m) Q_1(B) - eta (1 - e^(-alpha m))/(e^alpha - 1), and the risk that follows."""
    theorems = [
        proved(
            f"for A > 1, {scope.range('eta')}, B >= 1: A*(eta*(B - 1)/(A - 1)) + eta = eta*(A*B - 1)/(A - 1)"
        ),
        proved("for A > 1, B >= 1: (B - 1)/(A - 1)/B = (1 - 1/B)/(A - 1)"),
    ]
    cases = 0
    for n, alpha, slack in product(scope.integers("n"), scope.epsilons("alpha"), scope.fractions("slack")):
        arguments = (histograms(n, 2), histograms(n, 2), l1_loss, alpha, l1(2))
        limit = optimal_mechanism(*arguments, delta=slack).risk
        for theta, m in product(histograms(n, 2), range(1, (n + 1) // 2 + 1)):
            exact = optimal_mechanism(*arguments, delta=slack, prior=Dist.point(theta), risk_limit=limit).risk
            step = Fraction(m, n)
            c2 = scope.formula("c2").number(c=alpha * m, alpha=alpha)
            proven = of_theorem(theorems[1], "right").number(A=exp(alpha), B=exp(alpha * m))
            require(c2 == proven, "c2")
            bound = step * ((1 - limit / step) * exp(-alpha * m) - c2 * slack)
            require(exact >= bound, f"n = {n}, alpha = {alpha}, eta = {slack}, m = {m}")
            cases += 1
    return Finding.verified(certificates=theorems, cases=cases)


def last_equality(scope: Scope) -> Finding:
    """c c2 is not 1: with c = alpha = ln 2 it is ln(2)/2."""
    factor = scope.integer("exp_alpha")
    theorem = proved(f"for x in [0, 1]: x*(1 - 1/{factor})/({factor} - 1) < 1")
    witness = {
        "inequality": f"log({factor})*(1 - 1/{factor})/({factor} - 1) != 1",
        "alpha": f"ln({factor})",
        "c": f"ln({factor}), one moved row",
        "c2": f"(1 - e^-c)/(e^alpha - 1) = {Fraction(factor - 1, factor) / (factor - 1)}",
    }
    given = [(c, A) for c in (1, 2) for A in (number(2), number(3), 1 + c * (1 - exp(-c)))]
    points = [
        ({"c": c, "A": A, "eta": eta}, _same(scope, c, (1 - exp(-c)) / (A - 1), eta))
        for (c, A), eta in product(given, (Fraction(0), Fraction(1, 4)))
    ]
    region = checked("eta = 0 or c*(1 - exp(-c)) = A - 1", points, where="A being the exponential of alpha")
    return Finding.refuted(witness, region, certificates=[theorem])


def _same(scope: Scope, c: int, c2: Number, eta: Fraction) -> bool:
    """Whether the two sides of the last equality agree, at c0 = 1/3."""
    left, right = scope.formula("left"), scope.formula("right")
    c0 = Fraction(1, 3)
    return bool(left.number(c=c, c0=c0, c2=c2, eta=eta) == right.number(c=c, c0=c0, eta=eta))


def outcome_by_outcome(scope: Scope) -> Finding:
    """A label drawn from N values makes every single outcome unlikely; the data are released as they are."""
    labels = scope.integer("labels")
    eta = Fraction(1, labels)
    p = Dist.product(Dist.point("x"), Dist.uniform(range(labels)))
    q = Dist.product(Dist.point("y"), Dist.uniform(range(labels)))
    require(all(mass <= eta for _, mass in p.items()), "each outcome within eta")
    event = p.prob(lambda o: o[0] == "x")
    require(event == 1 and q.prob(lambda o: o[0] == "x") == 0, "the event gives the data away")
    witness = {
        "inequality": f"{event} > 0 + {eta}",
        "inequality_each_outcome": f"{eta} <= 0 + {eta}",
        "outputs": f"the data with a label drawn from {labels}; eta = {eta}",
    }
    return Finding.verified(cases=labels, witness=witness)
