"""Formulas of parameters: composition, groups, amplification, conversions, calibration."""

from __future__ import annotations

from typing import Any

from .noise import clamped_row, conditioned_row
from .pairs import direction_of, hockey_stick, rr_copies, smallest_epsilon
from .reals import INF, Given, R, Refused, at_most, delta, epsilon, has, real, whole, word


def capped(x: Any) -> Any:
    """A probability is at most 1."""
    return x if has("VacuousComposition") or x < 1 else R().of(1)


def basic_composition(given: Given) -> Any:
    parts = given["guarantees"]
    if not parts:
        raise Refused("guarantees")
    pairs = [(epsilon(each), delta(each)) for each in parts]
    total = sum((d for _, d in pairs), R().of(0))
    infinite = any(e == INF for e, _ in pairs)
    return {"epsilon": INF if infinite else sum((e for e, _ in pairs), R().of(0)), "delta": capped(total)}


def optimal_delta(given: Given) -> Any:
    e, d = epsilon(given, finite=True), delta(given)
    k, at = whole(given, "k", 1), epsilon(given, "at", finite=True)
    return 1 - (1 - d) ** k * (1 - hockey_stick(rr_copies(R().exp(e), k), at))


def unlike(given: Given) -> Any:
    """By the loss of every set of rounds."""
    parts, at = given["guarantees"], epsilon(given, "at", finite=True)
    rounds = [(epsilon(each, finite=True), delta(each)) for each in parts]
    if not rounds:
        raise Refused("guarantees")
    rows, hidden = [(R().of(1), R().of(1))], R().of(1)
    for e, d in rounds:
        x = R().exp(e)
        rows = [(p * a / (1 + x), q * b / (1 + x)) for p, q in rows for a, b in ((x, 1), (1, x))]
        hidden *= 1 - d
    return 1 - hidden * (1 - hockey_stick(rows, at))


def optimal_epsilon(given: Given) -> Any:
    e, d = epsilon(given, finite=True), delta(given)
    k, total = whole(given, "k", 1), real(given, "total_delta", 0, 1)
    left = (1 - d) ** k
    allowed = 1 - (1 - total) / left if left else R().of(1)
    return INF if allowed < 0 else smallest_epsilon(rr_copies(R().exp(e), k), allowed)


def advanced(given: Given) -> Any:
    e, d, k = epsilon(given, finite=True), delta(given), whole(given, "k", 1)
    slack = real(given, "slack", above=0, below=1)
    r, x = R(), R().exp(e)
    form = word(given, "form", "textbook", "tanh")
    drift = x - 1 if form == "textbook" else (x - 1) / (x + 1)
    return {"epsilon": e * r.sqrt(2 * k * r.ln(1 / slack)) + k * e * drift, "delta": capped(k * d + slack)}


def group(given: Given) -> Any:
    e, d, k = epsilon(given), delta(given), whole(given, "k", 1)
    if e == INF:
        return {"epsilon": INF, "delta": d if d == 0 or k == 1 else R().of(1)}
    if has("GroupDelta"):
        return {"epsilon": k * e, "delta": capped(k * d)}
    factor = sum((R().exp(j * e) for j in range(k)), R().of(0)) if k <= 1000 else geometric(e, k)
    return {"epsilon": k * e, "delta": capped(d * factor) if d else d}


def geometric(e: Any, k: Any) -> Any:
    """1 + e^epsilon + ... + e^((k-1) epsilon)."""
    return R().of(k) if e == 0 else (R().exp(k * e) - 1) / (R().exp(e) - 1)


def poisson(given: Given) -> Any:
    e, d, q = epsilon(given), delta(given), real(given, "rate", 0, 1)
    direction, r = direction_of(given), R()
    zero = r.of(0)
    if q == 0:
        return {"epsilon": zero, "delta": zero}
    if direction == "remove":
        return {"epsilon": INF if e == INF else r.ln(1 + q * (r.exp(e) - 1)), "delta": q * d}
    if e == INF:
        return {"epsilon": INF if q == 1 else -r.ln(1 - q), "delta": d if q == 1 else zero}
    return {"epsilon": -r.ln(1 - q * (1 - r.exp(-e))), "delta": q * d / (q + (1 - q) * r.exp(e))}


def without_replacement(given: Given) -> Any:
    e, d, n = epsilon(given), delta(given), whole(given, "n", 1)
    share = R().of(whole(given, "m", 0, n)) / n
    if share == 0:
        return {"epsilon": R().of(0), "delta": R().of(0)}
    return {"epsilon": INF if e == INF else R().ln(1 + share * (R().exp(e) - 1)), "delta": share * d}


def with_replacement(given: Given) -> Any:
    e, m, n = epsilon(given, finite=True), whole(given, "m", 1), whole(given, "n", 1)
    return m * R().ln(1 + (R().exp(e) - 1) / n)


def tv_from_dp(given: Given) -> Any:
    e, d = epsilon(given), delta(given)
    return R().of(1) if e == INF else (R().exp(e) - 1 + 2 * d) / (R().exp(e) + 1)


