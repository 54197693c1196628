"""The argument parser: errors are one line, and the text of an exact argument is kept as it was typed."""

from __future__ import annotations

import re
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Mapping
from typing import Any, NoReturn

from .. import __version__
from .command import Command
from .errors import UsageError

EXIT_STATUSES = """\
exit status:
  0  holds, or nothing was claimed
  1  refuted
  2  bad usage or input
  3  undecided: the budget was spent, or a comparison has no answer
"""


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
        raise UsageError(f"{message} (see {self.prog} --help)")


def build_parser(commands: Mapping[str, Command]) -> Parser:
    """The parser for `assay` with the given commands."""
    parser = Parser(
        prog="assay",
        description="An exact oracle for differential privacy.",
        epilog=EXIT_STATUSES,
        formatter_class=RawDescriptionHelpFormatter,
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
            formatter_class=RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        command.configure(each)
        each.intermixed = command.intermixed
    return parser
