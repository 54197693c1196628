"""The judge of noisy integers: the program is run on every value of truncated noise."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import fields, is_dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import floor
from typing import Any

from assay import EPS
from assay.decide import SymbolicMechanism
from assay.outputs.identity import key
from assay.programs.noise.outputs import mapped
from assay.programs.noise.places import Again, Mixed, Slot
from tests.decide.symbolic_programs import Noise, at

Body = Callable[[Noise], Callable[[Any], Any]]


Weights = dict[int, Fraction]


def weights(y: Fraction, reach: int) -> Weights:
    """The distribution of two-sided geometric noise of rate EPS at e^(-EPS) = y, cut to |z| <= reach."""
    return {z: (1 - y) / (1 + y) * y ** abs(z) for z in range(-reach, reach + 1)}


DIGITS = 30


def decay(epsilon: Fraction) -> Decimal:
    """e^(-epsilon), to DIGITS digits and some more."""
    with localcontext() as context:
        context.prec = DIGITS + 20
        return (-Decimal(epsilon.numerator) / Decimal(epsilon.denominator)).exp()


@lru_cache
def weights_at(epsilon: Fraction) -> Weights:
    """The distribution at an epsilon, each mass rounded down to DIGITS digits, as far as it has any."""
    y, found, z = decay(epsilon), dict[int, Fraction](), 0
    with localcontext() as context:
        context.prec = DIGITS + 20
        mass = (1 - y) / (1 + y)
        while units := int(mass * 10**DIGITS):
            found[z] = found[-z] = Fraction(max(units - 1, 0), 10**DIGITS)
            mass, z = mass * y, z + 1
    return found


def enumerated(
    body: Body, x: Any, draws: int, law: Weights
) -> tuple[dict[Hashable, Fraction], dict[Hashable, Any], Fraction]:
    """(masses by key, outputs by key, the mass that is cut off) of a program with at most so many draws."""
    found: dict[Hashable, Fraction] = {}
    outputs: dict[Hashable, Any] = {}
    for zs in product(law, repeat=draws):
        values: Iterator[int] = iter(zs)

        def noise(rate: object, values: Iterator[int] = values) -> Any:
            assert rate == EPS
            return next(values)

        output = body(noise)(x)
        mass = Fraction(1)
        for z in zs:
            mass *= law[z]
        outputs[key(output)] = output
        found[key(output)] = found.get(key(output), Fraction(0)) + mass
    return found, outputs, 1 - sum(found.values(), Fraction(0))


def symbolic_mass(mechanism: SymbolicMechanism, x: Hashable, output: Any, y: Fraction) -> Fraction:
    """P(M(x) = output) at y, as the symbolic reader has it; at most one family holds an output."""
    matches = []
    for shape, law in mechanism.row(x).items():
        values: dict[int, int] = {}
        again: list[tuple[Again | Mixed, int]] = []
        if _fits(shape, output, values, again) and _agree(shape, values, again):
            matches.append(law.at(tuple(values[j] for j in sorted(values))))
    matches = [value for value in matches if value]
    assert len(matches) <= 1
    return at(matches[0], y) if matches else Fraction(0)


def _agree(shape: Any, values: dict[int, int], again: list[tuple[Again | Mixed, int]]) -> bool:
    """Whether the functions of slots have the values that those give; the slots beside values are filled."""
    slots: dict[int, Slot] = {}

    def note(part: object) -> object:
        own = part.own if type(part) is Mixed else part
        return slots.setdefault(own.number, own) if type(own) is Slot else part

    mapped(shape, note)
    waiting = list(again)
    while waiting:
        part, output = next(each for each in waiting if _terms(each[0]).keys() <= values.keys())
        waiting = [each for each in waiting if each[0] is not part]
        total = Fraction(part.offset)
        for n, factor in _terms(part).items():
            total += factor * (slots[n].step * values[n] + slots[n].residue)
        if type(part) is Mixed and part.own is not None:
            left = output - total
            if left.denominator > 1 or not _fits(part.own, int(left), values, []):
                return False
        elif (floor(total) if type(part) is Again and part.floored else total) != output:
            return False
    return True


def _terms(part: Again | Mixed) -> dict[int, Fraction]:
    """The slots that a place depends on, with their factors."""
    return {part.slot: part.factor} if isinstance(part, Again) else dict(part.terms)


def _fits(shape: Any, output: Any, values: dict[int, int], again: list[tuple[Again | Mixed, int]]) -> bool:
    """Whether an output is in the family of the shape; `values` are those of its slots."""
    if isinstance(shape, Again | Mixed):
        again.append((shape, output))
        return type(output) is int
    if isinstance(shape, Slot):
        if type(output) is not int:
            return False
        values[shape.number], rest = divmod(output - shape.residue, shape.step)
        return rest == 0
    if isinstance(output, dict):
        output = tuple(output.items())
    if isinstance(shape, tuple):
        same = isinstance(output, (tuple, list)) and len(shape) == len(output)
        return same and all(_fits(a, b, values, again) for a, b in zip(shape, output, strict=True))
    if is_dataclass(shape):
        names = [f.name for f in fields(shape)]
        return type(shape) is type(output) and all(
            _fits(getattr(shape, n), getattr(output, n), values, again) for n in names
        )
    return type(shape) is type(output) and bool(shape == output)


@lru_cache(maxsize=512)
def enumerated_at(
    body: Body, x: Any, draws: int, epsilon: Fraction
) -> tuple[dict[Hashable, Fraction], dict[Hashable, Any], Fraction]:
    """The same at an epsilon."""
    return enumerated(body, x, draws, weights_at(epsilon))
