"""autodp answers the test vectors: pip install autodp.

assay vectors run --name autodp --command 'python autodp_answerer.py' --save autodp.json
"""

import json
import math
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction

from autodp import converter, dp_acct


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
    """The sums, of the accountant for (epsilon, delta) mechanisms."""
    accountant = dp_acct.DP_acct()
    for part in given["guarantees"]:
        accountant.update_DPlosses(real(part["epsilon"]), real(part["delta"]))
    return accountant.get_eps_delta_naive()


def advanced(given: dict) -> tuple[float, float]:
    """The same accountant, asked for the epsilon at the total delta."""
    if given["form"] != "tanh":
        raise NotImplementedError("the library composes as Kairouz, Oh and Viswanath do")
    rounds, delta = int(given["k"]), real(given["delta"])
    accountant = dp_acct.DP_acct()
    for _ in range(rounds):
        accountant.update_DPlosses(real(given["epsilon"]), delta)
    total = rounds * delta + real(given["slack"])
    return accountant.get_eps(total), total


def concentrated(given: dict) -> float:
    """Renyi differential privacy at every order, converted at the best of them."""
    rho = real(given["rho"])
    return converter.rdp_to_approxdp(lambda order: rho * order)(real(given["delta"]))


FUNCTIONS: dict[str, Callable[[dict], object]] = {
    "basic_composition": basic,
    "advanced_composition": advanced,
    "zcdp_to_dp": concentrated,
    "renyi_from_pure": lambda given: converter.puredp_to_rdp(real(given["epsilon"]))(real(given["order"])),
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
