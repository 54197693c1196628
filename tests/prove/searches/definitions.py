"""Searches for the lemmas on the forms of the definition, on samples of rows and on chains of inputs."""

from __future__ import annotations

import math
import random
from fractions import Fraction

from assay.amplification import sampling_with_replacement, sampling_without_replacement
from assay.dp import (
    Dist,
    epsilon,
    hockey_stick,
    max_loss,
    probabilistic_delta,
    renyi,
    total_variation,
    tradeoff,
)
from assay.exact import Log, Number, certified, eps, exp, ln, number
from assay.mechanisms import randomised_response
from assay.testing.generated_mechanisms import (
    dist,
    dp_pair,
    fraction,
    inner_fraction,
    kernel,
    level,
    positive_dist,
)
from assay.theorems import group_factor, optimal_composition, rdp_to_delta, slack
from assay.theorems.witnesses import group_chain

from .divergences import one_sided
from .trial import Searches


def line_of_the_loss(rng: random.Random) -> tuple[bool, bool]:
    """A t-indistinguishable pair, its ratios against 1 + 2t and 1 + t."""
    t = Fraction(rng.randint(1, 10), 8)
    p, q = dp_pair(rng, eps(t))
    most = max((p[o] / q[o] for o in q.support), default=number(1))
    return most <= 1 + 2 * t, most <= 1 + t


def _event(rng: random.Random) -> tuple[Number, Number, Number, Number]:
    """P(S), Q(S), e^epsilon and delta of a generated event."""
    e, delta, event = level(rng), number(fraction(rng) / 4), [o for o in range(3) if rng.randrange(2)]
    p, q = dist(rng, range(3)), dist(rng, range(3))
    return p.prob(event), q.prob(event), exp(e), delta


def where_the_first_form_is_defined(rng: random.Random) -> tuple[bool, bool]:
    """The inequality and the first form, where P(S) > delta and elsewhere: there is no logarithm."""
    p, q, a, d = _event(rng)
    same = not (p > d and q > 0) or (ln((p - d) / q) <= ln(a)) == (p <= a * q + d)
    return same, not (q > 0 and p <= a * q + d) or p > d


def where_the_event_is_impossible(rng: random.Random) -> tuple[bool, bool]:
    """The same where Q(S) > 0 and elsewhere: the inequality fails, and there is no quotient."""
    p, q, a, d = _event(rng)
    same = not (p > d and q > 0) or (ln((p - d) / q) <= ln(a)) == (p <= a * q + d)
    return same, not p > d or q > 0


def second_form_of_any_event(rng: random.Random) -> tuple[bool, bool]:
    """The second form, for events with Q(S) <= e^epsilon P(S) + delta and for all events."""
    p, q, a, d = _event(rng)
    if not (p + d > 0 and q > 0):
        return True, True
    holds = -ln(a) <= ln((p + d) / q)
    return holds or q > a * p + d, holds


def second_form_alone(rng: random.Random) -> tuple[bool, bool]:
    """The smallest delta of the inequality, and that of the second form, Q(S) <= e^epsilon (P(S) + delta)."""
    p, q, e = dist(rng, range(3)), dist(rng, range(3)), level(rng)
    events = [[o for o in range(3) if bits >> o & 1] for bits in range(8)]
    gaps = [q.prob(s) - exp(e) * p.prob(s) for s in events]
    exact, second = max(gaps), max(gap / exp(e) for gap in gaps)
    return hockey_stick(q, p, e) <= exact, hockey_stick(q, p, e) <= second


def any_bias(rng: random.Random) -> tuple[bool, bool]:
    """The epsilon of a bias of at least a half, and of any bias."""
    p = inner_fraction(rng)
    held = [
        randomised_response(bias=str(b)).epsilon() <= abs(ln(b / (1 - b))) if b >= Fraction(1, 2) else False
        for b in (max(p, 1 - p), p)
    ]
    return held[0], held[1]


def two_biases(rng: random.Random) -> tuple[bool, bool]:
    """One bias on both inputs, and another one on the second input."""
    p, other = (max(x, 1 - x) for x in (inner_fraction(rng), inner_fraction(rng)))
    laws = [(Dist.bernoulli(p), Dist.bernoulli(1 - b)) for b in (p, other)]
    held = [max(epsilon(x, y), epsilon(y, x)) <= ln(p / (1 - p)) for x, y in laws]
    return held[0], held[1]


def _shown(chance: Fraction, draws: int) -> Fraction:
    return 1 - (1 - chance) ** draws


