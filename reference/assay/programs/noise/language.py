"""The symbolic draws of a program, `geometric`, `laplace` and others, and what may be done with them.

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

from ...arguments import positive_rational
from ...errors import AssayError, SymbolicNoise
from ...exact import EpsilonLike, ExactLike, Log, log_value
from ...outputs.text import brief
from ..run import current
from .linear import Linear
from .orders import Distribution
from .outside import GaussianNoise
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


def gaussian(sigma: ExactLike | None = None, *, variance: ExactLike | None = None) -> Noisy:
    """Gaussian noise on the reals, density e^(-z^2/(2 sigma^2)) / (sigma sqrt(2 pi)); sigma or its square.

    Both are positive rationals, and one is given: gaussian(8), gaussian(variance="5/2").
    """
    run = _run("gaussian", "assay.decide.CertifiedMechanism, or to assay audit")
    if not run.rates.gaussian:
        stop(
            "gaussian(): Gaussian noise has no closed form for every epsilon, and no exact probabilities at "
            "one; give the program to assay.decide.CertifiedMechanism, or to assay audit",
            kind=GaussianNoise,
        )
    distribution = Distribution(False, True, Fraction(0), _variance(sigma, variance))
    return noisy(Linear(run, ((run.draw_noise(distribution), 1),), 0))


def _draw(rate: EpsilonLike, word: str, *, discrete: bool, two_sided: bool) -> Noisy:
    run = _run(word, "assay.decide.SymbolicMechanism, or to assay.decide.at_epsilon for one epsilon", rate)
    distribution = Distribution(discrete, two_sided, _rate(rate, word, run.rates))
    return noisy(Linear(run, ((run.draw_noise(distribution), 1),), 0))


def _run(word: str, way: str, rate: object = 1) -> SymbolicRun:
    """The run that is going on.  Raises SymbolicNoise where there is none, or another reader's."""
    run = current.get()
    if isinstance(run, SymbolicRun):
        return run
    outside = SymbolicNoise(
        f"{word}() was called outside a symbolic program; decorate the function with @assay.program "
        f"and pass it to {way}",
        _is_constant(rate),
    )
    if run is not None:
        run.stop(outside)
    raise outside


def _variance(sigma: object, variance: object) -> Fraction:
    """The variance of a Gaussian draw, from itself or from its root."""
    if isinstance(sigma, Sealed) or isinstance(variance, Sealed):
        stop("the sigma of gaussian() is itself noisy; it is a fixed positive rational")
    if (sigma is None) is (variance is None):
        stop("gaussian() takes sigma or variance; write gaussian(8), or gaussian(variance=64)")
    try:
        if sigma is not None:
            return positive_rational(sigma, "sigma") ** 2  # type: ignore[arg-type]  # it says what is wrong
        return positive_rational(variance, "variance")  # type: ignore[arg-type]
    except AssayError as error:
        stop(f"gaussian(): {error}")


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


__all__ = ["Noisy", "Rounded", "exponential", "gaussian", "geometric", "laplace", "one_sided_geometric"]
