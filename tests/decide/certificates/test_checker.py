"""The checker of sign certificates: no evidence that is made up confirms a statement that is false."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.decide.certificates.checker import check, signs
from assay.errors import InvalidValue


def one_statement(terms, evidence):
    return {"inequalities": [{"terms": terms, "evidence": evidence}], "on_square": []}


def cells(*found):
    return {"kind": "cells", "cells": list(found)}


def factors(content, *found):
    return {
        "kind": "factors",
        "content": content,
        "factors": [{"terms": t, "multiplicity": m, "evidence": e} for t, m, e in found],
    }


LINEAR = {"kind": "linear"}
NEGATIVE = cells(["0", None, -1])

FORGED = {
    "one cell without a sign": cells(["0", None, 0]),
    "a sign that is no number": cells(["0", None, float("nan")]),
    "a sign that is no whole number": cells(["0", None, 0.5]),
    "a last cell without a sign": cells(["0", "1", -1], ["1", None, 0]),
    "a cell that goes back": cells(["0", "2", 1], ["2", "1", 0], ["1", None, 1]),
    "no cells": cells(),
    "evidence of no known kind": {"kind": "word", "cells": [["0", None, -1]]},
    "a multiplicity below 0": factors(1, ([[0, 0, -5]], -1, NEGATIVE)),
    "a multiplicity that is no whole number": factors(1, ([[0, 0, 1]], True, NEGATIVE)),
    "a factor that lists an exponent twice": factors(1, ([[0, 0, -3], [0, 0, 1]], 1, NEGATIVE)),
    "a factor with fractions": factors(-1, ([[0, 0, -1.0]], 1, NEGATIVE)),
    "a content of 0": factors(0),
    "a factor whose cells say nothing": factors(-1, ([[0, 0, -1]], 1, cells(["0", None, 0]))),
    "a factor whose factors are 0": factors(-1, ([[0, 0, -1]], 1, factors(0, ([[0, 1, 1]], 1, LINEAR)))),
    "a list in place of a dictionary": [],
}


@pytest.mark.parametrize("evidence", FORGED.values(), ids=FORGED.keys())
def test_that_1_is_at_most_0_is_not_confirmed(evidence):
    with pytest.raises(InvalidValue, match="not confirmed"):
        check(one_statement([[0, 0, 1]], evidence))


def test_evidence_within_evidence_without_end_is_refused():
    endless = factors(1)
    endless["factors"].append({"terms": [[0, 0, 1]], "multiplicity": 1, "evidence": endless})
    with pytest.raises(InvalidValue, match="not confirmed"):
        check(one_statement([[0, 0, 1]], endless))


@pytest.mark.parametrize("terms", [[[0, 0, 0]], [[0, 0, 2], [0, 0, -2]], [[0, -1, 1]], [[0, 0, 1.0]], []])
def test_signs_are_shown_of_polynomials_that_are_not_0(terms):
    with pytest.raises(InvalidValue, match="not confirmed"):
        signs(terms, NEGATIVE)


POSITIVE_SOMEWHERE = (
    [[0, 0, 1]],
    [[1, 0, 1]],
    [[0, 0, 1], [0, 1, -2]],  # 1 - 2 e^(-t) beyond ln(2)
    [[0, 0, -1], [0, 1, 2]],  # below ln(2)
    [[0, 0, -1], [1, 1, 9], [0, 1, -1]],  # between two roots
    [[1, 0, -1], [0, 0, 3], [0, 1, -4]],
)


@given(
    st.sampled_from(POSITIVE_SOMEWHERE),
    st.lists(st.fractions(min_value=0, max_value=8, max_denominator=4), max_size=4),
    st.lists(st.sampled_from((-1, 0, 1)), min_size=5, max_size=5),
    st.booleans(),
)
def test_no_cells_confirm_what_is_false(terms, ends, found, in_order):
    ends = ["0", *(sorted(ends) if in_order else ends), None]
    made = [[None if e is None else str(e) for e in pair] for pair in pairwise(ends)]
    with pytest.raises(InvalidValue, match="not confirmed"):
        check(one_statement(terms, cells(*([*pair, s] for pair, s in zip(made, found, strict=False)))))
