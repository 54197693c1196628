"""A budget inside a budget: paid for at once, spent between the rounds of others, and given back in part."""

from __future__ import annotations

import random

from assay import adjacency
from assay.composition.filters import BasicFilter, ConcentratedFilter
from assay.dp import Dist, Mechanism
from assay.errors import BudgetExceeded
from assay.exact import Log, eps, ln
from assay.prove.lemma import Lemma, require
from assay.testing.generated_mechanisms import dp_pair, level
from assay.theorems import Guarantee, compose, slack, witnesses
from assay.theorems._real import total

BITS = (False, True)
ABOUT = adjacency.all_pairs()


def on_bit(low: Dist[int], high: Dist[int]) -> Mechanism[bool, int]:
    """The mechanism with these two distributions."""
    return Mechanism({False: low, True: high}, BITS, ABOUT)


def laws_of(
    rng: random.Random, budgets: list[BasicFilter], menu: list[Mechanism[bool, int]], steps: int
) -> dict[bool, Dist[object]]:
    """The distributions of the answers on both inputs, where budget and mechanism of each step are chosen by
    them.
    """
    now = [budget.look_ahead() for budget in budgets]
    chosen = [(b, m) for m in rng.sample(menu, len(menu)) for b in now if steps and b.admits(m)]
    if not chosen:
        return {b: Dist.point(()) for b in BITS}
    budget, mechanism = rng.choice(chosen)
    budget.spend(mechanism)
    rest = {answer: laws_of(rng, now, menu, steps - 1) for answer in range(2)}
    return {
        b: Dist(
            {
                (answer, later): p * q
                for answer, p in mechanism.distribution(b).items()
                for later, q in rest[answer][b].items()
            }
        )
        for b in BITS
    }


def case(rng: random.Random) -> None:
    """Generated rounds from a budget and one inside it; then what the inner one has left is given back."""
    whole, share = level(rng) + level(rng), level(rng) / 2
    outer = BasicFilter(whole, adjacency=ABOUT)
    if not outer.admits(Guarantee(share, adjacency=ABOUT)):
        return
    inner = outer.reserve(BasicFilter(share))
    menu = [on_bit(*dp_pair(rng, level(rng) / rng.randint(1, 3), outcomes=2)) for _ in range(3)]
    both = Mechanism(laws_of(rng, [outer, inner], menu, 2), BITS, ABOUT)
    require(both.epsilon() <= whole, f"rounds of {whole}, {share} of it inside")
    done = []
    for budget in (inner, outer):
        done += [m for m in menu if spent(budget, m)]
        if budget is inner:
            inner.give_back()
    require(sum((m.epsilon() for m in done), eps(0)) <= whole, f"the sum, of {whole}")
    require(not done or compose(*done).epsilon() <= whole, f"given back, of {whole}")
    parts = [ConcentratedFilter(1).cost(Guarantee(e, adjacency=ABOUT))[0] for e in (share, whole)]
    both_parts = ConcentratedFilter(1).cost(Guarantee(share + whole, adjacency=ABOUT))[0]
    require(slack(both_parts, total(parts)).holds, f"rho of {share} and {whole}")


def spent(budget: BasicFilter, mechanism: Mechanism[bool, int]) -> bool:
    """Whether the budget takes the mechanism."""
    try:
        budget.spend(mechanism)
    except BudgetExceeded:
        return False
    return True


def response(e: Log) -> Mechanism[bool, str]:
    """Randomised response."""
    return witnesses.canonical_mechanism(e)


def tight() -> bool:
    """Of ln 6, ln 3 is paid for; ln 2 of it is spent and the rest comes back: ln 3 more are spent."""
    outer = BasicFilter(ln(6), adjacency=ABOUT)
    inner = outer.reserve(BasicFilter(ln(3)))
    inner.spend(response(ln(2)))
    inner.give_back()
    outer.spend(response(ln(3)))
    return compose(response(ln(2)), response(ln(3))).epsilon() == ln(6)


