"""Copying rows: the loss of M_k, how far filling moves the means, and the reduction to epsilon = 1."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from fractions import Fraction
from itertools import product
from math import floor
from typing import TypeVar

from ...adjacency import hamming
from ...attacks.fingerprinting_group import fill_shift, group_reduction
from ...dp import Dist, Mechanism, hockey_stick
from ...exact import Log, Number, certified, eps, ln, number
from ...mechanisms import name_and_shame
from ...mechanisms.noise import two_sided_geometric_clamped
from ...prove import infer
from ...prove.lemma import proved, require
from ...theorems import group_factor
from ..finding import Finding
from ..formula import of_theorem
from ..region import Border, checked
from ..scope import Scope
from .worst_pair import exact_delta

Rows = tuple[Hashable, ...]
Y = TypeVar("Y")


def copies_cost(scope: Scope) -> Finding:
    """A (1, delta)-DP M on n rows gives a (k, (e^k - 1)/(e - 1) delta)-DP M_k on floor(n/k) rows."""
    theorem = proved(f"for {scope.quantifiers('k')}: sum(i, 0, k - 1, exp(i)) = (exp(k) - 1)/(e - 1)")
    pairs = 0
    for n in scope.integers("n"):
        for delta in scope.fractions("delta"):
            shame = name_and_shame(n, delta, rows=(-1, 1))
            pairs += _copied(scope, shame, n) + _copied(scope, _noisy_sum(n, eps(1)), n)
    return Finding.verified(certificates=[theorem], pairs=pairs)


def _copied(scope: Scope, mechanism: Mechanism[Rows, Y], n: int) -> int:
    """The pairs of all M_k, after their exact delta at k was found to be within the bound."""
    leak, pairs = exact_delta(mechanism, 1), 0
    for k in range(1, n + 1):
        made = group_reduction(mechanism, k, fill=1)
        bound = made.guarantee(1, leak)
        mass = scope.formula("mass").number(k=k, delta=leak)
        stated = scope.formula("loss").log(k=k), min(mass, number(1))
        require((bound.epsilon, bound.delta) == stated, f"the bound at k = {k}")
        require(exact_delta(made.mechanism, bound.epsilon) <= bound.delta, f"n = {n}, k = {k}")
        pairs += len(made.mechanism.pairs)
    return pairs


def _noisy_sum(n: int, epsilon: Log) -> Mechanism[Rows, int]:
    """The number of ones plus geometric noise, clamped to 0..n."""
    return Mechanism(
        lambda x: two_sided_geometric_clamped(epsilon, 0, n, centre=x.count(1)),
        list(product((-1, 1), repeat=n)),
        hamming(1),
    )


def distance_as_printed(scope: Scope) -> Finding:
    """|Dbar - Dbar*|_1 <= 2k/n: the factor d is missing."""
    failures = sorted(
        (n * d, n, k, d)
        for n in scope.integers("n")
        for k in range(1, n + 1)
        for d in scope.integers("d")
        if fill_shift(n, k) * d > scope.formula("bound").number(k=k, n=n)
    )
    _, n, k, d = failures[0]
    moves = {(n, k): max(_moves(n, k)) for n in scope.integers("n") for k in range(1, n + 1)}
    points = [
        ({"n": n, "k": k, "d": d}, bool(worst * d <= scope.formula("bound").number(k=k, n=n)))
        for (n, k), worst in moves.items()
        for d in scope.integers("d")
    ]
    region = checked("d*(n - k*floor(n/k)) <= k", points, also="d = 1")
    mean = Fraction(-k * (n // k) + n % k, n)
    witness = {
        "inequality": f"{d}*(({mean}) - (-1)) > 2*{k}/{n}",
        "n": n,
        "k": k,
        "d": d,
        "D*": f"{n // k} row(s) of -1, whose copies are filled with {n % k} row(s) of 1",
    }
    return Finding.refuted(witness, region, cases=len(failures))


def _moves(n: int, k: int) -> Iterator[Fraction]:
    """|Dbar_j - Dbar*_j| for every column of D*."""
    for short in product((-1, 1), repeat=n // k):
        full = short * k + (1,) * (n % k)
        yield abs(Fraction(sum(full), n) - Fraction(sum(short), n // k))


def distance_corrected(scope: Scope) -> Finding:
    """|Dbar - Dbar*|_1 <= 2 d (n mod k)/n <= 2 d (k - 1)/n, attained; and <= d/100 for k <= n/200."""
    theorems = [
        proved(
            f"for {scope.quantifiers('d')}, n >= 1, k >= 1, r >= 0 where r <= k - 1: 2*d*r/n <= 2*d*(k - 1)/n"
        ),
        proved("for d >= 1, n >= 1, k >= 1 where k <= n/200: 2*d*(k - 1)/n <= d/100"),
    ]
    cases = 0
    for n in scope.integers("n"):
        for k in range(1, n + 1):
            moves = list(_moves(n, k))
            most = scope.formula("most").number(d=1, r=n % k, n=n)
            require(max(moves) == fill_shift(n, k) == most <= Fraction(2 * (k - 1), n), f"n = {n}, k = {k}")
            cases += len(moves)
    return Finding.verified(certificates=theorems, cases=cases)


def size_one_over_epsilon(scope: Scope) -> Finding:
    """Groups of floor(1/epsilon) cost (e^(k eps) - 1)/(e^eps - 1) delta: more than delta/epsilon."""
    found: list[tuple[Fraction, int]] = []
    borders: list[Border] = []
    points = []
    for level in scope.fractions("epsilon"):
        k = int(scope.formula("size").number(eps=level).as_fraction())
        require(scope.formula("fits").holds(k=k, eps=level), f"k = {k} at {level}")
        require(not scope.formula("fits").holds(k=k + 1, eps=level), f"k = {k} is the largest at {level}")
        if not _within(scope, level, k):
            found.append((level, k))
        most = max(j for j in range(1, k + 1) if _within(scope, level, j))
        tried = {1, most, most + 1, k}
        points += [({"k": j, "eps": level}, bool(group_factor(level, j) * level <= 1)) for j in sorted(tried)]
        borders.append(Border("k", most, 1, {"eps": level}))
    level, k = max(found)
    witness = {
        "inequality": f"(exp({k}*{level}) - 1)/(exp({level}) - 1) > 1/({level})",
        "epsilon": level,
        "k": k,
    }
    require(len(found) == len(borders), "it is too large at every epsilon of the scope")
    region = checked(
        "k*eps <= log(1 + (exp(eps) - 1)/eps)",
        points,
        where="a group of k is small enough for a positive delta",
        borders=borders,
    )
    return Finding.verified(cases=len(found), witness=witness, region=region)


def _within(scope: Scope, epsilon: Fraction, k: int) -> bool:
    """Whether the factor times delta is at most the goal, at one delta and so at every positive one."""
    factor, delta = scope.formula("factor").number(k=k, eps=epsilon), scope.fraction("delta")
    require(factor == group_factor(epsilon, k), f"the factor at k = {k}")
    return bool(factor * delta <= scope.formula("goal").number(delta=delta, eps=epsilon))


def size_log_two_over_epsilon(scope: Scope) -> Finding:
    """Groups of k <= ln(2)/epsilon give (k epsilon, delta/epsilon) with k epsilon <= 1."""
    exponent = infer("direct", "for k >= 1, eps > 0 where k*eps <= log(2): k*eps <= log(2)")
    power = "for k >= 1, eps > 0 where k*eps <= log(2): exp(k*eps) <= 2"
    theorems = [
        infer("apply", power, {"function": "exp"}, [exponent]),
        proved(f"for {scope.quantifiers('eps', 'K')}: (K - 1)/(exp(eps) - 1) <= 1/eps"),
        proved("for lam in (0, 1], a >= 0 where a <= lam/10: a/lam <= 1/10"),
        proved("log(2) <= 1"),
    ]
    cases, loss = 0, of_theorem(theorems[-1], "right").log()
    for level in scope.fractions("epsilon"):
        for n in scope.integers("n"):
            cases += _reduced(scope, level, n, scope.fraction("delta"), loss)
    return Finding.verified(certificates=theorems, cases=cases)


def _reduced(scope: Scope, level: Fraction, n: int, delta: Fraction, loss: Log) -> int:
    """Build M' from a noisy mean of n rows (d = 1), and check its privacy and its error exactly."""
    k = int(scope.formula("size").number(eps=level).as_fraction())
    require(k == floor(certified(ln(2)) / level), f"the largest group at {level}")
    goal = scope.formula("goal").number(delta=delta, eps=level)
    for alpha in scope.fractions("alpha"):
        rows = scope.formula("rows").number(alpha=alpha, n=n, k=k)
        require(k * (rows - 1) < 10 * alpha * n <= k * rows, f"the least rows at {n}, {alpha}")
    copies = n // k
    noisy = {s: _leaky(level, n, s, delta) for s in range(n + 1)}
    errors = {s: _away(noisy[s], s, n) for s in noisy}
    error = max(errors.values())
    rest = n - k * copies
    scale = Fraction(k * copies, n)

    def undo(y: int) -> Fraction:
        known = Fraction(rest - 2 * (rest // 2), n)  # half of the filling is -1
        return (Fraction(2 * y - n, n) - known) / scale

    def clipped(y: Fraction) -> Fraction:
        return min(Fraction(1), max(Fraction(-1), y))

    def copied(ones: int) -> int:
        return k * ones + rest - rest // 2

    def reduced(ones: int) -> Dist[Fraction]:
        return noisy[copied(ones)].map(undo).map(clipped)

    cases = 0
    for ones in range(copies + 1):
        mean = Fraction(2 * ones - copies, copies)
        whole = noisy[copied(ones)].map(undo).expectation(lambda y, m=mean: abs(y - m))  # type: ignore[misc]
        require(whole == errors[copied(ones)] / scale, f"the error at {ones} is that of M, scaled")
        require(reduced(ones).expectation(lambda y, m=mean: abs(y - m)) <= error / scale, f"error at {ones}")  # type: ignore[misc]
        for other in (ones - 1, ones + 1):
            if 0 <= other <= copies:
                lost = hockey_stick(reduced(ones), reduced(other), loss)
                require(lost <= goal, f"privacy at {ones}, {other}")
                cases += 1
    return cases


def _away(noisy: Dist[int], ones: int, n: int) -> Number:
    """The mean distance of the mean of n signs from what is made of it, with so many of them 1."""
    return noisy.expectation(lambda y: abs(Fraction(2 * (y - ones), n)))


def _leaky(level: Fraction, n: int, ones: int, delta: Fraction) -> Dist[int]:
    """(level, delta)-DP: the exact number of ones with probability delta, else with geometric noise."""
    noisy = two_sided_geometric_clamped(level, 0, n, centre=ones)
    return Dist.mixture([(delta, Dist.point(ones)), (1 - delta, noisy)])
