"""A program with Laplace or geometric noise at one epsilon: a finite mechanism with exact probabilities.

With noise of rational rates the probability of a path is N(t, e^(-t)) at a rational t, in Q(e^(1/k)).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from typing import Any

from ..adjacency.inputs import check_domain
from ..adjacency.relation import Adjacency
from ..arguments import positive_rational
from ..budgets.progress import track
from ..dp import Mechanism
from ..dp.weights import ZERO
from ..errors import InvalidValue
from ..exact import ExactLike, Number
from ..outputs.text import brief
from ..programs import Program
from ..programs.noise.families import Families
from ..programs.noise.paths import Path
from ..programs.noise.rates import Rates
from .probabilities.output_distributions import distribution_of_path
from .probabilities.values import ONE
from .reading import Leaves, Reader, check_exponents, located, whole_bounds, whole_rates


class NoisyOutput(InvalidValue):
    """An output holds noisy values, where finitely many outputs are listed; see `audit_at_epsilon`."""


Table = dict[Hashable, dict[Hashable, Number]]


def at_epsilon(
    program: Program[..., Any] | Callable[..., Any],
    domain: Iterable[Hashable],
    adjacency: Adjacency,
    epsilon: ExactLike | None = None,
    *,
    name: str | None = None,
) -> Mechanism[Any, Any]:
    """The exact mechanism of a program that draws noise at rational rates, `laplace("1/2")`, and returns
    finitely many outputs.

    epsilon: a positive rational that stands for EPS; without it the program may not depend on EPS.

    Raises OutsideClass (with the line) for a program outside the class, such as one with another rate, and
    InvalidValue for one whose outputs hold noisy values, and for an epsilon that is no positive rational.
    """
    value = None if epsilon is None else positive_rational(epsilon, "epsilon")
    inputs = check_domain(domain)
    title = name or str(getattr(program, "__name__", "program"))
    reader = Reader(program, inputs, title, Rates(True, value))
    leaves = {x: reader.leaves(x) for x in track(inputs, "inputs")}
    for x in reversed(inputs):
        reader.repeat(x, leaves[x][:1])
    with located(program):
        return Mechanism(_table(leaves, value, title), inputs, adjacency, name=title)


def _table(leaves: dict[Hashable, Leaves], epsilon: Fraction | None, title: str) -> Table:
    """The distributions, once all paths are known."""
    unit = whole_bounds(leaf for row in leaves.values() for leaf in row)
    paths = [path for row in leaves.values() for path, _ in row]
    k = unit * whole_rates(paths)
    check_exponents(paths, k)
    families = Families((output for row in leaves.values() for _, output in row), f"program {title}")
    table: Table = {}
    for x in track(list(leaves), "inputs"):
        row = table.setdefault(x, {})
        for path, output in leaves.pop(x):
            outcome, coordinates = families[output]
            if coordinates:
                raise NoisyOutput(
                    f"output {brief(output.value)} of program {title} holds noisy values, and only finitely "
                    "many outputs are listed at one epsilon; compare them and return what was found, or "
                    "give a claim to assay.decide.audit_at_epsilon, or to assay audit"
                )
            row[outcome] = row.get(outcome, ZERO) + _probability(path, k, unit, epsilon)
    return table


def _probability(path: Path, k: int, unit: int, epsilon: Fraction | None) -> Number:
    """The probability of a path: that of its comparisons, times that of its finite draws."""
    weight = path.weight
    if weight.is_symbolic:
        if epsilon is None:
            raise InvalidValue(f"probability {weight} depends on EPS; say at which EPS the program is read")
        weight = weight.substitute(epsilon)
    return weight * distribution_of_path(path.order, ONE, (), k, unit).value().at(Fraction(1, k))
