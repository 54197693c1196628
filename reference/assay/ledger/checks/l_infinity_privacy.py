"""Theorem 4.1: the privacy of the L-infinity noise, its gamma radius, the tail bound and where it holds."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import product
from math import factorial

from ...exact import ExactLike, exp, ln
from ...prove import infer
from ...prove.lemma import proved, require
from ...queries.l_infinity import l_infinity
from ...queries.l_infinity_noise import LInfinityNoise, cube_mixture_density
from ..finding import Comparisons, Finding
from ..region import NOWHERE, Point, above, border_below, checked, decimals
from ..scope import Scope
from .worst_pair import exact_epsilon


def noise_is_private(scope: Scope) -> Finding:
    """The ratio of densities is at most e^eps since |y|_inf moves by at most D; on a grid exactly so."""
    ranges = scope.quantifiers("m", "D", "eps")
    claim = "exp(-eps*m/D) <= exp(eps)*exp(-eps*m2/D)"
    theorem = proved(f"for {ranges}, m2 >= 0 where m2 <= m + D: {claim}")
    pairs = 0
    for d in scope.integers("d"):
        for level in scope.epsilons("epsilon"):
            grid = l_infinity(d, level, high=scope.integer("high"))
            loss = scope.formula("loss").log(eps=level)
            require(exact_epsilon(grid) == loss, f"the exact loss at d = {d}, {level}")
            pairs += len(grid.pairs)
    return Finding.verified(certificates=[theorem], pairs=pairs)


def radius_is_gamma(scope: Scope) -> Finding:
    """The shell of half-side z has surface d 2^d z^(d-1): the norm is gamma of shape d, mean d D/eps."""
    ranges = scope.quantifiers("dim", "z")
    surface = proved(f"for {ranges}: 2*dim*2^(dim - 1)*z^(dim - 1) = dim*2^dim*z^(dim - 1)")
    cases = 0
    for d in scope.integers("d"):
        noise = LInfinityNoise(d, 2, "1/3")
        mean = scope.formula("mean").number(d=d, D="1/3", eps=2)
        require(noise.norm_moment(1) == mean, f"the mean at d = {d}")
        for m in scope.integers("moments"):
            # the same moment from a radius of shape d + 1 and the largest of d uniform coordinates
            radius = Fraction(factorial(d + m), factorial(d)) / 6**m
            require(noise.norm_moment(m) == radius * Fraction(d, d + m), f"moment {m} at d = {d}")
            cases += 1
        for s in scope.fractions("s"):
            # P(R > z) less the part of larger cubes that lies inside: z^d E R^-d on R > z
            bigger = LInfinityNoise(d + 1, 6).exact_norm_tail(s / 6)
            require(
                noise.exact_norm_tail(s / 6) == bigger - exp(-s) * s**d / factorial(d), f"tail at {d}, {s}"
            )
            cases += 1
    return Finding.verified(cases=cases, certificates=[surface])


def generating_function(scope: Scope) -> Finding:
    """E e^(tZ) = (1 - t D/eps)^-d: its Taylor coefficients are the moments, and its mean is d D/eps."""
    cases = 0
    for d in scope.integers("d"):
        noise = LInfinityNoise(d, 1)
        require(noise.norm_moment(1) == d, f"mean at d = {d}")
        for t in scope.fractions("t"):
            terms = [Fraction(noise.norm_moment(m).as_fraction()) * t**m / factorial(m) for m in range(60)]
            exact, part = noise.moment_generating(t), sum(terms, Fraction(0))
            mgf = scope.formula("mgf").number(t=t, D=1, eps=1, d=d)
            require(exact == mgf, f"the function at d = {d}, t = {t}")
            ratio = t * Fraction(d + 59, 60)  # of a term to the one before it, from here on at most
            require(part <= exact <= part + terms[-1] * ratio / (1 - ratio), f"series at d = {d}, t = {t}")
            cases += 1
    return Finding.verified(cases=cases)


def tail_bound_everywhere(scope: Scope) -> Finding:
    """(s/d)^d e^(d-s) with s = alpha eps/D, for every alpha > 0: it fails for small s."""
    failures, constants = [], []
    points: list[tuple[Point, bool]] = []
    for d in scope.integers("d"):
        for s in scope.fractions("s"):
            if not _bounded(s * d, d):
                failures.append((d, s * d))
        low = border_below(partial(_bounded, d=d), Fraction(1, 100), d)
        constants.append(f"d = {d} and s > {decimals(low).removesuffix('...')}")
        for s in (*(x * d for x in scope.fractions("s")), low, above(low)):
            points.append(({"d": d, "s": s}, _bounds_tail(scope, s, d)))
    d, s = min(failures, key=lambda f: (f[0], -f[1]))
    terms = " + ".join(f"({s})**{i}/{factorial(i)}" for i in range(d))
    witness = {"inequality": f"exp(-({s}))*({terms}) > ({s}/{d})**{d}*exp({d} - {s})", "d": d, "s": s}
    region = checked(
        " or ".join(constants),
        points,
        fixed={"d": " or ".join(map(str, scope.integers("d")))},
        where="s being alpha eps over D",
        remark="each number is where the exact tail meets the bound, its decimals cut",
    )
    return Finding.refuted(witness, region, cases=len(failures))


def _bounds_tail(scope: Scope, s: Fraction, d: int) -> bool:
    """Whether P(|Y|_inf >= s D/eps) is at most the bound of the theorem."""
    return bool(LInfinityNoise(d, 1).exact_norm_tail(s) <= scope.formula("bound").number(s=s, d=d))


def _bounded(s: Fraction, d: int) -> bool:
    """Whether e^-s sum over i < d of s^i/i! <= (s/d)^d e^(d - s)."""
    partial_sum = sum((s**i / factorial(i) for i in range(d)), Fraction(0))
    return partial_sum <= exp(d) * (s / d) ** d


def tail_bound_above_the_mean(scope: Scope) -> Finding:
    """Markov's inequality at t = eps/D - d/alpha >= 0, that is alpha >= d D/eps."""
    ranges = scope.quantifiers("t", "z", "a")
    theorems = [
        proved(f"for {ranges} where z >= a: 1 <= exp(t*(z - a))"),
        proved("for d >= 1, r > 0, a > 0: 1 - (r - d/a)/r = d/(a*r)"),
        proved("for d >= 1, r > 0, a > 0: (r - d/a)*a = a*r - d"),
        proved("for d >= 1, r > 0, a > 0 where r*a >= d: r - d/a >= 0"),
        proved("for x >= 1: log(x) + 1 - x <= 0"),
    ]
    found = Comparisons()
    for d in scope.integers("d"):
        for x in scope.fractions("x"):
            noise, s = LInfinityNoise(d, 1), x * d
            bound = scope.formula("bound").number(s=s, d=d)
            found.at_most(noise.exact_norm_tail(s), bound, f"d = {d}, x = {x}")
    found.require_factor(scope.integer("factor"))
    return Finding.verified(certificates=theorems, cases=found.total())


