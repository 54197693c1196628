"""Regions that were printed before, and are false, are refused by the points of the checks."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.errors import InvalidValue
from assay.ledger import region
from assay.ledger.checks import events_and_outcomes, random_dp_histogram, sensitivity_random
from assay.ledger.record import read_one
from assay.ledger.scope import Scope

FOLDER = Path(__file__).parents[3] / "spec" / "claims"

PRINTED_BEFORE = {
    "G6.b": (events_and_outcomes, "with_delta", "delta = 0 or k <= 2"),
    "H2.c": (random_dp_histogram, "any_minimiser", "t = 0"),
    "H12.c": (sensitivity_random, "both_directions", "S <= 2"),
}


@pytest.mark.parametrize("name", PRINTED_BEFORE)
def test_a_false_region_is_refused(name, monkeypatch):
    module, check, formula = PRINTED_BEFORE[name]
    record = read_one(FOLDER / f"{name.partition('.')[0]}.toml")
    scope = dict(next(part.scope for part in record.parts if part.id == name))

    def other(_, points, **words):
        return region.checked(formula, points, **words)

    monkeypatch.setattr(module, "checked", other)
    with pytest.raises(InvalidValue, match="the statement holds"):
        getattr(module, check)(Scope(scope))
