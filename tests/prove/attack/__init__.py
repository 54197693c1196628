"""An attack on the kernel at degenerate points.

Those are 0, 1, equal and empty ranges, negative exponents, shadowed names, ends at infinity. `terms` draws
terms whose usual rewritings fail at such a point, `distributions` compares terms with their normal forms,
`steps` composes rules, `certificates` changes shipped proofs. Whatever the kernel accepts is evaluated by
`tests.prove.pointwise`, which shares nothing with it but the syntax.

    python -m tests.prove.attack --steps 1000000 --jobs 2 --seed 7
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat

from tests.prove.attack.certificates import Forger
from tests.prove.attack.laws import broken
from tests.prove.attack.steps import Attack

CHUNK = 500
Found = tuple[int, int, list[str]]


def attacked(seed: int, steps: int, jobs: int = 1) -> Found:
    """How many steps were tried and accepted, and what is false among the accepted.

    Half of them are composed, a quarter are changed proofs, a quarter are normal forms.
    """
    tried = accepted = 0
    false: list[str] = []
    for more, taken, wrong in _rounds(range(seed, seed + steps, 2 * CHUNK), jobs):
        tried, accepted, false = tried + more, accepted + taken, false + wrong
    return tried, accepted, false


def _rounds(seeds: range, jobs: int) -> Iterator[Found]:
    if jobs == 1:
        yield from map(_round, seeds, repeat(CHUNK))
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(_round, seeds, repeat(CHUNK))


def _round(seed: int, size: int) -> Found:
    """About twice so many steps."""
    composed, changed = Attack(seed), Forger(seed)
    composed.run(size)
    changed.run(size // 2)
    compared, differing = broken(seed, size // 4)
    tried = composed.tried.total() + changed.tried + compared
    accepted = composed.accepted.total() + changed.accepted + compared
    return tried, accepted, composed.false + changed.false + differing
