"""Noisy counts above a threshold: make_laplace_threshold, make_gaussian_threshold, make_noise_threshold.

The released keys tell of the input: against the empty histogram, one with the count c at a key releases
it with probability P(c + Z >= threshold), and no noise hides that: it is the smallest delta for each epsilon.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from fractions import Fraction
from typing import Any

from ....dp import Dist
from ....engines.partial import Partial
from ....exact import Number, exp, number
from ....mechanisms.noise import two_sided_geometric_tail
from ....testing.claims import Evidence, Truth
from ....testing.claims.values import Real
from ...survey.case import Case
from ...survey.definitions import formula
from .accuracy import discrete_gaussian_tail
from .border import APPROXIMATE, APPROXIMATE_ZCDP, built, histogram_space
from .case_makers import claims, samples
from .promised_distributions import gaussian_integers, laplace_integers

KEY = "a"
ENDS = 12
THRESHOLDS = (2, 3, 5, 8, 20)
GONE = "not released"

LAPLACE_TAIL = "exp((d_in - threshold)/scale)/(1 + exp(-1/scale))"
"""P(d_in + Z >= threshold) for d_in <= threshold."""
GAUSSIAN_TAIL = (
    "(" + " + ".join(f"exp(-((threshold - d_in + {z})**2)/(2*scale**2))" for z in range(9)) + ")"
    "/(scale*sqrt(2*31416/10000)*1001/1000)"
)
"""A lower bound of it for scale >= 1: nine terms of the tail, over more than the sum of all terms."""


def threshold_cases() -> Iterator[Case]:
    """delta of one key more, the loss of a common key, and the distribution of what is released."""
    laplace, gaussian = histogram_space("l01inf_distance"), histogram_space("l02inf_distance")
    if laplace is None or gaussian is None:
        return
    for name, space, measure in (
        ("laplace_threshold", laplace, ""),
        ("noise_threshold", laplace, f"{APPROXIMATE}, "),
        ("gaussian_threshold", gaussian, ""),
        ("noise_threshold", gaussian, f"{APPROXIMATE_ZCDP}, "),
    ):
        heavy = space == gaussian
        yield from delta_claims(name, space, measure, heavy)
        yield from loss_claims(name, space, measure, heavy)
        yield from release_samples(name, space, measure, heavy)


def kept(scale: Fraction, count: int, threshold: int, gaussian: bool) -> Real:
    """P(count + Z >= threshold), for a threshold above the count."""
    if gaussian:
        return discrete_gaussian_tail(threshold - count, scale) / 2
    return two_sided_geometric_tail(exp(-1 / scale), threshold - count)


def delta_claims(name: str, space: str, measure: str, gaussian: bool) -> Iterator[Case]:
    """One key more, with a count of d_in."""

    def truth(scale: Fraction, threshold: int, d_in: int) -> Truth:
        mass = kept(scale, d_in, threshold, gaussian)
        inputs: tuple[Hashable, Hashable] = (f"{{'{KEY}': {d_in}}}", "{}")
        return Truth(mass, Evidence("the key is released with probability delta, and never", inputs))

    points = [
        {"scale": s, "threshold": t, "d_in": d}
        for s in (1.0, 2.0)
        for t in THRESHOLDS
        for d in (1, 2)
        if t > d
    ]
    points += [{"scale": 0.125, "threshold": 40, "d_in": 1}, {"scale": 1.0, "threshold": 100, "d_in": 1}]
    for prefix in ("make", "then"):
        make = built(prefix, name, space, f"{measure}scale={{scale!r}}, threshold={{threshold!r}}")
        yield from claims(
            f"measurements.{prefix}_{name}",
            f"{make}.map((1, {{d_in!r}}, {{d_in!r}}))[1]",
            truth,
            points if prefix == "make" else points[:4],
            promise=f"delta: a key with the count d_in is released, {noise_word(gaussian)} noise",
            definition=formula(GAUSSIAN_TAIL if gaussian else LAPLACE_TAIL),
            note="counts that are less than the threshold are excluded, says the documentation",
        )


def noise_word(gaussian: bool) -> str:
    """Which noise."""
    return "discrete Gaussian" if gaussian else "discrete Laplace"


def loss_claims(name: str, space: str, measure: str, gaussian: bool) -> Iterator[Case]:
    """A key that both inputs have."""
    make = built("make", name, space, f"{measure}scale={{scale!r}}, threshold=50")

    def truth(scale: Fraction, d_in: int) -> Number:
        loss = number(d_in / scale)
        return loss * loss / 2 if gaussian else loss

    yield from claims(
        f"measurements.make_{name}",
        f"{make}.map((1, {{d_in!r}}, {{d_in!r}}))[0]",
        truth,
        [{"scale": s, "d_in": d} for s in (0.1, 1.0, 3.0) for d in (0, 1, 2, 7)],
        promise=f"{'rho' if gaussian else 'epsilon'} of {noise_word(gaussian)} noise on a common key",
        note="an upper bound of the loss where the count may be cut off by the threshold",
        definition=formula("d_in**2/(2*scale**2)" if gaussian else "d_in/scale"),
    )


def released(distribution: Dist[int] | Partial[int], threshold: int) -> Dist[Any] | Partial[Any]:
    """The count where it is not less than the threshold."""
    if isinstance(distribution, Dist):
        return distribution.map(lambda z: z if z >= threshold else GONE)
    lower: dict[Any, Number] = {}
    for z, p in distribution.lower.items():
        outcome = z if z >= threshold else GONE
        lower[outcome] = lower.get(outcome, number(0)) + p
    return Partial(lower, distribution.open_mass, distribution.paths)


def release_samples(name: str, space: str, measure: str, gaussian: bool) -> Iterator[Case]:
    """What is released of one key."""
    noise = gaussian_integers if gaussian else laplace_integers
    yield from samples(
        f"measurements.make_{name}",
        f"dp.m.make_{name}({space}, {measure}scale=1.0, threshold={{threshold!r}})",
        lambda x: released(noise(Fraction(1), ENDS, x), 3) if x else Dist.point(GONE),
        (0, 1, 3),
        parameters={"threshold": 3},
        count=5000,
        promise=f"the count with {noise_word(gaussian)} noise, if it is not less than the threshold",
        given=f"lambda x: {{'{KEY}': x}} if x else {{}}",
        read=f"lambda output: min(output['{KEY}'], {ENDS}) if output else '{GONE}'",
    )
