"""Judging a privacy map, point by point: sound and tight, loose, unsound, or a refusal."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from math import inf, isinf, nextafter
from typing import Any, cast

from ...budgets.progress import checkpoint
from ...errors import AssayError, BudgetExceeded, InvalidType, InvalidValue, UndecidedError, UnfinishedProgram
from ...exact import INFINITY, Certified, Log, Number, certified, number
from ...exact.bracket import Bracket
from ...outputs.text import brief
from .judgement import Bound, Class, Judgement, Report
from .truths import Evidence, Truth
from .values import Claimed, Real, bracket_of, compare, difference, enclosed, exact_value, truth_argument


def classified_by_ends(returned: Any, claimed: Claimed, true: Bracket, bound: Bound) -> Class:
    """Sound beyond the far end of a bracket, unsound beyond the near one; UndecidedError in between.

    For an upper bound the far end is the upper one.  A float answer is tight if the next float on the other
    side is beyond the near end, and so unsound.
    """
    side = 1 if bound == "upper" else -1
    near, far = (true.lower, true.upper) if side > 0 else (true.upper, true.lower)
    if _beyond(claimed, near, -side, strictly=True):
        return Class.UNSOUND
    if not _beyond(claimed, far, side, strictly=False):
        raise UndecidedError(f"the answer lies inside the bracket {true} of the truth")
    if isinstance(returned, float) and not isinf(returned):
        nearer = exact_value(nextafter(float(returned), -side * inf))
        return Class.TIGHT if _beyond(nearer, near, -side, strictly=True) else Class.LOOSE
    return Class.LOOSE


def _beyond(claimed: Claimed, end: Fraction | None, side: int, *, strictly: bool) -> bool:
    """Whether the claim is above (side 1) or below (side -1) an end, which is infinity for None."""
    order = compare(claimed, INFINITY if end is None else number(end)) * side
    return order > 0 or (order == 0 and not strictly)


def gap_enclosed(claimed: Claimed, true: Real | None) -> Real | None:
    """|claimed - true|, enclosed; None where one of the two may be infinite."""
    if true is None or (isinstance(claimed, Log) and claimed.is_infinite):
        return None
    return abs(certified(claimed) - certified(true))


def classified(returned: Any, claimed: Claimed, true: Real, bound: Bound) -> Class:
    """Tight, loose or unsound.  Raises UndecidedError where enclosures do not tell."""
    order, side = compare(claimed, true), 1 if bound == "upper" else -1
    if order == 0:
        return Class.TIGHT
    if order != side:
        return Class.UNSOUND
    if isinstance(returned, float) and not isinf(returned):
        nearer = exact_value(nextafter(float(returned), -side * inf))
        try:
            return Class.LOOSE if compare(nearer, true) in (0, side) else Class.TIGHT
        except UndecidedError:  # sound, and the next float may be sound too
            return Class.LOOSE
    return Class.LOOSE


def gap_between(claimed: Claimed, true: Real) -> Real:
    """|claimed - true|."""
    if isinstance(true, Log) and true.is_infinite:
        return true if true != claimed else number(0)
    try:
        below = compare(claimed, true) < 0
    except UndecidedError:
        return certified(abs(certified(claimed) - certified(true)))
    return difference(true, claimed) if below else difference(claimed, true)


def ratio_of(claimed: Claimed, true: Real) -> str | None:
    """claimed/true to 6 digits."""
    if any(isinstance(each, Log) and each.is_infinite for each in (claimed, true)):
        return None
    try:
        if compare(true, number(0)) <= 0:
            return None
        return str((certified(claimed) / certified(true)).decimal(6))
    except AssayError:
        return None


def judge(
    privacy_map: Callable[..., Any],
    truth: Callable[..., Any],
    points: Iterable[Mapping[str, Any]],
    *,
    bound: Bound = "upper",
    name: str | None = None,
) -> Report:
    """Call the map at every point, and compare what it claims with the truth, exactly.

    The map gets the values as they are, as keyword arguments; of a float the truth gets the exact value.
    bound: "upper" for numbers that have to be at least the truth (epsilon, delta, a divergence, rho), "lower"
        for those that have to be at most the truth (a type II error).
    A float answer that is the float next to the truth on the sound side is tight: no float is better.
    An exception, None and NaN are refusals; refusing is right where the truth is infinite or undefined.
    A truth may be a bracket, such as an accountant's: an answer is sound from its far end on, unsound beyond
    the near one, and undecided inside.

    Raises InvalidValue for an empty grid or an unknown bound, InvalidType for a map without the parameters of
    the grid: that it raises for a name that is misspelt is no refusal.
    """
    if bound not in ("upper", "lower"):
        raise InvalidValue(f"bound = {bound!r}; write 'upper' or 'lower'")
    listed = [dict(point) for point in points]
    if not listed:
        raise InvalidValue(
            "the grid has no points, and nothing would be judged; see assay.testing.claims.grid"
        )
    for given, role in ((privacy_map, "privacy_map"), (truth, "truth")):
        if not callable(given):
            raise InvalidType(f"{role} is {brief(given)}; give a function of the parameters of a grid point")
    title = name or str(getattr(privacy_map, "__name__", "privacy_map"))
    for names in {tuple(point) for point in listed}:
        _check_takes(privacy_map, names, title)
    rows = []
    for done, point in enumerate(listed):
        checkpoint("points", done, len(listed))
        rows.append(_judge_point(privacy_map, truth, point, bound, title))
    return Report(title, tuple(rows))


def _check_takes(privacy_map: Callable[..., Any], names: tuple[str, ...], title: str) -> None:
    """Raise InvalidType unless the map has parameters of these names, as far as it says which it has."""
    try:
        signature = inspect.signature(privacy_map)
    except (TypeError, ValueError):
        return
    try:
        signature.bind(**dict.fromkeys(names))
    except TypeError as error:
        raise InvalidType(
            f"privacy_map is {title}{signature}, and points of the grid have {', '.join(names)}: {error}; "
            "name the parameters as the function does"
        ) from None


def _copied(value: Any) -> Any:
    """A value that the map cannot change; itself where it cannot be copied."""
    try:
        return deepcopy(value)
    except Exception:  # whatever its class raises
        return value


def _judge_point(
    privacy_map: Callable[..., Any], truth: Callable[..., Any], point: dict[str, Any], bound: Bound, name: str
) -> Judgement:
    call = f"{name}({', '.join(f'{key}={value!r}' for key, value in point.items())})"
    called = {key: _copied(value) for key, value in point.items()}
    returned, claimed, answer = claimed_value(privacy_map, called)
    try:
        found = truth(**{key: truth_argument(value, key) for key, value in point.items()})
        real = found if isinstance(found, Truth) else Truth(_real(found))
    except BudgetExceeded as stop:
        known = bracket_of(stop.known.get("bracket"))
        if known is None:
            return Judgement(point, Class.UNDECIDED, answer, call, claimed, reason=str(stop))
        real = Truth(known)
    except InvalidValue as error:
        verdict = Class.REFUSES if claimed is None else Class.ANSWERS_WRONGLY
        return Judgement(point, verdict, answer, call, claimed, reason=f"there is no true value: {error}")
    except (UndecidedError, UnfinishedProgram) as error:
        return Judgement(point, Class.UNDECIDED, answer, call, claimed, reason=str(error))
    bracket = bracket_of(real.value)
    true = cast("Real", real.value) if bracket is None else _number_in(bracket)
    if bracket is not None and true is None:
        row = Judgement(point, Class.UNDECIDED, answer, call, claimed, enclosed(bracket), bracket=bracket)
        return _judge_by_ends(row, returned, bracket, bound)
    row = Judgement(point, Class.UNDECIDED, answer, call, claimed, cast("Real", true))
    return _judge_by_number(row, returned, cast("Real", true), bound, real.evidence)


def _judge_by_number(
    row: Judgement, returned: Any, true: Real, bound: Bound, evidence: Evidence | None
) -> Judgement:
    """A claim beside a truth that is one number."""
    if row.claimed is None:
        right = isinstance(true, Log) and true.is_infinite
        return replace(row, verdict=Class.REFUSES if right else Class.REFUSES_WRONGLY)
    try:
        verdict = classified(returned, row.claimed, true, bound)
    except UndecidedError as error:
        return replace(row, reason=error.reason)
    gap, ratio = gap_between(row.claimed, true), ratio_of(row.claimed, true)
    return replace(row, verdict=verdict, gap=gap, ratio=ratio, evidence=evidence)


def _number_in(bracket: Bracket) -> Real | None:
    """The number where the bracket leaves one."""
    if bracket.is_infinite:
        return INFINITY
    return number(bracket.lower) if bracket.lower == bracket.upper else None


def _judge_by_ends(row: Judgement, returned: Any, bracket: Bracket, bound: Bound) -> Judgement:
    """A claim beside a truth of which a bracket is known."""
    if row.claimed is None:
        # a refusal is right if the truth is infinite, which a bracket without an upper end leaves open
        open_end = bracket.upper is None
        return replace(row, verdict=Class.UNDECIDED if open_end else Class.REFUSES_WRONGLY)
    try:
        verdict = classified_by_ends(returned, row.claimed, bracket, bound)
    except UndecidedError as error:
        return replace(row, reason=error.reason)
    return replace(row, verdict=verdict, gap=gap_enclosed(row.claimed, row.true))


def claimed_value(
    privacy_map: Callable[..., Any], point: Mapping[str, Any]
) -> tuple[Any, Claimed | None, str]:
    """What the map returned, its exact value (None for a refusal), and a text of it."""
    try:
        returned = privacy_map(**point)
    except Exception as error:
        return None, None, f"{type(error).__name__}: {brief(str(error))}"
    if returned is None:
        return None, None, "None"
    try:
        return returned, exact_value(returned, "the answer"), repr(returned)
    except InvalidValue:
        return returned, None, repr(returned)


def _real(value: Any) -> Real | Bracket:
    if isinstance(value, Log | Number | Certified):
        return value
    bracket = bracket_of(value)
    if bracket is not None:
        return bracket
    if isinstance(value, float):
        raise InvalidType(f"the truth is the float {value!r}; give an exact number, or a Certified one")
    return exact_value(value, "the truth")
