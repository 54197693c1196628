"""Both sides of the constant of a program: alignments from above, single lengths and limits from below."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from ...dp import Undecided, Verdict
from ...exact import EPS
from ..decision import FailsFor, decide
from .attained import Attained, LowerSide
from .automaton import Automaton
from .certificate import AlignmentCertificate
from .families import growth
from .growth import Growth
from .neighbours import Neighbours
from .proving import Upper, dearest_runs, prove
from .ray_search import ray
from .rays import Ray
from .verdicts import Contradicted, ProvedForEveryLength, RefutedAtLength

NANOSECONDS = 1_000_000_000

SECONDS = 10
"""Processor time for each side by default; what is found later could only make an answer sharper."""

LONGEST_OF_FAMILY = 7
"""Longer streams of a family take the engine for finite domains a minute and more."""

LENGTHS = (4, 6, 8)
"""Lengths for which the dearest runs are looked for where no constant is enough."""


@dataclass
class Sides:
    """A program, with what is known of the least c for which it is c*eps-private for every length.

    above: the best alignment that was found, once it was looked for.
    """

    program: object
    parameters: Mapping[str, Any]
    name: str
    automaton: Automaton
    neighbours: Neighbours
    above: tuple[Upper | None] | None = field(default=None, init=False)

    @cached_property
    def is_flat(self) -> bool:
        """Whether the stream holds numbers, and not tuples of them or streams."""
        return all(leaf.answers == leaf.read for place in self.automaton.locations for leaf in place.leaves)

    def searched(self, enough: Fraction, seconds: int) -> Upper | None:
        """The alignment of least cost that is found; `enough` is a multiple that need not be beaten."""
        known = None if self.above is None else self.above[0]
        if self.above is None or (known is not None and known.certificate.multiple > enough):
            go_on = _clock(seconds)
            tried = (
                prove(self.automaton, each, enough=enough, go_on=go_on) for each in self.neighbours.spelled
            )
            found = next(filter(None, tried), None)
            if found is not None:
                found.certificate.check()
            if known is None or found is None or found.certificate.multiple < known.certificate.multiple:
                self.above = (found or known,)
        return known if self.above is None else self.above[0]

    def decided(self, claimed: Fraction, seconds: int, longest: int) -> Verdict:
        """Proved, refuted at a length, or undecided with bounds of the smallest multiple."""
        upper = self.searched(claimed, seconds)
        lower = LowerSide(self.program, self.neighbours, self.parameters, self.name, claimed)
        if not self.is_flat:
            lower.stopped = "streams of several numbers at once, or of streams, have no finite instances here"
        self._from_below(lower, upper, claimed, _clock(seconds), longest)
        if upper is not None and upper.certificate.multiple <= claimed:
            certificate, known = self._sharpened(lower, upper, claimed, -(-seconds // 2), longest)
            return self._proved(lower, certificate, known)
        if lower.refuted is not None:
            return self._refuted(lower.refuted[1], lower.refuted[0], lower)
        best = lower.best
        if best is not None and (best.multiple is None or best.multiple > claimed):
            verdict = decide(best.mechanism, EPS * claimed)
            if isinstance(verdict, FailsFor):
                return self._refuted(verdict, best.length, lower)
        return self._undecided(claimed, upper, lower)

    def _proved(
        self, lower: LowerSide, certificate: AlignmentCertificate, known: tuple[tuple[int, Fraction], ...]
    ) -> Verdict:
        """Proved, where nothing from below is above the constant."""
        if self.is_flat:
            lower.try_crossing()
        if lower.refuted is not None or _exceeded(lower, certificate.multiple):
            return _contradiction(certificate.multiple, lower)
        limit = self.limit()
        if limit is not None and limit.multiple > certificate.multiple:
            return _contradiction(certificate.multiple, lower)
        return ProvedForEveryLength(certificate, known, ray=limit)

    def _from_below(
        self,
        lower: LowerSide,
        upper: Upper | None,
        claimed: Fraction,
        go_on: Callable[[], bool],
        longest: int,
    ) -> None:
        """Look at finite instances until one settles the claim, or attains the constant if that is proved."""
        proved = upper is not None and upper.certificate.multiple <= claimed
        goal = upper.certificate.multiple if upper is not None and proved else None
        if upper is not None:
            dearest = upper.dearest
        elif self.family is not None:
            grown = (self.family.differences(n) for n in self.family.sizes(claimed))
            dearest = tuple(each for each in grown if len(each) <= LONGEST_OF_FAMILY)
        else:
            dearest = self._dearest_of_some_length(go_on)
        lower.search(dearest, lambda found: _is_enough(found, claimed, goal), go_on, longest * self.is_flat)

    @cached_property
    def family(self) -> Growth | None:
        """Inputs on which the loss grows without bound, as far as some are found."""
        return growth(self.automaton, self.neighbours, _clock(SECONDS))

    def limit(self) -> Ray | None:
        """Inputs on which the loss comes near to the constant, or as near as is found."""
        best: Ray | None = None
        upper = None if self.above is None else self.above[0]
        for differences in () if upper is None else upper.dearest:
            found = ray(self.automaton, self.neighbours, differences)
            if found is not None and (best is None or found.multiple > best.multiple):
                best = found
        return best

    def _dearest_of_some_length(self, go_on: Callable[[], bool]) -> tuple[tuple[Fraction, ...], ...]:
        """Runs that need much, where no constant is enough."""
        found: dict[tuple[Fraction, ...], None] = {}
        for length in LENGTHS:
            if go_on():
                found |= dict.fromkeys(dearest_runs(self.automaton, self.neighbours, length))
        return tuple(found)

    def _sharpened(
        self, lower: LowerSide, upper: Upper, claimed: Fraction, seconds: int, longest: int
    ) -> tuple[AlignmentCertificate, tuple[tuple[int, Fraction], ...]]:
        """The certificate, or a sharper one where the constant is not attained, with what is needed below."""
        best = lower.best
        least = Fraction(0) if best is None or best.multiple is None else best.multiple
        if least < upper.certificate.multiple:
            sharper = self.searched(least, seconds)
            if sharper is not None and sharper.certificate.multiple < upper.certificate.multiple:
                upper = sharper
                self._from_below(lower, upper, claimed, _clock(seconds), min(longest, 1))
        known = tuple((n, a.multiple) for n, a in sorted(lower.by_length.items()) if a.multiple is not None)
        return upper.certificate, known

    def _refuted(self, verdict: FailsFor, length: int, lower: LowerSide) -> RefutedAtLength:
        grown = tuple((n, str(a.smallest)) for n, a in sorted(lower.by_length.items()))
        family = self.family if self.above == (None,) else None
        parts = verdict.witness, verdict.failing, verdict.at, verdict.complete
        return RefutedAtLength(*parts, length=length, growth=grown, family=family)

    def _undecided(self, claimed: Fraction, upper: Upper | None, lower: LowerSide) -> Undecided:
        best = lower.best
        least = Fraction(0) if best is None or best.multiple is None else best.multiple
        most = (
            "no alignment was found" if upper is None else f"an alignment needs {upper.certificate.multiple}"
        )
        found = self.limit() if upper is not None else None
        least = max(least, Fraction(0) if found is None else found.multiple)
        known = {
            "smallest c": f">= {least}" if upper is None else f"{least} <= c <= {upper.certificate.multiple}"
        }
        if found is not None and found.multiple > claimed:
            known["in the limit"] = str(found)
        if upper is None and self.family is not None:
            known["growth"] = str(self.family)
        if lower.stopped:
            known["finite lengths"] = lower.stopped
        return Undecided(f"{most} where {claimed} is claimed, and no stream that was tried needs more", known)


def _exceeded(lower: LowerSide, multiple: Fraction) -> bool:
    """Whether streams of some length need more than is proved for every length."""
    best = lower.best
    return best is not None and (best.multiple is None or best.multiple > multiple)


def _contradiction(multiple: Fraction, lower: LowerSide) -> Contradicted:
    """The two sides share no code, and one of them is wrong: neither is believed."""
    growth = {f"N = {n}": f"needs {a.smallest}" for n, a in sorted(lower.by_length.items())}
    return Contradicted(
        f"an alignment says that {multiple} is enough, and single lengths need more: Assay is wrong in one "
        "of the two; please report the program",
        growth,
    )


def _is_enough(found: Attained, claimed: Fraction, goal: Fraction | None) -> bool:
    """Whether an instance settles the claim, or attains the constant that is proved."""
    if found.multiple is None:
        return True
    return found.multiple > claimed if goal is None else found.multiple >= goal


def _clock(seconds: int) -> Callable[[], bool]:
    end = time.process_time_ns() + seconds * NANOSECONDS
    return lambda: time.process_time_ns() < end
