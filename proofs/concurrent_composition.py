"""Mechanisms that answer more than once, asked in any order: pure and Renyi privacy add up."""

from __future__ import annotations

import random
from typing import TypeAlias

from assay import adjacency
from assay.dp import Dist, Mechanism
from assay.exact import Number, ln, number
from assay.prove.lemma import Lemma, require
from assay.testing.generated_mechanisms import dp_pair, level
from assay.theorems import Guarantee, basic_composition, compose, renyi_composition, slack, witnesses

BITS = (False, True)
ABOUT = adjacency.all_pairs()
ONE, ZERO = number(1), number(0)

History: TypeAlias = tuple[tuple[int, int], ...]
"""Questions and answers of one mechanism."""

Interactive: TypeAlias = "dict[tuple[History, int], dict[bool, Dist[int]]]"
"""The distributions of the next answer on both inputs, by what was asked and answered before, and the
question.
"""


def generated(rng: random.Random, rounds: int) -> Interactive:
    """Two questions and two answers in every round, each a pure pair."""
    made: Interactive = {}
    known: list[History] = [()]
    for _ in range(rounds):
        for h in known:
            for question in range(2):
                made[h, question] = dict(zip(BITS, dp_pair(rng, level(rng) / 2, outcomes=2), strict=True))
        known = [(*h, (q, a)) for h in known for q in range(2) for a in range(2)]
    return made


def moment(m: Interactive, alpha: int, h: History = ()) -> Number:
    """The largest E_Q[(P/Q)^alpha] of all answers to come, over all ways to ask and to stop."""
    best = ONE
    for q in range(2):
        if (h, q) in m:
            best = max(
                best, sum((w * moment(m, alpha, (*h, (q, a))) for a, w in weights(m, h, q, alpha)), ZERO)
            )
    return best


def weights(m: Interactive, h: History, q: int, alpha: int) -> list[tuple[int, Number]]:
    """P(a)^alpha Q(a)^(1 - alpha) for every answer."""
    laws = m[h, q]
    return [(a, p**alpha / laws[False][a] ** (alpha - 1)) for a, p in laws[True].items()]


def together(first: Interactive, second: Interactive, alpha: int, h: History = (), g: History = ()) -> Number:
    """The same for both, where the next question may go to either."""
    best = ONE
    for q in range(2):
        if (h, q) in first:
            gains = (
                w * together(first, second, alpha, (*h, (q, a)), g) for a, w in weights(first, h, q, alpha)
            )
            best = max(best, sum(gains, ZERO))
        if (g, q) in second:
            gains = (
                w * together(first, second, alpha, h, (*g, (q, a))) for a, w in weights(second, g, q, alpha)
            )
            best = max(best, sum(gains, ZERO))
    return best


def ratio(m: Interactive, h: History = ()) -> Number:
    """e^eps: the largest ratio of the probabilities of all answers, in either order, whatever is asked."""
    return max(largest(m, h, True), largest(m, h, False))


def largest(m: Interactive, h: History, above: bool) -> Number:
    """The largest P/Q of the answers to come, P on the input `above`."""
    best = ONE
    for q in range(2):
        if (h, q) in m:
            laws = m[h, q]
            for a, p in laws[above].items():
                best = max(best, p / laws[not above][a] * largest(m, (*h, (q, a)), above))
    return best


def strategy(
    rng: random.Random, machines: list[Interactive], seen: list[History]
) -> dict[bool, Dist[object]]:
    """The distributions of all answers, where each question goes to either mechanism, chosen by the answers
    so far.
    """
    open_ones = [i for i, m in enumerate(machines) if (seen[i], 0) in m]
    if not open_ones or rng.random() < 0.1:
        return {b: Dist.point(()) for b in BITS}
    i, q = rng.choice(open_ones), rng.randrange(2)
    laws = machines[i][seen[i], q]
    after = {}
    for a in laws[True]:
        told = [(*h, (q, a)) if i == j else h for j, h in enumerate(seen)]
        after[a] = strategy(rng, machines, told)
    return {
        b: Dist({((i, a), rest): p * w for a, p in laws[b].items() for rest, w in after[a][b].items()})
        for b in BITS
    }


def pure_rounds(rng: random.Random) -> None:
    """Two generated mechanisms of two rounds, asked by a generated strategy, in any order."""
    machines = [generated(rng, 2), generated(rng, 2)]
    parts = [Guarantee(ln(ratio(m)), interactive=True) for m in machines]
    bound = basic_composition(parts)
    require(bound.interactive, "the conclusion is about what may be asked between other questions")
    both = Mechanism(strategy(rng, machines, [(), ()]), BITS, ABOUT)
    require(both.epsilon() <= bound.epsilon, f"asked side by side: {bound}")


