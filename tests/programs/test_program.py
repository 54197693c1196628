"""Programs: their distributions are what an evaluator that never runs them says."""

from __future__ import annotations

import pickle
import threading
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import assay
from assay import EPS, Dist, Mechanism, adjacency, draw, exp, flip, ln, number, program, uniform
from assay.programs.run import current
from tests.effort import fewer
from tests.strategies import ANY_FAMILY, dists, families, generated_programs, probabilities


@pytest.mark.slow
@fewer(2)
@given(generated_programs(), st.integers(0, 3))
def test_generated_programs_have_the_law_of_the_second_evaluator(generated, x):
    bounds = generated.program.bounds(x, max_paths=500)
    law = generated.law(x)
    if not bounds.open_mass:
        assert dict(bounds.lower) == law
        assert generated.program.distribution(x) == Dist(law)
    for o in range(4):
        lower, upper = bounds.prob_bounds([o])
        assert lower <= law.get(o, 0) <= upper


@program
def almost_random(b: bool) -> bool:
    if flip("1/2"):
        return b
    return flip("1/2")


@program
def drunkard(position: int, steps: int) -> int:
    for _ in range(steps):
        position += 1 if flip("1/3") else -1
    return position


@program
def recursive_coin(depth: int) -> int:
    return 0 if depth == 0 else int(flip("1/2")) + recursive_coin(depth - 1)


def test_the_example_of_the_introduction():
    assert almost_random.distribution(True) == Dist({True: "3/4", False: "1/4"})
    assert almost_random.distribution(b=False) == Dist({True: "1/4", False: "3/4"})
    m = Mechanism(almost_random, domain=[False, True], adjacency=adjacency.all_pairs())
    assert m.epsilon() == ln(3)


@given(probabilities())
def test_flip_is_bernoulli(p):
    assert program(lambda: flip(p)).distribution() == Dist.bernoulli(p)


@given(st.integers(1, 12))
def test_uniform_is_uniform(n):
    assert program(lambda: uniform(n)).distribution() == Dist.uniform(range(n))


@given(families(ANY_FAMILY).flatmap(dists))
def test_draw_draws_from_the_distribution(d):
    assert program(lambda: draw(d)).distribution() == d
    assert program(lambda: (draw(d), draw(d))).distribution() == Dist.product(d, d)


@given(dists(max_size=4), st.data())
def test_drawing_again_is_bind(d, data):
    kernel = {o: data.draw(dists(outcomes="xyz")) for o in d.support}
    assert program(lambda: draw(kernel[draw(d)])).distribution() == d.bind(kernel.__getitem__)


def test_loops():
    assert drunkard.distribution(0, 2) == Dist({2: "1/9", 0: "4/9", -2: "4/9"})
    walk = Dist.product(*[Dist({1: "1/3", -1: "2/3"})] * 9).map(sum)
    assert drunkard.distribution(0, steps=9) == walk


def test_recursion():
    assert recursive_coin.distribution(7) == Dist.product(*[Dist.bernoulli("1/2")] * 7).map(sum)


def test_programs_run_inline_in_programs():
    @program
    def twice(b: bool) -> bool:
        return almost_random(almost_random(b))

    expected = almost_random.distribution(True).bind(almost_random.distribution)
    assert twice.distribution(True) == expected


def test_a_distribution_computed_inside_a_program():
    @program
    def outer(b: bool) -> tuple[bool, bool]:
        inner = almost_random.distribution(b)
        return draw(inner), draw(inner)

    row = almost_random.distribution(True)
    assert outer.distribution(True) == Dist.product(row, row)


def test_draws_without_a_choice_do_not_branch():
    @program
    def certain() -> tuple[object, ...]:
        return tuple((flip(1), flip(0), draw(Dist.point("x")), uniform(1)) for _ in range(200))

    bounds = certain.bounds()
    assert bounds.paths == 1
    assert certain.distribution() == Dist.point(((True, False, "x", 0),) * 200)


