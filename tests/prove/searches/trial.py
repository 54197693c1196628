"""What a search tries: one generated mechanism, with a hypothesis and without it."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TypeAlias

Trial: TypeAlias = Callable[[random.Random], tuple[bool, bool]]
"""One generated mechanism: whether the bound holds with the hypothesis, and whether it holds without it."""

Searches: TypeAlias = dict[tuple[str, str], tuple[Trial, int]]
"""By the title of the lemma and the hypothesis: the trial, and how many seeds to try."""
