"""Amplification by sampling, a sample that is used twice included: bounds, and the exact delta.

A record is present with distribution P of the release, absent with distribution Q.  At sampling rate q one
release on a fresh sample has the distribution (1 - q) Q + q P; k releases of ONE sample have (1 - q) Q^k + q
P^k, and k releases, each of a fresh sample, ((1 - q) Q + q P)^k.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from .... import amplification
from ....amplification.bounds import Direction
from ....arguments import probability
from ....dp import Dist, hockey_stick
from ....exact import Number
from ....outputs.json_values import Json, real
from ..arguments import Arguments
from ..family import Case, Family, Function, edge_if
from . import extremes
from .bounds_functions import guarantee
from .measures import MOST_COPIES, PAIR, copies
from .shared_pairs import pair


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


RATES = ("0", "1/100", "1/10", "1/2", "1")
GUARANTEES = (
    ("0", "0"),
    ("ln(2)", "0"),
    ("1", "1/1000"),
    ("1/1000", "1/1000000"),
    ("10", "1/10"),
    ("inf", "0"),
)
RELEASES = ("randomised response ln 3", "three unequal losses", "one side only", "approximate ln 2 at 1/10")


def bounds() -> Iterator[Case]:
    """The bounds for Poisson sampling, and for sampling with and without replacement."""
    yield from _poisson_cases()
    yield from _fixed_size()
    yield from extremes.amplification()


def _poisson_cases() -> Iterator[Case]:
    name = "poisson_amplification"
    for epsilon, delta in GUARANTEES:
        for rate in RATES:
            for direction in ("remove", "add"):
                arguments: dict[str, Json] = {"epsilon": epsilon, "delta": delta, "rate": rate}
                text = f"Poisson {rate} of ({epsilon}, {delta}), {direction}"
                edge = rate in ("0", "1") or epsilon in ("0", "inf")
                yield Case(text, name, {**arguments, "direction": direction}, edge_if(edge))
    for key, value in (
        ("rate", "-1/10"),
        ("rate", "11/10"),
        ("delta", "2"),
        ("epsilon", "-1"),
        ("direction", "both ways"),
    ):
        arguments = {"epsilon": "1", "delta": "0", "rate": "1/2", "direction": "remove", key: value}
        yield Case(f"Poisson with {key} {value}", name, arguments, "invalid")


def _fixed_size() -> Iterator[Case]:
    for epsilon, delta in GUARANTEES:
        for m, n in (("0", "5"), ("1", "10"), ("3", "7"), ("5", "5"), ("1", "1000000000")):
            edge = m in ("0", n) or epsilon in ("0", "inf")
            arguments: dict[str, Json] = {"epsilon": epsilon, "delta": delta, "m": m, "n": n}
            text = f"{m} of {n} without replacement of ({epsilon}, {delta})"
            yield Case(text, "without_replacement_amplification", arguments, edge_if(edge))
    for epsilon in ("0", "ln(2)", "1", "1/1000"):
        for m, n in (("1", "1"), ("2", "2"), ("3", "10"), ("10", "3")):
            arguments = {"epsilon": epsilon, "m": m, "n": n}
            text = f"{m} draws from {n} with replacement at {epsilon}"
            edge = n == "1" or epsilon == "0"
            yield Case(text, "with_replacement_amplification", arguments, edge_if(edge))
    for m, n in (("6", "5"), ("-1", "5"), ("0", "0"), ("1/2", "5")):
        arguments = {"epsilon": "1", "delta": "0", "m": m, "n": n}
        text = f"{m} of {n} without replacement"
        yield Case(text, "without_replacement_amplification", arguments, "invalid")
    for key, value in (("m", "0"), ("n", "0"), ("epsilon", "inf"), ("epsilon", "-1")):
        arguments = {"epsilon": "1", "m": "2", "n": "3", key: value}
        text = f"with replacement, {key} {value}"
        yield Case(text, "with_replacement_amplification", arguments, "invalid")


def exact() -> Iterator[Case]:
    """Releases of one sample, and of fresh samples, exactly."""
    for function, words in (("one_sample_delta", "one sample"), ("fresh_samples_delta", "fresh samples")):
        for name in RELEASES:
            for k in ("1", "2", "3"):
                for rate in ("0", "1/10", "1/2", "1"):
                    for direction in ("remove", "add"):
                        for epsilon in ("0", "ln(2)"):
                            arguments: dict[str, Json] = {**pair(name), "k": k, "rate": rate}
                            arguments |= {"direction": direction, "epsilon": epsilon}
                            text = f"{k} releases of {words} {rate}: {name}, {direction}, at {epsilon}"
                            edge = rate in ("0", "1")
                            yield Case(text, function, arguments, edge_if(edge))
        for key, value in (("rate", "2"), ("k", "0"), ("direction", "up"), ("epsilon", "-1")):
            arguments = {
                **pair("three outcomes"),
                "k": "2",
                "rate": "1/2",
                "direction": "add",
                "epsilon": "0",
            }
            arguments[key] = value
            text = f"{words} with {key} {value}"
            yield Case(text, function, arguments, "invalid")


REFERENCE = "Balle, Barthe and Gaboardi, Privacy Amplification by Subsampling, NeurIPS 2018"
FAMILIES = (
    Family("amplification", "Bounds on amplification by sampling", (REFERENCE,), bounds),
    Family(
        "sampled-releases",
        "Exact delta of releases of a random sample: one sample for all releases, or a fresh one for each",
        (REFERENCE,),
        exact,
    ),
)
