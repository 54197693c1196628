"""What is said of a program over streams: proved for every length, or refuted at one."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ...dp import Proved
from ..decision import FailsFor
from .certificate import AlignmentCertificate


@dataclass(frozen=True, repr=False)
class ProvedForEveryLength(Proved):
    """Proved, with what streams of single lengths need."""

    attained: tuple[tuple[int, Fraction], ...]
    """Lengths, each with a multiple of EPS that streams of it need at least."""

    count: str = ""
    """The parameter that is every whole number >= 1."""

    at: int = 1
    """The value of that parameter for which streams of single lengths were looked at."""

    def __str__(self) -> str:
        certificate = self.certificate
        if not isinstance(certificate, AlignmentCertificate):
            return super().__str__()
        kind = "integer" if certificate.discrete else "real"
        count = f"every whole number {self.count} >= 1, " if self.count else ""
        constant = certificate.multiple
        proved = f"{constant}*eps-private" if self.count else f"c*eps-private with c = {constant}"
        head = f"proved for every length, {count}every {kind} answer and every public parameter: {proved}"
        return f"{head}; {self.tightness(constant)}"

    def tightness(self, multiple: Fraction) -> str:
        """Whether the constant is attained."""
        reached = [n for n, c in self.attained if c >= multiple]
        if reached:
            shorter = [f"N = {n} needs {c}" for n, c in self.attained if n == reached[0] - 1]
            there = f" for {self.count} = {self.at}" if self.count else ""
            return ", ".join([f"tight{there}: N = {reached[0]} attains {multiple}", *shorter])
        best = max((c for _, c in self.attained), default=Fraction(0))
        return f"{best} <= smallest {'multiple' if self.count else 'c'} <= {multiple}"

    @property
    def is_tight(self) -> bool:
        """Whether streams of some length need the constant that is proved."""
        certificate = self.certificate
        return isinstance(certificate, AlignmentCertificate) and self.is_tight_at(certificate.multiple)

    def is_tight_at(self, multiple: Fraction) -> bool:
        """Whether streams of some length need this multiple."""
        return any(c >= multiple for _, c in self.attained)

    def to_json(self) -> dict[str, object]:
        """The verdict as JSON values."""
        return (
            super().to_json()
            | {
                "tight": self.is_tight,
                "needed": [{"length": n, "multiple": str(c)} for n, c in self.attained],
            }
            | ({"count": self.count, "needed_at": self.at} if self.count else {})
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

    @property
    def where(self) -> str:
        """The length, and the value of the parameter."""
        return f"at length {self.length}" + (f", {self.count} = {self.at_count}" if self.count else "")

    def __str__(self) -> str:
        grown = ", ".join(f"N = {n} needs {c}" for n, c in self.growth)
        return f"refuted {self.where}: {super().__str__().removeprefix('refuted: ')}; {grown}"

    def to_json(self) -> dict[str, object]:
        """The verdict as JSON values."""
        needed = [{"length": n, "multiple": c} for n, c in self.growth]
        return (
            super().to_json()
            | {"length": self.length, "needed": needed}
            | ({"count": {self.count: self.at_count}} if self.count else {})
        )
