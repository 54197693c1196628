"""Ways of choosing batches, matrix mechanisms, selection, bounds of moments, and a calibration.

Peers are not asked where they have nothing of the kind.
"""

from __future__ import annotations

from ...accounting import Bracket, calibrate
from ...accounting.truncation import REPLACE
from .measure import Task
from .peer_words import Request, float_of
from .rounds import QUICK, question_about

TRAINING = "gaussian sigma=? q=256/60000 k=14062"


def batches_of_all_kinds() -> list[Task]:
    """The tasks; widths are those that theorems allow."""
    return [
        question_about(["random-allocation sigma=1 steps=1000"], delta="1e-6"),
        question_about(["random-allocation sigma=2 steps=100 k=10"], delta="1e-6"),
        question_about(["random-allocation sigma=1 steps=100"], epsilon="1"),
        question_about(["balls-in-bins sigma=1 bins=100 k=10"], delta="1e-6", width="1e-2"),
        question_about(["balls-in-bins sigma=4 bins=100 k=10 thrown=once"], delta="1e-6", peers=False),
        question_about(["truncated-gaussian sigma=1 q=1/100 size=60000 batch=700 k=100"], delta="1e-6"),
        question_about(["cyclic-poisson sigma=1 q=1/100 cycle=4 steps=10000"], delta="1e-6"),
        question_about(["toeplitz sigma=1 steps=1000 coefficients=1:1/2:3/8 q=1/100"], delta="1e-6"),
        question_about(["toeplitz sigma=4 steps=1000 coefficients=1:1/2:3/8"], delta="1e-6", peers=False),
        question_about(["tree sigma=10 steps=1000"], delta="1e-6"),
        question_about(["gaussian sigma=1 q=1/100 k=1000"], delta="1e-6", adjacency=REPLACE),
        question_about(
            ["gaussian sigma=1 rows=10000 batch=100 epochs=10 batches=fixed"], delta="1e-6", adjacency=REPLACE
        ),
        question_about(["shuffled sigma=4 batches=100"], delta="1e-6", width="20", peers=False),
        question_about(
            ["min-separation sigma=4 q=1/100 gap=4 steps=100"], delta="1e-6", width="1000", peers=False
        ),
        question_about(["select sigma=4 gamma=1/100"], delta="1e-6", width="2"),
        question_about(["zcdp rho=1/10"], delta="1e-6", width="1/10"),
        question_about(["fixed-order sigma=4 k=10"], delta="1e-6"),
        question_about(["user-level sigma=1 q=1/100 records=5 k=100"], delta="1e-6"),
        question_about(
            ["mixture sigma=1 sensitivities=0:1:2 probabilities=0.81:0.18:0.01 k=100"], delta="1e-6"
        ),
        question_about(["pure epsilon=1/10 k=100"], delta="1e-6"),
        question_about(["exponential epsilon=1/10 k=1000"], delta="1e-6", peers=False),
        calibration(TRAINING, "3", "1e-5"),
    ]


def calibration(mechanism: str, epsilon: str, delta: str) -> Task:
    """The noise for a goal, to a thousandth."""

    def answer() -> Bracket:
        return calibrate(mechanism, epsilon=epsilon, delta=delta).bracket

    def request() -> Request:
        return Request("calibrate", 1, float_of(delta), float_of(epsilon), None, (mechanism,))

    title = f"{mechanism}, for epsilon = {epsilon}, delta = {delta}, to width 1e-3"
    return Task(title, answer, request, QUICK)
