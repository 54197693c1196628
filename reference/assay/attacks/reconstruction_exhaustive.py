"""The exponential adversary: ask all subsets, and search all databases for one that explains the answers.

Source: Dinur and Nissim 2003, theorem 3.1 there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..errors import InvalidValue
from ..exact import ExactLike
from ..exact.real import brief
from .reconstruction import LARGEST_ENUMERATION, Bits, exact_answers, noise_bound, size


@dataclass(frozen=True)
class Candidate:
    """A database whose counts differ from all answers by at most `error`, the least that is possible."""

    rows: Bits
    error: Fraction


def subset_queries(n: int) -> range:
    """All 2^n subsets of n rows as bit masks."""
    return range(1 << size(n, LARGEST_ENUMERATION))


def exponential_adversary(answers: Iterable[ExactLike], n: int, error: ExactLike | None = None) -> Candidate:
    """The first database (in lexicographic order) with |c(S) - a_S| <= E for all subsets S.

    answers: a_S for S = 0, ..., 2^n - 1 (bit masks).  Where E is not given, the least possible one is
    used.  If every answer is within E of the truth, the database found differs from the true one in at
    most 2 floor(2E) <= 4E rows.

    Raises:
        InvalidValue: no database explains the answers, so they are not within E of any truth; or n > 16.
    """
    count = size(n, LARGEST_ENUMERATION)
    given = exact_answers(answers, 1 << count)
    if error is None:
        return _closest(given, count)
    bound = noise_bound(error)
    for found in _explanations(given, count, bound):
        return Candidate(found, _deviation(given, found))
    raise InvalidValue(
        f"error = {brief(bound)}: no database has all its counts within this of the answers; give a "
        "larger one"
    )


def _explanations(answers: Sequence[Fraction], n: int, bound: Fraction) -> Iterable[Bits]:
    """All databases within the bound, by depth first: a prefix is dropped as soon as one of its subsets
    is off.
    """
    stack: list[tuple[Bits, list[int]]] = [((), [0])]
    while stack:
        prefix, counts = stack.pop()
        if abs(counts[0] - answers[0]) > bound:
            return
        if len(prefix) == n:
            yield prefix
            continue
        for bit in (1, 0):
            longer = counts + [c + bit for c in counts]
            fresh = range(len(counts), len(longer))
            if all(abs(longer[s] - answers[s]) <= bound for s in fresh):
                stack.append(((*prefix, bit), longer))


def _deviation(answers: Sequence[Fraction], rows: Bits) -> Fraction:
    counts = [0]
    for bit in rows:
        counts += [c + bit for c in counts]
    return max(abs(c - a) for c, a in zip(counts, answers, strict=True))


def _closest(answers: Sequence[Fraction], n: int) -> Candidate:
    """The database with the least largest deviation, by bisection over the deviations that can occur."""
    levels = sorted({abs(c - a) for a in answers for c in range(n + 1)})
    low, high = 0, len(levels) - 1
    found = None
    while low <= high:
        middle = (low + high) // 2
        match = next(iter(_explanations(answers, n, levels[middle])), None)
        if match is None:
            low = middle + 1
        else:
            found, high = match, middle - 1
    if found is None:
        raise InvalidValue("answers: no database at all")
    return Candidate(found, _deviation(answers, found))


def largest_distance(n: int, error: ExactLike) -> int:
    """min(n, 2 floor(2E)): how far from the truth a database can be that explains answers within E of the
    truth.

    Two databases have common answers within E iff no subset count differs by more than 2E; with a the
    number of rows that are 1 only in the first and b only in the second, iff max(a, b) <= 2E.
    """
    return min(size(n), 2 * int(2 * noise_bound(error)))
