"""What a library says of its own function: the first words of its documentation, and where it stands."""

from __future__ import annotations

import inspect
from importlib import import_module
from pathlib import Path
from typing import Any

LONGEST = 700
"""Characters of a documentation that are quoted."""


def quotation(function: str) -> dict[str, str]:
    """{"documentation": the first paragraph, "source": "package/module.py:12"}; empty where there is none."""
    found = resolved(function)
    text = "" if found is None else inspect.getdoc(found) or ""
    first = " ".join(text.partition("\n\n")[0].split())
    quoted = first if len(first) <= LONGEST else f"{first[:LONGEST]} ..."
    return {"documentation": quoted, "source": place(found)} if quoted or place(found) else {}


def resolved(function: str) -> Any:
    """The object of a dotted name, or None."""
    parts = function.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found: Any = import_module(".".join(parts[:length]))
        except Exception:  # a package may raise anything when it is imported
            continue
        for name in parts[length:]:
            found = inspect.getattr_static(found, name, None)
            found = getattr(found, "fget", None) or getattr(found, "__func__", found)
        return found
    return None


def place(found: Any) -> str:
    """The file below its site-packages, and the line; empty for what is compiled or computed."""
    if not (inspect.isfunction(found) or inspect.isclass(found)):
        return ""
    try:
        file, line = inspect.getsourcefile(found), inspect.getsourcelines(found)[1]
    except (OSError, TypeError):
        return ""
    parts = Path(file or "").parts
    if "site-packages" not in parts:
        return ""
    return f"{'/'.join(parts[parts.index('site-packages') + 1 :])}:{line}"
