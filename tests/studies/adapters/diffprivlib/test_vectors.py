"""Samplers of vectors: what is read of an output, without the library."""

from __future__ import annotations

from fractions import Fraction

import pytest

from assay.studies.adapters.diffprivlib import vectors


@pytest.mark.parametrize(("noise", "bin_of_norm"), [((-3.0,), 3), ((-3.0, 0.0), 3), ((3.0, -4.0), 5)])
def test_the_norm_of_a_vector_is_not_negative(monkeypatch, noise, bin_of_norm):
    # the norm of one number was that number, and half of all noise counted as tiny: a false accusation
    def drawn(mechanism, read, **given):
        return lambda function, count: (
            [read(lambda axis: float(sum(a * b for a, b in zip(axis, noise, strict=True))))] * count
        )

    monkeypatch.setattr(vectors, "repeated", drawn)
    batch = vectors._norms({"dimension": len(noise)}, [Fraction(k) for k in range(1, 6)])
    assert batch(0, 2) == [bin_of_norm] * 2
