"""The parts of the table of a survey, what is wrong first."""

from __future__ import annotations

from dataclasses import dataclass

from .row import OPEN, Row, Verdict


@dataclass(frozen=True)
class Section:
    """A part of the table: its title, its verdicts, and whether it holds what is off by rounding only.

    kind: one word for what stands here.
    """

    title: str
    kind: str
    verdicts: frozenset[Verdict]
    rounding: bool | None = None

    def holds(self, row: Row) -> bool:
        """Whether a row belongs here."""
        return row.verdict in self.verdicts and self.rounding in (None, row.rounding)


DISTRIBUTIONS = frozenset({Verdict.DISTRIBUTION_DIFFERS, Verdict.PRIVATE, Verdict.DIFFERS})

SECTIONS = (
    Section(
        "UNSOUND: the claim is on the wrong side of the truth",
        "unsound",
        frozenset({Verdict.UNSOUND}),
        False,
    ),
    Section("Answers where there is none to give", "unsound", frozenset({Verdict.ANSWERS_WRONGLY})),
    Section("Not the distribution or the number that is promised", "differs", DISTRIBUTIONS, False),
    Section(
        "UNSOUND by rounding only (off by less than 2^-40 of the truth)",
        "by rounding",
        frozenset({Verdict.UNSOUND}),
        True,
    ),
    Section(
        "Not the distribution or the number that is promised, by rounding only",
        "by rounding",
        DISTRIBUTIONS,
        True,
    ),
    Section("Open: no verdict", "open", OPEN | {Verdict.MISSING}),
    Section(
        "Not refuted: samples, or a lower bound of the truth, do not contradict what is promised",
        "not refuted",
        frozenset({Verdict.NOT_REFUTED}),
    ),
    Section("Refuses where there is an answer", "refused", frozenset({Verdict.REFUSES_WRONGLY})),
    Section(
        "Sound",
        "sound",
        frozenset(
            {Verdict.LOOSE, Verdict.TIGHT, Verdict.DISTRIBUTION, Verdict.PRIVATE_AS_CLAIMED, Verdict.REFUSES}
        ),
    ),
)