def printed_radius(scope: Scope) -> Finding:
    """R = (D/eps) sum of log U_i is at most 0, and so no gamma radius."""
    d = scope.integer("d")
    witness = {"inequality": f"{d + 1}*log(1/2) < 0", "d": d, "U_i": "1/2", "D/eps": 1}
    radius = scope.formula("radius")
    whole = [ln("1/2") for _ in range(d + 1)]
    require(radius.log(D=1, eps=1, d=d, U="1/2") == sum(whole[1:], whole[0]), "the sum as printed")
    points = [
        ({"U": u}, bool(radius.log(D=1, eps=1, d=d, U=u) > 0)) for u in (Fraction(i, 8) for i in range(1, 9))
    ]
    region = checked(NOWHERE, points, also="log(U) <= 0")
    theorem = proved("for U in (0, 1]: log(U) <= 0")
    return Finding.refuted(witness, region, cases=len(points), certificates=[theorem])


def corrected_radius(scope: Scope) -> Finding:
    """-R is gamma of shape d + 1, and a uniform point of [-R, R]^d then has the density of the noise."""
    where = f"for {scope.quantifiers('dim', 'r')}"
    sums = proved(
        f"{where}: dim*log(2*r) = dim*log(2) + dim*log(r)", proved("for r > 0: log(2*r) = log(2) + log(r)")
    )
    ways = [proved(f"{where}: (2*r)^dim {sign} 2^dim*r^dim", sums) for sign in ("<=", ">=")]
    apart = proved(f"{where}: (2*r)^dim = 2^dim*r^dim", *ways)
    theorem = infer(
        "combine",
        f"{where}: r^dim*exp(-r)/(2*r)^dim = exp(-r)/2^dim",
        {"zeros": [{"zero": "(2*r)^dim - 2^dim*r^dim", "times": "-exp(-r)/((2*r)^dim*2^dim)"}]},
        [apart],
    )
    negative = proved("for u in (0, 1]: log(u) <= 0")
    cases = 0
    for d in scope.integers("d"):
        shape = int(scope.formula("shape").number(d=d).as_fraction())
        for rate in scope.fractions("rate"):
            for norm in scope.fractions("norm"):
                y: list[ExactLike] = [norm, *[0] * (d - 1)]
                wanted = scope.formula("density").number(eps=rate, D=1, d=d, norm=norm, fact=factorial(d))
                require(cube_mixture_density(shape, d, rate, y) == wanted, f"density at {d}, {rate}, {norm}")
                if norm * rate != d:  # where the density of shape d + 2 crosses
                    require(cube_mixture_density(shape + 1, d, rate, y) != wanted, "one more term is wrong")
                cases += 1
        mean = Fraction(d * d, d + 1)  # of the norm, from a radius of shape d at rate 1
        require(LInfinityNoise(d, 1).norm_moment(1) > mean, "one term fewer is wrong")
    return Finding.verified(cases=cases, certificates=[apart, theorem, negative])


