"""Sparse vectors that pay less for answers that are far above the threshold.

Sources: Ding, Wang, Zhang and Kifer, "Free gap information from the differentially private sparse vector
and noisy max mechanisms", VLDB 2019; Wang, Ding, Kifer and Zhang, "CheckDP", CCS 2020.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .....exact import EPS
from .....programs import output
from .....programs.noise.language import laplace


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
