"""The words for mechanisms, with their parameters and the pair of each.

    gaussian  sigma=1 [sensitivity=1]          laplace  scale=1 [sensitivity=1]
    discrete-gaussian  sigma=1 [sensitivity=1] discrete-laplace  scale=1 [sensitivity=1]
    pure  epsilon=1                            approximate  epsilon=1 delta=1e-8
    mixture  sigma=1 sensitivities=0:1:2 probabilities=0.81:0.18:0.01
    truncated-gaussian  sigma=1 q=0.01 size=60000 batch=600
    exponential  epsilon=1                     bounded-range  range=1
    gdp  mu=1                                  pair  file=pair.json
    zcdp  rho=0.1                              renyi  orders=2:8 values=0.1:0.5, or file=curve.json

    tree  sigma=1 steps=1000                   toeplitz  sigma=1 steps=1000 coefficients=1:1/2
    matrix  sigma=1 file=strategy.json         with participations=1 separation=1, as in `matrix_words`

    select  file=outputs.json | epsilon=1 | rho=0.1 | sigma=1 [sensitivity=1] | orders=2:8 values=0.1:0.5
            gamma=0.01 [eta=1] | mean=10

each with the optional q (Poisson sampling rate, 1) and k (count, 1), or instead of them rows, batch and
epochs: q = batch/rows and k = epochs * rows/batch, rounded up.  batches=fixed draws `batch` of the rows
without replacement, batches=redrawn with it.  group=m protects m records that are all in or all out.  A
mixture has a random sensitivity; a truncated batch keeps at most `batch` of the sampled records, of `size`
in all; the exponential mechanism has the weights e^(epsilon score/(2 sensitivity)); a pair is that of a
record removed; zcdp and renyi are everything with such Renyi divergences.

select is the best of K outputs: of the mechanism whose outputs, from the worst to the best, are the file of a
pair; or of anything that is epsilon-DP, rho-zCDP, computed from Gaussian noise, or has such Renyi
divergences.  K is truncated negative binomial with gamma and eta, geometric for eta = 1, or Poisson with a
mean.

Other ways of choosing batches are words of their own: see `batches.words`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..arguments import nonnegative_rational, positive_rational, rational
from ..composition.finite_pair import NOTHING
from ..composition.pair import DominatingPair
from ..errors import InvalidValue
from ..exact import number
from .batches.words import WORDS as BATCH_WORDS
from .densities import BoundedRange, Gaussian, Laplace
from .discrete import DiscreteGaussian, approximate, discrete_laplace, pure
from .json_files import read_pair, read_pair_in_order, renyi_of
from .matrix_words import MATRICES
from .mechanism_parameters import whole
from .mixtures import MixtureOfGaussians
from .moment_bounds import MomentBound
from .renyi_curves import Concentrated, Curve, Listed, read_points
from .repetitions import PoissonRepetitions, Repetitions, TruncatedNegativeBinomial
from .selected import best_of
from .selection_curves import GaussianCurve, Pure, SelectedCurve

Builder = Callable[[Mapping[str, str], int], DominatingPair]

FAMILIES: dict[str, tuple[tuple[str, ...], tuple[str, ...], Builder]] = {
    "gaussian": (
        ("sigma",),
        ("sensitivity",),
        lambda v, m: Gaussian.of(v["sigma"], number(v.get("sensitivity", "1"), "sensitivity") * m),
    ),
    "laplace": (
        ("scale",),
        ("sensitivity",),
        lambda v, m: Laplace.of(v["scale"], number(v.get("sensitivity", "1"), "sensitivity") * m),
    ),
    "discrete-gaussian": (
        ("sigma",),
        ("sensitivity",),
        lambda v, m: DiscreteGaussian.of(v["sigma"], m * whole(v.get("sensitivity", "1"), "sensitivity")),
    ),
    "discrete-laplace": (
        ("scale",),
        ("sensitivity",),
        lambda v, m: discrete_laplace(v["scale"], m * whole(v.get("sensitivity", "1"), "sensitivity")),
    ),
    "pure": (("epsilon",), (), lambda v, m: pure(v["epsilon"])),
    "approximate": (("epsilon", "delta"), (), lambda v, m: approximate(v["epsilon"], v["delta"])),
    "exponential": (
        ("epsilon",),
        (),
        lambda v, m: BoundedRange.of(nonnegative_rational(v["epsilon"], "epsilon")),
    ),
    "bounded-range": (("range",), (), lambda v, m: BoundedRange.of(v["range"])),
    "gdp": (("mu",), (), lambda v, m: Gaussian.of(1, positive_rational(v["mu"], "mu"))),
    "pair": (("file",), (), lambda v, m: read_pair(v["file"])),
    "zcdp": (("rho",), (), lambda v, m: MomentBound.concentrated(v["rho"])),
    "renyi": ((), ("orders", "values", "file"), lambda v, m: renyi_of(v)),
    "select": (
        (),
        ("epsilon", "rho", "sigma", "sensitivity", "orders", "values", "file", "gamma", "eta", "mean"),
        lambda v, m: selection_of(v, m),
    ),
    "mixture": (
        ("sigma", "sensitivities", "probabilities"),
        (),
        lambda v, m: MixtureOfGaussians.of(
            v["sigma"], v["sensitivities"].split(":"), v["probabilities"].split(":")
        ),
    ),
    "truncated-gaussian": (("sigma", "q", "size", "batch"), (), lambda v, m: Gaussian.of(v["sigma"])),
    "truncated-laplace": (("scale", "q", "size", "batch"), (), lambda v, m: Laplace.of(v["scale"], m)),
    "truncated-discrete-laplace": (
        ("scale", "q", "size", "batch"),
        (),
        lambda v, m: discrete_laplace(v["scale"], m),
    ),
    "truncated-discrete-gaussian": (
        ("sigma", "q", "size", "batch"),
        (),
        lambda v, m: DiscreteGaussian.of(v["sigma"], m),
    ),
    **{name: (*given, lambda v, m: Gaussian.of(v["sigma"])) for name, given in MATRICES.items()},
}
"""By name: required parameters, optional ones, the pair; m is how many sensitivities a sum moves by."""

FAMILIES.update(
    {name: (word.required, word.optional, lambda v, m: NOTHING) for name, word in BATCH_WORDS.items()}
)
CUT = {
    name: FAMILIES[name][2]
    for name in FAMILIES
    if name.startswith("truncated-") and name != "truncated-gaussian"
}
"""Noise other than Gaussian on the sums of batches that are cut."""

UNSAMPLED = ("zcdp", "renyi", "select")
"""Words for bounds of moments, of which no sample is known."""

SUMS = ("gaussian", "laplace", "discrete-gaussian", "discrete-laplace")
"""Noise on sums, whose pair knows by how many sensitivities they move."""

EXAMPLES = {
    "sensitivities": "0:1:2",
    "probabilities": "0.81:0.18:0.01",
    "q": "0.01",
    "size": "1000",
    "coefficients": "1:1/2",
    "batch": "20",
    "file": "pair.json",
    **dict.fromkeys(("steps", "bins", "batches"), "100"),
    **dict.fromkeys(("cycle", "gap", "records"), "4"),
}


SELECTED = ("epsilon", "rho", "sigma", "orders", "file")


def selection_of(values: Mapping[str, str], moved: int) -> DominatingPair:
    """The pair of given outputs, or all that a curve allows; moved: by how many sensitivities a sum moves.

    Raises InvalidValue unless there is one mechanism and one distribution of K.
    """
    given = [name for name in SELECTED if name in values]
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
