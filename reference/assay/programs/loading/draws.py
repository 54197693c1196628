"""Whether loading a module drew at random: a key that was drawn once is not drawn by the program.

Followed is what is called, and not what is only defined: a sampler that is made when the module is loaded,
`respond = Responder(3)`, draws later.  A source with a seed gives the same numbers in every process.
"""

from __future__ import annotations

import inspect
import random
from collections.abc import Iterator
from dataclasses import dataclass
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from .. import kinds, nodes
from ..bytecode import instructions
from ..names.modules import SOURCES
from ..names.rules import home_of
from ..nodes import MISSING
from ..origins import INSTALLED, USER, origin_of_class, origin_of_code
from ..uses import Use, uses_of

MAKERS = frozenset({"Generator", "Random", "RandomState", "SystemRandom", "default_rng"})
"""What makes a source of randomness."""

OF_NUMPY = """
    beta binomial bytes exponential gamma geometric gumbel integers laplace logistic multinomial
    multivariate_normal normal permutation permuted poisson rand randn random_integers random_sample
    standard_exponential standard_normal token_bytes
"""
OF_RANDOM = {name for name in dir(random.Random) if not name.startswith("_")}
METHODS_OF_SOURCES = frozenset(OF_RANDOM | set(OF_NUMPY.split())) - {"seed", "getstate", "setstate"}

CONSTRUCTION = ("__new__", "__init__", "__post_init__")

BLOCKS = frozenset({"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"})
"""Code inside a function that runs where it stands."""


@dataclass
class Drawn:
    """What the code that runs says of randomness: the functions that draw and are named, the names of methods
    that draw, and whether a source is made without a seed.
    """

    named: str = ""
    method: str = ""
    unseeded: bool = False


def drawn_by(function: FunctionType) -> str:
    """What a call of a function without arguments draws from, without a seed; "" if nothing is found."""
    found = Drawn()
    for called in run_by(function):
        _read(called, found)
    return found.named or (found.method if found.unseeded else "")


def run_by(function: FunctionType) -> Iterator[FunctionType]:
    """The function, and those that a call of it may run."""
    done: set[CodeType] = set()
    todo = [function]
    while todo:
        called = todo.pop()
        if called.__code__ not in done and origin_of_code(called.__code__) in (USER, INSTALLED):
            done.add(called.__code__)
            yield called
            todo += _calls(called)


def _read(function: FunctionType, found: Drawn) -> None:
    """Note what the code of a function draws."""
    code = alone(function.__code__)
    found.unseeded |= _makes_unseeded(code)
    found.method = found.method or _method_thatdraws(code, function.__globals__)
    for use in uses_of(code).names:
        value = _value(use, function)
        if use.called and draws(value) and use.attributes[-1:] != ("seed",):
            found.named = found.named or f"{home_of(value)}.{getattr(value, '__name__', '?')}"


def _calls(function: FunctionType) -> Iterator[FunctionType]:
    """The functions that the code of a function may call."""
    uses = uses_of(alone(function.__code__))
    value = None
    for use in uses.names:
        before, value = value, _value(use, function)
        if before is not kinds.PARTIAL:  # what it binds arguments of is called later
            yield from _called(value, uses.attributes.keys())
    own = function.__globals__.get(function.__qualname__.rpartition(".")[0])
    if isinstance(own, type):
        yield from _methods(own, uses.attributes.keys())


def _method_thatdraws(code: CodeType, table: dict[str, Any]) -> str:
    """The name of a method of a source that code reads of something else than a module."""
    steps = [i for i in instructions(code) if i.opname not in ("CACHE", "PUSH_NULL")]
    for n, step in enumerate(steps[1:-1], 1):
        before, after = steps[n - 1], steps[n + 1]
        reads = step.opname in ("LOAD_ATTR", "LOAD_METHOD") and step.argval in METHODS_OF_SOURCES
        of_module = before.opname == "LOAD_GLOBAL" and isinstance(table.get(before.argval), ModuleType)
        if reads and not of_module and after.opname != "STORE_GLOBAL":  # a variable is followed by its name
            return str(step.argval)
    inside = (part for part in code.co_consts if isinstance(part, CodeType))
    return next((name for part in inside if (name := _method_thatdraws(part, table))), "")


def alone(code: CodeType) -> CodeType:
    """The code without the functions that it defines; what is inside of a class runs where it stands."""
    kept: list[Any] = []
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            is_body = constant.co_name in BLOCKS or not constant.co_flags & inspect.CO_OPTIMIZED
            kept.append(alone(constant) if is_body else None)
        else:
            kept.append(constant)
    return code.replace(co_consts=tuple(kept))


def _value(use: Use, function: FunctionType) -> Any:
    """What a name with its attributes stands for, as far as that is known without running anything."""
    table = function.__globals__
    cells = nodes.cells_by_name(function)
    value = cells.get(use.name, MISSING) if use.kind == "cell" else table.get(use.name, MISSING)
    for name in use.attributes:
        if isinstance(value, ModuleType):
            value = vars(value).get(name, MISSING)
        elif isinstance(value, type):
            value = kinds.static_attribute(value, name)
        else:
            break
    return value


def draws(value: Any) -> bool:
    """Whether a value is a function that draws, of random, secrets, os or numpy.random."""
    if not isinstance(value, FunctionType | BuiltinFunctionType | MethodType):
        return False
    name = getattr(value, "__name__", "")
    home = home_of(value).removeprefix("_")
    home = {"posix": "os", "nt": "os"}.get(home, home)
    return name not in MAKERS and (
        home in SOURCES or f"{home}.{name}" in SOURCES or home.startswith("numpy.random")
    )


def _called(value: Any, attributes: Any) -> Iterator[FunctionType]:
    """The functions that run when a value is called, or when a method of this name is called on it."""
    if isinstance(value, MethodType):
        value = value.__func__
    if isinstance(value, FunctionType):
        yield value
        return
    cls = value if isinstance(value, type) else type(value)
    if origin_of_class(cls) in (USER, INSTALLED):
        yield from _methods(cls, attributes)


def _methods(cls: type, attributes: Any) -> Iterator[FunctionType]:
    """What makes an object of a class, and its methods whose names are read."""
    for name in (*CONSTRUCTION, *attributes):
        method = kinds.static_attribute(cls, name)
        if isinstance(method, property):
            method = method.fget
        if isinstance(method, FunctionType):
            yield method


def _makes_unseeded(code: CodeType) -> bool:
    """Whether a source is made without a seed."""
    steps = [i for i in instructions(code) if i.opname not in ("CACHE", "PUSH_NULL", "PRECALL")]
    for n, step in enumerate(steps[:-1]):
        if step.argval in MAKERS and step.opname.startswith("LOAD"):
            after = steps[n + 1]
            none = after.opname == "LOAD_CONST" and after.argval is None
            if step.argval == "SystemRandom" or none or (after.opname.startswith("CALL") and not after.arg):
                return True
    return any(isinstance(part, CodeType) and _makes_unseeded(part) for part in code.co_consts)
