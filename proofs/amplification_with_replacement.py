"""Amplification by sampling with replacement: by the group profile; the pure form draw by draw."""

from __future__ import annotations

import random
from fractions import Fraction

from assay import adjacency
from assay.amplification import (
    amplified_epsilon,
    pure_with_replacement_amplification,
    release_sample,
    reuse_sample,
    sampling_with_replacement,
    subsample,
    with_replacement_amplification,
    with_replacement_amplification_of_profile,
)
from assay.dp import Dist, Mechanism
from assay.exact import EPS, exp, ln
from assay.prove import Theorem, infer
from assay.prove.lemma import Lemma, require, require_formula
from assay.prove.tactics.known import mixture_excess
from assay.testing.generated_mechanisms import kernel, level
from assay.theorems import Guarantee, compare, group, witnesses

Data = tuple[int, ...]
REPLACE = adjacency.replace_one("multiset")


def multisets(n: int, records: int = 2) -> list[Data]:
    """The multisets of n records, as sorted tuples."""
    if records == 1:
        return [(0,) * n]
    return [x + (records - 1,) * k for k in range(n + 1) for x in multisets(n - k, records - 1)]


def case(rng: random.Random) -> None:
    """The delta of a generated mechanism on m draws from n records, against its own group deltas."""
    n, m, epsilon = rng.randint(1, 3), rng.randint(1, 3), level(rng)
    base = Mechanism(kernel(rng, multisets(m), range(3)), multisets(m), REPLACE)
    deltas = [group(base, k).delta(epsilon) for k in range(1, m + 1)]
    bound = with_replacement_amplification_of_profile(epsilon, deltas, n)
    sampled = subsample(base, sampling_with_replacement(m), multisets(n), REPLACE)
    require(sampled.delta(bound.epsilon) <= bound.delta, f"{m} draws from {n} records: {bound}")
    formula = exp(with_replacement_amplification_of_profile(EPS, deltas, n).epsilon)
    require_formula(formula, "1 + (1 - (1 - 1/n)^m)*(exp(eps) - 1)", n=n, m=m)


def present(n: int, delta: str) -> Mechanism[Data, str]:
    """Whether a 1 is among n records, by the canonical mechanism with eps = ln 3."""
    return witnesses.presence(1, ln(3), delta, multisets(n), REPLACE)


def tight() -> bool:
    """Presence of a record: delta_k = delta for every k, two draws from two records."""
    sampled = subsample(present(2, "1/7"), sampling_with_replacement(2), multisets(2), REPLACE)
    bound = with_replacement_amplification_of_profile(ln(3), ["1/7", "1/7"], 2)
    return compare(sampled, bound).status == "tight"


def multiplicity(m: int) -> Mechanism[Data, bool]:
    """The chance of True triples with every copy of the record; ln(3)-DP."""
    return witnesses.multiplicity(1, ln(3), "1/1000", multisets(m), REPLACE)


def one_delta_for_all() -> bool:
    """delta_1 in place of the delta_k: the record may be drawn twice."""
    sampled = subsample(multiplicity(2), sampling_with_replacement(2), multisets(2), REPLACE)
    bound = with_replacement_amplification_of_profile(ln(3), [0, 0], 2)
    return multiplicity(2).epsilon() == ln(3) and compare(sampled, bound).status == "violated"


def sample_published() -> bool:
    """The positions of the draws are released with the answer."""
    shown = release_sample(present(1, "1/7"), sampling_with_replacement(1), multisets(2), REPLACE)
    return compare(shown, with_replacement_amplification_of_profile(ln(3), ["1/7"], 2)).status == "violated"


def sample_reused() -> bool:
    """Two releases from the same draws."""
    twice = reuse_sample([present(1, "0")] * 2, sampling_with_replacement(1), multisets(2), REPLACE)
    once = with_replacement_amplification_of_profile(ln(3), [0], 2).epsilon
    return compare(twice, Guarantee(2 * once, 0)).status == "violated"


def fewer_records() -> bool:
    """One record in place of two."""
    sampled = subsample(present(1, "1/7"), sampling_with_replacement(1), multisets(1), REPLACE)
    return compare(sampled, with_replacement_amplification_of_profile(ln(3), ["1/7"], 2)).status == "violated"


