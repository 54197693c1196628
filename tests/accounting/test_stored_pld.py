"""Stored losses: both sides around the truth after storing, loading and composing; defects are noticed."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from assay.accounting import Rounds, StoredLoss, read_round, stored_pld, two_sides
from assay.errors import InvalidType, InvalidValue

TEXTS = [
    "gaussian sigma=1",
    "laplace scale=2",
    "gaussian sigma=1 q=1/10",
    "laplace scale=1 q=1/3",
    "discrete-gaussian sigma=2",
    "exponential epsilon=1",
    "truncated-gaussian sigma=1 q=1/2 size=6 batch=3",
]


def again(stored):
    """Written and read."""
    return StoredLoss.from_data(json.loads(json.dumps(stored.data())))


def around(bracket, truth):
    return bracket.lower <= truth.upper and (bracket.upper is None or truth.lower <= bracket.upper)


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("points", [3, 40])
def test_one_round(text, points):
    rounds = Rounds([read_round(text)])
    stored = again(StoredLoss.of(rounds, points))
    for epsilon in ("0", "1/3", "2"):
        truth = rounds.delta(epsilon)
        found = stored.delta(epsilon)
        assert found.lower <= truth.upper
        assert truth.lower <= found.upper
        assert points < 10 or found.upper - found.lower < Fraction(1, 20)
    assert around(stored.epsilon("1/50"), rounds.epsilon("1/50"))


@pytest.mark.parametrize("text", ["gaussian sigma=3", "laplace scale=2"])
def test_many_rounds(text):
    stored = again(StoredLoss.of(Rounds([read_round(text)]), 30)).times(5)
    rounds = Rounds([read_round(f"{text} k=5")])
    assert around(stored.delta("1/2", "1/50"), rounds.delta("1/2"))


def test_finite_pairs_are_stored_as_they_are():
    first, second = (
        Rounds([read_round(t)]) for t in ("pure epsilon=1/2", "approximate epsilon=1/3 delta=1/100")
    )
    both = again(StoredLoss.of(first)).times(3).composed(again(StoredLoss.of(second)))
    truth = Rounds([read_round("pure epsilon=1/2 k=3"), read_round("approximate epsilon=1/3 delta=1/100")])
    assert both.delta("1/4") == truth.delta("1/4")
    assert both.epsilon("1/50").ends == truth.epsilon("1/50").ends
    assert both.epsilon("1/1000").is_infinite


def test_data_has_no_floats():
    text = json.dumps(StoredLoss.of(Rounds([read_round("gaussian sigma=1")]), 5).data())
    assert "." not in text


def test_sides_that_are_exchanged_are_noticed():
    stored = StoredLoss.of(Rounds([read_round("gaussian sigma=1")]), 10)
    swapped = StoredLoss(
        {name: tuple((b, a, k) for a, b, k in parts) for name, parts in stored.parts.items()}
    )
    with pytest.raises(InvalidValue, match="below"):
        swapped.delta("1/2")


@pytest.mark.parametrize("text", TEXTS)
def test_a_file_with_sides_that_are_exchanged_is_refused(text):
    """Beside wide rounds the brackets of exchanged ones need not cross, and would be false."""
    data = StoredLoss.of(Rounds([read_round(text), read_round("pure epsilon=3")]), 10).data()
    assert StoredLoss.from_data(json.loads(json.dumps(data))).data() == data
    for parts in data["directions"].values():
        parts[0][:2] = reversed(parts[0][:2])
    if any(parts[0][0] != parts[0][1] for parts in data["directions"].values()):
        with pytest.raises(InvalidValue, match="is not above"):
            StoredLoss.from_data(data)


def test_sides_that_cross_are_refused():
    """Above at first, below far out, and as far as the slack of rounding."""
    pairs = [
        {"p": ["3/4", "1/4"], "q": ["1/4", "3/4"]},
        {"p": ["1/100", "99/100"], "q": ["0", "1"]},
        {"p": ["1/2", "1/2"], "q": ["1/2", "1/2"]},
        {
            "p": [str(Fraction(3, 4) + two_sides.SLACK / 2), str(Fraction(1, 4) - two_sides.SLACK / 2)],
            "q": ["1/4", "3/4"],
        },
        {"p": ["3/4 + 1/10^9", "1/4 - 1/10^9"], "q": ["1/4", "3/4"]},
        {"p": ["sqrt(2)/2", "1 - sqrt(2)/2"], "q": ["1/4", "3/4"]},
    ]

    def load(above, below):
        data = {"format": stored_pld.FORMAT, "pairs": pairs, "directions": {"remove": [[above, below, 1]]}}
        return StoredLoss.from_data({**data, "digest": stored_pld.digest(data)})

    for above, below in ((0, 2), (1, 2), (0, 3)):
        load(above, below)
    for above, below in ((0, 1), (1, 0), (2, 0), (2, 1), (0, 4), (5, 2)):
        with pytest.raises(InvalidValue, match="is not above"):
            load(above, below)


def test_a_side_that_is_too_low_is_noticed(monkeypatch):
    """A hull of lower values than those of H lies on the wrong side somewhere."""
    original = two_sides._up
    monkeypatch.setattr(two_sides, "_up", lambda ball: original(ball) * Fraction(9, 10))
    rounds = Rounds([read_round("gaussian sigma=1")])
    stored = StoredLoss.of(rounds, 100)
    assert any(stored.parts and _too_low(stored, rounds, e) for e in ("0", "1/3", "2"))


def _too_low(stored, rounds, epsilon):
    try:
        return stored.delta(epsilon).upper < rounds.delta(epsilon).lower
    except InvalidValue:
        return True


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda d: [], "no object"),
        (lambda d: {**d, "format": "other"}, "no object"),
        (lambda d: {**d, "pairs": None}, "no list of pairs"),
        (lambda d: {**d, "directions": {}}, "no directions"),
        (lambda d: {**d, "directions": {"remove": [[0, 9, 1]]}}, "no \\[above"),
        (lambda d: {**d, "directions": {"remove": [[0, 0, -1]]}}, "no \\[above"),
        (lambda d: {**d, "directions": {"remove": [[0, 0, 1.5]]}}, "no \\[above"),
        (lambda d: {**d, "directions": {"remove": 3}}, "no \\[above"),
        (lambda d: {**d, "pairs": [{"p": ["1/2"], "q": ["1"]}]}, "sum 1/2"),
    ],
)
def test_files_that_hold_none(change, expected):
    data = StoredLoss.of(Rounds([read_round("pure epsilon=1")])).data()
    with pytest.raises(InvalidValue, match=expected):
        StoredLoss.from_data(change(data))


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d["directions"].pop("add"),
        lambda d: d["directions"].update(add=[]),
        lambda d: d["directions"]["remove"][0].__setitem__(2, 0),
        lambda d: d["directions"].update(replace=d["directions"].pop("add")),
        lambda d: d["pairs"][0]["p"].reverse(),
        lambda d: d.pop("digest"),
        lambda d: d.update(digest=1),
        lambda d: d.update(digest="0" * 64),
    ],
)
def test_what_was_changed_or_lost_is_noticed(change):
    """Without one direction, or with fewer rounds, a smaller delta would be answered."""
    data = json.loads(json.dumps(StoredLoss.of(Rounds([read_round("pure epsilon=1 q=1/10 k=3")])).data()))
    StoredLoss.from_data(data)
    change(data)
    with pytest.raises(InvalidValue, match="digest"):
        StoredLoss.from_data(data)


def test_what_cannot_be_composed():
    stored = StoredLoss.of(Rounds([read_round("pure epsilon=1")]))
    replaced = StoredLoss.of(Rounds([read_round("pure epsilon=1", "replace-one")]))
    with pytest.raises(InvalidValue, match="one adjacency"):
        stored.composed(replaced)
    with pytest.raises(InvalidType):
        stored.composed(1)
    with pytest.raises(InvalidValue):
        stored.times(0)


def test_a_member_that_would_be_ignored_is_refused():
    data = {"format": stored_pld.FORMAT, "pairs": [], "directions": {"remove": []}, "count": 3}
    with pytest.raises(InvalidValue, match="has the member 'count'"):
        StoredLoss.from_data(data)


ENCLOSED = [
    "random-allocation sigma=2 steps=3",
    "balls-in-bins sigma=1 bins=2",
    "shuffled sigma=1 batches=5",
]


@pytest.mark.slow
@pytest.mark.parametrize("text", ENCLOSED)
def test_what_is_known_by_tables_is_stored_on_both_sides(text):
    rounds = Rounds([read_round(text)])
    stored = again(StoredLoss.of(rounds, 60))
    for epsilon in ("0", "1/3", "2"):
        assert around(stored.delta(epsilon, "1/100"), rounds.delta(epsilon, "1/100"))
    both, truth = stored.composed(stored), Rounds([(each, 2 * count) for each, count in rounds])
    assert around(both.epsilon("1e-3", "1/100"), truth.epsilon("1e-3", "1/100"))
