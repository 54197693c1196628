"""Attacks: what answers that are too accurate give away, exactly or with exact confidence.

| question                                           | where                                              |
|----------------------------------------------------|----------------------------------------------------|
| which rows follow from answers to all subsets? | `exponential_adversary`, `largest_distance`        |
| ... to n queries chosen for it, for any n?         | `block_adversary`, `hadamard_adversary`            |
| ... to random or given queries?                    | `linear_programming_adversary`, `closest_table`    |
| how many rows does an adversary get right on average? | `expected_fraction`, `expected_reconstruction`     |
| who was in the data, told from noisy means?        | `trace_exactly`, `simulate_tracing`                |
| was this person in the pool?                       | `homer`, `likelihood_ratio`                        |
| how many rows do d marginals need?                 | `sharper_bound`, `lower_bound`, `pure_lower_bound` |
| what do games that were played show about epsilon? | `epsilon_from_counts`, `clopper_pearson`           |
"""

from .fingerprinting import FingerprintingCode, average_error, code_length
from .fingerprinting_exact import Traced, trace_exactly, worst_escape, worst_false_accusation
from .fingerprinting_group import group_reduction
from .reconstruction import Expected, distance, expected_fraction, noisy_counts, true_answers
from .reconstruction_blocks import (
    Reconstructed,
    block_adversary,
    block_answers,
    block_queries,
    block_wrong_rows_bound,
    expected_reconstruction,
)
from .reconstruction_exhaustive import Candidate, exponential_adversary, largest_distance, subset_queries
from .reconstruction_fit import Fit, closest_table, weighted_answers
from .reconstruction_hadamard import (
    hadamard_adversary,
    hadamard_answers,
    hadamard_queries,
    wrong_rows_bound,
)
from .reconstruction_lp import Guess, linear_programming_adversary, random_queries
from .reduction import copies_for_unit_epsilon, reduce_to_unit_epsilon
from .tracing import SimulatedTracing, simulate_tracing
from .tracing_bound import LowerBound, PublishedBound, lower_bound, published_bound, pure_lower_bound
from .tracing_bound_sharper import SharperBound, sharper_bound
from .tracing_confidence import (
    EpsilonBound,
    Interval,
    clopper_pearson,
    epsilon_from_counts,
    quantile_bounds,
)
from .tracing_noise import Noise, gaussian_delta, gaussian_sigma, noise_for
from .tracing_statistics import PValue, homer, likelihood_ratio

__all__ = [
    "Candidate",
    "EpsilonBound",
    "Expected",
    "FingerprintingCode",
    "Fit",
    "Guess",
    "Interval",
    "LowerBound",
    "Noise",
    "PValue",
    "PublishedBound",
    "Reconstructed",
    "SharperBound",
    "SimulatedTracing",
    "Traced",
    "average_error",
    "block_adversary",
    "block_answers",
    "block_queries",
    "block_wrong_rows_bound",
    "clopper_pearson",
    "closest_table",
    "code_length",
    "copies_for_unit_epsilon",
    "distance",
    "epsilon_from_counts",
    "expected_fraction",
    "expected_reconstruction",
    "exponential_adversary",
    "gaussian_delta",
    "gaussian_sigma",
    "group_reduction",
    "hadamard_adversary",
    "hadamard_answers",
    "hadamard_queries",
    "homer",
    "largest_distance",
    "likelihood_ratio",
    "linear_programming_adversary",
    "lower_bound",
    "noise_for",
    "noisy_counts",
    "published_bound",
    "pure_lower_bound",
    "quantile_bounds",
    "random_queries",
    "reduce_to_unit_epsilon",
    "sharper_bound",
    "simulate_tracing",
    "subset_queries",
    "trace_exactly",
    "true_answers",
    "weighted_answers",
    "worst_escape",
    "worst_false_accusation",
    "wrong_rows_bound",
]
