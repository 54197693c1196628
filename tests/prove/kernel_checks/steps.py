"""Steps as the tables write them: a constructor for each rule, with its premises and arguments."""

from __future__ import annotations

from dataclasses import dataclass, field

from assay.prove import Theorem, infer


@dataclass(frozen=True)
class Step:
    """A step of a proof; of one that is to be refused, `says` is part of the reason, if that matters."""

    rule: str
    claim: str
    arguments: dict[str, object] = field(default_factory=dict)
    premises: tuple[Step, ...] = ()
    says: str | None = None

    def made(self) -> Theorem:
        """The theorem."""
        return infer(self.rule, self.claim, self.arguments, [p.made() for p in self.premises])


def direct(claim: str, *premises: Step) -> Step:
    """What is seen at once."""
    return Step("direct", claim, {}, premises)


def absurd(claim: str, premise: Step) -> Step:
    """Anything, from something false."""
    return Step("absurd", claim, {}, (premise,))


def sturm(claim: str) -> Step:
    """A polynomial of one variable, by counting roots."""
    return Step("sturm", claim)


def combine(claim: str, **arguments: object) -> Step:
    """A combination of `terms` and `zeros`, over a `multiplier`."""
    return Step("combine", claim, arguments)


def monotone(claim: str, end: str, premise: Step, says: str | None = None) -> Step:
    """In x, by the slope and the value at an end."""
    return Step("monotone", claim, {"variable": "x", "end": end}, (premise,), says)


def concave(claim: str, premise: Step, says: str | None = None) -> Step:
    """In x, by the second derivative and the values at both ends."""
    return Step("concave", claim, {"variable": "x"}, (premise,), says)


def interval(claim: str, boxes: int, bits: int = 64, says: str | None = None) -> Step:
    """By subdivision."""
    return Step("interval", claim, {"boxes": str(boxes), "bits": str(bits)}, (), says)


def apply(claim: str, function: str, premise: Step, exponent: str | None = None) -> Step:
    """A growing function on both sides."""
    more = {} if exponent is None else {"exponent": exponent}
    return Step("apply", claim, {"function": function, **more}, (premise,))


def powers(claim: str, base: str, first: str, second: str, *premises: Step) -> Step:
    """base^first base^second = base^(first + second)."""
    return Step("powers", claim, {"base": base, "first": first, "second": second}, premises)


def extreme(claim: str, of: str) -> Step:
    """What a minimum or maximum is."""
    return Step("extreme", claim, {"of": of})


def instantiate(claim: str, premise: Step, **terms: str) -> Step:
    """The premise with terms for its variables."""
    return Step("instantiate", claim, {"terms": terms} if terms else {}, (premise,))


def cases(claim: str, on: str, holds: Step, fails: Step) -> Step:
    """Where a comparison holds, and where it fails."""
    return Step("cases", claim, {"on": on}, (holds, fails))


def induction(claim: str, start: Step, step: Step, says: str | None = None) -> Step:
    """On n."""
    return Step("induction", claim, {"variable": "n"}, (start, step), says)


def unfold(claim: str, whole: str, end: str | None = None) -> Step:
    """A sum without its last (or first) term."""
    return Step("unfold", claim, {"sum": whole} if end is None else {"sum": whole, "end": end})


def termwise(claim: str, premise: Step, says: str | None = None) -> Step:
    """Two sums over one range, by their terms."""
    return Step("termwise", claim, {}, (premise,), says)


def telescope(claim: str, whole: str, g: str, op: str | None = None) -> Step:
    """A sum whose terms are differences of g, by a premise that is seen at once."""
    more = {} if op is None else {"op": op}
    return Step("telescope", claim, {"sum": whole, "g": g, **more}, (TRUE,))


TRUE = direct("1 <= 2")

CLASH = combine(
    "for x in (0, 1) where x*(x - 1) >= 0: 0 > 0",
    terms=[{"factors": ["x*(x - 1)"]}, {"factors": ["x", "1 - x"]}],
)
"""A condition that never holds, so that anything follows from it."""
