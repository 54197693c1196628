"""A drop-in `PrivacyAccountant` for dp-accounting: certified upper bounds where it has approximations.

    accountant = CertifiedAccountant()              # instead of dp_accounting.pld.PLDAccountant()
    accountant.compose(event).get_epsilon(1e-5)

Its parameters are floats: they are taken at their exact binary values.  Answers are upper bounds, rounded up.
Needs the extra `peers`: pip install 'assay[peers]'.
"""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from ...errors import AssayError, InvalidType, InvalidValue
from ...exact import ln, log_value, number
from ..composition import LossAtom, Round
from .accountant import Accountant
from .densities import ReplacedGaussian
from .discrete import approximate, discrete_laplace, whole
from .pairs import NOTHING, Finite, Gaussian, Laplace, LossPair
from .steps import ADD_REMOVE, REPLACE, Step, step

try:
    _dp = cast(Any, import_module("dp_accounting"))
    _events = cast(Any, import_module("dp_accounting.dp_event"))
except ImportError as missing:
    raise ImportError("dp-accounting is not installed; pip install 'assay[peers]'") from missing

if TYPE_CHECKING:

    class _Base:
        """What this module needs of `dp_accounting.PrivacyAccountant`, which has no types."""

        def __init__(self, relation: object) -> None: ...

        def CompositionErrorDetails(self, invalid_event: object, error_message: str) -> object: ...

else:
    _Base = _dp.PrivacyAccountant

_REVEALING = approximate(0, 1)


REFUSED = {
    "UnsupportedDpEvent": "it stands for a mechanism about which nothing is known",
    "RepeatAndSelectDpEvent": "its bound is one of Renyi divergences, not a pair; give its tails with "
    "assay.fast.accountant.Tails",
    "SampledWithReplacementDpEvent": "a record may be drawn several times; no certified pair dominates that",
    "SampledWithoutReplacementDpEvent": "no certified pair dominates it; PoissonSampledDpEvent has one",
    "SingleEpochTreeAggregationDpEvent": "its noise is correlated between the steps; give a GaussianDpEvent "
    "with the sensitivity of the whole tree",
    "TruncatedSubsampledGaussianDpEvent": "cutting a batch changes the sum; no certified pair dominates that",
    "MixtureOfGaussiansDpEvent": "its losses have no closed form here; give its tails with "
    "assay.fast.accountant.Tails",
    "ZCDpEvent": "concentrated privacy bounds moments, not a pair; give the GaussianDpEvent it comes from",
}
"""Why an event has no certified pair."""


class Unsupported(AssayError):
    """An event that has no certified pair here."""


class CertifiedAccountant(_Base):
    """Certified accounting of dp-accounting's events; see the module.

    relative_width: how far an answer may lie above the truth, relative to it.
    """

    def __init__(self, neighboring_relation: Any = None, relative_width: str = "1/10000") -> None:
        relation = (
            _dp.NeighboringRelation.ADD_OR_REMOVE_ONE
            if neighboring_relation is None
            else neighboring_relation
        )
        super().__init__(relation)
        adjacency = ADD_REMOVE if relation == _dp.NeighboringRelation.ADD_OR_REMOVE_ONE else REPLACE
        if relation not in (_dp.NeighboringRelation.ADD_OR_REMOVE_ONE, _dp.NeighboringRelation.REPLACE_ONE):
            raise InvalidValue(f"neighboring_relation = {relation} is not supported; use one of the others")
        self._certified = Accountant(adjacency, relative_width)

    def _maybe_compose(self, event: Any, count: int, do_compose: bool) -> Any:
        """Translate the event, and add its steps where `do_compose`."""
        try:
            steps = translate(event, count, self._certified.adjacency)
        except AssayError as error:
            return self.CompositionErrorDetails(invalid_event=event, error_message=str(error))
        if do_compose:
            for each in steps:
                self._certified.compose(each)
        return None

    def get_epsilon(self, target_delta: float) -> float:
        """An upper bound of epsilon, rounded up."""
        return self._certified.get_epsilon(exact(target_delta, "target_delta"))

    def get_delta(self, target_epsilon: float) -> float:
        """An upper bound of delta, rounded up."""
        if target_epsilon == float("inf"):
            return self._certified.get_delta("inf")
        return self._certified.get_delta(exact(target_epsilon, "target_epsilon"))


