"""Some rows of an audited file once more, in a fresh process with another hash seed.

What one process fixes once, such as the order of a set of texts or where its objects lie, no replay in the
same process can show.  One child computes a few rows again, in the other order, and its distributions have to
be the same, exactly.
"""

from __future__ import annotations

import json
import os
import sys
from argparse import Namespace
from collections.abc import Callable, Hashable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import AssayError, BudgetExceeded, NondeterministicProgram, UnfinishedProgram
from ..processes.child import ChildFailed, NotStarted, run
from .audit_request import built, read
from .user_modules import user_code

if TYPE_CHECKING:
    from ..dp import Dist, Mechanism

SECONDS = 10
"""How long the child may take; what it has not computed by then is not compared."""

_UNORDERED = (set, frozenset)

Row = dict[str, str]


def check_in_fresh_process(mechanism: Mechanism[Any, Any], options: Namespace) -> None:
    """Compare some rows with those of a fresh process.

    Raises NondeterministicProgram where a row differs, or cannot be computed there at all.
    """
    from ..outputs.text import brief

    wanted = _inputs(mechanism)
    for name, row in _answers(options, list(wanted)):
        if isinstance(row, str):
            raise NondeterministicProgram(
                f"{mechanism.name} fails in a fresh process with another hash seed: {row}"
            )
        if row != row_of(mechanism.distribution(wanted[name])):
            raise NondeterministicProgram(
                f"{mechanism.name} on input {brief(wanted[name])} has another distribution in a fresh "
                "process with another hash seed; it depends on something that differs between "
                "processes, such as the order of a set of texts; sort it"
            )


def _inputs(mechanism: Mechanism[Any, Any]) -> dict[str, Any]:
    """The first, the last and the middle input, by their text."""
    domain = mechanism.domain
    chosen = {0, len(domain) - 1, len(domain) // 2}
    return {name: domain[n] for n in sorted(chosen) if (name := text_of(domain[n])) is not None}


def _answers(options: Namespace, names: list[str]) -> Iterator[tuple[str, Row | str]]:
    """The rows of these inputs as the child computes them, as far as it comes; a text is what went wrong."""
    question = json.dumps(
        {"options": {**vars(options), "plot": None, "run": None}, "inputs": names[::-1]}, default=str
    )
    try:
        child = [sys.executable, "-m", __name__]
        found = run(child, SECONDS, given=question, environment=_environment()).output
    except NotStarted as error:
        sys.stderr.write(f"assay: warning: no row was computed again in a fresh process: {error}\n")
        return
    except ChildFailed as failed:
        found = failed.output.decode("utf-8", "replace")
    for line in found.splitlines():
        if line.endswith("]"):
            name, row = json.loads(line)
            yield name, row


def _environment() -> dict[str, str]:
    """The environment of the child: the same package, and another hash seed."""
    root = str(Path(__file__).resolve().parents[2])
    path = os.pathsep.join([root, *filter(None, [os.environ.get("PYTHONPATH")])])
    seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    return {**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": seed}


def row_of(distribution: Dist[Any]) -> Row:
    """A distribution as text: every output with its exact probability."""
    from ..outputs.identity import key

    keys = distribution._keys
    return {_text(keys[o] if o in keys else key(o)): str(p) for o, p in distribution.items()}


def text_of(value: Hashable) -> str | None:
    """An input as text that is the same in every process; None where it has none."""
    from ..outputs.identity import key

    try:
        return _text(key(value))
    except AssayError:
        return None


def _text(part: Any) -> str:
    """A part of the key of an output, see `assay.outputs.identity.key`; the elements of a set in the order of
    their texts.
    """
    if isinstance(part, type):
        return part.__qualname__  # a file that is loaded twice has two names of its module
    if isinstance(part, frozenset):
        return f"{{{', '.join(sorted(map(_text, part)))}}}"
    if isinstance(part, tuple):
        texts = [_text(element) for element in part]
        if len(part) == 2 and part[0] in _UNORDERED and isinstance(part[1], tuple | frozenset):
            texts = [texts[0], *sorted(map(_text, part[1]))]
        return f"({', '.join(texts)})"
    from ..outputs.text import spelled

    return spelled(part)


def answer(
    question: dict[str, Any], build: Callable[[Namespace], Mechanism[Any, Any]]
) -> Iterator[tuple[str, Row | str]]:
    """What the child says: its row for each input, or what went wrong; nothing for what is not finished."""
    try:
        mechanism = build(Namespace(**question["options"]))
        inputs = {text_of(x): x for x in mechanism.domain}
    except Exception as error:  # whatever goes wrong here did not go wrong there
        yield "", f"{type(error).__name__}: {error}"
        return
    for name in question["inputs"]:
        try:
            yield name, row_of(mechanism.distribution(inputs[name]))
        except (UnfinishedProgram, BudgetExceeded):
            continue
        except Exception as error:
            yield name, f"{type(error).__name__}: {error}"


def main() -> None:
    """Answer the question on standard input, a line for each row."""
    question, out = json.load(sys.stdin), sys.stdout

    def build(options: Namespace) -> Mechanism[Any, Any]:
        return built(read(options))

    with user_code(read(Namespace(**question["options"])).address):
        for name, row in answer(question, build):
            out.write(json.dumps([name, row]) + "\n")
            out.flush()


if __name__ == "__main__":
    main()
