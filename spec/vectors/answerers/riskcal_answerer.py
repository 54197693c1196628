"""riskcal answers the test vectors: pip install riskcal.

assay vectors run --name riskcal --command 'python riskcal_answerer.py' --save riskcal.json
"""

import json
import math
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction

from dp_accounting.pld import privacy_loss_distribution
from riskcal.analysis import conversions

STEP = 1e-4
"""The grid of privacy losses; bounds are pessimistic, and the tighter the finer it is."""


def real(text: str) -> float:
    """2/3, ln(3)/2, 0x1.8p-2, inf: the nearest float, which is what the library works on."""
    if text.startswith("ln("):
        inside, _, below = text[3:].partition(")")
        return math.log(Fraction(inside)) / int(below[1:] or 1)
    return math.inf if text == "inf" else float.fromhex(text) if "0x" in text else float(Fraction(text))


def pair(given: dict) -> privacy_loss_distribution.PrivacyLossDistribution:
    """The privacy loss distribution of P against Q, which the library takes from dp-accounting."""
    p, q = ([real(each) for each in given[name]] for name in "pq")
    above, below = ({i: math.log(x) for i, x in enumerate(masses) if x} for masses in (p, q))
    return privacy_loss_distribution.from_two_probability_mass_functions(
        below, above, pessimistic_estimate=True, value_discretization_interval=STEP
    )


FUNCTIONS: dict[str, Callable[[dict], float]] = {
    "total_variation": lambda given: conversions.get_advantage_from_pld(pair(given)),
    "total_variation_from_dp": lambda given: conversions.get_advantage_from_adp(
        real(given["epsilon"]), real(given["delta"])
    ),
    "gdp_type_two_error": lambda given: conversions.get_beta_from_gdp(
        real(given["mu"]), real(given["alpha"])
    ),
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
            found = {"error": f"{type(error).__name__}: {error}"[:300]}
        answers.write(json.dumps({"id": prompt["id"], **found}) + "\n")
        answers.flush()


if __name__ == "__main__":
    main(sys.stdin)
