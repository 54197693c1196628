"""Mistakes in mechanisms that report one value each: every wrong variant is refuted, the right one is not."""

from __future__ import annotations

from itertools import combinations, product

from assay import Dist, Mechanism, adjacency, exp, ln, number
from assay.mechanisms import (
    hadamard_response,
    local_hashing,
    optimised_unary_encoding,
    randomised_response_categories,
    subset_selection,
    symmetric_unary_encoding,
    unary_encoding,
)
from tests.mechanisms.published import refuted

EPSILON = ln(3)
RATE = exp(EPSILON)


def test_unary_encoding_with_the_whole_epsilon_for_each_bit():
    """Two bits differ, so that half of it is for each: Erlingsson and others 2014; Wang and others 2017."""
    whole = unary_encoding(3, p=RATE / (1 + RATE), q=1 / (1 + RATE))
    assert refuted(whole, EPSILON)
    assert whole.epsilon() == 2 * EPSILON
    assert symmetric_unary_encoding(3, EPSILON).audit(EPSILON).holds


def test_subset_selection_that_forgets_how_many_sets_there_are():
    """The category is in the set with e^eps/(1 + e^eps), the rest filled up: Ye and Barg 2018 weigh sets."""
    k, size, inside = 5, 2, RATE / (1 + RATE)

    def filled(x):
        sets = [frozenset(s) for s in combinations(range(k), size)]
        with_it = sum(x in s for s in sets)
        return Dist({s: inside / with_it if x in s else (1 - inside) / (len(sets) - with_it) for s in sets})

    wrong = Mechanism(filled, range(k), adjacency.all_pairs())
    assert refuted(wrong, EPSILON)
    assert wrong.epsilon() == EPSILON + ln("3/2")  # (k - d)/d
    assert subset_selection(k, EPSILON, size=size).audit(EPSILON).holds


def test_reports_that_are_drawn_afresh_every_time():
    """Without memoisation t reports of one value cost t eps: Ding, Kulkarni and Yekhanin 2017."""
    once = randomised_response_categories(3, EPSILON)
    twice = Mechanism(
        lambda x: Dist.product(once.distribution(x), once.distribution(x)), range(3), adjacency.all_pairs()
    )
    assert refuted(twice, EPSILON)
    assert twice.epsilon() == 2 * EPSILON


def test_a_bit_that_is_drawn_twice():
    """pure-LDP before 1.2.0: every bit is 1 with q, then that of x becomes 1 with p, which is p + (1 - p) q.

    Published: Arcolezi and Gambs, "Revealing the true cost of locally differentially private protocols".
    """
    for right in (symmetric_unary_encoding(3, EPSILON), optimised_unary_encoding(3, EPSILON)):
        one, zero = right.distribution(0), right.distribution(1)
        p, q = (row.prob(lambda bits: bits[0] == 1) for row in (one, zero))
        wrong = unary_encoding(3, p=p + (1 - p) * q, q=q)
        assert refuted(wrong, EPSILON)
        assert wrong.epsilon() == ln((p + (1 - p) * q) / (q * (1 - p)))
        assert right.audit(EPSILON).holds


def hashed(k, g, kept):
    """All hashes from 0..k-1 to 0..g-1, and h(x) reported with `kept`, any other value alike."""
    family = list(product(range(g), repeat=k))
    other = (1 - kept) / (g - 1)
    return Mechanism(
        lambda x: Dist(
            {(h, y): (kept if y == h[x] else other) / len(family) for h in family for y in range(g)}
        ),
        range(k),
        adjacency.all_pairs(),
    )


def test_local_hashing_that_may_keep_the_hash_by_chance():
    """A share 1 - p is replaced by any of the g values, the hash among them: it has to be g/(e^eps + g - 1).

    Ours, after two lines that an implementation calls equivalent; the other one is a loop that never runs.
    """
    g = 4
    p = RATE / (RATE + g - 1)
    wrong = hashed(2, g, p + (1 - p) / g)
    assert refuted(wrong, EPSILON)
    never = hashed(2, g, number(1))
    assert refuted(never, EPSILON, "1/2")
    assert hashed(2, g, p).epsilon() == local_hashing(2, EPSILON, g=g).epsilon() == EPSILON


def test_local_hashing_with_the_probability_of_a_rounded_size():
    """p = 1/2 belongs to g = e^eps + 1 (Wang and others 2017); with g rounded up it is too much.  Ours."""
    epsilon = ln("7/2")
    wrong = hashed(2, 5, number("1/2"))
    assert refuted(wrong, epsilon)
    assert wrong.epsilon() == ln(4)
    assert local_hashing(2, epsilon, g=5).audit(epsilon).holds


def test_a_hash_that_is_looked_at_first():
    """Two hashes, one for even x and one for odd: h has to be independent of x.  Ours."""
    family = ((0, 0, 1), (0, 1, 1))

    def chosen(x):
        h = family[x % 2]
        return Dist({(h, y): RATE / (1 + RATE) if y == h[x] else 1 / (1 + RATE) for y in (0, 1)})

    assert refuted(Mechanism(chosen, range(3), adjacency.all_pairs()), EPSILON, "1/2")


def test_several_hadamard_coefficients_with_the_whole_epsilon_for_each():
    """t coefficients are one value of 2^t for k-ary randomised response: Cormode, Maddock and Maple 2021."""
    once = hadamard_response(3, EPSILON)
    twice = Mechanism(
        lambda x: Dist.product(once.distribution(x), once.distribution(x)), range(3), adjacency.all_pairs()
    )
    assert refuted(twice, EPSILON)
    assert twice.epsilon() == 2 * EPSILON


def test_hadamard_response_with_blocks_of_unequal_size():
    """All categories need equally many likely columns (Acharya, Sun and Zhang 2019); a cut block has fewer.

    Ours: the columns beyond the last category are left out, and each row is normalised by itself.
    """

    def cut(x):
        weights = {y: 1 if ((x + 1) & y).bit_count() % 2 else RATE for y in range(5)}
        return Dist.from_weights(weights)

    wrong = Mechanism(cut, range(4), adjacency.all_pairs())
    assert refuted(wrong, EPSILON)
    assert hadamard_response(4, EPSILON).audit(EPSILON).holds
