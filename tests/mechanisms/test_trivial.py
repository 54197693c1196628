"""The two ends of the scale: constant and identity."""

from __future__ import annotations

import pytest

from assay import INFINITY, Dist
from assay.errors import InvalidValue
from assay.mechanisms import constant, identity


def test_constant_and_identity():
    for domain in (range(3), ["a", "b"], [(0,), (1,)]):
        silent, loud = constant("x", domain=domain), identity(domain)
        assert silent.epsilon() == 0
        assert silent.delta(0) == 0
        assert loud.epsilon() == INFINITY
        assert all(loud.delta(e) == 1 for e in (0, 5))
        assert all(loud.distribution(x) == Dist.point(x) for x in loud.domain)
        assert all(silent.distribution(x) == Dist.point("x") for x in silent.domain)
    assert constant(None).distribution(True) == Dist.point(None)


@pytest.mark.parametrize(
    ("build", "error", "words"),
    [(lambda: identity([1]), InvalidValue, ""), (lambda: constant(float("nan")), InvalidValue, "nan")],
)
def test_bad_parameters_are_refused(build, error, words):
    with pytest.raises(error) as caught:
        build()
    assert words in str(caught.value)
