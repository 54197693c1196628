"""Shuffling: n people randomise their records locally, and only the multiset of the reports is seen.

The exact mechanism of a small n, and exact and closed-form bounds on what the multiset reveals.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from itertools import product
from math import comb
from typing import Any, TypeVar

from ..adjacency import Adjacency, explicit
from ..arguments import integer, open_probability
from ..budgets.sizes import check_power, check_size
from ..dp import Dist, Mechanism, hockey_stick
from ..errors import InvalidValue
from ..exact import EpsilonLike, ExactLike, Log, Number, certified, exp, integer_text, ln, number
from ..exact.real import brief
from ..theorems._check import bounded_count, check_mechanism, finite_epsilon
from ..theorems.guarantee import CertifiedGuarantee

X = TypeVar("X", bound=Hashable)
Y = TypeVar("Y", bound=Hashable)
MOST_REPORTS = 1 << 9
"""The blanket of more reports, a sum over all numbers of them that hide, is not begun."""
MOST_CLONES = 1 << 9
"""The pair has about n^2/2 outcomes."""
MOST_TERMS = 400_000
"""Terms of powers of e in all probabilities of the pair, for a rational epsilon0."""
Clones = Dist[tuple[int, int]]


def shuffle(
    randomiser: Mechanism[X, Y], n: int, *, domain: Iterable[tuple[X, ...]] | None = None
) -> Mechanism[tuple[X, ...], tuple[Y, ...]]:
    """The mechanism (x_1, ..., x_n) -> multiset of the reports R(x_1), ..., R(x_n), which are independent.

    A multiset is a tuple in the order of `randomiser.outputs`.  Inputs are the n-tuples of records of the
    randomiser (or those of `domain`, which may list far fewer: the distribution depends on the multiset of
    records only). Two inputs are adjacent when they differ in one place, by two adjacent records of the
    randomiser.
    Raises InvalidValue for n < 1, an input of another length, or a domain without adjacent inputs.
    """
    check_mechanism(randomiser, "randomiser")
    size = integer(n, "n", 1)
    if domain is None:
        because = f"n = {integer_text(size)} with {len(randomiser.domain)} records"
        check_power(len(randomiser.domain), size, "inputs", because, "use a smaller n, or give a domain")
    inputs = tuple(product(randomiser.domain, repeat=size)) if domain is None else tuple(domain)
    for x in inputs:
        if len(x) != size:
            raise InvalidValue(f"the input {x!r} has {len(x)} records, not n = {integer_text(size)}")
    place = {y: i for i, y in enumerate(randomiser.outputs)}

    def run(x: tuple[X, ...]) -> Dist[tuple[Y, ...]]:
        return _histogram(randomiser, x, place).map(
            lambda counts: tuple(y for y, i in place.items() for _ in range(counts[i]))
        )

    return Mechanism(run, inputs, _one_record(randomiser, inputs), name=f"shuffled {randomiser.name}")


def _histogram(randomiser: Mechanism[X, Y], x: tuple[X, ...], place: dict[Y, int]) -> Dist[tuple[int, ...]]:
    """The distribution of the counts of the reports, one person at a time."""
    distribution: dict[tuple[int, ...], Number] = {(0,) * len(place): number(1)}
    for record in x:
        after: dict[tuple[int, ...], Number] = {}
        for counts, mass in distribution.items():
            for y, p in randomiser.distribution(record).items():
                i = place[y]
                more = (*counts[:i], counts[i] + 1, *counts[i + 1 :])
                after[more] = after.get(more, number(0)) + mass * p
        distribution = after
    return Dist(distribution)


def _one_record(randomiser: Mechanism[X, Y], inputs: tuple[tuple[X, ...], ...]) -> Adjacency:
    """The pairs of inputs that differ in one place, by adjacent records."""
    steps: dict[X, list[X]] = {}
    for record, other in randomiser.pairs:
        steps.setdefault(record, []).append(other)
    known = set(inputs)
    pairs = [
        (x, y)
        for x in inputs
        for i, record in enumerate(x)
        for other in steps.get(record, [])
        if (y := (*x[:i], other, *x[i + 1 :])) in known
    ]
    if not pairs:
        raise InvalidValue(
            "no two inputs of the domain differ in one record, so that anything would be private; add some"
        )
    return explicit(pairs, symmetric=False)


def clones_pair(epsilon0: EpsilonLike, n: int) -> tuple[Clones, Clones]:
    """The pair (P, Q) that dominates n shuffled reports of epsilon0-DP randomisers, for one changed record.

        P = distribution of (A + D, C - A + 1 - D),  Q = distribution of (A + 1 - D, C - A + D),  independent
        C ~ Bin(n - 1, e^(-epsilon0)),  A ~ Bin(C, 1/2),  D ~ Bernoulli(e^epsilon0/(e^epsilon0 + 1)).

    Hypotheses: every report is an epsilon0-DP function of one record (all pairs of records), fresh
    randomness.
    Adjacency: replace-one.  For n = 1 it is randomised response.
    Raises BudgetExceeded, before it is begun, for a pair of too many terms.
    Source: Feldman, McMillan and Talwar, "Hiding Among the Clones", FOCS 2021, Theorem 3.2.
    """
    level, others = finite_epsilon(epsilon0, "epsilon0"), bounded_count(n, "n", 1, MOST_CLONES) - 1
    size = abs(level.rational.numerator) * n**3
    check_size(
        size,
        "terms of powers of e",
        f"epsilon0 = {brief(level)} with n = {n}",
        "use clones_closed_form, or an epsilon0 of the form ln(...)",
        MOST_TERMS,
    )
    x = exp(level)
    clone, truth = 1 / x, x / (x + 1)
    p: dict[tuple[int, int], Number] = {}
    for c in range(others + 1):
        seen = comb(others, c) * clone**c * (1 - clone) ** (others - c)
        for a in range(c + 1):
            mass = seen * comb(c, a) / 2**c
            for outcome, weight in (((a + 1, c - a), truth), ((a, c - a + 1), 1 - truth)):
                p[outcome] = p.get(outcome, number(0)) + mass * weight
    distribution = Dist(p)
    return distribution, distribution.map(lambda counts: (counts[1], counts[0]))


def clones_delta(epsilon0: EpsilonLike, n: int, epsilon: EpsilonLike) -> Number:
    """An exact delta at epsilon for n shuffled reports of epsilon0-DP randomisers.

    delta = H_epsilon(P || Q) for (P, Q) = `clones_pair(epsilon0, n)`; hypotheses, adjacency and source as
    there.
    """
    return hockey_stick(*clones_pair(epsilon0, n), epsilon)


def clones_closed_form(epsilon0: EpsilonLike, n: int, delta: ExactLike) -> CertifiedGuarantee:
    """A certified epsilon at delta for n shuffled reports of epsilon0-DP randomisers.

        epsilon = ln(1 + (x - 1)/(x + 1) (8 sqrt(x ln(4/delta)/n) + 8 x/n)),    x = e^epsilon0.

    Hypotheses: n >= 16 e^epsilon0 ln(4/delta), 0 < delta < 1, epsilon0 finite.  (The paper prints
    ln(2/delta); the tail bounds behind the constant 8 use ln(4/delta), as does the code published with the
    paper.)
    Adjacency: replace-one.  Not tight: `clones_delta` is smaller.
    Raises InvalidValue where a hypothesis fails.
    Source: Feldman, McMillan and Talwar 2021, Theorem 3.1.
    """
    level, people = finite_epsilon(epsilon0, "epsilon0"), integer(n, "n", 1)
    allowed = open_probability(delta, "delta")
    x, tail = exp(level), ln(4 / allowed)
    if not _at_most(tail, people / (16 * x)):
        raise InvalidValue(
            f"n = {integer_text(people)}, epsilon0 = {level} and delta = {allowed} violate the condition "
            "n >= 16 e^epsilon0 ln(4/delta); use clones_delta, which needs no condition"
        )
    spread = 8 * (certified(x / people) * tail).sqrt() + 8 * x / people
    epsilon = (1 + certified((x - 1) / (x + 1)) * spread).log()
    return CertifiedGuarantee(
        certified(epsilon, f"clones bound for {integer_text(people)} reports at {brief(level)}"), allowed
    )


def _at_most(x: Log, bound: Number) -> bool:
    """x <= bound, exactly where bound is rational."""
    return x <= bound.as_fraction() if bound.is_rational else certified(x) <= bound


def erlingsson_bound(epsilon0: EpsilonLike, n: int, delta: ExactLike) -> CertifiedGuarantee:
    """n shuffled reports of epsilon0-DP randomisers are (12 epsilon0 sqrt(ln(1/delta)/n), delta)-DP.

    Hypotheses: epsilon0 <= 1/2, n >= 1000, 0 < delta <= 1/100.  Adjacency: replace-one.  Not tight.
    Raises InvalidValue where a hypothesis fails.
    Source: Erlingsson et al., "Amplification by Shuffling", SODA 2019.
    """
    level, people = finite_epsilon(epsilon0, "epsilon0"), integer(n, "n", 1)
    allowed = open_probability(delta, "delta")
    for holds, condition in (
        (level <= number("1/2").as_fraction(), "epsilon0 <= 1/2"),
        (people >= 1000, "n >= 1000"),
        (allowed <= number("1/100"), "delta <= 1/100"),
    ):
        if not holds:
            raise InvalidValue(
                f"epsilon0 = {level}, n = {integer_text(people)} and delta = {allowed} violate the condition "
                f"{condition}; "
                "use clones_delta, which needs no condition"
            )
    epsilon = 12 * certified(level) * (certified(ln(1 / allowed)) / people).sqrt()
    return CertifiedGuarantee(
        certified(epsilon, f"shuffling bound for {integer_text(people)} reports at {brief(level)}"), allowed
    )


def blanket_delta(randomiser: Mechanism[Any, Any], n: int, epsilon: EpsilonLike) -> Number:
    """An exact delta at epsilon for n shuffled reports of this randomiser R.

        delta = max over adjacent records x, x' of  1/(n g) E[max(L_1 + ... + L_m, 0)],    m ~ Bin(n, g)

    where g = sum over y of min over x of R_x(y), the blanket w(y) = min over x of R_x(y) / g is drawn m times
    independently, and L = (R_x(y) - e^epsilon R_x'(y))/w(y) for a draw y.

    Hypotheses: every output of R has positive probability on every record (R is eps0-DP for a finite eps0
    under all pairs); fresh randomness; epsilon finite.  Adjacency: replace-one, between adjacent records of
    R.
    Raises InvalidValue where a hypothesis fails.
    Source: Balle, Bell, Gascon and Nissim, "The Privacy Blanket of the Shuffle Model", CRYPTO 2019.
    """
    check_mechanism(randomiser, "randomiser")
    level, people = finite_epsilon(epsilon), bounded_count(n, "n", 1, MOST_REPORTS)
    rows = [randomiser.distribution(x) for x in randomiser.domain]
    least = {y: min(row[y] for row in rows) for y in randomiser.outputs}
    missing = [y for y, p in least.items() if not p]
    if missing:
        raise InvalidValue(
            f"the output {missing[0]!r} has probability 0 on some record; the blanket needs it on all"
        )
    share = sum(least.values(), number(0))
    blanket = Dist({y: p / share for y, p in least.items()})
    pairs = ((randomiser.distribution(x), randomiser.distribution(z)) for x, z in randomiser.pairs)
    distributions = {_gain(p, q, exp(level), blanket) for p, q in pairs}
    return max(_expected_gain(distribution, share, people) for distribution in distributions)


def _gain(p: Dist[Y], q: Dist[Y], t: Number, blanket: Dist[Y]) -> Dist[Number]:
    """The distribution of L = (P(y) - t Q(y))/w(y) for y drawn from the blanket w."""
    return blanket.map(lambda y: (p[y] - t * q[y]) / blanket[y])


def _expected_gain(distribution: Dist[Number], share: Number, n: int) -> Number:
    """1/(n g) E[max(L_1 + ... + L_m, 0)] for m ~ Bin(n, g)."""
    total, sums, listed = number(0), Dist.point(number(0)), 0
    for m in range(1, n + 1):
        listed += check_size(len(sums) * len(distribution), "sums", f"{m} of {n} reports", "use a smaller n")
        check_size(listed, "sums", f"{m} of {n} reports", "use a smaller n")
        sums = sums.bind(lambda s: distribution.map(lambda gain: s + gain))
        chance = comb(n, m) * share**m * (1 - share) ** (n - m)
        total = total + chance * sums.expectation(lambda s: max(s, number(0)))
    return total / (n * share)
