"""Reports: what was found out about a mechanism, as text, as JSON, and as plots."""

from .as_json import to_json
from .findings import Claim, Findings, Unknown
from .text import to_text

__all__ = ["Claim", "Findings", "Unknown", "to_json", "to_text"]
