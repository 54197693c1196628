"""Binary trees over time: the nodes of a record, of a prefix and of a range, their noise, and privacy."""

from __future__ import annotations

from collections.abc import Iterator

from ..family import FLOAT, Case, Family, case, edge_if

LENGTHS = ("1", "2", "7", "8", "9", "1000", "1024", "1000000")


def cases() -> Iterator[Case]:
    """Nodes, and the noise in them."""
    yield from _nodes()
    yield from _noise()
    yield from _errors()


def _nodes() -> Iterator[Case]:
    times = {
        "1": ("1",),
        "2": ("1", "2"),
        "7": ("1", "4", "5", "6", "7"),
        "8": ("1", "5", "7", "8"),
        "9": ("1", "8", "9"),
        "1000": ("1", "512", "513", "767", "999", "1000"),
        "1024": ("1", "513", "1023", "1024"),
        "1000000": ("1", "524289", "999999", "1000000"),
        "72057594037927936": ("1", "72057594037927935", "72057594037927936"),
    }
    for n, listed in times.items():
        yield case("tree_levels", edge_if(n == "1"), n=n)
        for t in listed:
            edge = edge_if(t in ("1", n))
            yield case("tree_nodes", edge, n=n, t=t)
            yield case("tree_prefix_nodes", edge, n=n, t=t)
            for s in listed:
                yield case("tree_moved_nodes", edge_if(s == t), n=n, s=s, t=t)
                if int(s) <= int(t):
                    yield case("tree_range_nodes", edge_if(s == t), n=n, first=s, last=t)
    for n in ("15", "16", "17", "1023", "72057594037927935"):
        yield case("tree_levels", n=n)
    for function in ("tree_nodes", "tree_prefix_nodes"):
        for n, t in (("8", "0"), ("8", "9"), ("8", "1/2"), ("72057594037927937", "1")):
            yield case(function, "invalid", n=n, t=t)
    for n in ("0", "-1", "3/2"):
        yield case("tree_levels", "invalid", n=n)
    yield case("tree_moved_nodes", "invalid", n="8", s="1", t="9")
    yield case("tree_range_nodes", "invalid", n="8", first="3", last="2")
    yield case("tree_range_nodes", "invalid", n="8", first="0", last="2")


def _noise() -> Iterator[Case]:
    for n in LENGTHS:
        edge = edge_if(n == "1")
        for epsilon in ("1", "ln(2)", "1/10", FLOAT):
            yield case("tree_node_epsilon", edge, n=n, epsilon=epsilon)
        for epsilon in ("1", "1/10"):
            for t in dict.fromkeys(("1", n, str((int(n) + 1) // 2))):
                yield case("tree_prefix_variance", edge, n=n, t=t, epsilon=epsilon)
        for scale in ("1", "10", "200/3"):
            yield case("tree_integer_epsilon", edge, n=n, scale=scale)
        for sigma in ("1", "5", "40"):
            for epsilon in ("0", "1/2", "2"):
                yield case("tree_gaussian_delta", edge, n=n, sigma=sigma, epsilon=epsilon)
        for epsilon in ("1/10", "1"):
            for delta in ("1/1000000", "1e-20"):
                yield case("tree_gaussian_sigma", edge, n=n, epsilon=epsilon, delta=delta)
    for n in ("1", "2", "7", "8", "100", "1023"):
        for scale in ("1", "10", "5/2"):
            for epsilon in ("0", "1/2", "2"):
                result = edge_if(n == "1" or epsilon == "0")
                yield case("tree_integer_delta", result, n=n, scale=scale, epsilon=epsilon)
    for epsilon in ("-1", "inf"):
        yield case("tree_node_epsilon", "invalid", n="8", epsilon=epsilon)
    yield case("tree_prefix_variance", "invalid", n="8", t="3", epsilon="0")
    yield case("tree_integer_epsilon", "invalid", n="8", scale="0")
    yield case("tree_integer_delta", "invalid", n="4096", scale="1", epsilon="1")
    yield case("tree_integer_delta", "invalid", n="8", scale="1", epsilon="-1")
    yield case("tree_gaussian_delta", "invalid", n="8", sigma="0", epsilon="1")
    yield case("tree_gaussian_delta", "invalid", n="0", sigma="1", epsilon="1")
    yield case("tree_gaussian_sigma", "invalid", n="8", epsilon="1", delta="0")
    yield case("tree_gaussian_sigma", "invalid", n="8", epsilon="1", delta="1")


def _errors() -> Iterator[Case]:
    name = "tree_error_probability"
    for n, t in (("8", "8"), ("8", "6"), ("16", "7"), ("16", "15")):
        for scale in ("1", "3", "1/2"):
            for z in ("0", "1", "-2", "10"):
                yield case(name, n=n, t=t, scale=scale, z=z)
    good = {"n": "16", "t": "7", "scale": "1", "z": "0"}
    for key, bad in (("t", "17"), ("scale", "0"), ("z", "1/2"), ("z", "61")):
        yield case(name, "invalid", **{**good, key: bad})
    yield case(name, "invalid", n="32", t="31", scale="1", z="0")


FAMILIES = (
    Family(
        "trees",
        "Binary trees over time: the nodes of a record, of a prefix and of a range, their noise, and privacy",
        (
            "Dwork, Naor, Pitassi and Rothblum, Differential Privacy under Continual Observation, STOC 2010",
            "Chan, Shi and Song, Private and Continual Release of Statistics, TISSEC 2011",
        ),
        cases,
    ),
)
