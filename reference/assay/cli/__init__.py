"""The command line: `assay COMMAND ...`, one file a command in `assay.cli.commands`."""

from .main import main

__all__ = ["main"]
