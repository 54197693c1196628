"""The programs of the verification literature in the symbolic language, for any family of two-sided noise."""

from .noisy_max import noisy_argmax, noisy_maximum, noisy_maximum_binned
from .sparse_vector import (
    adaptive_svt,
    bad_gap_svt,
    gap_svt,
    gap_svt_values,
    num_svt,
    svt1,
    svt2,
    svt3,
    svt3_values,
    svt4,
    svt5,
    svt6,
)
from .sums import histogram, noisy_blocks, noisy_sum

__all__ = [
    "adaptive_svt",
    "bad_gap_svt",
    "gap_svt",
    "gap_svt_values",
    "histogram",
    "noisy_argmax",
    "noisy_blocks",
    "noisy_maximum",
    "noisy_maximum_binned",
    "noisy_sum",
    "num_svt",
    "svt1",
    "svt2",
    "svt3",
    "svt3_values",
    "svt4",
    "svt5",
    "svt6",
]
