"""Programs that leak their input, and look private to a reader that keeps the contract loosely.

Each is the text of a module that defines `f(x)` for x in (0, 1). `coin()` is one fair coin: of `assay.flip`
where programs are read, of the module `random` on the tape. None of them is (0, 0)-differentially private as
a function that is called again and again, in one process or another: the only allowed answers are a
refutation, a refusal, and undecided.

counters.txt: every kind of state, as a counter of calls: the text before `f`, and the expression that counts.
switches.txt: state that can be switched: the text before `f`, how it is read, switched on, and switched off.
hostile.txt: everything else: what differs from run to run, look-alikes, ends.
"""

from __future__ import annotations

from .sections import read

LATE = """\
{before}

def f(x):
    n = {tick}
    secret = coin()
    return bool(x) if n % 97 == 0 else secret
"""

ONCE = """\
{before}

def f(x):
    n = {tick}
    secret = coin()
    return bool(x) if n == 40 else secret
"""

# Changed and put back within one call: the second coin is always False, so that it shows the input.
PUT_BACK = """\
{before}

def noise():
    return coin() if not {read} else False

def f(x):
    first = bool(x) ^ noise()
    {change}
    try:
        second = bool(x) ^ noise()
    finally:
        {back}
    return first, second
"""


def programs() -> dict[str, str]:
    """All hostile programs by name."""
    found = {}
    for name, (before, tick) in read("counters.txt").items():
        found[f"late: {name}"] = LATE.format(before=before, tick=tick)
        found[f"once: {name}"] = ONCE.format(before=before, tick=tick)
    for name, (before, state, change, back) in read("switches.txt").items():
        found[f"put back: {name}"] = PUT_BACK.format(before=before, read=state, change=change, back=back)
    return found | {name: text for name, (text,) in read("hostile.txt").items()}
