"""Whatever an implementation does, every test gets a verdict, and only the right ones pass."""

from __future__ import annotations

import json
import sys

import pytest

from assay.errors import InvalidValue
from assay.testing.vectors import grade, read, run_callable, run_command, vectors_folder
from assay.testing.vectors.families import reference
from assay.testing.vectors.run import PATIENCE, prompt, prompt_lines
from tests.testing.children import child


@pytest.fixture(scope="module")
def vectors():
    return read(vectors_folder())


@pytest.fixture(scope="module")
def few(vectors):
    """Five tests, of which the third is the victim."""
    return [test for test in vectors if test.family == "group" and test.result == "valid"][:5]


def run(few, command, seconds=20):
    return [each.judgement for each in run_command(few, command, seconds)]


BAD = {
    "crash": ("os._exit(3) if victim else say(right(prompt))", "crashed", "status 3"),
    "exception": (
        "if victim: raise ValueError('no such luck')\nsay(right(prompt))",
        "crashed",
        "no such luck",
    ),
    "closed output": ("if victim: os.close(1); time.sleep(60)\nsay(right(prompt))", "crashed", "closed"),
    "garbage": ("print('hello', flush=True) if victim else say(right(prompt))", "garbage", "hello"),
    "no object": ("print('[1]', flush=True) if victim else say(right(prompt))", "garbage", "[1]"),
    "binary": ("os.write(1, b'\\xff\\x00\\n') if victim else say(right(prompt))", "garbage", "JSON"),
    "deep": ("print('[' * 100000, flush=True) if victim else say(right(prompt))", "garbage", "[["),
    "another id": ("say({'id': 'x', 'value': '1'} if victim else right(prompt))", "garbage", '"x"'),
    "one line too long": (
        "print('x' * (1 << 21), flush=True) if victim else say(right(prompt))",
        "flooded",
        "bytes",
    ),
    "endless": ("while victim: print('x' * 1000)\nsay(right(prompt))", "garbage", "xxx"),
    "endless without a line": (
        "while victim: print('x' * 5000, end='')\nsay(right(prompt))",
        "flooded",
        "bytes",
    ),
    "a number": (
        "say({'id': prompt['id'], 'value': 0.5} if victim else right(prompt))",
        "malformed",
        "epsilon",
    ),
    "no value": ("say({'id': prompt['id']} if victim else right(prompt))", "malformed", "either"),
    "refusal": ("say({'id': prompt['id'], 'error': 'no'} if victim else right(prompt))", "refuses", "no"),
}


@pytest.mark.slow
@pytest.mark.parametrize(("body", "status", "words"), BAD.values(), ids=BAD)
def test_a_failure_is_the_verdict_on_its_own_test_alone(tmp_path, few, body, status, words):
    found = run(few, child(tmp_path, body, few[2].id))
    assert [each.status for each in found] == ["exact", "exact", status, "exact", "exact"]
    assert words in found[2].detail
    assert not found[2].passes


@pytest.mark.slow
def test_a_hang_is_the_verdict_on_its_own_test_alone(tmp_path, few):
    found = run(few, child(tmp_path, "time.sleep(60 * victim)\nsay(right(prompt))", few[2].id), seconds=2)
    assert [each.status for each in found] == ["exact", "exact", "hung", "exact", "exact"]


def test_a_child_that_fills_its_error_output_is_no_failure(tmp_path, few):
    found = run(few, child(tmp_path, "sys.stderr.write('x' * 200_000)\nsay(right(prompt))"))
    assert [each.status for each in found] == ["exact"] * 5


def test_an_answer_given_twice_does_not_shift_the_others(tmp_path, few):
    body = "say(right(prompt))\nif victim: say(right(prompt))"
    found = run(few, child(tmp_path, body, few[2].id))
    assert [each.status for each in found] == ["exact", "exact", "flooded", "exact", "exact"]


def test_a_program_that_does_not_exist_is_one_error(few):
    with pytest.raises(InvalidValue, match=r"there-is-no-such-program.*does not start") as error:
        run(few, ["./there-is-no-such-program"])
    assert "\n" not in str(error.value)


def test_a_program_that_never_answers_is_given_up(tmp_path, vectors):
    chosen = vectors[: PATIENCE + 3]
    found = run(chosen, child(tmp_path, "raise SystemExit('no library')"))
    assert [each.status for each in found] == ["crashed"] * PATIENCE + ["unanswered"] * 3
    assert "none was answered" in found[-1].detail


def test_a_program_that_crashes_often_but_answers_too_is_asked_everything(tmp_path, vectors):
    chosen = [test for test in vectors if test.family == "group"][: PATIENCE + 3]
    body = f"if prompt['id'] != {chosen[0].id!r}: os._exit(3)\nsay(right(prompt))"
    found = run(chosen, child(tmp_path, body))
    assert [each.status for each in found] == ["exact"] + ["crashed"] * (PATIENCE + 2)


def test_what_is_not_implemented_is_said(tmp_path, few):
    body = "say({'id': prompt['id'], 'not_implemented': 'no groups'} if victim else right(prompt))"
    found = run(few, child(tmp_path, body, few[2].id))
    assert [each.status for each in found] == ["exact", "exact", "not-implemented", "exact", "exact"]

    def lacks(name, arguments):
        raise NotImplementedError(name)

    assert {each.judgement.status for each in run_callable(few, lacks)} == {"not-implemented"}


