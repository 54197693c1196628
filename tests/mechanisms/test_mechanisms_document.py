"""spec/mechanisms.md: every constructor has a row, and every example the epsilon beside it."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from assay import INFINITY, Log, exp, integers, ln, number, sqrt
from assay.exact import eps
from spec.pages.mechanisms import SPACE, constructors, rows
from tests.mechanisms.formulas import COMPARED, LAWS, staircase

DOCUMENT = Path(__file__).parents[2] / "spec" / "mechanisms.md"
EXAMPLES = {name: text for _, text, name in rows(DOCUMENT)}


def cells(name: str) -> list[str]:
    """The row of a constructor: example, distribution, neighbours, exact epsilon, its value, source."""
    line = next(line for line in DOCUMENT.read_text().splitlines() if line.startswith(f"| `{name}("))
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def parameter(name: str) -> Log:
    """The argument `epsilon` of the example."""
    tree = eval(
        f"signature.bind({EXAMPLES[name].partition('(')[2]}",
        SPACE | {"signature": inspect.signature(SPACE[name])},
    )
    return eps(tree.arguments["epsilon"])


def test_every_constructor_has_one_row():
    names = [name for _, _, name in rows(DOCUMENT)]
    assert len(names) == len(set(names)) >= 70
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
    elif stated.endswith("refuted") and "epsilon" in inspect.signature(SPACE[name]).parameters:
        assert not m.audit(parameter(name)).holds


def test_every_row_has_a_formula_or_a_program():
    assert set(LAWS) | set(COMPARED) == set(EXAMPLES)
    assert not set(LAWS) & set(COMPARED)
    for place in COMPARED.values():
        file, _, name = place.partition("::")
        assert f"def {name}(" in "".join(
            tests.read_text() for tests in Path(__file__).parents[1].glob(f"[mq]*/{file}")
        )


def differences(name: str, law: Callable[..., object]) -> list[object]:
    """The inputs and outputs of the example on which a formula is not the probability, or not all of it."""
    m = eval(EXAMPLES[name], SPACE)
    found: list[object] = []
    for x in m.domain:
        row = m.distribution(x)
        found += [(x, y) for y in row.support if number(law(x, y)) != row[y]]
        found += [x] if sum((number(law(x, y)) for y in row.support), number(0)) != 1 else []
    return found


@pytest.mark.parametrize("name", sorted(LAWS))
def test_the_formula_of_a_row_is_the_distribution_of_its_example(name):
    text, law = LAWS[name]
    assert cells(name)[1] == text.replace("\\|", "|")
    assert differences(name, law) == []


def test_a_wrong_formula_is_noticed():
    for name, (_, law) in LAWS.items():
        assert differences(name, lambda x, y, law=law: law(x, y) * Fraction(9, 10)), name


ON_INTEGERS = {name: text for _, text, name in rows(DOCUMENT, noise=True)}


def test_every_noise_on_the_integers_has_one_row():
    functions = {n for n in integers.__all__ if inspect.isfunction(getattr(integers, n))}
    assert set(ON_INTEGERS) == functions
    assert len(functions) == 5


def test_the_formulas_of_noise_on_the_integers():
    laplace, stairs, gaussian = (
        eval(ON_INTEGERS[name], vars(integers) | {"ln": ln})
        for name in ("discrete_laplace", "staircase", "discrete_gaussian")
    )
    a, steps, zero = exp(-2), staircase(Fraction(1, 9), 2, 1), gaussian.probability(0)
    for y in range(-6, 7):
        assert laplace.probability(y, 1) == (1 - a) / (1 + a) * a ** abs(y - 1)
        assert stairs.probability(y, 1) == steps(y - 1)
        ratio = gaussian.probability(y, 1) / zero - exp(-Fraction((y - 1) ** 2, 8))
        assert ratio.enclosure(100).contains(0)


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
