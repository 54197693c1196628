"""The adapter of the library in `fakelib`; it says what is promised, and not what is wrong."""

import inspect
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from assay import Dist, Mechanism, adjacency, ln
from assay.errors import InvalidValue
from assay.exact import certified, number
from assay.studies.survey import Calibration, Case, Claims, Library, Probabilities, Samples
from assay.studies.survey.definitions import composed, finite, formula
from assay.studies.survey.noise import Noise
from assay.testing.claims import grid

LIBRARY = Library(
    name="fakelib", module="tests.studies.survey.fakelib", tested="1.0", install="pip install fakelib"
)
LEFT_OUT = {"greedy": "asks for more memory than there is"}

P = [0.5, 0.75, 0.9375, 1 - 2.0**-20]


def public_names() -> list[str]:
    return [
        name for name, _ in inspect.getmembers(LIBRARY.load(), inspect.isfunction) if name != "not_covered"
    ]


def call(name: str) -> Callable[..., Any]:
    """The function, found when it is called."""
    return lambda *args, **kwargs: getattr(LIBRARY.load(), name)(*args, **kwargs)


def text(name: str, arguments: str) -> str:
    return f"from tests.studies.survey import fakelib\nprint(fakelib.{name}({arguments}))"


def response(p: Fraction) -> Mechanism[int, int]:
    if not 0 < p < 1 and p != 1:
        raise InvalidValue(f"p = {p} is no probability")
    return Mechanism({0: {0: p, 1: 1 - p}, 1: {0: 1 - p, 1: p}}, [0, 1], adjacency.all_pairs())


def response_claims(name: str, points: list[float]) -> Claims:
    return Claims(
        function=name,
        privacy_map=call(name),
        points=[{"p": p} for p in points],
        snippet=text(name, "{p!r}"),
        promise="epsilon of randomised response",
        **finite("epsilon", response),
    )


def cases() -> Iterator[Case]:
    """In the order that the tests count by."""
    yield from formulas()
    yield from numbers()
    yield from samplers()
    yield from tables()
    yield from children()


def formulas() -> Iterator[Case]:
    """Privacy maps by formulas: of noise, of randomised response, of rho."""
    for name in ("gaussian_delta", "gaussian_delta_halved"):
        yield Claims(
            function=name,
            privacy_map=call(name),
            points=grid(sigma=[1.0, 4.0], epsilon=[0.5, 1.0]),
            snippet=text(name, "{sigma!r}, {epsilon!r}"),
            **composed("delta", lambda sigma: [Noise("gaussian", {"sigma": sigma})]),
        )
    for name in ("laplace_epsilon", "laplace_epsilon_above"):
        yield Claims(
            function=name,
            privacy_map=call(name),
            truth=lambda scale: number(1) / number(scale),
            definition=formula("1/scale"),
            points=grid(scale=[3.0, 0.25, 10.0, 49.0]),
            snippet=text(name, "{scale!r}"),
        )
    for name in ("response_epsilon", "response_epsilon_capped", "response_epsilon_nan"):
        yield response_claims(name, [*P, 1.0])
    yield response_claims("response_epsilon_infinite", [0.75])
    yield response_claims("response_epsilon_strict", P)
    yield response_claims("response_epsilon_unchecked", [0.75, 1.5])
    for name in ("rho_to_epsilon", "rho_to_epsilon_forgot_two"):
        yield Claims(
            function=name,
            privacy_map=call(name),
            truth=lambda rho, delta: certified(rho) + 2 * (certified(rho) * -certified(delta).log()).sqrt(),
            definition=formula("rho + 2*sqrt(rho*log(1/delta))"),
            points=grid(rho=[0.5, 1e-9], delta=[1e-6, 1e-300]),
            snippet=text(name, "{rho!r}, {delta!r}"),
        )


def numbers() -> Iterator[Case]:
    """Scales that are found, and numbers that promise to be the truth."""
    for name in ("laplace_scale", "laplace_scale_small"):
        yield Calibration(
            function=name,
            calibrate=call(name),
            attained=lambda scale, epsilon: 1 / number(scale),
            target="epsilon",
            points=grid(epsilon=[0.5, 3.0]),
            definition=lambda scale, epsilon: formula("1/scale")(scale=scale),
            snippet=text(name, "{epsilon!r}"),
        )
    for name in ("variance", "variance_wrong"):
        yield Claims(
            function=name,
            privacy_map=call(name),
            truth=lambda scale: 2 * number(scale) ** 2,
            bound="value",
            points=grid(scale=[0.5, 4.0]),
            snippet=text(name, "{scale!r}"),
        )


def samplers() -> Iterator[Case]:
    """Samplers, on the tape and as black boxes."""
    for name in ("respond", "respond_weakly", "respond_privately", "respond_impossibly"):
        for route in ("tape", "blackbox"):
            yield Samples(
                function=name,
                sampler=call(name),
                route=route,
                domain=[0, 1],
                distribution=lambda bit: Dist({bit: "3/4", 1 - bit: "1/4"}),
                epsilon=ln(3),
                samples=4000,
                tape={"deterministic": False},
                seed=lambda seed: None,
                promise=route,
                snippet="from tests.studies.survey import fakelib\nfor _ in range({count!r}):\n    "
                f"print(repr(fakelib.{name}({{input!r}})))",
            )


def tables() -> Iterator[Case]:
    """Tables of probabilities."""
    for name in ("masses", "masses_wrong"):
        yield Probabilities(
            function=name,
            computed=call(name),
            distribution=lambda n: dict.fromkeys(range(n), number(Fraction(1, n))),
            points=[{"n": 3}, {"n": 8}],
            snippet=text(name, "{n!r}"),
        )


def children() -> Iterator[Case]:
    """Calls that hang, end their process, or print."""
    for name in ("hangs", "crashes", "leaves", "floods", "prints"):
        yield Claims(
            function=name,
            privacy_map=call(name),
            truth=lambda x: number(x),
            points=[{"x": 0.5}],
            snippet=text(name, "{x!r}"),
            seconds=2,
        )
