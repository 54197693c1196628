"""Labelled automata and programs: every verdict right or undecided, nearly all decided, both sides meet."""

from __future__ import annotations

import pytest

from assay import EPS
from assay.decide import RefutedAtLength, Stream
from assay.studies.literature.every_length import ROWS, decided
from tests.decide.lengths.criterion import criterion
from tests.decide.lengths.labelled_automata import AUTOMATA, one_variable

FEW = [
    a for a in AUTOMATA if a.name in ("below threshold", "writes what falls", "crossing replaces", "records")
]


def answer(automaton):
    """Whether some constant is enough, as alignments, families and the criterion say."""
    stream = Stream(one_variable, states=automaton.states)
    upper = stream.upper()
    found = criterion(stream.automaton)
    assert found is None or found.private == (not automaton.reason), automaton.name
    if upper is not None:
        assert upper.check() > 0
        return True
    if stream.family is not None:
        assert stream.family.check() > 0
        return False
    return None


@pytest.mark.parametrize("automaton", FEW, ids=lambda a: a.name)
def test_a_label_is_right(automaton):
    assert answer(automaton) == (not automaton.reason)


@pytest.mark.slow
def test_every_label_is_right_or_left_open():
    found = [(automaton, answer(automaton)) for automaton in AUTOMATA]
    assert all(said is None or said == (not automaton.reason) for automaton, said in found)
    assert sum(said is not None for _, said in found) >= len(AUTOMATA) - 1


@pytest.mark.slow
@pytest.mark.parametrize("automaton", [a for a in AUTOMATA if not a.reason], ids=lambda a: a.name)
def test_both_sides_meet(automaton):
    """The conjecture of the literature, on each of these: the best alignment is tight, for every epsilon."""
    stream = Stream(one_variable, states=automaton.states)
    constant = stream.upper().multiple
    limit = stream.limit()
    assert limit is not None
    assert limit.multiple == constant


QUICK = [row for row in ROWS if not row.heavy and "Adaptive" not in row.name]


@pytest.mark.nightly
def test_every_published_verdict_is_repeated_or_left_open():
    verdicts = [(entry.row, entry.verdict) for entry in decided(QUICK)]
    for row, verdict in verdicts:
        says_private = row.published.startswith("proved")
        assert not (verdict.exit_status == 0 and not says_private), row.name
        assert not (isinstance(verdict, RefutedAtLength) and says_private), row.name
    assert sum(v.exit_status != 3 for _, v in verdicts) * 10 >= 9 * len(verdicts)


def test_a_claim_below_the_limit_is_not_proved():
    assert Stream(one_variable, states=AUTOMATA[0].states).decide(EPS / 2, longest=2).exit_status != 0
