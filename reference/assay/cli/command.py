"""What a command is, where the commands are found, and the parser of their arguments.

Every module in `assay.cli.commands` is one command, named after the module; it defines `COMMAND`.  Such a
module imports what it computes with inside `run`, so that `assay --help` stays quick.  An error of the parser
is one line, and the text of an exact argument is kept as it was typed.
"""

from __future__ import annotations

import re
import sys
from argparse import Action, ArgumentParser, Namespace, RawDescriptionHelpFormatter, _SubParsersAction
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from enum import IntEnum
from importlib import import_module
from itertools import groupby
from pkgutil import iter_modules
from textwrap import fill
from typing import Any, NoReturn, TypeAlias

from .. import __version__
from . import commands
from .errors import UsageError, headline
from .limits import LIMITED
from .options import shared


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


EXIT_STATUSES = """\
exit status:
  0  holds, or nothing was claimed
  1  refuted
  2  bad usage or input
  3  undecided: the budget was spent, or a comparison has no answer
"""


UNKNOWN = re.compile(r"invalid choice: '([^']*)'|unrecognized arguments: (\S+)")
"""What argparse says of a word that it does not know."""


class Layout(RawDescriptionHelpFormatter):
    """Help that fits the terminal: texts are filled, an indented line stays a line where it can."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        lines: list[str] = []
        for indented, group in groupby(text.strip("\n").split("\n"), key=lambda line: line[:1] in ("", " ")):
            if indented:
                lines += [_wrapped(line, width) for line in group]
            else:
                lines.append(fill(" ".join(group), width))
        return "\n".join(lines)


def _wrapped(line: str, width: int) -> str:
    """A line that is too long is continued further in."""
    inside = " " * (len(line) - len(line.lstrip()) + 4)
    if len(line) <= width:
        return line
    return fill(line, width, subsequent_indent=inside, break_on_hyphens=False, replace_whitespace=False)


class Parser(ArgumentParser):
    """An `ArgumentParser` that raises `UsageError` instead of printing several lines and leaving."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        # -1e-6 and -1/2 are values, as -1 is: a command says what is wrong with them
        self._negative_number_matcher = re.compile(r"-\.?\d")
        self.intermixed = False

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """The arguments; with `intermixed`, positional ones may stand before, between and after options."""
        if not self.intermixed:
            return super().parse_known_args(args, namespace)
        self.intermixed = False  # the other method comes back here, for options and positional ones in turn
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self.intermixed = True

    def error(self, message: str) -> NoReturn:
        """Report bad usage."""
        raise UsageError(f"{message}{self._meant(message)} (see {self.prog} --help)")

    def has(self, flag: str) -> bool:
        """Whether there is such an option."""
        return any(flag in action.option_strings for action in self._actions)

    def _meant(self, message: str) -> str:
        """The command or option that is spelled most like the one that is not known."""
        unknown = UNKNOWN.search(message)
        if unknown is None:
            return ""
        word = unknown[1] or unknown[2]
        close = get_close_matches(word.partition("=")[0], [*self._words(word.startswith("-"))], n=1)
        return f"; did you mean {close[0]}?" if close else ""

    def _words(self, options: bool) -> Iterator[str]:
        """The options of this parser and of its commands, or its choices."""
        for action in self._actions:
            if options:
                yield from action.option_strings
            yield from _choices(action, options)


def _choices(action: Action, options: bool) -> Iterator[str]:
    if isinstance(action, _SubParsersAction) and options:
        for parser in action.choices.values():
            yield from parser._words(True)
    elif action.choices is not None and not options:
        yield from map(str, action.choices)


def build_parser(commands: Mapping[str, Command]) -> Parser:
    """The parser for `assay` with the given commands."""
    parser = Parser(
        prog="assay",
        description="An exact oracle for differential privacy.",
        epilog=EXIT_STATUSES,
        formatter_class=Layout,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"assay {__version__}")
    choices = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands", required=True)
    for name, command in commands.items():
        each = choices.add_parser(
            name,
            help=command.summary,
            description=command.description,
            epilog=EXIT_STATUSES,
            formatter_class=Layout,
            allow_abbrev=False,
        )
        command.configure(each)
        if not each.has("--timeout"):
            shared(each, "--timeout")
            each.set_defaults(**{LIMITED: True})
        each.intermixed = command.intermixed
    return parser
