"""Answers below a formula that is not the best bound: they are judged by what the best bound is known to be.

A prompt of `advanced_composition`, say, asks for the value of that formula.  Who answers with a smaller
guarantee may have found a better bound or be wrong.  Where the least possible one is known the answer is
called `tighter` or `unsound` by it; where only another, better formula is known, `tighter` or `undecided`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import comb, prod

from ...amplification import shuffle
from ...composition import PrivacyLoss
from ...errors import AssayError
from ...exact import Certified, Log, Number, certified, ln, maximum
from ...mechanisms import randomised_response_categories
from ...outputs.json_values import Json
from .arguments import Arguments
from .families.shuffling import exact_delta, randomiser
from .judgement import Judgement
from .reals import Value, at_most, infinite, read_answer, text_of

MOST_PEOPLE, MOST_REPORTS = 6, 64


def _composed(given: Arguments) -> Number:
    """The exact delta of k independent losses."""
    return PrivacyLoss.of(*given.pair(), given.integer("k")).delta(given.epsilon())


def _pessimistic(given: Arguments, bound: Value) -> bool | None:
    return at_most(_composed(given), bound)


def _optimistic(given: Arguments, bound: Value) -> bool | None:
    truth = _composed(given)
    return not infinite(bound) and (not at_most(truth, bound) or bound == truth)


def _blanket(given: Arguments, bound: Value) -> bool | None:
    """By the exact delta of this randomiser, for few people."""
    n = given.integer("n")
    return at_most(exact_delta(randomiser(given), n, given.epsilon()), bound) if n <= MOST_PEOPLE else None


def _clones(given: Arguments, bound: Value) -> bool | None:
    """Randomised response beside others who are all alike: no bound for all randomisers is below it."""
    n = given.integer("n")
    if n > MOST_REPORTS:
        return None
    response = randomised_response_categories(2, given.epsilon("local_epsilon"))
    alike = [(x, *(1,) * (n - 1)) for x in (0, 1)]
    least = shuffle(response, n, domain=alike).delta(given.epsilon())
    return None if at_most(least, bound) else False


def _open(given: Arguments, bound: Value) -> bool | None:
    return None


BOUNDS: Mapping[str, Callable[[Arguments, Value], bool | None]] = {
    "pessimistic_delta": _pessimistic,
    "optimistic_delta": _optimistic,
    "blanket_delta": _blanket,
    "clones_delta": _clones,
    "clones_epsilon": _open,
    "shuffling_epsilon": _open,
    "snapping_epsilon_bound": _open,
}
"""By the function; None where it is not known whether the answer holds."""


MOST_SETS = 1000
"""More sets of parts are not tried."""
MOST_ROUNDS = 2000
"""For more the optimal composition is not summed up."""
LEAST, HALVINGS, FINE = Fraction(1, 100), 60, 10**30
"""The best order of the conversion of rho-zCDP is looked for near 1 + sqrt(ln(1/delta)/rho)."""


def judge_value(prompt: Mapping[str, Json], answer: object, strict: Judgement) -> Judgement:
    """The judgement on a bound below the named formula, `strict` where the formula is the best one."""
    rule = VALUES.get(str(prompt.get("function")))
    return strict if rule is None else _by(lambda given: rule(given, _bound(answer)), prompt, strict)


def judge_guarantee(prompt: Mapping[str, Json], answer: object, strict: Judgement) -> Judgement:
    """The judgement on an (epsilon, delta) one of which is below the named formula."""
    rule = GUARANTEES.get(str(prompt.get("function")))
    if rule is None or not isinstance(answer, dict):
        return strict
    return _by(lambda given: rule(given, _bound(answer["epsilon"]), _bound(answer["delta"])), prompt, strict)


def _by(
    holds: Callable[[Arguments], bool | None], prompt: Mapping[str, Json], strict: Judgement
) -> Judgement:
    given = prompt.get("arguments")
    try:
        known = holds(Arguments(given if isinstance(given, dict) else {}))
    except (AssayError, ArithmeticError):  # no order, no enclosure: nothing is known
        known = None
    if known:
        return Judgement("tighter", f"holds, by a better bound: {strict.detail}", Fraction(0))
    if known is None and strict.status == "unsound":
        return Judgement("undecided", f"not known to hold, below the named formula: {strict.detail}")
    return strict


def _bound(answer: object) -> Value:
    """What an answer promises: the number, or the upper end of an interval."""
    if isinstance(answer, dict):
        answer = answer["exact"] if answer.get("exact") is not None else answer["upper"]
    return read_answer(text_of(answer), None)


def _basic(given: Arguments, epsilon: Value, delta: Value) -> bool | None:
    """By the least one way: 1 - (1 - D) prod (1 - delta_i), D = max(1 - e^(epsilon - total epsilon), 0)."""
    parts = [Arguments(part) for part in given.items("guarantees") if isinstance(part, dict)]
    kept = prod((1 - part.number("delta") for part in parts), start=Number(1))
    total = sum((part.epsilon() for part in parts), start=ln(1))
    if infinite(epsilon) or (isinstance(epsilon, Log) and epsilon >= total) or _reaches(epsilon, total):
        return at_most(1 - kept, delta)
    if total.is_infinite:
        return False
    excess = maximum([1 - (certified(epsilon) - certified(total)).exp(), 0])
    return at_most(1 - (1 - excess) * certified(kept), delta)


def _reaches(epsilon: Value, total: Log) -> bool:
    return not total.is_infinite and isinstance(epsilon, Number) and bool(total <= epsilon.as_fraction())


def _advanced(given: Arguments, epsilon: Value, delta: Value) -> bool | None:
    """By the optimal composition for a symmetric adjacency, of which the formula is an upper bound."""
    rounds, level, leak = given.integer("k"), given.epsilon(), given.number("delta")
    if rounds > MOST_ROUNDS or level.is_infinite:
        return None
    if infinite(epsilon):
        return at_most(1 - (1 - leak) ** rounds, delta)
    step, at = certified(level), certified(epsilon)
    terms = (
        comb(rounds, lies) * maximum([(step * (rounds - lies)).exp() - (at + step * lies).exp(), 0])
        for lies in range(rounds + 1)
    )
    excess = sum(terms, start=certified(0)) / (1 + step.exp()) ** rounds
    return at_most(1 - certified((1 - leak) ** rounds) * (1 - excess), delta)


def _rdp_to_dp(given: Arguments, bound: Value) -> bool | None:
    """By the improved conversion, or by epsilon = 0; no least one is known here."""
    r, delta = certified(given.number("r")), certified(given.number("delta"))
    if given.number("r") == 0 or at_most(_total_variation(r), delta):
        return at_most(Number(0), bound) or None
    return _is_improved([_improved(given.number("order").as_fraction(), r, delta)], bound)


def _rdp_to_delta(given: Arguments, bound: Value) -> bool | None:
    """By the total variation, which is delta(0); no least one is known here."""
    r = given.number("r")
    return _is_improved([certified(r) if r == 0 else _total_variation(certified(r))], bound)


def _total_variation(r: Certified) -> Certified:
    """sqrt(1 - e^(-r)), a bound of it under (order, r)-RDP.  Source: Bretagnolle and Huber 1979."""
    return (1 - (-r).exp()).sqrt()


def _zcdp_to_dp(given: Arguments, bound: Value) -> bool | None:
    """By the improved conversion at the best order of Renyi differential privacy."""
    if given.number("rho") == 0:
        return True
    rho, delta = certified(given.number("rho")), certified(given.number("delta"))
    low, high = (Fraction((-delta.log() / rho).sqrt().lower(6)) * part for part in (LEAST, Fraction(2)))
    for _ in range(HALVINGS):  # it falls and then grows: a third is left out on the side that is larger
        thirds = [1 + low + (high - low) / 3, 1 + high - (high - low) / 3]
        left, right = (Fraction(_improved(each, rho * each, delta).lower(30)) for each in thirds)
        low, high = (low, thirds[1] - 1) if left < right else (thirds[0] - 1, high)
        low, high = low.limit_denominator(FINE), high.limit_denominator(FINE)
    order = 1 + (low + high) / 2
    return _is_improved([_improved(order, rho * order, delta)], bound)


def _improved(order: Fraction, r: Certified, delta: Certified) -> Certified:
    """r + ln(1 - 1/order) - ln(delta order)/(order - 1), in enclosures: exact logarithms would be factored.

    Source: Canonne, Kamath and Steinke 2020, Proposition 12.
    """
    shift = certified(1 - 1 / order).log() - (delta * order).log() / (order - 1)
    return maximum([r + shift, 0])


def _is_improved(proven: Sequence[Certified], bound: Value) -> bool | None:
    """True where a proven bound is at most this one, which then holds."""
    return True if any(at_most(each, bound) for each in proven) else None


def _parallel(given: Arguments, epsilon: Value, delta: Value) -> bool | None:
    """By what the worst parts allow, each set of `affected` of them."""
    parts, affected = given.items("guarantees"), given.integer("affected")
    if comb(len(parts), affected) > MOST_SETS:
        return None
    return _basic_of_all(combinations(parts, affected), epsilon, delta)


def _overlapping(given: Arguments, epsilon: Value, delta: Value) -> bool | None:
    """By what the parts of every kind of records allow."""
    parts = given.items("guarantees")
    kinds = (kind for kind in given.items("records") if isinstance(kind, list))
    return _basic_of_all(([parts[int(str(i)) - 1] for i in kind] for kind in kinds), epsilon, delta)


def _basic_of_all(sets: Iterable[Sequence[Json]], epsilon: Value, delta: Value) -> bool:
    return all(_basic(Arguments({"guarantees": list(each)}), epsilon, delta) for each in sets if each)


def _replaced(given: Arguments, epsilon: Value, delta: Value) -> bool | None:
    """By the optimal composition of every two parts, and by every part alone, in both directions."""
    alone = [[Arguments(each)] for each in given.items("replaced") if isinstance(each, dict)]
    moved = [Arguments(each) for each in given.items("guarantees") if isinstance(each, dict)]
    return all(_optimal(each, epsilon, delta) for each in (*alone, *combinations(moved, 2)))


def _optimal(parts: Sequence[Arguments], epsilon: Value, delta: Value) -> bool:
    """Whether the optimal composition of mechanisms that are not alike has at most this delta at epsilon."""
    kept = prod((1 - part.number("delta") for part in parts), start=Number(1))
    losses = [part.epsilon() for part in parts]
    if infinite(epsilon) or any(loss.is_infinite for loss in losses):
        return infinite(epsilon) and at_most(1 - kept, delta)
    at, steps = certified(epsilon), [certified(loss) for loss in losses]
    excess = certified(0)
    for signs in product((1, -1), repeat=len(steps)):
        high = sum((s for s, sign in zip(steps, signs, strict=True) if sign > 0), certified(0))
        low = sum((s for s, sign in zip(steps, signs, strict=True) if sign < 0), certified(0))
        excess += maximum([high.exp() - (at + low).exp(), 0])
    excess /= prod((1 + step.exp() for step in steps), start=certified(1))
    return at_most(1 - certified(kept) * (1 - excess), delta)


def _not_known(given: Arguments, bound: Value) -> bool | None:
    """No other bound is at hand."""
    return None


VALUES: Mapping[str, Callable[[Arguments, Value], bool | None]] = {
    "rdp_to_dp": _rdp_to_dp,
    "rdp_to_delta": _rdp_to_delta,
    "zcdp_to_dp": _zcdp_to_dp,
    "renyi_odometer": _not_known,
    "concentrated_odometer": _not_known,
    "composed_renyi_epsilon": _not_known,
    "composed_renyi_delta": _not_known,
    **BOUNDS,
}
GUARANTEES: Mapping[str, Callable[[Arguments, Value, Value], bool | None]] = {
    "basic_composition": _basic,
    "advanced_composition": _advanced,
    "parallel_composition": _parallel,
    "parallel_replace_one": _replaced,
    "overlapping_composition": _overlapping,
}
