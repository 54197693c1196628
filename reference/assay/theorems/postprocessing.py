"""Post-processing: whatever is computed from the output alone, privacy does not get worse."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import TypeVar

from ..arguments import check_function
from ..dp import Dist, Mechanism
from ..errors import InvalidType, InvalidValue
from ..exact import EpsilonLike, ExactLike
from ..outputs.text import with_type
from ._check import check_mechanism
from .guarantee import Guarantee

X = TypeVar("X", bound=Hashable)
Y = TypeVar("Y", bound=Hashable)
Z = TypeVar("Z", bound=Hashable)


def post_process(mechanism: Mechanism[X, Y], function: Callable[[Y], Z]) -> Mechanism[X, Z]:
    """The mechanism x -> f(M(x)) of a deterministic function f of the output.

        P[f(M(x)) = z] = sum of P[M(x) = y] over the outputs y with f(y) = z.

    Raises InvalidType where f returns a `Dist` (then use `post_process_randomised`).
    """
    check_mechanism(mechanism)
    check_function(function, "function", "lambda y: y > 0")

    def image(y: Y) -> Z:
        z = function(y)
        if isinstance(z, Dist):
            raise InvalidType(
                f"function({y!r}) = {z!r} is a Dist, so the post-processing is randomised; "
                "use post_process_randomised(mechanism, kernel)"
            )
        return z

    return Mechanism(
        lambda x: mechanism.distribution(x).map(image),
        mechanism.domain,
        mechanism.adjacency,
        name=f"post-processed {mechanism.name}",
    )


def post_process_randomised(
    mechanism: Mechanism[X, Y], kernel: Callable[[Y], Dist[Z]] | Mapping[Y, Dist[Z]]
) -> Mechanism[X, Z]:
    """The mechanism x -> K(M(x)) of a randomised kernel K from outputs to distributions.

        P[K(M(x)) = z] = sum over y of P[M(x) = y] K(y)[z].

    The randomness of K is fresh: K sees the output y and nothing else of the data.

    Raises InvalidValue where the kernel is a mapping that lacks an output that M can produce, InvalidType
    where it gives something other than a `Dist`.
    """
    check_mechanism(mechanism)
    if not isinstance(kernel, Mapping):
        check_function(kernel, "kernel", "lambda y: Dist.bernoulli('1/2')")

    def row(y: Y) -> Dist[Z]:
        if isinstance(kernel, Mapping):
            if y not in kernel:
                raise InvalidValue(f"the kernel has no entry for the output {y!r}; give one for every output")
            z: object = kernel[y]
        else:
            z = kernel(y)
        if not isinstance(z, Dist):
            raise InvalidType(f"kernel({y!r}) is {with_type(z)}, not a Dist; return one, or use post_process")
        return z

    return Mechanism(
        lambda x: mechanism.distribution(x).bind(row),
        mechanism.domain,
        mechanism.adjacency,
        name=f"post-processed {mechanism.name}",
    )


def post_processing_bound(epsilon: EpsilonLike, delta: ExactLike = 0) -> Guarantee:
    """If M is (epsilon, delta)-DP then K(M) is (epsilon, delta)-DP, for every kernel K.

    Hypotheses: K is a function of the output of M alone (randomised with fresh randomness, or not).
    Adjacency: any, the same before and after.
    Tight: K the identity.
    Source: Dwork and Roth 2014, Proposition 2.1; for every divergence with a data processing inequality
    (hockey-stick, Renyi, total variation) the same statement holds.
    """
    return Guarantee(epsilon, delta)
