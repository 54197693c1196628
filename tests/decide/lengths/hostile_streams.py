"""Programs over streams that try to be read as something else than what they do, beside values that lie."""

from __future__ import annotations

from pathlib import Path

from assay.decide import Neighbours, Stream
from tests.decide.lengths.generated_streams import module_of

HEAD = """
import assay
from fractions import Fraction
from assay import EPS, flip
from assay.decide import exponential, geometric, laplace

SHARED = [1, 2]
INSIDE = ([1],)


class Text(str):
    def __repr__(self):
        return "x"


class Whole(int):
    def __repr__(self):
        return "0"


class Pair(tuple):
    def __contains__(self, item):
        return True


class Called:
    asked = 0

    def __call__(self):
        pass

    def __contains__(self, item):
        Called.asked += 1
        return Called.asked > 50


class Module(type(assay)):
    @property
    def changing(self):
        Called.asked += 1
        return Called.asked > 50


TEXTS, WHOLE, PAIR, CALLED = (Text("a"), Text("b")), (Whole(1), Whole(2)), Pair(), Called()
NAN, ONE_EPS, MODULE = float("nan"), assay.eps(1), Module("module")
OTHER = type(assay)("other")
OTHER.__getattr__ = lambda name: MODULE.changing
NAMED = type(assay)("assay.named")
NAMED.__getattr__ = OTHER.__getattr__
__inside, _Class__inside = False, True

def program({parameters}):
"""

ALL, ONE = "all differ by 1", "one differs by 1"
LEAK = "for q in answers:\n    if {}:\n        assay.output(q)"


def stream(folder: Path, body: str, relation: str | Neighbours = ALL, parameters: str = "answers") -> Stream:
    """The stream of a program with this body."""
    text = HEAD.format(parameters=parameters) + "".join(f"    {line}\n" for line in body.splitlines())
    return Stream(module_of(text, folder).program, relation)
