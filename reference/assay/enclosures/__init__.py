"""Certified values: from a formula in ball arithmetic to a number that is refined on demand."""
