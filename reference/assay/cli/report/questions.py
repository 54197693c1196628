"""What a report asks of a mechanism: measures of the table, with their arguments."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ...dp import Attained, Mechanism
from ...dp.measure import REQUIRED, Measure
from ...dp.measures import MEASURES
from ...errors import InvalidValue
from .values import exact


@dataclass(frozen=True)
class Question:
    """A measure and its arguments, in the order of its parameters."""

    measure: Measure[Any]
    arguments: tuple[Any, ...]

    @property
    def text(self) -> str:
        """What the value is called in a report."""
        names = (each.name for each in self.measure.parameters)
        return self.measure.text.format(**dict(zip(names, map(_spelled, self.arguments), strict=True)))

    @property
    def named(self) -> dict[str, Any]:
        """The arguments by name."""
        names = (each.name for each in self.measure.parameters)
        return dict(zip(names, self.arguments, strict=True))

    def put(self, mechanism: Mechanism[Hashable, Hashable]) -> Attained[Any, Hashable, Hashable]:
        """The worst case of the measure."""
        found: Attained[Any, Hashable, Hashable] = getattr(mechanism.worst_case, self.measure.name)(
            *self.arguments
        )
        return found


def _spelled(argument: object) -> str:
    """An argument on a line; one that is still to be read is text already."""
    return argument if isinstance(argument, str) else exact(argument)  # type: ignore[arg-type]


def of_every_report(given: Mapping[str, object]) -> Iterator[Question]:
    """The measures that every report has, in the order of the table, where their parameters are given."""
    for measure in MEASURES:
        if measure.reported and all(each.name in given for each in measure.parameters):
            yield Question(measure, tuple(given[each.name] for each in measure.parameters))


def can_be_asked(measure: Measure[Any]) -> bool:
    """Whether all parameters are numbers, so that they can be written down."""
    return all(each.values is not None for each in measure.parameters)


def question(text: str) -> Question:
    """Read a question from `name` or `name=argument,argument`, such as renyi=2 or membership_advantage.

    Raises InvalidValue for another name and for a wrong number of arguments, and what reading them raises.
    """
    name, _, rest = text.partition("=")
    known = {measure.name: measure for measure in MEASURES if can_be_asked(measure)}
    measure = known.get(name.strip().replace("-", "_"))
    if measure is None:
        raise InvalidValue(f"{name!r} is no measure; give one of {', '.join(known)}")
    given = tuple(part.strip() for part in rest.split(",")) if rest else ()
    measure.read(*given)
    defaults = tuple(str(each.default) for each in measure.parameters[len(given) :])
    return Question(measure, (*given, *defaults))


def shown_arguments(asked: Question) -> dict[str, Any]:
    """The arguments that a claim need not give, by name: those that have a default."""
    parameters = asked.measure.parameters
    return {each.name: asked.named[each.name] for each in parameters if each.default is not REQUIRED}
