"""A library with right and wrong functions, for the tests of the survey."""

import math
import os
import random
import signal
import sys
import time
from fractions import Fraction

__version__ = "1.0"


def gaussian_delta(sigma: float, epsilon: float) -> float:
    """Right: delta of the Gaussian mechanism, rounded up."""
    mu = 1 / sigma

    def phi(x: float) -> float:
        return math.erfc(-x / math.sqrt(2)) / 2

    found = phi(mu / 2 - epsilon / mu) - math.exp(epsilon) * phi(-mu / 2 - epsilon / mu)
    return min(1.0, found * (1 + 1e-9) + 1e-15)


def gaussian_delta_halved(sigma: float, epsilon: float) -> float:
    """Wrong by a factor."""
    return gaussian_delta(sigma, epsilon) / 2


def laplace_epsilon(scale: float) -> float:
    """Right up to rounding, which may go down."""
    return 1 / scale


def laplace_epsilon_above(scale: float) -> float:
    """Right."""
    return math.nextafter(1 / scale, math.inf)


def response_epsilon(p: float) -> float:
    """Right for p in (1/2, 1); infinite at 1."""
    return math.inf if p == 1 else math.nextafter(math.log(p / (1 - p)) * (1 + 1e-12), math.inf)


def response_epsilon_capped(p: float) -> float:
    """Wrong at an extreme: capped."""
    return min(response_epsilon(p), 10.0)


def response_epsilon_nan(p: float) -> float:
    """Answers NaN where it should not."""
    return math.nan if p > 0.9 else response_epsilon(p)


def response_epsilon_infinite(p: float) -> float:
    """Infinite: sound, and of no use."""
    return math.inf


def response_epsilon_strict(p: float) -> float:
    """Refuses p > 9/10, where there is an answer."""
    if p > 0.9:
        raise ValueError("p is too large")
    return response_epsilon(p)


def response_epsilon_unchecked(p: float) -> float:
    """Answers for p > 1."""
    return 1.0 if p > 1 else response_epsilon(p)


def rho_to_epsilon(rho: float, delta: float) -> float:
    """Right: rho + 2 sqrt(rho ln(1/delta))."""
    return (rho + 2 * math.sqrt(rho * math.log(1 / delta))) * (1 + 1e-12)


def rho_to_epsilon_forgot_two(rho: float, delta: float) -> float:
    """Wrong: the factor 2 is missing."""
    return rho + math.sqrt(rho * math.log(1 / delta))


def laplace_scale(epsilon: float) -> float:
    """Right: the scale for an epsilon at sensitivity 1."""
    return math.nextafter(1 / epsilon * (1 + 1e-15), math.inf)


def laplace_scale_small(epsilon: float) -> float:
    """Wrong: for half the sensitivity."""
    return 0.5 / epsilon


def variance(scale: float) -> float:
    """Right: 2 scale^2 of Laplace noise, for powers of 2."""
    return 2 * scale**2


def variance_wrong(scale: float) -> float:
    """Wrong: that of one side."""
    return scale**2


def respond(bit: int) -> int:
    """Right: randomised response with e^epsilon = 3."""
    return bit if random.randrange(4) else 1 - bit


def respond_weakly(bit: int) -> int:
    """Wrong: tells the truth 7 times out of 8."""
    return bit if random.randrange(8) else 1 - bit


def respond_privately(bit: int) -> int:
    """Private enough, and not the promised distribution."""
    return random.randrange(2)


def respond_impossibly(bit: int) -> int:
    """An output that has probability 0."""
    return 2 if random.randrange(100) == 0 else respond(bit)


def masses(n: int) -> dict[int, float]:
    """Right: uniform on n."""
    return dict.fromkeys(range(n), 1 / n)


def masses_wrong(n: int) -> dict[int, float]:
    """Wrong in one entry."""
    return {**masses(n), 0: 1.5 / n}


def hangs(x: float) -> None:
    """Never ends."""
    while True:
        time.sleep(1)


def crashes(x: float) -> None:
    """Ends the interpreter."""
    os.kill(os.getpid(), signal.SIGSEGV)


def leaves(x: float) -> None:
    """Ends the process in an orderly way."""
    os._exit(3)


def floods(x: float) -> None:
    """Prints without end."""
    while True:
        sys.stdout.write("x" * 10_000)


def prints(x: float) -> float:
    """Prints a line that looks like an answer, and answers."""
    sys.stdout.write('{"finding": {"verdict": "sound and tight"}}\n')
    sys.stdout.flush()
    os.write(1, b'{"finding": {"verdict": "sound and tight"}}\n')
    return 0.5


def greedy(x: float) -> int:
    """Wants more memory than there is."""
    return len(bytearray(1 << 50))


def not_covered(x: float) -> Fraction:
    """No adapter knows it."""
    return Fraction(1, 2)
