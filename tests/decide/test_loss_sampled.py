"""The exact epsilons of the mechanisms that were sampled: every argument of theirs is tested here."""

from fractions import Fraction
from itertools import combinations_with_replacement, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay import EPS, INFINITY, adjacency, eps, ln, mechanisms, queries
from assay.decide import SymbolicMechanism, exponential, geometric, laplace
from assay.decide.loss import loss_at, loss_at_least
from assay.decide.probabilities.thresholds import BOX, Thresholds
from assay.errors import InvalidType, InvalidValue, UndecidedError
from assay.studies.literature import programs as p
from assay.studies.literature.sampled_rows import (
    TENTH,
    ends,
    first_hit,
    on_the_box,
    repeated,
    sampled_rows,
    sandwiched,
    second_hit,
)
from assay.studies.literature.sampled_table import chosen_samples, measured
from tests.decide.symbolic_programs import cube

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
SHAPES = {
    "svt1": (Thresholds(HALF, QUARTER), p.sparse_vector.svt1, first_hit),
    "svt4": (Thresholds(QUARTER, Fraction(3, 4)), p.sparse_vector.svt4, first_hit),
    "svt6": (Thresholds(HALF, HALF), p.sparse_vector.svt6, lambda n: [(a, n - a) for a in range(n + 1)]),
}


def largest(shape, counts, epsilon):
    return max(shape.on_the_box(*each, epsilon) for each in counts)


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize(("discrete", "n"), [(True, 1), (True, 2), (False, 2), (False, 3)])
def test_patterns_give_the_loss_of_the_whole_mechanism_on_the_box(name, discrete, n):
    shape, body, counts = SHAPES[name]
    shape = Thresholds(shape.threshold, shape.query, discrete=discrete)
    m = SymbolicMechanism(body(geometric if discrete else laplace), cube(n), adjacency.linf(1))
    for epsilon in (TENTH, Fraction(2)):
        assert largest(shape, counts(n), epsilon) == loss_at(m, epsilon)


@pytest.mark.slow
def test_patterns_with_released_values():
    """NumSVT as a whole, with its values, on all adjacent pairs."""
    shape = Thresholds(Fraction(1, 3), Fraction(1, 12), Fraction(1, 6))
    body = p.sparse_vector.num_svt(laplace, c=2)
    m = SymbolicMechanism(body, cube(3), adjacency.linf(1))
    assert largest(shape, second_hit(3), TENTH) == loss_at(m, TENTH)


@pytest.mark.parametrize("q", [(-1, 0, 1), (0, 0, 1), (1, -1, 1)])
def test_the_order_of_equal_answers_does_not_matter(q):
    m = SymbolicMechanism(p.sparse_vector.svt6(laplace), cube(3), adjacency.linf(1))
    pattern = (True, False, False)
    expected = Thresholds(HALF, HALF).pattern(q[:1], q[1:])
    for moved in permutations(q[1:]):
        assert m.distribution((q[0], *moved))[pattern] == expected


@given(st.lists(st.integers(-2, 2), max_size=2), st.lists(st.integers(-2, 2), max_size=2), st.booleans())
@settings(max_examples=20)
def test_patterns_grow_in_true_answers_and_fall_in_false_ones(true, false, discrete):
    shape = Thresholds(HALF, QUARTER, discrete=discrete)
    at = Fraction(1, 3) / shape.k
    base = shape.pattern(tuple(true), tuple(false)).at(at)
    for i in range(len(true)):
        more = (*true[:i], true[i] + 1, *true[i + 1 :])
        assert shape.pattern(more, tuple(false)).at(at) >= base
    for i in range(len(false)):
        more = (*false[:i], false[i] + 1, *false[i + 1 :])
        assert shape.pattern(tuple(true), more).at(at) <= base


PATTERNS = [
    (Thresholds(HALF, QUARTER), 1, 9),
    (Thresholds(HALF, QUARTER), 0, 10),
    (Thresholds(HALF, QUARTER), 1, 1),
    (Thresholds(QUARTER, Fraction(3, 4)), 1, 9),
    (Thresholds(HALF, HALF), 5, 5),
    (Thresholds(HALF, HALF), 2, 3),
    (Thresholds(Fraction(1, 3), Fraction(1, 12)), 2, 8),
]


