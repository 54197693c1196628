"""The cache is trusted only undamaged, workers are replaced, an interrupted run goes on where it was."""

from __future__ import annotations

import json

import pytest

from assay.ledger import runner
from assay.ledger.cache import Cache, code_digest
from assay.ledger.judge import Judgement
from assay.ledger.parsing import parse
from assay.ledger.runner import judge_all
from tests.ledger import planted
from tests.ledger.planted import part
from tests.ledger.test_parsing import data


def parts(count):
    return [part("good", id=f"Z1.{letter}") for letter in "abcdefgh"[:count]]


def judgement(name="Z1.a"):
    return Judgement(name, "proved", "proved", "agrees", counts={"cases": 3}, certificates=("1 < 2",))


@pytest.fixture
def kept(tmp_path):
    cache = Cache(tmp_path / "cache")
    cache.put(part("good"), False, judgement())
    (path,) = cache.folder.iterdir()
    return cache, path


def test_the_cache_gives_back_what_it_was_given(kept):
    cache, _ = kept
    found = cache.get(part("good"), False)
    assert found.cached
    assert found.to_json() | {"cached": False} == judgement().to_json()
    assert cache.damaged == []


def test_the_key_is_the_content_of_the_record_and_of_the_code(kept, monkeypatch):
    cache, _ = kept
    assert cache.get(part("good"), True) is None
    assert cache.get(part("good", statement="another"), False) is None
    assert cache.get(part("good", scope={"n": [1]}), False) is None
    assert cache.get(part("good", proves=("1 < 2",)), False) is None
    monkeypatch.setattr("assay.ledger.cache.code_digest", lambda: "other code")
    assert cache.get(part("good"), False) is None
    assert cache.damaged == []


def test_the_digest_of_the_code_sees_every_change(tmp_path):
    code_digest.cache_clear()
    (tmp_path / "a.py").write_text("x = 1\n")
    digests = [code_digest(tmp_path)]
    for name, text in (
        ("a.py", "x = 2\n"),
        ("b.py", "x = 1\n"),
        ("b.py", ""),
        ("d.v", "Qed."),
        ("e.json", "1"),
    ):
        (tmp_path / name).write_text(text)
        code_digest.cache_clear()
        digests.append(code_digest(tmp_path))
    (tmp_path / "b.py").rename(tmp_path / "c.py")
    code_digest.cache_clear()
    digests.append(code_digest(tmp_path))
    code_digest.cache_clear()
    assert len(set(digests)) == len(digests) == 7


def test_any_damage_is_detected(kept):
    cache, path = kept
    whole = path.read_text()
    damaged = [whole[:k] for k in range(0, len(whole), 37)]
    damaged += [whole[:k] + chr(ord(whole[k]) ^ 1) + whole[k + 1 :] for k in range(0, len(whole), 11)]
    damaged += ["", "[]", "null", "{}", whole + whole, "\x00" * 100, json.dumps({"digest": 1})]
    for text in damaged:
        path.write_text(text, encoding="utf-8")
        cache.damaged.clear()
        assert cache.get(part("good"), False) is None
        assert cache.damaged == [path.name]
    path.write_bytes(b"\xff\xfe" + whole.encode())
    assert cache.get(part("good"), False) is None
    path.write_text(whole)
    assert cache.get(part("good"), False) is not None


def test_a_verdict_moved_to_another_part_is_not_trusted(kept):
    cache, path = kept
    other = part("good", id="Z1.b")
    cache.put(other, False, judgement("Z1.b"))
    (target,) = set(cache.folder.iterdir()) - {path}
    target.write_text(path.read_text())
    assert cache.get(other, False) is None
    assert cache.damaged == [target.name]


def test_a_verdict_of_another_version_of_the_part_is_not_trusted(kept):
    cache, path = kept
    changed = part("good", statement="another")
    cache.put(changed, False, judgement())
    (target,) = set(cache.folder.iterdir()) - {path}
    target.write_text(path.read_text())
    assert cache.get(changed, False) is None
    assert cache.damaged == [target.name]


def test_parts_are_shared_by_the_workers():
    found = [(p.id, j.id) for p, j in judge_all(parts(5), False, 2, 60, planted.agrees)]
    assert sorted(found) == [(f"Z1.{c}", f"Z1.{c}") for c in "abcde"]


def test_a_process_that_dies_fails_its_part_and_no_other():
    found = {p.id: j for p, j in judge_all(parts(4), False, 2, 60, planted.dies)}
    assert set(found) == {"Z1.a", "Z1.b", "Z1.c", "Z1.d"}
    assert (found["Z1.b"].status, found["Z1.b"].computed) == ("failed", "")
    assert "exit status -9" in found["Z1.b"].message
    assert {found[f"Z1.{c}"].status for c in "acd"} == {"agrees"}


@pytest.mark.slow
def test_a_check_over_its_time_is_undecided_and_the_rest_goes_on():
    found = {p.id: j for p, j in judge_all(parts(3), False, 1, 1, planted.hangs)}
    assert (found["Z1.b"].status, found["Z1.b"].message) == ("undecided", "the budget of 1 s is spent")
    assert found["Z1.a"].status == found["Z1.c"].status == "agrees"


def record():
    return parse(data())


def test_an_interrupted_run_resumes(tmp_path, monkeypatch):
    asked = []

    def interrupted(missing, deep, jobs, seconds):
        for each in missing:
            asked.append(each.id)
            if len(asked) == 2:
                raise KeyboardInterrupt
            yield each, judgement(each.id)

    monkeypatch.setattr(runner, "judge_all", interrupted)
    cache = Cache(tmp_path)
    with pytest.raises(KeyboardInterrupt):
        runner.run([record()], cache=cache)
    found = runner.run([record()], cache=cache)
    assert asked == ["Z1.a", "Z1.b", "Z1.b"]
    assert [(j.id, j.cached) for j in found.values()] == [("Z1.a", True), ("Z1.b", False)]


def test_what_does_not_agree_is_not_kept(tmp_path, monkeypatch):
    wrong = [Judgement("Z1.a", "refuted", "proved", "differs"), Judgement("Z1.b", "proved", "", "failed")]
    monkeypatch.setattr(runner, "judge_all", lambda parts, *rest: zip(parts, wrong, strict=True))
    runner.run([record()], cache=Cache(tmp_path))
    assert list(tmp_path.iterdir()) == []
