"""Group privacy: (eps, delta)-DP for one person gives (k eps, delta (e^(k eps) - 1)/(e^eps - 1)) for k."""

from __future__ import annotations

import random
from fractions import Fraction

from assay import adjacency
from assay.dp import Mechanism, hockey_stick
from assay.errors import InvalidValue
from assay.exact import EPS, Number, exp, ln
from assay.prove import Theorem, infer
from assay.prove.lemma import Lemma, require, require_formula
from assay.testing.generated_mechanisms import dist, level
from assay.theorems import group, group_factor, group_privacy, witnesses


def case(rng: random.Random) -> None:
    """A generated chain: delta at k eps between its ends against the bound from its steps."""
    k, epsilon = rng.randint(1, 4), level(rng)
    rows = {i: dist(rng, range(3)) for i in range(k + 1)}
    chain = Mechanism(rows, range(k + 1), adjacency.explicit([(i, i + 1) for i in range(k)]))
    bound = group_privacy(epsilon, chain.delta(epsilon), k)
    require(group(chain, k).delta(bound.epsilon) <= bound.delta, f"groups of {k}: {bound}")
    rough = group_privacy(epsilon, 0, k).epsilon, k * exp((k - 1) * epsilon) * chain.delta(epsilon)
    require(group(chain, k).delta(rough[0]) <= rough[1], f"k e^((k-1) eps) delta for groups of {k}")
    require_formula(group_factor(EPS, k), "sum(i, 0, k - 1, exp(i*eps))", k=k)


def tight() -> bool:
    """The chain in which every step uses up both parameters."""
    k, delta = 3, Fraction(1, 100)
    chain = witnesses.group_chain(ln(2), delta, k)
    bound = group_privacy(ln(2), delta, k)
    return hockey_stick(chain.distribution(k), chain.distribution(0), bound.epsilon) == bound.delta


def small_epsilon() -> bool:
    """The form e^(k eps) delta is violated below ln 2, and the shipped function refuses it there."""
    epsilon, delta, k = ln("11/10"), Fraction(1, 100), 3
    chain = witnesses.group_chain(epsilon, delta, k)
    try:
        group_privacy(epsilon, delta, k, form="exponential")
    except InvalidValue:
        exact = hockey_stick(chain.distribution(k), chain.distribution(0), 3 * epsilon)
        return exact > exp(3 * epsilon) * delta
    return False


def not_private() -> bool:
    """The chain for ln 3, and the bound for ln 2."""
    chain = witnesses.group_chain(ln(3), Fraction(1, 100), 2)
    bound = group_privacy(ln(2), Fraction(1, 100), 2)
    return hockey_stick(chain.distribution(2), chain.distribution(0), bound.epsilon) > bound.delta


def shorter_chain() -> bool:
    """The bound for k - 1 between inputs k apart."""
    chain = witnesses.group_chain(ln(2), Fraction(1, 100), 3)
    bound = group_privacy(ln(2), Fraction(1, 100), 2)
    return hockey_stick(chain.distribution(3), chain.distribution(0), bound.epsilon) > bound.delta


def additive_form() -> bool:
    """k delta, without the exponential factor."""
    chain = witnesses.group_chain(ln(2), Fraction(1, 100), 3)
    exact: Number = hockey_stick(chain.distribution(3), chain.distribution(0), 3 * ln(2))
    return exact > 3 * Fraction(1, 100)


def sum_bound() -> Theorem:
    """sum_{i<k} e^(i eps) <= k e^((k-1) eps), term by term."""
    where = "for integer k >= 1, eps >= 0, integer i >= 0 where 0 <= i and i <= k - 1"
    order = infer(
        "combine",
        f"{where}: i*eps <= (k - 1)*eps",
        {"terms": [{"weight": "1", "factors": ["k - 1 - i", "eps"]}]},
    )
    term = infer("apply", f"{where}: exp(i*eps) <= exp((k - 1)*eps)", {"function": "exp"}, [order])
    ones = "for integer k >= 1, eps >= 0: sum(i, 0, k - 1, exp(i*eps)) <= sum(i, 0, k - 1, exp((k - 1)*eps))"
    together = infer("termwise", ones, {}, [term])
    step = infer(
        "direct", "for integer k >= 1, eps >= 0, integer i >= 0 where 0 <= i and i <= k - 1: 1 = i + 1 - i"
    )
    count = infer(
        "telescope",
        "for integer k >= 1, eps >= 0: sum(i, 0, k - 1, 1) = k",
        {"sum": "sum(i, 0, k - 1, 1)", "g": "i", "op": "="},
        [step],
    )
    return infer(
        "combine",
        "for integer k >= 1, eps >= 0: sum(i, 0, k - 1, exp(i*eps)) <= k*exp((k - 1)*eps)",
        {
            "terms": [
                {
                    "weight": "1",
                    "factors": ["sum(i, 0, k - 1, exp((k - 1)*eps)) - sum(i, 0, k - 1, exp(i*eps))"],
                }
            ],
            "zeros": [{"zero": "k - sum(i, 0, k - 1, 1)", "times": "exp((k - 1)*eps)"}],
        },
        [together, count],
    )


LEMMA = Lemma(
    title="group privacy",
    statement="(eps, delta)-DP for one individual is (k eps, delta (e^(k eps) - 1)/(e^eps - 1))-DP for k "
    "of them; so it is (k eps, k e^((k-1) eps) delta)-DP for k of them, and (k eps, e^(k eps) delta)-DP "
    "where e^eps >= 2",
    reduction="Along a chain P_0, ..., P_k the hypothesis gives P_(i+1)(S) <= A P_i(S) + delta with A = "
    "e^eps; by induction P_k(S) <= A^k P_0(S) + delta (A^k - 1)/(A - 1), the start and the step of which "
    "are certificates for every k. The quotient is 1 + A + ... + A^(k-1), at most k A^(k-1), and at most "
    "A^k once A >= 2.",
    inequalities=(
        "for A > 1, d >= 0, real p: A^0*p + d*(A^0 - 1)/(A - 1) = p",
        "for integer k >= 0, A > 1, d >= 0, real p, real r, real s where "
        "r <= A^k*p + d*(A^k - 1)/(A - 1) and s <= A*r + d: "
        "s <= A^(k + 1)*p + d*(A^(k + 1) - 1)/(A - 1)",
        "for integer k >= 0, A > 1: sum(i, 0, k - 1, A^i) = (A^k - 1)/(A - 1)",
        "for integer k >= 1, eps >= 0: exp(k*eps) - 1 <= k*exp((k - 1)*eps)*(exp(eps) - 1)",
        sum_bound,
        "for integer k >= 1, A >= 2: A^k - 1 <= (A - 1)*A^k",
    ),
    case=case,
    tightness="the chain with P[True | i+1] = e^eps P[True | i] + delta, k = 3",
    tight=tight,
    dropped={
        "(eps, delta)-DP for one individual": not_private,
        "for k of them": shorter_chain,
        "e^eps >= 2": small_epsilon,
        "k delta in place of delta (e^(k eps) - 1)/(e^eps - 1)": additive_form,
    },
)
