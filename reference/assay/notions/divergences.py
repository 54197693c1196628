"""Guarantees by divergences: Renyi at some orders or at all, zero-concentrated."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias, Unpack

from ..errors import InvalidType, InvalidValue
from ..exact import INFINITY, ExactLike, Number
from ..exact.real import brief
from ..outputs.text import with_type
from ..theorems._check import order
from ..theorems._real import RealValue, non_negative
from ..theorems.statement import About, Statement

Curve: TypeAlias = Callable[[Number], RealValue | ExactLike]
"""A bound r(alpha) of the divergence for every order alpha > 1."""


@dataclass(frozen=True, init=False, repr=False)
class RenyiGuarantee(Statement):
    """The statement D_alpha(M(x) || M(x')) <= r_alpha, for adjacent x, x' and the listed orders alpha > 1.

    divergences: {alpha: r_alpha}, exact or certified; or a function from alpha to r_alpha, which is then
    stated for every order.  The other arguments are those of `Guarantee`.
    Raises InvalidValue for no order, an order that is not above 1, or a negative divergence.
    Source: Mironov 2017, definition 4.
    """

    divergences: tuple[tuple[Number, RealValue], ...]
    curve: Curve | None

    def __init__(
        self,
        divergences: Mapping[int | str | Number, RealValue | ExactLike] | Curve,
        **about: Unpack[About],
    ) -> None:
        curve = divergences if not isinstance(divergences, Mapping) and callable(divergences) else None
        found: tuple[tuple[Number, RealValue], ...] = ()
        if isinstance(divergences, Mapping):
            found = tuple(
                (order(alpha), non_negative(r, f"D_{brief(alpha)}")) for alpha, r in divergences.items()
            )
        elif curve is None:
            raise InvalidType(
                f"divergences is {with_type(divergences)}; give {{order: divergence}}, such as {{2: "
                f"'1/2'}}, or "
                "a function from the order"
            )
        if not found and curve is None:
            raise InvalidValue("divergences is empty; give at least one order, such as {2: '1/2'}")
        orders = [alpha for alpha, _ in found]
        if len(set(orders)) < len(orders):
            raise InvalidValue("divergences gives an order twice; give each order once")
        object.__setattr__(self, "divergences", found)
        object.__setattr__(self, "curve", curve)
        self._read_about(**about)

    @property
    def notion(self) -> str:
        """The word Renyi."""
        return "Renyi"

    def at(self, alpha: Number) -> RealValue:
        """The bound at alpha: of the curve, or of the least listed order >= alpha; INFINITY for none.

        D_alpha grows with the order.
        """
        if self.curve is not None:
            return non_negative(self.curve(alpha), f"D_{alpha}")
        above = sorted((pair for pair in self.divergences if pair[0] >= alpha), key=lambda pair: pair[0])
        return above[0][1] if above else INFINITY

    def __str__(self) -> str:
        listed = ", ".join(f"({alpha}, {r})" for alpha, r in self.divergences)
        return f"{listed or '(alpha, r(alpha)) for every alpha > 1'}-RDP{self.about}"


@dataclass(frozen=True, init=False, repr=False)
class ConcentratedGuarantee(Statement):
    """The statement D_alpha(M(x) || M(x')) <= rho alpha, for every order alpha > 1 and adjacent x, x'.

    rho is exact or certified: of a Gaussian of scale sigma at sensitivity s it is s^2/(2 sigma^2).
    The other arguments are those of `Guarantee`.  Raises InvalidValue for a negative or infinite rho.
    Source: Bun and Steinke 2016, definition 1.1.
    """

    rho: RealValue

    def __init__(self, rho: RealValue | ExactLike, **about: Unpack[About]) -> None:
        object.__setattr__(self, "rho", non_negative(rho, "rho"))
        self._read_about(**about)

    @property
    def notion(self) -> str:
        """The word zCDP."""
        return "zCDP"

    def __str__(self) -> str:
        return f"{self.rho}-zCDP{self.about}"
