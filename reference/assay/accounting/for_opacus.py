"""Drop-ins for opacus: its accountant and its noise multiplier, as certified upper bounds.

    from assay.accounting.for_opacus import CertifiedAccountant, get_noise_multiplier

    accountant = CertifiedAccountant()              # instead of opacus.accountants.RDPAccountant()
    get_noise_multiplier(target_epsilon=3, target_delta=1e-5, sample_rate=256/60000, epochs=60)

`register()` makes it known to opacus as "assay", so that PrivacyEngine(accountant="assay") uses it.  Floats
are taken at their exact binary values, a step is Gaussian noise on a Poisson sample, and neighbours differ
by a record more or less, as in opacus.  Where several batches are accumulated before a step, a record may be
in more than one of them and moves the sum as often; opacus counts that as one sample of a larger rate, which
is no upper bound.  opacus itself is needed by `register` alone.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from math import comb, inf, isfinite
from typing import Any, cast

from ..arguments import positive_integer
from ..composition.pair import DominatingPair
from ..errors import InvalidType, InvalidValue
from ..exact import ExactLike
from ..exact._flint import rational
from ..exact.rounding import Direction, float_of
from .accountant import Accountant
from .calibrate import calibrate
from .densities import Gaussian
from .discrete import approximate
from .dp_values import exact, natural, probability
from .mixtures import MixtureOfGaussians
from .single_loss import SingleTotal
from .truncation import ADD_REMOVE

NAME = "assay"
BEYOND, BITS = Fraction(2**1024), (128, 4096)
"""Above all floats; and precisions at which tails are told there."""

Step = tuple[float, float, int] | tuple[float, float, int, int]
"""(noise multiplier, sampling rate, how many steps), and how many batches a step has where that is not 1."""


class CertifiedAccountant:
    """The methods of opacus' accountants, with an epsilon that is not below the truth."""

    def __init__(self) -> None:
        """No step so far."""
        self.history: list[Step] = []

    def step(self, *, noise_multiplier: float, sample_rate: float, batches: int = 1) -> None:
        """One step of training, on so many batches that are drawn independently at that rate each.

        Raises InvalidType or InvalidValue for what no step has.
        """
        pair_of(noise_multiplier, sample_rate, batches)
        last, count = self.history[-1] if self.history else None, 1
        if last and last[:2] == (noise_multiplier, sample_rate) and batches_of(last) == batches:
            count += self.history.pop()[2]
        self.history.append(step_of(noise_multiplier, sample_rate, count, batches))

    def get_epsilon(
        self,
        delta: float,
        alphas: object = None,
        *,
        eps_error: object = None,
        delta_error: object = None,
        relative_width: ExactLike = "1/1000",
    ) -> float:
        """An upper bound of epsilon, rounded up, above the truth by at most that width; infinity for none.

        Infinity also where one step alone has an epsilon that is certainly above all floats.
        alphas, eps_error, delta_error: read for the sake of calls that name them, and not needed. Raises
        BudgetExceeded, with the best bracket, where the width is not reached.
        """
        accountant, allowed = Accountant(ADD_REMOVE, relative_width), probability(delta, "delta")
        for step in self.history:
            pair = pair_of(*step[:2], batches_of(step))
            if step[2] and is_beyond_floats(pair, allowed):
                return inf
            accountant.compose(pair, natural(step[2], "steps"))
        return accountant.get_epsilon(allowed)

    def __len__(self) -> int:
        """How many steps."""
        return sum(step[2] for step in self.history)

    @classmethod
    def mechanism(cls) -> str:
        """The name under which `register` makes it known."""
        return NAME

    def get_optimizer_hook_fn(self, sample_rate: float) -> Callable[[Any], None]:
        """What an optimiser of opacus calls after each step."""

        def hook(optimiser: Any) -> None:
            batches = optimiser.accumulated_iterations
            self.step(noise_multiplier=optimiser.noise_multiplier, sample_rate=sample_rate, batches=batches)

        return hook

    def state_dict(self, destination: Any = None) -> Any:
        """The history and the name, in a dictionary or in `destination`."""
        found = {} if destination is None else destination
        found["history"], found["mechanism"] = list(self.history), NAME
        return found

    def load_state_dict(self, state_dict: Any) -> None:
        """Take a history over.  Raises InvalidValue for what is no state of this accountant."""
        known = isinstance(state_dict, dict) and state_dict.get("mechanism") == NAME
        steps = state_dict.get("history") if known else None
        if not isinstance(steps, list | tuple) or any(
            not isinstance(step, list | tuple) or len(step) not in (3, 4) for step in steps
        ):
            raise InvalidValue(
                f"state_dict is no state of the accountant {NAME!r}; give what its state_dict() returned"
            )
        history: list[Step] = []
        for noise, rate, count, *batches in steps:
            pair_of(noise, rate, *batches)
            history.append(step_of(noise, rate, natural(count, "steps"), *batches))
        self.history = history


