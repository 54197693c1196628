"""Every pure DP pair is a post-processing of randomised response, so its composition is the worst."""

from __future__ import annotations

import random
from fractions import Fraction

from assay import adjacency
from assay.dp import Dist, Mechanism, hockey_stick, profile
from assay.exact import Log, Number, eps, ln, number
from assay.prove import Theorem, infer
from assay.prove.lemma import Lemma, require
from assay.testing.generated_mechanisms import dist, dp_pair, fraction, level
from assay.theorems import (
    compose_adaptively,
    optimal_composition,
    optimal_composition_delta,
    optimal_composition_of,
    profile_from_dp,
    witnesses,
)

BITS = (False, True)
Masses = dict[int, Number]


def case(rng: random.Random) -> None:
    """k-fold products of a generated eps-DP pair against the optimal profile."""
    e, k = level(rng), rng.randint(1, 3)
    p, q = dp_pair(rng, e)
    exact = profile(Dist.product(*[p] * k), Dist.product(*[q] * k))
    best = optimal_composition(e, 0, k, symmetric=True)
    for j in range(k + 1):
        at = j * e
        require(
            exact(at) <= best(at) == optimal_composition_delta(e, 0, k, at, symmetric=True),
            f"{k}-fold at {at}",
        )


def tight() -> bool:
    """Randomised response, three times."""
    p, q = (witnesses.canonical_distribution(b, ln(3)) for b in (True, False))
    exact, best = (
        profile(Dist.product(p, p, p), Dist.product(q, q, q)),
        optimal_composition(ln(3), 0, 3, symmetric=True),
    )
    return all(exact(at) == best(at) for at in (0 * ln(3), ln(2), ln(3), 2 * ln(3), 3 * ln(3)))


def one_direction() -> bool:
    """A pair with P <= 3 Q only."""
    p, q = Dist({0: 1}), Dist({0: "1/3", 1: "2/3"})
    return profile(p, q)(0 * ln(3)) > optimal_composition(ln(3), 0, 1, symmetric=True)(0 * ln(3))


def with_delta() -> bool:
    """(ln 3, 1/5)-DP in one round."""
    p, q = (witnesses.canonical_distribution(b, ln(3), "1/5") for b in (True, False))
    return profile(p, q)(ln(3)) > optimal_composition(ln(3), 0, 1, symmetric=True)(ln(3))


def one_coin() -> bool:
    """Two releases masked with one coin: each is 0-DP, together they publish the bit."""
    p, q = Dist.uniform(["00", "11"]), Dist.uniform(["01", "10"])
    return profile(p, q)(eps(0)) > optimal_composition(0, 0, 2, symmetric=True)(eps(0))


LEMMA = Lemma(
    title="optimal composition of pure DP",
    statement="for a symmetric adjacency the k-fold composition of eps-DP mechanisms with independent "
    "randomness has at most the privacy profile of k-fold randomised response",
    reduction="If p <= A q and q <= A p outcome by outcome, A = e^eps > 1, then p = (A u + v)/(A + 1) and "
    "q = (u + A v)/(A + 1) with u = (A p - q)/(A - 1) >= 0 and v = (A q - p)/(A - 1) >= 0; u and v sum to "
    "1, so they are the rows of a kernel applied to randomised response. Post-processing and independence "
    "do the rest.",
    inequalities=(
        "for p >= 0, q >= 0, A > 1 where p <= A*q and q <= A*p: (A*p - q)/(A - 1) >= 0",
        "for p >= 0, q >= 0, A > 1 where p <= A*q and q <= A*p: (A*q - p)/(A - 1) >= 0",
        "for real p, real q, A > 1: (A*((A*p - q)/(A - 1)) + (A*q - p)/(A - 1))/(A + 1) = p",
        "for real p, real q, A > 1: ((A*p - q)/(A - 1) + A*((A*q - p)/(A - 1)))/(A + 1) = q",
        "for A > 1: (A*1 - 1)/(A - 1) = 1",
    ),
    case=case,
    tightness="randomised response with eps = ln 3, three times, at five values of epsilon",
    tight=tight,
    dropped={
        "a symmetric adjacency": one_direction,
        "eps-DP": with_delta,
        "independent randomness": one_coin,
    },
)


