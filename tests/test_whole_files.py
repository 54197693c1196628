"""A file is written whole, or is left as it was."""

from __future__ import annotations

import pytest

from assay.whole_files import whole


def test_the_new_file_takes_the_place_of_the_old_one_at_the_end(tmp_path):
    path = tmp_path / "a.json"
    path.write_text("old")
    with whole(path) as unfinished:
        unfinished.write_text("new")
        assert path.read_text() == "old"
    assert path.read_text() == "new"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("error", [OSError, KeyboardInterrupt])
def test_a_file_that_is_not_finished_leaves_the_old_one_and_nothing_else(tmp_path, error):
    path = tmp_path / "a.json"
    path.write_text("old")

    def fail(unfinished):
        unfinished.write_text("ne")
        raise error

    with pytest.raises(error), whole(path) as unfinished:
        fail(unfinished)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_in_its_place_or_none_around_it_is_the_writers_error(tmp_path):
    (tmp_path / "a.json").mkdir()
    for path in (tmp_path / "a.json", tmp_path / "none" / "a.json"):
        with pytest.raises(OSError), whole(path) as unfinished:
            unfinished.write_text("new")
    assert [each.name for each in tmp_path.iterdir()] == ["a.json"]
