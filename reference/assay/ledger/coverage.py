"""Which checks there are, and whether every check has a claim."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from pathlib import Path

from ..errors import InvalidValue
from .record import Record

CHECKS = Path(__file__).with_name("checks")
PREFIX = "assay.ledger.checks"


def declared(folder: Path = CHECKS) -> dict[str, ast.FunctionDef]:
    """The checks that there are: public functions `(scope: Scope) -> Finding`, by "module:function"."""
    found = {}
    for path in sorted(folder.glob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and _is_check(node):
                found[f"{PREFIX}.{path.stem}:{node.name}"] = node
    return found


def _is_check(node: ast.FunctionDef) -> bool:
    returns = node.returns
    named = isinstance(returns, ast.Name) and returns.id == "Finding"
    return named and not node.name.startswith("_") and len(node.args.args) == 1


def require_claims(records: Iterable[Record], folder: Path = CHECKS) -> None:
    """Every check is that of some part.

    Raises:
        InvalidValue: naming the checks without a claim.
    """
    used = {part.check for record in records for part in record.parts}
    orphans = sorted(set(declared(folder)) - used)
    if orphans:
        raise InvalidValue(
            f"ledger: no record has the check {', '.join(orphans)}; add the claim, or remove it"
        )
