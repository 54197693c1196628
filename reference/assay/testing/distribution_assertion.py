"""The assertion that a sampler has a distribution: exactly on the random tape, or tested by samples."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import partial
from typing import Any

from ..arguments import probability
from ..dp import Dist
from ..engines.partial import Partial
from ..errors import FixedSeed, InvalidValue, NondeterministicProgram
from ..exact import ExactLike, Number, number
from ..programs.sources import Sampled, sampled
from ..programs.sources.sampler import RESIDUAL
from . import reproduction
from .assertions import Raises
from .blackbox import Command, DistributionFinding, Seeded, compare

Distribution = Dist[Any] | Partial[Any]
Notify = Callable[[str], None]
METHODS = ("either", "tape", "samples")


def assert_distribution(
    sampler: Callable[..., Any],
    exact: Distribution | Mapping[Any, ExactLike],
    *args: Any,
    false_alarm: ExactLike | float = "1e-9",
    samples: int = 100_000,
    method: str = "either",
    rng: str | None = None,
    open_mass: ExactLike = 0,
    raises: Raises = (),
    notify: Notify | None = None,
) -> Sampled | DistributionFinding:
    """Fail unless `sampler(*args)` has the distribution `exact`: exactly, if the random tape can follow it.

    method: "tape" computes the distribution or raises; "samples" tests `samples` outputs, and a sampler of
    the distribution
        fails with a probability of at most false_alarm; "either" tests samples where the tape declines, and
        tells `notify` so. A test by samples that passes has found nothing; it does not prove the
        distribution.
    open_mass: a distribution that the tape knows up to this mass passes, if its bounds allow `exact`; so does
    a
        sampler that is wrong by as much.
    raises: the exceptions of the sampler that are outputs.
    The tape declines what it cannot follow, and what leaves more mass open than it aims at.
    Raises AssertionError with the outcome that shows it, what `sampled` or `compare` raise, and what the
    sampler raises and is not declared.
    """
    __tracebackhide__ = True
    if method not in METHODS:
        raise InvalidValue(f"method = {method!r} is none of {', '.join(METHODS)}")
    distribution = exact if isinstance(exact, Dist | Partial) else Dist(exact)
    declined, allowed = "it is asked for", probability(open_mass, "open_mass")
    if method != "samples":
        must = method == "tape"
        found, declined = followed(sampler, args, rng, raises, must)
        if found is not None:
            check_bounds(sampler, args, found, distribution)
            if must or found.bounds.open_mass <= max(allowed, number(RESIDUAL)):
                check_open_mass(found, allowed)
                return found
            declined = str(found.bounds.reason)
    return by_samples(
        partial(sampler, *args) if args else sampler, distribution, false_alarm, samples, declined, notify
    )


def followed(
    sampler: Callable[..., Any], args: tuple[Any, ...], rng: str | None, raises: Raises, must: bool
) -> tuple[Sampled | None, str]:
    """The distribution on the tape, or None and why not."""
    if isinstance(sampler, Seeded | Command):
        if must:
            raise InvalidValue("the sampler is a black box and gives samples only; use method='samples'")
        return None, "a black box gives samples only"
    try:
        return sampled(sampler, *args, rng=rng, raises=raises), ""
    except FixedSeed:
        raise  # samples would look random, and be the same in every run
    except NondeterministicProgram as error:
        if must:
            raise
        return None, str(error)


def check_bounds(
    sampler: Callable[..., Any], args: tuple[Any, ...], found: Sampled, distribution: Distribution
) -> None:
    """Compare the bounds of a computed distribution with the promised one, outcome by outcome."""
    __tracebackhide__ = True
    bounds = found.bounds
    for outcome in dict.fromkeys([*support(distribution), *bounds.lower]):
        low, high = interval(bounds, outcome)
        promised = interval(distribution, outcome)
        if high < promised[0] or low > promised[1]:
            width = "" if found.exact else f", up to {reproduction.with_decimal(bounds.open_mass)} more"
            expected = promised[0] if high < promised[0] else promised[1]
            text = reproduction.with_decimal(low) + width
            raise AssertionError(reproduction.of_distribution(sampler, args, outcome, text, expected))


def check_open_mass(found: Sampled, allowed: Number) -> None:
    """Fail where more is open than is allowed."""
    __tracebackhide__ = True
    bounds = found.bounds
    if bounds.open_mass > allowed:
        raise AssertionError(
            f"UNDECIDED: the distribution agrees up to an open mass of {bounds.open_mass.upper(4)} "
            f"({bounds.reason}); a sampler that is wrong by as much would agree too"
        )


def support(distribution: Distribution) -> Iterable[Hashable]:
    """The outcomes that a distribution lists."""
    return distribution.support if isinstance(distribution, Dist) else distribution.lower


def interval(distribution: Distribution, outcome: Hashable) -> tuple[Number, Number]:
    """Bounds of the probability of an outcome."""
    if isinstance(distribution, Dist):
        return distribution.probability(outcome), distribution.probability(outcome)
    low = distribution.lower.get(outcome, number(0))
    return low, low + distribution.open_mass


def by_samples(
    sampler: Callable[[], Any],
    distribution: Distribution,
    false_alarm: ExactLike | float,
    samples: int,
    declined: str,
    notify: Notify | None,
) -> DistributionFinding:
    """Test the distribution with samples."""
    __tracebackhide__ = True
    finding = compare(sampler, distribution, false_alarm=false_alarm, samples=samples)
    if notify is not None:
        notify(f"tested with {finding.samples} samples instead of exactly: {declined}")
    if finding.contradicted:
        seed = "" if finding.seed is None else f"  # with the seed {finding.seed}"
        again = [
            "from assay.testing.blackbox import compare",
            f"print(compare(sampler, exact, false_alarm={str(false_alarm)!r}, samples={samples})){seed}",
        ]
        raise AssertionError(f"{finding}\nto see it again:\n{reproduction.block(again)}")
    if finding.samples < samples:
        raise AssertionError(f"UNDECIDED: {finding}")
    return finding
