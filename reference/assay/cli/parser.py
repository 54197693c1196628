"""The argument parser: errors are one line, and the text of an exact argument is kept as it was typed."""

from __future__ import annotations

import re
from argparse import Action, ArgumentParser, RawDescriptionHelpFormatter, _SubParsersAction
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from itertools import groupby
from textwrap import fill
from typing import Any, NoReturn

from .. import __version__
from .command import Command
from .errors import UsageError
from .limits import LIMITED
from .options import shared

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
