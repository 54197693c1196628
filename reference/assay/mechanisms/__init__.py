"""The catalogue of mechanisms, a file a family; each docstring states the distribution as a formula.

Every constructor returns a `Mechanism` with a default domain and adjacency, both of which can be replaced. An
epsilon is an exact logarithm (`ln(3)`, "1/2", or the symbol `EPS`); other parameters are exact numbers; a
float is refused.
"""

from . import noise
from .almost_random import almost_random
from .bootstrap import bootstrap
from .discrete_gaussian import discrete_gaussian_truncated
from .discrete_laplace import discrete_laplace_clamped
from .exponential import (
    exponential_base2,
    exponential_base2_distribution,
    exponential_mechanism,
    gibbs_distribution,
)
from .geo_sample import geo_sample
from .geometric import geometric_clamped, geometric_truncated
from .histogram import bad_noisy_histogram_clamped, noisy_histogram_clamped
from .integer_noise import (
    FiniteNoise,
    IntegerNoise,
    OneSidedGeometric,
    Support,
    TwoSidedGeometric,
    clamped,
    truncated,
)
from .l_infinity import l_infinity
from .l_infinity_noise import LInfinityNoise
from .name_and_shame import name_and_shame
from .noisy_max import (
    argmax_distribution,
    max_distribution,
    report_noisy_max,
    report_noisy_max_value,
)
from .permute_and_flip import permute_and_flip, permute_and_flip_distribution
from .random_sensitivity import noisy_sum_by_quantile_clamped
from .randomised_response import (
    bad_randomised_response,
    randomised_response,
    randomised_response_bits,
    randomised_response_categories,
)
from .rappor import rappor, rappor_one_time
from .sparse_histogram import sparse_histogram_clamped
from .sparse_vector import (
    above_threshold,
    svt_chen,
    svt_dwork_roth,
    svt_lee_clifton,
    svt_lyu_su_li,
    svt_stoddard,
)
from .sparse_vector_values import adaptive_svt, bad_gap_svt, gap_svt, num_svt, svt_roth
from .sums import (
    bad_partial_sum_clamped,
    bad_smart_sum_clamped,
    partial_sum_clamped,
    prefix_sum_clamped,
    smart_sum_clamped,
)
from .trivial import constant, identity

__all__ = [
    "FiniteNoise",
    "IntegerNoise",
    "LInfinityNoise",
    "OneSidedGeometric",
    "Support",
    "TwoSidedGeometric",
    "above_threshold",
    "adaptive_svt",
    "almost_random",
    "argmax_distribution",
    "bad_gap_svt",
    "bad_noisy_histogram_clamped",
    "bad_partial_sum_clamped",
    "bad_randomised_response",
    "bad_smart_sum_clamped",
    "bootstrap",
    "clamped",
    "constant",
    "discrete_gaussian_truncated",
    "discrete_laplace_clamped",
    "exponential_base2",
    "exponential_base2_distribution",
    "exponential_mechanism",
    "gap_svt",
    "geo_sample",
    "geometric_clamped",
    "geometric_truncated",
    "gibbs_distribution",
    "identity",
    "l_infinity",
    "max_distribution",
    "name_and_shame",
    "noise",
    "noisy_histogram_clamped",
    "noisy_sum_by_quantile_clamped",
    "num_svt",
    "partial_sum_clamped",
    "permute_and_flip",
    "permute_and_flip_distribution",
    "prefix_sum_clamped",
    "randomised_response",
    "randomised_response_bits",
    "randomised_response_categories",
    "rappor",
    "rappor_one_time",
    "report_noisy_max",
    "report_noisy_max_value",
    "smart_sum_clamped",
    "sparse_histogram_clamped",
    "svt_chen",
    "svt_dwork_roth",
    "svt_lee_clifton",
    "svt_lyu_su_li",
    "svt_roth",
    "svt_stoddard",
    "truncated",
]
