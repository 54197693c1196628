"""`Shown`: what a notebook shows instead of the text of an object."""

from __future__ import annotations

from .wiring import NOTEBOOK, load


class Shown:
    """An object with a page of its own in a notebook (IPython asks for `_repr_html_`)."""

    __slots__ = ()

    def _repr_html_(self) -> str | None:
        """The object in HTML, None where only its text is shown."""
        found: str | None = load(NOTEBOOK)(self)
        return found
