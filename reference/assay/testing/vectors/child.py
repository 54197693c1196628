"""A child process that answers prompts, one JSON line each; whatever it does, the run goes on."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Self

LONGEST_ANSWER = 1 << 20
"""Bytes that a child may write for one prompt."""
LONGEST_NOISE = 1 << 24
"""Bytes of error output for one prompt."""
REMEMBERED = 400
"""Bytes of its error output that are kept for the report."""


class ChildFailed(Exception):
    """The child gave no line: `status` says why."""

    def __init__(self, status: str, detail: str) -> None:
        super().__init__(detail)
        self.status, self.detail = status, detail


class Child:
    """A command that reads lines and writes lines; started when first asked, and after a failure."""

    def __init__(
        self, command: Sequence[str], seconds: float, environment: Mapping[str, str] | None = None
    ) -> None:
        self.command, self.seconds, self.environment = list(command), seconds, environment
        self.process: subprocess.Popen[bytes] | None = None
        self._unread = b""
        self._errors = b""
        self._noise = 0

    def ask(self, line: bytes) -> bytes:
        """Send one line.  Returns the next line of the child; raises ChildFailed where none comes."""
        process = self._running()
        self._noise = 0
        deadline = time.monotonic() + self.seconds
        self._send(process, line, deadline)
        return self._receive(process, deadline, len(self._unread))

    def another(self) -> bytes:
        """One more line, where the last one was not the answer to the last prompt."""
        process = self._running()
        return self._receive(process, time.monotonic() + self.seconds, 0)

    def _running(self) -> subprocess.Popen[bytes]:
        if self.process is None:
            pipe = subprocess.PIPE
            try:
                self.process = subprocess.Popen(
                    self.command,
                    stdin=pipe,
                    stdout=pipe,
                    stderr=pipe,
                    bufsize=0,
                    start_new_session=True,
                    env=self.environment,
                )
            except OSError as error:
                raise ChildFailed("crashed", f"does not start: {error}") from error
            self._unread = self._errors = b""
            for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
                if stream is not None:
                    os.set_blocking(stream.fileno(), False)
        return self.process

    def _send(self, process: subprocess.Popen[bytes], line: bytes, deadline: float) -> None:
        """Write the line while reading what comes, so that neither side waits for the other."""
        if process.stdin is None:
            raise ChildFailed("crashed", "has no input")
        rest, received = line, 0
        while rest:
            ready = self._wait(process, deadline, writing=True)
            if process.stdin.fileno() in ready:
                try:
                    rest = rest[os.write(process.stdin.fileno(), rest) :]
                except BlockingIOError:
                    continue
                except OSError:
                    raise self._ended(process) from None
            received += self._read(process, ready)
            self._refuse_flood(received)

    def _receive(self, process: subprocess.Popen[bytes], deadline: float, received: int) -> bytes:
        """The next line."""
        while b"\n" not in self._unread:
            ready = self._wait(process, deadline, writing=False)
            before = received
            received += self._read(process, ready)
            self._refuse_flood(received)
            if process.stdout is not None and process.stdout.fileno() in ready and received == before:
                raise self._ended(process)
        line, _, self._unread = self._unread.partition(b"\n")
        return line

    def _refuse_flood(self, received: int) -> None:
        if received > LONGEST_ANSWER:
            self.stop()
            raise ChildFailed("flooded", f"more than {LONGEST_ANSWER} bytes for one prompt")

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
            self.stop()
            raise ChildFailed("hung", f"no answer within {self.seconds:g} s")
        return ready

    def _read(self, process: subprocess.Popen[bytes], ready: set[int]) -> int:
        """Take what is there; how many bytes came on standard output."""
        if process.stderr is not None and not process.stderr.closed and process.stderr.fileno() in ready:
            text = os.read(process.stderr.fileno(), 1 << 16)
            self._errors = (self._errors + text)[-REMEMBERED:]
            self._noise += len(text)
            if not text:
                process.stderr.close()
            if self._noise > LONGEST_NOISE:
                self.stop()
                raise ChildFailed("flooded", f"more than {LONGEST_NOISE} bytes of errors for one prompt")
        if process.stdout is None or process.stdout.fileno() not in ready:
            return 0
        data = os.read(process.stdout.fileno(), 1 << 16)
        self._unread += data
        return len(data)

    def _ended(self, process: subprocess.Popen[bytes]) -> ChildFailed:
        """The failure of a child that closed its output."""
        try:
            status = f"ended with status {process.wait(timeout=1)}"
        except subprocess.TimeoutExpired:
            status = "closed its output"
        if process.stderr is not None and not process.stderr.closed:
            self._errors = (self._errors + (process.stderr.read() or b""))[-REMEMBERED:]
        last = self._errors.decode("utf-8", "replace").strip().splitlines()
        self.stop()
        return ChildFailed("crashed", f"{status}: {last[-1][:200]}" if last else status)

    def stop(self) -> None:
        """End the child and everything that it started in its session."""
        process, self.process, self._unread = self.process, None, b""
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
