"""random-allocation: one Gaussian answer, Poisson samples, and a record in one of several random steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, Literal

from ...testing.claims import grid
from ..survey.case import Case
from ..survey.definitions import composed
from ..survey.library import Library
from ..survey.noise import Noise, gaussians
from ._border import Border
from ._names import public

LIBRARY = Library(
    name="random-allocation",
    module="random_allocation",
    tested="1.0.5",
    install="assay survey --library random-allocation --install",
    needs=("pandas",),  # imported, and not among its requirements
)
BORDER = Border(
    LIBRARY,
    "from random_allocation.comparisons.structs import PrivacyParams, SchemeConfig\n"
    "from random_allocation.other_schemes import local, poisson\n"
    "from random_allocation.random_allocation_scheme import analytic, combined, decomposition, RDP_DCO\n",
)
SCHEME, OTHER = "random_allocation.random_allocation_scheme", "random_allocation.other_schemes"
PART = "one direction, or a step, of what is judged"
METHODS = ("analytic", "combined", "decomposition", "RDP_DCO")
ASKED: tuple[tuple[Literal["epsilon", "delta"], str, tuple[float, ...]], ...] = (
    ("epsilon", "delta", (1e-12, 1e-5)),
    ("delta", "epsilon", (0.5, 1.5)),
)
CONFIG = "SchemeConfig(allocation_direct_alpha_orders=[2, 3, 4, 6, 8, 12, 16])"
"""The combination asks for orders of its own."""
STEPS = [{"sigma": 1.0, "steps": 4}, {"sigma": 2.0, "steps": 16}]


LEFT_OUT: dict[str, str] = {
    "random_allocation.comparisons.": "experiments, pictures and searches",
    "random_allocation.examples.": "the experiments of a paper",
    "random_allocation.external_sources.": "copies of other projects",
    f"{OTHER}.shuffle.": "bounds for shuffled local randomisers: no certified truth here",
    f"{OTHER}.poisson.Poisson_PLD": PART,
    f"{OTHER}.poisson.Poisson_RDP": PART,
    f"{OTHER}.poisson.create_zero_pmf": PART,
    f"{SCHEME}.Monte_Carlo.": "estimates by simulation, by name",
    f"{SCHEME}.lower_bound.": "a lower bound of a truth of which only lower bounds are known here",
    f"{SCHEME}.direct.": "an exact Renyi divergence over partitions, combined with others in what is judged",
    f"{SCHEME}.recursive.": "combines the other methods, with its own search",
    f"{SCHEME}.analytic.sampling_prob_from_sigma": PART,
    **{
        f"{SCHEME}.{m}.allocation_{quantity}_{m}_{side}": PART
        for m in ("combined", "decomposition", "RDP_DCO")
        for quantity in ("epsilon", "delta")
        for side in ("add", "remove")
    },
    f"{SCHEME}.decomposition.allocation_delta_decomposition_add_from_PLD": PART,
    f"{SCHEME}.random_allocation_utils.": PART,
    f"{SCHEME}.RDP_DCO.allocation_RDP_DCO_add": PART,
    f"{SCHEME}.RDP_DCO.allocation_RDP_DCO_remove": PART,
}


def public_names() -> Iterable[str]:
    """Functions, and the methods of classes."""
    return public(LIBRARY.module)


def _poisson(sigma: Any, steps: int) -> list[Noise]:
    """Every step samples with the rate 1/steps, as a float."""
    return gaussians(sigma, Fraction(1 / steps), steps)


def _spread(sigma: Any, steps: int) -> list[Noise]:
    """The sum of all steps: N(1, steps sigma^2) against N(0, steps sigma^2); the steps are squares here."""
    return gaussians(sigma * round(steps**0.5))


def cases() -> Iterator[Case]:
    """One answer; Poisson samples by both accountants; allocation, known from below by its sum."""
    sigmas = [0.5, 8.0]
    yield BORDER.claims(
        f"{OTHER}.local.Gaussian_delta",
        "local.Gaussian_delta({sigma!r}, {epsilon!r})",
        composed("delta", gaussians),
        grid(sigma=sigmas, epsilon=[0.0, 1.0, 8.0, 36.0]),
        "delta at epsilon of Gaussian noise",
    )
    yield BORDER.claims(
        f"{OTHER}.local.Gaussian_epsilon",
        "local.Gaussian_epsilon({sigma!r}, {delta!r})",
        composed("epsilon", gaussians),
        grid(sigma=sigmas, delta=[1e-14, 1e-9, 1e-5, 0.1]),
        "epsilon at delta of Gaussian noise",
    )
    for quantity, at, values in ASKED:
        params = f"PrivacyParams(sigma={{sigma!r}}, num_steps={{steps!r}}, {at}={{{at}!r}}), SchemeConfig()"
        points = [{**point, at: value} for point in STEPS for value in values]
        one = [{"sigma": point["sigma"], at: value} for point in STEPS for value in values]
        yield BORDER.claims(
            f"{OTHER}.local.local_{quantity}",
            f"local.local_{quantity}({params})".replace("{steps!r}", "1"),
            composed(quantity, gaussians),
            one,
            f"an upper bound of {quantity} of one Gaussian answer",
        )
        for method in ("PLD", "RDP"):
            yield BORDER.claims(
                f"{OTHER}.poisson.Poisson_{quantity}_{method}",
                f"float(poisson.Poisson_{quantity}_{method}({params}))",
                composed(quantity, _poisson),
                points,
                f"an upper bound of {quantity} of Gaussian noise on Poisson samples of the rate 1/steps",
                seconds=60,
            )
        for method in METHODS:
            yield BORDER.claims(
                f"{SCHEME}.{method}.allocation_{quantity}_{method}",
                f"float({method}.allocation_{quantity}_{method}({params.replace('SchemeConfig()', CONFIG)}))",
                composed(quantity, _spread),
                points,
                f"an upper bound of {quantity}, a record in one of `steps` random steps",
                at_least=True,
                seconds=60,
            )
