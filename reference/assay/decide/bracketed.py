"""Claims with a constant that is no function of e^EPS, such as 1 or e^-1 beside EPS: by its rational bounds.

A claim gets weaker as epsilon and delta grow.  With rationals on both sides of e^constant and of delta, which
come closer and closer, the weaker claim fails for some EPS, and so does the one in question; or the stronger
claim holds for all, and so does it.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from ..dp import Undecided, Verdict
from ..exact import Log, Number, ln, number
from ..exact._flint import bounds
from ..exact.log_order import Exponential
from ..exact.order import LAST_BITS
from ..exact.real import Real
from .decision import FailsFor, decide
from .mechanism import SymbolicMechanism
from .signs.epsilon_sets import simplest_between

FIRST_BITS = 8


def decide_bracketed(mechanism: SymbolicMechanism, epsilon: Log, delta: Number) -> Verdict:
    """Judge the claim for all EPS > 0, where a constant part of epsilon, or delta, may be any real.

    FailsFor(witness, failing): it fails for the EPS in `failing`, and perhaps for more (`complete` is False).
    Proved: a stronger claim holds, see the certificate.  Undecided: LAST_BITS bits do not tell.
    Raises as `decide`.
    """
    constant = epsilon.without_symbol()
    bits = FIRST_BITS
    while bits <= LAST_BITS:
        low, high = _around(Exponential(constant), bits) if constant else (Fraction(1), Fraction(1))
        least, most = _around(delta, bits) if _is_irrational(delta) else (delta, delta)
        weaker = decide(mechanism, epsilon - constant + ln(high), min(number(most), number(1)))
        if isinstance(weaker, FailsFor):
            return _restated(weaker, epsilon, delta)
        if weaker.holds:
            stronger = decide(mechanism, epsilon - constant + ln(max(low, Fraction(1))), least)
            if stronger.holds:
                return stronger
        bits *= 4
    return Undecided(
        f"rationals around exp({constant}) and {delta} of {LAST_BITS} bits do not settle the claim"
    )


def is_in_class(epsilon: Log, delta: Number) -> bool:
    """Whether `decide` takes the claim as it is: its constants are rationals next to functions of e^EPS."""
    constant = epsilon.without_symbol()
    rational_factor = constant.argument.is_rational and constant.coefficient.denominator == 1
    return not constant.rational and rational_factor and not _is_irrational(delta)


def _is_irrational(delta: Number) -> bool:
    return not delta.is_symbolic and not delta.is_rational


def _around(x: Real, bits: int) -> tuple[Fraction, Fraction]:
    """Simple rationals below and above x > 0, about 2^-bits apart."""
    ends = bounds(x.enclosure(bits + 16))
    if ends is None:
        raise ArithmeticError(f"the enclosure of {x} is not finite")
    width = (abs(ends[0]) + 1) / 2**bits
    return simplest_between(max(ends[0] - width, Fraction(0)), ends[0]), simplest_between(
        ends[1], ends[1] + width
    )


def _restated(found: FailsFor, epsilon: Log, delta: Number) -> FailsFor:
    """The same inputs, event and EPS for the claim in question, which is the stronger one."""
    shown = replace(
        found.witness, epsilon=epsilon.substitute(str(found.at)), delta=delta.substitute(str(found.at))
    )
    return FailsFor(shown, found.failing, found.at, complete=found.failing.is_everything)
