"""The rules of the grammar, by recursive descent; what its words mean is said by a `Meaning`.

A text is cut into numbers, names and symbols first; mathematical characters are read as their ASCII forms.

expression := term (("+" | "-") term)*
term       := factor (("*" | "/") factor)*
factor     := ("-" | "+") factor | atom ("^" factor)?
atom       := number | name | function "(" expression ("," expression)* ")" | function number
            | "(" expression ")" | "|" expression "|"
"""

# ruff: noqa: RUF001 - these characters are meant
from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar

from .functions import FUNCTIONS

T = TypeVar("T")
DEEPEST_NESTING = 125
LEVELS = {"+": 1, "-": 1, "*": 2, "/": 2}


GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "eps", "ϵ": "eps", "ζ": "zeta", "η": "eta",
    "θ": "theta", "κ": "kappa", "λ": "lam", "μ": "mu", "ν": "nu", "ξ": "xi", "ρ": "rho", "σ": "sigma",
    "τ": "tau", "φ": "phi", "ϕ": "phi", "χ": "chi", "ψ": "psi", "ω": "omega",
}  # fmt: skip
SYMBOLS = {
    "≤": "<=", "≥": ">=", "≠": "!=", "∈": "in", "∞": "inf", "×": "*", "·": "*", "⋅": "*", "−": "-",
    "√": "sqrt",
    "ℝ": "R", "ℤ": "Z", "∀": "for", "∧": "and", "∑": "sum",
}  # fmt: skip
SAME = {"**": "^", "==": "="}
EXPONENTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")

NUMBER = r"(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
TOKEN = r"\s*(?:(?P<number>{number})|(?P<name>{name})|(?P<symbol>\*\*|[<>!=]=|[-+*/^(),|<>=:\[\]])|{other})"
OTHER = rf"(?P<power>[⁰¹²³⁴⁵⁶⁷⁸⁹]+)|(?P<foreign>[{''.join(SYMBOLS)}])|(?P<greek>[{''.join(GREEK)}]\w*)"
PLAIN_NAMES, NAMES = (
    re.compile(TOKEN.format(number=NUMBER, name=name, other=OTHER), re.ASCII)
    for name in ("[A-Za-z_]+", r"[A-Za-z_]\w*")
)


class Unreadable(Exception):
    """A text outside the grammar; the message says what, not where it came from."""


def tokens(text: str, longest: int, *, digits_in_names: bool) -> list[str]:
    """The numbers, names and symbols of a text; `**` is `^`, `==` is `=`.

    Variables may have digits in their names (x1). Where there are none, `ln3` is `ln 3`.

    Raises:
        Unreadable: the text is too long, or has a character that no rule has.
    """
    if len(text) > longest:
        raise Unreadable(f"it has {len(text)} characters; at most {longest} are read")
    pattern = NAMES if digits_in_names else PLAIN_NAMES
    found: list[str] = []
    position, stripped = 0, text.rstrip()
    while position < len(stripped):
        match = pattern.match(stripped, position)
        if match is None:
            raise Unreadable(_unknown(stripped[position:].lstrip()[:1]))
        found += _read(match[match.lastgroup or 0], match.lastgroup)
        position = match.end()
    return found


def _read(token: str, group: str | None) -> list[str]:
    if group == "power":
        return ["^", token.translate(EXPONENTS)]
    if group == "foreign":
        return [SYMBOLS[token]]
    if group == "greek":
        return [GREEK[token[0]] + token[1:]]
    return [SAME.get(token, token)]


def _unknown(character: str) -> str:
    """What is said of a character outside the grammar: look-alikes are named, for nobody sees them."""
    if character.isascii() and character.isprintable():
        return f"{character!r} is no character of the grammar"
    name = unicodedata.name(character, "a control character")
    return f"the character {character!a} (U+{ord(character):04X}, {name}) is no character of the grammar"


class Meaning(Protocol[T]):
    """What the words of the grammar mean to one kind of text."""

    longest: int
    digits_in_names: bool

    def number(self, token: str) -> T:
        """A number such as 12, 0.1, .5 or 1e-30."""

    def name(self, name: str) -> T:
        """A constant or a variable; Unreadable for another name."""

    def negated(self, a: T) -> T:
        """-a."""

    def joined(self, op: str, a: T, b: T) -> T:
        """a op b, where op is one of + - * / ^."""

    def call(self, function: str, arguments: Sequence[T]) -> T:
        """The value of a function other than sum; as many arguments as it takes."""

    def total(self, index: str, ends: tuple[T, T], body: T) -> T:
        """sum(index, low, high, body)."""


