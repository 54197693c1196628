"""`assay explain`: why a mechanism has its privacy, as the draws that lead to the worst event."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import InvalidValue
from ..audit_request import built, read
from ..command import Answer, Command, ExitStatus
from ..errors import UsageError
from ..fresh import check_in_fresh_process
from ..limits import limited
from ..options import shared
from ..user_modules import user_code

if TYPE_CHECKING:
    from collections.abc import Hashable

    from ...dp import Mechanism
    from ...exact import EpsilonLike, Number
    from ...explanations import Explanation

DESCRIPTION = """\
Say why a claim is false, or why no smaller epsilon would do: the pair of inputs and the event that show
it, and on either input the draws of the program that lead to the event, as a tree whose probabilities add
up to the numbers of the verdict. Draws that do not matter for the event are left out.
"""


UNUSED = dict.fromkeys(("at", "plot", "engine", "measure", "coq", "check"))
"""The options of `assay audit` that this command does not have."""


def configure(parser: ArgumentParser) -> None:
    """The options of `assay explain`."""
    parser.add_argument(
        "target", metavar="FILE.py[:NAME]", help="the file (or dotted module) that defines the mechanism"
    )
    shared(parser, "--arg", action="append")
    shared(parser, "--epsilon", "the claim; without it the smallest epsilon is explained")
    shared(parser, "--delta", "the claim, 0 unless given")
    shared(parser, "--adjacency", "in place of the mechanism's own")
    shared(parser, "--domain", "in place of the mechanism's own")
    shared(parser, "--rng")
    shared(parser, "--raises", action="append")
    shared(parser, "--json")
    shared(parser, "--page", "an .html file")
    shared(parser, "--max-states")
    shared(parser, "--timeout")


def run(options: Namespace) -> Answer:
    """Explain the target."""
    page = None if options.page is None else checked_page(options.page)
    asked = Namespace(**{**vars(options), **UNUSED})
    request = read(asked)
    with user_code(request.address):
        mechanism = built(request)
        claim = None if request.claim is None else request.claim.epsilon
        with limited(request.timeout, request.max_states):
            explanation = _explained(mechanism, claim, request.at_delta)
        verdict = explanation.verdict
        if request.address.is_file and verdict is not None and verdict.holds:
            check_in_fresh_process(mechanism, asked)
        text = f"{json.dumps(explanation.to_json(), indent=2)}\n" if options.json else str(explanation)
    status = ExitStatus.HOLDS if verdict is None else verdict.exit_status
    return (status, text) if page is None else (status, text, lambda: write(explanation, page))


def _explained(
    mechanism: Mechanism[Hashable, Hashable], claim: EpsilonLike | None, delta: Number
) -> Explanation:
    """The explanation.  Raises UsageError for noise whose values form no finite tree."""
    from ...errors import SymbolicNoise
    from ...explanations import explain

    try:
        return explain(mechanism, claim, delta)
    except SymbolicNoise as noise:
        raise UsageError(
            f"{mechanism.name} draws noise with infinitely many values, which form no tree of draws; for the "
            "verdict with its inputs and its event there is: assay audit"
        ) from noise


def checked_page(text: str) -> Path:
    """The file for the page, if it can be written."""
    path = Path(text)
    if path.suffix.lower() not in (".html", ".htm"):
        raise InvalidValue(f"the page {text!r} does not end in .html; name it explanation.html, say")
    if not path.parent.is_dir():
        raise InvalidValue(f"the folder of the page {text!r} does not exist; create it first")
    return path


def write(explanation: Explanation, path: Path) -> None:
    """Write the page; what keeps it from being written is no reason to withhold the answer."""
    import sys

    from ...wiring import PAGE, load
    from ..errors import one_line

    try:
        path.write_text(load(PAGE)(explanation.name, explanation), encoding="utf-8")
    except Exception as error:  # whatever a page or a disk raises
        sys.stderr.write(f"assay: warning: no page: {one_line(error)}\n")


COMMAND = Command(
    "why a mechanism has its privacy: the draws that lead to the worst event", DESCRIPTION, configure, run
)
