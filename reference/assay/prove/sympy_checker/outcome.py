"""Why a step is not confirmed."""

from __future__ import annotations

from assay.errors import AssayError


class Wrong(AssayError):
    """The step does not follow: an identity fails, the claim is false at a point, or it is no certificate."""


class Unsettled(AssayError):
    """Nothing was found that settles the step; the message says what is missing."""
