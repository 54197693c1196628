"""Theorems: statements that followed by the rules, and the certificates that say how.

`infer` is the only maker of theorems. A certificate is JSON data:

    {"format": "assay-certificate/1", "claim": STATEMENT,
     "steps": [{"claim": STATEMENT, "rule": NAME, "with": {...}, "from": [earlier steps]}, ...]}

The last step proves the claim. `check` reads a certificate and runs every step again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module  # for what writes certificates, which is no part of a proof
from typing import NoReturn
from weakref import WeakSet

from assay.errors import AssayError, InvalidType
from assay.prove.facts import Facts, Rejected
from assay.prove.reading import read
from assay.prove.rules import RULES, Arguments
from assay.prove.statement import Context, Statement
from assay.prove.work import limited

FORMAT = "assay-certificate/1"
FAILURES = (AssayError, RecursionError, ArithmeticError, MemoryError, ValueError)


class Theorem:
    """A statement that the rules have proved. Only `infer` and `check` make one; it cannot be changed."""

    __slots__ = ("__weakref__", "arguments", "premises", "rule", "statement")
    statement: Statement
    rule: str
    arguments: Arguments
    premises: tuple[Theorem, ...]

    def __init__(self) -> None:
        raise InvalidType("Theorem: a theorem is made by a rule; call prove(...), infer(...) or check(...)")

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise InvalidType(f"Theorem: {name} cannot be changed")

    def __delattr__(self, name: str) -> NoReturn:
        raise InvalidType(f"Theorem: {name} cannot be removed")

    def __str__(self) -> str:
        return str(self.statement)

    def __repr__(self) -> str:
        return f"Theorem({str(self.statement)!r})"

    def __reduce__(self) -> tuple[Callable[[object], Theorem], tuple[object]]:
        return check, (self.to_json(),)

    def to_json(self) -> dict[str, object]:
        """The certificate."""
        return import_module("assay.prove.stored").certificate(self)  # type: ignore[no-any-return]


def _mint() -> Callable[[str, str, Mapping[str, object], Sequence[Theorem]], Theorem]:
    """Make `infer`; the register of genuine theorems is reachable from nowhere else."""
    genuine: WeakSet[Theorem] = WeakSet()

    def infer(rule: str, claim: str, arguments: Mapping[str, object], premises: Sequence[Theorem]) -> Theorem:
        """Apply one rule.

        Raises:
            Rejected: the claim does not follow by this rule from these premises.
        """
        try:
            goal, given, used = read(_text(claim)), _copy(arguments), tuple(premises)
        except RecursionError:
            raise Rejected(f"{rule}: the step is nested too deeply") from None
        for p in used:
            if type(p) is not Theorem or p not in genuine:
                raise Rejected(f"premise: {p!r} was not made by a rule")
        with limited():
            _apply(rule, goal, given, [p.statement for p in used])
        made: Theorem = object.__new__(Theorem)
        for name, value in zip(Theorem.__annotations__, (goal, rule, given, used), strict=True):
            object.__setattr__(made, name, value)
        genuine.add(made)
        return made

    return infer


infer = _mint()


def _apply(rule: str, goal: Statement, arguments: Arguments, premises: Sequence[Statement]) -> None:
    if rule not in RULES:
        raise Rejected(f"rule: there is no rule {rule!r}; the rules are {', '.join(sorted(RULES))}")
    check_step, least, names = RULES[rule]
    if unknown := sorted(set(arguments) - set(names)):
        raise Rejected(f"{rule}: unknown argument {unknown[0]!r}; it takes {', '.join(names) or 'none'}")
    if len(premises) < least:
        raise Rejected(f"{rule}: needs {least} premises; {len(premises)} given")
    try:
        _require_sound_conditions(goal.context)
        check_step(goal, arguments, Facts(goal.context, tuple(premises)))
    except Rejected as error:
        raise Rejected(f"{rule}: {error}") from None
    except FAILURES as error:
        raise Rejected(f"{rule}: {type(error).__name__}: {error}") from error


def _require_sound_conditions(where: Context) -> None:
    """Each side condition is defined, given the ranges and the conditions before it.

    Otherwise a condition such as `log(x) < 0` would quietly restrict x, and a reader might overlook it.
    """
    for k, condition in enumerate(where.conditions):
        Facts(Context(where.ranges, where.conditions[:k])).require_defined(condition.left, condition.right)


def _copy(data: Mapping[str, object]) -> Arguments:
    """Arguments are text, lists and maps of text."""
    return {_text(k): _plain(v) for k, v in data.items()}


def _plain(v: object) -> object:
    if isinstance(v, Mapping):
        return _copy(v)
    if isinstance(v, (list, tuple)):
        return [_plain(x) for x in v]
    return _text(v)


def _text(v: object) -> str:
    if not isinstance(v, str):
        value = "a number" if isinstance(v, int) else repr(v)  # a long number has no text
        raise Rejected(f"certificate: {value} is a {type(v).__name__}; values are written as text")
    return v


def check(certificate: object) -> Theorem:
    """Validate a certificate with the rules alone, and give the theorem it proves.

    Raises:
        Rejected: the certificate is not one, or a step does not follow.
    """
    data = _fields(certificate, {"format", "claim", "steps"}, "certificate")
    given, claim, steps = _text(data["format"]), _text(data["claim"]), data["steps"]
    if given != FORMAT:
        raise Rejected(f"certificate: format {given!r} is not {FORMAT!r}")
    if not isinstance(steps, list) or not steps:
        raise Rejected("certificate: no steps")
    done: list[Theorem] = []
    for number, step in enumerate(steps):
        try:
            done.append(_replay(_fields(step, {"claim", "rule", "with", "from"}, "step"), done))
        except FAILURES as error:
            raise Rejected(f"step {number}: {error}") from None
    if str(done[-1]) != claim:
        raise Rejected(f"certificate: claims {claim!r}, but its last step proves {done[-1]}")
    return done[-1]


def _replay(step: Mapping[str, object], done: Sequence[Theorem]) -> Theorem:
    source, arguments = step["from"], step["with"]
    if not isinstance(source, list) or not isinstance(arguments, Mapping):
        raise Rejected("'from' is a list of steps and 'with' a map")
    if any(type(k) is not int or not 0 <= k < len(done) for k in source):
        raise Rejected(f"'from' is {source!r}; it lists earlier steps")
    return infer(_text(step["rule"]), _text(step["claim"]), arguments, [done[k] for k in source])


def _fields(data: object, names: set[str], what: str) -> Mapping[str, object]:
    if not isinstance(data, Mapping) or set(data) != names:
        found = (
            sorted(k for k in data if isinstance(k, str))
            if isinstance(data, Mapping)
            else type(data).__name__
        )
        raise Rejected(f"{what}: needs exactly the fields {sorted(names)}; found {found}")
    return data
