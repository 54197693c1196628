"""One count: nobody is served better than by the geometric mechanism and a remap of his own."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Sequence
from itertools import product
from typing import TypeVar

from assay import adjacency
from assay.dp import Adjacency, Dist, Mechanism
from assay.exact import EpsilonLike, Number, ln, number
from assay.mechanisms import geometric_clamped
from assay.prove import Theorem, infer
from assay.prove.lemma import Lemma, require
from assay.testing.generated_mechanisms import level
from assay.theorems import post_process
from assay.utility import LinearProgram, bayes_loss, optimal_mechanism, row, solve, worst_loss

X = TypeVar("X", bound=Hashable)
Loss = Callable[[X, X], int]


def wrong(i: int, r: int) -> int:
    """The loss 1 for an answer that is not the count."""
    return int(i != r)


def remapped(m: Mechanism[X, X], prior: Dist[X], loss: Loss[X], outputs: Sequence[X]) -> Number:
    """The expected loss of m, each answer replaced by the output that is best for the prior given it."""

    def best(seen: X) -> X:
        def cost(r: X) -> Number:
            return sum((prior[i] * m.distribution(i)[seen] * loss(i, r) for i in m.domain), number(0))

        return min(outputs, key=cost)

    return bayes_loss(post_process(m, best), prior, loss)


def least_worst(m: Mechanism[int, int], loss: Loss[int], outputs: Sequence[int]) -> Number:
    """The smallest worst-case loss of any randomised post-processing T of m, a program in the T(r | j)."""
    seen = sorted({j for i in m.domain for j in m.distribution(i).support})
    place = {name: v for v, name in enumerate(product(seen, outputs))}
    worst = len(place)
    rows = [row({place[j, r]: 1 for r in outputs}, "=", 1) for j in seen]
    for i in m.domain:
        risk = {v: -m.distribution(i)[j] * loss(i, r) for (j, r), v in place.items()}
        rows.append(row({worst: 1, **risk}, ">=", 0))
    return solve(LinearProgram(worst + 1, {worst: number(1)}, tuple(rows))).value


def best_loss(
    m: Mechanism[X, X], prior: Dist[X], loss: Loss[X], outputs: Sequence[X], epsilon: EpsilonLike
) -> Number:
    """The linear program over all epsilon-DP mechanisms with the inputs and neighbours of m."""
    return optimal_mechanism(m.domain, outputs, loss, epsilon, m.adjacency, prior=prior).risk


def one_sided_tables(rng: random.Random, n: int) -> list[list[int]]:
    """A loss for each count: 0 at the count, and not decreasing away from it on either side."""
    tables = []
    for i in range(n + 1):
        below = sorted((rng.randint(0, 3) for _ in range(i)), reverse=True)
        tables.append([*below, 0, *sorted(rng.randint(0, 3) for _ in range(n - i))])
    return tables


def case(rng: random.Random) -> None:
    """A generated prior and loss: the program over all mechanisms against the remapped geometric one."""
    n, epsilon = rng.choice((1, 2, 2, 3)), level(rng)
    m, counts, tables = geometric_clamped(n, epsilon), range(n + 1), one_sided_tables(rng, n)
    prior = Dist.from_weights({i: rng.randint(i == 0, 3) for i in counts})

    def loss(i: int, r: int) -> int:
        return tables[i][r]

    found = best_loss(m, prior, loss, counts, epsilon)
    require(found == remapped(m, prior, loss, counts), f"prior {prior}, losses {tables}, {epsilon}")
    if n == 3:
        return
    least = optimal_mechanism(counts, counts, loss, epsilon, m.adjacency).risk
    require(least == least_worst(m, loss, counts), f"worst case, losses {tables}, {epsilon}")


def tight() -> bool:
    """0, 1, 2 equally likely, eps = ln 2: the geometric mechanism as it is attains 4/9 of wrong answers."""
    m, prior = geometric_clamped(2, ln(2)), Dist.uniform(range(3))
    return bayes_loss(m, prior, wrong) == best_loss(m, prior, wrong, range(3), ln(2)) == number("4/9")


def beaten(
    m: Mechanism[X, X], prior: Dist[X], loss: Loss[X], outputs: Sequence[X], epsilon: EpsilonLike
) -> bool:
    """Whether some epsilon-DP mechanism has a smaller loss than m remapped."""
    return best_loss(m, prior, loss, outputs, epsilon) < remapped(m, prior, loss, outputs)


def parity() -> bool:
    """Only the parity of the count matters: 1/3 against 5/12."""
    prior = Dist({0: "1/4", 1: "1/2", 2: "1/4"})
    return beaten(geometric_clamped(2, ln(2)), prior, lambda i, r: (i - r) % 2, range(3), ln(2))


def few_answers() -> bool:
    """Answers 0 and 3 only; at 1 the loss is on 0, at 2 on 3: with all four answers nothing is gained."""
    m, prior = geometric_clamped(3, ln(2)), Dist.uniform(range(4))
    tables = ((0, 2, 2, 2), (2, 0, 0, 0), (0, 0, 0, 2), (2, 2, 2, 0))
    gained = [beaten(m, prior, lambda i, r: tables[i][r], rs, ln(2)) for rs in ((0, 3), range(4))]
    return gained == [True, False]


def sensitivity_two() -> bool:
    """Counts that may move by 2, noise for that: 1/3 of the answers wrong against 4/9."""
    m = geometric_clamped(2, ln(4), sensitivity=2)
    return m.epsilon() == ln(4) and beaten(m, Dist.uniform(range(3)), wrong, range(3), ln(4))


def missing_neighbours() -> bool:
    """1 and 2 are no neighbours: 0 and 2 can be told apart."""
    near: Adjacency = adjacency.explicit([(0, 1)])
    m = geometric_clamped(2, ln(2), adjacency=near)
    return beaten(m, Dist.uniform([0, 2]), wrong, range(3), ln(2))


def two_counts() -> bool:
    """Two counts of one bit each, with noise on each: (0, 1) against (1, 0), 1/5 wrong against 1/3."""
    one = geometric_clamped(1, ln(2))
    pairs = list(product((0, 1), repeat=2))
    m = Mechanism(lambda x: Dist.product(*map(one.distribution, x)), pairs, adjacency.l1(1))
    prior = Dist.uniform([(0, 1), (1, 0)])
    return m.epsilon() == ln(2) and beaten(m, prior, lambda x, r: int(x != r), pairs, ln(2))


def approximate() -> bool:
    """(ln 2, 1/8)-DP: 7/24 wrong against 1/3."""
    m, prior = geometric_clamped(1, ln(2)), Dist.uniform([0, 1])
    found = optimal_mechanism([0, 1], [0, 1], wrong, ln(2), m.adjacency, delta="1/8", prior=prior)
    return found.risk < remapped(m, prior, wrong, [0, 1])


def not_remapped() -> bool:
    """A user who knows the count to be 1, and takes the answer as it is."""
    m, prior = geometric_clamped(2, ln(2)), Dist.point(1)
    return bayes_loss(m, prior, wrong) > best_loss(m, prior, wrong, range(3), ln(2)) == 0


def deterministic_remap() -> bool:
    """Worst case over 0, 1, 2: every deterministic remap is wrong with 2/3, a randomised one with 1/2."""
    m, counts = geometric_clamped(2, ln(2)), range(3)
    remaps = [post_process(m, list(t).__getitem__) for t in product(counts, repeat=3)]
    least = optimal_mechanism(counts, counts, wrong, ln(2), m.adjacency).risk
    return min(worst_loss(x, wrong)[0] for x in remaps) > least == least_worst(m, wrong, counts)


def next_column() -> Theorem:
    """One column further: what the counts beyond it gain is weighted by 1/a, what the others lose by a."""
    return infer(
        "combine",
        "for real A, B >= 0, a in (0, 1]: a*A + B/a >= a*(A + B)",
        {"multiplier": "a", "terms": [{"weight": "1", "factors": ["B", "1 - a", "1 + a"]}]},
    )


def partial_sum() -> Theorem:
    """Summation by parts, one step: S_j >= x_j w_j for the sums of w_j (x_j - a x_(j-1))."""
    return infer(
        "combine",
        "for real S, x >= 0, real y, real w, real u, a >= 0 where S >= x*w and w >= a*u: "
        "S + u*(y - a*x) >= y*u",
        {"terms": [{"weight": "1", "factors": ["S - x*w"]}, {"weight": "1", "factors": ["x", "w - a*u"]}]},
    )


LEMMA = Lemma(
    title="optimality of the geometric mechanism for one count",
    statement="for one count in 0, ..., n whose neighbours are the counts that differ by 1, answers 0, "
    "..., n and a loss that does not decrease as the answer moves away from the count to either side: no "
    "eps-DP mechanism has a smaller expected loss, whatever the prior, than the clamped geometric "
    "mechanism with its answers remapped by what is best for this prior and loss; and none has a smaller "
    "worst-case loss than its best randomised post-processing",
    reduction="Linear duality. With a = e^-eps, c_j(r) = sum_i prior(i) a^|i-j| loss(i, r), m_j = min_r "
    "c_j(r) and w_j = c_j(r) - m_j >= 0, the remapped geometric mechanism G = K diag(g) loses sum_j g_j "
    "m_j, and any Q loses sum_r sum_j (K^-1 q_r)_j c_j(r) = sum_j g_j m_j + sum_r sum_j (K^-1 q_r)_j w_j "
    "(see 'derivable from the geometric mechanism'; there q_r is a column). The last sum is not negative. "
    "(1) Let r < r', r' the largest output that is best at j, and split c_j(r) - c_j(r') into the steps "
    "from u to u + 1. The part A_u of the counts up to j is <= 0 for u >= j, the part B_u of those beyond "
    "j is >= 0 for u < j, as the loss grows away from the count; and the steps from any s on add up to "
    "c_j(s) - m_j >= 0. So B = sum_u B_u >= 0, and c_(j+1)(r) - c_(j+1)(r') = a A + B/a >= a (A + B): the "
    "best outputs grow with j, and w_(j+1) >= a w_j wherever r lies below them. Where r lies above, "
    "w_(j-1) >= a w_j by symmetry. (2) With x_j = q_j - a q_(j+1) >= 0, (1 - a^2)(K^-1 q)_j = x_j - a "
    "x_(j-1); summed from the left over the columns of the second kind the partial sums are at least x_j "
    "w_j >= 0. The other columns are summed from the right. The worst case is the prior that is least "
    "favourable (minimax theorem).",
    inequalities=(
        "for real l, real q, real r, real a: (1 + a^2)*q - a*(l + r) = (q - a*r) - a*(l - a*q)",
        "for real A, real B where A <= 0 and A + B >= 0: B >= 0",
        "for B >= 0, T >= 0, real A where A <= 0: B + (T - A) >= 0",
        next_column,
        "for w >= 0, a in (0, 1], real v, real z where v >= a*w and z >= v: z >= a*w",
        partial_sum,
        "for x >= 0, w >= 0, real S where S >= x*w: S >= 0",
    ),
    case=case,
    tightness="the geometric mechanism as it is: n = 2, eps = ln 2, equally likely counts, 4/9 wrong",
    tight=tight,
    dropped={
        "a loss that does not decrease as the answer moves away": parity,
        "answers 0, ..., n": few_answers,
        "neighbours are the counts that differ by 1: not those that differ by 2": sensitivity_two,
        "neighbours are the counts that differ by 1: all of them": missing_neighbours,
        "one count": two_counts,
        "eps-DP": approximate,
        "remapped by what is best for this prior and loss": not_remapped,
        "randomised post-processing": deterministic_remap,
    },
)
