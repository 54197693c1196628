"""Every number that a public function takes, replaced by a strange one: answered or refused, at once."""

from __future__ import annotations

import inspect
import json
import os
import resource
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from itertools import count
from math import ceil
from time import process_time

import pytest

from assay import Dist, Mechanism, adjacency, amplification, ln, mechanisms, number, queries, theorems
from assay.errors import LONGEST_MESSAGE, AssayError
from assay.exact import certified
from assay.utility.marginals import worst_error

SIZES = [10**5, 10**9, 2**70, 10**5000, -1, -(10**5000), 0, True]

SECONDS = 40
"""Whatever computes for longer hangs; most answers, and all refusals, take a fraction of a second."""

BYTES = 6 << 30

HOMES = {
    "assay": [
        "",
        "dp",
        "adjacency",
        "exact",
        "mechanisms",
        "queries",
        "theorems",
        "amplification",
        "composition.filters",
        "utility",
        "decide.probabilities.noise",
    ],
    "assay.mechanisms": ["noise"],
    "assay.queries": ["l_infinity", "l_infinity_noise", "sparse_histogram", "projection"],
    "assay.theorems": ["witnesses"],
    "assay.utility": ["comparison", "minimax_bounds", "marginals", "tails"],
    "assay.attacks": [
        "reduction",
        *("fingerprinting", "reconstruction", "reconstruction_exhaustive", "reconstruction_hadamard"),
        *("reconstruction_lp", "tracing_bound", "tracing_confidence", "tracing_noise"),
    ],
}
"""The public modules, by the package that they are in."""

TABLE = Mechanism({0: {"a": "2/3", "b": "1/3"}, 1: {"a": "1/3", "b": "2/3"}}, [0, 1], adjacency.all_pairs())
COIN = Dist({0: "1/2", 1: "1/2"})

VALUES: dict[str, object] = {
    **dict.fromkeys(("epsilon", "epsilon0", "at", "alpha", "x", "y", "z", "Z", "tau", "moved", "worst"), 1),
    **dict.fromkeys(("delta", "slack", "beta", "t", "gap"), "1/10"),
    **dict.fromkeys(("rate", "weight", "parameter", "share"), "1/3"),
    **dict.fromkeys(("p", "q", "dist", "common"), COIN),
    **dict.fromkeys(("mechanism", "randomiser"), TABLE),
    **dict.fromkeys(
        ("k", "m", "d", "ratio", "at_ratio", "variance", "scale", "copies", "cells", "degree"), 2
    ),
    **{"n": 4, "low": 0, "high": 3, "gamma": "1/20", "costs": {"a": 1, "b": 0}, "users": 3, "length": 30},
    **{
        "answers": [0, 1, 1, 2],
        "queries": [1, 2, 3],
        "error": "1/2",
        "hits": 3,
        "trials": 30,
        "intervals": 3,
    },
    **{"values": [1, 2, 3], "symmetric": True, "counts": (2, 1, 1), "rows": 3, "guarantees": [(1, 0)]},
    **{"digits": 5, "bits": 64, "confidence": "9/10", "kind": "laplace", "group_deltas": ["1/10", "1/5"]},
    **{
        "f": TABLE.tradeoff(),
        "rates": ["1/2"],
        "distribution": Dist.point((0,)),
        "largest": 3,
        "size": 3,
        "seed": 1,
    },
    **{
        "rounds": [theorems.pairs_of(TABLE)] * 2,
        "tails": "clamped",
        "threshold": 0,
        "shape": 4,
        "box": [(0, 3)],
    },
}
"""An argument for a parameter of this name."""

OBJECTS: tuple[object, ...] = (
    *(TABLE, COIN, TABLE.profile(), TABLE.tradeoff(), number("2/3"), ln(3), certified(ln(3)), adjacency.l1()),
    *(mechanisms.TwoSidedGeometric(number("1/2")), mechanisms.OneSidedGeometric(number("1/2"))),
    *(mechanisms.FiniteNoise(COIN), queries.LInfinityNoise(2, 1), theorems.Guarantee(1)),
    *(amplification.poisson_sampling("1/2")(3), worst_error("laplace", 4, 2, 1)),
)
"""Objects whose methods are asked too."""

NUMBERS = ("int", "ExactLike", "EpsilonLike", "Fraction")

NOT_ASKED = {"box_weight.ratio", "cube_mixture_density.shape", "cube_mixture_density.d"}
"""The rest of their arguments fits one value alone."""

Case = tuple[Callable[..., object], str]


