"""Programs that try to be read as something else than what they do: refused, or with their true constant."""

from __future__ import annotations

import pytest

from assay import EPS
from assay.decide.lengths import reading
from tests.decide.lengths.hostile_streams import ALL, LEAK, ONE, stream

NOT_PRIVATE = {
    "a list is no tuple": (LEAK.format("(1,) != [1]"), ALL),
    "a list is written as Python writes it": (LEAK.format("'%s' % [1] == '[1]'"), ALL),
    "which of two lists": (
        "a, b = 0, 0\none = []\ntwo = []\nfor q in answers:\n    if q > 0:\n        one.append(1)\n"
        "    else:\n        two.append(1)\nreturn one, two",
        ALL,
    ),
    "a list or a tuple of what was written": (
        "out = []\nfor q in answers:\n    if q > 0:\n        return tuple(out)\nreturn list(out)",
        ALL,
    ),
    "the sign of zero": ("x = 0.0\nfor q in answers:\n    x = -0.0 if q > 0 else 0.0\nreturn x", ALL),
    "the text of a range": (
        "x = range(1)\nfor q in answers:\n    x = range(0, 3, 2) if q > 0 else range(0, 4, 2)\n"
        "return '%s' % x",
        ALL,
    ),
    "real noise under integer noise": (
        "x = 0\nfor q in answers:\n    x = laplace(EPS)\n    assay.output(q / 2 + x)\n"
        "return x + geometric(EPS)",
        ONE,
    ),
}


def test_two_sides_that_contradict_each_other_are_no_proof(tmp_path, monkeypatch):
    made = stream(tmp_path, "for q in answers:\n    assay.output(q + laplace(EPS))", ONE)
    wrong = stream(tmp_path, "for q in answers:\n    assay.output(q + laplace(EPS / 2))", ONE)
    monkeypatch.setattr(made.sides, "searched", wrong.sides.searched)
    verdict = made.decide(EPS)
    assert verdict.exit_status == 3
    assert "Assay is wrong" in str(verdict)


def test_a_program_that_is_read_wrongly_is_not_proved(tmp_path, monkeypatch):
    """Ranges that are equal were one value, however they print."""
    monkeypatch.setattr(reading, "_frozen", lambda value: (type(value), value))
    made = stream(tmp_path, NOT_PRIVATE["the text of a range"][0])
    assert made.upper().multiple == 0
    verdict = made.decide(EPS)
    assert verdict.exit_status == 3
    assert "Assay is wrong" in str(verdict)


@pytest.mark.parametrize(("body", "relation"), NOT_PRIVATE.values(), ids=NOT_PRIVATE.keys())
def test_not_private(tmp_path, body, relation):
    assert stream(tmp_path, body, relation).upper() is None


@pytest.mark.parametrize("shift", ["Fraction(1, 2)", "shift"])
def test_what_lies_between_the_integers_tells_which_of_two_values_was_kept(tmp_path, shift):
    body = (
        "x = geometric(3 * EPS)\nfor q in answers:\n"
        f"    x = max(q + geometric(3 * EPS) + {shift}, x)\nreturn x + geometric(EPS)"
    )
    assert stream(tmp_path, body, ALL, "answers, shift").upper() is None
    whole = body.replace(f" + {shift}", "")
    assert stream(tmp_path, whole, ALL, "answers, shift").upper().multiple == 1
