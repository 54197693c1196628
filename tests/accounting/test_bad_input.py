"""Wrong arguments: refused in one line that shows the name, the value, its type, and the way out."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from assay.accounting import (
    Accountant,
    Bracket,
    DiscreteGaussian,
    Gaussian,
    Laplace,
    MixtureOfGaussians,
    ReplacedGaussian,
    Revealed,
    Reversed,
    Round,
    Rounds,
    Subsampled,
    SubsetSampled,
    Tails,
    read_round,
    spot_check,
    with_replacement,
)
from assay.errors import AssayError, FloatRefused, InvalidType, InvalidValue
from assay.exact import number

G, L = Gaussian.of(1), Laplace.of(1)
HALF = Fraction(1, 2)
TYPE, VALUE, FLOAT = InvalidType, InvalidValue, FloatRefused

REFUSED: list[tuple[Callable[..., object], tuple[object, ...], type[AssayError], str]] = [
    (Rounds, (None,), TYPE, "rounds = None is a NoneType; give pairs with their counts"),
    (Rounds, (3,), TYPE, "rounds = 3 is a int; give pairs"),
    (Rounds, ("ab",), TYPE, "rounds = 'ab' is a str; give pairs"),
    (Rounds, (L,), TYPE, "is a Laplace; give pairs"),
    (Rounds, ([L],), TYPE, "rounds has the entry .*, a Laplace; give pairs"),
    (Rounds, ([(G, 1), (L,)],), TYPE, "rounds has the entry .*, a tuple; give pairs"),
    (Rounds, ({L: 10},), TYPE, "rounds has the entry .*, a Laplace; give pairs"),
    (Rounds, ([(3, 1)],), TYPE, "mechanism = 3 is a int; give a Mechanism, or a pair"),
    (Rounds, ([(L, L)],), TYPE, "count = .* is a Laplace; give an int >= 0"),
    (Rounds, ([(L, -1)],), VALUE, "count = -1 .* is too small; give an int"),
    (Rounds, ([(L, 1)], 1.5), TYPE, "max_points = 1.5 is a float; give an int"),
    (Rounds, ([(L, 1)], 5, "4GB"), TYPE, "max_bytes = '4GB' is a str; give an int"),
    (Rounds, ([(L, 1)], 5, -1), VALUE, "max_bytes = -1 .* is too small; give an int"),
    (Rounds, ([(L, 1)], 5, 5, 3), VALUE, "engine = 3 is not known; choose one of auto"),
    (Subsampled, (G, 0.5), FLOAT, "rate = 0.5 is a float"),
    (Subsampled, (G, None), TYPE, "rate = None is a NoneType"),
    (Subsampled, (G, True), TYPE, "rate = True is a bool"),
    (Subsampled, (G, 2), VALUE, r"rate = 2 is not a rational in \(0, 1\); give one"),
    (Subsampled, (G, -1), VALUE, r"rate = -1 is not a rational in \(0, 1\); give one"),
    (Subsampled, (G, 1), VALUE, "rate = 1 is not .* use Subsampled.of"),
    (Subsampled, (3, HALF), TYPE, "base = 3 is a int; give a DominatingPair"),
    (Reversed, (None,), TYPE, "base = None is a NoneType; give a DominatingPair"),
    (Gaussian, (None,), TYPE, "mu_squared = None is a NoneType"),
    (Gaussian, (-1,), VALUE, "mu_squared = -1 .* is negative; give a rational"),
    (Gaussian, (0.5,), FLOAT, "mu_squared = 0.5 is a float"),
    (G.times, ("a",), TYPE, "count = 'a' is a str; give an int >= 0"),
    (Laplace, ("x",), VALUE, "epsilon = 'x' is not read"),
    (Laplace, (-1,), VALUE, "epsilon = -1 .* is negative; give a rational"),
    (MixtureOfGaussians, (3,), TYPE, "shifts = 3 is a int; give a tuple"),
    (MixtureOfGaussians, (((1, 2),),), VALUE, "add up to more than 1; use MixtureOfGaussians.of"),
    (MixtureOfGaussians, ((),), VALUE, r"shifts = \(\): there is none"),
    (ReplacedGaussian, (1, 2), VALUE, "rate = 2 is not a rational .* give one"),
    (ReplacedGaussian, (0, HALF), VALUE, "mu_squared = 0 .* must be positive; give a rational"),
    (DiscreteGaussian, (None, 1), TYPE, "sigma_squared = None is a NoneType"),
    (DiscreteGaussian, (1, "a"), TYPE, "sensitivity = 'a' is a str; give an int"),
    (SubsetSampled, (3, HALF), TYPE, "base = 3 is a int; give a DominatingPair"),
    (SubsetSampled, (G, 2), VALUE, "rate = 2 is not .* use SubsetSampled.of"),
    (Revealed, (3,), TYPE, "parts = 3 is a int; give a tuple"),
    (Tails, ("label", 2, 3), TYPE, "upper = 2 is a int; give a function"),
    (spot_check, (3, [1]), TYPE, "pair = 3 is a int; give a DominatingPair"),
    (spot_check, (G, 3), TYPE, "losses = 3 is a int; give a list"),
    (with_replacement, (3, 1, 2), TYPE, "base = 3 is a int; give a Gaussian"),
    (with_replacement, (G, "a", 2), TYPE, "draws = 'a' is a str; give an int"),
    (with_replacement, (G, 1, 0), VALUE, "source = 0 .* is too small; give an int"),
    (read_round, (3,), TYPE, "text = 3 is a int; give text such as 'gaussian sigma=1'"),
    (read_round, ("gaussian sigma=1", 3), VALUE, "adjacency = 3 is not one of add-remove-one, replace-one"),
    (Round.directed, (3, G), TYPE, "remove = 3 is a int; give a DominatingPair"),
    (Round.directed, (G, 4), TYPE, "add = 4 is a int; give a DominatingPair"),
    (Round.given, (4,), TYPE, "pair = 4 is a int; give a DominatingPair"),
    (G.sampled, (2,), VALUE, r"rate = 2 is not a rational in \[0, 1\]; give one"),
    (Rounds([(G, 1)]).loss, (), TYPE, r"is a Gaussian, not a FinitePair"),
    (Rounds([(G, 1)]).loss, ("x",), VALUE, "direction = 'x' is unknown; choose from given order"),
    (Accountant, (3,), VALUE, "adjacency = 3 is not one of add-remove-one, replace-one"),
    (Accountant, ("replace-one", None), TYPE, "width = None is a NoneType"),
    (Accountant, ("replace-one", 0), VALUE, "width = 0 is not a positive rational; give a relative width"),
    (Accountant, ("replace-one", 1, "4GB"), TYPE, "max_bytes = '4GB' is a str; give an int"),
    (Accountant, ("replace-one", 1, 5, 3), VALUE, "engine = 3 is not known; choose one of auto"),
    (Accountant().compose, (3,), TYPE, "mechanism = 3 is a int; give text"),
    (Bracket, (1, "a"), VALUE, "upper = 'a' is not read"),
    (Bracket, (None, None), TYPE, "lower = None is a NoneType"),
    (Bracket, (0.5, 1), FLOAT, "lower = 0.5 is a float"),
    (Bracket, (2, 1), VALUE, "upper = 1 is below lower = 2.* give ends in order"),
    (Bracket(0, 1).intersection, (3,), TYPE, "other = 3 is a int; give a Bracket"),
]


def short(x: object) -> str:
    """A name without an address, so that every process collects the same tests."""
    return str(getattr(x, "__name__", x))[:40]


@pytest.mark.parametrize(("make", "given", "error", "message"), REFUSED, ids=short)
def test_wrong_arguments_are_refused(make, given, error, message):
    with pytest.raises(error, match=message) as caught:
        make(*given)
    assert "\n" not in str(caught.value)


def test_exact_text_and_numbers_are_read():
    """Where a rational is kept, all ways of writing it make the same pair."""
    for rate in ("1/100", "0.01", Fraction(1, 100), number("1/100")):
        assert Subsampled(G, rate) == SubsetSampled(G, rate)._poisson == Subsampled.of(G, rate)
        assert ReplacedGaussian("1", rate) == ReplacedGaussian.of(1, rate)
    assert Gaussian("1/4") == Gaussian.of(2)
    assert Laplace("1/4") == Laplace.of(4)
    assert MixtureOfGaussians(((2, "1/4"), (1, "1/2"))) == MixtureOfGaussians.of(
        1, [0, 1, 2], ["1/4", "1/2", "1/4"]
    )
    assert Bracket("1/3", 1) == Bracket(Fraction(1, 3), Fraction(1))
