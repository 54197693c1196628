"""The minimax risk of two cells by way of geometric noise: a small program that solves the large one.

With two cells a histogram is a count x in 0..n, and by a theorem of Gupte and Sundararajan a best alpha-DP
mechanism is G T: two-sided geometric noise clamped to 0..n, then a change T(y|z) of what comes out.  The
program in T has 2 (n + 1) rows, and its numbers are of one size, where those of the program in Q(y|x) go down
to e^(-alpha n).  With the prices lambda_x of the risks and nu_z of the rows of T,

    mu = the solution of sum_x mu_x G(z|x) = nu_z

are prices of the rows of Q, and those of the constraints of privacy follow from x = 0 upwards, the least that
are possible.  None of this is believed: the certificate is checked on the large program.
Source: Ghosh, Roughgarden and Sundararajan, STOC 2009; Gupte and Sundararajan, PODS 2010.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from ..exact import Number, number
from ..queries.projection import Counts
from .linear_program import LinearProgram, Optimum, Relation, Row, certified_optimum
from .question import Question
from .solver import Method, solve
from .symmetry import orbits, reduce

Table: TypeAlias = list[list[Number]]

ZERO, ONE = number(0), number(1)


def optimum_of_two_cells(question: Question[Counts, Counts], method: Method = "auto") -> Optimum | None:
    """The certified optimum of the program of the question, or None where this way does not lead to one.

    question: all histograms of n rows in two cells as inputs and outputs, no prior, no limit, delta = 0.
    """
    n, decay = len(question.inputs) - 1, 1 / question.epsilon.exp()
    noise = clamped_noise(n, decay)
    losses = [[question.losses[x, y] for y in question.outputs] for x in question.inputs]
    small = _solved(noise, losses, method)
    if small is None:
        return None
    size = n + 1
    changes = [[small.primal.get(z * size + y, ZERO) for y in range(size)] for z in range(size)]
    table = [
        [sum((g * changes[z][y] for z, g in enumerate(row)), ZERO) for y in range(size)] for row in noise
    ]
    prices = [small.dual.get(i, ZERO) for i in range(2 * size)]
    sums = _sums(prices[:size], noise, decay)
    return _lifted(question, table, sums, prices[size:], losses, small)


def clamped_noise(n: int, a: Number) -> Table:
    """G(z|x): P(Z = z - x) = (1 - a)/(1 + a) a^|z - x| inside, the tails at both ends."""
    powers = [ONE]
    for _ in range(n):
        powers.append(powers[-1] * a)
    inside, end = (1 - a) / (1 + a), 1 / (1 + a)
    return [
        [powers[abs(z - x)] * (end if z in (0, n) else inside) for z in range(n + 1)] for x in range(n + 1)
    ]


def _solved(noise: Table, losses: Table, method: Method) -> Optimum | None:
    """min over T of the largest risk of G T, by its symmetry z -> n - z; its certificate is checked."""
    size = len(noise)
    rows = [Row({z * size + y: ONE for y in range(size)}, Relation.EQUAL, ONE) for z in range(size)]
    for g, loss in zip(noise, losses, strict=True):
        risk = {z * size + y: -g[z] * loss[y] for z in range(size) for y in range(size) if loss[y]}
        rows.append(Row({size * size: ONE, **risk}, Relation.AT_LEAST, ZERO))
    program = LinearProgram(size * size + 1, {size * size: ONE}, tuple(rows))
    last = size * size - 1
    variables = orbits(range(last + 2), [lambda j: last - j if j <= last else j])
    lines = orbits(range(2 * size), [lambda i: size - 1 - i if i < size else 3 * size - 1 - i])
    reduced = reduce(program, variables, lines)
    return reduced.lift(solve(reduced.program, method=method))


def _sums(prices: Sequence[Number], noise: Table, a: Number) -> list[Number]:
    """mu with sum_x mu_x G(z|x) = nu_z: the inverse of a^|x - z| has three diagonals."""
    n = len(prices) - 1
    scaled = [nu / noise[z][z] for z, nu in enumerate(prices)]
    found = []
    for x in range(n + 1):
        own = scaled[x] if x in (0, n) else scaled[x] * (1 + a * a)
        beside = sum((scaled[z] for z in (x - 1, x + 1) if 0 <= z <= n), ZERO)
        found.append((own - a * beside) / (1 - a * a))
    return found


def _lifted(
    question: Question[Counts, Counts],
    table: Table,
    sums: Sequence[Number],
    risks: Sequence[Number],
    losses: Table,
    small: Optimum,
) -> Optimum | None:
    """The solution and the prices of the large program, checked there."""
    program, variables, rows = question.program()
    inputs, outputs, factor = question.inputs, question.outputs, question.epsilon.exp()
    place = {name: j for j, name in enumerate(variables)}
    line = {name: i for i, name in enumerate(rows)}
    x = {place["q", u, v]: table[i][j] for i, u in enumerate(inputs) for j, v in enumerate(outputs)} | {
        place["worst"]: small.value
    }
    y = {line["sum", u]: mu for u, mu in zip(inputs, sums, strict=True)}
    y |= {line["risk", u]: price for u, price in zip(inputs, risks, strict=True)}
    for j, v in enumerate(outputs):
        need = [risk * loss[j] - mu for risk, loss, mu in zip(risks, losses, sums, strict=True)]
        for i, (down, up) in enumerate(_privacy_prices(need, factor)):
            y[line["dp", inputs[i + 1], inputs[i], v]] = down
            y[line["dp", inputs[i], inputs[i + 1], v]] = up
    return certified_optimum(program, x, y, small.found_by)


def _privacy_prices(need: Sequence[Number], factor: Number) -> list[tuple[Number, Number]]:
    """Prices a_i of e^alpha q_i >= q_(i+1) and b_i of e^alpha q_(i+1) >= q_i, the least from i = 0 upwards.

    need_i + a_(i-1) - e^alpha b_(i-1) >= e^alpha a_i - b_i for every i; one of a_i, b_i is 0.
    """
    found, carried = [], ZERO
    for wanted in need[:-1]:
        left = wanted + carried
        a, b = (left / factor, ZERO) if left >= 0 else (ZERO, -left)
        found.append((a, b))
        carried = a - factor * b
    return found
