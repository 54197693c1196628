"""diffpriv-pure answers the test vectors: pip install diffpriv-pure.

assay vectors run --name diffpriv-pure --command 'python diffpriv_pure_answerer.py' --save diffpriv-pure.json
"""

import json
import math
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction

from diffpriv_pure import PrivacyBudget, gaussian_sigma


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


def basic(given: dict) -> tuple[float, float]:
    """The products, where all are alike."""
    parts = [(real(part["epsilon"]), real(part["delta"])) for part in given["guarantees"]]
    if len(set(parts)) > 1:
        raise NotImplementedError("the library composes what is alike only")
    return PrivacyBudget(1.0).basic_composition(len(parts), *parts[0])


def advanced(given: dict) -> tuple[float, float]:
    """What the library states of k that are alike; it has no slack and no form."""
    if not real(given["delta"]):
        raise NotImplementedError("without delta it is basic composition")
    return PrivacyBudget(1.0).advanced_composition(
        int(given["k"]), real(given["epsilon"]), real(given["delta"])
    )


FUNCTIONS: dict[str, Callable[[dict], object]] = {
    "gaussian_sigma": lambda given: gaussian_sigma(
        real(given["sensitivity"]), real(given["epsilon"]), real(given["delta"])
    ),
    "basic_composition": basic,
    "advanced_composition": advanced,
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
