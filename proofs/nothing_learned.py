"""If nothing can be learned about an individual, nothing can be learned at all."""

from __future__ import annotations

import random
from fractions import Fraction

from assay import adjacency
from assay.dp import Dist, Mechanism, epsilon, total_variation
from assay.exact import ln
from assay.prove.lemma import Lemma, require
from assay.testing.generated_mechanisms import positive_dist
from assay.theorems import group


def line(rng: random.Random, size: int) -> Mechanism[int, int]:
    """A generated mechanism on a line of inputs, every answer possible."""
    rows = {x: positive_dist(rng, 3) for x in range(size)}
    return Mechanism(rows, range(size), adjacency.explicit([(x, x + 1) for x in range(size - 1)]))


def nothing_case(rng: random.Random) -> None:
    """The ends of a generated line, and a mechanism whose epsilon is 0 after its rows were mixed together."""
    size = rng.randint(2, 4)
    m = line(rng, size)
    first, last = m.distribution(0), m.distribution(size - 1)
    require(max(epsilon(first, last), epsilon(last, first)) <= (size - 1) * m.epsilon(), f"{size} inputs")
    mixed = Dist.mixture([(Fraction(1, size), m.distribution(x)) for x in range(size)])
    same = Mechanism(dict.fromkeys(range(size), mixed), range(size), m.adjacency)
    require(same.epsilon() == 0 and group(same, size - 1).epsilon() == 0, f"the constant on {size} inputs")


def tripling() -> Mechanism[int, bool]:
    """A line of 3 inputs in which each step triples a probability."""
    rows = {x: Dist.bernoulli(Fraction(3**x, 100)) for x in range(3)}
    return Mechanism(rows, range(3), adjacency.explicit([(0, 1), (1, 2)]))


def randomised_line() -> bool:
    """ln 3 each step, 2 ln 3 between the ends."""
    m = tripling()
    return m.epsilon() == ln(3) and epsilon(m.distribution(2), m.distribution(0)) == 2 * ln(3)


def two_components() -> bool:
    """0 ~ 1 and 2 ~ 3 with nothing between: a 0-DP mechanism tells the two pairs apart."""
    rows = {x: Dist.point(x // 2) for x in range(4)}
    m = Mechanism(rows, range(4), adjacency.explicit([(0, 1), (2, 3)]))
    return m.epsilon() == 0 and total_variation(m.distribution(0), m.distribution(3)) == 1


def something_learned() -> bool:
    """A positive epsilon, however small: 1/100 each step, and the ends of a long line differ."""
    rows = {x: Dist.bernoulli(Fraction(101, 100) ** x / 1000) for x in range(60)}
    m = Mechanism(rows, range(60), adjacency.explicit([(x, x + 1) for x in range(59)]))
    return m.epsilon() == ln("101/100") and m.distribution(59) != m.distribution(0)


def more_changes() -> bool:
    """Two changes in place of one: 2 ln 3 on the line of 3 inputs."""
    m = tripling()
    return epsilon(m.distribution(2), m.distribution(0)) > m.epsilon()


NOTHING = Lemma(
    title="nothing about an individual, nothing at all",
    statement="if no change of one individual changes the distribution of the output (epsilon = 0), and any "
    "two inputs are joined by such changes, the output has the same distribution everywhere: nothing can be "
    "learned; with epsilon > 0 and at most k changes the distributions are k epsilon apart",
    reduction="Go from one input to the other one change at a time; each costs a factor e^epsilon, by "
    "induction e^(k epsilon) in all, which is 1 for epsilon = 0.",
    inequalities=(
        "for eps >= 0, k >= 0, p >= 0, q >= 0, r >= 0 where p <= exp(eps)*q and q <= exp(k*eps)*r: "
        "p <= exp((k + 1)*eps)*r",
        "for integer k >= 0: exp(k*0) = 1",
    ),
    case=nothing_case,
    tightness="a line of 3 inputs, each step triples a probability",
    tight=randomised_line,
    dropped={
        "epsilon = 0": something_learned,
        "any two inputs are joined": two_components,
        "at most k changes": more_changes,
    },
)
