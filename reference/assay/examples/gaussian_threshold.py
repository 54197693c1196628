"""The first answer above a noisy threshold, with Gaussian noise at epsilon = 1/2."""

from __future__ import annotations

import assay
from assay.decide import gaussian


@assay.program
def gaussian_threshold(q: tuple[int, ...]) -> int | None:
    """The position of the first answer that reaches the threshold 0."""
    bar = gaussian(4)
    for i, answer in enumerate(q):
        if answer + gaussian(8) >= bar:
            return i
    return None