def cases() -> Iterator[tuple[str, Case]]:
    """Every number that a public callable takes."""
    for name, function in callables():
        try:
            given = inspect.signature(function).parameters.values()
        except (TypeError, ValueError):
            continue
        for parameter in given:
            kinds = str(parameter.annotation).split(" | ")
            label = f"{name}.{parameter.name}"
            if any(kind in kinds for kind in NUMBERS) and not label.endswith(tuple(NOT_ASKED)):
                yield label, (function, parameter.name)


def callables() -> Iterator[tuple[str, Callable[..., object]]]:
    """The functions and classes of the public modules, and the methods of some objects, each once."""
    seen = set()
    for home in (f"{package}.{name}".rstrip(".") for package, names in HOMES.items() for name in names):
        module = import_module(home)
        own = [n for n, o in vars(module).items() if getattr(o, "__module__", "") == home and n[0] != "_"]
        for name in getattr(module, "__all__", own):
            found = getattr(module, name)
            if callable(found) and not inspect.ismodule(found) and id(found) not in seen:
                seen.add(id(found))
                yield f"{home[6:]}.{name}".lstrip("."), found
    for each in OBJECTS:
        for name in dir(each):
            if name[0] != "_" and callable(getattr(each, name)):
                yield f"{type(each).__name__}.{name}", getattr(each, name)


def arguments(
    function: Callable[..., object], name: str, value: object
) -> tuple[list[object], dict[str, object]]:
    """What the function needs, with this value for the parameter of that name."""
    needed, named = [], {}
    for p in inspect.signature(function).parameters.values():
        optional = p.kind is p.VAR_KEYWORD or (p.default is not p.empty and p.name != "symmetric")
        if optional and p.name != name:
            continue
        given = value if p.name == name else VALUES.get(p.name)
        if p.kind in (p.VAR_POSITIONAL, p.POSITIONAL_ONLY):
            needed.append(given)
        else:
            named[p.name] = given
    return needed, named


def told(ask: Callable[[], object]) -> str:
    """What is wrong, '' for nothing."""
    try:
        found = ask()
        if isinstance(found, OBJECTS_WITH_TEXT):
            repr(found), str(found)
    except AssayError as error:
        long = len(str(error)) > LONGEST_MESSAGE + 100
        return f"a message of {len(str(error))} characters" if long else ""
    except BaseException:
        return traceback.format_exc(limit=-3)[-800:]
    return ""


OBJECTS_WITH_TEXT = tuple(type(each) for each in OBJECTS[:8])


def in_a_child(asks: Sequence[Callable[[], object]]) -> list[str]:
    """The same for each in turn, in a child that may take so much time and memory, a new one after a stop."""
    found: list[str] = []
    while len(found) < len(asks):
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            os.close(reading)
            resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
            for ask in asks[len(found) :]:
                allowed = ceil(process_time()) + SECONDS
                resource.setrlimit(resource.RLIMIT_CPU, (allowed, resource.RLIM_INFINITY))
                os.write(writing, json.dumps(told(ask)).encode() + b"\n")
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading) as pipe:
            found += [json.loads(line) for line in pipe]
        os.waitpid(child, 0)
        if len(found) < len(asks):
            found.append(f"it was stopped after {SECONDS} seconds")
    return found


CASES = dict(cases())


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="processes are forked")
@pytest.mark.parametrize("label", CASES)
def test_a_strange_number_is_answered_or_refused(label):
    function, name = CASES[label]
    if before := told(lambda: called(function, name, VALUES.get(name, 2))):
        pytest.skip(f"the other arguments do not fit: {before}")
    answers = in_a_child([partial(called, function, name, size) for size in SIZES])
    wrong = {
        size if abs(size) < 2**80 else f"{size.bit_length()} bits": found
        for size, found in zip(SIZES, answers, strict=True)
        if found
    }
    assert not wrong, "\n".join(f"{size}: {text}" for size, text in wrong.items())


def called(function: Callable[..., object], name: str, value: object) -> object:
    needed, named = arguments(function, name, value)
    return function(*needed, **named)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="processes are forked")
def test_what_hangs_is_stopped_and_the_next_is_asked(monkeypatch):
    monkeypatch.setattr(sys.modules[__name__], "SECONDS", 1)
    first, hung, last = in_a_child([list, lambda: next(n for n in count() if n < 0), lambda: 1 // 0])
    assert (first, "was stopped" in hung, "ZeroDivisionError" in last) == ("", True, True)


def test_many_numbers_are_asked_for():
    assert len(CASES) > 300
