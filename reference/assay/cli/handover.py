"""A question that another command answers is handed over to it, and that is said."""

from __future__ import annotations

import shlex
import sys
from argparse import ArgumentParser, Namespace

from .command import Answer
from .errors import UsageError

SHARED = ("epsilon", "delta", "adjacency", "domain", "max_states", "timeout", "coq", "check")
OWN = ("at", "measure", "plot", "rng", "raises", "engine")


def to_decide(options: Namespace) -> Answer:
    """The answer of `assay decide` to what `assay audit` was asked: the noise has rates in EPS.

    Raises UsageError where no claim is made, or an option is given that only `assay audit` has.
    """
    from .commands import decide

    given = vars(options)
    flags = {f"--{name.replace('_', '-')}": given[name] for name in SHARED if given[name] is not None}
    words = [given["target"], *(str(word) for pair in flags.items() for word in pair)]
    words += [word for text in given["arg"] or () for word in ("--arg", text)]
    words += ["--json"] if given["json"] else []
    claimed = words if given["epsilon"] is not None else [*words, "--epsilon", "eps"]
    command = shlex.join(["assay", "decide", *claimed])
    if own := [f"--{name}" for name in OWN if given.get(name) is not None]:
        raise UsageError(f"its noise has rates in EPS; without {', '.join(own)} there is: {command}")
    if claimed != words:
        raise UsageError(f"its noise has rates in EPS; give the claim, as in: {command}")
    sys.stderr.write(f"assay: its noise has rates in EPS, so this is the answer of: {command}\n")
    parser = ArgumentParser()
    decide.configure(parser)
    return decide.run(parser.parse_args(words))
