"""diffpriv-pure: Laplace, Gaussian and geometric noise of the standard library, and a budget."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator
from typing import Any

from ...testing.claims import grid
from ..survey.case import Case
from ..survey.definitions import accounted, composed, kept
from ..survey.library import Library
from ..survey.noise import Noise, gaussians
from ._border import Border
from ._names import methods

LIBRARY = Library(
    name="diffpriv-pure",
    module="diffpriv_pure",
    tested="0.1.0",
    install="assay survey --library diffpriv-pure --install",
)
BORDER = Border(LIBRARY, "import math\nimport diffpriv_pure\n")
LEFT_OUT = {
    "diffpriv_pure.main": "the command, which prints what the functions return",
    "diffpriv_pure.gaussian_noise": "noise of a scale that is given; judged through gaussian_sigma",
    "diffpriv_pure.PrivacyBudget.history": "a list of what was asked",
    "diffpriv_pure.PrivacyBudget.spend": "a sum of the epsilons, by design",
    "diffpriv_pure.PrivacyBudget.remaining_epsilon": "a difference of sums",
    "diffpriv_pure.PrivacyBudget.remaining_delta": "a difference of sums",
    "diffpriv_pure.PrivacyBudget.basic_composition": "products",
}


def public_names() -> Iterable[str]:
    """Functions and methods."""
    for name, value in vars(LIBRARY.load()).items():
        if name.startswith("_") or getattr(value, "__module__", "") != LIBRARY.module:
            continue
        if inspect.isfunction(value):
            yield f"{LIBRARY.module}.{name}"
        elif inspect.isclass(value) and not issubclass(value, Exception):
            yield from (f"{LIBRARY.module}.{name}.{method}" for method in methods(value))


def cases() -> Iterator[Case]:
    """The calibration, the composition, and the samplers."""
    yield BORDER.calibration(
        "diffpriv_pure.gaussian_sigma",
        "diffpriv_pure.gaussian_sigma(1.0, {epsilon!r}, {delta!r})",
        kept("delta", gaussians),
        "delta",
        grid(epsilon=[0.125, 1.0, 8.0, 36.0, 100.0], delta=[1e-14, 1e-9, 1e-5, 0.125, 0.5]),
        "Gaussian noise of the sigma found keeps delta at epsilon, sensitivity 1",
    )
    yield BORDER.claims(
        "diffpriv_pure.PrivacyBudget.advanced_composition",
        "diffpriv_pure.PrivacyBudget(1.0).advanced_composition({n!r}, {epsilon!r}, {delta!r})[0]",
        {"truth": _advanced, "definition": _advanced_definition},
        [
            {"n": 1, "epsilon": 1.0, "delta": 0.25},
            {"n": 2, "epsilon": 1.0, "delta": 0.25},
            {"n": 10, "epsilon": 0.125, "delta": 1e-6},
            {"n": 100, "epsilon": 1.0, "delta": 1e-9},
            {"n": 1000, "epsilon": 0.0625, "delta": 1e-12},
        ],
        "epsilon of n (epsilon, delta)-private mechanisms, at the delta of n * delta that it returns with it",
    )
    yield from _samples()


def _uses(n: int, epsilon: Any, delta: Any) -> list[Noise]:
    return [Noise("approximate", {"epsilon": epsilon, "delta": delta}, count=n)]


def _advanced(n: int, epsilon: Any, delta: Any) -> Any:
    return accounted("epsilon", _uses(n, epsilon, delta), n * delta)


def _advanced_definition(n: int, epsilon: Any, delta: Any) -> Any:
    return composed("epsilon", lambda: _uses(n, epsilon, delta))["definition"](delta=n * delta)


def _samples() -> Iterator[Case]:
    """Every sampler on two neighbouring inputs; answers of floats in bins of 1/2."""
    for epsilon in (0.125, 1.0, 8.0):
        for function, text, domain, promise in (
            (
                "private_count",
                "diffpriv_pure.private_count(x, {epsilon!r})",
                (0, 1),
                "a count that differs by 1",
            ),
            (
                "geometric_noise",
                "x + diffpriv_pure.geometric_noise({epsilon!r})",
                (0, 1),
                "noise for sensitivity 1",
            ),
            (
                "private_sum",
                "math.floor(2 * diffpriv_pure.private_sum(list(x), (0, 1), {epsilon!r}))",
                ((0.0, 1.0), (1.0, 1.0)),
                "one of two values in [0, 1] replaced",
            ),
            (
                "private_mean",
                "math.floor(4 * diffpriv_pure.private_mean(list(x), (0, 1), {epsilon!r}))",
                ((0.0, 1.0), (1.0, 1.0)),
                "one of two values in [0, 1] replaced",
            ),
            (
                "laplace_noise",
                "math.floor(2 * (x + diffpriv_pure.laplace_noise(1 / {epsilon!r}, {epsilon!r})))",
                (0, 1),
                "noise of scale 1/epsilon for sensitivity 1",
            ),
        ):
            yield BORDER.samples(
                f"diffpriv_pure.{function}",
                text.format(epsilon=epsilon),
                domain,
                f"epsilon-DP: {promise}",
                parameters={"epsilon": epsilon},
                epsilon=epsilon,
                seed=lambda _: None,  # the survey seeds the standard library's source, which it draws from
            )