def unequal_rows(rng: random.Random) -> tuple[bool, bool]:
    """A row that is as likely as the others, and one that has a weight of its own."""
    n, k = rng.randint(2, 6), rng.randint(1, 4)
    weights = [rng.randint(1, 4) for _ in range(n)]
    chances = (Fraction(1, n), Fraction(weights[0], sum(weights)))
    held = [_shown(chance, k) <= Fraction(k, n) for chance in chances]
    return held[0], held[1]


def rounded_draws(rng: random.Random) -> tuple[bool, bool]:
    """k = ceil(n/Z) draws: a row shows up with probability at most k/n, but not 1/Z."""
    n, z = rng.randint(2, 9), 1 + 3 * inner_fraction(rng)
    k = math.ceil(n / z)
    return _shown(Fraction(1, n), k) <= Fraction(k, n), _shown(Fraction(1, n), k) <= 1 / z


def _moments(law: Dist[int], draws: int) -> tuple[Number, Number]:
    """Mean and variance of the frequency of a row."""
    mean = sum((w * c for c, w in law.items()), number(0)) / draws
    return mean, sum((w * (Fraction(c, draws) - mean) ** 2 for c, w in law.items()), number(0))


def frequencies_without_replacement(rng: random.Random) -> tuple[bool, bool]:
    n = rng.randint(2, 5)
    k = rng.randint(1, min(n, 3))
    laws = [
        sample(k)(n).multiplicity(0) for sample in (sampling_with_replacement, sampling_without_replacement)
    ]
    wanted = number(1) / n, (1 - number(1) / n) / (n * k)
    held = [_moments(law, k) == wanted for law in laws]
    return held[0], held[1]


def frequencies_of_unequal_rows(rng: random.Random) -> tuple[bool, bool]:
    n = rng.randint(2, 5)
    weights = [rng.randint(1, 4) for _ in range(n)]
    means = (
        _moments(sampling_with_replacement(1)(n).multiplicity(0), 1)[0],
        Fraction(weights[0], sum(weights)),
    )
    return means[0] == Fraction(1, n), means[1] == Fraction(1, n)


def variance_of_rounded_draws(rng: random.Random) -> tuple[bool, bool]:
    """n/Z draws, with Z a divisor of n, and ceil(n/Z) draws for another Z."""
    k, z = rng.randint(1, 3), rng.randint(1, 2)
    n, other = k * z, z + inner_fraction(rng)
    held = []
    for draws, part in ((k, Fraction(z)), (math.ceil(n / other), other)):
        variance = _moments(sampling_with_replacement(draws)(n).multiplicity(0), draws)[1]
        held.append(variance == part * (1 - Fraction(1, n)) / n**2)
    return held[0], held[1]


def variance_as_printed(rng: random.Random) -> tuple[bool, bool]:
    """Just below Z/n^2, and not Z/(eps n^2) at eps = 1/Z."""
    k, z = rng.randint(1, 3), rng.randint(1, 2)
    n = k * z
    variance = _moments(sampling_with_replacement(k)(n).multiplicity(0), k)[1]
    return variance < Fraction(z, n**2), variance == Fraction(z**2, n**2)


def sum_of_the_deltas(rng: random.Random) -> tuple[bool, bool]:
    """The chain that is as bad as can be: its delta against the factor of the lemma, and against k."""
    e, k, delta = level(rng), rng.randint(2, 3), Fraction(1, rng.randint(200, 900))
    chain = group_chain(e, delta, k)
    far = hockey_stick(chain.distribution(k), chain.distribution(0), k * e)
    return far <= group_factor(e, k) * delta, far <= k * delta


def other_direction_of_renyi(rng: random.Random) -> tuple[bool, bool]:
    p, q, e = positive_dist(rng, 3), positive_dist(rng, 3), level(rng)
    exact = hockey_stick(p, q, e)
    held = [
        slack(rdp_to_delta(2, r, e), exact).status != "violated" for r in (renyi(p, q, 2), renyi(q, p, 2))
    ]
    return held[0], held[1]


def largest_epsilon(rng: random.Random) -> tuple[bool, bool]:
    e, f = level(rng), level(rng)
    (p, q), (r, s) = dp_pair(rng, e), dp_pair(rng, f)
    both = epsilon(Dist.product(p, r), Dist.product(q, s))
    return both <= e + f, both <= max(e, f)


