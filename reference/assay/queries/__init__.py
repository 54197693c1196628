"""Answers to queries about a dataset, a file a family; each docstring states the distribution as a formula.

Sums, histograms, quantiles, linear queries, sketches, gradients, and answers whose noise depends on the
data, built of the noise and the choices of `assay.mechanisms`. Parameters are as there: exact numbers; a
float is refused.
"""

from .bootstrap import bootstrap, bootstrap_score
from .histogram import bad_noisy_histogram_clamped, noisy_histogram_clamped
from .l_infinity import l_infinity
from .l_infinity_noise import LInfinityNoise
from .linear_queries import (
    binary_tree_sums_clamped,
    count_sketch_clamped,
    hierarchical_histogram_clamped,
    matrix_mechanism_clamped,
)
from .misra_gries import misra_gries_clamped
from .multiplicative_weights import multiplicative_weights_clamped
from .noisy_gradients import noisy_gradients_clamped
from .quantile import exponential_quantile, smooth_sensitivity_median_clamped
from .random_sensitivity import noisy_sum_by_quantile_clamped
from .sample_and_aggregate import sample_and_aggregate_clamped
from .sparse_histogram import sparse_histogram_clamped, stability_histogram_clamped
from .stable_release import propose_test_release
from .sums import (
    bad_partial_sum_clamped,
    bad_smart_sum_clamped,
    partial_sum_clamped,
    prefix_sum_clamped,
    smart_sum_clamped,
)

__all__ = [
    "LInfinityNoise",
    "bad_noisy_histogram_clamped",
    "bad_partial_sum_clamped",
    "bad_smart_sum_clamped",
    "binary_tree_sums_clamped",
    "bootstrap",
    "bootstrap_score",
    "count_sketch_clamped",
    "exponential_quantile",
    "hierarchical_histogram_clamped",
    "l_infinity",
    "matrix_mechanism_clamped",
    "misra_gries_clamped",
    "multiplicative_weights_clamped",
    "noisy_gradients_clamped",
    "noisy_histogram_clamped",
    "noisy_sum_by_quantile_clamped",
    "partial_sum_clamped",
    "prefix_sum_clamped",
    "propose_test_release",
    "sample_and_aggregate_clamped",
    "smart_sum_clamped",
    "smooth_sensitivity_median_clamped",
    "sparse_histogram_clamped",
    "stability_histogram_clamped",
]