def renyi_rounds(rng: random.Random) -> None:
    """The best strategy on two generated mechanisms gains exactly the product of the best on each."""
    alpha = rng.randint(2, 4)
    first, second = generated(rng, 1), generated(rng, 2)
    parts = [moment(m, alpha) for m in (first, second)]
    both = together(first, second, alpha)
    require(both == parts[0] * parts[1], f"the moment of order {alpha}")
    bound = renyi_composition([ln(x) / (alpha - 1) for x in parts])
    require(slack(bound, ln(both) / (alpha - 1)).holds, f"order {alpha}")


def case(rng: random.Random) -> None:
    """Both parts."""
    pure_rounds(rng)
    renyi_rounds(rng)


def tight() -> bool:
    """Randomised response with eps = ln 3, twice: 2 ln 3, and twice its divergence of order 3."""
    response = witnesses.canonical_mechanism(ln(3))
    both = compose(response, response)
    pure = basic_composition([Guarantee(ln(3), interactive=True)] * 2)
    return both.epsilon() == pure.epsilon and both.renyi(3) == renyi_composition([response.renyi(3)] * 2)


def each_answer_alone() -> bool:
    """A mechanism that answers the bit, masked with a coin, and then the coin: each answer alone is 0-DP."""
    both = {b: Dist.uniform([(int(b), 0), (1 - int(b), 1)]) for b in BITS}
    alone = Mechanism({b: law.map(lambda answers: answers[0]) for b, law in both.items()}, BITS, ABOUT)
    return Mechanism(both, BITS, ABOUT).epsilon() > basic_composition([(alone.epsilon(), 0)] * 2).epsilon


def shared_randomness() -> bool:
    """Two mechanisms masked with one coin: each is 0-DP, together they publish the bit."""
    both = {b: Dist.uniform([("0", str(int(b))), ("1", str(1 - int(b)))]) for b in BITS}
    return Mechanism(both, BITS, ABOUT).epsilon() > basic_composition([(0, 0)] * 2).epsilon


def choice_sees_the_data() -> bool:
    """Which of two constant mechanisms is asked is chosen by the input."""
    return (
        Mechanism({b: Dist.point(b) for b in BITS}, BITS, ABOUT).epsilon()
        > basic_composition([(0, 0)]).epsilon
    )


def first_question_only() -> bool:
    """A mechanism that is known by its answer to one question, and asked another: D_2 is larger."""
    known, asked = (witnesses.canonical_mechanism(ln(x)) for x in (2, 3))
    return asked.renyi(2) > renyi_composition([known.renyi(2)])


def two_orders() -> bool:
    """D_2 of one mechanism and D_8 of another do not bound D_8 of both."""
    response = witnesses.canonical_mechanism(ln(3))
    both = compose(response, response)
    return both.renyi(8) > renyi_composition([response.renyi(2), response.renyi(8)])


LEMMA = Lemma(
    title="concurrent composition of pure and Renyi DP",
    statement="mechanisms that answer more than once, each eps_i-DP for all its answers together, with "
    "independent randomness, asked in any order, each question chosen by the answers so far, are together "
    "(sum of eps_i)-DP; each with D_alpha <= r_i for all its answers, whatever is asked, and one alpha for "
    "all, they have together D_alpha at most the sum of the r_i",
    reduction="The answers so far decide every question, so that the probability of a transcript is the "
    "product over the mechanisms of that of their own answers to these questions, each at most e^(eps_i) "
    "times that on the other input. For D_alpha let V_i be the largest E_Q[(P/Q)^alpha] of the answers to "
    "come from mechanism i, over all ways to ask and to stop: at most e^((alpha - 1) r_i) at the start. The "
    "largest such value for all mechanisms together is the product of the V_i: with no question left it is "
    "1, and a question to mechanism i multiplies the terms of its maximum by the V_j of the others, which "
    "stay as they are. The cases compare both sides of this equation.",
    inequalities=(
        "for real a, real b: exp(a)*exp(b) = exp(a + b)",
        "for p >= 0, q >= 0, r >= 0, A >= 0: p*r <= A*q*r + max(p - A*q, 0)*r",
        "for p > 0, q > 0, r > 0, s > 0, a > 1: (p*r)^a*(q*s)^(1 - a) = (p^a*q^(1 - a))*(r^a*s^(1 - a))",
        "for v >= 0, real a, real b: max(a*v, b*v) = max(a, b)*v",
    ),
    case=case,
    tightness="randomised response with eps = ln 3, twice: 2 ln 3, and twice its D_3",
    tight=tight,
    dropped={
        "eps_i-DP for all its answers together": each_answer_alone,
        "independent randomness": shared_randomness,
        "chosen by the answers so far": choice_sees_the_data,
        "D_alpha <= r_i for all its answers, whatever is asked": first_question_only,
        "one alpha for all": two_orders,
    },
)
