"""What a typed caller sees: checked by mypy, and never run."""

from __future__ import annotations

from typing import assert_never, assert_type

from assay import (
    Dist,
    Mechanism,
    Number,
    Partial,
    Program,
    Proved,
    Refuted,
    Undecided,
    Verified,
    adjacency,
    draw,
    flip,
    program,
    uniform,
)


@program
def response(b: bool, *, times: int = 1) -> tuple[bool, int]:
    return flip("1/2") and b, uniform(times)


def programs_keep_their_types() -> None:
    assert_type(response.distribution(True, times=2), Dist[tuple[bool, int]])
    assert_type(response.bounds(True), Partial[tuple[bool, int]])
    assert_type(response.within(max_steps=5, deadline="1/2").distribution(False), Dist[tuple[bool, int]])
    assert_type(response(True), tuple[bool, int])
    as_program: Program[..., tuple[bool, int]] = response
    as_program.distribution(True, max_steps=5)


def distributions_keep_their_types(d: Dist[str], e: Dist[int]) -> None:
    assert_type(d["a"], Number)
    assert_type(d.support, tuple[str, ...])
    assert_type(d.map(len), Dist[int])
    assert_type(d.bind(lambda o: e), Dist[int])
    assert_type(Dist.bernoulli("1/2"), Dist[bool])
    assert_type(Dist.product(d, e), Dist[tuple[str, int]])
    assert_type(Dist.product(d, e, d), Dist[tuple[str, int, str]])
    assert_type(Dist.mixture([("1/2", d), ("1/2", d)]), Dist[str])
    assert_type(draw(d), str)
    wider: Dist[object] = d
    assert_type(wider.prob(lambda o: o == 1), Number)


def relations_keep_their_types() -> None:
    assert_type(adjacency.hamming().pairs(["00", "01"]), tuple[tuple[str, str], ...])
    assert_type(adjacency.l1(2).power(2), adjacency.Adjacency)


def verdicts_are_four(m: Mechanism[bool, bool]) -> str:
    match m.audit(1):
        case Proved() | Verified():
            return "holds"
        case Refuted(witness):
            return str(witness)
        case Undecided(reason):
            return reason
        case other:
            assert_never(other)
