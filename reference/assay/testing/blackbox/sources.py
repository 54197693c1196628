"""Where samples come from: a function, a function with a logged seed, or the lines of a child process."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Hashable, Sequence
from types import TracebackType
from typing import Any, Generic, Self, TypeAlias, TypeVar

from ...errors import AssayError, InvalidType, InvalidValue
from ...outputs.alphabet import listed
from ...outputs.identity import key
from ...outputs.text import brief
from ...processes.child import Child, ChildFailed, NotStarted
from ...programs.ends import Raised

T = TypeVar("T")

Sampler: TypeAlias = Callable[[], Any]

SEED_BITS = 63
MARK = "{seed}"


class SourceEnded(AssayError):
    """A child process ended, or fell silent, before enough samples were there."""


class SourceFailed(AssayError):
    """A child process cannot be started, writes what cannot be read, or ends at once: there is no finding."""


class Seeded(Generic[T]):
    """The sampler `make(seed)`, with a seed that is kept, so that a finding can be repeated.

    A fresh seed is drawn from the operating system where none is given: with a seed that stays the same the
    rate of false alarms is that of one choice of the seed, made before the samples were seen.
    """

    def __init__(self, make: Callable[[int], Callable[[], T]], seed: int | None = None) -> None:
        self.seed: int = fresh_seed() if seed is None else seed
        self._sampler = make(self.seed)
        if not callable(self._sampler):
            raise InvalidType(
                f"make({self.seed}) is {brief(self._sampler)}; it has to be a function without arguments"
            )

    def __call__(self) -> T:
        """One output."""
        return self._sampler()


def fresh_seed() -> int:
    """A seed from the operating system."""
    return secrets.randbits(SEED_BITS)


def draw(sampler: Sampler) -> Hashable:
    """One output as a distribution lists it: lists as tuples, an exception of the sampler as `Raised(...)`.

    Raises InvalidType for NaN and for what is not hashable, SourceEnded where a child process has no more,
    SourceFailed where it is of no use.
    """
    try:
        value = sampler()
    except (SourceEnded, SourceFailed):
        raise
    except Exception as error:
        return Raised.of(error)
    return listed_output(value)


def listed_output(value: object) -> Hashable:
    """The form under which a distribution lists an output.  Raises as `outputs.identity.key` for others."""
    key(value)
    output: Hashable = listed(value)
    return output


def check_sampler(sampler: object, name: str = "sampler") -> None:
    """Refuse what cannot be called."""
    if not callable(sampler):
        raise InvalidType(
            f"{name} is {brief(sampler)} ({type(sampler).__name__}); give a function without arguments"
        )


class Command:
    """A child process that writes one sample a line; `read` makes an output of the text of a line.

    "{seed}" in an argument is replaced by the seed, which is kept, and is a fresh one if none is given.
    Calling it gives the next output.  Raises SourceEnded, with the exit status and the last line of standard
    error, where the process has ended, or has written nothing for `seconds`.  Raises SourceFailed where it
    does not start.
    """

    lines: int

    def __init__(
        self,
        arguments: Sequence[str],
        read: Callable[[str], Any] = str,
        *,
        seed: int | None = None,
        seconds: int = 60,
    ) -> None:
        if isinstance(arguments, str) or not all(isinstance(part, str) for part in arguments):
            raise InvalidType(f"arguments = {brief(arguments)} has to be a list of strings, as of argv")
        takes_seed = any(MARK in part for part in arguments)
        if seed is not None and not takes_seed:
            raise InvalidValue(f"seed = {seed} is of no use: no argument contains {MARK}")
        self.seed: int | None = (fresh_seed() if seed is None else seed) if takes_seed else None
        self._read, self.lines, self._over = read, 0, ""
        words = [part.replace(MARK, str(self.seed)) for part in arguments]
        self._child = Child(words, seconds, reads=False)
        try:
            self._child.started()
        except NotStarted as error:
            raise SourceFailed(f"the command {brief(words)} {error}") from None

    def __call__(self) -> Any:
        """The next output."""
        if self._over:  # asked again, the child would begin again, with the same samples
            raise SourceEnded(f"{self._over} after {self.lines} samples")
        try:
            line = self._child.another()
        except ChildFailed as failed:
            self._over = "the child process is closed"
            raise SourceEnded(self._obituary(failed)) from None
        self.lines += 1
        return self._read(line.decode("utf-8", "backslashreplace").strip())

    def _obituary(self, failed: ChildFailed) -> str:
        if failed.status == "hung":
            what, why = f"has written nothing for {self._child.seconds} s", ""
        else:
            what, _, why = failed.detail.partition(": ")
        return f"the child process {what} after {self.lines} samples" + (f": {why}" if why else "")

    def close(self) -> None:
        """End the process."""
        self._over = "the child process is closed"
        self._child.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
