"""Certificates re-validated, by the kernel or by other checkers, and written as Coq files."""

from __future__ import annotations

import json
from argparse import Namespace
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import InvalidValue
from .command import ExitStatus
from .errors import UsageError

if TYPE_CHECKING:
    from ..prove.findings import Report


def check_files(options: Namespace) -> tuple[int, str]:
    """Re-validate every certificate of some files; the kernel alone is loaded, but for LaTeX."""
    lines: list[dict[str, object]] = []
    for name in options.check:
        lines.extend({"file": name, **verdict} for verdict in check_file(Path(name)))
    status = ExitStatus.HOLDS if all(line["valid"] for line in lines) else ExitStatus.REFUTED
    if options.json:
        from ..prove.formulas import missing, of_claim

        shown = [{**line, "latex": of_claim(str(line["claim"])) if line["valid"] else None} for line in lines]
        return status, json.dumps({"certificates": shown, "missing": missing()}, indent=2)
    text = [
        f"{'valid  ' if line['valid'] else 'INVALID'}  {line['file']}: {line['claim'] or line['reason']}"
        for line in lines
    ]
    return status, "\n".join(text) + "\n"


def check_file(path: Path) -> list[dict[str, object]]:
    """The verdict on each certificate of one file."""
    from ..prove import Rejected, check
    from ..prove.stored import certificates_of

    verdicts: list[dict[str, object]] = []
    for certificate in certificates_of(path):
        try:
            verdicts.append({"valid": True, "claim": str(check(certificate)), "reason": ""})
        except Rejected as error:
            verdicts.append({"valid": False, "claim": "", "reason": str(error)})
    return verdicts


def ask_checkers(options: Namespace) -> tuple[int, str]:
    """What each checker says of every certificate of some files; who is not sure keeps it from passing."""
    from ..prove.checkers import reports
    from ..prove.stored import certificates_of

    found: list[tuple[str, Report]] = []
    for name in options.check:
        for certificate in certificates_of(Path(name)):
            found += [(name, report) for report in reports(certificate, options.checker)]
    statuses = {report.exit_status for _, report in found}
    status = next((s for s in (ExitStatus.REFUTED, ExitStatus.UNDECIDED) if s in statuses), ExitStatus.HOLDS)
    if options.json:
        return status, json.dumps({"reports": [{"file": n, **r.to_json()} for n, r in found]}, indent=2)
    summary = Counter(f"{r.finding.value} by {r.checker}" for _, r in found)
    lines = [f"{name}: {report}" for name, report in found]
    lines.append(", ".join(f"{n} {what}" for what, n in summary.items()))
    return status, "\n".join(lines) + "\n"


def export_files(options: Namespace) -> tuple[int, str]:
    """Write certificates as Coq files; what could not be exported is named, and is no success."""
    from ..prove.coq.compiling import write_lemmas, write_prelude

    folder = Path(options.coq)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_prelude(folder)
        lines = [x for path in certificate_files(options.files) for x in write_lemmas(folder, path)]
    except OSError as error:
        raise InvalidValue(f"--coq {folder}: {error}") from None
    refused = [x for x in lines if x.reason]
    status = ExitStatus.UNDECIDED if refused else ExitStatus.HOLDS
    if options.json:
        return status, json.dumps({"folder": str(folder), "lemmas": [asdict(x) for x in lines]}, indent=2)
    text = [f"{'refused ' if x.reason else 'exported'}  {x.file} {x.lemma}: {x.claim}" for x in lines]
    text += [f"refused   {x.file} {x.lemma}: {x.reason}" for x in refused]
    files = len({x.file for x in lines})
    text.append(f"{len(lines) - len(refused)} lemmas in {files} files of {folder}, {len(refused)} refused")
    return status, "\n".join(text) + "\n"


def certificate_files(names: list[str]) -> list[Path]:
    """The JSON files meant by the arguments."""
    from ..prove.stored import proofs_folder

    found: list[Path] = []
    for path in [Path(n) for n in names] or [proofs_folder() / "certificates"]:
        inside = sorted(path.glob("*.json")) if path.is_dir() else [path]
        if not inside or not inside[0].exists():
            raise UsageError(f"{path}: no certificates there; give FILE.json or a folder that holds some")
        found.extend(inside)
    return found
