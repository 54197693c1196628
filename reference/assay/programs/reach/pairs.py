"""What is refused only where something else is within reach, too: `object()` and a text of it, which is an
address; a warning and a handler that may catch it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..names.attributes import LOGGER_PARTS
from ..names.modules import WHAT

if TYPE_CHECKING:
    from .walk import Walk


class Pairs:
    """What was met of each pair.

    formats: whether texts are made of values. objects: whether `object` is named. hashes: the name of a class
    with a `__hash__` that calls `hash`, or "". private: names of private attributes of Assay's objects that
    are read, with where. format_of_dates: where a format with what depends on the machine stands, or "".
    warns: whether `warnings.warn` is within reach. catches_warnings: where a handler may catch one, or "".
    """

    def __init__(self) -> None:
        self.formats = self.objects = self.warns = False
        self.hashes = self.format_of_dates = self.catches_warnings = ""
        self.private: dict[str, str] = {}

    def refuse(self, walk: Walk) -> None:
        """Note every pair of which both are met."""
        add, attributes = walk.refusals.add, walk.attributes
        if self.formats and self.objects:
            add("object()", "whose text is an address", attributes.read["object"])
        if self.hashes and attributes.unnamed:
            what = f"of which anything may be read by {attributes.unnamed}"
            add(f"the class {self.hashes} with a __hash__", what, "")
        for name in attributes.of_nobodys(set(self.private)):
            add(f"the attribute {name}", "the inside of an object of Assay's", self.private[name])
        if self.format_of_dates and walk.handed.has_dates():
            what = "of a date, with what depends on the time zone or the locale"
            add("format", what, self.format_of_dates)
        if self.warns and self.catches_warnings:
            what = "which is an error where the process says so, and may be caught"
            add("warnings.warn", what, self.catches_warnings)
        for name in LOGGER_PARTS & attributes.read.keys() if walk.changing.logging else ():
            add(f"logging.Logger.{name}", WHAT["logging"], attributes.read[name])
