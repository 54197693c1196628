"""(0, delta)-DP with delta >= 1/n allows publishing rows."""

from __future__ import annotations

from itertools import product

from ...adjacency import hamming
from ...dp import Dist, Mechanism
from ...mechanisms import name_and_shame
from ...prove import infer
from ...prove.lemma import proved, require
from ..finding import Finding
from ..scope import Scope
from .constants import exact_delta


def one_row_is_published(scope: Scope) -> Finding:
    """A row drawn uniformly and published: (0, 1/n)-DP exactly, and somebody's row is always out."""
    pairs = 0
    for n in scope.integers("n"):
        inputs = list(product((0, 1, 2), repeat=n))
        publish = Mechanism({x: Dist.uniform(enumerate(x)) for x in inputs}, inputs, hamming(1))
        none, delta = scope.formula("none").log(), scope.formula("delta").number(n=n)
        require(exact_delta(publish, none) == delta, f"delta(0) at n = {n}")
        seen = scope.formula("seen").number()
        require(
            publish.distribution(inputs[-1]).prob(lambda o: o[1] == 2) == seen, "the row is in the output"
        )
        pairs += len(publish.pairs)
    return Finding.verified(pairs=pairs)


def name_and_shame_publishes(scope: Scope) -> Finding:
    """Each row published with probability 1/n: delta(0) = 1/n, and somebody with probability > 1 - 1/e."""
    ranges = scope.quantifiers("n_real")
    line = proved("for q in (0, 1): log(1 - q) <= -q")
    at = infer(
        "instantiate", f"for {ranges}: log(1 - 1/n_real) <= -(1/n_real)", {"terms": {"q": "1/n_real"}}, [line]
    )
    scaled = infer(
        "combine",
        f"for {ranges}: n_real*log(1 - 1/n_real) <= -1",
        {"terms": [{"weight": "1", "factors": ["n_real", "-(1/n_real) - log(1 - 1/n_real)"]}]},
        [at],
    )
    power = f"for {ranges}: exp(n_real*log(1 - 1/n_real)) <= exp(-1)"
    theorem = infer("apply", power, {"function": "exp"}, [scaled])
    pairs = 0
    for n in scope.integers("n"):
        none, delta = scope.formula("none").log(), scope.formula("delta").number(n=n)
        shame = name_and_shame(n, delta)
        require(exact_delta(shame, none) == delta, f"delta(0) at n = {n}")
        silent = shame.distribution((0,) * n)[(None,) * n]
        require(silent == scope.formula("nobody").number(n=n), f"P[nobody] at n = {n}")
        pairs += len(shame.pairs)
    return Finding.verified(certificates=[theorem], pairs=pairs)
