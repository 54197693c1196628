"""`assay decide --table`: the programs of the verification literature, decided beside what was published."""

from __future__ import annotations

import json
from argparse import Namespace
from shutil import get_terminal_size

from .errors import UsageError
from .exit_status import ExitStatus


def decide_table(options: Namespace) -> tuple[int, str]:
    """All rows; the status is 0 once they are decided, whatever the answers are, and 3 if some are not."""
    from ..budgets.progress import track
    from ..studies.literature.every_length import chosen_rows, decided, render_lengths
    from ..studies.literature.one_epsilon import chosen_epsilon_rows, judged, render_one_epsilon
    from ..studies.literature.sampled_table import chosen_samples, measured
    from ..studies.literature.table import chosen, render, render_samples, table

    selection, samples = chosen(options.only, heavy=not options.quick), chosen_samples(options.only)
    streams = chosen_rows(options.only, heavy=not options.quick)
    fixed = chosen_epsilon_rows(options.only, heavy=not options.quick)
    if not (selection or samples or streams or fixed):
        raise UsageError(f"--only {options.only!r} names no program of the table")
    entries = [entry for one in track(selection, "rows") for entry in table([one])]
    sampled = [measured(row) for row in track(samples, "sampled rows")]
    lengths = [entry for row in track(streams, "rows for every length") for entry in decided([row])]
    certified = [judged(row) for row in track(fixed, "rows at one epsilon")]
    verdicts = [entry.verdict for part in (entries, lengths, certified) for entry in part]
    status = max((verdict.exit_status for verdict in verdicts), default=0)
    if options.json:
        found = {
            "decided": [e.to_json() for e in entries],
            "one_epsilon": [e.to_json() for e in sampled],
            "every_length": [e.to_json() for e in lengths],
            "one_epsilon_with_delta": [e.to_json() for e in certified],
        }
        answer = json.dumps(found, indent=1) + "\n"
    else:
        width = get_terminal_size().columns
        texts = [render(entries, width), render_samples(sampled, width), render_lengths(lengths)]
        answer = "\n".join(filter(None, [*texts, render_one_epsilon(certified)]))
    return ExitStatus.UNDECIDED if status == ExitStatus.UNDECIDED else ExitStatus.HOLDS, answer
