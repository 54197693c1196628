"""`assay account`: delta at an epsilon, or epsilon at a delta, of a composition, as an interval."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from time import monotonic_ns
from typing import TYPE_CHECKING

from ...errors import BudgetExceeded
from ..command import Answer as Answered
from ..command import Command, ExitStatus
from ..errors import UsageError
from ..limits import limited
from ..options import Once, shared

if TYPE_CHECKING:
    from ...accounting import Accountant, Answer
    from ...exact import Log, Number

DESCRIPTION = """\
Certify the privacy of a composition of (adaptively chosen) mechanisms: an interval that provably contains
delta(epsilon), or the smallest epsilon at a delta, floating-point rounding included.

Each MECHANISM is one argument, a name and its parameters. Noise:

  "gaussian sigma=1 [sensitivity=1]", and laplace with scale=1
  "discrete-gaussian sigma=1 [sensitivity=1]", and discrete-laplace
  "mixture sigma=1 sensitivities=0:1:2 probabilities=0.81:0.18:0.01"
  "tree sigma=1 steps=1000", "matrix sigma=1 file=strategy.json"
  "toeplitz sigma=1 steps=1000 coefficients=1:1/2"

What is known of a mechanism:

  "pure epsilon=1", "approximate epsilon=1 delta=1e-8"
  "exponential epsilon=1", "bounded-range range=1"
  "gdp mu=1", "zcdp rho=0.1", "renyi orders=2:8 values=0.1:0.5"
  "pair file=pair.json"
  "select epsilon=1 gamma=0.01 [eta=1]"

Ways of choosing batches, beside q=RATE below:

  "random-allocation sigma=1 steps=100", "balls-in-bins sigma=1 bins=100"
  "shuffled sigma=1 batches=100", "fixed-order sigma=1"
  "cyclic-poisson sigma=1 q=0.01 cycle=4 steps=100"
  "min-separation sigma=1 q=0.01 gap=4 steps=100"
  "truncated-gaussian sigma=1 q=0.01 size=60000 batch=600", and -laplace,
      -discrete-laplace, -discrete-gaussian
  "user-level sigma=1 q=0.01 records=5", and several-owners

Every one takes k=COUNT for repetitions; noise takes q=RATE for Poisson sampling, or rows, batch and
epochs instead of both (batches=fixed and batches=redrawn for batches of that size, without and with
replacement), and group=M for M records that are all in or all out.

A mixture has a random sensitivity; a truncated Gaussian keeps at most `batch` of the records that are
sampled from `size`; a pair is {"p": ["3/4", "1/4"], "q": ["1/4", "3/4"]}, of a record removed. zcdp, renyi
(or file=curve.json with orders and values) and select are everything with such Renyi divergences: "at
most" holds for all of it, "at least" for the worst member that is known. tree, toeplitz and matrix
({"rows": [["1", "0"], ["1/2", "1"]]}) add Gaussian noise to C x, with participations=K separation=B, or
with q=RATE for samples of the parts of a banded strategy. select releases the best of K runs of a
mechanism (epsilon=, rho=, sigma=, orders= and values=, or file= with outputs from the worst to the best),
K with gamma and eta, or mean for Poisson.

One question: --epsilon, --delta, --fpr or --prior, each with one value or several, or --notion.

  assay account "gaussian sigma=1 q=0.01 k=10000" "laplace scale=10" --delta 1e-6
  assay account "gaussian sigma=1 q=0.01 k=10000" --fpr 0.001,0.01,0.1 --plot curves.png
