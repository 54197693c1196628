"""The catalogue of mechanisms, a file a family; each docstring states the distribution as a formula.

Every constructor returns a `Mechanism` with a default domain and adjacency, both of which can be replaced. An
epsilon is an exact logarithm (`ln(3)`, "1/2", or the symbol `EPS`); other parameters are exact numbers; a
float is refused.
"""

from . import noise
from .categories import hadamard_response, local_hashing, subset_selection
from .discrete_gaussian import discrete_gaussian_truncated, discrete_gaussian_vectors_truncated
from .exponential import (
    exponential_base2,
    exponential_base2_distribution,
    exponential_mechanism,
    gibbs_distribution,
    permute_and_flip,
    permute_and_flip_distribution,
)
from .geometric import discrete_laplace_clamped, geo_sample, geometric_clamped, geometric_truncated
from .integer_noise import (
    FiniteNoise,
    IntegerNoise,
    OneSidedGeometric,
    Support,
    TwoSidedGeometric,
    clamped,
    truncated,
)
from .name_and_shame import name_and_shame
from .noisy_max import argmax_distribution, max_distribution, report_noisy_max, report_noisy_max_value
from .private_selection import best_of_runs, private_selection
from .randomised_response import (
    almost_random,
    bad_randomised_response,
    memoised_response,
    randomised_response,
    randomised_response_bits,
    randomised_response_categories,
)
from .rounding import one_bit_mean, rounded_at_random, rounded_geometric_clamped
from .sparse_vector import (
    above_threshold,
    svt_chen,
    svt_dwork_roth,
    svt_lee_clifton,
    svt_lyu_su_li,
    svt_stoddard,
)
from .sparse_vector_values import adaptive_svt, bad_gap_svt, gap_svt, num_svt, svt_roth
from .staircase import staircase_clamped
from .top_k import joint_top_k, noisy_top_k, top_k
from .trivial import constant, identity
from .unary_encoding import (
    optimised_unary_encoding,
    rappor,
    rappor_one_time,
    symmetric_unary_encoding,
    unary_encoding,
)

__all__ = [
    "FiniteNoise",
    "IntegerNoise",
    "OneSidedGeometric",
    "Support",
    "TwoSidedGeometric",
    "above_threshold",
    "adaptive_svt",
    "almost_random",
    "argmax_distribution",
    "bad_gap_svt",
    "bad_randomised_response",
    "best_of_runs",
    "clamped",
    "constant",
    "discrete_gaussian_truncated",
    "discrete_gaussian_vectors_truncated",
    "discrete_laplace_clamped",
    "exponential_base2",
    "exponential_base2_distribution",
    "exponential_mechanism",
    "gap_svt",
    "geo_sample",
    "geometric_clamped",
    "geometric_truncated",
    "gibbs_distribution",
    "hadamard_response",
    "identity",
    "joint_top_k",
    "local_hashing",
    "max_distribution",
    "memoised_response",
    "name_and_shame",
    "noise",
    "noisy_top_k",
    "num_svt",
    "one_bit_mean",
    "optimised_unary_encoding",
    "permute_and_flip",
    "permute_and_flip_distribution",
    "private_selection",
    "randomised_response",
    "randomised_response_bits",
    "randomised_response_categories",
    "rappor",
    "rappor_one_time",
    "report_noisy_max",
    "report_noisy_max_value",
    "rounded_at_random",
    "rounded_geometric_clamped",
    "staircase_clamped",
    "subset_selection",
    "svt_chen",
    "svt_dwork_roth",
    "svt_lee_clifton",
    "svt_lyu_su_li",
    "svt_roth",
    "svt_stoddard",
    "symmetric_unary_encoding",
    "top_k",
    "truncated",
    "unary_encoding",
]
