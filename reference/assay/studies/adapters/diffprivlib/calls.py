"""The border to diffprivlib: its mechanisms and tools by name, and the random state that they are given."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from importlib import import_module
from typing import Any

from ...survey.case import Case, Samples, source_text
from ...survey.library import Library

LIBRARY = Library(
    name="diffprivlib",
    module="diffprivlib",
    tested="0.6.6",
    needs=("scikit-learn<1.5",),  # imports what later ones do not have, and does not say so
)

Parameters = Mapping[str, Any]

MODULES = {
    "Binary": "binary",
    "Bingham": "bingham",
    "Exponential": "exponential",
    "ExponentialCategorical": "exponential",
    "ExponentialHierarchical": "exponential",
    "PermuteAndFlip": "exponential",
    "Gaussian": "gaussian",
    "GaussianAnalytic": "gaussian",
    "GaussianDiscrete": "gaussian",
    "Geometric": "geometric",
    "GeometricFolded": "geometric",
    "GeometricTruncated": "geometric",
    "Laplace": "laplace",
    "LaplaceBoundedDomain": "laplace",
    "LaplaceBoundedNoise": "laplace",
    "LaplaceFolded": "laplace",
    "LaplaceTruncated": "laplace",
    "Snapping": "snapping",
    "Staircase": "staircase",
    "Uniform": "uniform",
    "Vector": "vector",
}
"""Where each mechanism is defined."""


def path(mechanism: str, method: str = "randomise") -> str:
    """The public name of a method of a mechanism."""
    return f"diffprivlib.mechanisms.{MODULES[mechanism]}.{mechanism}.{method}"


def mechanism_of(mechanism: str, /, **parameters: Any) -> Any:
    """The library's mechanism."""
    return getattr(LIBRARY.load("mechanisms"), mechanism)(**parameters)


def snippet(mechanism: str, names: Mapping[str, Any], then: str) -> str:
    """Source that makes a mechanism of the parameters of a point, and prints what is asked of it."""
    given = ", ".join(f"{name}={{{name}!r}}" for name in names)
    return f"from diffprivlib.mechanisms import {mechanism}\nmech = {mechanism}({given})\nprint({then})\n"


class _Input:
    """Stands for the input of a sampler among the parameters of a mechanism."""

    def __repr__(self) -> str:
        return "list(x)"


INPUT = _Input()


def constructed(mechanism: str, parameters: Parameters) -> str:
    """Source text of the mechanism."""
    given = ", ".join(f"{name}={source_text(value)}" for name, value in parameters.items())
    return f"mechanisms.{mechanism}({given})"


def sampler(text: str) -> Callable[[Any], Any]:
    """A function of x with this text, in a module of its own, so that the tape follows what it names."""
    names: dict[str, Any] = {"__name__": "calls_of_diffprivlib", "math": math}
    for name in ("mechanisms", "tools", "accountant"):
        if f"{name}." in text:
            names[name] = LIBRARY.load(name)
    if "np." in text:
        names["np"] = import_module("numpy")
    exec(f"def sample(x):\n    return {text}\n", names)
    made_here: Callable[[Any], Any] = names["sample"]
    return made_here


def sample_snippet(text: str) -> str:
    """Source that draws samples on an input, and prints each on a line."""
    used = [name for name in ("mechanisms", "tools", "accountant") if f"{name}." in text]
    plain = [
        *(["import math"] if "math." in text else []),
        *(["import numpy as np"] if "np." in text else []),
    ]
    lines = [*plain, f"from diffprivlib import {', '.join(used)}", "x = INPUT", "for _ in range(COUNT):"]
    source = "\n".join([*lines, f"    print(repr({text}))"]).replace("{", "{{").replace("}", "}}")
    return source.replace("INPUT", "{input!r}").replace("COUNT", "{count!r}") + "\n"


def binned_text(mechanism: str, parameters: Parameters, cuts: Sequence[Fraction], read: str = "{0}") -> str:
    """The call of a sampler: how many cuts are at most what is read of its answer."""
    answer = read.format(f"{constructed(mechanism, parameters)}.randomise(x)")
    return f"[int(sum(y >= c for c in {[float(cut) for cut in cuts]})) for y in [{answer}]][0]"


class State:
    """numpy's random state for samples that can be drawn again; set by `seed`."""

    def __init__(self) -> None:
        self.current: Any = None

    def seed(self, value: int) -> None:
        """Start anew."""
        import numpy as np

        self.current = np.random.RandomState(value % 2**32)


STATE = State()


def repeated(
    mechanism: str, read: Callable[[Any], Any], **parameters: Any
) -> Callable[[Any, int], list[Any]]:
    """Many outputs of one mechanism with the seeded state: (input, n) -> what `read` makes of each output."""

    def batch(x: Any, count: int) -> list[Any]:
        mech = mechanism_of(mechanism, random_state=STATE.current, **parameters)
        return [read(mech.randomise(x)) for _ in range(count)]

    return batch


def sampled_case(
    function: str, batch: Callable[[Any, int], list[Any]], domain: Sequence[Any], text: str, **more: Any
) -> Case:
    """A sampler as a black box, with the seeded state; `text` is the call that the snippet draws by."""
    return Samples(
        function=function,
        sampler=lambda x: batch(x, 1)[0],
        batch=batch,
        seed=STATE.seed,
        domain=domain,
        route="blackbox",
        snippet=sample_snippet(text),
        **more,
    )


def tool(name: str, *arguments: Any, **options: Any) -> Any:
    """A tool, with an accountant of its own, so that no state is left behind."""
    accountant = LIBRARY.load("accountant").BudgetAccountant()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return getattr(LIBRARY.load("tools"), name)(*arguments, accountant=accountant, **options)


TAPE: Mapping[str, Any] = {"seconds": 40}
ENDLESS: Mapping[str, Any] = {**TAPE, "raises": (OverflowError,)}
"""random() = 1/2 makes infinite noise, which is no integer, with probability 2^-53."""

SECONDS = 120
"""The time for all inputs of a sampler, on a busy machine too."""


def tape_case(mechanism: str, parameters: Mapping[str, Any], domain: Sequence[Any], **options: Any) -> Case:
    """The answers of a mechanism with these parameters; options replace what is usual."""
    text = options.pop("text", "{0}.randomise(x)").format(constructed(mechanism, parameters))
    return Samples(
        function=path(mechanism),
        sampler=sampler(text),
        parameters=parameters,
        domain=domain,
        epsilon=options.pop("epsilon", parameters.get("epsilon")),
        route="tape",
        tape=options.pop("tape", TAPE),
        snippet=sample_snippet(text),
        seconds=options.pop("seconds", SECONDS),
        **options,
    )
