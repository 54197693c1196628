"""Outcomes that hold noisy values: finitely many cases and regions that cover all of them."""
