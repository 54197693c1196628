"""A whole number c that stays a symbol: one certificate for every c, beside the proofs for single values."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assay import EPS, AssayError
from assay.decide import EVERY_COUNT, OutsideClass, Stream
from assay.decide.lengths.certificate import certificate_from_json
from assay.errors import InvalidValue
from assay.studies.literature.programs import streams as programs
from tests.decide.lengths.generated_streams import HEAD, module_of

PROVED = [
    (programs.above_threshold.svt1, "all differ by 1", "1"),
    (programs.above_threshold.svt1, "one differs by 1", "1/4"),
    (programs.above_threshold.svt2, "all differ by 1", "1"),
    (programs.values_at_crossings.num_svt, "all differ by 1", "1"),
    (programs.values_at_crossings.gap_svt, "all differ by 1", "1"),
    (programs.above_threshold.adaptive_svt, "all differ by 1", "1"),
]

NOT_PROVED = [
    programs.above_threshold.undivided,
    programs.above_threshold.svt4,
    programs.above_threshold.adaptive_overspent,
]


@pytest.mark.parametrize(("program", "relation", "multiple"), PROVED)
def test_one_certificate_for_every_count(program, relation, multiple):
    stream = Stream(program, relation, c=EVERY_COUNT)
    certificate = stream.upper()
    assert certificate.multiple == Fraction(multiple)
    assert stream.check(json.loads(json.dumps(certificate.to_json()))) == certificate.check() > 10


@pytest.mark.parametrize(("program", "relation", "multiple"), PROVED[:1])
def test_no_value_needs_more_than_every_value(program, relation, multiple):
    for c in (1, 2, 3):
        assert Stream(program, relation, c=c).upper().multiple <= Fraction(multiple)


@pytest.mark.parametrize("program", NOT_PROVED)
def test_what_grows_with_the_count_is_not_proved(program):
    assert Stream(program, c=EVERY_COUNT).upper() is None


def test_the_verdict_says_for_which_count():
    verdict = Stream(programs.above_threshold.svt1, c=EVERY_COUNT).decide(EPS)
    assert str(verdict).startswith(
        "proved for every length, every whole number c >= 1, every real answer and every public parameter: "
        "1*eps-private; tight for c = 1: N = 4 attains 1, N = 3 needs 3/4"
    )
    assert verdict.to_json()["count"] == "c"


def test_a_proof_that_one_value_contradicts_is_none(monkeypatch):
    every = Stream(programs.above_threshold.svt1, c=EVERY_COUNT)
    one = every.at_count(1)
    found = one.sides.searched(Fraction(1), 1)
    wrong = replace(found, certificate=replace(found.certificate, multiple=Fraction(1, 8)))
    monkeypatch.setattr(one.sides, "searched", lambda enough, seconds: wrong)
    monkeypatch.setattr(every, "at_count", lambda value: one)
    verdict = every.decide(EPS)
    assert verdict.exit_status == 3
    assert "Assay is wrong" in str(verdict)


@pytest.mark.slow
def test_a_refutation_says_for_which_count():
    stream = Stream(programs.above_threshold.undivided, c=EVERY_COUNT)
    verdict = stream.decide(EPS)
    assert verdict.exit_status == 1
    assert str(verdict).startswith("refuted at length 6, c = 2: ")
    assert verdict.to_json()["count"] == {"c": 2}
    assert stream.recheck(verdict)


def changed_everywhere(data):
    """The certificate with one number of it changed, or left out."""
    for i, proof in enumerate(data["proofs"]):
        for j, values in enumerate(proof["graphs"]):
            for n in range(len(values)):
                for factor in (0, Fraction(99, 100), Fraction(101, 100), -1):
                    changed = copy.deepcopy(data)
                    entry = changed["proofs"][i]["graphs"][j][n]
                    entry[-1] = str(Fraction(entry[-1]) * factor)
                    yield changed


@pytest.mark.slow
@pytest.mark.parametrize(("program", "relation", "multiple"), PROVED)
def test_changed_numbers_are_refused_or_prove_the_same(program, relation, multiple):
    stream = Stream(program, relation, c=EVERY_COUNT)
    data = json.loads(json.dumps(stream.upper().to_json()))
    refused = 0
    for changed in changed_everywhere(data):
        try:
            stream.check(changed)
        except InvalidValue:
            refused += 1
    assert refused > 5
    for less in ("99/100", "1/2", "0"):
        with pytest.raises(InvalidValue):
            stream.check(data | {"multiple": str(Fraction(multiple) * Fraction(less))})


def test_invented_invariants_are_refused():
    stream = Stream(programs.above_threshold.svt1, c=EVERY_COUNT)
    data = json.loads(json.dumps(stream.upper().to_json()))
    for invented in ([["#seen", "-1"], "0"], [["share c", "-1"], "0"], ["-1"], [["bar", "1"], "0"]):
        changed = copy.deepcopy(data)
        changed["automaton"]["locations"][1]["invariants"].append(invented)
        with pytest.raises(InvalidValue, match="well-formed"):
            certificate_from_json(changed).check()


REFUSED = {
    "if seen == c:\n            return seen % 2": "nothing else is read",
    "if seen == c:\n            return None\n        output(EPS / c)": "no output",
    "if laplace(EPS * seen) > 0:\n            return c": "plain value|nothing else|no number|not a positive",
    "if 2 * seen == c:\n            return laplace(EPS / c - EPS)": "whatever c",
    "if seen + 1e16 - 1e16 >= c:\n            return None": "rounds",  # 0.0 >= 1 where seen is 1
    "if (seen + 10**17) / 1 - 10**17 >= c:\n            return None": "rounds",
    "if seen * 0.1 >= c:\n            return None": "rounds",
    "if seen == c / 2:\n            return None": "rounds",
    "if seen:\n            return c": "no truth value",
    "for _ in range(c):\n            pass": "plain value",
}


@pytest.mark.parametrize(("body", "message"), REFUSED.items())
def test_what_is_not_read_of_counts(tmp_path, body, message):
    text = HEAD.replace("(answers)", "(answers, c)").replace(
        "import assay\n", "import assay\nfrom assay import output\n"
    )
    text += f"    seen = 0\n    for q in answers:\n        seen += 1\n        {body}\n"
    text += "        if seen == c:\n            return None\n"
    with pytest.raises(OutsideClass, match=message):
        Stream(module_of(text, tmp_path).program, c=EVERY_COUNT)


@pytest.mark.parametrize("test", ["seen + x - x >= 1", "seen + x >= x + 1", "x + seen > x"])
def test_a_public_number_that_cancels_is_refused(tmp_path, test):
    """At x = 1e16 one crossing does not stop the program: 3/2 eps, where 1 was proved for every x."""
    text = (
        HEAD.replace("(answers)", "(answers, x)")
        + f"""
    bar, seen = laplace(EPS / 2), 0
    for q in answers:
        if q + laplace(EPS / 4) >= bar + x:
            assay.output(1)
            seen += 1
            if {test}:
                return None
        else:
            assay.output(0)
