"""smartnoise-sql answers the test vectors: pip install smartnoise-sql.

assay vectors run --name smartnoise-sql --command 'python smartnoise_sql_answerer.py' --save smartnoise.json
"""

import json
import math
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction

from snsql import Privacy
from snsql.sql._mechanisms.gaussian import Gaussian
from snsql.sql._mechanisms.laplace import Laplace
from snsql.sql.odometer import Odometer


def real(text: str) -> float:
    """2/3, ln(3)/2, 0x1.8p-2, inf: the nearest float, which is what the library works on."""
    if text.startswith("ln("):
        inside, _, below = text[3:].partition(")")
        return math.log(Fraction(inside)) / int(below[1:] or 1)
    return math.inf if text == "inf" else float.fromhex(text) if "0x" in text else float(Fraction(text))


def spelled(value: object) -> object:
    """A float as it is, in hexadecimal; a pair as a guarantee."""
    if isinstance(value, tuple):
        return {"epsilon": spelled(value[0]), "delta": spelled(value[1])}
    return float(value).hex()


def advanced(given: dict) -> tuple[float, float]:
    """What the odometer of queries that are alike has spent; its `tol` is the slack."""
    if given["form"] != "tanh":
        raise NotImplementedError("the library composes as Kairouz, Oh and Viswanath do")
    odometer = Odometer(Privacy(epsilon=real(given["epsilon"]), delta=real(given["delta"])))
    odometer.tol = real(given["slack"])
    odometer.spend(int(given["k"]))
    return odometer.spent


def laplace(given: dict) -> float:
    """The scale of Laplace noise, which gives delta 0."""
    if real(given["delta"]):
        raise NotImplementedError("the library has Laplace noise for delta = 0 only")
    return Laplace(real(given["epsilon"]), sensitivity=real(given["sensitivity"])).scale


def gaussian(given: dict) -> float:
    """The scale of Gaussian noise."""
    epsilon, delta, sensitivity = (real(given[name]) for name in ("epsilon", "delta", "sensitivity"))
    return Gaussian(epsilon, delta=delta, sensitivity=sensitivity).scale


def threshold(given: dict) -> float:
    """That of counts, at the epsilon for which the noise has this scale."""
    partitions, scale = int(given["partitions"]), real(given["scale"])
    if Fraction(partitions / scale) * Fraction(given["scale"]) != partitions:
        raise NotImplementedError("the library takes epsilon, and no float gives this scale")
    mechanism = Laplace(partitions / scale, sensitivity=1, max_contrib=partitions)
    mechanism.delta = real(given["delta"])
    return mechanism.threshold


FUNCTIONS: dict[str, Callable[[dict], object]] = {
    "advanced_composition": advanced,
    "laplace_scale": laplace,
    "gaussian_sigma": gaussian,
    "laplace_threshold": threshold,
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
