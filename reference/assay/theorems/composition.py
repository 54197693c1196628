"""Sequential composition: several mechanisms look at the same data, and all their outputs are seen.

Basic composition adds up; advanced composition is the square-root law, in the two forms found in textbooks.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from ..arguments import check_function, integer, open_probability, probability
from ..budgets.progress import track
from ..budgets.sizes import check_size
from ..dp import Dist, Mechanism
from ..engines.independent import product_of
from ..errors import InvalidValue
from ..exact import (
    Certified,
    EpsilonLike,
    ExactLike,
    Log,
    Number,
    certified,
    eps,
    exp,
    integer_text,
    ln,
    number,
)
from ..exact.real import brief
from ._check import check_mechanism, finite_epsilon
from ._real import RealValue, total
from .guarantee import CertifiedGuarantee, Guarantee, capped, concluded, read_guarantees
from .scope import check_symmetric

X = TypeVar("X", bound=Hashable)
Transcript: TypeAlias = tuple[Hashable, ...]
"""The outputs so far, in order."""

Chooser: TypeAlias = Callable[[Transcript], Mechanism[X, Any]]
"""Chooses the next mechanism from the outputs so far (and from nothing else of the data)."""


def compose(*mechanisms: Mechanism[X, Any]) -> Mechanism[X, Transcript]:
    """The mechanism of tuples x -> (M_1(x), ..., M_k(x)), with independent randomness.

        P[(y_1, ..., y_k)] = P[M_1(x) = y_1] ... P[M_k(x) = y_k].

    Domain and adjacency are those of the first mechanism.  The tuples are listed only where a distribution is
    asked for: the measures follow from the losses of the rounds, which add up.  Raises InvalidValue for no
    mechanism at all, or where the mechanisms have different domains or different adjacent pairs.
    """
    first = same_inputs(mechanisms)
    name = f"({', '.join(m.name for m in mechanisms)})"
    return Mechanism(Rounds(mechanisms, name), first.domain, first.adjacency, name=name)


@dataclass(frozen=True)
class Rounds(Generic[X]):
    """The source of a composed mechanism: its factors are the rounds."""

    mechanisms: tuple[Mechanism[X, Any], ...]
    name: str

    def factors(self, x: X) -> tuple[Dist[object], ...]:
        """The output distribution of every round."""
        return tuple(m.distribution(x) for m in self.mechanisms)

    def distribution(self, x: X) -> Dist[Transcript]:
        """All tuples with their probabilities; BudgetExceeded for more than can be listed."""
        return product_of(self.factors(x), self.name)


MOST_CHOSEN = 1 << 13
"""A chooser, which is watched while it runs, is not asked about more transcripts."""


def compose_adaptively(first: Mechanism[X, Any], *choosers: Chooser[X]) -> Mechanism[X, Transcript]:
    """Adaptive composition: round i+1 runs a mechanism that is chosen by the outputs of the rounds before.

        P[(y_1, ..., y_k)] = P[M_1(x) = y_1] P[M_{y_1}(x) = y_2] ... P[M_{y_1...y_{k-1}}(x) = y_k].

    Each chooser maps the transcript (y_1, ..., y_i) to the `Mechanism` of round i+1; for k rounds give k-1
    choosers (the same one may be given several times).  Outputs are transcripts of length k.

    Raises InvalidType where a chooser returns something else, InvalidValue where a chosen mechanism has other
    inputs than the first.
    """
    check_mechanism(first)
    for choose in choosers:
        check_function(choose, "chooser", "lambda transcript: mechanism")

    def run(x: X) -> Dist[Transcript]:
        law: Dist[Transcript] = first.distribution(x).map(lambda y: (y,))
        for choose in track(choosers, "rounds"):
            rounds = {seen: _next_round(first, choose, x, seen) for seen in law.support}
            listed = sum(len(each) for each in rounds.values())
            check_size(
                listed, "transcripts", f"{len(choosers) + 1} rounds", "choose fewer rounds", MOST_CHOSEN
            )
            law = law.bind(partial(_continued, rounds))
        return law

    return Mechanism(run, first.domain, first.adjacency, name=f"adaptive composition after {first.name}")


def _next_round(first: Mechanism[X, Any], choose: Chooser[X], x: X, seen: Transcript) -> Dist[Hashable]:
    chosen = choose(seen)
    check_mechanism(chosen, f"the choice after {seen!r}")
    same_inputs((first, chosen))
    return chosen.distribution(x)


def _continued(rounds: Mapping[Transcript, Dist[Hashable]], seen: Transcript) -> Dist[Transcript]:
    return rounds[seen].map(lambda y: (*seen, y))


def check_mechanisms(given: Sequence[object]) -> None:
    """Refuse an empty list, and anything that is not a `Mechanism`."""
    if not given:
        raise InvalidValue("no mechanism was given; give at least one")
    for m in given:
        check_mechanism(m)


def same_inputs(mechanisms: Sequence[Mechanism[X, Any]]) -> Mechanism[X, Any]:
    """The first mechanism, once all are known to have one domain and one set of adjacent pairs."""
    check_mechanisms(mechanisms)
    first = mechanisms[0]
    for m in mechanisms[1:]:
        if m is first or (m.domain == first.domain and m.adjacency == first.adjacency):
            continue
        if set(m.domain) != set(first.domain):
            raise InvalidValue(
                f"{m!r} has another domain than {first!r}; all mechanisms must take the same data"
            )
        if set(m.pairs) != set(first.pairs):
            raise InvalidValue(
                f"{m!r} has other adjacent pairs than {first!r}; use one adjacency for all mechanisms"
            )
    return first


def basic_composition(guarantees: Iterable[Guarantee | tuple[EpsilonLike, ExactLike]]) -> Guarantee:
    """k mechanisms, the i-th (eps_i, delta_i)-DP, are together (sum of eps_i, sum of delta_i)-DP.

    Hypotheses: each mechanism uses fresh randomness; it may be chosen by the earlier outputs (adaptively), as
    long as whatever is chosen in round i is (eps_i, delta_i)-DP.  A sum of deltas above 1 is reported as 1.
    Adjacency: any, the same for all; that of the conclusion, where the guarantees say theirs.
    Tight: randomised response (pure); name-and-shame with delta in one round.
    Raises InvalidValue where two guarantees are about different adjacencies, domains or units.
    Source: Dwork and Roth 2014, Theorem 3.16 and Corollary B.2.
    """
    parts = read_guarantees(guarantees)
    leak = capped(sum((g.delta for g in parts), number(0)))
    return concluded(sum((g.epsilon for g in parts), eps(0)), leak, parts)


AdvancedForm: TypeAlias = Literal["textbook", "tanh"]


def advanced_composition(
    epsilon: EpsilonLike,
    delta: ExactLike,
    k: int,
    slack: ExactLike,
    *,
    symmetric: bool | None = None,
    form: AdvancedForm = "textbook",
) -> CertifiedGuarantee:
    """The square-root law: k (epsilon, delta)-DP mechanisms together are (epsilon_g, k delta + slack)-DP.

        epsilon_g = epsilon sqrt(2 k ln(1/slack)) + k epsilon (e^epsilon - 1)                     "textbook"
        epsilon_g = epsilon sqrt(2 k ln(1/slack)) + k epsilon (e^epsilon - 1) / (e^epsilon + 1)   "tanh"
        epsilon_g = max(k epsilon + ln(1 - slack), 0)                                      symmetric=False

    certified, since the square root leaves the exact numbers.

    Hypotheses: epsilon finite, 0 < slack < 1, fresh randomness in each round; a symmetric adjacency for the
    first two lines.  In one direction the loss may be epsilon for sure, so that there is no square root to
    gain: the third line is what `optimal_composition` leaves at k delta + slack, attained for delta = 0.
    The first two are never tight for epsilon > 0; the second is never worse than the first, since
    k epsilon tanh(epsilon/2) is the largest mean of the loss of k rounds.
    Raises InvalidValue where `symmetric` is not given, a hypothesis fails or the form is unknown.
    Source: Dwork and Roth 2014, Theorem 3.20; Dwork, Rothblum and Vadhan 2010; Kairouz, Oh, Viswanath 2015.
    """
    both = check_symmetric(symmetric, "advanced_composition")
    rounds, step = integer(k, "k", 1), finite_epsilon(epsilon)
    failure, leak = open_probability(slack, "slack"), probability(delta, "delta")
    drift = _drift(step, form)
    repeated = f"{integer_text(rounds)} x epsilon = {brief(step)}"
    described = f"advanced composition ({form}) of {repeated} at slack {brief(failure)}"
    if both:
        spread = (2 * rounds * certified(ln(1 / failure))).sqrt()
        epsilon_g = certified(certified(step) * spread + rounds * drift, described)
    else:
        epsilon_g = certified(_one_way(step, rounds, failure), f"{described}, in one direction")
    return CertifiedGuarantee(epsilon_g, capped(rounds * leak + failure))


def _one_way(epsilon: Log, k: int, slack: Number) -> RealValue:
    """max(k epsilon + ln(1 - slack), 0)."""
    level = total([k * epsilon, ln(1 - slack)])
    return level if level > 0 else number(0)


def _drift(epsilon: Log, form: AdvancedForm) -> Certified:
    """The bound on the mean loss of one round."""
    x: Number = exp(epsilon)
    if form == "textbook":
        return certified(epsilon) * certified(x - 1)
    if form == "tanh":
        return certified(epsilon) * certified((x - 1) / (x + 1))
    raise InvalidValue(f"form = {form!r} is unknown; give 'textbook' or 'tanh'")
