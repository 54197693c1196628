"""The loss as a function of epsilon by pieces, and claims for all values of a parameter."""

from fractions import Fraction

import pytest

from assay import Dist, Mechanism, adjacency, ln, mechanisms
from assay.decide import (
    PARAMETER,
    SymbolicMechanism,
    exact_loss,
    exponential,
    failing_parameters,
    geometric,
    laplace,
)
from assay.errors import InvalidValue
from assay.exact import EPS
from tests.decide.symbolic_programs import cube, noisy_max, sparse_vector


@pytest.mark.parametrize("body", [sparse_vector, noisy_max])
@pytest.mark.parametrize("noise", [geometric, laplace])
def test_the_loss_at_rational_epsilons_is_the_largest_log_ratio(body, noise):
    m = SymbolicMechanism(body(noise), cube(2), adjacency.linf(1))
    loss = exact_loss(m)
    for epsilon in (Fraction(1, 2), Fraction(1), Fraction(2), Fraction(5)):
        rows = {x: {o: p.at(epsilon / m.k) for o, p in m.distribution(x).items()} for x in m.domain}
        largest = max(p / rows[y][o] for x, y in m.pairs for o, p in rows[x].items())
        assert loss.at(epsilon).exp() == largest
    assert len(loss.breakpoints()) == len(loss.pieces) - 1


def test_one_piece_is_a_log():
    loss = exact_loss(mechanisms.randomised_response(EPS))
    assert [p.log(loss.k) for p in loss.pieces] == [EPS]
    assert "ln(" in str(loss)
    with pytest.raises(InvalidValue, match="not positive"):
        loss.at(0)


def test_the_worst_event_changes():
    """Three outcomes whose ratios cross as the parameter changes."""
    p = PARAMETER
    rows = {
        0: {"a": p / 2, "b": (1 - p) / 3, "c": 1 - p / 2 - (1 - p) / 3},
        1: {"a": p / 3, "b": (1 - p) / 3 + p / 8, "c": 1 - p / 3 - (1 - p) / 3 - p / 8},
    }
    loss = exact_loss(Mechanism(rows, [0, 1], adjacency.all_pairs()))
    assert len(loss.pieces) > 1
    for epsilon in (Fraction(1, 8), Fraction(1, 2), Fraction(3)):
        finite = Mechanism(
            {x: Dist({o: _at(v, epsilon) for o, v in row.items()}) for x, row in rows.items()},
            [0, 1],
            adjacency.all_pairs(),
        )
        assert loss.at(epsilon) == finite.epsilon()


def _at(value, epsilon):
    from assay.decide.probabilities.values import Value

    return Value.from_number(value, 1).at(epsilon)


def test_infinite_losses_are_refused():
    m = SymbolicMechanism(lambda q: q + exponential(EPS) >= 1, [0, 1], adjacency.all_pairs())
    with pytest.raises(InvalidValue, match="infinite"):
        exact_loss(m)


def biased(p):
    return Mechanism(
        {False: Dist({True: p, False: 1 - p}), True: Dist({True: 1 - p, False: p})},
        [False, True],
        adjacency.all_pairs(),
    )


def test_randomised_response_for_all_biases():
    failing = failing_parameters(biased(PARAMETER), ln(3))
    assert failing.ends() == [(0, Fraction(1, 4)), (Fraction(3, 4), 1)]
    assert str(failing) == "0 < p < 1/4 or 3/4 < p < 1"
    assert Fraction(1, 4) not in failing
    assert Fraction(1, 5) in failing
    assert Fraction(1, 2) not in failing
    for p in (Fraction(n, 20) for n in range(1, 20)):
        assert (p in failing) is not biased(p).audit(ln(3)).holds
    assert biased(failing.sample()).audit(ln(3)).exit_status == 1


def test_parameters_in_an_interval():
    assert failing_parameters(biased(PARAMETER), ln(3), low="1/4", high="3/4").is_empty
    part = failing_parameters(biased(PARAMETER), ln(3), low="1/8", high="1/2")
    assert part.ends() == [(Fraction(1, 8), Fraction(1, 4))]
    assert failing_parameters(biased(PARAMETER), ln(2), "1/10", low="1/2").ends() == [(Fraction(7, 10), 1)]
    for low, high in (("1/2", "1/2"), ("-1", "1/2"), ("0", "2")):
        with pytest.raises(InvalidValue, match="interval"):
            failing_parameters(biased(PARAMETER), ln(3), low=low, high=high)


def test_algebraic_ends():
    p = PARAMETER
    rows = {0: {True: p * p, False: 1 - p * p}, 1: {True: p, False: 1 - p}}
    failing = failing_parameters(Mechanism(rows, [0, 1], adjacency.all_pairs()), ln(2), low="1/2")
    for q in (Fraction(n, 40) for n in range(21, 40)):
        table = {0: {True: q * q, False: 1 - q * q}, 1: {True: q, False: 1 - q}}
        assert (q in failing) is not Mechanism(table, [0, 1], adjacency.all_pairs()).audit(ln(2)).holds
