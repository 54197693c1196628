"""A program with noise of rational rates that returns noisy values: a verdict on a claim at one epsilon.

Noise of rate r is read as noise of rate r EPS, and a claimed epsilon of e as e EPS.  The inequalities to
which the claim for every EPS comes down hold or fail at each EPS for themselves; here they are compared,
exactly, at EPS = 1.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from typing import Any

from ..adjacency.relation import Adjacency
from ..arguments import positive_rational, probability
from ..budgets.progress import track
from ..dp.verdict import Refuted, Scope, Verdict, Verified
from ..dp.witness import Witness
from ..errors import BudgetExceeded, InvalidValue
from ..exact import EPS, EpsilonLike, ExactLike, Log, eps
from ..programs import Program
from ..programs.noise.rates import Rates
from ..verdict import Undecided
from .claims import Claim
from .decision import ALL, statements, witness
from .inequalities.distinct import DeltaInequalities, Inequalities
from .mechanism import SymbolicMechanism
from .regions.ranges import finer_unit

ONE = Fraction(1)


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
    shown = (witness(found, each, ONE) for each in track(list(found.found.values()), "inequalities"))
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
