"""multi-freq-ldpy: local randomisers of one value among k, and of repeated reports of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any

from ...dp import Dist
from ...exact import eps
from ..survey.case import Case
from ..survey.library import Library
from ._border import Border
from ._names import modules

LIBRARY = Library(
    name="multi-freq-ldpy",
    module="multi_freq_ldpy",
    tested="0.2.5",
    install="assay survey --library multi-freq-ldpy --install",
    needs=("scipy",),  # imported, and not among its requirements
)
ONE, LONG = "multi_freq_ldpy.pure_frequency_oracles", "multi_freq_ldpy.long_freq_est"
BORDER = Border(
    LIBRARY,
    "from multi_freq_ldpy.pure_frequency_oracles import ADP, GRR, SS, UE\n"
    "from multi_freq_ldpy.long_freq_est import L_GRR, L_OSUE, L_OUE, L_SOUE, L_SUE\n",
)
HASHED = "its report has a hash function with it, drawn from more than samples can tell apart"
LEFT_OUT = {
    f"{ONE}.LH.LH_Client": HASHED,
    f"{ONE}.HE.HE_Client": "a vector of floats",
    f"{ONE}.HE.SHE_Client": "a vector of floats",
    f"{ONE}.HE.THE_Client": "a vector of floats",
    f"{LONG}.L_LH.L_LH_Client": HASHED,
    f"{LONG}.L_ADP.L_ADP_Client": "one of the clients that are judged, chosen by a variance",
    f"{LONG}.dBitFlipPM.dBitFlipPM_Client": "bits of a bucket for ever, with a memory that is kept outside",
    "multi_freq_ldpy.mdim_freq_est.": "the clients that are judged, on several attributes",
    "multi_freq_ldpy.long_mdim_freq_est.": "the clients that are judged, on several attributes",
}


def public_names() -> Iterable[str]:
    """The clients; the rest estimates from their reports. Compiled functions have no module of their own."""
    for module in modules(LIBRARY.module):
        place = module.__name__.rpartition(".")[2]
        for name, value in vars(module).items():
            own = getattr(value, "__module__", "") == module.__name__ or name.startswith(f"{place}_")
            if name.endswith("_Client") and own and not name.startswith("_"):
                yield f"{module.__name__}.{name}"


def cases() -> Iterator[Case]:
    """One report, and the first of many."""
    for epsilon in (0.5, 1.0, 4.0):
        yield _case("GRR", epsilon, 4, "int(GRR.GRR_Client(x, 4, {0!r}))", _response(epsilon, 4))
        for optimal in (True, False):
            text = f"tuple(map(int, UE.UE_Client(x, 3, {{0!r}}, {optimal})))"
            yield _case("UE", epsilon, 3, text, _unary(epsilon, 3, optimal))
        yield _case("SS", epsilon, 12, "tuple(map(int, SS.SS_Client(x, 12, {0!r})))", inputs=2)
        shown = "(lambda y: int(y) if not hasattr(y, '__len__') else tuple(map(int, y)))"
        text = f"{shown}(ADP.ADP_Client(x, 3, {{0!r}}))"
        yield _case("ADP", epsilon, 3, text)
    for name in ("GRR", "OSUE", "OUE", "SOUE", "SUE"):
        client = f"L_{name}.L_{name}_Client(x, 3, 2.0, 1.0)"
        text = f"int({client})" if name == "GRR" else f"tuple(map(int, {client}))"
        yield _case(f"L_{name}", 1.0, 3, text, promise="the first report is eps_1-private, eps_perm = 2")


def _case(
    name: str,
    epsilon: float,
    k: int,
    text: str,
    distribution: Any = None,
    inputs: int | None = None,
    promise: str = "epsilon-private locally: any two of k values",
) -> Case:
    """A client on the values 0 to k - 1, or on the first of them."""
    return BORDER.samples(
        f"{LONG if name.startswith('L_') else ONE}.{name}.{name}_Client",
        text.format(epsilon),
        tuple(range(inputs or k)),
        promise,
        parameters={"epsilon": epsilon, "k": k},
        adjacency=None,
        distribution=distribution,
        epsilon=epsilon,
        samples=6000,
        seconds=120,
    )


def _response(epsilon: float, k: int) -> Any:
    """The value itself with e^epsilon/(e^epsilon + k - 1)."""
    odds = eps(str(epsilon)).exp()
    total = odds + k - 1
    return lambda x: Dist({y: (odds if y == x else 1) / total for y in range(k)})


def _unary(epsilon: float, k: int, optimal: bool) -> Any:
    """Bits by themselves: 1 with p in the place of the value, with q in the others."""
    if optimal:
        odds = eps(str(epsilon)).exp()
        p, q = odds / odds / 2, 1 / (odds + 1)
    else:
        odds = eps(str(epsilon / 2)).exp()
        p, q = odds / (odds + 1), 1 / (odds + 1)

    def mass(bits: Sequence[int], x: int) -> Any:
        found = p / p
        for place, bit in enumerate(bits):
            one = p if place == x else q
            found = found * (one if bit else 1 - one)
        return found

    return lambda x: Dist({bits: mass(bits, x) for bits in product((0, 1), repeat=k)})
