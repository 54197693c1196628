"""What a program asks for, `flip`, `draw` and `uniform`, and what it writes: `output`."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeVar

from ..arguments import positive_integer
from ..dp.dist import Dist
from ..errors import AssayError, InvalidType
from ..exact import ExactLike
from ..outputs.text import with_type
from .program import Program
from .run import Draw, current, draw_of, running

T = TypeVar("T")


def flip(p: ExactLike) -> bool:
    """True with probability p, False with probability 1 - p, for 0 <= p <= 1.

    Raises FloatRefused, InvalidType or InvalidValue for any other p, and AssayError outside a program.
    """
    run = running()
    if run is None:
        raise _outside("flip")
    try:
        coin = _coin(p)
    except TypeError:
        coin = draw_of(Dist.bernoulli(p))
    outcome: bool = run.choose(coin)
    return outcome


def draw(dist: Dist[T]) -> T:
    """An outcome o of the distribution, with probability P(o).

    Raises InvalidType unless given a `Dist`, and AssayError outside a program.
    """
    run = running()
    if run is None:
        raise _outside("draw")
    _check_is_dist(dist)
    # An equal distribution may have been drawn from before: the outcome is the one that this one lists.
    outcome: T = dist._outcomes[run.choose(draw_of(dist))]
    return outcome


def uniform(n: int) -> int:
    """One of 0, 1, ..., n - 1, each with probability 1/n, for a whole number n >= 1.

    Raises FloatRefused, InvalidType or InvalidValue for any other n, and AssayError outside a program.
    """
    run = running()
    if run is None:
        raise _outside("uniform")
    outcome: int = run.choose(_die(positive_integer(n, "n")))
    return outcome


def output(value: object) -> None:
    """Write a value; the output of a program is all that it writes, in order, and what it returns.

    Raises AssayError where the program is not read by `assay.decide.Stream`.
    """
    outside = AssayError(
        f"output({value!r}) was called outside a stream; give the program to assay.decide.Stream, or collect "
        "its outputs in a list and return it"
    )
    run = current.get()
    if run is not None:
        run.stop(outside)
    raise outside


@lru_cache(maxsize=4096, typed=True)
def _coin(p: ExactLike) -> Draw:
    """The draw of flip(p)."""
    return draw_of(Dist.bernoulli(p))


@lru_cache(maxsize=256)
def _die(n: int) -> Draw:
    """The draw of uniform(n)."""
    return draw_of(Dist.uniform(range(n)))


def _check_is_dist(dist: object) -> None:
    """Refuse to draw from anything that is not a `Dist`."""
    if isinstance(dist, Program):
        raise InvalidType(f"draw was given {dist!r}; call the program itself, it then draws for you")
    if not isinstance(dist, Dist):
        raise InvalidType(
            f"draw was given {with_type(dist)}; give a Dist, such as Dist({{0: '1/2', 1: '1/2'}})"
        )


def _outside(word: str) -> AssayError:
    """The error for a draw that no exploration asked for."""
    return AssayError(
        f"{word}() was called outside a program; decorate the function that calls it with @assay.program and "
        "ask for its .distribution(...)"
    )
