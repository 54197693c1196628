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

    select  epsilon=1 gamma=0.01 [eta=1], or mean=10: the best of repeated runs, as in `selection_words`

each with the optional q (Poisson sampling rate, 1) and k (count, 1), or instead of them rows, batch and
epochs: q = batch/rows and k = epochs * rows/batch, rounded up.  batches=fixed draws `batch` of the rows
without replacement, batches=redrawn with it.  group=m protects m records that are all in or all out.  A
mixture has a random sensitivity; a truncated batch keeps at most `batch` of the sampled records, of `size`
in all; the exponential mechanism has the weights e^(epsilon score/(2 sensitivity)); a pair is that of a
record removed; zcdp and renyi are everything with such Renyi divergences.  Other ways of choosing batches
are words of their own: see `batches.words`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..arguments import nonnegative_rational, positive_rational
from ..composition.finite_pair import NOTHING
from ..composition.pair import DominatingPair
from ..exact import number
from .batches.words import WORDS as BATCH_WORDS
from .densities import BoundedRange, Gaussian, Laplace
from .discrete import DiscreteGaussian, approximate, discrete_laplace, pure
from .json_files import read_pair, renyi_of
from .matrix_words import MATRICES
from .mechanism_parameters import whole
from .mixtures import MixtureOfGaussians
from .moment_bounds import MomentBound
from .selection_words import PARAMETERS, selection_of

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
    "select": ((), PARAMETERS, lambda v, m: selection_of(v, m)),
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
