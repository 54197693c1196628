"""Programs over streams from the literature, right and wrong."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import assay
from assay import EPS
from assay.decide import exponential, geometric, laplace, one_sided_geometric

Answers = Iterable[Any]


def above(answers: Answers, threshold: Any) -> Any:
    bar = threshold + laplace(EPS / 2)
    for q in answers:
        if q + laplace(EPS / 4) >= bar:
            return True
        assay.output(False)


def above_geometric(answers: Answers) -> Any:
    bar = geometric(EPS / 2)
    for q in answers:
        if q + geometric(EPS / 4) >= bar:
            return True
        assay.output(False)


def svt1(answers: Answers, c: int = 1) -> Any:
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


def svt2(answers: Answers, c: int = 2) -> Any:
    bar, seen = laplace(EPS / (2 * c)), 0
    for q in answers:
        if q + laplace(EPS / (4 * c)) >= bar:
            assay.output(True)
            seen += 1
            if seen == c:
                return None
            bar = laplace(EPS / (2 * c))
        else:
            assay.output(False)


def svt3(answers: Answers) -> Any:
    bar = laplace(EPS / 2)
    for q in answers:
        v = q + laplace(EPS / 2)
        if v >= bar:
            return v
        assay.output(False)


def svt4(answers: Answers, c: int = 1) -> Any:
    bar, seen = laplace(EPS / 4), 0
    for q in answers:
        if q + laplace(3 * EPS / 4) >= bar:
            assay.output(True)
            seen += 1
            if seen == c:
                return None
        else:
            assay.output(False)


def svt5(answers: Answers) -> Any:
    bar = laplace(EPS / 2)
    for q in answers:
        assay.output(q >= bar)


def svt6(answers: Answers) -> Any:
    bar = laplace(EPS / 2)
    for q in answers:
        assay.output(q + laplace(EPS / 2) >= bar)


def quiet_threshold(answers: Answers) -> Any:
    for q in answers:
        if q + laplace(EPS / 4) >= 0:
            return True
        assay.output(False)


def undivided(answers: Answers, c: int = 2) -> Any:
    bar, seen = laplace(EPS / 2), 0
    for q in answers:
        if q + laplace(EPS / 4) >= bar:
            assay.output(True)
            seen += 1
            if seen == c:
                return None
        else:
            assay.output(False)


def reused_noise(answers: Answers) -> Any:
    bar, noise = laplace(EPS / 2), laplace(EPS / 4)
    for q in answers:
        if q + noise >= bar:
            return True
        assay.output(False)


def shown_threshold(answers: Answers) -> Any:
    bar = laplace(EPS / 2)
    for q in answers:
        if q + laplace(EPS / 4) >= bar:
            return bar
        assay.output(False)


def numeric(answers: Answers) -> Any:
    bar = laplace(EPS / 4)
    for q in answers:
        if q + laplace(EPS / 2) >= bar:
            return q + laplace(EPS / 2)
        assay.output(False)


def gap(answers: Answers) -> Any:
    bar = laplace(EPS / 2)
    for q in answers:
        v = q + laplace(EPS / 4)
        if v >= bar:
            return v - bar
        assay.output(False)


def bad_gap(answers: Answers) -> Any:
    bar = laplace(EPS / 2)
    for q in answers:
        v = q + laplace(EPS / 4)
        if v >= bar:
            return v
        assay.output(False)


def argmax(answers: Answers) -> Any:
    best, winner = float("-inf"), None
    for i, q in enumerate(answers):
        v = q + laplace(EPS / 2)
        if v > best:
            best, winner = v, i
    return winner


def argmax_exponential(answers: Answers) -> Any:
    best, winner = float("-inf"), None
    for i, q in enumerate(answers):
        v = q + exponential(EPS / 2)
        if v > best:
            best, winner = v, i
    return winner


def argmax_one_sided(answers: Answers) -> Any:
    best, winner = None, None
    for i, q in enumerate(answers):
        v = q + one_sided_geometric(EPS / 2)
        if best is None or v > best:
            best, winner = v, i
    return winner


def maximum(answers: Answers) -> Any:
    best = float("-inf")
    for q in answers:
        best = max(best, q + laplace(EPS / 2))
    return best


def range_1(answers: Answers) -> Any:
    low, high = laplace(EPS / 4), 1 + laplace(EPS / 4)
    for q in answers:
        v = q + laplace(EPS / 4)
        if low <= v < high:
            assay.output("in")
        elif v >= high:
            return v
        else:
            return "below"


def range_2(answers: Answers) -> Any:
    low, high = laplace(EPS / 4), 1 + laplace(EPS / 4)
    for q in answers:
        v = q + laplace(EPS / 4)
        if low <= v < high:
            assay.output("in")
        elif v >= high:
            return q + laplace(EPS / 4)
        else:
            return "below"


def two_ranges_1(answers: Answers) -> Any:
    u, v, w = laplace(EPS / 4), 1 + laplace(EPS / 4), 2 + laplace(EPS / 4)
    second = False
    for q in answers:
        n = q + laplace(EPS / 4)
        if not second:
            if u <= n < v:
                assay.output("first")
            elif n >= v:
                second = True
                assay.output("on")
            else:
                return "below"
        elif v <= n < w:
            assay.output("second")
        elif n < v:
            return "below"
        else:
            return "above"


def two_ranges_2(answers: Answers) -> Any:
    u, v, w = laplace(EPS / 4), 1 + laplace(EPS / 4), 2 + laplace(EPS / 4)
    second = False
    for q in answers:
        n = q + laplace(EPS / 4)
        if not second:
            if u <= n < v:
                assay.output("first")
            elif n >= v:
                second = True
                v = 1 + laplace(EPS / 4)
                assay.output("on")
            else:
                return "below"
        elif v <= n < w:
            assay.output("second")
        elif n < v:
            return "below"
        else:
            return "above"


def disclosing(answers: Answers) -> Any:
    low, high = laplace(EPS / 4), 1 + laplace(EPS / 4)
    for q in answers:
        v = q + laplace(EPS / 4)
        if low <= v < high:
            assay.output(v)
        else:
            return None


def leaking_cycle(answers: Answers) -> Any:
    x = laplace(EPS / 4)
    for q in answers:
        v = q + laplace(EPS / 4)
        if v < x:
            x = v
            assay.output("lower")
        else:
            assay.output("not lower")


def ranges(answers: Answers, m: int = 3) -> Any:
    low = [laplace(EPS / (4 * m)) for _ in range(m)]
    high = [1 + laplace(EPS / (4 * m)) for _ in range(m)]
    i = 0
    for q in answers:
        v = q + laplace(EPS / 4)
        if low[i] <= v < high[i]:
            i = (i + 1) % m
            assay.output("in")
        elif v >= high[i]:
            return "above"
        else:
            return "below"


def min_max(answers: Answers, k: int = 3) -> Any:
    seen, low, high = 0, None, None
    for q in answers:
        if seen == 0:
            low = high = q + laplace(EPS / (4 * k))
            seen = 1
        elif seen < k:
            v = q + laplace(EPS / (4 * k))
            seen += 1
            if v < low:
                low = v
                assay.output("low")
            elif v > high:
                high = v
                assay.output("high")
            else:
                assay.output("between")
        else:
            v = q + laplace(EPS / 4)
            if v < low:
                return "below"
            if v > high:
                return "above"
            assay.output("in")


def partial_sum(answers: Answers) -> Any:
    total = 0
    for q in answers:
        total += q
    return total + laplace(EPS)


def prefix_sum(answers: Answers) -> Any:
    total = 0
    for q in answers:
        total += q + laplace(EPS)
        assay.output(total)


def mean(answers: Answers) -> Any:
    smooth = 0
    for q in answers:
        smooth = (smooth + q) / 2
    return smooth + laplace(EPS)


def histogram(answers: Answers) -> Any:
    for q in answers:
        assay.output(q + laplace(EPS))


def adaptive(answers: Answers) -> Any:
    bar, spent = laplace(EPS / 2), 0
    for q in answers:
        if spent > 2:
            return None
        if q - 5 + laplace(EPS / 16) >= bar:
            spent += 1
            assay.output("far above")
        elif q + laplace(EPS / 8) >= bar:
            spent += 2
            assay.output("above")
        else:
            assay.output("below")


def sampled(answers: Answers) -> Any:
    bar = laplace(EPS / 2)
    for q in answers:
        if not assay.flip("1/2"):
            continue
        if q + laplace(EPS / 4) >= bar:
            return True
        assay.output(False)


def nested(blocks: Answers) -> Any:
    for block in blocks:
        bar = laplace(EPS / 2)
        for q in block:
            if q + laplace(EPS / 4) >= bar:
                break
            assay.output(False)
        assay.output("next")


def own_thresholds(answers: Answers, thresholds: Answers) -> Any:
    bar = laplace(EPS / 2)
    for i, (q, t) in enumerate(zip(answers, thresholds)):  # noqa: B905
        if q + laplace(EPS / 4) >= t + bar:
            return i
        assay.output(False)
