"""The mechanism that `assay audit` is asked about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .audit_request import Request
from .binding import bound, call_text
from .errors import UsageError
from .target import load, load_sampler

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

    from ..adjacency import Adjacency
    from ..dp import Mechanism
    from .target import Target


def built(request: Request) -> Mechanism[Hashable, Hashable]:
    """The mechanism that is asked for; call it inside `user_code`."""
    if request.rng is None:
        mechanism = declaring(as_mechanism(load(request.address, request.given), request), request)
    else:
        mechanism = as_sampler(bound(load_sampler(request.address), request.given), request)
    return mechanism if request.engine is None else mechanism.with_engine(request.engine)


def as_mechanism(target: Target, request: Request) -> Mechanism[Hashable, Hashable]:
    """The mechanism with the domain and the adjacency of the command line, where given."""
    from ..dp import Mechanism
    from ..programs import Program

    domain, adjacency = request.domain, request.adjacency
    if not isinstance(target, Mechanism):
        if domain is None or adjacency is None:
            raise UsageError(
                f"{target.__name__} is a program without a domain; add --domain and --adjacency, such as "
                "--domain 'False, True' --adjacency all-pairs, or define a Mechanism in the file"
            )
        name = call_text(target.__name__, request.given)
        if request.has_constant_noise:
            return at_one_epsilon(target, domain, adjacency, request, name)
        return Mechanism(target, domain, adjacency, name=name)
    if request.has_constant_noise and isinstance(target.source, Program):
        inputs = target.domain if domain is None else domain
        return at_one_epsilon(target.source, inputs, adjacency or target.adjacency, request, target.name)
    if domain is None and adjacency is None:
        return target
    source = target if domain is None else target.source
    return Mechanism(
        source,
        target.domain if domain is None else domain,
        target.adjacency if adjacency is None else adjacency,
        name=target.name,
    )


def at_one_epsilon(
    program: Callable[..., object],
    domain: Iterable[Hashable],
    adjacency: Adjacency,
    request: Request,
    name: str,
) -> Mechanism[Hashable, Hashable]:
    """The mechanism of a program with noise; `assay.decide` is loaded for it alone."""
    from ..decide import at_epsilon

    return at_epsilon(program, domain, adjacency, request.at, name=name)


def declaring(mechanism: Mechanism[Hashable, Hashable], request: Request) -> Mechanism[Hashable, Hashable]:
    """The mechanism whose program may end in the exceptions of --raises."""
    if not request.raises:
        return mechanism
    from ..dp import Mechanism
    from ..programs import Program
    from ..programs.ends import declared_by_name

    program = mechanism.source
    if not isinstance(program, Program):
        raise UsageError(f"--raises is for programs, and {mechanism.name} is none; leave it out")
    source = program.within(raises=declared_by_name(request.raises))
    return Mechanism(source, mechanism.domain, mechanism.adjacency, name=mechanism.name)


def as_sampler(sampler: Callable[..., object], request: Request) -> Mechanism[Hashable, Hashable]:
    """The function as a mechanism: on each input its distribution over every value of its random sources."""
    from ..programs.ends import declared_by_name
    from ..programs.sources import mechanism

    domain, adjacency = request.domain, request.adjacency
    if domain is None or adjacency is None:
        raise UsageError(
            f"{request.address.name} is a function without a domain; add --domain and --adjacency, such as "
            "--domain 'False, True' --adjacency all-pairs"
        )
    rng = None if request.rng == "any" else request.rng
    return mechanism(
        sampler,
        domain,
        adjacency,
        name=call_text(str(request.address.name), request.given),
        rng=rng,
        seconds=request.timeout,
        raises=declared_by_name(request.raises),
    )
