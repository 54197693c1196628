"""Differential privacy against reconstruction: the lecture's "low bar", as a bound that randomised
response attains.
"""

from __future__ import annotations

from functools import partial

from ...attacks.reconstruction import expected_fraction, noisy_counts
from ...attacks.reconstruction_exhaustive import exponential_adversary, subset_queries
from ...attacks.reconstruction_hadamard import hadamard_adversary, hadamard_queries
from ...exact import number
from ...mechanisms import geometric_clamped, randomised_response_bits
from ...prove.lemma import proved, require
from ..finding import Finding
from ..scope import Scope


def private_rows(scope: Scope) -> Finding:
    """From a uniform database at most e^epsilon/(1 + e^epsilon) of the rows are reconstructed, in
    expectation.
    """
    theorem = proved(
        f"for {scope.quantifiers('eps', 'p', 'q')} where p <= exp(eps)*q and p + q <= 1: "
        "p <= exp(eps)/(1 + exp(eps))"
    )
    cases = 0
    for n in scope.integers("n"):
        for level in scope.epsilons("epsilon"):
            most = scope.formula("most").number(eps=level)
            told = expected_fraction(randomised_response_bits(n, level), lambda rows: rows)
            require(told.average == most, f"randomised response attains it at {level}")
            queries = hadamard_queries(n)
            counted = noisy_counts(n, queries, geometric_clamped(n, level / len(queries)))
            require(counted.epsilon() <= level, "the budget is shared by the queries")
            by_transform = expected_fraction(counted, partial(hadamard_adversary, n=n))
            require(number("1/2") <= by_transform.average <= most, f"transform at n = {n}, {level}")
            cases += 2
    n = scope.integer("exhaustive")
    for level in scope.epsilons("epsilon"):
        every = subset_queries(n)
        counted = noisy_counts(n, every, geometric_clamped(n, level / len(every)))
        by_search = expected_fraction(counted, lambda answers: exponential_adversary(answers, n).rows)
        require(by_search.average <= scope.formula("most").number(eps=level), f"search at n = {n}, {level}")
        cases += 1
    return Finding.verified(certificates=[theorem], cases=cases)
