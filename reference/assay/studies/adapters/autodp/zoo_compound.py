"""The mechanisms of autodp that are made of rounds of Gaussian noise."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ...survey.case import Case
from ...survey.noise import Noise
from .calls import ZOO, claim, grid
from .truths import exact_composition, rough_composition


def compound_cases() -> Iterator[Case]:
    """One round after another, on samples of the records or on all of them."""

    def rounds(sigma: Fraction, count: int) -> list[Noise]:
        return [Noise("gaussian", {"sigma": sigma}, count=count)]

    def sampled(sigma: Fraction, prob: Fraction, count: int) -> list[Noise]:
        return [Noise("gaussian", {"sigma": sigma}, rate=prob, count=count)]

    composed = f"{ZOO}.ComposedGaussianMechanism"
    points = grid(sigma=(1.0, 10.0), count=(1, 20), delta=(1e-5,))
    text = f"{composed}({{'sigma': sigma, 'coeff': count}}).get_approxDP(delta)"
    yield claim(composed, text, exact_composition(rounds), points, "epsilon at delta of `count` rounds")
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
        return [Noise("gaussian", {"sigma": first}), Noise("gaussian", {"sigma": second})]

    yield claim(
        descent,
        f"{descent}(np.array([first, second])).get_approxDP(delta)",
        exact_composition(two),
        grid(first=(1.0, 3.0), second=(2.0,), delta=(1e-5,)),
        "epsilon at delta of two Gaussian rounds",
    )
