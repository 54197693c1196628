"""`explain`: the pair of inputs, the event, and on either input the draws that lead to it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

from ..dp import Mechanism, Refuted, Verdict, Verified, Witness
from ..dp.witness import witness
from ..errors import AssayError, InvalidType, UndecidedError, UnfinishedProgram
from ..exact import EpsilonLike, ExactLike, Log, Number, eps
from ..outputs.identity import key
from ..outputs.json_values import exact_json
from ..outputs.text import spelled, with_type
from ..programs import Program
from ..programs.paths import Path, paths, paths_of_sampler
from ..programs.sources.oracle import Oracle
from ..rich_display import Shown
from .text import as_text
from .tree import Tree, of_distribution, of_paths


@dataclass(frozen=True)
class Side:
    """One input, and the draws that lead to the event on it."""

    x: Hashable
    tree: Tree

    @property
    def probability(self) -> Number:
        """The probability of the event, from the tree."""
        return self.tree.probability


@dataclass(frozen=True)
class Explanation(Shown):
    """Why a claim is false, or why no smaller epsilon would do.

    verdict: on the claim that was judged, None where the smallest epsilon is explained.
    shown: the inputs x and x', the event S and its probabilities; left and right: the draws on x and on x'.
    remark: None where the trees show draws; else each is the distribution itself, and this says why.
    epsilon, delta: the smallest epsilon at the delta of the claim, the smallest delta at its epsilon; None
    where they are not known.
    """

    name: str
    verdict: Verdict | None
    shown: Witness
    left: Side
    right: Side
    remark: str | None
    epsilon: Log | None
    delta: Number | None

    def __str__(self) -> str:
        return as_text(self)

    def to_json(self) -> dict[str, object]:
        """JSON values: the witness, and a tree for each input."""
        return {
            "mechanism": self.name,
            "verdict": None if self.verdict is None else self.verdict.word,
            "witness": self.shown.to_json(),
            "x": {"input": spelled(self.left.x), "tree": self.left.tree.to_json()},
            "x'": {"input": spelled(self.right.x), "tree": self.right.tree.to_json()},
            "remark": self.remark,
            "smallest_epsilon": None if self.epsilon is None else exact_json(self.epsilon),
            "smallest_delta": None if self.delta is None else exact_json(self.delta),
        }


def explain(
    mechanism: Mechanism[Any, Any], epsilon: EpsilonLike | None = None, delta: ExactLike = 0
) -> Explanation:
    """The draws behind the verdict on (epsilon, delta)-privacy; without epsilon, behind the smallest epsilon.

    Raises InvalidType for what is no mechanism, UndecidedError where no event shows the verdict or only
    bounds of the probabilities are known, and what computing it raises.
    """
    if not isinstance(mechanism, Mechanism):
        raise InvalidType(f"{with_type(mechanism)} is no mechanism; give a Mechanism")
    verdict = None if epsilon is None else mechanism.audit(eps(epsilon), delta)
    shown = _attained(mechanism, delta) if verdict is None else _of_verdict(verdict)
    if shown.bounds:
        raise UndecidedError(
            f"only bounds of the distributions of {mechanism.name} are known, so that no tree adds up to "
            f"them; what they show: {verdict}"
        )
    left, right, remark = _sides(mechanism, shown)
    for side, probability in ((left, shown.p), (right, shown.q)):
        if side.probability != probability:
            raise AssayError(
                f"the draws give the event the probability {side.probability} on {spelled(side.x)} and the "
                f"distribution gives it {probability}; this is a defect of Assay: please report it"
            )
    return Explanation(
        mechanism.name,
        verdict,
        shown,
        left,
        right,
        remark,
        _known(lambda: mechanism.epsilon(shown.delta)),
        _known(lambda: mechanism.profile().exact(shown.epsilon)),
    )


def _attained(mechanism: Mechanism[Any, Any], delta: ExactLike) -> Witness:
    """The pair and the event that need the smallest epsilon."""
    worst = mechanism.worst_case.epsilon(delta)
    if worst.pair is None or not worst.event:
        raise UndecidedError(
            f"no event shows the smallest epsilon of {mechanism.name}, {worst.value}; give a claim (epsilon)"
        )
    return witness(mechanism, worst.pair, worst.event, worst.value, _number(delta))


def _number(delta: ExactLike) -> Number:
    from ..arguments import probability

    return probability(delta, "delta")


def _of_verdict(verdict: Verdict) -> Witness:
    """The witness of a refuted claim, or the place where a verified one is tightest."""
    if isinstance(verdict, Refuted):
        return verdict.witness
    if isinstance(verdict, Verified) and verdict.attained is not None:
        return verdict.attained
    raise UndecidedError(f"there is no event to explain: {verdict}")


def _sides(mechanism: Mechanism[Any, Any], shown: Witness) -> tuple[Side, Side, str | None]:
    """The trees of both inputs: of draws where they can be listed, else of the distributions."""
    event = {key(output) for output in shown.event}

    def inside(output: object) -> bool:
        return key(output) in event

    remark: str | None = f"{mechanism.name} is given by its distributions, so that there are no draws to show"
    source = mechanism.source
    if isinstance(source, Program | Oracle):
        try:
            left, right = (Side(x, of_paths(_paths(source, x), inside)) for x in shown.inputs)
        except AssayError as error:
            remark = f"the draws of {mechanism.name} are not shown: {error}"
        else:
            return left, right, None
    left, right = (Side(x, of_distribution(mechanism.distribution(x), inside)) for x in shown.inputs)
    return left, right, remark


def _paths(source: Program[..., Any] | Oracle, x: Any) -> tuple[Path, ...]:
    """All paths on an input.  Raises UnfinishedProgram where some have no end."""
    if isinstance(source, Oracle):
        return paths_of_sampler(source, x)
    found, bounds = paths(source, x)
    if bounds.open_mass:
        raise UnfinishedProgram(bounds.reason or "not all paths end", bounds)
    return found


def _known(value: Callable[[], Any]) -> Any:
    """A value; None where it is not known."""
    try:
        return value()
    except AssayError:
        return None
