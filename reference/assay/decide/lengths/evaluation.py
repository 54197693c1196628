"""What expressions of a program are worth, on symbols, with every comparison answered."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from .arithmetic import arithmetic, negated
from .calls import called
from .comparisons import Comparisons, truth
from .program_values import Channel, Items, NotRead, is_fresh, is_plain
from .source import Source


@dataclass
class Evaluation:
    """The variables of a run, and what expressions of them are worth.  All methods raise NotRead."""

    source: Source
    env: dict[str, Any]
    comparisons: Comparisons

    def value(self, node: ast.expr) -> Any:
        """An expression."""
        match node:
            case ast.Constant(value=value):
                return value
            case ast.Name(id=name):
                return self.named(name)
            case ast.Tuple(elts=elts):
                return tuple(map(self.value, elts))
            case ast.List(elts=elts):
                return Items(map(self.value, elts))
            case ast.BinOp(left=left, op=op, right=right):
                return arithmetic(op, self.value(left), self.value(right))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return negated(self.value(operand))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return not truth(self.value(operand))
            case ast.BoolOp(op=op, values=values):
                return self.any_or_all(isinstance(op, ast.Or), values)
            case ast.Compare(left=left, ops=ops, comparators=others):
                return self.chain(left, ops, others)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self.value(body if truth(self.value(test)) else orelse)
            case ast.Subscript(value=held, slice=index):
                return self.item(node, self.value(held), self.value(index))
            case ast.ListComp(
                elt=elt, generators=[ast.comprehension(target=target, iter=over, ifs=[], is_async=0)]
            ):
                return self.comprehension(elt, target, over)
            case ast.Attribute(value=held, attr=attribute):
                return self.attribute(self.value(held), attribute)
            case ast.Call(func=func, args=args, keywords=[]):
                return self.call(self.value(func), args)
        raise NotRead(f"`{ast.unparse(node)}` is not read")

    def unshared(self, node: ast.expr) -> Any:
        """A value to be stored or written; a list that has another name already would change under both."""
        found = self.value(node)
        if not is_fresh(node, found):
            raise NotRead(f"`{ast.unparse(node)}` would be one list under two names; copy it by list(...)")
        return found

    def named(self, name: str) -> Any:
        """A variable."""
        if name in self.source.channels:
            return Channel(name)
        if name in self.source.locals:
            if name not in self.env:
                raise NotRead(f"{name} may have no value here")
            return self.env[name]
        if name not in self.source.names:
            raise NotRead(f"{name} is not defined")
        return _constant(name, self.source.names[name])

    def attribute(self, held: Any, name: str) -> Any:
        """A name of a module, that nothing computes when it is read."""
        if type(held) is not ModuleType:
            raise NotRead(f".{name} is read of modules alone")
        if _is_ours(held) and hasattr(held, name):  # they load what is asked for
            return _constant(name, getattr(held, name))
        if name not in vars(held):
            raise NotRead(f".{name} is read of modules alone, and this one does not hold it")
        return _constant(name, vars(held)[name])

    def call(self, function: Any, args: list[ast.expr]) -> Any:
        """A draw, or a function on the list."""
        if any(isinstance(each, ast.Starred) for each in args):
            raise NotRead("arguments are given one by one")
        return called(function, [self.value(each) for each in args], self.comparisons)

    def comprehension(self, elt: ast.expr, target: ast.expr, over: ast.expr) -> Items:
        """A list, one item after the other; its variables are its own."""
        if not all(isinstance(part, (ast.Name, ast.Tuple, ast.List)) for part in _targets(target)):
            raise NotRead(f"`{ast.unparse(target)}` in a list changes what is outside of it; give variables")
        kept, found = dict(self.env), []
        for each in self.items(over):
            self.bind(target, each)
            found.append(self.value(elt))
        self.env = kept
        return Items(found)

    def item(self, node: ast.expr, held: Any, index: Any) -> Any:
        """An item of a list or tuple."""
        if isinstance(held, (tuple, range)) and type(index) is int and -len(held) <= index < len(held):
            return held[index]
        raise NotRead(f"`{ast.unparse(node)}` is no item of a list or tuple")

    def items(self, node: ast.expr) -> Items:
        """What a loop that is not over answers goes over."""
        found = self.value(node)
        if not isinstance(found, (range, tuple)):
            raise NotRead(
                f"`{ast.unparse(node)}` is neither the stream of answers nor a range, list or tuple"
            )
        return Items(found)

    def any_or_all(self, disjunction: bool, values: list[ast.expr]) -> Any:
        """`and`, `or`: the first that settles it, else the last."""
        found: Any = None
        for each in values:
            found = self.value(each)
            if truth(found) == disjunction:
                break
        return found

    def chain(self, left: ast.expr, ops: Sequence[ast.cmpop], others: list[ast.expr]) -> bool:
        """a < b < c."""
        a = self.value(left)
        for op, other in zip(ops, others, strict=True):
            b = self.value(other)
            if not self.comparisons.compare(op, a, b):
                return False
            a = b
        return True

    def bind(self, target: ast.expr, value: Any) -> None:
        """Assign."""
        match target:
            case ast.Name(id=name):
                if name in self.source.channels:
                    raise NotRead(f"{name} is the list of outputs; it is only appended to and returned")
                self.env[name] = value
            case ast.Tuple(elts=elts) | ast.List(elts=elts) if isinstance(value, tuple) and len(value) == len(
                elts
            ):
                for each, part in zip(elts, value, strict=True):
                    self.bind(each, part)
            case ast.Subscript(value=ast.Name(id=name), slice=index):
                held, i = self.env.get(name), self.value(index)
                if not isinstance(held, Items) or type(i) is not int or not -len(held) <= i < len(held):
                    raise NotRead(f"`{ast.unparse(target)}` is no item of a list")
                i %= len(held)
                self.env[name] = Items((*held[:i], value, *held[i + 1 :]))
            case _:
                raise NotRead(
                    f"`{ast.unparse(target)}` is no target that is read, or does not fit what it is given"
                )


def _targets(target: ast.expr) -> Iterator[ast.expr]:
    """A target, and all that are in it."""
    yield target
    if isinstance(target, (ast.Tuple, ast.List)):
        for each in target.elts:
            yield from _targets(each)


def _is_ours(module: ModuleType) -> bool:
    """Whether it is a module of Assay's, and not one that took such a name."""
    name = module.__name__
    return name.split(".")[0] == "assay" and sys.modules.get(name) is module


def _constant(name: str, value: Any) -> Any:
    """A value from outside the program, which nothing can change in place."""
    if not (is_plain(value) or callable(value) or isinstance(value, ModuleType)):
        raise NotRead(
            f"{name} is a {type(value).__name__} that other code may change; give numbers or tuples"
        )
    return value
