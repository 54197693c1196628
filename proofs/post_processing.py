"""Post-processing and mixtures: hockey-stick, total variation, the largest loss, the trade-off function."""

from __future__ import annotations

import random
from fractions import Fraction

from assay.dp import Dist, hockey_stick, max_loss, probabilistic_delta, total_variation, tradeoff
from assay.dp.tradeoff import lower_envelope
from assay.exact import Number, exp, ln, number
from assay.prove.lemma import Lemma, require
from assay.testing.generated_mechanisms import dist, fraction, kernel, level


def case(rng: random.Random) -> None:
    """A generated kernel applied to a generated pair; a generated mixture of two pairs."""
    p, q, epsilon = dist(rng, range(3)), dist(rng, range(3)), level(rng)
    k = kernel(rng, range(3), range(3))
    before, after = (
        hockey_stick(p, q, epsilon),
        hockey_stick(p.bind(lambda o: k[o]), q.bind(lambda o: k[o]), epsilon),
    )
    require(after <= before, f"post-processing at {epsilon}")
    r, s, w = dist(rng, range(3)), dist(rng, range(3)), number(fraction(rng))
    left = hockey_stick(Dist.mixture([(w, p), (1 - w, r)]), Dist.mixture([(w, q), (1 - w, s)]), epsilon)
    require(left <= w * before + (1 - w) * hockey_stick(r, s, epsilon), f"convexity at {epsilon}")


def tight() -> bool:
    """Renaming outcomes loses nothing."""
    p, q = Dist({0: "3/4", 1: "1/4"}), Dist({0: "1/4", 1: "3/4"})
    return hockey_stick(p.map(str), q.map(str), ln(2)) == hockey_stick(p, q, ln(2)) == (exp(0) / 4)


def two_kernels() -> bool:
    """A function that looks at the input again is no post-processing."""
    p = Dist({0: 1})
    return hockey_stick(p.map(lambda o: (o, True)), p.map(lambda o: (o, False)), ln(2)) > hockey_stick(
        p, p, ln(2)
    )


LEMMA = Lemma(
    title="post-processing and joint convexity",
    statement="a kernel that does not see the input does not increase the hockey-stick divergence, and the "
    "divergence is jointly convex",
    reduction="The positive part is sublinear: (a + b)_+ <= a_+ + b_+ and (w a)_+ = w a_+ for w >= 0. An "
    "outcome of the post-processed pair has mass sum_o K(o, z) (p(o) - A q(o)), a sum of such terms; so "
    "has a mixture.",
    inequalities=(
        "for real a, real b: max(a + b, 0) <= max(a, 0) + max(b, 0)",
        "for real a, w >= 0: max(w*a, 0) <= w*max(a, 0)",
        "for w in [0, 1], real a, real b: max(w*a + (1 - w)*b, 0) <= w*max(a, 0) + (1 - w)*max(b, 0)",
    ),
    case=case,
    tightness="a renaming of the outcomes",
    tight=tight,
    dropped={"a kernel that does not see the input": two_kernels},
)


def mixed(w: Number, pairs: list[tuple[Dist[int], Dist[int]]]) -> tuple[Dist[int], Dist[int]]:
    """The mixtures of the two pairs."""
    (p, q), (r, s) = pairs
    return Dist.mixture([(w, p), (1 - w, r)]), Dist.mixture([(w, q), (1 - w, s)])


def other_case(rng: random.Random) -> None:
    """A generated kernel and a generated mixture, for the three measures."""
    pairs = [(dist(rng, range(3)), dist(rng, range(3))) for _ in range(2)]
    (p, q), k, w = pairs[0], kernel(rng, range(3), range(3)), number(fraction(rng))
    after = p.bind(lambda o: k[o]), q.bind(lambda o: k[o])
    both = mixed(w, pairs)
    require(total_variation(*after) <= total_variation(p, q), "post-processing of total variation")
    line = w * total_variation(p, q) + (1 - w) * total_variation(*pairs[1])
    require(total_variation(*both) <= line, "convexity of total variation")
    require(max_loss(*after) <= max_loss(p, q), "post-processing of the largest loss")
    require(max_loss(*both) <= max(max_loss(*x) for x in pairs), "a mixture's largest loss")
    require(tradeoff(*after) >= tradeoff(p, q), "post-processing of the trade-off function")
    below = lower_envelope(tradeoff(*x) for x in pairs)
    require(tradeoff(*both) >= below, "a mixture's trade-off function")


