"""Write `spec/claims/passages.json` from the texts of the sources.

    python -m tests.ledger.write_passages FOLDER

FOLDER has the text of each source in a file whose name begins with 000 for S, 001 for G, 002 for W, 003 for
H, and 004 for U.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from base64 import b64encode
from pathlib import Path

from assay.ledger.passages import NAME, digests, words
from assay.ledger.reading import claims_folder

LETTERS = dict(zip(("000", "001", "002", "003", "004"), "SGWHU", strict=True))
DOUBLED = re.compile(r"\S*[\u0370-\u03ff\U0001d400-\U0001d7ff]")
"""A formula as characters, which stands before the same in TeX without a space between."""
TWICE = re.compile(r"(?<!\S)(\S{1,12})\1(?![A-Za-z0-9])")
"""The same where the characters are those of TeX, as in `kk` and `1/1001/100`."""

PLACES: dict[str, list[tuple[str, str]]] = {
    "S": [
        ("— 1", "section 1"),
        ("Definition 1 A", "section 1, Definition 1"),
        ("This definition has", "section 1"),
        ("— 2", "section 2"),
        ("Algorithm 2", "section 2, Algorithm 2"),
        ("Lemma 3 \\(", "section 2, Lemma 3"),
        ("Proof: Fix", "section 2, proof of Lemma 3"),
        ("Notes on the proof", "section 2, notes on the proof"),
        ("— 3", "section 3"),
        ("— 4", "section 4"),
        ("Advertisements", "comments"),
    ],
    "G": [
        ("Reconstruction attack$", "slide “Reconstruction attack”"),
        ("Blatantly", "slide “Blatantly non-privacy”"),
        ("Reconstruction attack with¹[⁰¹]", "slides “Reconstruction attack with exponential adversary”"),
        ("Reconstruction attack with¹²", "slide “Reconstruction attack with polynomial adversary”"),
        ("Sample error", "slide “Sample error”"),
        ("Privacy$", "slide “Privacy”"),
        ("Quantitative notions", "slide “Quantitative notions of Privacy”"),
        ("Privacy-preserving", "slides “Privacy-preserving data analysis?”"),
        ("Adjacent databases", "slide “Adjacent databases”"),
        ("\\(ϵ, δ\\) -Diff", "slides “(epsilon, delta)-Differential Privacy”"),
        ("ϵ -Diff", "slides “epsilon-Differential Privacy”"),
        ("Randomized Response", "slide “Randomized Response”"),
        ("An example", "slides “An example”"),
    ],
    "W": [
        (f"{head}$", head)
        for head in (
            "The idea",
            "The method",
            "The argument",
            "Estimating single-query differential privacy",
            "Estimating the variance",
            "The result",
            "Conclusion",
        )
    ],
    "H": [
        ("(\\d(?:\\.\\d)?) [A-Z]", "section {0}"),
        ("((?:Proposition|Theorem) \\d\\.\\d)(?:\\.| \\()", "{0}"),
        ("(Remark \\d)\\.", "{0}"),
        ("(Definition \\d) \\(", "{0}"),
        ("Proof", "proof"),
        ("References", "references"),
    ],
    "U": [
        ("Introduction$", "introduction"),
        ("For every .*varepsilon,.alpha>0", "introduction, Theorem 1.2"),
        ("And our algorithm", "introduction, Theorem 1.3"),
        ("These algorithms improve", "introduction, after Theorem 1.3"),
        ("2 Techniques", "section 2, techniques"),
        ("Preliminaries", "section 2, preliminaries"),
        ("For every k", "section 2, Fact 2.2"),
        ("All of the upper", "section 2, Fact 2.3"),
        ("Lower Bounds for", "section 3"),
        ("A .*-complete", "section 3, Definition 3.2"),
        ("Fingerprinting codes with", "section 3, Theorem 3.3"),
        ("We now show how the existence", "section 3, proof of Theorem 3.1"),
        ("Adding independent noise seems", "section 4.1"),
        ("2 Approximate", "section 4.2"),
        ("For every c,k", "section 4.2, Theorem 4.2"),
        ("A proof of this theorem can", "section 4.2, after Theorem 4.2"),
        ("References", "references"),
        ("Appendix A", "Appendix A"),
    ],
}
"""How the line begins at which a place of a source does, and what the place is called."""


def once(letter: str, line: str) -> str:
    """A line with every formula once, in TeX; two of the texts have each twice."""
    return TWICE.sub(r"\1", DOUBLED.sub(" ", line)) if letter in "HU" else line


def places(letter: str, text: str) -> list[tuple[int, str]]:
    """At which word each place begins; a proof is named after what it proves."""
    found, at, section, last = [(0, "beginning")], 0, "", ""
    for line in text.splitlines():
        for start, name in PLACES[letter]:
            if match := re.match(start, line):
                name = name.format(*match.groups())
                if letter == "H":
                    section = name if name.startswith("section") else section
                    last = last if name == "proof" else name
                    name = f"{section}, proof of {last}" if name == "proof" else name
                    name = name if name.startswith(("section", "ref")) else f"{section}, {name}"
                found.append((at, name))
        at += len(words(once(letter, line)))
        if letter == "H" and line.rstrip().endswith("∎"):
            found.append((at, section))
    return found


def entry(letter: str, text: str) -> dict[str, object]:
    """What is kept of a source."""
    found = [word for line in text.splitlines() for word in words(once(letter, line))]
    return {
        "sha256": hashlib.sha256(text.encode()).hexdigest(),
        "places": places(letter, text),
        "digests": b64encode(b"".join(digests(found))).decode(),
    }


def main() -> int:
    """Write the file."""
    kept = {
        letter: entry(letter, next(Path(sys.argv[1]).glob(f"{number}_*.txt")).read_text(encoding="utf-8"))
        for number, letter in LETTERS.items()
    }
    (claims_folder() / NAME).write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
