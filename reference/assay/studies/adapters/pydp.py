"""python-dp (pydp): Google's C++ library by its Python names: noise, its scale, selection of partitions."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator

from ...exact import number
from ...testing.claims import grid
from ..survey.case import Case
from ..survey.definitions import formula, kept
from ..survey.library import Library
from ..survey.noise import gaussians
from ._border import Border

LIBRARY = Library(
    name="python-dp", module="pydp", tested="1.1.5", install="assay survey --library pydp --install"
)
BORDER = Border(
    LIBRARY,
    "import math\nfrom pydp.algorithms import numerical_mechanisms as nm, partition_selection as ps\n",
)
NOISE, SELECTION = "pydp.algorithms.numerical_mechanisms", "pydp.algorithms.partition_selection"
DATA = "an aggregate over data: contributions are bounded by the caller, its noise is that of the mechanisms"
LEFT_OUT = {
    "pydp.algorithms.laplacian.": DATA,
    **{
        f"{NOISE}.{kind}.{name}": "a parameter, or for tests only"
        for kind, names in (
            ("LaplaceMechanism", ("epsilon", "sensitivity", "memory_used")),
            ("GaussianMechanism", ("epsilon", "delta", "l2_sensitivity", "memory_used")),
        )
        for name in names
    },
    f"{NOISE}.GaussianMechanism.create_from_standard_deviation": "noise of a scale that is given",
    f"{NOISE}.LaplaceMechanism.noise_confidence_interval": "accuracy, without privacy",
    f"{NOISE}.GaussianMechanism.noise_confidence_interval": "accuracy, without privacy",
    f"{NOISE}.LaplaceMechanism.noised_value_above_threshold": "a comparison of add_noise",
    f"{NOISE}.GaussianMechanism.noised_value_above_threshold": "a comparison of add_noise",
    f"{SELECTION}.create_partition_strategy": "one of the strategies that are judged, by its name",
    f"{SELECTION}.create_pre_thresholding_partition_strategy": "a threshold before one of these",
}


def public_names() -> Iterable[str]:
    """Mechanisms with their methods, strategies, aggregates; compiled, and so listed by module."""
    mechanisms = LIBRARY.load("algorithms.numerical_mechanisms")
    for kind in ("LaplaceMechanism", "GaussianMechanism"):
        yield from (f"{NOISE}.{kind}.{name}" for name in dir(getattr(mechanisms, kind)) if name[0] != "_")
    for name in dir(LIBRARY.load("algorithms.partition_selection")):
        if name.startswith("create_"):
            yield f"{SELECTION}.{name}"
    for name, value in vars(LIBRARY.load("algorithms.laplacian")).items():
        if inspect.isclass(value):
            yield f"pydp.algorithms.laplacian.{name}"


def cases() -> Iterator[Case]:
    """Scales by formula and calibration; noise and selection by samples."""
    yield BORDER.claims(
        f"{NOISE}.LaplaceMechanism.diversity",
        "nm.LaplaceMechanism({epsilon!r}, {sensitivity!r}).diversity",
        {
            "truth": lambda epsilon, sensitivity: number(sensitivity / epsilon),
            "definition": formula("sensitivity/epsilon"),
        },
        grid(epsilon=[0.125, 0.3, 1.0, 36.0, 745.0], sensitivity=[1.0, 0.1, 2.0**53]),
        "the scale of Laplace noise that keeps epsilon: not below sensitivity/epsilon",
    )
    yield BORDER.calibration(
        f"{NOISE}.GaussianMechanism.std",
        "nm.GaussianMechanism({epsilon!r}, {delta!r}, 1.0).std",
        kept("delta", gaussians),
        "delta",
        grid(epsilon=[0.1, 1.0, 8.0, 36.0, 100.0, 745.0], delta=[1e-14, 1e-9, 1e-5, 0.1, 0.5]),
        "Gaussian noise of the scale found keeps delta at epsilon, sensitivity 1",
    )
    yield from _samples()


def _samples() -> Iterator[Case]:
    made = "nm.LaplaceMechanism(1.0, 1.0)"
    for start in (0, 2**53, 2**62):
        text = f"(lambda m: m.add_noise(x))({made})"
        promise = f"Laplace noise on the integers from {start} on, epsilon-DP at sensitivity 1"
        yield _sampled("LaplaceMechanism.add_noise", text, (start, start + 1, start + 2), promise)
    text = f"math.floor(2 * {made}.add_noise(float(x)))"
    yield _sampled("LaplaceMechanism.add_noise", text, (0, 1), "Laplace noise on floats, in bins of 1/2")
    text = "math.floor(nm.GaussianMechanism(1.0, 0.125, 1.0).add_noise(float(x)))"
    yield _sampled(
        "GaussianMechanism.add_noise", text, (0, 1), "Gaussian noise on floats, in bins of 1", delta=0.125
    )
    for kind in ("truncated_geometric", "laplace", "gaussian"):
        name = f"create_{kind}_partition_strategy"
        text = f"ps.{name}(1.0, 0.125, 1).should_keep(x)"
        promise = "a partition with one user more is kept or not, (1, 1/8)-DP"
        yield _sampled(name, text, (0, 1, 2, 3, 4, 5), promise, delta=0.125, module=SELECTION)


def _sampled(
    name: str, text: str, domain: tuple[int, ...], promise: str, delta: float = 0, module: str = NOISE
) -> Case:
    """A call on neighbouring integers."""
    samples = 20_000 if module == NOISE else 2000
    return BORDER.samples(
        f"{module}.{name}", text, domain, promise, epsilon=1.0, delta=delta, samples=samples, seconds=60
    )
