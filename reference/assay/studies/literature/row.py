"""`Row`: one program of the literature, on which inputs, with which claim, and what was published."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from ...adjacency import linf
from ...adjacency.relation import Adjacency
from ...decide.mechanism import SymbolicMechanism
from ...decide.probabilities.intervals import decide_reciprocal
from ...dp import Verdict
from ...exact import EPS, EpsilonLike, ExactLike
from ...programs.noise.language import exponential, geometric, laplace, one_sided_geometric
from .programs.bins import Body, Noise

TWO_SIDED: dict[str, Noise] = {"discrete": geometric, "continuous": laplace}
ONE_SIDED: dict[str, Noise] = {"discrete": one_sided_geometric, "continuous": exponential}
KINDS = ("discrete", "continuous", "finite")

EVERY_QUERY = linf(1)
"""Every query may differ by 1."""


def cube(n: int, entries: Sequence[int] = (-1, 0, 1)) -> Iterator[tuple[int, ...]]:
    """All vectors of n entries."""
    return product(entries, repeat=n)


@dataclass(frozen=True)
class Published:
    """A published answer, None for a time-out, after so many seconds on the authors' machine."""

    holds: bool | None
    seconds: str

    def contradicted_by(self, verdict: Verdict) -> bool:
        """Whether a verdict is the opposite one."""
        return self.holds is not None and verdict.exit_status in (0, 1) and self.holds is not verdict.holds

    def __str__(self) -> str:
        word = {True: "proved", False: "refuted", None: "time-out"}[self.holds]
        return f"{word} {self.seconds}"


def proved(seconds: int) -> Published:
    """Published as private."""
    return Published(True, str(seconds))


def refuted(seconds: int) -> Published:
    """Published as not private."""
    return Published(False, str(seconds))


@dataclass(frozen=True)
class Row:
    """One line of the table; `noise` maps "discrete" and "continuous" to a draw."""

    name: str
    n: int
    body: Callable[[Noise], Body]
    noise: Mapping[str, Noise]
    epsilon: EpsilonLike = EPS
    delta: ExactLike = 0
    published: Published | None = None
    entries: tuple[int, ...] = (-1, 0, 1)
    adjacency: Adjacency = EVERY_QUERY
    remark: str = ""
    heavy: bool = False
    judge: Callable[[SymbolicMechanism], Verdict] | None = None
    """How the claim is decided, where its epsilon is not the EPS of the noise."""
    multiple: bool = True
    """Whether the smallest multiple of epsilon is asked for."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of noise."""
        return tuple(self.noise)

    def rates_at(self, epsilon: Fraction) -> Fraction:
        """The number for EPS in the rates of the noise, at an epsilon of the claim."""
        return 1 / epsilon if self.judge is decide_reciprocal else epsilon

    def mechanism(self, kind: str) -> SymbolicMechanism:
        """The mechanism on all inputs, with discrete or continuous noise."""
        body = self.body(self.noise[kind])
        return SymbolicMechanism(body, cube(self.n, self.entries), self.adjacency, name=self.name)


@dataclass(frozen=True)
class FiniteRow:
    """A mechanism with finitely many outcomes and no noise of its own."""

    name: str
    n: int
    build: Callable[[], SymbolicMechanism]
    epsilon: EpsilonLike = EPS
    delta: ExactLike = 0
    published: Published | None = None
    remark: str = ""
    heavy: bool = False
    judge: Callable[[SymbolicMechanism], Verdict] | None = None
    multiple: bool = True

    @property
    def kinds(self) -> tuple[str, ...]:
        """No noise."""
        return ("finite",)

    def rates_at(self, epsilon: Fraction) -> Fraction:
        """The number for EPS at an epsilon of the claim."""
        return epsilon

    def mechanism(self, kind: str) -> SymbolicMechanism:
        """The mechanism; there is but one kind."""
        return self.build()


AnyRow = Row | FiniteRow
