"""Smith's Lemma 3: the conditional facts and the chains of the proof, and the best constant in it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from math import prod

from ... import adjacency
from ...amplification import (
    amplified_epsilon,
    poisson_amplification,
    poisson_sampling,
    sampling_without_replacement,
    secrecy_of_the_sample,
    subsample,
)
from ...exact import Log, eps, exp, number
from ...prove import Theorem, infer
from ...prove.lemma import proved, require
from ...theorems import compare, witnesses
from ..finding import Finding
from ..scope import Scope

Set = frozenset[int]


def _subsets(x: Set) -> list[Set]:
    return [frozenset(s) for k in range(len(x) + 1) for s in combinations(sorted(x), k)]


def private_tables(size: int, grid: list[Fraction], level: Log) -> Iterator[dict[Set, Fraction]]:
    """Every map from the subsets of {0, ..., size - 1} to P[A(T) = 1] on the grid that is epsilon-DP."""
    sets, factor = _subsets(frozenset(range(size))), exp(level)
    close = {
        (p, r)
        for p, r in product(grid, repeat=2)
        if p <= factor * r and r <= factor * p and 1 - p <= factor * (1 - r) and 1 - r <= factor * (1 - p)
    }
    steps = [
        (i, j)
        for (i, s), (j, t) in product(enumerate(sets), repeat=2)
        if len(s) < len(t) and len(t - s) == 1 and s < t
    ]
    for values in product(grid, repeat=len(sets)):
        if all((values[i], values[j]) in close for i, j in steps):
            yield dict(zip(sets, values, strict=True))


def _sampled(table: dict[Set, Fraction], x: Set, q: Fraction, kept: Set) -> Fraction:
    """P[A(T) = 1 | kept is in T] for a Poisson sample T of x."""
    free = x - kept
    return sum(
        (prod(q if i in t else 1 - q for i in free) * table[t | kept] for t in _subsets(free)), Fraction(0)
    )


def conditional_distributions(scope: Scope) -> Finding:
    """p_x(S | i not in T) = p_x'(S), and p_x(S | i in T) lies within e^(+-epsilon) of p_x'(S)."""
    grid, size = list(scope.fractions("grid")), scope.integer("domain")
    pairs = moved = 0
    for level in scope.epsilons("epsilon"):
        factor = exp(level)
        for table, q in product(private_tables(size, grid, level), scope.fractions("q")):
            for x in _subsets(frozenset(range(size))):
                for i in sorted(x):
                    rest, whole = _sampled(table, x - {i}, q, frozenset()), _sampled(table, x, q, frozenset())
                    present = _sampled(table, x, q, frozenset([i]))
                    absent = (whole - q * present) / (1 - q)
                    require(absent == rest, f"the distribution without {i} from {set(x)}")
                    for inside, outside in ((present, rest), (1 - present, 1 - rest)):
                        require(inside <= factor * outside, f"upper bound for {table}")
                        require(outside <= factor * inside, f"lower bound for {table}")
                    pairs, moved = pairs + 1, moved + (present != rest)
    require(moved > 0, "some mechanism of the scope depends on the data")
    return Finding.verified(pairs=pairs, events=2 * pairs)


def independent_inclusion(scope: Scope) -> Finding:
    """The distribution of T without i, given that i is in T, is the distribution of T given that i is not: of
    Poisson samples only.
    """
    cases = 0
    for n in scope.integers("n"):
        for q in scope.fractions("q"):
            distribution = poisson_sampling(q)(n).distribution
            require(
                distribution.map(len).expectation() == scope.formula("size").number(q=q, n=n),
                f"the expected size at n = {n}, q = {q}",
            )
            for i in range(n):
                given = distribution.condition(partial(_holds, i)).map(partial(_without, i))
                require(given == distribution.condition(partial(_lacks, i)), f"record {i} of {n} at q = {q}")
                cases += 1
        fixed = sampling_without_replacement(1)(n).distribution
        apart = fixed.condition(partial(_holds, 0)).map(partial(_without, 0))
        require(n < 2 or apart != fixed.condition(partial(_lacks, 0)), "a sample of one record")
    return Finding.verified(cases=cases)


def _holds(i: int, sample: tuple[int, ...]) -> bool:
    return i in sample


def _lacks(i: int, sample: tuple[int, ...]) -> bool:
    return i not in sample


def _without(i: int, sample: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(j for j in sample if j != i)


SETS = [frozenset(s) for s in ((), (0,), (1,), (0, 1))]
NEIGHBOURS = adjacency.add_remove_one(kind="set")


def upper_chain(scope: Scope) -> Finding:
    """(1 - q) + q e = 1 + q (e - 1) <= exp(2 q)."""
    ranges = scope.quantifiers("q")
    return Finding.proved(
        [
            proved(f"for {ranges}: (1 - q) + q*e = 1 + q*(e - 1)"),
            proved(f"for {ranges}: 1 + q*(e - 1) <= exp(2*q)"),
        ]
    )


def lower_chain(scope: Scope) -> Finding:
    """(1 - q) + q/e = 1 - q (1 - 1/e) >= exp(-q)."""
    ranges = scope.quantifiers("q")
    return Finding.proved(
        [
            proved(f"for {ranges}: (1 - q) + q/e = 1 - q*(1 - exp(-1))"),
            proved(f"for {ranges}: 1 - q*(1 - exp(-1)) >= exp(-q)"),
        ]
    )


def lower_chain_beyond_one(scope: Scope) -> Finding:
    """Above q = 1 the last step of the lower chain is false; at q = 1 it is an equality."""
    return Finding.proved(
        [
            proved(f"for {scope.quantifiers('q')}: 1 - q*(1 - exp(-1)) < exp(-q)"),
            proved("1 - 1*(1 - exp(-1)) = exp(-1)"),
        ]
    )


def lemma_3(scope: Scope) -> Finding:
    """The lemma for one outcome from the two conditional facts, and for every mechanism on a grid."""
    ranges = scope.quantifiers("q")
    theorems = [
        proved(f"for {ranges}, p0 >= 0, p1 >= 0 where p1 <= e*p0: (1 - q)*p0 + q*p1 <= exp(2*q)*p0"),
        proved(f"for {ranges}, p0 >= 0, p1 >= 0 where p0 <= e*p1: (1 - q)*p0 + q*p1 >= exp(-2*q)*p0"),
    ]
    grid, pairs = list(scope.fractions("grid")), 0
    for table in private_tables(1, grid, eps(1)):
        before, after = table[frozenset()], table[frozenset([0])]
        for rate in scope.fractions("rates"):
            bound = exp(secrecy_of_the_sample(rate).epsilon)
            for p0, p1 in ((before, after), (1 - before, 1 - after)):
                p = (1 - rate) * p0 + rate * p1
                require(p <= bound * p0 and p0 <= bound * p, f"2q-DP at q = {rate}, {table}")
            pairs += 2
    return Finding.proved(theorems, pairs=pairs, events=2 * pairs)


def constant_suffices(scope: Scope) -> Finding:
    """e - 1 will do: 1 + q (e - 1) <= exp((e - 1) q); and 1 - q + q/e >= exp(-(e - 1) q)."""
    ranges = scope.quantifiers("q")
    return Finding.proved(
        [
            proved(f"for {ranges}: 1 + q*(e - 1) <= exp((e - 1)*q)"),
            proved(f"for {ranges}: 1 - q + q/e >= exp((1 - e)*q)"),
        ]
    )


def smaller_constant(scope: Scope) -> Finding:
    """For c < e - 1 the exact loss ln(1 + q (e - 1)) exceeds c q at every q <= 2 (e - 1 - c)/(e - 1)^2."""
    theorem = _second_order(scope.quantifiers("q", "c"))
    target, cases = witnesses.presence(0, eps(1), 0, SETS, NEIGHBOURS), 0
    for rate in scope.fractions("rates"):
        exact = subsample(target, poisson_sampling(rate), SETS, NEIGHBOURS).epsilon()
        require(
            exact == amplified_epsilon(1, rate) == scope.formula("loss").log(q=rate),
            f"exact loss at q = {rate}",
        )
        cases += 1
    c, q = Fraction(17, 10), Fraction(1, 100)
    require(1 + q * (exp(1) - 1) > exp(c * q), "the witness")
    witness = {"inequality": "1 + (exp(1) - 1)/100 > exp(17/10/100)", "c": str(c), "q": str(q)}
    return Finding.verified(certificates=[theorem], cases=cases, witness=witness)


def _second_order(ranges: str) -> Theorem:
    """ln(1 + x) > x - x^2/2 at x = q (e - 1)."""
    x = "q*(e - 1)"
    bound = proved("for x > 0: log(1 + x) > x - x^2/2")
    at = infer("instantiate", f"for q > 0: log(1 + {x}) > {x} - ({x})^2/2", {"terms": {"x": x}}, [bound])
    terms = [
        {"weight": "1", "factors": [f"log(1 + {x}) - ({x} - ({x})^2/2)"]},
        {"weight": "1", "factors": ["q", "e - 1 - (c + q*(e - 1)^2/2)"]},
    ]
    claim = f"for {ranges} where c + q*(e - 1)^2/2 <= e - 1: log(1 + {x}) > c*q"
    return infer("combine", claim, {"terms": terms}, [at])


def general_form(scope: Scope) -> Finding:
    """(ln(1 + q (e^epsilon - 1)), q delta) for an (epsilon, delta)-DP mechanism, attained by the presence."""
    ranges = scope.quantifiers("q", "A")
    theorems = [
        proved(
            f"for {ranges}, p0 >= 0, p1 >= 0: "
            "max((1 - q)*p0 + q*p1 - (1 + q*(A - 1))*p0, 0) <= q*max(p1 - A*p0, 0)"
        ),
        infer(
            "combine",
            f"for {ranges}, p0 >= 0, p1 >= 0, m >= 0 where p0 <= A*p1 + m: "
            "p0 - (1 + q*(A - 1))*((1 - q)*p0 + q*p1) <= q*m",
            {
                "multiplier": "A",
                "terms": [
                    {"weight": "1", "factors": ["1 + q*(A - 1)", "q", "A*p1 + m - p0"]},
                    {"weight": "1", "factors": ["q", "1 - q", "A - 1", "m"]},
                    {"weight": "1", "factors": ["q", "1 - q", "p0"], "square": "A - 1"},
                ],
            },
        ),
    ]
    pairs = 0
    for level in scope.epsilons("epsilon"):
        for delta in scope.numbers("delta"):
            target = witnesses.presence(0, level, delta, SETS, NEIGHBOURS)
            for rate in scope.fractions("rates"):
                sampled = subsample(target, poisson_sampling(rate), SETS, NEIGHBOURS)
                known = poisson_amplification(level, delta, number(rate))
                loss = scope.formula("loss").log(q=rate, eps=level)
                require(known.epsilon == loss, f"the loss at {level}, {rate}")
                mass = scope.formula("mass").number(q=rate, delta=delta)
                require(known.delta == mass, f"delta at {delta}, {rate}")
                status = compare(sampled, known).status
                require(status == "tight", f"tightness at {level}, {delta}, {rate}: {status}")
                pairs += len(NEIGHBOURS.pairs(SETS))
    return Finding.verified(certificates=theorems, pairs=pairs)
