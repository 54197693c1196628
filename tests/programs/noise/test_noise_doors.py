"""State, ends and code without a text: what else might let a program say something that is not so."""

import builtins
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction

import pytest

from assay import EPS, Dist, adjacency, flip, number, program
from assay.decide import OutsideClass, SymbolicMechanism, decide, geometric, laplace
from assay.errors import AssayError, NondeterministicProgram
from assay.programs.ends import ExitRefused, Raised
from assay.programs.noise import allowed
from assay.programs.noise.swallowed import Exceptions


def read(body, domain=(0, 1)):
    return SymbolicMechanism(body, domain, adjacency.all_pairs())


KEPT: list[object] = []
MODE = 0


def remembers(q):
    KEPT.append(0)
    return len(KEPT) if q + geometric(EPS) > 0 else 0


def keeps_a_noisy_value(q):
    value = q + geometric(EPS)
    if not KEPT:
        KEPT.append(value)
    return KEPT[0]


def sets_a_global(q):
    global MODE
    MODE += 1
    return MODE if q + geometric(EPS) > 0 else 0


def changes_itself(q):
    changes_itself.calls = [q]
    return q + geometric(EPS)


def grows_a_default(q, seen=[]):  # noqa: B006
    seen.append(q)
    return len(seen) > 90 and q + geometric(EPS) > 0


class Once:
    def __init__(self):
        self.n = 0

    def __call__(self, q):
        self.n += 1
        return q if self.n % 100 == 0 else geometric(EPS)


@dataclass(frozen=True)
class Plain:
    value: object


STATEFUL = [remembers, keeps_a_noisy_value, sets_a_global, changes_itself, grows_a_default, Once()]


@pytest.mark.parametrize("body", STATEFUL, ids=lambda b: getattr(b, "__name__", "Once"))
def test_what_a_run_changes_is_named(body):
    KEPT.clear()
    with pytest.raises(NondeterministicProgram, match="a run changes"):
        read(body)


def test_a_replay_that_differs_is_refused(monkeypatch):
    """Also where no snapshot shows it."""
    monkeypatch.setattr("assay.programs.state.Snapshot.changed", lambda self: None)
    KEPT.clear()
    with pytest.raises(NondeterministicProgram, match=r"on replay|drawn in another run"):
        read(remembers)
    KEPT.clear()
    with pytest.raises((NondeterministicProgram, OutsideClass)):
        read(keeps_a_noisy_value)


