"""A page on which prepared results can be explored: mechanisms, their parameters, and claims about them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from assay import Mechanism, Refuted, Undecided, eps, number
from assay.explanations import explain
from assay.explanations.text import as_text
from assay.plots.curves import profile_points

from .links import Links
from .markdown import code, table
from .mechanisms import SPACE, home, short
from .witness_programs import WITNESSES
from .witnesses import source_of

EPSILONS = ("1/2", "ln 2", "1", "ln 3", "ln 4", "2")
DELTAS = ("0", "1/100", "1/10", "1/4")
LONGEST = 3000
"""Characters of an answer that are shown."""


@dataclass(frozen=True)
class Family:
    """A mechanism to choose, and expressions in each of which the place of `{}` takes the values."""

    title: str
    expression: str
    values: tuple[str, ...]


FAMILIES = (
    Family("Randomised response", "randomised_response({})", ("ln(2)", "ln(3)", "ln(4)", "1", "2")),
    Family(
        "Randomised response, 4 categories",
        "randomised_response_categories(4, {})",
        ("ln(2)", "ln(3)", "1", "2"),
    ),
    Family("Geometric noise on 0 to 6", "geometric_clamped(6, {})", ('"1/2"', "ln(2)", "1", "ln(4)")),
    Family("Discrete Gaussian noise, variance", "discrete_gaussian_truncated({}, 0, 6)", ("1", "2", "4")),
    Family("Exponential mechanism", "exponential_mechanism({})", ("ln(2)", "1", "ln(4)", "2")),
    Family("Permute and flip", "permute_and_flip({})", ("ln(2)", "1", "ln(4)", "2")),
    Family("Report noisy max", "report_noisy_max({})", ("ln(2)", "ln(4)", "ln(16)")),
    Family("Above threshold (sparse vector)", "above_threshold({})", ("ln(4)", "ln(16)")),
    Family("Optimised unary encoding", "optimised_unary_encoding(3, {})", ("ln(2)", "ln(3)", "1")),
    Family("Subset selection", "subset_selection(4, {}, size=2)", ("ln(2)", "ln(3)", "1")),
    Family("Name and shame, delta", "name_and_shame(2, {})", ('"1/1000"', '"1/100"', '"1/10"')),
    Family("Bootstrap of n rows", "bootstrap({}, 1)", ("2", "3", "4")),
    Family("A wrong randomised response", "bad_randomised_response(1, {})", ('"1/4"', '"1/2"')),
    Family("A sparse vector that is not private", "svt_chen({}, n=3)", ("ln(4)", "ln(16)")),
)
"""What can be chosen from the catalogue; the programs of the witnesses are beside it."""

NOISES = {
    "NOISY": "NOISY = geometric_clamped(4, ln(2))",
    "LESS_NOISY": "LESS_NOISY = geometric_clamped(4, ln(4))",
    "UPSIDE_DOWN": "UPSIDE_DOWN = geometric_clamped(4, 2)",
}
"""The lines of `witness_programs` that make its noise."""

INTRODUCTION = """\
# Playground

Choose a mechanism and a claim: the answer is the one that Assay gives, with its witness.

```{{note}}
**These {count} answers were computed when the pages were built.** Nothing is computed in your browser: Assay
needs python-flint 0.9, of which the package index has no build for browsers (that of Pyodide is older, and
has 70 MB), and these pages ask nothing from the network. To ask about a mechanism of your own, take the
[first tutorial](tutorials/audit-a-function.md): three minutes.
```

"""
HERE = """\
<div class="playground" id="explorer">
<noscript>This needs JavaScript; the table below does not.</noscript>
</div>
<script type="application/json" id="prepared">{data}</script>

## What is prepared

"""


def write(root: Path, folder: Path, links: Links) -> None:
    """The page `playground`."""
    prepared = list(instances())
    count = sum(len(each["answers"]) for each in prepared)
    data = json.dumps({"epsilons": EPSILONS, "deltas": DELTAS, "prepared": prepared}, separators=(",", ":"))
    safe = data.replace("<", "\\u003c")
    rows = [(each["title"], code(each["name"]), code(each["epsilon"]), code(each["tv"])) for each in prepared]
    text = INTRODUCTION.format(count=count) + HERE.format(data=safe)
    heads = ["mechanism", "example", "smallest epsilon", "total variation"]
    (folder / "playground.md").write_text(text + table(heads, rows, "sortable filterable"), encoding="utf-8")


def instances() -> Iterator[dict[str, Any]]:
    """Every mechanism with its answers, as JSON values."""
    for family in FAMILIES:
        for value in family.values:
            expression = family.expression.format(value)
            program = f"from assay import ln, {home(expression)}\n\nm = {home(expression)}.{expression}"
            yield prepared(family.title, expression, program, eval(expression, SPACE))
    for name, mechanism in WITNESSES.items():
        domain = ", ".join(map(repr, mechanism.domain))
        made = f"m = Mechanism({name}, [{domain}], adjacency.{mechanism.adjacency})"
        program = f"{beginning(source_of(name))}\n{source_of(name)}\n\n{made}"
        yield prepared("Programs, with their draws", name, program, mechanism)


def beginning(source: str) -> str:
    """The imports of a program of the witnesses, and the noise that it draws."""
    lines = ["import assay", "from assay import Mechanism, adjacency, ln"]
    used = [line for name, line in NOISES.items() if f" {name}" in source or f"({name}." in source]
    return "\n".join(
        [*lines, *(["from assay.mechanisms import geometric_clamped", "", *used] if used else []), ""]
    )


def prepared(title: str, name: str, program: str, m: Mechanism[Any, Any]) -> dict[str, Any]:
    """One mechanism: its numbers, its curve, and the answer to each claim."""
    profile = m.profile()
    return {
        "title": title,
        "name": name,
        "program": program,
        "epsilon": short(m.epsilon()),
        "tv": short(m.total_variation()),
        "curve": [[round(x, 5), round(y, 6)] for x, y in profile_points(profile)],
        "marks": [[float(e), short(e)] for e, _ in profile.breakpoints],
        "answers": {f"{e}|{d}": answer(m, e, d) for e, d in product(EPSILONS, DELTAS)},
    }


def answer(m: Mechanism[Any, Any], epsilon: str, delta: str) -> dict[str, Any]:
    """The verdict on a claim: its word, where the point lies, and what is printed."""
    verdict = m.audit(epsilon, delta)
    if isinstance(verdict, Undecided):
        raise LookupError(f"spec/pages/playground.py: {m.name} at {epsilon}, {delta} is {verdict}")
    refuted = isinstance(verdict, Refuted)
    text = as_text(explain(m, epsilon, delta)) if refuted else f"{verdict}\n"
    if len(text) > LONGEST:
        text = f"{text[:LONGEST].rpartition(chr(10))[0]}\n... {len(text.splitlines())} lines in all\n"
    least = short(m.delta(epsilon))
    return {
        "word": "refuted" if refuted else "verified",
        "at": [float(eps(epsilon)), float(number(delta))],
        "delta": least,
        "text": text,
    }