def printed_radius_in_a_symmetric_cube(scope: Scope) -> Finding:
    """R V and -R V have one distribution where V is uniform on a symmetric cube: the sign is harmless."""
    cases = 0
    for d in scope.integers("d"):
        cube = list(product(scope.fractions("levels"), repeat=d))
        for radius in scope.fractions("radius"):
            up = sorted(tuple(radius * c for c in v) for v in cube)
            down = sorted(tuple(-radius * c for c in v) for v in cube)
            require(up == down, f"d = {d}, R = {radius}")
            cases += 1
    return Finding.verified(cases=cases)


def failure_at_four_d(scope: Scope) -> Finding:
    """At n = 4d/(eps alpha), D = 2/n: s/d = 2, and the bound is (2/e)^d; for larger n less."""
    base = proved(f"for {scope.quantifiers('x')}: log(x) + 1 - x <= log(2) - 1")
    scaled = infer(
        "combine",
        f"for d >= 1, {scope.quantifiers('x')}: d*(log(x) + 1 - x) <= d*(log(2) - 1)",
        {"terms": [{"weight": "1", "factors": ["d", "log(2) - 1 - (log(x) + 1 - x)"]}]},
        [base],
    )
    power = f"for d >= 1, {scope.quantifiers('x')}: exp(d*(log(x) + 1 - x)) <= exp(d*(log(2) - 1))"
    theorems = [base, scaled, infer("apply", power, {"function": "exp"}, [scaled])]
    theorems.append(proved("for n > 0, eps > 0, a > 0, d >= 1 where n*eps*a >= 4*d: a*eps*n/2 >= 2*d"))
    found = Comparisons()
    for d in scope.integers("d"):
        bound = scope.formula("bound").number(d=d)
        found.at_most(LInfinityNoise(d, 1).exact_norm_tail(2 * d), bound, f"d = {d}")
    return Finding.verified(certificates=theorems, cases=found.total())


def inverted_failure(scope: Scope) -> Finding:
    """(2e)^-d, which the bound with its ratio inverted, (d/s)^d e^(d - s), would give at s = 2d."""
    failures = [d for d in scope.integers("d") if _fails(scope, d)]
    # the last term alone grows by a factor above 1, and so the failure persists for every d
    growth = proved("for integer d >= 1: 4*exp(-1)*((d + 1)/d)^d > 1")
    start = proved("exp(-4)*4 > (2*e)^(-2)")
    d = failures[0]
    terms = " + ".join(f"{2 * d}**{i}/{factorial(i)}" for i in range(d))
    witness = {"inequality": f"exp(-{2 * d})*({terms}) > (2*exp(1))**(-{d})", "d": d, "n": "4d/(eps alpha)"}
    points = [({"d": d}, not _fails(scope, d)) for d in scope.integers("d")]
    region = checked("d = 1", points)
    return Finding.refuted(witness, region, cases=len(failures), certificates=[growth, start])


def _fails(scope: Scope, d: int) -> bool:
    """Whether P(|Y|_inf >= 2 d D/eps) is above what the statement says."""
    return bool(LInfinityNoise(d, 1).exact_norm_tail(2 * d) > scope.formula("bound").number(d=d))


def clipping(scope: Scope) -> Finding:
    """Moving the answer to the nearest point of [-1, 1] brings it no further from a mean in [-1, 1]."""
    ranges = scope.quantifiers("m")
    return Finding.proved(
        [
            proved(f"for x >= 1, {ranges}: (1 - m)^2 <= (x - m)^2"),
            proved(f"for x <= -1, {ranges}: (-1 - m)^2 <= (x - m)^2"),
        ]
    )
