"""Forms of the definition: limits, events and outcomes, logarithms, the bias of randomised response."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

from assay.dp import Dist, epsilon, hockey_stick
from assay.exact import Number, eps, ln, number
from assay.mechanisms import randomised_response
from assay.prove import Theorem, infer
from assay.prove.lemma import Lemma, require
from assay.testing.generated_mechanisms import dist, dp_pair, fraction, inner_fraction, level, positive_dist
from assay.theorems import witnesses


def ratios(p: Dist[Any], q: Dist[Any]) -> list[Number]:
    """P(o)/Q(o) for every outcome of Q."""
    return [p[o] / q[o] for o in q.support]


def limit_case(rng: random.Random) -> None:
    """The smallest t with 1 - t <= ratio <= 1 + t in both orders, against the exact epsilon."""
    p, q = positive_dist(rng, 3), positive_dist(rng, 3)
    both = ratios(p, q) + ratios(q, p)
    t = max(max(r - 1, 1 - r) for r in both)
    exact = max(epsilon(p, q), epsilon(q, p))
    require(exact <= ln(1 + t) <= eps(t.as_fraction()), f"t = {t}")
    e = fraction(rng)
    yes, no = (witnesses.canonical_distribution(b, e) for b in (True, False))
    require(all(1 - e <= r <= 1 + 2 * e for r in ratios(yes, no)), f"an {e}-DP pair")


def limit_tight() -> bool:
    """Randomised response with e^epsilon = 1 + t: the ratio is 1 + t, epsilon is ln(1 + t) < t."""
    p, q = (witnesses.canonical_distribution(b, ln("3/2")) for b in (True, False))
    return max(ratios(p, q)) == Fraction(3, 2) and epsilon(p, q) == ln("3/2") < eps("1/2")


def one_order() -> bool:
    """1/2 <= P/Q <= 3/2 only for P against Q: Q against P has epsilon = ln 2 > 1/2."""
    p, q = Dist({0: "1/4", 1: "3/4"}), Dist({0: "1/2", 1: "1/2"})
    return all(Fraction(1, 2) <= r <= Fraction(3, 2) for r in ratios(p, q)) and epsilon(q, p) > eps("1/2")


def lower_bound_only() -> bool:
    """1/2 <= P/Q in both orders, so that the ratio may be 2, not 3/2."""
    p, q = (witnesses.canonical_distribution(b, ln(2)) for b in (True, False))
    return min(ratios(p, q) + ratios(q, p)) == Fraction(1, 2) and epsilon(p, q) > ln("3/2")


def beyond_five_quarters() -> bool:
    """A 2-DP pair with the ratio e^2 > 1 + 2*2."""
    p, q = (witnesses.canonical_distribution(b, 2) for b in (True, False))
    return max(ratios(p, q)) > 5


def converse() -> bool:
    """A (1/2)-DP pair with a ratio above 3/2: the limit form is not implied."""
    p, q = (witnesses.canonical_distribution(b, "1/2") for b in (True, False))
    return epsilon(p, q) == eps("1/2") and max(ratios(p, q)) > Fraction(3, 2)


LIMIT = Lemma(
    title="the limit form of pure DP",
    statement="if 1 - t <= P(S)/Q(S) <= 1 + t for both orders of P and Q then they are ln(1 + t)-, hence "
    "t-indistinguishable; t-indistinguishable pairs have 1 - t <= P(S)/Q(S) <= 1 + 2t for t <= 5/4",
    reduction="The upper bounds of both orders say that the loss is at most ln(1 + t) in absolute value, "
    "so the lower bounds can be dropped: 1/(1 + t) >= 1 - t. For the other direction compare e^(-t) with 1 "
    "- t and e^t with 1 + 2t.",
    inequalities=(
        "for t >= 0: log(1 + t) <= t",
        "for t >= 0: 1/(1 + t) >= 1 - t",
        "for t >= 0: exp(-t) >= 1 - t",
        "for t in [0, 5/4]: exp(t) <= 1 + 2*t",
        "for t > 0: exp(t) > 1 + t",
    ),
    case=limit_case,
    tightness="randomised response with e^epsilon = 3/2",
    tight=limit_tight,
    dropped={
        "<= 1 + t": lower_bound_only,
        "both orders": one_order,
        "t <= 5/4": beyond_five_quarters,
        "1 + t in place of 1 + 2t": converse,
    },
)


def events_case(rng: random.Random) -> None:
    """Generated pairs: the best delta over events against the outcomes."""
    p, q, e = dist(rng, range(4)), dist(rng, range(4)), level(rng)
    gaps = [max(p[o] - e.exp() * q[o], number(0)) for o in range(4)]
    require(hockey_stick(p, q, e) == sum(gaps, number(0)), f"the sum over outcomes at {e}")
    require(hockey_stick(p, q, e) <= 4 * max(gaps), f"four times the largest at {e}")
    require((epsilon(p, q) <= e) == (max(gaps) == 0), f"delta = 0 at {e}")


def events_tight() -> bool:
    """P and Q live on different sets of five outcomes: 1/5 an outcome, 1 in all."""
    p, q = Dist.uniform(range(5)), Dist.uniform(range(5, 10))
    return hockey_stick(p, q, ln(2)) == 5 * max(p[o] - 2 * q[o] for o in p.support) == 1


def outcome_by_outcome() -> bool:
    """Every outcome satisfies the inequality with delta = 1/5; the event of all five does not."""
    p, q = Dist.uniform(range(5)), Dist.uniform(range(5, 10))
    return all(p[o] <= 2 * q[o] + Fraction(1, 5) for o in p.support) and hockey_stick(p, q, ln(2)) > Fraction(
        1, 5
    )


def one_outcome_left_out() -> bool:
    """Q never shows b, P does; the inequality is checked at a only."""
    p, q = Dist({"a": "1/2", "b": "1/2"}), Dist.point("a")
    return p["a"] <= 2 * q["a"] and hockey_stick(p, q, ln(2)) > 0


EVENTS = Lemma(
    title="events and outcomes",
    statement="for delta = 0 the inequality for all single outcomes gives it for all events; for delta > 0 "
    "the best delta is the sum over outcomes of (P - e^eps Q)_+, at most k times the largest of k terms",
    reduction="Add the inequalities of the outcomes in an event. The event that gains most is {P > e^eps Q}.",
    inequalities=(
        "for p >= 0, q >= 0, u >= 0, v >= 0, A >= 0 where p <= A*q and u <= A*v: p + u <= A*(q + v)",
        "for real a, real b: max(a + b, 0) <= max(a, 0) + max(b, 0)",
        "for a >= 0, b >= 0, integer k >= 0, m >= 0 where a <= m and b <= k*m: a + b <= (k + 1)*m",
    ),
    case=events_case,
    tightness="uniform distributions on two disjoint sets of five outcomes",
    tight=events_tight,
    dropped={"delta = 0": outcome_by_outcome, "all single outcomes": one_outcome_left_out},
)


def logarithms_case(rng: random.Random) -> None:
    """Generated pairs and events: both log forms against the inequality itself, where they are defined."""
    e, d = level(rng), fraction(rng) / 4
    p, q = dp_pair(rng, e, d) if rng.randrange(2) else (dist(rng, range(3)), dist(rng, range(3)))
    event = [o for o in range(3) if rng.randrange(2)]
    a, b = p.prob(event), q.prob(event)
    if a > d and b > 0:
        require((ln((a - d) / b) <= e) == (a <= e.exp() * b + d), f"the first form at {e}, {d}")
    if a + d > 0 and b > 0 and b <= e.exp() * a + d:
        require(-e <= ln((a + d) / b), f"the second form at {e}, {d}")


def logarithms_tight() -> bool:
    """The canonical mechanism, delta = 1/5, on the event "surely 1 or 1"."""
    p, q = (witnesses.canonical_distribution(b, ln(3), "1/5") for b in (True, False))
    event = ["surely 1", "1"]
    return ln((p.prob(event) - Fraction(1, 5)) / q.prob(event)) == ln(3)


def undefined_quotient() -> bool:
    """Q(S) = 0 < delta < P(S): the inequality fails, and the logarithm says nothing."""
    p, q = Dist.point("a"), Dist.point("b")
    return hockey_stick(p, q, ln(2)) > Fraction(1, 2) and q.prob(["a"]) == 0


def second_inequality_fails() -> bool:
    """P(S) = 1/100 and Q(S) = 1, eps = ln 3, delta = 1/5: ln((P(S) + delta)/Q(S)) < -ln 3."""
    p, q = Dist({"a": "1/100", "b": "99/100"}), Dist.point("a")
    return hockey_stick(q, p, ln(3)) > Fraction(1, 5) and ln((p["a"] + Fraction(1, 5)) / q["a"]) < -ln(3)


def nothing_to_take_the_logarithm_of() -> bool:
    """P(S) = delta: the inequality holds, and the logarithm of 0 is not a number."""
    p, q = Dist({"a": "1/5", "b": "4/5"}), Dist({"a": "1/2", "b": "1/2"})
    return p["a"] <= 2 * q["a"] + Fraction(1, 5) and (p["a"] - Fraction(1, 5)) / q["a"] == 0


def second_form_alone() -> bool:
    """-eps <= ln((P + delta)/Q) allows Q = e^eps delta where P = 0, more than delta."""
    d = Fraction(1, 5)
    p, q = Dist.point("b"), Dist({"a": "3/5", "b": "2/5"})
    allowed = all(ln((p[o] + d) / q[o]) >= -ln(3) for o in q.support) and ln((1 + d) / 1) >= -ln(3)
    return allowed and hockey_stick(q, p, ln(3)) > d


def first_form_back() -> Theorem:
    """From the quotient to the inequality."""
    claim = "for p >= 0, q > 0, d >= 0, A > 0 where (p - d)/q <= A: p <= A*q + d"
    return infer("combine", claim, {"terms": [{"weight": "1", "factors": ["q", "A - (p - d)/q"]}]})


def second_form_back() -> Theorem:
    """What the second form says: delta is multiplied by e^eps."""
    claim = "for p >= 0, q > 0, d >= 0, A >= 1 where (p + d)/q >= 1/A: q <= A*(p + d)"
    return infer("combine", claim, {"terms": [{"weight": "1", "factors": ["q", "A", "(p + d)/q - 1/A"]}]})


LOGARITHMS = Lemma(
    title="the log forms of approximate DP",
    statement="where P(S) > delta and Q(S) > 0, P(S) <= e^eps Q(S) + delta says the same as ln((P(S) - "
    "delta)/Q(S)) <= eps; Q(S) <= e^eps P(S) + delta implies -eps <= ln((P(S) + delta)/Q(S)), which says "
    "no more than Q(S) <= e^eps (P(S) + delta)",
    reduction="Divide and take logarithms. The second form multiplies delta by e^eps. Where P(S) <= delta "
    "the inequality holds and the first form is undefined; where Q(S) = 0 < P(S) - delta it fails.",
    inequalities=(
        "for p >= 0, q > 0, d >= 0, A > 0 where p > d and p <= A*q + d: (p - d)/q <= A",
        first_form_back,
        "for p >= 0, q > 0, d >= 0, A >= 1 where q <= A*p + d: (p + d)/q >= 1/A",
        second_form_back,
    ),
    case=logarithms_case,
    tightness="the canonical mechanism with eps = ln 3, delta = 1/5, an event of two outcomes",
    tight=logarithms_tight,
    dropped={
        "P(S) > delta": nothing_to_take_the_logarithm_of,
        "Q(S) > 0": undefined_quotient,
        "Q(S) <= e^eps P(S) + delta": second_inequality_fails,
        "the second form in place of the first": second_form_alone,
    },
)


def bias_case(rng: random.Random) -> None:
    """The shipped mechanism for a generated epsilon, and the epsilon of a generated bias."""
    e, p = level(rng), max(inner_fraction(rng), Fraction(1, 2))
    law = randomised_response(e).distribution(True)
    require(law[True] == e.exp() / (1 + e.exp()), f"the bias of {e}")
    back = ln(p / (1 - p))
    require(randomised_response(back).distribution(True)[True] == p, f"the bias {p} back")
    require(randomised_response(back).epsilon() == back, f"the epsilon of the bias {p}")


def three_quarters() -> bool:
    """A bias of 3/4 is ln 3."""
    return randomised_response(ln(3)).distribution(True)[True] == Fraction(3, 4)


def bias_below_half() -> bool:
    """A bias of 1/4: ln(p/(1-p)) is negative, and the epsilon is ln 3."""
    return randomised_response(bias="1/4").epsilon() == ln(3) > ln(Fraction(1, 3))


def not_symmetric() -> bool:
    """Truth with 3/4 on one input and 9/10 on the other: the worst ratio is not 3."""
    p, q = Dist.bernoulli("3/4"), Dist.bernoulli("1/10")
    return max(epsilon(p, q), epsilon(q, p)) > ln(3)


BIAS = Lemma(
    title="the bias of randomised response",
    statement="the truth with one probability p on both inputs, p in [1/2, 1), is eps-DP for eps = "
    "ln(p/(1-p)) and no less; for eps >= 0 the bias is p = e^eps/(1 + e^eps)",
    reduction="The two ratios are p/(1-p) and (1-p)/p; the larger is e^eps. Solve for p.",
    inequalities=(
        "for eps >= 0: exp(eps)/(1 + exp(eps))/(1 - exp(eps)/(1 + exp(eps))) = exp(eps)",
        "for p in [1/2, 1): (p/(1 - p))/(1 + p/(1 - p)) = p",
        "for p in [1/2, 1): p/(1 - p) >= (1 - p)/p",
        "for p in [1/2, 1): log(p/(1 - p)) >= 0",
    ),
    case=bias_case,
    tightness="p = 3/4, eps = ln 3",
    tight=three_quarters,
    dropped={"p in [1/2, 1)": bias_below_half, "one probability p on both inputs": not_symmetric},
)
