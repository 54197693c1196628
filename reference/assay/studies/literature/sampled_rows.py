"""Mechanisms whose epsilon was estimated by sampling, at the stated parameters: claimed, sampled, and exact.

Source of the figures: Bichsel, Steffen, Bogunovic and Vechev, "DP-Sniper: black-box discovery of differential
privacy violations using classifiers", IEEE S&P 2021.  Noise is continuous, and every query may differ by 1.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from ... import mechanisms
from ...adjacency import all_pairs, linf
from ...decide.loss import loss_at, loss_at_least
from ...decide.mechanism import SymbolicMechanism
from ...decide.probabilities.thresholds import Thresholds
from ...dp import Mechanism
from ...errors import UndecidedError
from ...exact import EPS, Log, eps
from ...programs.noise.language import exponential, laplace
from .programs import sparse_vector as svt
from .programs import sums
from .programs.bins import Body, Noise, Queries
from .row import cube

TENTH = Fraction(1, 10)


@dataclass(frozen=True)
class Sampled:
    """One mechanism: `exact` is the supremum over all inputs, `box` the loss on {-1, 0, 1}^n alone."""

    name: str
    claimed: str
    sampled: str
    exact: Callable[[], Log]
    argument: str
    box: Callable[[], Log] | None = None

    @property
    def claim(self) -> Log:
        """The claimed epsilon."""
        return eps(self.claimed)


def _two_inputs(body: Body, x: Hashable, y: Hashable, epsilon: Fraction) -> Log:
    """The exact loss on a pair of inputs, in both directions."""
    return loss_at(SymbolicMechanism(body, (x, y), all_pairs()), epsilon)


def ends(body: Body, n: int, epsilon: Fraction = TENTH) -> Log:
    """The exact loss where every one of n answers differs by 1."""
    return _two_inputs(body, (0,) * n, (1,) * n, epsilon)


def on_the_box(body: Body, n: int, epsilon: Fraction = TENTH) -> Log:
    """The exact loss on {-1, 0, 1}^n."""
    return loss_at(SymbolicMechanism(body, cube(n), linf(1)), epsilon)


def sandwiched(body: Body, n: int, rate: Fraction) -> Log:
    """The loss where every answer differs by 1 reaches the bound n rate eps, and so it is the supremum.

    Upper bound: the density is an integral of a product of n functions of v - q_i or s - q_i, one for every
    answer, and each changes by a factor of e^(rate eps) at most.  Lower bound: the ratio of a pair.
    Raises UndecidedError where the two differ.
    """
    upper = Log(TENTH * rate * n)
    found = loss_at_least(SymbolicMechanism(body, ((0,) * n, (1,) * n), all_pairs()), TENTH)
    if found != upper:
        raise UndecidedError(f"the loss is at least {found} and at most {upper}")
    return upper


def _finite(mechanism: Mechanism[Any, Any]) -> Log:
    return mechanism.epsilon()


def patterns(shape: Thresholds, counts: list[tuple[int, int]]) -> dict[str, Callable[[], Log]]:
    """Both losses of a threshold mechanism, over the patterns with so many TRUEs and FALSEs."""

    def largest(loss: Callable[[int, int, Fraction], Log]) -> Log:
        return max(loss(true, false, TENTH) for true, false in counts)

    return {"exact": partial(largest, shape.over_all_inputs), "box": partial(largest, shape.on_the_box)}


def first_hit(n: int) -> list[tuple[int, int]]:
    """(TRUEs, FALSEs) for a mechanism that stops at the first TRUE."""
    return [(1, b) for b in range(n)] + [(0, n)]


def second_hit(n: int) -> list[tuple[int, int]]:
    """(TRUEs, FALSEs) for a mechanism that stops at the second TRUE."""
    return [(2, b) for b in range(n - 1)] + [(1, n - 1), (0, n)]


def repeated(noise: Noise, times: int) -> Body:
    """The same answer, `times` times, each with noise of rate eps/times."""

    def program(q: Queries) -> object:
        return tuple(q[0] + noise(EPS / times) for _ in range(times))

    return program


PRODUCT = "independent noise: the sup of the density ratio is the product of those of the values"
THRESHOLD = "one threshold: the loss depends on two multisets of answers; sup for answers at -M and M"


def sampled_rows() -> Iterator[Sampled]:
    """The mechanisms in the order of their publication."""
    yield from _released()
    yield from _maxima()
    yield from _sparse_vector()
    yield from _sums_and_bits()


def _released() -> Iterator[Sampled]:
    noisy = sums.histogram(laplace)
    yield Sampled("Laplace", "1/10", "0.0991", partial(ends, noisy, 1), PRODUCT)
    yield Sampled(
        "TruncatedGeometric n=5 k=3",
        "0.12",
        "0.1178",
        lambda: _finite(mechanisms.geo_sample(5, 3)),
        "finite: enumerated; claimed .12 is ln(9/8) rounded, for k = ceil(ln 20)",
    )
    cell, other = (0,) * 5, (1, 0, 0, 0, 0)
    yield Sampled(
        "NoisyHist1 n=5",
        "1/10",
        "0.1000",
        partial(_two_inputs, noisy, cell, other, TENTH),
        PRODUCT + "; one cell",
    )
    yield Sampled(
        "NoisyHist2 n=5",
        "10",
        "4.603",
        # rate 1/eps = 10: the same program at eps = 10
        partial(_two_inputs, noisy, cell, other, Fraction(10)),
        PRODUCT + "; one cell, rate 1/eps",
    )


def _maxima() -> Iterator[Sampled]:
    limit = "each of two shifts by 1 costs eps/2; "
    for name, noise, sampled, why in (
        ("NoisyMax1 n=5", laplace, "0.0945", "the sup is a limit, for one answer at -M and the others at M"),
        ("NoisyMax2 n=5", exponential, "0.0998", "attained"),
    ):
        yield Sampled(
            name,
            "1/10",
            sampled,
            lambda: Log(TENTH),
            limit + why,
            partial(on_the_box, sums.noisy_argmax(noise), 5),
        )
    yield Sampled(
        "NoisyMax3 n=5",
        "inf",
        "0.2500",
        partial(sandwiched, sums.noisy_maximum(laplace), 5, Fraction(1, 2)),
        "n factors of the density, each changes by e^(eps/2) at most; attained below all answers",
    )
    yield Sampled(
        "NoisyMax4 n=5",
        "inf",
        "0.3485",
        partial(ends, sums.noisy_maximum(exponential), 5),
        "values between two largest answers have density 0 on one side",
    )


def _sparse_vector() -> Iterator[Sampled]:
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    first = Thresholds(half, quarter)
    for name, sampled in (("SVT1 n=10 c=1", "0.0881"), ("SVT2 n=10 c=1", "0.0882")):
        yield Sampled(name, "1/10", sampled, argument=THRESHOLD, **patterns(first, first_hit(10)))
    value = "n factors of the density, each changes by the query rate at most; attained at value -> -inf"
    yield Sampled(
        "SVT3 n=10 c=1", "inf", "0.1738", partial(sandwiched, svt.svt3_values(laplace), 10, half), value
    )
    yield Sampled(
        "SVT3 n=10 c=1, eps/4",
        "inf",
        "0.1738",
        partial(sandwiched, svt.svt3_values(laplace, rate=quarter), 10, quarter),
        value + "; query noise eps/4",
    )
    yield Sampled(
        "SVT4 n=10 c=1",
        "0.18",
        "0.1709",
        argument=THRESHOLD,
        **patterns(Thresholds(quarter, Fraction(3, 4)), first_hit(10)),
    )
    yield Sampled(
        "SVT5 n=10",
        "inf",
        "1.7628",
        partial(_two_inputs, svt.svt5(laplace), (-1, 0) + (0,) * 8, (-1, -1) + (0,) * 8, TENTH),
        "FALSE for 0 and TRUE for -1 is impossible where the answers are equal",
    )
    every = [(a, 10 - a) for a in range(11)]
    yield Sampled("SVT6 n=10", "inf", "0.2742", argument=THRESHOLD, **patterns(Thresholds(half, half), every))
    numeric = Thresholds(Fraction(1, 3), Fraction(1, 12), Fraction(1, 6))
    yield Sampled(
        "NumSVT n=10 c=2",
        "1/10",
        "0.0366",
        argument=THRESHOLD + "; fresh noise on values",
        **patterns(numeric, second_hit(10)),
    )


def _sums_and_bits() -> Iterator[Sampled]:
    yield Sampled(
        "PrefixSum n=10",
        "1/10",
        "0.5061",
        partial(ends, sums.histogram(laplace), 10),
        "differences of the sums give the noisy answers back, and those the sums; " + PRODUCT,
    )
    yield Sampled("LaplaceParallel x20", "1/10", "0.0372", partial(ends, repeated(laplace, 20), 1), PRODUCT)
    bits = "independent bits, 2h = 8 of them differ for disjoint filters; the claim is rounded down in print"
    yield Sampled("RAPPOR", "0.4", "0.2951", lambda: _finite(mechanisms.rappor()), bits)
    yield Sampled("RAPPOR, one-time", "0.8", "0.5998", lambda: _finite(mechanisms.rappor_one_time()), bits)


__all__ = ["Sampled", "ends", "on_the_box", "sampled_rows"]
