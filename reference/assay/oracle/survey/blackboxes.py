"""Black boxes: what the samples of a sampler prove against the law and the privacy that it promises."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any, TypeAlias

from ...errors import AssayError
from ..blackbox import DistributionFinding, EpsilonFinding, epsilon_bound
from ..blackbox import compare as test_law
from .case import Samples
from .claimed import claimed_of, pairs_of
from .row import Finding, Verdict
from .witness import epsilon_witness, law_witness

ALARM = Fraction(1, 10**13)
"""The rate of false alarms of one test; a survey of 10 000 tests has 1e-9 in all."""

Told: TypeAlias = Callable[[str], None]
Source: TypeAlias = Callable[[], Any]


class Batched:
    """One output at a time of a sampler that draws many at once."""

    def __init__(self, draw: Callable[[int], Any], size: int) -> None:
        self._draw, self._size = draw, size
        self._left: list[Any] = []

    def __call__(self) -> Any:
        """The next output."""
        if not self._left:
            self._left = list(self._draw(self._size))[::-1]
        return self._left.pop()


def source(case: Samples, x: Hashable) -> Source:
    """The sampler on one input."""
    batch = case.batch
    if batch is not None:
        return Batched(lambda n: batch(x, n), min(case.samples, 1000))
    return lambda: case.sampler(x)


def black_box(case: Samples, seed: int, answered: Told) -> Finding:
    """The law on every input, then the privacy of every adjacent pair; the first contradiction is it."""
    law_of, drawn = case.law, 0
    told = f"seed {seed}" if case.seed is not None else "the library takes no seed"
    try:
        for x, promised in [] if law_of is None else [(x, law_of(x)) for x in case.domain]:
            law = test_law(source(case, x), promised, false_alarm=ALARM, samples=case.samples)
            drawn += law.samples
            if law.contradicted:
                return _wrong_law(case, x, law, told)
        for x, y in pairs_of(case) if case.epsilon is not None or case.rho is not None else ():
            answered(f"{drawn} samples")
            found = _private(case, x, y)
            drawn += found.samples
            if found.contradicted:
                return _not_private(case, found, (x, y), told)
    except AssayError as error:
        return Finding(verdict=Verdict.UNDECIDED, detail=str(error))
    return Finding(verdict=Verdict.NOT_REFUTED, claimed=f"{drawn} samples", detail=told)


def _private(case: Samples, x: Any, y: Any) -> EpsilonFinding:
    """What the samples on two inputs prove."""
    bound, allowed = claimed_of(case)
    return epsilon_bound(
        source(case, x),
        source(case, y),
        delta=allowed.as_fraction(),
        claimed=bound,
        false_alarm=ALARM,
        samples=case.samples,
    )


def _wrong_law(case: Samples, x: Hashable, found: DistributionFinding, told: str) -> Finding:
    """The samples contradict the law."""
    if found.certain:
        what = f"{found.impossible!r} came, which has probability 0"
    elif found.telling is not None:
        outcome, p = found.telling
        share = Fraction(found.counts.get(outcome, 0), found.samples)
        what = f"{outcome!r} came {float(share):.4g} of the time, not {float(p):.4g}"
    else:
        what = "the outputs depend on each other"
    return Finding(
        verdict=Verdict.LAW_DIFFERS,
        claimed=f"the law on input {x!r}",
        exact=what,
        by="impossible output" if found.certain else f"e-value {float(found.e_value):.3g}",
        detail=f"{found.samples} samples, {told}",
        witness=law_witness(case, x, found),
    )


def _not_private(case: Samples, found: EpsilonFinding, pair: tuple[Any, Any], told: str) -> Finding:
    """The samples contradict the privacy."""
    bound, allowed = claimed_of(case)
    return Finding(
        verdict=Verdict.UNSOUND,
        claimed=f"({bound}, {allowed})-private",
        exact=f"epsilon >= {found.bound.lower(6)}",
        by=f"epsilon {(found.bound - bound).lower(3)}",
        detail=f"x = {pair[0]!r}, x' = {pair[1]!r}; {found.samples} samples each, {told}",
        witness=epsilon_witness(case, pair, found),
    )
