"""Published mistakes in mechanisms of the catalogue: each wrong variant is refuted, the right one is not."""

from __future__ import annotations

from itertools import combinations, product

from assay import Dist, Mechanism, adjacency, exp, ln, number
from assay.mechanisms import (
    exponential_mechanism,
    randomised_response_categories,
    subset_selection,
    symmetric_unary_encoding,
    unary_encoding,
)
from assay.mechanisms.misra_gries import misra_gries_sketch
from assay.mechanisms.noise import two_sided_geometric_clamped

EPSILON = ln(3)
RATE = exp(EPSILON)


def refuted(mechanism, epsilon, delta=0):
    verdict = mechanism.audit(epsilon, delta)
    assert not verdict.holds
    assert verdict.witness is not None
    return True


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


def test_noise_on_each_counter_of_a_sketch_alone():
    """One element may move all counters at once: the sensitivity is k, not 1 (Lebeda and Tetek 2023)."""

    def noisy(stream):
        counters = sorted(misra_gries_sketch(stream, 2).items())
        cells = [two_sided_geometric_clamped(EPSILON, -2, 4, centre=count) for _, count in counters]
        return Dist.product(Dist.point(tuple(key for key, _ in counters)), *cells)

    streams = [(0, 1), (0, 1, 2)]
    wrong = Mechanism(noisy, streams, adjacency.add_remove_one("sequence"))
    assert refuted(wrong, EPSILON)
    assert wrong.epsilon() == 2 * EPSILON


def test_noise_in_proportion_to_the_local_sensitivity():
    """Nissim, Raskhodnikova and Smith 2007: the amount of noise gives the data away."""

    def local(x):
        middle = sorted(x)[1]
        changed = [sorted((*x[:i], v, *x[i + 1 :]))[1] for i in range(3) for v in range(4)]
        width = max(abs(middle - m) for m in changed)
        return two_sided_geometric_clamped(EPSILON / width if width else "inf", 0, 3, centre=middle)

    wrong = Mechanism(local, product(range(4), repeat=3), adjacency.hamming(1))
    assert wrong.epsilon().is_infinite
    assert refuted(wrong, EPSILON, "1/10")


def test_a_test_of_stability_without_noise():
    """Propose-test-release compares a noisy distance with the threshold: Dwork and Lei 2009."""
    sharp = Mechanism(
        lambda counts: Dist.point(None if abs(counts[0] - counts[1]) < 2 else counts.index(max(counts))),
        list(product(range(4), repeat=2)),
        adjacency.l1(1),
    )
    assert refuted(sharp, 100, "99/100")
    assert sharp.delta("inf") == 1


def test_blocks_that_overlap():
    """Sample and aggregate needs disjoint blocks: a row that is in two of them counts twice."""

    def overlapping(x):
        sums = max(x[0], x[1]) + max(x[1], x[2])
        return two_sided_geometric_clamped(EPSILON, 0, 2, centre=sums)

    wrong = Mechanism(overlapping, product((0, 1), repeat=3), adjacency.hamming(1))
    assert refuted(wrong, EPSILON)
    assert wrong.epsilon() == 2 * EPSILON


def test_the_exponential_mechanism_without_its_two():
    """Weights e^(eps u) in place of e^(eps u/2): their sum moves too (McSherry and Talwar 2007)."""
    assert refuted(exponential_mechanism(2 * EPSILON, n=3), EPSILON)
    assert exponential_mechanism(EPSILON, n=3).audit(EPSILON).holds


def test_the_best_of_a_fixed_number_of_runs():
    """Liu and Talwar 2019: the best of k runs costs more than one, without a bound but k eps."""
    base = randomised_response_categories(3, EPSILON)

    def best(x):
        return Dist.product(*[base.distribution(x)] * 3).map(max)

    wrong = Mechanism(best, range(3), adjacency.all_pairs())
    assert refuted(wrong, EPSILON)
    assert EPSILON < wrong.epsilon() <= 3 * EPSILON
    assert number(wrong.epsilon().exp()) > RATE
