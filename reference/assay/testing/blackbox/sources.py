"""Where samples come from: a function, a function with a logged seed, or the lines of a child process."""

from __future__ import annotations

import os
import secrets
import select
import subprocess
from collections.abc import Callable, Hashable, Sequence
from types import TracebackType
from typing import Any, Generic, Self, TypeAlias, TypeVar

from ...errors import AssayError, InvalidType, InvalidValue
from ...outputs.identity import key, listed
from ...outputs.text import brief
from ...programs.ends import Raised

T = TypeVar("T")

Sampler: TypeAlias = Callable[[], Any]

SEED_BITS = 63
MARK = "{seed}"


class SourceEnded(AssayError):
    """A child process ended, or fell silent, before enough samples were there."""


class SourceFailed(AssayError):
    """A child process cannot be started, or writes what cannot be read: no sample, and no finding."""


class Seeded(Generic[T]):
    """The sampler `make(seed)`, with a seed that is kept, so that a finding can be repeated.

    A fresh seed is drawn from the operating system where none is given: with a seed that stays the same the
    rate of false alarms is that of one choice of the seed, made before the samples were seen.
    """

    def __init__(self, make: Callable[[int], Callable[[], T]], seed: int | None = None) -> None:
        self.seed = fresh_seed() if seed is None else seed
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
        self.seed = (fresh_seed() if seed is None else seed) if takes_seed else None
        self._read, self._seconds, self._buffer, self.lines = read, seconds, b"", 0
        words = [part.replace(MARK, str(self.seed)) for part in arguments]
        pipe = subprocess.PIPE
        try:
            self._child = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe)
        except (OSError, IndexError) as error:
            raise SourceFailed(f"the command {brief(words)} does not start: {error}") from None

    def __call__(self) -> Any:
        """The next output."""
        while b"\n" not in self._buffer:
            self._buffer += self._more()
        line, _, self._buffer = self._buffer.partition(b"\n")
        self.lines += 1
        return self._read(line.decode("utf-8", "backslashreplace").strip())

    def _more(self) -> bytes:
        """What the process has written next; its standard error is read only after it has ended."""
        if self._child.stdout is None or self._child.stdout.closed:
            raise SourceEnded(f"the child process is closed after {self.lines} samples")
        descriptor = self._child.stdout.fileno()
        if not select.select([descriptor], [], [], self._seconds)[0]:
            raise SourceEnded(
                f"the child process has written nothing for {self._seconds} s after {self.lines} samples"
            )
        chunk = os.read(descriptor, 1 << 16)
        if not chunk:
            raise SourceEnded(self._obituary())
        return chunk

    def _obituary(self) -> str:
        errors = b"" if self._child.stderr is None else self._child.stderr.read()
        last = errors.decode("utf-8", "backslashreplace").strip().rpartition("\n")[2]
        status = self._child.wait()
        return f"the child process ended with status {status} after {self.lines} samples" + (
            f": {last}" if last else ""
        )

    def close(self) -> None:
        """End the process."""
        self._child.kill()
        self._child.wait()
        for stream in (self._child.stdout, self._child.stderr):
            if stream is not None:
                stream.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
