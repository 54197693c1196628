"""The output distribution of a program, by merging equal states."""

from __future__ import annotations

from typing import Any, TypeVar

from ...dp import Dist
from ...engines.partial import Partial
from .. import Program
from ..calls import arguments_shown
from ..program import ADVICE
from .evaluator import Evaluation
from .outside import OutsideSubset
from .values import forget

T = TypeVar("T")


def merged(of: Program[..., T], *args: Any, **kwargs: Any) -> Dist[T]:
    """The output distribution of a program, by merging equal states; outcomes in the order first returned.

    Raises OutsideSubset where the program, or its run on these arguments, leaves the subset, and
    UnfinishedProgram where a limit, or a loop that may never end, leaves some mass open.
    """
    return of._finished(f"program {of.__name__}", merged_bounds(of, *args, **kwargs))


def merged_bounds(of: Program[..., T], *args: Any, **kwargs: Any) -> Partial[T]:
    """Rigorous bounds of the output distribution, exact where nothing is open.

    Raises OutsideSubset, also for names that no reader takes (`programs.reach`).
    """
    subject = f"program {of.__name__}({arguments_shown(args, kwargs)})"
    try:
        state = of._watch.begin(args, tuple(kwargs.values()), subject, ADVICE)
        distribution = _distribution(of, args, kwargs)
        if state.caches and (changed := state.changed()) is not None:
            raise OutsideSubset(f"it changes {changed}")
        return distribution
    except OutsideSubset:
        raise
    except Exception as error:  # the enumeration will meet it too, and tell it with the path that leads there
        raise OutsideSubset(f"it raised {type(error).__name__}: {error}") from error
    finally:
        forget()


def _distribution(of: Program[..., T], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Partial[T]:
    """The distribution of a call; once more with lists as lists where they cannot be folded."""
    run = Evaluation(of._limits)
    try:
        return run.distribution(of, list(args), kwargs)
    except OutsideSubset:
        if not run.is_not_folded:
            raise
    again = Evaluation(of._limits, folds=False)
    again.deadline = run.deadline
    return again.distribution(of, list(args), kwargs)
