"""`PiecewiseLoss`: an exact loss as a function of eps whose worst event changes, given by pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NoReturn

from ..errors import UndecidedError
from ..exact import Certified, EpsilonLike, Log, Number, eps
from ..exact._flint import fraction
from ..exact.coercion import exact_rational
from ..exact.logs import LogOperand
from .loss import Loss
from .signs.comparisons import Span, signs_on
from .signs.endpoints import endpoint
from .signs.sign_table import Root

REASON = "is a function of eps given by pieces; substitute an epsilon first"


class PiecewiseLoss(Log):
    """A `Log` that is one logarithm for eps up to the first breakpoint, another up to the second, ...

    It knows its pieces, and its value at any epsilon (`substitute`); sums and rational multiples go piece by
    piece.  It is compared with another logarithm on each piece by itself, and has an order where that is the
    same on all of them; any other question raises UndecidedError.
    """

    __slots__ = ("k", "pieces", "roots")

    pieces: tuple[Log, ...]
    roots: tuple[Root, ...]
    """The breakpoints, as values of t = eps/k."""
    k: int

    def __new__(cls, pieces: tuple[Log, ...], roots: tuple[Root, ...], k: int) -> PiecewiseLoss:
        """The first piece holds up to the first breakpoint, and so on."""
        made = object.__new__(cls)
        for name, value in (("pieces", pieces), ("roots", roots), ("k", k), ("infinite", 0)):
            object.__setattr__(made, name, value)
        return made

    @classmethod
    def of(cls, loss: Loss) -> Log:
        """The loss; a plain Log where one event is the worst for every eps.

        Raises InvalidValue where a piece holds powers of eps itself, which no Log does.
        """
        pieces = tuple(piece.log(loss.k) for piece in loss.pieces)
        roots = tuple(piece.interval.high for piece in loss.pieces if piece.interval.high is not None)
        return pieces[0] if len(pieces) == 1 else cls(pieces, roots, loss.k)

    @property
    def breakpoints(self) -> tuple[Log | Certified, ...]:
        """The epsilons where the worst event changes."""
        return tuple(endpoint(root, self.k) for root in self.roots)

    def spans(self) -> Iterator[tuple[Log, Span]]:
        """Every piece with the interval on which it holds."""
        ends = [None, *((root, self.k) for root in self.roots), None]
        for n, piece in enumerate(self.pieces):
            yield piece, Span(ends[n], ends[n + 1])

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
        return PiecewiseLoss(tuple(change(piece) for piece in self.pieces), self.roots, self.k)

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

    def signs_against(self, other: object) -> frozenset[int] | None:
        """The signs that self - other takes, piece by piece; None for a type that is not compared."""
        found: set[int] = set()
        for piece, span in self.spans():
            if isinstance(other, Log):
                others = (
                    other.spans() if isinstance(other, PiecewiseLoss) else iter([(other, Span(None, None))])
                )
                for right, inner in others:
                    common = span.meet(inner)
                    if common is not None:
                        found |= signs_on(piece, right, common)
                continue
            plain = _as_log(other)
            if plain is None:
                return None
            found |= signs_on(piece, plain, span)
        return frozenset(found)

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
        return (self.pieces, self.roots, self.k) == (other.pieces, other.roots, other.k)

    def __hash__(self) -> int:
        return hash((self.pieces, self.roots, self.k))

    def __reduce__(self) -> tuple[object, ...]:
        return PiecewiseLoss, (self.pieces, self.roots, self.k)

    def __str__(self) -> str:
        parts = [
            f"{p} for eps <= {_shown(end)}" for p, end in zip(self.pieces, self.breakpoints, strict=False)
        ]
        return ", then ".join([*parts, f"{self.pieces[-1]}"])

    def __repr__(self) -> str:
        return f"PiecewiseLoss({self})"


def _as_log(other: object) -> Log | None:
    """A number that is compared with logarithms, as one of them."""
    if isinstance(other, Number):
        return Log(other.as_fraction()) if other.is_rational else None
    exact = exact_rational(other, "operand")
    return None if exact is None else Log(fraction(exact))


def _shown(end: Log | Certified) -> str:
    return str(end) if isinstance(end, Log) else f"~{end.decimal(12)}"
