"""Every field of every certificate is changed: it is refused, or proves something true."""

from __future__ import annotations

import copy
from collections.abc import Iterator

import pytest

from assay.prove import Rejected, check
from tests.prove.claims import TRUE_CLAIMS, proved
from tests.prove.mutations import surely_false, text_mutants

Path = tuple[str | int, ...]


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


@pytest.mark.parametrize("claim", TRUE_CLAIMS[2::7])
def test_tampered_certificate_is_refused_or_true(claim: str) -> None:
    _tamper(claim)


@pytest.mark.slow
@pytest.mark.parametrize("claim", TRUE_CLAIMS)
def test_every_tampered_certificate_is_refused_or_true(claim: str) -> None:
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
