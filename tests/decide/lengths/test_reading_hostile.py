"""What a program that tries to be read as something else meets: it is refused with its line."""

from __future__ import annotations

import inspect

import pytest

from assay.decide import OutsideClass, Stream
from assay.errors import InvalidValue
from tests.decide.lengths.generated_streams import module_of
from tests.decide.lengths.hostile_streams import ALL, HEAD, LEAK, stream

GROWING = "xs, n = [0], 0\nfor x in xs:\n    n += 1\n    if len(xs) < 3:\n        {}\n"
ARGMAX = """best, place = float('-inf'), None
for i, q in enumerate(answers):
    v = q + laplace(EPS / 2)
    if v > best:
        best, place = v, i
"""


KEPT_PLACES = {
    "given to itself": ARGMAX + "place = place\nreturn place",
    "given away and back": ARGMAX + "kept = place\nplace = kept\nreturn place",
    "set and set back": ARGMAX + "    kept = place\n    place = i\n    place = kept\nreturn place",
    "in a comprehension": ARGMAX + "kept = [place for place in [place]]\nreturn place",
}


@pytest.mark.parametrize("body", KEPT_PLACES.values(), ids=KEPT_PLACES.keys())
def test_a_place_is_that_of_the_answer_it_was_set_at(tmp_path, body):
    assert stream(tmp_path, body).upper().multiple == 1


REFUSED = {
    "a place in a tuple is compared": LEAK.replace("q in answers", "i, q in enumerate(answers)").format(
        "(i,) == (1,)"
    ),
    "a place is looked for in a list": LEAK.replace("q in answers", "i, q in enumerate(answers)").format(
        "1 in [i]"
    ),
    "a place is kept in a tuple": ARGMAX.replace("best, place = v, i", "best, place = v, (i, 0)")
    + "return place",
    "a place is kept in a list": "kept = [None]\n" + ARGMAX + "        kept[0] = i\nreturn kept",
    "a loop gives a list a second name": "rows = [[0]]\nfor r in rows:\n    r.append(1)\n"
    + LEAK.format("len(rows[0]) == 2"),
    "max gives a list a second name": "a = [1]\nb = max(a, [0])\nb.append(5)\n" + LEAK.format("len(a) == 2"),
    "sum gives a list a second name": "a = [1]\nb = sum([], a)\nb.append(5)\n" + LEAK.format("len(a) == 2"),
    "a list outside the program": "x = SHARED\nx += [3]\n" + LEAK.format("len(SHARED) != 2"),
    "a list in a tuple outside the program": "x = INSIDE[0]\nx += [3]\n" + LEAK.format("len(INSIDE[0]) != 1"),
    "a list grows in its loop": GROWING.format("xs.append(1)") + LEAK.format("n == 3"),
    "a list grows in its loop by +=": GROWING.format("xs += [1]") + LEAK.format("n == 3"),
    "an item is set in the loop over its list": "xs, n = [0, 0], 0\nfor x in xs:\n    n += x\n    xs[1] = 1\n"
    + LEAK.format("n == 1"),
    "Python raises in one branch": "for q in answers:\n    if q > 0:\n        x = (1,) + [2]",
    "Python raises in one comparison": "for q in answers:\n    if q > 0:\n        x = (1,) < [2]",
    "Python raises in one sign": "for q in answers:\n    if q > 0:\n        x = -(1,)",
    "an operator that is not read": "for q in answers:\n    x = 1 << 2",
    "a coin that is none": "for q in answers:\n    if q > 0:\n        x = flip(2)",
    "a coin that is a word": "for q in answers:\n    if q > 0:\n        x = flip('a')",
    "abs of two": "for q in answers:\n    if q > 0:\n        x = abs(q, q)",
    "max of one": "for q in answers:\n    if q > 0:\n        x = max(q)",
    "an answer is read twice": "for a, b in zip(answers, answers):\n    assay.output(a + b + laplace(EPS))",
    "a list beside the answers": "xs = [laplace(EPS)]\n"
    "for q, x in zip(answers, xs):\n    assay.output(q + x)",
    "a list that is written changes later": "row = [0]\nassay.output(row)\nfor q in answers:\n    row[0] = q",
    "a list in the outputs changes later": "out, row = [], [0]\nout.append(row)\n"
    "for q in answers:\n    row[0] = q\nreturn out",
    "a list in a tuple of the outputs changes later": "out = []\nrow = [0]\nout.append((1, row))\n"
    "for q in answers:\n    row[0] = q\nreturn out",
    "outputs that are made in one branch": "if laplace(EPS) > 0:\n    out = []\n"
    "for q in answers:\n    out.append(1)\nreturn out",
    "NaN is told by which one it is": "x = float('nan')\ny = x\nfor q in answers:\n    if q > 0:\n"
    "        y = float('nan')\nreturn x in (y,)",
    "NaN outside the program": LEAK.format("NAN in (NAN,)"),
    "a text that prints as another": "for q in answers:\n    return TEXTS[0] if q > 0 else TEXTS[1]",
    "a number that prints as another": "for q in answers:\n    return WHOLE[0] if q > 0 else WHOLE[1]",
    "a tuple of the user's": LEAK.format("1 in PAIR"),
    "an object that may be called": LEAK.format("1 in CALLED"),
    "a module that computes an attribute": LEAK.format("MODULE.changing"),
    "a module that makes an attribute": LEAK.format("OTHER.changing"),
    "EPS at one value": LEAK.format("EPS == 1"),
    "EPS at one value in a tuple": LEAK.format("EPS in (ONE_EPS,)"),
    "EPS at one value in an order of tuples": LEAK.format("(EPS, 0) <= (ONE_EPS, 0)"),
    "the truth of EPS": LEAK.format("not EPS"),
    "the text of EPS": LEAK.format("'%s' % EPS == '1'"),
    "the name of the module": LEAK.format("__name__ == '__main__'"),
    "a list of a parameter's methods": LEAK.format("q.__class__ is None"),
    "an item is set in a list of another": "xs = [0]\nfor q in answers:\n    y = [0 for xs[0] in [q > 0]]\n"
    "    assay.output(xs[0])",
    "an item is set beside a variable": "xs = [0]\nfor q in answers:\n"
    "    y = [0 for z, xs[0] in [(1, q > 0)]]\n    assay.output(xs[0])",
    "a module that takes a name of Assay's": LEAK.format("NAMED.changing"),
    "outputs that are made too late": "for q in answers:\n    if q > 0:\n        out.append(1)\n"
    "out = []\nreturn out",
}


