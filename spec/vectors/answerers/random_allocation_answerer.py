"""random-allocation answers the test vectors: pip install random-allocation.

assay vectors run --name random-allocation --command 'python random_allocation_answerer.py' --save ra.json
"""

import json
import math
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction

from random_allocation.comparisons.structs import PrivacyParams, SchemeConfig
from random_allocation.other_schemes import local, poisson


def real(text: str) -> float:
    """2/3, ln(3)/2, 0x1.8p-2, inf: the nearest float, which is what the library works on."""
    if text.startswith("ln("):
        inside, _, below = text[3:].partition(")")
        return math.log(Fraction(inside)) / int(below[1:] or 1)
    return math.inf if text == "inf" else float.fromhex(text) if "0x" in text else float(Fraction(text))


def multiplier(given: dict) -> float:
    """The noise by the sensitivity."""
    return real(given["sigma"]) / real(given["sensitivity"])


def trained(given: dict) -> float:
    """The epsilon of steps on Poisson samples, by the orders 2 to the largest."""
    rate = real(given["rate"])
    if not rate:
        raise NotImplementedError("a rate of 0 stands for 1/steps in the library")
    orders = [float(order) for order in range(2, int(given["largest"]) + 1)]
    params = PrivacyParams(
        sigma=real(given["sigma"]), num_steps=int(given["rounds"]), delta=real(given["delta"])
    )
    return poisson.Poisson_epsilon_RDP(params, SchemeConfig(Poisson_alpha_orders=orders), sampling_prob=rate)


FUNCTIONS: dict[str, Callable[[dict], float]] = {
    "gaussian_delta": lambda given: local.Gaussian_delta(multiplier(given), real(given["epsilon"])),
    "gaussian_epsilon": lambda given: local.Gaussian_epsilon(multiplier(given), real(given["delta"])),
    "sampled_gaussian_epsilon": trained,
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
