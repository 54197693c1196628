"""Hoeffding's lemma for a Bernoulli variable, and with it advanced composition's moment bound."""

from __future__ import annotations

import random
from fractions import Fraction

from assay.exact import exp
from assay.prove import Theorem, infer
from assay.prove.lemma import Lemma, require
from assay.prove.tactics.known import hoeffding
from assay.testing.generated_mechanisms import fraction


def case(rng: random.Random) -> None:
    """The moment generating function of a generated Bernoulli variable at a rational t, exactly."""
    p, t = fraction(rng), fraction(rng) * rng.randint(1, 9) * rng.choice((-1, 1))
    require(1 - p + p * exp(t) <= exp(p * t + t * t / 8), f"p = {p}, t = {t}")


def tight() -> bool:
    """Equality at t = 0; and 1/8 cannot be replaced by 1/9, as p = 1/2, t = 1 shows."""
    return (1 + exp(1)) / 2 > exp(Fraction(11, 18))


def wider_range() -> bool:
    """A variable on {0, 2} instead of [0, 1]."""
    return (1 + exp(2)) / 2 > exp(Fraction(9, 8))


def below_zero() -> Theorem:
    """The lemma at t = -s: 1 - X has mean 1 - p."""
    where = "for p in [0, 1], s >= 0"
    bound, law = "exp((1 - p)*s + s^2/8)", "(1 - (1 - p) + (1 - p)*exp(s))"
    mirrored = infer(
        "instantiate", f"{where}: {law} <= {bound}", {"terms": {"p": "1 - p", "t": "s"}}, [hoeffding()]
    )
    return infer(
        "combine",
        f"{where}: 1 - p + p*exp(-s) <= exp(-p*s + s^2/8)",
        {"terms": [{"weight": "1", "factors": ["exp(-s)", f"{bound} - {law}"]}]},
        [mirrored],
    )


LEMMA = Lemma(
    title="Hoeffding's lemma",
    statement="a variable on [0, 1] with mean p has E e^(tX) <= e^(pt + t^2/8) for every real t",
    reduction="e^(tx) lies below its chord on [0, 1], so the Bernoulli variable with the same mean is the "
    "worst; its logarithmic moment generating function has second derivative at most 1/4. The hypothesis t "
    ">= 0, which is often stated, can be dropped: for t < 0 apply it to 1 - X and -t.",
    inequalities=(
        "for t >= 0, x in [0, 1]: exp(t*x) <= 1 - x + x*exp(t)",
        hoeffding,
        below_zero,
        "for eps > 0: (exp(eps) - 1)/(exp(eps) + 1) <= exp(eps) - 1",
    ),
    case=case,
    tightness="the constant 1/8: 1/9 fails at p = 1/2, t = 1",
    tight=tight,
    dropped={"on [0, 1]": wider_range},
)
