"""`main`: from the arguments to an exit status, whatever happens on the way."""

from __future__ import annotations

import io
import os
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NoReturn, TextIO

from ..errors import AssayError, BudgetExceeded, UndecidedError, UnfinishedProgram
from .command import ExitStatus, build_parser, discover, finish
from .errors import FileError, UsageError, headline, one_line, users_place, users_traceback
from .limits import Alarm, as_asked


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status, see `ExitStatus`.

    Standard output gets the complete answer or nothing; errors are one line on standard error. An answer that
    standard output cannot take is on standard error, and the status 2.
    """
    try:
        return _run(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:
        _complain("interrupted; nothing was decided", label=None)
        return ExitStatus.INTERRUPTED
    except Alarm:
        _complain("the time budget is spent", label="undecided")
        return ExitStatus.UNDECIDED
    except (BudgetExceeded, UnfinishedProgram, UndecidedError) as error:
        _complain(one_line(error), label="undecided")
        return ExitStatus.UNDECIDED
    except UsageError as error:
        _complain(one_line(error))
    except FileError as error:
        sys.stderr.write(error.trace)
        _complain(one_line(error))
    except AssayError as error:
        place = users_place(error)
        _complain(f"{place}: {one_line(error)}" if place else one_line(error))
    except Exception as error:
        _report_unexpected(error)
    return ExitStatus.BAD_INPUT


def _run(arguments: Sequence[str]) -> int:
    """Parse, run the command, and print its answer in one piece."""
    commands = discover(arguments[0] if arguments else None)
    options = build_parser(commands).parse_args(arguments)
    try:
        with _no_sudden_end(), as_asked(options):
            status, answer, *then = commands[options.command].run(options)
    except (Exception, KeyboardInterrupt, Alarm):
        raise
    except BaseException as error:  # such as SystemExit, out of the user's code: it is no answer
        raise FileError(
            f"the audited code raised {headline(error)} (its traceback is above)",
            users_traceback(error),
        ) from error
    if not _printed(answer):
        status = ExitStatus.BAD_INPUT
    finish(then)
    return status


def _printed(answer: str) -> bool:
    """Print the answer; where standard output cannot take it, on standard error, so that it is not lost."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        sys.stdout.write(coloured(answer, sys.stdout))
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has seen enough, what was found out is still true; nothing may be flushed there at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.stderr.write(answer)
        _complain(f"the answer above could not be written to standard output: {error.strerror or error}")
        return False
    return True


@contextmanager
def _no_sudden_end() -> Iterator[None]:
    """Inside the block `os._exit` raises SystemExit: with status 0 it would say that a claim holds."""
    real, owner = os._exit, os.getpid()
    homes = [module for name in ("os", "posix", "nt") if (module := sys.modules.get(name)) is not None]

    def ends(status: int) -> NoReturn:
        if os.getpid() != owner:
            real(status)
        raise SystemExit(f"os._exit({status})")

    try:
        for module in homes:
            vars(module)["_exit"] = ends
        yield
    finally:
        for module in homes:
            vars(module)["_exit"] = real


def _report_unexpected(error: Exception) -> None:
    """An exception out of the user's own code, or out of Assay itself: it must not look like a verdict."""
    place = users_place(error)
    if place is not None:
        sys.stderr.write(users_traceback(error))
        _complain(f"{place}: the audited code raised {headline(error)} (its traceback is above)")
        return
    sys.stderr.write("".join(traceback.format_exception(error)))
    _complain(f"this is a defect of Assay, please report it with the traceback above: {headline(error)}")


def _complain(message: str, label: str | None = "error") -> None:
    """One line on standard error."""
    sys.stderr.write(f"assay: {label}: {message}\n" if label else f"assay: {message}\n")


STYLES = {
    r"(?m)^ *(?:verified|VERIFIED|proved|PROVED)\b(?:,? \(?(?:not )?tight\)?)?": "bold green",
    r"(?m)^ *(?:refuted|REFUTED)\b": "bold red",
    r"(?m)^ *(?:undecided|UNDECIDED)\b": "bold yellow",
    r"(?<=  )(?:verified|proved|private)(?=  |$)": "green",
    r"(?<=  )(?:refuted|unsound|not private)(?=  |$)": "red",
    r"(?<=  )undecided(?=  |$)": "yellow",
    r"(?m)^ *(?:input x'?|event S|P\[M\(x'?\) in S\]|e\^epsilon P\[.*?\](?: \+ delta)?)(?=  )": "cyan",
    r"(?m)^ *(?:comparison|the first is larger by)(?=  )": "cyan",
}
"""What is highlighted: the word of a verdict, in a line or in a table, and the labels of a witness."""


def coloured(answer: str, stream: TextIO) -> str:
    """The answer with colours if the stream is a terminal that shows them, else as it is."""
    if not stream.isatty():
        return answer
    from rich.console import Console
    from rich.text import Text

    console = Console(file=stream, highlight=False)
    if console.no_color or console.color_system is None:
        return answer
    text = Text(answer)
    for pattern, style in STYLES.items():
        text.highlight_regex(pattern, style)
    with console.capture() as kept:
        console.print(text, end="", soft_wrap=True)
    return kept.get()
