"""What a command is, and where the commands are found.

Every module in `assay.cli.commands` is one command, named after the module; it defines `COMMAND`.  Such a
module imports what it computes with inside `run`, so that `assay --help` stays quick.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import IntEnum
from importlib import import_module
from pkgutil import iter_modules
from typing import TypeAlias

from . import commands
from .errors import headline


class ExitStatus(IntEnum):
    """0 holds (or nothing was claimed), 1 refuted, 2 bad usage or input, 3 undecided, 130 interrupted."""

    HOLDS = 0
    REFUTED = 1
    BAD_INPUT = 2
    UNDECIDED = 3
    INTERRUPTED = 130


Answer: TypeAlias = tuple[int, str] | tuple[int, str, Callable[[], None]]


@dataclass(frozen=True)
class Command:
    """A command: one line for `assay --help`, its options, and what it does.

    `run` returns the exit status, the complete text for standard output, and perhaps what is done once that
    is printed, such as a plot: it can fail without taking the answer with it.  With `intermixed`, files may
    be named before, between and after the options.
    """

    summary: str
    description: str
    configure: Callable[[ArgumentParser], None]
    run: Callable[[Namespace], Answer]
    intermixed: bool = False


def finish(actions: Iterable[Callable[[], None]]) -> None:
    """Do what comes after the answer; what fails is a warning."""
    for action in actions:
        try:
            action()
        except Exception as error:
            sys.stderr.write(f"assay: warning: {headline(error)}\n")


def discover(first: str | None = None) -> dict[str, Command]:
    """The commands by name: the one that the first argument names, and all where it names none."""
    names = sorted(module.name for module in iter_modules(commands.__path__))
    return {name: _load(name) for name in ([first] if first in names else names)}


def _load(name: str) -> Command:
    """The command that the module `name` defines."""
    command: object = getattr(import_module(f"{commands.__name__}.{name}"), "COMMAND", None)
    if not isinstance(command, Command):
        raise TypeError(f"{commands.__name__}.{name} defines no COMMAND, but {command!r}")
    return command
