"""Regions that were printed before, and are false, are refused by the points of the checks."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.errors import InvalidValue
from assay.ledger import region
from assay.ledger.checks import (
    events_and_outcomes,
    minimax_hypercube,
    minimax_uniform,
    random_dp_histogram,
    ratio_forms,
    sampling_rate,
    sensitivity_noise,
    sensitivity_quantiles,
)
from assay.ledger.reading import read_one
from assay.ledger.scope import Scope

FOLDER = Path(__file__).parents[3] / "spec" / "claims"

PRINTED_BEFORE = {
    "G6.b": (events_and_outcomes, "with_delta", "delta = 0 or k <= 2"),
    "H2.c": (random_dp_histogram, "any_minimiser", "lean = 1/2"),
    "H3.a": (minimax_hypercube, "printed_corners", "tau = 1"),
    "G7.b": (ratio_forms, "lower_logarithm_printed", "eps = 0 or delta = 0"),
    "H5.b": (minimax_uniform, "last_equality", "c*(1 - exp(-c)) = A - 1"),
    "H12.a": (sensitivity_noise, "as_printed", "2*(2*p - p^2) >= 1"),
    "H12.c": (sensitivity_noise, "both_directions", "S <= 2"),
    "H13.e": (sensitivity_quantiles, "step_at_the_quantile", "p >= 1 - d"),
    "S9.b": (sampling_rate, "rate_is_needed", region.NOWHERE),
}


@pytest.mark.parametrize("name", PRINTED_BEFORE)
def test_a_false_region_is_refused(name, monkeypatch):
    module, check, formula = PRINTED_BEFORE[name]
    record = read_one(FOLDER / f"{name.partition('.')[0]}.toml")
    part = next(part for part in record.parts if part.id == name)

    def other(_, points, **words):
        return region.checked(formula, points, **words)

    monkeypatch.setattr(module, "checked", other)
    with pytest.raises(InvalidValue, match=r"the statement (holds|fails)"):
        getattr(module, check)(Scope(part.scope, part.formulas))
