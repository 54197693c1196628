"""Partition selection: the best probabilities of keeping a partition, and truncated geometric noise."""

from __future__ import annotations

from itertools import count, pairwise
from typing import Any

from ....dp import Dist, hockey_stick
from ....errors import InvalidValue, UndecidedError
from ....exact import Log, Number, certified, exp
from ....exact._flint import bounds
from ....mechanisms import noise
from ....outputs.json_values import Json, real
from ..arguments import Arguments
from ..closed_forms import closed_form
from ..family import Function

MOST_NOISE = 64
"""The noise of longer ranges is not listed."""
MOST_EXACT = 100
"""Beyond, powers of an irrational e^epsilon are enclosed."""
BITS = 512


class Selection:
    """The best probabilities of keeping, for 0 < delta < 1: p(n) grows by factors first, by halves then.

    With x = e^epsilon and c = 1 + delta/(x - 1), p(n) = delta (x^n - 1)/(x - 1) up to n = `turn`, and
    p(turn + m) = min(c - (c - p(turn))/x^m, 1) beyond.
    Source: Desfontaines, Voss, Gipson and Mandayam, "Differentially private partition selection", PoPETs
    2022, theorem 1.
    """

    def __init__(self, epsilon: Log, delta: Number) -> None:
        self.epsilon: Log = epsilon
        self.delta: Number = delta
        self.x: Number = exp(epsilon)
        self.turn: int = 1 + powers_within(epsilon, end_ratio(self.x, delta))
        self.certain: int = self.turn + self._steps_beyond()

    def text(self, n: int) -> str:
        """p(n) below 1 as a closed form."""
        x, d = f"exp({self.epsilon})", f"({self.delta})"
        if n <= self.turn:
            return f"{d}*({x}^{n} - 1)/({x} - 1)"
        return f"1 + {d}/({x} - 1) - (1 + {d}/({x} - 1) - {self.text(self.turn)})/{x}^{n - self.turn}"

    def keep(self, n: int) -> Json:
        """p(n)."""
        if n >= self.certain:
            return "1"
        x, d = self.x, self.delta
        if x.is_rational or n <= MOST_EXACT:
            return closed_form(self._below(x, d, n), self.text(n))
        return closed_form(self._below(certified(self.epsilon).exp(), certified(d), n), self.text(n))

    def _below(self, x: Any, d: Any, n: int) -> Any:
        """p(n) below 1, of exact numbers or of enclosures."""
        first, most = d * (x ** min(n, self.turn) - 1) / (x - 1), 1 + d / (x - 1)
        return first if n <= self.turn else most - (most - first) / x ** (n - self.turn)

    def _steps_beyond(self) -> int:
        """The least m with x^m >= (c - p(turn)) (x - 1)/delta."""
        x, d = self.x, self.delta
        gap = (1 + d / (x - 1)) * (x - 1) / d - (x**self.turn - 1)
        return least_power(self.epsilon, gap)


def end_ratio(x: Number, delta: Number) -> Number:
    """(x - 1 + 2 delta)/(delta (x + 1)): p(n) grows by factors as long as x^(n - 1) is at most this."""
    return (x - 1 + 2 * delta) / (delta * (x + 1))


def powers_within(epsilon: Log, limit: Number) -> int:
    """The largest whole m with e^(epsilon m) <= limit, where limit >= 1."""
    if limit.is_rational and exp(epsilon).is_rational:
        x = exp(epsilon)
        return next(m for m in count() if x ** (m + 1) > limit)
    found = bounds((certified(limit).log() / certified(epsilon)).enclosure(BITS))
    if found is None or found[0].__floor__() != found[1].__floor__():
        raise UndecidedError(f"whether a power of e^({epsilon}) is {limit} is not told by {BITS} bits")
    return found[0].__floor__()


def least_power(epsilon: Log, limit: Number) -> int:
    """The smallest whole m >= 0 with e^(epsilon m) >= limit."""
    if limit <= 1:
        return 0
    below = powers_within(epsilon, limit)
    return below if exp(epsilon) ** below == limit else below + 1


def _selected(given: Arguments) -> tuple[Log, Number]:
    """What each partition gets."""
    epsilon, delta, partitions = given.finite(), given.number("delta"), given.integer("partitions", 1)
    if not 0 <= delta < 1:
        raise InvalidValue("delta is no probability below 1")
    return epsilon / partitions, delta / partitions


def _keep(given: Arguments) -> Json:
    (epsilon, delta), n = _selected(given), given.integer("n", 0)
    if n == 0 or delta == 0:
        return "0"
    if epsilon == 0:
        return real(min(n * delta, Number(1)))
    return Selection(epsilon, delta).keep(n)


