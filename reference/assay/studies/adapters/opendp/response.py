"""Randomised response: on categories, on a bool, on a vector of bits."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from ....adjacency import all_pairs, explicit
from ....dp import Dist, Mechanism
from ....exact import INFINITY, Log, ln
from ...survey.case import Case
from ...survey.definitions import finite, formula
from .border import evaluate
from .case_makers import claims, require, samples
from .promised_distributions import independent_flips

PROBABILITIES = (
    0.0,
    0.3,
    0.33333333333333337,
    0.34,
    0.5,
    0.75,
    0.9,
    1 - 2.0**-53,
    1.0,
    1.5,
    -0.1,
    float("nan"),
)
FLIPS = (5e-324, 2.0**-53, 0.1, 0.5, 0.9, 1 - 2.0**-53, 1.0, 0.0, 1.5, float("nan"))
NAMES = ("a", "b", "c")
BITS = 8
BIT_SPACE = "dp.bitvector_domain(max_weight={weight!r}), dp.discrete_distance()"
PACKED = "lambda bits: bytes([sum(bit << i for i, bit in enumerate(bits))])"
UNPACKED = "lambda packed: tuple(byte >> i & 1 for byte in packed for i in range(8))"
"""The first bit is the least significant one."""


def response_cases() -> Iterator[Case]:
    """Claims and distributions."""
    yield from categories_cases()
    yield from bool_cases()
    yield from bits_claims()
    yield from bits_samples()
    yield from bits_of_any_length()


def kept(prob: Fraction, size: int) -> Log:
    """epsilon = ln(p (k - 1) / (1 - p)) of k categories, for p from 1/k to 1."""
    require(prob * size >= 1 and prob <= 1, f"prob = {prob} is not in [1/{size}, 1]")
    return INFINITY if prob == 1 else ln(prob * (size - 1) / (1 - prob))


def categories_distribution(p: Fraction, x: str) -> Dist[str]:
    """The input with probability p, each other category with (1 - p)/(k - 1)."""
    return Dist({name: p if name == x else (1 - p) / (len(NAMES) - 1) for name in NAMES})


def categories_cases() -> Iterator[Case]:
    """make_randomized_response."""
    make = f"dp.m.make_randomized_response({list(NAMES)!r}, prob={{prob!r}})"
    yield from claims(
        "measurements.make_randomized_response",
        f"{make}.map({{d_in!r}})",
        lambda prob, d_in: kept(prob, 3) if d_in else ln(1),
        [{"prob": p, "d_in": 1} for p in PROBABILITIES] + [{"prob": 0.75, "d_in": d} for d in (0, 2)],
        promise="epsilon of k-ary randomised response on 3 categories, discrete distance",
        definition=formula("log(2*prob/(1-prob))"),
    )
    for prob in (0.5, 0.9):
        yield from samples(
            "measurements.make_randomized_response",
            make,
            partial(categories_distribution, Fraction(prob)),
            NAMES,
            parameters={"prob": prob},
            count=4000,
            promise="the input with probability prob, else another category, uniformly",
        )


def bool_distribution(p: Fraction, x: bool) -> Dist[bool]:
    """The input with probability p, else its negation."""
    return Dist({x: p, not x: 1 - p})


def bool_cases() -> Iterator[Case]:
    """make_randomized_response_bool."""
    make = "dp.m.make_randomized_response_bool(prob={prob!r}, constant_time={constant_time!r})"
    yield from claims(
        "measurements.make_randomized_response_bool",
        f"{make}.map(1)",
        lambda prob, constant_time: kept(prob, 2),
        [{"prob": p, "constant_time": t} for p in PROBABILITIES for t in (False, True)],
        promise="epsilon of randomised response on a bool",
        definition=formula("log(prob/(1-prob))"),
    )
    for prob, steady in ((0.5, False), (0.75, False), (0.9, True)):
        yield from samples(
            "measurements.make_randomized_response_bool",
            make,
            partial(bool_distribution, Fraction(prob)),
            (False, True),
            parameters={"prob": prob, "constant_time": steady},
            count=4000,
            promise="the input with probability prob, else its negation",
        )


def bits_epsilon(f: Fraction, weight: int, d_in: int) -> Log:
    """epsilon = 2 m ln((1 - f/2)/(f/2)): two vectors of weight m may differ in 2 m bits."""
    require(0 < f <= 1, f"f = {f} is not in (0, 1]")
    return ln((2 - f) / f) * (2 * weight if d_in else 0)


def bits_claims() -> Iterator[Case]:
    """make_randomized_response_bitvec, vectors of one length."""
    space = BIT_SPACE
    points = [{"f": f, "weight": 1, "d_in": 1} for f in FLIPS]
    points += [{"f": f, "weight": w, "d_in": 1} for w in (2, 4) for f in (0.1, 0.5, 0.9)]
    points += [{"f": 0.5, "weight": 2, "d_in": 0}]
    for prefix, make in (
        ("make", f"dp.m.make_randomized_response_bitvec({space}, f={{f!r}})"),
        ("then", f"(({space}) >> dp.m.then_randomized_response_bitvec(f={{f!r}}))"),
    ):
        yield from claims(
            f"measurements.{prefix}_randomized_response_bitvec",
            f"{make}.map({{d_in!r}})",
            bits_epsilon,
            points if prefix == "make" else points[-4:],
            promise="epsilon of flips with probability f/2 each, vectors of one length and this weight",
            definition=formula("2*weight*log((2-f)/f)"),
        )


def bits_samples() -> Iterator[Case]:
    """The distribution on one byte, and the claimed epsilon, for an input and its neighbours in every single
    bit.
    """
    zeros = (0,) * BITS
    singles = [tuple(int(i == k) for i in range(BITS)) for k in range(BITS)]
    make = f"dp.m.make_randomized_response_bitvec({BIT_SPACE}, f={{f!r}}, constant_time={{constant_time!r}})"
    for f, steady in ((0.5, False), (0.9, True)):
        yield from samples(
            "measurements.make_randomized_response_bitvec",
            make,
            partial(independent_flips, Fraction(f) / 2),
            [zeros, singles[0], tuple(int(i in (0, 3, 7)) for i in range(BITS))],
            parameters={"weight": 4, "f": f, "constant_time": steady},
            count=5000,
            promise="every bit is flipped on its own with probability f/2",
            note="the parameter f is said to be the flipping probability; its map and its debiasing have f/2",
            given=PACKED,
            read=UNPACKED,
        )
    yield from samples(
        "measurements.make_randomized_response_bitvec",
        make,
        None,
        [zeros, *singles],
        parameters={"weight": 1, "f": 0.5, "constant_time": False},
        count=2000,
        promise="private as its map says, vectors of one byte",
        epsilon=make + ".map(1)",
        adjacency=explicit([(zeros, single) for single in singles]),
        given=PACKED,
        read=UNPACKED,
    )


def bits_of_any_length() -> Iterator[Case]:
    """The map over all that the library itself counts as members of the domain, by an output's length."""
    inputs = (b"\x01", b"\x02", b"\x00\x01", b"\x01\x00")

    def mechanism(f: Fraction, weight: int) -> Mechanism[bytes, int]:
        domain = evaluate(f"dp.bitvector_domain(max_weight={weight!r})")
        members = [x for x in inputs if domain.member(x)]
        return Mechanism(lambda x: Dist.point(BITS * len(x)), members, all_pairs(), name="bits of the output")

    yield from claims(
        "measurements.make_randomized_response_bitvec",
        f"dp.m.make_randomized_response_bitvec({BIT_SPACE}, f={{f!r}}).map(1)",
        **finite("epsilon", mechanism),
        points=[{"f": 0.5, "weight": 1}],
        promise="epsilon of the length, over the vectors of one and two bytes that domain.member accepts",
        note="the domain says nothing of the length, and an output is as long as its input",
    )
