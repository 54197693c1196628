"""The two sides of a judgement, compared exactly: the number of a vector, and the one that was answered."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from fractions import Fraction
from math import log10
from typing import TypeAlias

from ...errors import AssayError
from ...exact import INFINITY, Certified, Log, Number, certified
from ...outputs.json_values import Json
from .closed_forms import as_real

Value: TypeAlias = "Number | Log | Certified"

LONGEST = 4000
LEAST_PLAIN, SCALE = Fraction(1, 1000), 10
DIGITS = 40
"""By so many digits a number is compared with one that is known by decimals alone."""
PLAIN = re.compile(r"-?[0-9]+(/[0-9]+|(\.[0-9]+)?([eE][+-]?[0-9]{1,6})?)")
HEX = re.compile(r"-?0[xX][0-9a-fA-F]+(\.[0-9a-fA-F]*)?[pP][+-]?[0-9]{1,4}")
SHORT = 30
LOGARITHM = re.compile(r"ln\(([0-9]+(?:/0*[1-9][0-9]*)?)\)")
# a run of digits is matched in one way only, or a long one would be tried in every way
EXPRESSION = re.compile(
    r"(?:(?<![0-9])[0-9]{1,30}(?![0-9])|ln|sqrt|[-+*/(). ])+"
    r"|(?:(?<![0-9])[0-9]{1,4}(?![0-9])|exp|ln|sqrt|[-+*/(). ])+"
)


class Malformed(ValueError):
    """An answer that cannot be read."""


@dataclass(frozen=True)
class Truth:
    """A real number between two rationals: exact, or given by a closed form, or known by them alone."""

    exact: Value | None
    lower: Fraction
    upper: Fraction

    def __str__(self) -> str:
        return "a certified number" if self.exact is None else str(self.exact)

    @property
    def decimal(self) -> str:
        """A few digits."""
        return f"{approximate(self.lower)}..."

    @property
    def is_infinite(self) -> bool:
        """Whether it is infinity."""
        return infinite(self.exact)


def infinite(value: Value | None) -> bool:
    """Whether a number is infinity."""
    return isinstance(value, Log) and value.is_infinite


def read_truth(value: Json) -> Truth:
    """The number of a vector."""
    if isinstance(value, dict):
        exact = value["exact"]
        known = as_real(exact) if isinstance(exact, str) else None
        return Truth(known, Fraction(str(value["lower"])), Fraction(str(value["upper"])))
    if value == "inf":
        return Truth(INFINITY, Fraction(0), Fraction(0))
    rational = Fraction(str(value))
    return Truth(Number(rational), rational, rational)


def text_of(answer: object) -> str:
    """An answered number as text.  Raises Malformed for anything but a string."""
    if isinstance(answer, int | float) and not isinstance(answer, bool):
        raise Malformed(f"{answer} is a number; numbers are answered as strings")
    if not isinstance(answer, str):
        raise Malformed(f"{shortened(answer)} is not a string")
    return answer.strip()


def is_spelled(text: str, truth: Json) -> bool:
    """Whether an answer is the exact text of the truth, which no enclosure could tell."""
    return isinstance(truth, dict) and text.replace(" ", "") == str(truth["exact"]).replace(" ", "")


def read_answer(text: str, truth: Json) -> Value:
    """A rational, a decimal, a hexadecimal float, inf, the exact text of the truth, or an expression."""
    if isinstance(truth, dict) and is_spelled(text, truth):
        return as_real(str(truth["exact"]))
    if len(text) > LONGEST:
        raise Malformed(f"a number of {len(text)} characters; at most {LONGEST} are read")
    if text in ("inf", "Infinity", "Inf", "+Inf", "infinity"):
        return INFINITY
    if PLAIN.fullmatch(text) and not re.fullmatch(r".*/0+", text):
        return Number(Fraction(text))
    if HEX.fullmatch(text):
        try:
            return Number(Fraction(float.fromhex(text)))
        except OverflowError:
            raise Malformed(f"{text} is beyond the largest float") from None
    if (found := LOGARITHM.fullmatch(text)) and len(text) > SHORT:
        return certified(Number(Fraction(found[1]))).log()  # an exact one would be factored
    if len(text) <= 500 and EXPRESSION.fullmatch(text):
        return as_real(text)
    raise Malformed(f"{shortened(text)} is not a number; write 1/3, 0.25, 0x1.8p-2, ln(3), or inf")


def compare(given: Value, truth: Truth) -> int | None:
    """The sign of given - truth; None where it is not known."""
    if isinstance(given, Log) and given.is_infinite:
        return 0 if truth.is_infinite else given.infinite
    if truth.is_infinite:
        return -1
    rational = given.rational_value()
    if rational is not None:
        if rational < truth.lower or rational > truth.upper:
            return -1 if rational < truth.lower else 1
        if truth.lower == truth.upper and rational == truth.lower:
            return 0
    try:
        found = None if truth.exact is None else _exact_order(given, truth.exact)
    except AssayError:
        found = None
    return _between(given, truth) if found is None else found


def at_most(value: Certified | Number, bound: Value) -> bool:
    """Whether value <= bound.  Raises UndecidedError where enclosures do not tell."""
    if infinite(bound):
        return True
    if isinstance(value, Number) and isinstance(bound, Number):
        return bool(value <= bound)
    return certified(value).compare(bound if isinstance(bound, Certified) else certified(bound)) <= 0


def _exact_order(given: Value, exact: Value) -> int:
    if isinstance(given, Log) and isinstance(exact, Log):
        return (given > exact) - (given < exact)
    if isinstance(given, Number) and isinstance(exact, Number):
        return (given > exact) - (given < exact)
    return certified(given).compare(certified(exact))


def _between(given: Value, truth: Truth) -> int | None:
    """By decimals, where enclosures are all there is."""
    try:
        if Fraction(given.upper(DIGITS)) < truth.lower:
            return -1
        return 1 if Fraction(given.lower(DIGITS)) > truth.upper else None
    except AssayError:
        return None


def agrees(given: Value, truth: Truth) -> bool:
    """Whether the number is known, and overlaps the decimals around the truth."""
    if infinite(given) or truth.is_infinite:
        return False
    try:
        low, high = Fraction(given.lower(DIGITS)), Fraction(given.upper(DIGITS))
    except AssayError:
        return False
    return low <= truth.upper and high >= truth.lower


def off(given: Value, truth: Truth) -> str:
    """By how much, in a few digits."""
    if truth.is_infinite or infinite(given):
        return ""
    return f" by {approximate(abs(as_fraction(given) - truth.lower))}"


def as_fraction(value: Value) -> Fraction:
    """A finite number, or one next to it, as a fraction."""
    rational = value.rational_value()
    return Fraction(value.lower(DIGITS)) if rational is None else rational


def approximate(value: Fraction) -> str:
    """Three significant digits, of any size."""
    if LEAST_PLAIN <= abs(value) < 1000 or value == 0:
        return f"{float(value):.3g}"
    exponent = int((value.numerator.bit_length() - value.denominator.bit_length()) * log10(2))
    scaled = value * 10 ** (SCALE - exponent) if exponent <= SCALE else value / 10 ** (exponent - SCALE)
    digits, shift = f"{int(scaled):.2e}".split("e")
    return f"{digits}e{int(shift) + exponent - SCALE:+03d}"


def shortened(value: object) -> str:
    """A value of a foreign program, cut where it is long."""
    text = json.dumps(value, default=repr)
    return text if len(text) <= 80 else f"{text[:70]}... ({len(text)} characters)"
