"""Proposition 3.1 of Hall, Rinaldo and Wasserman: the hypercube, the proof, the statement, a repair."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from ...exact import Log, certified, ln
from ...prove.lemma import proved, require
from ...utility import minimax_bounds, minimax_risk
from ..finding import Finding
from ..formula import of_theorem
from ..region import Border, Point, above, checked, put, root_below
from ..scope import Scope


def printed_corners(scope: Scope) -> Finding:
    """The entries of a corner as printed sum to tau, and the last one may be negative."""
    points: list[tuple[Point, bool]] = []
    for n, k, tau in product(scope.integers("n"), scope.integers("k"), scope.integers("tau")):
        corners = []
        for sigma in product((0, 1), repeat=k - 1):
            last = scope.formula("last").number(n=n, ones=sum(sigma), tau=tau)
            total = sum((scope.formula("entry").number(s=s, tau=tau, n=n) for s in sigma), last)
            corners.append(bool(total == 1 and last >= 0))
        points.append(({"n": n, "k": k, "tau": tau}, all(corners)))
    n = k = tau = 2
    corner = {"s": 0, "ones": 0, "n": n, "tau": tau}
    entries = (put(str(scope.formula(name)), corner) for name in ("entry", "last"))
    witness = {"inequality": f"{' + '.join(entries)} != 1", "n": n, "k": k, "tau": tau, "sigma": "(0)"}
    return Finding.refuted(witness, checked("tau = 1 and k - 1 <= n", points), cases=len(points))


def _last(scope: Scope, n: int, tau: int, ones: int) -> int:
    """The rows in the last cell of a corner."""
    return int(scope.formula("last").number(n=n, tau=tau, ones=ones).as_fraction() * n)


def corrected_corners(scope: Scope) -> Finding:
    """With (n - tau sum sigma)/n in the last place: histograms iff (k - 1) tau <= n, tau rows apart."""
    cases = 0
    for n, k, tau in product(scope.integers("n"), scope.integers("k"), scope.integers("tau")):
        corners = [
            (*(s * tau for s in sigma), _last(scope, n, tau, sum(sigma)))
            for sigma in product((0, 1), repeat=k - 1)
        ]
        valid = all(min(c) >= 0 and sum(c) == n for c in corners)
        require(
            valid == scope.formula("valid").holds(k=k, tau=tau, n=n),
            f"corners at n = {n}, k = {k}, tau = {tau}",
        )
        for c, d in product(corners, repeat=2):
            if sum(x != y for x, y in zip(c[:-1], d[:-1], strict=True)) == 1:
                moved = sum(abs(x - y) for x, y in zip(c, d, strict=True))
                require(moved == 2 * tau, f"rows between {c} and {d}")
                cases += 1
    return Finding.verified(cases=cases)


def steps_of_the_proof(scope: Scope) -> Finding:
    """KL <= alpha tau; affinity >= 2/(1 + e^x) >= 1 - sqrt(x/2) with x = alpha tau; Assouad's step."""
    theorems = [
        proved(f"for {scope.range('p')}, real l, {scope.range('L')} where l <= L: p*l <= L*p"),
        proved("for real p, real q, A >= 1 where p <= A*q and 1 - q <= A*(1 - p): (p - q)*(A + 1) <= A - 1"),
        proved("for A >= 1: 1 - (A - 1)/(A + 1) = 2/(1 + A)"),
        proved("for y in [0, 1]: (1 - y)*(1 + exp(2*y^2)) <= 2"),
        proved("for p >= 0, q >= 0, u >= 0, v >= 0: p*u + q*v >= min(p, q)*(u + v)"),
        proved("for s in [0, 1]: s^2*(1 - s) <= 4/27"),
    ]
    return Finding.proved(theorems)


def as_printed(scope: Scope) -> Finding:
    """R* >= (4/27)(k - 1)/(alpha n), the best that is printed, fails for small and large alpha."""
    n, k = scope.integer("n"), scope.integer("k")
    ends = [
        root_below(lambda x: 27 * x - 2 * (1 + certified(x).exp()), low, high)
        for low, high in ((Fraction(0), Fraction(1)), (Fraction(1), Fraction(5)))
    ]
    theorems = [
        proved(f"for alpha in [{above(ends[0])}, {ends[1]}]: 27*alpha >= 2*(1 + exp(alpha))"),
        proved(f"for alpha in [0, {ends[0]}]: 27*alpha < 2*(1 + exp(alpha))"),
        proved(f"for alpha >= {above(ends[1])}: 27*alpha < 2*(1 + exp(alpha))"),
    ]
    base = scope.fraction("exp_alpha")
    exact = minimax_risk(n, k, ln(base)).value
    require(exact == 2 / (1 + base) == minimax_bounds.two_cell_bound(n, ln(base), 1), "R* for one row")
    require(not _holds(scope, n, k, base), "the bound exceeds R*")
    c0 = scope.formula("c0")
    require(c0.number() == Fraction(4, 27), "the constant of the certificates and of the region")
    witness = {
        "inequality": f"{c0}*({k} - 1)/({n}*log({base})) > {exact}",
        "n": str(n),
        "k": str(k),
        "alpha": f"ln({base})",
        "R*": str(exact),
    }
    region = checked(
        "2/(1 + exp(alpha)) >= c0*(k - 1)/(alpha*n)",
        [({"alpha": ln(A)}, _holds(scope, n, k, A)) for A in (*map(Fraction, BASES), base)],
        fixed={"n": n, "k": k, "c0": c0.number()},
        borders=[Border("alpha", end) for end in ends],
    )
    return Finding.refuted(witness, region, certificates=theorems)


