"""The optimised engine against the reference: run `python -m tests.benchmarks.fast_against_reference`.

Processor seconds on one core, rows included, and their ratio where the reference ends in minutes.  The
answers are compared with ==.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from assay import Dist, Mechanism, adjacency, eps, exp, flip, ln, mechanisms, program
from assay.fast.composition import Composition
from assay.fast.programs import merged

MOST_PAIRS = 20_000
"""Up to so many adjacent pairs the reference is run as well."""


def two_valued(x: tuple[int, ...]) -> Dist[bool]:
    """One bit about a database of twelve, of a probability that no other database has."""
    p = Fraction(1, 4) + Fraction(int("".join(map(str, x)), 2), 8192)
    return Dist({True: p, False: 1 - p})


@program
def walk(n: int) -> int:
    """A random walk with 2^n paths and n + 1 states."""
    x = 0
    for _ in range(n):
        x += 1 if flip("1/3") else -1
    return x


def mechanisms_to_time() -> Iterator[tuple[str, Callable[[], Mechanism[Any, Any]]]]:
    """Names, and mechanisms made anew."""
    bits, svt = mechanisms.randomized_response_bits, mechanisms.svt1
    noise = mechanisms.clamped(-3, 3)
    every = adjacency.all_pairs()
    yield "8 noisy bits, one bit apart", lambda: bits(8, ln(3))
    yield "10 noisy bits, one bit apart", lambda: bits(10, ln(3))
    yield "10 noisy bits, one bit apart, eps = 1/2", lambda: bits(10, eps("1/2"))
    yield "10 noisy bits, all 1,047,552 pairs", lambda: bits(10, ln(3), adjacency=every)
    yield "sparse vector, 4 queries", lambda: svt(ln(3), n=4, support=noise)
    yield "sparse vector, 5 queries", lambda: svt(ln(3), n=5, support=noise)
    yield "sparse vector, 8 queries", lambda: svt(ln(3), n=8, support=noise)
    yield (
        "two values on 12 bits, all 16,773,120 pairs",
        lambda: Mechanism(two_valued, product((0, 1), repeat=12), every),
    )


def seconds(question: Callable[[], Any]) -> tuple[float, Any]:
    """Processor time of one answer, and the answer."""
    start = time.process_time()
    answer = question()
    return time.process_time() - start, answer


def line(name: str, fast: float, slow: float | None) -> None:
    """One row of the table."""
    ratio = "" if slow is None else f"{slow:10.2f} {slow / fast:8.0f} x"
    sys.stdout.write(f"{name:58} {fast:9.3f} {ratio}\n")
    sys.stdout.flush()


def measure(name: str, make: Callable[[], Mechanism[Any, Any]]) -> None:
    """epsilon, then delta and the profile where they are asked for."""
    mechanism = make()
    fast, answer = seconds(mechanism.epsilon)
    slow = None
    reference = mechanism.with_engine("reference")
    small = mechanism.most_pairs <= MOST_PAIRS or "one bit" in name or "5 queries" in name
    if small:
        slow, expected = seconds(reference.epsilon)
        if answer != expected:
            raise ArithmeticError(f"{name}: {answer} and {expected}")
    line(f"{name}: epsilon", fast, slow)
    fast, answer = seconds(lambda: mechanism.delta(ln(2)))
    slow = seconds(lambda: reference.delta(ln(2)))[0] if small and "1/2" not in name else None
    line(f"{name}: delta", fast, slow)
    if "queries" in name and "4" not in name:
        return
    fast, profile = seconds(mechanism.profile)
    slow = None
    if small:
        slow, expected = seconds(reference.profile)
        if profile != expected:
            raise ArithmeticError(f"{name}: the profiles differ")
    line(f"{name}: profile", fast, slow)


def programs() -> None:
    """Merging states against following paths."""
    fast, law = seconds(lambda: merged(walk, 12))
    slow, expected = seconds(lambda: walk.distribution(12))
    if law != expected:
        raise ArithmeticError("the laws of the walk differ")
    line("a walk of 12 steps, 4,096 paths", fast, slow)
    line("a walk of 500 steps, 2^500 paths", seconds(lambda: merged(walk, 500))[0], None)


def compositions() -> None:
    """Large compositions."""
    true, false = Dist.bernoulli("3/4"), Dist.bernoulli("1/4")
    tenth = exp("1/10")
    p, q = Dist.bernoulli(tenth / (1 + tenth)), Dist.bernoulli(1 / (1 + tenth))
    for count in (1_000, 10_000):
        composed = Composition.of(true, false, count)
        line(
            f"randomised response e^eps = 3, k = {count:,}: exact",
            seconds(partial(composed.delta, 4))[0],
            None,
        )
    large = Composition.of(true, false, 100_000)
    spent, _ = seconds(lambda: large.delta_enclosed(ln(3) * 50_000).decimal(30))
    line("randomised response e^eps = 3, k = 100,000: 30 digits", spent, None)
    spent, _ = seconds(lambda: Composition.of(p, q, 1000).delta(1))
    line("randomised response eps = 1/10, k = 1,000: exact", spent, None)
    for top, count in ((10, 1_000), (20, 10_000)):
        noisy = mechanisms.discrete_laplace_clamped(0, top, 2)
        composed = Composition.of(noisy.distribution(0), noisy.distribution(1), count)
        line(
            f"discrete Laplace on 0..{top}, k = {count:,}: exact",
            seconds(partial(composed.delta, 1))[0],
            None,
        )


def main() -> None:
    """Print one line a question."""
    sys.stdout.write(f"{'question':58} {'fast [s]':>9} {'reference':>10} {'ratio':>10}\n")
    for name, make in mechanisms_to_time():
        measure(name, make)
    programs()
    compositions()
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    sys.stdout.write(f"largest memory in use: {megabytes} MB\n")


if __name__ == "__main__":
    main()