def exact(value: object, name: str) -> Fraction:
    """A float at its exact binary value.  Raises InvalidType or InvalidValue for any other value."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InvalidType(f"{name} = {value!r} is a {type(value).__name__}; give a float")
    try:
        return Fraction(value)
    except (ValueError, OverflowError):
        raise InvalidValue(f"{name} = {value} is not a finite number; give one") from None


def translate(event: Any, count: int, adjacency: str) -> list[Step]:
    """The steps of an event.  Raises Unsupported where there is no certified pair."""
    if isinstance(event, _events.NoOpDpEvent):
        return []
    if isinstance(event, _events.NonPrivateDpEvent):
        return [Step(_REVEALING, _REVEALING, count)]
    if isinstance(event, _events.SelfComposedDpEvent):
        return translate(event.event, count * event.count, adjacency)
    if isinstance(event, _events.ComposedDpEvent):
        return [each for part in event.events for each in translate(part, count, adjacency)]
    if isinstance(event, _events.PoissonSampledDpEvent):
        return [_sampled(event, count, adjacency)]
    if isinstance(event, _events.RandomizedResponseDpEvent):
        pair = response(event, adjacency)
        return [Step(pair, pair, count)]
    return [step(_pair(event, 1 if adjacency == ADD_REMOVE else 2), 1, count)]


def _sampled(event: Any, count: int, adjacency: str) -> Step:
    rate = exact(event.sampling_probability, "sampling_probability")
    if adjacency == ADD_REMOVE:
        return step(_pair(event.event, 1), rate, count)
    if isinstance(event.event, _events.GaussianDpEvent) and event.event.noise_multiplier > 0 and rate > 0:
        pair = ReplacedGaussian.of(exact(event.event.noise_multiplier, "noise_multiplier"), rate)
        return Step(pair, pair, count)
    raise Unsupported("Poisson sampling under replacement is certified for GaussianDpEvent only")


def _pair(event: Any, moves: int) -> LossPair:
    """The pair of one mechanism whose sum moves by `moves` sensitivities."""
    if isinstance(event, _events.GaussianDpEvent):
        noise = exact(event.noise_multiplier, "noise_multiplier")
        return Gaussian.of(noise, moves) if noise else _REVEALING
    if isinstance(event, _events.LaplaceDpEvent):
        noise = exact(event.noise_multiplier, "noise_multiplier")
        return Laplace.of(noise, moves) if noise else _REVEALING
    if isinstance(event, _events.DiscreteLaplaceDpEvent):
        if not event.noise_parameter:
            return _REVEALING
        return discrete_laplace(
            1 / exact(event.noise_parameter, "noise_parameter"), moves * event.sensitivity
        )
    kind = type(event).__name__
    raise Unsupported(
        f"{kind} is not supported: {REFUSED.get(kind, 'no pair that dominates it is known here')}"
    )


def response(event: Any, adjacency: str) -> LossPair:
    """Randomised response over k values, for two inputs: 1 - p + p/k against p/k, and p/k for the others."""
    if adjacency == ADD_REMOVE:
        raise Unsupported(
            "RandomizedResponseDpEvent needs neighboring_relation=REPLACE_ONE: no record is left out of it"
        )
    noise, count = exact(event.noise_parameter, "noise_parameter"), whole(event.num_buckets, "num_buckets")
    if not 0 <= noise <= 1:
        raise InvalidValue(f"noise_parameter = {noise} is not in [0, 1]; give a probability")
    if count == 1 or noise == 1:
        return NOTHING
    if noise == 0:
        return _REVEALING
    low, high = noise / count, 1 - noise + noise / count
    atoms = [
        LossAtom(ln(high / low), number(high), number(low)),
        LossAtom(ln(low / high), number(low), number(high)),
    ]
    if count > 2:
        rest = number((count - 2) * low)
        atoms.append(LossAtom(log_value(0), rest, rest))
    return Finite(Round(tuple(atoms), number(0)))
