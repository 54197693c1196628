"""The accountants: every event that they support, composed, under every neighbouring relation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal, TypeAlias

from ....testing.claims import grid
from ...survey.case import Case
from ...survey.definitions import composed
from . import mechanisms as m
from .events import EVENTS, MANY, Event
from .names import EVENT, claims

PLD_ACCOUNTANT = "dp_accounting.pld.pld_privacy_accountant.PLDAccountant"
RDP_ACCOUNTANT = "dp_accounting.rdp.rdp_privacy_accountant.RdpAccountant"
BASE = "dp_accounting.privacy_accountant.PrivacyAccountant"
RELATION = "dp_accounting.privacy_accountant.NeighboringRelation"
MANY_TIMES = ", 10^4 times and more"
TWICE = "SelfComposedDpEvent"


def cases() -> Iterator[Case]:
    """Every event in every accountant that supports it, alone and twice."""
    for event in EVENTS:
        for accountant in event.accountants:
            yield from _accounted(event, accountant)
            if not event.at_least and TWICE not in event.names:
                yield from _accounted(_twice(event), accountant)
    yield from _orders()
    for accountant in ("pld", "rdp"):
        for event in MANY:
            yield from _accounted(event, accountant, MANY_AT, "")


def _twice(event: Event) -> Event:
    """The event, composed with itself."""
    return replace(
        event,
        names=(*event.names, TWICE),
        text=f"dp_event.{TWICE}({event.text}, 2)",
        rounds=lambda **parameters: [*event.rounds(**parameters)] * 2,
        parameters=event.parameters[:1],
        twice=True,
    )


Asked: TypeAlias = Sequence[tuple[Literal["epsilon", "delta"], str, tuple[float, ...]]]
FEW_AT: Asked = (("epsilon", "delta", (1e-9, 1e-3)), ("delta", "epsilon", (0.5, 3.0)))
MANY_AT: Asked = (("epsilon", "delta", (1e-9, 1e-12, 1e-14)), ("delta", "epsilon", (0.5, 3.5, 4.9)))


def _accounted(
    event: Event, accountant: str, asked: Asked = FEW_AT, width: str = ", value_discretization_interval=0.005"
) -> Iterator[Case]:
    """epsilon at deltas, and delta at epsilons; `width` is that of the grid of the losses."""
    name = PLD_ACCOUNTANT if accountant == "pld" else RDP_ACCOUNTANT
    made = "dpa.pld.PLDAccountant" if accountant == "pld" else "dpa.rdp.RdpAccountant"
    interval = width if accountant == "pld" else ""
    relation = f"neighboring_relation=dpa.NeighboringRelation.{event.relation}"
    for quantity, at, values in asked:
        points = [{**parameters, at: value} for parameters in event.parameters for value in values]
        yield claims(
            f"{name}.get_{quantity}",
            f"{made}({relation}{interval}).compose({event.text}).get_{quantity}({{{at}!r}})",
            composed(quantity, event.rounds),
            points,
            f"an upper bound of {quantity}: {event.title}, {event.relation}{MANY_TIMES * (event in MANY)}",
            note=event.note,
            at_least=event.at_least,
            also=(name, RELATION, f"{BASE}.compose", *(f"{EVENT}.{each}" for each in event.names)),
            seconds=40,
        )


def _orders() -> Iterator[Case]:
    """The same answers together with the order that gives them."""
    made = "dpa.rdp.RdpAccountant().compose(dp_event.GaussianDpEvent({sigma!r}))"
    asked: Asked = (
        ("epsilon", "delta", (1e-6,)),
        ("delta", "epsilon", (1.0,)),
    )
    for quantity, at, values in asked:
        yield claims(
            f"{RDP_ACCOUNTANT}.get_{quantity}_and_optimal_order",
            f"{made}.get_{quantity}_and_optimal_order({{{at}!r}})[0]",
            composed(quantity, lambda sigma: [m.gaussian(sigma)]),
            grid(sigma=[0.25, 1.0, 8.0], **{at: values}),
            f"an upper bound of {quantity}",
        )