def adaptive_case(rng: random.Random) -> None:
    """Two adaptive rounds of generated mechanisms with different parameters, with and without delta."""
    known = [(level(rng), rng.choice((Fraction(0), fraction(rng) / 4))) for _ in range(2)]
    rounds = []
    for epsilon, delta in known:
        laws = [dp_pair(rng, epsilon, delta, 2) for _ in range(2)]
        rounds.append([Mechanism({True: p, False: q}, BITS, adjacency.all_pairs()) for p, q in laws])
    both = compose_adaptively(rounds[0][0], lambda seen: rounds[1][seen[0] == 1])
    best = optimal_composition_of(known, symmetric=True)
    for at in (eps(0), known[0][0], known[1][0], known[0][0] + known[1][0]):
        require(both.delta(at) <= best(at), f"adaptive composition of {known} at {at}")


def adaptive_tight() -> bool:
    """The canonical mechanism with delta = 1/5, then one of another epsilon whatever was seen."""
    first, second = (witnesses.canonical_mechanism(e, d) for e, d in ((ln(3), "1/5"), (ln(2), 0)))
    both = compose_adaptively(first, lambda seen: second)
    best = optimal_composition_of([(ln(3), "1/5"), (ln(2), 0)], symmetric=True)
    return all(both.delta(at) == best(at) for at in (eps(0), ln(2), ln(3), ln(6)))


def choice_sees_the_data() -> bool:
    """The second mechanism is chosen by the input itself: its choice betrays it."""
    same = Dist.point("a"), Dist.point("b")
    return profile(*same)(eps(0)) > optimal_composition_of([(0, 0), (0, 0)], symmetric=True)(eps(0))


def one_direction_only() -> bool:
    """P <= 3 Q only: at epsilon 0 the profile exceeds that of the canonical pair."""
    p, q = Dist({0: 1}), Dist({0: "1/3", 1: "2/3"})
    return profile(p, q)(eps(0)) > profile_from_dp(ln(3), symmetric=True)(eps(0))


def smaller_delta() -> bool:
    """The canonical pair for delta = 1/5 against the profile for delta = 1/10."""
    p, q = (witnesses.canonical_distribution(b, ln(3), "1/5") for b in (True, False))
    return profile(p, q)(ln(3)) > profile_from_dp(ln(3), "1/10", symmetric=True)(ln(3))


ADAPTIVE = Lemma(
    title="optimal adaptive composition",
    statement="for a symmetric adjacency, also where each mechanism is chosen by the answers so far, "
    "(eps_i, delta_i)-DP mechanisms with fresh randomness have together at most the privacy profile of "
    "independent canonical ones",
    reduction="The answer of round i is a kernel K_h, which may depend on the history h, applied to the "
    "same canonical pair whatever h is. So the transcript is one kernel applied to the product of the "
    "canonical pairs: draw all of them, then run the rounds. (That such kernels exist is the lemma that "
    "the canonical pair dominates.) Outcome by outcome, for delta = 0, the product of two mixtures is the "
    "mixture of the four products.",
    inequalities=(
        "for real u, real v, real w, real z, A > 1, B > 1: ((A*u + v)/(A + 1))*((B*w + z)/(B + 1)) = "
        "(A*B*(u*w) + A*(u*z) + B*(v*w) + v*z)/((A + 1)*(B + 1))",
        "for real u, real v, real w, real z, A > 1, B > 1: ((u + A*v)/(A + 1))*((w + B*z)/(B + 1)) = "
        "(u*w + B*(u*z) + A*(v*w) + A*B*(v*z))/((A + 1)*(B + 1))",
        "for d in [0, 1], g in [0, 1]: 1 - (1 - d)*(1 - g) <= d + g",
    ),
    case=adaptive_case,
    tightness="the canonical mechanisms with eps = ln 3, delta = 1/5 and with eps = ln 2, at four values",
    tight=adaptive_tight,
    dropped={
        "a symmetric adjacency": one_direction_only,
        "chosen by the answers so far": choice_sees_the_data,
        "(eps_i, delta_i)-DP": smaller_delta,
        "fresh randomness": one_coin,
    },
)


def reduced(p: Masses, q: Masses, ratio: Number) -> tuple[Masses, Masses]:
    """P1 <= P and Q1 <= Q of one mass, within the ratio of each other outcome by outcome."""
    low = {o: min(p[o], ratio * q[o]) for o in p}
    high = {o: min(q[o], ratio * p[o]) for o in p}
    a, b = sum(low.values(), number(0)), sum(high.values(), number(0))
    if a > b:
        t = (a - b) / (a - b / ratio)
        low = {o: (1 - t) * low[o] + t * high[o] / ratio for o in p}
    elif b > a:
        t = (b - a) / (b - a / ratio)
        high = {o: (1 - t) * high[o] + t * low[o] / ratio for o in p}
    return low, high


