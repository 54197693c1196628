"""Every field of every certificate is changed: it is refused, or proves something true."""

from __future__ import annotations

import copy
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path as File

import pytest

from assay.prove import Rejected, check
from assay.prove.stored import certificates_of
from tests.effort import one_of
from tests.prove.claims import TRUE_CLAIMS, proved
from tests.prove.mutations import remember_steps, surely_false, text_mutants

Path = tuple[str | int, ...]
SHIPPED = sorted((File(__file__).parents[2] / "proofs" / "certificates").glob("*.json"))


def leaves(data: object, path: Path = ()) -> Iterator[tuple[Path, object]]:
    """Every value of a certificate that is no map or list, with where it is."""
    if isinstance(data, dict):
        for k, v in data.items():
            yield from leaves(v, (*path, k))
    elif isinstance(data, list):
        for i, v in enumerate(data):
            yield from leaves(v, (*path, i))
    else:
        yield path, data


def put(data: object, path: Path, value: object) -> object:
    """A copy with one value replaced."""
    result = copy.deepcopy(data)
    here = result
    for key in path[:-1]:
        here = here[key]  # type: ignore[index]
    here[path[-1]] = value  # type: ignore[index]
    return result


def tampered(certificate: object) -> Iterator[object]:
    """Certificates with one field changed."""
    for path, value in leaves(certificate):
        if isinstance(value, int):
            options: list[object] = [value + 1, value - 1, 0, str(value), True, None]
        else:
            text = str(value)
            options = [*list(text_mutants(text))[:25], text[:-1], text + "0", "", "0", None, 1]
            options += [
                text.replace(a, b, 1)
                for a, b in (
                    ("<=", ">="),
                    (">=", ">"),
                    ("<", "<="),
                    ("[", "("),
                    ("(", "["),
                    ("integer ", ""),
                    (" and ", " where "),
                )
            ]
        for option in options:
            if option != value or type(option) is not type(value):
                yield put(certificate, path, option)


@pytest.mark.slow
@pytest.mark.parametrize("claim", ["2 < e", "for x in (0, inf): log(x) <= x - 1"])
def test_tampered_certificate_is_refused_or_true(claim: str) -> None:
    _tamper(claim)


@pytest.mark.slow
@pytest.mark.parametrize("claim", TRUE_CLAIMS)
def test_every_tampered_certificate_is_refused_or_true(claim: str, monkeypatch: pytest.MonkeyPatch) -> None:
    remember_steps(monkeypatch)
    _tamper(claim)


def _tamper(claim: str) -> None:
    certificate = proved(claim).to_json()
    assert str(check(certificate)) == str(proved(claim))
    refused = accepted = 0
    for forged in tampered(certificate):
        try:
            theorem = check(forged)
        except Rejected:
            refused += 1
            continue
        accepted += 1
        assert not surely_false(theorem.statement), f"{forged} proves the false {theorem}"
    assert refused > 10


def removed(data: object, path: Path) -> object:
    """A copy without one field or item."""
    result = copy.deepcopy(data)
    here = result
    for key in path[:-1]:
        here = here[key]  # type: ignore[index]
    del here[path[-1]]  # type: ignore[attr-defined]
    return result


def swapped(data: object, path: Path) -> Iterator[object]:
    """A copy in which a field has changed places with a sibling of its kind."""
    parent = data
    for key in path[:-1]:
        parent = parent[key]  # type: ignore[index]
    keys = list(parent) if isinstance(parent, dict) else range(len(parent))  # type: ignore[arg-type]
    mine = parent[path[-1]]  # type: ignore[index]
    for key in keys:
        other = parent[key]  # type: ignore[index]
        if type(other) is type(mine) and other != mine:
            yield put(put(data, path, other), (*path[:-1], key), mine)
            return


FLIPS = (("<=", ">="), (">=", "<="), ("<", "<="), (">", ">="), ("[", "("), ("(", "["), ("integer ", ""))


def forgeries(certificate: object, choose: random.Random, texts: int) -> Iterator[tuple[str, object]]:
    """Each field: removed, swapped with a sibling, emptied; its numbers, signs and comparisons changed."""
    for path, value in leaves(certificate):
        yield "removed", removed(certificate, path)
        yield from (("swapped", forged) for forged in swapped(certificate, path))
        if isinstance(value, int):
            yield from (
                ("nudged", put(certificate, path, v)) for v in (value + 1, value - 1, str(value), True)
            )
            continue
        text = str(value)
        yield "emptied", put(certificate, path, "")
        changed = dict.fromkeys(text_mutants(text))
        for new in choose.sample(list(changed), min(texts, len(changed))):
            yield "nudged", put(certificate, path, new)
        flips = [text.replace(a, b, 1) for a, b in FLIPS if a in text]
        for new in choose.sample(flips, min(2, len(flips))):
            yield "flipped", put(certificate, path, new)
    steps = certificate["steps"]  # type: ignore[index]
    for k in range(len(steps)):
        yield "removed", removed(certificate, ("steps", k))
        yield from (("swapped", forged) for forged in swapped(certificate, ("steps", k)))


def _forge(certificate: object, choose: random.Random, texts: int) -> Counter[str]:
    counts: Counter[str] = Counter()
    for kind, forged in forgeries(certificate, choose, texts):
        counts["forged"] += 1
        counts[kind] += 1
        try:
            theorem = check(forged)
        except Rejected:
            continue
        counts["accepted"] += 1
        counts["accepted for the same claim"] += forged["claim"] == certificate["claim"]  # type: ignore[index]
        assert not surely_false(theorem.statement), f"{forged} proves the false {theorem}"
    return counts


def test_forged_shipped_certificate_is_refused_or_true(monkeypatch: pytest.MonkeyPatch) -> None:
    remember_steps(monkeypatch)
    choose = random.Random(5)
    counts: Counter[str] = Counter()
    for path in SHIPPED[::9]:
        small = [c for c in certificates_of(path) if len(json.dumps(c)) < 900]
        for certificate in small[:1]:
            counts += _forge(certificate, choose, 1)
    assert counts["forged"] > 50
    assert {"removed", "swapped", "nudged", "emptied", "flipped"} <= set(counts)
    assert counts["accepted"] < counts["forged"] / 4


@pytest.mark.parametrize("step", one_of(24))
def test_every_field_of_every_shipped_certificate(step: int, monkeypatch: pytest.MonkeyPatch) -> None:
    remember_steps(monkeypatch)
    choose = random.Random(11)
    counts: Counter[str] = Counter()
    certificates = [c for path in SHIPPED for c in certificates_of(path)][::step]
    for certificate in certificates:
        assert check(certificate)
        counts += _forge(certificate, choose, 3)
    sys.stdout.write(f"{len(certificates)} certificates: {dict(counts)}, none proves a false statement\n")
    assert counts["forged"] > 10 * len(certificates)
