"""prv-accountant answers the test vectors: pip install prv-accountant.

assay vectors run --name prv-accountant --command 'python prv_accountant_answerer.py' --save prv.json
"""

import json
import math
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction

from prv_accountant import PRVAccountant
from prv_accountant.privacy_random_variables import ApproximateDPMechanism, PureDPMechanism

EPSILON_ERROR, DELTA_ERROR = 1e-3, 1e-10
"""What the accountant is asked to keep to: its answers are an estimate and bounds on both sides."""


def real(text: str) -> float:
    """2/3, ln(2), inf: the nearest float, which is what the library works on."""
    if text.startswith("ln("):
        return math.log(Fraction(text[3:-1]))
    return math.inf if text == "inf" else float(Fraction(text))


def accountant(given: dict) -> PRVAccountant:
    """k optimal mechanisms with the same epsilon and delta."""
    epsilon, delta = real(given["epsilon"]), real(given["delta"])
    one = ApproximateDPMechanism(epsilon, delta) if delta else PureDPMechanism(epsilon)
    rounds = [int(given["k"])]
    return PRVAccountant(
        prvs=[one], max_self_compositions=rounds, eps_error=EPSILON_ERROR, delta_error=DELTA_ERROR
    )


def interval(bounds: tuple[float, float, float]) -> dict[str, str]:
    """The lower and the upper bound."""
    lower, _, upper = bounds
    return {"lower": float(lower).hex(), "upper": float(upper).hex()}


FUNCTIONS: dict[str, Callable[[dict], object]] = {
    "optimal_composition_delta": lambda given: interval(
        accountant(given).compute_delta(real(given["at"]), [int(given["k"])])
    ),
    "optimal_composition_epsilon": lambda given: interval(
        accountant(given).compute_epsilon(real(given["total_delta"]), [int(given["k"])])
    ),
}


def main(lines: Sequence[str]) -> None:
    """Answer every prompt; what the library raises is its refusal."""
    answers, sys.stdout = sys.stdout, sys.stderr  # what the library prints is no answer
    for line in lines:
        prompt = json.loads(line)
        try:
            function = FUNCTIONS.get(prompt["function"])
            if function is None:
                raise NotImplementedError(prompt["function"])
            found = {"value": function(prompt["arguments"])}
        except NotImplementedError as error:
            found = {"not_implemented": str(error)}
        except Exception as error:
            found = {"error": f"{type(error).__name__}: {error}"[:300]}
        answers.write(json.dumps({"id": prompt["id"], **found}) + "\n")
        answers.flush()


if __name__ == "__main__":
    main(sys.stdin)
