"""Group privacy: what (epsilon, delta)-DP for one individual says about k of them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Literal, TypeAlias, TypeVar

from ..adjacency import Adjacency
from ..arguments import integer, probability
from ..dp import Mechanism, TradeOff
from ..errors import InvalidType, InvalidValue
from ..exact import EpsilonLike, ExactLike, Log, Number, eps, exp, integer_text, number
from ..outputs.text import with_type
from ._check import bounded_count, check_mechanism
from .guarantee import Guarantee, capped

X = TypeVar("X")
Y = TypeVar("Y")

GroupForm: TypeAlias = Literal["tight", "factor", "exponential"]


MOST_STEPS = 4096
"""A trade-off function gains corners at every step of a group; larger groups are refused."""


def group(mechanism: Mechanism[X, Y], k: int) -> Mechanism[X, Y]:
    """The same mechanism under the k-th power of its adjacency, that of groups of k.

    x ~ x' when a chain of at most k adjacent steps through the domain leads from x to x'.  The chain stays in
    the domain: `group_privacy` uses the guarantee at every step of it, so two inputs that differ in k records
    are related only if the inputs between them are in the domain too.
    """
    check_mechanism(mechanism)
    power = mechanism.adjacency.power(integer(k, "k", 1), symmetric=mechanism.adjacency.symmetric)
    return Mechanism(
        mechanism.distribution,
        mechanism.domain,
        power,
        name=f"{mechanism.name} (groups of {integer_text(k)})",
    )


def group_factor(epsilon: EpsilonLike, k: int) -> Number:
    """1 + x + ... + x^(k-1) = (x^k - 1)/(x - 1) with x = e^epsilon, and k at epsilon = 0."""
    size, x = bounded_count(k, "k", 1), exp(eps(epsilon))
    return number(size) if x == 1 else (x**size - 1) / (x - 1)


def group_privacy(epsilon: EpsilonLike, delta: ExactLike, k: int, *, form: GroupForm = "tight") -> Guarantee:
    """The guarantee (k epsilon, delta_k) of an (epsilon, delta)-DP mechanism for groups of k.

        delta_k = (e^(k epsilon) - 1)/(e^epsilon - 1) delta        form="tight"
        delta_k = k e^((k-1) epsilon) delta                        form="factor"
        delta_k = e^(k epsilon) delta                              form="exponential"

    Hypotheses: k >= 1; for "exponential" also 1 + e^epsilon + ... + e^((k-1) epsilon) <= e^(k epsilon), which
    holds for epsilon >= ln(2) and fails for k >= 2 and small epsilon, where the form is too small.
    Adjacency: any relation; groups are chains of at most k steps (`group`).
    Tight: `witnesses.group_chain` attains the first form.  A delta_k above 1 is reported as 1.
    Raises InvalidValue where a hypothesis fails or the form is unknown.
    Source: Vadhan, "The Complexity of Differential Privacy", 2017, Lemma 2.2; Steinke and Ullman 2017, Fact
    2.2.
    """
    level, leak, size = eps(epsilon), probability(delta, "delta"), integer(k, "k", 1)
    if form not in ("tight", "factor", "exponential"):
        raise InvalidValue(f"form = {form!r} is unknown; give 'tight', 'factor' or 'exponential'")
    if level.is_infinite:
        return Guarantee(level, leak if size == 1 or not leak else 1)
    return Guarantee(size * level, capped(_factor(level, size, form, bool(leak)) * leak))


def group_tradeoff(f: TradeOff, k: int) -> TradeOff:
    """The trade-off function 1 - R(R(...R(alpha))), k times R = 1 - f, of an f-private mechanism for groups.

    A test of type I error alpha has power at most R(alpha) = 1 - f(alpha) after one step, at most R(R(alpha))
    after two, and so on: never weaker than `group_privacy` at any single epsilon, which follows from a line
    below f.
    Hypotheses: k >= 1; M is f-private.  Adjacency: any relation; groups are chains of at most k steps
    (`group`).
    Tight: for a chain of mechanisms whose every step attains f with nested tests.
    Source: Dong, Roth and Su, "Gaussian Differential Privacy", JRSS B 2022, Theorem 2.14.
    """
    if not isinstance(f, TradeOff):
        raise InvalidType(f"f is {with_type(f)}; give a TradeOff, such as mechanism.tradeoff()")
    composed = f
    for _ in range(bounded_count(k, "k", 1, MOST_STEPS) - 1):
        back = composed.inverse()
        corners = {alpha for alpha, _ in composed.vertices} | {back(1 - alpha) for alpha, _ in f.vertices}
        composed = TradeOff((alpha, f(1 - composed(alpha))) for alpha in corners)
    return composed


def _factor(epsilon: Log, k: int, form: GroupForm, leaks: bool) -> Number:
    """delta_k / delta."""
    if form == "tight":
        return group_factor(epsilon, k)
    x = exp(epsilon)
    if form == "factor":
        return k * x ** (k - 1)
    if leaks and group_factor(epsilon, k) > x**k:
        raise InvalidValue(
            f"epsilon = {epsilon} and k = {k} violate the condition 1 + ... + x^(k-1) <= x^k "
            "with x = e^epsilon of form='exponential'; use form='tight'"
        )
    return x**k


def copied_rows(
    mechanism: Mechanism[tuple[Hashable, ...], Y],
    domain: Iterable[tuple[Hashable, ...]],
    adjacency: Adjacency,
    k: int,
    *,
    fill: tuple[Hashable, ...] = (),
) -> Mechanism[tuple[Hashable, ...], Y]:
    """M_k(x) = M(x repeated k times, then `fill`): the reduction that trades rows for privacy.

    One row of x is k rows of the input of M, so if M is (epsilon, delta)-DP under replacing one row, M_k has
    the guarantee `group_privacy(epsilon, delta, k)` under replacing one row of x.
    Raises InvalidValue where a repeated input is not in the domain of M.
    Source: Steinke and Ullman, "Between Pure and Approximate Differential Privacy", 2017, Theorem 3.4.
    """
    check_mechanism(mechanism)
    copies = integer(k, "k", 1)
    return Mechanism(
        lambda x: mechanism.distribution(x * copies + fill),
        domain,
        adjacency,
        name=f"{mechanism.name} on {integer_text(k)} copies",
    )
