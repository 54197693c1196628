"""`spec/lemmas.md` and `spec/inequalities.md`, made by `python -m tests.prove.lemma_table`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from assay.prove.claims import statement
from assay.prove.lemma import Lemma, file_name, load

from .hypotheses import MARKED, hypothesis_of
from .searches import SEARCHES
from .theorem_map import in_coq, without

ROOT = Path(__file__).parents[2]
THEORY = ROOT / "proofs" / "coq"
TABLE = ROOT / "spec" / "lemmas.md"
INEQUALITIES = ROOT / "spec" / "inequalities.md"
CERTIFICATES = ROOT / "proofs" / "certificates"
HEAD = """\
# The lemmas

Each row is a lemma, linked to its script in `proofs/`. Its parts are of five kinds, which are not the same:

- **certificate**: the inequalities that the lemma amounts to, proved by the rules of `assay.prove`. The
  column says how many there are, with a link to them as formulas (`inequalities.md`, written by sympy), and
  who has confirmed every step of all of them: the kernel (`assay prove --check`), sympy (a second checker
  that shares no code with it, `--with sympy`), Coq.
- **tested reduction**: that the lemma follows from those inequalities is argued in the script, and tested on
  generated mechanisms with the shipped functions. It is not a formal proof.
- **exact finite check**: the bound is attained by the mechanism under "tight", computed exactly; where it is
  not attained, "tight" says what cannot be improved instead. For each hypothesis (in bold) a mechanism in the
  second table violates the conclusion without it.
- **theorem**: the whole statement, on finite sets of outputs, is proved in Coq in the file that is linked; a
  check holds the premises of the theorems and the hypotheses of the lemma to each other, one to one.
- **prose**: the statement itself, and what the script says of its source.

This file is made by `python -m tests.prove.lemma_table`; a test fails if it is out of date.

| lemma | statement (prose; the reduction is tested) | certificates | tight (exact finite check) |
|---|---|---|---|
"""
SECOND = """
# What happens without a hypothesis

One row for each hypothesis: what the stored counterexample is, which `assay prove` and the tests re-check. A
search over generated mechanisms finds violations again for those marked "searched", and none where the
hypothesis holds (`tests/prove/searches`). "theorem" links to the file of Coq that proves the failure, by the
same example or a simpler one; for a lemma that is a theorem it is said where there is none, and why. Rows
with "in place of" are smaller bounds that do not hold either.

| lemma | without | counterexample (exact finite check) | |
|---|---|---|---|
"""

THIRD = """\
# What is proved by certificates

The claims of the certificates of the lemmas as sympy writes them, with nothing simplified: the comparison,
then the ranges and conditions of its variables. `lemmas.md` says what the lemmas state and who has confirmed
them; what the claims of the ledger rest on stands in `claims/README.md`.

This file is made by `python -m tests.prove.lemma_table`; a test fails if it is out of date.
"""


@lru_cache(maxsize=1)
def lemmas() -> list[tuple[Path, Lemma]]:
    """Every lemma with its script, in the order of the files; loaded once."""
    return [(path, lemma) for path in sorted((ROOT / "proofs").glob("*.py")) for lemma in load(path)]


def cell(text: str) -> str:
    """Text as it may stand in a cell."""
    return (
        text.replace("|", "\\|")
        .replace("\n", " ")
        .replace("_", "\\_")
        .replace("*", "\\*")
        .replace("<", "\\<")
    )


def row(path: Path, lemma: Lemma) -> str:
    """One line of the first table."""
    statement = cell(MARKED[lemma.title]).replace("{", "**").replace("}", "**")
    return f"| {link(path, lemma)} | {statement} | {checked(lemma)} | {cell(lemma.tightness)} |"


def checked(lemma: Lemma) -> str:
    """How many certificates there are, with a link to their formulas, who confirmed them, and theorems."""
    files = [f"[theorem](../proofs/coq/{name}.v)" for name in in_coq(lemma.title)]
    names = ", ".join([*lemma.checked_by(CERTIFICATES), *files])
    return f"[{len(lemma.inequalities)}](inequalities.md#{anchor(lemma.title)}): {names}"


def anchor(title: str) -> str:
    """Where the heading is found on a page: in small letters, without punctuation, joined by hyphens."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def rows_without(path: Path, lemma: Lemma) -> list[str]:
    """The lines of the second table."""
    lines = []
    for key, violated in lemma.dropped.items():
        what = cell((violated.__doc__ or "").strip().removesuffix("."))
        searched = ["searched"] if (lemma.title, key) in SEARCHES else []
        kinds = ", ".join([*searched, *refuted(lemma.title, hypothesis_of(key))])
        lines.append(f"| {link(path, lemma)} | {cell(key)} | {what} | {kinds} |")
    return lines


def refuted(title: str, hypothesis: str) -> list[str]:
    """The theorem in Coq that a lemma fails without a hypothesis, or why there is none."""
    found = without(title, hypothesis)
    if (THEORY / f"{found}.v").exists():
        return [f"[theorem](../proofs/coq/{found}.v)"]
    return [f"no theorem: {cell(found)}"] if found else []


def link(path: Path, lemma: Lemma) -> str:
    """The title, linked to the script."""
    return f"[{cell(lemma.title)}](../proofs/{path.name})"


def table() -> str:
    """The whole file."""
    known = lemmas()
    second = [line for path, lemma in known for line in rows_without(path, lemma)]
    return HEAD + "\n".join(row(*x) for x in known) + "\n" + SECOND + "\n".join(second) + "\n"


def inequalities() -> str:
    """The claims of all certificates in LaTeX, lemma by lemma."""
    return THIRD + "".join(section(link(path, lemma), stored_claims(lemma)) for path, lemma in lemmas())


def section(title: str, claims: Iterable[str]) -> str:
    """Some claims under a title."""
    return f"\n## {title}\n\n" + "".join(f"- ${statement(claim).latex()}$\n" for claim in claims)


def stored_claims(lemma: Lemma) -> list[str]:
    """What the stored certificates of a lemma claim."""
    data = json.loads((CERTIFICATES / file_name(lemma.title)).read_text(encoding="utf-8"))
    return [certificate["claim"] for certificate in data["certificates"]]


if __name__ == "__main__":
    INEQUALITIES.write_text(inequalities(), encoding="utf-8")
    TABLE.write_text(table(), encoding="utf-8")
