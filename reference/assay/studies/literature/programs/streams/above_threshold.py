"""Above threshold and the sparse vector technique: which answers cross a noisy threshold.

Sources: Lyu, Su and Li, "Understanding the sparse vector technique for differential privacy", VLDB 2017;
Chadha, Sistla and Viswanathan, "On linear time decidability of differential privacy for programs with
unbounded inputs", LICS 2021; of adaptive budgets, which pay less for answers far above the threshold, Ding,
Wang, Zhang and Kifer, "Free gap information from the differentially private sparse vector and noisy max
mechanisms", VLDB 2019, and Wang, Ding, Kifer and Zhang, "CheckDP", CCS 2020.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .....exact import EPS
from .....programs import flip, output
from .....programs.noise.language import geometric, laplace


def above(answers: Iterable[Any], threshold: Any) -> Any:
    """Above threshold with a public threshold: one crossing, then the end."""
    bar = threshold + laplace(EPS / 2)
    for q in answers:
        if q + laplace(EPS / 4) >= bar:
            return True
        output(False)


def above_geometric(answers: Iterable[Any]) -> Any:
    """Above threshold on integer answers."""
    bar = geometric(EPS / 2)
    for q in answers:
        if q + geometric(EPS / 4) >= bar:
            return True
        output(False)


def svt1(answers: Iterable[Any], c: int = 1) -> Any:
    """Algorithm 1 of Lyu, Su and Li: stops after c crossings."""
    bar, seen = laplace(EPS / 2), 0
    found = []
    for q in answers:
        if q + laplace(EPS / (4 * c)) >= bar:
            found.append(True)
            seen += 1
            if seen == c:
                return found
        else:
            found.append(False)
    return found


def monotone_svt(answers: Iterable[Any], c: int = 1) -> Any:
    """For answers that all move the same way, noise of half the scale is enough."""
    bar, seen = laplace(EPS / 2), 0
    for q in answers:
        if q + laplace(EPS / (2 * c)) >= bar:
            output(True)
            seen += 1
            if seen == c:
                return None
        else:
            output(False)


def svt2(answers: Iterable[Any], c: int = 2) -> Any:
    """Algorithm 2: the threshold is drawn again after each crossing."""
    bar, seen = laplace(EPS / (2 * c)), 0
    for q in answers:
        if q + laplace(EPS / (4 * c)) >= bar:
            output(True)
            seen += 1
            if seen == c:
                return None
            bar = laplace(EPS / (2 * c))
        else:
            output(False)


def svt4(answers: Iterable[Any], c: int = 1) -> Any:
    """Algorithm 4: the noise of the answers is not scaled by c."""
    bar, seen = laplace(EPS / 4), 0
    for q in answers:
        if q + laplace(3 * EPS / 4) >= bar:
            output(True)
            seen += 1
            if seen == c:
                return None
        else:
            output(False)


def svt5(answers: Iterable[Any]) -> Any:
    """Algorithm 5: the answers have no noise."""
    bar = laplace(EPS / 2)
    for q in answers:
        output(q >= bar)


def svt6(answers: Iterable[Any]) -> Any:
    """Algorithm 6: never stops."""
    bar = laplace(EPS / 2)
    for q in answers:
        output(q + laplace(EPS / 2) >= bar)


def quiet_threshold(answers: Iterable[Any]) -> Any:
    """The threshold has no noise."""
    for q in answers:
        if q + laplace(EPS / 4) >= 0:
            return True
        output(False)


def undivided(answers: Iterable[Any], c: int = 2) -> Any:
    """The budget of the answers is not divided by c."""
    bar, seen = laplace(EPS / 2), 0
    for q in answers:
        if q + laplace(EPS / 4) >= bar:
            output(True)
            seen += 1
            if seen == c:
                return None
        else:
            output(False)


def reused_noise(answers: Iterable[Any]) -> Any:
    """One draw for all answers."""
    bar, noise = laplace(EPS / 2), laplace(EPS / 4)
    for q in answers:
        if q + noise >= bar:
            return True
        output(False)


def sampled(answers: Iterable[Any]) -> Any:
    """Looks at every answer with probability 1/2."""
    bar = laplace(EPS / 2)
    for q in answers:
        if not flip("1/2"):
            continue
        if q + laplace(EPS / 4) >= bar:
            return True
        output(False)


def nested(blocks: Iterable[Any]) -> Any:
    """A new threshold for every block of answers."""
    for block in blocks:
        bar = laplace(EPS / 2)
        for q in block:
            if q + laplace(EPS / 4) >= bar:
                break
            output(False)
        output("next")


def own_thresholds(answers: Iterable[Any], thresholds: Iterable[Any]) -> Any:
    """Every answer has a public threshold of its own; returns the place of the crossing."""
    bar = laplace(EPS / 2)
    for i, (q, t) in enumerate(zip(answers, thresholds)):  # noqa: B905
        if q + laplace(EPS / 4) >= t + bar:
            return i
        output(False)


def adaptive(answers: Iterable[Any]) -> Any:
    """Pays less for answers that are far above the threshold."""
    bar, spent = laplace(EPS / 2), 0
    for q in answers:
        if spent > 2:
            return None
        if q - 5 + laplace(EPS / 16) >= bar:
            spent += 1
            output("far above")
        elif q + laplace(EPS / 8) >= bar:
            spent += 2
            output("above")
        else:
            output("below")


def adaptive_svt(answers: Iterable[Any], c: int = 1, sigma: Any = 1) -> Any:
    """Adaptive sparse vector with gap: half of a share for an answer that is sigma above the threshold."""
    bar, spent = laplace(EPS / 2), EPS / 2
    share = EPS / (2 * c)
    for q in answers:
        if spent > EPS - share:
            return None
        far = q + laplace(share / 4) - bar
        near = q + laplace(share / 2) - bar
        if far >= sigma:
            output(("far", far))
            spent += share / 2
        elif near >= 0:
            output(("near", near))
            spent += share
        else:
            output(0)


def adaptive_overspent(answers: Iterable[Any], c: int = 1) -> Any:
    """The same, but an answer that is far above costs nothing."""
    bar, spent = laplace(EPS / 2), EPS / 2
    share = EPS / (2 * c)
    for q in answers:
        if spent > EPS - share:
            return None
        if q - 1 + laplace(share / 4) >= bar:
            output("far")
        elif q + laplace(share / 2) >= bar:
            output("near")
            spent += share
        else:
            output(0)
