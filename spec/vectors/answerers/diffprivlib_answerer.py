"""diffprivlib answers the test vectors: pip install diffprivlib 'scikit-learn<1.5'.

assay vectors run --name diffprivlib --command 'python diffprivlib_answerer.py' --save diffprivlib.json
"""

import json
import math
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction

from diffprivlib.accountant import BudgetAccountant


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


def basic(given: dict) -> tuple[float, float]:
    """What is spent, without slack."""
    spent = [(real(part["epsilon"]), real(part["delta"])) for part in given["guarantees"]]
    return tuple(BudgetAccountant(spent_budget=spent).total())


def advanced(given: dict) -> tuple[float, float]:
    """What is spent, with slack."""
    if given["form"] != "tanh":
        raise NotImplementedError("the library composes as Kairouz, Oh and Viswanath do")
    spent = [(real(given["epsilon"]), real(given["delta"]))] * int(given["k"])
    return tuple(BudgetAccountant(spent_budget=spent, slack=real(given["slack"])).total())


FUNCTIONS: dict[str, Callable[[dict], object]] = {
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
