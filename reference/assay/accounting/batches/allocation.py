"""Random allocation: a record takes part in one of t steps, which is drawn uniformly and kept secret.

    P = (1/t) sum over i of (P_0 at step i, Q_0 at all others)   against   Q = Q_0 at all t steps,

(P_0, Q_0) the pair of one step with the record.  With independent losses L_i of it under Q_0 the loss is

    L = ln((1/t) sum over i of e^(L_i))

so that delta(epsilon) = E_Q (e^L - e^epsilon)_+ when a record is removed, and E_Q (1 - e^epsilon e^L)_+ when
it is added: both are known from the law of a sum under Q.

Source: Feldman and Shenfeld, "Privacy amplification by random allocation", 2025, and "Efficient privacy loss
accounting for subsampling and random allocation", 2026; Chua et al., "Balls-and-Bins Sampling for DP-SGD",
AISTATS 2025.  The proof is in section 14 of spec/accounting.md.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.util import find_spec
from math import expm1, sqrt
from typing import TYPE_CHECKING

from ...arguments import positive_integer
from ...composition.arguments import freeze
from ...composition.pair import DominatingPair
from ...errors import BudgetExceeded, InvalidType
from ...exact import INFINITY, Log
from ...exact.real import brief
from ..densities import Gaussian
from .enclosed import Enclosed, Table, table_above
from .sums import ABOVE, BELOW, MOMENTS, MORE, Law, Plan, law_of_mean

if TYPE_CHECKING:
    from .sums import Array

NO_NUMPY = "tables of random allocation need numpy; install it with: pip install 'assay[fast]'"
STEEPEST = 600.0
"""The variance e^(mu^2) - 1 of one step is not looked at beyond this exponent."""
LOG_SLACK = 1e-12
"""More than floats err in a logarithm below 300, and in the place that it is of."""
MORE_OF_ONE = 1 + 1e-14
"""Rounds up a product of two floats, one of them a place."""


@dataclass(frozen=True)
class Allocated(Enclosed):
    """The pair of a record removed from 1 of `steps` steps of Gaussian noise; the other order if reversed."""

    base: Gaussian
    steps: int
    is_reversed: bool = False

    def __post_init__(self) -> None:
        """Raises InvalidType for another pair, InvalidValue for less than one step."""
        base: object = self.base
        if not isinstance(base, Gaussian):
            raise InvalidType(f"base = {brief(repr(base))} is a {type(base).__name__}; give a Gaussian")
        freeze(self, "steps", positive_integer(self.steps, "steps"))

    @staticmethod
    def of(base: Gaussian, steps: int) -> DominatingPair:
        """The pair; the base itself for one step."""
        found = Allocated(base, steps)
        return base if steps == 1 else found

    @property
    def name(self) -> str:
        """The base, the steps and the order."""
        return f"{'reversed ' * self.is_reversed}1 of {self.steps} steps of {self.base.name}"

    def reversed(self) -> DominatingPair:
        """The pair of a record that is added."""
        return replace(self, is_reversed=not self.is_reversed)

    def extremes(self) -> tuple[Log, Log]:
        """The loss is unbounded on both sides."""
        return -INFINITY, INFINITY

    def sides(self, fineness: int, depth: int) -> tuple[DominatingPair, DominatingPair]:
        """Tables from both laws of the sum."""
        return _sides(self, fineness, depth)


@lru_cache(maxsize=8)
def _law(base: Gaussian, steps: int, plan: Plan) -> Law:
    if find_spec("numpy") is None:
        raise BudgetExceeded(NO_NUMPY)
    return law_of_mean(base, steps, plan)


def plan_for(base: Gaussian, steps: int, fineness: int, depth: int) -> Plan:
    """Cells of 1/fineness of the deviation of the mean of e^(L_i), and not longer than those of a step."""
    mu_squared = min(float(base.mu_squared), STEEPEST)
    coarsest = 2 * min(1.0, sqrt(mu_squared)) / fineness
    step = min(sqrt(expm1(mu_squared) / steps) / fineness, coarsest)
    return Plan.of(step, coarsest, steps, depth)


@lru_cache(maxsize=8)
def _sides(pair: Allocated, fineness: int, depth: int) -> tuple[Table, Table]:
    law = _law(pair.base, pair.steps, plan_for(pair.base, pair.steps, fineness, depth))
    return _above(pair, law), _below(pair, law)


def _above(pair: Allocated, law: Law) -> Table:
    """Masses q at x: under P they are q x.  Where the order is reversed, q itself counts, at -ln x."""
    import numpy as np

    places, rows = _flat(law)
    zero, kept = float(np.sum(rows[ABOVE][places == 0])), places > 0
    places, masses = places[kept], rows[ABOVE][kept]
    name = f"above {pair.name}"
    if pair.is_reversed:
        losses, lost = LOG_SLACK - np.log(places), law.lost + zero
    else:
        losses, lost, masses = np.log(places) + LOG_SLACK, law.lost_moment, masses * places * MORE_OF_ONE
    return table_above(name, losses.tolist(), masses.tolist(), min(1.0, lost * MORE))


def _below(pair: Allocated, law: Law) -> Table:
    """Masses and moments at their quotients, moved down by what they may err."""
    import numpy as np

    _, rows = _flat(law)
    kept = rows[BELOW] > 0
    masses, moments = rows[BELOW][kept], rows[MOMENTS][kept]
    places = np.log(moments / masses)
    losses = (-places if pair.is_reversed else places) - (4 * law.error + LOG_SLACK)
    weights = (masses if pair.is_reversed else moments) * (1 - 2 * law.error - LOG_SLACK)
    return Table(f"below {pair.name}", tuple(losses.tolist()), tuple(weights.tolist()))


def _flat(law: Law) -> tuple[Array, Array]:
    """All places with their rows, in ascending order, without empty ones."""
    import numpy as np

    places = np.concatenate([law.places(scale) for scale in law.scales])
    rows = np.concatenate(list(law.scales.values()), axis=1)
    order = np.argsort(places, kind="stable")
    order = order[rows[:, order].any(axis=0)]
    return places[order], rows[:, order]
