"""The command line: `assay COMMAND ...`, one file a command in `assay.cli.commands`."""

from __future__ import annotations

from .main import main

__all__ = ["main"]