def first_without_guarantee(rng: random.Random) -> tuple[bool, bool]:
    e, f = level(rng), level(rng)
    (p, q), (r, s), (a, b) = dp_pair(rng, e), dp_pair(rng, f), (dist(rng, range(3)), dist(rng, range(3)))
    held = [epsilon(Dist.product(x, r), Dist.product(y, s)) <= e + f for x, y in ((p, q), (a, b))]
    return held[0], held[1]


def one_order_of_adaptive_composition(rng: random.Random) -> tuple[bool, bool]:
    e = level(rng)
    held: list[bool] = []
    for p, q in (dp_pair(rng, e), one_sided(rng, e)):
        other = dp_pair(rng, e) if not held else one_sided(rng, e)
        first = p.bind(lambda o, x=other, y=p: (x[0] if o else y).map(lambda c, o=o: (o, c)))  # type: ignore[misc]
        second = q.bind(lambda o, x=other, y=q: (x[1] if o else y).map(lambda c, o=o: (o, c)))  # type: ignore[misc]
        bound = optimal_composition(e, 0, 2, symmetric=True)
        held.append(all(hockey_stick(first, second, at) <= bound(at) for at in (eps(0), e)))
    return held[0], held[1]


def odds(rng: random.Random, steps: int, factor: Log | None = None) -> tuple[list[Dist[bool]], Number]:
    """Distributions on two outcomes whose odds grow by the same factor A, each ln(A) from the next; and A."""
    a, start = exp(level(rng) if factor is None else factor).as_fraction(), Fraction(1, rng.randint(1, 60))
    chances = [start * a**i / (1 + start * a**i) for i in range(steps + 1)]
    return [Dist.bernoulli(c) for c in chances], number(a)


def one_change_more(rng: random.Random) -> tuple[bool, bool]:
    k = rng.randint(1, 3)
    laws, a = odds(rng, k + 1)
    held = [epsilon(laws[j], laws[0]) <= k * ln(a) for j in (k, k + 1)]
    return held[0], held[1]


def changes_that_tell_a_little(rng: random.Random) -> tuple[bool, bool]:
    (same, _), (laws, _) = odds(rng, 2, eps(0)), odds(rng, 2)
    return same[0] == same[-1], laws[0] == laws[-1]


def two_islands(rng: random.Random) -> tuple[bool, bool]:
    """Inputs that are joined by changes that tell nothing, and others that are not joined."""
    here, there = dist(rng, range(2)), dist(rng, range(2))
    return total_variation(here, here) == 0, total_variation(here, there) == 0


def pinsker_of_a_small_order(rng: random.Random) -> tuple[bool, bool]:
    p, q = positive_dist(rng, 2), positive_dist(rng, 2)
    squared = 2 * total_variation(p, q) ** 2
    held = [slack(renyi(p, q, order), squared).status != "violated" for order in (1, "1/4")]
    return held[0], held[1]


def mean_of_the_losses(rng: random.Random) -> tuple[bool, bool]:
    """A mixture of two pairs: its largest loss against the larger one and the mean of theirs."""
    pairs = [(positive_dist(rng, 2), positive_dist(rng, 2)) for _ in range(2)]
    half = Fraction(1, 2)
    p, q = (Dist.mixture([(half, pairs[0][j]), (half, pairs[1][j])]) for j in (0, 1))
    losses = [max_loss(*x) for x in pairs]
    return max_loss(p, q) <= max(losses), 2 * max_loss(p, q) <= losses[0] + losses[1]


def tail_of_the_loss(rng: random.Random) -> tuple[bool, bool]:
    """Post-processing against a divergence and against the probability of a large loss."""
    p, q, e = dist(rng, range(3)), dist(rng, range(3)), level(rng)
    k = kernel(rng, range(3), range(2))
    after = p.bind(k.__getitem__), q.bind(k.__getitem__)
    return (
        hockey_stick(*after, e) <= hockey_stick(p, q, e),
        probabilistic_delta(*after, e) <= probabilistic_delta(p, q, e),
    )


def mixtures_of_renyi(rng: random.Random) -> tuple[bool, bool]:
    """Joint convexity of the divergence of order 1, and of order 8."""
    pairs = [(positive_dist(rng, 2), positive_dist(rng, 2)) for _ in range(2)]
    half = Fraction(1, 2)
    p, q = (Dist.mixture([(half, pairs[0][j]), (half, pairs[1][j])]) for j in (0, 1))
    held = []
    for order in (1, 8):
        one, other = (renyi(*pair, order) for pair in pairs)
        mean = (certified(one) + certified(other)) / 2
        held.append(slack(mean, renyi(p, q, order)).status != "violated")
    return held[0], held[1]


