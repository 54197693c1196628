"""Optimal composition: exactly what k rounds can leak, for every epsilon at once.

For a symmetric adjacency the worst (epsilon, delta)-DP mechanism is one pair of distributions on four
outcomes: with probability delta the input is shown, otherwise randomised response is.  Its k-fold product
dominates every k-fold adaptive composition, so that the profile of that product is the best possible bound.
In one direction the worst pair has the loss epsilon for sure, apart from delta: rounds add up without gain.
Source: Kairouz, Oh and Viswanath, "The Composition Theorem for Differential Privacy", ICML 2015, Theorems 3.3
and 3.4; Murtagh and Vadhan, "The Complexity of Computing the Optimal Composition of Differential Privacy",
2016.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from math import comb

from ..arguments import integer, probability
from ..budgets.sizes import check_size
from ..dp import Profile
from ..errors import InvalidValue
from ..exact import EpsilonLike, ExactLike, Log, Number, eps, exp, integer_text, number
from ..exact._flint import fmpz_poly
from ..exact.real import brief
from ._check import bounded_count, check_bits, finite_epsilon
from .guarantee import Guarantee, read_guarantees, symmetric_of
from .scope import check_symmetric
from .statement import check_adaptive

MOST_LOSSES, MOST_GAINS, MOST_CORNERS = 1 << 10, 1 << 12, 1 << 8
"""More rounds are not worked out (as a profile, one delta, all corners): every loss has its exact number."""

SYMBOLIC = 8
"""Powers of e^epsilon that are no rational numbers are polynomials: so many times fewer rounds."""


def _rounds(k: int, x: Number, most: int) -> int:
    """The number of rounds; BudgetExceeded for so many that their exact numbers are too long."""
    return bounded_count(k, "k", 1, most if x.is_rational else most // SYMBOLIC)


def optimal_composition(
    epsilon: EpsilonLike, delta: ExactLike, k: int, *, symmetric: bool | None = None
) -> Profile:
    """The profile of k-fold adaptive composition of (epsilon, delta)-DP mechanisms.

        delta_g(epsilon_g) = 1 - (1 - delta)^k (1 - D),
        D = sum over l = 0, ..., k of C(k, l) max(x^(k-l) - e^epsilon_g x^l, 0) / (1 + x)^k    symmetric=True
        D = max(1 - e^epsilon_g/x^k, 0)                                                symmetric=False

    for every epsilon_g >= 0, with x = e^epsilon.  `profile(epsilon_g)` is the delta,
    `profile.epsilon(delta_g)` the smallest epsilon_g.

    Hypotheses: epsilon finite, 0 <= delta <= 1, fresh randomness in each round; a symmetric adjacency for the
    first D.
    Tight: k independent copies of `witnesses.canonical_mechanism(epsilon, delta)`, or of `one_way_mechanism`.
    Raises InvalidValue where `symmetric` is not given, for an infinite epsilon, a delta outside [0, 1] or k
    < 1.
    Source: Kairouz, Oh and Viswanath 2015, Theorem 3.3; in one direction `profile_from_dp` and Zhu, Dong and
    Wang 2022, theorem 10.
    """
    both = check_symmetric(symmetric, "optimal_composition")
    rounds = _rounds(k, exp(finite_epsilon(epsilon)), MOST_LOSSES)
    return optimal_composition_of([(epsilon, delta)] * rounds, symmetric=both)


def optimal_composition_of(
    guarantees: Iterable[Guarantee | tuple[EpsilonLike, ExactLike]], *, symmetric: bool | None = None
) -> Profile:
    """The profile of the composition of mechanisms with different guarantees (eps_i, delta_i).

        delta_g(epsilon_g) = 1 - (1 - D) prod (1 - delta_i),
        D = sum over S of max(e^(eps(S)) - e^(epsilon_g) e^(eps(not S)), 0) / prod (1 + e^eps_i)
        D = max(1 - e^(epsilon_g - sum of eps_i), 0)                                  in one direction

    where S runs over the sets of rounds and eps(S) is the sum of eps_i over S.  The sum is taken over the
    distinct values of the total loss, which may be 2^k of them.

    symmetric: whether bare numbers hold in both directions; guarantees that say their adjacency need none.
    Hypotheses and errors as for `optimal_composition`, and one adjacency for all.  Tight for independent
    canonical (one-way) mechanisms.
    Source: Murtagh and Vadhan 2016, Theorem 1.5.
    """
    parts = read_guarantees(guarantees)
    both = symmetric_of(parts, symmetric, "optimal_composition_of")
    check_adaptive(parts)
    several_more = _more_rounds if both else _more_one_way
    hidden = number(1)
    masses: dict[Log, Number] = {eps(0): number(1)}
    for part, rounds in Counter(parts).items():
        hidden = hidden * (1 - part.delta) ** rounds
        masses = several_more(masses, finite_epsilon(part.epsilon), rounds)
        check_size(len(masses), "losses", f"{len(parts)} rounds", "compose fewer different ones")
    return _profile_of_losses(masses, hidden)


def _more_rounds(masses: dict[Log, Number], epsilon: Log, rounds: int) -> dict[Log, Number]:
    """The distribution of the total loss under P after more rounds of randomised response, of which some tell
    lies.
    """
    x = exp(epsilon)
    total = (1 + x) ** rounds
    added = [
        ((rounds - 2 * lies) * epsilon, comb(rounds, lies) * x ** (rounds - lies) / total)
        for lies in range(rounds + 1)
    ]
    after: dict[Log, Number] = {}
    for loss, mass in masses.items():
        for step, weight in added:
            after[loss + step] = after.get(loss + step, number(0)) + mass * weight
    return after


def _more_one_way(masses: dict[Log, Number], epsilon: Log, rounds: int) -> dict[Log, Number]:
    """The distribution of the total loss under P after more rounds of loss epsilon for sure."""
    return {loss + rounds * epsilon: mass for loss, mass in masses.items()}


def _profile_of_losses(masses: dict[Log, Number], hidden: Number) -> Profile:
    """The profile of a pair that is shown with probability 1 - hidden and else has these losses under P."""
    false_alarms, power = number(0), 1 - hidden
    tests = [(false_alarms, power)]
    for loss in sorted(masses, reverse=True):
        false_alarms = false_alarms + hidden * masses[loss] * exp(-loss)
        power = power + hidden * masses[loss]
        tests.append((false_alarms, power))
    return Profile(tests)


def optimal_composition_delta(
    epsilon: EpsilonLike, delta: ExactLike, k: int, at: EpsilonLike, *, symmetric: bool | None = None
) -> Number:
    """delta_g(epsilon_g) at epsilon_g = `at`, by the closed formula in `optimal_composition`.

    Raises as `optimal_composition`; MixedFields where e^at and e^epsilon lie in no common field.
    """
    both = check_symmetric(symmetric, "optimal_composition_delta")
    step, level = finite_epsilon(epsilon), finite_epsilon(at, "at")
    x, t = exp(step), exp(level)
    rounds = _rounds(k, x, MOST_GAINS)
    hidden = (1 - probability(delta, "delta")) ** rounds
    if not both:
        return 1 - hidden * min(t / x**rounds, number(1))
    gains = (
        comb(rounds, low) * (x ** (rounds - low) - t * x**low)
        for low in range(rounds + 1)
        if (rounds - 2 * low) * step > level
    )
    pure = sum(gains, number(0)) / (1 + x) ** rounds
    return 1 - hidden * (1 - pure)


def optimal_composition_points(
    epsilon: EpsilonLike, delta: ExactLike, k: int, *, symmetric: bool | None = None
) -> tuple[Guarantee, ...]:
    """The guarantees ((k - 2i) epsilon, 1 - (1 - delta)^k (1 - delta_i)) for i = 0, ..., floor(k/2).

        delta_i = sum_{l < i} C(k, l) (e^((k-l) epsilon) - e^((k-2i+l) epsilon)) / (1 + e^epsilon)^k.

    In one direction there are two, at k epsilon and at 0: (k epsilon, 1 - (1 - delta)^k) and
    (0, 1 - (1 - delta)^k e^(-k epsilon)).  They are the corners of the optimal profile.  Source: Kairouz, Oh
    and Viswanath 2015, Theorem 3.3.
    Raises as `optimal_composition`.
    """
    both = check_symmetric(symmetric, "optimal_composition_points")
    step, leak, points = finite_epsilon(epsilon), probability(delta, "delta"), []
    x = exp(step)
    rounds = _rounds(k, x, MOST_CORNERS) if both else integer(k, "k", 1)
    if not both:
        hidden = (1 - leak) ** rounds
        return Guarantee(rounds * step, 1 - hidden), Guarantee(0, 1 - hidden / x**rounds)
    for i in range(rounds // 2 + 1):
        terms = (comb(rounds, low) * (x ** (rounds - low) - x ** (rounds - 2 * i + low)) for low in range(i))
        delta_i = sum(terms, number(0)) / (1 + x) ** rounds
        points.append(Guarantee((rounds - 2 * i) * step, 1 - (1 - leak) ** rounds * (1 - delta_i)))
    return tuple(points)


def randomised_response_weights(ratio: int | Fraction, k: int) -> tuple[int, ...]:
    """Integer weights of k-fold randomised response with e^epsilon = ratio = a/b >= 1, as a polynomial.

    Entry l is the weight of "l of the k answers are lies" when the input is 1: the coefficient of z^l in
    (a + b z)^k.  Under the other input the weights are reversed; the total is (a + b)^k.
    Raises InvalidValue for a ratio below 1 or k < 1, BudgetExceeded for weights of too many digits in all.
    """
    value = number(ratio, "ratio").as_fraction()
    if value < 1:
        raise InvalidValue(f"ratio = {brief(value)} is below 1; give e^epsilon >= 1 as an int or a Fraction")
    rounds, truth, lie = integer(k, "k", 1), value.numerator, value.denominator
    check_bits((rounds + 1) * rounds * (truth + lie).bit_length(), f"k = {integer_text(rounds)}", "k")
    return tuple(int(w) for w in (fmpz_poly([truth, lie]) ** rounds).coeffs())


def integer_composition_delta(ratio: int | Fraction, k: int, at_ratio: int | Fraction) -> Fraction:
    """delta_g of k-fold randomised response, by integers only: e^epsilon = ratio, e^epsilon_g = at_ratio.

        delta_g = sum over l of max(w_l - at_ratio w_(k-l), 0) / (a + b)^k

    with the weights w of `randomised_response_weights` for ratio = a/b.

    An independent route to `optimal_composition_delta` for rational e^epsilon.  Raises InvalidValue for a
    ratio below 1 or k < 1.
    """
    level = number(at_ratio, "at_ratio").as_fraction()
    if level < 1:
        raise InvalidValue(
            f"at_ratio = {brief(level)} is below 1; give e^epsilon_g >= 1 as an int or a Fraction"
        )
    weights = randomised_response_weights(ratio, k)
    gains = (
        max(level.denominator * p - level.numerator * q, 0)
        for p, q in zip(weights, reversed(weights), strict=True)
    )
    return Fraction(sum(gains), level.denominator * sum(weights))
