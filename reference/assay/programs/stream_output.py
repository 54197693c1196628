"""`output`: what a program over a stream of answers writes before it ends."""

from __future__ import annotations

from ..errors import AssayError
from .run import current


def output(value: object) -> None:
    """Write a value; the output of a program is all that it writes, in order, and what it returns.

    Raises AssayError where the program is not read by `assay.decide.Stream`.
    """
    outside = AssayError(
        f"output({value!r}) was called outside a stream; give the program to assay.decide.Stream, or collect "
        "its outputs in a list and return it"
    )
    run = current.get()
    if run is not None:
        run.stop(outside)
    raise outside
