"""Amplification: what sampling and shuffling do to privacy.

As in `assay.theorems`, each transformation is here twice: as an operation, which takes mechanisms to a
mechanism with an exact distribution, and as a bound on parameters, whose hypotheses are checked.

sampling: `subsample`, `reuse_sample`, `release_sample`; `poisson_amplification`,
    `without_replacement_amplification`, `with_replacement_amplification` and their variants
shuffling: `shuffle`; `clones_delta`, `clones_closed_form`, `blanket_delta`, `erlingsson_bound`
"""

from .bounds import (
    advanced_joint_convexity,
    amplified_epsilon,
    multiplicities,
    one_sided_poisson_amplification,
    poisson_amplification,
    pure_with_replacement_amplification,
    secrecy_of_the_sample,
    with_replacement_amplification,
    with_replacement_amplification_of_profile,
    without_replacement_amplification,
)
from .sampling import (
    Sampling,
    independent_sampling,
    poisson_sampling,
    sampling_with_replacement,
    sampling_without_replacement,
)
from .shuffling import blanket_delta, clones_closed_form, clones_delta, clones_pair, erlingsson_bound, shuffle
from .subsampling import release_sample, reuse_sample, subsample

__all__ = [
    "Sampling",
    "advanced_joint_convexity",
    "amplified_epsilon",
    "blanket_delta",
    "clones_closed_form",
    "clones_delta",
    "clones_pair",
    "erlingsson_bound",
    "independent_sampling",
    "multiplicities",
    "one_sided_poisson_amplification",
    "poisson_amplification",
    "poisson_sampling",
    "pure_with_replacement_amplification",
    "release_sample",
    "reuse_sample",
    "sampling_with_replacement",
    "sampling_without_replacement",
    "secrecy_of_the_sample",
    "shuffle",
    "subsample",
    "with_replacement_amplification",
    "with_replacement_amplification_of_profile",
    "without_replacement_amplification",
]