def canonical_kernel(p: Dist[int], q: Dist[int], e: Log, delta: Number) -> dict[str, Dist[int]]:
    """The kernel that turns the canonical pair for (e, delta), delta < 1, into (P, Q)."""
    outcomes = sorted(set(p.support) | set(q.support))
    ps, qs = {o: p[o] for o in outcomes}, {o: q[o] for o in outcomes}
    x = e.exp()
    low, high = reduced(ps, qs, x)
    mass = sum(low.values(), number(0))
    low, high = ({o: w / mass for o, w in part.items()} for part in (low, high))
    own = {o: (x * low[o] - high[o]) / (x - 1) for o in outcomes}
    other = {o: (x * high[o] - low[o]) / (x - 1) for o in outcomes}
    rest = [
        {o: (whole[o] - (1 - delta) * part[o]) / delta if delta else whole[o] for o in outcomes}
        for whole, part in ((ps, low), (qs, high))
    ]
    return {"surely 1": Dist(rest[0]), "1": Dist(own), "0": Dist(other), "surely 0": Dist(rest[1])}


def domination_case(rng: random.Random) -> None:
    """A generated pair is the canonical pair of its own delta, through the kernel of the proof."""
    p, q, e = dist(rng, range(4)), dist(rng, range(4)), level(rng)
    delta = max(hockey_stick(p, q, e), hockey_stick(q, p, e))
    if delta == 1:
        return
    kernel = canonical_kernel(p, q, e, delta)
    for bit, law in ((True, p), (False, q)):
        made = witnesses.canonical_distribution(bit, e, delta).bind(lambda o: kernel[o])
        require(made == law, f"{law} from the canonical pair for ({e}, {delta})")
    for at in (eps(0), e / 2, e, 2 * e):
        require(profile(p, q)(at) <= profile_from_dp(e, delta, symmetric=True)(at), f"the profile at {at}")


def canonical_itself() -> bool:
    """The canonical pair has the profile that no (ln 3, 1/5)-DP pair exceeds."""
    p, q = (witnesses.canonical_distribution(b, ln(3), "1/5") for b in (True, False))
    best = profile_from_dp(ln(3), "1/5", symmetric=True)
    return all(profile(p, q)(at) == best(at) for at in (eps(0), ln(2), ln(3), ln(5)))


def equal_masses() -> Theorem:
    """With t = (a - b)/(a - b/A) the mixture of a mass a and a mass b/A has mass b."""
    where = "for b >= 0, a > 0, A >= 1 where a > b"
    gap = infer(
        "combine",
        f"{where}: a - b/A > 0",
        {
            "multiplier": "A",
            "terms": [{"weight": "1", "factors": ["a - b"]}, {"weight": "1", "factors": ["a", "A - 1"]}],
        },
    )
    claim = f"{where}: (1 - (a - b)/(a - b/A))*a + (a - b)/(a - b/A)*(b/A) = b"
    return infer("combine", claim, {}, [gap])


DOMINATION = Lemma(
    title="the canonical pair dominates",
    statement="every pair that satisfies the (eps, delta) inequality in both orders is a post-processing "
    "of the canonical pair: with probability delta the input is shown, otherwise randomised response is",
    reduction="P1 = min(P, A Q) and Q1 = min(Q, A P), A = e^eps, have masses at least 1 - delta and are "
    "within A of each other. If P1 has the larger mass, mix it with Q1/A <= P1 until the masses agree; the "
    "mixture stays within A of Q1 and below P. Scaled to mass 1 the two are an eps-DP pair, a kernel of "
    "randomised response; and P - (1 - delta) P1/mass >= 0 is what the outcome that shows the input turns "
    "into. The case builds this kernel and compares the distributions exactly.",
    inequalities=(
        "for p >= 0, q >= 0, A >= 1: min(p, A*q) <= A*min(q, A*p)",
        "for p >= 0, q >= 0, A >= 1, t in [0, 1] where q <= A*p: (1 - t)*p + t*(q/A) <= p",
        "for p >= 0, q >= 0, A >= 1, t in [0, 1] where q <= A*p: (1 - t)*p + t*(q/A) >= q/A",
        equal_masses,
        "for b >= 0, a > 0, A >= 1 where a > b: b/A <= b",
        "for w >= 0, m > 0, d in [0, 1] where m >= 1 - d: (1 - d)*(w/m) <= w",
    ),
    case=domination_case,
    tightness="the canonical pair with eps = ln 3, delta = 1/5, at four values of epsilon",
    tight=canonical_itself,
    dropped={"the (eps, delta) inequality": smaller_delta, "in both orders": one_direction_only},
)
