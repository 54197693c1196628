"""Compositions of atoms off a common lattice, of few and of very many rounds, and of many mechanisms."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, cast

from ...accounting import Accountant, Bracket
from .measure import Task
from .peers import NotOffered, Request

QUICK = "not slower than dp-accounting"
CUT = "truncated-gaussian sigma=1 q=1/100 size=60000 batch=600 k=1000"
LAPLACES = [f"laplace scale={10 + 3 * i} k=10" for i in range(16)]
SAMPLED = [f"gaussian sigma={10 + i}/10 q=1/100 k=100" for i in range(32)]


def rounds_of_all_kinds() -> list[Task]:
    """The tasks; peers are not asked where they have nothing of the kind, or take minutes."""
    return [
        question_about(["laplace scale=10 k=2"], epsilon="1/10", width="1e-4"),
        question_about(["laplace scale=2", "laplace scale=50"], delta="1e-8"),
        question_about(["laplace scale=10 k=10"], delta="1e-12", width="1e-4"),
        question_about(["laplace scale=10 k=100"], delta="1e-6", width="1e-2"),
        question_about(["laplace scale=10 k=100"], delta="1e-6"),
        question_about(["laplace scale=10 k=100"], delta="1e-300"),
        question_about(
            ["discrete-gaussian sigma=5 k=3", "approximate epsilon=1 delta=1e-9 k=3", "gaussian sigma=20"],
            delta="1e-6",
        ),
        question_about(["discrete-gaussian sigma=10 q=1/5 k=2"], epsilon="1/2"),
        question_about(["gaussian sigma=1/2 q=1e-3 k=2"], delta="1e-3"),
        question_about(["gaussian sigma=1 q=1/100 k=100"], delta="1e-6"),
        question_about(["gaussian sigma=1 q=1/100 k=1000"], delta="1e-6"),
        question_about(["gaussian sigma=1 q=1/100 k=100000000"], delta="1e-6", peers=False),
        question_about(
            ["gaussian sigma=1 q=1/1000 k=1000000"], delta="1e-6", adjacency="replace-one", peers=False
        ),
        question_about([CUT], delta="1e-6", width="1e-4", peers=False),
        question_about(["random-allocation sigma=1 steps=1000"], delta="1e-6", peers=False),
        question_about(["balls-in-bins sigma=1 bins=100 k=10"], delta="1e-6", width="1e-2", peers=False),
        question_about(LAPLACES[:10], delta="1e-6", name="10 Laplace scales, ten times each"),
        question_about(LAPLACES, delta="1e-6", name="16 Laplace scales, ten times each"),
        question_about(SAMPLED, delta="1e-6", name="32 sampled Gaussians, 100 times each"),
    ]


def question_about(
    mechanisms: Sequence[str],
    epsilon: str | None = None,
    delta: str | None = None,
    width: str = "1e-3",
    adjacency: str = "add-remove-one",
    peers: bool = True,
    name: str = "",
) -> Task:
    """delta at an epsilon, or epsilon at a delta, of mechanisms as the command line takes them."""

    def answer() -> Bracket:
        accountant = Accountant(adjacency, width)
        for mechanism in mechanisms:
            accountant.compose(mechanism)
        return accountant.delta(epsilon) if epsilon is not None else accountant.epsilon(delta or 0)

    def request() -> Request:
        level, allowed = (None if each is None else float(_value(each)) for each in (epsilon, delta))
        return Request("text", 1, delta=allowed, epsilon=level, mechanisms=tuple(mechanisms))

    what = f"delta at epsilon = {epsilon}" if delta is None else f"epsilon at delta = {delta}"
    where = "" if adjacency == "add-remove-one" else f", {adjacency}"
    title = f"{name or ' + '.join(mechanisms)}{where}, {what} to width {width}"
    return Task(title, answer, request if peers else None, QUICK if peers else "")


def _value(text: str) -> float:
    """A number such as 1/10 or 1e-6."""
    above, _, below = text.partition("/")
    return float(above) / float(below or 1)


def of_dp_accounting(pld: Any, mechanisms: Sequence[str]) -> Any:
    """The privacy loss distribution of mechanisms given as text.  Raises NotOffered for other words."""
    total = None
    for text in mechanisms:
        name, *words = text.split()
        values = {key: _value(value) for key, _, value in (word.partition("=") for word in words)}
        made = _made(pld, name, values)
        count = int(values.get("k", 1))
        made = made.self_compose(count) if count > 1 else made
        total = made if total is None else total.compose(made)
    return total


def _made(pld: Any, name: str, values: dict[str, float]) -> Any:
    rate = values.get("q", 1.0)
    if name == "gaussian":
        return pld.from_gaussian_mechanism(values["sigma"], sampling_prob=rate)
    if name == "laplace":
        return pld.from_laplace_mechanism(values["scale"], sampling_prob=rate)
    if name == "discrete-gaussian":
        return pld.from_discrete_gaussian_mechanism(values["sigma"], sampling_prob=rate)
    if name == "approximate":
        common = cast(Any, import_module("dp_accounting.pld.common"))
        return pld.from_privacy_parameters(
            common.DifferentialPrivacyParameters(values["epsilon"], values["delta"])
        )
    raise NotOffered(name)
