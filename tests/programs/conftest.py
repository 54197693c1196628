"""What a hostile program changes of its process is put back after each test."""

from __future__ import annotations

import decimal
import sys
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def process_is_put_back(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The decimal context and the height of the stack; and no report of what is collected at its end."""
    context, height = decimal.getcontext().copy(), sys.getrecursionlimit()
    monkeypatch.setattr(sys, "unraisablehook", lambda _: None)
    yield
    decimal.setcontext(context)
    sys.setrecursionlimit(height)
