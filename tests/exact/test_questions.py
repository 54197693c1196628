"""Who is told what code asks of a function of eps."""

from __future__ import annotations

import pytest

from assay import EPS, eps, number
from assay.errors import UndecidedError
from assay.exact import questions


@pytest.fixture
def told(monkeypatch):
    """What a listener was told."""
    found = []
    monkeypatch.setattr(questions, "_listener", lambda file, what, signs=None: found.append((file, what)))
    return found


@pytest.mark.parametrize(
    "ask",
    [
        lambda: EPS == 1,
        lambda: number(3) == EPS.exp(),
        lambda: bool(EPS - 1),
        lambda: bool(EPS.exp() - 3),
        lambda: hash(EPS),
        lambda: f"{EPS.exp()}",
        lambda: repr(EPS),
    ],
)
def test_who_asks_is_named(told, ask):
    ask()
    assert {file for file, _ in told} == {__file__}


@pytest.mark.parametrize(
    "ask", [lambda: EPS < 1, lambda: EPS.exp() >= 3, lambda: EPS.decimal(3), lambda: abs(EPS - 1)]
)
def test_an_error_is_told_of_before_it_is_raised(told, ask):
    with pytest.raises(UndecidedError):
        ask()
    assert __file__ in {file for file, _ in told}


def test_arithmetic_of_the_package_is_not_asking(told):
    assert (EPS.exp() / (1 + EPS.exp())) * 2 - EPS.exp() / 3 != 0
    told.clear()
    assert (EPS + eps(1) - EPS) / 2 < 1
    assert not told
