"""`Stream`: a program over a stream of answers of any length, and what is decided of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from ...dp import Proved, Undecided, Verdict
from ...errors import InvalidValue
from ...exact import EPS, EpsilonLike, log_value
from ..certificates.witness_events import witness_events
from ..decision import FailsFor, decide
from .attained import Attained, LowerSide
from .automaton import Automaton
from .certificate import AlignmentCertificate, certificate_from_json, is_discrete
from .families import growth
from .growth import Growth
from .instances import mechanism
from .neighbours import Neighbours, check_relates, read_neighbours
from .proving import Upper, dearest_runs, prove
from .rays import Ray, ray
from .reading import count_of, read, text_of
from .verdicts import ProvedForEveryLength, RefutedAtLength

NANOSECONDS = 1_000_000_000

SECONDS = 10
"""Processor time for each side by default; what is found later could only make an answer sharper."""

FIRST_COUNTS = (1, 2)
"""Values of a whole number for which streams are looked at, where it may be any."""

LONGEST_OF_FAMILY = 7
"""Longer streams of a family take the engine for finite domains a minute and more."""

LENGTHS = (4, 6, 8)
"""Lengths for which the dearest runs are looked for where no constant is enough."""


class Stream:
    """A program over a stream of answers, on neighbouring streams of the same length, whatever that is.

    program: a function decorated with `@assay.program` (or a plain one), whose first parameter is the stream;
    it goes over the answers in one loop, `for q in answers`, and draws with `laplace`, `exponential`,
    `geometric` or `one_sided_geometric` of `assay.decide`.  What it writes with `assay.output` (or appends to
    a list that it returns) and what it returns is its output.

    neighbours: "all differ by 1" (each answer by at most 1), "one differs by 1" (one answer by at most 1, the
    others are the same), "all move the same way by at most 1", or a `Neighbours`, such as `between(0, 2)`.

    parameters: values of the other parameters; one without a value is public, and any number.  One may be
    `EVERY_COUNT`, every whole number c >= 1: counters are compared with it, and rates are shares such as
    EPS/(4*c).

    Raises OutsideClass (with the line) for what is not read; see `spec/deciding.md`.
    """

    def __init__(self, program: object, neighbours: object = "all differ by 1", **parameters: Any) -> None:
        self.program: object = program
        self.parameters: dict[str, Any] = parameters
        self.neighbours: Neighbours = read_neighbours(neighbours)
        self.automaton: Automaton = read(program, parameters)
        check_relates(self.neighbours, discrete=is_discrete(self.automaton))
        self.name: str = self.automaton.name
        self.count: str = count_of(text_of(program, parameters).fixed)
        self._upper: tuple[Upper | None] | None = None

    @cached_property
    def answers(self) -> str:
        """Which numbers the answers are: integers where some noise is on the integers, else reals."""
        return "integer" if is_discrete(self.automaton) else "real"

    @cached_property
    def is_flat(self) -> bool:
        """Whether the stream holds numbers, and not tuples of them or streams."""
        return all(leaf.answers == leaf.read for place in self.automaton.locations for leaf in place.leaves)

    def upper(self, *, enough: Fraction = Fraction(0), seconds: int = SECONDS) -> AlignmentCertificate | None:
        """The certificate of the least multiple c that is found with which the program is c*eps-private.

        None where no alignment is found.  Raises SolverMissing without scipy.
        """
        found = self._searched(enough, seconds)
        return None if found is None else found.certificate

    def _searched(self, enough: Fraction, seconds: int) -> Upper | None:
        known = None if self._upper is None else self._upper[0]
        if self._upper is None or (known is not None and known.certificate.multiple > enough):
            go_on = _clock(seconds)
            tried = (
                prove(self.automaton, each, enough=enough, go_on=go_on) for each in self.neighbours.spelled
            )
            found = next(filter(None, tried), None)
            if found is not None:
                found.certificate.check()
            if known is None or found is None or found.certificate.multiple < known.certificate.multiple:
                self._upper = (found or known,)
        return known if self._upper is None else self._upper[0]

    def decide(self, epsilon: EpsilonLike = EPS, *, seconds: int = SECONDS, longest: int = 5) -> Verdict:
        """Judge  P(M(x) in S) <= e^epsilon P(M(x') in S)  for all lengths, neighbours, events and EPS > 0.

        epsilon: a rational multiple of EPS.  `longest`: all sign patterns of streams up to this length are
        tried for a lower bound, and longer ones where the linear program points at them.

        ProvedForEveryLength, RefutedAtLength, or Undecided with bounds of the smallest multiple.
        Raises InvalidValue for an epsilon that is no multiple of EPS.
        """
        claimed = _multiple(epsilon)
        if self.count:
            return self._decided_for_every_count(claimed, seconds, longest)
        upper = self._searched(claimed, seconds)
        lower = LowerSide(self.program, self.neighbours, self.parameters, self.name, claimed)
        if not self.is_flat:
            lower.stopped = "streams of several numbers at once, or of streams, have no finite instances here"
        self._from_below(lower, upper, claimed, _clock(seconds), longest)
        if upper is not None and upper.certificate.multiple <= claimed:
            certificate, known = self._sharpened(lower, upper, claimed, -(-seconds // 2), longest)
            if lower.refuted is not None or _exceeded(lower, certificate.multiple):
                return _contradiction(certificate.multiple, lower)
            limit = self.limit()
            if limit is not None and limit.multiple > certificate.multiple:
                return _contradiction(certificate.multiple, lower)
            return ProvedForEveryLength(certificate, known, ray=limit)
        if lower.refuted is not None:
            return self._refuted(lower.refuted[1], lower.refuted[0], lower)
        best = lower.best
        if best is not None and (best.multiple is None or best.multiple > claimed):
            verdict = decide(best.mechanism, EPS * claimed)
            if isinstance(verdict, FailsFor):
                return self._refuted(verdict, best.length, lower)
        return self._undecided(claimed, upper, lower)

    def at_count(self, value: int) -> Stream:
        """The stream where the parameter that is every whole number has this value."""
        return Stream(self.program, self.neighbours, **{**self.parameters, self.count: value})

    def _decided_for_every_count(self, claimed: Fraction, seconds: int, longest: int) -> Verdict:
        """Above for all values at once; below for the first ones."""
        upper = self._searched(claimed, seconds)
        proved = upper is not None and upper.certificate.multiple <= claimed
        known: list[tuple[int, Verdict]] = []
        for value in FIRST_COUNTS:
            goal = upper.certificate.multiple if upper is not None and proved else claimed
            verdict = self.at_count(value).decide(EPS * goal, seconds=-(-seconds // 2), longest=longest)
            known.append((value, verdict))
            if isinstance(verdict, RefutedAtLength):
                return replace(verdict, count=self.count, at_count=value)
            if proved and isinstance(verdict, ProvedForEveryLength) and verdict.is_tight_at(goal):
                break
        if upper is not None and proved:
            return _proved_for_every_count(self.count, upper.certificate, known)
        return Undecided(
            f"no alignment was found that is {claimed}*eps for every {self.count}, and no stream that was "
            "tried needs more",
            {f"{self.count} = {value}": str(verdict) for value, verdict in known}
            | (
                {}
                if upper is None
                else {"for every " + self.count: f"{upper.certificate.multiple} is enough"}
            ),
        )

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
        upper = None if self._upper is None else self._upper[0]
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
            sharper = self._searched(least, seconds)
            if sharper is not None and sharper.certificate.multiple < upper.certificate.multiple:
                upper = sharper
                self._from_below(lower, upper, claimed, _clock(seconds), min(longest, 1))
        known = tuple((n, a.multiple) for n, a in sorted(lower.by_length.items()) if a.multiple is not None)
        return upper.certificate, known

    def recheck(self, verdict: Verdict) -> object:
        """For a refuted claim every way to the event of the witness, see `witness_events`; else None."""
        if not isinstance(verdict, RefutedAtLength):
            return None
        if self.count:
            return self.at_count(verdict.at_count).recheck(verdict)
        x, y = (as_answers(z) for z in verdict.witness.inputs)
        return witness_events(mechanism(self.program, [(x, y)], self.parameters, self.name), verdict)

    def confirmed(self, verdict: Verdict) -> int:
        """How many inequalities the checker confirms of the verdict's certificate, read from JSON again.

        Raises InvalidValue where it confirms less than was said, or of another program.
        """
        certificate = verdict.certificate if isinstance(verdict, Proved) else None
        if not isinstance(certificate, AlignmentCertificate):
            raise InvalidValue(f"{verdict} has no certificate to confirm")
        return self.check(certificate.to_json())

    def check(self, certificate: Mapping[str, object]) -> int:
        """How many inequalities are confirmed of a certificate of this program and relation, as JSON values.

        Raises InvalidValue for one that is not confirmed, or of another program or relation.
        """
        read_again = certificate_from_json(certificate)
        if read_again.automaton.to_json() != self.automaton.to_json():
            raise InvalidValue(f"the certificate is not confirmed: it is of another program than {self.name}")
        spelling = next((each for each in self.neighbours.spelled if each == read_again.neighbours), None)
        if spelling is None:
            raise InvalidValue(
                f"the certificate is not confirmed: its neighbours are not {self.neighbours.text!r}"
            )
        own = AlignmentCertificate(self.automaton, spelling, read_again.multiple, read_again.proofs)
        own.check_spelling(certificate)
        return own.check()

    def _refuted(self, verdict: FailsFor, length: int, lower: LowerSide) -> RefutedAtLength:
        grown = tuple((n, str(a.smallest)) for n, a in sorted(lower.by_length.items()))
        family = self.family if self._upper == (None,) else None
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

    def __repr__(self) -> str:
        return f"Stream({self.name!r}, {self.neighbours.text!r}, {len(self.automaton.locations)} locations)"


def _proved_for_every_count(
    count: str, certificate: AlignmentCertificate, known: list[tuple[int, Verdict]]
) -> ProvedForEveryLength:
    """With the value for which streams need most."""
    below = [(value, v) for value, v in known if isinstance(v, ProvedForEveryLength)]
    if not below:
        return ProvedForEveryLength(certificate, (), count)
    value, verdict = max(below, key=lambda each: each[1].needed)
    return ProvedForEveryLength(certificate, verdict.attained, count, value, verdict.ray)


def _exceeded(lower: LowerSide, multiple: Fraction) -> bool:
    """Whether streams of some length need more than is proved for every length."""
    best = lower.best
    return best is not None and (best.multiple is None or best.multiple > multiple)


def _contradiction(multiple: Fraction, lower: LowerSide) -> Undecided:
    """The two sides share no code, and one of them is wrong: neither is believed."""
    growth = {f"N = {n}": f"needs {a.smallest}" for n, a in sorted(lower.by_length.items())}
    return Undecided(
        f"an alignment says that {multiple} is enough, and single lengths need more: Assay is wrong in one "
        "of the two; please report the program",
        growth,
    )


def as_answers(x: object) -> tuple[int, ...]:
    """An input of a witness, which is a tuple of integers."""
    if not isinstance(x, tuple):
        raise TypeError(f"{x!r} is no tuple of answers")
    return x


def _is_enough(found: Attained, claimed: Fraction, goal: Fraction | None) -> bool:
    """Whether an instance settles the claim, or attains the constant that is proved."""
    if found.multiple is None:
        return True
    return found.multiple > claimed if goal is None else found.multiple >= goal


def _clock(seconds: int) -> Callable[[], bool]:
    end = time.process_time_ns() + seconds * NANOSECONDS
    return lambda: time.process_time_ns() < end


def _multiple(epsilon: EpsilonLike) -> Fraction:
    """The c of c * EPS.  Raises InvalidType, InvalidValue."""
    given = log_value(epsilon, "epsilon")
    if given.is_infinite or given.rational or given.coefficient or given.symbolic <= 0:
        raise InvalidValue(
            f"epsilon = {given} is no positive rational multiple of EPS; claim one, such as 2*EPS"
        )
    return Fraction(given.symbolic)
