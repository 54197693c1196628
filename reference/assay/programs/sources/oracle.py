"""A sampler with the options of its exploration, and its distribution on each input."""

from __future__ import annotations

import copy
import io
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...arguments import probability
from ...dp import Dist
from ...engines.partial import Partial
from ...errors import InvalidType, InvalidValue, NondeterministicProgram, UnfinishedProgram
from ...exact import ExactLike, Number, number
from ...outputs.alphabet import Alphabet
from ...outputs.text import SpelledFields, brief
from ..ends import Raised, declared, is_output
from ..jitted import is_jitted
from ..limits_met import handles
from ..names.modules import SOURCES
from ..state import watch_of
from ..watch import unwatched
from .body import Distribution, unwrapped
from .draws import Contradiction, Run
from .hidden import restorer
from .notes import Within, by_identity, remembers
from .patches import on_tape
from .randoms import TapeRandom
from .swaps import disguised
from .tape import Tape
from .watch import alarm

ADVICE = (
    "give the sampler what it needs as an argument, and draw from random, secrets, os.urandom or numpy.random"
)

COMPARED = 100
"""How often a compiled function is run beside its distribution."""


@dataclass(frozen=True, repr=False)
class Sampled(SpelledFields):
    """The distribution of a sampler on one input: P(o) lies between lower[o] and lower[o] + open_mass.

    `exact` says that nothing is open. `runs` counts the runs of the sampler, `draws` their draws; `printed`
    is what it wrote to standard output.
    """

    bounds: Partial[Any]
    runs: int
    draws: int
    printed: bool

    @property
    def exact(self) -> bool:
        """Whether the distribution is known completely."""
        return not self.bounds.open_mass

    def distribution(self) -> Dist[Any]:
        """The exact distribution.  Raises UnfinishedProgram, with the bounds, where some mass is open."""
        if not self.exact:
            raise UnfinishedProgram(
                f"the distribution is known up to a mass of at most {self.bounds.open_mass.upper(3)}: "
                f"{self.bounds.reason}",
                self.bounds,
            )
        return Dist._trusted(dict(self.bounds.lower), self.bounds.keys)


