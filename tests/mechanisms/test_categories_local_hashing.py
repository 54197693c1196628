"""Local hashing against its program and its stated loss."""

from __future__ import annotations

import pytest

from assay import ln, number, program, uniform
from assay.errors import InvalidType, InvalidValue
from assay.mechanisms import local_hashing, randomised_response_categories

HASHES = [(0, 1, 2), (2, 2, 0), (1, 1, 1)]


@program
def hashed(x, hashes, g):
    h = hashes[uniform(len(hashes))]
    y = uniform(g)
    return h, h[x] if uniform(3) == 0 else y


def test_the_hash_is_drawn_and_its_value_randomised():
    # kept with 1/3 + 2/3 1/3 = 5/9, and 2/9 each: e^epsilon = 5/2
    m = local_hashing(3, ln("5/2"), g=3, hashes=HASHES)
    for x in range(3):
        assert m.distribution(x) == hashed.distribution(x, HASHES, 3)


@pytest.mark.parametrize(("k", "g"), [(2, 2), (3, 2), (2, 4), (3, 3)])
def test_over_all_functions_it_costs_epsilon(k, g):
    m = local_hashing(k, ln(g - 1 if g > 2 else 5), g=g)
    assert m.epsilon() == ln(g - 1 if g > 2 else 5)
    assert m.output_count == g**k * g


def test_what_no_hash_tells_apart_is_hidden():
    m = local_hashing(3, ln(7), hashes=[(0, 1, 1)])
    assert m.distribution(1) == m.distribution(2)
    assert local_hashing(2, ln(7), hashes=[(0, 0), (1, 1)]).epsilon() == 0


def test_the_identity_is_randomised_response():
    m = local_hashing(3, ln(4), g=3, hashes=[(0, 1, 2)])
    other = randomised_response_categories(3, ln(4))
    assert m.distribution(1).map(lambda o: o[1]) == other.distribution(1)
    assert m.distribution(1)[((0, 1, 2), 1)] == number("2/3")


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: local_hashing(2, 1, g=1), InvalidValue, "g = 1"),
        (lambda: local_hashing(2, 1, hashes=[]), InvalidValue, "hashes is empty"),
        (lambda: local_hashing(2, 1, hashes=[(0, 2)]), InvalidValue, "hashes[0] = (0, 2)"),
        (lambda: local_hashing(2, 1, hashes=[(0, 1), (0,)]), InvalidValue, "hashes[1] = (0,)"),
        (lambda: local_hashing(2, 1, hashes=[(0, 1), (0, 1)]), InvalidValue, "twice"),
        (lambda: local_hashing(2, 1, hashes=["ab"]), InvalidType, "hashes[0]"),
    ],
)
def test_bad_hashes_are_refused(make, error, words):
    with pytest.raises(error) as caught:
        make()
    assert words in str(caught.value)
