"""The published algorithms, transcribed line by line as programs that draw every noise from a finite
distribution.

They are the brute-force judges: every path is explored, where the package evaluates a formula.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate, permutations
from typing import Any, TypeAlias

from assay import Dist, ExactLike, Mechanism, Number, Refuted, draw, flip, number, program, uniform
from assay.exact import EpsilonLike

Noise: TypeAlias = Dist[int]
Values: TypeAlias = tuple[int, ...]


def clamp(value: int, low: int, high: int) -> int:
    return max(low, min(value, high))


@program
def svt(
    q: Values, T: int, c: int | None, rho_law: Noise, nu_law: Noise, redraw: bool = False
) -> tuple[bool, ...]:
    """Algorithms 1, 2, 4, 5 and 6 of Lyu, Su and Li."""
    rho = draw(rho_law)
    count, answers = 0, []
    for q_i in q:
        nu = draw(nu_law)
        if q_i + nu >= T + rho:
            answers.append(True)
            if redraw:
                rho = draw(rho_law)
            count += 1
            if count == c:
                break
        else:
            answers.append(False)
    return tuple(answers)


@program
def svt_values(
    q: Values,
    T: int,
    c: int,
    rho_law: Noise,
    nu_law: Noise,
    release: Callable[[int], int],
    fresh_law: Noise | None = None,
) -> tuple[int | None, ...]:
    """Algorithm 3, BadGapSVT, and with a fresh distribution NumSVT."""
    rho = draw(rho_law)
    count = 0
    answers: list[int | None] = []
    for q_i in q:
        noisy = q_i + draw(nu_law)
        if noisy >= T + rho:
            answers.append(release(noisy if fresh_law is None else q_i + draw(fresh_law)))
            count += 1
            if count >= c:
                break
        else:
            answers.append(None)
    return tuple(answers)


@program
def svt_gap(
    q: Values, T: int, c: int, rho_law: Noise, nu_law: Noise, cap: int | None
) -> tuple[int | None, ...]:
    """GapSVT."""
    noisy_threshold = T + draw(rho_law)
    count = 0
    answers: list[int | None] = []
    for q_i in q:
        gap = q_i + draw(nu_law) - noisy_threshold
        if gap >= 0:
            answers.append(gap if cap is None else min(gap, cap))
            count += 1
            if count == c:
                break
        else:
            answers.append(None)
    return tuple(answers)


@program
def svt_adaptive(
    q: Values, T: int, c: int, margin: int, laws: tuple[Noise, Noise, Noise], cap: int | None
) -> tuple[tuple[str, int] | None, ...]:
    """AdaptiveSVT, with cost in units of epsilon/(4c): the threshold costs 2c, the total is 4c."""
    rho_law, top_law, middle_law = laws
    noisy_threshold = T + draw(rho_law)
    cost = 2 * c
    answers: list[tuple[str, int] | None] = []
    for q_i in q:
        gap = q_i + draw(top_law) - noisy_threshold
        if gap >= margin:
            answers.append(("top", gap if cap is None else min(gap, margin + cap)))
            cost += 1
        else:
            gap = q_i + draw(middle_law) - noisy_threshold
            if gap >= 0:
                answers.append(("middle", gap if cap is None else min(gap, cap)))
                cost += 2
            else:
                answers.append(None)
        if cost > 4 * c - 2:
            break
    return tuple(answers)


@program
def noisy_max(q: Values, law: Noise, ties: str) -> int:
    """The index of the largest noisy value."""
    noisy = [q_i + draw(law) for q_i in q]
    winners = [i for i, value in enumerate(noisy) if value == max(noisy)]
    if ties == "uniform":
        return winners[uniform(len(winners))]
    return winners[0] if ties == "first" else winners[-1]


@program
def noisy_max_value(q: Values, law: Noise, release: Callable[[int], int]) -> int:
    """The largest noisy value."""
    return release(max(q_i + draw(law) for q_i in q))


@program
def permute_and_flip(p: Sequence[ExactLike]) -> int:
    """Visit the outputs in a uniformly random order; return the first whose coin says yes."""
    orders = list(permutations(range(len(p))))
    for i in orders[uniform(len(orders))]:
        if flip(p[i]):
            return i
    return -1


@program
def smart_sum(q: Values, law: Noise, block: int, release: Callable[[int], int], noisy: bool) -> Values:
    """SmartSum as in LightDP."""
    following, n, total = 0, 0, 0
    answers = []
    for i, q_i in enumerate(q):
        if (i + 1) % block == 0:
            n += release(total + q_i + draw(law)) if noisy else total + q_i
            total = 0
            following = n
        else:
            following += release(q_i + draw(law))
            total += q_i
        answers.append(following)
    return tuple(answers)


@program
def prefix_sum(q: Values, law: Noise, release: Callable[[int], int]) -> Values:
    """All prefix sums of the noisy values."""
    return tuple(accumulate(release(q_i + draw(law)) for q_i in q))


@program
def bootstrap(rows: Values, draws: int) -> int:
    """The number of ones in a resample with replacement."""
    return sum(rows[uniform(len(rows))] for _ in range(draws))


@program
def rappor_bit(bit: int, f: ExactLike, p: ExactLike, q: ExactLike) -> int:
    """The permanent and the instantaneous step for one bit."""
    kept = uniform(2) if flip(f) else bit
    return int(flip(q if kept else p))


def two_sided_mass(a: Number, z: int) -> Number:
    """P(G - G' = z) for independent geometric G, G' on 0, 1, ...: the sum of P(G = g + |z|) P(G' = g)."""
    return (1 - a) ** 2 * a ** abs(z) / (1 - a**2)


def two_sided_at_least(a: Number, k: int) -> Number:
    """The tail as a geometric series of the masses."""
    if k > 0:
        return two_sided_mass(a, k) / (1 - a)
    return number(1) - two_sided_mass(a, 1 - k) / (1 - a)


def refuted(mechanism: Mechanism[Any, Any], epsilon: EpsilonLike, delta: ExactLike = 0) -> bool:
    """Whether the claim is refuted by a witness."""
    verdict = mechanism.audit(epsilon, delta)
    return not verdict.holds and isinstance(verdict, Refuted)
