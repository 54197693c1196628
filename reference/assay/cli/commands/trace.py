"""`assay trace`: tracing attacks on noisy one-way marginals, and how many rows they show to be needed."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from itertools import islice
from typing import TYPE_CHECKING

from ..arguments import positive_int, whole_number
from ..command import Command, ExitStatus
from ..errors import one_line
from ..limits import until_spent
from ..options import shared

if TYPE_CHECKING:
    from ...attacks.tracing_bound_sharper import Choice, SharperBound

KINDS = ("none", "laplace", "gaussian", "l_infinity")
DESCRIPTION = """\
Who was in the data? A fingerprinting code of n users is released as noisy column means, and traced.

  assay trace --users 10 --noise l_infinity --epsilon 100        play the game (a simulation)
  assay trace --lower-bound 10000 --epsilon 1 --delta 1/1000000  the rows that marginals need (a proof)

The game counts how often somebody is accused, and how often a user whose row was left out; all bounds
together hold with confidence 99/100. The bound: no (epsilon, delta)-DP mechanism with average error E
has fewer rows.
"""


def configure(parser: ArgumentParser) -> None:
    """The options of `assay trace`."""
    add = parser.add_argument
    add("--lower-bound", metavar="D", help="instead of playing: the smallest n not excluded for D marginals")
    shared(parser, "--error", "the average, for --lower-bound", default="1/10")
    add("--users", metavar="N", default="10", help="users of the code, rows of the data (10 unless given)")
    add("--length", metavar="D", help="length of the code (unless given, what 1/100-soundness needs)")
    add(
        "--noise", metavar="KIND", default="none", choices=KINDS, help="none, laplace, gaussian or l_infinity"
    )
    shared(parser, "--epsilon", "of the noise, or of --lower-bound", default="1")
    shared(parser, "--delta", "of gaussian noise, or of --lower-bound", default="0")
    shared(parser, "--trials", "rounds of the game", default="20")
    shared(parser, "--seed", default="1")
    shared(parser, "--json")


def run(options: Namespace) -> tuple[int, str]:
    """Play the game, or compute the bound."""
    return bound(options) if options.lower_bound is not None else play(options)


def bound(options: Namespace) -> tuple[int, str]:
    """The rows that are needed, with the last exclusion."""
    from ...attacks.tracing_bound_sharper import bound_after, exclusions

    d = positive_int(options.lower_bound, "--lower-bound")
    proofs: list[Choice] = []
    spent = until_spent(exclusions(d, options.epsilon, options.delta, gamma=options.error), proofs)
    if spent is not None and not proofs:
        raise spent
    status = ExitStatus.HOLDS if spent is None else ExitStatus.UNDECIDED
    found = bound_after(proofs)
    if options.json:
        undecided = {} if spent is None else {"undecided": one_line(spent)}
        return status, json.dumps({"d": d, "rows": found.rows, "last": _last(found), **undecided}, indent=2)
    text = [
        f"d = {d} marginals with average error {options.error}, ({options.epsilon}, {options.delta})-DP: "
        f"n >= {found.rows}"
    ]
    if found.last is not None:
        last = found.last
        text.append(
            f"n = {last.n} is excluded with {last.users} users, {last.copies} copies each, accuracy "
            f"{last.alpha}, threshold {last.threshold}: {last.traced.lower(6)} > {last.protected.upper(6)}"
        )
    if spent is not None:
        text.append(f"undecided whether more rows are needed: {one_line(spent)}")
    return status, "\n".join(text) + "\n"


def _last(found: SharperBound) -> dict[str, object] | None:
    """The last exclusion as JSON values."""
    if found.last is None:
        return None
    last = found.last
    return {
        "n": last.n,
        "users": last.users,
        "copies": last.copies,
        "accuracy": str(last.alpha),
        "threshold": str(last.threshold),
        "traced_at_least": str(last.traced.lower(15)),
        "protected_at_most": str(last.protected.upper(15)),
    }


def play(options: Namespace) -> tuple[int, str]:
    """A simulation of the game."""
    from ...attacks.fingerprinting import FingerprintingCode, code_length
    from ...attacks.tracing import Round, counted, rounds_of_tracing
    from ...attacks.tracing_noise import noise_for

    users = positive_int(options.users, "--users")
    d = code_length(users, "1/100") if options.length is None else positive_int(options.length, "--length")
    noise = None
    if options.noise != "none":
        noise = noise_for(options.noise, users, d, options.epsilon, options.delta)
    seed = whole_number(options.seed, "--seed")
    trials = positive_int(options.trials, "--trials")
    code = FingerprintingCode(users, d)
    played: list[Round] = []
    spent = until_spent(islice(rounds_of_tracing(code, noise, seed=seed), trials), played)
    if spent is not None and not played:
        raise spent
    found = counted(code, noise, played, seed=seed)
    status = ExitStatus.HOLDS if spent is None else ExitStatus.UNDECIDED
    if options.json:
        counts = {name: str(getattr(found, name)) for name in ("accurate", "traced", "accused", "falsely")}
        label = {"simulation": True, "seed": seed, "trials": len(played), "confidence": found.confidence}
        undecided = {} if spent is None else {"undecided": one_line(spent)}
        return status, json.dumps({**label, "users": users, "length": d, **counts, **undecided}, indent=2)
    stopped = "" if spent is None else f"stopped after {len(played)} of {trials} rounds: {one_line(spent)}\n"
    return status, f"{found}\n{stopped}"


COMMAND = Command("trace who was in the data behind noisy means", DESCRIPTION, configure, run)
