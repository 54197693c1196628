"""Whether the number that `hash` gives is seen by sets and dictionaries alone."""

from __future__ import annotations

import sys
from types import CodeType

from .bytecode import instructions
from .uses import GLOBAL, SKIPPED


def hands_hash_to_sets(code: CodeType) -> bool:
    """Whether `hash` is only called for what is returned: hash(...), or several joined by `^`.

    For a `__hash__` this number is seen by sets and dictionaries alone, who compare elements only where it is
    equal. Part of it, such as hash(...) % 8, is equal in some processes only.
    """
    stack: list[str] = []
    for instruction in instructions(code):
        op, argument = instruction.opname, instruction.arg or 0
        if op in SKIPPED or op in ("PRECALL", "COPY_FREE_VARS"):
            continue
        if op in GLOBAL or op == "PUSH_NULL":
            stack += [""] * (op == "LOAD_GLOBAL" and argument & 1)
            stack.append("function" if instruction.argval == "hash" else "")
        elif (op.startswith("LOAD_FAST") and "_LOAD_FAST" not in op) or op in ("LOAD_CONST", "LOAD_DEREF"):
            stack.append("")
        elif op in ("LOAD_ATTR", "LOAD_METHOD") and not stack[-1]:
            by_method = op == "LOAD_METHOD" or (argument & 1 and sys.version_info >= (3, 12))
            stack += [""] * bool(by_method)
        elif op in ("BUILD_TUPLE", "CALL", "BINARY_OP"):
            count = {"BUILD_TUPLE": argument, "CALL": argument + 2, "BINARY_OP": 2}[op]
            used = stack[len(stack) - count :]
            del stack[len(stack) - count :]
            called = op == "CALL" and "function" in used[:2]
            if "function" in used[2 * called :]:
                return False
            if "number" in used and not (called or op == "BUILD_TUPLE" or instruction.argrepr == "^"):
                return False
            stack.append("number" if called or "number" in used else "")
        else:
            return op == "RETURN_VALUE"
    return False
