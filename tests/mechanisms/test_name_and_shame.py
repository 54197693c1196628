"""Name-and-shame: its program, and privacy at (0, delta) exactly."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import INFINITY, flip, ln, program
from assay.errors import FloatRefused, InvalidType, InvalidValue
from assay.mechanisms import name_and_shame


@given(st.integers(1, 3), st.fractions(min_value=0, max_value=1, max_denominator=6))
def test_name_and_shame_is_its_program(n, delta):
    @program
    def publish(rows: tuple[str, ...]) -> tuple[str | None, ...]:
        return tuple(row if flip(delta) else None for row in rows)

    m = name_and_shame(n, delta, rows=["a", "b"])
    assert m.domain == tuple(product("ab", repeat=n))
    for x in m.domain:
        assert m.distribution(x) == publish.distribution(x)


@given(st.integers(1, 3), st.fractions(min_value=0, max_value=1, max_denominator=6))
def test_name_and_shame_is_zero_delta_private_exactly(n, delta):
    m = name_and_shame(n, delta)
    assert m.epsilon() == (INFINITY if delta else 0)
    for e in (0, ln(2), 7):
        assert m.delta(e) == delta
    assert m.epsilon(delta) == 0


@pytest.mark.parametrize(
    ("build", "error", "words"),
    [
        (lambda: name_and_shame(0, "1/2"), InvalidValue, "n = 0"),
        (lambda: name_and_shame(2, 2), InvalidValue, "delta = 2"),
        (lambda: name_and_shame(2, 0.1), FloatRefused, "delta = 0.1"),
        (lambda: name_and_shame(2, "0.1", rows=[]), InvalidValue, "rows is empty"),
        (lambda: name_and_shame(2, "0.1", rows=[0, None]), InvalidValue, "rows contains None"),
        (lambda: name_and_shame(2, "0.1", rows="ab"), InvalidType, "rows = 'ab' is a str"),
        (lambda: name_and_shame(2, "0.1", rows=3), InvalidType, "rows = 3 is a int"),
        (
            lambda: name_and_shame(2, "0.1", domain=["ab", "ac"]).matrix(),
            InvalidValue,
            "input = 'ab' (str) is not an input; give a tuple of 2 rows",
        ),
        (
            lambda: name_and_shame(2, "0.1", domain=[(0,), (1,)]).matrix(),
            InvalidValue,
            "input = (0,) (tuple)",
        ),
    ],
)
def test_bad_parameters_are_refused(build, error, words):
    with pytest.raises(error) as caught:
        build()
    assert words in str(caught.value)
