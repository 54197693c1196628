"""Claims: the numbers that a privacy map or an accountant gives out, judged against exact truth."""

from .assertion import assert_sound
from .grid import ALPHAS, DELTAS, EPSILONS, RHOS, grid
from .judge import judge
from .judgement import Class, Judgement, Report
from .truths import Evidence, Truth, delta_truth, epsilon_truth, renyi_truth, zcdp_truth

__all__ = [
    "ALPHAS",
    "DELTAS",
    "EPSILONS",
    "RHOS",
    "Class",
    "Evidence",
    "Judgement",
    "Report",
    "Truth",
    "assert_sound",
    "delta_truth",
    "epsilon_truth",
    "grid",
    "judge",
    "renyi_truth",
    "zcdp_truth",
]
