"""Selection by scores: an output is the likelier, the better its score.

The exponential mechanism, also in base 2, and permute-and-flip, which visits the outputs in random order and
accepts each with a coin that its score weighs.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

from ..adjacency import Adjacency, linf
from ..arguments import integer, positive_rational
from ..dp import Dist, Mechanism
from ..errors import InvalidValue
from ..exact import EpsilonLike, ExactLike, Number, eps, integer_text, number
from ._arguments import decay, integer_vector, not_empty_table, score_table, score_vector, vectors

Out = TypeVar("Out", bound=Hashable)
Scores = tuple[int, ...]


def gibbs_distribution(
    scores: Mapping[Out, ExactLike],
    epsilon: EpsilonLike,
    *,
    sensitivity: ExactLike = 1,
    monotonic: bool = False,
) -> Dist[Out]:
    """P(o) = e^(epsilon u(o) / (2 D)) / (sum over all outputs), for rational scores u and sensitivity D > 0.

    With `monotonic` the 2 is left out: enough where all scores move in the same direction between neighbours.
    Weights are taken relative to the best score, which changes nothing; at epsilon = infinity the
    distribution is uniform on the best outputs. Use it with scores of your own:

        Mechanism(lambda x: gibbs_distribution({o: u(x, o) for o in outputs}, epsilon), domain, adjacency)

    Raises FloatRefused for a float score, InvalidValue for no scores or a sensitivity <= 0.
    Source: McSherry and Talwar, "Mechanism design via differential privacy", FOCS 2007.
    """
    table, step = score_table(scores), positive_rational(sensitivity, "sensitivity")
    best, scale = max(table.values()), step * (1 if monotonic else 2)
    return Dist.from_weights({o: decay(epsilon, (best - u) / scale) for o, u in table.items()})


def exponential_mechanism(
    epsilon: EpsilonLike,
    *,
    n: int = 2,
    sensitivity: ExactLike = 1,
    monotonic: bool = False,
    domain: Iterable[tuple[ExactLike, ...]] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[tuple[ExactLike, ...], int]:
    """Select an index: P(i | u) proportional to e^(epsilon u_i / (2 D)) for a vector u of rational scores.

    Default domain: {0, 1}^n; default adjacency: every score may differ by at most 1. Claim: epsilon-DP where
    D is at least the largest change of a score between neighbours. On the default domain the exact epsilon is
    ln(b (1 + (n - 1) b) / (b + n - 1)) with b = e^(epsilon/(2D)), which is less than epsilon/D.
    Source: McSherry and Talwar, FOCS 2007, see `gibbs_distribution`.
    """
    rate, step = eps(epsilon, "epsilon"), positive_rational(sensitivity, "sensitivity")
    return Mechanism(
        lambda u: gibbs_distribution(
            dict(enumerate(score_vector(u))), rate, sensitivity=step, monotonic=monotonic
        ),
        vectors((0, 1), n) if domain is None else domain,
        linf(1) if adjacency is None else adjacency,
        name="exponential_mechanism",
    )


def exponential_base2_distribution(costs: Mapping[Out, int], x: int, y: int, *, z: int = 1) -> Dist[Out]:
    """P(o) = w^(u(o)) / (sum over all outputs) with w = (x / 2^y)^z, for integer costs u: less is better.

    In the notation of the source, P(o) is proportional to 2^(-eta u(o)) with eta = -z log2(x / 2^y), and
    every probability is rational. x, y, z are integers >= 1 with x <= 2^y.

    Raises InvalidType for a cost that is not an int (round it, at random if it must stay unbiased, before).
    Source: Ilvento, "Implementing the exponential mechanism with base-2 differential privacy", CCS 2020.
    """
    above, bits, times = integer(x, "x", 1), integer(y, "y", 1), integer(z, "z", 1)
    if (above - 1).bit_length() > bits:
        raise InvalidValue(
            f"x = {integer_text(x)} (int) exceeds 2^y, y = {integer_text(y)}; eta = -z log2(x/2^y) "
            "must be >= 0"
        )
    table = {o: integer(u, f"costs[{o!r}]") for o, u in not_empty_table(costs, "costs").items()}
    best = min(table.values())
    weight = number(above) / number(2) ** bits
    return Dist.from_weights({o: weight ** (times * (u - best)) for o, u in table.items()})


def exponential_base2(
    x: int,
    y: int,
    *,
    z: int = 1,
    n: int = 2,
    domain: Iterable[Scores] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[Scores, int]:
    """Select an index: P(i | u) proportional to (x / 2^y)^(z u_i) for a vector u of integer costs.

    Default domain: {0, 1}^n; default adjacency: every cost may differ by at most 1. Claim: 2 eta in base 2,
    which is epsilon = 2 z ln(2^y / x).
    Source: Ilvento, CCS 2020, see `exponential_base2_distribution`.
    """
    exponential_base2_distribution({0: 0}, x, y, z=z)
    return Mechanism(
        lambda u: exponential_base2_distribution(dict(enumerate(integer_vector(u))), x, y, z=z),
        vectors((0, 1), n) if domain is None else domain,
        linf(1) if adjacency is None else adjacency,
        name="exponential_base2",
    )


def permute_and_flip_distribution(
    scores: Mapping[Out, ExactLike],
    epsilon: EpsilonLike,
    *,
    sensitivity: ExactLike = 1,
    monotonic: bool = False,
) -> Dist[Out]:
    """Visit the outputs in random order; return o with probability p(o) = e^(epsilon (u(o) - max u) / (2 D)).

    As if every output came at an independent uniform time s in [0, 1], that gives

        P(o) = p(o) * integral over s in [0, 1] of  prod_{o' != o} (1 - s p(o')) ds,

    the integral of a polynomial in s.  The best output has p = 1, so that something is always returned.  With
    `monotonic` the 2 is left out; at epsilon = infinity the distribution is uniform on the best outputs.
    Source: McKenna and Sheldon, "Permute-and-flip: a new mechanism for differentially private selection",
    NeurIPS 2020.
    """
    table, step = score_table(scores), positive_rational(sensitivity, "sensitivity")
    best, scale = max(table.values()), step * (1 if monotonic else 2)
    p = {o: decay(epsilon, (best - u) / scale) for o, u in table.items()}
    return Dist({o: p[o] * _chance_to_be_reached([p[q] for q in table if q is not o]) for o in table})


def _chance_to_be_reached(others: Sequence[Number]) -> Number:
    """The integral over s in [0, 1] of prod_i (1 - s p_i)."""
    coefficients = [number(1)]
    for p in others:
        shifted = [number(0), *(-p * c for c in coefficients)]
        coefficients = [a + b for a, b in zip([*coefficients, number(0)], shifted, strict=True)]
    return sum((c / (k + 1) for k, c in enumerate(coefficients)), number(0))


def permute_and_flip(
    epsilon: EpsilonLike,
    *,
    n: int = 2,
    sensitivity: ExactLike = 1,
    monotonic: bool = False,
    domain: Iterable[tuple[ExactLike, ...]] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[tuple[ExactLike, ...], int]:
    """Select an index by permute-and-flip: P(i | u) is `permute_and_flip_distribution` of a vector of
    rational scores.

    Default domain: {0, 1}^n; default adjacency: every score may differ by at most 1. Claims: epsilon-DP where
    D is at least the largest change of a score between neighbours; and on every input, an expected score that
    is at least that of the exponential mechanism.
    Source: McKenna and Sheldon, NeurIPS 2020.
    """
    rate, step = eps(epsilon, "epsilon"), positive_rational(sensitivity, "sensitivity")
    return Mechanism(
        lambda u: permute_and_flip_distribution(
            dict(enumerate(score_vector(u))), rate, sensitivity=step, monotonic=monotonic
        ),
        vectors((0, 1), n) if domain is None else domain,
        linf(1) if adjacency is None else adjacency,
        name="permute_and_flip",
    )
