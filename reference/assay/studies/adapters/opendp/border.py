"""The one place where opendp is called: Python text goes in, its objects come out.

What a row is judged by and what its snippet shows are the same text, so that the snippet is what was run.
"""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from ...survey.case import Case, snippet_of
from ...survey.library import Library

LIBRARY = Library(name="opendp", module="opendp", tested="0.16.0")

FEATURES = ("contrib", "honest-but-curious", "idealized-numerics", "floating-point")
"""What opendp asks a user to confirm; the last two are the new and the old name of one feature."""

OPENING = (
    "import warnings\n\nimport opendp.prelude as dp\n\n"
    'warnings.simplefilter("ignore")\n'
    f"dp.enable_features({', '.join(map(repr, FEATURES))})\n"
)

PARTS = ("measurements", "combinators", "accuracy", "measures", "transformations", "mod", "context")
"""The modules of opendp whose functions make or state privacy."""


@lru_cache(maxsize=1)
def prelude() -> Any:
    """opendp.prelude with the features confirmed.  Raises LibraryMissing."""
    loaded = LIBRARY.load("prelude")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        loaded.enable_features(*FEATURES)
    return loaded


def evaluate(text: str) -> Any:
    """The value of the last line, an expression in `dp`, after the lines before it, as in the snippets."""
    before, _, last = text.rpartition("\n")
    names: dict[str, Any] = {"dp": prelude()}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(before, names)
        return eval(last, names)


def filled(template: str, point: Mapping[str, Any]) -> str:
    """The template with the parameters of a point in the place of {name!r}."""
    return snippet_of(Case(function="", snippet=template), point)


def call(template: str) -> Callable[..., Any]:
    """The function of a point that evaluates the template there."""

    def asked(**point: Any) -> Any:
        return evaluate(filled(template, point))

    return asked


def built(prefix: str, name: str, space: str, arguments: str) -> str:
    """dp.m.make_name(space, arguments), or space >> dp.m.then_name(arguments)."""
    if prefix == "make":
        return f"dp.m.make_{name}({space}, {arguments})"
    return f"(({space}) >> dp.m.then_{name}({arguments}))"


def print_snippet(template: str) -> str:
    """A snippet that prints the value of the template."""
    before, line, last = template.rpartition("\n")
    return f"{OPENING}{before}{line}print({last})\n"


def draw_snippet(template: str, given: str, read: str, entry: str = "") -> str:
    """A snippet that prints outputs of a measurement, one a line; `entry` is "[0]" for one of a vector."""
    before, line, last = template.rpartition("\n")
    return (
        f"{OPENING}{before}{line}mechanism = {last}\ngiven = {given}\nread = {read}\n"
        "for _ in range({count!r}):\n    print(repr(read(mechanism(given({input!r}))"
        f"{entry})))\n"
    )


def has(name: str) -> bool:
    """Whether the installed release has this name, such as "measurements.make_laplace"."""
    return named(name) is not None


def accepts(name: str, parameter: str) -> bool:
    """Whether a function of the installed release has this parameter."""
    function = named(name)
    return function is not None and parameter in inspect.signature(function).parameters


def named(name: str) -> Any:
    """The object of that name, or None."""
    module, _, rest = name.partition(".")
    found = LIBRARY.load(module)
    for part in rest.split("."):
        found = getattr(found, part, None)
    return found


INT = "dp.atom_domain(T=int)"
LONG_SPACE = "dp.atom_domain(T='i64'), dp.absolute_distance(T='i64')"
INTS = f"dp.vector_domain({INT})"
INT_SPACE = f"{INT}, dp.absolute_distance(T=int)"
INTS_L1 = f"{INTS}, dp.l1_distance(T=int)"
INTS_L2 = f"{INTS}, dp.l2_distance(T=float)"
SCORES = f"{INTS}, dp.linf_distance(T=int)"
MONOTONE = f"{INTS}, dp.linf_distance(T=int, monotonic=True)"
RECORDS = f"{INTS}, dp.symmetric_distance()"

PURE = "dp.max_divergence()"
ZCDP = "dp.zero_concentrated_divergence()"
APPROXIMATE = f"dp.approximate({PURE})"
APPROXIMATE_ZCDP = f"dp.approximate({ZCDP})"
FIXED = "dp.fixed_smoothed_max_divergence()"


def float_domain() -> str:
    """The floats that are numbers; older releases allow no others unless told to."""
    nan = ", nan=False" if accepts("domains.atom_domain", "nan") else ""
    return f"dp.atom_domain(T=float{nan})"


def float_space() -> str:
    """Floats, with the absolute difference."""
    return f"{float_domain()}, dp.absolute_distance(T=float)"


def histogram_space(metric: str) -> str | None:
    """Counts by name, with a metric such as "l01inf_distance"; None before that metric existed."""
    if not has(f"metrics.{metric}"):
        return None
    return f"dp.map_domain(dp.atom_domain(T=str), {INT}), dp.{metric}(dp.absolute_distance(T=int))"


def user(measure: str, value: str) -> str:
    """A measurement that states the given privacy at every distance, and releases nothing."""
    return f"dp.m.make_user_measurement({INT_SPACE}, {measure}, lambda x: 0, lambda d_in: {value}, TO=int)"
