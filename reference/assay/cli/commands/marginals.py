"""`assay marginals`: the worst error of private one-way marginals, mechanism by mechanism."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from ..arguments import positive_int, whole_number
from ..command import Answer, Command, ExitStatus
from ..errors import one_line
from ..limits import until_spent
from ..options import shared

if TYPE_CHECKING:
    from ...utility.marginals_table import Comparison

DESCRIPTION = """\
Compare mechanisms that release the d column means of n rows of entries -1 and 1 (one-way marginals): a
quantile of the largest error, for Laplace and L-infinity noise (epsilon-DP) and for Gaussian noise
((epsilon, delta)-DP). These quantiles are certified. With --trials the Gaussian mechanism that is repaired
by sparse vector is run as well; its column is a simulation, with its seed and its confidence bounds.
"""


def configure(parser: ArgumentParser) -> None:
    """The options of `assay marginals`."""
    add = parser.add_argument
    add(
        "--d",
        metavar="D",
        nargs="+",
        default=[str(2**j) for j in range(4, 15, 2)],
        help="numbers of marginals",
    )
    shared(parser, "--n", default="1000000")
    shared(parser, "--epsilon", default="1")
    shared(parser, "--delta", "of Gaussian noise", default="1/1000000")
    add(
        "--share",
        metavar="P",
        default="1/2",
        help="the quantile, such as 19/20 (1/2 unless given)",
    )
    shared(parser, "--trials", "of the repaired mechanism for each d", default="0")
    shared(parser, "--seed", default="1")
    shared(parser, "--plot", "the errors against d")
    shared(parser, "--json")


def run(options: Namespace) -> Answer:
    """Compute the table, as far as there is time, and perhaps the plot."""
    from ...plots.files import check_plot
    from ...utility.marginals_table import compare_marginals
    from ..report.marginals import marginals_json, marginals_text, save_marginals_plot

    path = None if options.plot is None else check_plot(options.plot)
    trials = 0 if options.trials == "0" else positive_int(options.trials, "--trials")
    found = compare_marginals(
        [positive_int(text, "--d") for text in options.d],
        positive_int(options.n, "--n"),
        options.epsilon,
        options.delta,
        share=options.share,
        trials=trials,
        seed=whole_number(options.seed, "--seed"),
    )
    rows: list[Comparison] = []
    spent = until_spent(found, rows)
    if spent is not None and not rows:
        raise spent
    told = heading(options, trials)
    if options.json:
        undecided = {} if spent is None else {"undecided": one_line(spent)}
        answer = json.dumps({"about": told, "rows": marginals_json(rows), **undecided}, indent=2)
    else:
        rest = "" if spent is None else f"undecided beyond: {one_line(spent)}\n"
        answer = "\n".join(told) + "\n" + marginals_text(rows) + rest
    status = ExitStatus.HOLDS if spent is None else ExitStatus.UNDECIDED
    if path is None:
        return status, answer
    return status, answer, lambda: save_marginals_plot(rows, path, told[0].replace(": ", "\n"))


def heading(options: Namespace, trials: int) -> list[str]:
    """What the table is about, and what in it is simulated."""
    lines = [
        f"worst error over d marginals, quantile {options.share}: n = {options.n}, "
        f"epsilon = {options.epsilon}, delta = {options.delta}"
    ]
    if trials:
        lines.append(
            f"repaired: a simulation, seed {options.seed}, {trials} trials, bounds at confidence 99/100"
        )
    return lines


COMMAND = Command("compare private one-way marginals: worst error against d", DESCRIPTION, configure, run)
