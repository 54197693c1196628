"""One round: two distributions on the line, by their masses or by their distribution functions, and its best
event.
"""

from __future__ import annotations

from collections.abc import Callable

from .finite import laws
from .values import NotRechecked, Real, Row, mp, value


class Pair:
    """Two distributions on the line whose loss ln(dP/dQ) never decreases: atoms or distribution functions."""

    def __init__(self, family: str, parameters: Row, rate: Real, adjacency: str, adding: bool) -> None:
        self.family, self.rate, self.adjacency, self.adding = family, rate, adjacency, adding
        self.parameters = {name: value(text) for name, text in parameters.items()}
        self.table: tuple[dict[str, Real], dict[str, Real]] | None = None

    @staticmethod
    def of(data: Row, adding: bool) -> Pair:
        """The pair of a round, in one direction."""
        pair = Pair(data["family"], data["parameters"], value(data["rate"]), data["adjacency"], adding)
        if data["family"] == "finite":
            pair.table = laws(data)
        return pair

    @property
    def is_continuous(self) -> bool:
        """Whether it is given by distribution functions."""
        return self.family in ("gaussian", "laplace")

    def tail(self, x: Real, centre: Real) -> Real:
        """P(Z + centre > x)."""
        if self.family == "gaussian":
            return mp.erfc((x - centre) / (self.parameters["sigma"] * mp.sqrt(2))) / 2
        z = (x - centre) / self.parameters["scale"]
        return mp.exp(-z) / 2 if z > 0 else 1 - mp.exp(z) / 2

    def sides(self) -> tuple[list[tuple[Real, Real]], list[tuple[Real, Real]]]:
        """(weight, centre) of the parts of P and of Q, for P to the right of Q."""
        far, near = self.parameters.get("sensitivity", mp.mpf(1)), mp.mpf(0)
        mixed = [(1 - self.rate, near), (self.rate, far)]
        if self.adjacency == "replace-one" and self.rate != 1:
            return mixed, [(1 - self.rate, near), (self.rate, -far)]
        if self.adding:  # mirrored, so that P is to the right
            return [(mp.mpf(1), near)], [(1 - self.rate, near), (self.rate, -far)]
        return mixed, [(mp.mpf(1), near)]

    def masses_beyond(self, x: Real) -> tuple[Real, Real]:
        """(P, Q) of {outcome > x}."""
        p, q = (mp.fsum(w * self.tail(x, c) for w, c in side) for side in self.sides())
        return p, q

    def atoms(self) -> list[tuple[Real, Real]]:
        """(P, Q) masses of a discrete pair, what is beyond a far outcome left out."""
        first, second = self._base_atoms()
        mixed = [(1 - self.rate) * b + self.rate * a for a, b in zip(first, second, strict=True)]
        return list(zip(second, mixed, strict=True)) if self.adding else list(zip(mixed, second, strict=True))

    def _base_atoms(self) -> tuple[list[Real], list[Real]]:
        if self.table is not None:
            p, q = self.table
            names = list(dict.fromkeys([*p, *q]))
            zero = mp.mpf(0)
            return [p.get(o, zero) for o in names], [q.get(o, zero) for o in names]
        if self.family == "approximate":
            lost = self.parameters["delta"]
            growth = mp.exp(self.parameters["epsilon"])
            high, low = (1 - lost) * growth / (1 + growth), (1 - lost) / (1 + growth)
            return [lost, high, low, mp.mpf(0)], [mp.mpf(0), low, high, lost]
        return self._lattice()

    def _lattice(self) -> tuple[list[Real], list[Real]]:
        """The masses of discrete noise and of the same moved by the sensitivity."""
        distance = int(self.parameters.get("sensitivity", 1))
        spread = self.parameters["scale" if self.family == "discrete-laplace" else "sigma"]
        reach = int((360 if self.family == "discrete-laplace" else 30) * spread) + 10
        if reach > 100_000:
            raise NotRechecked("the noise is too wide to list")

        def weigh(z: int) -> Real:
            if self.family == "discrete-laplace":
                return mp.exp(-abs(z) / spread)
            if self.family == "discrete-gaussian":
                return mp.exp(-(mp.mpf(z) ** 2) / (2 * spread**2))
            raise NotRechecked(f"the family {self.family!r} is not known")

        weights = {z: weigh(z) for z in range(-reach - distance, reach + distance + 1)}
        total = mp.fsum(weights.values())
        outcomes = range(-reach, reach + distance + 1)
        return [weights[z - distance] / total for z in outcomes], [weights[z] / total for z in outcomes]


def one_round(pair: Pair, epsilon: Real) -> Real:
    """P(S) - e^epsilon Q(S) for the best event of one round, which any event bounds from below."""
    growth = mp.exp(epsilon)
    if not pair.is_continuous:
        return mp.fsum(max(mp.mpf(0), p - growth * q) for p, q in pair.atoms())

    def gain(x: Real) -> Real:
        p, q = pair.masses_beyond(x)
        return p - growth * q

    spread = pair.parameters["sigma" if pair.family == "gaussian" else "scale"]
    far = pair.parameters.get("sensitivity", mp.mpf(1))
    reach = 4 * far + spread * (40 if pair.family == "gaussian" else 400) + spread**2 * abs(epsilon) / far
    corners = [c for side in pair.sides() for _, c in side]
    return max(mp.mpf(0), *(gain(c) for c in corners), gain(_peak(gain, -reach, reach)))


def _peak(gain: Callable[[Real], Real], low: Real, high: Real) -> Real:
    """Where a function with one peak is largest, by thirds."""
    for _ in range(300):
        third = (high - low) / 3
        if gain(low + third) < gain(high - third):
            low += third
        else:
            high -= third
    return (low + high) / 2
