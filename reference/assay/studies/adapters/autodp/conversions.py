"""autodp's conversions between definitions of privacy, judged on mechanisms that have the given guarantee."""

from __future__ import annotations

from collections.abc import Iterator

from ....exact import number
from ....testing.claims import grid
from ...survey.case import Case
from .calls import claim
from .truths import (
    GAUSSIAN_DELTA,
    GAUSSIAN_EPSILON,
    GAUSSIAN_TRADEOFF,
    PURE_EPSILON,
    PURE_RENYI,
    PURE_TRADEOFF,
    TRADEOFF,
    Truthful,
    gaussian_tradeoff,
)

CURVE = "lambda alpha: alpha / (2 * sigma**2)"
NOT_BELOW = "; not below that of Gaussian noise with this curve"
TYPE_II = "type II error at this type I error, of every mechanism with the guarantee"
SIGMAS = (0.5, 1.0, 5.0)
RATES = (0.0, 1e-3, 0.1, 0.5, 1.0)


def cases() -> Iterator[Case]:
    """Of pure, Renyi and approximate privacy, of trade-off functions, of distributions of the loss."""
    yield from _pure()
    yield from _renyi()
    yield from _approximate()
    yield from _tradeoffs()
    yield from _distributions()


def _pure() -> Iterator[Case]:
    deltas = grid(eps=(0.0, 0.5, 1.0, 30.0), delta=(0.0, 1e-9, 0.25))
    text = "converter.puredp_to_approxdp(eps)(delta)"
    yield claim(
        "converter.puredp_to_approxdp", text, PURE_EPSILON, deltas, "epsilon at delta, negative ones included"
    )
    orders = grid(eps=(1e-6, 0.5, 1.0, 30.0), alpha=(1.0, 1.5, 2.0, 32.0, 1000.0, float("inf")))
    text = "converter.puredp_to_rdp(eps)(alpha)"
    yield claim("converter.puredp_to_rdp", text, PURE_RENYI, orders, "Renyi divergence")
    text = "converter.puredp_to_fdp(eps)(fpr)"
    yield claim(
        "converter.puredp_to_fdp",
        text,
        PURE_TRADEOFF,
        grid(eps=(0.0, 0.5, 30.0), fpr=RATES),
        TYPE_II,
        bound="lower",
    )


def _renyi() -> Iterator[Case]:
    points = grid(sigma=SIGMAS, delta=(1e-9, 1e-5, 0.01))
    for options in ("", ", BBGHS_conversion=False"):
        yield claim(
            "converter.rdp_to_approxdp",
            f"converter.rdp_to_approxdp({CURVE}{options})(delta)",
            GAUSSIAN_EPSILON,
            points,
            f"epsilon at delta of a Renyi curve{NOT_BELOW}",
        )
        yield claim(
            "converter.rdp_to_delta",
            f"converter.rdp_to_delta({CURVE}{options})(epsilon)",
            GAUSSIAN_DELTA,
            grid(sigma=SIGMAS, epsilon=(0.0, 0.5, 2.0, 10.0)),
            f"delta at epsilon of a Renyi curve{NOT_BELOW}",
        )
    rates = grid(sigma=SIGMAS, fpr=RATES)
    yield claim(
        "converter.rdp_to_fdp",
        f"converter.rdp_to_fdp({CURVE})(fpr)",
        GAUSSIAN_TRADEOFF,
        rates,
        TYPE_II,
        bound="lower",
    )
    single = "converter.single_rdp_to_fdp(alpha, alpha / (2 * sigma**2))(fpr)"
    some = grid(sigma=SIGMAS, alpha=(1.0, 2.0, 8.0), fpr=(1e-3, 0.1, 0.5))
    one: Truthful = {"truth": lambda sigma, alpha, fpr: gaussian_tradeoff(sigma, fpr)}
    yield claim("converter.single_rdp_to_fdp", single, one, some, TYPE_II, bound="lower")
    for name, text, points in (
        (
            "rdp_to_fdp_and_fdp_grad_log",
            f"1 - np.exp(converter.rdp_to_fdp_and_fdp_grad_log({CURVE})[0](np.log(fpr)))",
            grid(sigma=SIGMAS, fpr=(1e-3, 0.1, 0.5)),
        ),
        (
            "single_rdp_to_fdp_and_fdp_grad_log",
            "1 - np.exp(converter.single_rdp_to_fdp_and_fdp_grad_log("
            "alpha, alpha / (2 * sigma**2))[0](np.log(fpr)))",
            some,
        ),
    ):
        yield claim(
            f"converter.{name}",
            text,
            one if "single" in name else GAUSSIAN_TRADEOFF,
            points,
            TYPE_II,
            bound="lower",
        )


