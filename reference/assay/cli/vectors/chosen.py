"""The vectors that the options of `assay vectors` name."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import UsageError

if TYPE_CHECKING:
    from ...testing.vectors import Suite, Test

SHOWN = 20
"""Failures that are listed without --all."""


def folder(options: Namespace) -> Path:
    """The folder of the vectors."""
    from ...testing.vectors import vectors_folder

    if options.folder is None:
        return vectors_folder()
    path = Path(options.folder)
    if not path.is_dir():
        raise UsageError(f"--folder {options.folder} is not a folder")
    return path


def suite(options: Namespace) -> Suite:
    """The vectors."""
    from ...testing.vectors import read_suite

    return read_suite(folder(options))


def chosen(options: Namespace, known: Suite) -> list[Test]:
    """The tests of the families and functions that are named."""
    found = [test for test in known.tests if options.family is None or test.family in options.family]
    known_name("--family", options.family, list(dict.fromkeys(test.family for test in known.tests)), "family")
    functions = list(dict.fromkeys(str(test.prompt["function"]) for test in found))
    known_name("--function", options.function, functions, "function")
    return [test for test in found if options.function is None or test.prompt["function"] in options.function]


def known_name(option: str, given: Sequence[str] | None, known: Sequence[str], noun: str) -> None:
    """Refuse a name that is not there."""
    for name in given or ():
        if name not in known:
            raise UsageError(f"{option} {name}: there is no such {noun}; there are {', '.join(known)}")


def as_json(value: object) -> str:
    """One JSON object."""
    return json.dumps(value, indent=2) + "\n"
