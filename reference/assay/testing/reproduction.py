"""Failure messages: the witness in exact and decimal form, and a snippet that repeats the comparison."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from typing import Any

from ..dp import Attained, Dist, Mechanism, Refuted, Verdict, Witness
from ..errors import AssayError, BudgetExceeded, MixedFields
from ..exact import Certified, Log, Number, log_value, number
from ..outputs.tables import table

INDENT = "    "

MOST_OUTPUTS = 64
"""Longer distributions are not written out."""


def with_decimal(value: Number | Log | Certified) -> str:
    """The exact spelling with its decimal, where that says more."""
    if isinstance(value, Certified):
        return f"between {value.lower(12)} and {value.upper(12)}"
    try:
        decimal = value.decimal(12)
    except AssayError:
        return str(value)
    if str(decimal) == str(value) or (isinstance(value, Log) and value.is_infinite):
        return str(value)
    return f"{value} = {decimal}{'' if value == Fraction(decimal) else '...'}"


def python_text(value: Number | Log) -> str:
    """Python text of the exact number."""
    name, read = ("log_value", log_value) if isinstance(value, Log) else ("number", number)
    text = str(value)
    try:
        repeats = read(text) == value
    except AssayError:
        repeats = False
    imported = "eps" if name == "log_value" else name
    return f'{imported}("{text}")' if repeats else f"{value!r}"


def block(lines: Iterable[str]) -> str:
    """A snippet, indented."""
    return "\n".join(f"{INDENT}{line}" for line in lines)


def message(headline: str, rows: Iterable[tuple[str, str]], snippet: Iterable[str]) -> str:
    """A headline, a table of what was found, and how to see it again."""
    return "\n".join([headline, *table(rows), "to see it again:", block(snippet)])


def of_verdict(verdict: Verdict, name: str, claim: str, shown: Witness | None = None) -> str:
    """Why a privacy claim does not hold, by the given witness or its own, or is not known to."""
    if isinstance(verdict, Refuted):
        witness = shown or verdict.witness
        return message(
            f"REFUTED: {name} is not {claim}-differentially private", rows(witness), snippet(witness)
        )
    return f"UNDECIDED whether {name} is {claim}-differentially private: {verdict}"


def of_measure(
    measure: str,
    mechanism: Mechanism[Any, Any],
    arguments: tuple[object, ...],
    found: Attained[Any, Any, Any],
    limit: Number | Log,
) -> str:
    """Why the worst case of a measure is above a bound."""
    listed = [("value", with_decimal(found.value)), ("bound", with_decimal(limit))]
    if found.pair is not None:
        listed += [("input x", repr(found.pair[0])), ("input x'", repr(found.pair[1]))]
    if found.event is not None:
        listed.append(("event S", "{" + ", ".join(map(repr, found.event)) + "}"))
    call = ", ".join(map(repr, arguments))
    again = [f"# mechanism.worst_case.{measure}({call})"]
    if found.pair is not None:
        x, y = found.pair
        again += of_pair(measure, mechanism.distribution(x), mechanism.distribution(y), call, limit)
    return message(f"REFUTED: the {measure} of {mechanism.name} exceeds the bound", listed, again)


def of_pair(measure: str, p: Dist[Any], q: Dist[Any], call: str, limit: Number | Log) -> list[str]:
    """Python text that compares a measure of two distributions with a bound again; none for many outputs."""
    if len(p) + len(q) > MOST_OUTPUTS:
        return []
    return [
        "from assay import Dist, eps, number",
        "from assay.dp.measures import MEASURES",
        "from assay.testing.assertions import at_most",
        *(
            f"{name} = Dist({{{', '.join(f'{o!r}: {python_text(mass)}' for o, mass in dist.items())}}})"
            for name, dist in (("p", p), ("q", q))
        ),
        f"measure = next(each for each in MEASURES if each.name == {measure!r})",
        f"value = measure.of_pair(p, q, *measure.read({call}))",
        f"assert not at_most(value, {python_text(limit)})",
    ]


def rows(witness: Witness) -> list[tuple[str, str]]:
    """The inputs, the event and the two sides of the comparison."""
    more, less = ("at least ", "at most ") if witness.bounds else ("", "")
    found = [
        ("input x", repr(witness.inputs[0])),
        ("input x'", repr(witness.inputs[1])),
        ("event S", "{" + ", ".join(map(repr, witness.event)) + "}"),
        ("P[M(x) in S]", more + with_decimal(witness.p)),
        ("P[M(x') in S]", less + with_decimal(witness.q)),
    ]
    allowed = allowance(witness)
    if allowed is not None:
        found.append(("e^epsilon P[M(x') in S] + delta", less + with_decimal(allowed)))
    return [*found, ("comparison", witness.comparison)]


def allowance(witness: Witness) -> Number | None:
    """e^epsilon Q(S) + delta; None where that has no spelling."""
    if not witness.q:
        return witness.delta
    try:
        return None if witness.epsilon.is_infinite else witness.epsilon.exp() * witness.q + witness.delta
    except (BudgetExceeded, MixedFields):
        return None


def snippet(witness: Witness) -> list[str]:
    """Python text that repeats the comparison of a witness, exactly."""
    lines = [
        "from assay import eps, ln, number",
        *(
            f"{side} = {python_text(mass)}  # mechanism.distribution({x!r}).prob({list(witness.event)!r})"
            for side, mass, x in zip("pq", (witness.p, witness.q), witness.inputs, strict=True)
        ),
    ]
    if not witness.q:
        return [*lines, f"assert p > {python_text(witness.delta)}"]
    if allowance(witness) is not None:
        right = f"{python_text(witness.epsilon)}.exp() * q + {python_text(witness.delta)}"
        return [*lines, f"assert p > {right}"]
    return [*lines, f"assert ln(p / q) > {python_text(witness.epsilon)}"]


def imported(function: Callable[..., Any]) -> tuple[str, str]:
    """The line that imports a function, and its name; a comment where it has no importable name."""
    module, name = getattr(function, "__module__", None), getattr(function, "__qualname__", "")
    known = sys.modules.get(module or "")
    if known is not None and name.isidentifier() and getattr(known, name, None) is function:
        return f"from {module} import {name}", name
    return f"# {name or type(function).__name__} is a function of the test itself", "sampler"


def of_distribution(
    sampler: Callable[..., Any], args: tuple[Any, ...], outcome: Hashable, found: str, expected: Number
) -> str:
    """Why a distribution that was computed exactly is another one than promised."""
    line, name = imported(sampler)
    call = ", ".join([name, *map(repr, args)])
    return message(
        f"REFUTED: {getattr(sampler, '__qualname__', name)} does not have the promised distribution",
        [
            ("outcome", repr(outcome)),
            ("probability", found),
            ("promised", with_decimal(expected)),
        ],
        [
            line,
            "from assay.programs.sources import sampled",
            "from assay import number",
            f"bounds = sampled({call}).bounds",
            f"low, high = bounds.prob_bounds([{outcome!r}])",
            f"assert not low <= {python_text(expected)} <= high",
        ],
    )
