"""Coins with Gaussian noise behind them: noisy screening, votes, and the sparse vector technique."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ....exact import Certified
from ....exact._flint import arb
from ....exact.certified import maximum
from ....testing.claims import grid
from ....testing.claims.values import Real
from ...survey.case import Case
from .. import _formulas as formulas
from .. import _renyi as renyi
from .._truths import ball
from .banks import RENYI
from .calls import claim
from .truths import Truthful


def cases() -> Iterator[Case]:
    """Noisy screening: the divergence of one bit with P(1) = p from one with P(1) = q."""

    def truth(logp: Fraction, logq: Fraction, alpha: Any) -> Real:
        p, q = (ball(lambda x: x.exp(), f"exp({x})", x) for x in (logp, logq))
        return renyi.coins_renyi(p, q, alpha)

    points = grid(logp=(-0.25, -1.0, -0.01), logq=(-0.5, -2.0), alpha=(1.0, 2.0, 16.0, float("inf")))
    name = "rdp_bank.RDP_noisy_screen"
    yield claim(
        name,
        f"{name}({{'logp': logp, 'logq': logq}}, alpha)",
        {"truth": truth, "definition": formulas.SCREEN},
        points,
        "data-dependent Renyi divergence of a bit with these log-probabilities",
    )
    screen: Truthful = {"truth": truth, "definition": formulas.SCREEN}
    zoo = "mechanism_zoo.NoisyScreenMechanism"
    yield claim(zoo, f"{zoo}({{'logp': logp, 'logq': logq}}).get_RDP(alpha)", screen, points, RENYI)
    yield _screen()
    yield from _votes()


def _votes() -> Iterator[Case]:
    """Votes and thresholds with Gaussian noise: at least the divergence of one instance."""

    def two_classes(gap: int, sigma: Fraction, alpha: Any) -> Real:
        return renyi.coins_renyi(_loses(Fraction(gap), sigma), _loses(Fraction(gap - 2), sigma), alpha)

    name = "rdp_bank.RDP_depend_pate_gaussian"
    log_q = "float(np.log(math.erfc(gap / (2 * sigma)) / 2))"
    yield claim(
        name,
        f"{name}({{'logq': {log_q}, 'sigma': sigma}}, alpha)".replace("math.", "__import__('math')."),
        {"truth": two_classes},
        grid(gap=(10, 40), sigma=(4.0, 20.0), alpha=(2.0, 8.0)),
        "data-dependent Renyi divergence of the noisy vote; not below that of two classes, `gap` votes apart",
    )

    def one_query(sigma: Fraction, k: int, alpha: Any) -> Real:
        """Threshold noise sigma, query noise sqrt(3) sigma: the bit at a query 0 or 1 below the threshold."""
        return renyi.coins_renyi(_above(Fraction(0)), _above(1 / (2 * sigma)), alpha)

    points = grid(sigma=(1.0, 5.0), k=(1, 10), alpha=(2.0, 16.0))
    promise = "Renyi divergence of the sparse vector technique, c = 1; not below that of its first answer"
    for name, text in (
        ("rdp_bank.RDP_gaussian_svt_c1", "rdp_bank.RDP_gaussian_svt_c1({'sigma': sigma, 'k': k}, alpha)"),
        (
            "mechanism_zoo.GaussianSVT_Mechanism",
            "mechanism_zoo.GaussianSVT_Mechanism({'sigma': sigma, 'k': k}).get_RDP(alpha)",
        ),
    ):
        yield claim(name, text, {"truth": one_query}, points, promise)


def _loses(gap: Fraction, sigma: Fraction) -> Certified:
    """P(the class that is `gap` votes behind wins) with N(0, sigma^2) on both counts."""
    return ball(lambda g, s: (g / (2 * s)).erfc() / 2, f"P(loses by {gap})", gap, sigma)


def _screen() -> Case:
    """Data-independent: at least that of every count c against c - 1 and c + 1 it may be applied to."""

    def truth(thresh: int, k: int, sigma: Fraction, alpha: Any) -> Real:
        found = []
        for count in {k // 10, thresh}:
            for other in (count - 1, count + 1):
                p, q = (_above(Fraction(thresh - c) / sigma) for c in (count, other))
                found.append(renyi.coins_renyi(p, q, alpha))
        return maximum(found)

    name = "rdp_bank.RDP_independent_noisy_screen"
    return claim(
        name,
        f"{name}({{'thresh': thresh, 'k': k, 'sigma': sigma}}, alpha)",
        {"truth": truth},
        grid(thresh=(60,), k=(100, 300), sigma=(2.0, 20.0), alpha=(2.0, 16.0, float("inf"))),
        "Renyi divergence of 'count + noise > threshold', the worst of the counts that it tries",
    )


def _above(x: Fraction) -> Certified:
    """P(Z > x)."""
    return ball(lambda b: (b / arb(2).sqrt()).erfc() / 2, f"P(Z > {x})", x)
