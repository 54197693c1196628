"""How much of the public package has known types: `type_completeness.py REPORT.json` ends with 1 below 98 %.

The report is what `pyright --verifytypes assay --ignoreexternal --outputjson` prints.
"""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

LEAST = Fraction(98, 100)


def completeness(report: dict[str, Any]) -> Fraction:
    """The share of the symbols that the package shows whose types are known.

    Raises ValueError for a report without symbols.
    """
    counts = report.get("typeCompleteness", {}).get("exportedSymbolCounts", {})
    known, total = (
        counts.get("withKnownType", 0),
        sum(counts.get(f"with{kind}Type", 0) for kind in ("Known", "Ambiguous", "Unknown")),
    )
    if not total:
        raise ValueError("the report names no symbols: was the package found?")
    return Fraction(known, total)


if __name__ == "__main__":
    (path,) = sys.argv[1:]
    share = completeness(json.loads(Path(path).read_text(encoding="utf-8")))
    sys.stdout.write(
        f"{100 * share.numerator // share.denominator} % of the public symbols have known types\n"
    )
    sys.exit(0 if share >= LEAST else 1)
