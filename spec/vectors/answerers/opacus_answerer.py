"""opacus answers the test vectors: pip install opacus.

assay vectors run --name opacus --command 'python opacus_answerer.py' --save opacus.json
"""

import json
import math
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction

from opacus.accountants import PRVAccountant
from opacus.accountants.analysis import gdp, rdp
from opacus.accountants.utils import get_noise_multiplier


def real(text: str) -> float:
    """2/3, ln(3)/2, 0x1.8p-2, inf: the nearest float, which is what the library works on."""
    if text.startswith("ln("):
        inside, _, below = text[3:].partition(")")
        return math.log(Fraction(inside)) / int(below[1:] or 1)
    return math.inf if text == "inf" else float.fromhex(text) if "0x" in text else float(Fraction(text))


def multiplier(given: dict) -> float:
    """The noise by the sensitivity."""
    return real(given["sigma"]) / real(given["sensitivity"])


def renyi(order: float, noise: float, rate: float = 1.0) -> float:
    """The divergence of one step."""
    return rdp.compute_rdp(q=rate, noise_multiplier=noise, steps=1, orders=[order])[0]


def improved(given: dict) -> float:
    """The epsilon at delta of one order of Renyi differential privacy."""
    if given["conversion"] != "improved":
        raise NotImplementedError("the library has the improved conversion only")
    order, r, delta = (real(given[name]) for name in ("order", "r", "delta"))
    return max(rdp.get_privacy_spent(orders=order, rdp=r, delta=delta)[0], 0.0)


def trained(given: dict) -> float:
    """The epsilon of steps on Poisson samples, by the orders 2 to the largest."""
    orders, steps = list(range(2, int(given["largest"]) + 1)), int(given["rounds"])
    spent = rdp.compute_rdp(
        q=real(given["rate"]), noise_multiplier=real(given["sigma"]), steps=steps, orders=orders
    )
    return max(rdp.get_privacy_spent(orders=orders, rdp=spent, delta=real(given["delta"]))[0], 0.0)


def released(given: dict) -> float:
    """The upper bound of the accountant that is tightest, of one step on all records."""
    accountant = PRVAccountant()
    accountant.step(noise_multiplier=multiplier(given), sample_rate=1.0)
    return max(accountant.get_epsilon(real(given["delta"])), 0.0)


def noise(given: dict) -> float:
    """The noise for one step on all records, by the accountant that is taken unless another is named."""
    epsilon, delta = real(given["epsilon"]), real(given["delta"])
    found = get_noise_multiplier(target_epsilon=epsilon, target_delta=delta, sample_rate=1.0, steps=1)
    return found * real(given["sensitivity"])


FUNCTIONS: dict[str, Callable[[dict], float]] = {
    "gaussian_renyi": lambda given: renyi(real(given["order"]), multiplier(given)),
    "sampled_gaussian_renyi": lambda given: renyi(
        real(given["order"]), real(given["sigma"]), real(given["rate"])
    ),
    "sampled_gaussian_epsilon": trained,
    "rdp_to_dp": improved,
    "gaussian_epsilon": released,
    "gaussian_sigma": noise,
    "gdp_delta": lambda given: gdp.delta_eps_mu(eps=real(given["epsilon"]), mu=real(given["mu"])),
    "gdp_epsilon": lambda given: gdp.eps_from_mu(mu=real(given["mu"]), delta=real(given["delta"])),
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
