"""Measures that are asked for by name: read, answered, written as text and as JSON, as the table has them."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from assay import mechanisms
from assay.cli.report import Findings, to_json, to_text
from assay.cli.report.questions import can_be_asked, question
from assay.cli.report.schema import with_measures
from assay.dp.measures import MEASURES
from assay.errors import AssayError, InvalidValue
from tests.cli.report.test_report_long_values import Watch
from tests.measure_arguments import ARGUMENTS

SCHEMA = Path(__file__).parents[3] / "spec" / "audit.schema.json"
ASKED = [measure for measure in MEASURES if can_be_asked(measure)]


def asked(*texts):
    found = Findings(mechanisms.almost_random(), asked=tuple(map(question, texts)))
    found.fill(Watch())
    return found


def text_of(measure):
    arguments = ",".join(map(str, ARGUMENTS.get(measure.name, ())))
    return f"{measure.name}={arguments}" if arguments else measure.name


def test_the_schema_is_that_of_the_table():
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    assert with_measures(schema) == schema
    assert "random_dp" not in str(schema)


@pytest.mark.parametrize("measure", ASKED, ids=lambda measure: measure.name)
def test_every_measure_can_be_asked_for(measure):
    found = asked(text_of(measure))
    ((_, worst),) = found.more.items()
    expected = mechanisms.almost_random().worst_case.of(measure, *ARGUMENTS.get(measure.name, ()))
    assert str(worst.value) == str(expected.value)
    assert (worst.pair, worst.event) == (expected.pair, expected.event)
    answer = json.loads(to_json(found))
    jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8"))).validate(answer)
    (entry,) = answer["more"]
    assert entry["measure"] == measure.name
    assert set(entry["arguments"]) == {each.name for each in measure.parameters}
    name = measure.text.partition("{")[0]
    assert to_text(found).count(name) == to_text(asked()).count(name) + 1


def test_what_is_asked_for_is_written_as_it_was_found():
    found = asked("renyi=2", "renyi=3/2", "posterior-odds=1/3", "tradeoff")
    answers = [entry["answer"] for entry in json.loads(to_json(found))["more"]]
    assert answers[0]["value"]["exact"] == "ln(7/3)"
    assert answers[1]["value"]["exact"] is None
    assert float(answers[1]["value"]["lower"]) < float(answers[1]["value"]["upper"])
    assert (answers[2]["lower"]["exact"], answers[2]["upper"]["exact"]) == ("1/9", "1")
    assert [point["beta"]["exact"] for point in answers[3]["vertices"]] == ["1", "1/4", "0"]
    assert "Renyi divergence of order 2" in to_text(found)
    assert "posterior odds at prior odds 1/3 and delta = 0, from" in to_text(found)


@pytest.mark.parametrize(
    "text", ["loss", "random_dp=1", "renyi", "renyi=-1", "zcdp=1", "renyi=1,2", "epsilon=2"]
)
def test_bad_questions(text):
    with pytest.raises(AssayError) as caught:
        question(text)
    assert "\n" not in str(caught.value)


def test_an_unknown_name_lists_the_known_ones():
    with pytest.raises(InvalidValue, match=r"'loss' is no measure; give one of .*epsilon, delta, "):
        question("loss")


def test_without_a_question_nothing_is_added():
    assert "more" not in json.loads(to_json(asked()))
