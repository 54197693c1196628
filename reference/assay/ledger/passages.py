r"""What the sources say: quotes are compared with digests of the neighbouring words of the source.

The texts are their authors'; kept is `spec/claims/passages.json`: for each source the digest of its text, a
digest of every three words that follow each other, and at which word a section, a theorem or a slide begins.
A quote is words in the order of the source; "..." stands for what is left out.  Case, punctuation and spaces
count for nothing, and `\(` and `\)` set formulas apart for the pages.
"""

from __future__ import annotations

import hashlib
import json
import re
from base64 import b64decode
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..errors import InvalidValue

NAME = "passages.json"
WINDOW = 3
"""How many neighbouring words have one digest, and the least that a fragment of a quote has."""
BYTES = 4
FAR = 120
"""How many words "..." may leave out."""
WORD = re.compile(r"[a-z0-9]+")


def words(text: str) -> list[str]:
    """The words of a text: its letters from a to z and its digits."""
    return WORD.findall(text.lower())


def digests(found: Sequence[str]) -> list[bytes]:
    """A digest of each word with the next ones."""
    joined = (" ".join(found[at : at + WINDOW]) for at in range(len(found) - WINDOW + 1))
    return [hashlib.sha256(each.encode()).digest()[:BYTES] for each in joined]


@dataclass(frozen=True)
class Passages:
    """The digests of a source, and its places: at which word each begins, in order."""

    windows: tuple[bytes, ...]
    places: tuple[tuple[int, str], ...]

    def place(self, quotes: Sequence[str]) -> str:
        """Where in the source the quotes begin, each place once.

        Raises:
            InvalidValue: one is not in the source, or has a fragment of fewer than three words.
        """
        found = [next(name for at, name in reversed(self.places) if at <= self.find(q)) for q in quotes]
        return "; ".join(dict.fromkeys(found))

    def find(self, quote: str) -> int:
        """The number of the word at which a quote begins.

        Raises:
            InvalidValue: it is not in the source, or has a fragment of fewer than three words.
        """
        fragments = [digests(words(each)) for each in quote.split("...")]
        if not all(fragments):
            raise InvalidValue(f"quote {quote!r}: each fragment of a quote has at least {WINDOW} words")
        for start in self._starts(fragments[0], 0, len(self.windows)):
            if self._follow(fragments[1:], start + len(fragments[0])):
                return start
        raise InvalidValue(f"quote {quote!r}: it is not in the source")

    def _starts(self, fragment: Sequence[bytes], low: int, high: int) -> list[int]:
        size, wanted = len(fragment), tuple(fragment)
        last = min(high, len(self.windows) - size + 1)
        return [at for at in range(low, last) if self.windows[at : at + size] == wanted]

    def _follow(self, fragments: Sequence[Sequence[bytes]], end: int) -> bool:
        """Whether the other fragments come after a position, each soon after the one before."""
        if not fragments:
            return True
        starts = self._starts(fragments[0], end + WINDOW - 1, end + FAR)
        return any(self._follow(fragments[1:], start + len(fragments[0])) for start in starts)


def read_passages(folder: Path) -> dict[str, Passages]:
    """The passages of each source, by its letter.

    Raises:
        InvalidValue: the file cannot be read.
    """
    try:
        data = json.loads((folder / NAME).read_text(encoding="utf-8"))
        return {letter: _passages(entry) for letter, entry in data.items()}
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise InvalidValue(f"{NAME}: not a readable file of passages ({error})") from None


def _passages(entry: dict[str, object]) -> Passages:
    raw, places = b64decode(str(entry["digests"]), validate=True), entry["places"]
    if not isinstance(places, list) or not places or places[0][0] != 0 or len(raw) % BYTES:
        raise ValueError("places or digests are not complete")
    windows = tuple(raw[at : at + BYTES] for at in range(0, len(raw), BYTES))
    return Passages(windows, tuple((int(at), str(name)) for at, name in places))
