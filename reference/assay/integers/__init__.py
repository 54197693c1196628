"""Noise on all the integers, released as it is: mechanisms that no table lists.

    discrete_laplace, staircase                           exact
    discrete_gaussian, discrete_gaussian_vectors, skellam  certified, the loss has no bound

Each has `epsilon`, `delta` and `audit`; the exact ones have `worst_pair`, a finite `Mechanism`.
On the command line: `assay audit assay.integers:skellam --arg variance=4 --epsilon 1 --delta 1/10`.
"""

from .certified import CertifiedNoise
from .exact import DiscreteLaplace, ExactNoise, Staircase, discrete_laplace, staircase
from .gaussian import DiscreteGaussian, DiscreteGaussianVectors, discrete_gaussian, discrete_gaussian_vectors
from .noise import NoiseOnIntegers
from .skellam import Skellam, skellam

__all__ = [
    "CertifiedNoise",
    "DiscreteGaussian",
    "DiscreteGaussianVectors",
    "DiscreteLaplace",
    "ExactNoise",
    "NoiseOnIntegers",
    "Skellam",
    "Staircase",
    "discrete_gaussian",
    "discrete_gaussian_vectors",
    "discrete_laplace",
    "skellam",
    "staircase",
]
