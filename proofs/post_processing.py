"""Post-processing, and joint convexity, of the hockey-stick divergence."""

from __future__ import annotations

import random

from assay.dp import Dist, hockey_stick
from assay.exact import exp, ln, number
from assay.prove.generate import dist, fraction, kernel, level
from assay.prove.lemma import Lemma, require


def case(rng: random.Random) -> None:
    """A generated kernel applied to a generated pair; a generated mixture of two pairs."""
    p, q, epsilon = dist(rng, range(3)), dist(rng, range(3)), level(rng)
    k = kernel(rng, range(3), range(3))
    before, after = (
        hockey_stick(p, q, epsilon),
        hockey_stick(p.bind(lambda o: k[o]), q.bind(lambda o: k[o]), epsilon),
    )
    require(after <= before, f"post-processing at {epsilon}")
    r, s, w = dist(rng, range(3)), dist(rng, range(3)), number(fraction(rng))
    left = hockey_stick(Dist.mixture([(w, p), (1 - w, r)]), Dist.mixture([(w, q), (1 - w, s)]), epsilon)
    require(left <= w * before + (1 - w) * hockey_stick(r, s, epsilon), f"convexity at {epsilon}")


def tight() -> bool:
    """Renaming outcomes loses nothing."""
    p, q = Dist({0: "3/4", 1: "1/4"}), Dist({0: "1/4", 1: "3/4"})
    return hockey_stick(p.map(str), q.map(str), ln(2)) == hockey_stick(p, q, ln(2)) == (exp(0) / 4)


def two_kernels() -> bool:
    """A function that looks at the input again is no post-processing."""
    p = Dist({0: 1})
    return hockey_stick(p.map(lambda o: (o, True)), p.map(lambda o: (o, False)), ln(2)) > hockey_stick(
        p, p, ln(2)
    )


LEMMA = Lemma(
    title="post-processing and joint convexity",
    statement="a kernel does not increase the hockey-stick divergence, and the divergence is jointly convex",
    reduction="The positive part is sublinear: (a + b)_+ <= a_+ + b_+ and (w a)_+ = w a_+ for w >= "
    "0. An outcome of "
    "the post-processed pair has mass sum_o K(o, z) (p(o) - A q(o)), a sum of such terms; so has a mixture.",
    inequalities=(
        "for real a, real b: max(a + b, 0) <= max(a, 0) + max(b, 0)",
        "for real a, w >= 0: max(w*a, 0) <= w*max(a, 0)",
        "for w in [0, 1], real a, real b: max(w*a + (1 - w)*b, 0) <= w*max(a, 0) + (1 - w)*max(b, 0)",
    ),
    case=case,
    tightness="a renaming of the outcomes",
    tight=tight,
    dropped={"the kernel does not see the input": two_kernels},
)
