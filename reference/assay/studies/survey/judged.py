"""From a case to findings, one a point: the library is asked, then the truth, then both are compared."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from ...errors import BudgetExceeded, InvalidValue, UndecidedError, UnfinishedProgram
from ...exact import Certified, Log, Number, number
from ...testing.claims import Class, Judgement, Truth, judge
from ...testing.claims.judge import claimed_value
from ...testing.claims.judgement import Bound
from ...testing.claims.values import Real, text, truth_argument
from .agreement import entries_finding, is_rounding, relative, value_finding
from .case import Calibration, Case, Claims, Definition, Point, Probabilities, Samples
from .row import Finding, Verdict
from .sampling import judged_samples
from .witness import claim_witness

LONGEST = 120
"""Characters of an answer that are kept."""

Told = Callable[[str], None]
"""Called with what the library answered, before the truth is computed."""

Define = Callable[[Mapping[str, Any]], Definition]
"""From the exact parameters to the mechanism as data."""


def points_of(case: Case) -> Sequence[Point]:
    """The points of a case; a sampler is one point."""
    if isinstance(case, Samples):
        return [case.parameters]
    if isinstance(case, Claims | Calibration | Probabilities):
        return case.points
    raise InvalidValue(f"{type(case).__name__} is no case; use Claims, Calibration, Samples or Probabilities")


def tests_of(case: Case) -> int:
    """How many tests with a rate of false alarms a case makes at most."""
    if not isinstance(case, Samples) or case.route != "blackbox":
        return 0
    return len(case.domain) * (case.distribution is not None) + len(case.domain) ** 2 * (
        (case.epsilon is not None) + (case.rho is not None)
    )


def judged(case: Case, point: Point, answered: Told = lambda _: None) -> Finding:
    """The finding at one point; whatever the library does short of ending the process is a finding."""
    if isinstance(case, Claims):
        return judged_claim(case, point, answered)
    if isinstance(case, Calibration):
        return judged_calibration(case, point, answered)
    if isinstance(case, Probabilities):
        return judged_probabilities(case, point, answered)
    if isinstance(case, Samples):
        return judged_samples(case, answered)
    raise InvalidValue(f"{type(case).__name__} is no case; use Claims, Calibration, Samples or Probabilities")


def judged_claim(case: Claims, point: Point, answered: Told) -> Finding:
    """A claim at a point, see `assay.testing.claims.judge`."""
    returned, claimed, answer = claimed_value(case.privacy_map, point)
    answer = short(returned, answer)
    answered(answer)
    if case.bound == "value" and claimed is not None:
        return _value(case, point, returned, answer)
    bound: Bound = "lower" if case.bound == "lower" else "upper"
    (row,) = judge(lambda **_: returned, case.truth, [point], bound=bound).rows
    define = case.definition
    finding = _finding(row, bound, answer, None if define is None else lambda exact: define(**exact))
    if case.at_least and finding.verdict in (Verdict.TIGHT, Verdict.LOOSE):
        why = "only a lower bound of the truth is known"
        return Finding(
            verdict=Verdict.NOT_REFUTED, claimed=answer, exact=f"at least {finding.exact}", detail=why
        )
    return finding


def _value(case: Claims, point: Point, returned: object, answer: str) -> Finding:
    """A number that promises to be the truth."""
    try:
        true = case.truth(**{name: truth_argument(value, name) for name, value in point.items()})
        value = cast(
            Real, true.value if isinstance(true, Truth) else true
        )  # no truth of a survey is a bracket
        return value_finding(returned, value, answer)
    except InvalidValue as error:
        reason = f"there is no true value: {error}"
        return Finding(verdict=Verdict.ANSWERS_WRONGLY, claimed=answer, detail=reason)
    except (UndecidedError, BudgetExceeded, UnfinishedProgram) as error:
        return Finding(verdict=Verdict.UNDECIDED, claimed=answer, detail=str(error))


def judged_probabilities(case: Probabilities, point: Point, answered: Told) -> Finding:
    """A table of probabilities, entry by entry."""
    try:
        computed = dict(case.computed(**point))
    except Exception as error:
        computed, answer = {}, f"{type(error).__name__}: {error}"
    else:
        answer = f"{len(computed)} probabilities"
    answered(answer)
    try:
        distribution = case.distribution(
            **{name: truth_argument(value, name) for name, value in point.items()}
        )
        if not computed:
            return Finding(verdict=Verdict.REFUSES_WRONGLY, claimed=short(None, answer))
        return entries_finding(computed, {outcome: as_real(mass) for outcome, mass in distribution.items()})
    except InvalidValue as error:
        verdict = Verdict.ANSWERS_WRONGLY if computed else Verdict.REFUSES
        return Finding(
            verdict=verdict, claimed=short(None, answer), detail=f"there is no such distribution: {error}"
        )
    except (UndecidedError, BudgetExceeded, UnfinishedProgram) as error:
        return Finding(verdict=Verdict.UNDECIDED, claimed=short(None, answer), detail=str(error))


def judged_calibration(case: Calibration, point: Point, answered: Told) -> Finding:
    """Whether the target is kept at the parameter that the library found."""
    returned, found, answer = claimed_value(case.calibrate, point)
    answered(short(returned, answer))
    exact = {name: truth_argument(value, name) for name, value in point.items()}
    feasible = case.feasible is None or case.feasible(**exact)
    if found is None:
        verdict = Verdict.REFUSES_WRONGLY if feasible else Verdict.REFUSES
        return Finding(verdict=verdict, claimed=short(returned, answer))
    if not feasible:
        why = f"no parameter keeps {case.target}"
        return Finding(verdict=Verdict.ANSWERS_WRONGLY, claimed=short(returned, answer), detail=why)
    rational = found.rational_value()
    parameter = found if rational is None else rational
    attained, define = case.attained, case.definition
    (row,) = judge(lambda **_: point[case.target], lambda **p: attained(parameter, **p), [point]).rows
    finding = _finding(
        row, "upper", str(point[case.target]), None if define is None else lambda p: define(parameter, **p)
    )
    detail = "; ".join(part for part in (f"the parameter found is {answer}", finding.detail) if part)
    return Finding(**{**vars(finding), "detail": detail})


def _finding(row: Judgement, bound: Bound, answer: str, define: Define | None) -> Finding:
    """The judgement as a finding, with a witness where it is unsound."""
    rounding, by, witness = False, "", None
    if row.claimed is not None and row.true is not None and row.verdict is not Class.TIGHT:
        by = relative(row.claimed, row.true)
        rounding = row.verdict is Class.UNSOUND and is_rounding(row.claimed, row.true)
    if row.verdict is Class.UNSOUND:
        exact = {name: truth_argument(value, name) for name, value in row.point.items()}
        witness = claim_witness(row, bound, None if define is None else define(exact))
    return Finding(
        verdict=Verdict(row.verdict.value),
        claimed=answer,
        exact="" if row.true is None else text(row.true, 25 if rounding else 12),
        by=by,
        rounding=rounding,
        detail=row.reason or "",
        witness=witness,
    )


def short(returned: object, answer: str) -> str:
    """The answer as text: of numpy's numbers only the number."""
    item = getattr(returned, "item", None)
    if callable(item) and getattr(returned, "ndim", 0) == 0:
        return repr(item())
    return answer if len(answer) <= LONGEST else answer[: LONGEST - 3] + "..."


def as_real(value: Any) -> Real:
    """An exact number as such."""
    return value if isinstance(value, Log | Number | Certified) else number(value)
