"""The public names of dp-accounting: functions, classes, and the methods and properties of classes."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType
from typing import Any

from .border import LIBRARY

LEAVES_OUT = ("_test", "test_util", "_example")
"""Modules that are the library's own tests and examples."""


def public_names() -> list[str]:
    """Dotted names, each where it is defined."""
    return sorted({name for module in _modules() for name in _of_module(module)})


def _modules() -> Iterator[ModuleType]:
    package: Any = LIBRARY.load()
    yield package
    for found in walk_packages(package.__path__, f"{package.__name__}."):
        if not found.name.endswith(LEAVES_OUT):
            yield import_module(found.name)


def _of_module(module: ModuleType) -> Iterator[str]:
    for name, value in vars(module).items():
        if name.startswith("_") or getattr(value, "__module__", None) != module.__name__:
            continue
        if inspect.isclass(value):
            yield f"{module.__name__}.{name}"
            yield from _of_class(value, f"{module.__name__}.{name}")
        elif inspect.isfunction(value):
            yield f"{module.__name__}.{name}"


def _of_class(kind: type, prefix: str) -> Iterator[str]:
    """The methods and properties that a class defines itself; its data fields come with the class."""
    for name, value in vars(kind).items():
        if name.startswith("_"):
            continue
        if inspect.isfunction(value) or isinstance(value, property | classmethod | staticmethod):
            yield f"{prefix}.{name}"
