"""Membership inference: how much better than blindly an adversary guesses which of two inputs it was."""

from __future__ import annotations

from typing import TypeVar

from ..arguments import probability
from ..exact import ExactLike, Number
from .dist import Dist
from .measure import Measure, Parameter, largest
from .weights import ONE, ZERO

T = TypeVar("T")


def membership_advantage(p: Dist[T], q: Dist[T], prior: ExactLike = "1/2") -> Number:
    """sum over o of max(c P(o), (1 - c) Q(o)) - max(c, 1 - c): what seeing o adds to the best guess.

    The input is x with the prior probability c, else x'; the best guess of it is right with the probability
    max(c, 1 - c) before an output is seen, and with that sum afterwards.  At c = 1/2 it is TV(P, Q)/2.

    Raises InvalidValue unless 0 <= prior <= 1.
    Source: Alvim, Chatzikokolakis, McIver, Morgan, Palamidessi and Smith, "The Science of Quantitative
    Information Flow", 2020, chapter 5 (additive leakage); Yeom, Giacomelli, Fredrikson and Jha, CSF 2018.
    """
    c = probability(prior, "prior")
    outcomes = dict.fromkeys((*p.support, *q.support))
    guessed = sum((max(c * p[o], (ONE - c) * q[o]) for o in outcomes), ZERO)
    return guessed - max(c, ONE - c)


def changed_guess(p: Dist[T], q: Dist[T], value: object, prior: Number) -> tuple[T, ...]:
    """The outcomes after which the best guess is another than before."""
    c = prior
    if c + c > 1:
        return tuple(o for o in q.support if (ONE - c) * q[o] > c * p[o])
    return tuple(o for o in p.support if c * p[o] > (ONE - c) * q[o])


MEMBERSHIP_ADVANTAGE = Measure(
    name="membership_advantage",
    text="membership advantage at prior {prior}",
    formula="sum over o of max(c P(o), (1 - c) Q(o)) - max(c, 1 - c) for the probability c = `prior` of P, "
    "0 <= c <= 1: what seeing an outcome adds to the best guess.",
    kind="delta",
    parameters=(Parameter("prior", probability, "probability", default="1/2"),),
    of_pair=membership_advantage,
    worst=largest,
    event=changed_guess,
    source="Alvim et al., The Science of Quantitative Information Flow, 2020, chapter 5",
)
"""The largest gain of a guess, with the outcomes that change it."""
