"""A mixture of Gaussians, the pair of a release whose sensitivity is itself random.

    P = sum_i p_i N(s_i, sigma^2)   against   Q = N(0, sigma^2),   s_i >= 0,

and the same exchanged.  With x in deviations and mu_i = s_i/sigma the loss

    L(x) = ln sum_i p_i e^(mu_i x - mu_i^2/2)

grows with x, from ln p_0 (the mass without shift) to infinity, so that both tails are normal ones at the one
outcome with that loss.

Source: Choquette-Choo, Ganesh, Steinke and Thakurta, "Privacy Amplification for Matrix Mechanisms", 2024.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import isfinite

from ..arguments import positive_rational
from ..composition.arguments import freeze
from ..composition.finite_pair import NOTHING
from ..composition.pair import DominatingPair, Tail, working_precision
from ..composition.transformed_pairs import Subsampled
from ..errors import BudgetExceeded, InvalidType, InvalidValue
from ..exact import INFINITY, ExactLike, Log, ln, number
from ..exact._flint import arb, precision, rational
from ..exact.order import ball_sign
from ..exact.real import brief
from .densities import Gaussian, phi

NAMED = 20
"""Shifts that a name lists."""
MOST_SHIFT = 10**150
"""Deviations whose square a float holds."""
ROUGH_BITS = 64
ROUGH_STEPS = 60
"""Newton's method on a sum of few exponentials has converged long before."""


