"""What every guarantee is: a notion with a value, and what it is about."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from copy import copy
from dataclasses import dataclass, fields
from typing import TypedDict, TypeVar, Unpack

from ..adjacency import Adjacency
from ..errors import InvalidType, InvalidValue
from ..outputs.text import with_type
from .scope import CHOSEN, ONE_RELATION, Scope, read_scope

S = TypeVar("S", bound="Statement")


class AboutScope(TypedDict, total=False):
    """The arguments that say what a guarantee or a budget is about, see `Scope`."""

    adjacency: Adjacency | None
    domain: Iterable[Hashable] | None
    unit: str | None


class About(AboutScope, total=False):
    """The arguments that every guarantee takes: its scope, and against whom it holds, see `Statement`."""

    adaptive: bool
    interactive: bool


@dataclass(frozen=True, init=False, repr=False)
class Statement:
    """What is said of a mechanism, and of what: the base of every notion of privacy.

    scope: the adjacency, the domain and the unit; None where they were not said.  Then it is a bound on
    numbers: theorems that hold for any relation take it, filters and odometers refuse it.
    adaptive: whether it also holds for inputs that are chosen by what was seen before, as every guarantee of
    one mechanism for all adjacent pairs does.  That of several rounds on one pair of inputs, the same in all,
    does not.
    interactive: whether the mechanism answers more than once, and may be asked between the rounds of others;
    the guarantee is then about all its answers, for every strategy of asking.
    """

    scope: Scope | None
    adaptive: bool
    interactive: bool

    def _read_about(self, **about: Unpack[About]) -> None:
        """Set the three fields from the arguments of a constructor."""
        scope = read_scope(about.get("adjacency"), about.get("domain"), about.get("unit"))
        object.__setattr__(self, "scope", scope)
        for name, usual in (("adaptive", True), ("interactive", False)):
            object.__setattr__(self, name, check_flag(about.get(name, usual), name))
        unknown = about.keys() - {"adjacency", "domain", "unit", "adaptive", "interactive"}
        if unknown:
            raise TypeError(f"{type(self).__name__}() got unexpected arguments: {', '.join(sorted(unknown))}")

    @property
    def notion(self) -> str:
        """The notion of privacy, in a word."""
        raise NotImplementedError

    @property
    def about(self) -> str:
        """The end of a sentence: under which relation."""
        return "" if self.scope is None else f" under {self.scope}"

    def __repr__(self) -> str:
        usual = {"scope": None, "adaptive": True, "interactive": False}
        known = [(f.name, getattr(self, f.name)) for f in sorted(fields(self), key=lambda f: f.name in usual)]
        said = [f"{k}={v!r}" for k, v in known if k not in usual or v is not usual[k]]
        return f"{type(self).__name__}({', '.join(said)})"

    def __getstate__(self) -> dict[str, object]:
        """The fields, without what was worked out from them."""
        return {f.name: getattr(self, f.name) for f in fields(self)}


def about(guarantee: S, scope: Scope | None) -> S:
    """The same statement about this scope."""
    made = copy(guarantee)
    object.__setattr__(made, "scope", scope)
    return made


def following(conclusion: S, hypothesis: Statement) -> S:
    """The conclusion, about what the hypothesis is about, against whom that holds."""
    made = about(conclusion, hypothesis.scope)
    object.__setattr__(made, "adaptive", hypothesis.adaptive)
    object.__setattr__(made, "interactive", hypothesis.interactive)
    return made


def check_flag(value: object, name: str) -> bool:
    """Refuse anything but True and False."""
    if not isinstance(value, bool):
        raise InvalidType(f"{name} is {with_type(value)}; give True or False")
    return value


def common_scope(guarantees: Iterable[Statement]) -> Scope | None:
    """The one scope that all of them are about; None where none of them says.

    Raises InvalidValue where two are about different relations, or where only some say what they are about.
    """
    scopes = [g.scope for g in guarantees]
    said = [scope for scope in scopes if scope is not None]
    if not said:
        return None
    if len(said) < len(scopes):
        raise InvalidValue(
            f"the hypothesis {ONE_RELATION!r} cannot be checked: some guarantees say their adjacency, others "
            "are bare numbers; give Guarantee(epsilon, delta, adjacency=...) for all of them"
        )
    first = said[0]
    for scope in said[1:]:
        first = first.meet(scope)
    return first


def check_adaptive(guarantees: Iterable[Statement]) -> None:
    """Refuse guarantees that hold for inputs fixed beforehand only, by the name of the hypothesis."""
    for g in guarantees:
        if not g.adaptive:
            raise InvalidValue(
                f"the hypothesis {CHOSEN!r} fails: {g} holds for inputs that are fixed beforehand "
                "(adaptive=False), and these rounds are chosen by what was seen"
            )
