"""Binary trees over time: the nodes of a record, of a prefix and of a range, their noise, and privacy."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import comb

from ....errors import InvalidValue
from ....exact import Number, certified, eps, exp
from ....outputs.json_values import Json, real
from ....theorems import optimal_composition_delta
from ..arguments import Arguments
from ..family import Function
from ..roots import meeting
from .gaussian_functions import gaussian_delta

MOST_STEPS = 1 << 56
MOST_LEVELS = 12
"""The delta of Laplace noise on the nodes of more levels is not asked for."""
MOST_NODES, FURTHEST = 4, 60
"""Sums of more noises are not convolved, and not so far from 0."""


def steps(given: Arguments) -> int:
    """The number of steps of time."""
    return given.integer("n", 1, MOST_STEPS)


def nodes_of(n: int, t: int) -> list[tuple[int, int]]:
    """The nodes (level, place) whose interval holds t, from the leaf up."""
    nodes = ((level, (t - 1) >> level) for level in range(n.bit_length()))
    return [(level, place) for level, place in nodes if (place + 1) << level <= n]


def _touched(given: Arguments) -> Json:
    n = steps(given)
    return str(len(nodes_of(n, given.integer("t", 1, n))))


def _most_touched(given: Arguments) -> Json:
    """A record of the first step is in a node of every level."""
    return str(steps(given).bit_length())


def _moved(given: Arguments) -> Json:
    n = steps(given)
    s, t = (given.integer(name, 1, n) for name in ("s", "t"))
    return str(len({*nodes_of(n, s)} ^ {*nodes_of(n, t)}))


def range_nodes(first: int, last: int) -> int:
    """The fewest nodes that are disjoint and cover first..last: the largest that fits, again and again."""
    found, at = 0, first - 1
    while at < last:
        level = min(((at & -at) or MOST_STEPS).bit_length(), (last - at).bit_length()) - 1
        at, found = at + (1 << level), found + 1
    return found


def _prefix(given: Arguments) -> Json:
    n = steps(given)
    return str(range_nodes(1, given.integer("t", 1, n)))


def _range(given: Arguments) -> Json:
    n = steps(given)
    first = given.integer("first", 1, n)
    return str(range_nodes(first, given.integer("last", first, n)))


def _variance(given: Arguments) -> Json:
    """That of one node, times the nodes of the prefix."""
    n = steps(given)
    t, epsilon = given.integer("t", 1, n), given.positive("epsilon")
    scale = n.bit_length() / epsilon
    return real(Number(range_nodes(1, t) * 2 * scale**2))


def _node_epsilon(given: Arguments) -> Json:
    n, epsilon = steps(given), given.finite()
    return real(epsilon / n.bit_length())


def _integer_epsilon(given: Arguments) -> Json:
    n, scale = steps(given), given.positive("scale")
    return real(Number(n.bit_length() / scale))


def _integer_delta(given: Arguments) -> Json:
    """That of randomised response: the loss of a node is 1/scale or -1/scale."""
    n, scale, epsilon = steps(given), given.positive("scale"), given.finite()
    if n.bit_length() > MOST_LEVELS:
        raise InvalidValue(f"n = {n} has more than {MOST_LEVELS} levels")
    return real(optimal_composition_delta(eps(1 / scale), 0, n.bit_length(), epsilon, symmetric=True))


def _gaussian(given: Arguments) -> Json:
    n, sigma, epsilon = steps(given), given.positive("sigma"), given.finite()
    mu = certified(n.bit_length()).sqrt() / certified(Number(sigma))
    return real(gaussian_delta(mu, certified(epsilon)))


def _sigma(given: Arguments) -> Json:
    n, epsilon, delta = steps(given), certified(given.finite()), given.open_delta()
    norm = certified(n.bit_length()).sqrt()

    def exceeds(sigma: Fraction) -> bool:
        return sigma == 0 or gaussian_delta(norm / certified(Number(sigma)), epsilon) > delta

    return real(meeting(exceeds, f"sigma for {n} steps, epsilon = {epsilon}, delta = {delta}"))


def noise_sum_mass(a: Number, nodes: int, z: int) -> Number:
    """P(Z_1 + ... + Z_k = z) of independent two-sided geometric noise: a difference of two sums of k "
    "geometric ones.

        (1 - a)^(2k) a^|z| times the sum over j >= 0 of C(j + |z| + k - 1, k - 1) C(j + k - 1, k - 1) a^(2j)

    The sum of a polynomial p(j) times r^j is that of its i-th differences at 0 times r^i/(1 - r)^(i + 1).
    """
    ends, r = nodes - 1, a**2
    values = [comb(j + abs(z) + ends, ends) * comb(j + ends, ends) for j in range(2 * ends + 1)]
    found = Number(0)
    for i in range(len(values)):
        found += values[0] * r**i / (1 - r) ** (i + 1)
        values = [after - before for before, after in pairwise(values)]
    return (1 - a) ** (2 * nodes) * a ** abs(z) * found


def _error(given: Arguments) -> Json:
    n, scale, z = steps(given), given.positive("scale"), given.integer("z")
    nodes = range_nodes(1, given.integer("t", 1, n))
    if nodes > MOST_NODES or abs(z) > FURTHEST:
        raise InvalidValue(
            f"the prefix has {nodes} nodes, at most {MOST_NODES}, and |z| is at most {FURTHEST}"
        )
    return real(noise_sum_mass(exp(-1 / scale), nodes, z))


_TREE = (
    "The nodes are the intervals of steps i 2^l + 1, ..., (i + 1) 2^l with whole i >= 0 and l >= 0 and (i "
    "+ 1) 2^l <= n; "
    "h = floor(log_2 n) + 1 is the largest number of nodes that a step is in. 1 <= n <= 2^56 is whole."
)
_T = "1 <= t <= n is whole."
_NOISY = "P(Z = z) = (1 - a)/(1 + a) a^|z| for every whole z, a = e^(-1/scale)"
_PHI = "Phi is the distribution function of the standard normal distribution"
_RECORD = (
    "all nodes together, for adding or removing a record of one step, which moves the count of each of its "
    "nodes by 1"
)

FUNCTIONS = {
    "tree_nodes": Function(f"The number of nodes that step t is in. {_TREE} {_T}", "whole", _touched),
    "tree_levels": Function(f"h. {_TREE}", "whole", _most_touched),
    "tree_moved_nodes": Function(
        "The number of nodes that either step s or step t is in, and not both: those that change if a "
        f"record moves from s to t. {_TREE} 1 <= s <= n and 1 <= t <= n are whole.",
        "whole",
        _moved,
    ),
    "tree_prefix_nodes": Function(
        f"The smallest number of disjoint nodes whose union is the steps 1..t. {_TREE} {_T}", "whole", _prefix
    ),
    "tree_range_nodes": Function(
        f"The smallest number of disjoint nodes whose union is the steps first..last. {_TREE} first and "
        "last are whole, 1 <= first <= last <= n.",
        "whole",
        _range,
    ),
    "tree_prefix_variance": Function(
        "c 2 (h/epsilon)^2, where c is the smallest number of disjoint nodes whose union is the steps 1..t: "
        "the variance of the noise in the sum of these, with Laplace noise of scale h/epsilon on the reals "
        f"in every node. {_TREE} {_T} epsilon > 0 is rational.",
        "number",
        _variance,
    ),
    "tree_node_epsilon": Function(
        f"epsilon/h: what every node gets, so that the sum over the nodes of a record is epsilon. {_TREE} 0 "
        "<= epsilon < inf.",
        "number",
        _node_epsilon,
    ),
    "tree_integer_epsilon": Function(
        f"h/scale: the smallest epsilon of the counts with independent noise, {_NOISY}, of {_RECORD}. "
        f"{_TREE} scale > 0 is rational.",
        "epsilon",
        _integer_epsilon,
    ),
    "tree_integer_delta": Function(
        "The sum over lists (z_1, ..., z_h) of whole numbers of max(P(z_1) ... P(z_h) - e^epsilon P(z_1 - "
        f"1) ... P(z_h - 1), 0), where {_NOISY}: the smallest delta at epsilon of the counts with this "
        f"independent noise, of {_RECORD}. It is the sum over l = 0..h of C(h, l) max(x^(h-l) - e^epsilon "
        f"x^l, 0)/(1 + x)^h, x = e^(1/scale). {_TREE} Here n < 2^{MOST_LEVELS}. scale > 0 is rational, 0 <= "
        "epsilon < inf.",
        "delta",
        _integer_delta,
    ),
    "tree_gaussian_delta": Function(
        "Phi(m/2 - epsilon/m) - e^epsilon Phi(-m/2 - epsilon/m), m = sqrt(h)/sigma: the smallest delta at "
        f"epsilon of the counts with independent Gaussian noise of standard deviation sigma, of {_RECORD}. "
        f"{_PHI}. {_TREE} sigma > 0 is rational, 0 <= epsilon < inf.",
        "delta",
        _gaussian,
    ),
    "tree_gaussian_sigma": Function(
        "The smallest sigma > 0 with Phi(m/2 - epsilon/m) - e^epsilon Phi(-m/2 - epsilon/m) <= delta, m = "
        f"sqrt(h)/sigma. {_PHI}. {_TREE} 0 <= epsilon < inf, 0 < delta < 1.",
        "smallest",
        _sigma,
    ),
    "tree_error_probability": Function(
        "P(Z_1 + ... + Z_c = z), independent, where c is the smallest number of disjoint nodes whose union "
        f"is the steps 1..t, and {_NOISY}: the noise in the sum of these is z. {_TREE} {_T} Here c <= "
        f"{MOST_NODES}. scale > 0 is rational, z is whole, -{FURTHEST} <= z <= {FURTHEST}.",
        "probability",
        _error,
    ),
}
