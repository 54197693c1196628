"""`assay marginals`: the worst error of private one-way marginals, mechanism by mechanism."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path

from ..arguments import positive_int, whole_number
from ..command import Command
from ..exit_status import ExitStatus

DESCRIPTION = """\
Compare mechanisms that release the d column means of n rows of entries -1 and 1 (one-way marginals): a
quantile of the largest error, for Laplace and L-infinity noise (epsilon-DP) and for Gaussian noise
((epsilon, delta)-DP). These quantiles are certified. With --simulate the Gaussian mechanism that is repaired
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
    add("--n", metavar="N", default="1000000", help="number of rows (1000000 unless given)")
    add("--epsilon", metavar="X", default="1", help="epsilon, such as 1/2 or 'ln 3' (1 unless given)")
    add(
        "--delta",
        metavar="Y",
        default="1/1000000",
        help="delta of Gaussian noise (1/1000000 unless given)",
    )
    add(
        "--share",
        metavar="P",
        default="1/2",
        help="the quantile, such as 19/20 (1/2 unless given)",
    )
    add(
        "--simulate",
        metavar="TRIALS",
        default="0",
        help="run the repaired mechanism so often for each d",
    )
    add("--seed", metavar="S", default="1", help="the seed of the simulation (1 unless given)")
    add("--plot", metavar="FILE", help="draw the errors against d into a .png, .svg or .pdf file")
    add("--json", action="store_true", help="print one JSON object")


def run(options: Namespace) -> tuple[int, str]:
    """Compute the table, and perhaps the plot."""
    from ...utility.marginals_table import compare_marginals
    from ..report.marginals import marginals_json, marginals_text, save_marginals_plot
    from ..report.plots import check_plot

    path = None if options.plot is None else Path(options.plot)
    if path is not None:
        check_plot(path)
    trials = 0 if options.simulate == "0" else positive_int(options.simulate, "--simulate")
    rows = compare_marginals(
        [positive_int(text, "--d") for text in options.d],
        positive_int(options.n, "--n"),
        options.epsilon,
        options.delta,
        share=options.share,
        trials=trials,
        seed=whole_number(options.seed, "--seed"),
    )
    told = heading(options, trials)
    if path is not None:
        save_marginals_plot(rows, path, told[0].replace(": ", "\n"))
    if options.json:
        return ExitStatus.HOLDS, json.dumps({"about": told, "rows": marginals_json(rows)}, indent=2)
    return ExitStatus.HOLDS, "\n".join(told) + "\n" + marginals_text(rows)


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
