"""The symbolic draws of a program, `geometric`, `laplace` and `exponential`, and what may be done with them.

    @assay.program
    def above_threshold(q: tuple[int, ...]) -> int | None:
        threshold = geometric(EPS / 2)
        for i, answer in enumerate(q):
            if answer + geometric(EPS / 4) >= threshold:
                return i
        return None

`values` says what may be done with what they return.  A noisy value may be a part of the output.
"""

from __future__ import annotations

from fractions import Fraction

from ...errors import AssayError, SymbolicNoise
from ...exact import EpsilonLike, Log, log_value
from ...outputs.text import brief
from ..run import current
from .linear import Linear
from .orders import Distribution
from .paths import SymbolicRun
from .rates import Rates
from .sealed import Sealed, stop
from .values import Noisy, Rounded, noisy


def geometric(rate: EpsilonLike) -> Noisy:
    """Two-sided geometric noise on the integers: P(z) = (1-a)/(1+a) a^|z|, a = e^(-rate), rate = s * EPS."""
    return _draw(rate, "geometric", discrete=True, two_sided=True)


def one_sided_geometric(rate: EpsilonLike) -> Noisy:
    """Geometric noise on the integers z >= 0: P(z) = (1-a) a^z with a = e^(-rate), rate = s * EPS."""
    return _draw(rate, "one_sided_geometric", discrete=True, two_sided=False)


def laplace(rate: EpsilonLike) -> Noisy:
    """Laplace noise with density (rate/2) e^(-rate |z|) on the reals, rate = s * EPS."""
    return _draw(rate, "laplace", discrete=False, two_sided=True)


def exponential(rate: EpsilonLike) -> Noisy:
    """Exponential noise with density rate e^(-rate z) on z >= 0, rate = s * EPS."""
    return _draw(rate, "exponential", discrete=False, two_sided=False)


def _draw(rate: EpsilonLike, word: str, *, discrete: bool, two_sided: bool) -> Noisy:
    run = current.get()
    if not isinstance(run, SymbolicRun):
        outside = SymbolicNoise(
            f"{word}() was called outside a symbolic program; decorate the function with @assay.program "
            "and pass it to assay.decide.SymbolicMechanism, or to assay.decide.at_epsilon for one epsilon",
            _is_constant(rate),
        )
        if run is not None:
            run.stop(outside)
        raise outside
    distribution = Distribution(discrete, two_sided, _rate(rate, word, run.rates))
    return noisy(Linear(run, ((run.draw_noise(distribution), 1),), 0))


def _is_constant(rate: object) -> bool:
    """Whether a rate is a number, and not a multiple of EPS."""
    try:
        given = _log(rate)
    except AssayError:
        return False
    return not given.is_infinite and not given.symbolic


def _log(rate: object) -> Log:
    return log_value(rate, "rate")  # type: ignore[arg-type]  # whatever it is, log_value says what is wrong


def _rate(rate: object, word: str, rates: Rates) -> Fraction:
    """The rate in the unit of the reading: s for s * EPS."""
    if isinstance(rate, Sealed):
        stop(f"the rate of {word}() is itself noisy; a rate is a fixed rational multiple of EPS")
    try:
        given = _log(rate)
    except AssayError as error:
        stop(f"{word}({brief(rate)}): {error}")
    found = rates.of(given)
    if found is None:
        stop(f"{word}({given}): the rate is not {rates}")
    return found


__all__ = ["Noisy", "Rounded", "exponential", "geometric", "laplace", "one_sided_geometric"]
