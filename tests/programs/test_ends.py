"""How a run may end: a value, a declared exception, or an error that is shown as what it is."""

from __future__ import annotations

import pytest

from assay import Dist, Mechanism, adjacency, flip, program
from assay.errors import AssayError, InvalidType, InvalidValue
from assay.programs.ends import ExitRefused, Raised, declared, declared_by_name
from tests.cli.command_line import assay as run


class Custom(ValueError):
    def __init__(self, value):
        super().__init__("the same message")
        self.value = value


def raises_half(x):
    if flip("1/2"):
        raise ValueError(f"at {x}")
    return x


def test_an_exception_is_an_error_of_the_program_with_the_draws_that_led_there():
    with pytest.raises(ValueError, match="at 0") as caught:
        program(raises_half).distribution(0)
    assert "after the draws True" in caught.value.__notes__[0]


def test_a_declared_exception_is_an_output():
    law = program(raises=ValueError)(raises_half).distribution(0)
    assert law == Dist({Raised("ValueError", "at 0"): "1/2", 0: "1/2"})
    assert program(raises_half).within(raises=(KeyError, ValueError)).distribution(0) == law
    with pytest.raises(ValueError, match="at 0"):
        program(raises=KeyError)(raises_half).distribution(0)


def test_what_a_declared_exception_holds_can_be_seen():
    def hides(x):
        raise Custom(x)

    m = Mechanism(program(raises=Custom)(hides), [0, 1], adjacency.all_pairs())
    assert m.total_variation() == 1
    with pytest.raises(InvalidType, match="the declared exception Custom holds"):
        program(raises=Custom)(hides).distribution(object())


class Slotted(Exception):
    __slots__ = ("inside",)


def with_note(error, note):
    error.add_note(note)
    return error


def with_attribute(error, name, value):
    setattr(error, name, value)
    return error


def difference(make):
    """The total variation between the outputs of two runs that raise `make(0)` and `make(1)`."""

    def ends(x):
        flip("1/2")
        raise make(x)

    raises = type(make(0))
    m = Mechanism(program(raises=raises)(ends), [0, 1], adjacency.all_pairs())
    return m.total_variation()


SEEN = {
    "a note": lambda x: with_note(ValueError("m"), str(x)),
    "a note or none": lambda x: with_note(ValueError("m"), "n") if x else ValueError("m"),
    "two notes in an order": lambda x: with_note(with_note(ValueError(), str(x)), str(1 - x)),
    "an empty message or none": lambda x: ValueError("") if x else ValueError(),
    "a number or its text": lambda x: ValueError("1") if x else ValueError(1),
    "arguments or their text": lambda x: ValueError("a", x) if x else ValueError("('a', 1)"),
    "the type": lambda x: KeyError("m") if x else IndexError("m"),
    "the name of a NameError": lambda x: NameError("m", name="ab"[x]),
    "a name or none": lambda x: NameError("m", name="a") if x else NameError("m"),
    "the name of an AttributeError": lambda x: AttributeError("m", name="ab"[x]),
    "the object of an AttributeError": lambda x: AttributeError("m", obj=x),
    "the name of an ImportError": lambda x: ImportError("m", name="ab"[x]),
    "the path of an ImportError": lambda x: ImportError("m", path="ab"[x]),
    "a name that is set later": lambda x: with_attribute(NameError("m"), "name", "ab"[x]),
    "the value of a StopAsyncIteration": lambda x: with_attribute(StopAsyncIteration("m"), "value", x),
    "the value of a StopIteration": lambda x: with_attribute(StopIteration("m"), "value", x),
    "the place in a SyntaxError": lambda x: with_attribute(SyntaxError("m"), "offset", x),
    "the number of an OSError": lambda x: with_attribute(OSError("m"), "errno", x),
    "the reason of a UnicodeError": lambda x: with_attribute(
        UnicodeDecodeError("ascii", b"abc", 0, 2, "r"), "object", b"abc" if x else b"abd"
    ),
    "an attribute": lambda x: with_attribute(ValueError("m"), "more", x),
    "a slot": lambda x: with_attribute(Slotted("m"), "inside", x),
}


