"""Test vectors for implementations in any language.

`families` holds the cases, `functions` computes the exact answers, `generate` writes the files; `files` reads
and validates them; `judge` judges one answer, `run` a whole implementation, a child process or a callable;
`scores` counts what is sound, tight and exact; `results` keeps a run in a file, and `report` makes pages of
several.
"""

from .files import InvalidVectors, Suite, Test, read, read_suite, vectors_folder
from .judge import Judgement, judge
from .run import Answered, grade, run_callable, run_command

__all__ = [
    "Answered",
    "InvalidVectors",
    "Judgement",
    "Suite",
    "Test",
    "grade",
    "judge",
    "read",
    "read_suite",
    "run_callable",
    "run_command",
    "vectors_folder",
]
