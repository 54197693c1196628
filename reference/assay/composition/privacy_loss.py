"""The distribution of the total privacy loss of finite pairs, exactly: delta at an epsilon, epsilon at a
delta.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import cached_property
from typing import TypeVar

from ..arguments import positive_integer
from ..dp import Dist
from ..errors import BudgetExceeded, InvalidValue
from ..exact import INFINITY, Certified, EpsilonLike, ExactLike, Log, Number, eps, ln, number
from .arguments import counted
from .enclosure import enclosed_delta
from .finite_pair import ONE, FinitePair, LossAtom, check_finite
from .meet_in_the_middle import Halves, halved, least_epsilon, merged
from .ordered import Ordered
from .packed_polynomials import shared_field
from .threshold import first_true
from .two_losses import TwoLosses, two_losses

T = TypeVar("T", bound=Hashable)

DEFAULT_BYTES = 4 * 10**9


class PrivacyLoss:
    """The privacy loss distribution of finite pairs, each repeated a number of times.

        L = L_1 + ... + L_k  with independent losses,
        delta(epsilon) = P(L = inf) + sum over l > epsilon of P(L = l) - e^epsilon Q(L = l).

    For adaptively chosen mechanisms this is the worst case whenever every round is dominated by its pair
    (P, Q) (Dong, Roth and Su 2022, theorem 3.2; Zhu, Dong and Wang 2022, theorem 10).

    rounds: (round, count) with count >= 0.  max_bytes: an estimate beyond it raises BudgetExceeded before
    anything is allocated.  Raises InvalidType, InvalidValue for anything else.
    """

    def __init__(self, rounds: Iterable[tuple[FinitePair, int]], max_bytes: int = DEFAULT_BYTES) -> None:
        given = counted(rounds, "rounds", "such as [(FinitePair.of(p, q), 10)]")
        self.rounds: tuple[tuple[FinitePair, int], ...] = merged(
            [(check_finite(one), count) for one, count in given]
        )
        self.max_bytes: int = positive_integer(max_bytes, "max_bytes")

    @staticmethod
    def of(p: Dist[T], q: Dist[T], count: int) -> PrivacyLoss:
        """`count` rounds of the ordered pair (P, Q)."""
        return PrivacyLoss([(FinitePair.of(p, q), count)])

    @cached_property
    def infinite(self) -> Number:
        """P(L = infinity) = 1 - prod (1 - P_i({Q_i = 0}))^(k_i)."""
        finite = ONE
        for r, k in self.rounds:
            finite = finite * (ONE - r.infinite) ** k
        return ONE - finite

    @cached_property
    def _two(self) -> TwoLosses | None:
        """The totals where one round with two losses is repeated."""
        if len(self.rounds) != 1:
            return None
        found = two_losses(*self.rounds[0])
        needed = max(found.above.memory(), found.below.memory()) if found is not None else 0
        if needed > self.max_bytes:
            raise BudgetExceeded(
                f"this composition needs about {needed} bytes, more than max_bytes = {self.max_bytes}; "
                "use fewer rounds or a larger max_bytes, or ask for delta_enclosed"
            )
        return found

    @cached_property
    def _all(self) -> TwoLosses | Ordered:
        """All totals in increasing order."""
        return Ordered(self.rounds, self.max_bytes) if self._two is None else self._two

    @cached_property
    def _halves(self) -> Halves | None:
        """Two halves of the rounds where their losses need several steps, none a function of EPS."""
        atoms = [atom for r, _ in self.rounds for atom in r.atoms]
        if len(self.rounds) < 2 or any(x.is_symbolic for a in atoms for x in (a.loss, a.p, a.q)):
            return None
        field = shared_field([x for a in atoms for x in (a.p, a.q)])
        found = halved(self.rounds, self.max_bytes, field)
        return None if found is None else Halves.of(*found)

    def estimated_bytes(self) -> int:
        """About how much memory an answer takes; a measure of the work as well."""
        found = two_losses(*self.rounds[0]) if len(self.rounds) == 1 else None
        if found is not None:
            return max(found.above.memory(), found.below.memory())
        ordered = Ordered(self.rounds, self.max_bytes)
        return ordered.size * (ordered.p.bits() // 8 + 16)

    def pair(self) -> FinitePair:
        """The product pair, an atom for each total loss: all of them, so that it is for few rounds."""
        ordered = Ordered(self.rounds, self.max_bytes)
        p, q = ordered.distributions
        atoms = [
            LossAtom(ordered.grid.loss(place), p.probability([place]), q.probability([place]))
            for place in ordered.kept
        ]
        return FinitePair(tuple(atoms), self.infinite)

    @property
    def losses(self) -> tuple[Log, ...]:
        """The finite total losses, in increasing order."""
        return tuple(map(self._all.loss, range(len(self._all))))

    def delta(self, epsilon: EpsilonLike) -> Number:
        """The exact delta(epsilon) of the composition, for 0 <= epsilon <= infinity."""
        bound = eps(epsilon)
        if bound.is_infinite:
            return self.infinite
        if self._two is not None:
            return self._two.delta(bound)
        if self._halves is not None and not bound.is_symbolic:
            above, below = self._halves.tails(bound)
        else:
            above, below = self._all.tail(self._all.first_above(bound))
        return self.infinite + above - bound.exp() * below if below else self.infinite

    def delta_enclosed(self, epsilon: EpsilonLike) -> Certified:
        """The same as a certified number, for losses on one lattice step: for very many rounds, by balls.

        Raises InvalidValue for losses without a common step; reading a digit may raise BudgetExceeded.
        """
        every = Ordered(self.rounds, self.max_bytes)
        return enclosed_delta(self.rounds, every.p, every.grid, eps(epsilon), self.max_bytes)

    def epsilon(self, delta: ExactLike) -> Log:
        """The smallest epsilon >= 0 with delta(epsilon) <= delta, exactly; INFINITY if there is none.

        Raises InvalidValue unless 0 <= delta <= 1.
        """
        allowed = number(delta, "delta")
        if allowed < 0 or allowed > 1:
            raise InvalidValue(f"delta = {allowed} is not a probability; give an exact number from 0 to 1")
        if self.infinite > allowed:
            return INFINITY
        halves = self._halves
        if halves is not None:
            pieces = len(halves)
            if not pieces:
                return eps(0)
            return least_epsilon(halves.tails, self.infinite, allowed, halves.highest, pieces)
        every, last = self._all, max(len(self._all) - 1, 0)
        first = first_true(lambda i: every.allows(i, self.infinite, allowed), last, last // 2)
        above, below = every.tail(first)
        if not below or self.infinite + above <= allowed:
            return eps(0)
        return max(ln((self.infinite + above - allowed) / below), eps(0))