@pytest.mark.parametrize("name", SEEN)
def test_all_that_can_be_seen_of_a_declared_exception_is_part_of_the_output(name):
    make = SEEN[name]
    first, second = Raised.of(make(0)), Raised.of(make(1))
    assert first == Raised.of(make(0))
    assert first != second
    if type(make(0)) is type(make(1)):
        assert difference(make) == 1


def test_the_cause_and_the_context_of_a_declared_exception_are_no_part_of_the_output():
    def ends(x):
        try:
            raise KeyError(x)
        except KeyError as error:
            raise ValueError("m") from error

    m = Mechanism(program(raises=ValueError)(ends), [0, 1], adjacency.all_pairs())
    assert m.total_variation() == 0


def test_an_object_of_an_exception_that_cannot_be_compared_is_refused():
    def ends(x):
        return object().nothing

    with pytest.raises(InvalidType, match="the declared exception AttributeError holds"):
        program(raises=AttributeError)(ends).distribution(0)


def test_the_errors_of_assay_are_never_outputs():
    with pytest.raises(InvalidValue, match="is not in"):
        program(raises=ValueError)(lambda: flip(2)).distribution()


@pytest.mark.parametrize("error", [SystemExit(0), SystemExit("bye"), GeneratorExit()])
def test_the_end_of_the_interpreter_is_no_output(error):
    def ends(x):
        flip("1/2")
        raise error

    with pytest.raises(ExitRefused, match=type(error).__name__):
        program(ends).distribution(0)


def test_an_interrupt_stops():
    def interrupted(x):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        program(interrupted).distribution(0)


@pytest.mark.parametrize(
    ("raises", "error"),
    [
        (3, InvalidType),
        ("ValueError", InvalidType),
        ([int], InvalidType),
        (SystemExit, InvalidType),
        (KeyboardInterrupt, InvalidType),
        (Exception, InvalidValue),
        ((ValueError, AssayError), InvalidValue),
    ],
)
def test_bad_declarations(raises, error):
    with pytest.raises(error, match="raises"):
        declared(raises)


def test_declared_by_name():
    assert declared_by_name(["ValueError", "json.JSONDecodeError"])[0] is ValueError
    for name in ("Valueerror", "no.such", "", ".", "json."):
        with pytest.raises(InvalidValue, match="names no exception"):
            declared_by_name([name])
    with pytest.raises(InvalidType, match="give exception classes"):
        declared_by_name(["print"])


FILE = """
import assay
from assay import Dist, Mechanism, adjacency, flip

def ends(x):
    {body}

m = Mechanism({made}, [0, 1], adjacency.all_pairs())
"""

BODIES = {
    "exit": "flip('1/2'); sys.exit(0)",
    "typo": "flip('1/2'); return undefined",
    "first": "return undefined",
    "error": "raise ValueError('x')",
}


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("made", ["assay.program(ends)", "lambda x: ends(x)"])
def test_a_program_that_ends_badly_has_no_verdict(tmp_path, body, made):
    path = tmp_path / "ends.py"
    path.write_text(
        FILE.format(
            body=BODIES[body].replace("flip('1/2'); ", "" if "lambda" in made else "flip('1/2'); "), made=made
        )
    )
    done = run("audit", str(path), "--epsilon", "1")
    assert done.status == 2
    assert done.out == ""
    assert "verified" not in done.err.lower()


def test_the_command_line_declares_exceptions(tmp_path):
    path = tmp_path / "declares.py"
    path.write_text(FILE.format(body="raise ValueError(f'{flip(\"1/2\")}')", made="assay.program(ends)"))
    assert run("audit", str(path), "--epsilon", "0", "--raises", "ValueError").status == 0
    assert run("audit", str(path), "--epsilon", "0", "--raises", "KeyError").status == 2
    assert run("audit", str(path), "--epsilon", "0", "--raises", "Nothing").status == 2


def test_a_file_that_ends_the_interpreter_when_it_is_loaded(tmp_path):
    path = tmp_path / "leaves.py"
    path.write_text("import sys\nsys.exit(0)\n")
    done = run("audit", str(path), "--epsilon", "1")
    assert done.status == 2
