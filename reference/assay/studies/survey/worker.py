"""The child process in which the cases of one adapter run: it reads a place a line, and writes what it found.

    {"hello": true}           -> {"library": ..., "cases": [...]}, or {"missing": why}, or {"broken": why}
    {"case": 3, "point": 0}   -> {"begin": {...}}, {"answered": text}, {"finding": {...}}

What the library prints goes to standard error, so that it cannot be taken for an answer.
"""

from __future__ import annotations

import contextlib
import inspect
import json
import os
import sys
import traceback
from collections.abc import Callable, Mapping
from dataclasses import asdict
from importlib import import_module, metadata
from pathlib import Path
from typing import Any, BinaryIO

from ...errors import UndecidedError
from .case import Case, snippet_of, source_text
from .judged import judged, points_of, tests_of
from .library import LibraryMissing, coverage, load_adapter
from .row import Finding, Verdict

MEMORY = 8 << 30
"""Bytes of address space: a library that wants more gets a MemoryError, and the machine survives."""
BESIDE = ("numpy", "scipy", "scikit-learn")
"""Packages whose versions decide what a library does."""


Send = Callable[[Mapping[str, object]], None]


def main(module: str) -> None:
    """Answer prompts until the end of the input."""
    prompts, answers = _private_streams()
    _limit_memory()

    def send(answer: Mapping[str, object]) -> None:
        answers.write(json.dumps(answer).encode() + b"\n")

    session = Session(module)
    for line in prompts:
        prompt = json.loads(line)
        if "hello" in prompt:
            send(session.hello())
        else:
            session.judge(prompt["case"], prompt["point"], send)


def _private_streams() -> tuple[BinaryIO, BinaryIO]:
    """The streams to the parent; the library gets an empty input, and its output goes to the errors."""
    prompts, answers = os.dup(0), os.dup(1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    return os.fdopen(prompts, "rb"), os.fdopen(answers, "wb", buffering=0)


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # not on this system
        return
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY if hard < 0 else min(MEMORY, hard), hard))


class Session:
    """An adapter whose cases are run one by one."""

    def __init__(self, module: str) -> None:
        self.module = module
        self.cases: list[Case] = []

    def hello(self) -> dict[str, object]:
        """The library with its version, its cases, and what is left out."""
        try:
            adapter = load_adapter(self.module)
        except Exception as error:
            return {"broken": _headline(error)}
        library = adapter.LIBRARY
        about: dict[str, object] = {"library": library.name, "tested": library.tested}
        try:
            version = library.version()
            library.load()
        except LibraryMissing as error:
            return {**about, "missing": str(error)}
        try:
            self.cases = list(adapter.cases())
            listed = [_listed(case) for case in self.cases]
            covered = coverage(adapter)
        except Exception as error:
            return {**about, "version": version, "broken": _headline(error)}
        return {
            **about,
            "version": version,
            "beside": _beside(),
            "cases": listed,
            "left_out": dict(covered.left_out),
            "uncovered": list(covered.uncovered),
        }

    def judge(self, case_number: int, point_number: int, send: Send) -> None:
        """One point: what is asked, what the library answered, what that is worth."""
        case = self.cases[case_number]
        point = points_of(case)[point_number]
        send({"begin": _beginning(case, point)})
        try:
            finding = judged(case, point, lambda text: send({"answered": text}))
        except UndecidedError as error:
            finding = Finding(verdict=Verdict.UNDECIDED, detail=_headline(error))
        except Exception as error:
            finding = Finding(verdict=Verdict.BROKEN, detail=_headline(error))
        send({"finding": {**asdict(finding), "verdict": finding.verdict.value}})


def _headline(error: Exception) -> str:
    """The error with the place where it was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({os.path.basename(frames[-1].filename)}:{frames[-1].lineno})" if frames else ""
    return " ".join(f"{type(error).__name__}: {error}".split()) + place


def _listed(case: Case) -> dict[str, object]:
    return {
        "function": case.function,
        "points": len(points_of(case)),
        "seconds": case.seconds,
        "tests": tests_of(case),
        **quotation(case.function),
    }


def _beginning(case: Case, point: Mapping[str, Any]) -> dict[str, object]:
    """What the row says whatever happens."""
    try:
        snippet = snippet_of(case, point)
    except (KeyError, ValueError, IndexError) as error:
        snippet = f"# the adapter's snippet cannot be written: {type(error).__name__}: {error}"
    return {
        "function": case.function,
        "parameters": {name: source_text(value) for name, value in point.items()},
        "promise": case.promise,
        "note": case.note,
        "snippet": snippet,
    }


def _beside() -> dict[str, str]:
    """The versions of the packages that the library stands on."""
    found = {}
    for name in BESIDE:
        with contextlib.suppress(metadata.PackageNotFoundError):
            found[name] = metadata.version(name)
    return found


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


if __name__ == "__main__":
    main(sys.argv[1])
