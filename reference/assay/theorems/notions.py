"""Guarantees by divergences: Renyi at one or several orders, zero-concentrated."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from ..dp.adjacency import Adjacency
from ..dp.outputs import shown
from ..errors import InvalidType, InvalidValue
from ..exact import INFINITY, ExactLike, Number
from ._check import order
from ._real import RealValue, non_negative
from .guarantee import CertifiedGuarantee, Guarantee, Statement, check_flag
from .scope import Scope, read_scope


@dataclass(frozen=True, init=False, repr=False)
class RenyiGuarantee(Statement):
    """The statement D_alpha(M(x) || M(x')) <= r_alpha, for the listed orders alpha > 1 and adjacent x, x'.

    divergences: {alpha: r_alpha}, exact or certified.  The other arguments are those of `Guarantee`.
    Raises InvalidValue for no order, an order that is not above 1, or a negative divergence.
    Source: Mironov 2017, definition 4.
    """

    divergences: tuple[tuple[Number, RealValue], ...]
    scope: Scope | None
    adaptive: bool

    def __init__(
        self,
        divergences: Mapping[int | str | Number, RealValue | ExactLike],
        *,
        adjacency: Adjacency | None = None,
        domain: Iterable[Hashable] | None = None,
        unit: str | None = None,
        adaptive: bool = True,
    ) -> None:
        if not isinstance(divergences, Mapping):
            raise InvalidType(
                f"divergences is {shown(divergences)}; give {{order: divergence}}, such as {{2: '1/2'}}"
            )
        found = tuple((order(alpha), non_negative(r, f"D_{alpha}")) for alpha, r in divergences.items())
        if not found:
            raise InvalidValue("divergences is empty; give at least one order, such as {2: '1/2'}")
        object.__setattr__(self, "divergences", found)
        object.__setattr__(self, "scope", read_scope(adjacency, domain, unit))
        object.__setattr__(self, "adaptive", check_flag(adaptive, "adaptive"))

    @property
    def notion(self) -> str:
        """The word Renyi."""
        return "Renyi"

    def at(self, alpha: Number) -> RealValue:
        """The bound at the least listed order >= alpha, since D grows with the order; INFINITY for none."""
        above = sorted((pair for pair in self.divergences if pair[0] >= alpha), key=lambda pair: pair[0])
        return above[0][1] if above else INFINITY

    def __str__(self) -> str:
        listed = ", ".join(f"({alpha}, {r})" for alpha, r in self.divergences)
        return f"{listed}-RDP{self.about}"


@dataclass(frozen=True, init=False, repr=False)
class ConcentratedGuarantee(Statement):
    """The statement D_alpha(M(x) || M(x')) <= rho alpha, for every order alpha > 1 and adjacent x, x'.

    rho is exact or certified: of a Gaussian of scale sigma at sensitivity s it is s^2/(2 sigma^2).
    The other arguments are those of `Guarantee`.  Raises InvalidValue for a negative or infinite rho.
    Source: Bun and Steinke 2016, definition 1.1.
    """

    rho: RealValue
    scope: Scope | None
    adaptive: bool

    def __init__(
        self,
        rho: RealValue | ExactLike,
        *,
        adjacency: Adjacency | None = None,
        domain: Iterable[Hashable] | None = None,
        unit: str | None = None,
        adaptive: bool = True,
    ) -> None:
        object.__setattr__(self, "rho", non_negative(rho, "rho"))
        object.__setattr__(self, "scope", read_scope(adjacency, domain, unit))
        object.__setattr__(self, "adaptive", check_flag(adaptive, "adaptive"))

    @property
    def notion(self) -> str:
        """The word zCDP."""
        return "zCDP"

    def __str__(self) -> str:
        return f"{self.rho}-zCDP{self.about}"


AnyGuarantee: TypeAlias = "Guarantee | CertifiedGuarantee | RenyiGuarantee | ConcentratedGuarantee"
"""What may be known of a mechanism."""

NOTIONS = (Guarantee, CertifiedGuarantee, RenyiGuarantee, ConcentratedGuarantee)