def _approximate() -> Iterator[Case]:
    points = grid(eps=(0.0, 1.0), delta=(0.0, 0.25), fpr=RATES)
    text = "converter.approxdp_to_fdp(eps, delta)(fpr)"
    yield claim("converter.approxdp_to_fdp", text, TRADEOFF, points, TYPE_II, bound="lower")
    text = "converter.approxdp_func_to_fdp(lambda delta: dp_bank.get_eps_ana_gaussian(sigma, delta))(fpr)"
    rates = grid(sigma=SIGMAS, fpr=RATES)
    yield claim("converter.approxdp_func_to_fdp", text, GAUSSIAN_TRADEOFF, rates, TYPE_II, bound="lower")
    nothing: Truthful = {"truth": lambda eps, delta, alpha: number(0)}
    least = "a finite Renyi bound that fails with probability delta; the least that can be said is 0"
    orders = grid(eps=(1.0,), delta=(1e-5,), alpha=(2.0, 10.0))
    text = "converter.approxdp_to_approxrdp(eps, delta)(alpha, delta)"
    yield claim("converter.approxdp_to_approxrdp", text, nothing, orders, least)
    refused: Truthful = {"truth": lambda eps, delta, alpha, smaller: number(0)}
    below = grid(eps=(1.0,), delta=(1e-5,), alpha=(2.0,), smaller=(1e-6,))
    text = "converter.approxdp_to_approxrdp(eps, delta)(alpha, smaller)"
    yield claim(
        "converter.approxdp_to_approxrdp",
        text,
        refused,
        below,
        "an infinite bound below delta",
        note="it returns np.infty, a name that numpy 2.0 removed",
    )
    text = "converter.approxdp_func_to_approxrdp(lambda delta: eps)(alpha, delta)"
    yield claim("converter.approxdp_func_to_approxrdp", text, nothing, orders, least)


def _tradeoffs() -> Iterator[Case]:
    points = grid(sigma=(1.0, 5.0), delta=(1e-5, 0.01))
    curve = "lambda x: fdp_bank.fDP_gaussian({'sigma': sigma}, x)"
    promise = "epsilon at delta of Gaussian noise, from its trade-off function"
    text = f"converter.fdp_to_approxdp({curve})(delta)"
    yield claim("converter.fdp_to_approxdp", text, GAUSSIAN_EPSILON, points, promise)
    logs = (
        "lambda x: fdp_bank.log_one_minus_fdp_gaussian({'sigma': sigma}, x),"
        " lambda x: fdp_bank.log_neg_fdp_grad_gaussian({'sigma': sigma}, x), log_flag=True"
    )
    text = f"converter.fdp_fdp_grad_to_approxdp({logs})(delta)"
    yield claim(
        "converter.fdp_fdp_grad_to_approxdp",
        text,
        GAUSSIAN_EPSILON,
        points,
        promise,
        also=["fdp_bank.log_one_minus_fdp_gaussian", "fdp_bank.log_neg_fdp_grad_gaussian"],
    )


def _distributions() -> Iterator[Case]:
    """From the distribution function of the loss, N(1/(2 s^2), 1/s^2), and from its transform."""
    cdf = "lambda x: np.real(converter.phi_to_cdf(lambda t: phi_bank.phi_gaussian({'sigma': sigma}, t), x))"
    deltas = grid(sigma=(1.0, 5.0), epsilon=(0.0, 0.5, 2.0))
    text = f"converter.cdf_to_approxdelta({cdf}, {cdf})(epsilon)"
    yield claim(
        "converter.cdf_to_approxdelta",
        text,
        GAUSSIAN_DELTA,
        deltas,
        "delta at epsilon of Gaussian noise, from the characteristic function",
        also=["converter.phi_to_cdf"],
        note="numerical inversion by quadrature",
    )
    text = f"converter.cdf_to_approxdp({cdf}, {cdf})(delta)"
    yield claim(
        "converter.cdf_to_approxdp",
        text,
        GAUSSIAN_EPSILON,
        grid(sigma=(1.0, 5.0), delta=(1e-5, 0.01)),
        "epsilon at delta of Gaussian noise, from the characteristic function",
        also=["converter.numerical_inverse"],
        note="its search hands bounds to scipy.optimize.minimize_scalar, which newer versions of scipy obey",
    )
    inner = "lambda e: np.exp(dp_bank.get_logdelta_ana_gaussian(sigma, e))"
    text = f"converter.approxdp_from_its_inverse({inner})(delta)"
    yield claim(
        "converter.approxdp_from_its_inverse",
        text,
        GAUSSIAN_EPSILON,
        grid(sigma=(1.0, 5.0), delta=(1e-5, 0.01)),
        "epsilon at delta of Gaussian noise, by inverting its delta",
        note="its search hands bounds to scipy.optimize.minimize_scalar, which newer versions of scipy obey",
    )
