"""OpenDP answers the test vectors: pip install opendp.

assay vectors run --name opendp --command 'python opendp_answerer.py' --save opendp.json
"""

import json
import math
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction

import opendp.prelude as dp

dp.enable_features("contrib", "honest-but-curious")

INTEGERS = (dp.atom_domain(T=int), dp.absolute_distance(T=int))
PURE = dp.max_divergence()
APPROXIMATE = dp.approximate(PURE)


def real(text: str) -> float:
    """2/3, ln(2), inf: the nearest float, which is what the library works on."""
    if text.startswith("ln("):
        return math.log(Fraction(text[3:-1]))
    return math.inf if text == "inf" else float(Fraction(text))


def spelled(value: object) -> object:
    """A float as it is, in hexadecimal; a pair as a guarantee."""
    if isinstance(value, tuple):
        return {"epsilon": spelled(value[0]), "delta": spelled(value[1])}
    return float(value).hex()


def stating(space: tuple, measure: object, privacy: object) -> object:
    """A measurement that states this privacy, and releases nothing."""
    return dp.m.make_user_measurement(*space, measure, lambda x: 0, lambda d_in: privacy, TO=int)


def basic(given: dict) -> tuple[float, float]:
    """The map of a composition."""
    parts = [(real(part["epsilon"]), real(part["delta"])) for part in given["guarantees"]]
    return dp.c.make_composition([stating(INTEGERS, APPROXIMATE, part) for part in parts]).map(1)


def concentrated(given: dict) -> float:
    """The privacy profile of a zero-concentrated measurement."""
    stated = stating(INTEGERS, dp.zero_concentrated_divergence(), real(given["rho"]))
    return dp.c.make_zCDP_to_approxDP(stated).map(1).epsilon(delta=real(given["delta"]))


def sampled(given: dict) -> tuple[float, float]:
    """The map of a measurement on a simple random sample."""
    size, population = int(given["m"]), int(given["n"])
    rows = dp.vector_domain(dp.atom_domain(bounds=(0, 1), T=int), size=size), dp.change_one_distance()
    stated = stating(rows, APPROXIMATE, (real(given["epsilon"]), real(given["delta"])))
    return dp.c.make_population_amplification(stated, population_size=population).map(1)


FUNCTIONS: dict[str, Callable[[dict], object]] = {
    "basic_composition": basic,
    "zcdp_to_dp": concentrated,
    "without_replacement_amplification": sampled,
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
            found = {"value": spelled(function(prompt["arguments"]))}
        except NotImplementedError as error:
            found = {"not_implemented": str(error)}
        except Exception as error:
            found = {"error": f"{type(error).__name__}: {error}"[:300]}
        answers.write(json.dumps({"id": prompt["id"], **found}) + "\n")
        answers.flush()


if __name__ == "__main__":
    main(sys.stdin)
