"""`match`: the first case whose pattern fits and whose guard holds."""

from __future__ import annotations

import ast
from typing import Any

from .classes import CONTAINERS
from .outside import OutsideSubset, outside
from .part import Part
from .worlds import Flow, World

ITSELF = frozenset({bool, bytearray, bytes, dict, float, frozenset, int, list, set, str, tuple})
"""Built-in classes whose pattern has the whole value as its one positional part."""


class Matching(Part):
    """Matches values against patterns; no pattern runs code."""

    def match(self, s: ast.Match, worlds: list[World], flow: Flow) -> list[World]:
        """The worlds after the case that is theirs; the subject is on the stack until it is found."""
        waiting = self.run.expressions.push(s.subject, worlds, flow)
        found: list[World] = []
        for case in s.cases:
            fits, waiting = self._fitting(case, waiting, flow)
            for w in fits:
                w.stack.pop()
            found += self.run.statements.block(case.body, fits, flow)
        for w in waiting:
            w.stack.pop()
        return [*found, *waiting]

    def _fitting(
        self, case: ast.match_case, worlds: list[World], flow: Flow
    ) -> tuple[list[World], list[World]]:
        """The worlds that a case is for, its names set, and the others."""
        fits: list[World] = []
        others: list[World] = []
        for w in worlds:
            names: dict[str, Any] = {}
            if self._matches(case.pattern, w.stack[-1], names, w, flow):
                for name, value in names.items():
                    self.run.targets.set_name(w, name, value)
                fits.append(w)
            else:
                others.append(w)
        if case.guard is None:
            return fits, others
        fits, no = self.run.expressions.decide(case.guard, fits, flow)
        return fits, [*others, *no]

    def _matches(self, pattern: ast.pattern, value: Any, names: dict[str, Any], w: World, flow: Flow) -> bool:
        """Whether a value fits a pattern; `names` are those that it sets."""
        match pattern:
            case ast.MatchValue(value=node):
                return bool(value == self._value(node, w, flow))
            case ast.MatchSingleton(value=constant):
                return value is constant
            case ast.MatchOr(patterns=patterns):
                return any(self._matches(each, value, names, w, flow) for each in patterns)
            case ast.MatchAs(pattern=inner, name=name):
                if inner is not None and not self._matches(inner, value, names, w, flow):
                    return False
                if name is not None:
                    names[name] = value
                return True
            case ast.MatchSequence(patterns=patterns):
                return self._sequence(patterns, value, names, w, flow)
            case ast.MatchMapping():
                return self._mapping(pattern, value, names, w, flow)
            case ast.MatchClass():
                return self._of_class(pattern, value, names, w, flow)
        raise outside(pattern, "this pattern is not understood")

    def _value(self, node: ast.expr, w: World, flow: Flow) -> Any:
        if not self.run.plain.is_plain(flow.code, node):
            raise outside(node, "the pattern reads an attribute that may run code")
        return self.run.native.getter(flow.code, node)(w.scope)

    def _sequence(
        self, patterns: list[ast.pattern], value: Any, names: dict[str, Any], w: World, flow: Flow
    ) -> bool:
        kind = type(value)
        if kind not in (list, tuple, range) and self.run.heap.kind_of(kind) != "named tuple":
            if kind in CONTAINERS and hasattr(value, "appendleft"):
                raise outside(patterns[0] if patterns else ast.Pass(), "it matches a deque")
            return False
        star = next((i for i, each in enumerate(patterns) if isinstance(each, ast.MatchStar)), None)
        if star is None:
            parts = list(zip(patterns, value, strict=False))
            return len(value) == len(patterns) and all(self._matches(p, v, names, w, flow) for p, v in parts)
        behind = len(patterns) - star - 1
        if len(value) < star + behind:
            return False
        middle = patterns[star]
        if isinstance(middle, ast.MatchStar) and middle.name is not None:
            names[middle.name] = list(value[star : len(value) - behind])
        ends = [*zip(patterns[:star], value[:star], strict=True)]
        ends += zip(patterns[star + 1 :], value[len(value) - behind :], strict=True)
        return all(self._matches(p, v, names, w, flow) for p, v in ends)

    def _mapping(
        self, pattern: ast.MatchMapping, value: Any, names: dict[str, Any], w: World, flow: Flow
    ) -> bool:
        if type(value) not in (dict, *CONTAINERS) or not hasattr(value, "keys"):
            return False
        if type(value) is not dict:
            raise outside(pattern, "it matches a dictionary of another kind")
        keys = [self._value(key, w, flow) for key in pattern.keys]
        if not all(key in value for key in keys):
            return False
        if pattern.rest is not None:
            names[pattern.rest] = {k: v for k, v in value.items() if k not in keys}
        pairs = zip(pattern.patterns, keys, strict=True)
        return all(self._matches(each, value[key], names, w, flow) for each, key in pairs)

    def _of_class(
        self, pattern: ast.MatchClass, value: Any, names: dict[str, Any], w: World, flow: Flow
    ) -> bool:
        kind = self._value(pattern.cls, w, flow)
        what = self.run.heap.kind_of(kind) if isinstance(kind, type) else ""
        if kind not in ITSELF and what not in ("plain", "frozen", "named tuple", "enum", "exception"):
            raise outside(pattern, "it matches a class that may run code")
        if not isinstance(value, kind):
            return False
        parts = list(pattern.patterns)
        if kind in ITSELF and parts:
            return (
                len(parts) == 1 and not pattern.kwd_attrs and self._matches(parts[0], value, names, w, flow)
            )
        order = getattr(kind, "__match_args__", ())
        if len(parts) > len(order):
            raise outside(pattern, "it matches more parts than the class names")
        wanted = [
            *zip(order, parts, strict=False),
            *zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True),
        ]
        for name, each in wanted:
            try:
                part = self.run.objects.attribute(value, name)
            except AttributeError:
                return False
            if type(part).__name__ == "_Property":
                raise OutsideSubset("a pattern reads a property")
            if not self._matches(each, part, names, w, flow):
                return False
        return True
