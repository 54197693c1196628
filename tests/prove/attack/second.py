"""Every step that the attacks offer to the kernel is offered to the second checker as well."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass

import assay.prove
import tests.prove.attack.certificates as forging
import tests.prove.attack.steps as composing
import tests.prove.random_steps.maker as making
from assay.errors import AssayError
from assay.prove import Theorem, sympy_checker
from assay.prove.claims import statement
from assay.prove.findings import Finding, Step
from assay.prove.sympy_checker.claims import read_claim
from tests.prove.attack.certificates import Forger
from tests.prove.attack.judge import refuted_at
from tests.prove.attack.steps import Attack
from tests.prove.random_steps import step
from tests.prove.random_steps.maker import Maker

SOURCES: dict[str, Callable[[int], None]] = {
    "composed": lambda seed: Attack(seed).run(40),
    "changed": lambda seed: Forger(seed).run(40),
    "random": lambda seed: _random(seed),
}


@dataclass(frozen=True)
class Offer:
    """A step, and whether the kernel accepted it."""

    rule: str
    claim: str
    arguments: Mapping[str, object]
    premises: tuple[str, ...]
    accepted: bool

    def answer(self) -> Step:
        """What the second checker says of the step."""
        places = list(range(len(self.premises)))
        step = {"claim": self.claim, "rule": self.rule, "with": self.arguments, "from": places}
        return sympy_checker.checked(len(places), step, [read_claim(p) for p in self.premises])[0]


def _random(seed: int) -> None:
    maker = Maker(seed)
    for _ in range(2):
        step(maker)


@contextmanager
def recorded() -> Iterator[list[Offer]]:
    """The steps that are offered to the kernel meanwhile."""
    offers: list[Offer] = []
    places = (composing, forging, making)
    true_infer = assay.prove.infer

    def infer(
        rule: str,
        claim: str,
        arguments: Mapping[str, object] | None = None,
        premises: Sequence[Theorem] = (),
    ) -> Theorem:
        accepted = False
        try:
            theorem = true_infer(rule, claim, arguments, premises)
            accepted = True
            return theorem
        finally:
            given = tuple(str(p) for p in premises)
            with suppress(AssayError):  # it may be no statement
                offers.append(Offer(rule, str(statement(claim)), arguments or {}, given, accepted))

    for place in places:
        place.infer = infer  # type: ignore[attr-defined]
    try:
        yield offers
    finally:
        for place in places:
            place.infer = true_infer  # type: ignore[attr-defined]


def offered(source: str, seed: int) -> list[Offer]:
    """The steps that an attack offers to the kernel."""
    with recorded() as offers:
        SOURCES[source](seed)
    return offers


def compared(offers: Sequence[Offer]) -> tuple[Counter[tuple[bool, Finding]], list[str]]:
    """How the two answer the steps, and where they contradict each other or confirm what is false."""
    counts: Counter[tuple[bool, Finding]] = Counter()
    faults: list[str] = []
    for offer in offers:
        answer = offer.answer()
        counts[offer.accepted, answer.finding] += 1
        if offer.accepted and answer.finding is Finding.WRONG:
            faults.append(f"the kernel accepts {offer}, and sympy says: {answer}")
        if answer.finding is Finding.CONFIRMED and not offer.accepted:
            at = refuted_at(statement(offer.claim))
            if at is not None:
                faults.append(f"sympy confirms {offer}, which fails at {at}")
    return counts, faults
