"""Random allocation: a record takes part in one of t steps, which is drawn uniformly and kept secret.

    P = (1/t) sum over i of (P_0 at step i, Q_0 at all others)   against   Q = Q_0 at all t steps,

(P_0, Q_0) the pair of one step with the record.  With independent losses L_i of it under Q_0 the loss is

    L = ln((1/t) sum over i of e^(L_i))

so that delta(epsilon) = E_Q (e^L - e^epsilon)_+ when a record is removed, and E_Q (1 - e^epsilon e^L)_+ when
it is added: both are known from the distribution of a sum under Q.

Source: Feldman and Shenfeld, "Privacy amplification by random allocation", 2025, and "Efficient privacy loss
accounting for subsampling and random allocation", 2026; Chua et al., "Balls-and-Bins Sampling for DP-SGD",
AISTATS 2025.  The proof is in section 14 of spec/accounting.md.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from importlib.util import find_spec
from math import ceil, expm1, sqrt
from typing import TYPE_CHECKING

from ...arguments import positive_integer
from ...composition.arguments import freeze
from ...composition.pair import DominatingPair, Tail
from ...errors import BudgetExceeded, InvalidType
from ...exact import INFINITY, Log
from ...exact._flint import precision
from ...exact.real import brief
from ..densities import Gaussian
from ..planning.loss_sketch import middle
from .enclosed import Enclosed, Table, table_above
from .latticed import BITS, SLIP, lattice_above, lattice_below, proved_place, thinned
from .mean_points import FAINT, MeanDistribution, Plan
from .sums import MORE, mean_distribution

if TYPE_CHECKING:
    from .mean_points import Array

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

    def sides(self, fineness: int, depth: int, composed: bool) -> tuple[DominatingPair, DominatingPair]:
        """Tables from both distributions of the mean."""
        return _sides(self, fineness, depth, composed)


@lru_cache(maxsize=8)
def _distribution(base: Gaussian, steps: int, plan: Plan) -> MeanDistribution:
    if find_spec("numpy") is None:
        raise BudgetExceeded(NO_NUMPY)
    return mean_distribution(base, steps, plan)


def plan_for(base: Gaussian, steps: int, fineness: int, depth: int) -> Plan:
    """Cells of 1/fineness of the deviation of the mean of e^(L_i), and not longer than those of a step."""
    mu_squared = min(float(base.mu_squared), STEEPEST)
    coarsest = 2 * min(1.0, sqrt(mu_squared)) / fineness
    step = min(sqrt(expm1(mu_squared) / steps) / fineness, coarsest)
    return Plan.of(step, coarsest, steps, depth)


@lru_cache(maxsize=8)
def _sides(pair: Allocated, fineness: int, depth: int, composed: bool) -> tuple[Table, Table]:
    plan = plan_for(pair.base, pair.steps, fineness, depth)
    distribution = _distribution(pair.base, pair.steps, plan)
    if composed:
        step = _short(float(plan.unit))
        return _above_on(pair, distribution, step), _below_on(pair, distribution, step)
    above, below = thinned(distribution, float(plan.unit))
    return _above(pair, distribution, *above), _below(pair, distribution, *below)


def _short(x: float) -> Fraction:
    """At most x, to 10 bits."""
    numerator, denominator = x.as_integer_ratio()
    scale = Fraction(2) ** (numerator.bit_length() - denominator.bit_length() - 10)
    return int(Fraction(x) / scale) * scale


def _above(pair: Allocated, distribution: MeanDistribution, places: Array, masses: Array) -> Table:
    """Masses q at x: under P they are q x.  Where the order is reversed, q itself counts, at -ln x."""
    import numpy as np

    zero, kept = float(np.sum(masses[places == 0])), places > 0
    places, masses = places[kept], masses[kept]
    losses = np.log(places)
    if pair.is_reversed:
        return _upper(pair, distribution, LOG_SLACK - losses, masses, zero)
    return _upper(pair, distribution, losses + LOG_SLACK, masses * places * MORE_OF_ONE, zero)


def _above_on(pair: Allocated, distribution: MeanDistribution, step: Fraction) -> Table:
    """The same on a lattice of losses, which is met exactly."""
    import numpy as np

    indices, masses, zero = lattice_above(distribution, step)
    losses = np.array(indices) * float(step)
    if pair.is_reversed:
        return _upper(pair, distribution, -losses, masses, zero)
    return _upper(pair, distribution, losses, masses * np.exp(losses) * MORE_OF_ONE, zero)


def _upper(
    pair: Allocated, distribution: MeanDistribution, losses: Array, masses: Array, zero: float
) -> Table:
    lost = distribution.lost + zero if pair.is_reversed else distribution.lost_moment
    return table_above(f"above {pair.name}", losses.tolist(), masses.tolist(), min(1.0, lost * MORE))


def _below(pair: Allocated, distribution: MeanDistribution, masses: Array, moments: Array) -> Table:
    """Masses and moments at their quotients, moved down by what they may err."""
    import numpy as np

    kept = masses > 0
    masses, moments = masses[kept], moments[kept]
    places = np.log(moments / masses)
    losses = (-places if pair.is_reversed else places) - _error_of_loss(distribution)
    weights = (masses if pair.is_reversed else moments) * _kept_weight(distribution)
    return Table(f"below {pair.name}", tuple(losses.tolist()), tuple(weights.tolist()))


def _below_on(pair: Allocated, distribution: MeanDistribution, step: Fraction) -> Table:
    """The same on a lattice of losses, moved down by SLIP and by what they may err."""
    found: dict[int, float] = {}
    sign = -1 if pair.is_reversed else 1
    with precision(BITS):
        for m, mass in lattice_below(distribution, step).items():
            given = mass if sign > 0 else Tail(mass.q, mass.p)
            weight = middle(given.p) * _kept_weight(distribution)
            if weight > FAINT and middle(given.q) > 0:
                place = proved_place(given, sign * m, step)
                found[place] = found.get(place, 0.0) + weight
    # a multiple of 2^-44, so that the losses lie on a lattice as floats too
    moved = ceil((float(SLIP) + _error_of_loss(distribution)) * 2.0**44) / 2.0**44
    losses = tuple(float(m * step) - moved for m in sorted(found))
    return Table(f"below {pair.name}", losses, tuple(found[m] * (1 - LOG_SLACK) for m in sorted(found)))


def _error_of_loss(distribution: MeanDistribution) -> float:
    return 4 * distribution.error + LOG_SLACK


def _kept_weight(distribution: MeanDistribution) -> float:
    return 1 - 2 * distribution.error - LOG_SLACK
