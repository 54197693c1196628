"""`assay claims`: the numbers that a privacy map or an accountant gives out, against exact truth."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from ast import literal_eval
from collections.abc import Callable
from inspect import signature
from math import inf
from typing import TYPE_CHECKING, Any

from .. import arguments
from ..command import Command, ExitStatus
from ..errors import UsageError
from ..limits import limited
from ..options import shared
from ..target import load_object, load_sampler
from ..user_modules import parse_address, user_code

if TYPE_CHECKING:
    from ...testing.claims import Report

MEASURES = ("epsilon", "delta", "renyi", "zcdp", "value")

DESCRIPTION = """\
Call a privacy map at every point of a grid, and compare what it claims with the exact truth: sound and tight,
sound but loose, UNSOUND with the pair and the event that show it, a refusal (right or wrong), or undecided.

--truth names a Mechanism, or a function of the parameters of the grid that returns one; --measure says which
of its numbers is claimed. With --measure value it is a function that returns the true number itself, exact or
certified. A float is the binary number that it is, so one too small by its last digit is unsound.
"""


def configure(parser: ArgumentParser) -> None:
    """The options of `assay claims`."""
    add = parser.add_argument
    add("target", metavar="FILE.py:MAP", help="the privacy map; it is called with the names of the grid")
    add("--truth", metavar="FILE.py:NAME", required=True, help="the mechanism, or a function to it")
    shared(
        parser,
        "--measure",
        f"what is claimed, one of {', '.join(MEASURES)}",
        default="epsilon",
        choices=MEASURES,
    )
    shared(
        parser,
        "--grid",
        "as Python literals or inf, or one of EPSILONS, DELTAS, ALPHAS, RHOS for a list with the extremes",
        action="append",
    )
    add(
        "--bound",
        choices=("upper", "lower"),
        default="upper",
        help="what the claim bounds (upper unless given)",
    )
    add("--tight", action="store_true", help="a sound claim that is loose is refuted too")
    shared(parser, "--all", "also the points that are right")
    shared(parser, "--timeout")
    shared(parser, "--json")


def run(options: Namespace) -> tuple[int, str]:
    """Judge the map."""
    from ...testing.claims import grid, judge

    timeout = None if options.timeout is None else arguments.positive_seconds(options.timeout)
    points = grid(**axes(options.grid)) if options.grid else [{}]
    place, truth_place = parse_address(options.target), parse_address(options.truth)
    with user_code(place), user_code(truth_place), limited(timeout, None):
        privacy_map, promised = load_sampler(place), load_object(truth_place)
        truth = truth_of(promised, options)
        check_names(privacy_map, options.target, points[0], ())
        names = {"epsilon": ("delta",), "delta": ("epsilon",), "renyi": ("alpha",)}.get(options.measure, ())
        check_names(promised, options.truth, points[0], names)
        report = judge(privacy_map, truth, points, bound=options.bound, name=place.name)
    return status(report, tight=options.tight), (as_json if options.json else as_text)(report, options)


def axes(texts: list[str]) -> dict[str, tuple[Any, ...]]:
    """The values of each parameter.  Raises UsageError for what cannot be read."""
    found: dict[str, tuple[Any, ...]] = {}
    for text in texts:
        name, equals, values = (part.strip() for part in text.partition("="))
        if not equals or not name.isidentifier() or name in found:
            raise UsageError(
                f"--grid {text!r} is not NAME=A,B,... with a new name; write --grid delta=0,1e-6"
            )
        found[name] = listed(values, text)
    return found


def check_names(found: object, address: str, point: dict[str, Any], taken: tuple[str, ...]) -> None:
    """Refuse a grid whose names are not the parameters; those in `taken` are read by the measure."""
    given = {name: value for name, value in point.items() if name not in taken}
    if not callable(found):
        if given:
            raise UsageError(
                f"{address} is one mechanism, which does not depend on {', '.join(given)}; "
                "name a function that makes it of them, or leave them out of --grid"
            )
        return
    try:
        signature(found).bind(**given)
    except TypeError as error:
        names = ", ".join(given) or "no parameter"
        raise UsageError(f"{address} cannot be called with {names}: {error}; write --grid NAME=A,B") from None
    except ValueError:
        return  # a compiled function without a signature


def listed(values: str, text: str) -> tuple[Any, ...]:
    """The values of one parameter."""
    from ...testing import claims

    if values in ("EPSILONS", "DELTAS", "ALPHAS", "RHOS"):
        return tuple(getattr(claims, values))
    found = []
    for value in values.split(","):
        word = value.strip()
        try:
            found.append(inf if word == "inf" else literal_eval(word))
        except (ValueError, SyntaxError):
            raise UsageError(
                f"--grid {text!r}: {word!r} is no Python literal; write numbers, inf, 'texts', or EPSILONS"
            ) from None
    return tuple(found)


def truth_of(found: object, options: Namespace) -> Callable[..., Any]:
    """The truth at a grid point."""
    from ...dp import Mechanism
    from ...testing import claims

    if not isinstance(found, Mechanism) and not callable(found):
        raise UsageError(
            f"--truth {options.truth!r} is of type {type(found).__name__}; name a Mechanism, or a function"
        )
    if options.measure == "value":
        if isinstance(found, Mechanism):
            raise UsageError(
                "--measure value needs a function that returns the number; --truth is a Mechanism"
            )
        return found
    makers = {
        "epsilon": claims.epsilon_truth,
        "delta": claims.delta_truth,
        "renyi": claims.renyi_truth,
        "zcdp": claims.zcdp_truth,
    }
    return makers[options.measure](found)


def status(report: Report, *, tight: bool) -> ExitStatus:
    """Refuted by an unsound claim or a wrong answer; else undecided, if a point is."""
    from ...testing.claims import Class

    wrong = [Class.UNSOUND, Class.ANSWERS_WRONGLY, *([Class.LOOSE] if tight else [])]
    if report.of(*wrong):
        return ExitStatus.REFUTED
    return ExitStatus.UNDECIDED if report.of(Class.UNDECIDED) else ExitStatus.HOLDS


def as_text(report: Report, options: Namespace) -> str:
    """The counts, and the points that are not just right."""
    from ...testing.claims import Class

    if options.all:
        return f"{report}\n"
    head = str(report).splitlines()[0]
    shown = [row for row in report.rows if row.verdict not in (Class.TIGHT, Class.REFUSES)]
    return "\n".join([head, *(f"  {row}" for row in shown)]) + "\n"


def as_json(report: Report, options: Namespace) -> str:
    """All points as one JSON object."""
    counts = {verdict.value: count for verdict, count in report.counts().items()}
    rows = [row.to_json() for row in report.rows]
    return json.dumps({"map": report.name, "counts": counts, "rows": rows}, indent=2) + "\n"


COMMAND = Command(
    "the numbers that a privacy map or an accountant gives out, against exact truth",
    DESCRIPTION,
    configure,
    run,
)
