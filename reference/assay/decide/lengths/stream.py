"""`Stream`: a program over a stream of answers of any length, and what is decided of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from ...dp import Proved, Undecided, Verdict
from ...errors import InvalidValue
from ...exact import EPS, EpsilonLike, log_value
from ..certificates.witness_events import witness_events
from .automaton import Automaton
from .certificate import AlignmentCertificate, certificate_from_json, is_discrete
from .growth import Growth
from .instances import mechanism
from .neighbours import Neighbours, check_gaps, check_relates, read_neighbours
from .rays import Ray
from .reading import read
from .sides import SECONDS, Sides
from .text import count_of, text_of
from .verdicts import Contradicted, ProvedForEveryLength, RefutedAtLength

FIRST_COUNTS = (1, 2)
"""Values of a whole number for which streams are looked at, where it may be any."""


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
        if self.automaton.nested:
            check_gaps(self.neighbours)
        self.name: str = self.automaton.name
        self.count: str = count_of(text_of(program, parameters).fixed)
        self.sides: Sides = Sides(program, parameters, self.name, self.automaton, self.neighbours)

    @cached_property
    def answers(self) -> str:
        """Which numbers the answers are: integers where some noise is on the integers, else reals."""
        return "integer" if is_discrete(self.automaton) else "real"

    def upper(self, *, enough: Fraction = Fraction(0), seconds: int = SECONDS) -> AlignmentCertificate | None:
        """The certificate of the least multiple c that is found with which the program is c*eps-private.

        None where no alignment is found.  Raises SolverMissing without scipy.
        """
        found = self.sides.searched(enough, seconds)
        return None if found is None else found.certificate

    def decide(self, epsilon: EpsilonLike = EPS, *, seconds: int = SECONDS, longest: int = 5) -> Verdict:
        """Judge  P(M(x) in S) <= e^epsilon P(M(x') in S)  for all lengths, neighbours, events and EPS > 0.

        epsilon: a rational multiple of EPS.  `longest`: all sign patterns of streams up to this length are
        tried for a lower bound, and longer ones where the linear program points at them.

        ProvedForEveryLength, RefutedAtLength, or Undecided with bounds of the smallest multiple.
        Raises InvalidValue for an epsilon that is no multiple of EPS.
        """
        claimed = _multiple(epsilon)
        if self.count:
            return self._decide_every_count(claimed, seconds, longest)
        return self.sides.decided(claimed, seconds, longest)

    def _decide_every_count(self, claimed: Fraction, seconds: int, longest: int) -> Verdict:
        """Above for all values of the whole number at once; below for the first ones."""
        upper = self.sides.searched(claimed, seconds)
        proved = upper is not None and upper.certificate.multiple <= claimed
        goal = upper.certificate.multiple if upper is not None and proved else claimed
        known: list[tuple[int, Verdict]] = []
        for value in FIRST_COUNTS:
            verdict = self.at_count(value).decide(EPS * goal, seconds=-(-seconds // 2), longest=longest)
            known.append((value, verdict))
            if isinstance(verdict, RefutedAtLength):
                return replace(verdict, count=self.count, at_count=value)
            if isinstance(verdict, Contradicted):
                return verdict
            if proved and isinstance(verdict, ProvedForEveryLength) and verdict.is_tight_at(goal):
                break
        if upper is not None and proved:
            return _proved(self.count, upper.certificate, known)
        found = {f"{self.count} = {value}": str(verdict) for value, verdict in known}
        if upper is not None:
            found[f"for every {self.count}"] = f"{upper.certificate.multiple} is enough"
        return Undecided(
            f"no alignment was found that is {claimed}*eps for every {self.count}, and no stream that was "
            "tried needs more",
            found,
        )

    def at_count(self, value: int) -> Stream:
        """The stream where the parameter that is every whole number has this value."""
        return Stream(self.program, self.neighbours, **{**self.parameters, self.count: value})

    @property
    def family(self) -> Growth | None:
        """Inputs on which the loss grows without bound, as far as some are found."""
        return self.sides.family

    def limit(self) -> Ray | None:
        """Inputs on which the loss comes near to the constant, or as near as is found."""
        return self.sides.limit()

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

    def __repr__(self) -> str:
        return f"Stream({self.name!r}, {self.neighbours.text!r}, {len(self.automaton.locations)} locations)"


def as_answers(x: object) -> tuple[int, ...]:
    """An input of a witness, which is a tuple of integers."""
    if not isinstance(x, tuple):
        raise TypeError(f"{x!r} is no tuple of answers")
    return x


def _multiple(epsilon: EpsilonLike) -> Fraction:
    """The c of c * EPS.  Raises InvalidType, InvalidValue."""
    given = log_value(epsilon, "epsilon")
    if given.is_infinite or given.rational or given.coefficient or given.symbolic <= 0:
        raise InvalidValue(
            f"epsilon = {given} is no positive rational multiple of EPS; claim one, such as 2*EPS"
        )
    return Fraction(given.symbolic)


def _proved(
    count: str, certificate: AlignmentCertificate, known: list[tuple[int, Verdict]]
) -> ProvedForEveryLength:
    """With the value for which streams need most."""
    below = [(value, v) for value, v in known if isinstance(v, ProvedForEveryLength)]
    if not below:
        return ProvedForEveryLength(certificate, (), count)
    value, verdict = max(below, key=lambda each: each[1].needed)
    return ProvedForEveryLength(certificate, verdict.attained, count, value, verdict.ray)