def delta_from_dp(given: Given) -> Any:
    e, d, at = epsilon(given, finite=True), delta(given), epsilon(given, "at")
    return d if at > e else d + (1 - d) * (R().exp(e) - R().exp(at)) / (R().exp(e) + 1)


def probabilistic_from_dp(given: Given) -> Any:
    e, d, at = epsilon(given, finite=True), delta(given), epsilon(given, "at")
    if at <= e:
        raise Refused("at")
    return d if at == INF else capped(d / (1 - R().exp(e - at)))


def renyi_from_pure(given: Given) -> Any:
    e, a, r = epsilon(given, finite=True), real(given, "order", above=1), R()
    return r.ln((r.exp(a * e) + r.exp((1 - a) * e)) / (1 + r.exp(e))) / (a - 1)


def kl_from_pure(given: Given) -> Any:
    e = epsilon(given, finite=True)
    return e * (R().exp(e) - 1) / (R().exp(e) + 1)


def rdp_to_dp(given: Given) -> Any:
    a, rho, d, r = (
        real(given, "order", above=1),
        real(given, "r", 0),
        real(given, "delta", above=0, below=1),
        R(),
    )
    if word(given, "conversion", "mironov", "improved") == "mironov":
        found = rho + r.ln(1 / d) / (a - 1)
    else:
        found = rho + r.ln(1 - 1 / a) - r.ln(d * a) / (a - 1)
    return max(found, r.of(0))


def rdp_to_delta(given: Given) -> Any:
    a, rho, e, r = real(given, "order", above=1), real(given, "r", 0), epsilon(given), R()
    return r.of(0) if e == INF else capped(r.exp((a - 1) * (rho - e)) * r.power(1 - 1 / a, a) / (a - 1))


def zcdp_to_dp(given: Given) -> Any:
    rho, d = real(given, "rho", 0), real(given, "delta", above=0, below=1)
    return rho + 2 * R().sqrt(rho * R().ln(1 / d))


def flips(given: Given) -> Any:
    e, d = epsilon(given), delta(given)
    return R().of(0) if e == INF else (1 - d) / (1 + R().exp(e))


def smallest(given: Given, row: Any) -> Any:
    """The smallest s = 1, 2, ... at which the rows around 0 and 1 are close."""
    e, d = epsilon(given, above=0), delta(given)
    low, high = whole(given, "low", high=0), whole(given, "high", 1)
    if high - low > 32:
        raise Refused("the range")
    s = 1
    while not close(row(s, 0, low, high), row(s, 1, low, high), e, d):
        s += 1
    return R().of(max(s - 1, 1) if has("CalibrationTooSmall") else s)


def close(p: Any, q: Any, e: Any, d: Any) -> Any:
    """Whether both directions are within delta."""
    forth = hockey_stick(list(zip(p, q, strict=True)), e)
    back = hockey_stick(list(zip(q, p, strict=True)), e)
    return at_most(forth, d) and (has("OneDirection") or at_most(back, d))


def laplace(s: Any, c: Any, low: Any, high: Any) -> Any:
    return clamped_row(R().exp(-R().of(1) / s), c, low, high)


def truncated_laplace(s: Any, c: Any, low: Any, high: Any) -> Any:
    return conditioned_row(R().exp(-R().of(1) / s), c, low, high)


def gaussian(s: Any, c: Any, low: Any, high: Any) -> Any:
    weights = [R().exp(-R().of((y - c) ** 2) / (2 * s)) for y in range(low, high + 1)]
    return [w / sum(weights) for w in weights]


def bits(given: Given) -> Any:
    e, k = epsilon(given, above=0), 0
    while not at_most(1 + R().of(1) / 2**k, R().exp(e)):
        k += 1
    return R().of(max(k - 1, 0) if has("CalibrationTooSmall") else k)


FUNCTIONS = {
    "basic_composition": basic_composition,
    "optimal_composition_delta": optimal_delta,
    "unlike_composition_delta": unlike,
    "optimal_composition_epsilon": optimal_epsilon,
    "advanced_composition": advanced,
    "group_privacy": group,
    "poisson_amplification": poisson,
    "without_replacement_amplification": without_replacement,
    "with_replacement_amplification": with_replacement,
    "total_variation_from_dp": tv_from_dp,
    "delta_from_dp": delta_from_dp,
    "probabilistic_from_dp": probabilistic_from_dp,
    "renyi_from_pure": renyi_from_pure,
    "kl_from_pure": kl_from_pure,
    "rdp_to_dp": rdp_to_dp,
    "rdp_to_delta": rdp_to_delta,
    "zcdp_to_dp": zcdp_to_dp,
    "smallest_flip_probability": flips,
    "smallest_laplace_scale": lambda g: smallest(g, laplace),
    "smallest_truncated_laplace_scale": lambda g: smallest(g, truncated_laplace),
    "smallest_gaussian_variance": lambda g: smallest(g, gaussian),
    "smallest_geo_sample_bits": bits,
}
