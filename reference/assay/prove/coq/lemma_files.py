"""Certificates as Coq files: AssayPrelude.v, and a file of lemmas for each file of certificates."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from assay.errors import InvalidValue
from assay.prove.coq import export, prelude
from assay.prove.coq.terms import Unsupported
from assay.prove.facts import Rejected
from assay.prove.stored import certificates_of
from assay.prove.theorem import check

HEADER = """\
(* {title}
   Compile: coqc -R . Assay AssayPrelude.v && coqc -R . Assay {name}.v *)

From Assay Require Import AssayPrelude.
Open Scope R_scope.
"""


@dataclass(frozen=True)
class Exported:
    """One certificate: the file and the lemma it became, or the reason why it did not."""

    file: str
    lemma: str
    claim: str
    reason: str = ""


def write_prelude(folder: Path) -> None:
    """Write the file that all others require."""
    (folder / "AssayPrelude.v").write_text(prelude(), encoding="utf-8")


def write_lemmas(folder: Path, path: Path) -> list[Exported]:
    """One Coq file: a lemma for each certificate, a comment for each that cannot be exported.

    Raises:
        InvalidValue: the file cannot be read, or a certificate is not valid.
    """
    name = "lemma_" + re.sub(r"\W+", "_", path.stem, flags=re.ASCII).strip("_")
    title = path.stem.replace("*", " ")  # it stands in a comment
    parts, found = [HEADER.format(title=title, name=name)], []
    for number, certificate in enumerate(certificates_of(path), 1):
        try:
            theorem = check(certificate)
        except Rejected as error:
            raise InvalidValue(f"{path}: certificate {number} is not valid: {error}") from None
        reason, label = "", f"claim{number}"
        try:
            parts.append(f"(* {theorem} *)\n{export(theorem, label, standalone=False)}")
        except Unsupported as error:
            reason = str(error)
            parts.append(f"(* {theorem}: not exported. {reason} *)\n")
        found.append(Exported(f"{name}.v", label, str(theorem), reason))
    (folder / f"{name}.v").write_text("\n".join(parts), encoding="utf-8")
    return found
