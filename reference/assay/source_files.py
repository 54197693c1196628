"""A Python file as a module, from what the file says now.

Cached bytecode is told from its source by the size and the second of the change alone, so that an edit
could be answered by what stood there before.
"""

from __future__ import annotations

from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType


class FromSource(SourceFileLoader):
    """A loader that reads the text, and no cache."""

    def get_code(self, fullname: str) -> CodeType:
        """The code, compiled from the text."""
        code: CodeType = self.source_to_code(self.get_data(self.path), self.path)
        return code


def module_of(name: str, path: Path) -> ModuleType:
    """The module of a file, to be run by `run_module`.  Raises ImportError where there is no such file."""
    spec = spec_from_file_location(name, path, loader=FromSource(name, str(path)))
    if spec is None or not path.is_file():
        raise ImportError(f"{path} is not a file")
    return module_from_spec(spec)


def run_module(module: ModuleType) -> None:
    """Run the text of a module that `module_of` made."""
    loader = module.__spec__.loader if module.__spec__ else None
    if not isinstance(loader, FromSource):
        raise ImportError(f"{module.__name__} was not made by module_of")
    loader.exec_module(module)
