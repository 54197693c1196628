"""What an adapter asks of a library: calls, and the mathematical objects that the library promises of them.

A case says nothing about the verdict. The truth is computed by Assay, the verdict by `judged`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from string import Formatter
from typing import Any, Literal, TypeAlias

from ... import adjacency as relations
from ...dp import Adjacency, Dist
from ...engines.partial import Partial
from ...errors import InvalidValue
from ...exact import EpsilonLike, ExactLike, Log, Number, log_value, number
from ...testing.claims.judgement import Bound
from ...testing.claims.values import exact_value

Point: TypeAlias = Mapping[str, Any]
"""The parameters of one call, by name."""

Definition: TypeAlias = Mapping[str, object]
"""A mechanism and what is asked of it, as JSON values: a separate script computes the truth anew."""

SECONDS = 20
"""The time for one point of a case, unless it says otherwise."""


@dataclass(frozen=True, kw_only=True)
class Case:
    """What all cases have.

    function: the public name as a user calls it; `also` names what else of the library the calls go through.
    snippet: Python source that runs by itself and prints the claimed number; `{name!r}` stands for a
        parameter of the point, and braces that are meant are doubled.
    promise: the sentence that is judged, in the library's own terms; note: what its documentation adds.
    seconds: the time for one point.
    """

    function: str
    snippet: str
    promise: str = ""
    note: str = ""
    also: Sequence[str] = ()
    seconds: int = SECONDS


@dataclass(frozen=True, kw_only=True)
class Claims(Case):
    """A privacy map or accountant, called at every point; see `assay.testing.claims.judge`.

    privacy_map: the parameters of a point -> the claimed number, as keyword arguments.
    truth: the same, floats as the exact numbers that they are -> an exact or certified number, or a `Truth`.
    bound: "upper" for numbers that have to be at least the truth, "lower" for those that must not exceed it,
        "value" for those that promise to be the truth, such as a variance.
    at_least: whether `truth` is only a lower bound of the truth, so that a claim above it is "not refuted".
    definition: as `truth` -> the mechanism as data, see `definitions`; without it an UNSOUND row cannot be
        rechecked.
    """

    privacy_map: Callable[..., Any]
    truth: Callable[..., Any]
    points: Sequence[Point]
    bound: Bound | Literal["value"] = "upper"
    at_least: bool = False
    definition: Callable[..., Definition] | None = None


@dataclass(frozen=True, kw_only=True)
class Calibration(Case):
    """A function that finds the parameter for a target: is the target kept at the parameter that it returns?

    calibrate: the parameters of a point -> the parameter found, such as a standard deviation.
    target: the name of the point's parameter that has to be kept, such as "delta".
    attained: (the parameter found, and those of the point, floats as exact numbers) -> the exact value.
    feasible: the parameters of a point -> whether some parameter keeps the target, so that it may not refuse.
    definition: as `attained` -> the mechanism as data.
    """

    calibrate: Callable[..., Any]
    attained: Callable[..., Any]
    target: str
    points: Sequence[Point]
    feasible: Callable[..., bool] | None = None
    definition: Callable[..., Definition] | None = None


@dataclass(frozen=True, kw_only=True)
class Samples(Case):
    """A sampler: has it the promised distribution, and is it as private as it claims?

    sampler: an input -> one output; batch: (input, n) -> n outputs, where that is faster.
    distribution: an input -> the promised distribution, which may be `Partial`; None where only privacy is
    claimed. route: "tape" for pure Python code, whose exact distribution is computed; "blackbox" for samples.
    epsilon, delta: the claimed privacy over `domain` and `adjacency` (all pairs are adjacent if not given);
        rho: the same as zero-concentrated privacy, for black boxes.
    tape: options of `assay.programs.sources.sampled`, such as rng="random_state".
    seed: sets the library's source of randomness; None where it takes no seed.
    samples: how many outputs a black box is asked for, on each input.
    The snippet draws {count!r} outputs on {input!r}, and prints the repr of each on a line.
    """

    sampler: Callable[[Any], Any]
    route: Literal["tape", "blackbox"]
    domain: Sequence[Hashable]
    parameters: Point = field(default_factory=dict)
    distribution: Callable[[Any], Dist[Any] | Partial[Any]] | None = None
    batch: Callable[[Any, int], Iterable[Any]] | None = None
    epsilon: EpsilonLike | float | None = None
    delta: ExactLike | float = 0
    rho: ExactLike | float | None = None
    adjacency: Adjacency | None = None
    tape: Mapping[str, Any] = field(default_factory=dict)
    seed: Callable[[int], object] | None = None
    samples: int = 20_000


@dataclass(frozen=True, kw_only=True)
class Probabilities(Case):
    """Numbers that ought to be probabilities: those of a mass function, judged entry by entry.

    computed: the parameters of a point -> outcome -> number.
    distribution: the same, floats as exact numbers -> outcome -> exact or certified number; outcomes that are
    not
        listed by both are compared with 0.
    An entry agrees where it is one of the two floats around the truth.
    """

    computed: Callable[..., Mapping[Any, Any]]
    distribution: Callable[..., Mapping[Any, Any]]
    points: Sequence[Point]


class _Source(Formatter):
    """`str.format`, whose `!r` writes Python text also of infinities."""

    def convert_field(self, value: Any, conversion: str | None) -> Any:
        return source_text(value) if conversion == "r" else super().convert_field(value, conversion)


def source_text(value: object) -> str:
    """Python text of a parameter."""
    item = getattr(value, "item", None)
    if callable(item):
        value = item()
    if isinstance(value, float) and not math.isfinite(value):
        return f"float('{value}')"
    if isinstance(value, Fraction):
        return f"Fraction({value.numerator}, {value.denominator})"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{source_text(k)}: {source_text(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        inner = ", ".join(map(source_text, value))
        return f"[{inner}]" if isinstance(value, list) else f"({inner}{',' * (len(value) == 1)})"
    return repr(value)


def snippet_of(case: Case, point: Point) -> str:
    """The snippet at a point; of a sampler on its first input, unless the point has another."""
    more = {"input": case.domain[0], "count": 20} if isinstance(case, Samples) else {}
    return _Source().vformat(case.snippet, (), {**more, **point})


def claimed_of(case: Samples) -> tuple[Log, Number]:
    """The claimed epsilon and delta, exactly.  Raises InvalidValue for a delta that is a logarithm."""
    bound, allowed = exact_value(case.epsilon, "epsilon"), exact_value(case.delta, "delta")
    exact = bound if isinstance(bound, Log) else log_value(bound.as_fraction())
    if isinstance(allowed, Number):
        return exact, allowed
    rational = allowed.rational_value()
    if rational is None:
        raise InvalidValue(
            f"delta = {case.delta} ({type(case.delta).__name__}) is no probability; write '1/2'"
        )
    return exact, number(rational)


def pairs_of(case: Samples) -> tuple[tuple[Any, Any], ...]:
    """The adjacent inputs."""
    relation: Adjacency = relations.all_pairs() if case.adjacency is None else case.adjacency
    return relation.pairs(case.domain)
