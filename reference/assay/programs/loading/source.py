"""The text of a module: its syntax tree, when it was changed, the modules that it imports."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache
from importlib.util import resolve_name
from pathlib import Path
from typing import Any


def named_modules(node: ast.AST, package: str) -> Iterator[str]:
    """The modules that an import names."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        try:
            name = resolve_name("." * node.level + (node.module or ""), package or None)
        except ImportError:
            return
        yield name
        yield from (f"{name}.{alias.name}" for alias in node.names)


def changed_at(path: str) -> int | None:
    """When a file was changed; None where there is none."""
    try:
        return Path(path).stat().st_mtime_ns
    except OSError:
        return None


@lru_cache(maxsize=64)
def tree_of(path: str, changed: int | None) -> ast.Module:
    """The syntax tree of a file as it was then; an empty one where it has none."""
    return parsed(path, changed)


def parsed(path: str, changed: int | None) -> ast.Module:
    """The same, as a tree of its own, which is made faster than copied."""
    try:
        return ast.parse("" if changed is None else Path(path).read_text(encoding="utf-8"))
    except (OSError, SyntaxError, ValueError):
        return ast.parse("")


def place_of(node: ast.stmt) -> dict[str, Any]:
    """Where a statement stands."""
    kept = ("lineno", "col_offset", "end_lineno", "end_col_offset")
    return {name: getattr(node, name) for name in kept}
