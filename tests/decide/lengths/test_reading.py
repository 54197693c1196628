"""What is read of a program over a stream, and what is refused, with its line."""

from __future__ import annotations

import pytest

from assay import AssayError
from assay.decide import OutsideClass, Stream
from assay.errors import InvalidType, InvalidValue
from assay.studies.literature.programs import streams as programs
from tests.decide.lengths.generated_streams import HEAD, module_of

REFUSED = {
    "noise = laplace(EPS)\nfor q in answers:\n    if noise == q:\n        return 1": "compared by <, <=",
    "noise = laplace(EPS)\nfor q in answers:\n    if noise:\n        return 1": "no truth value",
    "for q in answers:\n    assay.output(q * laplace(EPS) * q)": "nothing else is read",
    "for q in answers:\n    assay.output((q + laplace(EPS)) // 1)": "nothing else is read",
    "for q in answers:\n    assay.output(int(q + laplace(EPS)))": "plain value",
    "for q in answers:\n    assay.output(str(q))": "'str' is not read",
    "for q in answers:\n    assay.output(laplace(q))": "plain value",
    "for q in answers:\n    assay.output(laplace(1))": "no positive|not a positive",
    "for q in answers:\n    assay.output(laplace(-EPS))": "not a positive",
    "n = 0\nfor q in answers:\n    n += 1\n    if q + laplace(EPS) > n:\n        return 1": "no bound",
    "for q in answers:\n    pass\nfor q in answers:\n    pass": "gone over twice",
    "for i in range(2):\n    for q in answers:\n        pass": "gone over twice",
    "n = len(answers)\nfor q in answers:\n    pass": "only gone over by a loop",
    "return 1": "there is no loop",
    "kept = [laplace(EPS)]\nsame = kept\nfor q in answers:\n    same.append(1)\nreturn kept[0]": "two names",
    "kept = same = [laplace(EPS)]\nfor q in answers:\n    same.append(1)\nreturn kept[0]": "two names",
    "for q in answers:\n    with open('x'):\n        pass": "is not read",
    "for q in answers:\n    try:\n        pass\n    finally:\n        pass": "is not read",
    "f = lambda x: x\nfor q in answers:\n    pass": "is not read",
    "global z\nz = 1\nfor q in answers:\n    pass": "is not read",
    "for q in answers:\n    yield q": "is not read",
    "for q in answers:\n    print(q)": "is output",
    "for q in answers:\n    q.x = 1": "no target",
    "for q in answers:\n    pass\nelse:\n    pass": "is not read",
    "for q in answers:\n    assay.output(z)": "z is not defined",
    "for q in answers:\n    if laplace(EPS) > 0:\n        z = 1\n    assay.output(z)": "may have no value",
    "for q in answers:\n    assay.output({1: q})": "is not read",
    "for q in answers:\n    assay.output(f'{q}')": "is not read",
    "while laplace(EPS) > 0:\n    pass\nfor q in answers:\n    pass": "ways to answer",
    "w = 0\nfor i, q in enumerate(answers):\n    assay.output(w)\n    w = i": "before the end",
    "for i, q in enumerate(answers):\n    if i > 3:\n        return 1": "plain value",
}


@pytest.mark.slow
@pytest.mark.parametrize(("body", "message"), REFUSED.items())
def test_refused_with_its_line(tmp_path, body, message):
    text = HEAD + "\n".join(f"    {line}" for line in body.splitlines()) + "\n"
    program = module_of(text, tmp_path).program
    with pytest.raises(OutsideClass, match=message) as refusal:
        Stream(program)
    assert refusal.value.line >= 7


def test_a_list_that_stops_growing_has_finitely_many_values(tmp_path):
    body = "    found = []\n    for q in answers:\n        found.append(1)\n"
    body += "        if len(found) > 2:\n            return 1\n"
    assert len(Stream(module_of(HEAD + body, tmp_path).program).automaton.locations) == 4


def test_one_value_for_two_targets_is_drawn_once(tmp_path):
    body = "    a = b = laplace(EPS)\n    for q in answers:\n        if a > b:\n            return 1\n"
    stream = Stream(module_of(HEAD + body, tmp_path).program)
    assert all(len(leaf.draws) == 1 for leaf in stream.automaton.locations[0].leaves)
    assert all(
        leaf.outputs == ("end None",) for leaf in stream.automaton.locations[1].leaves if leaf.target is None
    )


def test_an_edited_file_is_refused(tmp_path):
    module = module_of(HEAD + "    for q in answers:\n        assay.output(q + laplace(EPS))\n", tmp_path)
    path = tmp_path / module.__file__
    path.write_text(
        path.read_text(encoding="utf-8").replace("laplace(EPS)", "laplace(EPS / 2)"), encoding="utf-8"
    )
    with pytest.raises(InvalidType, match="not that of the code"):
        Stream(module.program)


def test_parameters():
    assert Stream(programs.above_threshold.svt1, c=2).upper().multiple == 1
    with pytest.raises(InvalidValue, match="d is no public parameter"):
        Stream(programs.above_threshold.svt1, d=2)
    with pytest.raises(OutsideClass):
        Stream(programs.above_threshold.svt1, c=0)
    with pytest.raises(InvalidType, match="program is"):
        Stream(3)
    with pytest.raises(InvalidType):
        Stream(len)
    assert issubclass(OutsideClass, AssayError)


def test_a_claim_is_a_multiple_of_eps():
    for claim in ("1", "ln(2)", "0", "inf"):
        with pytest.raises(InvalidValue, match="no positive rational multiple"):
            Stream(programs.above_threshold.above).decide(claim)
