"""One mechanism of a composition by its parameters, for the certified accountant and as data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ...accounting import (
    DiscreteGaussian,
    DominatingPair,
    Gaussian,
    Laplace,
    ReplacedGaussian,
    Subsampled,
    approximate,
    discrete_laplace,
)
from ...composition import FinitePair, Round
from ...dp import Dist
from ...errors import InvalidValue
from ...exact import number

ADD_REMOVE, REPLACE = "add-remove-one", "replace-one"

FAMILIES: dict[str, Callable[..., DominatingPair]] = {
    "gaussian": Gaussian.of,
    "laplace": Laplace.of,
    "discrete-gaussian": DiscreteGaussian.of,
    "discrete-laplace": discrete_laplace,
    "approximate": approximate,
}
"""gaussian (sigma, sensitivity), laplace and discrete-laplace (scale, sensitivity), discrete-gaussian (sigma,
sensitivity), approximate (epsilon, delta): the parameters of the pairs of `assay.accounting`."""


def _same(pair: DominatingPair) -> Round:
    """One pair for both directions."""
    return Round.directed(pair, pair)


@dataclass(frozen=True)
class Noise:
    """`count` uses of one mechanism on a Poisson sample of rate `rate`.

    direction: "both", or only "remove" (with the record against without it) or "add".
    adjacency: "add-remove-one"; or "replace-one", where `sensitivity` is how far a replacement moves
        the answer. With sampling, replacement is for Gaussian noise only: `sensitivity` is then the norm of
        one record's contribution.
    table: the pair of distributions of the family "finite", removal first.
    """

    family: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    rate: Fraction | int = 1
    count: int = 1
    adjacency: str = ADD_REMOVE
    direction: str = "both"
    table: tuple[Dist[Any], Dist[Any]] | None = None

    def round(self) -> Round:
        """The pairs of the directions that count."""
        found = self._both()
        return found if self.direction == "both" else _same(found.dominating(self.direction).pair)

    def _both(self) -> Round:
        rate = number(self.rate, "rate")
        if self.table is not None:
            # (1-q) Q + q P against Q: Q is the distribution without the record
            return Round.of(Subsampled.of(FinitePair.of(*self.table), rate))
        if self.adjacency == REPLACE and rate != 1:
            if self.family != "gaussian":
                raise InvalidValue(
                    f"sampling of {self.family} noise under replacement has no certified pair here"
                )
            return _same(ReplacedGaussian.of(rate=rate, **self.parameters))
        return Round.of(Subsampled.of(self.pair(), rate))

    def pair(self) -> DominatingPair:
        """The pair without sampling."""
        if self.family not in FAMILIES:
            raise InvalidValue(f"family = {self.family!r} is none of {', '.join(FAMILIES)}; or give a table")
        return FAMILIES[self.family](**self.parameters)

    def to_json(self) -> dict[str, object]:
        """The parameters as texts."""
        found: dict[str, object] = {
            "family": "finite" if self.table is not None else self.family,
            "parameters": {name: str(value) for name, value in self.parameters.items()},
            "rate": str(self.rate),
            "count": self.count,
            "adjacency": self.adjacency,
            "direction": self.direction,
        }
        if self.table is not None:
            found |= distributions(*self.table)
        return found


def gaussians(sigma: Any, q: Any = 1, count: int = 1) -> list[Noise]:
    """`count` Gaussian rounds, each on a Poisson sample of rate q."""
    return [Noise("gaussian", {"sigma": sigma}, rate=q, count=count)]


def distributions(p: Dist[Any], q: Dist[Any]) -> dict[str, object]:
    """Two distributions as texts of their exact probabilities."""
    return {
        side: {repr(outcome): str(mass) for outcome, mass in distribution.items()}
        for side, distribution in (("p", p), ("q", q))
    }
