"""Drop-ins for opacus: its accountant and its noise multiplier, as certified upper bounds.

    from assay.accounting.for_opacus import CertifiedAccountant, get_noise_multiplier

    accountant = CertifiedAccountant()              # instead of opacus.accountants.RDPAccountant()
    get_noise_multiplier(target_epsilon=3, target_delta=1e-5, sample_rate=256/60000, epochs=60)

`register()` makes it known to opacus as "assay", so that PrivacyEngine(accountant="assay") uses it.  Floats
are taken at their exact binary values, a step is Gaussian noise on a Poisson sample, and neighbours differ
by a record more or less, as in opacus.  opacus itself is needed by `register` alone.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from typing import Any, cast

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
from .truncation import ADD_REMOVE

NAME = "assay"

Step = tuple[float, float, int]
"""(noise multiplier, sampling rate, how many steps)."""


class CertifiedAccountant:
    """The methods of opacus' accountants, with an epsilon that is not below the truth."""

    def __init__(self) -> None:
        """No step so far."""
        self.history: list[Step] = []

    def step(self, *, noise_multiplier: float, sample_rate: float) -> None:
        """One step of training.  Raises InvalidType or InvalidValue for what no step has."""
        pair_of(noise_multiplier, sample_rate)
        if self.history and self.history[-1][:2] == (noise_multiplier, sample_rate):
            self.history[-1] = (noise_multiplier, sample_rate, self.history[-1][2] + 1)
        else:
            self.history.append((noise_multiplier, sample_rate, 1))

    def get_epsilon(self, delta: float, relative_width: ExactLike = "1/1000") -> float:
        """An upper bound of epsilon, rounded up, above the truth by at most that width; infinity for none.

        Raises BudgetExceeded, with the best bracket, where the width is not reached.
        """
        accountant = Accountant(ADD_REMOVE, relative_width)
        for noise, rate, count in self.history:
            accountant.compose(pair_of(noise, rate), natural(count, "steps"))
        return accountant.get_epsilon(probability(delta, "delta"))

    def __len__(self) -> int:
        """How many steps."""
        return sum(count for _, _, count in self.history)

    @classmethod
    def mechanism(cls) -> str:
        """The name under which `register` makes it known."""
        return NAME

    def get_optimizer_hook_fn(self, sample_rate: float) -> Callable[[Any], None]:
        """What an optimiser of opacus calls after each step."""

        def hook(optimiser: Any) -> None:
            rate = sample_rate * optimiser.accumulated_iterations
            self.step(noise_multiplier=optimiser.noise_multiplier, sample_rate=rate)

        return hook

    def state_dict(self, destination: Any = None) -> Any:
        """The history and the name, in a dictionary or in `destination`."""
        found = {} if destination is None else destination
        found["history"], found["mechanism"] = list(self.history), NAME
        return found

    def load_state_dict(self, state_dict: Any) -> None:
        """Take a history over.  Raises InvalidValue for what is no state of this accountant."""
        if (
            not isinstance(state_dict, dict)
            or state_dict.get("mechanism") != NAME
            or "history" not in state_dict
        ):
            raise InvalidValue(
                f"state_dict is no state of the accountant {NAME!r}; give what its state_dict() returned"
            )
        history: list[Step] = []
        for noise, rate, count in state_dict["history"]:
            pair_of(noise, rate)
            history.append((noise, rate, natural(count, "steps")))
        self.history = history


def pair_of(noise_multiplier: float, sample_rate: float) -> DominatingPair:
    """The pair of one step, a record removed; without noise the sample is revealed.

    Raises InvalidType or InvalidValue unless noise_multiplier >= 0 and 0 <= sample_rate <= 1.
    """
    noise, rate = exact(noise_multiplier, "noise_multiplier"), probability(sample_rate, "sample_rate")
    if noise < 0:
        raise InvalidValue(f"noise_multiplier = {noise_multiplier} is negative; give a float >= 0")
    return (Gaussian.of(noise) if noise else approximate(0, 1)).sampled(rate)


def get_noise_multiplier(
    *,
    target_epsilon: float,
    target_delta: float,
    sample_rate: float,
    epochs: float | None = None,
    steps: int | None = None,
    accountant: str = NAME,
    epsilon_tolerance: float | None = None,
    relative_width: ExactLike = "1/1000",
) -> float:
    """The smallest noise for which all steps together are (target_epsilon, target_delta)-DP, rounded up.

    It is certified to be enough, and above the smallest by at most `relative_width`.  epochs:
    int(epochs/sample_rate) steps, as in opacus.  accountant, epsilon_tolerance: read for the sake of calls
    that name them, and not needed. Raises InvalidValue unless one of epochs and steps is given, and where
    no noise is enough; as `calibrate`.
    """
    if (epochs is None) == (steps is None):
        raise InvalidValue(f"epochs = {epochs}, steps = {steps}: give one of them")
    rate = probability(sample_rate, "sample_rate")
    count = int(exact(epochs, "epochs") / rate) if steps is None and rate else natural(steps or 0, "steps")
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


def rounded_up(value: Fraction) -> float:
    """The least float that is not below a value."""
    return float_of(rational(value), Direction.UP)


def register() -> None:
    """Make the accountant known to opacus under the name "assay".  Raises ImportError without opacus."""
    registry = cast(Any, import_module("opacus.accountants.registry"))
    registry.register_accountant(NAME, CertifiedAccountant)
