"""Amplification by sampling: bounds on parameters, and the exact delta of sampled releases.

A record is present with distribution P of the release, absent with distribution Q.  At sampling rate q one
release on a fresh sample has the distribution (1 - q) Q + q P; k releases of ONE sample have (1 - q) Q^k + q
P^k, and k releases, each of a fresh sample, ((1 - q) Q + q P)^k.
"""

from __future__ import annotations

from typing import cast

from .... import amplification
from ....amplification.bounds import Direction
from ....arguments import probability
from ....dp import Dist, hockey_stick
from ....exact import Number
from ....outputs.json_values import Json, real
from ..arguments import Arguments
from ..function import Function
from .bounds import guarantee
from .measures import MOST_COPIES, PAIR, copies


def _rate(given: Arguments) -> Number:
    return probability(given.number("rate"), "rate")


def _poisson(given: Arguments) -> Json:
    direction = cast(Direction, given.text("direction"))
    epsilon, delta = given.epsilon(), given.number("delta")
    return guarantee(amplification.poisson_amplification(epsilon, delta, _rate(given), direction=direction))


def _without_replacement(given: Arguments) -> Json:
    epsilon, delta = given.epsilon(), given.number("delta")
    m, n = given.integer("m"), given.integer("n")
    return guarantee(amplification.without_replacement_amplification(epsilon, delta, m, n))


def one_sample(p: Dist[int], q: Dist[int], rate: Number, k: int) -> Dist[tuple[int, ...]]:
    """k releases of one sample: (1 - rate) Q^k + rate P^k."""
    return Dist.mixture([(1 - rate, copies(q, k)), (rate, copies(p, k))])


def fresh_samples(p: Dist[int], q: Dist[int], rate: Number, k: int) -> Dist[tuple[int, ...]]:
    """k releases, each on a sample of its own: ((1 - rate) Q + rate P)^k."""
    return copies(Dist.mixture([(1 - rate, q), (rate, p)]), k)


def _sampled(given: Arguments, *, joint: bool) -> Json:
    p, q = given.pair()
    k, rate = given.integer("k"), _rate(given)
    present = (one_sample if joint else fresh_samples)(p, q, rate, k)
    absent, direction = copies(q, k), given.choice("direction", "remove", "add")
    first, second = (present, absent) if direction == "remove" else (absent, present)
    return real(hockey_stick(first, second, given.epsilon()))


_PRESENT = (
    "Q is the distribution of a release without the record, P with it in the sample, `rate` the probability "
    "of being in the sample. delta(epsilon) of (R, S) is the sum over outputs o of max(R(o) - e^epsilon "
    f"S(o), 0). {PAIR} 1 <= k <= {MOST_COPIES} is whole, 0 <= rate <= 1, 0 <= epsilon <= inf, and the "
    "direction is remove or add."
)

FUNCTIONS = {
    "poisson_amplification": Function(
        "The guarantee of an (epsilon, delta)-DP mechanism on a Poisson sample of rate q = `rate`; "
        "direction remove: (ln(1 + q (e^epsilon - 1)), q delta); add: (-ln(1 - q (1 - e^(-epsilon))), q "
        "delta/(q + (1 - q) e^epsilon)). At epsilon = inf the limits: remove (inf, q delta); add (-ln(1 - "
        "q), 0) for q < 1, and (inf, delta) for q = 1. At q = 0 it is (0, 0). 0 <= epsilon <= inf, 0 <= "
        "delta <= 1, 0 <= q <= 1, and the direction is remove or add.",
        "guarantee",
        _poisson,
    ),
    "without_replacement_amplification": Function(
        "The guarantee (ln(1 + (m/n)(e^epsilon - 1)), (m/n) delta) of an (epsilon, delta)-DP mechanism on a "
        "uniform subset of m of n records, under replacement of one record; (0, 0) at m = 0, and otherwise "
        "(inf, (m/n) delta) at epsilon = inf. 0 <= epsilon <= inf, 0 <= delta <= 1; m and n are whole, n >= "
        "1, 0 <= m <= n.",
        "guarantee",
        _without_replacement,
    ),
    "with_replacement_amplification": Function(
        "m ln(1 + (e^epsilon - 1)/n): the epsilon of an epsilon-DP mechanism on m draws with replacement "
        "from n records, under replacement of one record. 0 <= epsilon < inf; m >= 1 and n >= 1 are whole.",
        "epsilon",
        lambda given: real(
            amplification.pure_with_replacement_amplification(
                given.epsilon(), given.integer("m"), given.integer("n")
            )
        ),
    ),
    "one_sample_delta": Function(
        "delta(epsilon) of k releases of ONE sample: direction remove, of ((1 - rate) Q^k + rate P^k, "
        "Q^k), where "
        f"P^k is the distribution of k independent draws of P; add, of the same two exchanged. {_PRESENT}",
        "delta",
        lambda given: _sampled(given, joint=True),
    ),
    "fresh_samples_delta": Function(
        "delta(epsilon) of k releases, each on a fresh sample: direction remove, of (((1 - rate) Q + rate "
        "P)^k, Q^k), where P^k is the distribution of k independent draws of P; add, of the same two "
        f"exchanged. {_PRESENT}",
        "delta",
        lambda given: _sampled(given, joint=False),
    ),
}
