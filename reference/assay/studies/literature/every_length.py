"""The literature for every length: programs over streams, decided beside what was published."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ...decide import EVERY_COUNT, ProvedForEveryLength, Stream
from ...decide.lengths.certificate import AlignmentCertificate
from ...dp import Undecided, Verdict
from ...exact import EPS
from ...outputs.tables import table
from .programs.streams import above_threshold as above
from .programs.streams import noisy_ranges as ranges
from .programs.streams import sums
from .programs.streams import values_at_crossings as values

NANOSECONDS = 1_000_000_000


@dataclass(frozen=True)
class LengthRow:
    """A program, on which neighbours, with which claim c*eps; and what was published, with its seconds."""

    name: str
    program: Callable[..., Any]
    published: str
    multiple: Fraction = Fraction(1)
    neighbours: str = "all differ by 1"
    parameters: Mapping[str, Any] = field(default_factory=dict)
    heavy: bool = False


ONE = "one differs by 1"
SAME_WAY = "all move the same way by at most 1"
EVERY: Mapping[str, Any] = {"c": EVERY_COUNT}

ROWS = (
    LengthRow("SVT1", above.svt1, "proved (CheckDP)"),
    LengthRow("SVT1 c=2", above.svt1, "proved (CheckDP)", parameters={"c": 2}),
    LengthRow("SVT2 c=2", above.svt2, "proved"),
    LengthRow("SVT3", values.svt3, "refuted (CheckDP)"),
    LengthRow("SVT3 binned", values.svt3_binned, "refuted for 5 answers (DiPC)"),
    LengthRow("SVT4", above.svt4, "refuted (CheckDP)"),
    LengthRow("SVT5", above.svt5, "refuted (CheckDP)"),
    LengthRow("SVT6", above.svt6, "refuted (CheckDP)"),
    LengthRow("NumericSparse", values.numeric, "proved, weight 7/4", Fraction(7, 4)),
    LengthRow("NumSVT", values.num_svt, "proved (CheckDP)"),
    LengthRow("NumSVT c=2", values.num_svt, "proved (CheckDP)", parameters={"c": 2}),
    LengthRow("GapSVT", values.gap, "proved (CheckDP)"),
    LengthRow("BadGapSVT", values.bad_gap, "refuted (CheckDP)"),
    LengthRow("AdaptiveSVT", above.adaptive, "proved (CheckDP)"),
    LengthRow("SVT1 every c", above.svt1, "proved (CheckDP)", parameters=EVERY),
    LengthRow("SVT2 every c", above.svt2, "proved", parameters=EVERY),
    LengthRow("SVT4 every c", above.svt4, "refuted", parameters=EVERY),
    LengthRow("NumSVT every c", values.num_svt, "proved (CheckDP)", parameters=EVERY),
    LengthRow("BadNumSVT every c", values.bad_num_svt, "refuted", parameters=EVERY),
    LengthRow("GapSVT every c", values.gap_svt, "proved (CheckDP)", parameters=EVERY),
    LengthRow("AdaptiveSVT every c", above.adaptive_svt, "proved (CheckDP)", parameters=EVERY),
    LengthRow("BadAdaptiveSVT", above.adaptive_overspent, "refuted (CheckDP)"),
    LengthRow(
        "MonotoneSVT every c", above.monotone_svt, "proved (CheckDP)", neighbours=SAME_WAY, parameters=EVERY
    ),
    LengthRow(
        "MonotoneGapSVT every c",
        values.monotone_gap,
        "proved (CheckDP)",
        neighbours=SAME_WAY,
        parameters=EVERY,
    ),
    LengthRow("NoisyMax1", sums.argmax, "proved (ShadowDP)"),
    LengthRow("NoisyMax2", sums.argmax_exponential, "proved"),
    LengthRow("NoisyMax3", sums.maximum, "refuted"),
    LengthRow("NoisyMax4", sums.maximum_exponential, "refuted"),
    LengthRow("Hist1", sums.histogram, "proved", neighbours=ONE),
    LengthRow("PartialSum", sums.partial_sum, "proved (CheckDP)", neighbours=ONE),
    LengthRow("BadPartialSum", sums.bad_partial_sum, "refuted (CheckDP)", neighbours=ONE),
    LengthRow("SmartSum", sums.smart_sum, "proved (CheckDP)", Fraction(2), ONE),
    LengthRow("BadSmartSum", sums.bad_smart_sum, "refuted (CheckDP)", Fraction(2), ONE),
    LengthRow("PrefixSum", sums.prefix_sum, "proved (CheckDP)", neighbours=ONE),
    LengthRow("NumericRange1", ranges.range_1, "not private"),
    LengthRow("NumericRange2", ranges.range_2, "proved, weight 5/4", Fraction(5, 4)),
    LengthRow("TwoRanges1", ranges.two_ranges_1, "not private"),
    LengthRow("TwoRanges2", ranges.two_ranges_2, "proved, weight 2", Fraction(2)),
    LengthRow("Disclosing", ranges.disclosing, "not private"),
    LengthRow("LeakingCycle", ranges.leaking_cycle, "not private"),
    LengthRow("Ranges m=3", ranges.ranges, "proved, weight 1"),
    LengthRow("Ranges m=10", ranges.ranges, "proved, weight 1, 0.6 s", parameters={"m": 10}, heavy=True),
    LengthRow("Ranges m=65", ranges.ranges, "proved, weight 1, 207 s", parameters={"m": 65}, heavy=True),
    LengthRow("MinMax k=2", ranges.min_max, "proved, weight 1", parameters={"k": 2}),
    LengthRow("MinMax k=3", ranges.min_max, "proved, weight 1", heavy=True),
)


@dataclass(frozen=True)
class LengthEntry:
    """A row with its verdict, and the processor time of both sides."""

    row: LengthRow
    verdict: Verdict
    milliseconds: int

    @property
    def constant(self) -> str:
        """What is known of the smallest c."""
        if isinstance(self.verdict, ProvedForEveryLength):
            certificate = self.verdict.certificate
            if isinstance(certificate, AlignmentCertificate):
                return self.verdict.tightness(certificate.multiple)
        if isinstance(self.verdict, Undecided):
            return "; ".join(f"{name}: {value}" for name, value in self.verdict.known.items())
        growth = self.verdict.to_json().get("needed", [])
        return "; ".join(f"N = {each['length']} needs {each['multiple']}" for each in _listed(growth))

    def to_json(self) -> dict[str, object]:
        """The entry as JSON values."""
        return {
            "program": self.row.name,
            "neighbours": self.row.neighbours,
            "claim": str(self.row.multiple),
            "published": self.row.published,
            "milliseconds": self.milliseconds,
            "constant": self.constant,
            **self.verdict.to_json(),
        }


def _listed(value: object) -> list[dict[str, object]]:
    return value if isinstance(value, list) else []


def chosen_rows(only: str | None = None, *, heavy: bool = True) -> list[LengthRow]:
    """The rows whose name contains `only`."""
    return [
        row for row in ROWS if (heavy or not row.heavy) and (only is None or only.lower() in row.name.lower())
    ]


def decided(rows: list[LengthRow], clock: Callable[[], int] = time.process_time_ns) -> Iterator[LengthEntry]:
    """Decide the rows one by one."""
    for row in rows:
        start = clock()
        stream = Stream(row.program, row.neighbours, **row.parameters)
        verdict = stream.decide(EPS * row.multiple)
        yield LengthEntry(row, verdict, (clock() - start) * 1000 // NANOSECONDS)


def render_lengths(entries: list[LengthEntry]) -> str:
    """The table as text; nothing for no entries."""
    if not entries:
        return ""
    rows = [
        (
            *(e.row.name, e.row.neighbours, f"c = {e.row.multiple}", e.verdict.word),
            *(f"{e.milliseconds} ms", f"{e.constant}  [{e.row.published}]"),
        )
        for e in entries
    ]
    return "\n".join(["for every length and all real answers:", *table(rows, right={4})]) + "\n"
