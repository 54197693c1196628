"""The plain reference at its stated sizes: run `python -m tests.benchmarks.reference_sizes`.

Processor seconds on one core; the last column is the ratio to the reference where both can answer.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from assay import Dist, eps, flip, ln, mechanisms, program
from assay.composition import PrivacyLoss
from assay.dp import hockey_stick
from assay.exact import Log

ROUNDS = 10
"""Rounds of randomised response that the reference composes outcome by outcome: 2^10 tuples."""


@program
def sixteen_flips(_: bool) -> int:
    """A program with 2^16 paths."""
    return sum(flip("1/3") for _ in range(16))


def seconds(question: Callable[[], object]) -> float:
    """Processor time of one answer."""
    start = time.process_time()
    question()
    return time.process_time() - start


def bits(epsilon: Log) -> None:
    """Epsilon and profile of randomised response on 8 bits, all Hamming-1 pairs."""
    mechanism = mechanisms.randomised_response_bits(8, epsilon)
    mechanism.epsilon()
    mechanism.profile()


def composed_by_tuples() -> None:
    """delta(4) of the product distribution."""
    p, q = (Dist.product(*[Dist.bernoulli(x)] * ROUNDS) for x in ("3/4", "1/4"))
    hockey_stick(p, q, 4)


def composed_on_the_lattice(rounds: int) -> None:
    """delta(4) from the losses."""
    PrivacyLoss.of(Dist.bernoulli("3/4"), Dist.bernoulli("1/4"), rounds).delta(4)


def main() -> None:
    """Print one line a question."""
    slow = seconds(composed_by_tuples)
    fast = seconds(lambda: composed_on_the_lattice(ROUNDS))
    lines = [
        ("randomised response, 8 bits, e^eps = 3", seconds(lambda: bits(ln(3))), ""),
        ("randomised response, 8 bits, eps = 1/2", seconds(lambda: bits(eps("1/2"))), ""),
        ("a program with 2^16 paths", seconds(lambda: sixteen_flips.distribution(True)), ""),
        (f"{ROUNDS} rounds by tuples", slow, "1"),
        (f"{ROUNDS} rounds on the lattice", fast, f"{slow / fast:.0f} times faster"),
        ("1,000 rounds on the lattice", seconds(lambda: composed_on_the_lattice(1000)), ""),
        ("10,000 rounds on the lattice", seconds(lambda: composed_on_the_lattice(10_000)), ""),
    ]
    for name, spent, ratio in lines:
        sys.stdout.write(f"{name:42} {spent:9.4f} s  {ratio}\n")


if __name__ == "__main__":
    main()