"""

DEFAULT_SECONDS = Fraction(60)
"""For one delta or one epsilon, and for a plot."""
LEAST_SECONDS = Fraction(1, 10)
"""A plot has that much, however long the answer took."""
QUESTIONS = ("epsilon", "delta", "fpr", "prior", "notion")
NOTIONS = ("rho", "mu")


def configure(parser: ArgumentParser) -> None:
    """The options of `assay account`."""
    add = parser.add_argument
    add("mechanisms", metavar="MECHANISM", nargs="+", help="such as 'gaussian sigma=1 q=0.01 k=10000'")
    shared(parser, "--epsilon", "report delta there, or at each of A,B,...", action=Once)
    shared(parser, "--delta", "report epsilon there, or at each of A,B,...", action=Once)
    add(
        "--fpr",
        metavar="A,B,...",
        action=Once,
        help="the least false-negative rates at these false-positive ones",
    )
    add(
        "--prior",
        metavar="A,B,...",
        action=Once,
        help="the Bayes risk and the membership advantage at these priors",
    )
    add(
        "--notion",
        metavar="NAME",
        action=Once,
        help="the smallest parameter of a notion: rho (zCDP) or mu (GDP)",
    )
    shared(parser, "--adjacency", "here add-remove-one or replace-one", default="add-remove-one")
    shared(parser, "--width", default="1/1000")
    shared(parser, "--method", default="auto")
    add("--explain", action="store_true", help="print what each engine was estimated to cost")
    shared(parser, "--max-bytes", default="4000000000")
    shared(parser, "--timeout", f"{DEFAULT_SECONDS} for one delta or one epsilon, and for a plot")
    shared(parser, "--plot", "the profile and the trade-off function, with both ends")
    shared(parser, "--json")


def run(options: Namespace) -> Answered:
    """Answer the one question, as text or as JSON."""
    from ...plots.files import check_plot
    from ..arguments import positive_int, positive_seconds
    from ..report.account import report, table_of

    if options.explain and (options.json or not is_single(options)):
        raise UsageError("--explain prints text about one delta or one epsilon; leave out --json and lists")
    if sum(getattr(options, name) is not None for name in QUESTIONS) != 1:
        raise UsageError(
            "give either --epsilon (and get delta) or --delta (and get epsilon), or one of --fpr, --prior, "
            "--notion"
        )
    if options.notion is not None and options.notion not in NOTIONS:
        raise UsageError(f"--notion {options.notion} is not known; choose one of {', '.join(NOTIONS)}")
    plot = None if options.plot is None else check_plot(options.plot)
    default = DEFAULT_SECONDS if is_single(options) else None
    seconds = default if options.timeout is None else positive_seconds(options.timeout)
    accountant = read(options, positive_int(options.max_bytes, "--max-bytes"))
    begun = monotonic_ns()
    try:
        with limited(seconds, None):
            if is_single(options):
                text = report(options, ask(accountant, options))
            else:
                text = table_of(options, answers(accountant, options))
    except BudgetExceeded as stopped:
        return undecided(options, stopped)
    if options.explain:
        text += explained(accountant, options)
    if plot is None:
        return ExitStatus.HOLDS, text
    spent = 0 if options.timeout is None else Fraction(monotonic_ns() - begun, 10**9)
    left = max(LEAST_SECONDS, (seconds or DEFAULT_SECONDS) - spent)
    return ExitStatus.HOLDS, text, lambda: draw(accountant, options, plot, left)


def is_single(options: Namespace) -> bool:
    """Whether one delta or one epsilon is asked for."""
    given = options.epsilon if options.epsilon is not None else options.delta
    return given is not None and "," not in given


def answers(accountant: Accountant, options: Namespace) -> list[dict[str, object]]:
    """What was given and what follows, a row for each value."""
    if options.notion is not None:
        return [{options.notion: accountant.rho() if options.notion == "rho" else accountant.mu()}]
    if options.epsilon is not None:
        found = zip(values(options.epsilon), accountant.deltas(values(options.epsilon)), strict=True)
        return [{"epsilon": given, "delta": bracket} for given, bracket in found]
    if options.delta is not None:
        at = zip(values(options.delta), accountant.epsilons(values(options.delta)), strict=True)
        return [{"delta": given, "epsilon": bracket} for given, bracket in at]
    if options.fpr is not None:
        curve = zip(values(options.fpr), accountant.tradeoff(values(options.fpr)), strict=True)
        return [{"false-positive rate": a, "false-negative rate": bracket} for a, bracket in curve]
    return [
        {"prior": c, "Bayes risk": accountant.bayes_risk(c), "membership advantage": accountant.advantage(c)}
        for c in values(options.prior)
    ]


def values(text: str) -> list[str]:
    """What stands between commas."""
    return text.split(",")


def draw(accountant: Accountant, options: Namespace, path: Path, seconds: Fraction) -> None:
    """The profile and the trade-off function into a file, with the points that are known in time."""
    from ..report.account_plot import Curves

    curves = Curves()
    with suppress(BudgetExceeded), limited(seconds, None):
        curves.compute(accountant)
    if curves.missing:
        what = f"the plot has {curves.missing}; the others are undecided: give more by --timeout"
        sys.stderr.write(f"assay: warning: {what}\n")
    curves.save(", ".join(options.mechanisms), path)


def read(options: Namespace, max_bytes: int) -> Accountant:
    """The accountant with every mechanism composed."""
    from ...accounting import Accountant

    accountant = Accountant(options.adjacency, options.width, max_bytes, options.method)
    for text in options.mechanisms:
        accountant.compose(text)
    return accountant


def ask(accountant: Accountant, options: Namespace) -> Answer[Number] | Answer[Log]:
    """delta at the epsilon, or epsilon at the delta."""
    if options.epsilon is not None:
        return accountant.delta(options.epsilon)
    return accountant.epsilon(options.delta)


def explained(accountant: Accountant, options: Namespace) -> str:
    """The estimates of the engines, the cheapest first."""
    found = accountant.rounds.estimates(options.epsilon, options.delta, accountant.width)
    lines = []
    for direction, known in found.items():
        costs = ", ".join(f"{name} {seconds:.2g} s" for name, seconds in known) or "no engine is needed"
        lines.append(f"  estimates       {direction}: {costs}\n")
    return "".join(dict.fromkeys(lines))


def undecided(options: Namespace, stopped: BudgetExceeded) -> tuple[int, str]:
    """What is known when the budget is spent."""
    from ...accounting import Bracket
    from ..report.account import record

    known = stopped.known.get("bracket")
    bracket = known if isinstance(known, Bracket) else None
    if options.json:
        data = {} if bracket is None or not is_single(options) else record(options, bracket)
        return ExitStatus.UNDECIDED, json.dumps({**data, "undecided": str(stopped)}, indent=2) + "\n"
    return ExitStatus.UNDECIDED, f"UNDECIDED: {stopped}\n"


COMMAND = Command("certify delta or epsilon of a composition, as an interval", DESCRIPTION, configure, run)
