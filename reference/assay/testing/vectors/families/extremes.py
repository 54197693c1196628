"""Arguments at which floats break: large epsilons, tiny deltas, many rounds, and floats as arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from ....outputs.json_values import Json
from ..family import FLOAT, Case, case

LARGE = ("31", "709", "745", "1000")
"""Epsilons: e^709 is the last whole power of e that a binary64 float holds, e^-745 the last above 0."""
TINY = ("1e-300", "1e-400")
RARE = f"1/{10**300}"
FLOATS = {"epsilon": FLOAT, "delta": "0x1.4f8b588e368f1p-17"}
_case: Callable[..., Case] = partial(case, result="boundary")


def group() -> Iterator[Case]:
    """Large epsilons with deltas that the factor brings back, large groups, arguments that are floats."""
    for epsilon in LARGE:
        for delta in ("0", *TINY):
            for k in ("2", "3"):
                yield _case("group_privacy", epsilon=epsilon, delta=delta, k=k)
    yield _case("group_privacy", epsilon="ln(2)", delta="1e-310", k="1000")
    yield _case("group_privacy", epsilon="1/10", delta="1e-40", k="100")
    yield _case("group_privacy", **FLOATS, k="3")


def amplification() -> Iterator[Case]:
    """Samples of mechanisms with large epsilons and tiny deltas; many draws."""
    for epsilon in LARGE:
        for rate in ("1e-10", "1/2"):
            for direction in ("remove", "add"):
                yield _case(
                    "poisson_amplification", epsilon=epsilon, delta="1e-300", rate=rate, direction=direction
                )
        yield _case(
            "without_replacement_amplification", epsilon=epsilon, delta="1e-300", m="1", n="1000000000"
        )
    yield _case("with_replacement_amplification", epsilon="1/1000", m="100000", n="1000000000")
    for direction in ("remove", "add"):
        yield _case("poisson_amplification", **FLOATS, rate="0x1.47ae147ae147bp-7", direction=direction)


def conversions() -> Iterator[Case]:
    """Large epsilons and orders, tiny deltas and rhos, arguments that are floats."""
    for epsilon in LARGE:
        yield _case("total_variation_from_dp", epsilon=epsilon, delta="1e-300")
        yield _case("kl_from_pure", epsilon=epsilon)
        for order in ("3/2", "2"):
            yield _case("renyi_from_pure", epsilon=epsilon, order=order)
        yield _case("rdp_to_delta", order="2", r="1", epsilon=epsilon)
    for epsilon, at in (("31", "30"), ("710", "709"), ("745", "31"), ("1000", "999")):
        yield _case("delta_from_dp", epsilon=epsilon, delta="1e-300", at=at)
        yield _case("probabilistic_from_dp", epsilon=at, delta="1e-300", at=epsilon)
    for delta in TINY:
        for order in ("2", "1000"):
            for conversion in ("improved", "mironov"):
                yield _case("rdp_to_dp", order=order, r="1", delta=delta, conversion=conversion)
        for rho in ("1e-300", "1/2", "10000000000"):
            yield _case("zcdp_to_dp", rho=rho, delta=delta)
    yield _case("zcdp_to_dp", rho=FLOAT, delta=FLOATS["delta"])
    yield _case("rdp_to_dp", order="2", r=FLOAT, delta=FLOATS["delta"], conversion="improved")
    yield _case("kl_from_pure", epsilon=FLOAT)
    yield _case("total_variation_from_dp", **FLOATS)


def flips() -> Iterator[Case]:
    """Randomised response with flips that hardly ever happen."""
    for epsilon in LARGE:
        for delta in ("0", *TINY):
            yield _case("smallest_flip_probability", epsilon=epsilon, delta=delta)
    yield _case("smallest_flip_probability", **FLOATS)


def scales() -> Iterator[Case]:
    """Much noise, for which a search takes many steps; pairs whose two directions differ."""
    for function in ("smallest_laplace_scale", "smallest_truncated_laplace_scale"):
        for epsilon in ("1/20", "1/50"):
            for low, high in (("0", "1"), ("0", "3")):
                yield _case(function, epsilon=epsilon, delta="0", low=low, high=high)
    for epsilon in ("1/5", "1/10", "1/20"):
        yield _case("smallest_gaussian_variance", epsilon=epsilon, delta="1/1000", low="-2", high="3")
    for function in ("smallest_truncated_laplace_scale", "smallest_gaussian_variance"):
        for high in ("2", "3", "6"):
            for epsilon in ("1/10", "1/5"):
                for delta in ("0", "1/100"):
                    yield _case(function, epsilon=epsilon, delta=delta, low="0", high=high)


def bounds() -> Iterator[Case]:
    """Composition of large epsilons, of many rounds, of tiny deltas, and of rounds that are not alike."""
    tenths: list[Json] = [{"epsilon": FLOAT, "delta": "1e-300"}] * 10
    yield Case("basic composition of ten floats", "basic_composition", {"guarantees": tenths}, "boundary")
    for epsilon, at in (("31", "30"), ("709", "709"), ("745", "700"), ("1000", "1999")):
        for delta in ("0", "1e-300"):
            yield _case("optimal_composition_delta", epsilon=epsilon, delta=delta, k="2", at=at)
    for at in ("ln(2)", "100", "500"):
        yield _case("optimal_composition_delta", epsilon="ln(2)", delta="0", k="1000", at=at)
    for form in ("textbook", "tanh"):
        for epsilon, k in (("1/1000", "100000"), ("31", "2"), ("709", "2"), ("745", "100000")):
            yield _case(
                "advanced_composition", epsilon=epsilon, delta="1e-300", k=k, slack="1e-300", form=form
            )
    yield from _unlike()


def _unlike() -> Iterator[Case]:
    rounds = {
        "two": (("ln(2)", "0"), ("ln(3)", "0")),
        "three, one of them approximate": (("ln(2)", "0"), ("ln(3)", "1/100"), ("ln(5)", "0")),
        "two whole ones": (("1", "0"), ("2", "0")),
        "six": tuple((f"{i}/10", "1/1000000") for i in range(1, 7)),
        "one large among small ones": (("31", "0"), ("1/10", "0"), ("1/10", "0")),
        "one that loses nothing": (("0", "0"), ("1", "1/10")),
        "eight with tiny deltas": tuple((f"ln({i})", "1e-300") for i in range(2, 10)),
        "deltas alone": (("0", "1/10"), ("0", "1/5")),
    }
    for name, parts in rounds.items():
        guarantees: list[Json] = [{"epsilon": epsilon, "delta": delta} for epsilon, delta in parts]
        for at in ("0", "1", "ln(6)", "5"):
            arguments: dict[str, Json] = {"guarantees": guarantees, "at": at}
            yield Case(f"optimal delta of {name} at {at}", "unlike_composition_delta", arguments)
    for key, bad in (("epsilon", "-1"), ("epsilon", "inf"), ("delta", "2")):
        part: Json = {**{"epsilon": "1", "delta": "0"}, key: bad}
        arguments = {"guarantees": [part, {"epsilon": "1", "delta": "0"}], "at": "1"}
        yield Case(
            f"optimal delta with a round of {key} {bad}", "unlike_composition_delta", arguments, "invalid"
        )
    arguments = {"guarantees": [], "at": "1"}
    yield Case("optimal delta of no rounds", "unlike_composition_delta", arguments, "invalid")


def _rare() -> dict[str, tuple[list[Json], list[Json]]]:
    rest, less = f"{10**300 - 1}/{10**300}", f"{10**300 - 2}/{10**300}"
    hidden, seen = f"1/{10**310}", f"{10**310 - 1}/{10**310}"
    return {
        "a rare outcome twice as likely": ([f"2/{10**300}", less], [RARE, rest]),
        "a coin against a rare outcome": (["1/2", "1/2"], [hidden, seen]),
    }


def delta() -> Iterator[Case]:
    """Outcomes of probability 1e-300, also at epsilons where e^epsilon overflows."""
    for name, (p, q) in _rare().items():
        for epsilon in ("0", "ln(3/2)", "31", "709", "710", "713", "745"):
            arguments: dict[str, Json] = {"p": p, "q": q, "epsilon": epsilon}
            yield Case(f"delta of {name} at {epsilon}", "delta", arguments, "boundary")
        yield Case(f"total variation of {name}", "total_variation", {"p": p, "q": q}, "boundary")
    arguments = {"p": ["3/4", "1/4"], "q": ["1/4", "3/4"], "epsilon": FLOAT}
    yield Case("delta of randomised response ln 3 at a float", "delta", arguments, "boundary")


def epsilon() -> Iterator[Case]:
    """The epsilons of such pairs."""
    for name, (p, q) in _rare().items():
        for d in ("0", RARE, "1e-310", "1/4"):
            arguments: dict[str, Json] = {"p": p, "q": q, "delta": d}
            yield Case(f"epsilon of {name} at {_short(d)}", "epsilon", arguments, "boundary")


def _short(text: str) -> str:
    return "1e-300 as a fraction" if text == RARE else text


def renyi() -> Iterator[Case]:
    """The divergences of such pairs."""
    for name, (p, q) in _rare().items():
        for order in ("1", "2", "64", "inf"):
            arguments: dict[str, Json] = {"p": p, "q": q, "order": order}
            yield Case(f"renyi of {name} at {order}", "renyi", arguments, "boundary")
