"""`assay histogram`: a histogram released privately, with and without noise on its empty cells."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from ..arguments import positive_int, whole_number
from ..command import Answer, Command, ExitStatus
from ..errors import UsageError, one_line
from ..limits import until_spent
from ..options import shared

if TYPE_CHECKING:
    from ...exact import Certified
    from ...exact.bracket import Bracket
    from ...utility.histogram_simulation import Runs

DESCRIPTION = """\
Compare the differentially private histogram with the sparse histogram of Random Differential Privacy, which
puts no noise on empty cells where 2k <= gamma n: expected L1 losses (exact before, certified after projecting
onto histograms), the exact probability that Random DP fails for rows drawn from the histogram itself, and a
bound for every distribution. Losses of single runs are simulated, with their seed. --plot draws both.
"""

EXAMPLES = {
    "1": (0,) * 6 + (250,) + (0,) * 12 + (250,) + (0,) * 5,
    "2": ((0,) * 12 + (100,) + (0,) * 12) * 16,
}
"""Two occupied cells of 25 (500 rows), and 16 of 400 (1600 rows), after Hall, Rinaldo and Wasserman."""


SHAPES = {"2": "20x20"}
"""How the cells of an example lie."""


def configure(parser: ArgumentParser) -> None:
    """The options of `assay histogram`."""
    add = parser.add_argument
    add(
        "--counts",
        metavar="C",
        nargs="+",
        help="rows in each cell, such as 250 0 0 250; 0x23 is 23 zeros",
    )
    add("--example", choices=sorted(EXAMPLES), help="1: 500 rows in 2 of 25 cells; 2: 1600 in 16 of 400")
    shared(parser, "--epsilon", default="1")
    add("--shape", metavar="ROWSxCOLUMNS", help="draw the cells as a grid (20x20 for example 2)")
    add("--gamma", metavar="G", default="1/2", help="allowed failure probability (1/2 unless given)")
    add(
        "--ties",
        choices=("order", "even"),
        default="order",
        help="the rule for ties of the projection ('order' unless given; 'even' needs scipy, and minutes for "
        "hundreds of cells)",
    )
    shared(parser, "--trials", default="100")
    shared(parser, "--seed", default="1")
    shared(parser, "--plot", "counts and losses")
    shared(parser, "--json")


def read_counts(words: list[str] | None, example: str | None) -> tuple[int, ...]:
    """The counts of the cells: numbers, or VALUExTIMES.

    Raises UsageError unless exactly one of --counts and --example is given, and for a word that is neither.
    """
    if (words is None) == (example is None):
        raise UsageError("give either --counts or --example; write for example --counts 250 0x23 250")
    if words is None:
        return EXAMPLES[str(example)]
    found: list[int] = []
    for word in words:
        value, sign, times = word.partition("x")
        if not value.isdecimal() or (sign and not times.isdecimal()):
            raise UsageError(f"--counts {word!r} is not a number of rows; write 250, or 0x23 for 23 zeros")
        found += [int(value)] * (int(times) if sign else 1)
    return tuple(found)


def read_shape(text: str | None, k: int) -> tuple[int, int] | None:
    """Rows and columns of a grid of k cells; UsageError for anything else."""
    if text is None:
        return None
    rows, sign, columns = text.partition("x")
    if not rows.isdecimal() or not sign or not columns.isdecimal() or int(rows) * int(columns) != k:
        raise UsageError(f"--shape {text!r} is no grid of {k} cells; write ROWSxCOLUMNS with this product")
    return int(rows), int(columns)


def run(options: Namespace) -> Answer:
    """Compute the comparison, as far as there is time."""
    from ...arguments import probability
    from ...dp import Dist
    from ...errors import InvalidValue
    from ...plots.files import check_plot
    from ...queries.sparse_histogram import (
        failure_bound,
        failure_probability,
        noise_level,
        printed_failure_bound,
        spares_empty_cells,
    )
    from ...utility.histogram_even import evenly_projected_loss
    from ...utility.histogram_risk import noise_loss, projected_loss
    from ...utility.histogram_simulation import simulate
    from ..report.histogram import HistogramReport, histogram_json, histogram_text, save_histogram_plot

    path = None if options.plot is None else check_plot(options.plot)
    counts = read_counts(options.counts, options.example)
    trials, seed = positive_int(options.trials, "--trials"), whole_number(options.seed, "--seed")
    expected = projected_loss if options.ties == "order" else evenly_projected_loss
    shape = read_shape(options.shape or SHAPES.get(options.example), len(counts))
    noise = [noise_loss(counts, options.epsilon, sparse=s) for s in (False, True)]  # checks both
    n, k = sum(counts), len(counts)
    if not spares_empty_cells(n, k, options.gamma):
        raise InvalidValue(
            f"2k = {2 * k} > gamma n = {options.gamma} * {n}: the sparse histogram would put noise on every "
            "cell; give a larger gamma, or more rows"
        )
    failure = failure_probability(Dist.from_weights(dict(enumerate(counts))), n)
    losses: list[Certified | Bracket] = []
    spent = until_spent((expected(counts, options.epsilon, sparse=s) for s in (False, True)), losses)
    runs: list[Runs] = []
    if spent is None:
        simulated = (
            simulate(counts, options.epsilon, sparse=s, trials=trials, seed=seed, ties=options.ties)
            for s in (False, True)
        )
        spent = until_spent(simulated, runs)
    report = HistogramReport(
        counts,
        noise_level(options.epsilon),
        probability(options.gamma, "gamma"),
        (noise[0], noise[1]),
        options.ties,
        tuple(losses),
        failure,
        (failure_bound(n, k), printed_failure_bound(n, k)),
        tuple(runs),
        trials,
        seed,
        shape,
        None if spent is None else one_line(spent),
    )
    answer = json.dumps(histogram_json(report), indent=2) if options.json else histogram_text(report)
    if spent is not None:
        return ExitStatus.UNDECIDED, answer  # what would be drawn is not known
    if path is None:
        return ExitStatus.HOLDS, answer
    return ExitStatus.HOLDS, answer, lambda: save_histogram_plot(report, path)


COMMAND = Command("a private histogram, with and without noise on empty cells", DESCRIPTION, configure, run)
