"""A claim p <= e^(epsilon) p' + delta whose epsilon and delta are functions of the symbol EPS."""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm

from ..errors import AssayError, InvalidValue, MixedFields
from ..exact import EPS, EpsilonLike, ExactLike, Log, Number, eps, number
from ..exact.fields import RATIONALS, Symbolic
from .probabilities.values import ONE, ZERO, Value
from .signs.sign_table import sign_table


@dataclass(frozen=True)
class Claim:
    """(epsilon, delta) for every epsilon > 0: `factor` = e^epsilon and `delta`, both in y = e^(-EPS/k)."""

    epsilon: Log
    delta: Number
    k: int
    factor: Value
    allowance: Value

    @classmethod
    def read(cls, epsilon: EpsilonLike = EPS, delta: ExactLike = 0, *, k: int = 1) -> Claim:
        """The claim in the unit of a mechanism with that k, or of the least multiple that holds the claim.

        epsilon: a Log such as 2 * EPS, EPS/2 or ln(3).  delta: a rational, or a function such as exp(-EPS).

        Raises InvalidValue for an epsilon that is infinite or negative for some EPS, one whose exponential
        is not a function of e^EPS (a constant such as 1/2, next to the symbol), or a delta outside [0, 1]
        for some EPS > 0.
        """
        bound = _epsilon(epsilon)
        try:
            factor = bound.exp()
        except AssayError as error:
            raise InvalidValue(f"epsilon = {bound} is not usable in a claim for all EPS: {error}") from None
        allowed = number(delta, "delta")
        unit = lcm(k, _degree(factor, "exp(epsilon)"), _degree(allowed, "delta"))
        made = cls(bound, allowed, unit, Value.from_number(factor, unit), Value.from_number(allowed, unit))
        _check_probability(made.allowance, allowed)
        return made

    def refined(self, k: int) -> Claim:
        """The same claim in a finer unit, for a multiple k of this one's."""
        m = k // self.k
        return Claim(self.epsilon, self.delta, k, self.factor.inflate(m), self.allowance.inflate(m))

    def __str__(self) -> str:
        return (
            f"({self.epsilon}, {self.delta})-private for all eps > 0"
            if self.delta
            else f"{self.epsilon}-private for all eps > 0"
        )


def _epsilon(value: EpsilonLike) -> Log:
    """The claimed epsilon, a Log >= 0 for every EPS > 0."""
    bound = eps(value)
    if bound.is_infinite:
        raise InvalidValue("epsilon = inf holds for every mechanism; claim a finite epsilon, such as EPS")
    if bound.rational:
        raise InvalidValue(
            f"epsilon = {bound} mixes a constant with the symbol EPS, which leaves the class; claim a "
            "multiple of EPS, or the logarithm of a rational; at one EPS there is decide.at_epsilon, and "
            "assay audit --at 1"
        )
    return bound


def _degree(value: Number, name: str) -> int:
    if value.field is RATIONALS:
        return 1
    if not isinstance(value.field, Symbolic):
        raise MixedFields(f"{name} = {value} lies in {value.field}; use rationals and functions of exp(EPS)")
    return value.field.degree


def _check_probability(value: Value, shown: Number) -> None:
    if sign_table(value.den).constant != 1:
        raise InvalidValue(
            f"delta = {value} has a pole at some eps > 0, or changes the sign of its denominator there"
        )
    if 1 in (*sign_table((ZERO - value).num).signs, *sign_table((value - ONE).num).signs):
        raise InvalidValue(f"delta = {shown} leaves [0, 1] for some eps > 0; a delta is a probability")
