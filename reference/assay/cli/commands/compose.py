"""`assay compose`: adaptively chosen rounds of one mechanism, exactly, with the dominating pair named."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from ...errors import BudgetExceeded, InvalidValue
from .. import arguments
from ..command import Command, ExitStatus
from ..errors import UsageError
from ..limits import until_spent
from ..options import shared
from ..target import load
from ..user_modules import parse_address, user_code

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping

    from ...accounting import Rounds
    from ...composition import PrivacyLoss, Round
    from ...dp import Mechanism
    from ...exact import Certified, Log, Number

    Value: TypeAlias = Log | Number | Certified

DESCRIPTION = """\
Compose rounds of a mechanism whose data an adversary chooses in every round by the outputs so far.

Gives delta at --epsilon, or epsilon at --delta, exactly: for each direction (removing and adding a record
are composed apart, for an adversary who keeps to one of them; --free is for one who does not) and the
largest, with the adjacent pairs that attain the dominating pair and at which
epsilon. "attained" says that an adversary reaches the value; otherwise it is a bound. Where the exact delta
would exceed the memory budget, it is enclosed to 15 digits instead.
"""

LONGEST = 60
"""An exact value of so many characters is printed beside its decimals."""


def configure(parser: ArgumentParser) -> None:
    """The options of `assay compose`."""
    add = parser.add_argument
    add("target", metavar="FILE.py[:NAME]", help="the file (or dotted module) that defines the Mechanism")
    add("--count", metavar="K", required=True, help="how many rounds")
    shared(parser, "--epsilon", "report delta there")
    shared(parser, "--delta", "report epsilon there")
    add("--rate", metavar="Q", help="each round on a Poisson sample of this rate, such as 1/100")
    add("--records", metavar="N", help="each round on a sample without replacement from N records")
    add("--group", metavar="M", help="protect groups of M in place of one")
    add("--game", action="store_true", help="delta of the best adversary, in place of the dominating pair's")
    add("--free", action="store_true", help="the adversary may remove in one round and add in another")
    shared(parser, "--max-bytes", default="500000000")
    shared(parser, "--json")


def run(options: Namespace) -> tuple[int, str]:
    """Answer the one question, as text or as JSON."""
    if (options.epsilon is None) == (options.delta is None):
        raise UsageError("give either --epsilon (and get delta) or --delta (and get epsilon)")
    if sum(given is not None for given in (options.rate, options.records, options.group)) > 1:
        raise UsageError("give one of --rate, --records and --group; a sampled group has no dominating pair")
    if options.game and options.delta is not None:
        raise UsageError("--game answers for one epsilon; give --epsilon in place of --delta")
    count = arguments.whole_number(options.count, "--count")
    address = parse_address(options.target)
    with user_code(address):
        from ...dp import Mechanism

        target = load(address)
        if not isinstance(target, Mechanism):
            raise UsageError(
                f"{target.__name__} is a program without a domain; define a Mechanism in the file"
            )
        from ...accounting import Rounds
        from ...budgets.progress import checkpoint

        limit = arguments.positive_int(options.max_bytes, "--max-bytes")
        rounds = Rounds.of(used(target, options), count, max_bytes=limit, engine="exact")
        checkpoint("rounds", 0)  # the user's code has run, in time; what is known from here on is right
        composed = rounds.free() if options.free else rounds
        values: dict[str, Value] = {}
        found: list[Answered] = []
        stopped = until_spent(answers(composed, options, values), found)
        if stopped is not None:
            return undecided(options, stopped, {each: values.get(each) for each in composed.directions})
    answer = json.dumps(record(found[0]), indent=2) + "\n" if options.json else text(found[0])
    return ExitStatus.HOLDS, answer


def used(mechanism: Mechanism[Hashable, Hashable], options: Namespace) -> Round:
    """The mechanism as the options say."""
    from ...composition import Round, grouped, poisson, without_replacement

    if options.rate is not None:
        return poisson(mechanism, options.rate)
    if options.records is not None:
        return without_replacement(mechanism, arguments.positive_int(options.records, "--records"))
    if options.group is not None:
        return grouped(mechanism, arguments.positive_int(options.group, "--group"))
    return Round.of(mechanism)


@dataclass(frozen=True)
class Answered:
    """What was asked for ("delta" or "epsilon"), at which other one, and its value in each direction."""

    composed: Rounds
    asked: str
    at: str
    values: Mapping[str, Value]
    direction: str
    attained: bool

    @property
    def given(self) -> str:
        """The parameter that was given."""
        return "epsilon" if self.asked == "delta" else "delta"

    @property
    def largest(self) -> Value:
        """The value of the worst direction."""
        return self.values[self.direction]

    @property
    def round(self) -> Round:
        """What is released in every round."""
        return self.composed.rounds[0][0]

    @property
    def count(self) -> int:
        """How many rounds."""
        return self.composed.rounds[0][1]


def answers(composed: Rounds, options: Namespace, values: dict[str, Value]) -> Iterator[Answered]:
    """The one answer; on the way `values` gets what is known of each direction."""
    yield answered(composed, options, values)


def answered(composed: Rounds, options: Namespace, values: dict[str, Value]) -> Answered:
    """Ask every direction."""
    if options.delta is not None:
        for direction in composed.directions:
            values[direction] = composed.loss(direction).epsilon(options.delta)
        worst = composed.epsilon(options.delta)
        return Answered(composed, "epsilon", options.delta, values, worst.direction, worst.attained)
    if options.game:
        from ...composition import game_profile

        game: dict[str, Number | Certified] = {}
        for direction in composed.directions:
            values[direction] = game[direction] = game_profile(composed, direction)(options.epsilon)
        best = max(game, key=game.__getitem__)
        return Answered(composed, "delta", options.epsilon, values, best, composed.is_exact)
    for direction in composed.directions:
        values[direction] = delta_of(composed.loss(direction), options.epsilon)
    largest = highest(values)
    return Answered(composed, "delta", options.epsilon, values, largest, composed.is_attained(largest))


def delta_of(loss: PrivacyLoss, epsilon: str) -> Value:
    """The exact delta, an enclosure where that is too large, BudgetExceeded where there is none."""
    try:
        return loss.delta(epsilon)
    except BudgetExceeded as stopped:
        try:
            return loss.delta_enclosed(epsilon)
        except InvalidValue:
            raise stopped from None


def highest(values: Mapping[str, Value]) -> str:
    """The direction of the largest value; of two that agree to 15 digits the first."""
    return max(values, key=lambda direction: values[direction].upper(15))


def undecided(
    options: Namespace, stopped: BudgetExceeded, values: Mapping[str, Value | None]
) -> tuple[int, str]:
    """What to say where the budget is too small: the reason, and the directions that are known."""
    from ...outputs.tables import table

    known = {direction: value for direction, value in values.items() if value is not None}
    if options.json:
        directions = {direction: digits(value) for direction, value in known.items()}
        data = {"undecided": str(stopped), **({"directions": directions} if known else {})}
        return ExitStatus.UNDECIDED, json.dumps(data, indent=2) + "\n"
    asked = f"epsilon at delta = {options.delta}"
    if options.delta is None:
        asked = f"delta at epsilon = {options.epsilon}"
    rows = [(d, asked, "not finished" if v is None else spelled(v)) for d, v in values.items()]
    lines = [f"UNDECIDED: {stopped}", *(table(rows) if known else [])]
    return ExitStatus.UNDECIDED, "\n".join(lines) + "\n"


def record(found: Answered) -> dict[str, object]:
    """The JSON object."""
    directions = {
        direction: {**digits(value), "dominating": str(found.round.dominating(direction))}
        for direction, value in found.values.items()
    }
    return {
        "mechanism": str(found.round),
        "rounds": found.count,
        found.given: found.at,
        found.asked: digits(found.largest),
        "attained": found.attained,
        "directions": directions,
    }


def text(found: Answered) -> str:
    """The same for a person."""
    from ...outputs.tables import table

    lines = [
        f"{found.count} x {found.round}, adaptively chosen: {found.asked} at {found.given} = {found.at}",
        f"  {spelled(found.largest)}  {'attained' if found.attained else 'a bound'}",
    ]
    lines += table(
        row
        for direction, value in found.values.items()
        for row in (
            (direction, spelled(value)),
            ("", f"dominating pair {found.round.dominating(direction)}"),
        )
    )
    return "\n".join(lines) + "\n"


def spelled(value: Value) -> str:
    """The exact value where it is short, and its decimal rounded up."""
    known = digits(value)
    if known["at least"] == known["at most"]:
        return known["at most"]
    return f"{known['exact']} ~ {known['at most']}" if "exact" in known else f"<= {known['at most']}"


def digits(value: Value) -> dict[str, str]:
    """A value, exactly where that is short, and its decimals rounded outwards."""
    from ...exact import Certified
    from ...outputs.json_values import between

    exact = {"exact": str(value)} if not isinstance(value, Certified) and len(str(value)) <= LONGEST else {}
    return {**exact, **between(value.lower(15), value.upper(15))}


COMMAND = Command("compose adaptively chosen rounds of a mechanism, exactly", DESCRIPTION, configure, run)
