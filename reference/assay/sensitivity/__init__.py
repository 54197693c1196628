"""Random DP by sensitivity analysis: noise in proportion to an empirical quantile of random sensitivities.

`sensitivity_analysis`: how often it fails, exactly, beside the theorem and what the source claims.
`estimators`: the mean, the median, regularised logistic regression, or any function of the rows.
`quantiles`: the distribution of the empirical quantile; what DKW and Hoeffding say of it; order statistics.
`neighbours`: the joint distribution of the quantiles of X and X'.  `judging`: which of them fail.
`bahadur`: how far a quantile is from its linear approximation.  `laplace_pairs`: two Laplace distributions of
different scales.
Source: Hall, Rinaldo and Wasserman, "Random Differential Privacy", section 6.
"""

from .analysis import SensitivityAnalysis, sensitivity_analysis
from .bahadur import QuantileRemainder, quantile_remainder
from .estimators import mean, median, ridge_logistic, ridge_logistic_sensitivity
from .laplace_pairs import laplace_delta
from .neighbours import ratio_exceedance
from .quantiles import (
    dkw_bound,
    exceedance,
    exceedance_bound,
    quantile_distribution,
    sensitivity_distribution,
)

__all__ = [
    "QuantileRemainder",
    "SensitivityAnalysis",
    "dkw_bound",
    "exceedance",
    "exceedance_bound",
    "laplace_delta",
    "mean",
    "median",
    "quantile_distribution",
    "quantile_remainder",
    "ratio_exceedance",
    "ridge_logistic",
    "ridge_logistic_sensitivity",
    "sensitivity_analysis",
    "sensitivity_distribution",
]
