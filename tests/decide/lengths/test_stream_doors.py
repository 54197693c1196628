"""Programs that try to be read as something else than what they do: refused, or with their true constant."""

from __future__ import annotations

import inspect

import pytest

from assay import EPS
from assay.decide import OutsideClass, Stream
from assay.decide.lengths import kept_values
from assay.errors import InvalidValue
from tests.decide.lengths.generated_streams import module_of

HEAD = """
import assay
from fractions import Fraction
from assay import EPS, flip
from assay.decide import exponential, geometric, laplace

SHARED = [1, 2]
INSIDE = ([1],)


class Text(str):
    def __repr__(self):
        return "x"


class Whole(int):
    def __repr__(self):
        return "0"


class Pair(tuple):
    def __contains__(self, item):
        return True


class Called:
    asked = 0

    def __call__(self):
        pass

    def __contains__(self, item):
        Called.asked += 1
        return Called.asked > 50


class Module(type(assay)):
    @property
    def changing(self):
        Called.asked += 1
        return Called.asked > 50


TEXTS, WHOLE, PAIR, CALLED = (Text("a"), Text("b")), (Whole(1), Whole(2)), Pair(), Called()
NAN, ONE_EPS, MODULE = float("nan"), assay.eps(1), Module("module")
OTHER = type(assay)("other")
OTHER.__getattr__ = lambda name: MODULE.changing
NAMED = type(assay)("assay.named")
NAMED.__getattr__ = OTHER.__getattr__
__inside, _Class__inside = False, True

def program({parameters}):
"""

ALL, ONE = "all differ by 1", "one differs by 1"
LEAK = "for q in answers:\n    if {}:\n        assay.output(q)"
GROWING = "xs, n = [0], 0\nfor x in xs:\n    n += 1\n    if len(xs) < 3:\n        {}\n"
ARGMAX = """best, place = float('-inf'), None
for i, q in enumerate(answers):
    v = q + laplace(EPS / 2)
    if v > best:
        best, place = v, i
"""


def stream(folder, body, relation=ALL, parameters="answers"):
    """The stream of a program with this body."""
    text = HEAD.format(parameters=parameters) + "".join(f"    {line}\n" for line in body.splitlines())
    return Stream(module_of(text, folder).program, relation)


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


NOT_PRIVATE = {
    "a list is no tuple": (LEAK.format("(1,) != [1]"), ALL),
    "a list is written as Python writes it": (LEAK.format("'%s' % [1] == '[1]'"), ALL),
    "which of two lists": (
        "a, b = 0, 0\none = []\ntwo = []\nfor q in answers:\n    if q > 0:\n        one.append(1)\n"
        "    else:\n        two.append(1)\nreturn one, two",
        ALL,
    ),
    "a list or a tuple of what was written": (
        "out = []\nfor q in answers:\n    if q > 0:\n        return tuple(out)\nreturn list(out)",
        ALL,
    ),
    "the sign of zero": ("x = 0.0\nfor q in answers:\n    x = -0.0 if q > 0 else 0.0\nreturn x", ALL),
    "the text of a range": (
        "x = range(1)\nfor q in answers:\n    x = range(0, 3, 2) if q > 0 else range(0, 4, 2)\n"
        "return '%s' % x",
        ALL,
    ),
    "real noise under integer noise": (
        "x = 0\nfor q in answers:\n    x = laplace(EPS)\n    assay.output(q / 2 + x)\n"
        "return x + geometric(EPS)",
        ONE,
    ),
}


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


def test_two_sides_that_contradict_each_other_are_no_proof(tmp_path, monkeypatch):
    made = stream(tmp_path, "for q in answers:\n    assay.output(q + laplace(EPS))", ONE)
    wrong = stream(tmp_path, "for q in answers:\n    assay.output(q + laplace(EPS / 2))", ONE)
    monkeypatch.setattr(made.sides, "searched", wrong.sides.searched)
    verdict = made.decide(EPS)
    assert verdict.exit_status == 3
    assert "Assay is wrong" in str(verdict)


def test_a_program_that_is_read_wrongly_is_not_proved(tmp_path, monkeypatch):
    """Ranges that are equal were one value, however they print."""
    monkeypatch.setattr(kept_values, "_frozen", lambda value: (type(value), value))
    made = stream(tmp_path, NOT_PRIVATE["the text of a range"][0])
    assert made.upper().multiple == 0
    verdict = made.decide(EPS)
    assert verdict.exit_status == 3
    assert "Assay is wrong" in str(verdict)


@pytest.mark.parametrize(("body", "relation"), NOT_PRIVATE.values(), ids=NOT_PRIVATE.keys())
def test_not_private(tmp_path, body, relation):
    assert stream(tmp_path, body, relation).upper() is None


@pytest.mark.parametrize("shift", ["Fraction(1, 2)", "shift"])
def test_what_lies_between_the_integers_tells_which_of_two_values_was_kept(tmp_path, shift):
    body = (
        "x = geometric(3 * EPS)\nfor q in answers:\n"
        f"    x = max(q + geometric(3 * EPS) + {shift}, x)\nreturn x + geometric(EPS)"
    )
    assert stream(tmp_path, body, ALL, "answers, shift").upper() is None
    whole = body.replace(f" + {shift}", "")
    assert stream(tmp_path, whole, ALL, "answers, shift").upper().multiple == 1
