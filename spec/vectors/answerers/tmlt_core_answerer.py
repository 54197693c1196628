"""tmlt.core answers the test vectors: pip install tmlt.core.

assay vectors run --name tmlt.core --command 'python tmlt_core_answerer.py' --save tmlt-core.json
"""

import json
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction

from tmlt.core import measures, metrics
from tmlt.core.domains.numpy_domains import NumpyIntegerDomain
from tmlt.core.measurements import base, composition, interactive_measurements
from tmlt.core.utils import distributions
from tmlt.core.utils.exact_number import ExactNumber

SPACE = NumpyIntegerDomain(), metrics.AbsoluteDifference(), measures.ApproxDP()


def exact(text: str) -> ExactNumber:
    """2/3, ln(3)/2, 0x1.8p-2, inf: the library works on exact numbers."""
    if text.startswith("ln("):
        inside, _, below = text[3:].partition(")")
        return ExactNumber(f"log({Fraction(inside)})") / int(below[1:] or 1)
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


class Stating(base.Measurement):
    """A measurement that states this privacy, and releases nothing."""

    def __init__(self, part: dict) -> None:
        super().__init__(*SPACE, is_interactive=False)
        privacy = exact(part["epsilon"]), exact(part["delta"])
        self.output_measure.validate(privacy)
        self.privacy_function = lambda d_in: privacy

    def __call__(self, data: object) -> None:
        """Nothing."""


def admitted(given: dict) -> list[bool]:
    """Which measurements the interactive composition answers."""
    budget, found = (exact(given["epsilon"]), exact(given["delta"])), []
    if budget[1] == 1:
        raise NotImplementedError("a budget with delta = 1 is no limit in the library")
    every = interactive_measurements.SequentialComposition(*SPACE, 1, budget)(0)
    for each in map(Stating, given["rounds"]):
        asked = interactive_measurements.MakeInteractive(each)
        try:
            every(interactive_measurements.MeasurementQuery(asked))
            found.append(True)
        except measures.InsufficientBudgetError:
            found.append(False)
    return found


FUNCTIONS: dict[str, Callable[[dict], object]] = {
    "basic_composition": lambda given: composition.Composition(
        [*map(Stating, given["guarantees"])]
    ).privacy_function(1),
    "basic_filter": admitted,
    "integer_laplace_tail": lambda given: distributions.double_sided_geometric_cmf_exact(
        -int(given["z"]), exact(given["scale"])
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
