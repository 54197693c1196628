"""Subsampled mechanisms: a base mechanism that is run on a random sample of the data."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, Literal, TypeAlias, TypeVar

from ..adjacency import Adjacency
from ..arguments import check_function, listed
from ..dp import Dist, Mechanism
from ..errors import InvalidType, InvalidValue
from ..outputs.text import with_type
from ..theorems._records import dataset_like, is_plain_set, records_of
from .sampling import Sample, Sampling, Scheme

X = TypeVar("X", bound=Hashable)
Y = TypeVar("Y", bound=Hashable)
Base: TypeAlias = Mechanism[X, Y] | Callable[[X], Dist[Y]]
"""What is run on the sample: a Mechanism whose domain holds every sample, or a function that returns a
Dist."""

Released: TypeAlias = Literal["positions", "records"]


def subsample(base: Base[X, Y], scheme: Scheme, domain: Iterable[X], adjacency: Adjacency) -> Mechanism[X, Y]:
    """The mechanism x -> M(x_S): draw a sample S of the positions of x, run M on the records in it.

        P[y] = sum over S of P[S] P[M(x_S) = y].

    The sample stays secret and is drawn afresh for this release.  Data sets are tuples, frozensets, or
    frozensets of (record, count) pairs where `adjacency` has kind="multiset"; x_S is spelt like x, its
    records in their order.
    Raises InvalidValue where a sample of x is not in the domain of M.
    """
    distribution = _distribution(base)
    draws = _Draws(scheme, adjacency)

    def run(x: X) -> Dist[Y]:
        samples, part = draws.of(x)
        return samples.bind(lambda sample: distribution(part(sample)))

    return Mechanism(run, domain, adjacency, name=f"subsampled {_name(base)}")


def reuse_sample(
    bases: Sequence[Base[X, Any]], scheme: Scheme, domain: Iterable[X], adjacency: Adjacency
) -> Mechanism[X, tuple[Hashable, ...]]:
    """The mechanism x -> (M_1(x_S), ..., M_k(x_S)) with ONE sample S for all k releases.

    It is the subsampled composition, not the composition of subsampled mechanisms: its bound is the amplified
    bound of the composed bases, and can exceed the sum of the k amplified bounds.
    Raises InvalidValue for an empty list, and as `subsample`.
    """
    distributions = [_distribution(base) for base in listed(bases, "bases", "[first, second]")]
    if not distributions:
        raise InvalidValue("no base mechanism was given; give at least one")
    draws = _Draws(scheme, adjacency)

    def run(x: X) -> Dist[tuple[Hashable, ...]]:
        samples, part = draws.of(x)
        return samples.bind(
            lambda sample: Dist.product(*(distribution(part(sample)) for distribution in distributions))
        )

    return Mechanism(run, domain, adjacency, name=f"{len(distributions)} releases of one sample")


def release_sample(
    base: Base[X, Y],
    scheme: Scheme,
    domain: Iterable[X],
    adjacency: Adjacency,
    *,
    released: Released = "positions",
) -> Mechanism[X, tuple[Hashable, Y]]:
    """The mechanism x -> (S, M(x_S)), or (x_S, M(x_S)) with released="records": the sample is not secret.

    With the positions known nothing is amplified: given that the changed record is in the sample, M's own
    epsilon is what protects it (and under add/remove-one the positions also betray the size of the data set).
    With the records published there is no privacy at all for those who are in the sample.
    Raises InvalidValue for another value of `released`, and as `subsample`.
    """
    if released not in ("positions", "records"):
        raise InvalidValue(f"released = {released!r} is unknown; give 'positions' or 'records'")
    distribution = _distribution(base)
    draws = _Draws(scheme, adjacency)

    def run(x: X) -> Dist[tuple[Hashable, Y]]:
        samples, part = draws.of(x)

        def both(sample: Sample) -> Dist[tuple[Hashable, Y]]:
            drawn = part(sample)
            seen: Hashable = sample if released == "positions" else drawn
            return distribution(drawn).map(lambda y: (seen, y))

        return samples.bind(both)

    return Mechanism(run, domain, adjacency, name=f"{_name(base)} with its sample")


class _Draws:
    """The samples of data sets; the sampling of each size is made once."""

    def __init__(self, scheme: Scheme, adjacency: Adjacency) -> None:
        check_function(scheme, "scheme", "poisson_sampling('1/4')")
        self._scheme, self._adjacency = scheme, adjacency
        self._known: dict[int, Dist[Sample]] = {}

    def of(self, x: X) -> tuple[Dist[Sample], Callable[[Sample], X]]:
        """The distribution of the sample for x, and the data set of the records in a sample."""
        adjacency, records, plain = (
            self._adjacency,
            records_of(x, self._adjacency),
            is_plain_set(x, self._adjacency),
        )
        if len(records) not in self._known:
            self._known[len(records)] = self._sampling(len(records)).distribution

        def part(sample: Sample) -> X:
            if plain and len(set(sample)) < len(sample):
                raise InvalidValue(
                    f"sample {sample} draws a record twice, and a set cannot hold it twice; spell data sets "
                    "as tuples"
                )
            return dataset_like([records[i] for i in sample], x, adjacency)

        return self._known[len(records)], part

    def _sampling(self, size: int) -> Sampling:
        sampling = self._scheme(size)
        if not isinstance(sampling, Sampling):
            raise InvalidType(
                f"scheme({size}) is {with_type(sampling)}, not a Sampling; use poisson_sampling('1/4')"
            )
        if sampling.n != size:
            raise InvalidValue(
                f"scheme({size}) is a Sampling over n = {sampling.n} positions; it must be over {size}"
            )
        return sampling


def _distribution(base: Base[X, Y]) -> Callable[[X], Dist[Y]]:
    if isinstance(base, Mechanism):
        return base.distribution
    if callable(base):
        return base
    raise InvalidType(f"base is {with_type(base)}; give a Mechanism or a function that returns a Dist")


def _name(base: object) -> str:
    return base.name if isinstance(base, Mechanism) else str(getattr(base, "__name__", "mechanism"))