@pytest.mark.parametrize(("shape", "true", "false"), PATTERNS)
def test_the_supremum_over_all_inputs_is_approached_and_never_exceeded(shape, true, false):
    epsilon = Fraction(1)
    bound, last = shape.over_all_inputs(true, false, epsilon), eps(0)
    for far in (1, 4, 16, 64):
        t, f = (-far,) * true, (far,) * false
        p_x = shape.pattern(t, f).at(epsilon / shape.k)
        p_y = shape.pattern(tuple(a - 1 for a in t), tuple(a + 1 for a in f)).at(epsilon / shape.k)
        found = ln(p_x / p_y)
        assert last < found < bound or found == bound
        last = found
    assert last * 100 >= bound * 98


@given(st.data())
@settings(max_examples=25)
def test_no_inputs_exceed_the_supremum(data):
    shape, true, false = data.draw(st.sampled_from(PATTERNS))
    true, false = min(true, 2), min(false, 3)
    answers = st.integers(-6, 6)
    x = tuple(data.draw(st.lists(answers, min_size=true + false, max_size=true + false)))
    moves = data.draw(st.lists(st.integers(-1, 1), min_size=true + false, max_size=true + false))
    y = tuple(a + m for a, m in zip(x, moves, strict=True))
    t = Fraction(2, 3) / shape.k
    p_x, p_y = (shape.pattern(z[:true], z[true:]).at(t) for z in (x, y))
    assert ln(p_x / p_y) <= shape.over_all_inputs(true, false, Fraction(2, 3))


@pytest.mark.slow
def test_on_the_box_no_neighbour_is_worse():
    """All neighbours, against the one that the lemma names."""
    shape, t = Thresholds(HALF, QUARTER), TENTH / 4
    worst = eps(0)
    for x in combinations_with_replacement(BOX, 2):
        for y in product(BOX, repeat=2):
            for u in product(BOX, repeat=4):
                moved = tuple(a + m for a, m in zip(x + y, u, strict=True))
                if all(a in BOX for a in moved):
                    ratio = shape.pattern(x, y).at(t) / shape.pattern(moved[:2], moved[2:]).at(t)
                    worst = max(worst, ln(ratio))
    assert shape.on_the_box(2, 2, TENTH) == worst


@pytest.mark.parametrize(("noise", "least"), [(laplace, False), (exponential, True)])
def test_noisy_max_approaches_its_supremum(noise, least):
    last = eps(0)
    for far in (1, 5, 25, 125):
        inputs = ((-far, far, far), (-far - 1, far + 1, far + 1))
        m = SymbolicMechanism(p.sums.noisy_argmax(noise), inputs, adjacency.all_pairs())
        last = max(last, loss_at(m, 1))
        assert last <= 1
    assert last == 1 if least else last * 100 > 98
    assert on_the_box(p.sums.noisy_argmax(noise), 3) <= TENTH


@pytest.mark.parametrize("n", [1, 2, 3])
def test_independent_noise_adds_up(n):
    """The lemma of a single product of free values, against all cases with it turned off."""
    body = p.sums.histogram(laplace)
    assert ends(body, n) == n * TENTH
    whole = SymbolicMechanism(body, cube(n), adjacency.linf(1))
    assert loss_at(whole, TENTH) == n * TENTH
    assert loss_at(SymbolicMechanism(body, cube(n), adjacency.l1(1)), TENTH) == TENTH
    assert ends(repeated(laplace, n), 1) == TENTH


