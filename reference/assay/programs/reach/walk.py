"""What a program can reach: every object that a walk from a function meets."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from types import BuiltinFunctionType, FunctionType, MethodType, MethodWrapperType, ModuleType
from types import WrapperDescriptorType as SlotWrapper
from typing import Any

from .. import kinds, nodes
from ..jitted import is_of_compiler, is_of_numba, unjitted
from ..names.modules import EXCEPTIONS
from ..names.rules import ATTRIBUTES
from ..nodes import Node
from ..origins import INSTALLED, STANDARD, TRUSTED, USER, origin_of_code
from .attribute_rules import AROUND
from .code import follow_code
from .handed import Handed
from .met import SETTING, AttributeNames, Changing, Met, Place, Variables
from .objects import HASHED, OWN, follow_class, follow_object, follow_trusted, is_hash
from .refusals import Pairs, Refusal, Refusals, judge

_WRITTEN_IN_C = (BuiltinFunctionType, MethodWrapperType, SlotWrapper)

_DRAWING = frozenset({"assay.programs.asks", "assay.programs.program", "assay.programs.noise.language"})
"""Modules of Assay's own whose functions draw."""


class Walk:
    """What a function can reach, with the objects of `held` (what it is bound to); `answered` names the
    randomness that the reader answers, such as "random" and "numpy.random"; of_distribution: programs
    are asked for their distributions, and not called; loads: what is followed is the loading of a
    module; cached_over: functions behind a cache that were looked at.
    """

    def __init__(
        self,
        start: Any,
        held: Iterable[Any] = (),
        *,
        answered: frozenset[str] = frozenset(),
        of_distribution: bool = False,
        loads: bool = False,
        cached_over: dict[int, Any] | None = None,
    ) -> None:
        self.answered: frozenset[str] = answered
        self.of_distribution: bool = of_distribution
        self.loads: bool = loads
        self.met: Met = Met()
        self.refusals: Refusals = Refusals()
        self.pairs: Pairs = Pairs()
        self.variables: Variables = Variables()
        self.attributes: AttributeNames = AttributeNames()
        self.handed: Handed = Handed()
        self.changing: Changing = Changing()
        self.starts: list[Any] = []
        self._todo: deque[tuple[Any, str]] = deque()
        self._cached_over: dict[int, Any] = {} if cached_over is None else cached_over
        self.follow((start, *held), OWN)

    def follow(self, values: Iterable[Any], label: str = "an argument") -> None:
        """Go on from these values, such as the arguments of a call."""
        given = list(values)
        self.starts += given
        for value in given:
            self.add(value, label)
        while self._todo:
            while self._todo:
                self._visit(*self._todo.popleft())
            self.pairs.refuse(self)
            self.handed.open(self)

    @property
    def refused(self) -> list[Refusal]:
        """What is refused by name."""
        return self.refusals.found

    @property
    def set_names(self) -> frozenset[str] | None:
        """The variables and attributes that the program may set; None if they may be any."""
        return self.attributes.may_be_set(self.variables.names())

    def nodes(self, without: Walk | None = None) -> list[Node]:
        """Everything within reach that can change, apart from what another reach holds."""
        others = {} if without is None else without.met.objects
        own = self.changing.nodes(others)
        return [*own, *self.variables.nodes(), *self.changing.of_libraries(self)]

    # Steps of the walk

    def add(self, value: Any, label: str) -> None:
        """Go on from a value later, unless it is known or holds nothing."""
        value = self._uncompiled(value)
        if label != HASHED and is_hash(value):
            self.refusals.add("__hash__", EXCEPTIONS["builtins"]["hash"], f"as {label}")
        if type(value) is str:
            self._text(value, label)
        elif type(value) not in kinds.ATOMS and id(value) not in self.met.objects:
            self.met.objects[id(value)] = value
            self._todo.append((value, label))

    def place(self, holder: Any, name: str, value: Any) -> None:
        """Note where a function of the user's is kept."""
        value = self._uncompiled(value)
        if isinstance(value, FunctionType) and origin_of_code(value.__code__) in (USER, INSTALLED):
            self.met.places.append(Place(holder, name, value))

    def follow_cached(self, wrapped: Any, label: str) -> None:
        """A function behind `lru_cache`: what it returns is remembered, so it may not draw."""
        self.add(wrapped, label)
        if id(wrapped) in self._cached_over:
            return
        self._cached_over[id(wrapped)] = wrapped
        if Walk(wrapped, answered=self.answered, cached_over=self._cached_over).met.draws:
            name = getattr(wrapped, "__name__", "a function")
            self.refusals.add(f"lru_cache over {name}", "which draws: its first draw is kept")

    def _uncompiled(self, value: Any) -> Any:
        """The value, or the function that numba compiled into it."""
        function = unjitted(value)
        if function is not value:
            self.met.compiled.append(function)
        return function

    def _text(self, text: str, label: str) -> None:
        """A text that the program holds: it may be the name of an attribute that is read."""
        for name in text.split(".") if "_" in text else ():
            if name in ATTRIBUTES:
                self.refusals.add(f"the attribute {name}", AROUND, f"in {label}")

    def _visit(self, value: Any, label: str) -> None:
        """One value, by its type."""
        if isinstance(value, _WRITTEN_IN_C) and value.__name__ in SETTING:
            self.attributes.sets_unnamed = True  # whatever it is called here
        if is_of_numba(value):
            what = "an object of numba's that is no function of njit"
            self.refusals.add(f"a {type(value).__name__}", what, label)
        elif isinstance(value, ModuleType):
            self.handed.add(value)
        elif isinstance(value, FunctionType):
            if not (self.loads and is_of_compiler(value)):
                self._function(value, label)
        elif isinstance(value, MethodType):
            self.add(value.__func__, label)
            self.add(value.__self__, label)
        elif isinstance(value, type):
            follow_class(self, value)
        elif isinstance(value, BuiltinFunctionType | MethodWrapperType):
            self._builtin(value, label)
        else:
            follow_object(self, value, label)

    def _builtin(self, value: Any, label: str) -> None:
        """A function written in C, or a method of an object that is."""
        judge(self, value, label)
        owner = value.__self__
        if owner is not None and not isinstance(owner, ModuleType):
            self.add(owner, label)

    def _function(self, function: FunctionType, label: str) -> None:
        """A function: what its code names, if it is the user's, and what it holds."""
        origin = origin_of_code(function.__code__)
        self.changing.add(function, nodes.function(function))
        if origin == TRUSTED:
            self._trusted_function(function, label)
            return
        if origin == STANDARD:
            judge(self, function, label)
            self.met.standard.append(function)
        else:
            self.met.functions.append(function)
            self.met.libraries |= origin == INSTALLED
            follow_code(self, function, strict=origin == USER)
        for part in nodes.held_by(function):
            self.add(part, f"the function {function.__name__}")

    def _trusted_function(self, function: FunctionType, label: str) -> None:
        """A function of the package or of a library that is called as it is: what of the user's it holds."""
        module = function.__globals__.get("__name__")
        self.met.libraries |= not str(module).startswith("assay.")
        self.met.draws |= module in _DRAWING
        for part in nodes.closed_over(function):
            follow_trusted(self, part, label)
        wrapped = vars(function).get("__wrapped__")
        if wrapped is not None:
            self.add(wrapped, label)
