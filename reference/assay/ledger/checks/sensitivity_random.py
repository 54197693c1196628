"""Conditions (10) and (11), which hold with high probability only: what they give, and what they do not."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

from ... import adjacency
from ...dp import Dist, Mechanism
from ...exact import Log, Number, certified, exp, ln, number
from ...mechanisms.noise import two_sided_geometric_clamped
from ...prove.lemma import proved, require
from ..finding import Finding
from ..region import Border, Point, checked, root_below
from ..scope import Scope

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
