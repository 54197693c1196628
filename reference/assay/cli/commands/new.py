"""`assay new`: a mechanism of one's own, and a test that keeps its privacy."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from keyword import iskeyword
from pathlib import Path

from ..command import Command, ExitStatus
from ..errors import UsageError
from ..options import shared

DESCRIPTION = """\
Write NAME.py, a mechanism of a few lines to be changed into yours, and test_NAME.py, a test that fails
with a witness as soon as it is less private than you say. Files that are there are never overwritten.
"""

MECHANISM = '''\
"""{title}: says the truth with probability 3/4, and the opposite otherwise.

    assay audit {name}.py --epsilon "ln 3"
    assay explain {name}.py --epsilon 1
"""

import assay


@assay.program
def {name}(secret: bool) -> bool:
    """Take all randomness from assay.flip, assay.draw and assay.uniform."""
    if assay.flip("3/4"):
        return secret
    return not secret


mechanism = assay.Mechanism(
    {name},
    domain=[False, True],  # every input
    adjacency=assay.adjacency.all_pairs(),  # which inputs nobody may tell apart
    name="{name}",
)
'''

TEST = '''\
"""{title} keeps its promise of privacy; a failure shows the inputs and the event that break it."""

from {name} import mechanism

from assay import ln
from assay.testing import assert_private


def test_{name}_is_private():
    assert_private(mechanism, epsilon=ln(3))
'''


def configure(parser: ArgumentParser) -> None:
    """The options of `assay new`."""
    parser.add_argument("name", metavar="NAME", help="what the mechanism is called, such as noisy_answer")
    shared(parser, "--into", default=".")


def run(options: Namespace) -> tuple[int, str]:
    """Write the two files."""
    name, folder = checked_name(options.name), Path(options.into)
    if not folder.is_dir():
        raise UsageError(f"the folder {options.into!r} does not exist; create it first")
    title = name.replace("_", " ").capitalize()
    files = {folder / f"{name}.py": MECHANISM, folder / f"test_{name}.py": TEST}
    for path in files:
        if path.exists():
            raise UsageError(f"{path} exists already; choose another name, or move it away")
    write({path: text.format(name=name, title=title) for path, text in files.items()})
    first, second = map(str, files)
    lines = (f"wrote {first} and {second}; try", f"  assay audit {first}", f"  pytest {second}")
    return ExitStatus.HOLDS, "\n".join(lines) + "\n"


def checked_name(name: str) -> str:
    """A name for a file and a function; raises UsageError for any other."""
    if not name.isidentifier() or iskeyword(name) or not name.isascii() or name.startswith("_"):
        raise UsageError(
            f"{name!r} is no name of a function; write letters, digits and _, as in noisy_answer"
        )
    return name


def write(files: Mapping[Path, str]) -> None:
    """Both new files, or none; raises UsageError where the folder cannot be written."""
    written: list[Path] = []
    for path, text in files.items():
        try:
            with path.open("x", encoding="utf-8") as file:
                written.append(path)
                file.write(text)
        except OSError as error:
            for each in written:
                each.unlink()
            raise UsageError(f"{path} cannot be written: {error.strerror}; choose another --into") from None


COMMAND = Command("a mechanism of your own and its test, as two files to change", DESCRIPTION, configure, run)
