"""The random sources of Python, drawn from the tape: random.Random, SystemRandom, secrets, os.urandom."""

from __future__ import annotations

import random
from collections.abc import Iterator
from operator import index
from typing import Any, Literal, TypeAlias

from ...outputs.text import brief
from .draws import current
from .lazy_float import uniform_float
from .lazy_int import LazyInt, uniform_below
from .lazy_number import delegating, posing
from .uniforms import SCALE_BITS

Order: TypeAlias = Literal["big", "little"]


class TapeRandom(random.Random):
    """A `random.Random` whose every outcome is followed.

    Everything that it inherits is made of random(), getrandbits(k) and _randbelow(n), as in Python's own
    library. Drawing below n there repeats getrandbits until it fits, which makes a uniform draw; here it is
    one.
    """

    def __init__(self, seed: object = None) -> None:
        self.gauss_next: float | None = None
        self.seed(seed)

    def __new__(cls, *args: object, **kwargs: object) -> TapeRandom:
        """Nothing is seeded: the state that it inherits is never used."""
        return super().__new__(cls)

    def random(self) -> Any:
        """i / 2^53 for a uniform i."""
        return uniform_float()

    def getrandbits(self, k: int, /) -> Any:
        """A uniform whole number below 2^k."""
        bits = index(k)
        if bits < 0:
            raise ValueError("number of bits must be non-negative")
        return uniform_below(1 << bits)

    def _randbelow(self, n: int) -> Any:
        return uniform_below(n)

    def randbytes(self, n: int) -> Any:
        """n uniform bytes."""
        return tape_bytes(n)

    def seed(self, a: object = None, version: int = 2) -> None:
        """Nothing for no seed; a fixed seed would leave no randomness, and is refused."""
        if a is not None:
            current().refuse(
                f"it seeds a generator with {a!r}: what that draws is a function of the seed and not random; "
                "give the sampler an unseeded source"
            )

    def getstate(self) -> Any:
        """Refused: an ideal source has no state to save."""
        current().refuse("it reads the state of its random source")

    def setstate(self, state: object) -> None:
        """Refused: an ideal source has no state to restore."""
        current().refuse("it sets the state of its random source")

    def gauss(self, mu: float = 0.0, sigma: float = 1.0) -> Any:
        """Refused: two uniform floats under a cosine."""
        current().refuse("gauss() combines two uniform floats under a cosine; that is not followed")

    def __deepcopy__(self, memo: object) -> TapeRandom:
        return self

    def __reduce__(self) -> Any:
        raise TypeError("a random source of the tape cannot be pickled")


@delegating(bytes)
class LazyBytes:
    """What os.urandom(n) returns for n > 1: bytes that are drawn one by one as they are looked at."""

    __slots__ = ("drawn", "number", "order", "signed")
    __assay_text__ = "<random bytes>"

    def __init__(self, n: int) -> None:
        self.drawn: list[int | None] = [None] * n
        self.number: Any = None
        self.order: Order = "big"
        self.signed = False
        current().items.append(self)

    __class__ = posing(lambda self: bytes)

    def __assay_key__(self) -> tuple[object, ...]:
        """What tells it from others."""
        return self.number is None, *self.drawn

    def __assay_settle__(self, what: str) -> bytes:
        """The bytes themselves, drawn to the end, if they are few."""
        if sum(byte is None for byte in self.drawn) > 2:
            current().refuse(f"{what} depends on all of {len(self.drawn)} random bytes; that is not followed")
        return bytes(self.byte(i) for i in range(len(self.drawn)))

    def byte(self, i: int) -> int:
        """The byte at i."""
        if self.number is not None:
            current().refuse("random bytes are read as one number and also one by one; that is not followed")
        value = self.drawn[i]
        if value is None:
            value = self.drawn[i] = _part(256)
        return value

    def as_int(self, order: Order, signed: bool = False) -> Any:
        """The number that all the bytes make in an order; still lazy if none was looked at.

        A signed one is a uniform number less half of their count.
        """
        if any(byte is not None for byte in self.drawn):
            return int.from_bytes(self.__assay_settle__("a number made of bytes"), order, signed=signed)
        if self.number is None:
            self.order, self.signed = order, signed
            self.number = _part(1 << (8 * len(self.drawn)))
        elif (order, signed) != (self.order, self.signed):
            current().refuse("random bytes are read as a number in two ways; that is not followed")
        return self.number - self.half if signed else self.number

    @property
    def half(self) -> int:
        """Half the number of values."""
        return 1 << (8 * len(self.drawn) - 1)

    def representative(self, where: int = 0) -> bytes:
        """Bytes that are possible still: the smallest for 0, others above."""
        if self.number is None:
            free = 255 * where >> SCALE_BITS
            return bytes(free if byte is None else _possible(byte, where) for byte in self.drawn)
        value = _possible(self.number, where)
        value -= self.half if self.signed else 0
        return value.to_bytes(len(self.drawn), self.order, signed=self.signed)

    @property
    def is_open(self) -> bool:
        """Whether more than one value is left."""
        if self.number is None:
            return any(byte is None or _is_open(byte) for byte in self.drawn)
        return _is_open(self.number)

    is_many_valued = True

    def shown(self) -> str:
        """Bytes that are possible still, in words."""
        return brief(self.representative())

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return bytes(self.byte(i) for i in range(*place.indices(len(self.drawn))))
        return self.byte(range(len(self.drawn))[place])

    def __len__(self) -> int:
        return len(self.drawn)

    def __iter__(self) -> Iterator[int]:
        return (self.byte(i) for i in range(len(self.drawn)))

    def __bytes__(self) -> bytes:
        return self.__assay_settle__("a conversion to bytes")

    def __eq__(self, other: object) -> bool:
        return bytes(self) == other

    def __hash__(self) -> int:
        return hash(bytes(self))

    def __repr__(self) -> str:
        return repr(bytes(self))

    def __copy__(self) -> LazyBytes:
        return self

    def __deepcopy__(self, memo: object) -> LazyBytes:
        return self

    def __dir__(self) -> Any:
        return dir(bytes)

    def __sizeof__(self) -> int:
        current().refuse("it asks for the size of random bytes in memory")

    def __reduce_ex__(self, protocol: object) -> Any:
        current().refuse("it pickles random bytes")


def _possible(value: Any, where: int) -> int:
    """One of the values that a number may have still, without a look at it."""
    return int(value.function(value.variable.representative(where)) if type(value) is LazyInt else value)


def _is_open(value: Any) -> bool:
    """Whether a number has more than one value left."""
    return type(value) is LazyInt and value.variable.is_open


def _part(n: int) -> Any:
    """A uniform number that makes up bytes, which stand for it where plain numbers are asked for."""
    items = current().items
    before = len(items)
    value = uniform_below(n)
    del items[before:]
    return value


def tape_bytes(n: int) -> Any:
    """n uniform bytes, drawn as they are looked at."""
    n = index(n)
    if n < 0:
        raise ValueError("negative argument not allowed")
    run = current()
    run.drew = True
    if n <= 1:
        return bytes(uniform_below(256) for _ in range(n))
    return LazyBytes(n) if run.plain is None else run.take()
