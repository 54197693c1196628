"""From a sampler to its distribution, and to a mechanism that can be audited."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from ...dp import Adjacency, Dist, Mechanism
from ...exact import ExactLike
from .oracle import Oracle, Sampled

RESIDUAL = Fraction(1, 2**60)


def sampled(
    sampler: Callable[..., Any],
    *args: Any,
    rng: str | None = None,
    residual: ExactLike = RESIDUAL,
    seconds: ExactLike | None = None,
    max_runs: int = 2_000_000,
    merge: bool = True,
    deterministic: bool = False,
    hidden: Iterable[Any] = (),
    raises: type[Exception] | Iterable[type[Exception]] = (),
    **kwargs: Any,
) -> Sampled:
    """The distribution of `sampler(*args, **kwargs)`, every outcome of its random sources followed.

    rng: the name of a parameter that takes a random source; it is given one of the tape: a `random.Random`,
        or, as "numpy:NAME", a `numpy.random.Generator`. Sources that the sampler finds by itself (the modules
        random, secrets, os and numpy.random) are on the tape in any case.
    residual: the open mass that is aimed at, where the sampler can run for ever.
    seconds, max_runs: when to stop before that; what is open then is reported.
    merge: whether runs in the same state are merged; without it every path is followed by itself.
    deterministic: whether the sampler is known to draw nothing; otherwise that is an error, since its
        randomness may come from where the tape cannot see.
    hidden: what the sampler keeps between calls, see `assay.programs.sources.hidden`: every run
        begins with it as it is now, and runs are not merged. What changes and is not declared is an error.
    raises: the exceptions that are outputs; a run that ends in one has the output `Raised`.

    Raises:
        NondeterministicProgram: it reads a clock, another random source, or what an earlier call left behind.
        InvalidType: it is not callable, or it returns what may be no output, see `assay.outputs.identity`.
        InvalidValue: it returns NaN, alone or inside.
        ExitRefused: it ends in SystemExit, or in another exception that is no Exception.
        Whatever else the sampler raises and is not declared, with a note that says after which draws.
    """
    oracle = Oracle(sampler, rng, residual, seconds, max_runs, merge, deterministic, hidden, raises)
    return oracle.sampled(args, kwargs)


def distribution(sampler: Callable[..., Any], *args: Any, **options: Any) -> Dist[Any]:
    """The exact distribution of a sampler, see `sampled`.  Raises UnfinishedProgram where some mass stays
    open.
    """
    return sampled(sampler, *args, **options).distribution()


def mechanism(
    sampler: Callable[[Any], Any],
    domain: Iterable[Any],
    adjacency: Adjacency,
    *,
    name: str | None = None,
    rng: str | None = None,
    residual: ExactLike = RESIDUAL,
    seconds: ExactLike | None = None,
    max_runs: int = 2_000_000,
    merge: bool = True,
    deterministic: bool = False,
    hidden: Iterable[Any] = (),
    raises: type[Exception] | Iterable[type[Exception]] = (),
) -> Mechanism[Any, Any]:
    """The sampler as a mechanism, to be audited: x -> distribution of sampler(x), see `sampled`."""
    oracle = Oracle(sampler, rng, residual, seconds, max_runs, merge, deterministic, hidden, raises)
    return Mechanism(oracle, domain, adjacency, name=name or getattr(sampler, "__name__", "sampler"))