def only_add_remove() -> Mechanism[Data, bool]:
    """ln(3)-DP under add/remove-one; replacing a record costs twice that. On one draw from two records."""
    chance = {(): "3/14", (0,): "1/14", (1,): "9/14"}
    laws = {x: Dist.bernoulli(p) for x, p in chance.items()}
    grow = Mechanism(laws, list(laws), adjacency.add_remove_one("multiset"))
    if grow.epsilon() != ln(3):
        raise ArithmeticError(f"{grow.epsilon()} is not ln(3)")
    base = Mechanism(laws, multisets(1), REPLACE)
    return subsample(base, sampling_with_replacement(1), multisets(2), REPLACE)


def private_for_additions_only() -> bool:
    """delta_1 = 0 at ln 3 under add/remove-one only."""
    bound = with_replacement_amplification_of_profile(ln(3), [0], 2)
    return compare(only_add_remove(), bound).status == "violated"


LEMMA = Lemma(
    title="amplification by sampling with replacement",
    statement="a mechanism that is (eps, delta_k)-DP for groups of k under replace-one, on m draws with "
    "replacement from n records that stay secret and are drawn afresh for each release, is (ln(1 + q(e^eps "
    "- 1)), sum_k w_k delta_k)-DP under replace-one, with w_k the chance of k copies of a record and q = 1 "
    "- (1 - 1/n)^m",
    reduction="The record is missed with probability 1 - q; given that, both data sets give the same "
    "distribution R. Else it is drawn k times with probability w_k/q, and the distributions P_k and S_k "
    "are within (eps, delta_k) of each other and of R. So P = sum w_k P_k/q is within (eps, sum w_k "
    "delta_k/q) of S and of R, and the excess of (1-q) R + q P over A' times (1-q) R + q S is at most q "
    "times that, as without replacement. The rate q is at most m/n.",
    inequalities=(
        mixture_excess,
        "for integer m >= 0, t in [0, 1]: 1 - (1 - t)^m <= m*t",
        "for q in [0, 1], eps >= 0: log(1 + q*(exp(eps) - 1)) <= eps",
    ),
    case=case,
    tightness="presence of a record, eps = ln 3, every delta_k = 1/7, two draws from two records",
    tight=tight,
    dropped={
        "(eps, delta_k)-DP for groups of k": one_delta_for_all,
        "under replace-one": private_for_additions_only,
        "m draws with replacement from n records": fewer_records,
        "stay secret": sample_published,
        "drawn afresh for each release": sample_reused,
    },
)


def pure_case(rng: random.Random) -> None:
    """The exact epsilon of a generated pure mechanism on m draws from n records of three kinds."""
    n, m = rng.randint(1, 3), rng.randint(1, 2)
    domain = multisets(m, 3)
    weights = {x: [rng.randint(1, 5) for _ in range(2)] for x in domain}
    laws = {x: {o: Fraction(w, sum(ws)) for o, w in enumerate(ws)} for x, ws in weights.items()}
    base = Mechanism(laws, domain, REPLACE)
    sampled = subsample(base, sampling_with_replacement(m), multisets(n, 3), REPLACE)
    bound = pure_with_replacement_amplification(base.epsilon(), m, n)
    require(sampled.epsilon() <= bound, f"{m} draws from {n} records at {base.epsilon()}")
    require(bound <= with_replacement_amplification(base.epsilon(), 0, m, n).epsilon, "the rougher form")
    require_formula(exp(pure_with_replacement_amplification(EPS, m, n)), "(1 + (exp(eps) - 1)/n)^m", n=n, m=m)


def pure_tight() -> bool:
    """The number of copies, two draws from two records: epsilon' = 2 ln 2."""
    sampled = subsample(multiplicity(2), sampling_with_replacement(2), multisets(2), REPLACE)
    return sampled.epsilon() == pure_with_replacement_amplification(ln(3), 2, 2) == 2 * ln(2)


def rate_is_the_chance_of_being_drawn() -> bool:
    """ln(1 + q(e^eps - 1)) with q the probability that the record is drawn at all."""
    sampled = subsample(multiplicity(2), sampling_with_replacement(2), multisets(2), REPLACE)
    return sampled.epsilon() > amplified_epsilon(ln(3), "3/4")


def twice_that_rate() -> bool:
    """2q with q = 1 the chance that the only record is drawn: its 3 copies are 3 epsilon apart."""
    only = subsample(
        witnesses.multiplicity(1, 1, "1/1000", multisets(3), REPLACE),
        sampling_with_replacement(3),
        multisets(1),
        REPLACE,
    )
    return only.epsilon() > 2


