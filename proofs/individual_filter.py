"""A budget for each person: whoever has spent it is left out of the rounds that follow."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

from assay import adjacency
from assay.composition.filters import BasicFilter, IndividualFilter
from assay.dp import Dist, Mechanism
from assay.exact import ln
from assay.notions import to_approximate
from assay.prove.lemma import Lemma, require
from assay.testing.generated_mechanisms import level
from assay.theorems import Guarantee, compose
from assay.theorems._real import RealValue

ABOUT = adjacency.add_remove_one()
PEOPLE = ("i", "j")
EVERYONE: tuple[frozenset[str], ...] = tuple(map(frozenset, ((), "i", "j", "ij")))
WORLDS = (True, False)
"""Whether i is in the data."""


def law(rng: random.Random) -> dict[frozenset[str], Dist[Any]]:
    """A generated round: the distribution of its answer on every data set."""
    weights = {data: rng.randint(1, 5) for data in EVERYONE}
    return {data: Dist.bernoulli(Fraction(w, 6)) for data, w in weights.items()}


def costs(laws: dict[frozenset[str], Dist[Any]]) -> dict[str, Guarantee]:
    """What the round costs each person: the largest loss between data sets with and without their record."""
    found = {}
    for person in PEOPLE:
        pairs = [(data, data | {person}) for data in EVERYONE if person not in data]
        found[person] = Guarantee(
            Mechanism(laws, EVERYONE, adjacency.explicit(pairs)).epsilon(), adjacency=ABOUT
        )
    return found


def transcript(
    menu: list[dict[frozenset[str], Dist[Any]]],
    budget: IndividualFilter,
    data: frozenset[str],
    seen: tuple[int, ...],
    rounds: int,
) -> Dist[Any]:
    """The distribution of all answers on these data; what is asked next is chosen by the answers so far."""
    if len(seen) == rounds:
        return Dist.point(seen)
    asked = menu[sum(seen) % len(menu)]
    now = budget.look_ahead()
    price = costs(asked)
    paying = now.spend({person: price[person] for person in sorted(data)})
    return asked[paying].bind(lambda answer: transcript(menu, now, data, (*seen, answer), rounds))


def new(epsilon: Any) -> IndividualFilter:
    """A budget of epsilon for each person."""
    return IndividualFilter(BasicFilter(epsilon, adjacency=ABOUT))


def on_presence(laws: dict[bool, Dist[Any]]) -> Mechanism[bool, Any]:
    """The mechanism whose input is whether i is in the data."""
    return Mechanism(laws, WORLDS, adjacency.all_pairs())


def promised(budget: IndividualFilter) -> RealValue:
    """The epsilon that everyone is promised."""
    return to_approximate(budget.promise()).epsilon


def case(rng: random.Random) -> None:
    """Three rounds, chosen by the answers, on the data with i and without, with another person or not."""
    menu, epsilon = [law(rng) for _ in range(2)], level(rng)
    for others in (frozenset(), frozenset("j")):
        laws = {
            b: transcript(menu, new(epsilon), others | (frozenset("i") if b else frozenset()), (), 3)
            for b in WORLDS
        }
        require(on_presence(laws).epsilon() <= epsilon, f"each has {epsilon}")


HEARD = {data: Dist.bernoulli("2/3" if "i" in data else "1/3") for data in EVERYONE}
"""Whether i is in the data, by randomised response with eps = ln 2."""

OTHER = {data: Dist.bernoulli("2/3" if "j" in data else "1/3") for data in EVERYONE}
"""The same of j."""


def heard() -> Mechanism[bool, Any]:
    """The first of them."""
    return on_presence({b: HEARD[frozenset("i") if b else frozenset()] for b in WORLDS})


def tight() -> bool:
    """One round that costs i all of ln 2."""
    budget = new(ln(2))
    return budget.spend(costs(HEARD)) == frozenset(PEOPLE) and heard().epsilon() == promised(budget)


def everyone_takes_part() -> bool:
    """The second round of ln 2 is run on the record of i, who could not pay."""
    budget = new(ln(2))
    paying = [budget.spend({"i": costs(HEARD)["i"]}) for _ in range(2)]
    return paying[1] == frozenset() and compose(heard(), heard()).epsilon() > promised(budget)


def sum_above() -> bool:
    """Two rounds of ln 2 where ln 2 was promised."""
    return compose(heard(), heard()).epsilon() > promised(new(ln(2)))


def cost_sees_others() -> bool:
    """After i has spent ln 2, the round of j costs j ln 3 if i is in the data, and ln 2 if not."""
    laws = {}
    for b in WORLDS:
        budget, data = new(ln(2)), frozenset("ij" if b else "j")
        first = HEARD[budget.spend({x: costs(HEARD)[x] for x in sorted(data)})]
        second = OTHER[budget.spend({"j": Guarantee(ln(3 if b else 2), adjacency=ABOUT)})]
        laws[b] = Dist.product(first, second)
    return on_presence(laws).epsilon() > ln(2)


def who_pays_is_seen() -> bool:
    """The set of those who pay is published with the answer."""
    laws = {b: Dist.point(new(ln(2)).spend({"i": costs(HEARD)["i"]} if b else {})) for b in WORLDS}
    return on_presence(laws).epsilon() > ln(2)


def shared_randomness() -> bool:
    """Two rounds masked with one coin: each costs i nothing, together they publish whether i is there."""
    both = {b: Dist.uniform([("0", str(int(b))), ("1", str(1 - int(b)))]) for b in WORLDS}
    return on_presence(both).epsilon() > promised(new(0))


def choice_sees_the_data() -> bool:
    """Which of two constant rounds is run is chosen by whether i is in the data."""
    return on_presence({b: Dist.point(b) for b in WORLDS}).epsilon() > promised(new(0))


def replaced() -> bool:
    """A record u costs ln 2 and so does v, in opposite directions: between them it is ln 3."""
    chance = {(): "1/2", ("u",): "3/4", ("v",): "1/4"}
    data, rows = list(chance), {x: Dist.bernoulli(p) for x, p in chance.items()}
    alone = Mechanism(rows, data, adjacency.explicit([((), ("u",)), ((), ("v",))])).epsilon()
    return alone == ln(2) and Mechanism(rows, data, adjacency.explicit([(("u",), ("v",))])).epsilon() > ln(2)


LEMMA = Lemma(
    title="a budget for each person",
    statement="rounds on the records of those who pay, with fresh randomness, each chosen by the answers so "
    "far, where a person pays as long as the sum of their own costs stays at most eps, a cost is a function "
    "of their own record and of the answers so far, and nobody sees who pays, are together eps-DP under "
    "add/remove-one",
    reduction="Let the data with i and without i be given, and the answers so far. The costs of all others "
    "are the same in both worlds, and so is which of them pay. Where i does not pay, the round has the same "
    "distribution in both; where i pays, its distributions are e^(cost of i) apart, and whether i pays is "
    "decided by the record of i and the answers. So a transcript has probability at most e^(sum of the "
    "costs that i paid on its way) times that in the other world, in both directions, and the sum is at "
    "most eps on every path. With D_alpha, rho or (eps, delta) in place of eps it is the filter by these "
    "sums for the rounds of i.",
    inequalities=(
        "for real a, real b: exp(a)*exp(b) = exp(a + b)",
        "for p >= 0, q >= 0, r >= 0, A >= 0: p*r <= A*q*r + max(p - A*q, 0)*r",
        "for real a, b >= 0: exp(a) <= exp(a + b)",
    ),
    case=case,
    tightness="one round of randomised response with eps = ln 2 for the presence of i",
    tight=tight,
    dropped={
        "on the records of those who pay": everyone_takes_part,
        "fresh randomness": shared_randomness,
        "chosen by the answers so far": choice_sees_the_data,
        "the sum of their own costs stays at most eps": sum_above,
        "a function of their own record and of the answers so far": cost_sees_others,
        "nobody sees who pays": who_pays_is_seen,
        "under add/remove-one": replaced,
    },
)
