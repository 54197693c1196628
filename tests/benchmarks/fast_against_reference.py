"""The optimised engine against the reference: run `python -m tests.benchmarks.fast_against_reference`.

Processor seconds on one core, rows included.  Where the reference would take hours, it is run at smaller
sizes, and its time is extrapolated by the factor between the last two of them; the row says so.  All answers
that both give are compared with ==.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from assay import Dist, Mechanism, adjacency, exp, flip, ln, mechanisms, program
from assay.composition import PrivacyLoss
from assay.programs.merge import merged
from assay.studies.bench.kernels import WORKLOADS, Question, Workload, reference, spent


@program
def walk(n: int) -> int:
    """A random walk with 2^n paths and n + 1 states."""
    x = 0
    for _ in range(n):
        x += 1 if flip("1/3") else -1
    return x


def seconds(question: Callable[[], Any]) -> tuple[float, Any]:
    """Processor time of one answer, and the answer."""
    start = time.process_time()
    answer = question()
    return time.process_time() - start, answer


def line(name: str, fast: float, slow: float | None = None, note: str = "") -> None:
    """One row of the table."""
    ratio = "" if slow is None else f"{slow:10.2f} {slow / fast:9,.0f} x"
    sys.stdout.write(f"{name:58} {fast:9.3f} {ratio} {note}".rstrip() + "\n")
    sys.stdout.flush()


def workload(each: Workload) -> None:
    """Every question at the full size, the reference from smaller ones."""
    for name, question in each.questions.items():
        fast, _ = spent(each.make(each.size), question)
        slow = reference(each, name)
        if slow is None:
            line(f"{each.name}: {name}", fast / 1e9)
            continue
        at = ", ".join(f"{size}: {time_of / 1e9:.2f} s" for size, time_of in slow.measured.items())
        note = f"extrapolated by {float(slow.factor):.1f} a size from {at}"
        line(f"{each.name}: {name}", fast / 1e9, float(slow.nanoseconds) / 1e9, note)


def measured(name: str, make: Callable[[], Mechanism[Any, Any]]) -> None:
    """epsilon, delta and the profile where the reference ends within seconds; the answers are compared."""
    questions: dict[str, Question] = {
        "epsilon": lambda m: m.epsilon(),
        "delta": lambda m: m.delta(ln(2)),
        "profile": lambda m: m.profile(),
        "Renyi order 3/2": lambda m: str(m.renyi("3/2")),
        "zCDP": lambda m: str(m.zcdp()),
        "posterior odds at 1/10": lambda m: m.posterior_odds(1, "1/10"),
    }
    for question, ask in questions.items():
        mechanism = make()
        fast, answer = spent(mechanism, ask)
        slow, expected = spent(mechanism.with_engine("reference"), ask)
        if answer != expected:
            raise ArithmeticError(f"{name}: {question}: {answer} and {expected}")
        line(f"{name}: {question}", fast / 1e9, slow / 1e9)


def random_neighbours(n: int) -> None:
    """Random DP of a noisy majority of n bits."""
    table = {x: Dist.bernoulli(Fraction(1 + 2 * (2 * sum(x) > n), 4)) for x in product((0, 1), repeat=n)}
    m = Mechanism(table, list(table), adjacency.hamming(1))
    rows = Dist({0: "2/3", 1: "1/3"})
    fast, answer = spent(m, lambda m: m.random_dp("1/2", rows))
    slow, expected = spent(m.with_engine("reference"), lambda m: m.random_dp("1/2", rows))
    if answer != expected:
        raise ArithmeticError(f"Random DP: {answer} and {expected}")
    line(f"Random DP of a noisy majority of {n} bits", fast / 1e9, slow / 1e9)


def programs() -> None:
    """Merging states against following paths."""
    fast, law = seconds(lambda: merged(walk, 12))
    slow, expected = seconds(lambda: walk.enumerated(12))
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
        composed = PrivacyLoss.of(true, false, count)
        line(
            f"randomised response e^eps = 3, k = {count:,}: exact",
            seconds(partial(composed.delta, 4))[0],
            None,
        )
    large = PrivacyLoss.of(true, false, 100_000)
    spent, _ = seconds(lambda: large.delta_enclosed(ln(3) * 50_000).decimal(30))
    line("randomised response e^eps = 3, k = 100,000: 30 digits", spent, None)
    spent, _ = seconds(lambda: PrivacyLoss.of(p, q, 1000).delta(1))
    line("randomised response eps = 1/10, k = 1,000: exact", spent, None)
    for top, count in ((10, 1_000), (20, 10_000)):
        noisy = mechanisms.discrete_laplace_clamped(2, 0, top)
        composed = PrivacyLoss.of(noisy.distribution(0), noisy.distribution(1), count)
        line(
            f"discrete Laplace on 0..{top}, k = {count:,}: exact",
            seconds(partial(composed.delta, 1))[0],
            None,
        )


def main() -> None:
    """Print one line a question."""
    sys.stdout.write(f"{'question':58} {'fast [s]':>9} {'reference':>10} {'ratio':>11}\n")
    for each in WORKLOADS:
        workload(each)
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    sys.stdout.write(f"largest memory in use so far: {megabytes} MB\n")
    measured("8 noisy bits, one bit apart", lambda: mechanisms.randomised_response_bits(8, ln(3)))
    random_neighbours(8)
    programs()
    compositions()
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    sys.stdout.write(f"largest memory in use: {megabytes} MB\n")


if __name__ == "__main__":
    main()
