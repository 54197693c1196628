"""Text cut into numbers, names and symbols; mathematical characters are read as their ASCII forms."""

# ruff: noqa: RUF001 - these characters are meant
from __future__ import annotations

import re
import unicodedata

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
