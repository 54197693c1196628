"""Cases from text: a template of a call makes the claim, the sampler and the snippet alike."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from ....dp import Dist
from ....engines.partial import Partial
from ....errors import InvalidValue
from ....testing.claims import Truth
from ....testing.claims.values import Real
from ...survey.case import Calibration, Case, Claims, Point, Samples
from .border import call, draw_snippet, evaluate, filled, has, print_snippet

TruthOf = Callable[..., "Real | Truth"]

SECONDS = 120
"""For one point, on a machine that is busy with other things; none takes more than 10 s by itself."""


def claims(name: str, template: str, truth: TruthOf, points: Sequence[Point], **more: Any) -> Iterator[Case]:
    """The number that the template gives at every point; nothing where the release lacks the function.

    More arguments, here and below, are those of the case.
    """
    if has(name):
        yield Claims(
            snippet=print_snippet(template),
            seconds=SECONDS,
            privacy_map=call(template),
            truth=truth,
            points=points,
            **named(name, **more),
        )


def calibration(
    name: str, template: str, attained: TruthOf, target: str, points: Sequence[Point], **more: Any
) -> Iterator[Case]:
    """A parameter that is found for a target."""
    if has(name):
        yield Calibration(
            snippet=print_snippet(template),
            calibrate=call(template),
            attained=attained,
            target=target,
            points=points,
            **named(name, **more),
        )


def samples(
    name: str,
    template: str,
    distribution: Callable[[Any], Dist[Any] | Partial[Any]] | None,
    domain: Sequence[Hashable],
    *,
    parameters: Point | None = None,
    count: int = 10_000,
    given: str = "lambda x: x",
    read: str = "lambda output: output",
    batch: Callable[[Any, Any, int], Sequence[Any]] | None = None,
    epsilon: str | None = None,
    delta: str | None = None,
    rho: str | None = None,
    **more: Any,
) -> Iterator[Case]:
    """Outputs of a measurement against its distribution, its claimed epsilon and delta, or its claimed rho.

    given: an input of `domain` -> the library's; read: the library's output -> an outcome of the
    distribution; both as text, for the snippet. batch: (measurement, input, n) -> n entries. epsilon, delta,
    rho: templates.
    """
    if not has(name):
        return
    values = dict(parameters or {})
    before, after = evaluate(given), evaluate(read)

    @lru_cache(maxsize=1)
    def measurement() -> Any:
        return evaluate(filled(template, values))

    def sampler(x: Any) -> Any:
        output = measurement()(before(x))
        return after(output if batch is None else output[0])

    def batched(x: Any, n: int) -> list[Any]:
        return [] if batch is None else [after(each) for each in batch(measurement(), before(x), n)]

    yield Samples(
        **named(name, **more),
        snippet=draw_snippet(template, braces(given), braces(read), "" if batch is None else "[0]"),
        seconds=SECONDS,
        sampler=sampler,
        batch=None if batch is None else batched,
        route="blackbox",
        domain=list(domain),
        parameters=values,
        distribution=distribution,
        samples=count,
        **claimed(values, epsilon=epsilon, delta=delta, rho=rho),
    )


def named(name: str, also: Sequence[str] = (), **more: Any) -> dict[str, Any]:
    """What a case says of itself, whatever its kind; of the other names only those that the release has."""
    return {"function": full(name), "also": [full(each) for each in also if has(each)], **more}


def claimed(values: Mapping[str, Any], **templates: str | None) -> dict[str, Any]:
    """The numbers that the library claims, where it states any."""
    return {name: evaluate(filled(text, values)) for name, text in templates.items() if text is not None}


def braces(text: str) -> str:
    """The text for `str.format`."""
    return text.replace("{", "{{").replace("}", "}}")


def full(name: str) -> str:
    """The name as a user has it."""
    return f"opendp.{name}"


def require(condition: bool, why: str) -> None:
    """Raise InvalidValue, "there is nothing to claim", unless the condition holds."""
    if not condition:
        raise InvalidValue(why)