def test_a_program_without_draws():
    assert program(lambda x: x + 1).distribution(2) == Dist.point(3)


def test_paths_are_counted():
    flips = program(lambda n: sum(flip("1/2") for _ in range(n)))
    assert [flips.enumerated_bounds(n).paths for n in range(6)] == [1, 2, 4, 8, 16, 32]


def test_probabilities_may_be_functions_of_epsilon():
    t = exp(EPS)

    @program
    def randomised_response(b: bool) -> bool:
        return b if flip(t / (t + 1)) else not b

    assert randomised_response.distribution(True)[True] / randomised_response.distribution(False)[True] == t


def test_probabilities_of_two_fields_that_cannot_be_combined_are_an_error():
    mixed = program(lambda: (flip(exp(-1)), flip(exp(-EPS))))
    with pytest.raises(assay.AssayError):
        mixed.distribution()


def test_equal_distributions_in_another_order_are_one_draw():
    tables = [{"a": "1/2", "b": "1/2"}, {"b": "1/2", "a": "1/2"}]

    @program
    def shuffled() -> str:
        first, second = (draw(Dist(table)) for table in tables)
        return first + second

    assert shuffled.distribution() == Dist.uniform(["aa", "ab", "ba", "bb"])


def test_methods_are_programs():
    class Coin:
        def __init__(self, p: str) -> None:
            self.p = p

        @program
        def toss(self, times: int) -> int:
            return sum(flip(self.p) for _ in range(times))

        @staticmethod
        @program
        def fair() -> bool:
            return flip("1/2")

    assert Coin("1/3").toss.distribution(2) == Dist({2: "1/9", 1: "4/9", 0: "4/9"})
    assert Coin.fair.distribution() == Dist.bernoulli("1/2")
    assert Coin.toss.distribution(Coin("1"), 3) == Dist.point(3)


def test_a_program_keeps_its_name_and_documentation():
    @program
    def named(x: int, /, *, y: int = 1) -> int:
        """What it does."""
        return x + y

    assert named.__name__ == "named"
    assert named.__doc__ == "What it does."
    assert repr(named) == "<program named>"
    assert named.distribution(1, y=2) == Dist.point(3)
    assert program(named) is named


def test_a_program_pickles_by_name():
    assert pickle.loads(pickle.dumps(drunkard)).distribution(0, 1) == drunkard.distribution(0, 1)


def test_parameters_named_like_limits_are_the_programs_own():
    @program
    def own(max_steps: int) -> int:
        return max_steps

    assert own.distribution(max_steps=7) == Dist.point(7)
    assert own.within(max_steps=5).distribution(max_steps=7) == Dist.point(7)


def test_threads_explore_independently():
    barrier = threading.Barrier(4)

    def explore(p: int) -> Dist[int]:
        barrier.wait()
        return program(lambda: sum(flip(Fraction(1, p)) for _ in range(8))).distribution()

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(explore, range(2, 6)))
    assert found == [Dist.product(*[Dist.bernoulli(Fraction(1, p))] * 8).map(sum) for p in range(2, 6)]


def test_nothing_is_left_behind():
    almost_random.distribution(True)
    assert current.get() is None
    with pytest.raises(ZeroDivisionError):
        program(lambda: 1 / 0).distribution()
    assert current.get() is None


def test_twelve_flips():
    bits = program(lambda n: sum(flip("1/2") for _ in range(n)))
    row = bits.distribution(12)
    assert row[6] == number(924) / 2**12


@pytest.mark.slow
def test_two_to_the_sixteen_paths():
    bits = program(lambda: tuple([flip("1/3") for _ in range(16)]))
    bounds = bits.bounds()
    assert bounds.paths == 2**16
    assert bounds.open_mass == 0
    assert bounds.lower[(True,) * 16] == Fraction(1, 3**16)
