"""The mechanisms of autodp that are made of rounds of Gaussian noise."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ....testing.claims import grid
from ...survey.case import Case
from ...survey.definitions import composed
from ...survey.noise import Noise, gaussians
from .._truths import rough_composition
from .calls import ZOO, claim
from .truths import sampled


def compound_cases() -> Iterator[Case]:
    """One round after another, on samples of the records or on all of them."""
    made = f"{ZOO}.ComposedGaussianMechanism"
    points = grid(sigma=(1.0, 10.0), count=(1, 20), delta=(1e-5,))
    text = f"{made}({{'sigma': sigma, 'coeff': count}}).get_approxDP(delta)"
    yield claim(made, text, composed("epsilon", gaussians), points, "epsilon at delta of `count` rounds")
    few = grid(sigma=(1.0, 2.0), prob=(0.5,), count=(2,), delta=(1e-5,))
    names = f"{ZOO}.SubsampleGaussianMechanism", f"{ZOO}.NoisySGD_Mechanism"
    given = "{'prob': prob, 'sigma': sigma, 'coeff': count}"
    promise = "epsilon at delta of `count` Gaussian rounds on Poisson samples"
    for name, text in (
        (names[0], f"{names[0]}({given}).get_approxDP(delta)"),
        (names[0], f"{names[0]}({given}, phi_off=False, RDP_off=True).get_approxDP(delta)"),
        (names[1], f"{names[1]}(prob, sigma, count).get_approxDP(delta)"),
    ):
        yield claim(name, text, rough_composition(sampled), few, promise)
    descent = f"{ZOO}.NoisyGD_Mechanism"

    def two(first: Fraction, second: Fraction) -> list[Noise]:
        return [*gaussians(first), *gaussians(second)]

    yield claim(
        descent,
        f"{descent}(np.array([first, second])).get_approxDP(delta)",
        composed("epsilon", two),
        grid(first=(1.0, 3.0), second=(2.0,), delta=(1e-5,)),
        "epsilon at delta of two Gaussian rounds",
    )
