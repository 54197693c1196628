"""The answers about a composition as text and as JSON, their ends rounded outwards."""

from __future__ import annotations

import json
from argparse import Namespace

from ...accounting import Answer, Bracket
from ...exact import Log, Number
from ...outputs.json_values import between
from ...outputs.tables import table


def table_of(options: Namespace, rows: list[dict[str, object]]) -> str:
    """Every row as text, the brackets rounded outwards, or as JSON."""
    if options.json:
        found = [
            {name: between(*x.decimals(30)) if isinstance(x, Bracket) else x for name, x in row.items()}
            for row in rows
        ]
        head = {"mechanisms": list(options.mechanisms), "adjacency": options.adjacency}
        return json.dumps({**head, "values": found}, indent=2) + "\n"
    cells = [[str(x) for x in row.values()] for row in rows]
    return "\n".join([options.adjacency, *table([list(rows[0]), *cells])]) + "\n"


def names(options: Namespace) -> tuple[str, str, str]:
    """What was asked for, at what, and its value as it was typed."""
    if options.epsilon is not None:
        return "delta", "epsilon", str(options.epsilon)
    return "epsilon", "delta", str(options.delta)


def report(options: Namespace, answer: Answer[Number] | Answer[Log]) -> str:
    """The answer as text or JSON."""
    asked, given, value = names(options)
    if options.json:
        data = {**record(options, answer), "engine": answer.engine, "note": note_of(answer)}
        return json.dumps(data, indent=2) + "\n"
    low, high = between(*answer.decimals(DIGITS)).values()
    lines = [f"{asked} at {given} = {value}, {options.adjacency}"]
    lines += [f"  at least        {low}", f"  at most         {high}"]
    if answer.relative_width:
        lines.append(f"  relative width  {float(answer.relative_width):.2g}")
    lines.append(f"  by              {answer.engine}")
    note = note_of(answer)
    return "\n".join([*lines, *([f"  note            {note}"] if note else [])]) + "\n"


DOMINATED = "the ends are those of a pair that dominates what is released, which may lose less"


def note_of(answer: Answer[Number] | Answer[Log]) -> str:
    """What the ends are of, where no data sets are known to attain them."""
    return answer.note or ("" if answer.attained else DOMINATED)


DIGITS = 15


def record(options: Namespace, bracket: Bracket) -> dict[str, object]:
    """The JSON object: exact ends as fractions would be long, so that they are decimals rounded outwards."""
    asked, given, value = names(options)
    return {
        "mechanisms": list(options.mechanisms),
        "adjacency": options.adjacency,
        given: value,
        asked: between(*bracket.decimals(30)),
    }
