"""A page for each mechanism of the catalogue: its distribution, its loss and its profile, in one size."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assay import Dist, Mechanism, ln, mechanisms
from assay.plots.curves import profile_points

from . import svg
from .docstrings import CODE
from .links import Links
from .markdown import code, escape, fence, table

EXAMPLES = {
    "randomised response": {
        "almost_random": "almost_random()",
        "randomised_response": "randomised_response(ln(3))",
        "randomised_response_categories": "randomised_response_categories(4, ln(3))",
        "randomised_response_bits": "randomised_response_bits(2, ln(3))",
        "rappor": 'rappor(filters={0: (0, 1), 1: (1, 2)}, size=3, f="1/2", p="1/4", q="3/4")',
        "rappor_one_time": 'rappor_one_time(filters={0: (0, 1), 1: (1, 2)}, size=3, f="1/2")',
        "bad_randomised_response": 'bad_randomised_response(1, "1/2")',
    },
    "noise": {
        "geometric_clamped": "geometric_clamped(4, ln(2))",
        "geometric_truncated": "geometric_truncated(4, ln(2))",
        "geo_sample": "geo_sample(3, 2)",
        "discrete_laplace_clamped": "discrete_laplace_clamped(1, 0, 3)",
        "discrete_gaussian_truncated": "discrete_gaussian_truncated(1, 0, 3)",
        "l_infinity": "l_infinity(2, ln(2))",
        "noisy_sum_by_quantile_clamped": 'noisy_sum_by_quantile_clamped(2, ln(2), "1/4")',
    },
    "selection": {
        "exponential_mechanism": "exponential_mechanism(ln(4))",
        "exponential_base2": "exponential_base2(1, 1)",
        "permute_and_flip": "permute_and_flip(ln(4))",
        "report_noisy_max": "report_noisy_max(ln(4))",
        "report_noisy_max_value": "report_noisy_max_value(ln(4))",
    },
    "sparse vector": {
        "above_threshold": "above_threshold(ln(4))",
        "svt_lyu_su_li": "svt_lyu_su_li(ln(4))",
        "svt_dwork_roth": "svt_dwork_roth(ln(4))",
        "num_svt": "num_svt(ln(4))",
        "gap_svt": "gap_svt(ln(4))",
        "adaptive_svt": "adaptive_svt(ln(16))",
        "svt_roth": "svt_roth(ln(4))",
        "svt_lee_clifton": "svt_lee_clifton(ln(4))",
        "svt_stoddard": "svt_stoddard(ln(4))",
        "svt_chen": "svt_chen(ln(4))",
        "bad_gap_svt": "bad_gap_svt(ln(4))",
    },
    "histograms and sums": {
        "noisy_histogram_clamped": "noisy_histogram_clamped(ln(4))",
        "sparse_histogram_clamped": "sparse_histogram_clamped(4, 2, ln(4), 1)",
        "partial_sum_clamped": "partial_sum_clamped(ln(2))",
        "prefix_sum_clamped": "prefix_sum_clamped(ln(2), n=2)",
        "smart_sum_clamped": "smart_sum_clamped(ln(2), n=2)",
        "bad_noisy_histogram_clamped": 'bad_noisy_histogram_clamped("1/2")',
        "bad_partial_sum_clamped": "bad_partial_sum_clamped(ln(2))",
        "bad_smart_sum_clamped": "bad_smart_sum_clamped(ln(2), n=2)",
    },
    "for comparison": {
        "bootstrap": "bootstrap(3, 1)",
        "name_and_shame": 'name_and_shame(2, "1/10")',
        "constant": 'constant("c")',
        "identity": "identity([0, 1, 2])",
    },
}
"""For each mechanism an expression that makes a small one."""

MOST_OUTCOMES = 12
"""The longest distribution that is printed in full."""


@dataclass(frozen=True)
class Shown:
    """A mechanism of the catalogue, made of the expression."""

    name: str
    family: str
    expression: str
    mechanism: Mechanism[Any, Any]

    @property
    def docstring(self) -> str:
        """What its constructor says of it."""
        return inspect.getdoc(getattr(mechanisms, self.name)) or ""


def made() -> list[Shown]:
    """Every mechanism of the catalogue.

    Raises:
        LookupError: a constructor has no example, or an example has no constructor.
    """
    named = {name: (family, text) for family, texts in EXAMPLES.items() for name, text in texts.items()}
    if missing := constructors() ^ set(named):
        raise LookupError(f"spec/pages/mechanisms.py: EXAMPLES and the catalogue differ in {sorted(missing)}")
    space = {**vars(mechanisms), "ln": ln}
    return [Shown(name, family, text, eval(text, space)) for name, (family, text) in named.items()]


def constructors() -> set[str]:
    """The names of the catalogue that return a mechanism."""
    return {name for name in mechanisms.__all__ if returns_mechanism(getattr(mechanisms, name))}


def returns_mechanism(value: Callable[..., object]) -> bool:
    """Whether its annotation promises a mechanism; `Comparisons` and `Values` are names of such."""
    returned = inspect.signature(value).return_annotation if inspect.isfunction(value) else ""
    return str(returned).startswith(("Mechanism", "Comparisons", "Values"))


def write(root: Path, folder: Path, links: Links) -> None:
    """The pages under `mechanism/`."""
    place = folder / "mechanism"
    place.mkdir(parents=True, exist_ok=True)
    shown = made()
    rows = []
    for each in shown:
        (place / f"{each.name}.md").write_text(mechanism_page(each), encoding="utf-8")
        first = each.docstring.partition("\n\n")[0]
        epsilon = each.mechanism.epsilon()
        rows.append(
            (
                f"[`{each.name}`]({each.name}.md)",
                each.family,
                inline(first),
                code(each.expression),
                code(short(epsilon)),
            )
        )
    text = (
        f"# Mechanisms\n\nThe catalogue: {len(shown)} mechanisms with their exact distributions, the "
        f"known incorrect ones included. "
        "The last column is the exact epsilon\nof the example beside it at delta = 0.\n\n"
        + table(
            ["mechanism", "family", "distribution", "example", "epsilon"],
            rows,
            "sortable filterable choose-2",
        )
        + fence(":hidden:\n:titlesonly:\n\n" + "\n".join(each.name for each in shown), "{toctree}")
    )
    (place / "index.md").write_text(text, encoding="utf-8")


def inline(text: str) -> str:
    """A docstring's paragraph, with names in backticks as code."""
    end, parts = 0, []
    for match in CODE.finditer(text):
        parts += [escape(text[end : match.start()]), f"`{match[2]}`"]
        end = match.end()
    return " ".join("".join([*parts, escape(text[end:])]).split())


