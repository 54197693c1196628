"""A verdict is about a box of inputs, and a wider one may need a larger epsilon."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from assay import EPS, adjacency, mechanisms
from assay.decide import SymbolicMechanism, laplace, smallest_multiple
from assay.decide.boxes import Box, box_of, wider
from tests.cli.command_line import assay
from tests.decide.symbolic_programs import cube


def argmax(q):
    noisy = [x + laplace(EPS / 2) for x in q]
    best = 0
    for i in range(1, len(noisy)):
        if noisy[i] > noisy[best]:
            best = i
    return best


@pytest.mark.parametrize(
    ("inputs", "shown"),
    [
        ([0, 1], "{0, 1}"),
        (list(range(-3, 4)), "{-3, ..., 3}"),
        (list(product((0, 1), repeat=3)), "{0, 1}^3"),
        (list(product((-1, 0, 1), repeat=2)), "{-1, 0, 1}^2"),
        ([0, 2], "None"),
        ([False, True], "None"),
        (["a", "b"], "None"),
        ([(0,), (0, 1)], "None"),
        ([(0, 0), (1, 1)], "None"),
        ([()], "None"),
        ([0, (1,)], "None"),
    ],
)
def test_which_inputs_are_a_box(inputs, shown):
    box = box_of(inputs)
    assert str(box) == shown
    assert box is None or sorted(box.inputs()) == sorted(inputs)


def test_the_position_of_the_largest_needs_more_on_a_wider_box():
    on_bits = SymbolicMechanism(argmax, list(product((0, 1), repeat=3)), adjacency.linf(1))
    smallest = smallest_multiple(on_bits)
    assert smallest.low == smallest.high == Fraction(3, 4)
    outside = wider(on_bits, smallest)
    assert str(outside) == "on {0, 1, 2}^3 it is 1"
    on_three = SymbolicMechanism(argmax, Box(0, 2, 3).inputs(), adjacency.linf(1))
    assert outside.smallest.low == smallest_multiple(on_three).low == 1


def test_where_nothing_larger_is_known_nothing_is_said():
    one = SymbolicMechanism(lambda q: q[0] + laplace(EPS) >= 0, cube(1), adjacency.linf(1))
    assert wider(one, smallest_multiple(one)) is None
    finite = SymbolicMechanism.of(mechanisms.randomised_response(EPS))
    assert wider(finite, smallest_multiple(finite)) is None


def test_the_command_says_which_box_and_what_is_known_outside(tmp_path):
    (tmp_path / "argmax.py").write_text(
        "from itertools import product\nfrom assay import EPS, adjacency\n"
        "from assay.decide import SymbolicMechanism, laplace\n"
        "def argmax(q):\n    noisy = [x + laplace(EPS / 2) for x in q]\n    best = 0\n"
        "    for i in range(1, len(noisy)):\n        if noisy[i] > noisy[best]:\n            best = i\n"
        "    return best\n"
        "m = SymbolicMechanism(argmax, list(product((0, 1), repeat=3)), adjacency.linf(1))\n"
    )
    answer = assay("decide", tmp_path / "argmax.py", "--epsilon", "3/4*eps")
    assert answer.status == 0
    assert answer.out.startswith("argmax: the 8 inputs {0, 1}^3, ")
    assert answer.out.endswith("larger outside of these inputs: on {0, 1, 2}^3 it is 1\n")
    found = assay("decide", tmp_path / "argmax.py", "--epsilon", "3/4*eps", "--json").json
    assert found["inputs"] == {"count": 8, "box": "{0, 1}^3"}
    assert found["larger_outside"]["smallest_c"]["exact"] == "1"
