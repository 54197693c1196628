"""Of the steps that attack the kernel, the second checker confirms none that is false."""

from __future__ import annotations

import secrets
import sys
from collections import Counter

import pytest

pytest.importorskip("sympy")

from assay.prove import sympy_checker
from assay.prove.findings import Finding
from tests.prove.attack.second import SOURCES, Offer, compared, offered


@pytest.fixture
def without_points(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules of the checker alone: claims are not evaluated at points as well."""
    monkeypatch.setattr(sympy_checker, "refutation", lambda *_: None)


@pytest.mark.slow
@pytest.mark.usefixtures("without_points")
@pytest.mark.parametrize("source", SOURCES)
def test_the_rules_alone_confirm_nothing_false(source: str) -> None:
    counts, faults = compared(offered(source, 11)[:60])
    assert faults == []
    assert counts[True, Finding.CONFIRMED] > 5


@pytest.mark.nightly
@pytest.mark.usefixtures("without_points")
@pytest.mark.parametrize("source", SOURCES)
def test_a_long_attack_with_fresh_examples(source: str) -> None:
    seed = secrets.randbelow(10**9)
    counts: Counter[tuple[bool, Finding]] = Counter()
    for k in range(12):
        found, faults = compared(offered(source, seed + k))
        assert faults == [], f"seed {seed + k}"
        counts += found
    accepted = sum(n for (by_kernel, _), n in counts.items() if by_kernel)
    sys.stdout.write(f"{source}, seed {seed}: {dict(counts)}\n")
    assert counts[True, Finding.CONFIRMED] > 0.9 * accepted


@pytest.mark.parametrize(
    ("rule", "claim", "arguments", "premises"),
    [
        (
            "instantiate",
            "for integer m in [-1, inf): 0^(m + 1) = 0",
            {"terms": {"n": "m + 1", "x": "0"}},
            ("for integer n in [0, inf), x in [0, inf): x^n >= 0",),
        ),
        ("direct", "for eps in (0, inf): exp(eps) <= 1", {}, ()),
        ("direct", "for x in [0, 1]: x/x = 1", {}, ()),
        ("combine", "for x in (-inf, inf): sqrt(x^2) = x", {"zeros": [{"zero": "sqrt(x^2) - x"}]}, ()),
        ("direct", "for integer n in (-inf, inf): sum(i, 1, n, 1) = n", {}, ()),
        ("direct", "for integer n in [0, inf), x in [0, 1]: x^(n - 1)*x = x^n", {}, ()),
    ],
)
@pytest.mark.usefixtures("without_points")
def test_steps_of_the_kind_that_was_accepted_once(
    rule: str, claim: str, arguments: dict[str, object], premises: tuple[str, ...]
) -> None:
    assert Offer(rule, claim, arguments, premises, False).answer().finding is not Finding.CONFIRMED
