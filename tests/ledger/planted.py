"""Checks that are wrong on purpose, and records for them."""

from __future__ import annotations

import os
import signal
import time

from assay.ledger import Finding, Scope
from assay.ledger.judge import Judgement
from assay.ledger.record import Part
from assay.ledger.region import checked
from assay.prove.lemma import proved

MODULE = "assay.ledger.checks.planted"


def good(scope: Scope) -> Finding:
    """1 + q (e - 1) <= exp(2 q), and the list of n looked at."""
    theorem = proved(f"for {scope.quantifiers('q')}: 1 + q*(e - 1) <= exp(2*q)")
    return Finding.proved([theorem], cases=len(list(scope.integers("n"))))


def raises(scope: Scope) -> Finding:
    """A check that does not run."""
    raise ZeroDivisionError("planted")


def no_finding(scope: Scope) -> object:
    """Returns something else than a finding."""
    return True


def no_case(scope: Scope) -> Finding:
    """An empty domain."""
    return Finding.verified(cases=len([n for n in scope.integers("n") if n < 0]))


def no_pair(scope: Scope) -> Finding:
    """No adjacent pair."""
    return Finding.verified(cases=len(list(scope.integers("n"))), pairs=0)


def no_event(scope: Scope) -> Finding:
    """No event."""
    return Finding.verified(cases=len(list(scope.integers("n"))), events=0)


def no_count(scope: Scope) -> Finding:
    """Nothing counted."""
    list(scope.integers("n"))
    return Finding.verified()


def no_theorem(scope: Scope) -> Finding:
    """Proved by nothing."""
    list(scope.integers("n"))
    return Finding.proved([])


def ignores_a_key(scope: Scope) -> Finding:
    """Never looks at q."""
    return Finding.verified(cases=len(list(scope.integers("n"))))


def ignores_values(scope: Scope) -> Finding:
    """Looks at the first n only."""
    scope.range("q")
    return Finding.verified(cases=scope.integers("n")[0])


def narrower_range(scope: Scope) -> Finding:
    """Proves the claim on half of the range."""
    scope.range("q")
    list(scope.integers("n"))
    return Finding.proved([proved("for q in [0, 1/2]: 1 + q*(e - 1) <= exp(2*q)")])


def other_claim(scope: Scope) -> Finding:
    """Proves something else."""
    list(scope.integers("n"))
    return Finding.proved([proved(f"for {scope.quantifiers('q')}: q <= 1")])


def two_claims(scope: Scope) -> Finding:
    """Proves two things."""
    list(scope.integers("n"))
    claims = ("1 + q*(e - 1) <= exp(2*q)", "q <= 1")
    return Finding.proved([proved(f"for {scope.quantifiers('q')}: {claim}") for claim in claims])


def gives_up(scope: Scope) -> Finding:
    """Undecided."""
    scope.range("q")
    list(scope.integers("n"))
    return Finding.undecided("planted")


def refutes(scope: Scope) -> Finding:
    """Refuted, with a witness."""
    scope.range("q")
    region = checked("n = 0", [({"n": 0}, True), ({"n": 1}, False)])
    return Finding.refuted({"inequality": "1 < 2", "n": next(iter(scope.integers("n")))}, region)


def part(check: str, **changes: object) -> Part:
    """A part with one of these checks."""
    values: dict[str, object] = {
        "id": "Z1.a",
        "statement": "planted",
        "kind": "P",
        "verdict": "proved",
        "check": f"{MODULE}:{check}",
        "scope": {"q": "[0, 1]", "n": [1, 2, 3]},
    }
    return Part(**{**values, **changes})  # type: ignore[arg-type]


def dies(part: Part, deep: bool) -> Judgement:
    """Kills its process on the second part."""
    if part.id == "Z1.b":
        os.kill(os.getpid(), signal.SIGKILL)
    return agrees(part, deep)


def hangs(part: Part, deep: bool) -> Judgement:
    """Never answers on the second part."""
    if part.id == "Z1.b":
        time.sleep(1000)
    return agrees(part, deep)


def agrees(part: Part, deep: bool) -> Judgement:
    """Agrees with everything."""
    return Judgement(part.id, "proved", "proved", "agrees")
