"""`PiecewiseLoss`: an exact loss as a function of eps whose worst event changes, given by pieces."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from ..errors import UndecidedError
from ..exact import Certified, EpsilonLike, Log, eps
from ..exact.logs import LogOperand
from .loss import Loss

REASON = "is a function of eps given by pieces; substitute an epsilon first"


class PiecewiseLoss(Log):
    """A `Log` that is one logarithm for eps up to the first breakpoint, another up to the second, ...

    It knows its pieces, and its value at any epsilon (`substitute`); sums and rational multiples go piece by
    piece.  It is compared with logarithms that lie above, on, or below it for every eps; any other question
    raises UndecidedError.
    """

    __slots__ = ("breakpoints", "pieces")

    pieces: tuple[Log, ...]
    breakpoints: tuple[Log | Certified, ...]

    def __new__(cls, pieces: tuple[Log, ...], breakpoints: tuple[Log | Certified, ...]) -> PiecewiseLoss:
        """The first piece holds up to the first breakpoint, and so on."""
        made = object.__new__(cls)
        for name, value in (("pieces", pieces), ("breakpoints", breakpoints), ("infinite", 0)):
            object.__setattr__(made, name, value)
        return made

    @classmethod
    def of(cls, loss: Loss) -> Log:
        """The loss; a plain Log where one event is the worst for every eps.

        Raises InvalidValue where a piece holds powers of eps itself, which no Log does.
        """
        pieces = tuple(piece.log(loss.k) for piece in loss.pieces)
        return pieces[0] if len(pieces) == 1 else cls(pieces, tuple(loss.breakpoints()))

    @property
    def is_symbolic(self) -> bool:
        """It is a function of eps."""
        return True

    def substitute(self, epsilon: EpsilonLike) -> Log:
        """The value at an exact epsilon > 0; the pieces agree at the breakpoints."""
        at = eps(epsilon)
        below = sum(end.compare(at) < 0 for end in self.breakpoints)
        return self.pieces[below].substitute(at)

    def _each(self, change: Callable[[Log], Log]) -> PiecewiseLoss:
        return PiecewiseLoss(tuple(change(piece) for piece in self.pieces), self.breakpoints)

    def __add__(self, other: LogOperand) -> Log:
        if isinstance(other, PiecewiseLoss):
            self._refuse()
        return self._each(lambda piece: piece + other)

    __radd__ = __add__

    def __neg__(self) -> Log:
        return self._each(lambda piece: -piece)

    def __mul__(self, factor: Any) -> Log:
        return self._each(lambda piece: piece * factor)

    __rmul__ = __mul__

    def _compare(self, other: object) -> int | None:
        """The sign where it is the same for all pieces at every eps."""
        if isinstance(other, PiecewiseLoss):
            if self == other:
                return 0
            self._refuse()
        signs = {piece._compare(other) for piece in self.pieces}
        if len(signs) > 1:
            self._refuse()
        return signs.pop()

    def _refuse(self) -> NoReturn:
        raise UndecidedError(f"{self} {REASON}")

    def __getattr__(self, name: str) -> NoReturn:
        """The parts r, s, c, v of a plain Log, which it does not have."""
        if name in ("rational", "symbolic", "coefficient", "argument"):
            self._refuse()
        raise AttributeError(name)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PiecewiseLoss):
            return False
        return (self.pieces, self._ends()) == (other.pieces, other._ends())

    def __hash__(self) -> int:
        return hash((self.pieces, self._ends()))

    def __reduce__(self) -> tuple[object, ...]:
        return PiecewiseLoss, (self.pieces, self.breakpoints)

    def _ends(self) -> tuple[str, ...]:
        return tuple(map(_shown, self.breakpoints))

    def __str__(self) -> str:
        parts = [
            f"{p} for eps <= {_shown(end)}" for p, end in zip(self.pieces, self.breakpoints, strict=False)
        ]
        return ", then ".join([*parts, f"{self.pieces[-1]}"])

    def __repr__(self) -> str:
        return f"PiecewiseLoss({self})"


def _shown(end: Log | Certified) -> str:
    return str(end) if isinstance(end, Log) else f"~{end.decimal(12)}"
