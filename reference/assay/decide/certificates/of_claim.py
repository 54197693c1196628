"""Whether a certificate is that of a claim: its statements are derived anew from the mechanism."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from ...errors import InvalidValue
from ...exact import EpsilonLike, ExactLike
from ..decision import statements
from .certificate import certificate
from .checker import check


def check_for(mechanism: object, epsilon: EpsilonLike, delta: ExactLike, found: Mapping[str, object]) -> int:
    """The number of statements confirmed, once they are seen to be those of this claim on this mechanism.

    The statements are derived anew; for their signs only the evidence in the certificate is used.

    Raises InvalidValue for a certificate of another claim or mechanism, or a statement that is not confirmed.
    """
    derived = (certificate(each).without_evidence() for each in statements(mechanism, epsilon, delta))
    said = _said(found)
    if not any(said == _said(each) for each in derived):
        raise InvalidValue(f"the certificate is not that of ({epsilon}, {delta}) for {mechanism!r}")
    return check(found)


def _said(found: Mapping[str, object]) -> dict[str, object]:
    """All of a certificate but the evidence."""
    entries = cast("list[Mapping[str, object]]", found.get("inequalities", []))
    said = [entry.get("terms") for entry in entries]
    return {key: value for key, value in found.items() if key != "inequalities"} | {"terms": said}
