"""What is to be audited: `FILE.py[:NAME]` or `package.module[:NAME]`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from difflib import get_close_matches
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, TypeAlias, cast

from ..errors import SymbolicNoise
from .binding import Given, bound_program, made_by
from .errors import UsageError
from .user_modules import Address, load_file, load_module

if TYPE_CHECKING:
    from ..dp import Mechanism
    from ..integers import CertifiedNoise
    from ..programs import Program

    Target: TypeAlias = Mechanism[object, object] | Program[..., object]


class NoiseWithoutTable(UsageError):
    """Noise on all the integers was loaded, whose loss has no bound; `assay audit` judges it all the same."""

    def __init__(self, noise: CertifiedNoise) -> None:
        super().__init__(
            f"{noise!r} is noise on all the integers, of which there is no table; use: assay audit, or the "
            "words of assay account"
        )
        self.noise = noise


def load(address: Address, given: Given | None = None) -> Target:
    """The mechanism or program at the address, or that a function there makes of `given`; in `user_code`.

    Raises FileError for a source that cannot be imported, UsageError for a name that is not there, is none of
    both, or is missing where there are several mechanisms.
    """
    if given and address.name is None:
        raise UsageError(f"--arg binds the parameters of one function; name it, as in {address.source}:NAME")
    module = load_file(address.source) if address.is_file else load_module(address.source)
    return by_name(module, address, given or {}) if address.name is not None else only_one(module, address)


def load_object(address: Address) -> object:
    """What is at the address, of whatever type; call it inside `user_code`.

    Raises FileError and UsageError as `load`.
    """
    if address.name is None:
        raise UsageError(f"{address.source} needs a name, such as {address.source}:NAME")
    module = load_file(address.source) if address.is_file else load_module(address.source)
    return named(module, address)


def load_sampler(address: Address) -> Callable[..., object]:
    """The function at the address, to be run as it is; call it inside `user_code`.

    Raises FileError and UsageError as `load`, and UsageError for what cannot be called.
    """
    value = load_object(address)
    if not callable(value):
        raise UsageError(f"{address.source}:{address.name} is of type {type(value).__name__}, not a function")
    return value


def by_name(module: ModuleType, address: Address, given: Given) -> Target:
    """The mechanism or program called NAME, or made by the function NAME of these arguments.

    Noise on all the integers is its worst pair; raises NoiseWithoutTable where that is not finite.
    """
    from ..dp import Mechanism
    from ..integers import CertifiedNoise, ExactNoise
    from ..programs import Program

    value = with_arguments(named(module, address), given)
    if isinstance(value, ExactNoise):
        return cast("Target", value.worst_pair())
    if isinstance(value, CertifiedNoise):
        raise NoiseWithoutTable(value)
    if isinstance(value, Mechanism | Program):
        return value
    if _is_symbolic(value):
        raise SymbolicNoise(f"{address.source}:{address.name} is a SymbolicMechanism; use: assay decide")
    raise UsageError(
        f"{address.source}:{address.name} is of type {type(value).__name__}, not a Mechanism; "
        f"write `m = Mechanism(source, domain, adjacency)` and name that{or_as_it_is(value, address)}"
    )


def or_as_it_is(value: object, address: Address) -> str:
    """For a function, the command that audits it without a Mechanism."""
    if not isinstance(value, FunctionType):
        return ""
    return (
        f", or judge the function as it is: assay audit {address.source}:{value.__qualname__} --rng any "
        "--domain '0, 1' --adjacency all-pairs"
    )


def with_arguments(value: object, given: Given) -> object:
    """A program with its parameters bound; what a function makes of them; anything else as it is.

    Raises UsageError for a mechanism, which has no parameters.
    """
    from ..programs import Program

    if not given:
        return value
    if isinstance(value, Program):
        return bound_program(value, given)
    if isinstance(value, FunctionType):
        return made_by(value, given)
    raise UsageError(
        f"--arg {next(iter(given))}: a {type(value).__name__} has no parameters; name a program, or a "
        "function that returns a mechanism"
    )


def named(module: ModuleType, address: Address) -> object:
    """What is called NAME, which may be dotted."""
    value: object = module
    for part in str(address.name).split("."):
        if part not in dir(value):
            raise UsageError(f"{address.source} defines no {address.name!r}; {suggestion(module, address)}")
        value = getattr(value, part)
    return value


def suggestion(module: ModuleType, address: Address) -> str:
    """What to write instead of a name that is not there."""
    names = list(targets_of(module))
    close = get_close_matches(str(address.name), names, n=1)
    if close:
        return f"did you mean {address.source}:{close[0]}?"
    if not names and (functions := functions_of(module)):
        close = get_close_matches(str(address.name), functions, n=1) or [*functions]
        as_it_is = or_as_it_is(functions[close[0]], address).removeprefix(", or ")
        return f"it defines no Mechanism; {as_it_is}"
    return f"it defines {listed(names)}" if names else "it defines no Mechanism at all"


def functions_of(module: ModuleType) -> dict[str, FunctionType]:
    """The functions that a module defines itself."""
    return {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, FunctionType) and value.__module__ == module.__name__ and name[0] != "_"
    }


def only_one(module: ModuleType, address: Address) -> Target:
    """The mechanism of a file that defines one; or, if it defines none, its only program."""
    from ..dp import Mechanism

    targets = targets_of(module)
    mechanisms = {name: value for name, value in targets.items() if isinstance(value, Mechanism)}
    candidates = mechanisms or targets
    if not mechanisms and any(map(_is_symbolic, vars(module).values())):
        raise SymbolicNoise(f"{address.source} defines a SymbolicMechanism; use: assay decide")
    if not candidates:
        raise UsageError(
            f"{address.source} defines no Mechanism; write `m = Mechanism(source, domain, adjacency)` in it"
            f"{or_as_it_is(next(iter(functions_of(module).values()), None), address)}"
        )
    if len(candidates) > 1:
        kind = "mechanisms" if mechanisms else "programs"
        names = list(candidates)
        raise UsageError(
            f"{address.source} defines {len(names)} {kind}: {listed(names)}; "
            f"choose one, such as {address.source}:{names[0]}"
        )
    return next(iter(candidates.values()))


def _is_symbolic(value: object) -> bool:
    """Whether this is a SymbolicMechanism, which `assay decide` reads."""
    home = sys.modules.get("assay.decide.mechanism")  # not loaded, there is none
    return home is not None and isinstance(value, home.SymbolicMechanism)


def targets_of(module: ModuleType) -> dict[str, Target]:
    """The public mechanisms and programs of a module by name, each once."""
    from ..dp import Mechanism
    from ..programs import Program

    targets: dict[str, Target] = {}
    for name, value in vars(module).items():
        known = any(value is other for other in targets.values())
        if not name.startswith("_") and isinstance(value, Mechanism | Program) and not known:
            targets[name] = value
    return targets


def listed(names: list[str]) -> str:
    """`a, b, c`, cut short after a dozen."""
    return ", ".join([*names[:12], f"and {len(names) - 12} more"] if len(names) > 12 else names)
