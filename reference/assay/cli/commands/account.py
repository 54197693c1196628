"""`assay account`: delta at an epsilon, or epsilon at a delta, of a composition, as an interval."""

from __future__ import annotations

import json
from argparse import Action, ArgumentParser, Namespace
from typing import TYPE_CHECKING

from ...errors import BudgetExceeded
from ..command import Command
from ..errors import UsageError
from ..exit_status import ExitStatus
from ..limits import limited
from ..options import shared

if TYPE_CHECKING:
    from ...accounting import Accountant, Answer, Bracket
    from ...exact import Log, Number

DESCRIPTION = """\
Certify the privacy of a composition of (adaptively chosen) mechanisms: an interval that provably contains
delta(epsilon), or the smallest epsilon at a delta, floating-point rounding included.

Each MECHANISM is one argument, a name and its parameters:
  "gaussian sigma=1 [sensitivity=1]"            "laplace scale=1 [sensitivity=1]"
  "discrete-gaussian sigma=1 [sensitivity=1]"   "discrete-laplace scale=1 [sensitivity=1]"
  "pure epsilon=1"                              "approximate epsilon=1 delta=1e-8"
  "mixture sigma=1 sensitivities=0:1:2 probabilities=0.81:0.18:0.01"
  "truncated-gaussian sigma=1 q=0.01 size=60000 batch=600"
with q=RATE for Poisson sampling and k=COUNT for repetitions. A mixture has a random sensitivity; a truncated
Gaussian keeps at most `batch` of the records that are sampled from `size`.

  assay account "gaussian sigma=1 q=0.01 k=10000" "laplace scale=10" --delta 1e-6
"""


class Once(Action):
    """An option that is refused where it is given a second time."""

    def __call__(
        self, parser: ArgumentParser, namespace: Namespace, values: object, option: str | None = None
    ) -> None:
        """Store the value."""
        before = getattr(namespace, self.dest)
        if before is not None:
            raise UsageError(f"{option} {values} is the second one after {option} {before}; give it once")
        setattr(namespace, self.dest, values)


def configure(parser: ArgumentParser) -> None:
    """The options of `assay account`."""
    add = parser.add_argument
    add("mechanisms", metavar="MECHANISM", nargs="+", help="such as 'gaussian sigma=1 q=0.01 k=10000'")
    shared(parser, "--epsilon", "report delta there", action=Once)
    shared(parser, "--delta", "report epsilon there", action=Once)
    shared(parser, "--adjacency", "here add-remove-one or replace-one", default="add-remove-one")
    add(
        "--width",
        metavar="W",
        default="1/1000",
        help="the relative width of the interval (1/1000 unless given)",
    )
    add(
        "--method",
        metavar="NAME",
        default="auto",
        help="auto (default), exact, atoms, inversion, fourier or integer",
    )
    add("--explain", action="store_true", help="print what each engine was estimated to cost")
    shared(parser, "--max-bytes", default="4000000000")
    shared(parser, "--timeout")
    shared(parser, "--json")


def run(options: Namespace) -> tuple[int, str]:
    """Answer the one question, as text or as JSON."""
    from ..arguments import positive_int, positive_seconds

    if options.explain and options.json:
        raise UsageError("--explain prints text; leave out --json")
    if (options.epsilon is None) == (options.delta is None):
        raise UsageError("give either --epsilon (and get delta) or --delta (and get epsilon)")
    seconds = None if options.timeout is None else positive_seconds(options.timeout)
    accountant = read(options, positive_int(options.max_bytes, "--max-bytes"))
    try:
        with limited(seconds, None):
            answer = ask(accountant, options)
    except BudgetExceeded as stopped:
        return undecided(options, stopped)
    return ExitStatus.HOLDS, report(options, answer) + (
        explained(accountant, options) if options.explain else ""
    )


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


def names(options: Namespace) -> tuple[str, str, str]:
    """What was asked for, at what, and its value as it was typed."""
    if options.epsilon is not None:
        return "delta", "epsilon", str(options.epsilon)
    return "epsilon", "delta", str(options.delta)


def report(options: Namespace, answer: Answer[Number] | Answer[Log]) -> str:
    """The answer as text or JSON."""
    from ...outputs.json_values import between

    asked, given, value = names(options)
    if options.json:
        data = {**record(options, answer), "engine": answer.engine, "note": answer.note}
        return json.dumps(data, indent=2) + "\n"
    low, high = between(*answer.decimals(DIGITS)).values()
    lines = [f"{asked} at {given} = {value}, {options.adjacency}"]
    lines += [f"  at least        {low}", f"  at most         {high}"]
    if answer.relative_width:
        lines.append(f"  relative width  {float(answer.relative_width):.2g}")
    lines.append(f"  by              {answer.engine}")
    return "\n".join([*lines, *([f"  note            {answer.note}"] if answer.note else [])]) + "\n"


DIGITS = 15


def record(options: Namespace, bracket: Bracket) -> dict[str, object]:
    """The JSON object: exact ends as fractions would be long, so that they are decimals rounded outwards."""
    from ...outputs.json_values import between

    asked, given, value = names(options)
    return {
        "mechanisms": list(options.mechanisms),
        "adjacency": options.adjacency,
        given: value,
        asked: between(*bracket.decimals(30)),
    }


def undecided(options: Namespace, stopped: BudgetExceeded) -> tuple[int, str]:
    """What is known when the budget is spent."""
    from ...accounting import Bracket

    known = stopped.known.get("bracket")
    bracket = known if isinstance(known, Bracket) else None
    if options.json:
        data = {} if bracket is None else record(options, bracket)
        return ExitStatus.UNDECIDED, json.dumps({**data, "undecided": str(stopped)}, indent=2) + "\n"
    return ExitStatus.UNDECIDED, f"UNDECIDED: {stopped}\n"


COMMAND = Command("certify delta or epsilon of a composition, as an interval", DESCRIPTION, configure, run)
