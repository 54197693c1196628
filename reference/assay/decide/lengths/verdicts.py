"""What is said of a program over streams: proved for every length, or refuted at one."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ...dp import Proved, Undecided, Witness
from ...wiring import lend
from ..decision import FailsFor
from ..signs.epsilon_sets import EpsilonSet
from .certificate import AlignmentCertificate
from .growth import Growth
from .rays import Ray


@dataclass(frozen=True, repr=False)
class Contradicted(Undecided):
    """An alignment and single lengths contradict each other: Assay is wrong in one of the two."""


@dataclass(frozen=True, repr=False)
class ProvedForEveryLength(Proved):
    """Proved, with what streams of single lengths need."""

    attained: tuple[tuple[int, Fraction], ...]
    """Lengths, each with a multiple of EPS that streams of it need at least."""

    count: str = ""
    """The parameter that is every whole number >= 1."""

    at: int = 1
    """The value of that parameter for which streams of single lengths were looked at."""

    ray: Ray | None = None
    """Inputs on which the loss comes to this multiple, or near it, for every eps > 0."""

    def __str__(self) -> str:
        certificate = self.certificate
        if not isinstance(certificate, AlignmentCertificate):
            return super().__str__()
        kind = "integer" if certificate.discrete else "real"
        count = f"every whole number {self.count} >= 1, " if self.count else ""
        constant = certificate.multiple
        proved = f"{constant}*eps-private" if self.count else f"c*eps-private with c = {constant}"
        head = f"proved for every length, {count}every {kind} answer and every public parameter: {proved}"
        limit = "" if self.ray is None else f"; {self.ray}"
        return f"{head}; {self.tightness(constant)}{limit}"

    def tightness(self, multiple: Fraction) -> str:
        """Whether the constant is attained."""
        reached = [n for n, c in self.attained if c >= multiple]
        if reached:
            shorter = [f"N = {n} needs {c}" for n, c in self.attained if n == reached[0] - 1]
            there = f" for {self.count} = {self.at}" if self.count else ""
            return ", ".join([f"tight{there}: N = {reached[0]} attains {multiple}", *shorter])
        if self.ray is not None and self.ray.multiple >= multiple:
            return f"tight in the limit, for every eps > 0, at N = {len(self.ray.differences)}"
        return f"{self.needed} <= smallest {'multiple' if self.count else 'c'} <= {multiple}"

    @property
    def is_tight(self) -> bool:
        """Whether streams of some length need the constant that is proved, or come as near as one likes."""
        certificate = self.certificate
        return isinstance(certificate, AlignmentCertificate) and self.is_tight_at(certificate.multiple)

    @property
    def needed(self) -> Fraction:
        """The largest multiple that is known to be needed."""
        limit = Fraction(0) if self.ray is None else self.ray.multiple
        return max([limit, *(c for _, c in self.attained)])

    def is_tight_at(self, multiple: Fraction) -> bool:
        """Whether streams of some length need this multiple, or come as near as one likes."""
        return self.needed >= multiple

    def to_json(self) -> dict[str, object]:
        """The verdict as JSON values."""
        return (
            super().to_json()
            | {
                "tight": self.is_tight,
                "needed": [{"length": n, "multiple": str(c)} for n, c in self.attained],
            }
            | ({"count": self.count, "needed_at": self.at} if self.count else {})
            | ({} if self.ray is None else {"limit": self.ray.to_json()})
        )


@dataclass(frozen=True, repr=False)
class RefutedAtLength(FailsFor):
    """Refuted by streams of one length, which the engine for finite domains has decided exactly."""

    length: int = 0
    growth: tuple[tuple[int, str], ...] = ()
    """Lengths, each with the multiple that streams of it need at least, "none" where none is enough."""
    count: str = ""
    """The parameter that was asked for every whole number >= 1."""
    at_count: int = 1
    """Its value here."""
    family: Growth | None = None
    """Inputs on which the loss grows without bound."""

    @property
    def where(self) -> str:
        """The length, and the value of the parameter."""
        return f"at length {self.length}" + (f", {self.count} = {self.at_count}" if self.count else "")

    def __str__(self) -> str:
        grown = ", ".join(f"N = {n} needs {c}" for n, c in self.growth)
        beyond = "" if self.family is None else f"; {self.family}"
        return f"refuted {self.where}: {super().__str__().removeprefix('refuted: ')}; {grown}{beyond}"

    def to_json(self) -> dict[str, object]:
        """The verdict as JSON values."""
        needed = [{"length": n, "multiple": c} for n, c in self.growth]
        return (
            super().to_json()
            | {"length": self.length, "needed": needed}
            | ({"count": {self.count: self.at_count}} if self.count else {})
            | ({} if self.family is None else {"family": self.family.to_json()})
        )


lend(RefutedAtLength.__init__, EpsilonSet=EpsilonSet, Witness=Witness)  # of the fields that it inherits
