"""Composition of Random Differential Privacy, where the guarantee may fail for an unlucky draw of the data.

M is (alpha, gamma)-Random DP for P if, with probability at least 1 - gamma over records x_1, ..., x_(n+1)
drawn from P, the two data sets (x_1, ..., x_n) and (x_1, ..., x_(n-1), x_(n+1)) satisfy the inequality of
alpha-DP in both directions; (alpha, eta, gamma) allows an additive eta.
Source: Hall, Rinaldo and Wasserman, "Random Differential Privacy", 2013.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Unpack

from ..arguments import listed, probability
from ..errors import InvalidType, InvalidValue
from ..exact import EpsilonLike, ExactLike, Log, Number, eps, number
from ..outputs.text import with_type
from .guarantee import capped
from .statement import About, Statement, about, common_scope


@dataclass(frozen=True, init=False, repr=False)
class RandomGuarantee(Statement):
    """The statement "(alpha, eta, gamma)-Random DP"; eta = 0 is the pure form (alpha, gamma).

    alpha is an exact logarithm in [0, infinity], eta and gamma exact numbers in [0, 1]; InvalidValue outside.
    The other arguments are those of `Guarantee`.  It fails for unlucky data, so that no filter takes it.
    """

    alpha: Log
    eta: Number
    gamma: Number

    def __init__(
        self, alpha: EpsilonLike, eta: ExactLike = 0, gamma: ExactLike = 0, **about: Unpack[About]
    ) -> None:
        object.__setattr__(self, "alpha", eps(alpha, "alpha"))
        object.__setattr__(self, "eta", probability(eta, "eta"))
        object.__setattr__(self, "gamma", probability(gamma, "gamma"))
        self._read_about(**about)

    @property
    def notion(self) -> str:
        """The words Random DP."""
        return "Random DP"

    def __str__(self) -> str:
        return f"({self.alpha}, {self.eta}, {self.gamma})-Random DP{self.about}"


def random_dp_composition(guarantees: Iterable[RandomGuarantee]) -> RandomGuarantee:
    """Mechanisms that are (alpha_i, eta_i, gamma_i)-Random DP are together Random DP with the three sums.

    Hypotheses: one distribution P of the data and one n for all; given the data, fresh randomness in each
    mechanism. Without the latter the sum of the alphas fails, as it does for ordinary differential privacy.
    The mechanisms are given in advance: where answers choose the next one, each that may be chosen has
    unlucky draws of its own, and one gamma for each round is not enough.
    The gammas add by the union bound: the unlucky draws need not be independent.  Sums above 1 are reported
    as 1.
    Adjacency: replacing one record, drawn from P.  Tight: mechanisms whose unlucky draws are disjoint.
    Raises InvalidValue for an empty list, and guarantees about different relations, domains or units.
    Source: Hall, Rinaldo and Wasserman 2013, Proposition 4.2, stated there for two mechanisms with eta = 0.
    """
    parts = listed(guarantees, "guarantees", "[RandomGuarantee(1, 0, '1/10')]")
    if not parts:
        raise InvalidValue("no guarantee was given; give at least one RandomGuarantee")
    for g in parts:
        if not isinstance(g, RandomGuarantee):
            raise InvalidType(f"guarantees holds {with_type(g)}; give RandomGuarantee(alpha, eta, gamma)")
    together = RandomGuarantee(
        sum((g.alpha for g in parts), eps(0)),
        capped(sum((g.eta for g in parts), number(0))),
        capped(sum((g.gamma for g in parts), number(0))),
        adaptive=all(g.adaptive for g in parts),
        interactive=any(g.interactive for g in parts),
    )
    return about(together, common_scope(parts))