"""
    )
    program = module_of(text, tmp_path).program
    with pytest.raises(OutsideClass, match="x cancels"):
        Stream(program)
    assert Stream(program, x=3).upper().multiple == 1


def test_one_count_alone():
    with pytest.raises(InvalidValue, match="c and sigma are EVERY_COUNT"):
        Stream(programs.above_threshold.adaptive_svt, c=EVERY_COUNT, sigma=EVERY_COUNT)


@st.composite
def counting(draw: st.DrawFn) -> str:
    """A program that stops by a counter or a budget, right or wrong."""
    rate = st.sampled_from(
        ["EPS / (4 * c)", "EPS / (2 * c)", "EPS / 4", "EPS / c", "EPS / 2 - EPS / (4 * c)"]
    )
    start = draw(st.sampled_from(["0", "1", "c", "EPS / 2", "EPS"]))
    budget = start.startswith("EPS")
    step = st.sampled_from(["EPS / (2 * c)", "EPS / (4 * c)", "EPS / 8"] if budget else ["1", "2"])
    ends = ["left > EPS", "left >= EPS - EPS / (2 * c)", "left <= 0", "EPS / (4 * c) > left"]
    if not budget:
        ends = [
            "left == c",
            "left >= c",
            "left == 0",
            "left > 2 * c",
            "left + 1 > c",
            "c - 1 <= left",
            "left < 1",
        ]
    sign = draw(st.sampled_from(["+", "+", "-"]))
    lines = [
        f"bar, left = laplace({draw(st.sampled_from(['EPS / 2', 'EPS / (2 * c)']))}), {start}",
        "for q in answers:",
    ]
    early = draw(st.booleans())
    if early:
        lines += [f"    if {draw(st.sampled_from(ends))}:", "        return None"]
    lines += [f"    if q + laplace({draw(rate)}) >= bar:"]
    lines += [
        f"        assay.output({draw(st.sampled_from(['1', 'q + laplace(' + draw(rate) + ')', 'left']))})"
    ]
    if draw(st.integers(0, 5)):
        lines.append(f"        left {sign}= {draw(step)}")
    if draw(st.booleans()):
        lines.append(f"        bar = laplace({draw(rate)})")
    if not early or draw(st.booleans()):
        lines += [f"        if {draw(st.sampled_from(ends))}:", "            return None"]
    lines += ["    else:", "        assay.output(0)"]
    if not draw(st.integers(0, 3)):
        lines.append(f"        left {sign}= {draw(step)}")
    return HEAD.replace("(answers)", "(answers, c)") + "\n".join(f"    {line}" for line in lines) + "\n"


def proved_for_all_is_proved_for_each(text, folder, values):
    """Where every c is proved, single values need no more: all of their states at once."""
    program = module_of(text, folder).program
    try:
        every = Stream(program, c=EVERY_COUNT).upper(seconds=1)
    except OutsideClass:
        return False
    if every is None:
        return False
    assert every.check() > 0
    for c in values:
        try:
            single = Stream(program, c=c)
        except AssayError:
            continue
        found = single.upper(seconds=1)
        assert found is not None, (c, text)
        assert found.multiple <= every.multiple, (c, text)
        below = single.decide(EPS * max(every.multiple, Fraction(1, 100)), seconds=2, longest=3)
        assert below.exit_status != 1, (c, text)
    return True


@pytest.mark.slow
def test_no_single_value_needs_more_than_all(tmp_path):
    proved = []

    @settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
    @given(counting())
    def each(text):
        proved.append(proved_for_all_is_proved_for_each(text, tmp_path, (1, 2, 3)))

    each()
    assert any(proved)
