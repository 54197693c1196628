"""Steps of logic: terms for variables, distinction of cases, induction."""

from __future__ import annotations

from assay.prove.sympy_checker.arguments import ONE, Move, fields, term
from assay.prove.sympy_checker.claims import (
    OPPOSITE,
    Compared,
    Domain,
    Setting,
    Unsettled,
    Wrong,
    read_compared,
)
from assay.prove.sympy_checker.world import World
from assay.symbolic.terms import name, number


def instantiate(move: Move) -> None:
    """The first premise with terms for its variables, which lie in their ranges and meet its conditions."""
    general, here = move.premise(), World(move.claim.setting, move.premises[1:])
    names = [d.name for d in general.setting.domains]
    given = fields(move.arguments.get("terms", {}), *names)
    terms = {n: term(given[n]) if n in given else name(n) for n in names}
    for d in general.setting.domains:
        here.define(terms[d.name])
        if d.whole and not here.is_whole(terms[d.name]):
            raise Unsettled(f"it is not seen that {terms[d.name]} is a whole number")
        for bound in d.bounds():
            here.require(bound.put(terms), f"the range of {d.name}")
    for condition in general.setting.conditions:
        here.require(condition.put(terms), "a condition")
    Move(move.claim, move.arguments, move.premises[1:]).conclude(general.says.put(terms))


def cases(move: Move) -> None:
    """The claim where a comparison holds (first premise), and where it does not (second)."""
    if len(move.premises) < 2:
        raise Wrong("two premises are needed")
    on, setting = read_compared(move.word("on", "")), move.claim.setting
    World(setting).define(on.left, on.right)
    for case in (on, Compared(on.left, OPPOSITE[on.op], on.right)):
        inside = _narrowed(setting.given(case), case)
        if inside is not None:
            World(inside, move.premises).require(move.claim.says, f"the case {case}")


def _narrowed(setting: Setting, case: Compared) -> Setting | None:
    """A case that compares a variable with a number, worked into its range; None if nothing is left."""
    if case.left.op != "name":
        case = case.mirrored
    k, d = case.right.constant(), setting.domain(case.left.name) if case.left.op == "name" else None
    if k is None or d is None or case.op in ("=", "!="):
        return setting
    low, low_open, high, high_open = d.low, d.low_open, d.high, d.high_open
    if case.op in (">", ">=") and (low is None or k > low or (k == low and case.op == ">")):
        low, low_open = k, case.op == ">"
    if case.op in ("<", "<=") and (high is None or k < high or (k == high and case.op == "<")):
        high, high_open = k, case.op == "<"
    try:
        return setting.with_domain(Domain(d.name, d.whole, low, low_open, high, high_open).settled())
    except Wrong:  # no number is left
        return None


def induction(move: Move) -> None:
    """P(n) for all whole n from a on, from P(a), and from P(n + 1) where P(n)."""
    n, setting = move.word("variable", ""), move.claim.setting
    d = setting.domain(n)
    if d is None or not d.whole or d.low is None or d.high is not None:
        raise Wrong(f"{n!r} does not run over all whole numbers from some start")
    if any(n in c.left.names() | c.right.names() for c in setting.conditions):
        raise Unsettled(f"a condition is about {n}")
    says = move.claim.says
    World(setting.without(n), move.premises).require(says.put({n: number(d.low)}), "the start")
    World(setting.given(says), move.premises).require(says.put({n: name(n) + ONE}), "the step")