def test_the_answer_is_kept(few):
    found = run_callable(few, reference)
    assert [each.answer for each in found] == [{"value": test.expected["value"]} for test in few]


def test_a_program_that_always_hangs_is_given_up(tmp_path, vectors):
    chosen = vectors[: PATIENCE + 3]
    found = run(chosen, child(tmp_path, "time.sleep(60)"), seconds=0.01)
    assert [each.status for each in found] == ["hung"] * PATIENCE + ["unanswered"] * 3


def test_prompts_show_nothing_of_what_is_expected(vectors):
    lines = prompt_lines(vectors).splitlines()
    assert len(lines) == len(vectors) > 1000
    assert all(set(json.loads(line)) == {"id", "function", "answer", "arguments"} for line in lines)


def test_answers_from_a_file_are_graded_in_any_order(few):
    answers = [json.dumps({"id": t.id, "value": t.expected["value"]}).encode() for t in few]
    assert [each.judgement.status for each in grade(few, answers[::-1])] == ["exact"] * 5
    twice = [answers[0], b"", b"nonsense", *answers[:3], b'{"id": "other", "value": "1"}']
    found = [each.judgement for each in grade(few, twice)]
    assert [each.status for each in found] == ["garbage", "exact", "exact", "unanswered", "unanswered"]
    assert "line 3, line 7" in found[3].detail


def reference_but(function, wrong):
    """The reference with one function replaced."""

    def implementation(name, arguments):
        return wrong(arguments) if name == function else reference(name, arguments)

    return implementation


def swapped(arguments):
    return reference("delta", {**arguments, "p": arguments["q"], "q": arguments["p"]})


def fresh(arguments):
    return reference("fresh_samples_delta", arguments)


def opposite(arguments):
    return reference("poisson_amplification", {**arguments, "direction": "add"})


def truncated(arguments):
    name = arguments["mechanism"].replace("geometric_clamped", "geometric_truncated")
    return reference("output_distribution", {**arguments, "mechanism": name})


def linear_group(arguments):
    from assay import eps, number

    k, delta = number(arguments["k"]), number(arguments["delta"])
    return {"epsilon": str(eps(arguments["epsilon"]) * k), "delta": str(min(k * delta, number(1)))}


def to_nearest(arguments):
    return reference("round", {**arguments, "direction": "nearest"})


def one_too_small(arguments):
    return str(max(1, int(reference("smallest_laplace_scale", arguments)) - 1))


def single_outcomes(arguments):
    from fractions import Fraction

    return str(
        max(abs(Fraction(p) - Fraction(q)) for p, q in zip(arguments["p"], arguments["q"], strict=True))
    )


WRONG = {
    "delta the other way round": ("delta", swapped, "Asymmetry", "unsound"),
    "a sample taken for fresh samples": ("one_sample_delta", fresh, "JointSample", "unsound"),
    "the bound for adding, used for removing": ("poisson_amplification", opposite, "AddDirection", "unsound"),
    "conditioned in place of clamped": ("output_distribution", truncated, "TruncatedNotClamped", "wrong"),
    "k delta for groups": ("group_privacy", linear_group, "GroupDelta", "unsound"),
    "rounded to nearest": ("round", to_nearest, "RoundedDown", "wrong"),
    "noise one step too small": ("smallest_laplace_scale", one_too_small, "CalibrationTooSmall", "unsound"),
    "single outcomes": ("total_variation", single_outcomes, "EventsNotOutcomes", "unsound"),
}


@pytest.mark.parametrize(("function", "wrong", "flag", "status"), WRONG.values(), ids=WRONG)
def test_a_planted_defect_is_caught_under_its_flag(vectors, function, wrong, flag, status):
    chosen = [test for test in vectors if test.prompt["function"] == function and flag in test.flags]
    found = run_callable(chosen, reference_but(function, wrong))
    assert status in {each.judgement.status for each in found}


@pytest.mark.parametrize("function", ["delta", "group_privacy", "round", "poisson_amplification", "renyi"])
def test_the_reference_is_not_accused(vectors, function):
    chosen = [test for test in vectors if test.prompt["function"] == function]
    found = run_callable(chosen, reference)
    assert chosen
    assert [each for each in found if not each.judgement.passes] == []


def test_who_answers_everything_fails_the_invalid_ones(vectors):
    invalid = [test for test in vectors if test.result == "invalid"]
    found = run_callable(invalid, lambda name, arguments: "0")
    assert len(invalid) > 100
    assert {each.judgement.status for each in found} == {"accepted"}


def test_who_refuses_everything_fails_the_others(vectors):
    def refuse(name, arguments):
        raise ValueError("no")

    found = run_callable(vectors, refuse)
    assert all(each.judgement.passes == (each.test.result == "invalid") for each in found)


def test_a_callable_that_prints_exits_or_returns_odd_things_does_not_end_the_run(vectors, capsys):
    odd = iter(
        [print, sys.exit, lambda: object(), lambda: [(object(), 1)], lambda: float("nan"), lambda: Ellipsis]
    )
    chosen = [t for t in vectors if t.family == "distributions" and t.result != "invalid"][:6]
    found = run_callable(chosen, lambda name, arguments: next(odd)())
    assert [each.judgement.status for each in found] == ["malformed", "refuses", *["malformed"] * 4]
    assert capsys.readouterr().out == ""


def test_an_id_is_asked_for_by_its_prompt(few):
    assert prompt(few[0]) == {"id": few[0].id, **few[0].prompt}
