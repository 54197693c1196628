"""Lower and upper bounds on the risk of private histograms, with the conditions under which they hold.

The source's proposition 3.1 is an inequality with tau rows moved at a time.  It needs an integer tau >= 1
with (k - 1) tau <= n, because the corners of the hypercube have to be histograms of n rows:

    R* >= (k - 1) tau/(2n) (1 - sqrt(alpha tau/2))          (as printed: Pinsker's inequality)
    R* >= (k - 1) tau/n / (1 + e^(alpha tau))               (sharper: total variation of an alpha tau-DP pair)
    R* >= 2 tau/n / (1 + e^(alpha tau))                     (k = 2, tau <= n: both cells count)

Proposition 3.2, for two cells and m rows moved, m <= n/2 rounded up:

    R(theta) >= e^(-alpha m) (2m/n - sup R)   for every theta.

Source: Hall, Rinaldo and Wasserman, "Random Differential Privacy", propositions 3.1 and 3.2, corrected.
"""

from __future__ import annotations

from fractions import Fraction

from ..arguments import integer, positive_integer
from ..budgets.sizes import check_size
from ..errors import InvalidValue
from ..exact import Certified, EpsilonLike, ExactLike, Log, Number, certified, eps, integer_text, number
from ..exact.real import brief

MOST_TAUS = 1 << 9
"""A maximum over more values of tau, each with a power e^(alpha tau), is not begun."""


def privacy_level(alpha: EpsilonLike) -> Log:
    """alpha with 0 < alpha < infinity, as the claims about minimax risk need it; InvalidValue otherwise."""
    level = eps(alpha, "alpha")
    if level.is_infinite or not level > 0:
        raise InvalidValue(
            f"alpha = {brief(level)} is outside the range of the claim; give 0 < alpha < infinity"
        )
    return level


def pinsker_bound(n: int, k: int, alpha: EpsilonLike, tau: int) -> Certified:
    """(k - 1) tau/(2n) (1 - sqrt(alpha tau/2)), a lower bound on R*.

    Raises InvalidValue unless n >= 1, k >= 2, 0 < alpha < infinity, tau >= 1 and (k - 1) tau <= n.
    """
    level = privacy_level(alpha)
    scale = _scale(n, k, tau)
    return certified(scale / 2) * (1 - (certified(level * tau) / 2).sqrt())


def affinity_bound(n: int, k: int, alpha: EpsilonLike, tau: int) -> Number:
    """(k - 1) tau/n / (1 + e^(alpha tau)), a lower bound on R*; at least `pinsker_bound`.

    Raises InvalidValue unless n >= 1, k >= 2, 0 < alpha < infinity, tau >= 1 and (k - 1) tau <= n.
    """
    level = privacy_level(alpha)
    return number(_scale(n, k, tau)) / (1 + (level * tau).exp())


def two_cell_bound(n: int, alpha: EpsilonLike, tau: int) -> Number:
    """2 tau/n / (1 + e^(alpha tau)), a lower bound on R* for k = 2; an equality for n = tau = 1.

    Raises InvalidValue unless n >= 1, 0 < alpha < infinity and 1 <= tau <= n.
    """
    level = privacy_level(alpha)
    return number(2 * _scale(n, 2, tau)) / (1 + (level * tau).exp())


def best_two_cell_bound(n: int, alpha: EpsilonLike) -> Number:
    """The largest `two_cell_bound` over tau."""
    positive_integer(n, "n")
    check_size(n, "values of tau", f"n = {integer_text(n)}", "use a smaller n", MOST_TAUS)
    return max(two_cell_bound(n, alpha, tau) for tau in range(1, n + 1))


def best_affinity_bound(n: int, k: int, alpha: EpsilonLike) -> Number:
    """The largest `affinity_bound` over tau; InvalidValue where k - 1 > n, as there is no tau."""
    if k - 1 > n:
        raise InvalidValue(
            f"k - 1 = {integer_text(k - 1)} > n = {integer_text(n)}: no tau >= 1 has (k - 1) tau <= "
            "n; the bound is empty"
        )
    most = positive_integer(n, "n") // (integer(k, "k", 2) - 1)
    check_size(most, "values of tau", f"n = {integer_text(n)}", "use a smaller n or a larger k", MOST_TAUS)
    return max(affinity_bound(n, k, alpha, tau) for tau in range(1, most + 1))


def uniform_bound(n: int, alpha: EpsilonLike, moved: int, worst: ExactLike) -> Number:
    """e^(-alpha m) (2m/n - worst): no histogram of two cells has a smaller risk, if `worst` is the largest.

    Raises InvalidValue unless 0 < alpha < infinity and 1 <= m <= (n + 1)/2, so that every histogram has one
    at m moved rows, and for a negative worst risk.
    """
    level, limit = privacy_level(alpha), number(worst, "worst")
    positive_integer(n, "n")
    if positive_integer(moved, "moved") > (n + 1) // 2:
        raise InvalidValue(
            f"moved = {integer_text(moved)} rows is more than half of n = {integer_text(n)}; some "
            "histogram has none at that distance"
        )
    if limit < 0:
        raise InvalidValue(f"worst = {brief(limit)} is negative; a risk is at least 0")
    return (Fraction(2 * moved, n) - limit) / (level * moved).exp()


def laplace_upper_bound(n: int, k: int, alpha: EpsilonLike) -> Certified:
    """4k/(n alpha), an upper bound on R*: the projected Laplace histogram has at most this risk.

    E|z - theta|_1 = 2k/(n alpha), and projecting to the nearest histogram at most doubles it.
    """
    level = privacy_level(alpha)
    return certified(Fraction(4 * integer(k, "k", 2), positive_integer(n, "n"))) / certified(level)


def _scale(n: int, k: int, tau: int) -> Fraction:
    """(k - 1) tau/n, where the hypercube fits into the histograms."""
    positive_integer(n, "n")
    if (integer(k, "k", 2) - 1) * positive_integer(tau, "tau") > n:
        raise InvalidValue(
            f"(k - 1) tau = {integer_text((k - 1) * tau)} > n = {integer_text(n)}: the corners of "
            "the hypercube are no histograms of "
            "n rows; give a smaller tau"
        )
    return Fraction((k - 1) * tau, n)