def not_private() -> bool:
    """A ln(9)-DP mechanism, and the bound for ln 3."""
    base = witnesses.presence(1, ln(9), 0, multisets(1), REPLACE)
    sampled = subsample(base, sampling_with_replacement(1), multisets(2), REPLACE)
    return sampled.epsilon() > pure_with_replacement_amplification(ln(3), 1, 2)


def pure_for_additions_only() -> bool:
    """ln(3)-DP under add/remove-one only."""
    return only_add_remove().epsilon() > pure_with_replacement_amplification(ln(3), 1, 2)


def pure_with_fewer_records() -> bool:
    """One record in place of two."""
    sampled = subsample(present(1, "0"), sampling_with_replacement(1), multisets(1), REPLACE)
    return sampled.epsilon() > pure_with_replacement_amplification(ln(3), 1, 2)


def rougher_form() -> Theorem:
    """(1 + t(x-1))^m <= 1 + (1 - (1-t)^m)(x^m - 1), by induction over m."""
    where = "integer m >= 0, t in [0, 1], x >= 1"
    left, right = "(1 + t*(x - 1))^{m}", "1 + (1 - (1 - t)^{m})*(x^{m} - 1)"
    claim = f"{left.format(m='m')} <= {right.format(m='m')}"
    start = infer("direct", "for t in [0, 1], x >= 1: (1 + t*(x - 1))^0 <= 1 + (1 - (1 - t)^0)*(x^0 - 1)")
    bases = ("1 - t", "x", "1 + t*(x - 1)")
    equal = [_one_more(f"for {where}", base) for base in bases]
    step = infer(
        "combine",
        f"for {where} where {claim}: {left.format(m='(m + 1)')} <= {right.format(m='(m + 1)')}",
        {
            "zeros": [
                {"zero": f"({base})^(m + 1) - ({base})^m*({base})", "times": times}
                for base, times in zip(bases, ("1 - x^(m + 1)", "1 - (1 - t)^m*(1 - t)", "-1"), strict=True)
            ],
            "terms": [
                {
                    "weight": "1",
                    "factors": ["1 + t*(x - 1)", f"{right.format(m='m')} - {left.format(m='m')}"],
                },
                {"weight": "1", "factors": ["1 - (1 - t)^m", "1 - t", "x^m", "x - 1"]},
                {"weight": "1", "factors": ["t", "(1 - t)^m", "x", "x^m - 1"]},
            ],
        },
        equal,
    )
    return infer("induction", f"for {where}: {claim}", {"variable": "m"}, [start, step])


def _one_more(where: str, base: str) -> Theorem:
    """b^(m + 1) = b^m b."""
    claim = f"{where}: ({base})^(m + 1) = ({base})^m*({base})"
    return infer("powers", claim, {"base": base, "first": "m", "second": "1"})


PURE = Lemma(
    title="pure amplification by sampling with replacement",
    statement="an eps-DP mechanism under replace-one, on m draws with replacement from n records, is m "
    "ln(1 + (e^eps - 1)/n)-DP under replace-one; for eps = 1 it is (2m/n)-DP",
    reduction="Exchange the data set for its neighbour one draw at a time. With the other draws fixed, the "
    "outputs are (1-t) R + t P and (1-t) R + t S with t = 1/n and P within e^eps of R and of S, since one "
    "record of the sample differs: the ratio is at most 1 + t(e^eps - 1). There are m such steps. The form "
    "in use, ln(1 + (1 - (1-t)^m)(e^(m eps) - 1)), is larger.",
    inequalities=(
        mixture_excess,
        rougher_form,
        "for integer m >= 0, t in [0, 1], x >= 1: (1 + t*(x - 1))^m <= x^m",
        "for t in [0, 1], eps >= 0: log(1 + t*(exp(eps) - 1)) <= t*(exp(eps) - 1)",
        "for t in [0, 1]: log(1 + t*(e - 1)) <= 2*t",
    ),
    case=pure_case,
    tightness="a chance that triples with every copy of a record, two draws from two records",
    tight=pure_tight,
    dropped={
        "an eps-DP mechanism": not_private,
        "under replace-one": pure_for_additions_only,
        "m draws with replacement from n records": pure_with_fewer_records,
        "the chance of being drawn at all in place of 1/n, m times": rate_is_the_chance_of_being_drawn,
        "the chance of being drawn at all in place of m/n, eps = 1": twice_that_rate,
    },
)