def step_of(noise: float, rate: float, count: int, batches: int = 1) -> Step:
    """The entry of the history."""
    return (noise, rate, count) if batches == 1 else (noise, rate, count, batches)


def batches_of(step: Step) -> int:
    """How many batches a step has."""
    return step[3] if len(step) == 4 else 1


def pair_of(noise_multiplier: float, sample_rate: float, batches: int = 1) -> DominatingPair:
    """The pair of one step, a record removed; without noise the sample is revealed.

    A record is in J ~ Bin(batches, sample_rate) of the batches and moves the sum by J norms at most, as a
    group of so many records does in one sample.  Raises InvalidType or InvalidValue unless noise_multiplier
    >= 0, 0 <= sample_rate <= 1 and batches >= 1.
    """
    noise, rate = exact(noise_multiplier, "noise_multiplier"), probability(sample_rate, "sample_rate")
    if noise < 0:
        raise InvalidValue(f"noise_multiplier = {noise_multiplier} is negative; give a float >= 0")
    if positive_integer(batches, "batches") == 1 or not rate:
        return (Gaussian.of(noise) if noise else approximate(0, 1)).sampled(rate)
    if not noise:
        return approximate(0, 1).sampled(1 - (1 - rate) ** batches)
    chances = [comb(batches, j) * rate**j * (1 - rate) ** (batches - j) for j in range(batches + 1)]
    return MixtureOfGaussians.of(noise, range(batches + 1), chances)


def is_beyond_floats(pair: DominatingPair, delta: Fraction) -> bool:
    """Whether delta(2^1024) of a step is above delta for certain: more steps have no smaller one."""
    return any(SingleTotal(pair, bits).excess(BEYOND, delta) == 1 for bits in BITS)


def get_noise_multiplier(
    *,
    target_epsilon: float,
    target_delta: float,
    sample_rate: float,
    epochs: float | None = None,
    steps: int | None = None,
    accountant: str = NAME,
    epsilon_tolerance: float | None = None,
    alphas: object = None,
    eps_error: object = None,
    delta_error: object = None,
    relative_width: ExactLike = "1/1000",
) -> float:
    """The smallest noise for which all steps together are (target_epsilon, target_delta)-DP, rounded up.

    It is certified to be enough, and above the smallest by at most `relative_width`.  epochs:
    int(epochs/sample_rate) steps, as in opacus, which divides floats: 1/0.1 is 10, and a little less exactly.
    accountant, epsilon_tolerance, alphas, eps_error, delta_error: read for the sake of calls
    that name them, and not needed. Raises InvalidValue unless one of epochs and steps is given, and where
    no noise is enough; as `calibrate`.
    """
    if (epochs is None) == (steps is None):
        raise InvalidValue(f"epochs = {epochs}, steps = {steps}: give one of them")
    rate = probability(sample_rate, "sample_rate")
    count = _steps_of(epochs, sample_rate) if epochs is not None and rate else natural(steps or 0, "steps")
    if not rate or count < 1:
        raise InvalidValue(
            f"sample_rate = {sample_rate}, {count} steps: nothing is released that takes noise"
        )
    if not isinstance(accountant, str):
        raise InvalidType(f"accountant = {accountant!r} is a {type(accountant).__name__}; leave it out")
    found = calibrate(
        f"gaussian sigma=? q={rate} k={count}",
        epsilon=exact(target_epsilon, "target_epsilon"),
        delta=exact(target_delta, "target_delta"),
        width=relative_width,
    )
    return rounded_up(found.value)


def _steps_of(epochs: float, sample_rate: float) -> int:
    """The quotient in floats or the exact one, whichever is the larger number of whole steps."""
    exactly = exact(epochs, "epochs") / exact(sample_rate, "sample_rate")
    in_floats = float(epochs) / float(sample_rate)
    return max(int(exactly), int(in_floats) if isfinite(in_floats) else 0)


def rounded_up(value: Fraction) -> float:
    """The least float that is not below a value."""
    return float_of(rational(value), Direction.UP)


def register() -> None:
    """Make the accountant known to opacus under the name "assay".  Raises ImportError without opacus."""
    registry = cast(Any, import_module("opacus.accountants.registry"))
    registry.register_accountant(NAME, CertifiedAccountant)
