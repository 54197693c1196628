"""Witnesses to look at: mechanisms that are not as private as they claim, each with the event that tells."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assay import Mechanism, Refuted, Witness
from assay.explanations import explain
from assay.explanations.text import as_text

from . import svg, witness_programs
from .links import Links
from .markdown import code, escape, fence, table
from .mechanisms import SPACE, home, short
from .witness_programs import WITNESSES


@dataclass(frozen=True)
class Claim:
    """A claim that is false, and what to learn from its witness."""

    title: str
    expression: str
    epsilon: str
    delta: str
    lesson: str
    program: str
    """Its name in `witness_programs`, where it is written as somebody would."""
    program_epsilon: str = ""
    """What is claimed of the program, where it is another epsilon."""


CLAIMS = (
    Claim(
        "A bit told too often",
        "randomised_response(ln(3))",
        "1",
        "0",
        "Randomised response with a bias of 3/4 is (ln 3)-private, and ln 3 is above 1: three quarters "
        "are more than e quarters.",
        "response",
    ),
    Claim(
        "A parameter that is not epsilon",
        'bad_randomised_response(1, "1/2")',
        "1/2",
        "0",
        "A bit is flipped with probability (1 - e)/2. The parameter e looks like an epsilon and is none.",
        "response_by_parameter",
    ),
    Claim(
        "The bootstrap",
        "bootstrap(3, 1)",
        "1/3",
        "0",
        "A row that is not in the data is never drawn. Whoever sees it in the resample knows that it "
        "was there.",
        "resample",
    ),
    Claim(
        "Name and shame",
        'name_and_shame(2, "1/10")',
        "1",
        "1/20",
        "Each row is published with probability 1/10. delta is the probability with which privacy is "
        "lost altogether.",
        "publish_some",
    ),
    Claim(
        "The data itself",
        "identity([0, 1, 2])",
        "5",
        "1/2",
        "Publishing the data is not private at any epsilon.",
        "publish",
    ),
    Claim(
        "Sparse vector that shows its noisy values",
        "svt_roth(ln(4), n=3)",
        "ln 4",
        "0",
        "The noisy value that passed the threshold is published itself; it tells about the threshold's "
        "noise, which was paid for once.",
        "noisy_values",
        "ln 2",
    ),
    Claim(
        "Sparse vector with too little noise on the queries",
        "svt_lee_clifton(ln(16), n=3)",
        "ln 16",
        "0",
        "The noise of the queries does not depend on how many of them may pass.",
        "little_query_noise",
        "ln 4",
    ),
    Claim(
        "Sparse vector without noise on the queries",
        "svt_stoddard(ln(4))",
        "ln 4",
        "0",
        "With noise on the threshold alone the answers to two queries show which of them is larger.",
        "no_query_noise",
    ),
    Claim(
        "Sparse vector that never stops",
        "svt_chen(ln(4), n=3)",
        "ln 4",
        "0",
        "Every query is answered, each positive answer is paid for by nobody.",
        "never_stops",
    ),
    Claim(
        "The value of the noisy maximum",
        "report_noisy_max_value(ln(4), n=3)",
        "ln 4",
        "0",
        "Report noisy max may give the index. Its value needs noise of its own.",
        "largest_value",
    ),
    Claim(
        "A rate turned upside down",
        'bad_noisy_histogram_clamped("1/2")',
        "1/2",
        "0",
        "The scale of the noise is epsilon where it should be 1/epsilon: the smaller epsilon, the less "
        "noise.",
        "upside_down",
    ),
    Claim(
        "A sum with half the noise",
        "bad_partial_sum_clamped(ln(2))",
        "ln 2",
        "0",
        "A rate of 2 epsilon in place of epsilon.",
        "half_the_noise",
    ),
    Claim(
        "A block that ends without noise",
        "bad_smart_sum_clamped(ln(2), n=2)",
        "ln 4",
        "0",
        "One sum of the stream is published as it is.",
        "without_noise",
    ),
)
"""False claims, from the simplest on."""


def write(root: Path, folder: Path, links: Links) -> None:
    """The page `witnesses`."""
    parts = [
        "# Witnesses\n",
        "A claim that is false is answered with two inputs and an event that tells them apart better "
        "than was promised. "
        "Each of these can be checked\nwith a pencil: P(S) is above e^epsilon Q(S) + delta. Lines in "
        "the trees of draws are those of\n`spec/pages/witness_programs.py`.\n",
    ]
    for claim in CLAIMS:
        parts.append(section(claim, eval(claim.expression, SPACE)))
    (folder / "witnesses.md").write_text("\n".join(parts), encoding="utf-8")


def section(claim: Claim, m: Mechanism[Any, Any]) -> str:
    """One claim with its witness, in numbers and as bars.

    Raises:
        LookupError: the claim is not refuted.
    """
    verdict = m.audit(claim.epsilon, claim.delta)
    if not isinstance(verdict, Refuted):
        raise LookupError(f"spec/pages/witnesses.py: {claim.title!r} is {verdict}")
    w = verdict.witness
    x, y = (repr(each) for each in w.inputs)
    event = "{" + ", ".join(map(repr, w.event)) + "}"
    facts = [
        ("claim", f"({code(claim.epsilon)}, {code(claim.delta)})-private"),
        ("x", code(x)),
        ("x'", code(y)),
        ("event S", code(event) if len(event) < 120 else f"{len(w.event)} outcomes"),
        ("P(S)", code(short(w.p))),
        ("Q(S)", code(short(w.q))),
        ("comparison", code(compared(w))),
        ("what is true", f"epsilon = {code(short(m.epsilon()))} at delta = 0"),
    ]
    picture = svg.bars(
        f"the probabilities of the event: {claim.title}", drawn(w), (f"P: on {x}"[:34], f"Q: on {y}"[:34])
    )
    run = fence(
        f'{home(claim.expression)}.{claim.expression}.audit("{claim.epsilon}", "{claim.delta}")', "python"
    )
    return (
        f"## {escape(claim.title)}\n\n{escape(claim.lesson)}\n\n{picture}\n"
        + table(["", ""], facts, "facts")
        + "\n"
        + run
        + "\n"
        + tree(claim)
    )


def source_of(name: str) -> str:
    """The text of a program of `witness_programs`."""
    return inspect.getsource(inspect.unwrap(getattr(witness_programs, name))).rstrip()


def tree(claim: Claim) -> str:
    """The program as somebody would write it, and what `assay explain` says of its draws."""
    m = WITNESSES[claim.program]
    told = as_text(explain(m, claim.program_epsilon or claim.epsilon, claim.delta))
    if not told.startswith("REFUTED"):
        raise LookupError(f"spec/pages/witness_programs.py: {claim.program} is not refuted: {told}")
    return (
        "As a program:\n\n"
        + fence(source_of(claim.program), "python")
        + "\n<details><summary>The draws that lead to the event</summary>\n\n"
        + fence(told)
        + "\n</details>\n"
    )


def compared(w: Witness) -> str:
    """The comparison that refutes, exactly, or in decimals where that is long."""
    if len(w.comparison) < 90:
        return w.comparison
    return f"{float(w.p):.9g} > e^{float(w.epsilon):.9g} * {float(w.q):.9g} + {w.delta}"


def drawn(w: Witness) -> list[tuple[str, float, float, str, str]]:
    """A pair of bars for each outcome of the event, or for the event where it has many."""
    each = [(repr(o.outcome), o.p, o.q) for o in w.outcomes]
    rows = each if len(each) <= 6 else [("S", w.p, w.q)]
    return [(name, float(p), float(q), short(p), short(q)) for name, p, q in rows]
