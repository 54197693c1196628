"""The best of K outputs as text.

    select  file=outputs.json | epsilon=1 | rho=0.1 | sigma=1 [sensitivity=1] | orders=2:8 values=0.1:0.5
            gamma=0.01 [eta=1] | mean=10

The mechanism is given by its outputs, from the worst to the best, as the file of a pair; or it is anything
that is epsilon-DP, rho-zCDP, computed from Gaussian noise, or has such Renyi divergences.  K is truncated
negative binomial with gamma and eta, geometric for eta = 1, or Poisson with a mean.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..arguments import positive_rational, rational
from ..composition.pair import DominatingPair
from ..errors import InvalidValue
from ..exact import number
from .densities import Gaussian
from .json_files import read_pair_in_order
from .moment_bounds import MomentBound
from .renyi_curves import Concentrated, Curve, Listed, read_points
from .repetitions import PoissonRepetitions, Repetitions, TruncatedNegativeBinomial
from .selected import best_of
from .selection_curves import GaussianCurve, Pure, SelectedCurve

PARAMETERS = (
    "epsilon", "rho", "sigma", "sensitivity", "orders", "values", "file", "gamma", "eta", "mean",
)  # fmt: skip
BASES = ("epsilon", "rho", "sigma", "orders", "file")


def selection_of(values: Mapping[str, str], moved: int) -> DominatingPair:
    """The pair of given outputs, or all that a curve allows; moved: by how many sensitivities a sum moves.

    Raises InvalidValue unless there is one mechanism and one distribution of K.
    """
    given = [name for name in BASES if name in values]
    if len(given) != 1 or ("values" in values) != ("orders" in values):
        raise InvalidValue(
            f"select has {', '.join(given) or 'no mechanism'}; give one: file, epsilon, rho, sigma, or "
            "orders and values"
        )
    if "sensitivity" in values and given != ["sigma"]:
        raise InvalidValue(f"sensitivity goes with sigma, not with {given[0]}; leave it out")
    repetitions = repetitions_of(values)
    if given == ["file"]:
        return best_of(read_pair_in_order(values["file"]), repetitions)
    return MomentBound.of(SelectedCurve(_base(given[0], values, moved), repetitions))


def repetitions_of(values: Mapping[str, str]) -> Repetitions:
    """The distribution of K.  Raises InvalidValue unless it is given once."""
    if ("gamma" in values) == ("mean" in values) or ("eta" in values and "mean" in values):
        raise InvalidValue(
            "select needs gamma, perhaps with eta, or else mean: how often the mechanism is run"
        )
    if "mean" in values:
        return PoissonRepetitions(positive_rational(values["mean"], "mean"))
    return TruncatedNegativeBinomial(
        rational(values.get("eta", "1"), "eta"), positive_rational(values["gamma"], "gamma")
    )


def _base(name: str, values: Mapping[str, str], moved: int) -> Curve:
    """What is known of the mechanism."""
    if name == "epsilon":
        return Pure(positive_rational(values["epsilon"], "epsilon"))
    if name == "rho":
        return Concentrated(positive_rational(values["rho"], "rho"))
    if name == "sigma":
        noise = Gaussian.of(values["sigma"], number(values.get("sensitivity", "1"), "sensitivity") * moved)
        return GaussianCurve(noise.mu_squared / 2)
    orders, bounds = values["orders"].split(":"), values["values"].split(":")
    if len(orders) != len(bounds):
        raise InvalidValue(f"select has {len(orders)} orders and {len(bounds)} values; give as many of each")
    points = read_points(list(zip(orders, bounds, strict=True)))
    if not all(value for _, value in points):
        raise InvalidValue("a value of select is 0: the mechanism releases nothing; leave it out")
    return Listed(points)
