"""Randomised response: report the true answer with a known bias, or else another one; once, or from memory.

Each constructor takes exactly one of `epsilon` (the bias is then the largest one that is epsilon-DP) and
`bias` (the probability of the true answer; any exact probability). The neighbours of an answer are all other
answers.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from ..adjacency import Adjacency, all_pairs, hamming
from ..arguments import integer, probability
from ..budgets.sizes import check_power
from ..dp import Dist, Mechanism
from ..exact import EpsilonLike, ExactLike, Number, integer_text, number
from ._arguments import bit_vector, boolean, category, decay, exactly_one, vectors

Bits = tuple[int, ...]


def randomised_response(
    epsilon: EpsilonLike | None = None,
    *,
    bias: ExactLike | None = None,
    domain: Iterable[bool] = (False, True),
    adjacency: Adjacency | None = None,
) -> Mechanism[bool, bool]:
    """P(b | b) = p and P(not b | b) = 1 - p, with p = e^epsilon / (1 + e^epsilon) unless a bias p is given.

    The exact epsilon is |ln(p / (1 - p))|; it is infinite at p = 0 and p = 1.
    Source: Warner, "Randomized response", JASA 1965.
    """
    p = _bias(epsilon, bias, 2)
    return Mechanism(
        lambda b: Dist({boolean(b): p, not b: 1 - p}),
        domain,
        all_pairs() if adjacency is None else adjacency,
        name="randomised_response",
    )


def randomised_response_categories(
    k: int,
    epsilon: EpsilonLike | None = None,
    *,
    bias: ExactLike | None = None,
    domain: Iterable[int] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[int, int]:
    """k-ary: P(x | x) = p and P(y | x) = (1 - p)/(k - 1) for y != x in 0..k-1, for k >= 2.

    p = e^epsilon / (k - 1 + e^epsilon) unless a bias p is given; the exact epsilon is |ln((k - 1) p / (1 -
    p))|.
    Source: Kairouz, Oh and Viswanath, "Extremal mechanisms for local differential privacy", JMLR 2016.
    """
    outputs = range(integer(k, "k", 2))
    p = _bias(epsilon, bias, k)
    return Mechanism(
        lambda x: Dist({y: p if y == category(x, k) else (1 - p) / (k - 1) for y in outputs}),
        outputs if domain is None else domain,
        all_pairs() if adjacency is None else adjacency,
        name="randomised_response_categories",
    )


def randomised_response_bits(
    n: int,
    epsilon: EpsilonLike | None = None,
    *,
    bias: ExactLike | None = None,
    domain: Iterable[Bits] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[Bits, Bits]:
    """Every one of n bits independently: P(y | x) = prod_i (p if y_i = x_i else 1 - p).

    p = e^epsilon / (1 + e^epsilon) unless a bias p is given: epsilon is the cost of one bit. Inputs are
    tuples of 0 and 1; by default adjacent ones differ in one bit, and the exact epsilon is |ln(p / (1 - p))|.
    Source: Warner 1965, for every bit; Erlingsson, Pihur and Korolova, CCS 2014, for the vector.
    """
    return _independent_bits("randomised_response_bits", n, _bias(epsilon, bias, 2), domain, adjacency)


def bad_randomised_response(
    n: int,
    parameter: ExactLike,
    *,
    domain: Iterable[Bits] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[Bits, Bits]:
    """Every one of n bits flipped with probability (1 - e)/2, for a parameter e that is mistaken for epsilon.

    P(y | x) = prod_i ((1 + e)/2 if y_i = x_i, (1 - e)/2 otherwise), for e in [0, 1].
    The exact epsilon for one bit is ln((1 + e)/(1 - e)), which exceeds 2e for every e > 0.
    Source: the faulty randomised response among the examples of Barthe, Chadha, Jagannath, Sistla and
    Viswanathan, "Deciding differential privacy for programs with finite inputs and outputs", LICS 2020.
    """
    bias = (1 + probability(parameter, "parameter")) / 2
    return _independent_bits("bad_randomised_response", n, bias, domain, adjacency)


def _bias(epsilon: EpsilonLike | None, bias: ExactLike | None, k: int) -> Number:
    """The given bias, or e^epsilon / (k - 1 + e^epsilon) = 1 / (1 + (k - 1) e^(-epsilon))."""
    exactly_one(epsilon=epsilon, bias=bias)
    if epsilon is not None:
        return 1 / (1 + (k - 1) * decay(epsilon))
    return probability(number(0) if bias is None else bias, "bias")


def _independent_bits(
    name: str, n: int, p: Number, domain: Iterable[Bits] | None, adjacency: Adjacency | None
) -> Mechanism[Bits, Bits]:
    outputs = vectors((0, 1), n)
    return Mechanism(
        EachBit(n, p, outputs),
        outputs if domain is None else domain,
        hamming(1) if adjacency is None else adjacency,
        name=name,
    )


class EachBit:
    """The distribution of n independent noisy bits, as a whole and bit by bit."""

    def __init__(self, n: int, p: Number, outputs: Iterable[Bits]) -> None:
        self._n, self._outputs = n, outputs
        self._powers = [p ** (n - d) * (1 - p) ** d for d in range(n + 1)]
        self._bits: tuple[Dist[object], ...] = (Dist({0: p, 1: 1 - p}), Dist({0: 1 - p, 1: p}))

    def distribution(self, x: Bits) -> Dist[Bits]:
        """p^(n - d) (1 - p)^d for every output at Hamming distance d."""
        bits = bit_vector(x, self._n)
        distance = (sum(a != b for a, b in zip(bits, y, strict=True)) for y in self._outputs)
        return Dist({y: self._powers[d] for y, d in zip(self._outputs, distance, strict=True)})

    def factors(self, x: Bits) -> tuple[Dist[object], ...]:
        """p for the bit itself, 1 - p for its complement."""
        return tuple(self._bits[b] for b in bit_vector(x, self._n))


Reports: TypeAlias = tuple[int, ...]


def memoised_response(
    k: int,
    permanent: EpsilonLike,
    instantaneous: EpsilonLike,
    *,
    reports: int = 1,
    domain: Iterable[int] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[int, Reports]:
    """P(y_1, ..., y_T | x) = sum over b of R(b | x) prod_t S(y_t | b), for T = reports and y_t in 0..k-1.

    R and S are k-ary randomised response with the epsilons `permanent` and `instantaneous`: b is drawn once
    and kept. With e^permanent = u and e^instantaneous = v the exact epsilon of one report is
    ln((u v + k - 1) / (u + v + k - 2)); it grows with the reports and stays below `permanent`.
    Source: Arcolezi, Couchot, Al Bouna and Xiao, "Improving the utility of locally differentially private
    protocols for longitudinal and multidimensional frequency estimates", 2022 (L-GRR); Erlingsson, Pihur and
    Korolova, CCS 2014 (memoisation).
    """
    size, times = integer(k, "k", 2), integer(reports, "reports", 1)
    check_power(size, times, "outputs", f"reports = {integer_text(times)} (int)", "use fewer reports")
    kept = randomised_response_categories(size, permanent)
    each = randomised_response_categories(size, instantaneous)
    answers = {b: Dist.product(*[each.distribution(b)] * times) for b in range(size)}
    return Mechanism(
        lambda x: kept.distribution(x).bind(answers.__getitem__),
        range(size) if domain is None else domain,
        all_pairs() if adjacency is None else adjacency,
        name="memoised_response",
    )


def almost_random(
    *, domain: Iterable[bool] = (False, True), adjacency: Adjacency | None = None
) -> Mechanism[bool, bool]:
    """P(output = b | input b) = 3/4 and P(output = not b | input b) = 1/4.

    If coinToss() then return b else return coinToss(). epsilon = ln 3 exactly; `randomised_response` with
    bias 3/4.
    Source: M. Gaboardi, lecture CSE660 "Differential Privacy", University at Buffalo, 2017.
    """
    return Mechanism(
        _almost_random, domain, all_pairs() if adjacency is None else adjacency, name="almost_random"
    )


def _almost_random(b: bool) -> Dist[bool]:
    return Dist({boolean(b): "3/4", not b: "1/4"})
