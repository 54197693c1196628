"""The sparse vector family: algorithms 1 to 6 of Lyu, Su and Li (VLDB 2017), and variants.

Every function takes the noise (`geometric` or `laplace`) and returns a program on vectors of queries of
sensitivity 1, with threshold 0, that stops after c TRUEs unless said otherwise.  eps is the claimed privacy.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from ....exact import EPS, EpsilonLike
from ....programs.noise.language import Noisy
from .bins import Body, Noise, Queries, bin_of


def _flags(noise: Noise, threshold: EpsilonLike, queries: EpsilonLike, c: int) -> Body:
    """Noise of these rates on the threshold, once, and on every query; TRUE and FALSE, up to c TRUEs."""

    def program(q: Queries) -> object:
        level, found = noise(threshold), list[bool]()
        for answer in q:
            found.append(answer + noise(queries) >= level)
            if sum(found) == c:
                break
        return tuple(found)

    return program


def _values(
    noise: Noise,
    threshold: EpsilonLike,
    queries: EpsilonLike,
    c: int,
    shown: Callable[[int, Noisy, Noisy], object],
) -> Body:
    """The same, where instead of TRUE stands what is shown of query, noisy answer and threshold."""

    def program(q: Queries) -> object:
        level, found, hits = noise(threshold), list[object](), 0
        for answer in q:
            noisy = answer + noise(queries)
            if noisy < level:
                found.append(None)
                continue
            found.append(shown(answer, noisy, level))
            hits += 1
            if hits == c:
                break
        return tuple(found)

    return program


def svt1(noise: Noise, c: int = 1) -> Body:
    """Threshold noise of rate eps/2, once; query noise of rate eps/(4c)."""
    return _flags(noise, EPS / 2, EPS / (4 * c), c)


def svt2(noise: Noise, c: int = 1) -> Body:
    """Threshold noise of rate eps/(2c), drawn anew after each TRUE; query noise of rate eps/(4c)."""

    def program(q: Queries) -> object:
        level, found = noise(EPS / (2 * c)), list[bool]()
        for answer in q:
            found.append(answer + noise(EPS / (4 * c)) >= level)
            if sum(found) == c:
                break
            if found[-1]:
                level = noise(EPS / (2 * c))
        return tuple(found)

    return program


def svt3(noise: Noise, c: int = 1, rate: Fraction = Fraction(1, 2)) -> Body:
    """Query noise of rate rate * eps/c; instead of TRUE, the bin of the noisy answer that passed."""
    return _values(noise, EPS / 2, EPS * rate / c, c, lambda _, noisy, level: bin_of(noisy))


def svt3_values(noise: Noise, c: int = 1, rate: Fraction = Fraction(1, 2)) -> Body:
    """The same with the noisy answers as they are."""

    def program(q: Queries) -> object:
        level, found, hits = noise(EPS / 2), list[object](), 0
        for answer in q:
            noisy = answer + noise(EPS * rate / c)
            passed = noisy >= level
            found.append(noisy if passed else None)
            hits += passed
            if hits == c:
                break
        return tuple(found)

    return program


def svt4(noise: Noise, c: int = 1) -> Body:
    """Threshold noise of rate eps/4; query noise of rate 3 eps/4, whatever c is."""
    return _flags(noise, EPS / 4, EPS * Fraction(3, 4), c)


def svt5(noise: Noise) -> Body:
    """Threshold noise of rate eps/2; no noise on the queries; never stops."""

    def program(q: Queries) -> object:
        level = noise(EPS / 2)
        return tuple(level <= answer for answer in q)

    return program


def svt6(noise: Noise) -> Body:
    """Threshold noise of rate eps/2; query noise of rate eps/2; never stops."""

    def program(q: Queries) -> object:
        level = noise(EPS / 2)
        return tuple(answer + noise(EPS / 2) >= level for answer in q)

    return program


def num_svt(noise: Noise, c: int = 1) -> Body:
    """Rates eps/3 and eps/(6c); on TRUE the answer with fresh noise of rate eps/(3c)."""
    fresh = EPS / (3 * c)
    return _values(noise, EPS / 3, EPS / (6 * c), c, lambda answer, _, level: answer + noise(fresh))


def gap_svt(noise: Noise, c: int = 1) -> Body:
    """As SVT1; on TRUE the bin of the gap between the noisy answer and the noisy threshold."""
    return _values(noise, EPS / 2, EPS / (4 * c), c, lambda _, noisy, level: bin_of(noisy - level, (1, 2)))


def gap_svt_values(noise: Noise) -> Body:
    """As SVT1; on TRUE the gap itself between the noisy answer and the noisy threshold."""

    def program(q: Queries) -> object:
        level = noise(EPS / 2)
        for i, answer in enumerate(q):
            gap = answer + noise(EPS / 4) - level
            if gap >= 0:
                return i, gap
        return None

    return program


def bad_gap_svt(noise: Noise, c: int = 1) -> Body:
    """As SVT1; on TRUE the bin of the noisy answer itself, which reveals its noise."""
    return _values(noise, EPS / 2, EPS / (4 * c), c, lambda _, noisy, level: bin_of(noisy))


def adaptive_svt(noise: Noise, c: int = 1, margin: int = 2) -> Body:
    """First a test with much noise, of rate eps/(8c), and a margin; where it fails, one of rate eps/(4c).

    Answers with the test that fired, and stops once the budget eps/2 of the answers is spent: eps/(4c) for
    the first test, eps/(2c) for the second.
    """

    def program(q: Queries) -> object:
        level, found, spent = noise(EPS / 2), list[str](), 0
        for answer in q:
            if answer + noise(EPS / (8 * c)) - level >= margin:
                found.append("far above")
                spent += 1
            elif answer + noise(EPS / (4 * c)) >= level:
                found.append("above")
                spent += 2
            else:
                found.append("below")
            if spent + 2 > 2 * c:
                break
        return tuple(found)

    return program
