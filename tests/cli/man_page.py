"""The man page `spec/assay.1`, made of the parsers by `python -m tests.cli.man_page`."""

from __future__ import annotations

import os
import re
from pathlib import Path
from unittest.mock import patch

from argparse_manpage.manpage import Manpage

from assay import __version__
from assay.cli.command import build_parser, discover

HEADLINE = "exact answers about differential privacy"

PAGE = Path(__file__).parents[2] / "spec" / "assay.1"


def page() -> str:
    """The text in the macros of man."""
    with patch.dict(os.environ, {"COLUMNS": "80"}):
        made = Manpage(build_parser(discover()))
        made.date, made.source, made.manual = "", f"assay {__version__}", "Assay"
        made.mf.source, made.mf.date = made.source, made.date
        text = str(made)
    text = text.replace(".SH\nCOMMANDS", ".SH COMMANDS").replace(
        ".SH COMMENTS\nexit status:", ".SH EXIT STATUS"
    )
    text = text.replace("assay\n.SH SYNOPSIS", f"assay \\- {HEADLINE}\n.SH SYNOPSIS", 1)
    # a line of text that begins as a macro does
    return re.sub(r"^'", "\\\\&'", text, flags=re.MULTILINE)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
