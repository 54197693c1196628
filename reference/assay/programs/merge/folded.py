"""A list that only `sum`, `max`, `min`, `any`, `all` and `len` read is not made, but what these find in it.

    bits = tuple(flip("1/2") for _ in range(40))
    return sum(bits), max(bits)              # 2^40 tuples, and 41 pairs of a sum and a maximum

The elements are taken one by one, by all these functions at once, where the list is assigned; its name then
holds a tuple of what they find.  Their results cannot be told from those of later calls: the elements are
plain values, and no such function raises.  Where that is not so, the evaluation begins again with the list.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from copy import deepcopy
from typing import TYPE_CHECKING, Any, TypeVar

from .folds import FOLDS, Fold
from .inlined import is_elements
from .iteration import NOTHING
from .outside import OutsideSubset, outside
from .values import NotPlain, plain_key
from .worlds import Flow, World

if TYPE_CHECKING:
    from .evaluator import Evaluation

Function = TypeVar("Function", bound=ast.AST)

STEADY: dict[str, Fold] = {
    "sum": FOLDS[sum],
    "max": FOLDS[max],
    "min": FOLDS[min],
    "any": Fold(lambda: False, lambda found, value: found or bool(value)),
    "all": Fold(lambda: True, lambda found, value: found and bool(value)),
    "len": FOLDS[len],
}
"""The functions, where they see every element."""

CHANGING = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.SetComp, ast.DictComp)
INNER = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


class Folded(ast.expr):
    """What some functions find in the elements of a list; called: all names of functions in it."""

    _fields = ("made", "called")
    made: ast.ListComp
    called: list[ast.Name]
    found: tuple[str, ...]


def folded(function: Function) -> Function:
    """A function without the lists of which only this is read; itself, if there are none."""
    if not any(_list_of(node) for node in ast.walk(function)) or not _reads(function):
        return function
    made = deepcopy(function)
    reads = _reads(made)
    parts: dict[int, ast.expr] = {}
    for node in ast.walk(made):
        name = _list_of(node)
        if name in reads and _is_only_read(made, name, reads[name]):
            parts |= _fold(node, reads[name])
    _Replaced(parts).visit(made)
    return made


def values(run: Evaluation, node: Folded, worlds: list[World], flow: Flow) -> list[World]:
    """What the functions find, as a tuple on the stack of every world."""
    try:
        return _values(run, node, worlds, flow)
    except OutsideSubset:
        run.is_not_folded = True
        raise


def _values(run: Evaluation, node: Folded, worlds: list[World], flow: Flow) -> list[World]:
    known = vars(builtins)
    if any(run.names.static(flow.code, each) is not known[each.id] for each in node.called):
        raise outside(node, "it gives the name of a builtin to something else")
    before, apply = len(flow.raised), run.expressions.apply
    if run.plain.is_plain(flow.code, node.made):
        worlds = run.expressions.push(node.made, worlds, flow)
        worlds = apply(1, lambda items: _found_in(items, node.found), worlds, flow)
    else:
        fold = _product([STEADY[name] for name in node.found])
        worlds = run.comprehensions.build(node.made, worlds, flow, fold)
    if len(flow.raised) > before:
        raise outside(node, "an error of a function of a list comes where it is called")
    return worlds


def _found_in(items: list[Any], names: tuple[str, ...]) -> tuple[Any, ...]:
    """What the functions find in a list of plain values."""
    for item in items:
        _plain(item)
    return tuple([vars(builtins)[name](items) for name in names])


def _product(folds: list[Fold]) -> Fold:
    """All folds at once."""

    def add(found: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
        _plain(value)
        return tuple([fold.add(each, value) for fold, each in zip(folds, found, strict=True)])

    def end(found: tuple[Any, ...]) -> tuple[Any, ...]:
        if any(each is NOTHING for each in found):
            raise OutsideSubset("the maximum of no elements is an error where it is asked for")
        return found

    return Fold(lambda: tuple([fold.start() for fold in folds]), add, end)


def _plain(value: Any) -> None:
    """Refuse an element that may change before it is looked at."""
    try:
        plain_key(value)
    except NotPlain:
        raise OutsideSubset(f"it folds elements of type {type(value).__name__}") from None


# The text


def _list_of(node: ast.AST) -> str:
    """The name that a statement gives to a list of elements that cannot change, made one by one."""
    if (
        not isinstance(node, ast.Assign)
        or len(node.targets) != 1
        or not isinstance(node.targets[0], ast.Name)
    ):
        return ""
    if not is_elements(node.value) or isinstance(_comprehension(node.value).elt, CHANGING):
        return ""
    return node.targets[0].id


def _comprehension(value: Any) -> ast.ListComp:
    """The elements, as a list comprehension."""
    made: Any = value.args[0] if isinstance(value, ast.Call) else value
    return ast.copy_location(ast.ListComp(made.elt, made.generators), value)


def _reads(whole: ast.AST) -> dict[str, list[ast.Call]]:
    """The calls of these functions with nothing but a name."""
    found: dict[str, list[ast.Call]] = {}
    for node in _own(whole):
        match node:
            case ast.Call(func=ast.Name(id=function), args=[ast.Name(id=name)], keywords=[]):
                if function in STEADY:
                    found.setdefault(name, []).append(node)
    return found


def _own(function: ast.AST) -> Iterator[ast.AST]:
    """All parts of a function outside of the functions inside it."""
    for part in ast.iter_child_nodes(function):
        if not isinstance(part, INNER):
            yield part
            yield from _own(part)


def _is_only_read(function: ast.AST, name: str, calls: list[ast.Call]) -> bool:
    """Whether a name occurs in one assignment and in these calls, and nowhere else."""
    count = 0
    for node in ast.walk(function):
        if isinstance(node, ast.Name):
            count += node.id == name
        else:
            words = [word for field in node._fields for word in _words(getattr(node, field, None))]
            if name in words and not isinstance(node, ast.Constant | ast.Attribute | ast.keyword):
                return False
    return count == 1 + len(calls)


def _words(field: Any) -> list[Any]:
    return field if isinstance(field, list) else [field]


def _fold(assignment: Any, calls: list[ast.Call]) -> dict[int, ast.expr]:
    """Put what the functions find in the place of the list; its parts, for the place of each call."""
    value = assignment.value
    functions = {call.func.id: call.func for call in calls if isinstance(call.func, ast.Name)}
    builder: list[Any] = [value.func] if isinstance(value, ast.Call) else []
    node = Folded()
    node.made, node.called = _comprehension(value), [*builder, *functions.values()]
    node.found = tuple(functions)
    assignment.value = ast.copy_location(node, value)
    return {id(call): _part(call, node.found) for call in calls}


def _part(call: Any, names: tuple[str, ...]) -> ast.expr:
    """What a function has found, in the place of its call."""
    index = ast.copy_location(ast.Constant(names.index(call.func.id)), call)
    return ast.copy_location(ast.Subscript(call.args[0], index, ast.Load()), call)


class _Replaced(ast.NodeTransformer):
    """Calls with others in their place."""

    def __init__(self, parts: dict[int, ast.expr]) -> None:
        self.parts = parts

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """One call."""
        return self.parts.get(id(node)) or self.generic_visit(node)
