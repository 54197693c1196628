"""The public names of an installed package, found by looking at it."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType
from typing import Any


def modules(package: str, without: tuple[str, ...] = ()) -> Iterator[ModuleType]:
    """The package and the modules below it whose names do not begin with an underscore, or end as given."""
    root = import_module(package)
    yield root
    for found in sorted(walk_packages(root.__path__, f"{package}."), key=lambda each: each.name):
        if not found.name.endswith(without) and not any(p.startswith("_") for p in found.name.split(".")):
            yield import_module(found.name)


def definitions(package: str, without: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """(module.name, object) of every public function and class, where it is defined."""
    for module in modules(package, without):
        for name, value in sorted(vars(module).items()):
            made_here = getattr(value, "__module__", None) == module.__name__
            if (
                made_here
                and not name.startswith("_")
                and (inspect.isfunction(value) or inspect.isclass(value))
            ):
                yield f"{module.__name__}.{name}", value


def methods(cls: type) -> Iterator[str]:
    """The names of the public methods and properties that a class or one of its bases defines."""
    seen: set[str] = set()
    for owner in cls.__mro__[:-1]:
        for name, value in sorted(vars(owner).items()):
            callables = inspect.isfunction(value) or isinstance(value, property | staticmethod | classmethod)
            if not name.startswith("_") and callables and name not in seen:
                seen.add(name)
                yield name


def public(package: str) -> Iterator[str]:
    """Every public function, and every public method and property of a public class; see `definitions`."""
    for name, value in definitions(package):
        if inspect.isclass(value):
            yield from (f"{name}.{method}" for method in methods(value))
        else:
            yield name
