"""tmlt.core answers the test vectors: pip install tmlt.core.

assay vectors run --name tmlt.core --command 'python tmlt_core_answerer.py' --save tmlt-core.json
"""

import json
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction

import sympy
from tmlt.core.domains.numpy_domains import NumpyIntegerDomain
from tmlt.core.measurements import interactive_measurements as interactive
from tmlt.core.measurements.base import Measurement
from tmlt.core.measurements.composition import Composition
from tmlt.core.measures import ApproxDP, InsufficientBudgetError
from tmlt.core.metrics import AbsoluteDifference
from tmlt.core.utils import distributions
from tmlt.core.utils.exact_number import ExactNumber

SPACE = NumpyIntegerDomain(), AbsoluteDifference(), ApproxDP()


def exact(text: str) -> ExactNumber:
    """2/3, ln(3)/2, 0x1.8p-2, inf: the library works on exact numbers."""
    if text.startswith("ln("):
        inside, _, below = text[3:].partition(")")
        return ExactNumber(sympy.log(sympy.Rational(Fraction(inside))) / int(below[1:] or 1))
    return ExactNumber(
        float(text) if text == "inf" else Fraction(float.fromhex(text) if "0x" in text else text)
    )


def spelled(value: object) -> object:
    """A pair as a guarantee; an exact number that is no fraction between floats; a float in hexadecimal."""
    if isinstance(value, tuple):
        return {"epsilon": spelled(value[0]), "delta": spelled(value[1])}
    if not isinstance(value, ExactNumber):
        return value if isinstance(value, list) else float(value).hex()
    if value.expr.is_Rational or not value.is_finite:
        return str(value.expr).replace("oo", "inf")
    return {"lower": value.to_float(round_up=False).hex(), "upper": value.to_float(round_up=True).hex()}


class Stating(Measurement):
    """A measurement that states this privacy, and releases nothing."""

    def __init__(self, part: dict) -> None:
        super().__init__(*SPACE, is_interactive=False)
        self.privacy = exact(part["epsilon"]), exact(part["delta"])
        ApproxDP().validate(self.privacy)
        self.privacy_function = lambda d_in: self.privacy

    __call__ = print


def admitted(given: dict) -> list[bool]:
    """Which measurements the interactive composition answers."""
    budget, found = (exact(given["epsilon"]), exact(given["delta"])), []
    if budget[1] == 1:
        raise NotImplementedError("a budget with delta = 1 is no limit in the library")
    every = interactive.SequentialComposition(*SPACE, 1, budget)(0)
    for each in map(Stating, given["rounds"]):
        try:
            every(interactive.MeasurementQuery(interactive.MakeInteractive(each)))
            found.append(True)
        except InsufficientBudgetError:
            found.append(False)
    return found


def of_float(given: dict, function: Callable, z: int) -> float:
    """A function of the library that takes the variance as a float, where it is one."""
    value = Fraction(str(exact(given["variance"])))
    if Fraction(float(value)) != value:
        raise NotImplementedError("the library takes the variance as a float, and this is none")
    return function(z, float(value))


FUNCTIONS: dict[str, Callable[[dict], object]] = {
    "basic_composition": lambda given: Composition([*map(Stating, given["guarantees"])]).privacy_function(1),
    "basic_filter": admitted,
    "integer_laplace_tail": lambda given: distributions.double_sided_geometric_cmf_exact(
        -int(given["z"]),
        exact(given["scale"]),  # -z and below is as probable as z and above
    ),
    "integer_gaussian_mass": lambda given: of_float(
        given, distributions.discrete_gaussian_pmf, int(given["z"])
    ),
    "integer_gaussian_tail": lambda given: of_float(
        given, distributions.discrete_gaussian_cmf, -int(given["z"])
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
            found = {"value": spelled(function(prompt["arguments"]))}
        except NotImplementedError as error:
            found = {"not_implemented": str(error)}
        except Exception as error:
            found = {"error": f"{type(error).__name__}: {error}"[:300]}
        answers.write(json.dumps({"id": prompt["id"], **found}) + "\n")
        answers.flush()


if __name__ == "__main__":
    main(sys.stdin)