def other_tight() -> bool:
    """Renaming outcomes loses nothing; a mixture of two pairs on separate outcomes has the larger loss."""
    p, q = Dist({0: "3/4", 1: "1/4"}), Dist({0: "1/4", 1: "3/4"})
    named = p.map(str), q.map(str)
    apart = mixed(number("1/2"), [(p, q), (Dist.point(2), Dist.point(2))])
    measures = (total_variation, max_loss, tradeoff)
    return all(f(*named) == f(p, q) for f in measures) and max_loss(*apart) == max_loss(p, q) == ln(3)


def looks_again() -> bool:
    """A function that looks at the input again, after a mechanism that tells nothing."""
    p = Dist({0: 1})
    seen = p.map(lambda o: (o, True)), p.map(lambda o: (o, False))
    return (
        total_variation(*seen) > total_variation(p, p)
        and max_loss(*seen) > max_loss(p, p)
        and not tradeoff(*seen) >= tradeoff(p, p)
    )


def mean_of_the_losses() -> bool:
    """The mixture of a pair of loss ln 3 and one of loss 0, on separate outcomes, has loss ln 3."""
    p, q = Dist({0: "3/4", 1: "1/4"}), Dist({0: "1/4", 1: "3/4"})
    apart = mixed(number("1/2"), [(p, q), (Dist.point(2), Dist.point(2))])
    return max_loss(*apart) > (max_loss(p, q) + max_loss(Dist.point(2), Dist.point(2))) / 2


def not_convex() -> bool:
    """f the smaller of two trade-off functions, not convex: 5/18 at 1/6, where a mixture has 1/6."""
    p, q = Dist({0: 1}), Dist({0: "1/3", 1: "2/3"})
    far = q.map(lambda o: o + 2), p.map(lambda o: o + 2)
    seen = tradeoff(*mixed(number("1/2"), [(p, q), far]))(Fraction(1, 6))
    return seen == Fraction(1, 6) < min(tradeoff(p, q)(Fraction(1, 6)), tradeoff(*far)(Fraction(1, 6)))


def tail_of_the_loss() -> bool:
    """P[loss > ln 2] is 1/10; two outcomes merged, it is 6/10: probabilistic DP is no divergence."""
    p, q = Dist({0: "1/10", 1: "5/10", 2: "4/10"}), Dist({1: "26/100", 2: "74/100"})
    merged = [law.map(lambda o: max(o, 1)) for law in (p, q)]
    return probabilistic_delta(merged[0], merged[1], ln(2)) > probabilistic_delta(p, q, ln(2))


OTHERS = Lemma(
    title="post-processing and mixtures for total variation, the largest loss and the trade-off function",
    statement="a kernel that does not see the input increases neither total variation nor the largest loss "
    "(the divergence of order infinity), and does not lower the trade-off function; total variation is "
    "jointly convex, the largest loss of a mixture is at most the larger one of its parts, and a mixture "
    "of pairs whose trade-off functions lie above f lies above f, for a convex f",
    reduction="Total variation is the hockey-stick divergence at epsilon = 0. An inequality p <= A q for "
    "each outcome survives adding outcomes up with weights, be they those of a kernel or of a mixture. A "
    "test of the kernel's output is a test of its input (a mean of numbers in [0, 1] lies in [0, 1]) with "
    "the same two errors. A test of a mixture has errors w a + (1 - w) a' and at least w f(a) + (1 - w) "
    "f(a'), which for a convex f is at least f at the first.",
    inequalities=(
        "for real a, real b, w >= 0: max(w*a + b, 0) <= w*max(a, 0) + max(b, 0)",
        "for p >= 0, q >= 0, u >= 0, v >= 0, w >= 0, z >= 0, A >= 0 where p <= A*q and u <= A*v: "
        "w*p + z*u <= A*(w*q + z*v)",
        "for w in [0, 1], a in [0, 1], b in [0, 1]: w*a + (1 - w)*b <= 1",
        "for w in [0, 1], a in [0, 1], b in [0, 1]: w*a + (1 - w)*b >= 0",
        "for w in [0, 1], real x, real y, real f, real g, real h where x >= f and y >= g and "
        "w*f + (1 - w)*g >= h: w*x + (1 - w)*y >= h",
    ),
    case=other_case,
    tightness="a renaming of the outcomes; a mixture of pairs on separate outcomes, for the largest loss",
    tight=other_tight,
    dropped={
        "a kernel that does not see the input": looks_again,
        "a convex f": not_convex,
        "the mean in place of the larger one": mean_of_the_losses,
        "P[loss > eps] in place of a divergence": tail_of_the_loss,
    },
)
