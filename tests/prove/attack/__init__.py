"""An attack on the kernel at degenerate points.

Those are 0, 1, equal and empty ranges, negative exponents, shadowed names, ends at infinity. `terms` draws
terms whose usual rewritings fail at such a point, `laws` compares terms with their normal forms, `steps`
composes rules, `certificates` changes shipped proofs. Whatever the kernel accepts is evaluated by
`tests.prove.pointwise`, which shares nothing with it but the syntax.

    python -m tests.prove.attack --steps 100000 --seed 7
"""

from __future__ import annotations

from tests.prove.attack.certificates import Forger
from tests.prove.attack.laws import broken
from tests.prove.attack.steps import Attack

CHUNK = 500


def attacked(seed: int, steps: int) -> tuple[int, int, list[str]]:
    """How many steps were tried and accepted, and what is false among the accepted.

    Half of them are composed, a quarter are changed proofs, a quarter are normal forms.
    """
    tried = accepted = 0
    false: list[str] = []
    for k in range(0, steps, 2 * CHUNK):
        composed, changed = Attack(seed + k), Forger(seed + k)
        composed.run(CHUNK)
        changed.run(CHUNK // 2)
        compared, differing = broken(seed + k, CHUNK // 4)
        tried += composed.tried.total() + changed.tried + compared
        accepted += composed.accepted.total() + changed.accepted + compared
        false += composed.false + changed.false + differing
    return tried, accepted, false
