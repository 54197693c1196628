"""Mechanisms with finitely many outcomes and no noise of their own: section B's last rows."""

from __future__ import annotations

from fractions import Fraction

from ... import mechanisms
from ...adjacency import all_pairs
from ...decide.mechanism import SymbolicMechanism
from ...decide.probabilities.intervals import Table, decide_between
from ...decide.probabilities.output_distributions import OutputDistribution
from ...decide.probabilities.values import ONE, T, Value
from ...dp import Verdict
from ...exact import EPS, exp
from .row import FiniteRow, refuted

HALF = Value.of(Fraction(1, 2))
RIGHT, WRONG = HALF * (ONE + Value(T)), HALF * (ONE - Value(T))
"""A bit that is kept, or flipped, with a bias of e/2."""

FAULTY: Table = {0: {0: RIGHT, 1: WRONG}, 1: {0: WRONG, 1: RIGHT}}


class FaultyResponse(SymbolicMechanism):
    """One bit, flipped with probability (1 - e)/2: a mechanism for 0 < e < 1 alone, judged by its matrix."""

    def __init__(self) -> None:
        self.domain = tuple(FAULTY)
        self.name: str = "RR (wrong)"
        self.k: int = 1
        self.pairs = all_pairs().pairs(self.domain)
        self.known_ratios, self._explore = {}, None
        self._rows = {
            x: {o: OutputDistribution.number(p) for o, p in row.items()} for x, row in FAULTY.items()
        }


def judge_faulty_response(mechanism: SymbolicMechanism) -> Verdict:
    """Judge "e-private" where the bias is a probability, 0 < e < 1."""
    return decide_between(FAULTY, all_pairs(), Fraction(1), name=mechanism.name)


def rows() -> list[FiniteRow]:
    """All rows; f is chosen for the claim, as the source of RAPPOR does."""
    f = 2 / (1 + exp(EPS / 8))
    return [
        FiniteRow(
            "RR (wrong)",
            1,
            FaultyResponse,
            published=refuted(1),
            judge=judge_faulty_response,
            multiple=False,
            remark="bias (1-eps)/2, a probability for eps < 1; with more bits the same bit decides",
        ),
        FiniteRow(
            "TruncatedGeometric",
            5,
            lambda: SymbolicMechanism.of(mechanisms.geometric_clamped(5, EPS)),
            remark="GeoSample(5, k) is the point exp(eps) = 1 + 2^-k of it",
        ),
        FiniteRow(
            "RAPPOR, one-time",
            20,
            lambda: SymbolicMechanism.of(mechanisms.rappor_one_time(f=f)),
            remark="4 hashes, f = 2/(1 + exp(eps/8))",
        ),
        FiniteRow(
            "RAPPOR",
            20,
            lambda: SymbolicMechanism.of(mechanisms.rappor(f=f)),
            remark="the same f, p = .45, q = .55",
        ),
    ]
