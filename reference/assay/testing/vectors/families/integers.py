"""Laplace and Gaussian noise on all integers."""

from __future__ import annotations

from collections.abc import Iterator

from ..family import Case, Family, case

LAPLACE = ("1", "1/2", "3/2", "10", "1/40")
GAUSSIAN = ("1", "1/4", "5/2", "100", "1/100")


def cases() -> Iterator[Case]:
    """Probabilities, tails, delta, and the smallest noise."""
    for word, name, values in (("laplace", "scale", LAPLACE), ("gaussian", "variance", GAUSSIAN)):
        for value in values:
            for z in ("0", "1", "-2", "5", *(("40",) if value != "1/100" else ())):
                yield case(f"integer_{word}_mass", "valid", **{name: value, "z": z})
                yield case(f"integer_{word}_tail", "valid", **{name: value, "z": z})
            for size in ("1", "2", "5"):
                for epsilon in ("0", "1/10", "1", "5"):
                    arguments = {name: value, "sensitivity": size, "epsilon": epsilon}
                    yield case(f"integer_{word}_delta", "valid", **arguments)
        bad = {"sensitivity": "1", "epsilon": "1"}
        yield case(f"integer_{word}_mass", "invalid", **{name: "0", "z": "0"})
        yield case(f"integer_{word}_tail", "invalid", **{name: "1", "z": "1/2"})
        yield case(f"integer_{word}_delta", "invalid", **{name: "-1", **bad})
        yield case(f"integer_{word}_delta", "invalid", **{name: "1", **bad, "sensitivity": "0"})
        yield case(f"integer_{word}_delta", "invalid", **{name: "1", **bad, "epsilon": "-1"})
    yield from _smallest()


def _smallest() -> Iterator[Case]:
    for size in ("1", "3"):
        for epsilon in ("1/10", "1/2", "1", "4"):
            for delta in ("1/10", "1/1000000"):
                arguments = {"sensitivity": size, "epsilon": epsilon, "delta": delta}
                if (size, epsilon) != ("3", "1/10"):  # hundreds of thousands: a search with many long sums
                    yield case("integer_gaussian_variance", "valid", **arguments)
                yield case("integer_laplace_scale", "valid", **arguments)
        for epsilon in ("1/10", "1/2", "1"):
            yield case("integer_laplace_scale", "boundary", sensitivity=size, epsilon=epsilon, delta="0")
    yield case("integer_gaussian_variance", sensitivity="1", epsilon="1", delta="1e-30")
    yield case("integer_laplace_scale", "invalid", sensitivity="1", epsilon="0", delta="0")
    yield case("integer_laplace_scale", "invalid", sensitivity="1", epsilon="1", delta="1")
    yield case("integer_gaussian_variance", "invalid", sensitivity="1", epsilon="1", delta="0")
    yield case("integer_gaussian_variance", "invalid", sensitivity="1/2", epsilon="1", delta="1/10")


FAMILIES = (
    Family(
        "integers",
        "Laplace and Gaussian noise on all integers",
        (
            "Canonne, Kamath and Steinke, The Discrete Gaussian for Differential Privacy, NeurIPS 2020",
            "Inusah and Kozubowski, A discrete analogue of the Laplace distribution, 2006",
        ),
        cases,
    ),
)