@pytest.mark.parametrize("body", REFUSED.values(), ids=REFUSED.keys())
def test_refused(tmp_path, body):
    with pytest.raises(OutsideClass):
        stream(tmp_path, body)


def test_a_parameter_that_remembers_earlier_calls_is_refused(tmp_path):
    body = "again = len(seen) > 0\nseen.append(1)\n" + LEAK.format("again")
    with pytest.raises(OutsideClass, match="seen is changed"):
        stream(tmp_path, body, parameters="answers, seen=[]")


def test_a_function_that_says_it_has_other_parameters_is_refused(tmp_path):
    program = stream(tmp_path, "for q in answers:\n    assay.output(public)", ALL, "answers, public").program
    program.__wrapped__ = lambda public, answers: None
    assert Stream(program).upper().multiple == 0
    program.__signature__ = inspect.signature(program.__wrapped__)
    with pytest.raises(InvalidValue):
        Stream(program)


PARAMETERS = {
    "an object": "CALLED",
    "an iterator": "iter([0, 1])",
    "a text that prints as another": "TEXTS[0]",
    "NaN": "NAN",
    "a tuple of the user's": "(1, PAIR)",
}


@pytest.mark.parametrize("value", PARAMETERS.values(), ids=PARAMETERS.keys())
def test_a_parameter_that_is_no_plain_value_is_refused(tmp_path, value):
    with pytest.raises(InvalidValue, match="given = "):
        stream(tmp_path, LEAK.format("1 in given"), ALL, f"answers, given={value}")


def test_a_signature_may_say_other_defaults(tmp_path):
    program = stream(tmp_path, LEAK.format("leak"), ALL, "answers, leak=True").program
    program.__signature__ = inspect.signature(program).replace(
        parameters=[p.replace(default=False) for p in inspect.signature(program).parameters.values()][1:]
    )
    with pytest.raises(InvalidValue):
        Stream(program)
    both = list(inspect.Signature.from_callable(program, follow_wrapped=False).parameters.values())
    answers = inspect.Parameter("answers", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    program.__signature__ = inspect.Signature([answers, *both])
    assert Stream(program).upper() is None


def test_a_private_name_in_a_class_is_another_name(tmp_path):
    text = HEAD.format(parameters="answers") + "    pass\n\n\nclass Class:\n    @staticmethod\n"
    text += "    def program(answers):\n        for q in answers:\n            if __inside:\n"
    text += "                assay.output(q)\n"
    with pytest.raises(OutsideClass, match="__inside is not read"):
        Stream(module_of(text, tmp_path).Class.program)


def test_a_module_may_have_other_builtins(tmp_path):
    text = "__builtins__ = dict(vars(__import__('builtins')), len=lambda pair: pair[0])\n"
    text += (
        HEAD.format(parameters="answers") + "    " + LEAK.format("len((q > 0, 1))").replace("\n", "\n    ")
    )
    with pytest.raises(OutsideClass, match="is not read"):
        Stream(module_of(text + "\n", tmp_path).program)
