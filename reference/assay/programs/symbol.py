"""EPS in a program: what it is equal to, its truth, hash and text are refused, since it stands for a number.

A program may multiply EPS, take its exponential, order it where the order is the same for every EPS > 0, and
draw with it. `EPS == 1` is False of the symbol, and true at one epsilon of those that the answer speaks of.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from ..errors import UndecidedError
from ..exact import questions
from .origins import TRUSTED, origin_of_file
from .run import running

_MERGE = Path(__file__).parent / "merge"
_OF_ITS_OWN = frozenset(
    str(_MERGE / f"{name}.py")
    for name in ("accumulate", "codes", "copies", "draws", "evaluator", "folded", "folds", "functions")
) | {str(_MERGE / f"{name}.py") for name in ("heap", "keys", "loops", "order", "values", "worlds")}
"""The files of the merging reader that compare states; the others compute what the program asks for."""

_row: ContextVar[list[UndecidedError] | None] = ContextVar("assay_row", default=None)


@contextmanager
def asking() -> Iterator[None]:
    """Around a function of the user's that returns a distribution: a question raises, also if swallowed."""
    noted: list[UndecidedError] = []
    token = _row.set(noted)
    try:
        yield
    finally:
        _row.reset(token)
    if noted:
        raise noted[0]


def refuse_question(file: str, what: str, signs: questions.Signs | None) -> None:
    """Refuse a program that asks, unless the answer is the same for every EPS > 0."""
    if file == "<program>" or (file.startswith(str(_MERGE)) and file not in _OF_ITS_OWN):
        if not _is_settled(signs):
            from .merge.outside import OutsideSubset

            raise OutsideSubset(f"it asks of a function of EPS {what}")
        return
    run, row = running(), _row.get()
    if (run is None and row is None) or origin_of_file(file) == TRUSTED or _is_settled(signs):
        return
    error = UndecidedError(f"the program asks of a function of EPS {what}, which depends on EPS > 0")
    if run is not None:
        run.stop(error)
    if row is not None:
        row.append(error)
    raise error


def _is_settled(signs: questions.Signs | None) -> bool:
    """Whether what is compared with 0 is never 0."""
    if signs is None:
        return False
    try:
        return 0 not in signs()
    except UndecidedError:
        return False


questions.listen(refuse_question)
