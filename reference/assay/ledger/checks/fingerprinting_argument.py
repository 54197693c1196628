"""The lower bound of section 3, line by line: Markov, one user, the contradiction, the choice of k."""

from __future__ import annotations

from math import floor

from ...attacks.tracing_bound import excluded
from ...exact import certified, exp, number
from ...prove import infer
from ...prove.lemma import proved, require
from ..finding import Finding
from ..formula import of_theorem
from ..region import Border, Point, checked, root_below
from ..scope import Scope


def markov_and_one_user(scope: Scope) -> Finding:
    """11/100 < 1/8: accurate with probability 12/100, traced with 11/100 >= 1/12, one user with 1/(12 m)."""
    return Finding.proved(
        [
            proved("1/10 + 1/100 = 11/100"),
            proved("1 - (11/100)/(1/8) = 12/100"),
            proved("12/100 - 1/100 >= 1/12"),
            proved(f"for {scope.quantifiers('m')}: (11/100)/m >= 1/(12*m)"),
        ]
    )


def contradiction(scope: Scope) -> Finding:
    """k <= ln(1/(12 m delta)) - 1 makes e^k delta + (e^k - 1)/(e - 1) delta < 1/(12 m); K stands for e^k."""
    ranges = scope.quantifiers("m", "delta", "K")
    claim = "K*delta + (K - 1)/(e - 1)*delta < 1/(12*m)"
    theorems = [proved(f"for {ranges} where 12*e*m*K*delta <= 1: {claim}")]
    cases = 0
    for delta in scope.fractions("values"):
        for m in scope.integers("users"):
            most = floor(scope.formula("size").certified(m=m, delta=delta))
            edge = exp(scope.formula("size").log(m=m, delta=delta))
            given = of_theorem(theorems[0], "given").number(m=m, delta=delta, K=edge)
            require(given == 1, f"the largest k for {m} users, delta = {delta}")
            for k in range(1, most + 1):
                lost = of_theorem(theorems[0], "left").number(K=exp(k), delta=delta)
                require(
                    lost < of_theorem(theorems[0], "right").number(m=m), f"k = {k}, m = {m}, delta = {delta}"
                )
                cases += 1
    return Finding.proved(theorems, cases=cases)


def slack_of_the_contradiction(scope: Scope) -> Finding:
    """The 1 in the condition on k may be ln(e/(e - 1)), and no smaller constant works for large K."""
    ranges = scope.quantifiers("m", "delta", "K")
    near = infer(
        "combine",
        f"for {ranges} where 12*m*K*delta*e <= e - 1: K*delta + (K - 1)/(e - 1)*delta < 1/(12*m)",
        {
            "multiplier": "12*m*(e - 1)",
            "terms": [
                {"weight": "1", "factors": ["e - 1 - 12*m*K*delta*e"]},
                {"weight": "12", "factors": ["m", "delta"]},
            ],
        },
    )
    smallest = scope.formula("c").log()
    slack = certified(exp(smallest))
    require(exp(smallest) == exp(1) / (exp(1) - 1), "the constant of the certificate and of the region")
    points = [
        ({"C": C}, all(bool(K + (K - 1) / (exp(1) - 1) <= C * K) for K in (1, 10, 10**9)))
        for C in (number(1), number("3/2"), number("158/100"), exp(smallest), number("159/100"), exp(1))
    ]
    region = checked(
        "C >= e/(e - 1)",
        points,
        where="with C for e, the condition on the size of the group serves every size",
        borders=[Border("C", root_below(lambda x: x - slack, 1, 2))],
    )
    return Finding.proved([near], region=region)


def size_is_allowed(scope: Scope) -> Finding:
    """delta >= e^(-n/200) gives k <= n/200, with L = ln(1/delta)."""
    ranges = scope.quantifiers("n", "L")
    return Finding.proved([proved(f"for {ranges} where L <= n/200: L - log(12*n) - 1 <= n/200")])


def size_is_positive(scope: Scope) -> Finding:
    """k >= 1 where n^gamma >= 12 e^2; for each smaller n of the scope not at delta = n^-(1+gamma)."""
    ranges = scope.quantifiers("l", "g", "L")
    claim = f"for {ranges} where L >= (1 + g)*l and g*l >= log(12) + 2: L - l - log(12) - 1 >= 1"
    points: list[tuple[Point, bool]] = []
    large = scope.formula("large")
    for gamma in scope.integers("gamma"):
        for n in scope.integers("n"):
            delta = scope.formula("delta").number(n=n, gamma=gamma)
            size = floor(scope.formula("size").certified(n=n, delta=delta))
            require((size >= 1) == large.holds(n=n, gamma=gamma), f"n = {n}, gamma = {gamma}")
            points.append(({"n": n, "gamma": gamma}, size >= 1))
    least = root_below(lambda n: n - certified(12 * exp(2)), 80, 100)
    return Finding.verified(
        certificates=[proved(claim)],
        cases=len(points),
        region=checked(str(large), points, borders=[Border("n", least, at={"gamma": 1})]),
    )


def size_is_large(scope: Scope) -> Finding:
    """k > ln(1/delta)/(1 + 1/gamma) - 5, with l = ln n and L = ln(1/delta); 5 may be 2 + ln 12."""
    ranges = scope.quantifiers("l", "g", "L")
    where = f"for {ranges} where L >= (1 + g)*l"
    theorems = [
        proved(f"{where}: L - l - log(12) - 2 >= L/(1 + 1/g) - 5"),
        proved(f"{where}: L - l - log(12) - 2 >= L/(1 + 1/g) - (2 + log(12))"),
        proved("2 + log(12) < 5"),
        proved("for u > 1, L >= 0 where L >= 10*u: L/u - 5 >= L/(2*u)"),
    ]
    return Finding.proved(theorems)


def conclusion(scope: Scope) -> Finding:
    """d <= C (n/k)^2 L and k >= c L give n^2 >= (c^2/C) d L, that is n >= Omega(sqrt(d log(1/delta)))."""
    claim = "d*k^2 <= C*n^2*L and k >= c*L: C*n^2*L >= c^2*d*L^2"
    theorem = infer(
        "combine",
        f"for {scope.quantifiers('n', 'k', 'd', 'L')}, c > 0, C > 0 where {claim}",
        {
            "terms": [
                {"weight": "1", "factors": ["C*n^2*L - d*k^2"]},
                {"weight": "1", "factors": ["d", "k - c*L", "k + c*L"]},
            ]
        },
    )
    return Finding.proved([theorem])


def explicit_bound(scope: Scope) -> Finding:
    """Every n below the stated one is excluded, by the argument with explicit constants (`tracing_bound`)."""
    cases, level, gamma = 0, scope.formula("eps").log(), scope.formula("gamma").number()
    for d, rows in zip(scope.integers("d"), scope.integers("rows"), strict=True):
        delta = scope.fraction("delta")
        for n in range(1, rows):
            proof = excluded(n, d, level, delta, gamma=gamma)
            require(proof is not None and proof.traced > proof.protected, f"n = {n} at d = {d}")
            cases += 1
        require(
            excluded(rows, d, level, delta, gamma=gamma) is None, f"n = {rows} at d = {d} is not excluded"
        )
    return Finding.verified(cases=cases)
