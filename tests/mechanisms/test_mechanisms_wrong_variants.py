"""Mistakes in mechanisms, published ones and ours: each is refuted, the right variant is not."""

from __future__ import annotations

from itertools import product

from assay import Dist, Mechanism, adjacency, exp, ln, number
from assay.mechanisms import (
    discrete_gaussian_vectors_truncated,
    exponential_mechanism,
    randomised_response_categories,
    staircase_clamped,
)
from assay.mechanisms.noise import two_sided_geometric_clamped
from assay.mechanisms.staircase import staircase_mass
from assay.queries import count_sketch_clamped, exponential_quantile
from assay.queries.misra_gries import misra_gries_sketch
from tests.mechanisms.published import refuted

EPSILON = ln(3)
RATE = exp(EPSILON)


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


def clamped_stair(masses, n=2):
    """x + Z for Z of finitely many masses, clamped to 0..n."""

    def distribution(x):
        return Dist.from_weights(masses).map(lambda z: min(max(x + z, 0), n))

    return Mechanism(distribution, range(n + 1), adjacency.l1(n))


def stair(z):
    """The first steps of a staircase of sensitivity 2 and width 1, the steps b, b, b^2, b^2, ..."""
    return staircase_mass(1 / RATE, 2, 1, z)


def test_a_staircase_whose_geometric_number_starts_at_one():
    """numpy's starts at 1, Geng and Viswanath's at 0: no noise is near 0.  Ours."""
    wrong = clamped_stair({z: stair(abs(z) - 2) for z in range(-6, 7) if abs(z) >= 2}, n=4)
    assert refuted(wrong, EPSILON, "1/10")
    assert wrong.epsilon().is_infinite


def test_a_staircase_and_a_discrete_laplace_variable_whose_zero_has_two_signs():
    """A sign and a size: -0 has to be rejected (Canonne, Kamath and Steinke 2020, algorithm 2)."""
    for sensitivity in (1, 2):
        mass = staircase_mass(1 / RATE, sensitivity, 1, 0)
        tail = 1 - staircase_mass(1 / RATE, sensitivity, 1, 0)
        right = staircase_clamped(2, EPSILON, sensitivity=sensitivity)

        def doubled(x, right=right, mass=mass, tail=tail):
            return Dist(
                {
                    y: (p + (mass if y == x else 0)) / (2 * mass + tail)
                    for y, p in right.distribution(x).items()
                }
            )

        wrong = Mechanism(doubled, range(3), right.adjacency)
        assert refuted(wrong, EPSILON)
        assert right.audit(EPSILON).holds


def test_a_stair_that_is_narrower_than_the_sensitivity():
    """The stairs are as long as the sensitivity: Geng and Viswanath 2016.  Ours: the default of 2 for 3."""
    wrong = staircase_clamped(3, EPSILON, sensitivity=2, adjacency=adjacency.l1(3))
    assert refuted(wrong, EPSILON)
    assert wrong.epsilon() == EPSILON + ln(2)
    assert staircase_clamped(3, EPSILON, sensitivity=3).audit(EPSILON).holds


def test_gaussian_vectors_of_a_replaced_row():
    """Rows clipped to the norm C move the sum by 2C: dp-accounting, issue 378 of google/differential-privacy.

    Noise for C gives four times the concentrated loss; the finite mechanism shows it as a larger epsilon.
    """
    added = discrete_gaussian_vectors_truncated(2, 2, -1, 1)
    replaced = discrete_gaussian_vectors_truncated(
        2, 2, -1, 1, adjacency=adjacency.explicit([((1, 0), (-1, 0)), ((-1, 0), (1, 0))])
    )
    assert refuted(replaced, added.epsilon())


def test_gaussian_vectors_whose_norm_is_that_of_one_coordinate():
    """d coordinates that all move by 1 are sqrt(d) apart, the largest of them 1.

    Published: smartnoise-core, issue 243, where the root is missing; a value below 1 is then taken for less.
    """
    one = discrete_gaussian_vectors_truncated(2, 1, 0, 1)
    both = discrete_gaussian_vectors_truncated(2, 1, 0, 1, adjacency=adjacency.linf(1))
    assert refuted(both, one.epsilon())
    assert both.epsilon() == 2 * one.epsilon()


def test_vectors_that_are_rounded_after_their_norm_was_taken():
    """Rounding moves near vectors apart: Kairouz, Liu and Steinke 2021; Casacuberta and others 2022.

    (1/2, 1/2) and (1/2, 1/2) + t (1, 1), a small t, become (0, 0) and (1, 1).
    """
    claimed = discrete_gaussian_vectors_truncated(2, 1, 0, 1)  # a norm of at most 1
    wrong = Mechanism(
        {"1/2": claimed.distribution((0, 0)), "1/2 + t": claimed.distribution((1, 1))},
        ["1/2", "1/2 + t"],
        adjacency.all_pairs(),
    )
    assert refuted(wrong, claimed.epsilon())


def test_a_histogram_whose_threshold_looks_at_the_true_count():
    """Only noisy counts may be compared with it (Korolova and others 2009).  Ours."""

    def released(count):
        return two_sided_geometric_clamped(EPSILON, 0, 3, centre=count) if count >= 2 else Dist.point(None)

    wrong = Mechanism(released, range(4), adjacency.l1(1))
    assert refuted(wrong, EPSILON, "1/2")
    assert wrong.delta("inf") == 1


def test_a_sketch_with_the_noise_of_one_of_its_rows():
    """One element is in a bucket of every row of a sketch (Zhao and others 2022).  Ours: noise for one."""
    rows = [(0, 1), (1, 0)]
    wrong = count_sketch_clamped(rows, 2 * EPSILON)  # epsilon for each of two rows
    assert refuted(wrong, EPSILON)
    assert wrong.epsilon() == 2 * EPSILON


def test_gradients_that_are_clipped_after_they_are_added():
    """A clipped sum moves by twice the bound: clip every gradient (Abadi and others 2016).  Ours."""

    def noisy(rows):
        return two_sided_geometric_clamped(EPSILON, -1, 1, centre=max(-1, min(1, sum(rows))))

    wrong = Mechanism(noisy, [(-3,), (-3, 5)], adjacency.add_remove_one("sequence"))
    assert refuted(wrong, EPSILON)
    assert wrong.epsilon() == 2 * EPSILON


def test_a_private_median_without_its_two():
    """A replaced row makes some ranks better and others worse: e^(eps u/2) (Smith 2011).  Ours."""
    domain = [(1, 6), (1, 0)]
    assert exponential_quantile(2, EPSILON, values=(0, 6), domain=domain).audit(EPSILON).holds
    assert refuted(exponential_quantile(2, 2 * EPSILON, values=(0, 6), domain=domain), EPSILON)
