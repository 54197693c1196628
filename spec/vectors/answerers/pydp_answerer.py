"""python-dp answers the test vectors: pip install python-dp.

assay vectors run --name python-dp --command 'python pydp_answerer.py' --save python-dp.json
"""

import json
import math
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction

from pydp.algorithms import numerical_mechanisms, partition_selection


def real(text: str) -> float:
    """2/3, ln(3)/2, 0x1.8p-2, inf: the nearest float, which is what the library works on."""
    if text.startswith("ln("):
        inside, _, below = text[3:].partition(")")
        return math.log(Fraction(inside)) / int(below[1:] or 1)
    return math.inf if text == "inf" else float.fromhex(text) if "0x" in text else float(Fraction(text))


def laplace(given: dict) -> float:
    """The scale of Laplace noise, which gives delta 0."""
    if real(given["delta"]):
        raise NotImplementedError("the library has Laplace noise for delta = 0 only")
    return numerical_mechanisms.LaplaceMechanism(real(given["epsilon"]), real(given["sensitivity"])).diversity


def gaussian(given: dict) -> float:
    """The scale of Gaussian noise."""
    epsilon, delta, sensitivity = (real(given[name]) for name in ("epsilon", "delta", "sensitivity"))
    return numerical_mechanisms.GaussianMechanism(epsilon, delta, sensitivity).std


def kept(given: dict) -> float:
    """The probability that a partition of n people is kept, at its best."""
    if int(given["partitions"]) != 1:
        raise NotImplementedError("the library shares delta among partitions in another way")
    strategy = partition_selection.create_truncated_geometric_partition_strategy(
        real(given["epsilon"]), real(given["delta"]), 1
    )
    return strategy.probability_of_keep(int(given["n"]))


def threshold(given: dict) -> float:
    """That of Laplace noise, at the epsilon for which the noise has this scale."""
    partitions, delta = int(given["partitions"]), real(given["delta"])
    epsilon = partitions / real(given["scale"])
    if Fraction(epsilon) * Fraction(given["scale"]) != partitions:
        raise NotImplementedError("the library takes epsilon, and no float gives this scale")
    return partition_selection.create_laplace_partition_strategy(epsilon, delta, partitions).threshold


FUNCTIONS: dict[str, Callable[[dict], float]] = {
    "laplace_scale": laplace,
    "gaussian_sigma": gaussian,
    "partition_selection_probability": kept,
    "laplace_threshold": threshold,
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
