"""jax-privacy answers the test vectors: pip install jax-privacy.

assay vectors run --name jax-privacy --command 'python jax_privacy_answerer.py' --save jax-privacy.json
"""

import json
import math
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction

from jax_privacy.accounting import accountants, analysis, calibrate


def real(text: str) -> float:
    """2/3, ln(3)/2, 0x1.8p-2, inf: the nearest float, which is what the library works on."""
    if text.startswith("ln("):
        inside, _, below = text[3:].partition(")")
        return math.log(Fraction(inside)) / int(below[1:] or 1)
    return math.inf if text == "inf" else float.fromhex(text) if "0x" in text else float(Fraction(text))


def released(given: dict) -> float:
    """The epsilon of one release with Gaussian noise, by privacy loss distributions."""
    noise, delta = real(given["sigma"]) / real(given["sensitivity"]), real(given["delta"])
    accountant = analysis.SingleReleaseTrainingAccountant(accountants.PldAccountantConfig())
    given_to_it = analysis.DpParams(noise_multipliers=noise, num_samples=1, batch_size=1, delta=delta)
    return accountant.compute_epsilon(1, given_to_it)


def trained(given: dict) -> float:
    """The epsilon of steps on Poisson samples, by the orders 2 to the largest."""
    orders, rate = range(2, int(given["largest"]) + 1), Fraction(given["rate"])
    accountant = analysis.DpsgdTrainingAccountant(accountants.RdpAccountantConfig(orders=list(orders)))
    given_to_it = analysis.DpParams(
        noise_multipliers=real(given["sigma"]),
        num_samples=rate.denominator,
        batch_size=rate.numerator,
        delta=real(given["delta"]),
    )
    return accountant.compute_epsilon(int(given["rounds"]), given_to_it)


def noise(given: dict) -> float:
    """The noise for one step on all records, by Renyi divergences, to the tolerance of the library."""
    found = calibrate.calibrate_noise_multiplier(
        target_epsilon=real(given["epsilon"]),
        accountant=analysis.DpsgdTrainingAccountant(accountants.RdpAccountantConfig()),
        batch_sizes=1,
        num_updates=1,
        num_samples=1,
        target_delta=real(given["delta"]),
    )
    return found * real(given["sensitivity"])


FUNCTIONS: dict[str, Callable[[dict], float]] = {
    "gaussian_epsilon": released,
    "sampled_gaussian_epsilon": trained,
    "gaussian_sigma": noise,
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