@dataclass(frozen=True)
class MixtureOfGaussians(DominatingPair):
    """sum of p_i N(mu_i, 1) against N(0, 1); `shifts`: the (mu_i, p_i) with mu_i > 0, the rest stays at 0."""

    shifts: tuple[tuple[Fraction, Fraction], ...]

    def __post_init__(self) -> None:
        """Read the argument.  Raises InvalidType for what is no tuple of pairs, InvalidValue out of range."""
        shifts: object = self.shifts
        if not isinstance(shifts, tuple) or not all(isinstance(s, tuple) and len(s) == 2 for s in shifts):
            raise InvalidType(
                f"shifts = {brief(repr(shifts))} is a {type(shifts).__name__}; give a tuple of "
                "(mu, probability), or use MixtureOfGaussians.of"
            )
        read = tuple(
            (positive_rational(mu, "mu"), positive_rational(p, "probability")) for mu, p in self.shifts
        )
        if not read or sum(p for _, p in read) > 1:
            raise InvalidValue(
                f"shifts = {brief(repr(shifts))}: there is none, or the probabilities add up to more than 1; "
                "use MixtureOfGaussians.of"
            )
        freeze(self, "shifts", tuple(sorted(read)))

    @staticmethod
    def of(
        sigma: ExactLike, sensitivities: Iterable[ExactLike], probabilities: Iterable[ExactLike]
    ) -> DominatingPair:
        """The pair with these sensitivities, each with its probability.

        One positive sensitivity gives a Gaussian pair, perhaps Poisson-sampled, none the pair without loss.
        Raises InvalidValue for a negative sensitivity or probability, for as many of one as not of the other,
        and where the probabilities do not add up to 1; BudgetExceeded for several of which one has more than
        10^150 deviations.
        """
        deviation = positive_rational(sigma, "sigma")
        weights: dict[Fraction, Fraction] = {}
        for s, p in _paired(sensitivities, probabilities):
            weights[s / deviation] = weights.get(s / deviation, Fraction(0)) + p
        shifts = tuple(sorted((mu, p) for mu, p in weights.items() if mu and p))
        if not shifts:
            return NOTHING
        if len(shifts) == 1:
            return Subsampled.of(Gaussian(shifts[0][0] ** 2), shifts[0][1])
        if shifts[-1][0] > MOST_SHIFT:
            raise BudgetExceeded(
                f"a sensitivity of {brief(shifts[-1][0])} deviations is more than 10^150, whose square no "
                "float holds; give sensitivities and a sigma that are closer together"
            )
        return MixtureOfGaussians(shifts)

    @property
    def name(self) -> str:
        """The shifts in deviations, with their probabilities."""
        shown = [f"{brief(mu)} with {brief(p)}" for mu, p in self.shifts[:NAMED]]
        if len(self.shifts) > NAMED:
            shown.append(f"{len(self.shifts) - NAMED} more")
        return f"mixture of Gaussians(mu = 0 with {brief(self.rest)}, {', '.join(shown)})"

    @cached_property
    def rest(self) -> Fraction:
        """The probability of sensitivity 0."""
        return 1 - sum((p for _, p in self.shifts), Fraction(0))

    @cached_property
    def _by_precision(self) -> dict[int, list[_Part]]:
        return {}

    def _parts(self) -> list[_Part]:
        """The components with a shift, at the precision in force."""
        bits = working_precision()
        if bits not in self._by_precision:
            self._by_precision[bits] = [_Part.of(mu, p) for mu, p in self.shifts]
        return self._by_precision[bits]

    def tail(self, loss: arb) -> Tail:
        """Normal tails at the outcome with that loss; everything below ln p_0."""
        return self._at(loss, -1, self.total())

    def head(self, loss: arb) -> Tail:
        """Normal heads at the outcome with that loss; nothing below ln p_0."""
        return self._at(loss, 1, Tail(arb(0), arb(0)))

    def _at(self, loss: arb, sign: int, below: Tail) -> Tail:
        """Phi(sign (x - mu)), mixed for P and at mu = 0 for Q; `below` where no loss is so small."""
        over = loss - arb(rational(self.rest)).log() if self.rest else None
        side = 1 if over is None else ball_sign(over)
        if side is None:
            # the enclosure touches ln p_0, so that the answer lies anywhere between 0 and the whole
            return Tail(arb(0).union(arb(1)), arb(0).union(arb(1)))
        if side != 1:
            return below
        # ln(e^l - p_0), in range however large the loss is
        x = self._outcome(loss if over is None else loss + (-(-over).expm1()).log())
        stays = phi(sign * x)
        mixed = arb(rational(self.rest)) * stays
        for part in self._parts():
            mixed += part.weight * phi(sign * (x - part.mu))
        return Tail(mixed, stays)

    def _outcome(self, level: arb) -> arb:
        """The x with ln G(x) = level, G(x) = sum over mu_i > 0 of p_i e^(mu_i x - mu_i^2/2).

        The slope of ln G lies between the least and the largest mu, so that from any point y the root is at
        y + (level - ln G(y))/slope, for some slope between them: the mean value theorem.  How good y is
        decides about the width alone.
        """
        y, parts = self._start(level), self._parts()
        for _ in range((working_precision() // ROUGH_BITS).bit_length() + 1):
            value, slope = _log_sum(parts, y)
            y = arb((y + (level - value) / slope).mid())
        value, _ = _log_sum(parts, y)
        return y + (level - value) / parts[0].mu.union(parts[-1].mu)

    def _start(self, level: arb) -> arb:
        """Newton's method at low precision, from the right of the root, where ln G is convex and larger."""
        with precision(ROUGH_BITS):
            parts, target = self._parts(), arb(level.mid())
            y = arb(0)
            for i, part in enumerate(parts):
                reached = (target - part.log_weight) / part.mu + part.mu / 2
                y = reached if i == 0 else y.min(reached)
            for _ in range(ROUGH_STEPS):
                y = arb(y.mid())
                value, slope = _log_sum(parts, y)
                move = (target - value) / slope
                y += move
                if _is_small(move, y):
                    break
            return arb(y.mid())

    def total(self) -> Tail:
        """The whole distribution has a density."""
        return Tail(arb(1), arb(1))

    def extremes(self) -> tuple[Log, Log]:
        """From ln p_0, which is only approached, to infinity."""
        return (ln(number(self.rest)) if self.rest else -INFINITY), INFINITY


@dataclass(frozen=True)
class _Part:
    """One component with a shift, as balls."""

    mu: arb
    weight: arb
    log_weight: arb
    half_square: arb

    @staticmethod
    def of(mu: Fraction, p: Fraction) -> _Part:
        shift, weight = arb(rational(mu)), arb(rational(p))
        return _Part(shift, weight, weight.log(), shift * shift / 2)


def _log_sum(parts: list[_Part], x: arb) -> tuple[arb, arb]:
    """ln G(x) and its slope, relative to about the largest term, which may be out of any range."""
    exponents = [part.log_weight + part.mu * x - part.half_square for part in parts]
    rightwards = 1 if float(x.mid()) > 0 else -1
    base = max(range(len(parts)), key=lambda i: (float(exponents[i].mid()), rightwards * i))
    total, slope = arb(1), parts[base].mu
    for i, part in enumerate(parts):
        if i != base:
            term = (exponents[i] - exponents[base]).exp()
            total += term
            slope += part.mu * term
    return exponents[base] + total.log(), slope / total


def _is_small(move: arb, at: arb) -> bool:
    """Whether Newton's method has converged in about the rough precision; a wrong guess costs width alone."""
    step, place = float(abs(move).mid()), float(abs(at).mid())
    return isfinite(step) and step <= 1e-16 * (1 + place)


def _paired(
    sensitivities: Iterable[ExactLike], probabilities: Iterable[ExactLike]
) -> list[tuple[Fraction, Fraction]]:
    """Read both lists; see `MixtureOfGaussians.of`."""
    found = _read(sensitivities, "sensitivities"), _read(probabilities, "probabilities")
    if len(found[0]) != len(found[1]) or not found[0]:
        raise InvalidValue(
            f"{len(found[0])} sensitivities with {len(found[1])} probabilities; give one probability for "
            "each, and at least one"
        )
    total = sum(found[1], Fraction(0))
    if total != 1:
        raise InvalidValue(
            f"probabilities add up to {brief(total)}, not to 1; give exact ones such as '0.9' and '0.1', 0 "
            "for the sensitivity of what is left out included"
        )
    return list(zip(*found, strict=True))


def _read(values: Iterable[ExactLike], name: str) -> list[Fraction]:
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise InvalidType(f"{name} = {values!r} is a {type(values).__name__}; give a list of exact numbers")
    read = []
    for i, value in enumerate(values):
        x = number(value, f"{name}[{i}]")
        if not x.is_rational or x < 0:
            raise InvalidValue(f"{name}[{i}] = {x} is not a rational >= 0; {WAY_OUT[name]}")
        read.append(x.as_fraction())
    return read


WAY_OUT = {
    "sensitivities": "give its absolute value: a negative shift is a vector of that norm, which the pair of "
    "norms dominates",
    "probabilities": "give one such as '1/10'",
}
