"""`SymbolicMechanism`: output distributions as functions of epsilon > 0, checked to be distributions."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from copy import copy
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

from ..adjacency.inputs import check_domain
from ..adjacency.relation import Adjacency
from ..budgets.progress import track
from ..dp import Mechanism
from ..errors import InvalidValue
from ..exact import Number
from ..exact.fields import RATIONALS, Symbolic
from ..programs import Program
from ..programs.noise.families import Families
from ..programs.noise.rates import EVERY_EPSILON, Rates
from .probabilities.output_distributions import OutputDistribution, distribution_of_path, refined_distribution
from .probabilities.values import ONE, ZERO, Value
from .reading import Leaves, Reader, check_exponents, located, whole_bounds, whole_rates
from .regions.overlaps import check_overlaps
from .released_comparisons import Leaf, check_parts, joined
from .signs.epsilon_sets import Interval, positive_set, restricted
from .signs.sign_table import Root, sign_table

if TYPE_CHECKING:
    from .inequalities.ratios import Ratios
    from .symmetry import Symmetry

Row = dict[Hashable, OutputDistribution]
"""The distribution of every outcome (shape) that has positive probability."""


class SymbolicMechanism:
    """A program whose noise has rates that are rational multiples of EPS, on a finite domain.

    program: a function decorated with `@assay.program` (or a plain one) that draws with `geometric`,
    `laplace`, `exponential`, `one_sided_geometric` of `assay.decide`, and also with `flip`, `draw` and
    `uniform`.

    With t = epsilon/k, k the least number that makes all rates whole, probabilities are `Value`s in t and
    e^(-t).

    rates: which rates are read; at one epsilon a rational is read as that multiple of EPS.

    `unit`: continuous noisy values are in units of 1/unit, so that the numbers they meet are whole.

    Raises OutsideClass (with the line) for a program outside the class.
    Source of the class: Barthe, Chadha, Jagannath, Sistla and Viswanathan, "Deciding differential privacy for
    programs with finite inputs and outputs", LICS 2020; here the outputs may be unbounded.
    """

    unit: int = 1
    real_rates: frozenset[Fraction] = frozenset()
    """The rates of continuous noise, as multiples of EPS."""
    may_vanish: bool = True
    """Whether a probability may be 0 at some epsilon and positive at others."""
    program: Program[..., Any] | Callable[..., Any] | None = None
    adjacency: Adjacency | None = None
    """What it was made of, where it was made of a program."""

    def __init__(
        self,
        program: Program[..., Any] | Callable[..., Any],
        domain: Iterable[Hashable],
        adjacency: Adjacency,
        *,
        name: str | None = None,
        rates: Rates = EVERY_EPSILON,
    ) -> None:
        self.domain: tuple[Hashable, ...] = check_domain(domain)
        self.pairs: tuple[tuple[Hashable, Hashable], ...] = adjacency.pairs(self.domain)
        self.program, self.adjacency = program, adjacency
        self.name: str = name or str(getattr(program, "__name__", "program"))
        self.known_ratios: dict[Symmetry, Ratios] = {}
        reader = Reader(program, self.domain, self.name, rates)
        self._explore: Callable[[Hashable], Leaves] | None = reader.leaves
        leaves = {x: reader.leaves(x) for x in track(self.domain, "inputs")}
        for x in reversed(self.domain):
            reader.repeat(x, leaves[x][:1])
        with located(program):
            self._settle(leaves)

    def _settle(self, leaves: dict[Hashable, Leaves]) -> None:
        """The unit of time and the distributions, once all paths are known."""
        self.unit = whole_bounds(leaf for row in leaves.values() for leaf in row)
        paths = [path for row in leaves.values() for path, _ in row]
        self.k: int = self.unit * lcm(whole_rates(paths), *(_degree(path.weight) for path in paths))
        check_exponents(paths, self.k)
        self.may_vanish = any(path.weight.is_symbolic for path in paths)
        draws = {each for path in paths for each in path.order.distributions}
        self.real_rates = frozenset(each.rate for each in draws if not each.discrete)
        outputs = (output for row in leaves.values() for _, output in row)
        self._families = Families(outputs, f"program {self.name}")
        interned: dict[Value, Value] = {}
        self._rows: dict[Hashable, Row] = {
            x: _row(self._settled(leaves.pop(x)), self.k, self.unit, interned)
            for x in track(self.domain, "inputs")
        }
        check_parts(self._rows.values(), f"program {self.name}")
        check_overlaps(self._rows, f"program {self.name}", self.unit)

    @classmethod
    def of(cls, mechanism: Mechanism[Any, Any]) -> SymbolicMechanism:
        """A finite mechanism whose probabilities are functions of EPS."""
        made = cls.__new__(cls)
        made.domain, made.pairs, made.name = mechanism.domain, mechanism.pairs, mechanism.name
        made.known_ratios = {}
        made._explore = None
        rows = {x: dict(mechanism.distribution(x).items()) for x in mechanism.domain}
        made.k = _common_degree(p for row in rows.values() for p in row.values())
        interned: dict[Value, Value] = {}
        made._rows = {
            x: {
                o: OutputDistribution.number(_interned(Value.from_number(p, made.k), interned))
                for o, p in row.items()
            }
            for x, row in rows.items()
        }
        return made

    @classmethod
    def from_values(
        cls,
        rows: dict[Hashable, dict[Hashable, Value]],
        adjacency: Adjacency,
        *,
        k: int = 1,
        name: str = "mechanism",
    ) -> SymbolicMechanism:
        """A finite mechanism given by its matrix of values in t = epsilon/k and y = e^(-t).

        Raises InvalidValue for a row that is no distribution for every epsilon > 0: a value that is negative
        or has a pole somewhere, or a sum that is not 1 identically.
        """
        made = cls.__new__(cls)
        made.domain, made.name, made.k = check_domain(rows), name, k
        made.known_ratios, made._explore = {}, None
        made.pairs = adjacency.pairs(made.domain)
        for x, row in rows.items():
            require_distribution(x, row)
        made._rows = {
            x: {o: OutputDistribution.number(p) for o, p in row.items() if p} for x, row in rows.items()
        }
        return made

    def refined(self, m: int) -> SymbolicMechanism:
        """The same mechanism with continuous noisy values in units of 1/m, and so k m in place of k."""
        made = copy(self)
        made.k, made.unit, made.known_ratios = self.k * m, self.unit * m, {}
        made._rows = {
            x: {o: refined_distribution(distribution, m) for o, distribution in row.items()}
            for x, row in self._rows.items()
        }
        return made

    def leaves(self, x: Hashable) -> list[Leaf]:
        """The paths of the program on input x; none for a mechanism that was given by its distributions."""
        return [] if self._explore is None else self._settled(self._explore(x))

    def _settled(self, found: Leaves) -> list[Leaf]:
        """The paths with their outcomes, as all inputs together name them."""
        return joined([Leaf(path, *self._families[output]) for path, output in found])

    def row(self, x: Hashable) -> Row:
        """The distribution of every outcome on input x; InvalidValue for an input outside the domain."""
        if x not in self._rows:
            raise InvalidValue(f"input {x!r} is not in the domain of {self.name}; use one of .domain")
        return self._rows[x]

    def distribution(self, x: Hashable) -> dict[Hashable, Value]:
        """P(M(x) = o) for every outcome o; InvalidValue where an outcome holds noisy values."""
        return {o: distribution.value() for o, distribution in self.row(x).items()}

    def __repr__(self) -> str:
        return f"SymbolicMechanism({self.name!r}, {len(self.domain)} inputs, k = {self.k})"


def _common_degree(numbers: Iterable[Number]) -> int:
    return lcm(1, *{_degree(n) for n in numbers})


def _degree(n: Number) -> int:
    if n.field is RATIONALS:
        return 1
    if not isinstance(n.field, Symbolic):
        raise InvalidValue(
            f"probability {n} lies in {n.field}; next to a symbolic eps use rationals and functions of "
            "exp(eps)"
        )
    return n.field.degree


def _row(leaves: list[Leaf], k: int, unit: int, interned: dict[Value, Value]) -> Row:
    """The distributions of the outcomes: those of the paths that return the same shape, added up."""
    row: Row = {}
    for leaf in leaves:
        order = leaf.path.order
        distribution = distribution_of_path(
            order, Value.from_number(leaf.path.weight, k), leaf.coordinates, k, unit
        )
        row[leaf.shape] = row[leaf.shape] + distribution if leaf.shape in row else distribution
    return {
        shape: OutputDistribution.number(_interned(distribution.value(), interned))
        if distribution.is_number
        else distribution
        for shape, distribution in row.items()
    }


def _interned(value: Value, interned: dict[Value, Value]) -> Value:
    return interned.setdefault(value, value)


ALL_EPSILON = Interval(None, None)


def require_distribution(x: Hashable, row: Mapping[Hashable, Value], inside: Interval = ALL_EPSILON) -> None:
    """P(M(x) = o) >= 0 without a pole for every outcome o and every t inside, and the sum is 1.

    Raises:
        InvalidValue: naming the input, the outcome and the value.
    """
    for o, p in row.items():
        value = f"the probability of {o!r} on input {x!r} is {p}"
        if p.den.degrees()[0] > 0:
            raise InvalidValue(f"{value}: no t may stand below the line")
        if any(_contains(inside, root) for root in sign_table(p.den).roots):
            raise InvalidValue(f"{value}: it has a pole")
        if restricted(positive_set(sign_table(-p.num * p.den)), inside):
            raise InvalidValue(f"{value}: it is negative for some epsilon")
    total = sum(row.values(), ZERO)
    if total != ONE:
        raise InvalidValue(f"the probabilities on input {x!r} sum to {total}, not to 1")


def _contains(interval: Interval, root: Root) -> bool:
    """Whether the root lies in the open interval."""
    return (interval.low is None or interval.low < root) and (interval.high is None or root < interval.high)
