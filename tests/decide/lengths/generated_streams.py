"""Programs over streams, made at random: stored noisy values, comparisons, outputs, stops, redraws."""

from __future__ import annotations

import itertools
from pathlib import Path
from types import ModuleType

from hypothesis import strategies as st

from assay.cli.user_modules import load_file

NUMBERS = itertools.count()

HEAD = """
import assay
from assay import EPS
from assay.decide import exponential, geometric, laplace, one_sided_geometric


def program(answers):
"""

RATES = ("EPS", "EPS / 2", "EPS / 3")


def module_of(text: str, folder: Path) -> ModuleType:
    """The text as a module with a file of its own, so that its source can be read."""
    path = folder / f"generated_{next(NUMBERS)}.py"
    path.write_text(text, encoding="utf-8")
    return load_file(str(path))


@st.composite
def programs(draw: st.DrawFn, word: str = "laplace") -> str:
    """The text of a program whose noise is `word` of some rates."""

    def noise() -> str:
        return f"{word}({draw(st.sampled_from(RATES))})"

    stored = ["a", "b"][: draw(st.integers(1, 2))]
    lines = [f"    {name} = {noise()}" for name in stored] + ["    seen = 0", "    place = None"]
    lines.append("    for i, q in enumerate(answers):")
    lines.append(f"        v = q + {noise()}" if draw(st.integers(0, 5)) else "        v = q")
    values = ["v", *stored]

    def action(depth: int, indent: str) -> list[str]:
        kind = draw(
            st.sampled_from(
                [
                    "write",
                    "write",
                    "stop",
                    "stop value",
                    "store",
                    "redraw",
                    "count",
                    "test",
                    "silent",
                    "place",
                ]
            )
        )
        name = draw(st.sampled_from(stored))
        match kind:
            case "write":
                return [f"{indent}assay.output({draw(st.integers(0, 2))})"]
            case "stop":
                return [f"{indent}return {draw(st.integers(0, 1))}"]
            case "stop value":
                return [
                    f"{indent}return {draw(st.sampled_from(['v', f'q + {noise()}', f'v - {name}', name]))}"
                ]
            case "store":
                return [f"{indent}{name} = v"]
            case "place":
                return [f"{indent}{name} = v", f"{indent}place = i"]
            case "redraw":
                return [f"{indent}{name} = {noise()}"]
            case "count":
                return [
                    f"{indent}seen += 1",
                    f"{indent}if seen == 2:",
                    f"{indent}    return 'two'",
                    f"{indent}assay.output('one')",
                ]
            case "test" if depth:
                return test(depth - 1, indent)
        return [f"{indent}pass"]

    def test(depth: int, indent: str) -> list[str]:
        left, right = draw(st.permutations(values))[:2]
        sign = draw(st.sampled_from(["<", "<=", ">", ">="]))
        return [
            f"{indent}if {left} {sign} {right}:",
            *action(depth, indent + "    "),
            f"{indent}else:",
            *action(depth, indent + "    "),
        ]

    lines += test(2, "        ")
    if draw(st.booleans()):
        lines += action(0, "        ")
    if draw(st.booleans()):
        lines.append(f"    return {draw(st.sampled_from(['place', 'a', 'None']))}")
    return HEAD + "\n".join(lines) + "\n"


@st.composite
def one_variable(draw: st.DrawFn) -> str:
    """The text of a program with one stored value x and up to three states; every leaf writes its name."""
    states = draw(st.integers(1, 3))
    lines = ["    x = laplace(EPS / 2)", "    state = 0", "    for q in answers:"]
    for state in range(states):
        lines += [
            f"        {'el' if state else ''}if state == {state}:",
            "            v = q + laplace(EPS / 3)",
        ]
        compared = draw(st.booleans())
        for side in ("v < x", "else") if compared else ("True",):
            lines.append("            else:" if side == "else" else f"            if {side}:")
            written = draw(st.sampled_from(["", "", "", "v", "q + laplace(EPS)"]))
            stored = draw(st.sampled_from(["", "", "x = v", "x = laplace(EPS)"]))
            target = draw(st.integers(-1, states - 1))
            lines.append(f"                assay.output('{state} {side}')")
            lines += [
                f"                {line}" for line in (written and f"assay.output({written})", stored) if line
            ]
            lines.append("                return" if target < 0 else f"                state = {target}")
    return HEAD + "\n".join(lines) + "\n"


@st.composite
def told_apart(draw: st.DrawFn) -> str:
    """The text of a program that does one thing where an answer is above 0, and another elsewhere."""
    writes = ["one.append(0)", "two.append(0)", "assay.output(0)", "n = 1 - n", "n = True", "n = 1.0", "pass"]
    ends = ["one", "two", "(one, two)", "tuple(one)", "list(two)", "n", "[n]", "(n,)"]

    def actions() -> list[str]:
        found = draw(st.lists(st.sampled_from(writes), min_size=1, max_size=2))
        return [*found, f"return {draw(st.sampled_from(ends))}"] if draw(st.booleans()) else found

    lines = ["    one = []", "    two = []", "    n = 0", "    for q in answers:", "        if q > 0:"]
    lines += [f"            {line}" for line in actions()] + ["        else:"]
    lines += [f"            {line}" for line in actions()]
    return HEAD + "\n".join(lines) + f"\n    return {draw(st.sampled_from(ends))}\n"
