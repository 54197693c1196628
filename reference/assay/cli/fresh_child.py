"""The child of `assay.cli.fresh`: rows of the audited file, computed in this process, which begins anew."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from ..errors import BudgetExceeded, UnfinishedProgram
from .audit_mechanism import built
from .audit_request import read
from .fresh import Row, row_of, text_of
from .user_modules import user_code

if TYPE_CHECKING:
    from ..dp import Mechanism


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
