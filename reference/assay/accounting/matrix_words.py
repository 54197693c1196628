"""Matrix mechanisms as text: tree, toeplitz and matrix, with participation or with samples.

    tree      sigma=1 steps=1000 [participations=1 separation=1] [sensitivity=1]
    toeplitz  sigma=1 steps=1000 coefficients=1:1/2:3/8 [participations=1 separation=1 | q=0.01]
    matrix    sigma=1 file=strategy.json [participations=1 separation=1 | q=0.01]

A strategy in a file is {"format": "assay strategy 1", "rows": [["1", "0"], ["1/2", "1"]]}.  With q the
strategy is lower triangular with b diagonals; the records are in b parts, and step t takes a Poisson sample
of rate q of part t mod b.  A record is in at most ceil(steps/b) such samples, each b steps after the one
before, so that their columns share no row: that many rounds of sampled Gaussian noise at the largest column.
Source: Choquette-Choo et al., NeurIPS 2023 (arXiv 2306.08153), theorem 4.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

from ..arguments import positive_rational, rational_probability
from ..composition.finite_pair import NOTHING
from ..composition.round import EITHER, Round
from ..errors import AssayError, InvalidValue
from .densities import Gaussian, ReplacedGaussian
from .json_files import read_object
from .mechanism_parameters import whole
from .participation import Participation
from .strategies import RowStrategy, ToeplitzStrategy, TreeStrategy
from .truncation import REPLACE

FORMAT = "assay strategy 1"

Strategy = RowStrategy | ToeplitzStrategy | TreeStrategy

MATRICES: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "tree": (("sigma", "steps"), ("sensitivity", "participations", "separation")),
    "toeplitz": (("sigma", "steps", "coefficients"), ("sensitivity", "participations", "separation")),
    "matrix": (("sigma", "file"), ("sensitivity", "participations", "separation")),
}
"""By word, the required and the optional parameters."""


def matrix_round(name: str, values: Mapping[str, str], group: int, adjacency: str) -> tuple[Round, int]:
    """A round, and how many of them one use is.

    Raises InvalidValue for parameters out of range, and for samples where no theorem is known.
    """
    strategy = strategy_of(name, values)
    unit = positive_rational(values.get("sensitivity", "1"), "sensitivity")
    ratio = (unit / positive_rational(values["sigma"], "sigma")) ** 2
    if "q" in values:
        return _sampled(name, values, strategy, ratio, group, adjacency)
    moved = group * (2 if adjacency == REPLACE else 1)
    given = Participation(
        whole(values.get("participations", "1"), "participations"),
        whole(values.get("separation", "1"), "separation"),
    )
    pair = Gaussian(strategy.sensitivity_squared(given) * ratio * moved**2)
    return (Round.given(pair, EITHER) if adjacency == REPLACE else Round.of(pair)), 1


def _sampled(
    name: str, values: Mapping[str, str], strategy: Strategy, ratio: Fraction, group: int, adjacency: str
) -> tuple[Round, int]:
    """The rounds of a banded strategy with samples from parts."""
    rate = rational_probability(values["q"], "q")
    band = None if isinstance(strategy, TreeStrategy) else strategy.band
    if (
        isinstance(strategy, TreeStrategy)
        or band is None
        or group > 1
        or {"participations", "separation"} & set(values)
    ):
        raise InvalidValue(
            f"q = {rate} with {name}: samples are known for square lower triangular strategies (toeplitz, "
            "matrix), one record, without participations and separation, as the samples say who takes part"
        )
    if not strategy.largest_column:
        return (Round.given(NOTHING, EITHER) if adjacency == REPLACE else Round.of(NOTHING)), 1
    pair = Gaussian(strategy.largest_column * ratio)
    blocks = -(-strategy.steps // band)
    if adjacency != REPLACE:
        found = Round.of(pair.sampled(rate))
    elif 0 < rate < 1:
        found = Round.given(ReplacedGaussian(pair.mu_squared, rate), EITHER)
    else:
        found = Round.given(pair.times(4).sampled(rate), EITHER)
    return (found if _is_attained(strategy, band) else found.as_bound()), blocks


def _is_attained(strategy: RowStrategy | ToeplitzStrategy, band: int) -> bool:
    """Whether all columns of some part are as large as the largest: else its samples are a bound."""
    if strategy.steps % band:
        return False  # the last column of the first part is cut, and the others have a column less
    if isinstance(strategy, ToeplitzStrategy):
        return True
    largest = strategy.largest_column
    return any(
        all(strategy.entry(t, t) == largest for t in range(part, strategy.steps, band))
        for part in range(band)
    )


def strategy_of(name: str, values: Mapping[str, str]) -> Strategy:
    """The strategy matrix of a word.  Raises InvalidValue for what is none."""
    if name == "tree":
        return TreeStrategy(whole(values["steps"], "steps"))
    if name == "toeplitz":
        return ToeplitzStrategy.of(values["coefficients"].split(":"), whole(values["steps"], "steps"))
    return read_strategy(values["file"])


def read_strategy(path: str | Path) -> RowStrategy:
    """The matrix in a file.  Raises InvalidValue for a file that cannot be read, or that holds none."""
    rows = read_object(path, FORMAT, ("rows",)).get("rows")
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise InvalidValue(f"{path} has no list of rows; give rows such as [['1', '0'], ['1/2', '1']]")
    wrong = next((x for row in rows for x in row if type(x) not in (str, int)), None)
    if wrong is not None:
        raise InvalidValue(
            f"{path} has the entry {wrong!r}, a {type(wrong).__name__}; write text such as '1/2'"
        )
    try:
        return RowStrategy.of(rows)
    except AssayError as error:
        raise InvalidValue(f"{path}: {error}") from None
