"""Conversions of one privacy measure to another, on measurements that state a given privacy.

What a conversion states has to hold for every mechanism with the privacy that it is given, so that the worst
of them is the truth, and any of them a lower bound of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Literal

from ....exact import INFINITY, Log, log_value, number
from ....mechanisms import randomised_response
from ....theorems import profile_from_dp
from ...survey.case import Case, Definition
from ...survey.definitions import Truthful, composed, finite, formula
from ...survey.noise import Noise
from .border import APPROXIMATE, PURE, ZCDP, user
from .case_makers import claims

EPSILONS = (0.0, 2.0**-53, 0.125, 0.5, 1.0, 3.0, 10.0, 36.0, 100.0, 745.0)
NORMS = (0.0, 0.125, 0.5, 1.0, 2.0, 8.0)
"""mu, with rho = mu^2/2: Gaussian noise of deviation 1/mu is rho-zCDP."""
DELTAS = (5e-324, 1e-300, 1e-14, 1e-9, 1e-5, 0.01, 0.5, 1.0)
AT = (0.0, 0.1, 1.0, 5.0, 50.0, 745.0)


def conversion_cases() -> Iterator[Case]:
    """Pure to concentrated, concentrated to approximate, and the relabellings."""
    yield from pure_to_concentrated()
    yield from concentrated_to_approximate()
    yield from relabelled()
    yield from fixed_to_profile()
    yield from profiles()


def pure_to_concentrated() -> Iterator[Case]:
    """make_pureDP_to_zCDP."""
    yield from claims(
        "combinators.make_pureDP_to_zCDP",
        f"dp.c.make_pureDP_to_zCDP({user(PURE, '{epsilon!r}')}).map(1)",
        points=[{"epsilon": e} for e in EPSILONS[2:]],
        promise="rho of every epsilon-private mechanism: that of randomised response",
        **finite("zcdp", lambda epsilon: randomised_response(epsilon)),
        also=["measurements.make_user_measurement"],
    )


def gaussian(quantity: Literal["epsilon", "delta"]) -> Truthful:
    """delta at an epsilon, or epsilon at a delta, of noise of deviation 1/mu; 0 for infinite noise."""
    found = composed(quantity, lambda mu: [Noise("gaussian", {"sigma": 1 / mu})])

    def truth(mu: Fraction, **at: Any) -> Any:
        return found["truth"](mu=mu, **at) if mu else number(0)

    def definition(mu: Fraction, **at: Any) -> Definition:
        return found["definition"](mu=mu, **at) if mu else formula("0")(mu=mu, **at)

    return Truthful(truth=truth, definition=definition)


def concentrated_to_approximate() -> Iterator[Case]:
    """make_zCDP_to_approxDP: a profile, read in both directions."""
    profile = f"dp.c.make_zCDP_to_approxDP({user(ZCDP, '{mu!r}**2/2')})"
    make = f"{profile}.map(1)"
    note = "the worst zCDP mechanism is not known"
    yield from claims(
        "combinators.make_zCDP_to_approxDP",
        f"{make}.delta(epsilon={{epsilon!r}})",
        points=[{"mu": mu, "epsilon": e} for mu in NORMS for e in AT],
        promise="delta of every mu^2/2-zCDP mechanism: not below that of Gaussian noise",
        note=note,
        also=["mod.PrivacyProfile.delta"],
        at_least=True,
        **gaussian("delta"),
    )
    yield from claims(
        "combinators.make_zCDP_to_approxDP",
        f"{make}.epsilon(delta={{delta!r}})",
        points=[{"mu": mu, "delta": d} for mu in NORMS for d in DELTAS],
        promise="epsilon of every mu^2/2-zCDP mechanism: not below that of Gaussian noise",
        note=note,
        also=["mod.PrivacyProfile.epsilon"],
        at_least=True,
        **gaussian("epsilon"),
    )
    yield from claims(
        "combinators.make_fix_delta",
        f"dp.c.make_fix_delta({profile}, delta={{delta!r}}).map(1)[0]",
        points=[{"mu": mu, "delta": d} for mu in NORMS[1:] for d in (1e-9, 0.01)],
        promise="epsilon at this delta of every mu^2/2-zCDP mechanism: not below that of Gaussian noise",
        note=note,
        at_least=True,
        **gaussian("epsilon"),
    )
    yield from claims(
        "combinators.make_fix_delta",
        f"dp.c.make_fix_delta(dp.c.make_zCDP_to_approxDP({user(ZCDP, '0.5')}), delta={{delta!r}}).map(1)[1]",
        lambda delta: number(delta),
        [{"delta": d} for d in DELTAS],
        promise="the delta that was fixed",
        definition=formula("delta"),
    )


def relabelled() -> Iterator[Case]:
    """make_approximate: the same number, and delta = 0."""
    for measure, word in ((PURE, "epsilon"), (ZCDP, "rho")):
        make = f"dp.c.make_approximate({user(measure, '{value!r}')}).map(1)"
        points = [{"value": v} for v in EPSILONS]
        yield from claims(
            "combinators.make_approximate",
            f"{make}[0]",
            lambda value: number(value),
            points,
            promise=f"{word} is what it was",
            definition=formula("value"),
        )
        yield from claims(
            "combinators.make_approximate",
            f"{make}[1]",
            lambda value: number(0),
            points,
            promise="delta is 0",
            definition=formula("0*value"),
        )


def fixed_to_profile() -> Iterator[Case]:
    """make_fixed_approxDP_to_approxDP, read in both directions."""
    make = f"dp.c.make_fixed_approxDP_to_approxDP({user(APPROXIMATE, '({epsilon!r}, {delta!r})')}).map(1)"
    known = [{"epsilon": e, "delta": d} for e in (0.0, 0.125, 1.0, 3.0) for d in (0.0, 1e-9, 0.01, 1.0)]
    yield from claims(
        "combinators.make_fixed_approxDP_to_approxDP",
        f"{make}.delta(epsilon={{at!r}})",
        lambda epsilon, delta, at: profile_from_dp(epsilon, delta, symmetric=True)(at),
        [{**point, "at": at} for point in known for at in (0.0, 0.5, 1.0, 2.0)],
        promise="delta at an epsilon of every mechanism with this epsilon and delta",
        note="below the given epsilon the worst mechanism has a delta that the library rounds up to 1",
    )
    yield from claims(
        "combinators.make_fixed_approxDP_to_approxDP",
        f"{make}.epsilon(delta={{at!r}})",
        lambda epsilon, delta, at: profile_from_dp(epsilon, delta, symmetric=True).epsilon(at),
        [{**point, "at": at} for point in known for at in (0.0, 1e-9, 0.01, 0.5, 1.0)],
        promise="epsilon at a delta of every mechanism with this epsilon and delta",
    )


def profiles() -> Iterator[Case]:
    """new_privacy_profile: a curve of steps, read in both directions."""
    curve = "dp.new_privacy_profile(lambda epsilon: 1.0 if epsilon < {step!r} else {low!r})"
    steps = [{"step": e, "low": d} for e in (0.5, 3.0, 100.0) for d in (0.0, 1e-9, 0.25)]
    yield from claims(
        "measures.new_privacy_profile",
        f"{curve}.epsilon(delta={{at!r}})",
        step_epsilon,
        [{**point, "at": at} for point in steps for at in (0.0, 1e-12, 1e-9, 0.5, 1.0)],
        promise="the smallest epsilon whose delta, by the curve, is not above the one given",
        also=["mod.PrivacyProfile.epsilon"],
    )
    yield from claims(
        "measures.new_privacy_profile",
        f"{curve}.delta(epsilon={{at!r}})",
        lambda step, low, at: number(1 if at < step else low),
        [{**point, "at": at} for point in steps for at in (0.0, 0.5, 2.0, 3.0, 200.0)],
        promise="delta by the curve",
        also=["mod.PrivacyProfile.delta"],
    )


def step_epsilon(step: Fraction, low: Fraction, at: Fraction) -> Log:
    """0 where every delta is allowed, the place of the step where the low one is, infinity below it."""
    if at >= 1:
        return log_value(0)
    return log_value(step) if at >= low else INFINITY
