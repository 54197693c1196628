"""`Mechanism`: a randomised map on a finite domain, with the adjacency that says what is to be hidden."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar

from ..adjacency.inputs import check_domain
from ..adjacency.relation import Adjacency, check_is_adjacency
from ..arguments import probability
from ..budgets.progress import track
from ..enclosures.enclosed import Divergence
from ..exact import Certified, EpsilonLike, ExactLike, Log, Number, eps
from ..rich_display import Shown
from ..wiring import COMPUTATION, PLOT, load
from .computation import Computation
from .curves import Profile, TradeOff
from .dist import Dist
from .odds import PosteriorOdds
from .random_dp import Encoding
from .verdict import Verdict
from .worst_case import WorstCase

if TYPE_CHECKING:
    from matplotlib.figure import Figure
else:
    Figure = object  # loaded when something is drawn

X = TypeVar("X")
T = TypeVar("T")
R = TypeVar("R")
X_contra = TypeVar("X_contra", contravariant=True)
T_co = TypeVar("T_co", covariant=True)


class HasDistribution(Protocol[X_contra, T_co]):
    """A program, or another mechanism: it knows its own output distribution."""

    def distribution(self, x: X_contra, /) -> Dist[T_co]:
        """The output distribution on input x."""


Source: TypeAlias = (
    HasDistribution[X, T] | Callable[[X], Dist[T]] | Mapping[X, Dist[T] | Mapping[T, ExactLike]]
)
"""Where the output distributions come from: a program, a function, or a table."""


class Mechanism(Shown, Generic[X, T]):
    """A mechanism M: an output distribution M(x) for every input x of a finite domain, with an adjacency.

    Every measure below is exact, and is the worst case over all ordered adjacent pairs (x, x'); `worst_case`
    has the same measures together with the pair and the event that attain them.

    source: a program, a function that returns a `Dist`, or a table {x: Dist or {outcome: probability}}.
    domain: any iterable of distinct, hashable inputs, not empty.
    adjacency: the relation; it must relate at least one pair of the domain (otherwise everything is private).
    engine: who computes. None asks the optimised engines first and the reference where they decline;
    "reference" asks the reference alone; the name of an engine asks that one, then the reference.
    Where several answer they answer the same; `notes` says who did.

    Raises InvalidValue or InvalidType for a domain, an adjacency, a source or an engine that is not of that
    kind.
    Source: Dwork, McSherry, Nissim and Smith, TCC 2006; Dwork and Roth 2014, definition 2.4.
    """

    def __init__(
        self,
        source: Source[X, T],
        domain: Iterable[X],
        adjacency: Adjacency,
        *,
        name: str | None = None,
        engine: str | None = None,
    ) -> None:
        check_is_adjacency(adjacency)
        self._domain: tuple[X, ...] = check_domain(domain)
        self._adjacency = adjacency
        self.source = source
        self.name: str = name if name is not None else str(getattr(source, "__name__", "mechanism"))
        self._computation: Computation[X, T] = load(COMPUTATION)(self, engine)
        self._worst_case: WorstCase[X, T] = WorstCase(self)

    @property
    def domain(self) -> tuple[X, ...]:
        """The inputs.  Like the relation they are set once: what is known of M is about these."""
        return self._domain

    @property
    def adjacency(self) -> Adjacency:
        """Which inputs are adjacent."""
        return self._adjacency

    @property
    def pairs(self) -> tuple[tuple[X, X], ...]:
        """All ordered adjacent pairs (x, x'), in the order of the domain."""
        return self._computation.pairs()

    def distribution(self, x: X) -> Dist[T]:
        """The output distribution M(x).

        Raises InvalidValue for an input outside the domain, UnfinishedProgram for a program that does not
        end.
        """
        return self._computation.distribution(x)

    @property
    def outputs(self) -> tuple[T, ...]:
        """All outcomes of positive probability on some input, first seen first."""
        rows = (self.distribution(x) for x in track(self.domain, "inputs"))
        return tuple(dict.fromkeys(outcome for row in rows for outcome in row.support))

    @cached_property
    def output_count(self) -> int:
        """How many outcomes have a positive probability on some input."""
        return self._computation.output_count()

    def matrix(self) -> tuple[tuple[Number, ...], ...]:
        """The matrix with the entry P[M(x) = o] in row x of `domain` and column o of `outputs`."""
        outputs = self.outputs
        return tuple(tuple(self.distribution(x)[o] for o in outputs) for x in self.domain)

    def privacy_loss(self, x: X, y: X) -> Dist[Log]:
        """The distribution of ln(P(o)/Q(o)) for P = M(x), Q = M(y), o drawn from P; any x and y of the
        domain.
        """
        return self._computation.privacy_loss(x, y)

    @property
    def computation(self) -> Computation[X, T]:
        """Who computes, see `assay.engines`."""
        return self._computation

    @property
    def engine(self) -> str | None:
        """The engine that was chosen; None for the default."""
        return self._computation.engine

    @property
    def notes(self) -> Mapping[str, Any]:
        """Who answered which question so far, and why the engines asked before did not."""
        return MappingProxyType(self._computation.notes)

    def with_engine(self, engine: str | None) -> Mechanism[X, T]:
        """The same mechanism, computed by another engine; nothing that is known already is carried over."""
        return Mechanism(self.source, self.domain, self.adjacency, name=self.name, engine=engine)

    @property
    def worst_case(self) -> WorstCase[X, T]:
        """The largest value of every measure, with the pair that attains it."""
        return self._worst_case

    def epsilon(self, delta: ExactLike = 0) -> Log:
        """The smallest epsilon for which it is (epsilon, delta)-private; INFINITY if there is none."""
        return self.worst_case.epsilon(delta).value

    def delta(self, epsilon: EpsilonLike) -> Number | Certified:
        """The smallest delta for which it is: max over pairs and events of P(S) - e^epsilon Q(S).

        It is certified where e^epsilon and the probabilities are in no common field.
        """
        return self.worst_case.delta(epsilon).value

    def profile(self) -> Profile:
        """delta(epsilon) for all epsilon: the upper envelope of the profiles of all pairs."""
        return self.worst_case.profile().value

    def tradeoff(self) -> TradeOff:
        """The largest trade-off function f for which the mechanism is f-private."""
        return self.worst_case.tradeoff().value

    def total_variation(self) -> Number:
        """max over pairs of TV(M(x), M(x')), which is delta(0) if the adjacency is symmetric."""
        return self.worst_case.total_variation().value

    def renyi(self, order: ExactLike | Log) -> Divergence:
        """max over pairs of the Renyi divergence D_order(M(x) || M(x')), see `assay.dp.renyi`."""
        return self.worst_case.renyi(order).value

    def zcdp(self) -> Divergence:
        """The smallest rho for which it is rho-zero-concentrated differentially private."""
        return self.worst_case.zcdp().value

    def probabilistic_delta(self, epsilon: EpsilonLike) -> Number:
        """max over pairs of the probability of a privacy loss above epsilon."""
        return self.worst_case.probabilistic_delta(epsilon).value

    def posterior_odds(self, prior: ExactLike = 1, delta: ExactLike = 0) -> PosteriorOdds:
        """The range of posterior odds of x against x' over all pairs, see `assay.dp.posterior_odds`."""
        return self.worst_case.posterior_odds(prior, delta).value

    def membership_advantage(self, prior: ExactLike = "1/2") -> Number:
        """max over pairs of how much better M(x) or M(x') is told apart by seeing it than blindly.

        prior: the probability of x; that of x' is the rest.  See `assay.dp.membership_advantage`.
        """
        return self.worst_case.membership_advantage(prior).value

    def bounded_range(self) -> Log:
        """max over pairs of the difference of two privacy losses, see `assay.dp.bounded_range`."""
        return self.worst_case.bounded_range().value

    def random_dp(
        self,
        alpha: EpsilonLike,
        rows: Dist[R],
        eta: ExactLike | None = None,
        *,
        coordinate: int | None = None,
        size: int | None = None,
        encode: Encoding[R, X] | None = None,
    ) -> Number:
        """The smallest gamma of (alpha, gamma)- or (alpha, eta, gamma)-random differential privacy.

        Rows are drawn independently from `rows`; see `assay.dp.random_dp.failures`.
        """
        worst = self.worst_case.random_dp(alpha, rows, eta, coordinate=coordinate, size=size, encode=encode)
        return worst.value

    def audit(self, epsilon: EpsilonLike, delta: ExactLike = 0) -> Verdict:
        """Judge the claim that the mechanism is (epsilon, delta)-private, see `assay.dp.audit`."""
        return self._computation.audit(eps(epsilon), probability(delta, "delta"))

    def plot(
        self,
        *others: Mechanism[Any, Any] | Profile,
        claim: tuple[EpsilonLike, ExactLike] | None = None,
        logarithmic: bool = False,
    ) -> Figure:
        """Its privacy profile and trade-off function, and those of others, as a picture of matplotlib.

        claim: a point (epsilon, delta) that is marked.
        logarithmic: whether delta has a logarithmic axis.
        Raises AssayError where matplotlib is not installed, and what `profile` raises.
        """
        figure: Figure = load(PLOT)(self, *others, claim=claim, logarithmic=logarithmic)
        return figure

    def __repr__(self) -> str:
        return (
            f"Mechanism({self.name!r}, {len(self.domain)} inputs, {len(self.pairs)} ordered adjacent pairs)"
        )
