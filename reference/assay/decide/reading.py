"""Reading a program, one input after the other: its code is checked, its paths are followed and replayed."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from math import lcm
from pathlib import Path as File
from typing import Any

from ..errors import InvalidType, InvalidValue, NondeterministicProgram
from ..outputs.alphabet import same_output
from ..outputs.text import brief, with_type
from ..programs import Program
from ..programs.noise.checks import Checked
from ..programs.noise.outputs import Output, split
from ..programs.noise.outside import OutsideClass
from ..programs.noise.paths import Body, Path, explore, replay
from ..programs.noise.plain import addresses_refused
from ..programs.noise.rates import EVERY_EPSILON, Rates
from ..programs.state import Watch

ADVICE = "take all randomness from the draws, and give the program what else it needs as an argument"

MOST_REPLAYED = 1024
"""So many paths of one input are replayed."""

Leaves = list[tuple[Path, Output]]
"""The paths on one input, each with what it returned."""


@contextmanager
def located(program: object) -> Iterator[None]:
    """What is refused once all paths are known names the line of the program."""
    try:
        yield
    except (InvalidType, InvalidValue) as error:
        code = getattr(vars(program).get("_function", program), "__code__", None)
        if code is None or isinstance(error, OutsideClass):
            raise
        where = f"{File(code.co_filename).name}, line {code.co_firstlineno}"
        raise type(error)(f"{where}: {error}") from error


class Reader:
    """A program whose code was checked, read on one input after the other."""

    def __init__(
        self, program: object, domain: Iterable[Hashable], name: str, rates: Rates = EVERY_EPSILON
    ) -> None:
        if not callable(program):
            raise InvalidType(
                f"program is {with_type(program)}; give a function decorated with @assay.program"
            )
        is_program = isinstance(program, Program)
        self._function = vars(program)["_function"] if is_program else program
        self._raises = program._limits.raises if isinstance(program, Program) else ()
        self._name = name
        checked = Checked(self._function)
        for x in domain:
            checked.follow(x, f"input {brief(x)}")
        self._codes = checked.codes if checked.catches or self._raises else {}
        self._guards, self._without_text = checked.guards, checked.without_text
        self._watch = Watch(self._function)
        self._rates = rates

    def leaves(self, x: Hashable) -> Leaves:
        """All paths of the program on one input; each is replayed, the last one first."""
        body = self._body(x)
        found = [(path, split(path.output, path.order, body.subject)) for path in explore(body)]
        self.repeat(x, found[:MOST_REPLAYED])
        return found

    def repeat(self, x: Hashable, leaves: Leaves) -> None:
        """Run paths again, the last one first; NondeterministicProgram where one returns something else."""
        body = self._body(x)
        for path, output in reversed(leaves):
            again = replay(path, body)
            found = split(again.output, again.order, body.subject)
            same = found.coordinates == output.coordinates and same_output(found.value, output.value)
            if not same:
                raise NondeterministicProgram(
                    f"{body.subject} returned {with_type(output.value)}, and on replay "
                    f"{with_type(found.value)}; "
                    "it must depend on its input and its draws alone"
                )

    def _body(self, x: Hashable) -> Body:
        function = self._function
        subject = f"program {self._name}({brief(x)})"
        state = self._watch.begin((x,), (), subject, ADVICE)

        def call() -> Any:
            with addresses_refused(self._without_text):
                return function(x)

        return Body(call, subject, state, self._codes, self._raises, self._guards, self._rates)


def whole_rates(paths: Iterable[Path]) -> int:
    """The least k for which all rates are whole multiples of 1/k."""
    return lcm(1, *(each.rate.denominator for path in paths for each in path.order.distributions))


FINEST = 1000
"""Real noise is compared with numbers whose common denominator is at most this."""


def whole_bounds(leaves: Iterable[tuple[Path, Output]]) -> int:
    """The least m for which all bounds on real noise are whole multiples of 1/m.  Raises InvalidValue."""
    unit = 1
    for path, output in leaves:
        order = path.order
        bounds = [c.n for c in order.constraints if not order.discrete(c)]
        for each in output.coordinates:
            if each.terms and not order.distributions[each.terms[0][0]].discrete:
                factors = [abs(Fraction(c)) for _, c in each.terms] if each.floored else [Fraction(1)]
                bounds += [n for c in factors for n in (1 / c, each.offset / c)]
        unit = lcm(unit, *(n.denominator for n in bounds))
        if unit > FINEST:
            raise InvalidValue(
                f"real noise is compared with numbers whose common denominator is {unit}, more than "
                f"{FINEST}; round them to tenths, or scale the inputs"
            )
    return unit


LARGEST_EXPONENT = 1_000_000
"""Probabilities are polynomials in e^(-eps/k) of at most this degree."""


def check_exponents(paths: Iterable[Path], k: int) -> None:
    """Raises InvalidValue where noise is compared with a number so far away that powers cannot be listed."""
    for path in paths:
        rate = max(
            [Fraction(distribution.rate) for distribution in path.order.distributions], default=Fraction(0)
        )
        for c in path.order.constraints:
            if abs(Fraction(c.n)) * rate * k > LARGEST_EXPONENT:
                raise InvalidValue(
                    f"noise is compared with {brief(c.n)}, which makes probabilities of powers of "
                    f"exp(-eps/{brief(k)}) above {LARGEST_EXPONENT}; compare it with smaller numbers, or "
                    "scale inputs and noise"
                )
