"""A second checker of certificates, which shares no code with the proof kernel.

It reads a certificate by a reader of its own, and confirms every step by sympy: identities by expanding,
derivatives by `diff`, polynomials by counting roots, intervals by exact rationals and mpmath. It says of each
step that it is confirmed, wrong, or not settled, and passes a certificate only if all are confirmed.

    from assay.prove import reports
    (report,) = reports(certificate, "sympy")
    report.finding, report.exit_status
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from assay.prove.findings import Finding, Report, Step
from assay.prove.sympy_checker import algebraic, analytic, functional, logical
from assay.prove.sympy_checker.arguments import Move
from assay.prove.sympy_checker.claims import Claim, Setting, Unsettled, Wrong, read_claim
from assay.prove.sympy_checker.points import refutation
from assay.prove.sympy_checker.world import World

FORMAT = "assay-certificate/1"
RULES: dict[str, tuple[Callable[[Move], None], frozenset[str]]] = {
    "direct": (algebraic.direct, frozenset()),
    "absurd": (algebraic.absurd, frozenset()),
    "sturm": (algebraic.sturm, frozenset()),
    "combine": (algebraic.combine, frozenset({"multiplier", "terms", "zeros"})),
    "monotone": (analytic.monotone, frozenset({"variable", "end"})),
    "concave": (analytic.concave, frozenset({"variable"})),
    "interval": (analytic.interval, frozenset({"boxes", "bits"})),
    "apply": (functional.apply, frozenset({"function", "exponent"})),
    "powers": (functional.powers, frozenset({"base", "first", "second"})),
    "extreme": (functional.extreme, frozenset({"of"})),
    "instantiate": (logical.instantiate, frozenset({"terms"})),
    "cases": (logical.cases, frozenset({"on"})),
    "induction": (logical.induction, frozenset({"variable"})),
    "unfold": (functional.unfold, frozenset({"sum", "end"})),
    "termwise": (functional.termwise, frozenset()),
    "telescope": (functional.telescope, frozenset({"sum", "g", "op"})),
}

__all__ = ["RULES", "Finding", "Report", "Step", "check", "checked"]


def check(certificate: object) -> Report:
    """What sympy says of every step of a certificate."""
    try:
        claim, steps = _opened(certificate)
    except Wrong as error:
        return Report("", (Step(0, "", "", Finding.WRONG, str(error)),), "sympy")
    found: list[Step] = []
    done: list[Claim | None] = []
    for number, step in enumerate(steps):
        one, read = checked(number, step, done)
        found.append(one)
        done.append(read)
    if not _proves(claim, found, done):
        found.append(Step(len(found), "", claim, Finding.WRONG, "the last step proves another claim"))
    return Report(claim, tuple(found), "sympy")


def _proves(claim: str, found: list[Step], done: list[Claim | None]) -> bool:
    """Whether the last step is about this claim: in the same words, or as it is read."""
    try:
        return bool(found) and (found[-1].claim == claim or done[-1] == read_claim(claim))
    except (Wrong, RecursionError):
        return False


def _opened(certificate: object) -> tuple[str, list[object]]:
    """The claim and the steps."""
    if not isinstance(certificate, Mapping) or set(certificate) != {"format", "claim", "steps"}:
        raise Wrong("no certificate: it needs exactly the fields format, claim and steps")
    claim, steps = certificate["claim"], certificate["steps"]
    if certificate["format"] != FORMAT or not isinstance(claim, str) or not isinstance(steps, list):
        raise Wrong(f"no certificate of the format {FORMAT}")
    return claim, steps


def checked(number: int, step: object, done: list[Claim | None]) -> tuple[Step, Claim | None]:
    """The answer on one step after earlier claims, and its own claim if it can be read."""
    rule = text = ""
    claim: Claim | None = None
    try:
        rule, text, arguments, premises = _fields(step, done)
        claim = read_claim(text)
        _check_step(rule, Move(claim, arguments, premises))
    except Wrong as error:
        return Step(number, rule, text, Finding.WRONG, str(error)), claim
    except Exception as error:  # whatever sympy raises, the step is not settled
        why = str(error) if isinstance(error, Unsettled) else f"{type(error).__name__}: {error}"
        return _unsettled(Step(number, rule, text, Finding.UNSETTLED, why), claim), claim
    at = refutation(claim)
    if at is not None:
        return Step(number, rule, text, Finding.WRONG, _place(at)), claim
    return Step(number, rule, text, Finding.CONFIRMED), claim


def _unsettled(step: Step, claim: Claim | None) -> Step:
    """A step that is not settled is wrong if its claim is false at a point."""
    at = None if claim is None else refutation(claim)
    return step if at is None else Step(step.number, step.rule, step.claim, Finding.WRONG, _place(at))


def _place(at: Mapping[str, object]) -> str:
    return f"the claim fails at {', '.join(f'{n} = {x}' for n, x in at.items()) or 'its only point'}"


def _fields(
    step: object, done: list[Claim | None]
) -> tuple[str, str, Mapping[str, object], tuple[Claim, ...]]:
    """Rule, claim, arguments and premises of a step."""
    if not isinstance(step, Mapping) or set(step) != {"claim", "rule", "with", "from"}:
        raise Wrong("no step: it needs exactly the fields claim, rule, with and from")
    rule, claim, arguments, source = step["rule"], step["claim"], step["with"], step["from"]
    if not isinstance(rule, str) or not isinstance(claim, str) or not isinstance(arguments, Mapping):
        raise Wrong("no step: rule and claim are text, and with is a map")
    if rule not in RULES:
        raise Wrong(f"there is no rule {rule!r}")
    if not set(arguments) <= RULES[rule][1]:
        raise Wrong(f"{rule} takes {', '.join(sorted(RULES[rule][1])) or 'nothing'}")
    if not isinstance(source, list) or any(type(k) is not int or not 0 <= k < len(done) for k in source):
        raise Wrong(f"{source!r} does not list earlier steps")
    premises = [done[k] for k in source]
    if any(p is None for p in premises):
        raise Wrong("a premise is no claim")
    return rule, claim, arguments, tuple(p for p in premises if p is not None)


def _check_step(rule: str, move: Move) -> None:
    """The conditions have values, each under those before it; and the step follows by its rule."""
    setting = move.claim.setting
    for k, c in enumerate(setting.conditions):
        World(Setting(setting.domains, setting.conditions[:k])).define(c.left, c.right)
    RULES[rule][0](move)