def short(value: object) -> str:
    """An exact value, or its decimal where it is long."""
    exact = str(value)
    return (
        exact
        if len(exact) <= 60
        else f"{float(str(value.decimal(12))):.12g}..."
        if hasattr(value, "decimal")
        else exact
    )


def mechanism_page(each: Shown) -> str:
    """What the constructor says; the worst pair, its distributions, and the profile, of the example."""
    m = each.mechanism
    worst = m.worst_case.epsilon()
    profile = m.profile()
    marks = [(float(epsilon), short(epsilon)) for epsilon, _ in profile.breakpoints]
    picture = svg.curve(
        f"privacy profile of {each.expression}", profile_points(profile), marks, ("epsilon", "delta(epsilon)")
    )
    facts = [
        ("smallest epsilon at delta = 0", code(short(m.epsilon()))),
        ("total variation", code(short(m.total_variation()))),
        ("inputs", f"{len(m.domain)}, {escape(m.adjacency)}"),
    ]
    parts = [f"# {code(each.name)}\n", *map(paragraph, each.docstring.split("\n\n")), "## An example\n"]
    parts += [
        fence(f">>> from assay import ln, mechanisms\n>>> m = mechanisms.{each.expression}", "pycon"),
        table(["", ""], facts, "facts"),
    ]
    parts += [
        "## Privacy profile\n",
        "delta as a function of epsilon; the mechanism is (epsilon, delta)-private on and above the curve.\n",
        picture,
    ]
    if worst.pair:
        parts += ["## The worst pair\n", pair_section(m, worst.pair)]
    return "\n".join(parts)


def paragraph(text: str) -> str:
    """A paragraph of a docstring; an indented one stays as it is."""
    return fence(text) if text.startswith(" ") or ">>>" in text else f"{inline(text)}\n"


def pair_section(m: Mechanism[Any, Any], pair: tuple[Any, Any]) -> str:
    """The two distributions of a pair of inputs, outcome by outcome, and the privacy loss."""
    x, y = pair
    p, q = m.distribution(x), m.distribution(y)
    outcomes = list(dict.fromkeys([*p.support, *q.support]))
    head = f"P is the distribution on {code(repr(x))}, Q that on {code(repr(y))}; the loss is ln(P/Q).\n"
    rows = [
        (code(repr(o)), code(short(p.probability(o))), code(short(q.probability(o))), loss(p, q, o))
        for o in outcomes
    ]
    more = (
        f"\n{len(outcomes) - MOST_OUTCOMES} more outcomes are not shown.\n"
        if len(outcomes) > MOST_OUTCOMES
        else ""
    )
    return head + "\n" + table(["outcome", "P", "Q", "loss"], rows[:MOST_OUTCOMES]) + more


def loss(p: Dist[Any], q: Dist[Any], outcome: object) -> str:
    """ln(P/Q) of one outcome."""
    over, under = p.probability(outcome), q.probability(outcome)
    if under == 0:
        return "`inf`"
    return "`-inf`" if over == 0 else code(short(ln(over / under)))
