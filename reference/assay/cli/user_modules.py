"""Importing the user's modules, with their neighbours, prints and errors."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from ..errors import AssayError
from ..source_files import module_of, run_module
from .errors import FileError, UsageError, headline, users_traceback


@dataclass(frozen=True)
class Address:
    """Where the target is: a file or a dotted module, and the name in it, if one was given."""

    source: str
    name: str | None

    @property
    def is_file(self) -> bool:
        """Whether the source is a path, rather than a dotted module name."""
        return self.source.endswith(".py") or os.sep in self.source or Path(self.source).is_file()


def parse_address(text: str) -> Address:
    """Split `FILE.py:NAME` at its last colon; a colon that is a part of the path stays there."""
    source, colon, name = text.rpartition(":")
    if not colon or Path(text).is_file() or os.sep in name:
        return Address(text, None)
    if not name:
        raise UsageError(f"{text!r} ends in a colon; write FILE.py:NAME, or leave the colon out")
    return Address(source, name)


@contextmanager
def user_code(address: Address) -> Iterator[None]:
    """In the block, the user's modules import their neighbours, and their prints go to standard error."""
    directory = str(Path(address.source).resolve().parent) if address.is_file else str(Path.cwd())
    sys.path.insert(0, directory)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        if directory in sys.path:
            sys.path.remove(directory)


def load_file(source: str) -> ModuleType:
    """Import a file under its own name, or a longer one where that is taken."""
    path = Path(source)
    if not path.is_file():
        kind = "is a folder" if path.is_dir() else "does not exist"
        raise UsageError(f"{source} {kind}; give a Python file, such as mechanism.py or mechanism.py:NAME")
    if path.suffix != ".py":
        raise UsageError(f"{source} is not a Python file; its name has to end in .py")
    name = path.stem if path.stem not in sys.modules else f"_audited_{path.stem}"
    module = sys.modules[name] = module_of(name, path)
    with importing(source):
        run_module(module)
    return module


def load_module(source: str) -> ModuleType:
    """Import a dotted module."""
    parts = source.split(".")
    if not all(part.isidentifier() for part in parts):
        raise UsageError(f"{source!r} is neither a file nor a module name; give FILE.py or package.module")
    with importing(source):
        return importlib.import_module(source)


@contextmanager
def importing(source: str) -> Iterator[None]:
    """Turn what goes wrong in an import into a FileError that keeps the file's own traceback."""
    try:
        yield
    except (AssayError, KeyboardInterrupt):
        raise
    except BaseException as error:
        if isinstance(error, ModuleNotFoundError) and error.name == source:
            raise UsageError(
                f"there is no file and no module {source!r}; give FILE.py or package.module"
            ) from None
        raise FileError(
            f"{source} does not import: {headline(error)} (its traceback is above)", users_traceback(error)
        ) from error