BASES = ("21/20", "23/20", "59/50", "6/5", "2", "52", "53", "60")
"""e^alpha on both sides of both ends of the region."""


def _holds(scope: Scope, n: int, k: int, A: Fraction) -> bool:
    """Whether R* is at least the bound of the statement, by the exact linear program."""
    c0 = scope.formula("c0").number()
    bound = scope.formula("bound").certified(c0=c0, k=k, n=n, alpha=ln(A))
    return bool(certified(minimax_risk(n, k, ln(A)).value) >= bound)


def corrected(scope: Scope) -> Finding:
    """R* >= (k - 1) tau/n/(1 + e^(alpha tau)) where (k - 1) tau <= n, against the exact linear program."""
    theorems = [
        proved("for p >= 0, q >= 0, u >= 0, v >= 0: p*u + q*v >= min(p, q)*(u + v)"),
        proved("for real p, real q, A >= 1 where p <= A*q and 1 - q <= A*(1 - p): (p - q)*(A + 1) <= A - 1"),
        proved(f"for {scope.range('t')}: t/(1 + exp(t)) >= 1/(2*(1 + exp(1/2)))"),
    ]
    cases = 0
    for size in scope.texts("sizes"):
        n, k = map(int, size.split(" x "))
        for alpha in scope.epsilons("alpha"):
            exact = minimax_risk(n, k, alpha).value
            for tau in range(1, n // (k - 1) + 1):
                bound = minimax_bounds.affinity_bound(n, k, alpha, tau)
                stated = scope.formula("bound").number(k=k, tau=tau, n=n, alpha=alpha)
                require(scope.formula("valid").holds(k=k, tau=tau, n=n), f"tau = {tau} at {size}")
                require(bound == stated <= exact, f"bound at n = {n}, k = {k}, alpha = {alpha}, tau = {tau}")
                require(minimax_bounds.pinsker_bound(n, k, alpha, tau) < bound, "the printed form is weaker")
                cases += 1
            beyond = n // (k - 1) + 1
            require(not scope.formula("valid").holds(k=k, tau=beyond, n=n), f"every tau at {size}")
            if alpha <= Log(1) and scope.formula("rows").holds(k=k, alpha=alpha, n=n):
                _require_order(scope, n, k)
                order = scope.formula("order").certified(k=k, alpha=alpha, n=n)
                require(order <= exact, f"the order at n = {n}, k = {k}, alpha = {alpha}")
            if k == 2:
                require(minimax_bounds.best_two_cell_bound(n, alpha) <= exact, f"two cells, n = {n}")
    return Finding.verified(certificates=theorems, cases=cases)


def _require_order(scope: Scope, n: int, k: int) -> None:
    """The order is the bound at alpha tau = 1/2, the least that the rounding of 1/alpha leaves."""
    bound = scope.formula("bound").number(k=k, tau=Fraction(1, 2), n=n, alpha=1)
    require(scope.formula("order").number(k=k, alpha=1, n=n) == bound, f"the order at n = {n}, k = {k}")


def upper_bound(scope: Scope) -> Finding:
    """R* <= 4k/(n alpha): what the remark needs, by projecting the geometric histogram."""
    theorems = [
        proved("for real a, real b, real c: max(a - c, c - a) <= max(a - b, b - a) + max(b - c, c - b)"),
        proved(f"for {scope.range('a')}: 2*exp(-a/2)/(1 - exp(-a)) <= 2/a"),
    ]
    cases = 0
    for size in scope.texts("sizes"):
        n, k = map(int, size.split(" x "))
        for alpha in scope.epsilons("alpha"):
            noise = of_theorem(theorems[1], "right").number(a=1)
            require(scope.formula("bound").number(n=n, k=k, alpha=1) == 2 * k * noise / n, "twice the noise")
            bound = scope.formula("bound").certified(n=n, k=k, alpha=alpha)
            require(bound > minimax_risk(n, k, alpha).value, f"n = {n}, k = {k}, alpha = {alpha}")
            cases += 1
    return Finding.verified(certificates=theorems, cases=cases)
