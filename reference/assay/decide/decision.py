"""`decide`: is a claim true for all epsilon > 0?  If not, for exactly which epsilon does it fail?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from ..budgets.progress import track
from ..dp import Mechanism, Proved, Refuted, Undecided, Verdict, Witness
from ..dp.witness import Outcome
from ..errors import BudgetExceeded, InvalidType
from ..exact import EPS, EpsilonLike, ExactLike, ln
from .certificates.certificate import certificate
from .claims import Claim
from .inequalities.distinct import DeltaInequalities, Inequalities, Inequality, PureInequalities
from .inequalities.ratios import Ratios
from .mechanism import SymbolicMechanism
from .regions.cases import Case, finer_unit
from .signs.epsilon_sets import EpsilonSet, Interval, positive_set
from .signs.sign_table import sign_table
from .symmetry import Symmetry

ALL = Symmetry()

GRID = 12
"""The unit in which events are looked for that refute a claim, where no unit covers all values."""


@dataclass(frozen=True, repr=False)
class FailsFor(Refuted):
    """The claim fails exactly for the epsilon in `failing`; `witness` shows it at the rational epsilon `at`.

    `complete` is False where a part of the claim stayed open, so that it may fail for more.
    """

    failing: EpsilonSet
    at: Fraction
    complete: bool = True

    def __str__(self) -> str:
        how = "fails exactly for" if self.complete else "fails at least for"
        return f"refuted: {how} {self.failing}; at eps = {self.at}: {self.witness}"

    def to_json(self) -> dict[str, object]:
        """The verdict as JSON values, with the failing set and the witness."""
        return super().to_json() | {
            "failing": self.failing.to_json(),
            "failing_text": str(self.failing),
            "complete": self.complete,
            "at": str(self.at),
        }


def decide(
    mechanism: SymbolicMechanism | Mechanism[Any, Any],
    epsilon: EpsilonLike = EPS,
    delta: ExactLike = 0,
    *,
    symmetry: Symmetry = ALL,
) -> Verdict:
    """Judge  P(M(x) in S) <= e^epsilon P(M(x') in S) + delta  for all adjacent pairs, events S, and EPS > 0.

    epsilon: a function of EPS such as EPS, 2 * EPS, EPS/2 or ln(3).  delta: rational, or such as exp(-EPS).

    Proved(certificate): it holds for all EPS > 0.  FailsFor(witness, failing): it fails exactly for the EPS
    in `failing`.  Undecided: the budget is spent, or some outcomes lie outside what is decided; `known` says
    which.

    Raises InvalidValue for a claim that is not a function of EPS of that kind.
    Source: Barthe et al., LICS 2020 (decidability, by the first-order theory of the reals); here by exact
    root isolation, see `assay.exact.roots` and `exponential_roots`.
    """
    symbolic = as_symbolic(mechanism)
    claim = Claim.read(epsilon, delta, k=symbolic.k)
    if claim.allowance:
        return _decide_with_delta(symbolic, claim, symmetry)
    pure = PureInequalities(claim, symbolic)
    return judge(pure, lambda: pure.collect(ratios(symbolic, symmetry)))


def statements(mechanism: object, epsilon: EpsilonLike, delta: ExactLike) -> Iterator[Inequalities]:
    """The inequalities that the claim comes down to; for delta > 0 in finer units as well."""
    symbolic = as_symbolic(mechanism)
    claim = Claim.read(epsilon, delta, k=symbolic.k)
    if not claim.allowance:
        pure = PureInequalities(claim, symbolic)
        pure.collect(ratios(symbolic))
        yield pure
        return
    for m in dict.fromkeys((1, finer_unit(claim.epsilon, symbolic.real_rates))):
        found = DeltaInequalities(claim.refined(claim.k * m), symbolic if m == 1 else symbolic.refined(m))
        found.collect(ALL)
        yield found


def _decide_with_delta(mechanism: SymbolicMechanism, claim: Claim, symmetry: Symmetry) -> Verdict:
    """With continuous values in units of 1, and in smaller ones where they might cover what stays open."""
    found = DeltaInequalities(claim, mechanism)
    verdict = judge(found, partial(found.collect, symmetry))
    for m in dict.fromkeys((finer_unit(claim.epsilon, mechanism.real_rates), GRID)):
        settled = m == GRID and not isinstance(verdict, Undecided)
        if m == 1 or settled or not (found.finer and found.open):
            continue
        found = DeltaInequalities(claim.refined(claim.k * m), mechanism.refined(m))
        finer = judge(found, partial(found.collect, symmetry))
        verdict = verdict if isinstance(finer, Undecided) else finer
    return verdict


def ratios(mechanism: SymbolicMechanism, symmetry: Symmetry = ALL) -> Ratios:
    """The distinct ratios of a mechanism; kept with it, so that several claims share them."""
    known = mechanism.known_ratios.get(symmetry)
    if known is None:
        known = Ratios(mechanism, symmetry)
        known.collect()
        mechanism.known_ratios[symmetry] = known
    return known


def judge(found: Inequalities, collect: Callable[[], None]) -> Verdict:
    """The verdict on all inequalities, once they are collected."""
    violated: list[tuple[Inequality, list[Interval]]] = []
    done = 0
    try:
        collect()
        for inequality in track(list(found.found.values()), "inequalities"):
            where = positive_set(sign_table(inequality.poly))
            if where:
                violated.append((inequality, where))
            done += 1
    except BudgetExceeded as stop:
        remaining = [i.poly for i in list(found.found.values())[done:]]
        return _stopped(found, violated, str(stop), remaining)
    return conclude(found, violated)


def as_symbolic(mechanism: object) -> SymbolicMechanism:
    """The mechanism with symbolic distributions; a finite `Mechanism` built with EPS is read as one."""
    if isinstance(mechanism, SymbolicMechanism):
        return mechanism
    if isinstance(mechanism, Mechanism):
        return SymbolicMechanism.of(mechanism)
    raise InvalidType(
        f"mechanism is {mechanism!r} ({type(mechanism).__name__}); give a SymbolicMechanism, or a "
        "Mechanism built with EPS"
    )


def conclude(found: Inequalities, violated: list[tuple[Inequality, list[Interval]]]) -> Verdict:
    """The verdict once every inequality has its sign."""
    if violated:
        return _refuted(found, violated, complete=not found.open)
    if found.open:
        (reason, pair), *_ = found.open.items()
        return Undecided(f"not decided on the pair {pair}: {reason}", {"open": "; ".join(found.open)})
    return Proved(certificate(found))


def _stopped(
    found: Inequalities, violated: list[tuple[Inequality, list[Interval]]], reason: str, remaining: list[Any]
) -> Verdict:
    """The verdict where the budget ran out: a violation counts, anything else is undecided."""
    if violated:
        return _refuted(found, violated, complete=False)
    known = {
        "inequalities found": len(found.found),
        "inequalities that remain": [f"{p} <= 0" for p in remaining],
    }
    return Undecided(reason, known)


def _refuted(
    found: Inequalities, violated: list[tuple[Inequality, list[Interval]]], *, complete: bool
) -> FailsFor:
    claim = found.claim
    failing = EpsilonSet.of([each for _, where in violated for each in where], claim.k)
    at = failing.sample()
    worst = _most_telling([i for i, _ in violated], found, at)
    return FailsFor(witness(found, worst, at), failing, at, complete or failing.is_everything)


def _most_telling(violated: list[Inequality], found: Inequalities, at: Fraction) -> Inequality:
    """Of the inequalities that fail at that epsilon, one with the largest p/p', as far as 64 bits tell."""
    best: tuple[bool, Fraction, Inequality] | None = None
    for inequality in violated:
        p, q = (value.at(at / found.mechanism.k) for value in inequality.sides())
        w = witness(found, inequality, at)
        if w.relation != ">":
            continue
        ratio = Fraction(0) if not q else Fraction((p / q).lower(15))
        score = (not q, ratio if q else Fraction(p.lower(15)), inequality)
        if best is None or score[:2] > best[:2]:
            best = score
    if best is None:
        raise ArithmeticError(f"no inequality fails at epsilon = {at}, although the failing set says so")
    return best[2]


def witness(found: Inequalities, inequality: Inequality, at: Fraction) -> Witness:
    """The exact comparison of an inequality at a rational epsilon."""
    t, of_claim = at / found.mechanism.k, at / found.claim.k
    outcomes = tuple(Outcome(_shown(c), c.p.at(t), c.q.at(t)) for c in inequality.event)
    epsilon, delta = ln(found.claim.factor.at(of_claim)), found.claim.allowance.at(of_claim)
    return Witness(found.mechanism.name, inequality.pair, outcomes, epsilon, delta)


def _shown(case: Case) -> Any:
    values = case.ranges or case.values
    return (case.outcome, values) if values else case.outcome
