"""What is found once for some objects, by their identities."""

from __future__ import annotations

from assay.programs import by_identity
from assay.programs.by_identity import once_for_each


def counted():
    asked = []

    def find(*objects):
        asked.append(objects)
        return [*objects]

    return once_for_each(find), asked


def test_the_same_objects_are_asked_for_once():
    found, asked = counted()
    first, second = [], {}
    assert found(first, second) is found(first, second)
    assert found(second, first) == [second, first]
    assert len(asked) == 2


def test_objects_that_are_equal_are_two():
    found, asked = counted()
    assert found([]) is not found([])
    assert len(asked) == 2


def test_an_object_is_kept_alive_so_that_no_other_gets_its_identity():
    found, asked = counted()
    for _ in range(100):
        assert found([object()])[0] is asked[-1][0]
    assert len(asked) == 100


def test_all_are_forgotten_after_so_many(monkeypatch):
    monkeypatch.setattr(by_identity, "MOST", 3)
    found, asked = counted()
    kept = [[n] for n in range(4)]
    for each in [*kept, kept[3], kept[0]]:
        assert found(each) == [each]
    assert len(asked) == 5
