"""k draws with replacement from n rows show a given row with probability 1 - (1 - 1/n)^k <= k/n."""

from __future__ import annotations

import random

from assay.dp import Dist
from assay.exact import number
from assay.prove import Theorem, infer
from assay.prove.lemma import Lemma, proved, require


def shown(n: int, k: int) -> Dist[bool]:
    """Whether row 0 is among k uniform draws with replacement from n rows, by running the draws."""
    law = Dist.point(False)
    hit = Dist.bernoulli(number(1) / n)
    for _ in range(k):
        law = law.bind(lambda seen: Dist.point(True) if seen else hit)
    return law


def case(rng: random.Random) -> None:
    """The law from the draws against the formula and the bound."""
    n, k = rng.randint(1, 8), rng.randint(0, 6)
    exact = shown(n, k)[True]
    require(exact == 1 - (1 - number(1) / n) ** k, f"the law for n = {n}, k = {k}")
    require(exact <= number(k) / n, f"the bound for n = {n}, k = {k}")


def tight() -> bool:
    """One draw."""
    return all(shown(n, 1)[True] == number(1) / n for n in range(1, 6))


def rounded_up() -> bool:
    """With k = ceil(n/Z) draws the bound is k/n, not 1/Z: n = 3, Z = 2 draws twice, and 5/9 > 1/2."""
    return shown(3, 2)[True] > number("1/2")


def exponential() -> Theorem:
    """(1 - t)^k <= e^(-kt), from 1 - t <= e^(-t)."""
    one = proved("for integer k >= 0, t in [0, 1]: 1 - t <= exp(-t)")
    claim = "for integer k >= 0, t in [0, 1]: (1 - t)^k <= exp(-k*t)"
    return infer("apply", claim, {"function": "power", "exponent": "k"}, [one])


LEMMA = Lemma(
    title="a row of a bootstrap sample",
    statement="in k draws with replacement from n rows a given row shows up with probability 1 - (1 "
    "- 1/n)^k <= k/n",
    reduction="The draws miss the row independently, each with probability 1 - 1/n; Bernoulli's "
    "inequality does the rest.",
    inequalities=(
        "for integer k >= 0, t in [0, 1]: 1 - (1 - t)^k <= k*t",
        exponential,
    ),
    case=case,
    tightness="a single draw",
    tight=tight,
    dropped={"k = n/Z is a whole number, in the form 'probability at most 1/Z'": rounded_up},
)
