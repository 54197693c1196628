"""The one grammar of numbers, epsilons and claims; what its words mean is said by who reads with it."""

from .functions import FORM, FUNCTIONS, HELP, SUMMARY
from .reader import Meaning, Reader, Unreadable, tokens

__all__ = ["FORM", "FUNCTIONS", "HELP", "SUMMARY", "Meaning", "Reader", "Unreadable", "tokens"]
