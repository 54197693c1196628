"""Compositions of atoms off a common lattice, of few and of very many rounds, and of many mechanisms.

question_about(["laplace scale=10 k=2"], epsilon="1/10", width="1e-4")
"""

from __future__ import annotations

from collections.abc import Sequence

from ...accounting import Accountant, Bracket
from ...accounting.truncation import ADD_REMOVE
from .measure import Task
from .peer_words import Request, float_of

QUICK = "not slower than the quickest peer"
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
        question_about(["gaussian sigma=1 q=1/1000 k=1000000"], delta="1e-6", adjacency="replace-one"),
        question_about([CUT], delta="1e-6", width="1e-4", peers=False),
        question_about(LAPLACES[:10], delta="1e-6", name="10 Laplace scales, ten times each"),
        question_about(LAPLACES, delta="1e-6", name="16 Laplace scales, ten times each"),
        question_about(SAMPLED, delta="1e-6", name="32 sampled Gaussians, 100 times each"),
    ]


def question_about(
    mechanisms: Sequence[str],
    epsilon: str | None = None,
    delta: str | None = None,
    width: str = "1e-3",
    adjacency: str = ADD_REMOVE,
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
        level, allowed = (None if each is None else float(float_of(each)) for each in (epsilon, delta))
        return Request("text", 1, allowed, level, None, tuple(mechanisms), adjacency)

    what = f"delta at epsilon = {epsilon}" if delta is None else f"epsilon at delta = {delta}"
    where = "" if adjacency == ADD_REMOVE else f", {adjacency}"
    title = f"{name or ' + '.join(mechanisms)}{where}, {what} to width {width}"
    return Task(title, answer, request if peers else None, QUICK if peers else "")
