"""Every epsilon at once: deciding differential privacy for a symbolic epsilon, with unbounded noise."""

from ..programs.noise.language import exponential, gaussian, geometric, laplace, one_sided_geometric
from ..programs.noise.outside import OutsideClass
from .decision import FailsFor, decide
from .integration.mechanism import CertifiedMechanism
from .lengths.counts import EVERY_COUNT
from .lengths.neighbours import Neighbours, between
from .lengths.stream import Stream
from .lengths.verdicts import ProvedForEveryLength, RefutedAtLength
from .loss import Loss, exact_loss
from .mechanism import SymbolicMechanism
from .one_epsilon import at_epsilon, audit_at_epsilon
from .parameters import PARAMETER, ParameterSet, failing_parameters
from .probabilities.thresholds import above_threshold_constant
from .signs.epsilon_sets import EpsilonSet
from .smallest import SmallestMultiple, smallest_multiple
from .symmetry import Symmetry

__all__ = [
    "EVERY_COUNT",
    "PARAMETER",
    "CertifiedMechanism",
    "EpsilonSet",
    "FailsFor",
    "Loss",
    "Neighbours",
    "OutsideClass",
    "ParameterSet",
    "ProvedForEveryLength",
    "RefutedAtLength",
    "SmallestMultiple",
    "Stream",
    "SymbolicMechanism",
    "Symmetry",
    "above_threshold_constant",
    "at_epsilon",
    "audit_at_epsilon",
    "between",
    "decide",
    "exact_loss",
    "exponential",
    "failing_parameters",
    "gaussian",
    "geometric",
    "laplace",
    "one_sided_geometric",
    "smallest_multiple",
]
