"""What code names, and whether a call is made of it, in the bytecode of this Python."""

from __future__ import annotations

import pytest

from assay.programs.uses import uses_of


def use_of(text, name):
    """The one use of a name in a module's code."""
    (found,) = (use for use in uses_of(compile(text, "/named.py", "exec")).names if use.name == name)
    return found


@pytest.mark.parametrize("before", range(6), ids=lambda n: f"{n} names before")
@pytest.mark.parametrize(
    ("line", "called"),
    [
        ("os.urandom(2)", True),
        ("x = wrapped(os.urandom)", False),
        ("x = os.urandom", False),
        ("class P:\n    draw = staticmethod(os.urandom)", False),
        ("class P:\n    drawn = os.urandom(3)", True),
        ("def f():\n    return wrapped(os.urandom)", False),
        ("def f():\n    return os.urandom(3)", True),
        ("def f():\n    return [os.urandom(n) for n in ns]", True),
        ("def f():\n    return [*map(os.urandom, ns)]", False),
    ],
)
def test_a_call_is_told_from_a_mention_whatever_was_named_before(before, line, called):
    """The places of names and the marks of calls stand in the same argument of some instructions."""
    text = "".join(f"n{i} = n{i}_\n" for i in range(before)) + line.replace(
        "P:\n", "P:\n" + "".join(f"    m{i} = k{i}\n" for i in range(before))
    )
    found = use_of(text + "\n", "os")
    assert (found.attributes, found.called) == (("urandom",), called)
