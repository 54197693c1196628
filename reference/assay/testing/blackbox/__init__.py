"""Black boxes: samplers that give samples and nothing else, judged with a stated rate of false alarms."""

from .compare import DistributionFinding, compare, compare_inputs
from .epsilon import EpsilonFinding, epsilon_bound, epsilon_bounds
from .sources import Command, Seeded

__all__ = [
    "Command",
    "DistributionFinding",
    "EpsilonFinding",
    "Seeded",
    "compare",
    "compare_inputs",
    "epsilon_bound",
    "epsilon_bounds",
]