def above_its_lines(rng: random.Random, *, one_order: bool) -> tuple[bool, bool]:
    """The trade-off function against the two lines, for a DP pair and for another one."""
    e = level(rng)
    a = exp(e)
    other = one_sided(rng, e) if one_order else (dist(rng, range(3)), dist(rng, range(3)))
    held = []
    for pair in (dp_pair(rng, e), other):
        f = tradeoff(*pair)
        at = [number(v) / 12 for v in range(13)]
        held.append(all(f(x) >= max(number(0), 1 - a * x, (1 - x) / a) for x in at))
    return held[0], held[1]


def lines_of_any_pair(rng: random.Random) -> tuple[bool, bool]:
    return above_its_lines(rng, one_order=False)


def lines_of_one_order(rng: random.Random) -> tuple[bool, bool]:
    return above_its_lines(rng, one_order=True)


def beyond_the_unit_interval(rng: random.Random) -> tuple[bool, bool]:
    """Two values at distance 1, and at distance 3, with the same mean in their units."""
    p, t = inner_fraction(rng), rng.choice((-2, -1, 1, 2))
    held = []
    for width in (1, 3):
        moment = (1 - p) + p * exp(width * t)
        held.append(moment <= exp(p * width * t + Fraction(t * t, 8)))
    return held[0], held[1]


LOGS, FREQUENCY = "the log forms of approximate DP", "frequency of a row in a bootstrap sample"
NOTHING, ROW = "nothing about an individual, nothing at all", "a row of a bootstrap sample"
OTHERS = "post-processing and mixtures for total variation, the largest loss and the trade-off function"
DUALITY, BASIC = "duality of trade-off functions and privacy profiles", "basic composition"
SEARCHES: Searches = {
    ("the limit form of pure DP", "1 + t in place of 1 + 2t"): (line_of_the_loss, 30),
    (LOGS, "P(S) > delta"): (where_the_first_form_is_defined, 30),
    (LOGS, "Q(S) > 0"): (where_the_event_is_impossible, 30),
    (LOGS, "Q(S) <= e^eps P(S) + delta"): (second_form_of_any_event, 40),
    (LOGS, "the second form in place of the first"): (second_form_alone, 20),
    ("the bias of randomised response", "p in [1/2, 1)"): (any_bias, 20),
    ("the bias of randomised response", "one probability p on both inputs"): (two_biases, 20),
    (ROW, "each equally likely"): (unequal_rows, 30),
    (ROW, "1/Z in place of k/n, for ceil(n/Z) draws"): (rounded_draws, 60),
    (FREQUENCY, "with replacement"): (frequencies_without_replacement, 20),
    (FREQUENCY, "each equally likely"): (frequencies_of_unequal_rows, 20),
    (FREQUENCY, "k = n/Z"): (variance_of_rounded_draws, 20),
    (FREQUENCY, "Z/(eps n^2) in place of Z/n^2"): (variance_as_printed, 20),
    ("group privacy", "k delta in place of delta (e^(k eps) - 1)/(e^eps - 1)"): (sum_of_the_deltas, 20),
    ("Renyi DP to approximate DP", "D_alpha(P || Q) <= r: in that direction"): (other_direction_of_renyi, 60),
    (BASIC, "the larger epsilon in place of the sum"): (largest_epsilon, 20),
    (BASIC, "an (eps_1, delta_1)-DP mechanism"): (first_without_guarantee, 20),
    ("optimal adaptive composition", "a symmetric adjacency"): (one_order_of_adaptive_composition, 20),
    (NOTHING, "at most k changes"): (one_change_more, 30),
    (NOTHING, "epsilon = 0"): (changes_that_tell_a_little, 10),
    (NOTHING, "any two inputs are joined"): (two_islands, 20),
    ("Pinsker's inequality", "the divergence of order 1/4 in place of KL"): (pinsker_of_a_small_order, 30),
    (OTHERS, "the mean in place of the larger one"): (mean_of_the_losses, 30),
    (OTHERS, "P[loss > eps] in place of a divergence"): (tail_of_the_loss, 60),
    ("post-processing and convexity of Renyi and Kullback-Leibler divergence", "alpha <= 1"): (
        mixtures_of_renyi,
        60,
    ),
    (DUALITY, "an (eps, delta)-DP pair"): (lines_of_any_pair, 20),
    (DUALITY, "in both orders"): (lines_of_one_order, 20),
    ("Hoeffding's lemma", "on [0, 1]"): (beyond_the_unit_interval, 20),
}
