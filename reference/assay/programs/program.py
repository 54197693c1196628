"""Programs: ordinary Python functions that ask for randomness, and their exact output distributions.

    @assay.program
    def almost_random(b: bool) -> bool:
        if assay.flip("1/2"):
            return b
        return assay.flip("1/2")

    almost_random.distribution(True)      # Dist({True: 3/4, False: 1/4})

A program is a function from its arguments and its draws to an output. It may loop, branch, recurse, return
early, draw from distributions that depend on earlier draws, and call other programs; it must be deterministic
apart from its draws. `search` says how its paths are explored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import update_wrapper
from types import MethodType
from typing import Any, Generic, ParamSpec, TypeVar, cast, overload

from ..arguments import positive_integer
from ..dp.dist import Dist
from ..dp.weights import weight_of
from ..engines.partial import Partial, rounded
from ..errors import AssayError, UnfinishedProgram
from ..exact import ExactLike
from .calls import arguments_shown, check_arguments, check_is_function, parameters
from .ends import declared
from .run import current
from .search import Limits, Search
from .state import Watch
from .watch import unwatched

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")

ADVICE = (
    "take all randomness from flip, draw and uniform, and give the program what else it needs as an argument"
)

LIMIT_NAMES = ("max_steps", "max_paths", "max_draws", "deadline")


class Program(Generic[P, R]):
    """A function of its arguments and its draws; made by `@assay.program`.

    Inside another program it is called like the function it is. Outside, ask for its `distribution(...)`, or
    for `bounds(...)` where it may not end.
    """

    __name__: str

    def __init__(self, function: Callable[P, R], limits: Limits | None = None) -> None:
        self._function = function
        self._limits = limits or Limits()
        self._watch = Watch(function)
        self.__name__ = self.__qualname__ = type(function).__name__
        update_wrapper(self, function)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Run as a part of the program that is being explored; AssayError outside of one."""
        if current.get() is None:
            raise AssayError(
                f"{self!r} was called outside a program, where it has no randomness; ask for "
                f"{self.__name__}.distribution(...)"
            )
        return self._function(*args, **kwargs)

    def distribution(self, *args: P.args, **kwargs: P.kwargs) -> Dist[R]:
        """The exact output distribution P(o) = sum over paths that return o of their probabilities.

        Equal states are merged, and loops that come back to a state are solved exactly, where the program's
        text can be followed; else it is `enumerated`. Also takes the limits of `within`.

        Raises:
            UnfinishedProgram: a limit was reached, so that some mass is open; `partial` holds bounds.
            NondeterministicProgram: a replay of the same choices drew or returned something else, or a run
                called a clock or another source of randomness.
            InvalidType: the arguments do not fit, an output is unhashable, or two outputs are equal and yet
                distinct (1 and True).
        """
        return self._finished(*self._bounds(args, kwargs))

    def enumerated(self, *args: P.args, **kwargs: P.kwargs) -> Dist[R]:
        """The same as `distribution`, always by following every path, as the definition says."""
        search, partial = self._explore(args, kwargs)
        return self._finished(search.subject, partial)

    def bounds(self, *args: P.args, **kwargs: P.kwargs) -> Partial[R]:
        """Rigorous bounds of the output distribution, exact where everything ended within the limits.

        Takes and raises the same as `distribution`, apart from UnfinishedProgram.
        """
        return self._bounds(args, kwargs)[1]

    def enumerated_bounds(self, *args: P.args, **kwargs: P.kwargs) -> Partial[R]:
        """The same as `bounds`, by following paths, the likeliest first."""
        return self._explore(args, kwargs)[1]

    def _finished(self, subject: str, partial: Partial[R]) -> Dist[R]:
        """The distribution, if nothing is open."""
        if partial.open_mass:
            raise UnfinishedProgram(
                f"{subject} did not end within its limits: {partial.reason}; probability "
                f"{rounded(partial.open_mass)} is still open; ask for .bounds(...), or allow more with "
                ".within(max_steps=..., max_paths=..., deadline=...)",
                partial,
            )
        return Dist._trusted(dict(partial.lower), partial.keys)

    def _bounds(self, args: tuple[object, ...], kwargs: Mapping[str, object]) -> tuple[str, Partial[R]]:
        """How messages name the call, and what is known of its outputs: merged, else enumerated."""
        from .merge import OutsideSubset, merged_bounds

        given = dict(kwargs)
        chosen = self._limited(given)
        subject = f"program {self.__name__}({arguments_shown(args, given)})"
        check_arguments(self._function, args, given, subject)
        with unwatched(), suppress(OutsideSubset):
            return subject, merged_bounds(chosen, *args, **given)
        return subject, self._explore(args, kwargs)[1]

    def within(
        self,
        *,
        max_steps: int | None = None,
        max_paths: int | None = None,
        max_draws: int | None = None,
        deadline: ExactLike | None = None,
        raises: type[Exception] | Iterable[type[Exception]] | None = None,
    ) -> Program[P, R]:
        """The same program under other limits, or with exceptions that are outputs.

        max_steps: draws on one path (1 000); a loop that draws nothing is not counted, and not stopped.
        max_paths: paths (2 000 000).
        max_draws: draws spent on better bounds once a path had to be cut, since no exact answer can come then
            (1 000 000).
        deadline: seconds that one exploration may take, looked at between two paths (no limit).
        raises: exceptions that are outputs, listed as `Raised`; any other is an error of the program.

        Raises FloatRefused, InvalidType or InvalidValue for limits that are not positive.
        """
        given = {"max_steps": max_steps, "max_paths": max_paths, "max_draws": max_draws}
        counts: dict[str, Any] = {
            name: positive_integer(n, name) for name, n in given.items() if n is not None
        }
        limits = replace(self._limits, **counts)
        if deadline is not None:
            limits = replace(limits, seconds=weight_of(deadline, "deadline").as_fraction())
        if raises is not None:
            limits = replace(limits, raises=declared(raises))
        return self._with(limits)

    def _with(self, limits: Limits) -> Program[P, R]:
        """The same program under these limits; what it can reach is known already."""
        made = Program(self._function, limits)
        made._watch = self._watch
        return made

    def _explore(self, args: tuple[object, ...], kwargs: Mapping[str, object]) -> tuple[Search, Partial[R]]:
        """Explore the program on these arguments."""
        with unwatched():
            search = self._search(args, kwargs)
            partial = search.explore()
        return search, partial

    def _search(self, args: tuple[object, ...], kwargs: Mapping[str, object]) -> Search:
        """The search through this program on these arguments."""
        given = dict(kwargs)
        chosen = self._limited(given)
        subject = f"program {self.__name__}({arguments_shown(args, given)})"
        check_arguments(self._function, args, given, subject)
        function: Callable[..., R] = self._function
        state = self._watch.begin(args, tuple(given.values()), subject, ADVICE)
        return Search(lambda: function(*args, **given), subject, chosen._limits, state)

    def _limited(self, given: dict[str, object]) -> Program[P, R]:
        """This program under the limits among the arguments, which are taken out of them."""
        own = parameters(self._function)
        names = [name for name in LIMIT_NAMES if name in given and name not in own]
        if not names:
            return self
        return self.within(**{name: cast("Any", given.pop(name)) for name in names})

    def __get__(self, instance: object, owner: type | None = None) -> Program[..., R]:
        """A program defined in a class is a method: the instance is its first argument."""
        if instance is None:
            return self
        return Program(MethodType(self._function, instance), self._limits)

    def __reduce__(self) -> str:
        return self.__qualname__

    def __repr__(self) -> str:
        return f"<program {self.__name__}>"


@overload
def program(function: Callable[P, R]) -> Program[P, R]: ...
@overload
def program(
    *, raises: type[Exception] | Iterable[type[Exception]]
) -> Callable[[Callable[P, R]], Program[P, R]]: ...
def program(
    function: Callable[P, R] | None = None, *, raises: type[Exception] | Iterable[type[Exception]] = ()
) -> Program[P, R] | Callable[[Callable[P, R]], Program[P, R]]:
    """Turn a Python function that draws with `flip`, `draw` and `uniform` into a `Program`.

    raises: exceptions that are outputs, as in `@program(raises=ValueError)`.
    Raises InvalidType for what is not a plain function: a class, a generator, a coroutine.
    """
    if function is None and raises != ():
        kinds = declared(raises)
        return lambda given: program(given).within(raises=kinds)
    if isinstance(function, Program):
        return function
    check_is_function(function)
    return Program(cast("Callable[P, R]", function))
