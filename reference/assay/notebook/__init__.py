"""Distributions, mechanisms, curves, verdicts and witnesses as HTML, which a notebook shows."""

from .pages import html, page

__all__ = ["html", "page"]
