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

    def __str__(self) -> str:
        certificate = self.certificate
        if not isinstance(certificate, AlignmentCertificate):
            return super().__str__()
        kind = "integer" if certificate.discrete else "real"
        head = (
            f"proved for every length, every {kind} answer and every public parameter: "
            f"c*eps-private with c = {certificate.multiple}"
        )
        return f"{head}; {self.tightness(certificate.multiple)}"

    def tightness(self, multiple: Fraction) -> str:
        """Whether the constant is attained."""
        reached = [n for n, c in self.attained if c >= multiple]
        if reached:
            shorter = [f"N = {n} needs {c}" for n, c in self.attained if n == reached[0] - 1]
            return ", ".join([f"tight: N = {reached[0]} attains {multiple}", *shorter])
        best = max((c for _, c in self.attained), default=Fraction(0))
        return f"{best} <= smallest c <= {multiple}"

    @property
    def is_tight(self) -> bool:
        """Whether streams of some length need the constant that is proved."""
        certificate = self.certificate
        return isinstance(certificate, AlignmentCertificate) and any(
            c >= certificate.multiple for _, c in self.attained
        )

    def to_json(self) -> dict[str, object]:
        """The verdict as JSON values."""
        return super().to_json() | {
            "tight": self.is_tight,
            "needed": [{"length": n, "multiple": str(c)} for n, c in self.attained],
        }


@dataclass(frozen=True, repr=False)
class RefutedAtLength(FailsFor):
    """Refuted by streams of one length, which the engine for finite domains has decided exactly."""

    length: int = 0
    growth: tuple[tuple[int, str], ...] = ()
    """Lengths, each with the multiple that streams of it need at least, "none" where none is enough."""

    def __str__(self) -> str:
        grown = ", ".join(f"N = {n} needs {c}" for n, c in self.growth)
        return f"refuted at length {self.length}: {super().__str__().removeprefix('refuted: ')}; {grown}"

    def to_json(self) -> dict[str, object]:
        """The verdict as JSON values."""
        needed = [{"length": n, "multiple": c} for n, c in self.growth]
        return super().to_json() | {"length": self.length, "needed": needed}