@pytest.mark.parametrize("noise", [laplace, geometric, exponential])
@pytest.mark.parametrize(("x", "y"), [((0, 0), (1, 1)), ((2, 0), (1, 1)), ((0, 3), (1, 3))])
def test_one_case_is_enough_for_a_product(noise, x, y):
    """The values at the offsets of the first distribution, against all values around the offsets of both."""
    m = SymbolicMechanism(p.sums.histogram(noise), (x, y), adjacency.all_pairs())
    ((_, p_law),), ((_, q_law),) = m.row(x).items(), m.row(y).items()
    t = Fraction(1, 3)
    ratios = []
    for values in product(range(-1, 5), repeat=2):
        above, below = p_law.at(values), q_law.at(values)
        if above:
            ratios.append(ln(above.at(t) / below.at(t)) if below else INFINITY)
    assert loss_at(SymbolicMechanism(p.sums.histogram(noise), (x, y), one_way(x, y)), t) == max(ratios)


def one_way(x, y):
    return adjacency.explicit([(x, y)], symmetric=False)


def test_sums_and_answers_are_functions_of_each_other():
    """So that post-processing, in both directions, leaves the loss of PrefixSum as it is."""
    for noisy in product(range(-2, 3), repeat=3):
        sums = tuple(sum(noisy[: i + 1]) for i in range(3))
        assert tuple(b - a for a, b in zip((0, *sums), sums, strict=False)) == noisy
    released = queries.prefix_sum_clamped(EPS, n=2, adjacency=adjacency.linf(1), release=(-1, 2))
    assert released.epsilon() == 2 * EPS


@pytest.mark.slow
@pytest.mark.parametrize("n", [1, 2, 3])
def test_the_value_of_a_maximum_reaches_its_bound(n):
    assert sandwiched(p.sums.noisy_maximum(laplace), n, HALF) == n * TENTH / 2
    m = SymbolicMechanism(p.sums.noisy_maximum(laplace), cube(n), adjacency.linf(1))
    assert loss_at(m, TENTH) == n * TENTH / 2
    assert (
        loss_at(SymbolicMechanism(p.sums.noisy_maximum(exponential), cube(n), adjacency.linf(1)), 1)
        == INFINITY
    )


def test_a_bound_that_is_not_reached_is_undecided():
    with pytest.raises(UndecidedError, match="at least"):
        sandwiched(p.sums.noisy_maximum(laplace), 2, Fraction(1))


def test_bits_of_rappor_add_up():
    """One bit, three bits, and all that differ: h = 4 hashes differ in eight bits."""
    for hashes in (1, 2, 4):
        filters = {0: range(hashes), 1: range(4, 4 + hashes)}
        assert mechanisms.rappor(filters=filters).epsilon() == 2 * hashes * ln(Fraction(41, 39))
        assert mechanisms.rappor_one_time(filters=filters).epsilon() == 2 * hashes * ln(Fraction(21, 19))


def test_loss_at_refuses_bad_epsilons():
    m = SymbolicMechanism(p.sums.noisy_argmax(geometric), cube(2), adjacency.linf(1))
    for bad, error in ((0, InvalidValue), (-1, InvalidValue), (0.5, InvalidType), ("1", InvalidType)):
        with pytest.raises(error, match="epsilon"):
            loss_at(m, bad)
    assert loss_at_least(m, 1) == loss_at(m, 1)


LIGHT = [row for row in sampled_rows() if row.box is None]
HEAVY = [row for row in sampled_rows() if row.box is not None]


@pytest.mark.parametrize("row", LIGHT, ids=lambda row: row.name)
def test_rows(row):
    check(measured(row, clock=lambda: 0))


@pytest.mark.slow
@pytest.mark.parametrize("row", HEAVY, ids=lambda row: row.name)
def test_rows_with_a_box(row):
    found = measured(row, clock=lambda: 0)
    check(found)
    assert found.box <= found.exact
    assert found.box >= eps(row.sampled)


def check(found):
    assert found.sampling != "ABOVE"
    assert found.to_json()["milliseconds"] == 0
    assert found.exceeds_claim is (found.row.name in ("PrefixSum n=10", "RAPPOR", "RAPPOR, one-time"))


def test_every_published_figure_has_a_row():
    assert len(chosen_samples()) == 20
    assert [row.name for row in chosen_samples("rappor")] == ["RAPPOR", "RAPPOR, one-time"]
    assert chosen_samples("nothing") == []