def not_paid_for() -> bool:
    """A second budget of ln 3 that nobody paid for, beside one of ln 3 that is spent."""
    outer, beside = (BasicFilter(ln(3), adjacency=ABOUT) for _ in range(2))
    outer.spend(response(ln(3)))
    beside.spend(response(ln(3)))
    return compose(response(ln(3)), response(ln(3))).epsilon() > outer.epsilon


def spent_after_it_was_given_back() -> bool:
    """A copy of the inner budget is spent after the inner one gave everything back."""
    outer = BasicFilter(ln(3), adjacency=ABOUT)
    inner = outer.reserve(BasicFilter(ln(3)))
    copy = inner.look_ahead()
    inner.give_back()
    for budget in (copy, outer):
        budget.spend(response(ln(3)))
    return compose(response(ln(3)), response(ln(3))).epsilon() > outer.epsilon


def shared_randomness() -> bool:
    """Two rounds masked with one coin, one from each budget: each costs 0, together they publish the bit."""
    outer = BasicFilter(0, adjacency=ABOUT)
    inner = outer.reserve(BasicFilter(0))
    half = Dist.uniform(["0", "1"])
    coin = Mechanism(dict.fromkeys(BITS, half), BITS, ABOUT)
    for budget in (inner, outer):
        budget.spend(coin)
    both = {b: Dist.uniform([("0", str(int(b))), ("1", str(1 - int(b)))]) for b in BITS}
    return Mechanism(both, BITS, ABOUT).epsilon() > outer.epsilon


def choice_sees_the_data() -> bool:
    """The budget that the next round is taken from is chosen by the input, and seen: each round costs 0."""
    return Mechanism({b: Dist.point(b) for b in BITS}, BITS, ABOUT).epsilon() > BasicFilter(0).epsilon


def not_private() -> bool:
    """A round that shows the bit, at the price of ln 3."""
    shown = Mechanism({b: Dist.point(b) for b in BITS}, BITS, ABOUT)
    outer = BasicFilter(ln(3), adjacency=ABOUT)
    outer.reserve(BasicFilter(ln(3))).spend(Guarantee(ln(3), adjacency=ABOUT))
    return shown.epsilon() > outer.epsilon


LEMMA = Lemma(
    title="a budget inside a budget",
    statement="eps_i-DP rounds with fresh randomness, each chosen by the answers so far, from a budget of "
    "eps or from one inside it that was paid for before, in any order, are together eps-DP; also where what "
    "the inner budget did not spend is given back, and it is spent no more",
    reduction="At every time, on every path, what was paid from the outer budget is at least the sum of the "
    "costs of all rounds that ran: its own, and those of the inner one, which stay within what was paid for "
    "it. Giving back replaces that payment by the sum itself, to which nothing is added later. So the rounds "
    "are those of a basic composition whose sum is at most eps, stopped by the answers: a transcript has "
    "probability at most e^(sum) times that on the other input. Where the outer budget is one of rho or of "
    "D_alpha, the pure inner one is paid for by the value of randomised response, which grows at least as "
    "fast as sums of epsilons: two responses together are (a + b)-DP, and for rho see the last inequality.",
    inequalities=(
        "for real a, real b: exp(a)*exp(b) = exp(a + b)",
        "for p >= 0, q >= 0, r >= 0, A >= 0: p*r <= A*q*r + max(p - A*q, 0)*r",
        "for a >= 0, b >= 0: a*(exp(a) - 1)/(exp(a) + 1) + b*(exp(b) - 1)/(exp(b) + 1) <= "
        "(a + b)*(exp(a + b) - 1)/(exp(a + b) + 1)",
    ),
    case=case,
    tightness="ln 3 of ln 6 is paid for, ln 2 of it spent by randomised response, and ln 3 spent after the "
    "rest came back",
    tight=tight,
    dropped={
        "eps_i-DP": not_private,
        "fresh randomness": shared_randomness,
        "chosen by the answers so far": choice_sees_the_data,
        "paid for before": not_paid_for,
        "it is spent no more": spent_after_it_was_given_back,
    },
)
