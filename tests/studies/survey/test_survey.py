"""The survey on a planted library: everything wrong is found, nothing right is accused, no row is lost."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from assay.errors import InvalidValue
from assay.exact import exp, number
from assay.studies.survey import Samples, document, entries, markdown, report, table
from assay.studies.survey.asking import Plan
from assay.studies.survey.case import claimed_of
from assay.studies.survey.library import Library, LibraryMissing, coverage, load_adapter
from assay.studies.survey.row import Row, Verdict
from assay.studies.survey.run import survey
from tests.studies.survey.recheck import __main__ as recheck

ADAPTER = "tests.studies.survey.fake_adapter"
ROOT = Path(__file__).parents[3]
WRONG = {
    "gaussian_delta_halved": {Verdict.UNSOUND},
    "response_epsilon_capped": {Verdict.UNSOUND},
    "response_epsilon_unchecked": {Verdict.ANSWERS_WRONGLY},
    "rho_to_epsilon_forgot_two": {Verdict.UNSOUND},
    "laplace_scale_small": {Verdict.UNSOUND},
    "variance_wrong": {Verdict.DIFFERS},
    "respond_weakly": {Verdict.UNSOUND},
    "respond_privately": {Verdict.PRIVATE, Verdict.DISTRIBUTION_DIFFERS},
    "respond_impossibly": {Verdict.PRIVATE, Verdict.DISTRIBUTION_DIFFERS},
    "masses_wrong": {Verdict.DISTRIBUTION_DIFFERS},
}
REFUSING = {"response_epsilon_nan", "response_epsilon_strict"}
BROKEN = {
    "hangs": Verdict.HANGS,
    "crashes": Verdict.CRASHES,
    "leaves": Verdict.CRASHES,
    "floods": Verdict.FLOODS,
}
RIGHT = {
    Verdict.TIGHT,
    Verdict.LOOSE,
    Verdict.DISTRIBUTION,
    Verdict.NOT_REFUTED,
    Verdict.REFUSES,
    Verdict.PRIVATE_AS_CLAIMED,
}


@cache
def found():
    """The whole planted survey, once."""
    return survey(Plan(adapters=[ADAPTER], jobs=2, path=[str(ROOT)]))


def verdicts(function):
    return {row.verdict for row in found().rows if row.function == function}


@pytest.mark.slow
def test_every_planted_defect_is_found():
    for function, expected in WRONG.items():
        assert verdicts(function) - RIGHT == expected, function


def test_nothing_right_is_accused():
    for row in found().rows:
        if row.function in {*WRONG, *REFUSING, *BROKEN}:
            continue
        if row.function == "laplace_epsilon" and row.verdict is Verdict.UNSOUND:
            assert row.rounding
            continue
        assert row.verdict in RIGHT, (row.id, row.verdict, row.detail)


def test_rounding_is_told_apart():
    rounding = {row.function for row in found().rows if row.rounding}
    assert rounding == {"laplace_epsilon"}


def test_refusals_are_told_apart():
    assert Verdict.REFUSES_WRONGLY in verdicts("response_epsilon_nan")
    assert Verdict.REFUSES in verdicts("response_epsilon_nan")  # NaN for an infinite epsilon
    assert Verdict.REFUSES_WRONGLY in verdicts("response_epsilon_strict")


def test_what_ends_the_process_is_a_row_of_its_own():
    for function, verdict in BROKEN.items():
        assert verdicts(function) == {verdict}, function
    assert verdicts("prints") == {Verdict.TIGHT}  # what a library prints is no answer


def test_no_row_is_lost_and_each_says_what_was_called():
    plan = found()
    assert plan.complete
    (about,) = plan.libraries
    assert len(plan.rows) == sum(case["points"] for case in about.cases) > 60
    assert len({row.id for row in plan.rows}) == len(plan.rows)
    for row in plan.rows:
        assert "fakelib" in row.snippet
        assert row.version == "1.0"


@pytest.mark.slow
def test_the_same_rows_in_any_order():
    part = [row for row in found().rows if row.function.startswith("respond")]
    again = survey(Plan(adapters=[ADAPTER], jobs=1, function="respond*", path=[str(ROOT)]))
    names = {row.function for row in again.rows}
    assert names == {row.function for row in part}
    assert [row.to_json() for row in again.rows] == [row.to_json() for row in part]


def test_snippets_print_the_claimed_number():
    chosen = [row for row in found().rows if row.case in (0, 2, 12) and row.point == 0]
    assert len(chosen) == 3
    for row in chosen:
        done = subprocess.run(
            [sys.executable, "-c", row.snippet], capture_output=True, text=True, cwd=ROOT, check=True
        )
        assert done.stdout.strip() in (row.claimed, row.detail.rpartition(" ")[2])


@pytest.mark.slow
def test_witnesses_are_rechecked_without_assay(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(ROOT)
    file = tmp_path / "survey.json"
    file.write_text(document.as_text(found()), encoding="utf-8")
    assert recheck.main([str(file)]) == 0
    unsound = [row for row in found().rows if row.verdict is Verdict.UNSOUND]
    assert f"{len(unsound) + 2} confirmed" in capsys.readouterr().out


@pytest.mark.slow
def test_rechecking_loads_nothing_of_assay():
    told = "import sys, tests.studies.survey.recheck.__main__; print(list(sys.modules))"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, cwd=ROOT, check=True)
    assert "'mpmath'" in done.stdout
    assert "'assay" not in done.stdout


@pytest.mark.parametrize(
    "change",
    [
        lambda witness: witness.update(claimed="2"),
        lambda witness: witness["definition"]["rounds"][0]["parameters"].update(sigma="1000"),
        lambda witness: witness["definition"]["at"].update(epsilon="100"),
        lambda witness: witness["definition"].update(rounds=[]),
    ],
)
def test_a_wrong_witness_is_not_confirmed(tmp_path, change):
    data = json.loads(document.as_text(found()))
    (row, *_) = [row for row in data["rows"] if row["function"] == "gaussian_delta_halved"]
    change(row["witness"])
    file = tmp_path / "survey.json"
    file.write_text(json.dumps({**data, "rows": [row]}), encoding="utf-8")
    assert recheck.main([str(file)]) == 1


def test_a_row_without_a_witness_is_counted_and_not_passed(tmp_path, capsys):
    row = {"id": "x/0/0", "function": "f", "verdict": "UNSOUND", "witness": None}
    file = tmp_path / "survey.json"
    file.write_text(json.dumps({"rows": [row]}), encoding="utf-8")
    assert recheck.main([str(file)]) == 3
    assert "1 not rechecked" in capsys.readouterr().out


def test_json_and_back(tmp_path):
    text = document.as_text(found())
    file = tmp_path / "survey.json"
    file.write_text(text, encoding="utf-8")
    assert document.as_text(document.read(file)) == text
    part = tmp_path / "part"
    part.write_text("".join(json.dumps(row.to_json()) + "\n" for row in found().rows[:3]), encoding="utf-8")
    assert document.read(part).rows == found().rows[:3]
    assert not document.read(part).complete


def test_the_table_has_the_real_defects_first():
    text = table.as_text(found())
    places = [text.index(each) for each in ("\nUNSOUND: ", "\nUNSOUND by rounding", "\nOpen", "\nSound")]
    assert places == sorted(places)
    assert text.index("gaussian_delta_halved") < text.index("UNSOUND by rounding")
    assert "(+3)" in text
    assert "1 name left out" in text
    assert "asks for more memory" in table.left_out(found())


def test_a_row_in_full_has_the_snippet_and_the_witness():
    row = next(row for row in found().rows if row.function == "gaussian_delta_halved")
    text = table.in_full(row)
    assert "fakelib.gaussian_delta_halved(1.0, 0.5)" in text
    assert "definition" in text
    assert Row.from_json(row.to_json()) == row


def test_findings_go_between_the_marks():
    text = f"before\n{markdown.BEGIN}\nold\n{markdown.END}\nafter\n"
    data = entries.findings_of(found())
    written = markdown.replaced(text, data)
    assert written.startswith("before\n")
    assert written.endswith("after\n")
    assert "old" not in written
    assert "{doc}`findings/fakelib-gaussian-delta-halved-" in written
    assert markdown.replaced(written, data) == written


def test_every_planted_defect_is_an_entry_and_has_its_page(tmp_path):
    data = entries.findings_of(found())
    report.write(data, tmp_path)
    kinds = {entry.function: entry.kind for entry in data.entries}
    for name, verdicts in WRONG.items():
        if verdicts <= {Verdict.UNSOUND, Verdict.ANSWERS_WRONGLY}:
            assert kinds[name] in ("unsound", "by rounding"), name
    for entry in data.entries:
        assert (tmp_path / f"{entry.id}.html").is_file()


def test_coverage_notices_a_public_function_that_nobody_covers(monkeypatch):
    adapter = load_adapter(ADAPTER)
    assert coverage(adapter).complete
    names = list(adapter.public_names())
    monkeypatch.setattr(adapter, "public_names", lambda: [*names, "not_covered"])
    assert coverage(adapter).uncovered == ("not_covered",)
    monkeypatch.setattr(adapter, "LEFT_OUT", {**adapter.LEFT_OUT, "respond": "no", "absent": "no"})
    assert set(coverage(adapter).stale) == {"respond", "absent"}


def test_a_missing_library_has_the_install_line():
    with pytest.raises(LibraryMissing, match="pip install nothing-such"):
        Library("nothing-such", "nothing_such", "1", "pip install nothing-such").version()


def test_another_version_is_said():
    about = found().libraries[0]
    text = table.introduced(type(about)(**{**vars(about), "tested": "0.9"}))
    assert "tested with 0.9" in text


@pytest.mark.slow
def test_a_spent_budget_leaves_rows_that_say_so():
    stopped = survey(Plan(adapters=[ADAPTER], seconds=1e-6, function="masses*", path=[str(ROOT)]))
    assert not stopped.complete
    assert {row.verdict for row in stopped.rows} == {Verdict.NOT_RUN}
    assert len(stopped.rows) == 4


def test_a_claimed_delta_is_taken_exactly_or_refused():
    """An irrational delta is no delta of 0: that would call a true claim unsound."""

    def claiming(delta):
        return Samples(
            function="f", snippet="", sampler=bool, route="blackbox", domain=[0, 1], epsilon=1, delta=delta
        )

    assert claimed_of(claiming(exp(-1)))[1] == exp(-1)
    assert claimed_of(claiming(0.25))[1] == number("1/4")
    with pytest.raises(InvalidValue, match="delta = ln 2"):
        claimed_of(claiming("ln 2"))
