"""What calls of library functions show: the order of a set, an address, memory that was not filled."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from ..names.rules import home_of
from .function_tables import CHANGING, ORDERLESS, RANKING, READING, TEXTS
from .method_names import FORMATTING
from .values import CONTAINER, LOOSE, OBJECT, Value

if TYPE_CHECKING:
    from .analysis import Flow


def show(flow: Flow, known: Any, args: list[Value], names: tuple[str, ...], held: int, line: int) -> None:
    """Note what a call shows of the order of sets, of addresses, of memory."""
    if home_of(known).partition(".")[0] in ("assay", "_pytest"):
        return  # a distribution has no order, and the message of an assertion is only written
    if id(known) in TEXTS or any(id(a.known) in TEXTS or a.method in FORMATTING for a in args):
        flow.findings.text_of(Value(held, held), line)
    elif isinstance(known, type) and issubclass(known, BaseException):
        flow.kept.raised(held)
    elif known is print:
        if "file" in names and not _is_console(args[names.index("file") - len(names)]):
            flow.findings.text_of(Value(held, held), line)
    elif id(known) in RANKING:
        flow.findings.reveals(held if "key" in names or len(args) > 1 else 0, line)
        if any(
            flow.findings.loose(flow.kept.held(a)) or flow.findings.ranks_by_parts(flow.kept.held(a))
            for a in args
        ):
            loose = any(
                flow.findings.loose(flow.kept.held(a)) for a in args
            )  # ordered by inclusion, which leaves ties
            flow.findings.reveals(held | (LOOSE if loose else 0), line)
    elif id(known) in READING:
        for a in args:
            flow.findings.reveals(a.top if a.top == CONTAINER else a.top | flow.kept.held(a), line)
    elif id(known) not in ORDERLESS or (known is sum and (len(args) > 1 or held & OBJECT)):
        flow.findings.reveals(held, line)
    if getattr(known, "__module__", None) in CHANGING and len(args) > 1:
        flow.kept.put(*args)


def _is_console(file: Value) -> bool:
    """Whether what is printed leaves the program."""
    return any(file.known is each for each in (sys.stdout, sys.stderr))


def show_memory(flow: Flow, known: Any, args: list[Value], names: tuple[str, ...], line: int) -> None:
    """Note arrays of numpy that are not filled."""
    numpy: Any = sys.modules.get("numpy")
    if numpy is None:
        return
    given = () if known is isinstance or known is issubclass else args
    for each in (known, *(a.known for a in given)):
        if isinstance(each, type) and issubclass(each, numpy.ndarray) and each is not numpy.matrix:
            flow.findings.refuse(f"numpy.{each.__name__}(...)", "memory as it was left, write zeros", line)
    ufuncs = [each for each in (known, *(a.known for a in args)) if isinstance(each, numpy.ufunc)]
    if ufuncs and "where" in names and "out" not in names:
        flow.findings.refuse(
            "where= without out=", "memory as it was left where it is false, give out=", line
        )
