"""Bounds on amplification by Poisson sampling, by sampling without replacement, and with replacement.

The exact subsampled mechanism is `subsampling.subsample`; here are the bounds on its parameters. With
replacement, a record is drawn k times in m draws from n records with probability w_k = C(m, k) (1/n)^k (1 -
1/n)^(m-k), so group privacy enters. Source: Balle, Barthe and Gaboardi, "Privacy Amplification by
Subsampling: Tight Analyses via Couplings and Divergences", NeurIPS 2018; Kasiviswanathan et al., "What Can We
Learn Privately?", FOCS 2008; Smith, "Differential privacy and the secrecy of the sample", 2009.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Literal, TypeAlias, TypeVar

from ..arguments import integer, listed, probability
from ..dp import Dist, hockey_stick
from ..dp.dist import check_is_dist
from ..errors import InvalidValue
from ..exact import INFINITY, EpsilonLike, ExactLike, Log, Number, eps, exp, integer_text, ln, number
from ..theorems._check import bounded_count, finite_epsilon
from ..theorems.conversions import profile_from_dp
from ..theorems.group import group_privacy
from ..theorems.guarantee import Guarantee

T = TypeVar("T")
Direction: TypeAlias = Literal["remove", "add"]
MOST_DRAWS = 4096
"""The distribution of more draws, each with a probability of as many digits, is not listed."""
MOST_GROUPS = 512
"""The bounds for groups of more rows, each with a power of e^epsilon, are not listed."""


def amplified_epsilon(epsilon: EpsilonLike, rate: ExactLike) -> Log:
    """ln(1 + q (e^epsilon - 1)), the amplified epsilon at sampling rate q: 0 at q = 0, epsilon at q = 1."""
    level, q = eps(epsilon), probability(rate, "rate")
    if level.is_infinite:
        return level if q else eps(0)
    return ln(1 + q * (exp(level) - 1))


def poisson_amplification(
    epsilon: EpsilonLike, delta: ExactLike, rate: ExactLike, *, direction: Direction | None = None
) -> Guarantee:
    """The guarantee (epsilon', delta') of an (epsilon, delta)-DP mechanism run on a Poisson sample of rate q.

        epsilon' = ln(1 + q (e^epsilon - 1)),        delta' = q delta                             both
        epsilon' = the same,                         delta' = the same                            "remove"
        epsilon' = -ln(1 - q (1 - e^(-epsilon))),    delta' = q delta / (q + (1 - q) e^epsilon)   "add"

    Direction "remove" bounds P(S) <= e^epsilon' Q(S) + delta' for P = M'(x) and Q = M'(x without one record),
    and uses M in that direction only; "add" exchanges P and Q, and is the better of the two.

    Hypotheses: every record is kept independently with probability q; the sample is secret and fresh for this
    release; M satisfies its guarantee on every sub-data set.  Adjacency: add/remove-one (sets, multisets,
    sequences). Under replace-one the first line holds if M satisfies (epsilon, delta) under add/remove-one
    AND replace-one.
    Tight: `witnesses.presence` in every direction, for every delta.
    Raises InvalidValue for a rate or delta outside [0, 1], a negative epsilon, or an unknown direction.
    Source: Balle, Barthe and Gaboardi 2018, Theorem 8; the two directions: Theorem 2 there.
    """
    level, leak, q = eps(epsilon), probability(delta, "delta"), probability(rate, "rate")
    if direction not in (None, "remove", "add"):
        raise InvalidValue(f"direction = {direction!r} is unknown; give 'remove', 'add' or None for both")
    if direction == "add":
        return _adding(level, leak, q)
    return Guarantee(amplified_epsilon(level, q), q * leak)


def _adding(epsilon: Log, delta: Number, q: Number) -> Guarantee:
    """The bound on M(x without one record) by M(x)."""
    if epsilon.is_infinite:
        return Guarantee(INFINITY, delta) if q == 1 else Guarantee(-ln(1 - q), 0)
    x = exp(epsilon)
    return Guarantee(ln(x / (q + (1 - q) * x)), q * delta / (q + (1 - q) * x))


def one_sided_poisson_amplification(epsilon: EpsilonLike, delta: ExactLike, rate: ExactLike) -> Guarantee:
    """Amplification by Poisson sampling from a one-sided hypothesis, with a two-sided conclusion.

    If P[M(x) in S] <= e^epsilon P[M(x without a record) in S] + delta, then M on a Poisson sample of rate q
    is

        (max(ln(1 + q (e^epsilon - 1)), -ln(1 - q)), q delta)-DP

    in both directions: a sudden drop of a probability when a record is added costs at most -ln(1 - q), since
    the record is likely absent.

    Hypotheses: as for `poisson_amplification`, the guarantee of M in the direction "remove" only, and q < 1.
    Adjacency: add/remove-one.  Tight: in one direction `witnesses.presence`, in the other a mechanism that
    never shows some output when the record is there.
    Raises InvalidValue for q = 1 (then nothing is known in the other direction) and as
    `poisson_amplification`.
    Source: Smith 2009, note (b) and section 4, there for epsilon = 1.
    """
    q = probability(rate, "rate")
    if q == 1:
        raise InvalidValue(
            "rate = 1 violates the condition rate < 1: without sampling the hypothesis stays one-sided"
        )
    known = poisson_amplification(epsilon, delta, q)
    return Guarantee(max(known.epsilon, -ln(1 - q)), known.delta)


def secrecy_of_the_sample(rate: ExactLike, *, one_sided: bool = False) -> Guarantee:
    """A 1-DP mechanism on a Poisson sample of rate q in (0, 1) is 2q-DP, since 1 + q (e - 1) <= e^(2q).

    With one_sided=True only P[M(x) in S] <= e P[M(x without a record) in S] is assumed of M; then 2q-DP holds
    where also 1 - q >= e^(-2q), that is for q up to 0.7968...

    Adjacency: add/remove-one.  Never tight; `poisson_amplification(1, 0, q)` is.
    Raises InvalidValue for a q outside (0, 1) or irrational, or where the condition of the one-sided form
    fails.
    Source: Smith 2009, Lemma 3 and section 4.
    """
    q = probability(rate, "rate")
    if not q.is_rational or not q or q == 1:
        raise InvalidValue(f"rate = {q} is not a rational number in (0, 1), as this lemma needs")
    twice = 2 * q.as_fraction()
    if one_sided and 1 - q < exp(-twice):
        raise InvalidValue(
            f"rate = {q} violates the condition 1 - rate >= exp(-2 rate) of the one-sided form; "
            "use one_sided_poisson_amplification"
        )
    return Guarantee(twice, 0)


def without_replacement_amplification(epsilon: EpsilonLike, delta: ExactLike, m: int, n: int) -> Guarantee:
    """The guarantee (epsilon', delta') of an (epsilon, delta)-DP mechanism run on a uniform m-subset.

        epsilon' = ln(1 + (m/n) (e^epsilon - 1)),    delta' = (m/n) delta.

    Hypotheses: the subset is uniform, secret, and fresh for this release; M satisfies its guarantee under
    replacing one record of a data set of size m (by any other record of the data set); M does not depend on
    the order of the records, or sees them in random order (ordered=True in `sampling_without_replacement`):
    to an M that sees them in the order of the data set, another subset may look like several replacements.
    Adjacency: replace-one, before and after.
    Tight: `witnesses.presence`, for every delta.
    Raises InvalidValue unless 0 <= m <= n and n >= 1.
    Source: Balle, Barthe and Gaboardi 2018, Theorem 9.
    """
    size, total = integer(m, "m", 0), integer(n, "n", 1)
    if size > total:
        raise InvalidValue(
            f"m = {integer_text(size)} and n = {integer_text(total)} violate the condition m <= n "
            "of sampling without replacement"
        )
    q = number(size) / total
    return Guarantee(amplified_epsilon(epsilon, q), q * probability(delta, "delta"))


def advanced_joint_convexity(
    common: Dist[T], p: Dist[T], q: Dist[T], weight: ExactLike, epsilon: EpsilonLike
) -> tuple[Log, Number]:
    """(epsilon', delta'), the hockey-stick divergence delta' at epsilon' of two mixtures with a common part.

        P' = (1 - w) common + w P,    Q' = (1 - w) common + w Q,    epsilon' = ln(1 + w (e^epsilon - 1)),
        delta' = H_epsilon'(P' || Q') = w H_epsilon(P || (1 - b) common + b Q),    b = e^(epsilon' - epsilon).

    An identity, for every epsilon >= 0: all amplification bounds follow from it by bounding the right-hand
    side.
    Raises InvalidValue for a weight outside [0, 1] or an infinite epsilon.
    Source: Balle, Barthe and Gaboardi 2018, Theorem 2.
    """
    for name, dist in (("common", common), ("p", p), ("q", q)):
        check_is_dist(dist, name)
    level, w = finite_epsilon(epsilon), probability(weight, "weight")
    amplified = amplified_epsilon(level, w)
    b = exp(amplified) / exp(level)
    return amplified, w * hockey_stick(p, Dist.mixture([(1 - b, common), (b, q)]), level)


def multiplicities(m: int, n: int) -> tuple[Number, ...]:
    """(w_0, ..., w_m): the distribution of how often one of n records is drawn in m draws with replacement.

    Raises InvalidValue unless m >= 0 and n >= 1.
    """
    size, rate = bounded_count(m, "m", 0, MOST_DRAWS), 1 / number(integer(n, "n", 1))
    return tuple(comb(size, k) * rate**k * (1 - rate) ** (size - k) for k in range(size + 1))


def with_replacement_amplification_of_profile(
    epsilon: EpsilonLike, group_deltas: Sequence[ExactLike], n: int
) -> Guarantee:
    """The guarantee (epsilon', delta') of a mechanism that is run on m draws with replacement from n records.

        epsilon' = ln(1 + (1 - (1 - 1/n)^m) (e^epsilon - 1)),    delta' = sum_{k=1}^m w_k delta_k,

    where group_deltas = (delta_1, ..., delta_m) and M, on multisets of size m, is (epsilon, delta_k)-DP under
    replacing k records (the delta_k of its group privacy profile, at one and the same epsilon).

    Hypotheses: the draws are uniform, independent, secret and fresh for this release; M does not depend on
    the order of the records, or sees them in the order drawn (ordered=True in `sampling_with_replacement`).
    Adjacency: replace-one before, replace-k for delta_k.
    Raises InvalidValue for an empty list, a delta outside [0, 1] or n < 1.
    Source: Balle, Barthe and Gaboardi 2018, Theorem 10.
    """
    given = listed(group_deltas, "group_deltas", "['1/10', '1/5']")
    deltas = [probability(d, f"group_deltas[{k}]") for k, d in enumerate(given)]
    if not deltas:
        raise InvalidValue(
            "group_deltas is empty; give delta_1, ..., delta_m, one for every possible multiplicity"
        )
    weights = multiplicities(len(deltas), n)
    leak = sum((w * d for w, d in zip(weights[1:], deltas, strict=True)), number(0))
    return Guarantee(amplified_epsilon(epsilon, 1 - weights[0]), leak)


def with_replacement_amplification(
    epsilon: EpsilonLike, delta: ExactLike, m: int, n: int, *, at: EpsilonLike | None = None
) -> Guarantee:
    """`with_replacement_amplification_of_profile` for an M of which only (epsilon, delta)-DP is known.

    The delta_k at epsilon = `at` is what follows from group privacy, (k epsilon, delta (e^(k epsilon) -
    1)/(e^epsilon - 1)), by `profile_from_dp`; the default at = m epsilon makes them the group deltas
    themselves.

    Hypotheses: those above, and M (epsilon, delta)-DP under replacing one of m records; epsilon finite.
    Adjacency: replace-one, before and after, which is symmetric.  For delta = 0
    `pure_with_replacement_amplification` is better.
    Raises InvalidValue unless m >= 1, n >= 1.
    Source: Balle, Barthe and Gaboardi 2018, Theorem 10 and section 4.
    """
    level, size = finite_epsilon(epsilon), bounded_count(m, "m", 1, MOST_GROUPS)
    target = size * level if at is None else finite_epsilon(at, "at")
    groups = [group_privacy(level, delta, k) for k in range(1, size + 1)]
    return with_replacement_amplification_of_profile(
        target, [profile_from_dp(g.epsilon, g.delta, symmetric=True).exact(target) for g in groups], n
    )


def pure_with_replacement_amplification(epsilon: EpsilonLike, m: int, n: int) -> Log:
    """The epsilon' of an epsilon-DP mechanism that is run on m draws with replacement from n records.

        epsilon' = m ln(1 + (e^epsilon - 1)/n).

    Why: exchange the data set for its neighbour one draw at a time.  With the other draws fixed, that draw
    is another record with probability 1/n, so one step costs what amplification at the rate 1/n says.

    Hypotheses: as for `with_replacement_amplification`, delta = 0, and M epsilon-DP also on samples that
    hold both versions of the changed record.  Adjacency: replace-one, before and after.
    Tight for every epsilon, m and n: `witnesses.multiplicity`.
    Raises InvalidValue unless m >= 1, n >= 1 and epsilon is finite.
    Source: the argument above; Balle, Barthe and Gaboardi 2018 give ln(1 + (1 - w_0)(e^(m epsilon) - 1)).
    """
    level, size = finite_epsilon(epsilon), integer(m, "m", 1)
    return size * amplified_epsilon(level, 1 / number(integer(n, "n", 1)))
