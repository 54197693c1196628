"""New samples, drawn with the stored text, against a claimed number or a promised distribution."""

from __future__ import annotations

import subprocess
from collections import Counter
from collections.abc import Sequence

from .values import NotRechecked, Real, Row, Wrong, mp, require, value

SLACK = mp.log(mp.mpf(10) ** 9)
"""Samples are judged at a rate of false alarms of 1e-9."""


def check_samples(witness: Row, python: str) -> None:
    """New samples, drawn with the stored text, contradict the claim once more."""
    drawn = [lines_of(snippet, python) for snippet in witness["snippets"]]
    if witness["claim"] == "distribution":
        check_distribution(witness, drawn[0])
        return
    if witness["claim"] not in ("epsilon", "zcdp"):
        raise NotRechecked(f"samples against {witness['claim']!r} are not known")
    event = set(witness["event"])
    (n, hits), (m, others) = ((len(each), sum(line in event for line in each)) for each in drawn)
    p, q = lower_bound(hits, n), upper_bound(others, m)
    claimed = value(witness["claimed"])
    if witness["claim"] == "epsilon":
        right = mp.exp(claimed) * q + value(witness["delta"])
        require(bool(p > right), f"new samples give P >= {mp.nstr(p, 6)}, Q <= {mp.nstr(q, 6)} only")
        return
    order = value(witness["alpha"])
    moment = p**order * q ** (1 - order) + (1 - p) ** order * (1 - q) ** (1 - order)
    found = mp.log(moment) / (order - 1) / order if p > q else mp.mpf(0)
    require(bool(found > claimed), f"new samples give rho >= {mp.nstr(found, 6)} only")


def lines_of(snippet: str, python: str) -> list[str]:
    """What the text prints, a sample a line."""
    done = subprocess.run([python, "-c", snippet], capture_output=True, text=True, timeout=600, check=False)
    if done.returncode or not done.stdout:
        last = done.stderr.strip().rpartition("\n")[2]
        raise NotRechecked(f"the text that draws ended with status {done.returncode}: {last[:200]}")
    return done.stdout.splitlines()


def check_distribution(witness: Row, lines: Sequence[str]) -> None:
    """An impossible output came again, or some outcome too often or too seldom."""
    law = {outcome: value(mass) for outcome, mass in witness["distribution"].items()}
    opened = value(witness["open"])
    if not opened and any(line not in law or not law[line] for line in lines):
        return
    counts, n = Counter(lines), len(lines)
    for outcome, mass in law.items():
        share = mp.mpf(counts[outcome]) / n
        if n * divergence(share, mass, opened) > SLACK + mp.log(2 * len(law)):
            return
    raise Wrong(f"{n} new samples do not contradict the distribution")


def divergence(share: Real, mass: Real, opened: Real) -> Real:
    """KL(share || nearest possible probability): n times it bounds -ln of the chance of such a share."""
    nearest = min(max(share, mass), min(mp.mpf(1), mass + opened))
    total = mp.mpf(0)
    for seen, meant in ((share, nearest), (1 - share, 1 - nearest)):
        if seen:
            if not meant:
                return mp.inf
            total += seen * mp.log(seen / meant)
    return total


def lower_bound(hits: int, n: int) -> Real:
    """The least p with n KL(hits/n || p) <= ln(2e9)."""
    return _chernoff(mp.mpf(hits) / n, n, mp.mpf(0))


def upper_bound(hits: int, n: int) -> Real:
    """The largest such p."""
    return _chernoff(mp.mpf(hits) / n, n, mp.mpf(1))


def _chernoff(share: Real, n: int, end: Real) -> Real:
    inside, outside = share, end
    for _ in range(60):
        middle = (inside + outside) / 2
        if n * divergence(share, middle, mp.mpf(0)) <= SLACK + mp.log(2):
            inside = middle
        else:
            outside = middle
    return outside
