"""Domains and metrics as text, the way the installed release spells them."""

from __future__ import annotations

from .border import accepts, has

INT = "dp.atom_domain(T=int)"
LONG_SPACE = "dp.atom_domain(T='i64'), dp.absolute_distance(T='i64')"
INTS = f"dp.vector_domain({INT})"
INT_SPACE = f"{INT}, dp.absolute_distance(T=int)"
INTS_L1 = f"{INTS}, dp.l1_distance(T=int)"
INTS_L2 = f"{INTS}, dp.l2_distance(T=float)"
SCORES = f"{INTS}, dp.linf_distance(T=int)"
MONOTONE = f"{INTS}, dp.linf_distance(T=int, monotonic=True)"
RECORDS = f"{INTS}, dp.symmetric_distance()"

PURE = "dp.max_divergence()"
ZCDP = "dp.zero_concentrated_divergence()"
APPROXIMATE = f"dp.approximate({PURE})"
APPROXIMATE_ZCDP = f"dp.approximate({ZCDP})"
FIXED = "dp.fixed_smoothed_max_divergence()"


def float_domain() -> str:
    """The floats that are numbers; older releases allow no others unless told to."""
    nan = ", nan=False" if accepts("domains.atom_domain", "nan") else ""
    return f"dp.atom_domain(T=float{nan})"


def float_space() -> str:
    """Floats, with the absolute difference."""
    return f"{float_domain()}, dp.absolute_distance(T=float)"


def histogram_space(metric: str) -> str | None:
    """Counts by name, with a metric such as "l01inf_distance"; None before that metric existed."""
    if not has(f"metrics.{metric}"):
        return None
    return f"dp.map_domain(dp.atom_domain(T=str), {INT}), dp.{metric}(dp.absolute_distance(T=int))"


def user(measure: str, value: str) -> str:
    """A measurement that states the given privacy at every distance, and releases nothing."""
    return f"dp.m.make_user_measurement({INT_SPACE}, {measure}, lambda x: 0, lambda d_in: {value}, TO=int)"
