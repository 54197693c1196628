"""Randomised response over time: one permanent answer, randomised again for every report."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from ..adjacency import Adjacency, all_pairs
from ..arguments import integer
from ..budgets.sizes import check_power
from ..dp import Dist, Mechanism
from ..exact import EpsilonLike, integer_text
from .randomised_response import randomised_response_categories

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
