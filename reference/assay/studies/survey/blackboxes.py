"""Black boxes: what samples prove against the distribution and the privacy that are promised."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from functools import partial
from itertools import count
from typing import Any, TypeAlias

from ...errors import AssayError, InvalidValue
from ...exact import number
from ...testing.blackbox import DistributionFinding, EpsilonFinding, epsilon_bound
from ...testing.blackbox import compare as test_distribution
from ...testing.blackbox.concentrated import zcdp_bound
from ...testing.claims.values import exact_value
from .case import Samples, claimed_of, pairs_of
from .row import Finding, Verdict
from .witness import concentrated_witness, distribution_witness, epsilon_witness

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


class Counted:
    """The sampler of a case, and how many outputs it has given.

    The outputs on an input are kept, and every test begins with the first of them: the rate of false alarms
    is that of each test by itself, and their sum bounds that of all, however much they depend on each other.
    """

    def __init__(self, case: Samples) -> None:
        self.case: Samples = case
        self.drawn: int = 0
        self._fresh: dict[str, Source] = {}
        self._kept: dict[str, list[Any]] = {}

    def source(self, x: Hashable) -> Source:
        """The sampler on one input, from its first output on."""
        case, batch, name = self.case, self.case.batch, repr(x)
        if name not in self._fresh:
            self._kept[name] = []
            self._fresh[name] = (
                Batched(partial(batch, x), min(case.samples, 1000)) if batch else partial(case.sampler, x)
            )
        kept, fresh, places = self._kept[name], self._fresh[name], count()

        def draw() -> Any:
            if (place := next(places)) == len(kept):
                self.drawn += 1
                kept.append(fresh())
            return kept[place]

        return draw


def black_box(case: Samples, seed: int, answered: Told) -> Finding:
    """What contradicts the privacy of some adjacent pair, or else the distribution on some input."""
    told = f"seed {seed}" if case.seed is not None else "the library takes no seed"
    counted = Counted(case)
    try:
        wrong = _distribution(counted, told)
        answered(f"{counted.drawn} samples")
        unsound = _privacy(counted, told) or _concentrated(counted, told)
    except AssayError as error:
        return Finding(verdict=Verdict.UNDECIDED, detail=str(error))
    return (
        unsound
        or wrong
        or Finding(verdict=Verdict.NOT_REFUTED, claimed=f"{counted.drawn} samples", detail=told)
    )


def _distribution(counted: Counted, told: str) -> Finding | None:
    """The first input on which the samples contradict the distribution."""
    case, distribution_of = counted.case, counted.case.distribution
    for x in case.domain if distribution_of is not None else ():
        promised = None if distribution_of is None else distribution_of(x)
        if promised is not None:
            found = test_distribution(counted.source(x), promised, false_alarm=ALARM, samples=case.samples)
            if found.contradicted:
                return _wrong_distribution(case, x, found, told)
    return None


def _privacy(counted: Counted, told: str) -> Finding | None:
    """The first adjacent pair whose samples contradict the claimed privacy."""
    case = counted.case
    for x, y in pairs_of(case) if case.epsilon is not None else ():
        bound, allowed = claimed_of(case)
        found = epsilon_bound(
            counted.source(x),
            counted.source(y),
            delta=allowed.as_fraction(),
            claimed=bound,
            false_alarm=ALARM,
            samples=case.samples,
        )
        if found.contradicted:
            return _not_private(case, found, (x, y), told)
    return None


def _concentrated(counted: Counted, told: str) -> Finding | None:
    """The first adjacent pair whose samples contradict the claimed rho."""
    case = counted.case
    for x, y in pairs_of(case) if case.rho is not None else ():
        rho = exact_value(case.rho, "rho").rational_value()
        if rho is None:
            raise InvalidValue(f"rho = {case.rho} is not a rational; give one, such as '1/2'")
        found = zcdp_bound(
            counted.source(x), counted.source(y), claimed=rho, false_alarm=ALARM, samples=case.samples
        )
        if found.contradicted:
            return Finding(
                verdict=Verdict.UNSOUND,
                claimed=f"{rho}-zCDP",
                exact=f"rho >= {found.bound.lower(6)}",
                by=str((found.bound / number(rho) - 1).lower(3)) if rho else "infinite",
                detail=f"x = {x!r}, x' = {y!r}; {found.samples} samples each, {told}",
                witness=concentrated_witness(case, (x, y), found),
            )
    return None


def _wrong_distribution(case: Samples, x: Hashable, found: DistributionFinding, told: str) -> Finding:
    """The samples contradict the distribution."""
    if found.certain:
        what = f"{found.impossible!r} came, which has probability 0"
    elif found.telling is not None:
        outcome, p = found.telling
        share = Fraction(found.counts.get(outcome, 0), found.samples)
        what = f"{outcome!r} came {float(share):.4g} of the time, not {float(p):.4g}"
    else:
        what = "the outputs depend on each other"
    return Finding(
        verdict=Verdict.DISTRIBUTION_DIFFERS,
        claimed=f"the distribution on input {x!r}",
        exact=what,
        by="impossible output" if found.certain else f"e-value {float(found.e_value):.3g}",
        detail=f"{found.samples} samples, {told}",
        witness=distribution_witness(case, x, found),
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
