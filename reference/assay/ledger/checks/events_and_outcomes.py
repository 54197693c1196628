"""What delta says: of events and single outcomes, of a "probability of failure", and of publishing rows."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise, product

from ...adjacency import hamming
from ...dp import Dist, Mechanism, hockey_stick, probabilistic_delta
from ...exact import Log, Number, exp, number
from ...mechanisms import name_and_shame
from ...prove import infer
from ...prove.lemma import proved, require
from ..finding import Finding
from ..region import Point, checked
from ..scope import Scope
from .worst_pair import exact_delta

Distribution = tuple[Fraction, ...]


def distributions(outcomes: int, denominator: int) -> Iterator[Distribution]:
    """All distributions on k outcomes with probabilities in multiples of 1/d."""
    for cuts in combinations_with_replacement(range(denominator + 1), outcomes - 1):
        yield tuple(Fraction(b - a, denominator) for a, b in pairwise((0, *cuts, denominator)))


def excesses(p: Distribution, q: Distribution, level: Log) -> tuple[Number, Number]:
    """The largest excess P(S) - e^epsilon Q(S) over single outcomes, and over all events."""
    each = [number(a) - exp(level) * b for a, b in zip(p, q, strict=True)]
    positive = [x for x in each if x > 0]
    return max((*positive, number(0))), sum(positive, number(0))


def without_delta(scope: Scope) -> Finding:
    """For delta = 0 the two are the same: excesses of outcomes add up to those of events, and none is
    positive.
    """
    ranges = scope.quantifiers("A", "p1", "q1", "p2", "q2")
    step = proved(f"for {ranges} where p1 <= A*q1 and p2 <= A*q2: p1 + p2 <= A*(q1 + q2)")
    pairs = 0
    for k in scope.integers("outcomes"):
        for level in scope.epsilons("epsilon"):
            for p, q in product(distributions(k, scope.integer("denominator")), repeat=2):
                single, every = excesses(p, q, level)
                require((single == 0) == (every == 0), f"{p}, {q} at {level}")
                pairs += 1
    return Finding.verified(certificates=[step], pairs=pairs, events=pairs)


def _both(p: Distribution, q: Distribution, level: Log) -> tuple[Number, Number]:
    """The same where the pair is judged in both orders, as neighbours are."""
    there, back = excesses(p, q, level), excesses(q, p, level)
    return max(there[0], back[0]), max(there[1], back[1])


def with_delta(scope: Scope) -> Finding:
    """For delta > 0, both orders of a pair: the witness with the fewest outcomes, and where there is none."""
    witness: dict[str, str] = {}
    points: list[tuple[Point, bool]] = []
    deltas = scope.fractions("delta")
    for k, level in product(scope.integers("outcomes"), scope.epsilons("epsilon")):
        grid = list(distributions(k, scope.integer("denominator")))
        failing: set[Fraction] = set()
        for p, q in product(grid, repeat=2):
            single, every = _both(p, q, level)
            failing |= {d for d in deltas if single <= d < every}
            if not witness and 0 < single < every == excesses(p, q, level)[1]:
                witness = _witness(p, q, level, single)
        points += [({"k": k, "A": exp(level), "delta": d}, d not in failing) for d in deltas]
    region = checked(
        "delta = 0 or delta >= 1 or k <= 2 or k <= 3 and A = 1",
        points,
        where="k outputs, A the exponential of epsilon",
    )
    return Finding.verified(cases=len(points), region=region, witness=witness)


def _witness(p: Distribution, q: Distribution, level: Log, single: Number) -> dict[str, str]:
    """A pair each of whose outcomes keeps the condition in both orders, and an event that does not."""
    event = [i for i in range(len(p)) if p[i] > exp(level) * q[i]]
    above, below = (" + ".join(str(w[i]) for i in event) for w in (p, q))
    return {
        "inequality": f"{above} > {exp(level)}*({below}) + {single}",
        "epsilon": str(level),
        "delta": str(single),
        "P": " ".join(map(str, p)),
        "Q": " ".join(map(str, q)),
        "event": " ".join(map(str, event)),
    }


def as_many_deltas(scope: Scope) -> Finding:
    """With k outputs the condition on outcomes gives (epsilon, (k - 1) delta), and no less.

    Where both orders are judged: no less for epsilon > 0; floor(k/2) delta, and no less, for epsilon = 0.
    """
    pairs = 0
    for k, level in product(scope.integers("outcomes"), scope.epsilons("epsilon")):
        name = "both" if level == scope.formula("none").log() else "bound"
        one_order = scope.formula("bound").number(k=k, delta=1)
        both_orders = scope.formula(name).number(k=k, delta=1)
        attained = [False, False]
        for p, q in product(distributions(k, scope.integer("denominator")), repeat=2):
            for n, (factor, found) in enumerate(((one_order, excesses), (both_orders, _both))):
                single, every = found(p, q, level)
                require(every <= factor * single, f"{p}, {q} at {level}")
                attained[n] = attained[n] or every == factor * single > 0
            pairs += 1
        require(all(attained), f"the bounds are attained with {k} outputs at {level}")
    return Finding.verified(pairs=pairs, events=pairs)


def failure_implies(scope: Scope) -> Finding:
    """P[loss > epsilon] <= delta gives (epsilon, delta): the excess of an outcome is at most its
    probability.
    """
    ranges = scope.quantifiers("A", "p", "q")
    step = proved(f"for {ranges}: max(p - A*q, 0) <= p")
    pairs = 0
    for level in scope.epsilons("epsilon"):
        for a, b in product(distributions(scope.integer("outcomes"), scope.integer("denominator")), repeat=2):
            p, q = Dist(dict(enumerate(a))), Dist(dict(enumerate(b)))
            require(hockey_stick(p, q, level) <= probabilistic_delta(p, q, level), f"{a}, {b} at {level}")
            pairs += 1
    return Finding.verified(certificates=[step], pairs=pairs)


def failure_implied(scope: Scope) -> Finding:
    """(epsilon, delta) does not bound the probability of failure by delta: the first pair on the grid.

    For every 0 < delta < 1 and epsilon there is one: P(1) = e^epsilon Q(1) + delta with Q(1) > 0 small.
    """
    points: list[tuple[Point, bool]] = []
    for level in scope.epsilons("epsilon"):
        for end in (0, 1):
            points.append(({"delta": end}, _implied(scope, level, end)))
        for delta in scope.fractions("deltas"):
            q = (1 - delta) / (2 * exp(level))
            p = exp(level) * q + delta
            one, two = Dist({1: p, 0: 1 - p}), Dist({1: q, 0: 1 - q})
            require(hockey_stick(one, two, level) == delta, f"the pair at delta = {delta}")
            points.append(({"delta": delta}, bool(probabilistic_delta(one, two, level) <= delta)))
    region = checked("delta = 0 or delta >= 1", points, where="epsilon is finite")
    for denominator in scope.integers("denominator"):
        for level in scope.epsilons("epsilon"):
            for a, b in product(distributions(scope.integer("outcomes"), denominator), repeat=2):
                witness = _failing(a, b, level)
                if witness:
                    return Finding.refuted(witness, region, cases=len(points))
    return Finding.undecided("no witness in the scope")


def _implied(scope: Scope, level: Log, delta: int) -> bool:
    """Whether every pair on the finest grid that is (epsilon, delta) keeps the probability of failure."""
    grid = list(distributions(scope.integer("outcomes"), max(scope.integers("denominator"))))
    pairs = [(Dist(dict(enumerate(a))), Dist(dict(enumerate(b)))) for a, b in product(grid, repeat=2)]
    private = [(p, q) for p, q in pairs if hockey_stick(p, q, level) <= delta]
    return all(probabilistic_delta(p, q, level) <= delta for p, q in private)


def _failing(a: Distribution, b: Distribution, level: Log) -> dict[str, str]:
    """The witness of a pair whose loss exceeds epsilon with more than its delta; empty where it does not."""
    p, q = Dist(dict(enumerate(a))), Dist(dict(enumerate(b)))
    delta, failure = hockey_stick(p, q, level), probabilistic_delta(p, q, level)
    if not 0 < delta < failure:
        return {}
    return {
        "inequality": f"{failure} > {delta}",
        "epsilon": str(level),
        "delta": str(delta),
        "P": " ".join(map(str, a)),
        "Q": " ".join(map(str, b)),
        "e^epsilon": str(exp(level)),
    }


def failure_beyond(scope: Scope) -> Finding:
    """(epsilon, delta) gives P[loss > epsilon + z] <= delta/(1 - e^(-z)) for z > 0."""
    ranges = scope.quantifiers("eps", "z", "p", "q")
    step = proved(f"for {ranges} where p > exp(eps + z)*q: p - exp(eps)*q >= p*(1 - exp(-z))")
    pairs = 0
    for level, more in product(scope.epsilons("epsilon"), scope.epsilons("further")):
        for a, b in product(distributions(scope.integer("outcomes"), scope.integer("denominator")), repeat=2):
            p, q = Dist(dict(enumerate(a))), Dist(dict(enumerate(b)))
            failure = probabilistic_delta(p, q, level + more)
            bound = scope.formula("bound").number(delta=hockey_stick(p, q, level), z=more)
            require(failure <= bound, f"{a}, {b} at {level} + {more}")
            pairs += 1
    return Finding.verified(certificates=[step], pairs=pairs)


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
