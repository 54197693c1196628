"""`assay completion`: what makes a shell complete commands and options."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from importlib import import_module

from ...errors import AssayError
from ..command import Command, ExitStatus, build_parser, discover

DESCRIPTION = """\
Print the text that makes a shell complete the commands and options of assay, made from its own parsers.

  eval "$(assay completion bash)"
  assay completion zsh > ~/.zfunc/_assay
"""

SHELLS = ("bash", "zsh", "tcsh")


def configure(parser: ArgumentParser) -> None:
    """The options of `assay completion`."""
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help=f"one of {', '.join(SHELLS)}")


def run(options: Namespace) -> tuple[int, str]:
    """The text for a shell.  Raises AssayError where shtab is not installed."""
    try:
        shtab = import_module("shtab")
    except ImportError:
        raise AssayError("completion needs shtab, which is not installed; run: pip install shtab") from None
    return ExitStatus.HOLDS, f"{shtab.complete(build_parser(discover()), options.shell)}\n"


COMMAND = Command("what makes a shell complete commands and options", DESCRIPTION, configure, run)
