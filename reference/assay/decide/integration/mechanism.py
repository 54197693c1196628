"""`CertifiedMechanism`: a program with Gaussian noise at one epsilon, and verdicts on (epsilon, delta)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

from ...adjacency.inputs import check_domain
from ...adjacency.relation import Adjacency
from ...arguments import positive_integer, positive_rational, probability
from ...budgets.progress import track
from ...dp.verdict import Verdict
from ...errors import InvalidValue
from ...exact import Certified, EpsilonLike, ExactLike, Number, eps
from ...exact._flint import arb, precision
from ...exact.bracket import Bracket
from ...outputs.text import brief
from ...programs import Program
from ...programs.noise.families import Families
from ...programs.noise.rates import Rates
from ..reading import Leaves, Reader, located
from ..released_comparisons import Leaf, check_parts, joined
from .cones import Cone
from .integrals import Integrals, Sum, sum_of
from .released import NOT_APART, Apart, Released, apart, released

DIGITS = 6

Row = dict[Hashable, Sum]
"""The probability of every output that is possible."""


class CertifiedMechanism:
    """A program that draws continuous noise, at one epsilon; outputs may hold Gaussian values of their own.

    program: draws `gaussian`, and also `laplace`, `exponential` of rational rates, `flip`, `draw`, `uniform`.

    epsilon: a positive rational that stands for EPS; without it the program may not depend on EPS.

    P(M(x) = o) is a sum of iterated integrals, see `trees`, enclosed at any precision, see `integrals`; for
    noisy values in outputs see `released`.

    Raises OutsideClass (with the line) for a program outside the class, InvalidValue for one whose outputs
    hold other noisy values, InvalidType for one that draws noise on the integers.
    Source of such programs: DiPApprox, CCS 2025, which bounds the same integrals.
    """

    def __init__(
        self,
        program: Program[..., Any] | Callable[..., Any],
        domain: Iterable[Hashable],
        adjacency: Adjacency,
        epsilon: ExactLike | None = None,
        *,
        name: str | None = None,
    ) -> None:
        value = None if epsilon is None else positive_rational(epsilon, "epsilon")
        self.domain: tuple[Hashable, ...] = check_domain(domain)
        self.pairs: tuple[tuple[Hashable, Hashable], ...] = adjacency.pairs(self.domain)
        self.name: str = name or str(getattr(program, "__name__", "program"))
        reader = Reader(program, self.domain, self.name, Rates(True, value, gaussian=True))
        leaves = {x: reader.leaves(x) for x in track(self.domain, "inputs")}
        for x in reversed(self.domain):
            reader.repeat(x, leaves[x][:1])
        self._epsilon = value
        self.known_integrals: dict[tuple[int, frozenset[Sum]], Integrals] = {}
        self._values: dict[Hashable, dict[Hashable, tuple[Released, ...]]] = {}
        with located(program):
            self._rows = self._table(leaves)

    def _table(self, leaves: dict[Hashable, Leaves]) -> dict[Hashable, Row]:
        families = Families((output for row in leaves.values() for _, output in row), f"program {self.name}")
        interned: dict[Sum, Sum] = {}
        table: dict[Hashable, Row] = {}
        for x in track(list(leaves), "inputs"):
            cones: dict[Hashable, list[Cone]] = {}
            values = self._values[x] = {}
            for leaf in joined([Leaf(path, *families[output]) for path, output in leaves.pop(x)]):
                path, outcome = leaf.path, leaf.shape
                found = released(path, leaf.coordinates, f"output {brief(outcome)} of program {self.name}")
                if values.setdefault(outcome, found) != found:
                    raise InvalidValue(
                        f"output {brief(outcome)} of program {self.name} holds noisy values in several "
                        f"ways on the input {brief(x)}, a mixture; return what tells them apart as well"
                    )
                cones.setdefault(outcome, []).append(Cone.of(path, self._weight(path.weight)))
            rows = {outcome: sum_of(found) for outcome, found in cones.items()}
            table[x] = {outcome: interned.setdefault(p, p) for outcome, p in rows.items()}
        check_parts(table.values(), f"program {self.name}")
        return table

    def distance(self, x: Hashable, y: Hashable, outcome: Hashable) -> Apart:
        """How far the noisy values of an outcome on x and on y lie apart.

        Raises InvalidValue where their variances differ, see `released.apart`.
        """
        left, right = self._values[x][outcome], self._values[y][outcome]
        if not (left or right):
            return NOT_APART
        return apart(left, right, f"output {brief(outcome)} on {brief(x)} and {brief(y)}")

    def _weight(self, weight: Number) -> Number:
        """The probability of the finite draws of a path."""
        if not weight.is_symbolic:
            return weight
        if self._epsilon is None:
            raise InvalidValue(f"probability {weight} depends on EPS; say at which EPS the program is read")
        return weight.substitute(self._epsilon)

    def row(self, x: Hashable) -> Row:
        """The probability of every outcome as a sum; InvalidValue for an input outside the domain."""
        if x not in self._rows:
            raise InvalidValue(f"input {x!r} is not in the domain of {self.name}; use one of .domain")
        return self._rows[x]

    def distribution(self, x: Hashable) -> dict[Hashable, Certified]:
        """P(M(x) = o) for every output o that is possible, whatever noisy values it holds."""
        return {o: _certified(p, f"P({self.name}({brief(x)}) = {brief(o)})") for o, p in self.row(x).items()}

    def delta(self, epsilon: EpsilonLike) -> Certified:
        """max over adjacent x, x' of the sum over o of max(0, P(M(x) = o) - e^epsilon P(M(x') = o)).

        Raises InvalidValue for a negative epsilon.
        """
        from .profile import Profile

        return Profile(self, eps(epsilon)).delta()

    def epsilon(self, delta: ExactLike, digits: int = DIGITS) -> Bracket:
        """The smallest epsilon >= 0 with delta(epsilon) <= delta: both ends are proved, see `audit`.

        digits: the bracket is narrowed to 10^-digits of its upper end, where enclosures tell that much.

        Infinite where no epsilon is enough; the upper end is None where none was shown to be enough.

        Raises InvalidValue for a delta outside [0, 1], UndecidedError where not even an infinite epsilon is
        decided.
        """
        from .audit import smallest_epsilon

        return smallest_epsilon(self, probability(delta, "delta"), positive_integer(digits, "digits"))

    def audit(self, epsilon: EpsilonLike, delta: ExactLike = 0) -> Verdict:
        """Judge the claim P[M(x) in S] <= e^epsilon P[M(x') in S] + delta, for all adjacent x, x' and all S.

        Verified: it holds.  Refuted: the witness has a lower bound of P and an upper bound of Q that
        suffice. Undecided: enclosures of LAST_BITS bits do not tell, as where both sides are equal, or a
        budget is spent.

        Raises InvalidValue for a negative epsilon or a delta outside [0, 1], FloatRefused for a float.
        """
        from .audit import audit

        return audit(self, eps(epsilon), probability(delta, "delta"))

    def __repr__(self) -> str:
        return f"CertifiedMechanism({self.name!r}, {len(self.domain)} inputs)"


def _certified(p: Sum, description: str) -> Certified:
    def ball(bits: int) -> arb:
        integrals = Integrals(p.trees(), bits)
        with precision(bits):
            return p.enclosure(integrals)

    return Certified(ball, description)
