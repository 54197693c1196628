"""spec/mechanisms.md: every constructor has a row, and every example the epsilon beside it."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from assay import INFINITY, Log, integers, ln, mechanisms, sqrt
from assay.exact import eps
from spec.pages.mechanisms import constructors, rows

DOCUMENT = Path(__file__).parents[2] / "spec" / "mechanisms.md"
EXAMPLES = {name: text for _, text, name in rows(DOCUMENT)}
SPACE = {**vars(mechanisms), "ln": ln}


def cells(name: str) -> list[str]:
    """The row of a constructor: example, distribution, neighbours, exact epsilon, its value, source."""
    line = next(line for line in DOCUMENT.read_text().splitlines() if line.startswith(f"| `{name}("))
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def parameter(name: str) -> Log:
    """The argument `epsilon` of the example."""
    tree = eval(
        f"signature.bind({EXAMPLES[name].partition('(')[2]}",
        SPACE | {"signature": inspect.signature(getattr(mechanisms, name))},
    )
    return eps(tree.arguments["epsilon"])


def test_every_constructor_has_one_row():
    names = [name for _, _, name in rows(DOCUMENT)]
    assert len(names) == len(set(names)) == 70
    assert set(names) == constructors()


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_a_row_has_the_epsilon_of_its_example(name):
    m = eval(EXAMPLES[name], SPACE)
    epsilon, (_, _, _, stated, value, _) = m.epsilon(), cells(name)
    exact = value.strip("`")
    if exact.startswith("about "):
        assert str(epsilon.decimal(6)) == exact.removeprefix("about ")
    else:
        assert epsilon == eps(exact)
    if stated.startswith("infinite"):
        assert epsilon == INFINITY
    elif stated == "ε":
        assert epsilon == parameter(name)
    elif stated.startswith(("at most ε", "below ε")):
        assert m.audit(parameter(name)).holds
    elif stated.endswith("refuted") and "epsilon" in inspect.signature(getattr(mechanisms, name)).parameters:
        assert not m.audit(parameter(name)).holds


ON_INTEGERS = {name: text for _, text, name in rows(DOCUMENT, noise=True)}


def test_every_noise_on_the_integers_has_one_row():
    functions = {n for n in integers.__all__ if inspect.isfunction(getattr(integers, n))}
    assert set(ON_INTEGERS) == functions
    assert len(functions) == 5


@pytest.mark.parametrize("name", sorted(ON_INTEGERS))
def test_a_row_of_noise_has_the_epsilon_and_delta_of_its_example(name):
    noise = eval(ON_INTEGERS[name], {**vars(integers), "ln": ln, "sqrt": sqrt})
    _, _, _, stated, value, _ = cells(name)
    assert str(noise.delta(1).decimal(9)) == value.strip("`")
    if stated.startswith("infinite"):
        assert noise.epsilon() == INFINITY
        if "zCDP" in stated:
            square = getattr(noise, "square", None) or noise.sensitivity**2
            assert noise.zcdp() == square / (2 * noise.variance)
    else:
        assert stated == ("ε" if name == "staircase" else "D/scale")
        assert noise.epsilon() == (noise.rate if name == "staircase" else noise.sensitivity / noise.scale)


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_the_engines_agree_on_the_example(name):
    m = eval(EXAMPLES[name], SPACE)
    reference, fast = m.with_engine("reference"), m.with_engine("fast")
    assert reference.epsilon() == fast.epsilon()
    assert reference.profile() == fast.profile()
    assert reference.total_variation() == fast.total_variation()
