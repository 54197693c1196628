"""Test vectors for implementations in any language.

`families` holds the cases, `functions` computes the exact answers, `generate` writes the files; `files` reads
and validates them; `judge` judges one answer, `run` a whole implementation, a child process or a callable.
"""

from __future__ import annotations

from .files import InvalidVectors, Test, read, vectors_folder
from .judge import Judgement, judge
from .run import Answered, grade, run_callable, run_command

__all__ = [
    "Answered",
    "InvalidVectors",
    "Judgement",
    "Test",
    "grade",
    "judge",
    "read",
    "run_callable",
    "run_command",
    "vectors_folder",
]
