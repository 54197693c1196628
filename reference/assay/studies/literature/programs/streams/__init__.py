"""Programs over streams of any length, right and wrong ones, as the papers write them."""

from . import above_threshold, noisy_ranges, sums, values_at_crossings

__all__ = ["above_threshold", "noisy_ranges", "sums", "values_at_crossings"]
