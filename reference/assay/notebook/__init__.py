"""Distributions, mechanisms, curves, verdicts and witnesses as HTML, which a notebook shows."""

from .pages import html

__all__ = ["html"]
