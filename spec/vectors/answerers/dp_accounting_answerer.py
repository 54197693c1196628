"""Google's dp-accounting answers the test vectors: pip install dp-accounting.

assay vectors run --name dp-accounting --command 'python dp_accounting_answerer.py' --save dp-accounting.json
"""

import json
import math
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction

from dp_accounting.pld import common, privacy_loss_distribution
from dp_accounting.rdp import rdp_privacy_accountant

STEP = 1e-4
"""The grid of privacy losses; bounds are pessimistic, and the tighter the finer it is."""


def real(text: str) -> float:
    """2/3, ln(2), inf: the nearest float, which is what the library works on."""
    if text.startswith("ln("):
        return math.log(Fraction(text[3:-1]))
    return math.inf if text == "inf" else float(Fraction(text))


def pair(given: dict) -> privacy_loss_distribution.PrivacyLossDistribution:
    """The privacy loss distribution of P against Q."""
    p, q = ([real(each) for each in given[name]] for name in "pq")
    upper, lower = ({i: math.log(x) for i, x in enumerate(masses) if x} for masses in (p, q))
    return privacy_loss_distribution.from_two_probability_mass_functions(
        lower, upper, pessimistic_estimate=True, value_discretization_interval=STEP
    )


def rounds(given: dict) -> privacy_loss_distribution.PrivacyLossDistribution:
    """That of k optimal mechanisms with the same epsilon and delta."""
    one = common.DifferentialPrivacyParameters(real(given["epsilon"]), real(given["delta"]))
    loss = privacy_loss_distribution.from_privacy_parameters(one, value_discretization_interval=STEP)
    return loss.self_compose(int(given["k"]))


def improved(given: dict) -> float:
    """The epsilon at delta of one order of Renyi differential privacy."""
    if given["conversion"] != "improved":
        raise NotImplementedError("the library has the improved conversion only")
    order, r, delta = (real(given[name]) for name in ("order", "r", "delta"))
    return rdp_privacy_accountant.compute_epsilon([order], [r], delta)[0]


def delta_of_rdp(given: dict) -> float:
    """The delta at epsilon of one order."""
    order, r, epsilon = (real(given[name]) for name in ("order", "r", "epsilon"))
    return rdp_privacy_accountant.compute_delta([order], [r], epsilon)[0]


FUNCTIONS: dict[str, Callable[[dict], float]] = {
    "delta": lambda given: pair(given).get_delta_for_epsilon(real(given["epsilon"])),
    "total_variation": lambda given: pair(given).get_delta_for_epsilon(0.0),
    "epsilon": lambda given: pair(given).get_epsilon_for_delta(real(given["delta"])),
    "composed_delta": lambda given: (
        pair(given).self_compose(int(given["k"])).get_delta_for_epsilon(real(given["epsilon"]))
    ),
    "composed_epsilon": lambda given: (
        pair(given).self_compose(int(given["k"])).get_epsilon_for_delta(real(given["delta"]))
    ),
    "optimal_composition_delta": lambda given: rounds(given).get_delta_for_epsilon(real(given["at"])),
    "optimal_composition_epsilon": lambda given: rounds(given).get_epsilon_for_delta(
        real(given["total_delta"])
    ),
    "rdp_to_dp": improved,
    "rdp_to_delta": delta_of_rdp,
}


def main(lines: Sequence[str]) -> None:
    """Answer every prompt: the float as it is, in hexadecimal; what the library raises is its refusal."""
    answers, sys.stdout = sys.stdout, sys.stderr  # what the library prints is no answer
    for line in lines:
        prompt = json.loads(line)
        try:
            function = FUNCTIONS.get(prompt["function"])
            if function is None:
                raise NotImplementedError(prompt["function"])
            found = {"value": float(function(prompt["arguments"])).hex()}
        except NotImplementedError as error:
            found = {"not_implemented": str(error)}
        except Exception as error:
            found = {"error": f"{type(error).__name__}: {error}"}
        answers.write(json.dumps({"id": prompt["id"], **found}) + "\n")
        answers.flush()


if __name__ == "__main__":
    main(sys.stdin)
