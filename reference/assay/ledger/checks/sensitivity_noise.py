"""Noise whose scale depends on the data, and conditions on it that hold with high probability only."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

from ... import adjacency
from ...dp import Dist, Mechanism
from ...exact import Certified, Log, Number, certified, exp, ln, number
from ...mechanisms.noise import two_sided_geometric_clamped
from ...prove.lemma import proved, require
from ..finding import Finding
from ..region import Border, Point, above, checked, decimals, root_below
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


Row = tuple[int]


def _mechanism(scales: Mapping[int, Fraction], alpha: Log, reach: int) -> Mechanism[Row, int]:
    """One row x: x plus geometric noise of rate alpha/s(x), clamped to -reach..reach."""

    def distribution(x: Row) -> Dist[int]:
        return two_sided_geometric_clamped(alpha / scales[x[0]], -reach, reach, centre=x[0])

    return Mechanism(distribution, [(v,) for v in scales], adjacency.hamming(1))


def _conditions(
    scales: Mapping[int, Fraction], rows: Dist[int], ratio: Fraction
) -> tuple[Number, Number, Number]:
    """The least gamma_1 of (10), gamma_2 of (11) with independent rows, and with the exchanged ones."""
    first = independent = replaced = number(0)
    for x, y in product(rows.support, repeat=2):
        mass, least = rows[x] * rows[y], min(scales[x], scales[y])
        first += mass if scales[x] > ratio * scales[y] else 0
        replaced += mass if abs(x - y) > least else 0
        for u, v in product(rows.support, repeat=2):
            independent += mass * rows[u] * rows[v] if abs(u - v) > least else 0
    return first, independent, replaced


def _eta(alpha: Log, ratio: Fraction) -> Number:
    """exp(-alpha/(2 beta)) with e^beta = ratio; alpha a rational multiple of ln(ratio)."""
    multiple = next(Fraction(i, 2) for i in range(1, 1000) if Fraction(i, 2) * ln(ratio) == alpha)
    return exp(-multiple / 2)


def as_printed(scope: Scope) -> Finding:
    """n = 1, rows 0 and h, s(0) = h, s(h) = h/2, e^beta = 2: (10) holds, (11) often for independent rows."""
    p, h, reach = scope.fraction("p"), scope.integer("h"), scope.integer("reach")
    alpha, ratio = h * ln(2), Fraction(2)
    scales = {0: Fraction(h), h: Fraction(h, 2)}
    rows = Dist({0: 1 - p, h: p})
    gamma1, gamma2, replaced = _conditions(scales, rows, ratio)
    mechanism, eta = _mechanism(scales, alpha, reach), _eta(alpha, ratio)
    exact = mechanism.random_dp(2 * alpha, rows, eta)
    require(exact == p * (1 - p), "one order of the pair fails")
    points: list[tuple[Point, bool]] = []
    for share in (p, *(Fraction(i, 100) for i in (0, 5, 29, 30, 50, 95, 100))):
        law = Dist({0: 1 - share, h: share})
        first, independent, _ = _conditions(scales, law, ratio)
        points.append(({"p": share}, bool(mechanism.random_dp(2 * alpha, law, eta) <= first + independent)))
    require(exact > gamma1 + gamma2, "more than gamma_1 + gamma_2")
    require(replaced == 2 * p * (1 - p), "condition (11) on the replaced rows")
    witness = {
        "inequality": f"{exact} > {gamma1} + {gamma2}",
        "P": f"row {h} with probability {p}, row 0 otherwise; n = 1",
        "s": f"s(0) = {h}, s({h}) = {h}/2",
        "alpha": f"{h} ln 2",
        "beta": "ln 2",
        "eta": f"exp(-{h}/2)",
    }
    bound = root_below(lambda x: certified(1 - 2 * (2 * x - x * x)), Fraction(0), Fraction(1, 2))
    region = checked(
        "p = 0 or 2*(2*p - p^2) >= 1",
        points,
        where="in this family, p being the probability of the row h",
        borders=[Border("p", bound)],
    )
    return Finding.refuted(witness, region)


def both_directions(scope: Scope) -> Finding:
    """(10) as printed bounds s(X)/s(X') in one direction: g = 0, s(0) = 1, s(1) = S; the smallest S."""
    p, reach, eta = scope.fraction("p"), scope.integer("reach"), exp(-scope.fraction("eta"))
    rows = Dist({0: 1 - p, 1: p})
    points: list[tuple[Point, bool]] = []
    wide, exact, gamma1 = 0, number(0), number(0)
    for size in range(1, scope.integer("S") + 1):
        failing = _centred(size, reach).random_dp(2 * ln(2), rows, eta)
        first, _, _ = _conditions({0: Fraction(1), 1: Fraction(size)}, rows, Fraction(2))
        points.append(({"S": size}, bool(failing <= first)))
        if failing > first and not wide:
            wide, exact, gamma1 = size, failing, first
    require(exact == 2 * p * (1 - p), "both orders fail")
    witness = {
        "inequality": f"{exact} > {gamma1} + 0",
        "P": f"P(1) = {p}, n = 1, g = 0, so that (11) always holds",
        "s": f"s(0) = 1, s(1) = {wide}; e^beta = 2",
        "eta": f"{eta}, with alpha = ln 2 and beta = ln 2",
    }
    region = checked(
        f"S <= {wide - 1}",
        points,
        fixed={"alpha": ln(2), "eta": eta, "reach": reach},
        where="in this family, its noise clamped at the reach on both sides",
    )
    return Finding.refuted(witness, region)


def _centred(size: int, reach: int) -> Mechanism[Row, int]:
    """Geometric noise around 0, of rate ln 2 on row 0 and ln(2)/size on row 1."""
    rates = {0: ln(2), 1: ln(2) / size}
    return Mechanism(
        lambda x: two_sided_geometric_clamped(rates[x[0]], -reach, reach),
        [(0,), (1,)],
        adjacency.hamming(1),
    )


def repaired(scope: Scope) -> Finding:
    """With (10) in both directions and (11) for the replaced rows: (2 alpha, eta, 2 gamma_1 + gamma_2)."""
    theorem = proved(f"for {scope.quantifiers('g1', 'g2')}: 1 - (1 - g1 - g1 - g2) <= 2*g1 + g2")
    ratio, reach, cases = Fraction(2), scope.integer("reach"), 0
    for alpha in (multiple * ln(2) for multiple in scope.integers("alpha")):
        for p in scope.fractions("p"):
            rows = Dist({0: 1 - p, 1: p})
            for a, b in product(scope.fractions("s"), repeat=2):
                scales = {0: a, 1: b}
                gamma1, _, gamma2 = _conditions(scales, rows, ratio)
                loss = scope.formula("loss").log(alpha=alpha)
                require(loss == alpha + alpha, "one alpha for the shift, one for the scale")
                exact = _mechanism(scales, alpha, reach).random_dp(loss, rows, _eta(alpha, ratio))
                require(exact <= 2 * gamma1 + gamma2, f"s = {a}, {b}, alpha = {alpha}, p = {p}")
                cases += 1
    return Finding.verified(certificates=[theorem], cases=cases)
