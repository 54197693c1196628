"""A lemma of `proofs/`: statement, reduction, proof, tightness witness, counterexamples."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from assay.errors import InvalidValue
from assay.exact import Number
from assay.prove.expr import Expr, const
from assay.prove.normal import same
from assay.prove.outcome import prove
from assay.prove.syntax import parse
from assay.prove.theorem import Theorem, check
from assay.source_files import module_of, run_module
from assay.verdict import Proved

Inequality = str | Callable[[], Theorem]


@dataclass(frozen=True)
class Lemma:
    """One lemma in five parts.

    statement: in the field's words. reduction: which real inequalities it amounts to, and why.
    inequalities: claims (found by `prove`) or functions that give theorems.
    case: checks the reduction on one generated mechanism, with the shipped functions; raises if it fails.
    tight: whether the bound is attained exactly; `tightness` says by what (or why it is not).
    dropped: for each hypothesis, whether the mechanism stored for it violates the conclusion.
    """

    title: str
    statement: str
    reduction: str
    inequalities: Sequence[Inequality]
    case: Callable[[random.Random], None]
    tightness: str
    tight: Callable[[], bool]
    dropped: Mapping[str, Callable[[], bool]] = field(default_factory=dict)

    def checked_by(self, folder: Path) -> tuple[str, ...]:
        """Who has checked the certificates that a folder has for this lemma: kernel, sympy, Coq.

        Raises:
            InvalidValue: the folder has none.
        """
        path = folder / file_name(self.title)
        try:
            data: object = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise InvalidValue(f"lemma {self.title!r}: {path} is no readable JSON file ({error})") from None
        found = data.get("checked_by", ["kernel"]) if isinstance(data, dict) else []
        return tuple(str(name) for name in found)

    def theorems(self, seconds: int = 20) -> Iterator[Theorem]:
        """Prove each inequality.

        Raises:
            InvalidValue: one of them is refuted or undecided.
        """
        for item in self.inequalities:
            yield proved(item, seconds=seconds) if isinstance(item, str) else item()


def file_name(title: str) -> str:
    """The file of a lemma's certificates."""
    return f"{title.replace(' ', '-').replace(',', '')}.json"


def proved(claim: str, *lemmas: str | Theorem, seconds: int = 20) -> Theorem:
    """The theorem, found with the help of lemmas (theorems, or claims that are proved first).

    Raises:
        InvalidValue: the claim is refuted or undecided.
    """
    known = [proved(x) if isinstance(x, str) else x for x in lemmas]
    verdict = prove(claim, lemmas=known, seconds=seconds)
    if not isinstance(verdict, Proved) or not isinstance(verdict.certificate, Theorem):
        raise InvalidValue(f"inequality {claim!r}: {verdict}")
    return verdict.certificate


@dataclass(frozen=True)
class Outcome:
    """What running a lemma gave: the certificates if all five parts hold, else the first failure."""

    title: str
    statement: str
    certificates: tuple[dict[str, object], ...]
    milliseconds: int
    failure: str = ""

    @property
    def size(self) -> int:
        """The size of the certificates in bytes of JSON."""
        return len(json.dumps(self.certificates))

    def to_json(self) -> dict[str, object]:
        """The outcome as JSON values."""
        return {
            "lemma": self.title,
            "statement": self.statement,
            "verdict": "undecided" if self.failure else "proved",
            "failure": self.failure,
            "checked_by": ["kernel"],
            "certificate_bytes": self.size,
            "milliseconds": self.milliseconds,
            "certificates": list(self.certificates),
        }


def run(lemma: Lemma, cases: int = 12) -> Outcome:
    """Prove the inequalities, re-check their certificates, and test the other four parts."""
    start = time.monotonic_ns()
    certificates: list[dict[str, object]] = []
    failure = ""
    try:
        for theorem in lemma.theorems():
            certificates.append(json.loads(json.dumps(theorem.to_json())))
            check(certificates[-1])
        _test_parts(lemma, cases)
    except Exception as error:  # a script is someone else's code: whatever it raises is a failed lemma
        failure = f"{type(error).__name__}: {error}"
    spent = (time.monotonic_ns() - start) // 1_000_000
    return Outcome(lemma.title, lemma.statement, tuple(certificates), spent, failure)


def _test_parts(lemma: Lemma, cases: int) -> None:
    for seed in range(cases):
        lemma.case(random.Random(seed))
    if not lemma.tight():
        raise InvalidValue(f"tightness: {lemma.tightness} does not hold")
    for hypothesis, violated in lemma.dropped.items():
        if not violated():
            raise InvalidValue(
                f"without {hypothesis!r}: the stored mechanism does not violate the conclusion"
            )


def load(path: Path) -> list[Lemma]:
    """The lemmas that a script defines at its top level.

    Raises:
        InvalidValue: there is no such script, or it defines no lemma.
    """
    if path.suffix != ".py" or not path.is_file():
        raise InvalidValue(f"proof: {str(path)!r} is not a Python file")
    module = module_of(f"assay_proof_{path.stem}", path)
    run_module(module)
    found = [v for v in vars(module).values() if isinstance(v, Lemma)]
    if not found:
        raise InvalidValue(f"proof: {path} defines no Lemma")
    return found


def require(holds: bool, what: str) -> None:
    """Raise InvalidValue unless it holds."""
    if not holds:
        raise InvalidValue(f"fails: {what}")


def require_formula(shipped: Number, formula: str, **values: int | Fraction) -> None:
    """The shipped function returns the lemma's formula, for these values and (given EPS) every eps.

    Raises:
        InvalidValue: it does not, so the code and its proof have drifted apart.
    """
    terms: dict[str, Expr] = {name: const(v) for name, v in values.items()}
    if not same(parse(str(shipped)), parse(formula).substitute(terms)):
        raise InvalidValue(f"the shipped function gives {shipped}, the lemma says {formula} at {values}")
