"""The k best: against programs, and the mistakes of paying for one where k are chosen."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest

from assay import Dist, draw, ln, program
from assay.errors import BudgetExceeded, InvalidType, InvalidValue
from assay.mechanisms import (
    argmax_distribution,
    clamped,
    exponential_mechanism,
    gibbs_distribution,
    joint_top_k,
    noisy_top_k,
    top_k,
    truncated,
)
from assay.mechanisms.integer_noise import two_sided


@program
def peeled(u, k, epsilon):
    """One exponential mechanism after the other."""
    left, chosen = dict(enumerate(u)), []
    for _ in range(k):
        i = draw(gibbs_distribution(left, epsilon / k))
        del left[i]
        chosen.append(i)
    return tuple(chosen)


@program
def one_shot(u, k, noise):
    noisy = [score + draw(noise) for score in u]
    return tuple(sorted(range(len(u)), key=lambda i: (-noisy[i], i))[:k])


@pytest.mark.parametrize(("n", "k"), [(2, 1), (2, 2), (3, 2)])
def test_candidates_are_chosen_one_after_the_other(n, k):
    m = top_k(ln(16), n=n, k=k)
    for u in m.domain[::2]:
        assert m.distribution(u) == peeled.distribution(u, k, ln(16))
    assert m.audit(ln(16)).holds


def test_one_candidate_is_the_exponential_mechanism():
    one, other = top_k(ln(4), n=3, k=1), exponential_mechanism(ln(4), n=3)
    for u in one.domain:
        assert one.distribution(u).map(lambda s: s[0]) == other.distribution(u)


def test_without_noise_the_best_are_in_their_order():
    assert top_k("inf", n=3, k=2, domain=[(3, 5, 4), (2, 4, 3)]).distribution((3, 5, 4)) == Dist.point((1, 2))
    assert top_k("inf", n=2, k=2, domain=[(1, 1), (0, 0)]).distribution((1, 1)) == Dist.uniform(
        [(0, 1), (1, 0)]
    )


def test_the_whole_epsilon_for_each_of_two_choices_is_too_much():
    scores = [(0, 0, 0, 0), (1, 1, -1, -1)]
    wrong = top_k(ln(4**2), n=4, k=2, domain=scores)  # weights of ln 4 each: the claim is ln 4
    assert not wrong.audit(ln(4)).holds
    assert wrong.audit(ln(16)).holds


def test_the_joint_choice_weighs_the_largest_regret():
    m = joint_top_k(ln(4), n=3, k=2)
    for u in m.domain:
        best = sorted(u, reverse=True)
        weights = {
            s: ln(2).exp() ** -max(best[j] - u[s[j]] for j in range(2)) for s in permutations(range(3), 2)
        }
        assert m.distribution(u) == Dist.from_weights(weights)
    assert m.audit(ln(4)).holds
    assert not m.audit(ln("3/2")).holds


@pytest.mark.parametrize("support", [clamped(-2, 2), truncated(-1, 1)])
@pytest.mark.parametrize(("n", "k"), [(2, 1), (3, 2)])
def test_the_largest_noisy_scores_are_chosen(support, n, k):
    m = noisy_top_k(ln(16), support=support, n=n, k=k)
    noise = two_sided(ln(16), support)(Fraction(1, 2 * k))
    for u in m.domain:
        assert m.distribution(u) == one_shot.distribution(u, k, noise.distribution)
        if k == 1:
            assert m.distribution(u).map(lambda s: s[0]) == argmax_distribution(u, noise)


def test_noise_for_one_index_is_too_small_for_two():
    # rate ln 2 for each score, as for one index at epsilon = ln 4
    scores = [(0, 0, 0, 0), (1, 1, -1, -1)]
    wrong = noisy_top_k(ln(16), support=clamped(-5, 5), n=4, k=2, domain=scores)
    assert not wrong.audit(ln(4)).holds


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: top_k(1, n=2, k=3), InvalidValue, "k = 3"),
        (lambda: top_k(1, n=2, k=0), InvalidValue, "k = 0"),
        (lambda: joint_top_k(1, n=40, k=20), BudgetExceeded, "use a smaller n or k"),
        (lambda: noisy_top_k(1, support=(0, 1)), InvalidType, "support = (0, 1)"),
    ],
)
def test_bad_parameters_are_refused(make, error, words):
    with pytest.raises(error) as caught:
        make()
    assert words in str(caught.value)
