"""`assay.output` outside a stream."""

from __future__ import annotations

import pytest

import assay


def test_output_is_for_streams():
    with pytest.raises(assay.AssayError, match=r"output\(3\) was called outside a stream"):
        assay.output(3)
