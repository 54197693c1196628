"""Outputs: when two are the same, the form under which a distribution lists one, and their text."""
