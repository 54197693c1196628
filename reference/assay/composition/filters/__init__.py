"""Filters and odometers: budgets for mechanisms that are chosen, one after another, by what was seen.

A filter has a budget, admits or refuses each mechanism, and promises a guarantee for whatever was chosen:
`BasicFilter` (sums of epsilon and delta), `AdvancedFilter` (the square-root law), `RenyiFilter`,
`RenyiCurveFilter` and `ConcentratedFilter` (divergences of one order, of several, of all), `ExactFilter`
(finite mechanisms, from what was seen).  `IndividualFilter` has a budget for each person, and
`Filter.reserve` a budget inside a budget, whose `give_back` returns what was not spent.  An odometer refuses
nothing and tells a bound on the loss at all times: `PureOdometer`, `RenyiOdometer`, `ConcentratedOdometer`.
`SavedFilter` and `SavedOdometer` keep one in a file, for several processes.

    budget = BasicFilter(1)
    budget.admits(mechanism)        # whether it may run
    budget.spend(mechanism)         # takes its cost, or raises BudgetExceeded and changes nothing
"""

from .additive import AdvancedFilter, BasicFilter, ConcentratedFilter, RenyiFilter
from .curve import RenyiCurveFilter
from .exact import ExactFilter
from .filter import Filter
from .individual import IndividualFilter
from .odometers import ConcentratedOdometer, Odometer, PureOdometer, RenyiOdometer
from .saved import SavedFilter, SavedOdometer

__all__ = [
    "AdvancedFilter",
    "BasicFilter",
    "ConcentratedFilter",
    "ConcentratedOdometer",
    "ExactFilter",
    "Filter",
    "IndividualFilter",
    "Odometer",
    "PureOdometer",
    "RenyiCurveFilter",
    "RenyiFilter",
    "RenyiOdometer",
    "SavedFilter",
    "SavedOdometer",
]