def _certain(given: Arguments) -> Json:
    epsilon, delta = _selected(given)
    if delta == 0:
        raise InvalidValue("delta = 0: nothing is ever kept")
    if epsilon == 0:
        return str((1 / delta.as_fraction()).__ceil__())
    return str(Selection(epsilon, delta).certain)


def _rate(given: Arguments) -> Log:
    epsilon = given.finite()
    if epsilon == 0:
        raise InvalidValue("epsilon = 0; it has to be above 0")
    return epsilon


def _noise(given: Arguments, centre: int = 0) -> Dist[int]:
    """centre + Z, Z truncated at -k and k."""
    k = given.integer("k", 1, MOST_NOISE)
    centred = noise.two_sided_geometric_truncated(_rate(given), -k, k)
    return Dist({z + centre: p for z, p in centred.items()})


def _kept_by_noise(given: Arguments) -> Json:
    noisy, k = _noise(given, given.integer("n", 0)), given.integer("k")
    return real(noisy.prob(v for v in noisy.support if v > k))


def _noise_delta(given: Arguments) -> Json:
    shifted = _noise(given, given.integer("sensitivity", 1))
    return real(hockey_stick(_noise(given), shifted, given.finite("at")))


def _noise_bound(given: Arguments) -> Json:
    epsilon, delta = _rate(given), given.open_delta()
    return str(least_power(epsilon, end_ratio(exp(epsilon), delta)))


def _table_delta(given: Arguments) -> Json:
    """The largest hockey-stick divergence of the decisions on counts that differ by one, either way."""
    epsilon = given.finite()
    keep = [Arguments({"keep": p}).number("keep") for p in given.items("keep")]
    if not keep or any(not 0 <= p <= 1 for p in keep):
        raise InvalidValue("keep lists no probabilities")
    decisions = [Dist({True: p, False: 1 - p}) for p in (Number(0), *keep)]
    either = ((a, b) for p, q in pairwise(decisions) for a, b in ((p, q), (q, p)))
    return real(max(hockey_stick(p, q, epsilon) for p, q in either))


_BEST = (
    "p(0) = 0 and p(n + 1) = min(e^a p(n) + d, 1 - e^(-a) (1 - p(n) - d), 1), a = epsilon/partitions, d = "
    "delta/partitions: the largest probability with which a partition of n people is kept, if that is (a, "
    "d)-DP for adding or removing a person. For a person in at most so many partitions it is then (epsilon, "
    "delta)-DP which ones are kept"
)
_SELECTED = "partitions >= 1 is whole, 0 <= epsilon < inf,"
_NOISE = (
    "P(Z = z) = e^(-epsilon |z|)/C for the whole z with |z| <= k, C the sum of e^(-epsilon |z|) over them"
)
_RANGE = f"0 < epsilon < inf, and 1 <= k <= {MOST_NOISE} is whole."

FUNCTIONS = {
    "partition_selection_probability": Function(
        f"p(n), where {_BEST}. {_SELECTED} 0 <= delta < 1, n >= 0 is whole.", "probability", _keep
    ),
    "partition_selection_certain": Function(
        f"The smallest n with p(n) = 1, where {_BEST}. {_SELECTED} 0 < delta < 1.", "whole", _certain
    ),
    "partition_selection_delta": Function(
        "The largest of p(n) - e^epsilon p(n - 1), p(n - 1) - e^epsilon p(n), (1 - p(n)) - e^epsilon (1 - "
        "p(n - 1)), (1 - p(n - 1)) - e^epsilon (1 - p(n)) and 0 over n = 1, 2, ..., N, where p(0) = 0 and "
        "`keep` lists p(1), ..., p(N): the smallest delta at epsilon for adding or removing a person, of "
        "keeping a partition of n people with probability p(n). N >= 1, 0 <= p(n) <= 1, 0 <= epsilon < inf.",
        "delta",
        _table_delta,
    ),
    "truncated_geometric_probability": Function(
        f"P(n + Z > k), where {_NOISE}: a partition of n people is kept if its noisy count exceeds k. "
        f"{_RANGE} n >= 0 is whole.",
        "probability",
        _kept_by_noise,
    ),
    "truncated_geometric_delta": Function(
        "The sum over whole z of max(P(Z = z) - e^at P(Z = z - sensitivity), 0), where " + _NOISE + ": the "
        "smallest delta at `at` of a count with this noise, which moves by the sensitivity. " + _RANGE + " "
        "sensitivity >= 1 is whole, 0 <= at < inf.",
        "delta",
        _noise_delta,
    ),
    "truncated_geometric_bound": Function(
        f"The smallest whole k >= 1 with P(Z = k) <= delta, where {_NOISE}. 0 < epsilon < inf, 0 < delta < "
        f"1.",
        "smallest",
        _noise_bound,
    ),
}