class Reader(Generic[T]):
    """A cursor over the tokens of a text."""

    at: int
    depth: int

    def __init__(self, text: str, meaning: Meaning[T]) -> None:
        self.meaning = meaning
        self.tokens: list[str] = tokens(text, meaning.longest, digits_in_names=meaning.digits_in_names)
        self.at = 0
        self.depth = 0

    def peek(self, ahead: int = 0) -> str:
        """The next token; empty at the end."""
        return self.tokens[self.at + ahead] if self.at + ahead < len(self.tokens) else ""

    def take(self, *wanted: str) -> str:
        """Consume the next token if it is one of `wanted`, else give an empty string."""
        token = self.peek()
        if not token or token not in wanted:
            return ""
        self.at += 1
        return token

    def need(self, *wanted: str) -> str:
        """Consume one of the tokens; Unreadable for another one."""
        return self.take(*wanted) or self.fail(f"expected {' or '.join(map(repr, wanted))}")

    def fail(self, wanted: str) -> str:
        """Say what was expected and what was found."""
        found, before = self.peek(), self.peek(-1) if self.at else ""
        raise Unreadable(f"{wanted}, found {brief(found) if found else 'the end'}{_advice(before, found)}")

    def end(self) -> None:
        """Unreadable unless everything was read."""
        if self.peek():
            self.fail("expected the end")

    def expression(self, least: int = 1) -> T:
        """Factors joined by operators of this level or a higher one."""
        left = self.factor()
        while LEVELS.get(op := self.peek(), 0) >= least:
            self.at += 1
            left = self.meaning.joined(op, left, self.expression(LEVELS[op] + 1))
        return left

    def factor(self) -> T:
        """A signed power. Every recursion comes through here, which bounds its depth."""
        self.depth += 1
        if self.depth > DEEPEST_NESTING:
            raise Unreadable(f"it is nested deeper than {DEEPEST_NESTING}")
        if sign := self.take("-", "+"):
            value = self.factor()
            value = self.meaning.negated(value) if sign == "-" else value
        else:
            value = self.atom()
            if self.take("^"):
                value = self.meaning.joined("^", value, self.factor())
        self.depth -= 1
        return value

    def atom(self) -> T:
        """A number, a name, a call, or what stands in parentheses or bars."""
        if self.take("("):
            return self._until(")")
        if self.take("|"):
            return self.meaning.call("abs", [self._until("|")])
        token = self.peek()
        if token[:1].isdigit() or token[:1] == ".":
            self.at += 1
            return self.meaning.number(token)
        if not is_name(token):
            self.fail("expected a number, a variable name or a function")
        self.at += 1
        if self.peek() == "(":
            return self._call(token)
        if token in FUNCTIONS and self.peek()[:1].isdigit():
            return self._bare(token)
        return self.meaning.name(token)

    def _until(self, closing: str) -> T:
        inner = self.expression()
        self.need(closing)
        return inner

    def _call(self, function: str) -> T:
        if function not in FUNCTIONS:
            raise Unreadable(f"there is no function {brief(function)}")
        self.at += 1
        if function == "sum":
            index = self._index()
            ends = (self._until(","), self._until(","))
            return self.meaning.total(index, ends, self._until(")"))
        found = [self.expression()]
        while self.take(","):
            found.append(self.expression())
        self.need(")")
        least, most = FUNCTIONS[function]
        if not least <= len(found) <= most:
            wanted = str(least) if least == most else f"{least} to {most}"
            plural = "s" * (most > 1)
            raise Unreadable(f"{function}, a function of {wanted} argument{plural}, got {len(found)}")
        return self.meaning.call(function, found)

    def _index(self) -> str:
        index = self.peek()
        if not is_name(index):
            self.fail("expected the index of the sum")
        self.at += 1
        self.need(",")
        return index

    def _bare(self, function: str) -> T:
        """f 3, with a plain number that nothing follows which could belong to it."""
        if self.peek(1) in ("*", "/", "^") or FUNCTIONS[function][0] != 1:
            raise Unreadable(f"{function} needs parentheses around what it applies to")
        self.at += 1
        return self.meaning.call(function, [self.meaning.number(self.peek(-1))])


def _advice(before: str, found: str) -> str:
    """What was probably meant: a product without *, or a comparison with its signs the other way round."""
    if (before[:1].isdigit() or before == ")") and (is_name(found) or found == "("):
        return f"; write {before}*{found} for a product" if before != ")" else "; write * between factors"
    if (before, found) in (("=", ">"), ("=", "<")):
        return f"; write {found}= for {before}{found}"
    return ""


def is_name(token: str) -> bool:
    """Whether a token is a name, as opposed to a number or a symbol."""
    return token[:1].isalpha() or token[:1] == "_"


def brief(token: str) -> str:
    """A token as it is quoted in messages."""
    return repr(token if len(token) <= 30 else f"{token[:30]}...")
