"""Programs over streams of any length, right and wrong ones, as the papers write them.

Sources: Lyu, Su and Li, "Understanding the sparse vector technique for differential privacy", VLDB 2017;
Chadha, Sistla and Viswanathan, "On linear time decidability of differential privacy for programs with
unbounded inputs", LICS 2021; Ding, Wang, Zhang and Kifer, "Free gap information from the differentially
private sparse vector and noisy max mechanisms", VLDB 2019; Wang, Ding, Kifer and Zhang, "CheckDP", CCS 2020.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ....exact import EPS
from ....programs import flip, output
from ....programs.noise.language import exponential, geometric, laplace, one_sided_geometric

Answers = Iterable[Any]


def above(answers: Answers, threshold: Any) -> Any:
    """Above threshold with a public threshold: one crossing, then the end."""
    bar = threshold + laplace(EPS / 2)
    for q in answers:
        if q + laplace(EPS / 4) >= bar:
            return True
        output(False)


def above_geometric(answers: Answers) -> Any:
    """Above threshold on integer answers."""
    bar = geometric(EPS / 2)
    for q in answers:
        if q + geometric(EPS / 4) >= bar:
            return True
        output(False)


def svt1(answers: Answers, c: int = 1) -> Any:
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


def monotone_svt(answers: Answers, c: int = 1) -> Any:
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


def monotone_gap(answers: Answers, c: int = 1) -> Any:
    """The same, with the gap at each crossing."""
    bar, seen = laplace(EPS / 2), 0
    for q in answers:
        v = q + laplace(EPS / (2 * c))
        if v >= bar:
            output(v - bar)
            seen += 1
            if seen == c:
                return None
        else:
            output(0)


def bad_num_svt(answers: Answers, c: int = 1) -> Any:
    """Writes the noisy answers that were compared."""
    bar, seen = laplace(EPS / 3), 0
    for q in answers:
        v = q + laplace(EPS / (3 * c))
        if v >= bar:
            output(v)
            seen += 1
            if seen == c:
                return None
        else:
            output(None)


def svt2(answers: Answers, c: int = 2) -> Any:
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


def svt3(answers: Answers) -> Any:
    """Algorithm 3: writes the noisy answer that crosses."""
    bar = laplace(EPS / 2)
    for q in answers:
        v = q + laplace(EPS / 2)
        if v >= bar:
            return v
        output(False)


def svt3_binned(answers: Answers) -> Any:
    """Algorithm 3 with noise of rate eps/4; the noisy answer that crosses is binned at -1, 0 and 1."""
    bar = laplace(EPS / 2)
    for q in answers:
        v = q + laplace(EPS / 4)
        if v >= bar:
            for edge in (-1, 0, 1):
                if v < edge:
                    return edge
            return "above"
        output(False)


def svt4(answers: Answers, c: int = 1) -> Any:
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


def svt5(answers: Answers) -> Any:
    """Algorithm 5: the answers have no noise."""
    bar = laplace(EPS / 2)
    for q in answers:
        output(q >= bar)


def svt6(answers: Answers) -> Any:
    """Algorithm 6: never stops."""
    bar = laplace(EPS / 2)
    for q in answers:
        output(q + laplace(EPS / 2) >= bar)


def quiet_threshold(answers: Answers) -> Any:
    """The threshold has no noise."""
    for q in answers:
        if q + laplace(EPS / 4) >= 0:
            return True
        output(False)


def undivided(answers: Answers, c: int = 2) -> Any:
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


def reused_noise(answers: Answers) -> Any:
    """One draw for all answers."""
    bar, noise = laplace(EPS / 2), laplace(EPS / 4)
    for q in answers:
        if q + noise >= bar:
            return True
        output(False)


def shown_threshold(answers: Answers) -> Any:
    """Writes the noisy threshold at the crossing."""
    bar = laplace(EPS / 2)
    for q in answers:
        if q + laplace(EPS / 4) >= bar:
            return bar
        output(False)


def numeric(answers: Answers) -> Any:
    """Numeric sparse: at the crossing the answer with fresh noise."""
    bar = laplace(EPS / 4)
    for q in answers:
        if q + laplace(EPS / 2) >= bar:
            return q + laplace(EPS / 2)
        output(False)


def num_svt(answers: Answers, c: int = 1) -> Any:
    """A third each for the threshold, the comparisons and the c noisy answers."""
    bar, seen = laplace(EPS / 3), 0
    for q in answers:
        if q + laplace(EPS / (6 * c)) >= bar:
            output(q + laplace(EPS / (3 * c)))
            seen += 1
            if seen == c:
                return None
        else:
            output(None)


def gap(answers: Answers) -> Any:
    """At the crossing the gap between noisy answer and noisy threshold."""
    bar = laplace(EPS / 2)
    for q in answers:
        v = q + laplace(EPS / 4)
        if v >= bar:
            return v - bar
        output(False)


def bad_gap(answers: Answers) -> Any:
    """At the crossing the noisy answer itself."""
    bar = laplace(EPS / 2)
    for q in answers:
        v = q + laplace(EPS / 4)
        if v >= bar:
            return v
        output(False)


def argmax(answers: Answers) -> Any:
    """Report noisy max with Laplace noise: the place of the largest."""
    best, winner = float("-inf"), None
    for i, q in enumerate(answers):
        v = q + laplace(EPS / 2)
        if v > best:
            best, winner = v, i
    return winner


def argmax_exponential(answers: Answers) -> Any:
    """Report noisy max with one-sided noise."""
    best, winner = float("-inf"), None
    for i, q in enumerate(answers):
        v = q + exponential(EPS / 2)
        if v > best:
            best, winner = v, i
    return winner


def argmax_one_sided(answers: Answers) -> Any:
    """Report noisy max on integer answers."""
    best, winner = None, None
    for i, q in enumerate(answers):
        v = q + one_sided_geometric(EPS / 2)
        if best is None or v > best:
            best, winner = v, i
    return winner


def maximum(answers: Answers) -> Any:
    """The largest noisy answer itself."""
    best = None
    for q in answers:
        v = q + laplace(EPS / 2)
        if best is None or v > best:
            best = v
    return best


def maximum_exponential(answers: Answers) -> Any:
    """The largest answer with one-sided noise itself."""
    best = None
    for q in answers:
        v = q + exponential(EPS / 2)
        if best is None or v > best:
            best = v
    return best


def range_1(answers: Answers) -> Any:
    """Numeric range 1: above the range, the noisy answer that was compared."""
    low, high = laplace(EPS / 4), 1 + laplace(EPS / 4)
    for q in answers:
        v = q + laplace(EPS / 4)
        if low <= v < high:
            output("in")
        elif v >= high:
            return v
        else:
            return "below"


def range_2(answers: Answers) -> Any:
    """Numeric range 2: above the range, the answer with fresh noise."""
    low, high = laplace(EPS / 4), 1 + laplace(EPS / 4)
    for q in answers:
        v = q + laplace(EPS / 4)
        if low <= v < high:
            output("in")
        elif v >= high:
            return q + laplace(EPS / 4)
        else:
            return "below"


def two_ranges_1(answers: Answers) -> Any:
    """Two ranges that share a noisy end."""
    u, v, w = laplace(EPS / 4), 1 + laplace(EPS / 4), 2 + laplace(EPS / 4)
    second = False
    for q in answers:
        n = q + laplace(EPS / 4)
        if not second:
            if u <= n < v:
                output("first")
            elif n >= v:
                second = True
                output("on")
            else:
                return "below"
        elif v <= n < w:
            output("second")
        elif n < v:
            return "below"
        else:
            return "above"


def two_ranges_2(answers: Answers) -> Any:
    """Two ranges; the end that they share is drawn again."""
    u, v, w = laplace(EPS / 4), 1 + laplace(EPS / 4), 2 + laplace(EPS / 4)
    second = False
    for q in answers:
        n = q + laplace(EPS / 4)
        if not second:
            if u <= n < v:
                output("first")
            elif n >= v:
                second = True
                v = 1 + laplace(EPS / 4)
                output("on")
            else:
                return "below"
        elif v <= n < w:
            output("second")
        elif n < v:
            return "below"
        else:
            return "above"


def disclosing(answers: Answers) -> Any:
    """Writes every noisy answer in the range."""
    low, high = laplace(EPS / 4), 1 + laplace(EPS / 4)
    for q in answers:
        v = q + laplace(EPS / 4)
        if low <= v < high:
            output(v)
        else:
            return None


def leaking_cycle(answers: Answers) -> Any:
    """Replaces the noisy value that answers are compared with."""
    x = laplace(EPS / 4)
    for q in answers:
        v = q + laplace(EPS / 4)
        if v < x:
            x = v
            output("lower")
        else:
            output("not lower")


def ranges(answers: Answers, m: int = 3) -> Any:
    """m ranges in turn."""
    low = [laplace(EPS / (4 * m)) for _ in range(m)]
    high = [1 + laplace(EPS / (4 * m)) for _ in range(m)]
    i = 0
    for q in answers:
        v = q + laplace(EPS / 4)
        if low[i] <= v < high[i]:
            i = (i + 1) % m
            output("in")
        elif v >= high[i]:
            return "above"
        else:
            return "below"


def min_max(answers: Answers, k: int = 3) -> Any:
    """The least and the largest of k noisy answers, then a range test."""
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
                output("low")
            elif v > high:
                high = v
                output("high")
            else:
                output("between")
        else:
            v = q + laplace(EPS / 4)
            if v < low:
                return "below"
            if v > high:
                return "above"
            output("in")


def partial_sum(answers: Answers) -> Any:
    """The sum of all answers."""
    total = 0
    for q in answers:
        total += q
    return total + laplace(EPS)


def bad_partial_sum(answers: Answers) -> Any:
    """The sum of all answers, with half of the noise."""
    total = 0
    for q in answers:
        total += q
    return total + laplace(2 * EPS)


def smart_sum(answers: Answers, block: int = 2) -> Any:
    """Running sums of noisy answers; at the end of a block its exact sum is noisy as a whole."""
    done, shown, inside, place = 0, 0, 0, 0
    for q in answers:
        inside += q
        place += 1
        if place == block:
            done += inside + laplace(EPS)
            shown, inside, place = done, 0, 0
        else:
            shown += q + laplace(EPS)
        output(shown)


def bad_smart_sum(answers: Answers, block: int = 2) -> Any:
    """The same without noise at the ends of blocks."""
    done, shown, inside, place = 0, 0, 0, 0
    for q in answers:
        inside += q
        place += 1
        if place == block:
            done += inside
            shown, inside, place = done, 0, 0
        else:
            shown += q + laplace(EPS)
        output(shown)


def prefix_sum(answers: Answers) -> Any:
    """All running sums of noisy answers."""
    total = 0
    for q in answers:
        total += q + laplace(EPS)
        output(total)


def mean(answers: Answers) -> Any:
    """A running mean of exact answers, with noise at the end."""
    smooth = 0
    for q in answers:
        smooth = (smooth + q) / 2
    return smooth + laplace(EPS)


def histogram(answers: Answers) -> Any:
    """Every answer with noise of its own."""
    for q in answers:
        output(q + laplace(EPS))


def adaptive(answers: Answers) -> Any:
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


def sampled(answers: Answers) -> Any:
    """Looks at every answer with probability 1/2."""
    bar = laplace(EPS / 2)
    for q in answers:
        if not flip("1/2"):
            continue
        if q + laplace(EPS / 4) >= bar:
            return True
        output(False)


def nested(blocks: Answers) -> Any:
    """A new threshold for every block of answers."""
    for block in blocks:
        bar = laplace(EPS / 2)
        for q in block:
            if q + laplace(EPS / 4) >= bar:
                break
            output(False)
        output("next")


def own_thresholds(answers: Answers, thresholds: Answers) -> Any:
    """Every answer has a public threshold of its own; returns the place of the crossing."""
    bar = laplace(EPS / 2)
    for i, (q, t) in enumerate(zip(answers, thresholds)):  # noqa: B905
        if q + laplace(EPS / 4) >= t + bar:
            return i
        output(False)


def gap_svt(answers: Answers, c: int = 1) -> Any:
    """Sparse vector with gap: the gap at each of c crossings."""
    bar, seen = laplace(EPS / 2), 0
    for q in answers:
        v = q + laplace(EPS / (4 * c))
        if v >= bar:
            output(v - bar)
            seen += 1
            if seen >= c:
                return None
        else:
            output(0)


def adaptive_svt(answers: Answers, c: int = 1, sigma: Any = 1) -> Any:
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


def adaptive_overspent(answers: Answers, c: int = 1) -> Any:
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
