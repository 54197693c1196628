"""A program with noise of rational rates at one epsilon: a finite mechanism, or a verdict on a claim.

With noise of rational rates the probability of a path is N(t, e^(-t)) at a rational t, in Q(e^(1/k)).

Noise of rate r is read as noise of rate r EPS, and a claimed epsilon of e as e EPS.  The inequalities to
which the claim for every EPS comes down hold or fail at each EPS for themselves; here they are compared,
exactly, at EPS = 1.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from typing import Any

from ..adjacency.inputs import check_domain
from ..adjacency.relation import Adjacency
from ..arguments import positive_rational, probability
from ..budgets.progress import track
from ..dp import Mechanism
from ..dp.verdict import Refuted, Scope, Verdict, Verified
from ..dp.weights import ZERO
from ..dp.witness import Witness
from ..errors import BudgetExceeded, InvalidValue
from ..exact import EPS, EpsilonLike, ExactLike, Log, Number, eps
from ..outputs.text import brief
from ..programs import Program
from ..programs.noise.families import Families
from ..programs.noise.outside import NoisyOutput
from ..programs.noise.paths import Path
from ..programs.noise.rates import Rates
from ..verdict import Undecided
from .claims import Claim
from .decision import ALL, statements, witness
from .inequalities.distinct import DeltaInequalities, Inequalities
from .mechanism import SymbolicMechanism
from .probabilities.output_distributions import distribution_of_path
from .probabilities.values import ONE
from .reading import Leaves, Reader, check_exponents, located, whole_bounds, whole_rates
from .regions.cases import finer_unit

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


AT = Fraction(1)
"""The EPS at which noise of rate r EPS is noise of rate r."""


def audit_at_epsilon(
    program: Program[..., Any] | Callable[..., Any],
    domain: Iterable[Hashable],
    adjacency: Adjacency,
    epsilon: EpsilonLike,
    delta: ExactLike = 0,
    *,
    at: ExactLike | None = None,
    name: str | None = None,
) -> Verdict:
    """Judge  P(M(x) in S) <= e^epsilon P(M(x') in S) + delta  for a program with noise of rational rates, as
    `at_epsilon`, that may return noisy values.

    epsilon: a rational, or the logarithm of one.  at: a positive rational that stands for EPS in the program.

    Verified, Refuted with an event, or Undecided.  Where no event of regions shows what single continuous
    values do, these are the event, and p and p' are densities.

    Raises OutsideClass (with the line) for a program outside the class, InvalidValue for an epsilon that is
    negative, infinite or of another kind and for a delta outside [0, 1], FloatRefused for a float.
    """
    claimed, allowed = _multiple(eps(epsilon, "epsilon")), probability(delta, "delta")
    value = None if at is None else positive_rational(at, "at")
    mechanism = SymbolicMechanism(program, domain, adjacency, name=name, rates=Rates(True, value))
    open_reason = "no way to compare was found"
    try:
        for found in statements(mechanism, claimed, allowed):
            if (shown := _violated(found)) is not None:
                return Refuted(shown if allowed else _by_regions(mechanism, claimed) or shown)
            if not found.open:
                return Verified(_scope(mechanism), None)
            (reason, pair), *_ = found.open.items()
            open_reason = f"not decided on the pair {pair}: {reason}"
    except BudgetExceeded as stop:
        return Undecided(str(stop), stop.known)
    return Undecided(open_reason)


def _violated(found: Inequalities) -> Witness | None:
    """An inequality that fails at EPS = 1."""
    shown = (witness(found, each, AT) for each in track(list(found.found.values()), "inequalities"))
    return next((w for w in shown if w.relation == ">"), None)


def _by_regions(mechanism: SymbolicMechanism, epsilon: Log) -> Witness | None:
    """An event of regions with positive probability that refutes the claim with delta = 0."""
    for m in dict.fromkeys((1, finer_unit(epsilon, mechanism.real_rates))):
        found = DeltaInequalities(Claim.read(epsilon, k=mechanism.k * m), mechanism.refined(m))
        found.collect(ALL)
        if (shown := _violated(found)) is not None:
            return shown
    return None


def _multiple(epsilon: Log) -> Log:
    """A rational as that multiple of EPS, which it is at EPS = 1."""
    if epsilon.is_infinite or epsilon.is_symbolic:
        raise InvalidValue(f"epsilon = {epsilon} is no number; give a rational such as 1/2, or ln(3)")
    rational = epsilon.exact_rational()
    return epsilon if rational is None else EPS * Fraction(int(rational.p), int(rational.q))


def _scope(mechanism: SymbolicMechanism) -> Scope:
    outputs = {o for x in mechanism.domain for o in mechanism.row(x)}
    return Scope(mechanism.name, len(mechanism.domain), len(mechanism.pairs), len(outputs))
