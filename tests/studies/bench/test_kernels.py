"""The workloads of the table of speed: the questions agree at small sizes, and a wrong answer is noticed."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from assay.errors import AssayError
from assay.studies.bench.kernels import WORKLOADS, Extrapolated, Workload, reference


@pytest.mark.slow
@pytest.mark.parametrize("workload", WORKLOADS, ids=lambda w: w.name)
def test_the_reference_agrees_at_small_sizes(workload: Workload) -> None:
    small = replace(workload, smaller=(1, 2))
    for question in workload.questions:
        found = reference(small, question)
        assert found is not None
        assert set(found.measured) == {1, 2}


def test_a_wrong_answer_is_an_error() -> None:
    asked = []
    wrong = replace(WORKLOADS[0], smaller=(2,), questions={"count": lambda m: asked.append(m) or len(asked)})
    with pytest.raises(ArithmeticError, match=r"\d+ and \d+"):
        reference(wrong, "count")


def test_growth_goes_on_as_it_was() -> None:
    found = Extrapolated({3: 10, 4: 30, 5: 120}, 8)
    assert (found.factor, found.nanoseconds) == (4, 120 * 4**3)
    assert Extrapolated({1: 3, 2: 2}, 3).nanoseconds == Fraction(4, 3)


def test_without_smaller_sizes_the_reference_is_not_run() -> None:
    assert reference(replace(WORKLOADS[0], smaller=()), "epsilon") is None


@pytest.mark.parametrize("workload", WORKLOADS, ids=lambda w: w.name)
@pytest.mark.parametrize("size", [-1, 0, 1.5, None, "x"])
def test_a_size_that_is_none_is_told(workload: Workload, size: int) -> None:
    with pytest.raises(AssayError, match="n = "):
        workload.make(size)
