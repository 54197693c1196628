"""The errors that Assay raises: each message shows the value, its name, its type, and the way out."""

from __future__ import annotations

from collections.abc import Mapping

LONGEST_MESSAGE = 1900
"""Longer messages are cut in the middle: a value in them is as long as its user made it."""


class AssayError(Exception):
    """Base of every error raised on purpose by this package."""

    def __init__(self, message: str = "") -> None:
        if len(message) > LONGEST_MESSAGE:
            half = LONGEST_MESSAGE // 2
            message = f"{message[:half]} ... ({len(message):,} characters) ... {message[-half:]}"
        super().__init__(message)


class InvalidType(AssayError, TypeError):
    """A value has a type that cannot be read as what was asked for."""


class FloatRefused(InvalidType):
    """A float was given where an exact number is needed."""


class InvalidValue(AssayError, ValueError):
    """A value has the right type and lies outside its range."""


class MixedFields(AssayError, ArithmeticError):
    """Two exact numbers live in fields whose combination is not supported."""


class UndecidedError(AssayError, ArithmeticError):
    """A comparison has no answer that can be given; `reason` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason: str = str(self)


class NondeterministicProgram(AssayError):
    """A program behaved differently when the same random choices were replayed."""


class FixedSeed(NondeterministicProgram):
    """A program draws from a source with a fixed seed: every run of it draws the same, and adds no noise."""


class UnfinishedProgram(AssayError):
    """A program did not end within its budget; `partial` holds the bounds that are known."""

    def __init__(self, message: str, partial: object) -> None:
        super().__init__(message)
        self.partial = partial

    def __reduce__(self) -> tuple[type[UnfinishedProgram], tuple[str, object]]:
        return type(self), (str(self), self.partial)


class SymbolicNoise(AssayError):
    """Laplace or geometric noise where a program is run draw by draw; `assay.decide` reads such programs.

    constant: the rate is a number, and not a multiple of EPS.
    """

    def __init__(self, message: str, constant: bool = False) -> None:
        super().__init__(message)
        self.constant = constant

    def __reduce__(self) -> tuple[type[SymbolicNoise], tuple[str, bool]]:
        return type(self), (str(self), self.constant)


class BudgetExceeded(AssayError):
    """A computation was stopped by its budget; `known` holds what is known so far."""

    def __init__(self, message: str, known: Mapping[str, object] | None = None) -> None:
        super().__init__(message)
        self.known: dict[str, object] = dict(known or {})

    def __reduce__(self) -> tuple[type[BudgetExceeded], tuple[str, dict[str, object]]]:
        return type(self), (str(self), self.known)