def draws_more_each_time(q):
    KEPT.append(0)
    return sum([geometric(EPS) > q for _ in range(1 + len(KEPT) // 3)])


def test_a_replay_with_another_number_of_draws_is_refused(monkeypatch):
    monkeypatch.setattr("assay.programs.state.Snapshot.changed", lambda self: None)
    KEPT.clear()
    with pytest.raises(NondeterministicProgram, match=r"choices|choice"):
        read(draws_more_each_time)


class Bare:
    pass


class Barer(Bare):
    pass


def test_a_text_beside_a_class_without_a_text_is_read():
    assert decide(read(lambda q: (f"{q + 0 * len([Bare()])}"[:0], q + geometric(EPS))), EPS).holds
    assert "__repr__" not in vars(Bare)


def written(value):
    return f"{value}"


def test_a_text_of_an_address_that_is_swallowed_is_refused():
    def swallows(q):
        try:
            return written(Bare() if q else 1)
        except BaseException:
            return q + geometric(EPS)

    with pytest.raises((OutsideClass, NondeterministicProgram), match="address"):
        read(swallows)


def test_the_text_of_an_address_is_refused_by_the_class_itself(monkeypatch):
    """Where the names in the code do not tell."""
    monkeypatch.setattr("assay.programs.reach.Reach.check", lambda self, *words: None)

    def shows(q):
        try:
            return written(Bare() if q else 1)
        except BaseException:
            return q + geometric(EPS)

    with pytest.raises(OutsideClass, match="shows its address"):
        read(shows)


def test_addresses_are_refused():
    for body in (
        lambda q: str(Bare())[-3] == "f" and q + geometric(EPS) > 0,
        lambda q: f"{Bare()}"[-3] == "f" and q + geometric(EPS) > 0,
        lambda q: list(map(repr, [Bare()])),
        lambda q: "%s" % Bare(),  # noqa: UP031
        lambda q: f"{[Bare()]!r}",
        lambda q: str(Barer())[-3],
        lambda q: hash(Bare()) % 2,
        lambda q: repr(object()),
    ):
        with pytest.raises((OutsideClass, NondeterministicProgram), match=r"address|object"):
            read(body)
    assert decide(read(lambda q: (Bare() is None, q + geometric(EPS) > 0)), EPS).holds


def test_clocks_are_refused():
    import time

    with pytest.raises(AssayError):
        read(lambda q: q + geometric(EPS) > time.time_ns())


def compiled(text, **names):
    """A function without a text at hand."""
    table = {"geometric": geometric, "EPS": EPS, **names}
    exec(text, table)
    return table["f"]


def test_functions_without_a_text_are_checked_by_their_code():
    m = read(compiled("def f(q): return q + geometric(EPS)"))
    assert decide(m, EPS).holds
    for text in (
        "def f(q): return type(q + geometric(EPS)).__name__",
        "def f(q): return (lambda v: v is q)(q + geometric(EPS))",
        "def f(q):\n    import json\n    return json.dumps([q + geometric(EPS)], default=str)",
        "def f(q):\n    class C:\n        def __del__(self): pass\n    return q + geometric(EPS)",
        "def f(q): return [g(q + geometric(EPS)) for g in (id, type)]",
        "def f(q): return look(q + geometric(EPS)).__name__",
    ):
        with pytest.raises(OutsideClass, match="line"):
            read(compiled(text, look=type))


def test_builtins_that_are_not_pythons_are_refused(monkeypatch):
    with pytest.raises(OutsideClass, match="abs"):
        read(
            compiled("def f(q): return str(abs(q + geometric(EPS)))", __builtins__={"abs": type, "str": str})
        )
    body = compiled("def f(q): return abs(q + geometric(EPS)) is None")
    monkeypatch.setattr(builtins, "abs", type)
    with pytest.raises(OutsideClass, match="abs"):
        read(body)


def test_methods_that_only_look_generated_are_checked():
    table: dict[str, object] = {}
    exec("def __eq__(self, other): return type(other).__name__ == 'int'", table)
    kind = dataclass(frozen=True, eq=False)(type("Kind", (), {"__eq__": table["__eq__"], "__hash__": None}))
    made = kind()
    with pytest.raises(OutsideClass, match=r"type\(other\) is asked of a noisy value"):
        read(lambda q: made == q + geometric(EPS))
    assert decide(read(lambda q: Plain(q + geometric(EPS)) == Plain(0)), EPS).holds


def test_exact_numbers_ask_a_noisy_value_for_its_class():
    one, half = number(1), Dist.bernoulli("1/2")
    for body in (
        lambda q: one == q + geometric(EPS),
        lambda q: one < q + geometric(EPS),
        lambda q: one + geometric(EPS),
        lambda q: q + geometric(EPS) == EPS,
        lambda q: half.probability(q + geometric(EPS)),
        lambda q: flip(q + geometric(EPS)),
        lambda q: Dist({0: "1/2", q + geometric(EPS): "1/2"}),
    ):
        with pytest.raises(OutsideClass):
            read(body)


def above(q):
    if q + geometric(EPS) > 0:
        raise ValueError("high")
    return 0


def ends_early(q):
    if q + laplace(EPS) > 0:
        raise SystemExit(0)
    return 0


def divides(q):
    return 1 // 0 if q + geometric(EPS) > 0 else 0


def asks_for_bits(q):
    return int.bit_length(q + geometric(EPS))


def test_an_exception_is_an_error_with_its_path():
    with pytest.raises(ZeroDivisionError) as caught:
        read(divides)
    (note,) = caught.value.__notes__
    assert note == "raised by program divides(0) after a draw of rate 1 eps, a comparison that fails"
    with pytest.raises(ValueError, match="high"):
        read(above)
    with pytest.raises(TypeError, match="bit_length"):
        read(asks_for_bits)


def test_a_declared_exception_is_an_output():
    m = read(program(raises=ValueError)(above))
    assert set(m.row(0)) == {0, Raised("ValueError", "high")}
    assert decide(m, EPS).holds
    assert not decide(m, EPS * Fraction(9, 10)).holds


def test_a_declared_exception_that_the_noise_may_have_caused_is_refused():
    with pytest.raises(OutsideClass, match="bit_length"):
        read(program(raises=TypeError)(asks_for_bits))


def test_the_end_of_the_interpreter_is_an_error():
    with pytest.raises(ExitRefused):
        read(ends_early)


def test_what_the_program_raises_itself_may_be_caught():
    def body(q):
        try:
            if q + geometric(EPS) > 0:
                raise TypeError("mine")
        except TypeError as error:
            return str(error)
        return "low"

    assert set(read(body).row(0)) == {"mine", "low"}


@contextmanager
def nothing_noted(codes, guards):
    yield Exceptions()


def test_a_refusal_is_remembered_by_the_run_itself(monkeypatch):
    """Not by the trace function alone, which a handler in C would be hidden from."""
    monkeypatch.setattr("assay.programs.noise.paths.noted", nothing_noted)

    def swallowed(q):
        try:
            return (q + geometric(EPS)) * geometric(EPS) > 0
        except TypeError:
            return q

    with pytest.raises(OutsideClass, match="multiplied"):
        read(swallowed)


def test_without_the_list_the_traces_and_the_hooks_still_refuse(monkeypatch):
    """Two defences: what raises in C is seen by the trace function even where its name was let in."""

    def swallowed(q):
        try:
            return int.__add__(q + geometric(EPS), 1)
        except TypeError:
            return q

    monkeypatch.setattr(allowed, "DUNDERS", allowed.DUNDERS | {"__add__"})
    with pytest.raises(OutsideClass, match="goes on after TypeError"):
        read(swallowed)