class Oracle:
    """A sampler with the options of its exploration.

    The distributions of its inner calls are kept between inputs, and so are its outputs: look-alikes are
    refused on one input or on two.
    """

    def __init__(
        self,
        sampler: Callable[..., Any],
        rng: str | None,
        residual: ExactLike,
        seconds: ExactLike | None,
        max_runs: int,
        merge: bool,
        deterministic: bool = False,
        hidden: Iterable[Any] = (),
        raises: type[Exception] | Iterable[type[Exception]] = (),
    ) -> None:
        if not callable(sampler):
            raise InvalidType(f"sampler is {brief(sampler)} ({type(sampler).__name__}); give a function")
        self.sampler = sampler
        self.rng = rng
        self.deterministic = deterministic
        self.seconds: Fraction | None = None if seconds is None else positive_seconds(seconds)
        target = probability(residual, "residual").as_fraction()
        if target <= 0:
            raise InvalidValue(f"residual = {residual} must be positive; write 2^-60 as Fraction(1, 2**60)")
        self.hidden: tuple[Any, ...] = tuple(hidden)
        self.alphabet: Alphabet[Any] = Alphabet(f"output of {getattr(sampler, '__name__', 'sampler')} =")
        self.tape: Tape = Tape(
            residual=target, max_runs=max_runs, merge=merge and not self.hidden, raises=declared(raises)
        )

    def distribution(self, x: Any) -> Dist[Any]:
        """The distribution on input x.  Raises UnfinishedProgram, with bounds, where some mass stays open."""
        return self.sampled((x,), {}).distribution()

    def sampled(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Sampled:
        """The distribution on these arguments."""
        own, given = args, {**kwargs, **self._source()}
        function, args = unwrapped(self.sampler, args)
        bound = args[: len(args) - len(own)]
        reach = watch_of(function, bound, SOURCES).reach(own, tuple(given.values()))
        compiled = bool(reach.met.compiled) or is_jitted(self.sampler)
        reach.check(self._called(args), ADVICE, args, tuple(given.values()))
        tape, printed = self.tape, io.StringIO()
        taped = on_tape(tape, reach, self.hidden, compiled=compiled)
        tape.runs = tape.draws = 0
        seconds = self.seconds
        tape.deadline = None if seconds is None else time.monotonic() + float(seconds)
        try:
            with unwatched(), silenced(printed), taped, alarm(seconds):
                tape.restore = restorer(self.hidden)
                tape.identity = by_identity(reach.met.functions)
                tape.handlers = Within(handles) if handles(reach) else None
                tape.asking = Within(remembers) if remembers(reach) else None
                with disguised(reach):
                    distribution = tape.distribution(function, args, given, bound)
        except Contradiction as error:
            raise NondeterministicProgram(self._cannot(args, str(error))) from None
        if not distribution.drew and not distribution.open_mass and not self.deterministic:
            raise NondeterministicProgram(
                self._cannot(
                    args,
                    f"it ended in {brief(distribution.ended[0].value)} and drew nothing from any source on "
                    "the tape, so that it may draw from one that cannot be seen; draw from random, secrets, "
                    "os.urandom or numpy.random, or name the parameter that takes a source with rng=",
                )
            )
        bounds = self._bounds(distribution)
        if compiled and not bounds.open_mass:
            self._compare(bounds, own, kwargs)
        return Sampled(bounds, tape.runs, tape.draws, bool(printed.getvalue()))

    def listed(self, x: Any, most: int) -> list[tuple[Run, Any]]:
        """Every run on input x, unmerged, with its choices and their words, and its output.

        Raises UnfinishedProgram where there are more than `most` runs, or one without an end.
        """
        tape = self.tape
        runs = min(most, tape.max_runs)
        alone = Oracle(
            self.sampler,
            self.rng,
            tape.residual,
            self.seconds,
            runs,
            False,
            self.deterministic,
            self.hidden,
            tape.raises,
        )
        alone.tape.listed = []
        alone.distribution(x)
        admit = alone.alphabet.admit
        return [(run, admit(end.value, end.form_key)) for run, end in alone.tape.listed]

    def _compare(self, bounds: Partial[Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
        """Run compiled code a few times; NondeterministicProgram for an output that the distribution does not
        have.

        The compiled function may differ from its Python function: it keeps the values that global variables
        had when it was compiled, and it reads beyond the end of an array.
        """
        for _ in range(COMPARED):
            try:
                output = self.sampler(*copy.deepcopy(args), **copy.deepcopy(dict(kwargs)))
            except Exception as error:
                if not is_output(error, self.tape.raises):
                    raise
                output = Raised.of(error)
            if not self._is_known(output, bounds):
                raise NondeterministicProgram(
                    self._cannot(
                        args,
                        f"compiled by numba it returns {brief(output)}, which its Python function never "
                        "does; give global variables as arguments, and stay inside of arrays",
                    )
                )

    def _is_known(self, output: Any, bounds: Partial[Any]) -> bool:
        """Whether an output equals one of the distribution; a compiled function returns ints for numpy's."""
        try:
            return output in bounds.lower
        except TypeError:  # it is listed in another form
            return self.alphabet.admit(output) in bounds.lower

    def _bounds(self, distribution: Distribution) -> Partial[Any]:
        """The distribution as bounds of a distribution; look-alikes of earlier outputs are refused."""
        lower: dict[Any, Number] = {}
        for ended, mass in zip(distribution.ended, distribution.weights, strict=True):
            outcome = self.alphabet.admit(ended.value, ended.form_key)
            lower[outcome] = number(mass)
        keys = {outcome: self.alphabet.keys[outcome] for outcome in lower if outcome in self.alphabet.keys}
        return Partial(lower, number(distribution.open_mass), self.tape.runs, distribution.reason, keys)

    def _called(self, args: tuple[Any, ...]) -> str:
        """The call, as it is written."""
        return f"{getattr(self.sampler, '__name__', 'sampler')}({', '.join(map(brief, args))})"

    def _cannot(self, args: tuple[Any, ...], why: str) -> str:
        """The message for a call whose distribution cannot be computed."""
        return f"the distribution of {self._called(args)} cannot be computed: {why}"

    def _source(self) -> dict[str, Any]:
        """The argument that carries a random source of the tape."""
        if self.rng is None:
            return {}
        kind, _, name = self.rng.rpartition(":")
        if kind in ("", "random") and name.isidentifier():
            return {name: TapeRandom()}
        if kind == "numpy" and name.isidentifier():
            from .numpy_randoms import TapeGenerator

            return {name: TapeGenerator()}
        raise InvalidValue(
            f"rng = {self.rng!r} ({type(self.rng).__name__}); write NAME, random:NAME or numpy:NAME"
        )


@contextmanager
def silenced(printed: io.StringIO) -> Iterator[None]:
    """What a sampler prints is kept away, and so are its warnings, which would be looked up in files."""
    with redirect_stdout(printed), warnings.catch_warnings(record=True):
        yield


def positive_seconds(seconds: ExactLike) -> Fraction:
    """A positive time."""
    value = number(seconds, "seconds").as_fraction()
    if value <= 0:
        raise InvalidValue(f"seconds = {seconds} must be positive")
    return value
