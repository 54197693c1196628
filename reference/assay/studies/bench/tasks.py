"""The questions of accounting that are timed, in the order of the table."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import log

from ...accounting import Accountant, Bracket, calibrate
from ...accounting.truncation import ADD_REMOVE, REPLACE
from ...composition import FinitePair, PrivacyLoss
from ...dp import Dist
from ...exact import ln
from .measure import Task
from .peer_words import Request, float_of

TRAINING = "gaussian sigma=? q=256/60000 k=14062"
QUICK = "not slower than the quickest peer"
CUT = "truncated-gaussian sigma=1 q=1/100 size=60000 batch=600 k=1000"
LAPLACES = [f"laplace scale={10 + 3 * i} k=10" for i in range(16)]
SAMPLED = [f"gaussian sigma={10 + i}/10 q=1/100 k=100" for i in range(32)]


def questions() -> list[Task]:
    """The tasks; peers are not asked where they have nothing of the kind, or take minutes."""
    return [*_compositions(), *_batches(), calibration(TRAINING, "3", "1e-5")]


def _compositions() -> list[Task]:
    """Atoms off a common lattice, few and very many rounds, many mechanisms."""
    return [
        question_about(["laplace scale=10 k=2"], epsilon="1/10", width="1e-4"),
        question_about(["laplace scale=2", "laplace scale=50"], delta="1e-8"),
        question_about(["laplace scale=10 k=10"], delta="1e-12", width="1e-4"),
        question_about(["laplace scale=10 k=100"], delta="1e-6", width="1e-2"),
        question_about(["laplace scale=10 k=100"], delta="1e-6"),
        question_about(["laplace scale=10 k=100"], delta="1e-300"),
        question_about(
            ["discrete-gaussian sigma=5 k=3", "approximate epsilon=1 delta=1e-9 k=3", "gaussian sigma=20"],
            delta="1e-6",
        ),
        question_about(["discrete-gaussian sigma=10 q=1/5 k=2"], epsilon="1/2"),
        question_about(["gaussian sigma=1/2 q=1e-3 k=2"], delta="1e-3"),
        question_about(["gaussian sigma=1 q=1/100 k=100"], delta="1e-6"),
        question_about(["gaussian sigma=1 q=1/100 k=1000"], delta="1e-6"),
        question_about(["gaussian sigma=1 q=1/100 k=100000000"], delta="1e-6", peers=False),
        question_about(["gaussian sigma=1 q=1/1000 k=1000000"], delta="1e-6", adjacency="replace-one"),
        question_about([CUT], delta="1e-6", width="1e-4", peers=False),
        question_about(LAPLACES[:10], delta="1e-6", name="10 Laplace scales, ten times each"),
        question_about(LAPLACES, delta="1e-6", name="16 Laplace scales, ten times each"),
        question_about(SAMPLED, delta="1e-6", name="32 sampled Gaussians, 100 times each"),
    ]


def _batches() -> list[Task]:
    """Ways of choosing batches, matrix mechanisms, selection, bounds of moments; widths by theorems."""
    return [
        question_about(["random-allocation sigma=1 steps=1000"], delta="1e-6"),
        question_about(["random-allocation sigma=2 steps=100 k=10"], delta="1e-6"),
        question_about(["random-allocation sigma=1 steps=100"], epsilon="1"),
        question_about(["balls-in-bins sigma=1 bins=100 k=10"], delta="1e-6", width="1e-2"),
        question_about(["balls-in-bins sigma=4 bins=100 k=10 thrown=once"], delta="1e-6", peers=False),
        question_about(["truncated-gaussian sigma=1 q=1/100 size=60000 batch=700 k=100"], delta="1e-6"),
        question_about(["cyclic-poisson sigma=1 q=1/100 cycle=4 steps=10000"], delta="1e-6"),
        question_about(["toeplitz sigma=1 steps=1000 coefficients=1:1/2:3/8 q=1/100"], delta="1e-6"),
        question_about(["toeplitz sigma=4 steps=1000 coefficients=1:1/2:3/8"], delta="1e-6", peers=False),
        question_about(["tree sigma=10 steps=1000"], delta="1e-6"),
        question_about(["gaussian sigma=1 q=1/100 k=1000"], delta="1e-6", adjacency=REPLACE),
        question_about(
            ["gaussian sigma=1 rows=10000 batch=100 epochs=10 batches=fixed"], delta="1e-6", adjacency=REPLACE
        ),
        question_about(["shuffled sigma=4 batches=100"], delta="1e-6", width="20", peers=False),
        question_about(
            ["min-separation sigma=4 q=1/100 gap=4 steps=100"], delta="1e-6", width="1000", peers=False
        ),
        question_about(["select sigma=4 gamma=1/100"], delta="1e-6", width="2"),
        question_about(["zcdp rho=1/10"], delta="1e-6", width="1/10"),
        question_about(["fixed-order sigma=4 k=10"], delta="1e-6"),
        question_about(["user-level sigma=1 q=1/100 records=5 k=100"], delta="1e-6"),
        question_about(
            ["mixture sigma=1 sensitivities=0:1:2 probabilities=0.81:0.18:0.01 k=100"], delta="1e-6"
        ),
        question_about(["pure epsilon=1/10 k=100"], delta="1e-6"),
        question_about(["exponential epsilon=1/10 k=1000"], delta="1e-6", peers=False),
    ]


def question_about(
    mechanisms: Sequence[str],
    epsilon: str | None = None,
    delta: str | None = None,
    width: str = "1e-3",
    adjacency: str = ADD_REMOVE,
    peers: bool = True,
    name: str = "",
) -> Task:
    """delta at an epsilon, or epsilon at a delta, of mechanisms as the command line takes them."""

    def answer() -> Bracket:
        accountant = Accountant(adjacency, width)
        for mechanism in mechanisms:
            accountant.compose(mechanism)
        return accountant.delta(epsilon) if epsilon is not None else accountant.epsilon(delta or 0)

    def request() -> Request:
        level, allowed = (None if each is None else float(float_of(each)) for each in (epsilon, delta))
        return Request("text", 1, allowed, level, None, tuple(mechanisms), adjacency)

    what = f"delta at epsilon = {epsilon}" if delta is None else f"epsilon at delta = {delta}"
    where = "" if adjacency == ADD_REMOVE else f", {adjacency}"
    title = f"{name or ' + '.join(mechanisms)}{where}, {what} to width {width}"
    return Task(title, answer, request if peers else None, QUICK if peers else "")


def calibration(mechanism: str, epsilon: str, delta: str) -> Task:
    """The noise for a goal, to a thousandth."""

    def answer() -> Bracket:
        return calibrate(mechanism, epsilon=epsilon, delta=delta).bracket

    def request() -> Request:
        return Request("calibrate", 1, float_of(delta), float_of(epsilon), None, (mechanism,))

    title = f"{mechanism}, for epsilon = {epsilon}, delta = {delta}, to width 1e-3"
    return Task(title, answer, request, QUICK)


PEERS_UP_TO = 10_000
"""Randomised response of more rounds takes the peers minutes."""
MIXED = ("gaussian sigma=20 k=200", "laplace scale=30 k=100", "discrete-laplace scale=20 k=100")


def tasks() -> list[Task]:
    """All of them."""
    found = [
        response(1000, ">= 1000x dp-accounting, exact"),
        response(10_000, "< 0.1 s, exact"),
        response(100_000, "< 1 s to 30 digits; exact"),
        two_responses(60),
    ]
    for count, goal in ((1000, ">= 100x dp-accounting, exact"), (10_000, ">= 50x dp-accounting, exact")):
        found += [clamped(high, count, goal) for high in (10, 20)]
    for delta, width in (("1e-6", "1e-3"), ("1e-6", "1e-8"), ("1e-30", "1e-3"), ("1e-100", "1e-3")):
        goal = "not slower than dp-accounting" if width == "1e-3" and delta == "1e-6" else ""
        found += [
            certified("gaussian", ["gaussian sigma=1"], 1000, delta, width, goal),
            certified("laplace", ["laplace scale=1"], 1000, delta, width, goal),
            certified("sampled", ["gaussian sigma=1 q=0.01"], 10_000, delta, width, goal),
            certified(
                "sampled", ["gaussian sigma=1 q=0.01"], 30, delta, width if delta != "1e-6" else "1e-3"
            ),
            certified("mixed", MIXED, 1, delta, width),
        ]
    return list({task.name: task for task in (*found, *questions())}.values())


def response(count: int, goal: str = "") -> Task:
    """delta of randomised response with e^epsilon = 3, above the mean loss."""
    steps = count * 13 // 25

    def answer() -> Bracket:
        pair = PrivacyLoss.of(Dist.bernoulli("3/4"), Dist.bernoulli("1/4"), count)
        return Bracket.exactly(pair.delta(ln(3) * steps).as_fraction())

    def request() -> Request:
        return Request("response", count, epsilon=log(3) * steps)

    name = f"randomised response e^eps = 3, k = {count}, delta"
    return Task(name, answer, request if count <= PEERS_UP_TO else None, goal)


def two_responses(count: int) -> Task:
    """Randomised response with e^epsilon = 3 and with e^epsilon = 2, whose losses have no common step."""
    steps = count // 2

    def answer() -> Bracket:
        strong = FinitePair.of(Dist.bernoulli("3/4"), Dist.bernoulli("1/4"))
        weak = FinitePair.of(Dist.bernoulli("2/3"), Dist.bernoulli("1/3"))
        pair = PrivacyLoss([(strong, count), (weak, count)])
        return Bracket.exactly(pair.delta((ln(3) + ln(2)) * steps).as_fraction())

    def request() -> Request:
        return Request("two responses", count, epsilon=(log(3) + log(2)) * steps)

    return Task(f"randomised response e^eps = 3 and e^eps = 2, {count} each, delta", answer, request, "exact")


def clamped(high: int, count: int, goal: str = "") -> Task:
    """Neighbours 1 and 0 with e^(1/scale) = 21/20, at three deviations above the mean loss."""
    steps = round(count / 40 + 3 * count**0.5)

    def answer() -> Bracket:
        pair = PrivacyLoss.of(Dist(clamped_distribution(high, 1)), Dist(clamped_distribution(high, 0)), count)
        return Bracket.exactly(pair.delta(ln("21/20") * steps).as_fraction())

    def request() -> Request:
        distributions = clamped_distribution(high, 1), clamped_distribution(high, 0)
        return Request("table", count, epsilon=log(21 / 20) * steps, table=distributions)

    return Task(f"discrete Laplace clamped to [0, {high}], k = {count}, delta", answer, request, goal)


def clamped_distribution(high: int, centre: int) -> dict[int, Fraction]:
    """clamp(centre + Z, 0, high) with P(Z = z) proportional to a^|z|, a = 20/21."""
    a = Fraction(20, 21)
    scale = (1 - a) / (1 + a)
    distribution = {z: scale * a ** abs(z - centre) for z in range(1, high)}
    return {0: a**centre / (1 + a), **distribution, high: a ** (high - centre) / (1 + a)}


def certified(
    kind: str, mechanisms: Sequence[str], count: int, delta: str, width: str, goal: str = ""
) -> Task:
    """epsilon at a delta, by the accountant."""

    def answer() -> Bracket:
        accountant = Accountant(width=width)
        for mechanism in mechanisms:
            accountant.compose(mechanism, count)
        return accountant.epsilon(delta)

    def request() -> Request:
        return Request(kind, count, delta=float(delta))

    what = " + ".join(mechanisms) + (f", k = {count}" if count > 1 else "")
    return Task(f"{what}, epsilon at delta = {delta} to width {width}", answer, request, goal)
