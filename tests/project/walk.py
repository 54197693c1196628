"""The files of the package between a question and the place that decides signs.

    python -m tests.project.walk audit assay.examples.almost_random --epsilon 1

runs the command and lists the files whose functions are on the stack when `exact/order.py` decides a sign:
what somebody reads who follows an epsilon from the command line to its verdict. What is called on the way and
returns before is not on it; the files of all functions that are called are counted beside. What is imported
is in neither.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import assay

PACKAGE = f"{Path(assay.__file__).parent}/"
OPTIMISED = 1  # of `co_flags`: a function, and not the body of a class or a module


class Walk:
    """The files on the stack at each sign decision of a call, in the order in which they are first met.

    `called` has the files of all functions that are called.
    """

    def __init__(self, question: Callable[[], object]) -> None:
        self.files: dict[str, None] = {}
        self.called: dict[str, None] = {}
        self.decisions = 0
        before = sys.getprofile()
        sys.setprofile(self._called)
        try:
            self.answer = question()
        finally:
            sys.setprofile(before)

    def _called(self, frame: FrameType, event: str, _: object) -> None:
        path = frame.f_code.co_filename
        if event != "call" or not path.startswith(PACKAGE):
            return
        name = path.removeprefix(PACKAGE)
        if name == "exact/order.py":
            files = on_stack(frame)
            self.decisions += bool(files)
            self.files.update(dict.fromkeys(files))
        if name not in self.called and on_stack(frame):
            self.called[name] = None


def on_stack(frame: FrameType | None) -> list[str]:
    """The files of the package on a stack, the outermost first; nothing where a module is being imported."""
    found: list[str] = []
    while frame is not None:
        if frame.f_code.co_filename.startswith(PACKAGE):
            if not frame.f_code.co_flags & OPTIMISED:
                return []
            found.append(frame.f_code.co_filename.removeprefix(PACKAGE))
        frame = frame.f_back
    return found[::-1]


def main() -> int:
    """Run the command that the arguments are, and list the files."""
    from assay.cli import main as command

    walk = Walk(lambda: command(sys.argv[1:]))
    sys.stdout.write(
        "\n".join(
            [
                *walk.files,
                f"{len(walk.files)} files, {walk.decisions} sign decisions",
                f"{len(walk.called)} files have a function that is called",
                "",
            ]
        )
    )
    return 0 if walk.files else 1


if __name__ == "__main__":
    sys.exit(main())
