"""A child process that answers by lines, or is run to its end; whatever it does, the run goes on."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Self

LONGEST_ANSWER = 1 << 20
"""Bytes that a child may write for one prompt."""
LONGEST_NOISE = 1 << 24
"""Bytes of error output for one prompt."""
LONGEST_OUTPUT = 1 << 28
"""Bytes that a child which is run to its end may write."""
REMEMBERED = 4000
"""Bytes of its error output that are kept for the report."""
CHUNK = 1 << 16


class ChildFailed(Exception):
    """The child gave no line, or no end: `status` says why, `output` holds what it wrote before."""

    def __init__(self, status: str, detail: str, output: bytes = b"") -> None:
        super().__init__(detail)
        self.status: str = status
        self.detail: str = detail
        self.output: bytes = output


class NotStarted(ChildFailed):
    """There is no such command, or it cannot be run."""


@dataclass(frozen=True)
class Ended:
    """A child that came to its end: its exit status, all its output, and the last of its errors."""

    status: int
    output: str
    errors: str


def run(
    command: Sequence[str],
    seconds: float,
    *,
    given: str = "",
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> Ended:
    """Run a command to its end.  Raises ChildFailed where it does not start, hangs or floods."""
    with Child(command, seconds, environment, folder=folder, longest=LONGEST_OUTPUT) as child:
        return child.finish(given.encode())


class Child:
    """A command that reads lines and writes lines; started when first asked, and after a failure.

    Both its outputs are read as they come, within bounds; it has a session of its own, which ends with it.
    """

    def __init__(
        self,
        command: Sequence[str],
        seconds: float,
        environment: Mapping[str, str] | None = None,
        *,
        folder: Path | None = None,
        reads: bool = True,
        longest: int = LONGEST_ANSWER,
    ) -> None:
        self.command: list[str] = list(command)
        self.seconds: float = seconds
        self.environment: Mapping[str, str] | None = environment
        self.folder: Path | None = folder
        self.reads: bool = reads
        self.longest: int = longest
        self.process: subprocess.Popen[bytes] | None = None
        self._unread = bytearray()
        self._errors = b""
        self._noise = 0

    def ask(self, line: bytes) -> bytes:
        """Send one line.  Returns the next line of the child; raises ChildFailed where none comes."""
        process = self.started()
        self._noise = 0
        deadline = time.monotonic() + self.seconds
        self._send(process, line, deadline)
        return self._receive(process, deadline, len(self._unread))

    def another(self) -> bytes:
        """One more line, where the last one was not the answer to the last prompt, or nothing is asked."""
        process = self.started()
        self._noise = 0
        return self._receive(process, time.monotonic() + self.seconds, 0)

    def finish(self, given: bytes) -> Ended:
        """Send all that the child gets, and wait for its end."""
        process = self.started()
        deadline = time.monotonic() + self.seconds
        self._send(process, given, deadline, all_of_it=True)
        while _is_open(process.stdout) or _is_open(process.stderr):
            self._read(process, self._wait(process, deadline, writing=False))
            self._refuse_flood(len(self._unread))
        try:
            status = process.wait(max(0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            raise self._late() from None
        output, errors = (part.decode("utf-8", "replace") for part in (self._unread, self._errors))
        self.stop()
        return Ended(status, output, errors)

    def started(self) -> subprocess.Popen[bytes]:
        """The process that runs, a new one if there is none.  Raises NotStarted."""
        if self.process is None:
            pipe = subprocess.PIPE
            try:
                self.process = subprocess.Popen(
                    self.command,
                    stdin=pipe if self.reads else subprocess.DEVNULL,
                    stdout=pipe,
                    stderr=pipe,
                    bufsize=0,
                    start_new_session=True,
                    env=self.environment,
                    cwd=self.folder,
                )
            except (OSError, ValueError, IndexError) as error:
                raise NotStarted("crashed", f"does not start: {error}") from error
            self._unread, self._errors = bytearray(), b""
            for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
                if stream is not None:
                    os.set_blocking(stream.fileno(), False)
        return self.process

    def _send(
        self, process: subprocess.Popen[bytes], line: bytes, deadline: float, *, all_of_it: bool = False
    ) -> None:
        """Write the line while reading what comes, so that neither side waits for the other.

        After `all_of_it` the input is closed; a child that ends before it has read it all ends as it likes.
        """
        if process.stdin is None:
            raise ChildFailed("crashed", "has no input")
        rest, received = line, 0
        while rest:
            ready = self._wait(process, deadline, writing=True)
            if process.stdin.fileno() in ready:
                try:
                    rest = rest[os.write(process.stdin.fileno(), rest[:CHUNK]) :]
                except BlockingIOError:
                    continue
                except OSError:
                    if all_of_it:
                        break
                    raise self._ended(process) from None
            received += self._read(process, ready)
            self._refuse_flood(received)
        if all_of_it:
            process.stdin.close()

    def _receive(self, process: subprocess.Popen[bytes], deadline: float, received: int) -> bytes:
        """The next line."""
        searched = 0
        while (end := self._unread.find(b"\n", searched)) < 0:
            searched = len(self._unread)
            if not _is_open(process.stdout):
                raise self._ended(process)
            received += self._read(process, self._wait(process, deadline, writing=False))
            self._refuse_flood(received)
        line = bytes(self._unread[:end])
        del self._unread[: end + 1]
        return line

    def _refuse_flood(self, received: int) -> None:
        if received > self.longest:
            raise self._failed("flooded", f"wrote more than {self.longest} bytes for one prompt")

    def _wait(self, process: subprocess.Popen[bytes], deadline: float, *, writing: bool) -> set[int]:
        """The streams that are ready; raises ChildFailed at the deadline."""
        with selectors.DefaultSelector() as selector:
            for stream in (process.stdout, process.stderr):
                if stream is not None and not stream.closed:
                    selector.register(stream, selectors.EVENT_READ)
            if writing and process.stdin is not None:
                selector.register(process.stdin, selectors.EVENT_WRITE)
            ready = {key.fd for key, _ in selector.select(max(0, deadline - time.monotonic()))}
        if time.monotonic() >= deadline:
            raise self._late()
        return ready

    def _read(self, process: subprocess.Popen[bytes], ready: set[int]) -> int:
        """Take what is there; how many bytes came on standard output."""
        errors = _taken(process.stderr, ready)
        self._errors = (self._errors + errors)[-REMEMBERED:]
        self._noise += len(errors)
        if self._noise > LONGEST_NOISE:
            raise self._failed("flooded", f"more than {LONGEST_NOISE} bytes of errors for one prompt")
        output = _taken(process.stdout, ready)
        self._unread += output
        return len(output)

    def _late(self) -> ChildFailed:
        return self._failed("hung", f"no answer within {self.seconds:g} s")

    def _failed(self, status: str, detail: str) -> ChildFailed:
        """End the child; the failure, with what it wrote before."""
        output = bytes(self._unread)
        self.stop()
        return ChildFailed(status, detail, output)

    def _ended(self, process: subprocess.Popen[bytes]) -> ChildFailed:
        """The failure of a child that closed its output."""
        try:
            status = f"ended with status {process.wait(timeout=1)}"
        except subprocess.TimeoutExpired:
            status = "closed its output"
        if process.stderr is not None and not process.stderr.closed:
            self._errors = (self._errors + (process.stderr.read() or b""))[-REMEMBERED:]
        last = self._errors.decode("utf-8", "backslashreplace").strip().splitlines()
        return self._failed("crashed", f"{status}: {last[-1][:200]}" if last else status)

    def stop(self) -> None:
        """End the child and everything that it started in its session."""
        process, self.process, self._unread = self.process, None, bytearray()
        if process is None:
            return
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                stream.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def _is_open(stream: IO[bytes] | None) -> bool:
    return stream is not None and not stream.closed


def _taken(stream: IO[bytes] | None, ready: set[int]) -> bytes:
    """What can be read of a stream now; at its end it is closed."""
    if stream is None or stream.closed or stream.fileno() not in ready:
        return b""
    text = os.read(stream.fileno(), CHUNK)
    if not text:
        stream.close()
    return text
