"""Gaussian noise repaired by sparse vector: privacy on finite domains, the error, the counting step."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import comb

from ...adjacency import linf
from ...dp import Dist, Mechanism
from ...exact import Log, Number, certified, exp, ln, number
from ...mechanisms import num_svt
from ...mechanisms.integer_noise import two_sided
from ...mechanisms.noise import two_sided_geometric_clamped
from ...mechanisms.released import fresh_values
from ...mechanisms.transcripts import Answer, SparseVector, below, noisy_threshold
from ...prove.lemma import proved, require
from ...theorems import post_process
from ..finding import Finding
from ..formula import of_theorem
from ..region import Border, checked
from ..scope import Scope
from .worst_pair import exact_delta, exact_epsilon

Vector = tuple[int, ...]


def answers_to_every_query(epsilon: Log, n: int, c: int, domain: list[Vector]) -> Mechanism[Vector, Vector]:
    """NumSVT with 0 for "below the threshold" and for every query after the c-th answer."""
    halting = num_svt(epsilon, n=n, c=c, domain=domain)
    return post_process(halting, lambda a: tuple(0 if v is None else v for v in a) + (0,) * (n - len(a)))


def every_query_is_answered(scope: Scope) -> Finding:
    """Exact epsilon of sparse vector in the form that answers all queries, at most the claimed one."""
    pairs = 0
    for n, c in zip(scope.integers("n"), scope.integers("c"), strict=True):
        level = scope.epsilon("unit") * c
        domain = list(product((-1, 0, 1), repeat=n))
        form = answers_to_every_query(level, n, c, domain)
        require(all(len(y) == n for x in domain for y in form.distribution(x).support), "an answer a query")
        require(exact_epsilon(form) <= level, f"privacy at n = {n}, c = {c}")
        require(
            exact_epsilon(form) > scope.formula("third").log(eps=level),
            f"the claim is not idle at n = {n}, c = {c}",
        )
        pairs += len(form.pairs)
    return Finding.verified(pairs=pairs)


def the_count_is_needed(scope: Scope) -> Finding:
    """The same noise without the halt: with n answers allowed, the exact epsilon is above the claim."""
    pairs, level = 0, scope.epsilon("epsilon")
    for n in scope.integers("n"):
        endless = _without_a_halt(level, n)
        require(exact_epsilon(endless) > level, f"n = {n}")
        pairs += len(endless.pairs)
    return Finding.verified(pairs=pairs)


def _without_a_halt(epsilon: Log, n: int) -> Mechanism[Vector, tuple[int | None, ...]]:
    """NumSVT with the noises for c = 1, released values on -1..1, that never stops."""
    family = two_sided(epsilon, None)
    nu, fresh = family(Fraction(1, 6)), family(Fraction(1, 3))

    def answers(q: int) -> list[Answer[int | None]]:
        found: list[Answer[int | None]] = [Answer(None, (below(nu, q),), 0)]
        found += [Answer(v, factors, 1) for v, factors in fresh_values(nu, fresh, q, range(-1, 2))]
        return found

    run: SparseVector[int | None] = SparseVector(noisy_threshold(fresh, 0), answers, None)
    return Mechanism(run.distribution, [(0,) * n, (1,) * n], linf(1))


def half_error_suffices(scope: Scope) -> Finding:
    """a = t + 2 h and Dbar = t + 2 q, so |h - q| <= al/2 gives |a - Dbar| <= al."""
    ranges = scope.quantifiers("t", "h", "q", "al")
    where = f"for {ranges} where h - q <= al/2 and q - h <= al/2"
    return Finding.proved(
        [proved(f"{where}: t + 2*h - (t + 2*q) <= al"), proved(f"{where}: (t + 2*q) - (t + 2*h) <= al")]
    )


def query_is_noise_and_bounded(scope: Scope) -> Finding:
    """q_j(x) = (x_j - tilde_j)/2 lies in [-1, 1] for both x_j, and q_j(D) = -z_j/2: not for large noise."""
    entries = [scope.formula(name).number().as_fraction() for name in ("low", "high")]
    size = scope.formula("size")
    outside = [
        (m, z, bit)
        for m in scope.fractions("mean")
        for z in scope.fractions("noise")
        for bit in entries
        if not size.holds(x=bit, Dbar=m, z=z)
    ]
    m, z, bit = min(outside, key=lambda f: (abs(f[1]), f))
    side = "<" if (bit - (m + z)) / 2 < 0 else ">"
    witness = {
        "inequality": f"(({bit}) - (({m}) + ({z})))/2 {side} {'-1' if side == '<' else '1'}",
        "Dbar_j": m,
        "z_j": z,
        "x_j": bit,
    }
    grid = list(product(scope.fractions("mean"), scope.fractions("noise")))
    points = [({"Dbar": m, "z": z}, all(size.holds(x=bit, Dbar=m, z=z) for bit in entries)) for m, z in grid]
    region = checked("abs(Dbar + z) <= 1", points, remark="the sum is the answer with noise")
    return Finding.refuted(witness, region, cases=len(outside))


def clipped_query_is_smaller(scope: Scope) -> Finding:
    """With tilde_j clipped to [-1, 1], q_j stays in [-1, 1] and |q_j(D)| <= |z_j|/2, so (9) holds."""
    ranges = scope.quantifiers("m", "z")
    return Finding.proved(
        [
            proved(f"for {ranges} where m + z >= 1: (1 - m)^2 <= z^2"),
            proved(f"for {ranges} where m + z <= -1: (-1 - m)^2 <= z^2"),
            proved("for x in [-1, 1], c in [-1, 1]: (x - c)/2 <= 1"),
            proved("for x in [-1, 1], c in [-1, 1]: (x - c)/2 >= -1"),
        ]
    )


def combination_is_private(scope: Scope) -> Finding:
    """A leaking noisy release, then sparse vector on what it left over: exact delta at eps_1 + eps_2."""
    theorem = proved("for p >= 0, B >= 0, d >= 0: p*min(1, B + d) <= p*min(1, B) + d*p")
    pairs, first, second = 0, scope.epsilon("epsilon_1"), scope.epsilon("epsilon_2")
    for n in scope.integers("n"):
        for delta in scope.fractions("delta"):
            whole = _combination(n, first, second, delta)
            loss = scope.formula("loss").log(e1=first, e2=second)
            require(exact_delta(whole, loss) <= delta, f"n = {n}, delta = {delta}")
            require(exact_delta(whole, first) > delta, f"sparse vector spends something at n = {n}")
            pairs += len(whole.pairs)
    return Finding.verified(certificates=[theorem], pairs=pairs)


def _combination(
    n: int, first: Log, second: Log, delta: Fraction
) -> Mechanism[Vector, tuple[Vector, Vector]]:
    """x in {0, 1}^n: y = x with probability delta, else with geometric noise; then the answers to x - y."""
    domain = list(product((0, 1), repeat=n))
    fix = answers_to_every_query(second, n, 1, list(product((-1, 0, 1), repeat=n)))

    def distribution(x: Vector) -> Dist[tuple[Vector, Vector]]:
        noisy = Dist.product(*(two_sided_geometric_clamped(first / n, 0, 1, centre=b) for b in x))
        rough = Dist.mixture([(delta, Dist.point(x)), (1 - delta, noisy)])
        return rough.bind(lambda y: _paired(y, fix.distribution(_minus(x, y))))

    return Mechanism(distribution, domain, linf(1))


def _minus(x: Vector, y: Vector) -> Vector:
    return tuple(a - b for a, b in zip(x, y, strict=True))


def _paired(y: Vector, distribution: Dist[Vector]) -> Dist[tuple[Vector, Vector]]:
    return distribution.map(lambda z: (y, z))


def chernoff_step(scope: Scope) -> Finding:
    """P[Bin(d, p) >= 2 d p] <= (e/4)^(dp) <= e^(-dp/3), exactly on a grid."""
    theorem = proved(f"for {scope.quantifiers('mu')}: mu - mu*log(4) <= -mu/3")
    cases, rate = 0, of_theorem(theorem, "right")
    for d in scope.integers("d"):
        for p in scope.fractions("p"):
            require(scope.formula("bound").number(d=d, p=p) == exp(rate.number(mu=d * p)), "the exponent")
            least = scope.formula("least").number(d=d, p=p).as_fraction()
            mean, times = d * p, least / (d * p)
            chernoff = (times - 1) * mean - times * mean * ln(times)
            require(of_theorem(theorem, "left").log(mu=mean) == chernoff, "Chernoff's exponent")
            if (d * p).denominator == 1:
                exact = _tail(d, p, int(least))
                require(exact <= scope.formula("bound").number(d=d, p=p), f"d = {d}, p = {p}")
                cases += 1
    return Finding.verified(certificates=[theorem], cases=cases)


def _tail(d: int, p: Fraction, least: int) -> Number:
    """P[Bin(d, p) >= least]."""
    return number(sum((comb(d, k) * p**k * (1 - p) ** (d - k) for k in range(least, d + 1)), Fraction(0)))


def dominated_failure(scope: Scope) -> Finding:
    """e^(-dp/3) <= e^(-ln^4 d), at the largest p <= 1/2 that leaves c = 2 d p <= d: not for every d."""
    p = scope.fraction("p")
    small = [d for d in range(1, scope.integer("search") + 1) if not _dominated(d, p)]
    last = _last(lambda d: not _dominated(d, p), small[-1], scope.integer("beyond"))
    witness = {"inequality": f"exp(-{small[0]}*({p})/3) > exp(-log({small[0]})**4)", "d": small[0], "p": p}
    tried = (1, 2, small[0], small[0] + 1, last - 1, last, last + 1, 2 * last)
    points = [({"d": d, "p": p}, _within(scope, d, p)) for d in tried]
    ends = [Border("d", d, 1, {"p": p}) for d in (small[0] - 1, last)]
    region = checked("d*p >= 3*log(d)^4", points, where="for whole d", borders=ends)
    return Finding.refuted(witness, region, cases=len(small))


def _within(scope: Scope, d: int, p: Fraction) -> bool:
    """Whether the failure of the counting step is at most the other."""
    count, sparse = scope.formula("count").certified(d=d, p=p), scope.formula("sparse").certified(d=d)
    return bool(count <= sparse)


def _dominated(d: int, p: Fraction) -> bool:
    """Whether d p/3 >= ln(d)^4."""
    return d == 1 or bool(certified(ln(d)) ** 4 <= d * p / 3)


def _last(holds: Callable[[int], bool], low: int, high: int) -> int:
    """The last d from `low`, where it holds, to `high`, where it does not, with one change between them."""
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low


def dominated_failure_corrected(scope: Scope) -> Finding:
    """mu = d p >= 3 L^4 with L = ln d gives e^(-dp/3) <= e^(-L^4)."""
    ranges = scope.quantifiers("mu", "L")
    return Finding.proved([proved(f"for {ranges} where mu >= 3*L^4: -mu/3 <= -L^4")])
