"""The one grammar of numbers, epsilons and claims; what its words mean is said by who reads with it."""

from __future__ import annotations

from .functions import FUNCTIONS, HELP, SUMMARY
from .reader import Meaning, Reader
from .tokens import Unreadable, tokens

__all__ = ["FUNCTIONS", "HELP", "SUMMARY", "Meaning", "Reader", "Unreadable", "tokens"]
