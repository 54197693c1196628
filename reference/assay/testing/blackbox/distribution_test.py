"""Does a black box have the promised distribution on every input?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, TypeVar

from ...dp import Mechanism
from ...errors import InvalidValue
from ...exact import ExactLike
from .compare import DistributionFinding, compare
from .level import alarm_rate

X = TypeVar("X")


def compare_inputs(
    sampler: Callable[[X], Any],
    promised: Mechanism[X, Any],
    inputs: Iterable[X] | None = None,
    *,
    false_alarm: ExactLike | float = "1e-9",
    samples: int = 100_000,
) -> Iterator[tuple[X, DistributionFinding]]:
    """(x, finding) for each input: is `sampler(x)` a draw from `promised.distribution(x)`?

    Each of n inputs is given false_alarm/n, so that a sampler of the distributions is contradicted anywhere
    with a probability of at most false_alarm. Inputs are those of the mechanism's domain unless given.
    Raises InvalidValue where there are none, and as `compare`.
    """
    listed = list(promised.domain if inputs is None else inputs)
    if not listed:
        raise InvalidValue("inputs is empty; give at least one input")
    share = alarm_rate(false_alarm) / len(listed)
    for x in listed:
        distribution = promised.distribution(x)
        yield x, compare(partial(sampler, x), distribution, false_alarm=share, samples=samples)
