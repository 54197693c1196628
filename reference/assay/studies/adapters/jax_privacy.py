"""jax-privacy: the accounting of training with Poisson samples, and what it finds for a target."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from ..survey.case import Case
from ..survey.definitions import composed, kept
from ..survey.library import Library
from ..survey.noise import Noise, gaussians
from ._border import Border
from ._names import public

LIBRARY = Library(
    name="jax-privacy",
    module="jax_privacy",
    tested="2.0.0",
    install="assay survey --library jax-privacy --install",
)
BORDER = Border(LIBRARY, "from jax_privacy.accounting import accountants, analysis, calibrate\n")
WITHIN = "jax_privacy.accounting"
LEFT_OUT = {
    f"{WITHIN}.accountants.": "makes an accountant of dp-accounting, which is judged there",
    f"{WITHIN}.analysis.CachedExperimentAccountant.": "approximates another accountant, by design",
    f"{WITHIN}.analysis.DpsgdTrainingUserLevelAccountant.": "sampling of users: no certified truth here",
    f"{WITHIN}.analysis.DpTrainingAccountant.": "the base of the accountants",
    f"{WITHIN}.analysis.TrainingAccountant.": "the base of the accountants",
    f"{WITHIN}.analysis.DpParams.": "parameters",
    **{
        f"{WITHIN}.analysis.{kind}.{name}": "whether there is a calibration"
        for kind in ("DpsgdTrainingAccountant", "SingleReleaseTrainingAccountant")
        for name in ("can_calibrate_batch_size", "can_calibrate_noise_multipliers", "can_calibrate_steps")
    },
}
STEPS = [
    {"sigma": 1.0, "size": 10, "count": 100, "delta": 1e-5},
    {"sigma": 1.0, "size": 1, "count": 10_000, "delta": 1e-9},
    {"sigma": 1.0, "size": 1, "count": 10_000, "delta": 1e-12},
    {"sigma": 4.0, "size": 500, "count": 10, "delta": 1e-3},
]


def public_names() -> Iterable[str]:
    """What is below jax_privacy.accounting; the rest trains."""
    return public(WITHIN)


def _rounds(sigma: Any, size: int, count: int) -> list[Noise]:
    """`size` of 1000 records; the rate is the float that the library divides."""
    return gaussians(sigma, Fraction(size / 1000), count)


def cases() -> Iterator[Case]:
    """Training by both accountants, one release, and calibrations."""
    given = "noise_multipliers={sigma!r}, num_samples=1000, delta={delta!r}, batch_size={size!r}"
    params = f"analysis.DpParams({given})"
    for config in ("PldAccountantConfig", "RdpAccountantConfig"):
        made = f"analysis.DpsgdTrainingAccountant(accountants.{config}())"
        yield BORDER.claims(
            f"{WITHIN}.analysis.DpsgdTrainingAccountant.compute_epsilon",
            f"float({made}.compute_epsilon({{count!r}}, {params}))",
            composed("epsilon", _rounds),
            STEPS,
            f"an upper bound of epsilon(delta) of `count` steps on Poisson samples, {config}",
            seconds=60,
        )
        yield BORDER.claims(
            f"{WITHIN}.analysis.SingleReleaseTrainingAccountant.compute_epsilon",
            f"float(analysis.SingleReleaseTrainingAccountant(accountants.{config}())"
            f".compute_epsilon(1, {params}))".replace("batch_size={size!r}", "batch_size=1000"),
            composed("epsilon", gaussians),
            [{"sigma": sigma, "delta": delta} for sigma in (0.5, 8.0) for delta in (1e-14, 1e-5, 0.1)],
            f"an upper bound of epsilon(delta) of one release with Gaussian noise, {config}",
        )
    yield from _calibrations("analysis.DpsgdTrainingAccountant(accountants.PldAccountantConfig())")


def _calibrations(made: str) -> Iterator[Case]:
    """The noise, the number of updates and the size of a batch for a target."""
    target = f"target_epsilon={{epsilon!r}}, accountant={made}, num_samples=1000, target_delta={{delta!r}}"

    def case(name: str, given: str, point: dict[str, Any], found: str) -> Case:
        def rounds(parameter: Any, **others: Any) -> list[Noise]:
            return _rounds(**others, **{found: parameter if found == "sigma" else int(parameter)})

        return BORDER.calibration(
            f"{WITHIN}.calibrate.{name}",
            f"calibrate.{name}({target}, {given})",
            kept("epsilon", rounds),
            "epsilon",
            [{"epsilon": 1.0, "delta": 1e-5, **point}],
            f"epsilon is kept at delta at the {found} that is found",
            seconds=100,
        )

    sizes, updates, noise = "batch_sizes={size!r}", "num_updates={count!r}", "noise_multipliers={sigma!r}"
    yield case("calibrate_noise_multiplier", f"{sizes}, {updates}", {"size": 10, "count": 100}, "sigma")
    yield case("calibrate_num_updates", f"{noise}, {sizes}", {"sigma": 1.0, "size": 10}, "count")
    yield case("calibrate_batch_size", f"{noise}, {updates}", {"sigma": 1.0, "count": 100}, "size")
