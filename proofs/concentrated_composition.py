"""Zero-concentrated DP: composition, and the conversion to (epsilon, delta)."""

from __future__ import annotations

import random
from fractions import Fraction

from assay import adjacency
from assay.dp import Dist, Mechanism, hockey_stick, renyi
from assay.exact import Log, certified, ln, number
from assay.prove.lemma import Lemma, require
from assay.testing.generated_mechanisms import dp_pair, level
from assay.theorems import (
    CertifiedGuarantee,
    Guarantee,
    compose_adaptively,
    integer_composition_delta,
    slack,
    zcdp_composition,
    zcdp_from_pure,
    zcdp_to_dp,
    zcdp_to_rdp,
)

BITS = (False, True)


def on_bit(low: Dist[int], high: Dist[int]) -> Mechanism[bool, int]:
    """The mechanism with these two distributions."""
    return Mechanism({False: low, True: high}, BITS, adjacency.all_pairs())


def stated(bound: CertifiedGuarantee | Guarantee) -> Guarantee:
    """The bound with a rational epsilon, rounded up."""
    return bound.rounded_up() if isinstance(bound, CertifiedGuarantee) else bound


def case(rng: random.Random) -> None:
    """Two adaptive rounds of generated pure mechanisms: the divergence, and delta at the conversion."""
    e, order, delta = level(rng), rng.randint(2, 4), Fraction(1, rng.randint(2, 20))
    first, *seconds = (on_bit(*dp_pair(rng, e)) for _ in range(3))
    both = compose_adaptively(first, lambda seen: seconds[seen[0] == 1])
    rho = zcdp_composition([zcdp_from_pure(e, symmetric=True)] * 2)
    exact = renyi(both.distribution(True), both.distribution(False), order)
    require(slack(zcdp_to_rdp(rho, order), exact).holds, f"two rounds at {e}, order {order}")
    guarantee = stated(zcdp_to_dp(rho, delta))
    require(both.delta(guarantee.epsilon) <= delta, f"two rounds at {e}: {guarantee}")


def two_not_improvable() -> bool:
    """With 2 it is enough for 100 randomised responses, e^eps = 11/10, at delta = 10^-6; with 1 it is not."""
    rho, failure = certified(ln("11/10")) * Fraction(100, 21), Fraction(1, 10**6)
    root = (rho * certified(ln(1 / number(failure)))).sqrt()
    half, whole = CertifiedGuarantee(rho + root, number(failure)), zcdp_to_dp(rho, failure)
    found = [
        integer_composition_delta(Fraction(11, 10), 100, stated(b).epsilon.exp().as_fraction())
        for b in (half, whole)
    ]
    return found[0] > failure >= found[1]


def one_order() -> bool:
    """P a point mass where Q = 1/100: D_20 <= 20 rho for rho = ln(100)/20, the lower orders not."""
    p, q = Dist.point(0), Dist({0: "1/100", 1: "99/100"})
    rho: Log = ln(100) / 20
    guarantee = stated(zcdp_to_dp(rho, "1/10"))
    return renyi(p, q, 20) == 20 * rho and hockey_stick(p, q, guarantee.epsilon) > guarantee.delta


def reversed_divergence() -> bool:
    """rho of Q from P in the second round: D_2 of P from Q is larger."""
    p, q = Dist({0: "1/10", 1: "9/10"}), Dist({0: "1/1000", 1: "999/1000"})
    forth, back = renyi(p, q, 2), renyi(q, p, 2)
    both = renyi(Dist.product(p, p), Dist.product(q, q), 2)
    return both > zcdp_to_rdp(zcdp_composition([forth / 2, back / 2]), 2)


def shared_randomness() -> bool:
    """Two releases masked with one coin: each has rho = 0, together they publish the bit."""
    p, q = Dist.uniform(["00", "11"]), Dist.uniform(["01", "10"])
    return renyi(p, q, 2) > zcdp_to_rdp(zcdp_composition([0, 0]), 2)


def choice_sees_the_data() -> bool:
    """The second of two constant mechanisms is chosen by the input itself."""
    return renyi(Dist.point("a"), Dist.point("b"), 2) > zcdp_to_rdp(zcdp_composition([0, 0]), 2)


LEMMA = Lemma(
    title="zCDP: composition and conversion",
    statement="mechanisms with D_alpha at most rho_i alpha for every alpha > 1 in round i, with fresh "
    "randomness, each chosen by the answers so far, have together D_alpha at most alpha times the sum of "
    "the rho_i; D_alpha at most rho alpha for every alpha > 1 gives (rho + 2 sqrt(rho ln(1/delta)), "
    "delta)-DP, 0 < delta < 1",
    reduction="Composition of Renyi DP at each order, round by round, with s the sum of the rho_i so far. "
    "For the second part take the Renyi conversion eps = r + L/(alpha - 1), L = ln(1/delta), with r = rho "
    "alpha, at alpha = 1 + sqrt(L/rho): eps = rho + 2 sqrt(rho L), where the certificate writes r and l "
    "for the roots of rho and L. No other alpha is better.",
    inequalities=(
        "for a > 1, real r, real s, real u, real v where u <= a*s and v <= u + a*r: v <= a*(s + r)",
        "for integer k >= 0, a > 1, real r, real u, real v where u <= a*(k*r) and v <= u + a*r: "
        "v <= a*((k + 1)*r)",
        "for r > 0, l > 0: r^2*(1 + l/r) + l^2/(l/r) = r^2 + 2*(r*l)",
        "for rho > 0, delta in (0, 1), z > 0: rho*(1 + z) + log(1/delta)/z >= rho + 2*sqrt(rho*log(1/delta))",
    ),
    case=case,
    tightness="not attained; the 2 cannot become 1: 100 randomised responses, e^eps = 11/10, delta = 10^-6",
    tight=two_not_improvable,
    dropped={
        "D_alpha at most rho_i alpha": reversed_divergence,
        "D_alpha at most rho alpha for every alpha > 1": one_order,
        "fresh randomness": shared_randomness,
        "chosen by the answers so far": choice_sees_the_data,
    },
)
