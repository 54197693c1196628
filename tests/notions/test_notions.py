"""Statements of each notion: kept with all that they say, and refused where they say too little."""

from __future__ import annotations

import pickle

import pytest

from assay.adjacency import all_pairs
from assay.composition.filters import BasicFilter
from assay.dp import Dist
from assay.errors import AssayError
from assay.exact import ln
from assay.notions import (
    PldGuarantee,
    ProfileGuarantee,
    RenyiGuarantee,
    TradeoffGuarantee,
    profile_of,
    to_approximate,
    to_concentrated,
    to_profile,
    to_renyi,
)
from assay.theorems import Guarantee, RandomGuarantee
from assay.theorems.witnesses import canonical_mechanism

ABOUT = {"adjacency": all_pairs()}


STATEMENTS = [
    ProfileGuarantee({1: "1/10", 2: 0}, **ABOUT),
    TradeoffGuarantee(canonical_mechanism(ln(2)).tradeoff(), **ABOUT),
    PldGuarantee((Dist.bernoulli("1/3"), Dist.bernoulli("2/3")), **ABOUT),
    RandomGuarantee(1, 0, "1/10", **ABOUT),
    Guarantee(1, **ABOUT, interactive=True),
]


@pytest.mark.parametrize("known", STATEMENTS, ids=lambda known: known.notion)
def test_statements_are_pickled_with_all_that_they_say(known):
    if hasattr(known, "tightest"):
        assert known.tightest.delta(0) == known.delta(0)
    again = pickle.loads(pickle.dumps(known))
    assert again == known
    assert repr(again) == repr(known)
    assert "tightest" not in repr(known)
    assert again.scope == known.scope
    assert str(known).endswith("under all_pairs()")


def test_statements_that_say_too_little_are_refused():
    for wrong in (
        lambda: ProfileGuarantee({}),
        lambda: ProfileGuarantee({1: 0}),
        lambda: ProfileGuarantee({1: 0}, symmetric=True, **ABOUT),
        lambda: ProfileGuarantee({"inf": 0}, **ABOUT),
        lambda: ProfileGuarantee({1: 2}, **ABOUT),
        lambda: ProfileGuarantee({1: 0}, symmetric=1),
        lambda: ProfileGuarantee([(1, 0)], **ABOUT),
        lambda: TradeoffGuarantee([(0, 1)], **ABOUT),
        lambda: PldGuarantee(Dist.bernoulli("1/2"), **ABOUT),
        lambda: PldGuarantee((Dist.bernoulli("1/2"),), **ABOUT),
        lambda: RenyiGuarantee([(2, 1)], **ABOUT),
        lambda: RenyiGuarantee({2: 1, "2": 3}, **ABOUT),
        lambda: Guarantee(1, **ABOUT, interactive="yes"),
        lambda: to_approximate(Guarantee(1, "1/10", **ABOUT), "1/100"),
        lambda: to_approximate(3, "1/100"),
        lambda: to_approximate(Guarantee(1, "1/10", **ABOUT), 2),
        lambda: to_renyi(RenyiGuarantee({2: 1}, **ABOUT), [3]),
        lambda: to_renyi(Guarantee(1, **ABOUT), [1]),
        lambda: to_renyi(Guarantee(1, **ABOUT), 2),
        lambda: to_concentrated(Guarantee(1, "1/10", **ABOUT)),
        lambda: to_concentrated(None),
        lambda: to_profile(RenyiGuarantee({2: 1}, **ABOUT)),
        lambda: to_profile("pure"),
        lambda: profile_of(RenyiGuarantee({2: 1}, **ABOUT)),
        lambda: profile_of(Guarantee("inf", **ABOUT)),
    ):
        with pytest.raises(AssayError):
            wrong()
    with pytest.raises(TypeError, match="unexpected"):
        Guarantee(1, adjecency=all_pairs())
    with pytest.raises(TypeError, match="unexpected"):
        BasicFilter(1, adjecency=all_pairs())
