"""The theorem map: `proofs/coq/theorems.json`, made by `python -m tests.prove.theorem_map`.

It holds for each lemma the statements of its theorems as Coq prints them, the words that say each hypothesis,
and a digest of the files that were compiled, so that a change of either side alone is noticed.
"""

from __future__ import annotations

import hashlib
import json
import re
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from assay.prove.coq.compiling import axioms
from tests.project import coq_theory
from tests.project.coq_theory import THEORY, files, theorems

from .hypotheses import MARKED
from .theorems_in_coq import IN_COQ, InCoq

CONVENTIONS = ("0 <= eps", "0 <= delta", "0 <= q <= 1", "0 <= A", "0 <= q", "adj x y")
"""What goes without saying: the signs of parameters, probabilities, and that the pair is adjacent."""

MAP = THEORY / "theorems.json"


def digest() -> str:
    """What the files of the theory are, all together."""
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in files())).hexdigest()


def hypotheses(title: str) -> list[str]:
    """The hypotheses of a lemma, as they are marked in its statement."""
    return re.findall(r"\{([^}]*)\}", MARKED[title])


def unmatched(entry: InCoq, title: str, statements: dict[str, str]) -> list[str]:
    """What keeps the theorems from being the lemma: a hypothesis or a premise that only one side has."""
    stated = hypotheses(title)
    wrong = [f"{title}: {h!r} is not said in Coq" for h in stated if h not in entry.hypotheses]
    wrong += [f"{title}: {h!r} is no hypothesis of the lemma" for h in entry.hypotheses if h not in stated]
    missing = [name for name in entry.theorems if name not in statements]
    wrong += [f"{title}: there is no theorem {name}" for name in missing]
    texts = {name: statements[name] for name in entry.theorems if name in statements}
    for h, words in entry.hypotheses.items():
        if not any(words in text for text in texts.values()):
            wrong.append(f"{title}: no theorem says {words!r} for {h!r}")
    known = [*entry.hypotheses.values(), *entry.beside, *CONVENTIONS]
    for name, text in texts.items():
        for premise in premises(text):
            if not any(words in premise or premise in words for words in known):
                wrong.append(f"{title}: {name} supposes {premise!r}, which the lemma does not")
    return wrong


def premises(statement: str) -> list[str]:
    """What a statement supposes: the parts before its arrows, and binders that are comparisons."""
    parts, depth, start = [], 0, 0
    for i, sign in enumerate(statement):
        depth += (sign in "([{") - (sign in ")]}")
        if depth == 0 and statement[i : i + 4] == " -> ":
            parts.append(statement[start:i])
            start = i + 4
    binders = re.findall(r"\(\w+ : ([^()]*(?:<|<=)[^()]*)\)", statement)
    return [re.sub(r"^forall .*?, (?![^\[(]*[\])])", "", part) for part in parts] + binders


def printed(folder: Path, names: list[str]) -> dict[str, str]:
    """The statements of theorems of a compiled theory, as Coq prints them."""
    modules = [path.stem for path in files()]
    lines = ["From mathcomp Require Import all_ssreflect all_algebra Rstruct.", "Require Import Reals."]
    lines += [f"From Assay Require Import {module}." for module in modules]
    lines += ["Set Printing Width 200.", "Unset Printing Implicit Defensive.", "Local Open Scope ring_scope."]
    for name in names:
        lines += [f'Goal True. idtac "=== {name}". Abort.', f"About {name}."]
    (folder / "statements.v").write_text("\n".join(lines), encoding="utf-8")
    found = {}
    for part in coq_theory.printed(folder, "statements.v").split("=== ")[1:]:
        name, _, rest = part.partition("\n")
        statement = re.split(r"\n\n|\n\S+ is not universe", rest.strip())[0]
        found[name] = " ".join(re.sub(r"^\S+ :\s", "", statement).split())
    return found


def compiled(folder: Path) -> dict[str, Any]:
    """The map, from a theory that is compiled in a folder.

    Raises ValueError for a lemma whose theorems do not match it.
    """
    names = sorted({name for entry in IN_COQ.values() for name in entry.names()})
    statements = printed(folder, names)
    wrong = [x for title, entry in IN_COQ.items() for x in unmatched(entry, title, statements)]
    if wrong:
        raise ValueError("\n".join(wrong))
    stated = [(path.stem, name) for path in files() for name in theorems(path.read_text(encoding="utf-8"))]
    return {
        "digest": digest(),
        "axioms": sorted(axioms(folder, stated, coq_theory.printed)),
        "lemmas": {
            title: {
                "statement": MARKED[title],
                "theorems": {name: statements[name] for name in entry.theorems},
                "hypotheses": entry.hypotheses,
                "beside": list(entry.beside),
                "tight": {name: statements[name] for name in entry.tight},
                "loose": entry.loose,
                "refuted": {h: {name: statements[name]} for h, name in entry.refuted.items()},
                "unrefuted": entry.unrefuted,
            }
            for title, entry in sorted(IN_COQ.items())
        },
    }


@cache
def stored() -> dict[str, Any]:
    """The map as it is stored."""
    data: dict[str, Any] = json.loads(MAP.read_text(encoding="utf-8"))
    return data


def written(data: dict[str, Any]) -> str:
    """The text of the file."""
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def without(title: str, hypothesis: str) -> str:
    """The file that refutes a lemma without a hypothesis, or why there is none; "" for what is no theorem."""
    entry = stored()["lemmas"].get(title, {"refuted": {}, "unrefuted": {}})
    (name,) = entry["refuted"].get(hypothesis, [""])
    return str(name.partition(".")[0] or entry["unrefuted"].get(hypothesis, ""))


def in_coq(title: str) -> list[str]:
    """The files with the theorems of a lemma, by the stored map; none where it is no theorem."""
    entry = stored()["lemmas"].get(title, {"theorems": {}})
    return sorted({name.partition(".")[0] for name in entry["theorems"]})


if __name__ == "__main__":
    with TemporaryDirectory(prefix="assay-theory-") as name:
        coq_theory.compile_into(Path(name))
        MAP.write_text(written(compiled(Path(name))), encoding="utf-8")
