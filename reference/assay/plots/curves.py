"""The privacy profile and the trade-off function as pictures."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import exp
from typing import TYPE_CHECKING, Any

from ..arguments import probability
from ..budgets.progress import track
from ..dp import Mechanism, Profile
from ..errors import InvalidType, InvalidValue
from ..exact import EpsilonLike, ExactLike, Log, Number, eps
from ..outputs.text import with_type
from .colours import CLAIM, COLOURS, FILL, GUIDE
from .files import check_matplotlib, style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Points = list[tuple[float, float]]
Claim = tuple[Log, Number]

STEPS = 60
"""Points drawn between two breakpoints, where delta is linear in e^epsilon and so curved in epsilon."""

MOST_LABELS = 6
"""Up to so many breakpoints are labelled with their exact values."""

LONGEST_LABEL = 24

NAMELESS = "profile"


def plot(
    *curves: Mechanism[Any, Any] | Profile,
    claim: tuple[EpsilonLike, ExactLike] | None = None,
    logarithmic: bool = False,
) -> Figure:
    """The profiles of mechanisms in one picture, the trade-off functions beside them.

    Mechanisms with the symbol eps are drawn over eps: the smallest epsilon at delta = 0 at each value.

    claim: a point (epsilon, delta) that is marked.
    logarithmic: whether delta has a logarithmic axis, which shows where small deltas end.
    Raises AssayError where matplotlib is not installed, InvalidType for what has no profile, UndecidedError
    where one is a function of the symbol eps and another is not, or is no mechanism.
    """
    check_matplotlib()

    symbolic = [each for each in curves if isinstance(each, Mechanism) and is_symbolic(each)]
    if symbolic and len(symbolic) == len(curves):
        if claim is not None or logarithmic:
            raise InvalidValue("a claim or a logarithmic delta is for numbers; substitute an epsilon first")
        return _figure((6, 4), lambda figure: draw_losses(figure, symbolic))
    named = _named(curves)
    marked = None if claim is None else (eps(claim[0]), probability(claim[1], "delta of the claim"))
    return _figure((9, 4), lambda figure: draw(figure, named, marked, logarithmic))


def _figure(size: tuple[float, float], drawn: Callable[[Figure], None]) -> Figure:
    """A figure on which something is drawn."""
    from matplotlib.figure import Figure

    with style():
        figure = Figure(figsize=size, layout="constrained")
        drawn(figure)
    return figure


def _named(curves: Sequence[object]) -> dict[str, Profile]:
    """The profiles by name; a name that is there already gets a number."""
    if not curves:
        raise InvalidValue("there is nothing to plot; give mechanisms or profiles")
    named: dict[str, Profile] = {}
    for curve in curves:
        if not isinstance(curve, Mechanism | Profile):
            raise InvalidType(f"{with_type(curve)} has no privacy profile; give a Mechanism or a Profile")
        name = curve.name if isinstance(curve, Mechanism) else NAMELESS
        number = 2
        while (unique := name if number == 2 and name not in named else f"{name} ({number})") in named:
            number += 1
        named[unique] = curve.profile() if isinstance(curve, Mechanism) else curve
    return named


def draw(
    figure: Figure, named: Mapping[str, Profile], claim: Claim | None = None, logarithmic: bool = False
) -> None:
    """The profiles on the left of a figure, their trade-off functions on the right."""
    curves = {name: profile_points(profile) for name, profile in named.items()}
    errors = {name: tradeoff_points(profile) for name, profile in named.items()}
    left, right = figure.subplots(1, 2)
    draw_profiles(left, curves, claim, logarithmic)
    if len(named) == 1:
        (profile,) = named.values()
        label_breakpoints(left, profile)
    draw_tradeoffs(right, errors)
    if [*named] != [NAMELESS]:
        figure.suptitle(", ".join(named))


def profile_points(profile: Profile) -> Points:
    """Points (epsilon, delta): STEPS between two breakpoints, and a piece of the constant at the end."""
    corners = [(float(epsilon), float(delta)) for epsilon, delta in profile.breakpoints]
    last, level = corners[-1]
    corners.append((max(1.25 * last, last + 0.5), level))
    points = corners[:1]
    for (e0, d0), (e1, d1) in pairwise(corners):
        start = exp(e0 - e1)
        for step in range(1, STEPS + 1):
            nearer = 1 - (1 - step / STEPS) ** 3  # where a logarithmic axis falls fastest
            epsilon = e0 + (e1 - e0) * nearer
            # of the way from e^e0 to e^e1; two breakpoints may be one float
            share = (exp(epsilon - e1) - start) / (1 - start) if start < 1 else nearer
            points.append((epsilon, d0 + share * (d1 - d0)))
    return points


def tradeoff_points(profile: Profile) -> Points:
    """The vertices (alpha, beta) of the trade-off function that is dual to the profile."""
    return [(float(alpha), float(beta)) for alpha, beta in profile.tradeoff().vertices]


def draw_profiles(
    axes: Axes, curves: Mapping[str, Points], claim: Claim | None, logarithmic: bool = False
) -> None:
    """delta over epsilon, the private side filled where there is one curve, and the claim as a point."""
    right = max(points[-1][0] for points in curves.values())
    top = max(delta for points in curves.values() for _, delta in points)
    if claim is not None and not claim[0].is_infinite:
        at = (float(claim[0]), float(claim[1]))
        right, top = max(right, at[0] * 1.1), max(top, at[1])
        axes.plot(
            *at,
            "o",
            color=CLAIM,
            label=f"claim ({_short(claim[0])}, {_short(claim[1])})",
            clip_on=False,
            zorder=3,
        )
    for i, (name, points) in enumerate(curves.items()):
        x, y = columns([*points, (right, points[-1][1])])
        if len(curves) == 1:
            axes.fill_between(x, y, 1.0, color=FILL, linewidth=0, label="private")
        label = "delta(epsilon)" if len(curves) == 1 else name
        axes.plot(x, y, color=COLOURS[i % len(COLOURS)], linewidth=2, label=label)
    axes.legend(facecolor="white", framealpha=1, edgecolor="none")
    axes.set(xlabel="epsilon", ylabel="delta", title="privacy profile", xlim=(0, right))
    if logarithmic and top > 0:
        axes.set_yscale("log")
        axes.set_ylim(top=1)
    else:
        axes.set_ylim(0, min(max(top * 1.15, 1e-12), 1.02))


def label_breakpoints(axes: Axes, profile: Profile) -> None:
    """The exact values beside the breakpoints, where these are few and short."""
    if len(profile.breakpoints) > MOST_LABELS:
        return
    for epsilon, delta in profile.breakpoints:
        text = f"({epsilon}, {delta})"
        if len(text) <= LONGEST_LABEL:
            at = (float(epsilon), float(delta))
            axes.plot(*at, ".", color=COLOURS[0], clip_on=False, zorder=3)
            axes.annotate(text, at, xytext=(6, 4), textcoords="offset points", fontsize=8, color=COLOURS[0])


def draw_tradeoffs(axes: Axes, errors: Mapping[str, Points]) -> None:
    """beta over alpha, below the diagonal of perfect privacy."""
    axes.plot([0, 1], [1, 0], color=GUIDE, linestyle=":", linewidth=1, label="perfect privacy")
    for i, (name, points) in enumerate(errors.items()):
        x, y = columns(points)
        label = None if len(errors) == 1 else name
        axes.plot(x, y, color=COLOURS[i % len(COLOURS)], linewidth=2, label=label)
    axes.set(
        xlabel="type I error alpha",
        ylabel="type II error beta",
        title="trade-off function",
        xlim=(0, 1),
        ylim=(0, 1),
        aspect="equal",
    )
    axes.legend(frameon=False)


def _short(value: Log | Number) -> str:
    """The exact spelling where it is short, else six digits."""
    text = str(value)
    return text if len(text) <= LONGEST_LABEL else str(value.decimal(6))


def columns(points: Sequence[tuple[float, float]]) -> tuple[list[float], list[float]]:
    """The abscissae and the ordinates."""
    return [x for x, _ in points], [y for _, y in points]


PLACES = tuple(Fraction(k, 16) for k in range(1, 65))
"""The values of eps at which the exact loss is drawn."""


def is_symbolic(mechanism: Mechanism[Any, Any]) -> bool:
    """Whether a probability is a function of the symbol eps."""
    return any(p.is_symbolic for x in mechanism.domain for _, p in mechanism.distribution(x).items())


def draw_losses(figure: Figure, mechanisms: Sequence[Mechanism[Any, Any]]) -> None:
    """L(eps) over eps, the line L = eps beside it; where there is no L the legend says why."""
    from ..decide import exact_loss

    axes = figure.subplots()
    highest = float(PLACES[-1])
    axes.plot([0, highest], [0, highest], color=GUIDE, linestyle=":", linewidth=1, label="eps")
    for number, mechanism in enumerate(mechanisms):
        points, label = [], mechanism.name
        try:
            loss = exact_loss(mechanism)
            points = [float(loss.at(eps)) for eps in track(PLACES, "values of eps")]
        except InvalidValue as reason:
            label = f"{mechanism.name}: {re.split('[:;]', str(reason))[0]}"
        places = [float(eps) for eps in PLACES[: len(points)]]
        axes.plot(places, points, color=COLOURS[number % len(COLOURS)], linewidth=2, label=label)
    axes.set(xlabel="eps", ylabel="smallest epsilon at delta = 0", xlim=(0, highest))
    axes.set_ylim(bottom=0)
    axes.legend(frameon=False)
