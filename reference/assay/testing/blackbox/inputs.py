"""A black box by its inputs: a source of its own for each, with a seed of its own that is kept."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Sequence
from random import Random
from typing import Any, Literal, Protocol

from ...errors import AssayError, InvalidType, InvalidValue
from ...outputs.text import brief
from .sources import MARK, Command, SourceFailed, fresh_seed, listed_output

INPUT = "{input}"
Format = Literal["json", "text"]


class Sampled(Protocol):
    """A sampler of the outputs on an input, with the seed it was begun with, if it takes one."""

    seed: int | None

    def __call__(self, x: Any, /) -> Any:
        """One output on the input x."""

    def close(self) -> None:
        """End what runs."""


class Function:
    """A Python function of the input; `rng` names the parameter that takes a seeded generator.

    `returned` counts the calls that did not end in an exception.
    rng: NAME for a `random.Random`, numpy:NAME for a `numpy.random.Generator`; None where the function draws
    from sources of its own, which are not seeded. Input number i gets the seed + i.
    """

    returned: int

    def __init__(
        self, function: Callable[..., Any], rng: str | None, seed: int | None, inputs: Sequence[Hashable]
    ) -> None:
        if rng is None and seed is not None:
            raise InvalidValue(
                f"seed = {seed} is of no use: the function takes no generator, name one as rng"
            )
        self.seed: int | None = (fresh_seed() if seed is None else seed) if rng is not None else None
        self.returned = 0
        self._function, self._keywords = function, {x: self._generator(rng, i) for i, x in enumerate(inputs)}

    def _generator(self, rng: str | None, index: int) -> dict[str, Any]:
        if rng is None or self.seed is None:
            return {}
        kind, _, name = rng.rpartition(":")
        if kind not in ("", "random", "numpy") or not name.isidentifier():
            raise InvalidValue(f"rng = {rng!r} ({type(rng).__name__}); write NAME, random:NAME or numpy:NAME")
        return {name: numpy_generator(self.seed + index) if kind == "numpy" else Random(self.seed + index)}

    def __call__(self, x: Any, /) -> Any:
        """One output on the input x."""
        value = self._function(x, **self._keywords[x])
        self.returned += 1
        return value

    def close(self) -> None:
        """Nothing runs."""


def numpy_generator(seed: int) -> Any:
    """A numpy generator.  Raises AssayError without numpy."""
    try:
        from numpy.random import default_rng
    except ImportError:
        raise AssayError(
            "a numpy generator needs numpy; install it with: pip install 'assay[fast]'"
        ) from None
    return default_rng(seed)


class Children:
    """A command, started once for each input: `{input}` becomes the input as JSON, `{seed}` its seed."""

    def __init__(
        self, arguments: Sequence[str], form: Format, seed: int | None, inputs: Sequence[Hashable]
    ) -> None:
        takes_seed = any(MARK in part for part in arguments)
        if seed is not None and not takes_seed:
            raise InvalidValue(f"seed = {seed} is of no use: no word of the command contains {MARK}")
        if len(inputs) > 1 and not any(INPUT in part for part in arguments):
            raise InvalidValue(
                f"no word of the command contains {INPUT}, and there are {len(inputs)} inputs; put it in"
            )
        self.seed: int | None = (fresh_seed() if seed is None else seed) if takes_seed else None
        self._arguments, self._form = list(arguments), form
        self._index = {x: i for i, x in enumerate(inputs)}
        self._spelled = {x: as_json(x) for x in inputs}
        self._running: dict[Hashable, Command] = {}

    def __call__(self, x: Any, /) -> Any:
        """The next output on the input x."""
        if x not in self._running:
            self._running[x] = self._start(x)
        return self._running[x]()

    def _start(self, x: Hashable) -> Command:
        words = [part.replace(INPUT, self._spelled[x]) for part in self._arguments]
        seed = None if self.seed is None else self.seed + self._index[x]
        return Command(words, read_json if self._form == "json" else str, seed=seed)

    def close(self) -> None:
        """End the processes."""
        for child in self._running.values():
            child.close()


def as_json(x: Hashable) -> str:
    """The input as JSON: tuples as lists.  Raises InvalidType for what JSON has no spelling for."""
    try:
        return json.dumps(x, allow_nan=False)
    except (TypeError, ValueError):
        raise InvalidType(
            f"the input {brief(x)} ({type(x).__name__}) has no spelling in JSON; use numbers, text, tuples"
        ) from None


def read_json(line: str) -> Any:
    """The output that a line spells: lists as tuples.  Raises SourceFailed where it is no JSON."""
    try:
        return listed_output(json.loads(line))
    except (ValueError, InvalidType):
        raise SourceFailed(
            f"the command prints the line {brief(line)}, which spells no output in JSON; "
            "print one JSON value a line, or read lines as text"
        ) from None
