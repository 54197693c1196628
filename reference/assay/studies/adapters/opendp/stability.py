"""Stability maps judged by brute force: a transformation is run on small datasets, all pairs are compared.

The truth is the largest distance of two answers on datasets that are at most d_in apart, over the datasets
that are listed; a map has to state no less.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any, TypeAlias

from ....errors import InvalidValue
from ....exact import Number, number
from ....testing.claims import Evidence, Truth
from ...survey.case import Case, Definition
from ...survey.definitions import formula
from .border import built, evaluate
from .case_makers import claims

Distance: TypeAlias = Callable[[Any, Any], "Fraction | int | None"]
"""None where the two have no distance."""


def symmetric(x: Sequence[Any], y: Sequence[Any]) -> int:
    """Records added and removed, whatever their order."""
    a, b = Counter(map(repr, x)), Counter(map(repr, y))
    return sum(((a - b) + (b - a)).values())


def insert_delete(x: Sequence[Any], y: Sequence[Any]) -> int:
    """Records inserted and deleted, in order: |x| + |y| - 2 (the longest common subsequence)."""
    return len(x) + len(y) - 2 * _common(tuple(map(repr, x)), tuple(map(repr, y)))


@lru_cache(maxsize=1 << 16)
def _common(x: tuple[str, ...], y: tuple[str, ...]) -> int:
    if not x or not y:
        return 0
    if x[0] == y[0]:
        return 1 + _common(x[1:], y[1:])
    return max(_common(x[1:], y), _common(x, y[1:]))


def change_one(x: Sequence[Any], y: Sequence[Any]) -> int | None:
    """Records replaced, whatever their order; none for datasets of two sizes."""
    return symmetric(x, y) // 2 if len(x) == len(y) else None


def hamming(x: Sequence[Any], y: Sequence[Any]) -> int | None:
    """Places at which two datasets of one size differ."""
    return sum(repr(a) != repr(b) for a, b in zip(x, y, strict=True)) if len(x) == len(y) else None


def absolute(x: Any, y: Any) -> Fraction:
    """|x - y|."""
    return abs(Fraction(x) - Fraction(y))


def l1(x: Any, y: Any) -> Fraction:
    """The sum of the differences; a key that is missing counts as 0."""
    return sum(gaps(x, y), Fraction(0))


def l2_squared(x: Any, y: Any) -> Fraction:
    """The sum of the squares of the differences."""
    return sum((gap * gap for gap in gaps(x, y)), Fraction(0))


def linf(x: Any, y: Any) -> Fraction:
    """The largest difference."""
    return max(gaps(x, y), default=Fraction(0))


def l0(x: Any, y: Any) -> int:
    """The number of differences."""
    return sum(gap > 0 for gap in gaps(x, y))


def gaps(x: Any, y: Any) -> list[Fraction]:
    """The differences, entry by entry or key by key."""
    if isinstance(x, Mapping):
        return [absolute(x.get(key, 0), y.get(key, 0)) for key in {**x, **y}]
    return [absolute(a, b) for a, b in zip(x, y, strict=True)]


BETWEEN: dict[str, Distance] = {
    "symmetric_distance": symmetric,
    "insert_delete_distance": insert_delete,
    "change_one_distance": change_one,
    "hamming_distance": hamming,
    "absolute": absolute,
    "l0": l0,
    "l1": l1,
    "l2": l2_squared,
    "linf": linf,
}


def as_distance(metric: str, value: Fraction | int) -> Number:
    """The number, and the root of the squared l2 distance."""
    return number(value).sqrt() if metric == "l2" else number(value)


DATASET_DISTANCES = (0, 1, 2, 3)


@dataclass(frozen=True)
class Stable:
    """A transformation on datasets: its space, its arguments, the records and sizes to try, and its metrics.

    out: the metric of the answer, by the names of `BETWEEN`; part: which part of the stated distance that is.
    space: the text of domain and metric where they are no dataset's; scalar: the records are the inputs;
    runs: how often a transformation that draws is run on a dataset, until surely all its answers were seen.
    before, after: text around it, where its records or answers do not reach Python; both keep distances.
    """

    name: str
    domain: str
    arguments: str
    records: tuple[Any, ...]
    metric: str = "symmetric_distance"
    out: str = "absolute"
    sizes: tuple[int, ...] = (0, 1, 2, 3)
    part: str = ""
    space: str = ""
    scalar: bool = False
    runs: int = 1
    before: str = ""
    after: str = ""
    distances: tuple[Any, ...] = DATASET_DISTANCES
    note: str = ""

    def text(self, prefix: str = "make") -> str:
        """The text that makes it."""
        if self.space:
            arguments = f"*{self.space}, {self.arguments}"
            made_by = f"dp.t.make_{self.name}({arguments})"
            return (
                made_by if prefix == "make" else f"({self.space} >> dp.t.then_{self.name}({self.arguments}))"
            )
        if not self.domain:
            return f"dp.t.{prefix}_{self.name}({self.arguments})"
        return built(prefix, self.name, f"{self.domain}, dp.{self.metric}()", self.arguments).replace(
            "dp.m.", "dp.t."
        )


def stability(transformation: Stable) -> Iterator[Case]:
    """The map of one transformation, by both ways to make it."""
    for prefix in ("make", "then") if transformation.domain or transformation.space else ("make",):
        distances = transformation.distances if prefix == "make" else transformation.distances[:2]
        yield from claims(
            f"transformations.{prefix}_{transformation.name}",
            f"{transformation.text(prefix)}.map({{d_in!r}}){transformation.part}",
            brute_force(transformation),
            [{"d_in": d} for d in distances],
            promise=promise(transformation),
            note=transformation.note,
            at_least=True,
            definition=lambda d_in, each=transformation: constant(each, d_in),
        )


def promise(each: Stable) -> str:
    """What is judged."""
    if each.scalar:
        return (
            f"the distance of two answers, inputs d_in apart, from {{{', '.join(map(repr, each.records))}}}"
        )
    sizes = ", ".join(map(str, each.sizes))
    return (
        f"the {each.out} distance of two answers, {each.metric.replace('_', ' ')} d_in, "
        f"over datasets of {sizes} records from {{{', '.join(map(repr, each.records))}}}"
    )


def brute_force(each: Stable) -> Callable[..., Truth]:
    """d_in -> the largest distance of two answers, with the datasets at which it is attained."""

    def truth(d_in: Any) -> Truth:
        worst, pair = furthest(each, Fraction(d_in))
        return Truth(worst, None if pair is None else Evidence(each.text(), pair))

    return truth


def constant(each: Stable, d_in: Any) -> Definition:
    """What brute force found, as a number."""
    value, _ = furthest(each, Fraction(d_in))
    rational = value.rational_value()
    return formula(f"sqrt({value * value})" if rational is None else f"({rational})")(d_in=d_in)


@lru_cache(maxsize=1024)
def furthest(each: Stable, d_in: Fraction) -> tuple[Number, tuple[Any, Any] | None]:
    """The largest distance of two answers on datasets at most d_in apart, and these datasets."""
    worst, pair = Fraction(0), None
    limit = d_in * d_in if each.metric == "l2" else d_in
    for x, y, apart, gap in distances_of(each):
        if apart <= limit and gap > worst:
            worst, pair = gap, (x, y)
    return as_distance(each.out, worst), pair


@lru_cache(maxsize=4)
def distances_of(each: Stable) -> list[tuple[Any, Any, Fraction, Fraction]]:
    """Both distances of every two datasets that have one."""
    answers, dataset = answers_of(each), BETWEEN[each.metric]
    found = []
    for (x, a), (y, b) in product(answers, repeat=2):
        apart = dataset(x, y)
        if apart is not None and x != y:
            found.append((x, y, Fraction(apart), moved(BETWEEN[each.out], a, b)))
    return found


def moved(between: Distance, a: Sequence[Any], b: Sequence[Any]) -> Fraction:
    """How far an answer of the first list is at least from every one of the second, at worst.

    Of lists of one answer, their distance. A coupling of two random answers pairs each with one of the
    others, so that no coupling keeps them closer.
    """
    worst = Fraction(0)
    for one in a:
        gaps = [gap for other in b if (gap := between(one, other)) is not None]
        if not gaps:
            raise InvalidValue(f"the answers {one} and {b[0]} have no distance")
        worst = max(worst, Fraction(min(gaps)))
    return worst


def answers_of(each: Stable) -> list[tuple[Any, list[Any]]]:
    """Every dataset with the answers on it."""
    transformation = evaluate(f"{each.before}{each.text()}{each.after}")
    if each.scalar:
        return [(x, [transformation(x)]) for x in each.records]
    datasets: Sequence[tuple[Any, ...]] = [x for n in each.sizes for x in product(each.records, repeat=n)]
    if each.runs == 1:
        return [(x, [transformation(list(x))]) for x in datasets]
    return [
        (x, list({repr(y): y for _ in range(each.runs) for y in [transformation(list(x))]}.values()))
        for x in datasets
    ]
