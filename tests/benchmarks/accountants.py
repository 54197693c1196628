"""Composition beside the peers that are installed: `python -m tests.benchmarks.accountants [--only TEXT]`."""

from __future__ import annotations

import sys

from assay.cli import main

if __name__ == "__main__":
    sys.exit(main(["bench", *sys.argv[1:]]))
