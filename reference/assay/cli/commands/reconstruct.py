"""`assay reconstruct`: a database of bits from noisy counts, with n queries for n rows."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from ..arguments import positive_int, whole_number
from ..command import Command, ExitStatus
from ..errors import UsageError
from ..options import shared

DESCRIPTION = """\
The polynomial reconstruction attack of Dwork and Yekhanin for any number n of rows: n queries, each the
number of ones in a set of rows, and one Walsh-Hadamard transform for each binary digit of n. Answers within E
of the truth leave no more rows wrong than is proved. --queries prints the n sets of rows; --answers
FILE has their answers, one after the other, and prints the bits. Without either: the bound, the exact
expected fraction of right rows where every answer has uniform integer noise in -E..E, and seeded runs.
"""


def configure(parser: ArgumentParser) -> None:
    """The options of `assay reconstruct`."""
    add = parser.add_argument
    shared(parser, "--n", "one bit each", required=True)
    shared(parser, "--error", "of every answer, at most; 1 unless given")
    add("--queries", action="store_true", help="print the queries: a line of n digits for each")
    add("--answers", metavar="FILE", help="answers to the queries, separated by white space; - for stdin")
    shared(parser, "--trials", default="10")
    shared(parser, "--seed", default="1")
    shared(parser, "--json")


def read_answers(name: str) -> list[str]:
    """The words of a file, or of standard input."""
    try:
        return (sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")).split()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"--answers {name!r} cannot be read: {error}") from None


def run(options: Namespace) -> tuple[int, str]:
    """The queries, the rows, or what to expect."""
    from ...attacks.reconstruction_blocks import block_adversary, block_queries, block_wrong_rows_bound
    from ...exact import number

    n = positive_int(options.n, "--n")
    if options.queries and options.answers is not None:
        raise UsageError("--queries and --answers exclude each other; give one of them")
    if options.queries:
        lines = ["".join(str(q >> i & 1) for i in range(n)) for q in block_queries(n)]
        return ExitStatus.HOLDS, json.dumps({"queries": lines}, indent=2) if options.json else "\n".join(
            lines
        )
    error = number("1" if options.error is None else options.error, "--error")
    bound = block_wrong_rows_bound(n, error)
    if options.answers is None:
        return _expected(n, error, bound, options)
    bits = "".join(map(str, block_adversary(read_answers(options.answers), n)))
    if options.json:
        return ExitStatus.HOLDS, json.dumps({"rows": bits, "error": str(error), "wrong_rows_at_most": bound})
    told = f"at most {bound} of {n} rows are wrong if every answer is within {error} of the truth"
    return ExitStatus.HOLDS, f"{bits}\n" + (told + "\n" if options.error is not None else "")


def _expected(n: int, error: object, bound: int, options: Namespace) -> tuple[int, str]:
    """The bound, the exact expectation under uniform noise, and seeded runs."""
    import random

    from ...attacks.reconstruction import distance
    from ...attacks.reconstruction_blocks import block_adversary, block_answers, expected_reconstruction
    from ...dp import Dist
    from ...errors import BudgetExceeded
    from ...exact import number
    from ...outputs.tables import table

    reach = number(error, "--error").__floor__()  # type: ignore[arg-type]  # it is a Number
    trials, seed = positive_int(options.trials, "--trials"), whole_number(options.seed, "--seed")
    try:
        exact = str(expected_reconstruction(n, Dist.uniform(range(-reach, reach + 1))).average)
    except BudgetExceeded as why:
        exact = f"not computed: {why}"
    source, wrong = random.Random(seed), 0
    for _ in range(trials):
        x = tuple(source.getrandbits(1) for _ in range(n))
        noisy = [a + source.randint(-reach, reach) for a in block_answers(x)]
        wrong += distance(block_adversary(noisy, n), x)
    found = {
        "n": n,
        "queries": n,
        "error": str(error),
        "wrong_rows_at_most": bound,
        "expected_fraction_right": exact,
        "simulation": {"seed": seed, "trials": trials, "fraction_right": f"{1 - wrong / (n * trials):.6g}"},
    }
    if options.json:
        return ExitStatus.HOLDS, json.dumps(found, indent=2)
    noise = f"noise uniform in -{reach}..{reach}" if reach else "no whole number but 0 within the error"
    rows = [
        ("wrong rows, proved", f"at most {bound}" + (", which is no bound" if bound >= n else "")),
        (
            f"right rows, {noise}, exact",
            exact if ":" in exact else str(number(exact).decimal(8)),
        ),
        (f"right rows, {trials} simulated runs, seed {seed}", f"{1 - wrong / (n * trials):.6g}"),
    ]
    head = f"n = {n} rows, {n} queries, every answer within {error} of the truth"
    return ExitStatus.HOLDS, "\n".join([head, *table(rows)]) + "\n"


COMMAND = Command("reconstruct bits from noisy counts", DESCRIPTION, configure, run)
